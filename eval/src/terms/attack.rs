//! The danger that one side's pieces are to the enemy's royal. Danger grows with each attacker, check and weak square;
//! what it is worth grows with its square, because attackers help each other.

use movegen::{Bitboard, Color, PieceType, Position, Square, Variant};

use crate::ledger::Ledger;
use crate::pair::Pair;
use crate::survey::{EachPieceType, Side, Survey, each_officer};
use crate::tables::Tables;
use crate::weights::Set;
use crate::weights::layout::{CHECK, DANGER, FORCE, Term, Weight};

/// Centipawns of the middle game are the danger's square over this.
const SQUARE: i32 = 160;
/// Centipawns of the end game are the danger over this.
const LINEAR: i32 = 8;
/// Danger beyond this changes nothing: worth about nine pawns.
const LARGEST: i32 = 380;

/// What the danger of one side's pieces, a sum of plain weights, is worth to it in both halves, and how fast that grows:
/// for tuners, in fractions.
pub fn worth_of_danger(sum: f64) -> ([f64; 2], [f64; 2]) {
    let (square, linear, largest) = (f64::from(SQUARE), f64::from(LINEAR), f64::from(LARGEST));
    let inside = sum.clamp(0.0, largest);
    let slopes = if sum == inside { [2.0 * inside / square, 1.0 / linear] } else { [0.0; 2] };
    ([inside * inside / square, inside / linear], slopes)
}

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
    let by_royal = pos
        .piece_at(royal)
        .map_or(Bitboard::EMPTY, |piece| V::captures(piece.piece_type(), !us, royal, survey.occupied));
    let weak = own.all - (theirs.twice | (theirs.all - by_royal));
    let mut work = Checks::<V, L> {
        pos,
        us,
        royal,
        occupied: survey.occupied,
        own,
        safe: !theirs.all | weak & own.twice,
        punished: Bitboard::EMPTY,
        danger: Danger { set: tables.weights.of(us), ledger: ledger.part(), sum: own.danger },
    };
    each_officer::<V>(&mut work);
    let (punished, mut danger) = (work.punished, work.danger);
    danger.add(DANGER.at(0), 1);
    danger.add(DANGER.at(1), own.hits);
    danger.each(DANGER.at(2), theirs.ring & weak);
    danger.each(DANGER.at(3), punished);
    danger.each(DANGER.at(4), theirs.pinned);
    danger.add(DANGER.at(5), theirs.bare_files);
    let sum = danger.sum.clamp(0, LARGEST);
    ledger.join(danger.ledger);
    ledger.book(Term::Attack, Pair::new(sum * sum / SQUARE, sum / LINEAR));
}

/// A sum of plain weights.
struct Danger<'a, L> {
    set: &'a Set,
    ledger: L,
    sum: i32,
}

impl<L: Ledger> Danger<'_, L> {
    #[inline]
    fn add(&mut self, weight: Weight, times: i32) {
        self.sum += self.set.plain(weight) * times;
        self.ledger.note(weight, times);
    }

    #[inline]
    fn each(&mut self, weight: Weight, set: Bitboard) {
        self.add(weight, set.count().cast_signed());
    }
}

struct Checks<'a, V: Variant, L> {
    pos: &'a Position<V>,
    us: Color,
    royal: Square,
    occupied: Bitboard,
    own: &'a Side,
    safe: Bitboard,
    punished: Bitboard,
    danger: Danger<'a, L>,
}

impl<V: Variant, L: Ledger> EachPieceType for Checks<'_, V, L> {
    #[inline(always)]
    fn piece_type<const K: u8>(&mut self) {
        let piece_type = PieceType::new(K);
        let pieces = self.pos.of(self.us, piece_type);
        if pieces.is_empty() {
            return;
        }
        self.danger.each(FORCE.at(piece_type.index()), pieces);
        // Where a piece of theirs on the royal's square would capture, one of ours gives check: steps are mirrored.
        let sites = V::captures(piece_type, !self.us, self.royal, self.occupied) & self.own.moves[piece_type.index()];
        self.danger.add(CHECK.at(piece_type.index()), i32::from(sites.meets(self.safe)));
        self.punished |= sites - self.safe;
    }
}
