//! What engines do wrong, told apart.

use std::fmt;
use std::time::Duration;

use movegen::Color;
use serde::{Deserialize, Serialize};

/// Something that an engine has done wrong and that ends its game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fault {
    /// The process ended, or could not be started: how.
    Crash(String),
    /// No answer in the time granted to it besides the clock: to what.
    Hang(String),
    /// More output than any search has to say.
    Flood,
    /// The answer came, or would have come, after the clock had run out: by so much.
    Time(Duration),
    /// A move that the rules do not allow, or none: its text.
    Illegal(String),
    /// A result claimed that the rules do not confirm, or a legal move of the opponent refused: its words.
    Claim(String),
}

/// The sorts of faults, for counting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// [`Fault::Crash`].
    Crash,
    /// [`Fault::Hang`].
    Hang,
    /// [`Fault::Flood`].
    Flood,
    /// [`Fault::Time`].
    Time,
    /// [`Fault::Illegal`].
    Illegal,
    /// [`Fault::Claim`].
    Claim,
}

impl Sort {
    /// All sorts.
    pub const ALL: [Self; 6] = [Self::Crash, Self::Hang, Self::Flood, Self::Time, Self::Illegal, Self::Claim];

    /// Whether the process is dead or cannot be trusted any more.
    pub const fn needs_restart(self) -> bool {
        !matches!(self, Self::Time | Self::Illegal)
    }

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Flood => "flood",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Claim => "claim",
        }
    }
}

impl Fault {
    /// Its sort.
    pub const fn sort(&self) -> Sort {
        match self {
            Self::Crash(_) => Sort::Crash,
            Self::Hang(_) => Sort::Hang,
            Self::Flood => Sort::Flood,
            Self::Time(_) => Sort::Time,
            Self::Illegal(_) => Sort::Illegal,
            Self::Claim(_) => Sort::Claim,
        }
    }

    /// The words of match runners for a game lost by it. Test frameworks look for `disconnect`, `stalls`, `on time`
    /// and `illegal` in them.
    pub fn reason(&self, side: Color) -> String {
        let side = name(side);
        // The words stand in braces.
        let plain = |text: &str| text.replace(['{', '}'], "");
        match self {
            Self::Crash(_) => format!("{side} disconnects"),
            Self::Hang(_) => format!("{side}'s connection stalls"),
            Self::Flood => format!("{side}'s connection stalls: output flood"),
            Self::Time(overrun) => format!("{side} loses on time ({}ms overrun)", overrun.as_millis()),
            Self::Illegal(text) => format!("{side} makes an illegal move: {}", plain(text)),
            Self::Claim(text) => format!("{side} makes a false claim: {}", plain(text)),
        }
    }

    /// What the tag `Termination` of a PGN says of a game that ended so.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Crash(_) => "abandoned",
            Self::Hang(_) | Self::Flood => "stalled connection",
            Self::Time(_) => "time forfeit",
            Self::Illegal(_) | Self::Claim(_) => "illegal move",
        }
    }
}

/// The whole of what is known, for logs.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash(how) => write!(f, "crash: {how}"),
            Self::Hang(what) => write!(f, "hang: {what}"),
            Self::Flood => write!(f, "flood of output"),
            Self::Time(overrun) => write!(f, "time overrun by {} ms", overrun.as_millis()),
            Self::Illegal(text) => write!(f, "illegal move '{text}'"),
            Self::Claim(text) => write!(f, "false claim '{text}'"),
        }
    }
}

/// `White` or `Black`.
pub const fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
