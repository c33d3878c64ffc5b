//! The payment for a piece that is bought, piece by piece.

use games::explain::{Price, Purchase, piece_at, price, purchases, unsold};
use movegen::{Bitboard, Move, PieceType, Position, Square, Variant};

use super::tree::changes;
use super::{checked, texts};
use crate::messages::{ErrorCode, PaymentView, Payments, Refusal};

/// Returns all payments for the piece on a square.
pub(super) fn payments<V: Variant>(pos: &Position<V>, target: Square, moves: &[Move]) -> Payments {
    let payers = moves.iter().fold(Bitboard::EMPTY, |all, &m| all | pos.payment(m));
    Payments {
        price: price(pos, target).words().to_owned(),
        payers: texts(payers),
        moves: moves.iter().map(|&m| pos.write_move(m)).collect(),
    }
}

/// Returns the state of a payment.
pub(super) fn pay<V: Variant>(pos: &Position<V>, target: &str, paid: &[String]) -> Result<PaymentView, Refusal> {
    let at = checked(target, Square::parse(target))?;
    let mut given = Bitboard::EMPTY;
    let mut shown: Vec<String> = Vec::new();
    for text in paid {
        let payer = checked(text, Square::parse(text))?;
        if !given.has(payer) {
            shown.push(payer.to_string());
        }
        given = given.with(payer);
    }
    let illegal = |why: String| Refusal::new(ErrorCode::Illegal, why);
    let price = price(pos, at);
    let with = |given| {
        let mut possible = purchases(pos, given);
        possible.retain(|purchase| purchase.m.to() == at);
        possible
    };
    if let Some(reason) = unsold(pos, at) {
        return Err(illegal(reason.words(pos.game().name())));
    }
    let mut possible = with(given);
    if possible.is_empty() {
        return Err(illegal(format!("these pieces are no payment for the piece on {at}: it costs {}", price.words())));
    }
    // Where one pawn means all of them, they are paid together.
    let pawns = pos.of(pos.turn(), PieceType::PAWN);
    if given.meets(pawns) && possible.iter().all(|purchase| purchase.m.pays_all_pawns()) {
        shown.extend(texts(pawns - given));
        given |= pawns;
        possible = with(given);
    }
    let open = possible.iter().fold(Bitboard::EMPTY, |all, purchase| all | purchase.rest);
    let enough = possible.iter().find(|purchase| purchase.rest.is_empty()).map(|purchase| purchase.m);
    Ok(PaymentView {
        target: at.to_string(),
        price: price.words().to_owned(),
        paid: shown,
        open: texts(open),
        m: enough.map(|m| pos.write_move(m)),
        changes: enough.map(|m| changes(pos, &pos.after(m))).unwrap_or_default(),
        needs: match enough {
            Some(_) => "this is enough".to_owned(),
            None => needs(pos, price, &possible),
        },
    })
}

/// Returns the ways to complete a payment in words.
fn needs<V: Variant>(pos: &Position<V>, price: Price, possible: &[Purchase]) -> String {
    let mut ways: Vec<String> = Vec::new();
    for &Purchase { m, rest, .. } in possible {
        let pawns = rest & pos.piece_type(PieceType::PAWN);
        let others = rest - pawns;
        let mut parts = Vec::new();
        if others.any() && price == Price::Rook {
            let pieces = others.into_iter().filter_map(|at| piece_at(pos, at));
            let names = pieces.map(|piece| games::names::piece(pos.game().name(), piece.letter, piece.color));
            parts.push(names.collect::<Vec<_>>().join(" and "));
        } else if others.any() {
            let count = ["no", "one", "two", "three"][others.count().min(3) as usize];
            parts.push(format!("{count} non-pawn piece{}", if others.many() { "s" } else { "" }));
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
