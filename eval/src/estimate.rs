//! Games without weights of their own: piece values, estimated from the moves of the pieces, and the nearest pieces of chess.

use movegen::definition::{Definition, PieceSet};
use movegen::zobrist::splitmix64;
use movegen::{Bitboard, Chess, Color, PieceType, Position, Square, Variant, Verdict};

/// Boards on which mobility is measured.
const BOARDS: u64 = 8;
/// Centipawns of a square to which a piece captures, and of one to which it moves. Fitted to the measured values of Empire's pieces.
const CAPTURE_SQUARE: f64 = 45.0;
const QUIET_SQUARE: f64 = 16.0;
/// The value of a piece that goes one square at a time, as a part of that of its mobility. A king that is not royal is worth a knight.
const ONE_STEP: f64 = 0.8;

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
    let is_one_step =
        Square::all().all(|from| reached(game, piece_type, color, from).into_iter().all(|at| at.distance(from) <= 1));
    let share = if is_one_step { ONE_STEP } else { 1.0 };
    (share * sum / (BOARDS * 64) as f64).round() as i32
}

/// Returns the squares that a piece of the type reaches on the empty board.
fn reached<V: Variant>(game: V, piece_type: PieceType, color: Color, from: Square) -> Bitboard {
    game.captures(piece_type, color, from, Bitboard::EMPTY) | game.steps(piece_type, color, from, Bitboard::EMPTY)
}

/// Returns the largest number of squares that a piece of the type reaches on the empty board.
pub(crate) fn largest_mobility<V: Variant>(game: V, piece_type: PieceType, color: Color) -> usize {
    let number = |from| reached(game, piece_type, color, from).count() as usize;
    Square::all().map(number).max().unwrap_or_default()
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

/// By piece type of a game: the nearest type of chess; `None` for types that the game does not have.
pub(crate) type ChessTypes = [Option<PieceType>; PieceType::MAX];

/// Returns `true` if a game from a file has one king for each side, which stays its only royal.
pub(crate) fn has_one_king<V: Variant>(game: V) -> bool {
    let (king, start) = (PieceType::KING, Position::start_of(game));
    let has_one =
        |rules: &Definition, color| start.of(color, king).count() == 1 && !rules.promotion.into[color].contains(&king);
    game.file_definition().is_some_and(|rules| {
        rules.royals.types == PieceSet::of(king)
            && !rules.royals.coup
            && !rules.promotion.promoted.contains(&Some(king))
            && !rules.extinction.is_some_and(|rule| rule.is_pseudo_royal)
            && !rules.capture_becomes_victim
            && rules.bribes.is_none()
            && Color::BOTH.into_iter().all(|color| has_one(rules, color))
    })
}

/// Returns `true` if mate of a king that moves as in chess wins. The game may have other goals, but none by the number of pieces.
pub(crate) fn is_won_by_mate<V: Variant>(game: V, rules: &Definition) -> bool {
    has_one_king(game)
        && is_orthodox(game, PieceType::KING)
        && rules.checking
        && rules.ends.checkmate == Verdict::Loss
        && rules.extinction.is_none()
}

/// Returns the nearest types of chess if a game from a file resembles chess: mate wins, captures are not compulsory, and at least
/// half of the pieces of each side move as in chess.
pub(crate) fn chess_types<V: Variant>(game: V) -> Option<ChessTypes> {
    let rules = game.file_definition().filter(|rules| is_won_by_mate(game, rules) && !rules.must_capture)?;
    // Pieces that move as in chess less the others.
    let mut excess = [0; 2];
    for (piece, _) in Position::start_of(game).pieces() {
        excess[piece.color()] += if is_orthodox(game, piece.piece_type()) { 1 } else { -1 };
    }
    let has = |index| Some(PieceType::new(index as u8)).filter(|piece_type| rules.types.has(*piece_type));
    let types = std::array::from_fn(|index| has(index).map(|piece_type| chess_type(game, piece_type)));
    excess.into_iter().all(|excess| excess >= 0).then_some(types)
}

/// Returns the nearest type of chess: the type itself if it moves as in chess, the pawn for types that promote like pawns, else the
/// piece that is nearest in value.
pub(crate) fn chess_type<V: Variant>(game: V, piece_type: PieceType) -> PieceType {
    const PIECES: [PieceType; 4] = [PieceType::KNIGHT, PieceType::BISHOP, PieceType::ROOK, PieceType::QUEEN];
    if piece_type == PieceType::KING || is_orthodox(game, piece_type) {
        return piece_type;
    }
    if game.file_definition().is_some_and(|rules| rules.promotion.pawns[Color::White].has(piece_type)) {
        return PieceType::PAWN;
    }
    let own = value(game, piece_type, Color::White);
    let distance = |other: &PieceType| (value(Chess, *other, Color::White) - own).abs();
    PIECES.into_iter().min_by_key(distance).unwrap_or(PieceType::KNIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_near_measured_values() {
        let of = |piece_type| value(Chess, piece_type, Color::White);
        let [knight, bishop, rook] = [PieceType::KNIGHT, PieceType::BISHOP, PieceType::ROOK].map(of);
        assert!((260..350).contains(&knight) && (290..400).contains(&bishop) && (400..520).contains(&rook));
        assert!((of(PieceType::KING) - knight).abs() < 40, "a king that is not royal is worth a knight");
    }
}
