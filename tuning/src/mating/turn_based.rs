//! Mates of the games in which the sides move in turn.

use std::cell::RefCell;
use std::collections::HashMap;

use engine::bench::{Random, walk_from};
use engine::{Answer, Bound, Control, Engine, Limits, Line, Report, Settings};
use eval::Score;
use eval::score::{Uci, WIN, is_decisive};
use movegen::{Color, Move, Position, Record, Variant};
use solver::{Budget, Solver, Stipulation, Verdict};

use super::{Known, Plan, Proved, Searching, Tally};

/// Nodes per move of these games: strong enough to mate, weak enough to be mated.
const NODES: u64 = 120;
/// One move of this many is random, so that games differ.
const BLUNDER: usize = 7;
const ENDING: usize = 16;
const MAX_GAMES: usize = 40;

/// Positions of games by the plan: from each game at most one of a sort, and of each sort at most its share.
pub fn positions<V: Variant>(rules: V, plan: &Plan) -> Vec<Proved<Position<V>>> {
    let mut engine = Engine::for_game(rules, Settings { hash: Some(1), ..Settings::default() });
    let mut random = Random(plan.seed);
    let prover = RefCell::new(Prover::new(rules));
    let prove = |pos: &Position<V>| {
        let has_time = usize::from(pos.clock()) + 2 * (plan.longest as usize) < usize::from(rules.move_rule());
        let is_proved = |known, budget: &mut u64| match known {
            Known::Wins(moves) => prover.borrow_mut().is_forced(pos, moves, *budget),
            Known::Loses(moves) => prover.borrow_mut().is_suffered(pos, moves, *budget),
            Known::Neither => Some(false),
        };
        has_time.then(|| plan.prove(is_proved)).flatten()
    };
    plan.pick(ENDING, MAX_GAMES, || game(rules, &mut engine, &mut random), prove)
}

/// Proves mates by the solver, which uses no score and no pruning.
struct Prover<V: Variant>(Solver<V>);

impl<V: Variant> Prover<V> {
    fn new(rules: V) -> Self {
        /// Table in MiB.
        const HASH: usize = 4;
        Self(Solver::new(&Position::start_of(rules), Stipulation::Mate, HASH, 1).without_endgames())
    }

    /// Returns `true` if the side to move can force a win in at most so many moves; `None` if so many nodes do not prove it.
    fn is_forced(&mut self, pos: &Position<V>, moves: u32, nodes: u64) -> Option<bool> {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        known(self.0.within(&Record::new(*pos), moves, &budget, &mut |_| {}))
    }

    /// The same of a loss in at most so many moves of the other side.
    fn is_suffered(&mut self, pos: &Position<V>, moves: u32, nodes: u64) -> Option<bool> {
        known(self.0.suffers(&Record::new(*pos), moves, &Budget { nodes: Some(nodes), ..Budget::default() }))
    }
}

fn known(verdict: Verdict) -> Option<bool> {
    (verdict != Verdict::Unknown).then_some(verdict == Verdict::Proved)
}

/// A game of weak players from a random opening to its end.
pub(crate) fn game<V: Variant>(rules: V, engine: &mut Engine<V>, random: &mut Random) -> Record<Position<V>> {
    const LONGEST: usize = 240;
    let plies = 2 + random.below(12);
    let mut record = walk_from(Position::start_of(rules), plies, random);
    engine.new_game();
    while record.outcome().is_none() && record.moves().len() < LONGEST {
        let legal = record.position().legal_moves();
        let m = match random.below(BLUNDER) {
            0 => legal[random.below(legal.len())],
            _ => search(engine, &record, NODES, &mut |_| {}).best.unwrap_or(legal[0]),
        };
        record.push(m);
    }
    record
}

fn search<V: Variant>(
    engine: &mut Engine<V>,
    record: &Record<Position<V>>,
    nodes: u64,
    report: &mut dyn FnMut(&Report),
) -> Answer {
    engine.go(record, &Limits { nodes: Some(nodes), ..Limits::default() }, &Control::default(), report)
}

/// Searches the positions, each with a new engine, and checks all reports.
pub fn check<V: Variant>(rules: V, positions: &[Proved<Position<V>>], searching: &Searching) -> Tally {
    let Searching { threads, lines, nodes, budget } = *searching;
    // A line ends where a table has the rest.
    let settings = Settings { hash: Some(4), threads, lines, endgames: false, syzygy_pieces: 0, ..Settings::default() };
    let mut engine = Engine::for_game(rules, settings);
    let (mut tally, mut prover) = (Tally::default(), Prover::new(rules));
    for Proved { pos, known } in positions {
        engine.new_game();
        let mut lines = Vec::new();
        let answer = search(&mut engine, &Record::new(*pos), nodes, &mut |report| {
            if let Report::Line(line, _) = report {
                lines.push(line.clone());
            }
        });
        let mut checker = Checker { pos, budget, prover: &mut prover, proofs: HashMap::new(), tally: &mut tally };
        lines.iter().for_each(|line| checker.check_line(line));
        checker.check_answer(&answer, lines.iter().rfind(|line| line.rank == 1));
        let shortest = match *known {
            Known::Wins(moves) => Some(WIN - (2 * moves as Score - 1)),
            Known::Loses(moves) => Some(2 * moves as Score - WIN),
            Known::Neither => None,
        };
        tally.count(*known, shortest == Some(answer.score));
    }
    tally
}

struct Checker<'a, V: Variant> {
    pos: &'a Position<V>,
    budget: u64,
    prover: &'a mut Prover<V>,
    /// Proofs by first move, plies and rank of the line.
    proofs: HashMap<(Move, Score, bool), Option<bool>>,
    tally: &'a mut Tally,
}

impl<V: Variant> Checker<'_, V> {
    fn fault(&mut self, what: &str, line: &Line) {
        let fault = describe(self.pos, line, what);
        self.tally.faults.push(fault);
    }

    fn check_line(&mut self, line: &Line) {
        self.tally.lines += 1;
        let mut record = Record::new(*self.pos);
        for &m in &line.moves {
            if record.outcome().is_some() {
                return self.fault("continues after the end of the game", line);
            }
            if !record.position().legal_moves().contains(&m) {
                return self.fault("has an illegal move", line);
            }
            record.push(m);
        }
        if !is_decisive(line.score) {
            return;
        }
        let winner = if line.score > 0 { self.pos.turn() } else { !self.pos.turn() };
        let plies = WIN - line.score.abs();
        if line.bound == Bound::Exact {
            if line.moves.len() != plies as usize {
                return self.fault(&format!("has {} plies and not {plies}", line.moves.len()), line);
            }
            if record.outcome().is_none_or(|outcome| outcome.winner != Some(winner)) {
                return self.fault("does not end in mate", line);
            }
        }
        let uninformative = if line.score > 0 { Bound::Upper } else { Bound::Lower };
        if line.bound != uninformative && !line.moves.is_empty() {
            let key = (line.moves[0], line.score, line.rank == 1);
            let Self { pos, budget, ref mut prover, ref mut proofs, .. } = *self;
            let proof = *proofs.entry(key).or_insert_with(|| proof(prover, pos, line, winner, budget));
            self.tally.claim(proof, || describe(pos, line, "is not forced"));
        }
    }

    fn check_answer(&mut self, answer: &Answer, last: Option<&Line>) {
        let Some(line) = last else { return self.tally.faults.push(format!("{}: no line was reported", self.pos)) };
        if line.moves.first().copied() != answer.best {
            self.fault("does not begin with the answer", line);
        } else if line.score != answer.score {
            self.fault(&format!("has another value than the answer, {}", Uci(answer.score)), line);
        }
    }
}

fn describe<V: Variant>(pos: &Position<V>, line: &Line, what: &str) -> String {
    let Line { depth, rank, score, bound, moves, .. } = line;
    let mut after = *pos;
    let words = moves.iter().map_while(|&m| {
        let is_legal = after.is_legal(m, &after.constraints());
        let text = after.write_move(m);
        if is_legal {
            after.play(m, &mut ());
        }
        is_legal.then_some(text)
    });
    let words: Vec<String> = words.collect();
    format!(
        "{}: {pos}: depth {depth}, rank {rank}, {} {bound:?}: '{}' {what}",
        pos.game().name(),
        Uci(*score),
        words.join(" ")
    )
}

/// Returns `true` if the reported mate can be forced, beginning with its first move; `None` if the proof is inconclusive.
fn proof<V: Variant>(
    prover: &mut Prover<V>,
    pos: &Position<V>,
    line: &Line,
    winner: Color,
    nodes: u64,
) -> Option<bool> {
    /// The longest proof in moves.
    const REACH: usize = 4;
    let plies = (WIN - line.score.abs()) as usize;
    if plies.is_multiple_of(2) == (winner == pos.turn()) {
        // The loser ends the game by a move of its own, which these proofs do not know.
        return None;
    }
    let moves = plies.div_ceil(2);
    if line.rank == 1 && winner != pos.turn() && moves <= REACH {
        return prover.is_suffered(pos, moves as u32, nodes);
    }
    // Where the win is far away, the line has to lead near it first.
    let far = if moves <= REACH { 1 } else { plies.saturating_sub(2 * REACH - 1) };
    let mut after = *pos;
    for &m in line.moves.get(..far)? {
        after.play(m, &mut ());
    }
    let left = plies - far;
    match after.turn() == winner {
        true => prover.is_forced(&after, left.div_ceil(2) as u32, nodes),
        false => prover.is_suffered(&after, left as u32 / 2, nodes),
    }
}
