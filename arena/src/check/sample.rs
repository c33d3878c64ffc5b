//! Random games for checks.

use engine::bench::Random;
use games::{AnySession, Notation, registry};
use movegen::{Color, Turn};

use super::Outcome;

type Sample = Box<dyn AnySession>;

/// Plays this number of random turns, fewer if the game ends before.
fn random(game: &str, turns: usize, seed: u64) -> Option<Sample> {
    let mut sample = registry::open(game, None, &[])?.ok()?;
    let mut random = Random(seed);
    while sample.turns() < turns && sample.outcome().is_none() {
        let moves = Color::BOTH.map(|side| sample.moves(side));
        for (side, moves) in Color::BOTH.into_iter().zip(moves).filter(|(_, moves)| !moves.is_empty()) {
            sample.play(side, &moves[random.below(moves.len())]).ok()?;
        }
    }
    Some(sample)
}

/// Returns a game that is not over after this number of turns, if random play finds one.
pub(super) fn unfinished(game: &str, turns: usize) -> Option<Sample> {
    (1..200).filter_map(|seed| random(game, turns, seed)).find(|sample| sample.outcome().is_none())
}

/// Returns a finished game without legal moves, which every engine must recognize as finished.
pub(super) fn finished(game: &str) -> Option<Sample> {
    let cannot_move = |sample: &Sample| Color::BOTH.iter().all(|&side| sample.moves(side).is_empty());
    let is_over = |sample: &Sample| sample.position_outcome().is_some() && cannot_move(sample);
    (0..200).filter_map(|seed| random(game, 2000, seed)).find(is_over)
}

/// Returns the sides to move, each with the moves that it is sent. In simultaneous turns Black is sent any move for White.
pub(super) fn sides_to_move(sample: &dyn AnySession) -> Vec<(Color, Vec<String>)> {
    let texts: Vec<String> = sample.played().into_iter().flatten().flatten().collect();
    match sample.turn() {
        Turn::One(side) => vec![(side, texts)],
        Turn::Both => {
            let of_black = texts.iter().cloned().chain(sample.moves(Color::White).into_iter().take(1)).collect();
            vec![(Color::White, texts), (Color::Black, of_black)]
        }
    }
}

/// Checks that a move is legal.
pub(super) fn allows(sample: &dyn AnySession, side: Color, text: &str) -> Outcome {
    let read = sample.convert(side, text, Notation::Coordinates, Notation::Coordinates);
    read.map(drop).map_err(|error| format!("{error} in {}", sample.fen()))
}
