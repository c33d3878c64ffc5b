//! The default rules as free functions: attacks, checks and pins, material that cannot mate, validity. Generation and
//! playing stand in the two modules beside. A variant that differs calls these and adds its part.

mod generate;
mod play;

pub use generate::{CASTLES, Castle, PawnGoals};
pub use generate::{en_passant_captures, fan_out, generate, goals, king, knights_and_sliders, pawn_set, pawns};
pub use play::{kept_rights, play};

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::constraints::{Constraints, Sliders};
use crate::error::{FenError, Field};
use crate::men::{Color, Kind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

/// Bishops and queens; rooks and queens.
#[inline]
pub fn sliders<V: Variant>(pos: &Position<V>, by: Color) -> Sliders {
    let queens = pos.kind(Kind::QUEEN);
    Sliders {
        diagonal: (pos.kind(Kind::BISHOP) | queens) & pos.color(by),
        orthogonal: (pos.kind(Kind::ROOK) | queens) & pos.color(by),
    }
}

/// Pawns, knights and kings that capture on `at`.
#[inline]
pub fn leapers<V: Variant>(pos: &Position<V>, at: Square, by: Color) -> Bitboard {
    (attacks::pawn(!by, at) & pos.kind(Kind::PAWN)
        | attacks::knight(at) & pos.kind(Kind::KNIGHT)
        | attacks::king(at) & pos.kind(Kind::KING))
        & pos.color(by)
}

/// All men of a colour that capture on `at`, from the variant's sliders and leapers.
#[inline]
pub fn attackers<V: Variant>(pos: &Position<V>, at: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let sliders = V::sliders(pos, by);
    attacks::bishop(at, occupied) & sliders.diagonal
        | attacks::rook(at, occupied) & sliders.orthogonal
        | V::leapers(pos, at, by)
}

/// The squares on which an orthodox man captures.
#[inline]
pub fn captures(kind: Kind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::PAWN => attacks::pawn(color, from),
        Kind::KNIGHT => attacks::knight(from),
        Kind::BISHOP => attacks::bishop(from, occupied),
        Kind::ROOK => attacks::rook(from, occupied),
        Kind::QUEEN => attacks::queen(from, occupied),
        Kind::KING => attacks::king(from),
        _ => Bitboard::EMPTY,
    }
}

/// Whether a royal may not stand on `at`: attacked there, or face to face with a man it may not face. `gone` has just
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
            // Only a position that was set up can begin face to face: then the line must be closed as well.
            if blockers.is_empty() && !checkers.has(sniper) {
                evasions &= attacks::between(royal, sniper);
            }
        }
    }
    Constraints { checkers, evasions, pinned, royal, movers: Bitboard::FULL }
}

/// Whether no sequence of moves can mate: bare kings, one minor piece, or bishops that all stand on one colour.
#[inline]
pub fn is_dead<V: Variant>(pos: &Position<V>) -> bool {
    const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    let kings = pos.kind(Kind::KING);
    let bishops = pos.kind(Kind::BISHOP);
    let others = pos.occupied() - kings;
    if others.count() <= 1 {
        return others.is_empty() || (bishops | pos.kind(Kind::KNIGHT)).meets(others);
    }
    others == bishops && (!bishops.meets(DARK) || (bishops - DARK).is_empty())
}

/// One king each, the side that has moved is not in check, and the kings do not face each other. (Face to face passes
/// when the side to move is in check and so has to act anyway: reference positions are set up so.)
///
/// # Errors
/// The first of these rules that is broken.
pub fn validate<V: Variant>(pos: &Position<V>) -> Result<(), FenError> {
    for color in Color::BOTH {
        let kings = pos.of(color, Kind::KING).count();
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
