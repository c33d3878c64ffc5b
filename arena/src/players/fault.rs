//! Faults of engines.

use std::fmt;
use std::time::Duration;

use movegen::Color;
use serde::{Deserialize, Serialize};

/// A fault, which loses the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fault {
    /// The process ended, or could not be started: details.
    Crash(String),
    /// No answer within the timeout: to which command.
    Hang(String),
    /// Too much output.
    Flood,
    /// The answer came after the clock had run out: overrun.
    Time(Duration),
    /// An illegal move, or none: its text.
    Illegal(String),
    /// A false claim of a result, or a refused legal move: its text.
    Claim(String),
}

/// The kinds of faults, for counting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
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

impl FaultKind {
    /// Returns `true` if the process must be restarted.
    pub const fn needs_restart(self) -> bool {
        !matches!(self, Self::Time | Self::Illegal)
    }
}

impl Fault {
    /// Returns its kind.
    pub const fn kind(&self) -> FaultKind {
        match self {
            Self::Crash(_) => FaultKind::Crash,
            Self::Hang(_) => FaultKind::Hang,
            Self::Flood => FaultKind::Flood,
            Self::Time(_) => FaultKind::Time,
            Self::Illegal(_) => FaultKind::Illegal,
            Self::Claim(_) => FaultKind::Claim,
        }
    }

    /// Returns the reason as match runners print it. Test frameworks search it for `disconnect`, `stalls`, `on time`
    /// and `illegal`.
    pub fn reason(&self, side: Color) -> String {
        // The reason is printed in braces.
        let plain = |text: &str| text.replace(['{', '}'], "");
        match self {
            Self::Crash(_) => format!("{side:?} disconnects"),
            Self::Hang(_) => format!("{side:?}'s connection stalls"),
            Self::Flood => format!("{side:?}'s connection stalls: output flood"),
            Self::Time(overrun) => format!("{side:?} loses on time ({}ms overrun)", overrun.as_millis()),
            Self::Illegal(text) => format!("{side:?} makes an illegal move: {}", plain(text)),
            Self::Claim(text) => format!("{side:?} makes a false claim: {}", plain(text)),
        }
    }

    /// Returns the value of the PGN tag `Termination`.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Crash(_) => "abandoned",
            Self::Hang(_) | Self::Flood => "stalled connection",
            Self::Time(_) => "time forfeit",
            Self::Illegal(_) | Self::Claim(_) => "illegal move",
        }
    }
}

/// Formats all details, for logs.
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
