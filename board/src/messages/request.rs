//! Requests.

use serde::{Deserialize, Serialize};

use movegen::Color;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// Moves first, where the sides move in turn.
    White,
    /// The other one.
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// A request with the number by which it is answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Envelope {
    /// Any number but 0.
    pub id: u32,
    /// What is wanted.
    pub request: Request,
}

/// What a user may choose of the rules; where a game knows no such choice it must be left out or true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RulesChoice {
    /// Whether all royals but the last can be captured.
    pub assassination: bool,
}

impl Default for RulesChoice {
    fn default() -> Self {
        Self { assassination: true }
    }
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Player {
    /// Somebody at the board.
    Human {
        /// What to call him; "White" or "Black" without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The engine at one of the levels of the catalogue.
    Engine {
        /// From 1, the weakest.
        level: u8,
    },
}

/// A clock for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeControl {
    /// Seconds for the game, from 1 to 24 hours.
    pub seconds: u32,
    /// Seconds added after each move, up to an hour.
    #[serde(default)]
    pub increment: u32,
}

/// A new game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGame {
    /// The game's name in the catalogue.
    pub variant: String,
    /// Which rules.
    #[serde(default)]
    pub rules: RulesChoice,
    /// Where it begins; the game's own first position without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// The clock, if there is to be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
}

/// A position that is asked about. Without anything: the game on the board as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Place {
    /// The game on the board after so many plies (turns in Apocalypse).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// A position of its own, of the game with this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The rules there.
    #[serde(default)]
    pub rules: RulesChoice,
    /// Its FEN; the game's first position without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Moves played from there, in coordinate notation; in Apocalypse White's and Black's in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Which stored games are wanted; what is left out does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchGames {
    /// Games of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// From this day on, `2026-01-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Until this day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// A part of a player's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Games in whose opening this position stood; needs `variant`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Games to leave out at the beginning, the latest being the first.
    #[serde(default)]
    pub skip: usize,
    /// Most games to tell, at most 100.
    #[serde(default = "fifty")]
    pub most: usize,
}

fn fifty() -> usize {
    50
}

fn one() -> usize {
    1
}

/// What the page can ask for. Requests that change the game on the board carry the `version` of the state they were made
/// for, and are refused as stale if that has passed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Request {
    /// The first request of a page.
    Hello {
        /// The protocol that the page speaks.
        protocol: u32,
    },
    /// This page wants to play; the one that did watches from now on.
    Sit {},
    /// A position as the board shows it.
    View {
        /// Which one.
        #[serde(default)]
        place: Place,
    },
    /// What may be chosen there.
    Choices {
        /// Where.
        #[serde(default)]
        place: Place,
        /// The side that chooses: needed in Apocalypse alone.
        #[serde(default)]
        side: Option<Side>,
    },
    /// How a payment stands, and what may be added to it.
    Pay {
        /// Where.
        #[serde(default)]
        place: Place,
        /// The piece to be won over.
        target: String,
        /// The pieces paid so far.
        #[serde(default)]
        paid: Vec<String>,
    },
    /// Why a piece may not go there, or what it would do.
    Explain {
        /// Where.
        #[serde(default)]
        place: Place,
        /// The side that asks: needed in Apocalypse alone.
        #[serde(default)]
        side: Option<Side>,
        /// The piece's square, or the payer's.
        from: String,
        /// Where it was put, or the piece to be won over.
        to: String,
        /// Whether `from` was to pay for `to`.
        #[serde(default)]
        pay: bool,
    },
    /// Begins a game; the one on the board stays stored as it is.
    New(Box<NewGame>),
    /// Plays a move of the side whose turn it is.
    Play {
        /// The state it was chosen in.
        version: u64,
        /// In coordinate notation, as `choices` gives it.
        #[serde(rename = "move")]
        m: String,
        /// Whose it is: needed in Apocalypse alone.
        #[serde(default)]
        side: Option<Side>,
    },
    /// Takes back the last move, and the engine's before or after it.
    Undo {
        /// The state it was asked in.
        version: u64,
    },
    /// Gives the game up.
    Resign {
        /// The state it was asked in.
        version: u64,
        /// Who resigns.
        side: Side,
    },
    /// Offers a draw, or agrees to one that was offered.
    OfferDraw {
        /// The state it was asked in.
        version: u64,
        /// Who offers.
        side: Side,
    },
    /// Declines a draw that was offered.
    DeclineDraw {
        /// The state it was asked in.
        version: u64,
    },
    /// Lets an engine that thinks move at once.
    MoveNow {
        /// The state it was asked in.
        version: u64,
    },
    /// Lets a game between engines, or one whose clock runs, stand still and go on.
    Pause {
        /// The state it was asked in.
        version: u64,
        /// Whether it is to stand still.
        paused: bool,
    },
    /// Says something of a move, or of the game before its first move.
    Comment {
        /// The state it was written in.
        version: u64,
        /// The ply; none: the game.
        #[serde(default)]
        ply: Option<usize>,
        /// In words, at most [`crate::comment::LONGEST`] characters; none at all take the comment away.
        text: String,
    },
    /// Looks at a position that was set up by hand.
    Validate {
        /// The game.
        variant: String,
        /// Its rules.
        #[serde(default)]
        rules: RulesChoice,
        /// The position.
        fen: String,
    },
    /// Analyses a position until told to stop. A new analysis ends the one before.
    Analyse {
        /// Which one.
        #[serde(default)]
        place: Place,
        /// Lines wanted, 1 to 8.
        #[serde(default = "one")]
        lines: usize,
        /// Deepest iteration; none: as deep as there is time.
        #[serde(default)]
        depth: Option<u32>,
    },
    /// A good move, after a short look.
    Hint {
        /// Where.
        #[serde(default)]
        place: Place,
        /// For whom: needed in Apocalypse alone.
        #[serde(default)]
        side: Option<Side>,
    },
    /// What the opponent would do if it were his turn.
    Threat {
        /// Where.
        #[serde(default)]
        place: Place,
    },
    /// Looks at every position of the game on the board.
    Review {
        /// Milliseconds for each position, 10 to 60,000.
        millis: u32,
    },
    /// Ends analysis, hint, threat and review.
    Stop {},
    /// Both sides' odds in a turn of Apocalypse that the engine has played.
    Odds {
        /// The turn, from 0.
        ply: usize,
    },
    /// What was played in a position in the games that books are made of.
    Book {
        /// Which one.
        #[serde(default)]
        place: Place,
    },
    /// Stored games.
    List(SearchGames),
    /// Puts a stored game on the board.
    Open {
        /// Its number.
        game: u64,
    },
    /// Deletes a stored game; not the one on the board.
    Delete {
        /// Its number.
        game: u64,
    },
    /// Stores games from a PGN; the first of them comes on the board if it is the only one.
    Import {
        /// The PGN.
        text: String,
    },
    /// Games as PGN.
    Export {
        /// Their numbers; none: the game on the board.
        #[serde(default)]
        games: Vec<u64>,
        /// With the values that a review found, and its comments.
        #[serde(default)]
        values: bool,
    },
    /// The lessons and puzzles of a game.
    Lessons {
        /// The game.
        variant: String,
    },
    /// One puzzle.
    Puzzle {
        /// The game.
        variant: String,
        /// Its rules.
        #[serde(default)]
        rules: RulesChoice,
        /// Which one, from 0.
        number: usize,
    },
    /// Whether moves solve a task or a puzzle.
    Check {
        /// The task's or puzzle's name, as `lessons` and `puzzle` give it.
        task: String,
        /// All moves so far, the opponent's replies among them.
        moves: Vec<String>,
    },
    /// The rules of a game.
    RulesPage {
        /// The game.
        variant: String,
    },
}
