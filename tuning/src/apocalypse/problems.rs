//! Problems of Apocalypse: positions of games in which exactly one choice of White forces the fastest win whatever Black chooses.

use apocalypse::rules::{Choice, Position};
use engine::bench::Random;
use movegen::{Color, Reason};
use solver::simultaneous::Prover;

use crate::mating::apocalypse::game;
use crate::problems::{Problem, themes_of};

/// The longest win, in turns.
const MAX_TURNS: u32 = 12;
/// Positions before the end of a game that are tried.
const MAX_TRIED: usize = 16;
/// With at most so many pieces, proofs may take [`FEW_PIECES_FACTOR`] times the positions.
const FEW_PIECES: u32 = 6;
const FEW_PIECES_FACTOR: u64 = 32;
const FACTOR: u64 = 4;
/// Positions of a certificate.
const MAX_CERTIFICATE: usize = 5_000;

/// Plays the game of this number and returns its problems: two of the same side differ by at least two turns or by their themes. White wins
/// in each: colors are exchanged where Black does. A proof takes about so many positions.
pub(crate) fn problems(seed: u64, number: u64, positions: u64) -> Vec<Problem> {
    let mut random = Random(movegen::zobrist::splitmix64(seed ^ movegen::zobrist::splitmix64(number)));
    let record = game(&mut random);
    let mut found = Vec::new();
    for side in Color::BOTH {
        let mut prover = Prover::new(Color::White, 0);
        let mut of_side: Vec<Problem> = Vec::new();
        for back in 1..=record.moves().len().min(MAX_TRIED) {
            let pos = *record.up_to(record.moves().len() - back).position();
            let pos = if side == Color::White { pos } else { pos.swapped() }.with_turn_number(1);
            let factor = if pos.occupied().count_ones() <= FEW_PIECES { FEW_PIECES_FACTOR } else { FACTOR };
            prover.allow(positions * factor);
            match prover.distance(&pos, MAX_TURNS) {
                None | Some(0) => break,
                Some(1) => {}
                Some(turns) => of_side.extend(problem(&mut prover, &pos, turns, number)),
            }
        }
        of_side.sort_by_key(|problem| std::cmp::Reverse(problem.certificate.mate));
        let mut kept: Vec<Problem> = Vec::new();
        for problem in of_side {
            let is_like = |other: &Problem| {
                other.certificate.mate < problem.certificate.mate + 2 && other.themes == problem.themes
            };
            if !kept.iter().any(is_like) {
                kept.push(problem);
            }
        }
        found.extend(kept);
    }
    found
}

fn problem(prover: &mut Prover, pos: &Position, turns: u32, number: u64) -> Option<Problem> {
    let [_] = prover.keys(pos, turns)?[..] else { return None };
    let line = prover.line(pos, turns)?;
    let certificate = prover.certificate(pos, turns, MAX_CERTIFICATE)?;
    let texts = line.iter().flatten().map(ToString::to_string);
    Some(Problem { number, position: pos.key(), line: texts.collect(), themes: themes(pos, &line), certificate })
}

/// The themes of White's choices in a line.
fn themes(pos: &Position, line: &[[Choice; 2]]) -> Vec<String> {
    let (mut pos, mut found) = (*pos, Vec::new());
    for &choices in line {
        let next = pos.resolve(choices);
        let is_promotion = next.knights(Color::White).count_ones() > pos.knights(Color::White).count_ones();
        found.extend(choices[0].is_speculative().then_some("sealed choice"));
        found.extend(choices[0].is_safe_relocation().then_some("relocation"));
        found.extend(is_promotion.then_some("promotion"));
        pos = next;
    }
    if let Some(Reason::Rule("two penalties")) = pos.outcome().map(|outcome| outcome.reason) {
        found.push("two penalties");
    }
    themes_of(&found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_problems_of_apocalypse_have_one_first_choice() {
        let found: Vec<Problem> = (0..20).flat_map(|number| problems(1, number, 5_000)).collect();
        assert!(!found.is_empty());
        for problem in found {
            let pos: Position = problem.certificate.fen.parse().unwrap();
            let mate = problem.certificate.mate;
            let keys = Prover::new(Color::White, u64::MAX).keys(&pos, mate).unwrap();
            assert_eq!(keys.iter().map(ToString::to_string).collect::<Vec<_>>(), [problem.line[0].clone()]);
            assert_eq!(Prover::new(Color::White, u64::MAX).is_forced(&pos, mate - 1), Some(false));
            assert_eq!(problem.line.len() % 2, 0);
        }
    }
}
