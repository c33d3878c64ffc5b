//! The sorts of moves that a generator may be asked for.

/// Which moves a generator is asked for; the compiler drops the rest of it. Each move is of one of the three sorts.
pub trait Wanted {
    /// Captures, promotions, and steps that win the game by arriving.
    const NOISY: bool;
    /// Everything else but purchases.
    const QUIET: bool;
    /// Purchases: pieces of the enemy bought with own ones.
    const PURCHASES: bool;
}

/// All moves.
#[derive(Clone, Copy, Debug)]
pub struct All;
/// Captures, promotions, and steps that win the game by arriving.
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
    const QUIET: bool = false;
    const PURCHASES: bool = false;
}
impl Wanted for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
    const PURCHASES: bool = false;
}
impl Wanted for Purchases {
    const NOISY: bool = false;
    const QUIET: bool = false;
    const PURCHASES: bool = true;
}
