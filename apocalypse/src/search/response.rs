//! Best responses: a choice improves on the known value against a mixed strategy if the weighted sum of a few cells exceeds a
//! limit. The cells are searched so that most of them need not be exact.

use crate::rules::{MAX_CHOICES, Position};
use crate::values::Estimate;
use arrayvec::ArrayVec;

use super::searcher::{Bounds, EXACT, Frame, Searcher};

/// Kept from every limit, so that rounding, also in the table, cannot bring a sum above what its limits add up to.
const MARGIN: f64 = 4e-9;

/// That a choice of a side, by number, yields it more than `best` against the other's strategy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) side: usize,
    pub(super) index: usize,
    pub(super) best: f64,
}

impl Claim {
    /// Row and column of the cell with a choice of the other side.
    #[inline]
    const fn cell(self, other: usize) -> (usize, usize) {
        if self.side == 0 { (self.index, other) } else { (other, self.index) }
    }

    /// A value seen from the side.
    #[inline]
    fn own(self, value: f64) -> f64 {
        if self.side == 0 { value } else { -value }
    }

    /// The most that the side may hope for.
    #[inline]
    fn hope(self, bounds: Bounds) -> f64 {
        if self.side == 0 { bounds.high } else { -bounds.low }
    }

    /// The window in which a cell is worth knowing exactly that must yield more than `least`.
    #[inline]
    fn window(self, least: f64) -> (f64, f64) {
        if self.side == 0 { (least, f64::INFINITY) } else { (f64::NEG_INFINITY, -least) }
    }
}

impl<E: Estimate> Searcher<'_, E> {
    /// Looks for a choice of `side` that yields more than `best` against the other's mixed strategy, seen from its own
    /// side: the first one found outside the restricted game; or if there is none, the most that any yields.
    pub(super) fn respond(
        &mut self,
        pos: &Position,
        frame: &mut Frame,
        side: usize,
        mut best: f64,
        depth: u32,
    ) -> (f64, Option<usize>) {
        for index in self.order(frame, side) {
            let share = self.response(pos, frame, Claim { side, index, best }, depth);
            if self.stopped {
                break;
            }
            if let Some(share) = share {
                if share > best + EXACT / 4.0 && !frame.active[side].contains(&index) {
                    return (share, Some(index));
                }
                best = best.max(share);
            }
        }
        (best, None)
    }

    /// The order in which a side's choices are tried: what succeeded most comes first.
    pub(super) fn order(&self, frame: &Frame, side: usize) -> ArrayVec<usize, MAX_CHOICES> {
        let mut order: ArrayVec<usize, MAX_CHOICES> = (0..frame.choices[side].len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.successes.of(side, frame.choices[side][index])));
        order
    }

    /// Returns the yield of the choice if it exceeds the limit, else `None`.
    pub(super) fn response(&mut self, pos: &Position, frame: &mut Frame, claim: Claim, depth: u32) -> Option<f64> {
        let others = 1 - claim.side;
        let mut mix: ArrayVec<(usize, f64), MAX_CHOICES> =
            frame.active[others].iter().map(|&other| (other, frame.mix[others][other])).collect();
        mix.retain(|(_, share)| *share > 0.0);
        // The largest shares narrow the bounds most.
        mix.sort_by(|a, b| b.1.total_cmp(&a.1));
        let hopes = mix.iter().map(|&(other, share)| {
            let (row, column) = claim.cell(other);
            share * claim.hope(frame.cells[frame.cell(row, column)])
        });
        let mut sum: f64 = hopes.sum();
        if sum > claim.best && mix.len() > 1 {
            sum = self.doubt(pos, frame, claim, depth, (&mix, sum));
        }
        for &(other, share) in &mix {
            if self.stopped || sum <= claim.best {
                return None;
            }
            let at = claim.cell(other);
            let before = claim.hope(frame.cells[frame.cell(at.0, at.1)]);
            // With less than this in the cell, the claim fails even if all others keep their hopes.
            self.search_cell(pos, frame, at, depth, claim.window((claim.best - (sum - share * before)) / share));
            sum += share * (claim.hope(frame.cells[frame.cell(at.0, at.1)]) - before);
        }
        (!self.stopped && sum > claim.best).then_some(sum)
    }

    /// Tries to show cheaply that a claim fails. While little is known of the cells, the hopes for all but one are so
    /// high that this one would have to be exact. So what each is likely to be worth is guessed, and what is left up to
    /// the limit is shared out among them: if no cell exceeds its part, the sum does not exceed the limit, and no cell
    /// had to be exact. Lowers the upper bound `sum` to the values found.
    fn doubt(
        &mut self,
        pos: &Position,
        frame: &mut Frame,
        claim: Claim,
        depth: u32,
        (mix, mut sum): (&[(usize, f64)], f64),
    ) -> f64 {
        let guess = |&(other, _): &(usize, f64)| claim.own(self.guess(pos, frame, claim.cell(other), depth));
        let guesses: ArrayVec<f64, MAX_CHOICES> = mix.iter().map(guess).collect();
        let mut expected: f64 = mix.iter().zip(&guesses).map(|((_, share), guess)| share * guess).sum();
        let mut rest = 1.0;
        for (&(other, share), guess) in mix.iter().zip(guesses) {
            if self.stopped || sum <= claim.best || expected >= claim.best {
                break;
            }
            let at = claim.cell(other);
            let before = claim.hope(frame.cells[frame.cell(at.0, at.1)]);
            let least = (claim.best - (sum - share * before)) / share;
            let limit = (guess + (claim.best - expected) / rest - MARGIN).max(least);
            self.search_cell(pos, frame, at, depth, claim.window(limit));
            let now = claim.hope(frame.cells[frame.cell(at.0, at.1)]);
            sum += share * (now - before);
            expected += share * (now - guess);
            rest = (rest - share).max(share * 1e-3);
        }
        sum
    }

    /// A guess at the value of a cell for White: the result of a shallower search, or the static value.
    fn guess(&mut self, pos: &Position, frame: &Frame, (row, column): (usize, usize), depth: u32) -> f64 {
        let bounds = frame.cells[frame.cell(row, column)];
        if bounds.is_exact() {
            return bounds.middle();
        }
        let choices = [frame.choices[0][row], frame.choices[1][column]];
        let searched = (depth > 2).then(|| self.searched(&pos.resolve(choices), depth - 1)).flatten();
        searched.unwrap_or_else(|| self.static_value(pos, choices)).clamp(bounds.low, bounds.high)
    }

    /// The value that the deepest search no deeper than `depth` found, if it found it exactly.
    fn searched(&self, pos: &Position, depth: u32) -> Option<f64> {
        let (key, other_key) = (pos.key(), pos.swapped().key());
        let advice = self.shared.table.probe(key.min(other_key), depth).1?;
        let bounds = if key <= other_key { advice.bounds } else { advice.bounds.negated() };
        bounds.is_exact().then_some(bounds.middle())
    }
}
