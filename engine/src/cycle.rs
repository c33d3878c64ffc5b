//! Upcoming repetitions: detects a move that repeats a position. The keys of two positions that differ by one reversible move differ
//! by a value that a hash table maps to that move. (M. van Kervinck, "The design and implementation of the Rookie 2.0 chess playing
//! program", 2002.)

use movegen::{Bitboard, ByPieceType, Color, Piece, PieceType, Position, Square, Variant, Verdict, attacks, zobrist};

/// A key difference, and the two squares of the piece that causes it.
type Step = (u64, Square, Square);

/// All reversible moves of non-pawn pieces by key difference: a hash table with open addressing.
#[derive(Debug)]
pub(crate) struct Steps(Vec<Option<Step>>);

/// Upper bits of a key difference that index the table, which has twice as many slots as chess has reversible moves.
const INDEX_BITS: u32 = 13;

impl Steps {
    /// Computes the moves of a game in which repetition draws; empty for other games.
    pub(crate) fn of<V: Variant>(game: V) -> Self {
        if game.repetition() != Verdict::Draw {
            return Self(Vec::new());
        }
        let mut steps = Self(vec![None; 1 << INDEX_BITS]);
        let non_pawns =
            (0..V::ByPieceType::LEN as u8).map(PieceType::new).filter(|&piece_type| piece_type != PieceType::PAWN);
        for piece in non_pawns.flat_map(|piece_type| Color::BOTH.map(|color| Piece::new(color, piece_type))) {
            for a in Square::all() {
                let targets = game.steps(piece.piece_type(), piece.color(), a, Bitboard::EMPTY).into_iter();
                for b in targets.filter(|b| a.index() < b.index()) {
                    let change = zobrist::piece(piece, a) ^ zobrist::piece(piece, b) ^ zobrist::BLACK_TO_MOVE;
                    *steps.slot(change) = Some((change, a, b));
                }
            }
        }
        steps
    }

    /// Returns the slot of a key difference: its own or the first free one.
    fn slot(&mut self, change: u64) -> &mut Option<Step> {
        let at = self.index(change);
        &mut self.0[at]
    }

    #[inline]
    fn index(&self, change: u64) -> usize {
        let mut at = (change >> (u64::BITS - INDEX_BITS)) as usize;
        while self.0[at].is_some_and(|(other, ..)| other != change) {
            at = (at + 1) % self.0.len();
        }
        at
    }

    #[inline]
    fn find(&self, change: u64) -> Option<(Square, Square)> {
        self.0[self.index(change)].map(|(_, a, b)| (a, b))
    }

    /// Returns `true` if the side to move can reach a position that has occurred since the root, or twice in the game. `keys`: game and
    /// current line, the last that of `pos`; `oldest`: index of the first position that may be repeated; `root`: index of the root.
    #[inline]
    pub(crate) fn may_repeat<V: Variant>(&self, pos: &Position<V>, keys: &[u64], oldest: usize, root: usize) -> bool {
        if self.0.is_empty() {
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
        assert_eq!(Steps::of(Chess).0.iter().flatten().count(), 3668);
        assert!(Steps::of(Empire::default()).0.is_empty());
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
