//! The effort spent on a class, and the order of its slices.

/// Parameters of the computation of a class.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Iteration ends when no value changes by more.
    pub tolerance: f32,
    /// The part of every value that a turn costs, so that a quicker win is worth more.
    pub discount: f32,
    /// Threads to work with, at least 1.
    pub threads: usize,
}

/// The effort at which values are as exact as their form in a table lets them be.
pub const EFFORT: Effort = Effort { tolerance: 1e-6, discount: 5e-5, threads: 1 };

/// Penalty points in the order in which they are computed: those that lead nowhere else first.
pub(super) const PENALTIES: [[u8; 2]; 4] = [[1, 1], [1, 0], [0, 1], [0, 0]];
