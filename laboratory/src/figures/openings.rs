//! Openings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::interval::Interval;
use crate::sheet::{OPENING, Sheet};

/// The openings of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Openings {
    /// Entropy in bits of the first ply, of the first two, and so on, while lines have eight games on average.
    pub entropy: Vec<Interval>,
    /// Number of different lines of [`OPENING`] plies.
    distinct: usize,
    /// The most frequent lines, each before its continuations.
    pub tree: Vec<Line>,
}

/// A line of moves from the start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The moves.
    pub moves: Vec<String>,
    /// Number of games.
    pub games: usize,
    /// Share of the games.
    pub share: Interval,
    /// White's score.
    pub white: Interval,
    /// White's expected score by the search that drew the last move.
    pub value: Interval,
}

/// Limits of the tree: depth and smallest share of a line.
const DEPTH: usize = 6;
const LEAST: f64 = 0.005;

/// Smallest mean number of games per line for an entropy.
const ENOUGH: usize = 8;

impl Openings {
    pub(super) fn of(sheets: &[Sheet]) -> Self {
        let mut by_line: BTreeMap<&[String], Vec<&Sheet>> = BTreeMap::new();
        for sheet in sheets {
            for end in 1..=sheet.opening.len() {
                by_line.entry(&sheet.opening[..end]).or_default().push(sheet);
            }
        }
        let of_length = |length: usize| by_line.iter().filter(move |(line, _)| line.len() == length);
        let entropy = (1..=OPENING)
            .take_while(|&length| (1..=sheets.len() / ENOUGH).contains(&of_length(length).count()))
            .map(|length| Interval::entropy(of_length(length).map(|(_, games)| games.len())))
            .collect();
        let is_common = |games: &[&Sheet]| games.len() as f64 >= LEAST * sheets.len() as f64;
        let tree = by_line
            .iter()
            .filter(|(line, games)| line.len() == 1 || line.len() <= DEPTH && is_common(games))
            .map(|(line, games)| Line {
                moves: line.to_vec(),
                games: games.len(),
                share: Interval::share(games.len(), sheets.len()),
                white: Interval::mean(games.iter().map(|sheet| sheet.score())),
                value: Interval::mean(games.iter().map(|sheet| sheet.plies[line.len() - 1].expected.into())),
            })
            .collect();
        Self { entropy, distinct: of_length(OPENING).count(), tree }
    }

    /// Returns the first moves, the most frequent first.
    pub fn first_moves(&self) -> Vec<&Line> {
        let mut lines: Vec<&Line> = self.tree.iter().filter(|line| line.moves.len() == 1).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.games));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Ply;

    fn game(moves: &[&str], half_points: u8) -> Sheet {
        let plies = moves.iter().map(|_| Ply { expected: 0.5, ..Ply::default() }).collect();
        Sheet { half_points, opening: moves.iter().map(|&m| m.to_owned()).collect(), plies, ..Sheet::default() }
    }

    #[test]
    fn lines_are_counted_with_what_they_brought() {
        let games = [game(&["e4", "e5"], 2), game(&["e4", "c5"], 0), game(&["e4", "e5"], 2), game(&["d4", "d5"], 1)];
        let games: Vec<Sheet> = games.into_iter().cycle().take(20).collect();
        let openings = Openings::of(&games);
        let first: Vec<_> = openings.first_moves().iter().map(|line| (line.moves[0].as_str(), line.games)).collect();
        assert_eq!(first, [("e4", 15), ("d4", 5)]);
        let line = openings.tree.iter().find(|line| line.moves == ["e4", "e5"]).unwrap();
        assert_eq!((line.games, line.white.value), (10, 1.0));
        assert_eq!(openings.entropy.len(), 1, "three lines are too many for twenty games");
        assert!((openings.entropy[0].value - 0.811 - 0.036).abs() < 1e-3, "{:?}", openings.entropy[0]);
    }
}
