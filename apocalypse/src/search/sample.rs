//! Drawing a choice from a mixed strategy.

use crate::rules::Choice;
use movegen::zobrist::splitmix64;

/// Safe choices less likely than this are not drawn: at the horizon of a search they are noise.
const LEAST: f64 = 0.01;

/// The same for speculative choices, which are worth the chance of a penalty point only as a threat that the opponent
/// sees: most opponents do not, and of what the strategy guarantees hardly anything is lost
/// (`docs/results/apocalypse.md`).
const MIN_SPECULATIVE_SHARE: f64 = 0.1;

/// The same for speculative choices of a side that has a penalty point already, and so loses the game when one is void.
const MIN_FATAL_SHARE: f64 = 0.2;

/// The strategy that is really played by a side with so many penalty points: without what is unlikely, in proportion.
pub fn played(mix: &[(Choice, f64)], penalties: u8) -> impl Iterator<Item = (Choice, f64)> {
    let is_likely = move |(choice, share): &&(Choice, f64)| {
        *share
            >= match (choice.is_speculative(), penalties) {
                (false, _) => LEAST,
                (true, 0) => MIN_SPECULATIVE_SHARE,
                (true, _) => MIN_FATAL_SHARE,
            }
    };
    // A strategy of many unlikely choices is played as it is.
    let is_thin = !mix.iter().any(|entry| is_likely(&entry));
    let likely = mix.iter().filter(move |entry| is_thin || is_likely(entry));
    let sum: f64 = likely.clone().map(|(_, share)| share).sum();
    likely.map(move |&(choice, share)| (choice, share / sum))
}

/// Draws a choice with the probabilities given, which sum to 1. The same seed draws the same choice; none where there is
/// nothing to choose.
pub fn draw(mix: impl IntoIterator<Item = (Choice, f64)>, seed: u64) -> Option<Choice> {
    let mut rest = (splitmix64(seed) >> 11) as f64 / (1_u64 << 53) as f64;
    let mut last = None;
    for (choice, share) in mix {
        if rest < share {
            return Some(choice);
        }
        rest -= share;
        last = Some(choice);
    }
    // Rounding may leave a trace.
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    fn choice(to: u8) -> Choice {
        Choice::safe(Square::new(0), Square::new(to))
    }

    #[test]
    fn drawn_choices_have_the_frequencies_of_the_strategy() {
        let mix = [(choice(1), 0.6), (choice(2), 0.395), (choice(3), 0.005)];
        let drawn = |to| (0..10_000).filter(move |&seed| draw(played(&mix, 0), seed) == Some(choice(to)));
        let count = |to| drawn(to).count() as f64 / 10_000.0;
        assert!((count(1) - 0.6 / 0.995).abs() < 0.02 && (count(2) - 0.395 / 0.995).abs() < 0.02);
        assert_eq!(count(3), 0.0, "a trace is never drawn");
        assert_eq!(draw([], 1), None);
    }

    #[test]
    fn unlikely_gamble_is_not_drawn() {
        let gamble = |to| Choice::speculative(Square::new(0), Square::new(to));
        let mix = [(choice(1), 0.6), (gamble(2), 0.32), (gamble(3), 0.08)];
        for penalties in [0, 1] {
            let played: Vec<_> = played(&mix, penalties).collect();
            assert_eq!(played.iter().map(|(choice, _)| *choice).collect::<Vec<_>>(), [choice(1), gamble(2)]);
            assert!((played[0].1 - 0.6 / 0.92).abs() < 1e-12);
        }
        let thin: Vec<_> = (1..=12).map(|to| (gamble(to), 1.0 / 12.0)).collect();
        assert_eq!(played(&thin, 0).count(), 12);
    }

    #[test]
    fn gamble_with_a_penalty_needs_a_larger_share() {
        let mix = [(choice(1), 0.85), (Choice::speculative(Square::new(0), Square::new(2)), 0.15)];
        assert_eq!((played(&mix, 0).count(), played(&mix, 1).count()), (2, 1));
    }
}
