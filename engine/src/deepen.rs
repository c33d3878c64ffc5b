//! Iterative deepening: root search of one thread, aspiration windows, reports.

use arrayvec::ArrayVec;
use eval::score::{INFINITE, LONGEST_WIN, MAX_PLY, is_decisive, win_in};
use eval::{Evaluate, Score};
use movegen::{Move, Position, Record, Variant};

use crate::history::NO_PRIOR_MOVES;
use crate::info::{Bound, Line, Progress, Report};
use crate::limits::Limits;
use crate::moves::Failures;
use crate::node::{Best, Node, Window};
use crate::params;
use crate::search::NodeContext;
use crate::searcher::{Searcher, StaticValue};
use crate::table::Table;

/// Searches longer than this also report bounds and the move being searched.
const VERBOSE_AFTER_MS: u128 = 3_000;

/// Number of iterations whose mean score the next one is compared with, to detect a falling score.
const RECENT_ITERATIONS: usize = 3;

/// A root move with its search results.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    pub(crate) score: Score,
    bound: Bound,
    previous: Score,
    average: Score,
    nodes: u64,
    selective_depth: usize,
    pub(crate) line: Vec<Move>,
    /// The score of an endgame table.
    table_score: Option<Score>,
}

impl RootMove {
    pub(crate) fn new(m: Move, table_score: Option<Score>) -> Self {
        Self {
            m,
            score: -INFINITE,
            bound: Bound::Exact,
            previous: -INFINITE,
            average: -INFINITE,
            nodes: 0,
            selective_depth: 0,
            line: vec![m],
            table_score,
        }
    }

    /// Stores the result of a search with this window.
    fn take_result(&mut self, score: Score, window: Window, selective_depth: usize, line: &[Move]) {
        self.score = score;
        self.bound = match score {
            _ if score <= window.alpha => Bound::Upper,
            _ if score >= window.beta => Bound::Lower,
            _ => Bound::Exact,
        };
        self.average = if self.average == -INFINITE { score } else { i32::midpoint(self.average, score) };
        self.selective_depth = selective_depth;
        self.line.clear();
        self.line.extend_from_slice(line);
    }

    /// Returns `true` if an endgame table has the distance to the end.
    fn has_exact_score(&self) -> bool {
        self.table_score.is_some_and(is_decisive)
    }

    /// Returns the score of the table, unless the search has found a mate.
    pub(crate) fn reported_score(&self) -> Score {
        self.table_score.filter(|_| !is_decisive(self.score)).unwrap_or(self.score)
    }

    /// Returns the report of this move as principal variation number `rank`, counted from 0.
    pub(crate) fn report(&self, rank: usize, depth: i32) -> Line {
        Line {
            depth: depth as u32,
            selective_depth: self.selective_depth.max(self.line.len()) as u32,
            rank: rank + 1,
            score: self.reported_score(),
            bound: if self.reported_score() == self.score { self.bound } else { Bound::Exact },
            moves: self.line.clone(),
        }
    }

    /// Completes the line of a forced win or loss with moves of the transposition table, where a table cutoff ended it.
    pub(crate) fn complete<V: Variant>(&mut self, record: &Record<Position<V>>, table: &Table) {
        if !is_decisive(self.score) {
            return;
        }
        let plies = (eval::score::WIN - self.score.abs()) as usize;
        let mut game = record.clone();
        let mut play = |m: Move| {
            game.push(m);
            (*game.position(), game.outcome().is_some())
        };
        let mut last = (*record.position(), false);
        for &m in &self.line {
            last = play(m);
        }
        while self.line.len() < plies && !last.1 {
            let (pos, c) = (last.0, last.0.constraints());
            match table.probe(pos.key(), self.line.len()) {
                Some(entry) if pos.is_legal(entry.best, &c) => {
                    last = play(entry.best);
                    self.line.push(entry.best);
                }
                _ => break,
            }
        }
    }
}

/// The result of one thread.
#[derive(Debug)]
pub(crate) struct Found {
    /// Root moves, best first.
    pub(crate) moves: Vec<RootMove>,
    /// Depth of the last completed iteration.
    pub(crate) depth: i32,
}

/// A search task of one thread.
#[derive(Clone)]
pub(crate) struct Task<'a, V: Variant> {
    pub(crate) record: &'a Record<Position<V>>,
    pub(crate) limits: &'a Limits,
    /// Number of principal variations (MultiPV).
    pub(crate) lines: usize,
    pub(crate) moves: Vec<RootMove>,
}

/// One principal variation of one iteration.
#[derive(Clone, Copy)]
struct Iteration {
    depth: i32,
    /// Number of better moves, which have their own variations.
    rank: usize,
}

/// Receiver of reports.
pub(crate) type Reporter<'r> = &'r mut dyn FnMut(&Report);

impl<V: Variant, E: Evaluate<V>> Searcher<'_, V, E> {
    /// Searches with increasing depth until a limit is reached or the search is stopped.
    pub(crate) fn deepen(&mut self, task: Task<'_, V>, mut reporter: Option<Reporter<'_>>) -> Found {
        let Task { record, limits, lines, mut moves } = task;
        let node = Node::new(*record.position(), &self.tools.evaluator);
        let lines = lines.clamp(1, moves.len());
        let most = MAX_PLY as u32 - 1;
        let deepest = limits.depth.map_or(most, |depth| depth.clamp(1, most)) as i32;
        let mut completed = 0;
        let mut steadiness = 0;
        let mut recent = ArrayVec::<Score, RECENT_ITERATIONS>::new();
        let mut reported = None;
        let mut last: Option<RootMove> = None;
        for depth in 1..=deepest {
            let best_before = moves[0].m;
            for root in &mut moves {
                root.previous = std::mem::replace(&mut root.score, -INFINITE);
            }
            let mut searched = 0;
            while searched < lines && !self.stopped {
                let iteration = Iteration { depth, rank: searched };
                self.aspire(&node, &mut moves, iteration, reporter.as_mut().filter(|_| lines == 1));
                moves[..=searched].sort_by_key(|root| std::cmp::Reverse(root.score));
                searched += usize::from(!self.stopped);
            }
            if self.stopped {
                sort_interrupted(&mut moves, searched, lines, last.as_ref());
                break;
            }
            completed = depth;
            if let Some(reporter) = &mut reporter {
                self.report_iteration(record, &mut moves, lines, depth, reporter);
                reported = Some((moves[0].m, moves[0].score));
            }
            last = Some(moves[0].clone());
            steadiness = if moves[0].m == best_before { steadiness + 1 } else { 0 };
            if lines == 1 && moves[0].has_exact_score() {
                break;
            }
            if self.id == 0 {
                self.shared.budget.set_trouble(false);
                if self.is_finished(&moves, limits, depth, steadiness, &recent) {
                    break;
                }
            }
            if recent.is_full() {
                recent.remove(0);
            }
            recent.push(moves[0].score);
        }
        if moves[0].score == -INFINITE {
            moves[0].score = if node.c.is_bound() { 0 } else { self.evaluate(&node) };
        }
        if let Some(reporter) = &mut reporter
            && reported != Some((moves[0].m, moves[0].score))
        {
            self.report_iteration(record, &mut moves, lines, completed.max(1), reporter);
        }
        self.publish_nodes();
        Found { moves, depth: completed }
    }

    /// Returns `true` if the main thread needs no further iteration. `recent`: scores of the last iterations.
    fn is_finished(
        &mut self,
        moves: &[RootMove],
        limits: &Limits,
        depth: i32,
        steadiness: u32,
        recent: &[Score],
    ) -> bool {
        let best = &moves[0];
        if limits.mate.is_some_and(|n| best.score > win_in(2 * (n as usize).min(MAX_PLY / 2))) {
            return true;
        }
        self.publish_nodes();
        if limits.soft_nodes.is_some_and(|soft| self.shared.total_nodes() >= soft) {
            return true;
        }
        let budget = self.shared.budget;
        if !budget.is_flexible() || self.shared.control.is_pondering() {
            return false;
        }
        let distance = eval::score::WIN - best.score.abs();
        if is_decisive(best.score) && depth > 2 * distance + 4 || moves.len() == 1 && depth >= 8 {
            return true;
        }
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        let promised =
            if recent.is_empty() { best.score } else { recent.iter().sum::<Score>() / recent.len() as Score };
        budget.ends_iterations(self.shared.control, effort, steadiness, promised - best.score)
    }

    /// Searches one variation with an aspiration window, which is widened while the score falls outside.
    fn aspire(
        &mut self,
        node: &Node<V, E>,
        moves: &mut [RootMove],
        Iteration { depth, rank }: Iteration,
        mut reporter: Option<&mut Reporter<'_>>,
    ) {
        let expected = moves[rank].average;
        let mut half = params::aspiration_window::<V>();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params::aspiration_depth::<V>() && !is_decisive(expected) {
            half += expected.abs() / 64;
            (alpha, beta) = ((expected - half).max(-INFINITE), (expected + half).min(INFINITE));
        }
        let mut reduced = 0;
        loop {
            self.selective_depth = 0;
            let window = Window { alpha, beta };
            let reduced_to = Iteration { depth: (depth - reduced).max(1), rank };
            let score = self.root(node, moves, reduced_to, window, &mut reporter);
            moves[rank..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.stopped {
                return;
            }
            if score <= alpha {
                if self.id == 0 {
                    self.shared.budget.set_trouble(true);
                }
                beta = i32::midpoint(alpha, beta);
                alpha = (score - half).max(-INFINITE);
                reduced = 0;
            } else if score >= beta {
                beta = (score + half).min(INFINITE);
                reduced = (reduced + 1).min(3);
            } else {
                return;
            }
            if self.shared.budget.elapsed().as_millis() > VERBOSE_AFTER_MS
                && let Some(reporter) = &mut reporter
            {
                reporter(&Report::Line(moves[rank].report(rank, depth), self.progress()));
            }
            half += half * params::aspiration_growth::<V>() / 100;
            if half > 1_000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches the root moves at one depth, except those that have their own variations.
    fn root(
        &mut self,
        node: &Node<V, E>,
        moves: &mut [RootMove],
        Iteration { depth, rank }: Iteration,
        window: Window,
        reporter: &mut Option<&mut Reporter<'_>>,
    ) -> Score {
        let moves = &mut moves[rank..];
        let ctx = self.root_context(node, moves[0].m);
        let mut best = Best::new(window);
        let mut failures = Failures::default();
        for (i, root) in moves.iter_mut().enumerate() {
            if self.shared.budget.elapsed().as_millis() > VERBOSE_AFTER_MS
                && let Some(reporter) = reporter
            {
                reporter(&Report::CurrentMove(depth as u32, root.m, i + 1));
            }
            let nodes_before = self.nodes;
            let attempt = self.attempt(&ctx, root.m, i + 1, depth);
            let score = self.search_move::<true>(&ctx, &attempt, &best, depth, 0);
            root.nodes += self.nodes - nodes_before;
            if self.stopped {
                return best.score;
            }
            if i == 0 || score > best.alpha {
                self.extend_pv(0, root.m);
                root.take_result(score, best.window(), self.selective_depth, &self.frame(0).pv);
            } else {
                root.score = -INFINITE;
            }
            // The root needs a best move even if all moves fail low.
            if score > best.score {
                (best.score, best.m) = (score, root.m);
                if score >= best.beta {
                    break;
                }
                best.alpha = best.alpha.max(score);
            }
            if root.m != best.m {
                failures.add(&attempt);
            }
        }
        if rank == 0 && best.score <= window.alpha {
            // All moves failed low: the best upper bound counts, not that of the first move.
            moves[0].score = best.score;
        }
        // A search without the best moves must not update the tables.
        if rank == 0 {
            self.update_tables(&ctx, &best, &failures, depth);
        }
        best.score
    }

    /// Returns the context of the root, whose best move is `first` so far, and fills its frame for its children.
    fn root_context<'n>(&mut self, node: &'n Node<V, E>, first: Move) -> NodeContext<'n, V, E> {
        let in_check = node.c.is_bound();
        let value = if in_check { StaticValue::NONE } else { self.static_value(node, None, &NO_PRIOR_MOVES) };
        let frame = self.frame(0);
        frame.evaluation = value.known();
        frame.pv.clear();
        self.frame(2).clear_cutoffs();
        NodeContext {
            node,
            tt: None,
            tt_move: first,
            excluded: Move::NONE,
            before: NO_PRIOR_MOVES,
            value,
            improving: !in_check,
            was_pv: true,
            cut_node: false,
            ply: 0,
        }
    }

    pub(crate) fn progress(&mut self) -> Progress {
        self.publish_nodes();
        self.shared.progress()
    }

    /// Reports all variations of an iteration.
    fn report_iteration(
        &mut self,
        record: &Record<Position<V>>,
        moves: &mut [RootMove],
        lines: usize,
        depth: i32,
        reporter: &mut Reporter<'_>,
    ) {
        let progress = self.progress();
        for (rank, root) in moves[..lines].iter_mut().enumerate().filter(|(_, root)| root.score != -INFINITE) {
            root.complete(record, self.shared.table);
            reporter(&Report::Line(root.report(rank, depth), progress));
        }
    }
}

/// Sorts the moves after an interrupted iteration. `searched`: completed variations; `last`: best move of the last completed
/// iteration.
fn sort_interrupted(moves: &mut [RootMove], searched: usize, lines: usize, last: Option<&RootMove>) {
    // Moves not reached keep the score of the previous iteration.
    for root in moves.iter_mut().filter(|root| root.score == -INFINITE) {
        root.score = root.previous;
        root.bound = Bound::Exact;
    }
    if searched == 0 && moves[0].score <= -LONGEST_WIN {
        // One losing move does not prove the position lost: the other moves have not been searched.
        match last {
            Some(last) if last.m == moves[0].m || is_decisive(last.score) => {
                let at = moves.iter().position(|root| root.m == last.m).unwrap_or_default();
                moves[..=at].rotate_right(1);
                moves[0] = last.clone();
            }
            last => {
                moves[0].score = last.map_or(-INFINITE, |last| last.score);
                moves[0].bound = Bound::Exact;
            }
        }
    }
    if lines > 1 {
        moves[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
    }
}
