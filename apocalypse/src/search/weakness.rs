//! Playing below full strength, on the ladder of levels that all games have: fewer turns looked ahead, and choices made at a
//! glance instead of drawn from the strategy.
//!
//! Beginners do not choose at random. They see some of their choices, think of one thing that the opponent
//! may do meanwhile, misjudges what comes of both, and takes what looks best. So does a `glance`; the better the player, the
//! less is overlooked, the more replies are thought of, and the more choices are thought about by the search. A glance never
//! gambles: a gamble is a plan.

use engine::Limits;
use engine::skill::{Luck, Skill, on_course};
use movegen::Color;

use crate::rules::{Choice, Position};
use crate::values::{Estimate, outcome_value};

/// The abilities of a weakened player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weakness {
    /// Turns looked ahead at most.
    depth: u32,
    /// Choices made at a glance, in thousandths.
    glances: u32,
    /// The probability that a glance overlooks a choice of the player's own, in thousandths.
    blindness: u32,
    /// Replies that a glance thinks of.
    replies: usize,
    /// By how much a glance misjudges a choice at most, in thousandths of a point.
    blur: u32,
}

/// Strengths, in ascending order, and what a player is able to do there: turns looked ahead, glances and blindness in thousandths,
/// replies, and blur. Between them one goes in a straight line. Up to [`FIRST_THOUGHT`] every choice is made at a glance.
const COURSE: [(u32, [i64; 5]); 3] =
    [(0, [1, 1000, 800, 1, 1500]), (FIRST_THOUGHT, [1, 1000, 150, 2, 150]), (Skill::STRONGEST, [4, 0, 50, 5, 50])];

/// The strength from which on choices are thought about.
const FIRST_THOUGHT: u32 = 300;

impl Weakness {
    /// That of a skill; `None` at full strength.
    pub(super) fn of(skill: Skill) -> Option<Self> {
        skill.strength(<Position as movegen::Game>::NAME).map(Self::of_strength)
    }

    fn of_strength(strength: u32) -> Self {
        let [depth, glances, blindness, replies, blur] = on_course(&COURSE, strength);
        Self { depth, glances, blindness, replies: replies as usize, blur }
    }

    /// The limits of the player's search.
    pub(super) fn limits(self, limits: &Limits) -> Limits {
        Limits { depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))), ..limits.clone() }
    }

    /// Returns the choice made at a glance, if this turn's is made so.
    pub(super) fn glance(self, outlook: &Outlook, seed: u64) -> Option<Choice> {
        (Luck(seed).below(1000, TURN) < self.glances).then(|| self.choice_at_a_glance(outlook, seed)).flatten()
    }

    /// Returns the probabilities of all choices: of those of the search, `thought`, and of those made at a glance, which are
    /// counted in [`SAMPLES`] glances. `seed` is that of the glance made in the game.
    pub(super) fn odds(self, outlook: &Outlook, thought: &[(Choice, f64)], seed: u64) -> Vec<(Choice, f64)> {
        let share = f64::from(self.glances) / 1000.0;
        let mut odds: Vec<_> = thought.iter().map(|&(choice, odds)| (choice, odds * (1.0 - share))).collect();
        for choice in (0..SAMPLES).filter_map(|i| self.choice_at_a_glance(outlook, seed ^ i << 32)) {
            let added = share / SAMPLES as f64;
            match odds.iter_mut().find(|(other, _)| *other == choice) {
                Some((_, odds)) => *odds += added,
                None => odds.push((choice, added)),
            }
        }
        odds.retain(|(_, odds)| *odds > 0.0);
        odds.sort_by(|a, b| b.1.total_cmp(&a.1));
        odds
    }

    fn choice_at_a_glance(self, outlook: &Outlook, seed: u64) -> Option<Choice> {
        let luck = Luck(seed);
        let is_seen = |choice: Choice| luck.below(1000, question(choice, 1)) >= self.blindness;
        let sees_any = outlook.own.iter().any(|&(choice, _)| is_seen(choice));
        let mut replies: Vec<usize> = (0..outlook.replies.len()).collect();
        replies.sort_by_key(|&reply| luck.below(u32::MAX, question(outlook.replies[reply], 2)));
        replies.truncate(self.replies);
        let hope = |choice: Choice, values: &[f64]| {
            let mean = replies.iter().map(|&reply| values[reply]).sum::<f64>() / replies.len().max(1) as f64;
            let blur = f64::from(luck.below(2 * self.blur + 1, question(choice, 3))) - f64::from(self.blur);
            mean + blur / 1000.0
        };
        let seen = outlook.own.iter().filter(|&&(choice, _)| !sees_any || is_seen(choice));
        let hopes = seen.map(|(choice, values)| (hope(*choice, values), *choice));
        hopes.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, choice)| choice)
    }
}

/// The view of a glance: the safe choices of a side and the replies, with the value of each pair for the side.
pub(super) struct Outlook {
    own: Vec<(Choice, Vec<f64>)>,
    replies: Vec<Choice>,
}

impl Outlook {
    /// `among` are the only choices to consider, unless there are none.
    pub(super) fn new<E: Estimate>(pos: &Position, side: Color, among: &[Choice], evaluator: &E) -> Self {
        let replies: Vec<Choice> = pos.safe_choices(!side).iter().copied().collect();
        let sign = if side == Color::White { 1.0 } else { -1.0 };
        let value = |choice: Choice, reply: Choice| {
            let after = pos.resolve(if side == Color::White { [choice, reply] } else { [reply, choice] });
            sign * after.outcome().map_or_else(|| evaluator.value(&after), outcome_value)
        };
        let mut own = pos.safe_choices(side);
        own.retain(|choice| among.is_empty() || among.contains(choice));
        let values = |choice: Choice| replies.iter().map(|&reply| value(choice, reply)).collect();
        Self { own: own.iter().map(|&choice| (choice, values(choice))).collect(), replies }
    }
}

/// Glances by which their probabilities are estimated.
const SAMPLES: u64 = 2000;

/// The question that is not about a choice: whether this turn's is made at a glance.
const TURN: u64 = u64::MAX;

/// One of several questions about a choice.
fn question(choice: Choice, number: u64) -> u64 {
    u64::from(choice.bits()) << 2 | number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Material;
    use movegen::zobrist::splitmix64;

    #[test]
    fn a_stronger_player_is_better_in_everything() {
        for strength in 0..Skill::STRONGEST {
            let [weak, strong] = [strength, strength + 1].map(Weakness::of_strength);
            assert!(weak.depth <= strong.depth && weak.replies <= strong.replies, "{strength}");
            assert!(weak.glances >= strong.glances && weak.blindness >= strong.blindness, "{strength}");
            assert!(weak.blur >= strong.blur, "{strength}");
        }
        assert_eq!(Weakness::of(Skill::Full), None);
        assert_eq!(Weakness::of(Skill::level(1)).map(|weakness| weakness.glances), Some(1000));
    }

    #[test]
    fn glances_never_gamble_and_have_the_expected_frequency() {
        let (pos, half) = (<Position as movegen::Game>::start(), Weakness::of_strength(650));
        let outlook = Outlook::new(&pos, Color::White, &[], &Material);
        let glance = |seed| half.glance(&outlook, splitmix64(seed));
        let glances: Vec<Choice> = (0..10_000).filter_map(glance).collect();
        assert!((4_800..5_200).contains(&glances.len()), "{}", glances.len());
        assert!(glances.iter().all(|choice| !choice.is_speculative()));
        assert!(glances.iter().any(|&choice| choice != glances[0]), "not always the same");
        let thought = [(Choice::safe(crate::rules::Square::at(0, 1), crate::rules::Square::at(0, 2)), 1.0)];
        let odds = half.odds(&outlook, &thought, 7);
        assert!((odds.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
        for (choice, share) in odds.into_iter().filter(|(choice, _)| *choice != thought[0].0) {
            let frequency = glances.iter().filter(|&&other| other == choice).count() as f64 / 10_000.0;
            assert!((share - frequency).abs() < 0.02, "{choice}: {share}, {frequency}");
        }
    }

    /// Black's last pawn is blocked, and White's knight on c3 wins by taking it.
    #[test]
    fn weak_players_win_only_if_they_see_it() {
        let pos: Position = "n4/4p/2N1P/5/4N w - - 0 1 00".parse().unwrap();
        let outlook = Outlook::new(&pos, Color::White, &[], &Material);
        let keen = Weakness { depth: 1, glances: 1000, blindness: 0, replies: 1, blur: 100 };
        let blind = Weakness { blindness: 1000, blur: 2000, ..keen };
        let played = |weakness: Weakness, seed| weakness.glance(&outlook, seed).unwrap();
        assert!((0..50).all(|seed| played(keen, seed).to_string() == "c3e4"));
        assert!((0..50).any(|seed| played(blind, seed).to_string() != "c3e4"));
    }
}
