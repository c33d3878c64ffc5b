//! Threats by cheaper pieces and purchases, and squares that give check: terms of the quiet move score beside histories. (After Stockfish.)

use eval::Score;
use movegen::{Bitboard, PieceType, Position, Square, Variant, attacks};

use crate::params;
use crate::see::Exchange;

/// Threatened and checking squares of a position, by the type of the moving piece.
#[derive(Debug)]
pub(crate) struct Danger {
    /// Squares that an enemy piece of clearly less value attacks, or on which the opponent can buy the piece for a pawn.
    threatened: [Bitboard; PieceType::MAX],
    /// Squares from which the piece attacks an enemy royal.
    checks: [Bitboard; PieceType::MAX],
}

impl Danger {
    /// No threats and no checks.
    pub(crate) const NONE: Self =
        Self { threatened: [Bitboard::EMPTY; PieceType::MAX], checks: [Bitboard::EMPTY; PieceType::MAX] };

    /// Computes the threats of a position.
    pub(crate) fn new<V: Variant>(pos: &Position<V>, exchange: &Exchange) -> Self {
        let mut danger = Self::NONE;
        let (us, them, occupied) = (pos.turn(), !pos.turn(), pos.occupied());
        let royals = V::royals(pos, them);
        let mut attacked = Bitboard::EMPTY;
        let mut rest = exchange.cheapest_first().iter().copied().peekable();
        for &piece_type in exchange.cheapest_first() {
            if pos.of(us, piece_type).is_empty() {
                continue;
            }
            let is_cheaper =
                |&other: &PieceType| exchange.value(other) + params::danger_margin::<V>() < exchange.value(piece_type);
            while let Some(other) = rest.next_if(is_cheaper) {
                attacked |= Self::attacked(pos, other);
            }
            danger.threatened[piece_type.index()] = attacked;
            if V::PURCHASES && is_cheaper(&PieceType::PAWN) {
                danger.threatened[piece_type.index()] |= V::purchase_zone(pos, them, piece_type, occupied);
            }
            // A piece attacks a royal from the squares that an enemy piece of its type would attack from the royal's square.
            let attacks = |royal| pos.game().captures(piece_type, them, royal, occupied);
            danger.checks[piece_type.index()] =
                royals.into_iter().fold(Bitboard::EMPTY, |set, royal| set | attacks(royal));
        }
        danger
    }

    /// Returns the squares attacked by the opponent's pieces of a type.
    #[inline]
    fn attacked<V: Variant>(pos: &Position<V>, piece_type: PieceType) -> Bitboard {
        let them = !pos.turn();
        let pieces = pos.of(them, piece_type);
        if piece_type == PieceType::PAWN {
            return attacks::pawns(them, pieces);
        }
        pieces
            .into_iter()
            .fold(Bitboard::EMPTY, |set, from| set | pos.game().captures(piece_type, them, from, pos.occupied()))
    }

    /// Returns the score of a quiet move by a piece of this type and value, in history units.
    #[inline]
    pub(crate) fn of_move<V: Variant>(&self, piece_type: PieceType, value: Score, from: Square, to: Square) -> i32 {
        let threatened = self.threatened[piece_type.index()];
        let mut score = 0;
        if threatened.has(from) {
            score += value * params::escape_weight::<V>();
        }
        if threatened.has(to) {
            score -= value * params::danger_weight::<V>();
        }
        if self.checks[piece_type.index()].has(to) {
            score += params::check_bonus::<V>();
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use eval::Evaluator;
    use movegen::{Chess, Empire, Move, Variant};

    use super::*;

    /// Returns the score of a move.
    fn score<V: Variant>(fen: &str, text: &str) -> i32 {
        let pos: Position<V> = fen.parse().unwrap();
        let exchange = Exchange::new(V::default(), &Evaluator::<V>::hand_made());
        let m: Move = pos.parse_move(text).unwrap();
        let piece_type = pos.piece_at(m.from()).unwrap().piece_type();
        Danger::new(&pos, &exchange).of_move::<V>(piece_type, exchange.value(piece_type), m.from(), m.to())
    }

    #[test]
    fn squares_attacked_by_cheaper_pieces_are_avoided() {
        let rook = "6k1/8/3p4/4R3/8/8/8/4K2R w - - 0 1";
        assert!(score::<Chess>(rook, "e5a5") > 0);
        assert_eq!(score::<Chess>(rook, "h1h5"), 0);
        assert_eq!(score::<Chess>("4k3/8/3p4/8/8/8/8/4K2R w - - 0 1", "h1f1"), 0);
        assert!(score::<Chess>("4k3/8/6p1/8/8/8/8/4K2R w - - 0 1", "h1h5") < 0);
    }

    #[test]
    fn pieces_of_similar_value_are_no_threat() {
        assert_eq!(score::<Chess>("k7/8/8/8/2n5/8/8/4K1B1 w - - 0 1", "g1e3"), 0);
        assert_eq!(score::<Chess>("k7/8/8/8/2n5/8/8/4K1R1 w - - 0 1", "g1g3"), 0);
        assert!(score::<Chess>("k7/8/8/8/4n3/8/8/4K1R1 w - - 0 1", "g1g3") < 0);
    }

    #[test]
    fn quiet_checks_get_a_bonus() {
        assert!(score::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8") > 0);
        assert!(score::<Chess>("4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7") > 0);
        // A cardinal moves like a queen but captures like a bishop.
        assert_eq!(score::<Empire>("4k3/8/8/8/8/8/8/C2K4 w - - 0 1", "a1a8"), 0);
        assert!(score::<Empire>("4k3/8/8/8/8/8/8/C2K4 w - - 0 1", "a1a4") > 0);
    }
}
