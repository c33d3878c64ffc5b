//! Problems: positions of self-play in which exactly one first move forces the shortest mate, with their proofs.

use std::cmp::Reverse;
use std::collections::HashSet;

use engine::bench::{Random, walk_from};
use engine::{Control, Engine, Limits, Settings};
use movegen::{Game, Move, MoveKind, PieceType, Position, Reason, Record, Variant};
use serde::{Deserialize, Serialize};
use solver::{Budget, Certificate, Solver, Stipulation, Verdict};

use crate::mating::turn_based::game;

/// The longest mate, in moves.
const MAX_MOVES: u32 = 20;
/// Positions before the end of a game that are tried.
const MAX_TRIED: usize = 40;
/// With at most so many pieces, proofs may take [`FEW_PIECES_FACTOR`] times the nodes: their tree is narrow.
const FEW_PIECES: u32 = 8;
const FEW_PIECES_FACTOR: u64 = 4;
/// The same of endings, which are many: proofs that fail take most of the time.
const ENDING_FACTOR: u64 = 2;
/// Long problems are rare: where the next position of the game has a mate of so many moves, proofs may take [`LONG_FACTOR`] times the
/// nodes.
const NEARLY_LONG: u32 = LONG - 2;
const LONG_FACTOR: u64 = 8;
/// Nodes in which the win must also be proved without endgame tables: the board checks solutions where there are none.
const MAX_PLAIN_NODES: u64 = 250_000;
/// Positions of a certificate.
const MAX_CERTIFICATE: usize = 20_000;
/// Hash table of the solver, in MiB, and that for endings: small, since most of a proof's time is spent on waiting for memory.
const HASH: usize = 4;
const ENDING_HASH: usize = 8;
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

    /// The number of pieces, and the pieces of the winning side and of the other one in alphabetical order.
    pub fn class(&self) -> (usize, [String; 2]) {
        let (board, rest) = self.certificate.fen.split_once(' ').unwrap_or_default();
        let side = |is_white: bool| {
            let mut letters: Vec<u8> = board.bytes().filter(u8::is_ascii_alphabetic).collect();
            letters.retain(|c| c.is_ascii_uppercase() == is_white);
            letters.make_ascii_lowercase();
            letters.sort_unstable();
            String::from_utf8_lossy(&letters).into_owned()
        };
        let is_white = rest.starts_with('w');
        let sides = [side(is_white), side(!is_white)];
        (sides.iter().map(String::len).sum(), sides)
    }

    /// The line of EPD: moves (`dm`), first move (`pm`), themes (`c0`) and the first digits of the certificate's digest (`c1`).
    pub fn epd(&self) -> String {
        let Certificate { fen, mate, sha256, .. } = &self.certificate;
        let key = self.line.first().map_or("", String::as_str);
        format!("{fen} dm {mate}; pm {key}; c0 \"{}\"; c1 \"{:.16}\";\n", self.themes.join(", "), sha256)
    }
}

/// The themes in this order, each once.
pub(crate) fn themes_of(found: &[&str]) -> Vec<String> {
    let first = |(i, theme): (usize, &&str)| (!found[..i].contains(theme)).then(|| (*theme).to_owned());
    found.iter().enumerate().filter_map(first).collect()
}

/// The themes of the winning side's moves in a line.
fn themes<V: Variant>(pos: &Position<V>, line: &[Move]) -> Vec<String> {
    let mut found = Vec::new();
    let mut add = |theme| found.push(theme);
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
    themes_of(&found)
}

/// Where problems are found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A position of another book, as FEN.
    Position(String),
    /// A game of weak players.
    Game,
    /// Several games from one position with few pieces: their wins are long. Problems have at least so many pieces.
    Ending(u32),
}

/// A position of a game.
struct Candidate<V: Variant> {
    pos: Position<V>,
    /// Moves of the winning side until the end of the game.
    left: usize,
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
        Self { game, engine: Engine::for_game(game, Settings { hash: Some(1), ..Settings::default() }), nodes }
    }

    /// Plays the games of this number and returns their problems; of endings only the long ones.
    pub fn problems(&mut self, seed: u64, number: u64, source: &Source) -> Vec<Problem> {
        let mut random = Random(movegen::zobrist::splitmix64(seed ^ movegen::zobrist::splitmix64(number)));
        match *source {
            Source::Position(ref fen) => self.of_position(fen, number).into_iter().collect(),
            Source::Game => self.of_game(number, &mut random),
            Source::Ending(pieces) => self.of_ending(number, &mut random, pieces),
        }
    }

    fn of_position(&mut self, fen: &str, number: u64) -> Option<Problem> {
        let pos = Position::start_of(self.game).read_fen(fen).ok()?;
        let mut solver = Solver::new(&pos, Stipulation::Mate, HASH, 1);
        let nodes = self.nodes * LONG_FACTOR;
        let moves = shortest(&mut solver, &pos, nodes)?;
        problem(&mut solver, &pos, moves, number, nodes / 2)
    }

    /// Two problems of a game differ by at least two moves, by their themes, or are far apart.
    fn of_game(&mut self, number: u64, random: &mut Random) -> Vec<Problem> {
        /// Moves of the winning side between problems that are alike otherwise.
        const FAR: usize = 5;
        let candidates = candidates(&game(self.game, &mut self.engine, random));
        let Some(last) = candidates.first() else { return Vec::new() };
        let mut solver = Solver::new(&last.pos, Stipulation::Mate, HASH, 1);
        let mut found: Vec<(usize, Problem)> = Vec::new();
        let mut next = 0;
        for Candidate { pos, left } in candidates.into_iter().take(MAX_TRIED) {
            let few = if pos.occupied().count() <= FEW_PIECES { FEW_PIECES_FACTOR } else { 1 };
            let nodes = self.nodes * few.max(if next >= NEARLY_LONG { LONG_FACTOR } else { 1 });
            let Some(moves) = shortest(&mut solver, &pos, nodes) else { break };
            next = moves;
            if moves > 1 {
                found.extend(problem(&mut solver, &pos, moves, number, nodes / 2).map(|problem| (left, problem)));
            }
        }
        found.sort_by_key(|(_, problem)| Reverse(problem.certificate.mate));
        let mut kept: Vec<(usize, Problem)> = Vec::new();
        for (left, problem) in found {
            let is_like = |(other_left, other): &(usize, Problem)| {
                other.certificate.mate < problem.certificate.mate + 2
                    && other.themes == problem.themes
                    && other_left.abs_diff(left) < FAR
            };
            if !kept.iter().any(is_like) {
                kept.push((left, problem));
            }
        }
        kept.into_iter().map(|(_, problem)| problem).collect()
    }

    /// The games share a solver: it proves a position from what it knows of those of the other games. Two problems differ by the squares of
    /// at least two pieces.
    fn of_ending(&mut self, number: u64, random: &mut Random, pieces: u32) -> Vec<Problem> {
        const GAMES: usize = 10;
        /// Problems of an ending at most.
        const MOST: usize = 8;
        /// Proofs that may fail.
        const FAILURES: usize = 3;
        let few = 4 + random.below(3) as u32;
        let Some(root) = ending(self.game, few, &mut self.engine, random) else { return Vec::new() };
        let nodes = self.nodes * ENDING_FACTOR;
        let mut solver = Solver::new(&root, Stipulation::Mate, ENDING_HASH, 1);
        let mut seen = HashSet::new();
        let (mut found, mut failures): (Vec<(Position<V>, Problem)>, usize) = (Vec::new(), 0);
        for _ in 0..GAMES {
            let tried = candidates(&playing_on(&root, &mut self.engine, random));
            let mut at = LONG as usize - 1;
            while let Some(Candidate { pos, .. }) = tried.get(at)
                && found.len() < MOST
                && failures < FAILURES
            {
                let is_like = |(other, _): &(Position<V>, Problem)| (other.occupied() ^ pos.occupied()).count() < 4;
                let Some(moves) = shortest(&mut solver, pos, nodes) else {
                    failures += 1;
                    break;
                };
                let is_wanted = moves >= LONG && pos.occupied().count() >= pieces && seen.insert(pos.key());
                if is_wanted && !found.iter().any(is_like) {
                    found.extend(problem(&mut solver, pos, moves, number, nodes / 2).map(|problem| (*pos, problem)));
                }
                // Each move of the game brings the end nearer by one move at most, mostly.
                at += LONG.saturating_sub(moves).max(1) as usize;
            }
        }
        found.into_iter().map(|(_, problem)| problem).collect()
    }
}

/// The positions of a won game in which the winning side is to move, the last one first.
fn candidates<V: Variant>(record: &Record<Position<V>>) -> Vec<Candidate<V>> {
    let Some(winner) = record.outcome().and_then(|outcome| outcome.winner) else { return Vec::new() };
    let mut positions = vec![*record.first()];
    for moves in record.moves() {
        let mut next = positions[positions.len() - 1];
        Game::play(&mut next, *moves);
        positions.push(next);
    }
    positions.pop();
    let own = positions.into_iter().rev().filter(|pos| pos.turn() == winner && pos.outcome().is_none());
    own.zip(1..).map(|(pos, left)| Candidate { pos, left }).collect()
}

fn play<V: Variant>(engine: &mut Engine<V>, record: &Record<Position<V>>) -> Option<Move> {
    const NODES: u64 = 150;
    engine.go(record, &Limits { nodes: Some(NODES), ..Limits::default() }, &Control::default(), &mut |_| {}).best
}

/// Plays a game with exchanges and without a winner until so few pieces are left; `None` if it ends before.
fn ending<V: Variant>(rules: V, few: u32, engine: &mut Engine<V>, random: &mut Random) -> Option<Position<V>> {
    const LONGEST: usize = 200;
    let plies = 2 + random.below(12);
    // The pieces that are captured first: pawns, others, or any.
    let first = [Some(PieceType::PAWN), Some(PieceType::QUEEN), None][random.below(3)];
    let mut record = walk_from(Position::start_of(rules), plies, random);
    engine.new_game();
    while record.outcome().is_none() && record.moves().len() < LONGEST {
        let pos = record.position();
        if pos.occupied().count() <= few {
            return Some(*pos);
        }
        let is_pawn = |m: Move| pos.piece_at(m.to()).is_none_or(|piece| piece.piece_type() == PieceType::PAWN);
        let mut captures: Vec<Move> = pos.legal_moves().into_iter().filter(|&m| pos.is_capture(m)).collect();
        let pawns = pos.piece_type(PieceType::PAWN).count();
        match first {
            Some(PieceType::PAWN) if pawns > 0 => captures.retain(|&m| is_pawn(m)),
            // Endings of pawns have narrow trees, which lead to won endings of few pieces.
            Some(_) if pawns + 2 < pos.occupied().count() => captures.retain(|&m| !is_pawn(m)),
            _ => {}
        }
        let m = match !captures.is_empty() && random.below(3) > 0 {
            true => captures[random.below(captures.len())],
            false => play(engine, &record)?,
        };
        let is_open = |m: &Move| pos.after(*m).outcome().is_none();
        if is_open(&m) {
            record.push(m);
        } else {
            let others: Vec<Move> = pos.legal_moves().into_iter().filter(is_open).collect();
            record.push(*others.get(random.below(others.len().max(1)))?);
        }
    }
    None
}

/// Plays on from a position, at first with random moves, to the end of the game.
fn playing_on<V: Variant>(pos: &Position<V>, engine: &mut Engine<V>, random: &mut Random) -> Record<Position<V>> {
    const LONGEST: usize = 120;
    const VARIED: usize = 12;
    let mut record = Record::new(*pos);
    engine.new_game();
    while record.outcome().is_none() && record.moves().len() < LONGEST {
        let legal = record.position().legal_moves();
        let m = match record.moves().len() < VARIED && random.below(4) == 0 {
            true => legal[random.below(legal.len())],
            false => play(engine, &record).unwrap_or(legal[0]),
        };
        record.push(m);
    }
    record
}

/// The shortest mate of a position, if so many nodes prove it.
fn shortest<V: Variant>(solver: &mut Solver<V>, pos: &Position<V>, nodes: u64) -> Option<u32> {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let solution = solver.shortest(&Record::new(*pos), MAX_MOVES, &budget, &mut |_| {});
    (solution.verdict == Verdict::Proved).then_some(solution.moves)
}

/// The problem of a position with a shortest mate in so many moves, if its first move is unique. The disproof of another first move may
/// take so many nodes.
fn problem<V: Variant>(
    solver: &mut Solver<V>,
    pos: &Position<V>,
    moves: u32,
    number: u64,
    nodes: u64,
) -> Option<Problem> {
    let record = &Record::new(*pos);
    solver.only_key(record, moves, &Budget { nodes: Some(nodes), ..Budget::default() })?;
    let certificate = solver.certificate(record, moves, MAX_CERTIFICATE)?;
    if moves >= LONG {
        let mut plain = Solver::new(pos, Stipulation::Mate, HASH, 1).without_endgames();
        let budget = Budget { nodes: Some(MAX_PLAIN_NODES), ..Budget::default() };
        if plain.within(record, moves, &budget, &mut |_| {}) != Verdict::Proved {
            return None;
        }
    }
    let line = solver.line(record, moves);
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
        let found: Vec<Problem> = (0..6).flat_map(|number| finder.problems(1, number, &Source::Game)).collect();
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
