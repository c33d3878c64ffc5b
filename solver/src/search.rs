//! Depth-first proof-number search (df-pn; Nagai, 2002) of wins in a limited number of moves.
//!
//! A node is a position with the number of moves that the attacker has left. This number falls along every path, so that no node
//! recurs: proofs and disproofs never depend on the path that led to a position, and the table may store both (no graph-history
//! interaction). Double counting of transpositions is bounded by weak proof numbers: the largest number of the children plus their count,
//! in place of the sum (Ueda, Hashimoto, Hashimoto and Iida, 2008). Thresholds grow by an eighth of the second best child's number
//! (Pawlewicz and Lew, 2007). A position in which the defender is to move starts with the number of its moves as proof number.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use endgames::{Tables, Value};
use engine::Control;
use engine::system_clock::Instant;
use movegen::moves::Count;
use movegen::variant::All;
use movegen::{Color, Move, MoveList, Position, Variant, zobrist};

use crate::table::{INFINITE, LARGEST, Numbers, Table};

/// Nodes between two checks of the budget.
const POLL_INTERVAL_NODES: u64 = 256;
const REPORT_INTERVAL: Duration = Duration::from_secs(1);
/// Counters of the nodes that other threads search, by key.
const BUSY: usize = 1 << 16;

/// The goal of the side to move, the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Stipulation {
    /// It wins on the board: by mate, or any other end by position that the game counts as a win.
    Mate,
    /// It forces the other side to win on the board with the last of its moves.
    Selfmate,
}

/// The state of a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of moves for which a win is searched.
    pub moves: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The proof number of the root.
    pub proof: u32,
    /// The disproof number of the root.
    pub disproof: u32,
    /// The line being searched.
    pub line: Vec<Move>,
    /// Time since the start.
    pub time: Duration,
}

/// The result of a position without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaf {
    /// The attacker has reached its goal.
    Won,
    /// It reaches it in so many moves, by an endgame table.
    Known(u32),
    /// It cannot reach it any more.
    Failed,
    /// Moves follow.
    Open(Numbers),
}

/// The rules of a search: all that its nodes depend on.
pub(crate) struct Goal<V: Variant> {
    attacker: Color,
    stipulation: Stipulation,
    /// Keys of positions that have occurred twice in the game: the game ends when they recur.
    repeated: Vec<u64>,
    endgames: Arc<Tables<V>>,
}

impl<V: Variant> Goal<V> {
    pub(crate) fn new(attacker: Color, stipulation: Stipulation, repeated: Vec<u64>, endgames: Arc<Tables<V>>) -> Self {
        Self { attacker, stipulation, repeated, endgames }
    }

    /// The key of a node in the table. It has the clock if that can end the game.
    pub(crate) fn key(&self, pos: &Position<V>, left: u32) -> u64 {
        let clock = u32::from(pos.clock());
        let with_clock = if clock + 2 * left >= u32::from(pos.game().move_rule()) { u64::from(clock) + 1 } else { 0 };
        let goal = 2 * (self.stipulation as u64) + self.attacker as u64;
        pos.key() ^ zobrist::splitmix64(goal << 8 | with_clock)
    }

    fn winner(&self) -> Color {
        if self.stipulation == Stipulation::Mate { self.attacker } else { !self.attacker }
    }

    /// Returns the number of moves in which the attacker wins by an endgame table, `Some(None)` if it cannot force a win; `None` if the
    /// tables do not have the position, or if the win may depend on the history of the game. A disproof never does: the clock and
    /// repetitions only take wins away.
    pub(crate) fn by_endgames(&self, pos: &Position<V>, attacks: bool) -> Option<Option<u32>> {
        if pos.occupied().count() > self.endgames.largest() || self.stipulation != Stipulation::Mate {
            return None;
        }
        let plies = match (self.endgames.probe(pos)?, attacks) {
            (Value::Win(plies), true) | (Value::Loss(plies), false) => u32::from(plies),
            _ => return Some(None),
        };
        let is_certain =
            self.repeated.is_empty() && u32::from(pos.clock()) + plies <= u32::from(pos.game().move_rule());
        is_certain.then_some(Some(plies.div_ceil(2)))
    }

    /// Evaluates a position in which the attacker has so many moves left. It moves itself if `attacks`.
    pub(crate) fn leaf(&self, pos: &Position<V>, left: u32, attacks: bool) -> Leaf {
        let winner = Some(self.winner());
        let result = |is_won| if is_won { Leaf::Won } else { Leaf::Failed };
        if let Some(outcome) = V::decided(pos) {
            return result(outcome.winner == winner);
        }
        let is_last = left == 0 && attacks == (self.stipulation == Stipulation::Selfmate);
        let constraints = V::constraints(pos);
        let in_check = constraints.in_check();
        if is_last && !in_check && V::no_moves_outcome(pos, false).winner != winner {
            return Leaf::Failed;
        }
        let mut count = Count::default();
        pos.generate::<All>(&constraints, &mut count);
        if count.0 == 0 {
            return result(V::no_moves_outcome(pos, in_check).winner == winner);
        }
        if is_last || pos.clock() >= pos.game().move_rule() || self.repeated.contains(&pos.key()) {
            return Leaf::Failed;
        }
        if let Some(moves) = self.by_endgames(pos, attacks) {
            return moves.filter(|&moves| moves <= left).map_or(Leaf::Failed, Leaf::Known);
        }
        let proof = match attacks {
            true => 1,
            false => count.0 as u32,
        };
        Leaf::Open(Numbers { proof, disproof: 1 })
    }
}

/// Data shared by all threads of a search.
pub(crate) struct Shared<'a, V: Variant> {
    pub(crate) goal: &'a Goal<V>,
    pub(crate) table: &'a Table,
    pub(crate) control: Option<&'a Control>,
    pub(crate) max_nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) start: Instant,
    /// Nodes of earlier searches of the same problem.
    pub(crate) nodes: AtomicU64,
    /// Set once the search is to end: the root is solved, or the budget is used up.
    pub(crate) is_over: AtomicBool,
    /// Empty with one thread.
    busy: Vec<AtomicU8>,
}

impl<'a, V: Variant> Shared<'a, V> {
    pub(crate) fn new(goal: &'a Goal<V>, table: &'a Table, threads: usize) -> Self {
        let busy = if threads > 1 { (0..BUSY).map(|_| AtomicU8::new(0)).collect() } else { Vec::new() };
        Self {
            goal,
            table,
            control: None,
            max_nodes: u64::MAX,
            deadline: None,
            start: Instant::now(),
            nodes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            busy,
        }
    }

    fn is_exhausted(&self) -> bool {
        self.control.is_some_and(Control::is_stopped)
            || self.nodes.load(Ordering::Relaxed) >= self.max_nodes
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn busy(&self, key: u64) -> Option<&AtomicU8> {
        self.busy.get(key as usize % BUSY)
    }
}

#[derive(Clone, Copy)]
struct Child {
    m: Move,
    key: u64,
    numbers: Numbers,
}

/// One thread of a search.
pub(crate) struct Worker<'a, 'r, V: Variant> {
    shared: &'a Shared<'a, V>,
    /// The thread that reports.
    report: Option<&'r mut dyn FnMut(&Progress)>,
    reported: Instant,
    lists: Vec<Vec<Child>>,
    path: Vec<Move>,
    moves: u32,
    nodes: u64,
    root: Numbers,
}

impl<'a, 'r, V: Variant> Worker<'a, 'r, V> {
    pub(crate) fn new(shared: &'a Shared<'a, V>, report: Option<&'r mut dyn FnMut(&Progress)>) -> Self {
        let root = Numbers { proof: 1, disproof: 1 };
        Self { shared, report, reported: shared.start, lists: Vec::new(), path: Vec::new(), moves: 0, nodes: 0, root }
    }

    /// Searches the root until it is solved or the search is over.
    pub(crate) fn run(&mut self, pos: &Position<V>, left: u32, attacks: bool) {
        self.moves = left;
        self.lists.resize_with(2 * left as usize + 3, Vec::new);
        let numbers = self.search(pos, left, attacks, Numbers { proof: LARGEST, disproof: LARGEST });
        if numbers.is_solved() {
            self.shared.is_over.store(true, Ordering::Relaxed);
        }
        self.shared.nodes.fetch_add(self.nodes % POLL_INTERVAL_NODES, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.shared.is_over.load(Ordering::Relaxed)
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL_NODES) {
            self.shared.nodes.fetch_add(POLL_INTERVAL_NODES, Ordering::Relaxed);
            if self.shared.is_exhausted() {
                self.shared.is_over.store(true, Ordering::Relaxed);
            }
            if let Some(report) = &mut self.report
                && self.reported.elapsed() >= REPORT_INTERVAL
            {
                self.reported = Instant::now();
                report(&Progress {
                    moves: self.moves,
                    nodes: self.shared.nodes.load(Ordering::Relaxed),
                    proof: self.root.proof,
                    disproof: self.root.disproof,
                    line: self.path.clone(),
                    time: self.shared.start.elapsed(),
                });
            }
        }
    }

    /// Searches a node until one of its numbers reaches its limit.
    fn search(&mut self, pos: &Position<V>, left: u32, attacks: bool, limit: Numbers) -> Numbers {
        let before = self.nodes;
        self.count_node();
        let ply = self.path.len();
        let mut children = mem::take(&mut self.lists[ply]);
        let child_left = left - u32::from(attacks);
        let mut numbers = self.expand(pos, child_left, attacks, &mut children);
        while numbers.is_none() {
            let (now, chosen, child_limit) = self.choose(&children, attacks, limit);
            if ply == 0 {
                self.root = now;
            }
            if now.is_solved() || now.proof >= limit.proof || now.disproof >= limit.disproof || self.is_over() {
                numbers = Some(now);
                break;
            }
            let Child { m, key, .. } = children[chosen];
            self.path.push(m);
            let busy = self.shared.busy(key);
            let _ = busy.map(|busy| busy.fetch_add(1, Ordering::Relaxed));
            children[chosen].numbers = self.search(&pos.after(m), child_left, !attacks, child_limit);
            let _ = busy.map(|busy| busy.fetch_sub(1, Ordering::Relaxed));
            self.path.pop();
            if !self.shared.busy.is_empty() {
                for child in &mut children {
                    child.numbers = self.shared.table.probe(child.key, child_left).unwrap_or(child.numbers);
                }
            }
            // A child that fails one side's purpose no longer counts, one that serves it decides.
            let [decides, fails] =
                if attacks { [Numbers::PROVED, Numbers::DISPROVED] } else { [Numbers::DISPROVED, Numbers::PROVED] };
            if children.iter().any(|child| child.numbers == decides) {
                numbers = Some(decides);
            } else {
                children.retain(|child| child.numbers != fails);
                if children.is_empty() {
                    numbers = Some(fails);
                }
            }
        }
        children.clear();
        self.lists[ply] = children;
        let numbers = numbers.unwrap_or(Numbers { proof: 1, disproof: 1 });
        self.shared.table.store(self.shared.goal.key(pos, left), left, numbers, self.nodes - before);
        numbers
    }

    /// Lists the children that are not solved; or returns the numbers of a node that needs no search.
    fn expand(&self, pos: &Position<V>, left: u32, attacks: bool, children: &mut Vec<Child>) -> Option<Numbers> {
        let goal = self.shared.goal;
        let [decides, fails] =
            if attacks { [Numbers::PROVED, Numbers::DISPROVED] } else { [Numbers::DISPROVED, Numbers::PROVED] };
        let mut moves = MoveList::new();
        pos.generate::<All>(&V::constraints(pos), &mut moves);
        for &m in &moves {
            let child = pos.after(m);
            let mut key = 0;
            let numbers = match goal.leaf(&child, left, !attacks) {
                Leaf::Won | Leaf::Known(_) => Numbers::PROVED,
                Leaf::Failed => Numbers::DISPROVED,
                Leaf::Open(initial) => {
                    key = goal.key(&child, left);
                    self.shared.table.probe(key, left).unwrap_or(initial)
                }
            };
            if numbers == decides {
                return Some(decides);
            }
            if numbers != fails {
                children.push(Child { m, key, numbers });
            }
        }
        children.is_empty().then_some(fails)
    }

    /// Returns the numbers of a node, the child to search next, and the limits of its search.
    fn choose(&self, children: &[Child], attacks: bool, limit: Numbers) -> (Numbers, usize, Numbers) {
        // As if the side to move were the attacker: its children's `own` numbers are to be small.
        let split = |numbers: Numbers| match attacks {
            true => (numbers.proof, numbers.disproof),
            false => (numbers.disproof, numbers.proof),
        };
        let join = |own, other| match attacks {
            true => Numbers { proof: own, disproof: other },
            false => Numbers { proof: other, disproof: own },
        };
        let (mut least, mut most) = (INFINITE, 0);
        let (mut chosen, mut first, mut second) = (0, (INFINITE, INFINITE), INFINITE);
        for (i, child) in children.iter().enumerate() {
            let (own, other) = split(child.numbers);
            (least, most) = (least.min(own), most.max(other));
            // Threads avoid each other's nodes.
            let threads = self.shared.busy(child.key).map_or(0, |busy| u32::from(busy.load(Ordering::Relaxed)));
            let rank = (own.saturating_add(threads.saturating_mul(own / 2 + 1)), other);
            if rank < first {
                (second, first, chosen) = (first.0, rank, i);
            } else {
                second = second.min(rank.0);
            }
        }
        let others = (children.len() - 1) as u32;
        let numbers = join(least, most.saturating_add(others).min(LARGEST));
        let (own_limit, other_limit) = split(limit);
        let own_limit = own_limit.min(second.saturating_add(second / 8).saturating_add(1));
        // More than the child has now, so that it is searched at all.
        let (own, other) = children.get(chosen).map_or((0, 0), |child| split(child.numbers));
        let child = join(own_limit.max(own.saturating_add(1)), other_limit.saturating_sub(others).max(other + 1));
        (numbers, chosen, child)
    }
}
