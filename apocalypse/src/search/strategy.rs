//! Results and reports of a search.

use crate::rules::Choice;
use movegen::Color;

use engine::Progress;

/// Strategies of both sides for one turn, and what they guarantee. `M` is a choice, or its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy<M = Choice> {
    /// Turns searched.
    pub depth: u32,
    /// White's strategy brings White at least this, -1 to 1, whatever Black chooses.
    pub low: f64,
    /// Black's strategy brings White at most this, whatever White chooses.
    pub high: f64,
    /// By colour the choices that are mixed with their probabilities, the likeliest first.
    pub mix: [Vec<(M, f64)>; 2],
}

impl<M> Strategy<M> {
    /// The same strategies with each choice replaced by `f(side, choice)`.
    pub fn map<N>(&self, mut f: impl FnMut(Color, &M) -> N) -> Strategy<N> {
        let mut side = |side: Color| self.mix[side].iter().map(|(m, share)| (f(side, m), *share)).collect();
        let mix = [side(Color::White), side(Color::Black)];
        Strategy { depth: self.depth, low: self.low, high: self.high, mix }
    }

    /// The value of the game to White, -1 to 1.
    pub const fn value(&self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// An upper bound of the gain of either side by leaving its strategy.
    pub const fn gap(&self) -> f64 {
        self.high - self.low
    }

    /// Returns `true` if one side certainly wins within the turns searched.
    pub const fn is_decided(&self) -> bool {
        self.low == 1.0 || self.high == -1.0
    }

    /// The value to one side, -1 to 1.
    pub const fn value_to(&self, side: Color) -> f64 {
        match side {
            Color::White => self.value(),
            Color::Black => -self.value(),
        }
    }
}

/// The side whose choice a search has to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked<'a> {
    /// The side that chooses.
    pub side: Color,
    /// Its only choices to consider; all if there are none.
    pub among: &'a [Choice],
}

impl From<Color> for Asked<'_> {
    /// Any choice of this side.
    fn from(side: Color) -> Self {
        Self { side, among: &[] }
    }
}

/// A report from a running search: one iteration was completed.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The result.
    pub strategy: Strategy,
    /// Counts and times.
    pub progress: Progress,
}

/// The answer of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The choice drawn for the side asked; none when the game is over.
    pub best: Option<Choice>,
    /// The probabilities that the choice was drawn with, largest first. Below full strength they are estimated.
    pub odds: Vec<(Choice, f64)>,
    /// The strategies of the deepest iteration that was completed; none when the game is over.
    pub strategy: Option<Strategy>,
    /// Positions searched by all threads.
    pub nodes: u64,
}
