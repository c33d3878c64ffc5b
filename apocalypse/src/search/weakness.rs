//! Playing below full strength, on the same ladder of levels as the other games: fewer turns looked ahead, and now and then a
//! choice made on a whim instead of one drawn from the strategy.

use engine::Limits;
use engine::skill::Skill;
use movegen::Color;
use movegen::zobrist::splitmix64;

use super::sample;
use crate::rules::{Choice, Position};

/// What a weakened player does worse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weakness {
    /// Turns looked ahead at most.
    depth: u32,
    /// How many choices of a thousand are made on a whim.
    whims: u64,
}

/// Whims of a thousand at the first level and at the one below full strength.
const WHIMS: [u64; 2] = [800, 40];

impl Weakness {
    /// That of a skill; `None` at full strength.
    pub(super) fn of(skill: Skill) -> Option<Self> {
        let hundredths = u64::from(skill.hundredths(<Position as movegen::Game>::NAME));
        let [first, last] = WHIMS;
        // A turn more with every third level.
        let depth = 1 + (hundredths as u32 - 100) / 300;
        let weakness = Self { depth, whims: first - (first - last) * (hundredths - 100).min(800) / 800 };
        (hundredths < 1000).then_some(weakness)
    }

    /// The limits of the player's search.
    pub(super) fn limits(self, limits: &Limits) -> Limits {
        Limits { depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))), ..limits.clone() }
    }

    /// The choice made on a whim, any that is no gamble, if this turn has one. `among` are the only choices to consider,
    /// unless there are none.
    pub(super) fn whim(self, pos: &Position, side: Color, among: &[Choice], seed: u64) -> Option<Choice> {
        let luck = splitmix64(seed ^ 0x77);
        if luck % 1000 >= self.whims {
            return None;
        }
        let mut choices = pos.choices(side);
        choices.retain(|choice| !choice.is_speculative() && (among.is_empty() || among.contains(choice)));
        let share = 1.0 / choices.len().max(1) as f64;
        sample::draw(choices.iter().map(|&choice| (choice, share)), luck)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_looks_as_far_as_the_one_before_and_has_fewer_whims() {
        let levels: Vec<Weakness> = (1..10).filter_map(|level| Weakness::of(Skill::level(level))).collect();
        assert_eq!(levels.len(), 9);
        assert!(levels.windows(2).all(|two| two[0].depth <= two[1].depth && two[0].whims > two[1].whims));
        assert_eq!((levels[0].whims, levels[8].whims), (WHIMS[0], WHIMS[1]));
        assert_eq!(Weakness::of(Skill::Full), None);
    }

    #[test]
    fn whims_are_no_gambles_and_come_as_often_as_the_level_says() {
        let (pos, weakest) = (<Position as movegen::Game>::start(), Weakness::of(Skill::level(1)).unwrap());
        let whims: Vec<Choice> =
            (0..10_000).filter_map(|seed| weakest.whim(&pos, Color::White, &[], splitmix64(seed))).collect();
        assert!((7_800..8_200).contains(&whims.len()), "{}", whims.len());
        assert!(whims.iter().all(|choice| !choice.is_speculative()));
        assert!(whims.iter().any(|&choice| choice != whims[0]), "not always the same");
    }
}
