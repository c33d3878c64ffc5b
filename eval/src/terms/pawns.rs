//! The shape of the pawns, and passed pawns. All sets are seen by the pawns' owner, so the code knows one direction.

use movegen::{Bitboard, Color, Square};

use crate::ledger::Ledger;
use crate::psqt::own_view;
use crate::survey::{Survey, downwards, files, seen_by, upwards};
use crate::weights::layout::{
    BACKWARD, DOUBLED, EXPOSED, ISOLATED, PASSED, PASSED_BLOCKED, PASSED_CLEAR, PASSED_ENEMY_KING, PASSED_FREE,
    PASSED_OWN_KING, PHALANX, SUPPORTED, UNSTOPPABLE,
};

/// Looks at one side's pawns.
#[inline]
pub(crate) fn pawns<L: Ledger>(us: Color, is_on_turn: bool, survey: &Survey, ledger: &mut L) {
    let (own, theirs) = (&survey.sides[us], &survey.sides[!us]);
    let pawns = seen_by(us, own.pawns);
    if pawns.is_empty() {
        return;
    }
    let enemies = seen_by(us, theirs.pawns);
    shape(pawns, enemies, seen_by(us, own.pawn_attacks), seen_by(us, theirs.pawn_attacks), ledger);

    let before_enemies = downwards(enemies.shift(-8));
    let held = before_enemies | before_enemies.left() | before_enemies.right() | downwards(pawns.shift(-8));
    let passed = pawns - held;
    if passed.is_empty() {
        return;
    }
    let view = |king: Option<Square>| king.map(|at| own_view(us, at));
    let way = Way {
        occupied: seen_by(us, survey.occupied),
        attacked: seen_by(us, theirs.all),
        protected: seen_by(us, own.all),
        own_king: view(own.royal),
        enemy_king: view(theirs.royal),
        is_on_turn,
        is_free_of_officers: theirs.royal.is_some_and(|at| theirs.pieces == theirs.pawns.with(at)),
    };
    for at in passed {
        passed_pawn(at, &way, ledger);
    }
}

#[inline]
fn shape<L: Ledger>(pawns: Bitboard, enemies: Bitboard, protected: Bitboard, enemy_attacks: Bitboard, ledger: &mut L) {
    let beside = pawns.left() | pawns.right();
    let isolated = pawns - files(beside);
    // Squares that own pawns protect now or may come to protect.
    let span = upwards(protected);
    let backward = pawns & ((enemy_attacks - span).shift(-8) - isolated);
    let unopposed = pawns - downwards(enemies.shift(-8));
    ledger.each(ISOLATED.only(), isolated);
    ledger.each(BACKWARD.only(), backward);
    ledger.each(EXPOSED.only(), (isolated | backward) & unopposed);
    ledger.each(DOUBLED.only(), pawns & downwards(pawns.shift(-8)));
    for at in pawns & beside {
        ledger.count(PHALANX.at(usize::from(at.rank())), 1);
    }
    for at in pawns & protected {
        ledger.count(SUPPORTED.at(usize::from(at.rank())), 1);
    }
}

/// What matters on the way of a passed pawn.
struct Way {
    occupied: Bitboard,
    attacked: Bitboard,
    protected: Bitboard,
    own_king: Option<Square>,
    enemy_king: Option<Square>,
    is_on_turn: bool,
    is_free_of_officers: bool,
}

#[inline]
fn passed_pawn<L: Ledger>(at: Square, way: &Way, ledger: &mut L) {
    let rank = usize::from(at.rank());
    ledger.count(PASSED.at(rank), 1);
    let ahead = Bitboard::of(at).shift(8);
    let Some(stop) = ahead.first() else {
        return;
    };
    if way.occupied.has(stop) {
        ledger.count(PASSED_BLOCKED.at(rank), 1);
    } else if !way.attacked.has(stop) || way.protected.has(stop) {
        ledger.count(PASSED_FREE.at(rank), 1);
        if !upwards(ahead).meets(way.occupied | way.attacked) {
            ledger.count(PASSED_CLEAR.at(rank), 1);
        }
    }
    if way.is_free_of_officers && !upwards(ahead).meets(way.occupied) {
        let goal = Square::at(at.file(), 7);
        let king = way.enemy_king.map_or(7, |king| king.distance(goal));
        // The king is one step nearer when it is its turn.
        let steps = 7 - at.rank() + u8::from(!way.is_on_turn);
        ledger.count(UNSTOPPABLE.only(), i32::from(king > steps));
    }
    let mut steps = |king: Option<Square>, weight| {
        if let Some(king) = king {
            ledger.count(weight, i32::from(king.distance(stop).min(5)));
        }
    };
    steps(way.own_king, PASSED_OWN_KING.at(rank));
    steps(way.enemy_king, PASSED_ENEMY_KING.at(rank));
}
