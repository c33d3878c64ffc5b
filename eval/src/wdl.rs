//! Win, draw and loss probabilities of a score: a rough model without fitted data.

use std::fmt;

use movegen::{Position, Variant, Verdict};

use crate::score::{self, Score};

/// Chances in permille for the side to move; they add up to 1000.
///
/// ```
/// use upheaval_eval::Wdl;
/// use movegen::{Chess, Position};
/// let chances = Wdl::of(&Position::<Chess>::start(), 50);
/// assert!(chances.win > chances.loss && chances.win + chances.draw + chances.loss == 1000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// To win.
    pub win: u32,
    /// That the game is drawn.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

/// Centipawns at which a win is as likely as not, in games whose stalemates and repetitions are drawn.
const DRAWISH_MIDPOINT: f64 = 110.0;
/// The same where both are lost, so that hardly any game is drawn.
const DECISIVE_MIDPOINT: f64 = 15.0;
/// Centipawns that multiply the odds by e with an empty board, and what each piece on the board adds: the more pieces, the
/// more can still happen.
const SPREAD: f64 = 45.0;
const SPREAD_PER_PIECE: f64 = 1.5;

impl Wdl {
    /// The chances that go with a score in this position: a logistic curve for the win, its mirror image for the loss.
    pub fn of<V: Variant>(pos: &Position<V>, value: Score) -> Self {
        if score::is_decisive(value) {
            let win = if value > 0 { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let drawish = pos.game().stalemate() == Verdict::Draw || pos.game().repetition() == Verdict::Draw;
        let midpoint = if drawish { DRAWISH_MIDPOINT } else { DECISIVE_MIDPOINT };
        let spread = SPREAD + SPREAD_PER_PIECE * f64::from(pos.occupied().count());
        let chance = |value: f64| (1000.0 / (1.0 + ((midpoint - value) / spread).exp())).round() as u32;
        let (win, loss) = (chance(f64::from(value)), chance(f64::from(-value)));
        Self { win, draw: 1000 - win - loss, loss }
    }
}

/// Prints `wdl 300 400 300`, as UCI has it.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        fn check<V: Variant>() {
            let pos = Position::<V>::start();
            let chances: Vec<Wdl> = (-3000..=3000).map(|value| Wdl::of(&pos, value)).collect();
            assert!(chances.iter().all(|c| c.win + c.draw + c.loss == 1000));
            assert!(chances.is_sorted_by_key(|c| c.win));
            let (level, mirror) = (chances[3000], chances[3100]);
            assert_eq!(level.win, level.loss);
            assert_eq!(mirror.win, Wdl::of(&pos, -100).loss);
        }
        check::<Chess>();
        check::<Empire>();
    }

    #[test]
    fn a_win_at_a_known_distance_is_certain() {
        let pos = Position::<Chess>::start();
        assert_eq!(Wdl::of(&pos, score::win_in(5)).to_string(), "wdl 1000 0 0");
        assert_eq!(Wdl::of(&pos, score::loss_in(4)).to_string(), "wdl 0 0 1000");
    }
}
