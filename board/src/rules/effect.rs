//! The effects of a move: for a preview, and as events.

use games::explain::{At, Effect as Fact, PieceAt, counted, listed, turn_based};
use games::names;
use movegen::{Color, Move, Position, Square, Variant};

use super::result_view;
use super::texts;
use super::view::piece_at;
use crate::messages::{BoardChange, Captured, Coup, Effect, GameEvent, PieceView, Wing};

/// Returns a preview of a legal move.
pub(super) fn effect<V: Variant>(pos: &Position<V>, m: Move) -> Effect {
    let mut effect = Effect { changes: changes(pos, &pos.after(m)), ..Effect::default() };
    for fact in turn_based::effects(pos, m) {
        match fact {
            Fact::Capture { piece, .. } => effect.captures = Some(captured(pos, piece)),
            Fact::Becomes { piece, royal, .. } => {
                effect.becomes = Some(piece.letter.to_string());
                effect.crowned = royal;
            }
            Fact::NewRoyals { side, was, now, royals } => effect.coup = Some(coup::<V>(side, was, now, &royals)),
            Fact::Castle { .. } => effect.castles = true,
            Fact::Check(royals) => effect.check = names_of(&royals),
            Fact::End(outcome) => effect.result = Some(result_view(outcome)),
            _ => {}
        }
    }
    effect
}

/// Returns the squares that differ between two positions.
pub(super) fn changes<V: Variant>(pos: &Position<V>, next: &Position<V>) -> Vec<BoardChange> {
    let differs = |at: &Square| piece_at(pos, *at) != piece_at(next, *at);
    let change = |at: Square| BoardChange { square: at.to_string(), piece: piece_at(next, at) };
    Square::all().filter(differs).map(change).collect()
}

/// Returns the common part of the effects of all answers to a question.
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

/// Returns the events of a legal move.
pub(super) fn events<V: Variant>(pos: &Position<V>, m: Move) -> Vec<GameEvent> {
    let next = pos.after(m);
    let event = |fact| match fact {
        Fact::Purchase { target, paid } => Some(GameEvent::Bribe {
            square: target.at.to_string(),
            piece: piece_at(&next, m.to())?,
            paid: paid.iter().map(|piece| piece.at.to_string()).collect(),
            price: in_words::<V>(&paid),
        }),
        Fact::Capture { piece, .. } => {
            let Captured { square, piece } = captured(pos, piece);
            Some(GameEvent::Capture { square, piece })
        }
        Fact::Becomes { piece, is_promotion: true, .. } => {
            Some(GameEvent::Promotion { square: piece.at.to_string(), now: piece.letter.to_string() })
        }
        Fact::Becomes { was, piece, royal, .. } => Some(GameEvent::Becomes {
            square: piece.at.to_string(),
            was: was.to_string(),
            now: piece.letter.to_string(),
            royal,
        }),
        Fact::NewRoyals { side, was, now, royals } => Some(GameEvent::Coup(coup::<V>(side, was, now, &royals))),
        Fact::Castle { king_side } => {
            Some(GameEvent::Castle { wing: if king_side { Wing::King } else { Wing::Queen } })
        }
        Fact::Check(royals) => Some(GameEvent::Check { royals: names_of(&royals) }),
        _ => None,
    };
    turn_based::effects(pos, m).into_iter().filter_map(event).collect()
}

fn names_of(squares: &[At]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

/// Returns the captured piece as the board shows it.
fn captured<V: Variant>(pos: &Position<V>, piece: PieceAt) -> Captured {
    let at = Square::at(piece.at.file, piece.at.rank);
    let view = piece_at(pos, at).unwrap_or_else(|| view_of(V::NAME, piece));
    Captured { square: piece.at.to_string(), piece: view }
}

/// Returns a piece as the board shows it, without a crown.
pub(super) fn view_of(game: &str, PieceAt { color, letter, .. }: PieceAt) -> PieceView {
    PieceView {
        side: color.into(),
        letter: letter.to_string(),
        drawing: texts::drawing(letter).to_owned(),
        name: names::piece(game, letter, color).to_owned(),
        royal: false,
    }
}

fn coup<V: Variant>(side: Color, was: char, now: char, royals: &[At]) -> Coup {
    Coup {
        side: side.into(),
        fell: names::rule::<V>(was).to_owned(),
        rules: names::rule::<V>(now).to_owned(),
        letter: now.to_string(),
        royals: names_of(royals),
    }
}

/// Returns pieces in words, the most valuable first: `a bishop and two pawns`.
fn in_words<V: Variant>(pieces: &[PieceAt]) -> String {
    let count = |letter: char| {
        let count = pieces.iter().filter(|piece| piece.letter == letter).count();
        u32::try_from(count).ok().filter(|&n| n > 0).map(|n| counted(n, names::piece(V::NAME, letter, Color::White)))
    };
    listed(&V::LETTERS.chars().rev().filter_map(count).collect::<Vec<_>>())
}
