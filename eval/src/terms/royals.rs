//! Several royals, and royals that change ([`Variant::ROYALS_CHANGE`]): which piece type is royal, what threatens each of several,
//! of whom one that is mated loses the game, and which captures would make other pieces royal. The danger to a royal that
//! stands alone is in `attack.rs`.

use movegen::{Bitboard, ByPieceType, Color, PieceType, Position, Square, Variant, attacks};

use crate::ledger::Ledger;
use crate::survey::Survey;
use crate::weights::layout::{
    ROYAL_ATTACKED, ROYAL_CHECK, ROYAL_COUNT, ROYAL_ESCAPES, ROYAL_MATE, ROYALS_CHANGE, ROYALS_CHANGE_NEAR,
};

/// Looks at one side's royals and at what they threaten.
#[inline]
pub(crate) fn royals<V: Variant, L: Ledger>(pos: &Position<V>, us: Color, survey: &Survey, whole: &mut L) {
    let royals = V::royals(pos, us);
    let Some(piece_type) = royals.first().and_then(|at| pos.piece_at(at)).map(movegen::Piece::piece_type) else {
        return;
    };
    let mut ledger = whole.part();
    let count = (royals.count() as usize).min(ROYAL_COUNT.columns);
    ledger.count(ROYAL_COUNT.cell(piece_type.index(), count - 1), 1);
    if royals.many() {
        dangers(pos, us, piece_type, survey, &mut ledger);
    }
    changes(pos, us, piece_type, survey, &mut ledger);
    whole.join(ledger);
}

/// What threatens each of several royals.
fn dangers<V: Variant, L: Ledger>(
    pos: &Position<V>,
    us: Color,
    piece_type: PieceType,
    survey: &Survey,
    ledger: &mut L,
) {
    let (own, theirs) = (&survey.sides[us], &survey.sides[!us]);
    let later = usize::from(us != pos.turn());
    for royal in V::royals(pos, us) {
        let free = goals(pos, us, piece_type, royal, survey) - theirs.all;
        ledger.count(ROYAL_ESCAPES.at((free.count() as usize).min(ROYAL_ESCAPES.columns - 1)), 1);
        ledger.count(ROYAL_ATTACKED.at(later), i32::from(theirs.all.has(royal)));
        let mut is_checked_safely = false;
        for by in (PieceType::PAWN.index() + 1..V::ByPieceType::LEN).map(|by| PieceType::new(by as u8)) {
            if theirs.moves[by.index()].is_empty() {
                continue;
            }
            // Where a piece of ours on the royal's square would capture, one of theirs attacks it.
            let sites = V::captures(by, us, royal, survey.occupied) & theirs.moves[by.index()];
            ledger.count(ROYAL_CHECK.at(by.index()), i32::from(sites.any()));
            is_checked_safely |= (sites - own.all).any();
        }
        ledger.count(ROYAL_MATE.at(later), i32::from(free.is_empty() && is_checked_safely));
    }
}

/// The squares to which a royal can go.
#[inline]
fn goals<V: Variant>(pos: &Position<V>, us: Color, piece_type: PieceType, royal: Square, survey: &Survey) -> Bitboard {
    let (own, theirs) = (&survey.sides[us], &survey.sides[!us]);
    let captures = V::captures(piece_type, us, royal, survey.occupied);
    if piece_type != PieceType::PAWN {
        return captures - own.pieces;
    }
    let once = Bitboard::of(royal).shift(us.forward()) - survey.occupied;
    let twice = (once & V::double_step_passes(us)).shift(us.forward()) - survey.occupied;
    debug_assert!(pos.of(us, PieceType::PAWN).has(royal));
    (captures & theirs.pieces) | once | twice
}

/// The enemy pieces whose capture by a royal would make the others of their piece type royal.
#[inline]
fn changes<V: Variant, L: Ledger>(
    pos: &Position<V>,
    us: Color,
    piece_type: PieceType,
    survey: &Survey,
    ledger: &mut L,
) {
    let (own, theirs) = (&survey.sides[us], &survey.sides[!us]);
    let later = usize::from(us != pos.turn());
    let enemy_royals = V::royals(pos, !us);
    let loose = theirs.pieces - theirs.all - enemy_royals;
    let victims = if own.royal.is_some() { loose } else { theirs.pieces - enemy_royals };
    let attacked = if piece_type == PieceType::PAWN { own.pawn_attacks } else { own.attacks[piece_type.index()] };
    let near = own.royal.map_or(Bitboard::EMPTY, |at| around(attacks::king(at))) & loose;
    if !near.meets(loose) && !attacked.meets(victims) {
        return;
    }
    for victim in (0..V::ByPieceType::LEN as u8).map(PieceType::new) {
        let pieces = pos.of(!us, victim);
        if pieces.many() {
            ledger.each(ROYALS_CHANGE.cell(victim.index(), later), pieces & victims & attacked);
            ledger.each(ROYALS_CHANGE_NEAR.at(victim.index()), pieces & (near - attacked));
        }
    }
}

/// The squares of the set and those next to them.
#[inline]
fn around(set: Bitboard) -> Bitboard {
    let row = set | set.left() | set.right();
    row | row.shift(8) | row.shift(-8)
}
