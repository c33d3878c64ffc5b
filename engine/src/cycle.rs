//! Upcoming repetitions: detects a move that repeats a position. The keys of two positions that differ by one reversible move differ
//! by a value that a hash table maps to that move. (M. van Kervinck, "The design and implementation of the Rookie 2.0 chess playing
//! program", 2002.)

use movegen::{Bitboard, ByPieceType, Color, Piece, PieceType, Position, Square, Variant, Verdict, attacks, zobrist};

/// A key difference, and the two squares of the piece that causes it.
type Step = (u64, Square, Square);

/// All reversible moves of non-pawn pieces by key difference: a hash table with open addressing.
#[derive(Debug)]
pub(crate) struct Steps {
    slots: Vec<Option<Step>>,
    shift: u32,
}

/// The least number of upper bits of a key difference that index the table. Chess, with 3,668 reversible moves, needs no more.
const MIN_INDEX_BITS: u32 = 13;

impl Steps {
    /// Computes the moves of a game in which repetition draws; empty for other games.
    pub(crate) fn of<V: Variant>(game: V) -> Self {
        if game.repetition() != Verdict::Draw {
            return Self { slots: Vec::new(), shift: 0 };
        }
        let mut found: Vec<Step> = Vec::new();
        let non_pawns =
            (0..V::ByPieceType::LEN as u8).map(PieceType::new).filter(|&piece_type| piece_type != PieceType::PAWN);
        for piece in non_pawns.flat_map(|piece_type| Color::BOTH.map(|color| Piece::new(color, piece_type))) {
            let reach = |from| game.steps(piece.piece_type(), piece.color(), from, Bitboard::EMPTY);
            for a in Square::all() {
                // Only a move that can be taken back repeats a position.
                for b in reach(a).into_iter().filter(|&b| a.index() < b.index() && reach(b).has(a)) {
                    let change = zobrist::piece(piece, a) ^ zobrist::piece(piece, b) ^ zobrist::BLACK_TO_MOVE;
                    found.push((change, a, b));
                }
            }
        }
        let bits = (2 * found.len()).next_power_of_two().ilog2().max(MIN_INDEX_BITS);
        let mut steps = Self { slots: vec![None; 1 << bits], shift: u64::BITS - bits };
        for step in found {
            let at = steps.index(step.0);
            steps.slots[at] = Some(step);
        }
        steps
    }

    #[inline]
    fn index(&self, change: u64) -> usize {
        let mut at = (change >> self.shift) as usize;
        while self.slots[at].is_some_and(|(other, ..)| other != change) {
            at = (at + 1) % self.slots.len();
        }
        at
    }

    #[inline]
    fn find(&self, change: u64) -> Option<(Square, Square)> {
        self.slots[self.index(change)].map(|(_, a, b)| (a, b))
    }

    /// Returns `true` if the side to move can reach a position that has occurred since the root, or twice in the game. `keys`: game and
    /// current line, the last that of `pos`; `oldest`: index of the first position that may be repeated; `root`: index of the root.
    #[inline]
    pub(crate) fn may_repeat<V: Variant>(&self, pos: &Position<V>, keys: &[u64], oldest: usize, root: usize) -> bool {
        if self.slots.is_empty() {
            return false;
        }
        let Some((now, earlier)) = keys.split_last() else { return false };
        // A move leads to a position an odd number of plies before; three plies is the shortest cycle.
        (oldest..earlier.len()).rev().skip(2).step_by(2).any(|before| {
            let Some((a, b)) = self.find(now ^ earlier[before]) else { return false };
            let from = if pos.occupied().has(a) { a } else { b };
            pos.color(pos.turn()).has(from)
                && !attacks::between(a, b).meets(pos.occupied())
                && (before >= root || earlier[oldest..before].contains(&earlier[before]))
        })
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Chess, Empire, Move, Subversion};

    use super::*;
    use crate::bench::Random;

    #[test]
    fn chess_has_3668_reversible_moves() {
        assert_eq!(Steps::of(Chess).slots.iter().flatten().count(), 3668);
        assert!(Steps::of(Empire::default()).slots.is_empty());
    }

    /// The same, computed by playing every move.
    fn may_repeat_slowly<V: Variant>(pos: &Position<V>, keys: &[u64], oldest: usize, root: usize) -> bool {
        let leads_back = |m: &Move| {
            let mut next = *pos;
            next.play(*m, &mut ());
            let occurrences = |from: usize| keys[from..].iter().filter(|key| **key == next.key()).count();
            next.clock() > 0 && (occurrences(root.max(oldest)) > 0 || occurrences(oldest) > 1)
        };
        pos.legal_moves().iter().any(leads_back)
    }

    /// Plays random moves and returns how often a repetition was possible.
    fn count_repetitions<V: Variant>(seed: u64) -> usize {
        let (steps, mut random) = (Steps::of(V::default()), Random(seed));
        let mut pos = Position::<V>::start();
        let mut keys = vec![pos.key()];
        let mut near = 0;
        for _ in 0..2_000 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos.play(moves[random.below(moves.len())], &mut ());
            keys.push(pos.key());
            let oldest = (keys.len() - 1).saturating_sub(usize::from(pos.clock()));
            for root in [oldest, keys.len() - 1, keys.len().saturating_sub(4)] {
                let expected = may_repeat_slowly(&pos, &keys, oldest, root);
                assert_eq!(steps.may_repeat(&pos, &keys, oldest, root), expected, "{pos}");
                near += usize::from(expected);
            }
        }
        near
    }

    #[test]
    fn upcoming_repetition_agrees_with_playing_moves() {
        let near: usize =
            (0..30).map(|seed| count_repetitions::<Chess>(seed) + count_repetitions::<Subversion>(seed)).sum();
        assert!(near > 100, "{near}");
    }
}
