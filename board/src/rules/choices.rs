//! The legal moves of a position as a tree: origin, target, promotion.

use games::explain::turn_based::harmless;
use movegen::fen::letter_of_piece_type;
use movegen::{Bitboard, Move, Piece, Position, Square, Variant};

use super::effect::{common, effect};
use super::payment;
use super::view::names;
use crate::messages::{Act, Ask, Choices, Mode, Origin, Step};

/// Returns the choices of the side to move; none when the game is over.
pub(super) fn choices<V: Variant>(pos: &Position<V>) -> Choices {
    let legal = match pos.outcome() {
        None => pos.legal_moves(),
        Some(_) => Default::default(),
    };
    let mut origins: Vec<Origin> = Square::all().filter_map(|from| origin(pos, &legal, from)).collect();
    origins.extend(Square::all().filter_map(|target| {
        let moves: Vec<Move> = legal.iter().filter(|m| m.is_purchase() && m.to() == target).copied().collect();
        (!moves.is_empty()).then(|| Origin {
            square: target.to_string(),
            act: Act::Turn,
            targets: Vec::new(),
            payments: Some(payment::payments(pos, target, &moves)),
            harmless: Vec::new(),
        })
    }));
    Choices { side: pos.turn().into(), origins }
}

fn origin<V: Variant>(pos: &Position<V>, legal: &[Move], from: Square) -> Option<Origin> {
    let own: Vec<Move> = legal.iter().filter(|m| !m.is_purchase() && m.from() == from).copied().collect();
    let piece = pos.piece_at(from)?;
    let goals: Bitboard = own.iter().map(|m| m.to()).collect();
    goals.any().then(|| Origin {
        square: from.to_string(),
        act: Act::Move,
        targets: goals.into_iter().map(|to| target(pos, piece, from, to, &own)).collect(),
        payments: None,
        harmless: names(harmless(pos, from)),
    })
}

fn target<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square, own: &[Move]) -> Step {
    let moves: Vec<Move> = own.iter().filter(|m| m.to() == to).copied().collect();
    let mode = match () {
        () if pos.is_capture(moves[0]) => Mode::Capture,
        () if V::captures(piece.piece_type(), piece.color(), from, pos.occupied()).has(to) => Mode::Step,
        () => Mode::MoveOnly,
    };
    let step = |m: Move| Step {
        square: to.to_string(),
        letter: m.promotes_to().map(|piece_type| letter_of_piece_type::<V>(piece_type).to_string()),
        m: Some(pos.write_move(m)),
        ask: None,
        next: Vec::new(),
        mode,
        gamble: false,
        needs: None,
        effect: effect(pos, m),
    };
    match moves[..] {
        [m] if m.promotes_to().is_none() => step(m),
        _ => {
            let next: Vec<Step> = moves.iter().map(|&m| step(m)).collect();
            let effects: Vec<_> = next.iter().map(|answer| answer.effect.clone()).collect();
            Step { letter: None, m: None, ask: Some(Ask::Promotion), effect: common(&effects), next, ..step(moves[0]) }
        }
    }
}
