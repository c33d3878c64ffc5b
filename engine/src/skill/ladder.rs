//! Strengths of the levels of play, from the manifests of the games. They are measured: `docs/results/levels.md` has the
//! matches, `scripts/bench/levels.py` plays them.

use super::Skill;

pub use gamedata::LEVELS;

/// The levels of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// Owner of the ladder: the requested game, its base, or chess.
    pub game: &'static str,
    /// The strengths of the levels but the last, from 0 to [`Skill::STRONGEST`], and the Elo of each level, the last one at
    /// 10,000 nodes a move; in chess on Stockfish's scale.
    levels: gamedata::Ladder,
}

impl Ladder {
    /// Returns the ladder of a game.
    pub fn of_game(game: &str) -> Self {
        let file = gamedata::ladder(game);
        Self { game: file.owner, levels: file.content }
    }

    /// Returns the strength of a level in hundredths, below the last one.
    pub(super) fn strength(&self, hundredths: u32) -> u32 {
        let at = |level: usize| self.levels.strengths.get(level - 1).copied().unwrap_or(Skill::STRONGEST);
        let hundredths = hundredths.clamp(100, 100 * LEVELS);
        let (level, part) = ((hundredths / 100) as usize, hundredths % 100);
        at(level) + (at(level + 1) - at(level)) * part / 100
    }

    /// Returns the level in hundredths with this Elo, clamped to the ladder.
    pub(super) fn hundredths_of_elo(&self, elo: u32) -> u32 {
        let above = self.levels.elo.iter().position(|&label| elo < label).unwrap_or(self.levels.elo.len());
        let (Some(&low), Some(&high)) = (self.levels.elo.get(above.wrapping_sub(1)), self.levels.elo.get(above)) else {
            return if above == 0 { 100 } else { 100 * LEVELS };
        };
        100 * above as u32 + 100 * (elo - low) / (high - low)
    }

    /// Returns the Elo of a level from 1 to [`LEVELS`].
    pub fn elo(&self, level: u32) -> u32 {
        self.levels.elo[(level.clamp(1, LEVELS) - 1) as usize]
    }

    /// Returns the lowest and the highest Elo of all games.
    pub fn range_of_elo() -> [u32; 2] {
        let all = || gamedata::games().iter().filter_map(|game| game.ladder).flat_map(|ladder| ladder.elo);
        [all().min().unwrap_or_default(), all().max().unwrap_or_default()]
    }
}

#[cfg(test)]
mod tests {
    use movegen::variants::NAMES;

    use super::*;

    #[test]
    fn levels_increase_in_strength() {
        for name in NAMES {
            let ladder = Ladder::of_game(name);
            let base = gamedata::game(name).and_then(|game| game.base);
            assert!(ladder.game == name || Some(ladder.game) == base, "{name} has the ladder of {}", ladder.game);
            assert!(
                ladder.levels.strengths.is_sorted_by(|low, high| low < high)
                    && ladder.levels.elo.is_sorted_by(|low, high| low < high)
            );
            assert!(ladder.levels.strengths.iter().all(|&strength| strength <= Skill::STRONGEST));
            for hundredths in 100..100 * LEVELS {
                assert!(ladder.strength(hundredths) <= ladder.strength(hundredths + 1), "{name} {hundredths}");
            }
        }
    }
}
