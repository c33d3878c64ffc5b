//! Data of a finished game, for reports, files and the state of a match. Field names are keys of the state file.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::players::Thought;
use crate::players::fault::FaultKind;

/// A choice of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The choice in coordinate notation, as in protocols.
    #[serde(rename = "m")]
    pub text: String,
    /// The choice in algebraic notation.
    #[serde(rename = "s")]
    pub algebraic: String,
    /// `true` if White made it.
    #[serde(rename = "w")]
    pub by_white: bool,
    /// `true` if it belongs to the opening.
    #[serde(rename = "b", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_book: bool,
    /// The time by the arena's clock in milliseconds.
    #[serde(rename = "t", default)]
    pub millis: u64,
    /// The remaining time after it in milliseconds.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// The report of the search.
    #[serde(rename = "i", default)]
    pub thought: Thought,
}

/// A fault of one engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blame {
    /// The index of the engine in the match.
    pub engine: usize,
    /// Its colour, `White` or `Black`.
    pub side: String,
    /// The type of the fault.
    #[serde(rename = "sort")]
    pub kind: FaultKind,
    /// The details.
    pub detail: String,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Finished {
    /// Its number in the match, from 1.
    pub id: usize,
    /// The number of its encounter, from 0.
    pub encounter: usize,
    /// The indices of the engines in the match, by colour.
    pub engines: [usize; 2],
    /// `true` if White is the first engine of the encounter.
    pub first_is_white: bool,
    /// The names and authors reported by the engines, by colour.
    pub identities: [(String, String); 2],
    /// The first position.
    pub fen: String,
    /// The last position.
    pub last_fen: String,
    /// `true` if Black moved first, and the number of the first move.
    pub begins: (bool, u32),
    /// The choices.
    pub steps: Vec<Step>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count.
    pub result: String,
    /// The reason, in the wording of other match runners.
    pub reason: String,
    /// The value of the tag `Termination`.
    pub termination: String,
    /// The faults of engines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blames: Vec<Blame>,
    /// The text of a disputed move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disputed: Option<String>,
    /// The times of beginning and end in seconds since 1970.
    pub when: (u64, u64),
    /// The time that engines used for their choices, and the duration of the game.
    pub spent: (Duration, Duration),
}

impl Finished {
    /// Returns the half points of the first engine of the encounter: 0, 1 or 2; `None` if the game does not count.
    pub fn half_points(&self) -> Option<usize> {
        match (self.result.as_str(), self.first_is_white) {
            ("1-0", true) | ("0-1", false) => Some(2),
            ("1-0", false) | ("0-1", true) => Some(0),
            ("1/2-1/2", _) => Some(1),
            _ => None,
        }
    }

    /// Returns the choices in coordinate notation, separated by blanks.
    pub fn texts(&self) -> String {
        self.steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}
