//! Playing below full strength: a shallower search, and a move chosen with a fault that grows as the skill falls.

use eval::Score;
use movegen::zobrist::splitmix64;

/// The skill that plays as well as it can.
pub const FULL: u32 = 20;
/// Lines a weakened search looks at.
pub const LINES: usize = 4;

/// Deepest iteration at a skill, in plies.
pub const fn depth(skill: u32) -> u32 {
    1 + skill
}

/// Which of the lines, best first, is played: each score is blurred by up to this many centipawns, by skill.
pub fn choose(scores: &[Score], skill: u32, seed: u64) -> usize {
    let blur = Score::try_from(10 + 12 * u64::from(FULL - skill.min(FULL))).unwrap_or_default();
    let blurred = scores.iter().enumerate().map(|(i, &score)| {
        let luck = (splitmix64(seed ^ i as u64) % blur as u64) as Score;
        (score + luck, i)
    });
    blurred.max_by_key(|&(score, i)| (score, std::cmp::Reverse(i))).map_or(0, |(_, i)| i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weaker_skill_errs_more_often() {
        let errors = |skill| (0..1_000).filter(|&seed| choose(&[50, 0, -40, -90], skill, seed) != 0).count();
        assert!(errors(0) > errors(10) && errors(10) > errors(19));
        assert_eq!(choose(&[500, 0], 19, 7), 0);
    }
}
