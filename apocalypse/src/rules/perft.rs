//! Perft over turns in which both choose: a ply is one side's choice, White's first; two plies are a turn.

use super::choice::{Choice, Choices};
use super::position::Position;
use movegen::Color;

/// Counts the leaves `depth` plies below the position. `pending` is White's choice if it has been made. A finished game has
/// no leaves below it.
pub fn perft(pos: &Position, pending: Option<Choice>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if pos.outcome().is_some() {
        return 0;
    }
    let asked = if pending.is_none() { Color::White } else { Color::Black };
    match (depth, pending) {
        (1, _) => pos.choices(asked).len() as u64,
        (2, None) => Color::BOTH.map(|c| pos.choices(c).len() as u64).iter().product(),
        _ => pos.choices(asked).iter().map(|&choice| below(pos, pending, choice, depth)).sum(),
    }
}

/// The leaves below each choice of the side asked, in the order of generation; none when the game is over.
pub fn divide(pos: &Position, pending: Option<Choice>, depth: u32) -> Vec<(Choice, u64)> {
    let asked = if pending.is_none() { Color::White } else { Color::Black };
    let choices = if pos.outcome().is_some() { Choices::new() } else { pos.choices(asked) };
    choices.iter().map(|&choice| (choice, below(pos, pending, choice, depth))).collect()
}

fn below(pos: &Position, pending: Option<Choice>, choice: Choice, depth: u32) -> u64 {
    let depth = depth.saturating_sub(1);
    match pending {
        None => perft(pos, Some(choice), depth),
        Some(white) => perft(&pos.resolve([white, choice]), None, depth),
    }
}
