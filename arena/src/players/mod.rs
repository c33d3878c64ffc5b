//! What sits at the board: asked for a move, it answers or is at fault ([`fault`]). A player is a process that speaks UCI
//! ([`uci`]) or the XBoard protocol ([`xboard`]), this project's engine in this process ([`builtin`]), or one that
//! searches nothing ([`simple`]).

pub mod builtin;
mod connection;
pub mod fault;
mod judge;
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
pub use self::judge::Judge;
use crate::clock::Clock;

/// A value as engines tell it, from the side that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Centipawns.
    Cp(i32),
    /// A win in so many moves; a loss if negative, and at once if zero.
    Mate(i32),
}

/// A value as PGN comments show it: `+0.34`, `-M8`.
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

/// What an engine told of its last search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The value of its move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Whether the value is only a bound.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_bound: bool,
    /// Plies.
    #[serde(default)]
    pub depth: u32,
    /// The deepest ply.
    #[serde(default)]
    pub selective_depth: u32,
    /// Positions.
    #[serde(default)]
    pub nodes: u64,
    /// Positions a second.
    #[serde(default)]
    pub speed: u64,
    /// Use of the hash table in permille.
    #[serde(default)]
    pub hash_full: u32,
    /// Hits in tables of endings.
    #[serde(default)]
    pub table_hits: u64,
    /// Milliseconds that the engine says it took.
    #[serde(default)]
    pub time: u64,
    /// The moves that it expects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

impl Thought {
    /// Takes the value for White's and makes it that of a side.
    pub(crate) fn turn_to(&mut self, side: Color) {
        if side == Color::Black {
            self.value = self.value.map(|value| match value {
                Value::Cp(n) => Value::Cp(-n),
                Value::Mate(n) => Value::Mate(-n),
            });
        }
    }
}

/// What a player is asked.
pub struct Ask<'a, G: Game> {
    /// The game so far. Where both sides choose at once, the other side's choice of this turn is not in it.
    pub record: &'a Record<G>,
    /// The FEN that the game began with.
    pub fen: &'a str,
    /// The choices so far as text, in the order in which protocols list them.
    pub texts: &'a [String],
    /// The side that is to choose.
    pub side: Color,
    /// The clocks by colour.
    pub clocks: [&'a Clock; 2],
    /// How long to wait for an answer when no clock runs.
    pub patience: Duration,
}

impl<G: Game> Ask<'_, G> {
    /// The clock of the side asked.
    pub fn clock(&self) -> &Clock {
        self.clocks[self.side]
    }

    /// How long to wait before the search is told to stop.
    pub fn allowance(&self) -> Duration {
        self.clock().allowance().unwrap_or(self.patience)
    }
}

/// What a player says when it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said<M> {
    /// A move.
    Move(M),
    /// A move as text, to be understood by the referee.
    Text(String),
    /// It gives up.
    Resigns,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply<M> {
    /// What was said.
    pub said: Said<M>,
    /// How long it took by the arena's clock.
    pub time: Duration,
    /// What was told of the search.
    pub thought: Thought,
    /// Every line of play that was told during the search, for the referee to check, as the engine wrote it.
    pub lines: Vec<String>,
}

/// What an engine says it is.
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

/// A player of one sort of game.
pub trait Player<G: Game> {
    /// What it says it is.
    fn identity(&self) -> &Identity;

    /// A game begins, in which it has this colour.
    ///
    /// # Errors
    /// What it did wrong.
    fn new_game(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault>;

    /// Asks for a choice.
    ///
    /// # Errors
    /// What it did wrong.
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault>;

    /// The game is over: its result and the reason.
    fn game_over(&mut self, result: &str, reason: &str);

    /// Whether it cannot play another game and has to be started anew.
    fn is_spent(&self) -> bool {
        false
    }

    /// Warnings since this was last asked, to be shown.
    fn take_warnings(&mut self) -> Vec<String>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_in_pgn_comments() {
        let written = [Value::Cp(34), Value::Cp(-7), Value::Cp(0), Value::Mate(5), Value::Mate(-4), Value::Mate(0)];
        assert_eq!(written.map(|value| value.to_string()), ["+0.34", "-0.07", "0.00", "+M9", "-M8", "-M0"]);
    }
}
