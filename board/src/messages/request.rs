//! Requests.

use serde::{Deserialize, Serialize};

use movegen::Color;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// White, which moves first.
    White,
    /// Black.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        if color == Color::White { Self::White } else { Self::Black }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        if side == Side::White { Self::White } else { Self::Black }
    }
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Player {
    /// A person at the page.
    Human {
        /// The name; `White` or `Black` without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The engine at a level of the catalogue.
    Engine {
        /// The level, from 1 for the weakest.
        level: u8,
    },
    /// A person who exchanges links with this one.
    Remote {
        /// The name; `White` or `Black` without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}

impl Default for Player {
    fn default() -> Self {
        Self::Human { name: None }
    }
}

/// A time control for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Seconds for the game, from 1 to 24 hours.
    pub seconds: u32,
    /// Seconds added after each move, up to an hour.
    #[serde(default, skip_serializing_if = "is_default")]
    pub increment: u32,
}

/// A new game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game's name in the catalogue.
    pub variant: String,
    /// The FEN of the start position; the usual one without it.
    pub fen: Option<String>,
    /// White's player.
    pub white: Player,
    /// Black's player.
    pub black: Player,
    /// The time control, if any.
    pub time: Option<TimeControl>,
}

/// A position. Without any field: the game on the board as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The number of plies (turns in Apocalypse) after which to take the game on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// The variation of the game on the board, with `ply`; the moves of the game without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variation: Option<usize>,
    /// The game's name, for a position of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The FEN, with `variant`; the usual start position without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Moves played from there, in coordinate notation; in Apocalypse White's and Black's in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// A search for stored games. A field that is left out matches all games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct SearchGames {
    /// The game's name.
    pub variant: Option<String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// The first day, `2026-01-31`.
    pub since: Option<String>,
    /// The last day.
    pub until: Option<String>,
    /// A part of a player's name.
    pub player: Option<String>,
    /// The FEN of a position of the opening; requires `variant`.
    pub position: Option<String>,
    /// The number of games to skip, from the latest on; 0 without it.
    pub skip: Option<usize>,
    /// The maximum number of games to return, at most 100; 50 without it.
    pub most: Option<usize>,
}

impl SearchGames {
    /// Returns the numbers of games to skip and to return.
    pub fn range(&self) -> (usize, usize) {
        (self.skip.unwrap_or(0), self.most.unwrap_or(50).min(100))
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A request of the page, by the part of the session that handles it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "part", rename_all = "camelCase")]
pub enum Request {
    /// Joins the session or takes the seat.
    Session(SessionRequest),
    /// Asks about a position; changes nothing.
    Position(PositionRequest),
    /// Changes the game on the board.
    Game(GameRequest),
    /// Starts and stops the engine's analyses.
    Analysis(AnalysisRequest),
    /// Begins, finds, imports and exports games.
    Library(LibraryRequest),
    /// Asks for lessons, puzzles and rules.
    Learn(LearnRequest),
    /// Begins and joins hosted games.
    Hall(HallRequest),
}

/// Requests about the connection of a page.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum SessionRequest {
    /// The first request of a page.
    Hello {
        /// The version of the protocol that the page uses.
        protocol: u32,
    },
    /// Makes this page the one that plays; the one that played watches from now on.
    Sit {},
}

/// Questions about positions.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum PositionRequest {
    /// A position as the board shows it.
    View {
        /// The position.
        place: Option<Place>,
    },
    /// The legal choices in a position.
    Choices {
        /// The position.
        place: Option<Place>,
        /// The side that chooses: required in Apocalypse only.
        side: Option<Side>,
    },
    /// The state of a payment, and the pieces that can be added to it.
    Pay {
        /// The position.
        place: Option<Place>,
        /// The square of the piece to be bribed.
        target: String,
        /// The squares of the pieces paid so far.
        paid: Option<Vec<String>>,
    },
    /// The reason why a move is illegal, or its effect.
    Explain {
        /// The position.
        place: Option<Place>,
        /// The side that asks: required in Apocalypse only.
        side: Option<Side>,
        /// The square of the piece that moves or pays.
        from: String,
        /// The target square, or the piece to be bribed.
        to: String,
        /// `true` if the piece on `from` is to pay for the piece on `to`.
        pay: Option<bool>,
    },
    /// Checks a position that was set up by hand.
    Validate {
        /// The game.
        variant: String,
        /// The position.
        fen: String,
    },
    /// The strategies of both sides in a turn of Apocalypse that the engine has played.
    Odds {
        /// The turn, from 0.
        ply: usize,
    },
    /// The moves that were played in a position in the games of the opening book.
    Book {
        /// The position.
        place: Option<Place>,
    },
    /// A picture of a position.
    Picture {
        /// The position.
        place: Option<Place>,
        /// The side at the bottom; White without it.
        below: Option<Side>,
        /// `true` for the colours of dark pages.
        dark: Option<bool>,
        /// The squares of the last move, at most 16.
        marked: Option<Vec<String>>,
    },
}

/// A change of the game on the board, made for one of its versions. It is refused as stale if the game has changed since.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameRequest {
    /// The version of the state that the page saw.
    pub version: u64,
    /// The change.
    #[serde(flatten)]
    pub change: GameChange,
}

/// Changes of the game on the board.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum GameChange {
    /// Plays a move of the side to move.
    Play {
        /// The move in coordinate notation, as `choices` gives it.
        #[serde(rename = "move")]
        m: String,
        /// The side that moves: required in Apocalypse only.
        side: Option<Side>,
    },
    /// Takes back the last move, and the engine's move before or after it.
    Undo {},
    /// Resigns.
    Resign {
        /// The side that resigns.
        side: Side,
    },
    /// Offers a draw, or accepts an offer.
    OfferDraw {
        /// The side that offers.
        side: Side,
    },
    /// Declines a draw offer.
    DeclineDraw {},
    /// Seals a choice at a hosted table: the SHA-256 of `MOVE NONCE` (Apocalypse). `version` is not checked.
    Commit {
        /// The side that chooses.
        side: Side,
        /// The number of turns before this one.
        ply: usize,
        /// The hash in 64 hexadecimal digits.
        hash: String,
    },
    /// Reveals a sealed choice when both sides have sealed theirs (Apocalypse). `version` is not checked.
    Reveal {
        /// The side that chose.
        side: Side,
        /// The number of turns before this one.
        ply: usize,
        /// The move in coordinate notation.
        #[serde(rename = "move")]
        m: String,
        /// 32 hexadecimal digits.
        nonce: String,
    },
    /// Makes a thinking engine move at once.
    MoveNow {},
    /// Pauses or resumes a game.
    Pause {
        /// `true` to pause.
        paused: bool,
    },
    /// Plays a move of an analysis after a ply: follows the game or a variation, extends one, or begins a new one.
    Vary {
        /// The variation; the game without it.
        variation: Option<usize>,
        /// The number of plies before the move.
        ply: usize,
        /// The move in coordinate notation.
        #[serde(rename = "move")]
        m: String,
    },
    /// Exchanges a variation with the moves that it replaces.
    Promote {
        /// The variation.
        variation: usize,
    },
    /// Deletes the moves of a variation from a ply on, with the variations that leave them.
    Cut {
        /// The variation.
        variation: usize,
        /// The number of plies before the first move to delete.
        ply: usize,
    },
    /// Sets the glyph of a move.
    Glyph {
        /// The variation; the game without it.
        variation: Option<usize>,
        /// The ply.
        ply: usize,
        /// The numeric annotation glyph; none deletes it.
        nag: Option<u8>,
    },
    /// Sets a comment on a move, or on the game before its first move.
    Comment {
        /// The variation; the game without it.
        variation: Option<usize>,
        /// The ply; without it the comment is on the game.
        ply: Option<usize>,
        /// The comment, at most 1000 characters; an empty text deletes it.
        text: String,
    },
}

/// Requests for the engine.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AnalysisRequest {
    /// Analyses a position until it is stopped. A new analysis ends the previous one.
    Analyse {
        /// The position.
        place: Option<Place>,
        /// The number of lines, 1 to 8; 1 without it.
        lines: Option<usize>,
        /// The maximum depth; unlimited without it.
        depth: Option<u32>,
    },
    /// Finds a good move in a short search.
    Hint {
        /// The position.
        place: Option<Place>,
        /// The side to advise: required in Apocalypse only.
        side: Option<Side>,
    },
    /// Finds the opponent's best move if it were its turn.
    Threat {
        /// The position.
        place: Option<Place>,
    },
    /// Analyses every position of the game on the board.
    Review {
        /// Milliseconds for each position, 10 to 60,000.
        millis: u32,
    },
    /// Ends analysis, hint, threat and review.
    Stop {},
    /// Measures a game of a text, or compares two, by fast games of the engine. A new measurement ends the previous one.
    Measure {
        /// The name of the game.
        variant: String,
        /// The name of another game of a text, or of one from which they can inherit.
        other: Option<String>,
        /// The number of games, 10 to 10,000; as many as take a minute without it.
        games: Option<u32>,
    },
    /// Ends a measurement.
    StopMeasuring {},
}

/// Requests that begin, find, import and export games.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum LibraryRequest {
    /// Begins a game; the previous game stays stored.
    New(Box<NewGame>),
    /// Finds stored games.
    List(SearchGames),
    /// Puts a stored game on the board.
    Open {
        /// Its number.
        game: u64,
    },
    /// Deletes a stored game other than the one on the board.
    Delete {
        /// Its number.
        game: u64,
    },
    /// Stores the games of a PGN. A single game is also put on the board.
    Import {
        /// The PGN.
        text: String,
    },
    /// Writes games as PGN.
    Export {
        /// Their numbers; the game on the board if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        games: Vec<u64>,
        /// `true` to include the values and comments of a review.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        values: bool,
    },
    /// Writes the game on the board as a link: for the opponent if the game is played by link.
    Link {
        /// The position to share instead of the game.
        position: Option<Place>,
    },
    /// Offers the games that a text in the format of `variants.ini` defines. Those of the same names are replaced.
    Define {
        /// The text.
        text: String,
    },
    /// Opens the game of a link. A known game is extended.
    Follow {
        /// The link, or its part after `#/link/`.
        text: String,
        /// The player's name for a game that is not stored yet.
        name: Option<String>,
    },
}

/// Requests at the hall of a host.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum HallRequest {
    /// Begins a game and takes a seat.
    OpenTable {
        /// The game's name in the catalogue.
        variant: String,
        /// The FEN of the start position; the usual one without it.
        fen: Option<String>,
        /// The time control, if any.
        time: Option<TimeControl>,
        /// The side; a random one without it.
        side: Option<Side>,
        /// The player's name.
        name: Option<String>,
    },
    /// Takes the open seat of a table.
    TakeSeat {
        /// The table.
        table: u64,
        /// The player's name.
        name: Option<String>,
    },
    /// Shows a table: as a player with a seat's token, otherwise as a spectator.
    Enter {
        /// The table.
        table: u64,
        /// The token that `openTable` or `takeSeat` returned.
        token: Option<String>,
    },
    /// Goes back to the list of tables.
    Leave {},
}

/// Requests for lessons, puzzles and rules.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum LearnRequest {
    /// The lessons and puzzles of a game.
    Lessons {
        /// The game.
        variant: String,
    },
    /// One puzzle.
    Puzzle {
        /// The game.
        variant: String,
        /// Its number, from 0.
        number: usize,
    },
    /// Checks whether moves solve a task or a puzzle.
    Check {
        /// The name of the task or puzzle, as `lessons` and `puzzle` give it.
        task: String,
        /// All moves so far, including the opponent's replies.
        moves: Vec<String>,
    },
    /// A move that solves a task or a puzzle.
    Solution {
        /// The name of the task or puzzle.
        task: String,
        /// All moves so far, including the opponent's replies.
        moves: Vec<String>,
    },
    /// The rules of a game.
    RulesPage {
        /// The game.
        variant: String,
    },
}

impl Request {
    /// Returns `true` if only the page that plays may send the request.
    pub const fn needs_seat(&self) -> bool {
        match self {
            Self::Session(_) | Self::Position(_) | Self::Learn(_) | Self::Hall(_) => false,
            Self::Game(_) | Self::Analysis(_) => true,
            Self::Library(request) => !matches!(
                request,
                LibraryRequest::List(_) | LibraryRequest::Export { .. } | LibraryRequest::Link { .. }
            ),
        }
    }
}
