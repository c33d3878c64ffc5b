//! What is played: everything that a game depends on, so that it can be played again anywhere.

use movegen::variants::Rules;
use serde::{Deserialize, Serialize};

/// Games under equal conditions. Number and seed say everything about each of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The name of the game.
    pub game: String,
    /// Whether all royals but the last can be captured, in games that know the rule.
    pub assassination: bool,
    /// The position that games begin with; none for the game's own.
    pub start: Option<String>,
    /// What that position lacks of the game's own: `white n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// Nodes a move of the first and the second player. Equal players play one game from each opening, others two with colours
    /// exchanged.
    pub nodes: [u64; 2],
    /// So many plies at the beginning are drawn by their values; where both sides choose at once strategies are mixed anyway, and
    /// this is 0.
    pub sampled: u8,
    /// How far below the best move's expected score, 0 to 1, one is that is drawn 2.7 times more rarely.
    pub temperature: f64,
    /// The nodes of the search that values these moves, all at once.
    pub sampling_nodes: u64,
    /// What everything is drawn from.
    pub seed: u64,
    /// Plies after which a game is called off.
    pub longest: u16,
}

impl Experiment {
    /// Whether the players are the same.
    pub const fn is_between_equals(&self) -> bool {
        self.nodes[0] == self.nodes[1]
    }

    /// How many games are played from each opening.
    pub const fn games_each(&self) -> u64 {
        if self.is_between_equals() { 1 } else { 2 }
    }

    /// The rules played by.
    pub const fn rules(&self) -> Rules {
        Rules { assassination: self.assassination }
    }

    /// The name of the file for its games: `chess-500`, `insurrection-gentle-4000`, `empire-500-1000`, `chess-500-without-white-n`.
    pub fn name(&self) -> String {
        let gentle = if self.assassination { "" } else { "-gentle" };
        let [first, second] = self.nodes;
        let nodes = if self.is_between_equals() { first.to_string() } else { format!("{first}-{second}") };
        let odds = self.odds.as_ref().map_or_else(String::new, |odds| format!("-without-{}", odds.replace(' ', "-")));
        format!("{}{gentle}-{nodes}{odds}", self.game)
    }
}
