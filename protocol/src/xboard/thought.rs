//! Lines of thought as XBoard reads them: `depth score time nodes moves`, time in hundredths of a second, a mate in N
//! moves as 100000 + N.

use engine::Progress;
use eval::{Score, score};

/// The score that stands for a mate at once.
const MATE: i32 = 100_000;

/// The four numbers with which a line begins.
pub(super) fn numbers(depth: u32, score: Score, progress: &Progress) -> String {
    format!("{depth} {} {} {}", score_text(score), progress.time.as_millis() / 10, progress.nodes)
}

/// A score as XBoard reads it.
fn score_text(value: Score) -> String {
    if !score::is_decisive(value) {
        return value.to_string();
    }
    let plies = score::WIN - value.abs();
    let moves = (plies + 1) / 2;
    (if value > 0 { MATE + moves } else { -MATE - moves }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_a_hundred_thousand() {
        assert_eq!(score_text(35), "35");
        assert_eq!(score_text(score::win_in(1)), "100001");
        assert_eq!(score_text(score::win_in(5)), "100003");
        assert_eq!(score_text(score::loss_in(4)), "-100002");
        assert_eq!(score_text(score::loss_in(0)), "-100000");
    }
}
