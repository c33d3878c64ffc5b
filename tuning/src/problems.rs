//! Problems: positions of self-play in which exactly one first move forces the shortest mate, with their proofs.

use engine::bench::Random;
use engine::{Engine, Settings};
use movegen::{Game, Move, MoveKind, Position, Reason, Record, Variant};
use serde::{Deserialize, Serialize};
use solver::{Budget, Certificate, Solver, Stipulation, Verdict};

use crate::mating::turn_based::game;

/// The longest mate, in moves.
const MAX_MOVES: u32 = 20;
/// Positions before the end of a game that are tried.
const MAX_TRIED: usize = 30;
/// With at most so many pieces, proofs may take [`FEW_PIECES_FACTOR`] times the nodes: their tree is narrow.
const FEW_PIECES: u32 = 8;
const FEW_PIECES_FACTOR: u64 = 8;
/// Long problems are rare: where the next position of the game has a mate of so many moves, proofs may take [`LONG_FACTOR`] times the
/// nodes.
const NEARLY_LONG: u32 = LONG - 2;
const LONG_FACTOR: u64 = 8;
/// Positions of a certificate.
const MAX_CERTIFICATE: usize = 50_000;
/// Hash table of the solver, in MiB.
const HASH: usize = 16;
/// The smallest number of moves of a long problem.
pub const LONG: u32 = 8;

/// A problem of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// The number of the game of self-play.
    pub number: u64,
    /// The key of the position, which identifies it.
    pub position: u64,
    /// The main line in coordinate notation.
    pub line: Vec<String>,
    /// The themes.
    pub themes: Vec<String>,
    /// The proof.
    pub certificate: Certificate,
}

impl Problem {
    /// Returns `true` for a problem of many moves.
    pub const fn is_long(&self) -> bool {
        self.certificate.mate >= LONG
    }

    /// The line of EPD: moves (`dm`), first move (`pm`), themes (`c0`) and the first digits of the certificate's digest (`c1`).
    pub fn epd(&self) -> String {
        let Certificate { fen, mate, sha256, .. } = &self.certificate;
        let key = self.line.first().map_or("", String::as_str);
        format!("{fen} dm {mate}; pm {key}; c0 \"{}\"; c1 \"{:.16}\";\n", self.themes.join(", "), sha256)
    }
}

/// The themes of the winning side's moves in a line.
fn themes<V: Variant>(pos: &Position<V>, line: &[Move]) -> Vec<String> {
    let mut found = Vec::new();
    let mut add = |theme: &str| {
        if !found.iter().any(|known| known == theme) {
            found.push(theme.to_owned());
        }
    };
    let (us, mut pos) = (pos.turn(), *pos);
    let is_quiet =
        |pos: &Position<V>, m| !pos.is_capture(m) && !m.is_purchase() && !pos.after(m).constraints().in_check();
    for (ply, &m) in line.iter().enumerate() {
        if pos.turn() == us {
            match m.kind() {
                MoveKind::EnPassant => add("en passant"),
                MoveKind::Castle => add("castling"),
                MoveKind::Promotion if m.promotes_to() != pos.game().promotions().first().copied() => {
                    add("underpromotion");
                }
                MoveKind::Promotion => add("promotion"),
                _ if m.is_purchase() => add("bribe"),
                _ => {}
            }
            if V::changes_royals(&pos, m) {
                add("coup");
            }
            if ply == 0 && is_quiet(&pos, m) {
                add("quiet first move");
            }
        }
        pos.play(m, &mut ());
    }
    match Game::outcome(&pos).map(|outcome| outcome.reason) {
        Some(Reason::Rule(reason)) => add(reason),
        Some(Reason::Stalemate) => add("stalemate"),
        _ => {}
    }
    found
}

/// A thread that looks for problems of one game.
pub struct Finder<V: Variant> {
    game: V,
    engine: Engine<V>,
    /// Nodes of a proof of the shortest mate. The disproof of another first move may take half of it.
    nodes: u64,
}

impl<V: Variant> Finder<V> {
    /// Creates a finder of this game.
    pub fn new(game: V, nodes: u64) -> Self {
        Self { game, engine: Engine::for_game(game, Settings { hash: 1, ..Settings::default() }), nodes }
    }

    /// Plays the game of this number and returns its problems: the longest one, and one that is at least three moves shorter.
    pub fn problems(&mut self, seed: u64, number: u64) -> Vec<Problem> {
        let mut random = Random(movegen::zobrist::splitmix64(seed ^ movegen::zobrist::splitmix64(number)));
        let record = game(self.game, &mut self.engine, &mut random);
        let Some(winner) = record.outcome().and_then(|outcome| outcome.winner) else { return Vec::new() };
        let mut positions = vec![*record.first()];
        for moves in record.moves() {
            let mut next = positions[positions.len() - 1];
            Game::play(&mut next, *moves);
            positions.push(next);
        }
        let mut found: Vec<Problem> = Vec::new();
        let mut solver = Solver::new(record.position(), Stipulation::Mate, HASH, 1);
        let mut next = 0;
        for pos in positions.iter().rev().filter(|pos| pos.turn() == winner).take(MAX_TRIED) {
            let single = Record::new(*pos);
            if single.outcome().is_some() {
                continue;
            }
            let nodes = self.nodes_for(pos, next);
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let solution = solver.shortest(&single, MAX_MOVES, &budget, &mut |_| {});
            if solution.verdict != Verdict::Proved {
                break;
            }
            next = solution.moves;
            if next > 1 {
                found.extend(problem(&mut solver, &single, next, number, nodes / 2));
            }
        }
        found.sort_by_key(|problem| std::cmp::Reverse(problem.certificate.mate));
        if let Some(longest) = found.first().map(|problem| problem.certificate.mate) {
            let mut is_first = true;
            found.retain(|problem| std::mem::take(&mut is_first) || problem.certificate.mate + 3 <= longest);
            found.truncate(2);
        }
        found
    }

    /// Nodes of a proof, where the next position of the game has a mate of `next` moves.
    fn nodes_for(&self, pos: &Position<V>, next: u32) -> u64 {
        let few = if pos.occupied().count() <= FEW_PIECES { FEW_PIECES_FACTOR } else { 1 };
        self.nodes * few.max(if next >= NEARLY_LONG { LONG_FACTOR } else { 1 })
    }
}

/// The problem of a position with a shortest mate in so many moves, if its first move is unique. The disproof of another first move may
/// take so many nodes.
fn problem<V: Variant>(
    solver: &mut Solver<V>,
    record: &Record<Position<V>>,
    moves: u32,
    number: u64,
    nodes: u64,
) -> Option<Problem> {
    solver.only_key(record, moves, &Budget { nodes: Some(nodes), ..Budget::default() })?;
    let (pos, line) = (record.position(), solver.line(record, moves));
    let certificate = solver.certificate(record, moves, MAX_CERTIFICATE)?;
    let themes = themes(pos, &line);
    let mut after = *pos;
    let texts = line.iter().map(|&m| {
        let text = after.write_move(m);
        after.play(m, &mut ());
        text
    });
    Some(Problem { number, position: pos.key(), line: texts.collect(), themes, certificate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Insurrection;

    #[test]
    fn found_problems_have_one_first_move() {
        let mut finder = Finder::new(Insurrection::default(), 20_000);
        let found: Vec<Problem> = (0..6).flat_map(|number| finder.problems(1, number)).collect();
        assert!(!found.is_empty());
        for problem in found {
            let record = Record::new(problem.certificate.fen.parse::<Position<Insurrection>>().unwrap());
            let mut solver = Solver::new(record.position(), Stipulation::Mate, 4, 1);
            let mate = problem.certificate.mate;
            let keys = solver.keys(&record, mate, &Budget::default(), &mut |_| {});
            assert_eq!(keys.proved.len(), 1, "{problem:?}");
            assert_eq!(solver.within(&record, mate - 1, &Budget::default(), &mut |_| {}), Verdict::Disproved);
            assert!(problem.epd().contains(&format!(" dm {mate}; pm {};", problem.line[0])));
        }
    }
}
