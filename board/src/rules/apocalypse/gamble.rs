//! Choices of Apocalypse as a tree, conditions of gambles in words, and the events of a turn.

use apocalypse::rules::{LAST_RANK, Step as PawnStep};
use apocalypse::{Choice, Position, Square};
use movegen::Color;

use super::pieces::{piece_at, piece_view, squares};
use crate::messages::{Act, Ask, BoardChange, Captured, Choices, Effect, Explanation, GameEvent, Mode, Origin, Step};

/// Returns the choices of a side.
pub(super) fn choices(pos: &Position, side: Color) -> Choices {
    let all = pos.choices(side);
    let origin = |from: Square| {
        let own: Vec<Choice> = all.iter().filter(|choice| choice.from() == from).copied().collect();
        let mut first: Vec<Square> = own.iter().map(|&choice| first_square(pos, side, choice)).collect();
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

fn is_pawn(pos: &Position, side: Color, choice: Choice) -> bool {
    pos.pawns(side) & choice.from().bit() != 0
}

fn ahead(side: Color, from: Square) -> u32 {
    PawnStep::Push.forward(side, from.bit())
}

/// Returns `true` if a choice moves a pawn to the last rank and relocates it.
fn relocates(pos: &Position, side: Color, choice: Choice) -> bool {
    is_pawn(pos, side, choice)
        && ahead(side, choice.from()) & LAST_RANK[side] != 0
        && choice.to().bit() & LAST_RANK[side] == 0
}

/// Returns the square to click first: the target, or the square of the last rank of a relocation.
fn first_square(pos: &Position, side: Color, choice: Choice) -> Square {
    match () {
        () if !relocates(pos, side, choice) => choice.to(),
        () if choice.is_safe_relocation() => choice.via(),
        () => squares().find(|at| at.bit() == ahead(side, choice.from())).unwrap_or(choice.to()),
    }
}

fn target(pos: &Position, side: Color, at: Square, own: &[Choice]) -> Step {
    let here: Vec<Choice> = own.iter().filter(|&&choice| first_square(pos, side, choice) == at).copied().collect();
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
    let is_push = is_pawn(pos, side, choice) && ahead(side, choice.from()) == choice.to().bit();
    Step {
        square: at.to_string(),
        letter: None,
        m: Some(choice.to_string()),
        ask: None,
        next: Vec::new(),
        mode: match () {
            () if is_capture => Mode::Capture,
            () if is_push => Mode::MoveOnly,
            () => Mode::Step,
        },
        gamble: choice.is_speculative(),
        needs: choice.is_speculative().then(|| needs(pos, side, choice)),
        effect: if choice.is_speculative() { Effect::default() } else { alone(pos, side, choice) },
    }
}

/// Returns the effect of a safe choice if the other side does nothing.
fn alone(pos: &Position, side: Color, choice: Choice) -> Effect {
    let is_promotion = is_pawn(pos, side, choice) && choice.to().bit() & LAST_RANK[side] != 0;
    let letter = if is_pawn(pos, side, choice) && !is_promotion { 'p' } else { 'n' };
    let captured = piece_at(pos, choice.via()).map(|piece| Captured { square: choice.via().to_string(), piece });
    let mut changes = vec![BoardChange { square: choice.from().to_string(), piece: None }];
    if choice.via() != choice.to() && captured.is_some() {
        changes.push(BoardChange { square: choice.via().to_string(), piece: None });
    }
    changes.push(BoardChange { square: choice.to().to_string(), piece: Some(piece_view(side, letter)) });
    Effect { captures: captured, becomes: is_promotion.then(|| "n".to_owned()), changes, ..Effect::default() }
}

/// Describes the condition of a gamble, with the opponent's choices that meet it.
fn needs(pos: &Position, side: Color, choice: Choice) -> String {
    const MAX_REPLIES: usize = 4;
    let to = choice.to();
    let name = |at: Square| piece_at(pos, at).map_or_else(String::new, |piece| piece.name);
    let why = match () {
        () if !is_pawn(pos, side, choice) => format!("your {} on {to} must be captured", name(to)),
        () if relocates(pos, side, choice) => format!("{to} must be empty, and a way to the last rank open"),
        () if to.bit() & LAST_RANK[side] != 0 && pos.knights(side).count_ones() > 1 => {
            format!("one of your horsemen must be captured, and {to} reachable")
        }
        () if ahead(side, choice.from()) == to.bit() => format!("the {} on {to} must leave", name(to)),
        () => format!("an enemy piece must arrive on {to}"),
    };
    let replies: Vec<String> = pos
        .safe_choices(!side)
        .into_iter()
        .filter(|&reply| pos.is_playable(side, choice, reply))
        .map(|reply| reply.to_string())
        .collect();
    let more = if replies.len() > MAX_REPLIES { ", …" } else { "" };
    format!("{why}: {}{more}", replies[..replies.len().min(MAX_REPLIES)].join(", "))
}

/// Explains why a choice is illegal, or the condition of a gamble.
pub(super) fn explain(pos: &Position, side: Color, from: Square, to: Square) -> Explanation {
    let answer = |legal, words: String| Explanation { legal, words, squares: vec![to.to_string()] };
    let all = pos.choices(side);
    let here =
        |choice: &&Choice| choice.from() == from && (choice.to() == to || first_square(pos, side, **choice) == to);
    if let Some(&choice) = all.iter().find(here) {
        let words = if choice.is_speculative() { needs(pos, side, choice) } else { "legal".to_owned() };
        return answer(true, words);
    }
    let Some(piece) = piece_at(pos, from) else { return answer(false, format!("{from} is empty")) };
    if piece.side != side.into() {
        return answer(false, format!("the {} on {from} is your opponent's", piece.name));
    }
    if from == to {
        return answer(false, "a piece must leave its square".to_owned());
    }
    let is_pawn = pos.pawns(side) & from.bit() != 0;
    let reaches = match is_pawn {
        true => PawnStep::ALL.into_iter().any(|step| step.forward(side, from.bit()) & to.bit() != 0),
        false => apocalypse::rules::knight_jumps(from) & to.bit() != 0,
    };
    let own = pos.pieces(side) & to.bit() != 0;
    let enemy = pos.pieces(!side) & to.bit() != 0;
    answer(
        false,
        match () {
            () if !reaches && is_pawn => "a footman steps ahead, and captures diagonally ahead".to_owned(),
            () if !reaches => "a horseman jumps two squares one way and one across".to_owned(),
            () if own => format!("your own piece is on {to}, and the opponent cannot capture it there"),
            () if enemy => format!("the piece on {to} cannot leave, so this is not a gamble either"),
            () => format!("no enemy piece can arrive on {to}, so this is not a gamble either"),
        },
    )
}

/// Returns the events of a turn.
pub(super) fn events(before: &Position, chosen: [Choice; 2], after: &Position) -> Vec<GameEvent> {
    let mut events = Vec::new();
    let is_played = Color::BOTH.map(|side| before.is_playable(side, chosen[side], chosen[!side]));
    let [white, black] = chosen;
    let all_safe = !white.is_speculative() && !black.is_speculative();
    let meet = all_safe && white.to() == black.to();
    for side in Color::BOTH {
        events.extend(victim(before, after, chosen, is_played, side, meet));
    }
    for side in Color::BOTH {
        let choice = chosen[side];
        let arrived = is_played[side] && is_pawn(before, side, choice);
        if arrived && choice.to().bit() & LAST_RANK[side] != 0 && after.knights(side) & choice.to().bit() != 0 {
            events.push(GameEvent::Promotion { square: choice.to().to_string(), now: "n".to_owned() });
        }
    }
    for side in Color::BOTH.into_iter().filter(|&side| chosen[side].is_speculative()) {
        let words = needs(before, side, chosen[side]);
        events.push(GameEvent::Gamble { side: side.into(), played: is_played[side], words });
    }
    if all_safe && white.from() == black.via() && black.from() == white.via() && white.to() != black.to() {
        events.push(GameEvent::Swap { first: white.from().to_string(), second: black.from().to_string() });
    }
    if meet {
        events.push(GameEvent::Clash { square: white.to().to_string(), left: piece_at(after, white.to()) });
    }
    for side in Color::BOTH {
        if is_played[side] && relocates(before, side, chosen[side]) {
            events.push(GameEvent::Relocation { side: side.into(), square: chosen[side].to().to_string() });
        }
    }
    for side in Color::BOTH.into_iter().filter(|&side| after.penalties(side) > before.penalties(side)) {
        events.push(GameEvent::Penalty { side: side.into(), points: after.penalties(side) });
    }
    events
}

/// Returns the capture by `side`: of a piece that did not move, or of a piece that has just arrived.
fn victim(
    before: &Position,
    after: &Position,
    chosen: [Choice; 2],
    is_played: [bool; 2],
    side: Color,
    meet: bool,
) -> Option<GameEvent> {
    let other = chosen[!side];
    let stood = before.pieces(!side) & !if is_played[!side] { other.from().bit() } else { 0 };
    let gone = squares().find(|at| stood & at.bit() != 0 && after.pieces(!side) & at.bit() == 0);
    if let Some(at) = gone {
        return Some(GameEvent::Capture { square: at.to_string(), piece: piece_at(before, at)? });
    }
    let arrived = is_played[!side] && !meet && after.pieces(!side) & other.to().bit() == 0;
    arrived.then(|| {
        let promoted = is_pawn(before, !side, other) && other.to().bit() & LAST_RANK[!side] == 0;
        let letter = if promoted { 'p' } else { 'n' };
        GameEvent::Capture { square: other.to().to_string(), piece: piece_view(!side, letter) }
    })
}
