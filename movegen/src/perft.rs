//! Perft: the number of leaves of the tree of legal moves, the standard proof of a move generator.

use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;

/// The leaves `depth` plies below the position. The last ply is counted from the generator's sets, not played.
pub fn perft<V: Variant>(pos: &Position<V>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => pos.count_moves(),
        _ => pos.legal_moves().iter().map(|&m| perft(&after(pos, m), depth - 1)).sum(),
    }
}

/// The leaves below each legal move, in the order of generation.
pub fn divide<V: Variant>(pos: &Position<V>, depth: u32) -> Vec<(Move, u64)> {
    let below = |&m: &Move| (m, perft(&after(pos, m), depth.saturating_sub(1)));
    pos.legal_moves().iter().map(below).collect()
}

/// [`divide`] with the moves of the first two plies shared out over all processors.
#[cfg(feature = "parallel")]
pub fn divide_parallel<V: Variant>(pos: &Position<V>, depth: u32) -> Vec<(Move, u64)> {
    use rayon::prelude::*;
    if depth < 3 {
        return divide(pos, depth);
    }
    let below = |&m: &Move| {
        let child = after(pos, m);
        let leaves = |&reply: &Move| perft(&after(&child, reply), depth - 2);
        (m, child.legal_moves().par_iter().map(leaves).sum())
    };
    pos.legal_moves().par_iter().map(below).collect()
}

#[inline]
fn after<V: Variant>(pos: &Position<V>, m: Move) -> Position<V> {
    let mut child = *pos;
    child.play(m, &mut ());
    child
}
