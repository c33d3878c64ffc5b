//! What a move does: for a look before it is made, and as events afterwards.

use movegen::fen::letter_of_piece_type;
use movegen::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Position, Square, Variant};

use super::result_view;
use super::texts::{counted, listed};
use super::view::{governing, name_of, names, piece_at, rule_of};
use crate::messages::{BoardChange, Captured, Coup, Effect, GameEvent, Wing};

/// What a legal move would do.
pub(super) fn effect<V: Variant>(pos: &Position<V>, m: Move) -> Effect {
    let next = pos.after(m);
    let becomes = new_piece_type(pos, &next, m);
    Effect {
        captures: captures(pos, m),
        becomes: becomes.map(|piece_type| letter_of_piece_type::<V>(piece_type).to_string()),
        crowned: is_crowned(pos, &next, m),
        coup: coup(pos, &next, m),
        castles: m.kind() == MoveKind::Castle,
        check: names(next.checked_royals()),
        result: next.outcome().map(result_view),
        changes: changes(pos, &next),
    }
}

/// The squares that differ between two positions.
pub(super) fn changes<V: Variant>(pos: &Position<V>, next: &Position<V>) -> Vec<BoardChange> {
    let differs = |at: &Square| piece_at(pos, *at) != piece_at(next, *at);
    let change = |at: Square| BoardChange { square: at.to_string(), piece: piece_at(next, at) };
    Square::all().filter(differs).map(change).collect()
}

/// What effects of several answers to one question have in common.
pub(super) fn common(effects: &[Effect]) -> Effect {
    let Some((first, rest)) = effects.split_first() else { return Effect::default() };
    let mut common = first.clone();
    for other in rest {
        keep_equal(&mut common.captures, &other.captures);
        keep_equal(&mut common.becomes, &other.becomes);
        keep_equal(&mut common.crowned, &other.crowned);
        keep_equal(&mut common.coup, &other.coup);
        keep_equal(&mut common.check, &other.check);
        keep_equal(&mut common.result, &other.result);
        common.changes.retain(|change| other.changes.contains(change));
    }
    common
}

fn keep_equal<T: PartialEq + Default>(kept: &mut T, other: &T) {
    if kept != other {
        *kept = T::default();
    }
}

/// What a legal move brought about.
pub(super) fn events<V: Variant>(pos: &Position<V>, m: Move) -> Vec<GameEvent> {
    let next = pos.after(m);
    let mut events = Vec::new();
    if m.is_purchase() {
        events.extend(bribe(pos, &next, m));
    }
    if let Some(captured) = captures(pos, m) {
        events.push(GameEvent::Capture { square: captured.square, piece: captured.piece });
    }
    if let (Some(now), Some(before)) = (new_piece_type(pos, &next, m), pos.piece_at(m.from())) {
        let (square, now) = (m.to().to_string(), letter_of_piece_type::<V>(now).to_string());
        events.push(match m.promotes_to() {
            Some(_) => GameEvent::Promotion { square, now },
            None => {
                let was = letter_of_piece_type::<V>(before.piece_type()).to_string();
                GameEvent::Becomes { square, was, now, royal: is_crowned(pos, &next, m) }
            }
        });
    }
    events.extend(coup(pos, &next, m).map(GameEvent::Coup));
    if m.kind() == MoveKind::Castle {
        let wing = if m.to().file() > m.from().file() { Wing::King } else { Wing::Queen };
        events.push(GameEvent::Castle { wing });
    }
    let check = next.checked_royals();
    if check.any() {
        events.push(GameEvent::Check { royals: names(check) });
    }
    events
}

/// Where a piece is captured, en passant not where the captor goes.
fn captures<V: Variant>(pos: &Position<V>, m: Move) -> Option<Captured> {
    pos.captured(m)?;
    let at = if m.kind() == MoveKind::EnPassant { m.to().offset(-pos.turn().forward()) } else { m.to() };
    Some(Captured { square: at.to_string(), piece: piece_at(pos, at)? })
}

/// The kind of the piece that has moved, if it was another before.
fn new_piece_type<V: Variant>(pos: &Position<V>, next: &Position<V>, m: Move) -> Option<PieceType> {
    let before = pos.piece_at(m.from()).filter(|_| !m.is_purchase())?;
    next.piece_at(m.to()).map(Piece::piece_type).filter(|&piece_type| piece_type != before.piece_type())
}

fn is_crowned<V: Variant>(pos: &Position<V>, next: &Position<V>, m: Move) -> bool {
    let us = pos.turn();
    !m.is_purchase() && V::royals(next, us).has(m.to()) && !V::royals(pos, us).has(m.from())
}

fn coup<V: Variant>(pos: &Position<V>, next: &Position<V>, m: Move) -> Option<Coup> {
    let side = !pos.turn();
    let (before, after) = (governing(pos)?, governing(next)?);
    V::changes_royals(pos, m).then(|| Coup {
        side: side.into(),
        fell: rule_of::<V>(before[side]).to_owned(),
        rules: rule_of::<V>(after[side]).to_owned(),
        letter: after[side].to_string(),
        royals: names(V::royals(next, side)),
    })
}

fn bribe<V: Variant>(pos: &Position<V>, next: &Position<V>, m: Move) -> Option<GameEvent> {
    let paid = pos.payment(m);
    Some(GameEvent::Bribe {
        square: m.to().to_string(),
        piece: piece_at(next, m.to())?,
        paid: names(paid),
        price: in_words(pos, paid),
    })
}

/// Pieces in words, the dearest piece types first: `a bishop and two pawns`.
fn in_words<V: Variant>(pos: &Position<V>, pieces: Bitboard) -> String {
    let piece_types = (0..PieceType::MAX as u8).rev().map(PieceType::new);
    let of_piece_type = |piece_type: PieceType| {
        pieces.into_iter().filter(|&at| pos.piece_at(at).map(Piece::piece_type) == Some(piece_type)).count()
    };
    let words = |piece_type: PieceType| {
        let count = u32::try_from(of_piece_type(piece_type)).unwrap_or_default();
        (count > 0).then(|| counted(count, name_of::<V>(Piece::new(Color::White, piece_type))))
    };
    listed(&piece_types.filter_map(words).collect::<Vec<_>>())
}
