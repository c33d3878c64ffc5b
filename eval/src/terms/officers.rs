//! Every piece but the pawns: mobility, files, outposts, pins; on the way the survey learns what they attack.

use std::marker::PhantomData;

use movegen::attacks;
use movegen::{Bitboard, Color, PieceType, Position, Variant};

use crate::ledger::Ledger;
use crate::survey::{DARK, EachPieceType, Side, Survey, downwards, each_officer, files, seen_by};
use crate::tables::Tables;
use crate::weights::Set;
use crate::weights::layout::{
    ATTACKER, BESIDE, CONTROL, COUPLE, HALF_OPEN, MOBILITY, OPEN_FILE, OUTPOST, PINNED, REACH, SAME_SHADE,
};

/// Looks at one side's officers.
#[inline]
pub(crate) fn officers<V: Variant, L: Ledger>(
    tables: &Tables,
    pos: &Position<V>,
    us: Color,
    survey: &mut Survey,
    ledger: &mut L,
) {
    let theirs = &survey.sides[!us];
    let (enemy_pawns, enemy_pawn_attacks, enemy_ring) = (theirs.pawns, theirs.pawn_attacks, theirs.ring);
    let occupied = survey.occupied;
    let own = survey.sides[us];
    let half_open = !files(own.pawns);
    // What an enemy pawn attacks now or may attack later.
    let chased = seen_by(us, downwards(seen_by(us, enemy_pawn_attacks)));
    let middle_ranks = Bitboard(0x0000_ffff_ff00_0000);
    let mut work = Officers::<V, L> {
        set: tables.weights.of(us),
        tables,
        pos,
        us,
        occupied,
        area: !(own.pieces | enemy_pawn_attacks),
        enemy_ring,
        open: half_open - files(enemy_pawns),
        half_open: half_open & files(enemy_pawns),
        outposts: own.pawn_attacks & (seen_by(us, middle_ranks) - chased),
        own,
        ledger: ledger.part(),
        game: PhantomData,
    };
    each_officer::<V>(&mut work);
    survey.sides[us] = work.own;
    ledger.join(work.ledger);
}

struct Officers<'a, V: Variant, L> {
    tables: &'a Tables,
    set: &'a Set,
    pos: &'a Position<V>,
    us: Color,
    occupied: Bitboard,
    area: Bitboard,
    enemy_ring: Bitboard,
    open: Bitboard,
    half_open: Bitboard,
    outposts: Bitboard,
    // Values, not references: what the loops add to stays in registers.
    own: Side,
    ledger: L,
    game: PhantomData<V>,
}

impl<V: Variant, L: Ledger> EachPieceType for Officers<'_, V, L> {
    #[inline(always)]
    fn piece_type<const K: u8>(&mut self) {
        let piece_type = PieceType::new(K);
        let pieces = self.pos.of(self.us, piece_type);
        if pieces.is_empty() {
            return;
        }
        let k = piece_type.index();
        let (mut attacked, mut reached) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for at in pieces {
            let captures = V::captures(piece_type, self.us, at, self.occupied);
            let mut reach = V::steps(piece_type, self.us, at, self.occupied) | captures;
            if self.own.pinned.has(at)
                && let Some(royal) = self.own.royal
            {
                reach &= attacks::line(royal, at);
            }
            attacked |= captures;
            reached |= reach;
            self.own.twice |= self.own.all & captures;
            self.own.all |= captures;
            let squares = (reach & self.area).count() as usize;
            self.ledger.count(MOBILITY.cell(k, squares.min(REACH - 1)), 1);
            if L::WANTS_ALL || self.tables.used[k].control {
                self.ledger.each(CONTROL.at(k), captures & self.area);
            }
            if captures.meets(self.enemy_ring) {
                self.own.danger += self.set.plain(ATTACKER.at(k));
                self.ledger.note(ATTACKER.at(k), 1);
                self.own.hits += (captures & self.enemy_ring).count().cast_signed();
            }
        }
        self.own.attacks[k] = attacked;
        self.own.moves[k] = reached - self.own.pieces;
        self.company(piece_type, pieces);
    }
}

impl<V: Variant, L: Ledger> Officers<'_, V, L> {
    /// What pieces of a piece type are worth by their files, their neighbours and the pawns.
    #[inline(always)]
    fn company(&mut self, piece_type: PieceType, pieces: Bitboard) {
        let k = piece_type.index();
        let used = self.tables.used[k];
        // Most pieces stand on no such square.
        if pieces.meets(self.open | self.half_open | self.outposts | self.own.pinned) {
            self.ledger.each(OPEN_FILE.at(k), pieces & self.open);
            self.ledger.each(HALF_OPEN.at(k), pieces & self.half_open);
            self.ledger.each(OUTPOST.at(k), pieces & self.outposts);
            self.ledger.each(PINNED.at(k), pieces & self.own.pinned);
        }
        if L::WANTS_ALL || used.couple {
            self.ledger.count(COUPLE.at(k), i32::from(pieces.many()));
        }
        if L::WANTS_ALL || used.beside {
            self.ledger.each(BESIDE.at(k), pieces & pieces.right());
        }
        if L::WANTS_ALL || used.same_shade {
            let pawns = self.own.pawns;
            let dark = (pieces & DARK).count() * (pawns & DARK).count();
            let light = (pieces - DARK).count() * (pawns - DARK).count();
            self.ledger.count(SAME_SHADE.at(k), (dark + light).cast_signed());
        }
    }
}
