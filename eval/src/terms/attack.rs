//! The danger that one side's men are to the enemy's royal. Danger grows with each attacker, check and weak square;
//! what it is worth grows with its square, because attackers help each other.

use movegen::{Bitboard, Color, Kind, Position, Square, Variant};

use crate::ledger::Ledger;
use crate::pair::Pair;
use crate::survey::{EachKind, Side, Survey, each_officer};
use crate::tables::Tables;
use crate::weights::Set;
use crate::weights::layout::{CHECK, DANGER, FORCE, Term};

/// Centipawns of the middle game are the danger's square over this.
const SQUARE: i32 = 160;
/// Centipawns of the end game are the danger over this.
const LINEAR: i32 = 8;
/// Danger beyond this changes nothing: worth about nine pawns.
const LARGEST: i32 = 380;

/// Looks at the attack of one side on the enemy's royal, if there is just one.
#[inline]
pub(crate) fn attack<V: Variant, L: Ledger>(
    tables: &Tables,
    pos: &Position<V>,
    us: Color,
    survey: &Survey,
    ledger: &mut L,
) {
    let (own, theirs) = (&survey.sides[us], &survey.sides[!us]);
    let Some(royal) = theirs.royal else {
        return;
    };
    let set = tables.weights.of(us);
    let by_royal =
        pos.man_at(royal).map_or(Bitboard::EMPTY, |man| V::captures(man.kind(), !us, royal, survey.occupied));
    let weak = own.all - (theirs.twice | (theirs.all - by_royal));
    let mut checks = Checks::<V> {
        pos,
        set,
        us,
        royal,
        occupied: survey.occupied,
        own,
        safe: !theirs.all | weak & own.twice,
        danger: 0,
        punished: Bitboard::EMPTY,
    };
    each_officer::<V>(&mut checks);
    let of = |i, times: Bitboard| set.plain(DANGER.at(i)) * times.count().cast_signed();
    let danger = own.danger
        + checks.danger
        + set.plain(DANGER.at(0))
        + set.plain(DANGER.at(1)) * own.hits
        + of(2, theirs.ring & weak)
        + of(3, checks.punished)
        + of(4, theirs.pinned)
        + set.plain(DANGER.at(5)) * theirs.bare_files;
    let danger = danger.clamp(0, LARGEST);
    ledger.book(Term::Attack, Pair::new(danger * danger / SQUARE, danger / LINEAR));
}

struct Checks<'a, V: Variant> {
    pos: &'a Position<V>,
    set: &'a Set,
    us: Color,
    royal: Square,
    occupied: Bitboard,
    own: &'a Side,
    safe: Bitboard,
    danger: i32,
    punished: Bitboard,
}

impl<V: Variant> EachKind for Checks<'_, V> {
    #[inline(always)]
    fn kind<const K: u8>(&mut self) {
        let kind = Kind::new(K);
        let men = self.pos.of(self.us, kind);
        if men.is_empty() {
            return;
        }
        self.danger += self.set.plain(FORCE.at(kind.index())) * men.count().cast_signed();
        // Where a man of theirs on the royal's square would capture, one of ours gives check: steps are mirrored.
        let sites = V::captures(kind, !self.us, self.royal, self.occupied) & self.own.moves[kind.index()];
        if sites.meets(self.safe) {
            self.danger += self.set.plain(CHECK.at(kind.index()));
        }
        self.punished |= sites - self.safe;
    }
}
