//! What page and session say to each other, as JSON and independent of how it travels. `docs/board-protocol.md` is this
//! module in prose; a test reads every example that stands there.
//!
//! The page sends [`Envelope`]s, numbered as it likes. Each is answered by exactly one [`Answer`] with the same number.
//! Besides, the session sends [`Event`]s, which answer nothing.

mod analysis;
mod book;
mod catalogue;
mod choices;
mod learn;
mod library;
mod position;
mod read;
mod request;
mod state;

pub use analysis::{Analysis, AnalysisLine, ReviewNote, ReviewReport, Share, Strategies, ThoughtScore, Value};
pub use book::{BookLine, BookView};
pub use catalogue::{Catalogue, GameInfo, Level, PieceTypeInfo};
pub use choices::{
    Act, Ask, BoardChange, Captured, Choices, Effect, Explanation, Mode, Origin, PaymentView, Payments, Step,
};
pub use learn::{LessonList, LessonTask, PuzzleView, TaskReply, TaskVerdict};
pub use library::{GameList, GameSummary, ImportReport};
pub use position::{Coup, FaceOff, Government, PieceView, PositionView, ResultView, Sides, Turn};
pub use read::read;
pub use request::{
    AnalysisRequest, Envelope, GameChange, GameRequest, LearnRequest, LibraryRequest, NewGame, Place, Player,
    PositionRequest, Request, SearchGames, SessionRequest, Side, TimeControl,
};
pub use state::{ClockView, GameEvent, GameState, HistoryEntry, MoveMade, Sealed, Thinking};

use serde::{Deserialize, Serialize};

/// The number of the protocol that this module speaks.
pub const PROTOCOL: u32 = 2;
/// Bytes that a message from the page may have.
pub const LONGEST_MESSAGE: usize = 16 * 1024;
/// Bytes that a message which imports games may have.
pub const LONGEST_IMPORT: usize = 4 * 1024 * 1024;

/// Why a request was refused, for the page's program; the words for the reader stand beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The message is no request of this protocol.
    Malformed,
    /// The message is too long, or messages come too fast.
    TooMuch,
    /// The request names a state of the game that is no longer the present one.
    Stale,
    /// This page watches; another one plays.
    Watching,
    /// The move, or what was asked for, is not allowed by the rules now.
    Illegal,
    /// It is not for the page to move now.
    NotYourTurn,
    /// The engine has not sealed its choice yet (Apocalypse).
    NotSealed,
    /// The game is over.
    Over,
    /// There is nothing of that name or number.
    Unknown,
    /// A position or a setting is wrong; `field` says which.
    Invalid,
    /// The game has no such thing, or this way of running the board has not.
    Unsupported,
    /// What should be kept could not be written or read.
    Storage,
}

/// A refusal in one line. The state is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error("{message}")]
pub struct Refusal {
    /// Why, for a program.
    pub code: ErrorCode,
    /// Why, for a reader.
    pub message: String,
    /// The field of the request or of the FEN at fault.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub field: Option<String>,
}

impl Refusal {
    /// A refusal that is no field's fault.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: None }
    }

    /// The same with the field at fault.
    #[must_use]
    pub fn in_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }
}

/// What a request is answered with.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Reply {
    /// Done; what changed comes as an event.
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
    /// To `open`, `new` and `import`, when a game is on the board now.
    Game {
        /// The game that is on the board now.
        game: u64,
    },
    /// To `import`.
    Imported(ImportReport),
    /// To `export`, `exportAll` and `exportReview`.
    Pgn {
        /// The games.
        text: String,
    },
    /// To `lessons`.
    Lessons(LessonList),
    /// To `puzzle`.
    Puzzle(PuzzleView),
    /// To `check`.
    Verdict(TaskReply),
    /// To `rulesPage`.
    RulesPage {
        /// The page, safe to be put into a document.
        html: String,
    },
    /// To `analyse`, `hint`, `threat` and `review`: what the events of this run are called.
    Run {
        /// The number of the run.
        run: u64,
    },
}

/// A reply with the number of its request.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The number that the request had; 0 when it could not be read.
    pub id: u32,
    /// The reply.
    #[serde(flatten)]
    pub reply: Reply,
}

/// What the session says of its own accord.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Event {
    /// The game on the board has changed.
    State(Box<GameState>),
    /// This page plays from now on, or watches.
    Role {
        /// Whether this page plays.
        plays: bool,
        /// Pages that look at the board.
        pages: usize,
    },
    /// A running analysis, hint or threat found something.
    Analysis(Box<Analysis>),
    /// A review went on.
    Review(Box<ReviewReport>),
    /// Something happened that the reader is to know: the draw was declined, the store is full.
    Notice {
        /// In one sentence.
        text: String,
    },
}

/// The answer to `hello`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Welcome {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The program's version.
    pub version: String,
    /// Whether this page plays, and not only watches.
    pub plays: bool,
    /// All games and levels.
    pub catalogue: Catalogue,
    /// The game on the board, if there is one.
    pub state: Option<GameState>,
}
