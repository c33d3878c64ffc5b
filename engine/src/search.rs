//! The tree search of one thread: principal variation search with everything that decides what is searched how deep.
//! Iterations, windows at the root and reports are in `deepen.rs`; the single rules are in `pruning.rs`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;
use eval::score::{self, INFINITE, LARGEST_EVALUATION, MAX_PLY, REPETITION_WIN, is_decisive, loss_in, win_in};
use eval::{Evaluate, Score};
use movegen::game::FIFTY_MOVES;
use movegen::{Constraints, Man, Move, Observer, Outcome, Position, Square, Variant, Verdict};

use crate::history::{self, History, MenKeys, Step, Steps};
use crate::info::Bound;
use crate::limits::Control;
use crate::order::{Knowledge, List, Picker};
use crate::params;
use crate::pruning::{self, Reductions};
use crate::see::Exchange;
use crate::table::{Known, Table};
use crate::time::Budget;

/// Nodes between two looks at clock and stop flag.
const NODES_BETWEEN_LOOKS: u64 = 512;
/// From this clock on, table results from earlier in the game no longer cut: the 50-move draw is near.
const CLOCK_WITHOUT_CUTS: u8 = 90;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) budget: &'a Budget,
    /// Set when the main thread is done: the helpers' sign to end.
    pub(crate) over: AtomicBool,
    /// Nodes searched, by thread; written now and then.
    pub(crate) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }
}

/// A position and what is kept while moves are played: copied for every child.
pub(crate) struct Node<V: Variant, E: Evaluate<V>> {
    pub(crate) pos: Position<V>,
    sums: Sums<E::Accumulator>,
}

// A derive would ask the evaluator itself to be `Copy`.
impl<V: Variant, E: Evaluate<V>> Clone for Node<V, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Variant, E: Evaluate<V>> Copy for Node<V, E> {}

/// Everything that observes moves.
#[derive(Clone, Copy)]
struct Sums<A: Copy> {
    evaluation: A,
    keys: MenKeys,
}

impl<A: Observer + Copy> Observer for Sums<A> {
    #[inline]
    fn put(&mut self, man: Man, at: Square) {
        self.evaluation.put(man, at);
        self.keys.put(man, at);
    }

    #[inline]
    fn take(&mut self, man: Man, at: Square) {
        self.evaluation.take(man, at);
        self.keys.take(man, at);
    }
}

impl<V: Variant, E: Evaluate<V>> Node<V, E> {
    pub(crate) fn new(pos: Position<V>, evaluator: &E) -> Self {
        Self { pos, sums: Sums { evaluation: evaluator.refresh(&pos), keys: MenKeys::of(&pos) } }
    }
}

/// What a thread remembers of each ply of the line it is in.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// Static value, corrected; meaningless in check.
    evaluation: Score,
    in_check: bool,
    /// The step of the move being searched.
    pub(crate) step: Step,
    killers: [Move; 2],
    /// The move left out while it is tested for being singular.
    excluded: Move,
    /// The best line from here.
    pub(crate) pv: ArrayVec<Move, MAX_PLY>,
}

/// Frames before the root, so that "four plies ago" always exists.
const BEFORE_ROOT: usize = 4;

/// One search thread.
pub(crate) struct Searcher<'a, V: Variant, E: Evaluate<V>> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) evaluator: &'a E,
    pub(crate) exchange: &'a Exchange,
    pub(crate) reductions: &'a Reductions,
    pub(crate) history: &'a mut History,
    pub(crate) id: usize,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    pub(crate) selective_depth: usize,
    frames: Vec<Frame>,
    /// Keys of the game so far and of the line being searched.
    keys: Vec<u64>,
    /// Index of the root's key.
    root_key: usize,
    /// Repetitions are not looked for before this index: a null move stands there.
    barrier: usize,
    /// No null move before this ply, while one is being verified.
    null_move_from: usize,
    lists: Vec<List>,
    variant: std::marker::PhantomData<V>,
}

impl<'a, V: Variant, E: Evaluate<V>> Searcher<'a, V, E> {
    /// A searcher for the game whose positions had these keys, the root's last.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        evaluator: &'a E,
        exchange: &'a Exchange,
        reductions: &'a Reductions,
        history: &'a mut History,
        id: usize,
        game_keys: &[u64],
    ) -> Self {
        let mut keys = Vec::with_capacity(game_keys.len() + MAX_PLY + 1);
        keys.extend_from_slice(game_keys);
        Self {
            shared,
            evaluator,
            exchange,
            reductions,
            history,
            id,
            nodes: 0,
            stopped: false,
            selective_depth: 0,
            frames: vec![Frame::default(); MAX_PLY + BEFORE_ROOT + 2],
            root_key: keys.len().saturating_sub(1),
            keys,
            barrier: 0,
            null_move_from: 0,
            lists: Vec::new(),
            variant: std::marker::PhantomData,
        }
    }

    #[inline]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The steps one, two and four plies before.
    #[inline]
    fn steps(&self, ply: usize) -> Steps {
        let at = ply + BEFORE_ROOT;
        [self.frames[at - 1].step, self.frames[at - 2].step, self.frames[at - 4].step]
    }

    /// Whether the search must end here and now. Counts are published in passing.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.nodes % NODES_BETWEEN_LOOKS == 0 {
            self.publish_nodes();
            self.stopped |= self.shared.over.load(Ordering::Relaxed)
                || self.shared.control.is_stopped()
                || self.id == 0 && self.shared.budget.is_spent(self.shared.control);
        }
        self.stopped |= self.shared.budget.nodes_are_spent(self.nodes, || self.shared.total_nodes());
        self.stopped
    }

    pub(crate) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    /// A copy of the node with the move played on it.
    #[inline]
    pub(crate) fn child(&mut self, node: &Node<V, E>, m: Move, ply: usize) -> Node<V, E> {
        self.frame(ply).step = Step::of(&node.pos, m);
        let mut child = *node;
        child.pos.play(m, &mut child.sums);
        self.shared.table.prefetch(child.pos.key());
        self.nodes += 1;
        child
    }

    /// Searches a child and gives its value for the parent's side.
    #[inline]
    pub(crate) fn descend<const PV: bool>(
        &mut self,
        child: &Node<V, E>,
        c: &Constraints,
        window: (Score, Score),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        self.keys.push(child.pos.key());
        let score = -self.search::<PV>(child, c, -window.1, -window.0, depth, ply + 1, cut);
        self.keys.pop();
        score
    }

    /// The value of a finished game for the side to move.
    #[inline]
    fn final_score(outcome: Outcome, pos: &Position<V>, ply: usize) -> Score {
        match outcome.winner {
            None => 0,
            Some(winner) if winner == pos.turn() => win_in(ply),
            Some(_) => loss_in(ply),
        }
    }

    /// The value of a node at which the game is over, or as good as over by repetition.
    #[inline]
    fn ended(&self, pos: &Position<V>, c: &Constraints, ply: usize) -> Option<Score> {
        if let Some(outcome) = V::decided(pos) {
            return Some(Self::final_score(outcome, pos, ply));
        }
        if pos.clock() < 4 {
            return None;
        }
        if pos.clock() >= FIFTY_MOVES && pos.count_moves() == 0 {
            return Some(Self::final_score(V::stuck(pos, c.in_check()), pos, ply));
        }
        self.repeated(pos, ply).or((pos.clock() >= FIFTY_MOVES).then_some(0))
    }

    /// The value of a position that has stood before. Once inside the tree counts like twice: who could go round once
    /// could go round again. But then the loser, where repetition loses, can still turn off, so that is no proven loss.
    #[inline]
    fn repeated(&self, pos: &Position<V>, ply: usize) -> Option<Score> {
        let now = self.keys.len() - 1;
        let oldest = now.saturating_sub(usize::from(pos.clock())).max(self.barrier);
        let mut before = now;
        let mut occurrences = 1;
        while before >= oldest + 2 {
            before -= 2;
            if self.keys[before] == self.keys[now] {
                occurrences += 1;
                if occurrences == 3 || before > self.root_key {
                    return Some(match (V::REPETITION, occurrences) {
                        (Verdict::Draw, _) => 0,
                        (Verdict::Loss, 3) => win_in(ply),
                        (Verdict::Loss, _) => REPETITION_WIN - ply as Score,
                    });
                }
            }
        }
        None
    }

    /// The static value, uncorrected.
    #[inline]
    pub(crate) fn evaluate(&self, node: &Node<V, E>) -> Score {
        let value = self.evaluator.score(&node.pos, &node.sums.evaluation);
        value.clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    /// What the table is told of the root's static value.
    pub(crate) fn root_evaluation(&self, node: &Node<V, E>, c: &Constraints) -> Score {
        if c.in_check() { Table::NO_SCORE } else { self.evaluate(node) }
    }

    /// Fills the root's frame, which its children look back on.
    pub(crate) fn note_root(&mut self, node: &Node<V, E>, c: &Constraints) {
        let evaluation = self.corrected(node, self.root_evaluation(node, c), &[Step::NONE; 3]);
        let frame = self.frame(0);
        (frame.evaluation, frame.in_check) = (evaluation, c.in_check());
        frame.pv.clear();
        self.frame(2).killers = [Move::NONE; 2];
    }

    #[inline]
    fn corrected(&self, node: &Node<V, E>, raw: Score, before: &Steps) -> Score {
        let correction = self.history.correction(node.pos.turn(), &node.sums.keys, before);
        (raw + correction).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    /// The value of a node, exact within the window. `PV`: the window may be wider than one point. `cut`: the parent
    /// expects this node to beat beta.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        node: &Node<V, E>,
        c: &Constraints,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<PV>(node, c, alpha, beta, ply);
        }
        if PV {
            self.frame(ply).pv.clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.must_stop() {
            return 0;
        }
        let pos = &node.pos;
        if let Some(score) = self.ended(pos, c, ply) {
            return score;
        }
        if ply + 1 >= MAX_PLY {
            return if c.in_check() { 0 } else { self.evaluate(node) };
        }
        // Mate distance: no line from here can be worth more than a win next move, or less than a loss now.
        alpha = alpha.max(loss_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let excluded = self.frame(ply).excluded;
        let is_test = !excluded.is_none();
        let known = if is_test { None } else { self.shared.table.probe(pos.key(), ply) };
        if let Some(known) = &known
            && !PV
            && known.depth >= depth
            && pos.clock() < CLOCK_WITHOUT_CUTS
            && is_enough(known, alpha, beta)
        {
            return known.score;
        }
        let best_known = known.map_or(Move::NONE, |k| k.best);
        let best_known = if best_known.is_none() || pos.is_legal(best_known, c) { best_known } else { Move::NONE };
        let was_pv = PV || known.is_some_and(|k| k.was_pv);
        let before = self.steps(ply);

        let (raw, evaluation) = if c.in_check() {
            (Table::NO_SCORE, Table::NO_SCORE)
        } else if is_test {
            (Table::NO_SCORE, self.frame(ply).evaluation)
        } else {
            let raw = match known {
                Some(known) if known.evaluation != Table::NO_SCORE => known.evaluation,
                _ => self.evaluate(node),
            };
            if known.is_none() {
                self.remember(pos, ply, Move::NONE, 0, raw, 0, None, was_pv);
            }
            (raw, self.corrected(node, raw, &before))
        };
        let two_plies_ago = &self.frames[ply + BEFORE_ROOT - 2];
        let four_plies_ago = &self.frames[ply + BEFORE_ROOT - 4];
        let earlier = if two_plies_ago.in_check { four_plies_ago } else { two_plies_ago };
        let improving = !c.in_check() && evaluation > earlier.evaluation;
        let frame = self.frame(ply);
        (frame.evaluation, frame.in_check) = (evaluation, c.in_check());
        self.frame(ply + 2).killers = [Move::NONE; 2];
        // A table score on the right side of the static value is the better guess.
        let guess = match known {
            Some(k)
                if !c.in_check()
                    && k.bound.is_some()
                    && !is_decisive(k.score)
                    && k.score.abs() < REPETITION_WIN / 2 =>
            {
                let better = match k.bound {
                    Some(Bound::Lower) => k.score > evaluation,
                    Some(Bound::Upper) => k.score < evaluation,
                    _ => true,
                };
                if better { k.score } else { evaluation }
            }
            _ => evaluation,
        };

        if !PV && !c.in_check() && !is_test {
            if pruning::razoring(depth, guess, alpha) {
                let score = self.quiesce::<false>(node, c, alpha, alpha + 1, ply);
                if score <= alpha {
                    return score;
                }
            }
            if pruning::reverse_futility(depth, improving, guess, beta) && !is_decisive(beta) && !is_decisive(guess) {
                return beta + (guess - beta) / 3;
            }
            if let Some(score) = self.null_move(node, guess, beta, depth, ply) {
                return score;
            }
        }
        if !is_test && best_known.is_none() && (PV || cut) && depth >= params::iir_depth() {
            depth -= 1;
        }
        if !PV && !c.in_check() && !is_test {
            let limit = pruning::probcut_beta(beta, improving);
            if depth >= params::probcut_depth()
                && !is_decisive(beta)
                && !known.is_some_and(|k| k.depth >= depth - 3 && k.score < limit && k.bound.is_some())
                && let Some(score) = self.probcut(node, c, raw, (beta, limit), depth, ply, cut)
            {
                return score;
            }
        }
        self.moves::<PV>(
            Here { node, c, known, best_known, before, raw, evaluation, improving, was_pv, cut, ply },
            alpha,
            beta,
            depth,
        )
    }

    /// Lets the side to move pass: if even that holds beta, a move will.
    fn null_move(&mut self, node: &Node<V, E>, guess: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        if depth < params::null_move_depth()
            || guess < beta
            || !pruning::null_move_is_promising(depth, self.frame(ply).evaluation, beta)
            || ply < self.null_move_from
            || self.frames[ply + BEFORE_ROOT - 1].step == Step::NONE
            || beta <= -score::LONGEST_WIN
            || !pruning::may_pass(&node.pos)
        {
            return None;
        }
        let reduced = depth - pruning::null_move_reduction(depth, guess, beta);
        self.frame(ply).step = Step::NONE;
        let mut child = *node;
        child.pos.pass();
        self.shared.table.prefetch(child.pos.key());
        self.nodes += 1;
        let barrier = std::mem::replace(&mut self.barrier, self.keys.len());
        let c = child.pos.constraints();
        let score = self.descend::<false>(&child, &c, (beta - 1, beta), reduced, ply, false);
        self.barrier = barrier;
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        // A win found by passing is not proved.
        let score = if is_decisive(score) || score >= REPETITION_WIN / 2 { beta } else { score };
        if depth < params::null_move_verification() || self.null_move_from > 0 {
            return Some(score);
        }
        self.null_move_from = ply + 3 * reduced.max(1) as usize / 4;
        let c = node.pos.constraints();
        let verified = self.search::<false>(node, &c, beta - 1, beta, reduced.max(1), ply, false);
        self.null_move_from = 0;
        (verified >= beta).then_some(score)
    }

    /// ProbCut: a good capture that beats a raised beta in a much shallower search.
    fn probcut(
        &mut self,
        node: &Node<V, E>,
        c: &Constraints,
        raw: Score,
        (beta, limit): (Score, Score),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<Score> {
        let threshold = limit - self.frame(ply).evaluation;
        let mut picker = Picker::noisy(Move::NONE, self.lists.pop().unwrap_or_default(), threshold, false);
        let mut found = None;
        while let Some(m) = picker.next(&node.pos, c, &self.knowledge([Step::NONE; 3], ply)) {
            if picker.is_at_bad_captures() {
                break;
            }
            let child = self.child(node, m, ply);
            let cc = child.pos.constraints();
            self.keys.push(child.pos.key());
            let mut score = -self.quiesce::<false>(&child, &cc, -limit, -limit + 1, ply + 1);
            self.keys.pop();
            if score >= limit && depth > 4 {
                score = self.descend::<false>(&child, &cc, (limit - 1, limit), depth - 4, ply, !cut);
            }
            if self.stopped {
                found = Some(0);
                break;
            }
            if score >= limit {
                self.remember(&node.pos, ply, m, score, raw, depth - 3, Some(Bound::Lower), false);
                found = Some(if is_decisive(score) { score } else { score - (limit - beta) });
                break;
            }
        }
        self.lists.push(picker.finish());
        found
    }

    #[inline]
    fn knowledge(&self, before: Steps, ply: usize) -> Knowledge<'_> {
        Knowledge {
            history: self.history,
            exchange: self.exchange,
            before,
            killers: self.frames[ply + BEFORE_ROOT].killers,
        }
    }

    /// The loop over the moves of a node.
    fn moves<const PV: bool>(&mut self, here: Here<'_, V, E>, mut alpha: Score, beta: Score, depth: i32) -> Score {
        let Here { node, c, ply, .. } = here;
        let pos = &node.pos;
        let excluded = self.frame(ply).excluded;
        let first_alpha = alpha;
        let mut best = (-INFINITE, Move::NONE);
        let mut number = 0;
        let mut quiets: ArrayVec<Move, 64> = ArrayVec::new();
        let mut noisies: ArrayVec<Move, 32> = ArrayVec::new();
        let mut picker = Picker::new(here.best_known, self.lists.pop().unwrap_or_default());

        while let Some(m) = picker.next(pos, c, &self.knowledge(here.before, ply)) {
            if m == excluded {
                continue;
            }
            number += 1;
            let is_noisy = is_noisy(pos, m);
            let history = match is_noisy {
                true => self.history.noisy(pos, m),
                false => self.history.quiet(pos, m, &here.before),
            };
            let mut reduction = self.reductions.of(depth, number);
            if best.0 > -score::LONGEST_WIN
                && self.is_pruned::<PV>(&here, m, is_noisy, history, depth, reduction, number, alpha, &mut picker)
            {
                continue;
            }
            let mut extension = 0;
            if m == here.best_known && excluded.is_none() {
                match self.singularity::<PV>(&here, m, beta, depth) {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Return(score) => {
                        self.lists.push(picker.finish());
                        return score;
                    }
                }
            }

            let child = self.child(node, m, ply);
            let cc = child.pos.constraints();
            if cc.in_check()
                && extension == 0
                && depth <= params::check_extension_depth()
                && self.exchange.wins_at_least(pos, m, 0)
            {
                extension = 1;
            }
            let mut new_depth = depth - 1 + extension;
            let mut score = -INFINITE;
            if depth >= 2 && number > 1 + usize::from(PV) {
                reduction += self.adjustment::<PV>(&here, m, is_noisy, history, cc.in_check());
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                score = self.descend::<false>(&child, &cc, (alpha, alpha + 1), reduced, ply, true);
                if score > alpha && reduced < new_depth {
                    new_depth +=
                        i32::from(score > best.0 + params::lmr_deeper()) - i32::from(score < best.0 + new_depth);
                    if reduced < new_depth {
                        score = self.descend::<false>(&child, &cc, (alpha, alpha + 1), new_depth, ply, !here.cut);
                    }
                }
            } else if !PV || number > 1 {
                score = self.descend::<false>(&child, &cc, (alpha, alpha + 1), new_depth, ply, !here.cut);
            }
            if PV && (number == 1 || score > alpha) {
                score = self.descend::<true>(&child, &cc, (alpha, beta), new_depth, ply, false);
            }
            if self.stopped {
                self.lists.push(picker.finish());
                return 0;
            }

            if score > best.0 {
                best.0 = score;
                if score > alpha {
                    best.1 = m;
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if m != best.1 {
                // A full list only means that the last failures are not debited.
                let _ = if is_noisy { noisies.try_push(m).is_ok() } else { quiets.try_push(m).is_ok() };
            }
        }
        self.lists.push(picker.finish());

        if number == 0 {
            return match excluded.is_none() {
                true => Self::final_score(V::stuck(pos, c.in_check()), pos, ply),
                false => alpha,
            };
        }
        if best.0 >= beta {
            self.learn(pos, best.1, &quiets, &noisies, &here.before, depth, ply);
        }
        if excluded.is_none() {
            let bound = match best.0 {
                score if score >= beta => Bound::Lower,
                score if score > first_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.remember(pos, ply, best.1, best.0, here.raw, depth, Some(bound), here.was_pv);
            self.correct(&here, best, bound, depth);
        }
        best.0
    }

    /// Whether a move is not worth searching at this depth.
    #[inline]
    fn is_pruned<const PV: bool>(
        &self,
        here: &Here<'_, V, E>,
        m: Move,
        is_noisy: bool,
        history: i32,
        depth: i32,
        reduction: i32,
        number: usize,
        alpha: Score,
        picker: &mut Picker,
    ) -> bool {
        let pos = &here.node.pos;
        if is_noisy {
            return !here.c.in_check()
                && !crate::order::wins_by_arrival(pos, m)
                && (pruning::capture_futility(depth, here.evaluation, self.exchange.gain(pos, m), alpha)
                    && m != here.best_known
                    || picker.is_at_bad_captures()
                        && !self.exchange.wins_at_least(pos, m, pruning::noisy_exchange_floor(depth)));
        }
        if number >= pruning::late_move_count(depth, here.improving) && (!PV || number > 3) {
            picker.skip_quiets();
        }
        let reduced = (depth - (reduction - history / 8) / 1024).max(0);
        if !here.c.in_check() && pruning::futility(reduced, here.evaluation, alpha) {
            picker.skip_quiets();
            return true;
        }
        pruning::history_pruning(depth, history)
            || depth <= params::see_depth()
                && !self.exchange.wins_at_least(pos, m, pruning::quiet_exchange_floor(reduced))
    }

    /// What makes a late move's reduction larger or smaller than the table says, in 1/1024 ply.
    #[inline]
    fn adjustment<const PV: bool>(
        &self,
        here: &Here<'_, V, E>,
        m: Move,
        is_noisy: bool,
        history: i32,
        gives_check: bool,
    ) -> i32 {
        let mut adjustment = 0;
        adjustment += params::lmr_cut_node() * i32::from(here.cut);
        adjustment += params::lmr_worsening() * i32::from(!here.improving);
        adjustment += params::lmr_noisy_best()
            * i32::from(!here.best_known.is_none() && here.node.pos.is_capture(here.best_known));
        adjustment -= params::lmr_pv() * (i32::from(PV) + i32::from(here.was_pv));
        adjustment -= params::lmr_check() * i32::from(gives_check);
        adjustment -= params::lmr_killer() * i32::from(self.frames[here.ply + BEFORE_ROOT].killers.contains(&m));
        adjustment -= history * 1024 / params::lmr_history();
        // Captures are sorted well already.
        if is_noisy { adjustment - 1024 } else { adjustment }
    }

    /// Tests whether the table's move is the only one that holds its score.
    fn singularity<const PV: bool>(&mut self, here: &Here<'_, V, E>, m: Move, beta: Score, depth: i32) -> Singularity {
        let Some(known) = here.known else { return Singularity::Extend(0) };
        if depth < params::singular_depth() + i32::from(here.was_pv)
            || known.depth < depth - 3
            || !matches!(known.bound, Some(Bound::Lower | Bound::Exact))
            || is_decisive(known.score)
            || known.score.abs() >= REPETITION_WIN / 2
        {
            return Singularity::Extend(0);
        }
        let limit = pruning::singular_beta(known.score, depth, here.was_pv && !PV);
        self.frame(here.ply).excluded = m;
        let score = self.search::<false>(here.node, here.c, limit - 1, limit, (depth - 1) / 2, here.ply, here.cut);
        self.frame(here.ply).excluded = Move::NONE;
        if self.stopped {
            return Singularity::Extend(0);
        }
        if score < limit {
            // Not for ever: a line twice as long as the iteration is long enough.
            return Singularity::Extend(
                pruning::singular_extension(score, limit, PV).min(1 + 2 * i32::from(here.ply < 64)),
            );
        }
        if limit >= beta {
            // Multicut: several moves beat beta.
            return Singularity::Return(limit);
        }
        Singularity::Extend(match known.score >= beta {
            true => -2 + i32::from(PV),
            false => -i32::from(here.cut),
        })
    }

    /// Credits the move that cut and debits those tried before it.
    fn learn(
        &mut self,
        pos: &Position<V>,
        best: Move,
        quiets: &[Move],
        noisies: &[Move],
        before: &Steps,
        depth: i32,
        ply: usize,
    ) {
        let bonus = history::bonus(depth);
        if is_noisy(pos, best) {
            self.history.update_noisy(pos, best, bonus);
        } else {
            let frame = self.frame(ply);
            if frame.killers[0] != best {
                frame.killers = [best, frame.killers[0]];
            }
            self.history.update_quiet(pos, best, before, bonus);
            for &m in quiets {
                self.history.update_quiet(pos, m, before, -bonus);
            }
        }
        for &m in noisies {
            self.history.update_noisy(pos, m, -bonus);
        }
    }

    /// Learns how far the static value was off, where the result says so.
    fn correct(&mut self, here: &Here<'_, V, E>, best: (Score, Move), bound: Bound, depth: i32) {
        let pos = &here.node.pos;
        let says_more = match bound {
            Bound::Exact => true,
            Bound::Lower => best.0 > here.evaluation,
            Bound::Upper => best.0 < here.evaluation,
        };
        if says_more
            && !here.c.in_check()
            && best.0.abs() < LARGEST_EVALUATION
            && (best.1.is_none() || !is_noisy(pos, best.1))
        {
            let off = best.0 - here.evaluation;
            self.history.update_correction(pos.turn(), &here.node.sums.keys, &here.before, depth, off);
        }
    }

    #[inline]
    fn remember(
        &self,
        pos: &Position<V>,
        ply: usize,
        best: Move,
        score: Score,
        evaluation: Score,
        depth: i32,
        bound: Option<Bound>,
        was_pv: bool,
    ) {
        self.shared.table.store(pos.key(), ply, Known { best, score, evaluation, depth, bound, was_pv });
    }

    /// The best line of a ply: the move, then the best line of the next ply.
    #[inline]
    pub(crate) fn extend_pv(&mut self, ply: usize, m: Move) {
        let [here, next] = &mut self.frames[ply + BEFORE_ROOT..=ply + BEFORE_ROOT + 1] else { return };
        here.pv.clear();
        here.pv.push(m);
        let room = here.pv.remaining_capacity().min(next.pv.len());
        here.pv.extend(next.pv[..room].iter().copied());
    }

    /// The value of a node once captures, promotions and winning steps have been played out; every move in check.
    fn quiesce<const PV: bool>(
        &mut self,
        node: &Node<V, E>,
        c: &Constraints,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if PV {
            self.frame(ply).pv.clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.must_stop() {
            return 0;
        }
        let pos = &node.pos;
        if let Some(score) = self.ended(pos, c, ply) {
            return score;
        }
        if ply + 1 >= MAX_PLY {
            return if c.in_check() { 0 } else { self.evaluate(node) };
        }
        let known = self.shared.table.probe(pos.key(), ply);
        if let Some(known) = &known
            && !PV
            && is_enough(known, alpha, beta)
        {
            return known.score;
        }
        let before = self.steps(ply);
        let mut raw = Table::NO_SCORE;
        let mut best = (-INFINITE, Move::NONE);
        let first_alpha = alpha;
        let mut floor = -INFINITE;
        if !c.in_check() {
            raw = match known {
                Some(known) if known.evaluation != Table::NO_SCORE => known.evaluation,
                _ => self.evaluate(node),
            };
            let evaluation = self.corrected(node, raw, &before);
            best.0 = match known {
                Some(k) if !is_decisive(k.score) && is_enough(&k, evaluation, evaluation) => k.score,
                _ => evaluation,
            };
            floor = evaluation + params::quiescence_margin();
            if best.0 >= beta {
                if known.is_none() {
                    self.remember(pos, ply, Move::NONE, best.0, raw, 0, Some(Bound::Lower), PV);
                }
                return best.0;
            }
            alpha = alpha.max(best.0);
        }
        let best_known = known.map_or(Move::NONE, |k| k.best);
        let usable =
            !best_known.is_none() && (c.in_check() || is_noisy(pos, best_known)) && pos.is_legal(best_known, c);
        let best_known = if usable { best_known } else { Move::NONE };
        let list = self.lists.pop().unwrap_or_default();
        let mut picker = Picker::noisy(best_known, list, 0, c.in_check());
        let mut number = 0;
        while let Some(m) = picker.next(pos, c, &self.knowledge(before, ply)) {
            number += 1;
            if best.0 > -score::LONGEST_WIN {
                if picker.is_at_bad_captures() {
                    break;
                }
                if c.in_check() {
                    // One quiet evasion that does not lose at once is enough to know that this is no mate.
                    if !is_noisy(pos, m) {
                        picker.skip_quiets();
                        if number > 2 {
                            continue;
                        }
                    }
                } else if floor + self.exchange.gain(pos, m) <= alpha
                    && !crate::order::wins_by_arrival(pos, m)
                    && !self.exchange.wins_at_least(pos, m, 1)
                {
                    best.0 = best.0.max(floor);
                    continue;
                }
            }
            let child = self.child(node, m, ply);
            let cc = child.pos.constraints();
            self.keys.push(child.pos.key());
            let score = -self.quiesce::<PV>(&child, &cc, -beta, -alpha, ply + 1);
            self.keys.pop();
            if self.stopped {
                self.lists.push(picker.finish());
                return 0;
            }
            if score > best.0 {
                best.0 = score;
                if score > alpha {
                    best.1 = m;
                    if PV {
                        self.extend_pv(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.lists.push(picker.finish());
        if c.in_check() && number == 0 {
            return Self::final_score(V::stuck(pos, true), pos, ply);
        }
        let bound = match best.0 {
            score if score >= beta => Bound::Lower,
            score if score > first_alpha && PV => Bound::Exact,
            _ => Bound::Upper,
        };
        self.remember(pos, ply, best.1, best.0, raw, 0, Some(bound), PV || known.is_some_and(|k| k.was_pv));
        best.0
    }
}

/// What is known about a node before its moves are tried.
struct Here<'n, V: Variant, E: Evaluate<V>> {
    node: &'n Node<V, E>,
    c: &'n Constraints,
    known: Option<Known>,
    /// The table's move, legal here.
    best_known: Move,
    before: Steps,
    /// Static value as the evaluator gave it, and corrected.
    raw: Score,
    evaluation: Score,
    improving: bool,
    was_pv: bool,
    cut: bool,
    ply: usize,
}

enum Singularity {
    /// Search the move so many plies deeper.
    Extend(i32),
    /// The node is decided without it.
    Return(Score),
}

/// Whether a table score decides a null window.
#[inline]
fn is_enough(known: &Known, alpha: Score, beta: Score) -> bool {
    match known.bound {
        None => false,
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => known.score >= beta,
        Some(Bound::Upper) => known.score <= alpha,
    }
}

/// Whether the noisy generator makes this move.
#[inline]
fn is_noisy<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.is_capture(m) || m.promotes_to().is_some() || crate::order::wins_by_arrival(pos, m)
}
