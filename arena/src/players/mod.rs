//! Players of a match: processes that speak UCI ([`uci`]) or the XBoard protocol ([`xboard`]), this project's engine in
//! this process ([`builtin`]), and two players without search ([`simple`]). Their faults are in [`fault`].

pub mod builtin;
mod client;
pub mod fault;
pub mod log;
pub mod process;
pub mod simple;
pub mod uci;
pub mod uci_lines;
pub mod xboard;

use std::time::Duration;

use movegen::{Color, Game, Record};
use serde::{Deserialize, Serialize};

use self::fault::Fault;
use crate::clock::Clock;

/// A value for the side to move, as engines report it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Centipawns.
    Cp(i32),
    /// Mate in this number of moves; being mated if zero or negative.
    Mate(i32),
}

/// Formats a value as PGN comments do: `+0.34`, `-M8`.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Cp(0) => write!(f, "0.00"),
            Self::Cp(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Self::Mate(moves) if moves > 0 => write!(f, "+M{}", 2 * i64::from(moves) - 1),
            Self::Mate(moves) => write!(f, "-M{}", -2 * i64::from(moves)),
        }
    }
}

/// An engine's report of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Thought {
    /// The value of its move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The value is a bound.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_bound: bool,
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth.
    pub selective_depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Nodes per second.
    pub speed: u64,
    /// Use of the hash table in permille.
    pub hash_full: u32,
    /// Hits in endgame tables.
    pub table_hits: u64,
    /// Time by the engine's clock, in milliseconds.
    pub time: u64,
    /// Principal variation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

impl Thought {
    /// Converts a value for White to a value for `side`.
    pub(crate) fn turn_to(&mut self, side: Color) {
        if side == Color::Black {
            self.value = self.value.map(|value| match value {
                Value::Cp(n) => Value::Cp(-n),
                Value::Mate(n) => Value::Mate(-n),
            });
        }
    }
}

/// A request for a move.
pub struct Ask<'a, G: Game> {
    /// The game so far, without the other side's move of a simultaneous turn.
    pub record: &'a Record<G>,
    /// The FEN of the start position.
    pub fen: &'a str,
    /// The moves so far as text, in the order of protocols.
    pub texts: &'a [String],
    /// The side that is to move.
    pub side: Color,
    /// The clocks by color.
    pub clocks: [&'a Clock; 2],
    /// Time limit of searches without a clock.
    pub timeout: Duration,
}

impl<G: Game> Ask<'_, G> {
    /// Returns the clock of the side to move.
    pub fn clock(&self) -> &Clock {
        self.clocks[self.side]
    }

    /// Returns the time after which the search is stopped.
    pub fn allowance(&self) -> Duration {
        self.clock().allowance().unwrap_or(self.timeout)
    }
}

/// A player's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// A move.
    Move(M),
    /// A move as text, for the referee to parse.
    Text(String),
    /// The player resigns.
    Resigns,
}

/// An answer with its time and report.
#[derive(Clone, Debug)]
pub struct Reply<M> {
    /// The answer.
    pub answer: Answer<M>,
    /// Time by the arena's clock.
    pub time: Duration,
    /// The report of the search.
    pub thought: Thought,
    /// Every line with a principal variation, for the referee to check.
    pub lines: Vec<String>,
}

/// An engine's description of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its author.
    pub author: String,
    /// The value of its option `Threads`, if it has one.
    pub threads: Option<String>,
    /// The value of its option `Hash`, if it has one.
    pub hash: Option<String>,
}

/// A player of one game.
pub trait Player<G: Game> {
    /// Returns its description.
    fn identity(&self) -> &Identity;

    /// Starts a game.
    fn new_game(&mut self, _ask: &Ask<'_, G>) -> Result<(), Fault> {
        Ok(())
    }

    /// Asks for a move.
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault>;

    /// Ends a game with its result and reason.
    fn game_over(&mut self, _result: &str, _reason: &str) {}

    /// Returns `true` if it must be restarted before the next game.
    fn needs_new_process(&self) -> bool {
        false
    }

    /// Returns the warnings since the last call.
    fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_formatted_as_in_pgn_comments() {
        let written = [Value::Cp(34), Value::Cp(-7), Value::Cp(0), Value::Mate(5), Value::Mate(-4), Value::Mate(0)];
        assert_eq!(written.map(|value| value.to_string()), ["+0.34", "-0.07", "0.00", "+M9", "-M8", "-M0"]);
    }
}
