//! What is paid for a piece that is won over, piece by piece.

use movegen::{Bitboard, Move, Piece, PieceType, Position, Square, Variant};

use super::effect::changes;
use super::view::{checkers, name_of, names};
use super::wrong_square;
use crate::messages::{ErrorCode, PaymentView, Payments, Refusal};

/// All payments for the piece on a square.
pub(super) fn payments<V: Variant>(pos: &Position<V>, target: Square, moves: &[Move]) -> Payments {
    let payers = moves.iter().fold(Bitboard::EMPTY, |all, &m| all | pos.payment(m));
    Payments {
        price: price(pos, target).to_owned(),
        payers: names(payers),
        moves: moves.iter().map(|&m| pos.write_move(m)).collect(),
    }
}

/// The price of an enemy piece by the rules: `gamedata/games/subversion/specification.md`, "The payment".
pub(super) fn price<V: Variant>(pos: &Position<V>, target: Square) -> &'static str {
    match pos.piece_at(target).map(Piece::piece_type) {
        _ if !checkers(pos).has(target) => "one pawn",
        Some(PieceType::QUEEN) => "three officers, or two officers and all pawns",
        Some(PieceType::ROOK) => "a rook, a queen, two of the knights and bishops, or one of them and all pawns",
        _ => "one officer: a knight, bishop, rook or queen",
    }
}

/// How a payment stands.
pub(super) fn pay<V: Variant>(pos: &Position<V>, target: &str, paid: &[String]) -> Result<PaymentView, Refusal> {
    let at = Square::parse(target).ok_or_else(|| wrong_square(target))?;
    let mut given = Bitboard::EMPTY;
    let mut shown: Vec<String> = Vec::new();
    for text in paid {
        let payer = Square::parse(text).ok_or_else(|| wrong_square(text))?;
        if !given.has(payer) {
            shown.push(payer.to_string());
        }
        given = given.with(payer);
    }
    let illegal = |why: String| Refusal::new(ErrorCode::Illegal, why);
    let legal = if pos.outcome().is_none() { pos.legal_moves() } else { Default::default() };
    let bribes: Vec<Move> = legal.into_iter().filter(|m| m.is_purchase() && m.to() == at).collect();
    if bribes.is_empty() {
        return Err(illegal(format!("the piece on {at} cannot be won over now")));
    }
    let mut possible: Vec<(Move, Bitboard)> = bribes.into_iter().map(|m| (m, pos.payment(m))).collect();
    possible.retain(|(_, pieces)| (given - *pieces).is_empty());
    if possible.is_empty() {
        return Err(illegal(format!("no payment for the piece on {at} is made of these pieces: {}", price(pos, at))));
    }
    // Where one pawn means all of them, they are paid together.
    let pawns = pos.of(pos.turn(), PieceType::PAWN);
    if given.meets(pawns) && possible.iter().all(|(m, _)| m.pays_all_pawns()) {
        shown.extend(names(pawns - given));
        given |= pawns;
    }
    let open = possible.iter().fold(Bitboard::EMPTY, |all, (_, pieces)| all | (*pieces - given));
    let enough = possible.iter().find(|(_, pieces)| *pieces == given);
    Ok(PaymentView {
        target: at.to_string(),
        price: price(pos, at).to_owned(),
        paid: shown,
        open: names(open),
        m: enough.map(|&(m, _)| pos.write_move(m)),
        changes: enough.map(|&(m, _)| changes(pos, &pos.after(m))).unwrap_or_default(),
        needs: match enough {
            Some(_) => "this is enough".to_owned(),
            None => needs(pos, at, possible.iter().map(|(m, pieces)| (*m, *pieces - given))),
        },
    })
}

/// The ways to complete a payment, in words.
fn needs<V: Variant>(pos: &Position<V>, target: Square, rest: impl Iterator<Item = (Move, Bitboard)>) -> String {
    let names_piece_types = pos.piece_at(target).map(Piece::piece_type) == Some(PieceType::ROOK);
    let mut ways: Vec<String> = Vec::new();
    for (m, pieces) in rest {
        let pawns = pieces & pos.piece_type(PieceType::PAWN);
        let officers = pieces - pawns;
        let mut parts = Vec::new();
        if names_piece_types && officers.any() {
            let piece_types: Vec<&str> =
                officers.into_iter().filter_map(|at| pos.piece_at(at)).map(|piece| name_of::<V>(piece)).collect();
            parts.push(piece_types.join(" and "));
        } else if officers.any() {
            let count = ["no", "one", "two", "three"][officers.count().min(3) as usize];
            parts.push(format!("{count} officer{}", if officers.many() { "s" } else { "" }));
        }
        if pawns.any() {
            parts.push(if m.pays_all_pawns() { "all pawns" } else { "one pawn" }.to_owned());
        }
        let way = parts.join(" and ");
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways.join(", or ")
}

/// Whether one piece can be the whole price.
pub(super) fn is_single<V: Variant>(pos: &Position<V>, target: Square) -> bool {
    !checkers(pos).has(target) || pos.piece_at(target).map(Piece::piece_type) != Some(PieceType::QUEEN)
}
