//! Drawing a choice from a mixed strategy.

use movegen::apocalypse::Choice;
use movegen::zobrist::splitmix64;

/// Choices less likely than this are not drawn: at the horizon of a search they are noise.
const LEAST: f64 = 0.01;

/// The strategy that is really played: without what is unlikely, in proportion.
pub fn played(mix: &[(Choice, f64)]) -> impl Iterator<Item = (Choice, f64)> {
    let likely = mix.iter().filter(|(_, share)| *share >= LEAST);
    let sum: f64 = likely.clone().map(|(_, share)| share).sum();
    likely.map(move |&(choice, share)| (choice, share / sum))
}

/// Draws from the strategy that is [`played`]. The same seed draws the same choice.
pub fn choose(mix: &[(Choice, f64)], seed: u64) -> Option<Choice> {
    let mut rest = (splitmix64(seed) >> 11) as f64 / (1_u64 << 53) as f64;
    for (choice, share) in played(mix) {
        if rest < share {
            return Some(choice);
        }
        rest -= share;
    }
    mix.first().map(|&(choice, _)| choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::apocalypse::Square;

    fn choice(to: u8) -> Choice {
        Choice::safe(Square::new(0), Square::new(to))
    }

    #[test]
    fn choices_come_as_often_as_the_strategy_says() {
        let mix = [(choice(1), 0.6), (choice(2), 0.395), (choice(3), 0.005)];
        let count = |to| (0..10_000).filter(|&seed| choose(&mix, seed) == Some(choice(to))).count() as f64 / 10_000.0;
        assert!((count(1) - 0.6 / 0.995).abs() < 0.02 && (count(2) - 0.395 / 0.995).abs() < 0.02);
        assert_eq!(count(3), 0.0, "a trace is never drawn");
        assert_eq!(choose(&[], 1), None);
    }
}
