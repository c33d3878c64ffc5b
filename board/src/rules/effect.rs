//! What a move does: for a look before it is made, and as events afterwards.

use movegen::fen::letter_of_kind;
use movegen::{Bitboard, Color, Kind, Man, Move, MoveKind, Position, Square, Variant};

use super::result_view;
use super::texts::{counted, listed};
use super::view::{governing, man_at, name_of, names, rule_of};
use crate::messages::{BoardChange, Captured, Coup, Effect, GameEvent};

/// What a legal move would do.
pub(super) fn effect<V: Variant>(pos: &Position<V>, m: Move) -> Effect {
    let next = pos.after(m);
    let becomes = new_kind(pos, &next, m);
    Effect {
        captures: captures(pos, m),
        becomes: becomes.map(|kind| letter_of_kind::<V>(kind).to_string()),
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
    let differs = |at: &Square| man_at(pos, *at) != man_at(next, *at);
    let change = |at: Square| BoardChange { square: at.to_string(), man: man_at(next, at) };
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
        events.push(GameEvent::Capture { square: captured.square, man: captured.man });
    }
    if let (Some(now), Some(before)) = (new_kind(pos, &next, m), pos.man_at(m.from())) {
        let (square, now) = (m.to().to_string(), letter_of_kind::<V>(now).to_string());
        events.push(match m.promotes_to() {
            Some(_) => GameEvent::Promotion { square, now },
            None => {
                let was = letter_of_kind::<V>(before.kind()).to_string();
                GameEvent::Becomes { square, was, now, royal: is_crowned(pos, &next, m) }
            }
        });
    }
    events.extend(coup(pos, &next, m).map(GameEvent::Coup));
    if m.kind() == MoveKind::Castle {
        let wing = if m.to().file() > m.from().file() { "king" } else { "queen" };
        events.push(GameEvent::Castle { wing: wing.to_owned() });
    }
    let check = next.checked_royals();
    if check.any() {
        events.push(GameEvent::Check { royals: names(check) });
    }
    events
}

/// Where a man is captured, en passant not where the captor goes.
fn captures<V: Variant>(pos: &Position<V>, m: Move) -> Option<Captured> {
    pos.captured(m)?;
    let at = if m.kind() == MoveKind::EnPassant { m.to().offset(-pos.turn().forward()) } else { m.to() };
    Some(Captured { square: at.to_string(), man: man_at(pos, at)? })
}

/// The kind of the man that has moved, if it was another before.
fn new_kind<V: Variant>(pos: &Position<V>, next: &Position<V>, m: Move) -> Option<Kind> {
    let before = pos.man_at(m.from()).filter(|_| !m.is_purchase())?;
    next.man_at(m.to()).map(Man::kind).filter(|&kind| kind != before.kind())
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
        man: man_at(next, m.to())?,
        paid: names(paid),
        price: in_words(pos, paid),
    })
}

/// Men in words, the dearest kinds first: `a bishop and two pawns`.
fn in_words<V: Variant>(pos: &Position<V>, men: Bitboard) -> String {
    let kinds = (0..Kind::MAX as u8).rev().map(Kind::new);
    let of_kind = |kind: Kind| men.into_iter().filter(|&at| pos.man_at(at).map(Man::kind) == Some(kind)).count();
    let words = |kind: Kind| {
        let count = u32::try_from(of_kind(kind)).unwrap_or_default();
        (count > 0).then(|| counted(count, name_of::<V>(Man::new(Color::White, kind))))
    };
    listed(&kinds.filter_map(words).collect::<Vec<_>>())
}
