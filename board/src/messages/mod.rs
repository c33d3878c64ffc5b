//! Messages between page and session, as JSON and independent of the transport. `docs/board-protocol.md` explains them; a
//! test reads every example there. `page/js/messages.d.ts` holds the same types for the page; a test keeps it up to date.
//!
//! The page sends [`Request`]s with numbers of its choice. Each gets exactly one [`Answer`] with the same number. The
//! session also sends [`Event`]s, which answer no request.

mod analysis;
mod choices;
mod hall;
mod lists;
mod position;
mod read;
mod request;
mod state;
#[cfg(test)]
mod tests;

pub use analysis::*;
pub use choices::*;
pub use hall::*;
pub use lists::*;
pub use position::*;
pub use read::read;
pub use request::*;
pub use state::*;

use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub const PROTOCOL: u32 = 2;
/// The maximum size of a message from the page, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;
/// The maximum size of a message that imports games, in bytes.
pub const MAX_IMPORT_BYTES: usize = 4 * 1024 * 1024;

/// The reason of a refusal, for the page's program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The message is not a request of this protocol.
    Malformed,
    /// The message is too long, or messages come too fast.
    TooMuch,
    /// The request was made for an earlier version of the game.
    Stale,
    /// This page watches; another one plays.
    Watching,
    /// The rules do not allow it now.
    Illegal,
    /// The page may not move this side now.
    NotYourTurn,
    /// The engine has not sealed its choice yet (Apocalypse).
    NotSealed,
    /// The game is over.
    Over,
    /// Nothing has that name or number.
    Unknown,
    /// A position or a setting is invalid; `field` names it.
    Invalid,
    /// The game does not support it.
    Unsupported,
    /// It contradicts the stored game.
    Conflict,
    /// The store could not be written or read.
    Storage,
}

/// A refusal in one line. It changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[error("{message}")]
pub struct Refusal {
    /// The reason, for the program.
    pub code: ErrorCode,
    /// The reason, for the player.
    pub message: String,
    /// The invalid field of the request or of the FEN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl Refusal {
    /// Creates a refusal without a field.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: None }
    }

    /// Sets the invalid field.
    #[must_use]
    pub fn in_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }
}

/// The answer to a request.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Reply {
    /// Done; changes are reported by events.
    Done,
    /// Refused.
    Error(Refusal),
    /// To `hello`.
    Welcome(Box<Welcome>),
    /// To `view` and `validate`.
    Position(Box<PositionView>),
    /// To `choices`.
    Choices(Choices),
    /// To `pay`.
    Payment(PaymentView),
    /// To `explain`.
    Explanation(Explanation),
    /// To `odds`.
    Strategies(Strategies),
    /// To `book`.
    Book(BookView),
    /// To `list`.
    Games(GameList),
    /// To `new` and `open`.
    Game {
        /// The game that is on the board now.
        game: u64,
    },
    /// To `vary`.
    Varied {
        /// The variation with the move; the game without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variation: Option<usize>,
        /// The number of plies after the move.
        ply: usize,
    },
    /// To `import`.
    Imported(ImportReport),
    /// To `export`.
    Pgn {
        /// The games.
        text: String,
    },
    /// To `define`.
    Defined(DefinedGames),
    /// To `lessons`.
    Lessons(LessonList),
    /// To `puzzle`.
    Puzzle(PuzzleView),
    /// To `check`.
    Verdict(TaskReply),
    /// To `solution`.
    Solution {
        /// The move in coordinate notation.
        #[serde(rename = "move")]
        m: String,
    },
    /// To `rulesPage`.
    RulesPage {
        /// The page, safe to insert into a document.
        html: String,
    },
    /// To `link`.
    Link {
        /// The part of the link after `#/link/`.
        text: String,
    },
    /// To `picture`.
    Picture {
        /// The SVG.
        svg: String,
    },
    /// To `openTable` and `takeSeat`.
    Seat(Seat),
    /// To `enter`.
    Table {
        /// The game.
        state: Box<GameState>,
    },
    /// To `analyse`, `hint`, `threat`, `review` and `measure`.
    Run {
        /// The number that the events of this run carry.
        run: u64,
    },
}

/// An answer with the number of its request.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The number of the request; 0 if it could not be read.
    pub id: u32,
    /// The answer.
    #[serde(flatten)]
    pub reply: Reply,
}

/// A message of the session that answers no request.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Event {
    /// The game on the board has changed.
    State(Box<GameState>),
    /// The roles of the pages have changed.
    Role {
        /// `true` if this page plays, `false` if it watches.
        plays: bool,
        /// The number of pages.
        pages: usize,
        /// The players of a hosted game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableRole>,
    },
    /// The games of the catalogue have changed.
    Catalogue(Box<Catalogue>),
    /// The tables of a hall have changed.
    Tables(TableList),
    /// A report of an analysis, hint or threat.
    Analysis(Box<Analysis>),
    /// A report of a review.
    Review(Box<ReviewReport>),
    /// A report of a measurement.
    Measurement(Box<Measurement>),
    /// A message for the player: a draw offer was declined, the store is full.
    Notice {
        /// The message, one sentence.
        text: String,
    },
}

/// The answer to `hello`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Welcome {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The program's version.
    pub version: String,
    /// `true` if this page plays, `false` if it watches.
    pub plays: bool,
    /// All games and levels.
    pub catalogue: Catalogue,
    /// The game on the board, if there is one.
    pub state: Option<GameState>,
    /// The tables, if this is a hall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall: Option<TableList>,
}
