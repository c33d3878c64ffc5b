//! Bribes: pieces of the side to move are paid for an enemy piece. A bribe whose result an ordinary move brings about as well is not a move
//! of its own.

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::constraints::Constraints;
use crate::definition::{Bribes, Payment, PieceSet};
use crate::moves::{Count, Move, MoveKind, Sink};
use crate::orthodox::is_exposed;
use crate::piece::{Color, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::variants::custom::{Custom, generate};
use crate::wanted::{Noisy, Quiet};

/// The treatment of bribes that an ordinary move replaces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubles {
    LeftOut,
    Included,
}

/// All pieces of a color of these types.
fn of_types(pos: &Position<Custom>, color: Color, types: PieceSet) -> Bitboard {
    types.iter().fold(Bitboard::EMPTY, |set, of| set | pos.of(color, of))
}

/// Returns the squares on which a color could buy an enemy piece of this type for one of its pawns, with its own pieces on these occupied
/// squares only.
pub(super) fn purchase_zone(pos: &Position<Custom>, by: Color, piece_type: PieceType, occupied: Bitboard) -> Bitboard {
    let Some(bribes) = &pos.game().definition().bribes else { return Bitboard::EMPTY };
    let costs_a_pawn = bribes.types.has(piece_type) && bribes.price[piece_type.index()].iter().any(is_one_pawn);
    if costs_a_pawn && pos.of(by, PieceType::PAWN).meets(occupied) {
        in_reach(pos, bribes, by, occupied)
    } else {
        Bitboard::EMPTY
    }
}

/// The enemy pieces that a color could buy, whatever their price.
pub(super) fn purchasable(pos: &Position<Custom>, by: Color) -> Bitboard {
    let Some(bribes) = &pos.game().definition().bribes else { return Bitboard::EMPTY };
    in_reach(pos, bribes, by, pos.occupied()) & of_types(pos, !by, bribes.types)
}

/// Returns the squares near a color's pieces on these occupied squares, and not next to a guard.
fn in_reach(pos: &Position<Custom>, bribes: &Bribes, by: Color, occupied: Bitboard) -> Bitboard {
    let near = match bribes.near.is_empty() {
        true => Bitboard::FULL,
        false => (of_types(pos, by, bribes.near) & occupied).around(),
    };
    near - of_types(pos, !by, bribes.guard).around()
}

/// Returns `true` for the price of one piece that may be a pawn.
fn is_one_pawn(price: &Payment) -> bool {
    price.len == 1 && !price.all_pawns && price.pieces[0].has(PieceType::PAWN)
}

/// All bribes.
pub(super) fn bribes<S: Sink>(pos: &Position<Custom>, c: &Constraints, doubles: Doubles, out: &mut S) {
    let Some(bribes) = &pos.game().definition().bribes else { return };
    let targets = purchasable(pos, pos.turn());
    match c.checkers.first() {
        None => {
            for target in targets {
                let Some(piece) = pos.piece_at(target) else { continue };
                pay_for(pos, c, target, &bribes.price[piece.piece_type().index()], doubles, out);
            }
        }
        // Of two checkers one stays, and a bribe of another piece ends no check.
        Some(checker)
            if !c.checkers.many() && targets.has(checker) && (bribes.when_mated || has_ordinary_move(pos, c)) =>
        {
            let Some(piece) = pos.piece_at(checker) else { return };
            pay_for(pos, c, checker, &bribes.price_in_check[piece.piece_type().index()], doubles, out);
        }
        Some(_) => {}
    }
}

fn has_ordinary_move(pos: &Position<Custom>, c: &Constraints) -> bool {
    let all = Constraints { movers: Bitboard::FULL, ..*c };
    let mut count = Count::default();
    generate::ordinary::<Noisy, _>(pos, &all, &mut count);
    generate::ordinary::<Quiet, _>(pos, &all, &mut count);
    count.0 > 0
}

/// Every way to pay one of the prices.
fn pay_for<S: Sink>(
    pos: &Position<Custom>,
    c: &Constraints,
    target: Square,
    prices: &[Payment],
    doubles: Doubles,
    out: &mut S,
) {
    let us = pos.turn();
    let mut paid: Vec<Move> = Vec::new();
    for price in prices {
        if price.all_pawns && pos.of(us, PieceType::PAWN).is_empty() {
            continue;
        }
        let sets = price.pieces.map(|types| of_types(pos, us, types));
        let mut chosen = ArrayVec::new();
        choose(&sets[..usize::from(price.len).min(3)], &mut chosen, &mut |squares| {
            let m = Move::purchase(squares, price.all_pawns, target);
            let is_left_out = doubles == Doubles::LeftOut && ordinary_for(pos, m).is_some();
            // Different prices and orders of payment may be the same bribe.
            if c.movers.has(m.from()) && !is_left_out && !paid.contains(&m) && leaves_royals_safe(pos, m) {
                paid.push(m);
                out.one(m);
            }
        });
    }
}

/// Every choice of one piece of each set, no piece twice, in the order of their squares.
fn choose(sets: &[Bitboard], chosen: &mut ArrayVec<Square, 3>, found: &mut impl FnMut(&[Square])) {
    let Some((first, rest)) = sets.split_first() else {
        if !chosen.is_empty() {
            let mut squares = chosen.clone();
            squares.sort_unstable();
            found(&squares);
        }
        return;
    };
    for at in *first {
        if !chosen.contains(&at) {
            chosen.push(at);
            choose(rest, chosen, found);
            chosen.pop();
        }
    }
}

/// The ordinary move that leads to the same position as the bribe: like takes like, or a pawn promotes by capture to what it takes.
pub(super) fn ordinary_for(pos: &Position<Custom>, m: Move) -> Option<Move> {
    let (from, to, game) = (m.from(), m.to(), pos.game());
    let (payer, target) = (pos.piece_at(from)?, pos.piece_at(to)?);
    let promotion = &game.definition().promotion;
    let promotes = promotion.pawns[payer.color()].has(payer.piece_type()) && promotion.region[payer.color()].has(to);
    let reaches = || game.captures(payer.piece_type(), payer.color(), from, pos.occupied()).has(to);
    match m.kind() == MoveKind::Purchase && reaches() {
        true if promotes => {
            let is_possible = promotion.into[payer.color()].contains(&target.piece_type());
            is_possible.then(|| Move::promotion(from, to, target.piece_type()))
        }
        true if payer.piece_type() == target.piece_type() => Some(Move::new(from, to, MoveKind::Normal)),
        _ => None,
    }
}

/// Returns `true` if the royal pieces are safe after the payment has left the board and the bribed piece has changed sides.
fn leaves_royals_safe(pos: &Position<Custom>, m: Move) -> bool {
    let (us, occupied, payment) = (pos.turn(), pos.occupied() - pos.payment(m), pos.payment(m));
    let royals = Custom::royals(pos, us) - payment;
    royals.into_iter().all(|at| !is_exposed(pos, at, !us, occupied, Bitboard::of(m.to())))
}
