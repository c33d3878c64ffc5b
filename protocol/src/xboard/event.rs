//! What the conversation reacts to: lines from the client, and news of what runs on the thread that searches.

use apocalypse::tables::LoadError;

use crate::game::NamedMove;

/// What the conversation reacts to.
#[derive(Debug)]
pub(super) enum Event {
    /// A line from the client.
    Line(String),
    /// A line too long to be read.
    TooLong,
    /// The client has left.
    End,
    /// What the search with this number tells.
    Search(u64, SearchEvent),
    /// What the oldest `ping` that waits for tasks waits for is done.
    Ready,
    /// So many tables of endings have been loaded, or why none.
    Tables(Result<usize, LoadError>),
}

/// What a search tells the conversation.
#[derive(Clone, Debug)]
pub(super) enum SearchEvent {
    /// A line of thought.
    Thought {
        /// `depth score time nodes moves`; empty for a line that nobody wants to see.
        text: String,
        /// The reply expected to the first move.
        reply: Option<NamedMove>,
        /// Nodes searched.
        nodes: u64,
        /// Depth in plies.
        depth: u32,
    },
    /// The root move now being searched: its number from 1 and its text.
    CurrentMove(usize, String),
    /// The search is over.
    Answer {
        /// The move to play; none if there is none.
        best: Option<NamedMove>,
        /// The reply expected.
        reply: Option<NamedMove>,
        /// The value of the move in centipawns.
        score: i32,
    },
}
