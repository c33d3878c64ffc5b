//! Piece values of games without weights of their own, estimated from the moves of the pieces.

use movegen::zobrist::splitmix64;
use movegen::{Bitboard, Chess, Color, PieceType, Square, Variant};

/// Boards on which mobility is measured.
const BOARDS: u64 = 8;
/// Centipawns of a square to which a piece captures, and of one to which it moves. Fitted to the measured values of Empire's pieces.
const CAPTURE_SQUARE: f64 = 45.0;
const QUIET_SQUARE: f64 = 16.0;

/// Returns the value of a piece type in centipawns by its mean number of moves on random boards of which 30 % are occupied.
pub(crate) fn value<V: Variant>(game: V, piece_type: PieceType, color: Color) -> i32 {
    let mut sum = 0.0;
    for board in 0..BOARDS {
        let occupied: Bitboard =
            Square::all().filter(|at| splitmix64(board << 6 | at.index() as u64) % 10 < 3).collect();
        for from in Square::all() {
            let others = occupied.without(from);
            let captures = game.captures(piece_type, color, from, others).count();
            let quiets = (game.steps(piece_type, color, from, others) - others).count();
            sum += CAPTURE_SQUARE * f64::from(captures) + QUIET_SQUARE * f64::from(quiets);
        }
    }
    (sum / (BOARDS * 64) as f64).round() as i32
}

/// Returns the largest number of squares that a piece of the type reaches on the empty board.
pub(crate) fn largest_mobility<V: Variant>(game: V, piece_type: PieceType, color: Color) -> usize {
    let reached = |from| {
        let captures = game.captures(piece_type, color, from, Bitboard::EMPTY);
        (captures | game.steps(piece_type, color, from, Bitboard::EMPTY)).count() as usize
    };
    Square::all().map(reached).max().unwrap_or_default()
}

/// Returns `true` if the pieces of this type move as those of chess with the same index.
pub(crate) fn is_orthodox<V: Variant>(game: V, piece_type: PieceType) -> bool {
    piece_type <= PieceType::KING
        && Color::BOTH.into_iter().all(|color| {
            Square::all().all(|from| {
                let captures = game.captures(piece_type, color, from, Bitboard::EMPTY);
                let is_pawn = piece_type == PieceType::PAWN;
                let steps = || game.steps(piece_type, color, from, Bitboard::EMPTY);
                let chess = Chess.captures(piece_type, color, from, Bitboard::EMPTY);
                captures == chess && (is_pawn || steps() == Chess.steps(piece_type, color, from, Bitboard::EMPTY))
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_near_measured_values() {
        let of = |piece_type| value(Chess, piece_type, Color::White);
        let [knight, bishop, rook] = [PieceType::KNIGHT, PieceType::BISHOP, PieceType::ROOK].map(of);
        assert!((260..350).contains(&knight) && (290..400).contains(&bishop) && (400..520).contains(&rook));
    }
}
