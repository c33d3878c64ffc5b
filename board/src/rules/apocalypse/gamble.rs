//! Choices of Apocalypse as a tree, their previews, and the events of a turn.

use apocalypse::{Choice, Position, Square};
use games::explain::{Effect as Fact, apocalypse as explain};
use movegen::Color;
use movegen::variants::APOCALYPSE;

use super::pieces::{piece_view, squares};
use crate::messages::{Act, Ask, BoardChange, Captured, Choices, Effect, Explanation, GameEvent, Mode, Origin, Step};
use crate::rules::effect::view_of;
use crate::rules::explain::explanation;

/// Returns the choices of a side.
pub(super) fn choices(pos: &Position, side: Color) -> Choices {
    let all = pos.choices(side);
    let origin = |from: Square| {
        let own: Vec<Choice> = all.iter().filter(|choice| choice.from() == from).copied().collect();
        let mut first: Vec<Square> = own.iter().map(|&choice| explain::first_target(pos, side, choice)).collect();
        first.sort_unstable();
        first.dedup();
        (!own.is_empty()).then(|| Origin {
            square: from.to_string(),
            act: Act::Move,
            targets: first.into_iter().map(|at| target(pos, side, at, &own)).collect(),
            payments: None,
            harmless: Vec::new(),
        })
    };
    Choices { side: side.into(), origins: squares().filter_map(origin).collect() }
}

fn target(pos: &Position, side: Color, at: Square, own: &[Choice]) -> Step {
    let here: Vec<Choice> =
        own.iter().filter(|&&choice| explain::first_target(pos, side, choice) == at).copied().collect();
    match here[..] {
        [only] if only.to() == at => step(pos, side, at, only),
        _ => Step {
            square: at.to_string(),
            m: None,
            ask: Some(Ask::Relocation),
            next: here.iter().map(|&choice| step(pos, side, choice.to(), choice)).collect(),
            gamble: here.iter().all(|choice| choice.is_speculative()),
            needs: None,
            effect: Effect::default(),
            ..step(pos, side, at, here[0])
        },
    }
}

fn step(pos: &Position, side: Color, at: Square, choice: Choice) -> Step {
    let is_capture = pos.pieces(!side) & choice.via().bit() != 0 && !choice.is_speculative();
    Step {
        square: at.to_string(),
        letter: None,
        m: Some(choice.to_string()),
        ask: None,
        next: Vec::new(),
        mode: match () {
            () if is_capture => Mode::Capture,
            () if explain::is_push(pos, side, choice) => Mode::MoveOnly,
            () => Mode::Step,
        },
        gamble: choice.is_speculative(),
        needs: explain::gamble(pos, side, choice).map(|gamble| gamble.words(APOCALYPSE)),
        effect: if choice.is_speculative() { Effect::default() } else { alone(pos, side, choice) },
    }
}

/// Returns the effect of a safe choice if the other side's pieces stay.
fn alone(pos: &Position, side: Color, choice: Choice) -> Effect {
    let mut effect = Effect::default();
    effect.changes.push(BoardChange { square: choice.from().to_string(), piece: None });
    let mut letter = pos.letter_at(choice.from()).map_or('p', |letter| letter.to_ascii_lowercase());
    for fact in explain::effects(pos, side, choice) {
        match fact {
            Fact::Capture { piece, .. } => {
                let square = piece.at.to_string();
                if choice.via() != choice.to() {
                    effect.changes.push(BoardChange { square: square.clone(), piece: None });
                }
                effect.captures = Some(Captured { square, piece: view_of(APOCALYPSE, piece) });
            }
            Fact::Becomes { piece, .. } => {
                letter = piece.letter;
                effect.becomes = Some(letter.to_string());
            }
            _ => {}
        }
    }
    effect.changes.push(BoardChange { square: choice.to().to_string(), piece: Some(piece_view(side, letter)) });
    effect
}

/// Explains a choice: the condition of a gamble, or why a piece cannot go there.
pub(super) fn explain(pos: &Position, side: Color, from: Square, to: Square) -> Explanation {
    if let Some(reason) = explain::illegal(pos, side, from, to) {
        return explanation(APOCALYPSE, Some(&reason));
    }
    let goes = |choice: &Choice| {
        choice.from() == from && (choice.to() == to || explain::first_target(pos, side, *choice) == to)
    };
    let gamble = pos.choices(side).into_iter().find(goes).and_then(|choice| explain::gamble(pos, side, choice));
    let words = gamble.map_or_else(|| "legal".to_owned(), |gamble| gamble.words(APOCALYPSE));
    Explanation { legal: true, words, squares: vec![to.to_string()] }
}

/// Returns the events of a turn.
pub(super) fn events(before: &Position, chosen: [Choice; 2], after: &Position) -> Vec<GameEvent> {
    let event = |fact| {
        Some(match fact {
            Fact::Capture { piece, .. } => {
                GameEvent::Capture { square: piece.at.to_string(), piece: view_of(APOCALYPSE, piece) }
            }
            Fact::Becomes { piece, .. } => {
                GameEvent::Promotion { square: piece.at.to_string(), now: piece.letter.to_string() }
            }
            Fact::Gamble { side, played, gamble } => {
                GameEvent::Gamble { side: side.into(), played, words: gamble.words(APOCALYPSE) }
            }
            Fact::Swap(first, second) => GameEvent::Swap { first: first.to_string(), second: second.to_string() },
            Fact::Clash(at, left) => {
                GameEvent::Clash { square: at.to_string(), left: left.map(|piece| view_of(APOCALYPSE, piece)) }
            }
            Fact::Relocation { side, to } => GameEvent::Relocation { side: side.into(), square: to.to_string() },
            Fact::Penalty { side, points } => GameEvent::Penalty { side: side.into(), points },
            _ => return None,
        })
    };
    explain::turn_effects(before, chosen, after).into_iter().filter_map(event).collect()
}
