//! Classes of moves for generators.

/// A selection of moves for a generator, at compile time. Each move is in one of the three classes.
pub trait Wanted {
    /// Captures, promotions, and steps to a winning goal.
    const NOISY: bool = false;
    /// Moves that are neither noisy nor purchases.
    const QUIET: bool = false;
    /// Purchases: pieces of the enemy bought with own ones.
    const PURCHASES: bool = false;
}

/// All moves.
#[derive(Clone, Copy, Debug)]
pub struct All;
/// Captures, promotions, and steps to a winning goal.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;
/// Moves that are neither noisy nor purchases.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;
/// Purchases.
#[derive(Clone, Copy, Debug)]
pub struct Purchases;

impl Wanted for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
    const PURCHASES: bool = true;
}
impl Wanted for Noisy {
    const NOISY: bool = true;
}
impl Wanted for Quiet {
    const QUIET: bool = true;
}
impl Wanted for Purchases {
    const PURCHASES: bool = true;
}
