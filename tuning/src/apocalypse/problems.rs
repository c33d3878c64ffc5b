//! Problems of Apocalypse: positions of games in which exactly one choice of White forces the fastest win whatever Black chooses.

use std::collections::HashSet;

use apocalypse::rules::{Choice, Position};
use engine::bench::Random;
use movegen::{Color, Reason, Record};
use solver::simultaneous::Prover;

use crate::mating::apocalypse::{game, playing_on};
use crate::problems::{LONG, Problem, Source, themes_of};

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

/// Plays the games of this number and returns their problems; of endings only the long ones. White wins in each: colors are exchanged
/// where Black does. A proof takes about so many positions.
pub(crate) fn problems(seed: u64, number: u64, source: &Source, positions: u64) -> Vec<Problem> {
    let mut random = Random(movegen::zobrist::splitmix64(seed ^ movegen::zobrist::splitmix64(number)));
    match *source {
        Source::Position(ref fen) => of_position(fen, number, positions).into_iter().collect(),
        Source::Game => of_game(number, &mut random, positions),
        Source::Ending(pieces) => of_ending(number, &mut random, positions, pieces),
    }
}

fn of_position(fen: &str, number: u64, positions: u64) -> Option<Problem> {
    let pos = fen.parse().ok()?;
    let mut prover = Prover::new(Color::White, 0);
    let turns = distance(&mut prover, &pos, positions)?;
    problem(&mut prover, &pos, turns, number)
}

/// The turns in which White can force a win, or 0, if so many positions prove it.
fn distance(prover: &mut Prover, pos: &Position, positions: u64) -> Option<u32> {
    let factor = if pos.occupied().count_ones() <= FEW_PIECES { FEW_PIECES_FACTOR } else { FACTOR };
    prover.allow(positions * factor);
    prover.distance(pos, MAX_TURNS)
}

/// A position as the side sees it that is to win.
fn seen_by(side: Color, pos: &Position) -> Position {
    if side == Color::White { *pos } else { pos.swapped() }.with_turn_number(1)
}

/// Two problems of the same side differ by at least two turns or by their themes.
fn of_game(number: u64, random: &mut Random, positions: u64) -> Vec<Problem> {
    let record = game(random);
    let mut found = Vec::new();
    for side in Color::BOTH {
        let mut prover = Prover::new(Color::White, 0);
        let mut of_side: Vec<Problem> = Vec::new();
        for back in 1..=record.moves().len().min(MAX_TRIED) {
            let pos = seen_by(side, record.up_to(record.moves().len() - back).position());
            match distance(&mut prover, &pos, positions) {
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

/// The games share what is proved. Two problems differ by the squares of at least two pieces.
fn of_ending(number: u64, random: &mut Random, positions: u64, pieces: u32) -> Vec<Problem> {
    const GAMES: usize = 40;
    /// Problems of an ending at most, and proofs that may fail.
    const MOST: usize = 10;
    const FAILURES: usize = 3;
    let first = game(random);
    let is_ending = |pos: &Position| (pieces.max(4)..=FEW_PIECES).contains(&pos.occupied().count_ones());
    let begin = (0..first.moves().len()).find(|&turns| is_ending(first.up_to(turns).position()));
    let Some(root) = begin.map(|turns| *first.up_to(turns).position()) else { return Vec::new() };
    let mut provers = [Prover::new(Color::White, 0), Prover::new(Color::White, 0)];
    let mut tried = HashSet::new();
    let (mut found, mut failures): (Vec<(Position, Problem)>, usize) = (Vec::new(), 0);
    for _ in 0..GAMES {
        let record = playing_on(Record::new(root), random);
        let turns = (0..record.moves().len()).map(|turns| *record.up_to(turns).position());
        for pos in turns.filter(|pos| is_ending(pos) && tried.insert(pos.key())) {
            for (prover, side) in provers.iter_mut().zip(Color::BOTH) {
                let pos = seen_by(side, &pos);
                if found.len() >= MOST || failures >= FAILURES {
                    break;
                }
                match distance(prover, &pos, positions) {
                    None => failures += 1,
                    Some(turns) if turns >= LONG => {
                        let is_like =
                            |(other, _): &(Position, Problem)| (other.occupied() ^ pos.occupied()).count_ones() < 4;
                        if !found.iter().any(is_like) {
                            found.extend(problem(prover, &pos, turns, number).map(|problem| (pos, problem)));
                        }
                    }
                    Some(_) => {}
                }
            }
        }
    }
    found.into_iter().map(|(_, problem)| problem).collect()
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
        let found: Vec<Problem> = (0..20).flat_map(|number| problems(1, number, &Source::Game, 5_000)).collect();
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
