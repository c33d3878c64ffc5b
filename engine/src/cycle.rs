//! Repetitions before they are on the board: whether a move brings a position about once more. One look at the keys tells, for
//! two positions between which one piece alone has moved differ by what that piece is worth on its two squares. (M. van Kervinck,
//! "The design and implementation of the Rookie 2.0 chess playing program", 2002.)

use movegen::{Bitboard, ByPieceType, Color, Piece, PieceType, Position, Square, Variant, Verdict, attacks, zobrist};

/// A change of keys, and the two squares of the piece that makes it.
type Step = (u64, Square, Square);

/// Every step that an officer or a royal can make and take back, to be found by what it changes of a key: open addressing.
#[derive(Debug)]
pub(crate) struct Steps(Vec<Option<Step>>);

/// Where a change of keys is sought first: so many of its upper bits. Twice as many places as chess has steps.
const BITS: u32 = 13;

impl Steps {
    /// The steps of a game in which repetition draws; in others nobody strives for one, and there are none.
    pub(crate) fn of<V: Variant>() -> Self {
        if V::REPETITION != Verdict::Draw {
            return Self(Vec::new());
        }
        let mut steps = Self(vec![None; 1 << BITS]);
        let officers =
            (0..V::ByPieceType::LEN as u8).map(PieceType::new).filter(|&piece_type| piece_type != PieceType::PAWN);
        for piece in officers.flat_map(|piece_type| Color::BOTH.map(|color| Piece::new(color, piece_type))) {
            for a in Square::all() {
                let targets = V::steps(piece.piece_type(), piece.color(), a, Bitboard::EMPTY).into_iter();
                for b in targets.filter(|b| a.index() < b.index()) {
                    let change = zobrist::piece(piece, a) ^ zobrist::piece(piece, b) ^ zobrist::BLACK_TO_MOVE;
                    *steps.place(change) = Some((change, a, b));
                }
            }
        }
        steps
    }

    /// The place of a change: its own or the first free one.
    fn place(&mut self, change: u64) -> &mut Option<Step> {
        let at = self.index(change);
        &mut self.0[at]
    }

    #[inline]
    fn index(&self, change: u64) -> usize {
        let mut at = (change >> (u64::BITS - BITS)) as usize;
        while self.0[at].is_some_and(|(other, ..)| other != change) {
            at = (at + 1) % self.0.len();
        }
        at
    }

    #[inline]
    fn find(&self, change: u64) -> Option<(Square, Square)> {
        self.0[self.index(change)].map(|(_, a, b)| (a, b))
    }

    /// Whether the side to move can bring about a position that has stood since the root, or twice in all. `keys` are those of
    /// the game and of the line, the last that of `pos`; `oldest` is the first that may be repeated, `root` the root's.
    #[inline]
    pub(crate) fn may_repeat<V: Variant>(&self, pos: &Position<V>, keys: &[u64], oldest: usize, root: usize) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let Some((now, earlier)) = keys.split_last() else { return false };
        // A move leads to what stood an odd number of plies ago; one ply ago the piece stood elsewhere, but so did the turn.
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
    fn chess_has_as_many_reversible_steps_as_the_literature_counts() {
        assert_eq!(Steps::of::<Chess>().0.iter().flatten().count(), 3668);
        assert!(Steps::of::<Empire>().0.is_empty());
    }

    /// The same by trying every move.
    fn may_repeat_slowly<V: Variant>(pos: &Position<V>, keys: &[u64], oldest: usize, root: usize) -> bool {
        let leads_back = |m: &Move| {
            let mut next = *pos;
            next.play(*m, &mut ());
            let stood = |from: usize| keys[from..].iter().filter(|key| **key == next.key()).count();
            next.clock() > 0 && (stood(root.max(oldest)) > 0 || stood(oldest) > 1)
        };
        pos.legal_moves().iter().any(leads_back)
    }

    /// Random moves of officers about the board, and back again: how often a repetition was near.
    fn wander<V: Variant>(seed: u64) -> usize {
        let (steps, mut random) = (Steps::of::<V>(), Random(seed));
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
    fn a_repetition_is_near_when_a_move_leads_to_it() {
        let near: usize = (0..30).map(|seed| wander::<Chess>(seed) + wander::<Subversion>(seed)).sum();
        assert!(near > 100, "{near}");
    }
}
