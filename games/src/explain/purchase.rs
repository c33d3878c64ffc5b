//! Purchases of enemy pieces: their prices and payments. The rules are in the specification of Subversion, "The payment".

use movegen::{Bitboard, Move, Piece, PieceType, Position, Square, Variant, attacks};

use super::turn_based::{checkers, pieces, squares};
use super::{At, Illegal, PieceAt, piece_at};

/// The price of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    /// One pawn.
    Pawn,
    /// A knight, bishop, rook or queen.
    NonPawn,
    /// A rook, a queen, two of the knights and bishops, or one of them and all pawns.
    Rook,
    /// Three non-pawn pieces, or two of them and all pawns.
    Queen,
}

/// The reason why a piece cannot be bought, or not with this payment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalPurchase {
    /// The game has no purchases.
    NotInThisGame,
    /// The square has no enemy piece.
    NoEnemy(At),
    /// A royal cannot be bought.
    Royal(PieceAt),
    /// The piece is next to its own king, whose square is given.
    NextToItsKing(PieceAt, At),
    /// No non-pawn piece of the buyer is next to the piece.
    NoNeighbor(PieceAt),
    /// The king cannot be paid.
    PaysKing(PieceAt),
    /// Several pieces give check, and only one could be bought.
    DoubleCheck(Vec<At>),
    /// The buyer is in check, and the piece does not give it.
    NotTheChecker(Vec<At>),
    /// The first piece gives no check and so costs one pawn, not the second.
    OnePawn(PieceAt, PieceAt),
    /// The payer can capture the piece instead.
    CanCapture(PieceAt),
    /// Without the payer the king would be in check.
    LeavesCheck(PieceAt, Vec<PieceAt>),
    /// The payment is not the price of the piece.
    Price(PieceAt, Price),
    /// No payment for the piece is legal now.
    TooExpensive(PieceAt),
}

impl IllegalPurchase {
    /// Returns the squares that show the reason.
    pub(super) fn squares(&self) -> Vec<At> {
        match self {
            Self::Royal(piece)
            | Self::NoNeighbor(piece)
            | Self::PaysKing(piece)
            | Self::OnePawn(_, piece)
            | Self::CanCapture(piece)
            | Self::Price(piece, _)
            | Self::TooExpensive(piece) => vec![piece.at],
            Self::NextToItsKing(piece, king) => vec![piece.at, *king],
            Self::DoubleCheck(by) | Self::NotTheChecker(by) => by.clone(),
            Self::LeavesCheck(_, by) => by.iter().map(|piece| piece.at).collect(),
            Self::NotInThisGame | Self::NoEnemy(_) => Vec::new(),
        }
    }
}

/// A legal purchase and its payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purchase {
    /// The move.
    pub m: Move,
    /// The pieces that it costs.
    pub payment: Bitboard,
    /// The pieces that it costs in addition to those given.
    pub rest: Bitboard,
}

/// Returns the legal purchases whose payments include the pieces given, in the order of the legal moves.
pub fn purchases<V: Variant>(pos: &Position<V>, given: Bitboard) -> Vec<Purchase> {
    if !V::PURCHASES || pos.outcome().is_some() {
        return Vec::new();
    }
    let purchase = |m: Move| {
        let payment = pos.payment(m);
        Purchase { m, payment, rest: payment - given }
    };
    let all = pos.legal_moves().into_iter().filter(|m| m.is_purchase()).map(purchase);
    all.filter(|purchase| (given - purchase.payment).is_empty()).collect()
}

/// Returns the price of an enemy piece.
pub fn price<V: Variant>(pos: &Position<V>, target: Square) -> Price {
    match pos.piece_at(target).map(Piece::piece_type) {
        _ if !checkers(pos).has(target) => Price::Pawn,
        Some(PieceType::QUEEN) => Price::Queen,
        Some(PieceType::ROOK) => Price::Rook,
        _ => Price::NonPawn,
    }
}

/// Returns the reason why the piece on a square cannot be bought with any payment; `None` if it can.
pub fn unsold<V: Variant>(pos: &Position<V>, target: Square) -> Option<Illegal> {
    if !V::PURCHASES {
        return Some(Illegal::Purchase(IllegalPurchase::NotInThisGame));
    }
    let Some(piece) = piece_at(pos, target) else { return Some(Illegal::Empty(target.into())) };
    if piece.color == pos.turn() {
        return Some(Illegal::OwnPiece(piece));
    }
    let is_sold = purchases(pos, Bitboard::EMPTY).iter().any(|purchase| purchase.m.to() == target);
    let reason = || not_for_sale(pos, target).unwrap_or(IllegalPurchase::TooExpensive(piece));
    (!is_sold).then(|| Illegal::Purchase(reason()))
}

/// Returns the reason why the piece on a square cannot be bought now, whatever is paid.
fn not_for_sale<V: Variant>(pos: &Position<V>, at: Square) -> Option<IllegalPurchase> {
    if !V::PURCHASES {
        return Some(IllegalPurchase::NotInThisGame);
    }
    let Some(target) = piece_at(pos, at).filter(|piece| piece.color != pos.turn()) else {
        return Some(IllegalPurchase::NoEnemy(at.into()));
    };
    let king = pos.king(!pos.turn());
    match () {
        () if at == king => Some(IllegalPurchase::Royal(target)),
        () if attacks::king(king).has(at) => Some(IllegalPurchase::NextToItsKing(target, king.into())),
        () if !V::purchasable(pos, pos.turn()).has(at) => Some(IllegalPurchase::NoNeighbor(target)),
        () => None,
    }
}

/// Returns the reason why the piece on `from` cannot be paid for the one on `to`; `None` if it can.
pub fn illegal_payment<V: Variant>(pos: &Position<V>, from: Square, to: Square) -> Option<Illegal> {
    if let Some(outcome) = pos.outcome() {
        return Some(Illegal::Over(outcome));
    }
    let moves = pos.legal_moves();
    if moves.iter().any(|m| m.is_purchase() && m.to() == to && pos.payment(*m).has(from)) {
        return None;
    }
    let Some(payer) = piece_at(pos, from) else { return Some(Illegal::Empty(from.into())) };
    if payer.color != pos.turn() {
        return Some(Illegal::NotYours(payer));
    }
    let reason = not_for_sale(pos, to).or_else(|| piece_at(pos, to).map(|target| unpaid(pos, payer, from, target, to)));
    reason.map(Illegal::Purchase)
}

fn unpaid<V: Variant>(pos: &Position<V>, payer: PieceAt, from: Square, target: PieceAt, to: Square) -> IllegalPurchase {
    let us = pos.turn();
    let is_of = |at: Square, piece_type| pos.piece_at(at).map(Piece::piece_type) == Some(piece_type);
    if is_of(from, PieceType::KING) {
        return IllegalPurchase::PaysKing(payer);
    }
    let checks = checkers(pos);
    if checks.many() {
        return IllegalPurchase::DoubleCheck(squares(checks));
    }
    if checks.any() && !checks.has(to) {
        return IllegalPurchase::NotTheChecker(squares(checks));
    }
    if !checks.any() && !is_of(from, PieceType::PAWN) {
        return IllegalPurchase::OnePawn(target, payer);
    }
    let captures = pos.legal_moves().iter().any(|m| !m.is_purchase() && m.from() == from && m.to() == to);
    if captures && (payer.letter == target.letter || is_of(from, PieceType::PAWN)) {
        return IllegalPurchase::CanCapture(payer);
    }
    let is_single = !checks.has(to) || !is_of(to, PieceType::QUEEN);
    let left = pos.after(Move::purchase(&[from], false, to));
    let by = V::attackers(&left, left.king(us), !us, left.occupied());
    match is_single && by.any() {
        true => IllegalPurchase::LeavesCheck(payer, pieces(&left, by)),
        false => IllegalPurchase::Price(target, price(pos, to)),
    }
}
