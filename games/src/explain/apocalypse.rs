//! Explanations in Apocalypse: the effects of choices, the conditions of gambles, and the reasons why a choice is illegal.

use apocalypse::rules::{BOARD, LAST_RANK, Step, knight_jumps, squares};
use apocalypse::{Choice, Position, Square};
use movegen::Color;

use super::{Condition, Effect, Gamble, Illegal, PieceAt, piece_at};

/// Returns `true` if a choice moves a pawn.
pub fn is_pawn(pos: &Position, side: Color, choice: Choice) -> bool {
    pos.pawns(side) & choice.from().bit() != 0
}

/// Returns `true` if the choice promotes a pawn, provided that it is played.
pub fn promotes(pos: &Position, side: Color, choice: Choice) -> bool {
    is_pawn(pos, side, choice) && choice.to().bit() & LAST_RANK[side] != 0
}

fn ahead(side: Color, from: Square) -> u32 {
    Step::Push.forward(side, from.bit())
}

/// Returns `true` if a choice moves a pawn to the last rank and puts it elsewhere.
fn relocates(pos: &Position, side: Color, choice: Choice) -> bool {
    is_pawn(pos, side, choice)
        && ahead(side, choice.from()) & LAST_RANK[side] != 0
        && choice.to().bit() & LAST_RANK[side] == 0
}

/// Returns `true` if a choice moves a pawn straight ahead.
pub fn is_push(pos: &Position, side: Color, choice: Choice) -> bool {
    is_pawn(pos, side, choice) && ahead(side, choice.from()) == choice.to().bit()
}

/// Returns the square to which the piece goes first: the target, or the square of the last rank before a relocation.
pub fn first_target(pos: &Position, side: Color, choice: Choice) -> Square {
    match () {
        () if !relocates(pos, side, choice) => choice.to(),
        () if choice.is_safe_relocation() => choice.via(),
        () => squares(BOARD).find(|at| at.bit() == ahead(side, choice.from())).unwrap_or(choice.to()),
    }
}

/// Returns the effects that a choice has if the other side's pieces stay.
pub fn effects(pos: &Position, side: Color, choice: Choice) -> Vec<Effect> {
    if let Some(gamble) = gamble(pos, side, choice) {
        return vec![Effect::Gamble { side, played: false, gamble }];
    }
    let mut effects = Vec::new();
    let captured = piece_at(pos, choice.via()).filter(|piece| piece.color != side);
    effects.extend(captured.map(|piece| Effect::Capture { piece, en_passant: false }));
    if promotes(pos, side, choice) {
        effects.push(promotion(side, choice));
    }
    if choice.is_safe_relocation() {
        effects.push(Effect::Relocation { side, to: choice.to().into() });
    }
    effects
}

fn promotion(side: Color, choice: Choice) -> Effect {
    let piece = PieceAt { at: choice.to().into(), color: side, letter: 'n' };
    Effect::Becomes { was: 'p', piece, is_promotion: true, royal: false }
}

/// Returns the condition of a gamble and the replies that satisfy it; `None` if the choice is no gamble.
pub fn gamble(pos: &Position, side: Color, choice: Choice) -> Option<Gamble> {
    if !choice.is_speculative() {
        return None;
    }
    let to = choice.to();
    let on_target = piece_at(pos, to);
    let condition = match on_target {
        Some(own) if !is_pawn(pos, side, choice) => Condition::Captured(own),
        _ if relocates(pos, side, choice) => Condition::Relocation(to.into()),
        _ if to.bit() & LAST_RANK[side] != 0 && pos.knights(side).count_ones() > 1 => {
            Condition::HorsemanCaptured(to.into())
        }
        Some(piece) if ahead(side, choice.from()) == to.bit() => Condition::Leaves(piece),
        _ => Condition::EnemyArrives(to.into()),
    };
    let replies = pos.safe_choices(!side).into_iter().filter(|&reply| pos.is_playable(side, choice, reply));
    Some(Gamble { condition, replies: replies.map(|reply| reply.to_string()).collect() })
}

/// Returns the reason why a piece cannot be chosen to go to a square; `None` if it can, perhaps as a gamble.
pub fn illegal(pos: &Position, side: Color, from: Square, to: Square) -> Option<Illegal> {
    if let Some(outcome) = pos.outcome() {
        return Some(Illegal::Over(outcome));
    }
    let goes = |&choice: &Choice| choice.from() == from && (choice.to() == to || first_target(pos, side, choice) == to);
    if pos.choices(side).iter().any(goes) {
        return None;
    }
    let Some(piece) = piece_at(pos, from) else { return Some(Illegal::Empty(from.into())) };
    if piece.color != side {
        return Some(Illegal::NotYours(piece));
    }
    if from == to {
        return Some(Illegal::AlreadyThere);
    }
    let reaches = match piece.letter {
        'p' => Step::ALL.into_iter().any(|step| step.forward(side, from.bit()) & to.bit() != 0),
        _ => knight_jumps(from) & to.bit() != 0,
    };
    Some(match piece_at(pos, to) {
        _ if !reaches => Illegal::NotItsMove(piece),
        Some(other) if other.color == side => Illegal::OwnPieceSafe(to.into()),
        Some(_) => Illegal::CannotLeave(to.into()),
        None => Illegal::NoEnemyArrives(to.into()),
    })
}

/// Returns the effects of both choices of a turn.
pub fn turn_effects(before: &Position, chosen: [Choice; 2], after: &Position) -> Vec<Effect> {
    let mut effects = Vec::new();
    let is_played = Color::BOTH.map(|side| before.is_playable(side, chosen[side], chosen[!side]));
    let [white, black] = chosen;
    let all_safe = !white.is_speculative() && !black.is_speculative();
    let meet = all_safe && white.to() == black.to();
    // The piece that a side captured: one that did not move, or one that has just arrived.
    let victim = |side: Color| {
        let other = chosen[!side];
        let stood = before.pieces(!side) & !if is_played[!side] { other.from().bit() } else { 0 };
        let gone = squares(BOARD).find(|at| stood & at.bit() != 0 && after.pieces(!side) & at.bit() == 0);
        if let Some(at) = gone {
            return piece_at(before, at);
        }
        let arrived = is_played[!side] && !meet && after.pieces(!side) & other.to().bit() == 0;
        let is_still_pawn = is_pawn(before, !side, other) && !promotes(before, !side, other);
        let letter = if is_still_pawn { 'p' } else { 'n' };
        arrived.then(|| PieceAt { at: other.to().into(), color: !side, letter })
    };
    let captured = Color::BOTH.into_iter().filter_map(victim);
    effects.extend(captured.map(|piece| Effect::Capture { piece, en_passant: false }));
    for side in Color::BOTH {
        let choice = chosen[side];
        let promotes = is_played[side] && promotes(before, side, choice);
        if promotes && after.knights(side) & choice.to().bit() != 0 {
            effects.push(promotion(side, choice));
        }
    }
    for side in Color::BOTH {
        let gamble = gamble(before, side, chosen[side]);
        effects.extend(gamble.map(|gamble| Effect::Gamble { side, played: is_played[side], gamble }));
    }
    if all_safe && white.from() == black.via() && black.from() == white.via() && white.to() != black.to() {
        effects.push(Effect::Swap(white.from().into(), black.from().into()));
    }
    if meet {
        effects.push(Effect::Clash(white.to().into(), piece_at(after, white.to())));
    }
    for side in Color::BOTH {
        if is_played[side] && relocates(before, side, chosen[side]) {
            effects.push(Effect::Relocation { side, to: chosen[side].to().into() });
        }
    }
    for side in Color::BOTH.into_iter().filter(|&side| after.penalties(side) > before.penalties(side)) {
        effects.push(Effect::Penalty { side, points: after.penalties(side) });
    }
    effects
}
