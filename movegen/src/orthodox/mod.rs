//! The default rules as free functions: attacks, checks and pins, material that cannot mate, validity. Generation and
//! playing are in the two submodules. A variant that differs calls these functions and adds its part.

mod generate;
mod play;

pub use generate::{CASTLES, Castle, PawnGoals};
pub use generate::{castle, king_steps, may_castle};
pub use generate::{en_passant_captures, fan_out, generate, goals, king, knights_and_sliders, pawn_set, pawns};
pub use play::{kept_rights, play, play_purchase};

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::constraints::{Constraints, Sliders};
use crate::error::{FenError, Field};
use crate::piece::{Color, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

/// Bishops and queens; rooks and queens.
#[inline]
pub fn sliders<V: Variant>(pos: &Position<V>, by: Color) -> Sliders {
    let queens = pos.piece_type(PieceType::QUEEN);
    Sliders {
        diagonal: (pos.piece_type(PieceType::BISHOP) | queens) & pos.color(by),
        orthogonal: (pos.piece_type(PieceType::ROOK) | queens) & pos.color(by),
    }
}

/// Pawns, knights and kings that capture on `at`.
#[inline]
pub fn leapers<V: Variant>(pos: &Position<V>, at: Square, by: Color) -> Bitboard {
    (attacks::pawn(!by, at) & pos.piece_type(PieceType::PAWN)
        | attacks::knight(at) & pos.piece_type(PieceType::KNIGHT)
        | attacks::king(at) & pos.piece_type(PieceType::KING))
        & pos.color(by)
}

/// All pieces of a colour that capture on `at`, from the variant's sliders and leapers.
#[inline]
pub fn attackers<V: Variant>(pos: &Position<V>, at: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let sliders = V::sliders(pos, by);
    attacks::bishop(at, occupied) & sliders.diagonal
        | attacks::rook(at, occupied) & sliders.orthogonal
        | V::leapers(pos, at, by)
}

/// The squares on which an orthodox piece captures.
#[inline]
pub fn captures(piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::PAWN => attacks::pawn(color, from),
        PieceType::KNIGHT => attacks::knight(from),
        PieceType::BISHOP => attacks::bishop(from, occupied),
        PieceType::ROOK => attacks::rook(from, occupied),
        PieceType::QUEEN => attacks::queen(from, occupied),
        PieceType::KING => attacks::king(from),
        _ => Bitboard::EMPTY,
    }
}

/// Returns `true` if a royal may not be on `at`: attacked, or facing a piece that it may not face. `gone` has just
/// been captured.
#[inline]
pub fn is_exposed<V: Variant>(pos: &Position<V>, at: Square, by: Color, occupied: Bitboard, gone: Bitboard) -> bool {
    (V::attackers(pos, at, by, occupied) - gone).any()
        || V::facing(pos, by).any() && attacks::rook(at, occupied).meets(V::facing(pos, by))
}

/// Checks and pins on the one king of the side to move.
#[inline]
pub fn constraints<V: Variant>(pos: &Position<V>) -> Constraints {
    constraints_on(pos, pos.king(pos.turn()))
}

/// Checks and pins on one royal of the side to move.
#[inline]
pub fn constraints_on<V: Variant>(pos: &Position<V>, royal: Square) -> Constraints {
    let (us, them, occupied) = (pos.turn(), !pos.turn(), pos.occupied());
    let checkers = V::attackers(pos, royal, them, occupied);
    let sliders = V::sliders(pos, them);
    let snipers = attacks::open_bishop(royal) & sliders.diagonal
        | attacks::open_rook(royal) & (sliders.orthogonal | V::facing(pos, them));
    let mut evasions = match checkers.first() {
        None => Bitboard::FULL,
        Some(checker) if !checkers.many() => attacks::between(royal, checker) | checkers,
        Some(_) => Bitboard::EMPTY,
    };
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = attacks::between(royal, sniper) & occupied;
        if !blockers.many() {
            pinned |= blockers & pos.color(us);
            // Only a position set up by hand can begin with a face-off: then the line must be closed as well.
            if blockers.is_empty() && !checkers.has(sniper) {
                evasions &= attacks::between(royal, sniper);
            }
        }
    }
    Constraints { checkers, evasions, pinned, royal, movers: Bitboard::FULL }
}

/// Returns `true` if a colour has too few pieces for any sequence of moves to mate: a bare king; a knight against a bare king or queens;
/// bishops of one square colour, if the other side has at most such bishops, rooks and queens.
#[inline]
pub fn cannot_mate<V: Variant>(pos: &Position<V>, us: Color) -> bool {
    const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    let kings = pos.piece_type(PieceType::KING);
    let (bishops, knights) = (pos.piece_type(PieceType::BISHOP), pos.piece_type(PieceType::KNIGHT));
    let (ours, queens) = (pos.color(us) - kings, pos.piece_type(PieceType::QUEEN));
    if ours.is_empty() {
        return true;
    }
    if (ours - bishops - knights).any() {
        return false;
    }
    if ours.meets(knights) {
        return !ours.many() && (pos.color(!us) - kings - queens).is_empty();
    }
    let blockers = pos.color(!us) - kings - queens - pos.piece_type(PieceType::ROOK) - bishops;
    blockers.is_empty() && (!bishops.meets(DARK) || (bishops - DARK).is_empty())
}

/// Checks that each side has one king, that the side that has moved is not in check, and that the kings do not face each other. (A face-off is valid
/// if the side to move is in check and must act anyway, as in reference positions.)
///
/// # Errors
/// The first violated rule.
pub fn validate<V: Variant>(pos: &Position<V>) -> Result<(), FenError> {
    for color in Color::BOTH {
        let kings = pos.of(color, PieceType::KING).count();
        if kings != 1 {
            return Err(FenError::new(Field::Board, pos.board_text(), format!("{} has {kings} kings", color.name())));
        }
    }
    let (us, them) = (pos.turn(), !pos.turn());
    let at = pos.king(them);
    if V::attackers(pos, at, us, pos.occupied()).any() {
        return Err(FenError::new(Field::Turn, us.letter(), format!("the king on {at} could be captured")));
    }
    if is_exposed(pos, at, us, pos.occupied(), Bitboard::EMPTY) && pos.checked_royals().is_empty() {
        return Err(FenError::new(Field::Board, pos.board_text(), "the kings face each other"));
    }
    Ok(())
}
