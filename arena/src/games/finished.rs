//! A game that is over, as plain data: what reports, files and the state of a match are made of. Names are keys of the
//! state file.

use std::time::Duration;

use movegen::Color;
use serde::{Deserialize, Serialize};

use crate::players::Thought;
use crate::players::fault::Sort;

/// A choice that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// In coordinate notation, as protocols send it.
    #[serde(rename = "m")]
    pub text: String,
    /// As games are written down.
    #[serde(rename = "s")]
    pub algebraic: String,
    /// Who made it.
    #[serde(rename = "w")]
    pub by_white: bool,
    /// Whether it belongs to the opening.
    #[serde(rename = "b", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_book: bool,
    /// By the arena's clock, in milliseconds.
    #[serde(rename = "t", default)]
    pub millis: u64,
    /// The clock after it, in milliseconds.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// What was told of the search.
    #[serde(rename = "i", default)]
    pub thought: Thought,
}

/// What one engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blame {
    /// The engine's place in the match.
    pub engine: usize,
    /// The colour it had, `White` or `Black`.
    pub side: String,
    /// The sort of fault.
    pub sort: Sort,
    /// Everything that is known.
    pub detail: String,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// Its number in the match, from 1.
    pub id: usize,
    /// The number of its encounter, from 0.
    pub encounter: usize,
    /// The engines by colour, by their place in the match.
    pub engines: [usize; 2],
    /// Whether White is the first engine of the encounter.
    pub first_is_white: bool,
    /// The names that the engines gave themselves, by colour.
    pub identities: [(String, String); 2],
    /// The position it began with.
    pub fen: String,
    /// The last position.
    pub last_fen: String,
    /// Whether Black moved first, and the number of the first move.
    pub begins: (bool, u32),
    /// The choices.
    pub steps: Vec<Step>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count.
    pub result: String,
    /// Why, in the words of match runners.
    pub reason: String,
    /// The same as the tag `Termination`.
    pub termination: String,
    /// What was done wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blames: Vec<Blame>,
    /// The text of a disputed move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disputed: Option<String>,
    /// When it began and ended, in seconds since 1970.
    pub when: (u64, u64),
    /// What engines needed for their choices, and what the game took in all.
    pub spent: (Duration, Duration),
}

impl Finished {
    /// The half points of the first engine of the encounter: 0, 1 or 2; `None` if the game does not count.
    pub fn half_points(&self) -> Option<usize> {
        match (self.result.as_str(), self.first_is_white) {
            ("1-0", true) | ("0-1", false) => Some(2),
            ("1-0", false) | ("0-1", true) => Some(0),
            ("1/2-1/2", _) => Some(1),
            _ => None,
        }
    }

    /// The engine that had a colour.
    pub const fn engine(&self, side: Color) -> usize {
        self.engines[side as usize]
    }

    /// Returns the last position as a line of EPD.
    pub fn epd(&self) -> String {
        games::epd::write(&self.last_fen)
    }

    /// The moves as a protocol lists them.
    pub fn texts(&self) -> String {
        self.steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// A game without moves that ended in this position.
#[cfg(test)]
pub(crate) fn example(fen: &str) -> Finished {
    Finished {
        id: 1,
        encounter: 0,
        engines: [0, 1],
        first_is_white: true,
        identities: Default::default(),
        fen: fen.to_owned(),
        last_fen: fen.to_owned(),
        begins: (false, 1),
        steps: Vec::new(),
        result: "1-0".to_owned(),
        reason: "White mates".to_owned(),
        termination: "normal".to_owned(),
        blames: Vec::new(),
        disputed: None,
        when: (0, 0),
        spent: (Duration::ZERO, Duration::ZERO),
    }
}
