//! The strategies that solved a position's matrix the last time, as a short cut to its value the next time: while a
//! matrix changes little, the same choices are mixed, only their shares change.

/// The most choices of a side that are remembered.
const MOST: usize = 4;

/// Which choices of each side an equilibrium mixed, equally many; nothing if they were too many or not equally many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan(u64);

/// Marks a place without a choice: there are never so many.
const NONE: u8 = u8::MAX;

impl Plan {
    /// Nothing is remembered.
    pub(super) const NOTHING: Self = Self(u64::MAX);

    /// The choices with a share in the strategies of rows and columns.
    pub(super) fn new(rows: &[f64], columns: &[f64]) -> Self {
        let mut bytes = [NONE; 2 * MOST];
        let mut counts = [0; 2];
        for (side, strategy) in [rows, columns].into_iter().enumerate() {
            for (index, _) in strategy.iter().enumerate().filter(|(_, share)| **share > 1e-12) {
                if counts[side] == MOST {
                    return Self::NOTHING;
                }
                bytes[side * MOST + counts[side]] = index as u8;
                counts[side] += 1;
            }
        }
        if counts[0] == counts[1] { Self(u64::from_le_bytes(bytes)) } else { Self::NOTHING }
    }

    /// As a number, to be kept; and back.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// What [`Plan::bits`] gave.
    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The value of a game of so many rows and columns if the choices remembered still solve it: what their strategies
    /// guarantee both sides, computed from the payoffs, is then no more than `gap` apart.
    pub(super) fn value(
        self,
        rows: usize,
        columns: usize,
        gap: f64,
        payoff: impl Fn(usize, usize) -> f64,
    ) -> Option<f64> {
        let bytes = self.0.to_le_bytes();
        let size = bytes[..MOST].iter().take_while(|&&index| index != NONE).count();
        let (own, others) = (&bytes[..size], &bytes[MOST..MOST + size]);
        if size == 0 {
            return None;
        }
        let mut game = [[0.0; MOST]; MOST];
        for (line, &row) in game.iter_mut().zip(own) {
            line.iter_mut()
                .zip(others)
                .for_each(|(cell, &column)| *cell = payoff(usize::from(row), usize::from(column)));
        }
        let y = levelling(&game, size, |game, i, j| game[i][j])?;
        let x = levelling(&game, size, |game, i, j| game[j][i])?;
        let mut low = f64::INFINITY;
        for column in 0..columns {
            low = low.min(own.iter().zip(x).map(|(&row, share)| share * payoff(usize::from(row), column)).sum());
        }
        let mut high = f64::NEG_INFINITY;
        for row in 0..rows {
            high =
                high.max(others.iter().zip(y).map(|(&column, share)| share * payoff(row, usize::from(column))).sum());
        }
        (high - low <= gap).then(|| f64::midpoint(low, high))
    }
}

/// The strategy against which all lines of a square game yield the same, if there is one.
fn levelling(
    game: &[[f64; MOST]; MOST],
    size: usize,
    cell: impl Fn(&[[f64; MOST]; MOST], usize, usize) -> f64,
) -> Option<[f64; MOST]> {
    // All payoffs are raised above zero, so that the common yield is not zero: then the strategy is proportional to the
    // solution of `game * z = 1`.
    let mut lines = [[0.0; MOST + 1]; MOST];
    for (i, line) in lines.iter_mut().enumerate().take(size) {
        (0..size).for_each(|j| line[j] = cell(game, i, j) + 2.0);
        line[MOST] = 1.0;
    }
    for at in 0..size {
        let best = (at..size).max_by(|&a, &b| lines[a][at].abs().total_cmp(&lines[b][at].abs()))?;
        lines.swap(at, best);
        let pivot = lines[at];
        if pivot[at].abs() < 1e-9 {
            return None;
        }
        for (i, line) in lines.iter_mut().enumerate().take(size) {
            let factor = line[at] / pivot[at];
            if i != at && factor != 0.0 {
                line.iter_mut().zip(pivot).for_each(|(number, other)| *number -= factor * other);
            }
        }
    }
    let mut strategy = [0.0; MOST];
    (0..size).for_each(|at| strategy[at] = (lines[at][MOST] / lines[at][at]).max(0.0));
    let sum: f64 = strategy.iter().sum();
    strategy.iter_mut().for_each(|share| *share /= sum);
    (sum > 0.0 && sum.is_finite()).then_some(strategy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_gives_the_value_of_a_changed_game_or_nothing() {
        let game = |turn: f64| move |i: usize, j: usize| [[0.5 + turn, -0.5, 0.9], [-0.5, 0.25, 0.9]][i][j];
        let plan = Plan::new(&[0.4, 0.6], &[0.4, 0.6, 0.0]);
        // By hand: (a d - b c) / (a + d - b - c).
        for turn in [0.0, 0.1] {
            let (a, d) = (0.5 + turn, 0.25);
            let value = plan.value(2, 3, 1e-9, game(turn)).unwrap();
            assert!((value - (a * d - 0.25) / (a + d + 1.0)).abs() < 1e-12);
        }
        // Now the third column is the best one, which the plan does not have.
        assert_eq!(plan.value(2, 3, 1e-9, |i, j| if j == 2 { -0.9 } else { game(0.0)(i, j) }), None);
        assert_eq!(Plan::NOTHING.value(2, 3, 1.0, game(0.0)), None);
        assert_eq!(Plan::new(&[0.5, 0.5], &[1.0]), Plan::NOTHING);
        assert_eq!(Plan::from_bits(plan.bits()), plan);
    }
}
