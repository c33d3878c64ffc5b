//! Perft: the number of leaves of the tree of legal moves, the standard proof of a move generator.

use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;

/// The leaves `depth` plies below the position. The last ply is counted from the generator's sets, not played.
///
/// ```
/// use upheaval_movegen::{Chess, Position, Subversion, perft::perft};
/// assert_eq!(perft(&Position::<Chess>::start(), 3), 8_902);
/// let bribes: Position<Subversion> = "6k1/8/8/8/3N4/4R3/8/4K3 b - - 0 1".parse().unwrap();
/// assert_eq!(perft(&bribes, 3), 600);
/// ```
pub fn perft<V: Variant>(pos: &Position<V>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => pos.count_moves(),
        _ => pos.legal_moves().iter().map(|&m| perft(&pos.after(m), depth - 1)).sum(),
    }
}

/// The leaves below each legal move, in the order of generation.
pub fn divide<V: Variant>(pos: &Position<V>, depth: u32) -> Vec<(Move, u64)> {
    let below = |&m: &Move| (m, perft(&pos.after(m), depth.saturating_sub(1)));
    pos.legal_moves().iter().map(below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Chess;

    #[test]
    fn leaves_are_counted_from_position_itself_on() {
        let start = Position::<Chess>::start();
        assert_eq!([0, 1, 2].map(|depth| perft(&start, depth)), [1, 20, 400]);
        for (depth, leaves) in [(0, 1), (1, 1), (2, 20)] {
            let rows = divide(&start, depth);
            assert!(rows.len() == 20 && rows.iter().all(|row| row.1 == leaves), "{depth}: {rows:?}");
        }
    }
}
