//! The solver: tasks, answers and principal variations.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use endgames::Tables;
use engine::Control;
use engine::system_clock::Instant;
use movegen::{Color, Move, Position, Record, Variant};

use crate::search::{Goal, Leaf, Progress, Shared, Stipulation, Worker};
use crate::table::{Numbers, Table};

/// The largest number of moves of a task.
pub const MAX_MOVES: u32 = 100;

/// Limits of a task; without any it runs until it is solved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// Ends the search from another thread.
    pub control: Option<&'a Control>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time.
    pub time: Option<Duration>,
}

/// The state of knowledge of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It can be forced.
    Proved,
    /// It cannot be forced.
    Disproved,
    /// The budget ended the search.
    Unknown,
}

/// The answer to [`Solver::shortest`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The verdict on a win within the maximum number of moves.
    pub verdict: Verdict,
    /// If proved, the smallest number of moves; otherwise the largest number for which a win is disproved.
    pub moves: u32,
}

/// The first moves that force a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    /// Proved to force it.
    pub proved: Vec<Move>,
    /// Neither proved nor disproved within the budget.
    pub unknown: Vec<Move>,
}

/// Solves positions of one game. Its table keeps what is proved from one task to the next.
pub struct Solver<V: Variant> {
    table: Table,
    goal: Goal<V>,
    stipulation: Stipulation,
    repeated: Vec<u64>,
    endgames: Arc<Tables<V>>,
    threads: usize,
    nodes: u64,
}

impl<V: Variant> Solver<V> {
    /// Creates a solver for the side to move of a position, with a table of so many MiB. It uses the [common](endgames::common) endgame
    /// tables.
    pub fn new(pos: &Position<V>, stipulation: Stipulation, mebibytes: usize, threads: usize) -> Self {
        let endgames = endgames::common();
        let goal = Goal::new(pos.turn(), stipulation, Vec::new(), Arc::clone(&endgames));
        let (table, repeated) = (Table::new(mebibytes), Vec::new());
        Self { table, goal, stipulation, repeated, endgames, threads: threads.max(1), nodes: 0 }
    }

    /// Uses no endgame tables.
    #[must_use]
    pub fn without_endgames(self) -> Self {
        Self { endgames: Arc::default(), ..self }
    }

    /// The nodes of all tasks so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) const fn goal(&self) -> &Goal<V> {
        &self.goal
    }

    /// Prepares for tasks of this game and this attacker.
    fn open(&mut self, record: &Record<Position<V>>, attacker: Color) {
        let mut keys = record.keys().to_vec();
        keys.sort_unstable();
        let mut repeated: Vec<u64> =
            keys.chunk_by(|a, b| a == b).filter(|all| all.len() > 1).map(|all| all[0]).collect();
        repeated.sort_unstable();
        if repeated != self.repeated {
            self.table.clear();
            self.repeated.clone_from(&repeated);
        }
        self.table.age();
        self.goal = Goal::new(attacker, self.stipulation, repeated, Arc::clone(&self.endgames));
    }

    /// Proves or disproves a win of the side to move in at most so many moves.
    pub fn within(
        &mut self,
        record: &Record<Position<V>>,
        moves: u32,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Progress),
    ) -> Verdict {
        self.open(record, record.position().turn());
        if record.outcome().is_some() || moves == 0 {
            return Verdict::Disproved;
        }
        self.prove(record.position(), moves.min(MAX_MOVES), true, budget, report)
    }

    /// Proves or disproves that the side to move loses in at most so many moves of the other side, whatever it does; in 0 moves if it has
    /// lost already.
    pub fn suffers(&mut self, record: &Record<Position<V>>, moves: u32, budget: &Budget<'_>) -> Verdict {
        let (pos, moves) = (record.position(), moves.min(MAX_MOVES));
        self.open(record, !pos.turn());
        match self.goal.leaf(pos, moves, false) {
            Leaf::Won | Leaf::Known(_) => Verdict::Proved,
            Leaf::Failed => Verdict::Disproved,
            Leaf::Open(_) => self.prove(pos, moves, false, budget, &mut |_| {}),
        }
    }

    /// Finds the smallest number of moves, at most `max`, in which the side to move can force a win.
    pub fn shortest(
        &mut self,
        record: &Record<Position<V>>,
        max: u32,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Progress),
    ) -> Solution {
        let (start, nodes) = (Instant::now(), self.nodes);
        for moves in 1..=max {
            let left = Budget {
                control: budget.control,
                nodes: budget.nodes.map(|all| all.saturating_sub(self.nodes - nodes)),
                time: budget.time.map(|all| all.saturating_sub(start.elapsed())),
            };
            match self.within(record, moves, &left, report) {
                Verdict::Proved => return Solution { verdict: Verdict::Proved, moves },
                Verdict::Disproved => {}
                Verdict::Unknown => return Solution { verdict: Verdict::Unknown, moves: moves - 1 },
            }
        }
        Solution { verdict: Verdict::Disproved, moves: max }
    }

    /// Finds all first moves that force a win in at most so many moves, in the order of their texts. The budget is one for each move.
    pub fn keys(
        &mut self,
        record: &Record<Position<V>>,
        moves: u32,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Progress),
    ) -> Keys {
        let pos = record.position();
        self.open(record, pos.turn());
        let mut keys = Keys { proved: Vec::new(), unknown: Vec::new() };
        let mut all: Vec<Move> = if record.outcome().is_some() { Vec::new() } else { pos.legal_moves().to_vec() };
        all.sort_by_cached_key(|&m| pos.write_move(m));
        for m in all {
            let (next, left) = (pos.after(m), moves.min(MAX_MOVES).saturating_sub(1));
            let verdict = match self.goal.leaf(&next, left, false) {
                Leaf::Won | Leaf::Known(_) => Verdict::Proved,
                Leaf::Failed => Verdict::Disproved,
                Leaf::Open(_) => self.prove(&next, left, false, budget, report),
            };
            match verdict {
                Verdict::Proved => keys.proved.push(m),
                Verdict::Unknown => keys.unknown.push(m),
                Verdict::Disproved => {}
            }
        }
        keys
    }

    /// Returns the only first move that forces a win in at most so many moves; `None` if another one does, or if the budget, one for
    /// each move, ends before that is disproved.
    pub fn only_key(&mut self, record: &Record<Position<V>>, moves: u32, budget: &Budget<'_>) -> Option<Move> {
        let pos = record.position();
        self.open(record, pos.turn());
        let left = moves.min(MAX_MOVES).checked_sub(1)?;
        let mut key = None;
        let mut open = Vec::new();
        for m in pos.legal_moves() {
            let next = pos.after(m);
            let is_won = match self.goal.leaf(&next, left, false) {
                Leaf::Won | Leaf::Known(_) => true,
                Leaf::Failed => continue,
                Leaf::Open(initial) => {
                    let known = self.table.probe(self.goal.key(&next, left), left).unwrap_or(initial);
                    if !known.is_solved() {
                        open.push((known.proof, m));
                    }
                    known.proof == 0
                }
            };
            if is_won && key.replace(m).is_some() {
                return None;
            }
        }
        // Those nearest to a proof first.
        open.sort_unstable_by_key(|&(proof, m)| (proof, m.to_bits()));
        for (_, m) in open {
            match self.prove(&pos.after(m), left, false, budget, &mut |_| {}) {
                Verdict::Proved if key.replace(m).is_none() => {}
                Verdict::Disproved => {}
                Verdict::Proved | Verdict::Unknown => return None,
            }
        }
        key
    }

    /// Solves a node in which the game is not over.
    fn prove(
        &mut self,
        pos: &Position<V>,
        left: u32,
        attacks: bool,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Progress),
    ) -> Verdict {
        if let Some(moves) = self.goal.by_endgames(pos, attacks) {
            return if moves.is_some_and(|moves| moves <= left) { Verdict::Proved } else { Verdict::Disproved };
        }
        let key = self.goal.key(pos, left);
        if self.table.probe(key, left).is_none_or(|numbers| !numbers.is_solved()) {
            self.search(pos, left, attacks, budget, report);
        }
        match self.table.probe(key, left) {
            Some(Numbers::PROVED) => Verdict::Proved,
            Some(Numbers::DISPROVED) => Verdict::Disproved,
            _ => Verdict::Unknown,
        }
    }

    /// Searches a node with all threads, whatever the table knows of it.
    fn search(
        &mut self,
        pos: &Position<V>,
        left: u32,
        attacks: bool,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Progress),
    ) {
        let mut shared = Shared::new(&self.goal, &self.table, self.threads);
        shared.control = budget.control;
        shared.max_nodes = budget.nodes.unwrap_or(u64::MAX);
        shared.deadline = budget.time.map(|time| shared.start + time);
        let shared = shared;
        thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| Worker::new(&shared, None).run(pos, left, attacks));
            }
            Worker::new(&shared, Some(report)).run(pos, left, attacks);
        });
        self.nodes += shared.nodes.load(Ordering::Relaxed);
    }

    /// The smallest number of moves in which a win of the side to move is known to be proved.
    pub(crate) fn proved_in(&self, pos: &Position<V>, left: u32) -> Option<u32> {
        let by_endgames = self.goal.by_endgames(pos, true).flatten();
        by_endgames.or_else(|| self.table.proved_in(self.goal.key(pos, left)))
    }

    /// Returns the winning move of an attack node with the least proved number of moves after it, which is 0 if it ends the game.
    /// Searches again what the table has lost.
    pub(crate) fn best(&mut self, pos: &Position<V>, left: u32) -> Option<(Move, u32)> {
        for _ in 0..2 {
            let mut best: Option<(Move, u32)> = None;
            for m in pos.legal_moves() {
                let child = pos.after(m);
                let moves = match self.goal.leaf(&child, left - 1, false) {
                    Leaf::Won => return Some((m, 0)),
                    Leaf::Known(moves) => Some(moves),
                    Leaf::Failed => continue,
                    Leaf::Open(_) => self.table.proved_in(self.goal.key(&child, left - 1)),
                };
                if let Some(moves) = moves.filter(|&moves| moves < left && best.is_none_or(|(_, least)| moves < least))
                {
                    best = Some((m, moves));
                }
            }
            if best.is_some() {
                return best;
            }
            self.search(pos, left, true, &Budget::default(), &mut |_| {});
        }
        None
    }

    /// The principal variation of a proved win in so many moves: the attacker plays the shortest proved win, the defender the longest.
    pub fn line(&mut self, record: &Record<Position<V>>, moves: u32) -> Vec<Move> {
        let mut pos = *record.position();
        self.open(record, pos.turn());
        let (mut line, mut left) = (Vec::new(), moves.min(MAX_MOVES));
        while left > 0
            && let Some((m, next)) = self.best(&pos, left)
        {
            line.push(m);
            pos.play(m, &mut ());
            if self.goal.leaf(&pos, left - 1, false) == Leaf::Won {
                break;
            }
            left = next.min(left - 1);
            let longest = |m: &Move| {
                let child = pos.after(*m);
                match self.goal.leaf(&child, left, true) {
                    Leaf::Won => 0,
                    Leaf::Known(moves) => moves,
                    _ => self.table.proved_in(self.goal.key(&child, left)).unwrap_or(left),
                }
            };
            let Some(reply) = pos.legal_moves().into_iter().max_by_key(longest) else { break };
            line.push(reply);
            pos.play(reply, &mut ());
            if self.goal.leaf(&pos, left, true) == Leaf::Won {
                break;
            }
        }
        line
    }
}
