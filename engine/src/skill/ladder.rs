//! The ladder: which strength each level has in each game. Measured, not derived: `docs/results/levels.md` has the matches,
//! `scripts/levels.py` plays them again.

use super::Skill;

/// The number of levels; the last one is full strength.
pub const LEVELS: u32 = 10;

/// The levels of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// The game's name.
    pub game: &'static str,
    /// The strengths of the levels but the last, from 0 to [`Skill::STRONGEST`].
    strengths: [u32; LEVELS as usize - 1],
    /// What each level, the last one at 10,000 nodes a move, is worth in Elo; in chess on Stockfish's scale.
    elo: [u32; LEVELS as usize],
}

/// Insurrection's. Anarchism's steps are the same within what matches can tell.
const COUPS: Ladder = Ladder {
    game: "insurrection",
    strengths: [66, 140, 254, 389, 528, 650, 776, 902, 964],
    elo: [420, 597, 774, 951, 1128, 1305, 1482, 1659, 1836, 2013],
};

/// The ladders. A game without one has that of chess.
const LADDERS: [Ladder; 6] = [
    Ladder {
        game: "chess",
        strengths: [142, 215, 322, 440, 561, 688, 807, 899, 964],
        elo: [420, 603, 786, 969, 1152, 1335, 1518, 1701, 1884, 2067],
    },
    Ladder {
        game: "empire",
        strengths: [176, 249, 369, 489, 614, 724, 830, 919, 971],
        elo: [420, 615, 810, 1005, 1200, 1395, 1590, 1785, 1980, 2175],
    },
    COUPS,
    Ladder { game: "anarchism", ..COUPS },
    Ladder {
        game: "subversion",
        strengths: [112, 196, 298, 417, 549, 680, 785, 887, 957],
        elo: [420, 604, 788, 972, 1156, 1340, 1524, 1708, 1892, 2076],
    },
    Ladder {
        game: "apocalypse",
        strengths: [0, 136, 201, 243, 267, 291, 465, 577, 731],
        elo: [420, 524, 628, 732, 836, 940, 1044, 1148, 1252, 1356],
    },
];

impl Ladder {
    /// That of a game.
    pub fn of_game(game: &str) -> &'static Self {
        LADDERS.iter().find(|ladder| ladder.game == game).unwrap_or(&LADDERS[0])
    }

    /// The strength of a level in hundredths, short of the last one.
    pub(super) fn strength(&self, hundredths: u32) -> u32 {
        let at = |level: usize| self.strengths.get(level - 1).copied().unwrap_or(Skill::STRONGEST);
        let hundredths = hundredths.clamp(100, 100 * LEVELS);
        let (level, part) = ((hundredths / 100) as usize, hundredths % 100);
        at(level) + (at(level + 1) - at(level)) * part / 100
    }

    /// The level, in hundredths, that plays so well: the first one below the scale, the last one above it.
    pub(super) fn hundredths_of_elo(&self, elo: u32) -> u32 {
        let above = self.elo.iter().position(|&label| elo < label).unwrap_or(self.elo.len());
        let (Some(&low), Some(&high)) = (self.elo.get(above.wrapping_sub(1)), self.elo.get(above)) else {
            return if above == 0 { 100 } else { 100 * LEVELS };
        };
        100 * above as u32 + 100 * (elo - low) / (high - low)
    }

    /// What a level from 1 to [`LEVELS`] is worth in Elo.
    pub fn elo(&self, level: u32) -> u32 {
        self.elo[(level.clamp(1, LEVELS) - 1) as usize]
    }

    /// The lowest and the highest number of all games.
    pub fn range_of_elo() -> [u32; 2] {
        let all = || LADDERS.iter().flat_map(|ladder| ladder.elo);
        [all().min().unwrap_or_default(), all().max().unwrap_or_default()]
    }
}

#[cfg(test)]
mod tests {
    use movegen::variants::NAMES;

    use super::*;

    #[test]
    fn every_level_of_every_game_is_stronger_than_the_one_before() {
        for name in NAMES {
            let ladder = Ladder::of_game(name);
            assert_eq!(ladder.game, name, "every game has a ladder of its own");
            assert!(
                ladder.strengths.is_sorted_by(|low, high| low < high)
                    && ladder.elo.is_sorted_by(|low, high| low < high)
            );
            assert!(ladder.strengths.iter().all(|&strength| strength <= Skill::STRONGEST));
            for hundredths in 100..100 * LEVELS {
                assert!(ladder.strength(hundredths) <= ladder.strength(hundredths + 1), "{name} {hundredths}");
            }
        }
    }
}
