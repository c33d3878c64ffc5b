//! The events of a conversation: lines from the client and messages from the worker thread.

use apocalypse::tables::LoadError;

/// An event of a conversation.
#[derive(Debug)]
pub(super) enum Event {
    /// A line from the client.
    Line(String),
    /// A line too long to be read.
    TooLong,
    /// The client has left.
    End,
    /// A message of the search with this number.
    Search(u64, SearchEvent),
    /// The tasks for which the oldest such `ping` waits are completed.
    Ready,
    /// Endgame tables have been loaded: their number, or the error.
    Tables(Result<usize, LoadError>),
}

/// A message of a search.
#[derive(Clone, Debug)]
pub(super) enum SearchEvent {
    /// A line.
    Line {
        /// `depth score time nodes moves`; empty for a line that is not shown.
        text: String,
        /// The expected reply to the first move.
        reply: Option<String>,
        /// Nodes searched.
        nodes: u64,
        /// Depth in plies.
        depth: u32,
    },
    /// The root move being searched: number from 1, text.
    CurrentMove(usize, String),
    /// The search is over.
    Answer {
        /// The move to play; `None` if the game is over.
        best: Option<String>,
        /// The expected reply.
        reply: Option<String>,
        /// `true` if the engine's side is worse.
        is_worse: bool,
    },
}
