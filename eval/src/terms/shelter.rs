//! The files before a royal, with own shields and enemy pawns on them, and the squares to which it may step.

use movegen::{Bitboard, Color, Position, Variant};

use crate::ledger::Ledger;
use crate::psqt::own_view;
use crate::survey::{Survey, seen_by, upwards};
use crate::tables::Tables;
use crate::weights::layout::{ESCAPES, SHELTER, STORM};

/// Looks at the three files before one side's royal, if it has just one.
#[inline]
pub(crate) fn shelter<V: Variant, L: Ledger>(
    tables: &Tables,
    pos: &Position<V>,
    us: Color,
    survey: &mut Survey,
    whole: &mut L,
) {
    let mut ledger = whole.part();
    let Some(royal) = survey.sides[us].royal else {
        return;
    };
    let royal = own_view(us, royal);
    let before = upwards(Bitboard::rank(royal.rank()));
    let shields = tables.shields.iter().fold(Bitboard::EMPTY, |all, &piece_type| all | pos.of(us, piece_type));
    let shields = seen_by(us, shields) & before;
    let storm = seen_by(us, survey.sides[!us].pawns) & before;
    let middle = royal.file().clamp(1, 6);
    let mut bare_files = 0;
    for file in middle - 1..=middle + 1 {
        let edge = usize::from(file.min(7 - file));
        let hindmost = |set: Bitboard| (set & Bitboard::file(file)).first().map_or(0, |at| usize::from(at.rank()));
        let shield = hindmost(shields);
        ledger.count(SHELTER.cell(edge, shield), 1);
        ledger.count(STORM.cell(edge, hindmost(storm)), 1);
        bare_files += i32::from(shield == 0);
    }
    survey.sides[us].bare_files = bare_files;

    let (own, theirs) = (&survey.sides[us], &survey.sides[!us]);
    if let (Some(at), Some(piece)) = (own.royal, own.royal.and_then(|at| pos.piece_at(at))) {
        let free = V::captures(piece.piece_type(), us, at, survey.occupied) - own.pieces - theirs.all - theirs.faced;
        ledger.count(ESCAPES.at((free.count() as usize).min(ESCAPES.columns - 1)), 1);
    }
    whole.join(ledger);
}
