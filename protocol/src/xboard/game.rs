//! The game that is played at XBoard's board, behind one trait object: what the conversation needs of a game of any
//! sort. [`super::turn_based`] has the games in which the sides move in turn, [`super::apocalypse`] the one in which they choose at once.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use engine::{Control, Limits, Settings};
use movegen::fen::FenError;
use movegen::variants::{self, Rules, Visit, VisitTurnBased};
use movegen::{Color, Outcome, Variant};

use super::apocalypse::Both;
use super::turn_based::Seat;

/// Work for the thread that searches.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// What a search tells the conversation, under the number of the search.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// A line of thought.
    Thought {
        /// `depth score time nodes moves`; empty for a line that nobody wants to see.
        text: String,
        /// The reply expected to the first move, as text.
        reply: Option<String>,
        /// Nodes searched and depth in plies.
        nodes: u64,
        /// The same.
        depth: u32,
    },
    /// The root move now being searched: its number from 1 and its text.
    Current(usize, String),
    /// The search is over.
    Answer {
        /// The move to play; none if there is none.
        best: Option<String>,
        /// The reply expected.
        reply: Option<String>,
        /// The value of the move in centipawns.
        score: i32,
    },
}

/// A search to be made.
pub(crate) struct Search {
    /// When it ends.
    pub(crate) limits: Limits,
    /// The number under which its news are sent.
    pub(crate) id: u64,
    /// How it is stopped.
    pub(crate) control: Arc<Control>,
    /// Where its news go.
    pub(crate) news: SyncSender<super::Event>,
    /// Moves that are not to be searched, as text.
    pub(crate) excluded: Vec<String>,
    /// The move to be expected first: the opponent's time is used.
    pub(crate) after: Option<String>,
    /// How many lines are to be shown.
    pub(crate) lines: usize,
}

/// What became of a text that should be a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Taken {
    /// A move was made.
    Move {
        /// The move in the game's own notation.
        text: String,
        /// Whether XBoard shows it as it is.
        is_shown: bool,
    },
    /// It is a part of a move; more must follow.
    Part,
}

/// An answer to a click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// The man on the target becomes this; XBoard moves as soon as it knows.
    Dictated(char),
    /// The user chooses among these.
    Offered(String),
}

/// A game at XBoard's board.
pub(crate) trait Desk: Send {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// The lines that define the game for XBoard.
    fn definition(&self) -> Vec<String>;
    /// Sets up a position, `None` for the start.
    ///
    /// # Errors
    /// What is wrong with the FEN; everything is as before.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError>;
    /// The FEN of the position that stands.
    fn fen(&self) -> String;
    /// Takes over new settings as soon as the present search ends.
    fn set(&self, settings: Settings) -> Job;
    /// Forgets what was learnt.
    fn forget(&self) -> Job;
    /// The side to move, in the game itself.
    fn turn(&self) -> Color;
    /// Whether the engine, if it plays this side, is to choose now.
    fn is_asked(&self, side: Color) -> bool;
    /// Whether the opponent is a program, which keeps the same mirror of XBoard as this one.
    fn set_opponent(&mut self, _is_program: bool) {}
    /// Lets the other side be shown first, if the game is one in which that matters and this side is on the move: the text
    /// for it.
    fn pass_first(&mut self, _side: Color) -> Option<String> {
        None
    }
    /// Plays what the other side, or the user for either, has sent; `None` if it is no move that can be made now.
    fn take(&mut self, text: &str) -> Option<Taken>;
    /// Takes a position that arrives in the middle of a game for the pass that it may stand for.
    fn take_position(&mut self, fen: &str) -> Option<Taken>;
    /// Plays a legal move in the game's own notation and gives the texts that make XBoard show it.
    fn play(&mut self, text: &str) -> Vec<String>;
    /// Makes XBoard show the last move as it is, once it has taken back what it shows now; the texts for that.
    fn mend(&mut self) -> Vec<String>;
    /// Goes so many of XBoard's plies back; `false`, and nothing done, if there are not so many.
    fn undo(&mut self, plies: usize) -> bool;
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// What holds beyond the board, in words, if the game has such things.
    fn standing(&self) -> Option<String>;
    /// The legal moves in the game's own notation.
    fn moves(&self) -> Vec<String>;
    /// The legal move that a text means, in the game's own notation.
    fn read(&self, text: &str) -> Option<String>;
    /// The user has taken up the man on this square: the colours of its targets.
    fn lift(&mut self, square: &str) -> Option<String>;
    /// The user has chosen this square.
    fn put(&mut self, square: &str) -> Option<Choice>;
    /// The search of the present position.
    fn search(&self, search: Search) -> Job;
}

/// Opens a desk for the game of that name by these rules, at its start; `None` if no game is called so.
pub(crate) fn open(name: &str, rules: &Rules, settings: Settings) -> Option<Box<dyn Desk>> {
    struct Open(Settings);
    impl VisitTurnBased for Open {
        type Out = Box<dyn Desk>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            Box::new(Seat::<V>::new(self.0))
        }
    }
    impl Visit for Open {
        fn apocalypse(self) -> Self::Out {
            Box::new(Both::new(self.0))
        }
    }
    variants::with_rules(name, rules, Open(settings))
}
