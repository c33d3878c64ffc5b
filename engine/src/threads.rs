//! The engine as others see it, and the threads of a search.
//!
//! Lazy SMP: every thread searches the same root with tables of its own and the hash table in common; what one finds
//! speeds up the others. The main thread alone watches the clock and reports.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use eval::score::{LONGEST_WIN, loss_in};
use eval::{Evaluate, Evaluator, Score};
use movegen::variant::Variant;
use movegen::{Move, Position, Record};

use crate::deepen::{Found, RootMove, Task};
use crate::history::History;
use crate::info::{Answer, Report};
use crate::limits::{Control, Limits};
use crate::pruning::Reductions;
use crate::searcher::{Searcher, Shared, Tools};
use crate::see::Exchange;
use crate::skill;
use crate::table::Table;
use crate::time::Budget;

/// Bytes of stack for a helper thread: a line of `MAX_PLY` nodes with room to spare.
const STACK: usize = 16 << 20;

/// What a user may set about the search; changed between searches only.
///
/// Several lines of thought (MultiPV):
///
/// ```
/// use engine::{Control, Engine, Limits, Report, Settings};
/// use movegen::{Chess, Position, Record};
///
/// let mut engine = Engine::<Chess>::new(Settings { hash: 1, lines: 3, ..Settings::default() });
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let mut ranks = Vec::new();
/// engine.go(&Record::new(Position::start()), &limits, &Control::default(), &mut |report| {
///     if let Report::Line(line, _) = report
///         && line.depth == 2
///     {
///         ranks.push(line.rank);
///     }
/// });
/// assert_eq!(ranks, [1, 2, 3]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search threads.
    pub threads: usize,
    /// Size of the hash table in MiB.
    pub hash: usize,
    /// Lines of thought wanted.
    pub lines: usize,
    /// Time kept back for each move, for the way to the client and back.
    pub overhead: Duration,
    /// Playing strength from 0 (weakest) to 20 (all of it).
    pub skill: u32,
    /// Whence choices are drawn in a game in which both sides choose at once; 0 means the clock.
    pub seed: u64,
    /// Whether the likeliest choice is taken there instead of one that is drawn: for tests, since such play can be seen
    /// through.
    pub likeliest: bool,
    /// Whether tables of endings are used there. Those that are computed in the background come when they are ready, so
    /// that a search may find more than the same search before.
    pub endings: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 16,
            lines: 1,
            overhead: Duration::from_millis(30),
            skill: skill::FULL,
            seed: 0,
            likeliest: false,
            endings: true,
        }
    }
}

/// An engine for one game: hash table, what its threads have learnt, evaluator.
///
/// ```
/// use engine::{Control, Engine, Limits, Settings};
/// use movegen::{Chess, Position, Record};
///
/// let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
/// let record = Record::new("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse::<Position<Chess>>()?);
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let answer = engine.go(&record, &limits, &Control::default(), &mut |_| {});
/// assert_eq!(answer.best, Some(record.position().parse_move("a1a8")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine<V: Variant, E: Evaluate<V> = Evaluator<V>> {
    settings: Settings,
    table: Table,
    tools: Tools<E>,
    histories: Vec<History>,
    variant: std::marker::PhantomData<V>,
}

impl<V: Variant> Engine<V> {
    /// An engine with the game's own evaluator that has learnt nothing yet.
    pub fn new(settings: Settings) -> Self {
        Self::with_evaluator(settings, Evaluator::new())
    }
}

impl<V: Variant, E: Evaluate<V>> Engine<V, E> {
    /// An engine with this evaluator that has learnt nothing yet.
    pub fn with_evaluator(settings: Settings, evaluator: E) -> Self {
        Self {
            settings,
            table: Table::new(settings.hash),
            tools: Tools { exchange: Exchange::new::<V, E>(&evaluator), evaluator, reductions: Reductions::default() },
            histories: (0..settings.threads.max(1)).map(|_| History::new::<V>()).collect(),
            variant: std::marker::PhantomData,
        }
    }

    /// Takes over new settings; a new size of the table empties it.
    ///
    /// A weaker player:
    ///
    /// ```
    /// use engine::{Control, Engine, Limits, Settings, skill};
    /// use movegen::{Chess, Position, Record};
    ///
    /// let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
    /// engine.set(Settings { hash: 1, skill: 0, ..Settings::default() });
    /// let mut deepest = 0;
    /// engine.go(&Record::new(Position::start()), &Limits::default(), &Control::default(), &mut |report| {
    ///     if let engine::Report::Line(line, _) = report {
    ///         deepest = deepest.max(line.depth);
    ///     }
    /// });
    /// assert_eq!(deepest, skill::depth(0));
    /// ```
    pub fn set(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            self.table.resize(settings.hash);
        }
        self.histories.resize_with(settings.threads.max(1), History::new::<V>);
        self.settings = settings;
    }

    /// Forgets everything learnt: from here on, one thread repeats itself exactly.
    ///
    /// ```
    /// use engine::{Control, Engine, Limits, Settings};
    /// use movegen::{Chess, Position, Record};
    ///
    /// let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
    /// let limits = Limits { depth: Some(4), ..Limits::default() };
    /// let mut search = |engine: &mut Engine<Chess>| {
    ///     engine.go(&Record::new(Position::start()), &limits, &Control::default(), &mut |_| {})
    /// };
    /// let first = search(&mut engine);
    /// engine.new_game();
    /// assert_eq!(search(&mut engine), first);
    /// ```
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// The static value of a position in centipawns for the side to move.
    ///
    /// ```
    /// use engine::{Engine, Settings};
    /// use movegen::Chess;
    ///
    /// let engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
    /// assert!(engine.evaluate(&"4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1".parse()?) > 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(&self, pos: &Position<V>) -> Score {
        self.tools.evaluator.score(pos, &self.tools.evaluator.refresh(pos))
    }

    /// Searches the present position of a game until a limit is reached or `control`, armed by the caller, says stop.
    /// Infinite searches and those that ponder answer only when told to.
    pub fn go(
        &mut self,
        record: &Record<Position<V>>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        let budget = Budget::new(limits, self.settings.overhead);
        let pos = record.position();
        let legal = pos.legal_moves();
        let is_asked = |m: &&Move| limits.search_moves.is_empty() || limits.search_moves.contains(m);
        let moves: Vec<RootMove> = legal.iter().filter(is_asked).map(|&m| RootMove::new(m)).collect();
        if moves.is_empty() {
            let score = Self::score_of_the_end(pos, !legal.is_empty());
            report(&Report::Over(score));
            Self::wait(limits, control);
            return Answer { score, ..Answer::default() };
        }
        let (found, nodes) = self.search(record, limits, control, &budget, moves, report);
        Self::wait(limits, control);
        let chosen = match self.settings.skill {
            skill::FULL.. => 0,
            weak => {
                let scores: Vec<Score> = found.moves.iter().take(skill::LINES).map(|root| root.score).collect();
                skill::choose(&scores, weak, pos.key() ^ nodes)
            }
        };
        let best = &found.moves[chosen];
        let ponder = best.line.get(1).copied().or_else(|| self.reply(pos, best.m));
        Answer { best: Some(best.m), ponder, score: best.score, nodes }
    }

    fn search(
        &mut self,
        record: &Record<Position<V>>,
        limits: &Limits,
        control: &Control,
        budget: &Budget,
        moves: Vec<RootMove>,
        report: &mut dyn FnMut(&Report),
    ) -> (Found, u64) {
        self.table.new_search();
        self.tools.reductions.refresh();
        let weak = self.settings.skill < skill::FULL;
        let mut limits = limits.clone();
        let mut lines = self.settings.lines;
        if weak {
            lines = lines.max(skill::LINES);
            limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(skill::depth(self.settings.skill)));
        }
        let shared = Shared {
            table: &self.table,
            control,
            budget,
            over: AtomicBool::new(false),
            nodes: self.histories.iter().map(|_| AtomicU64::new(0)).collect(),
        };
        let (shared, tools, limits) = (&shared, &self.tools, &limits);
        let run = |id: usize, history: &mut History, moves: Vec<RootMove>, say: Option<&mut dyn FnMut(&Report)>| {
            let mut searcher = Searcher::<V, E>::new(shared, tools, history, id, record.keys());
            searcher.deepen(Task { record, limits, lines, moves }, say)
        };
        let run = &run;
        let (first, rest) = self.histories.split_first_mut().expect("there is always one thread");
        let mut all: Vec<Found> = std::thread::scope(|scope| {
            let mut helpers = Vec::new();
            for (i, history) in rest.iter_mut().enumerate() {
                let moves = moves.clone();
                let builder = std::thread::Builder::new().name(format!("search {}", i + 1)).stack_size(STACK);
                match builder.spawn_scoped(scope, move || run(i + 1, history, moves, None)) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => log::warn!("a search thread could not be started: {error}"),
                }
            }
            let main = run(0, first, moves, Some(report));
            shared.over.store(true, Ordering::Relaxed);
            std::iter::once(main).chain(helpers.into_iter().filter_map(|helper| helper.join().ok())).collect()
        });
        let winner = if lines == 1 && limits.depth.is_none() { vote(&all) } else { 0 };
        let nodes = shared.total_nodes();
        (all.swap_remove(winner), nodes)
    }

    /// An infinite search answers only when it is stopped, one that ponders also when the move comes.
    fn wait(limits: &Limits, control: &Control) {
        if limits.infinite {
            control.wait(false);
        } else if limits.ponder {
            control.wait(true);
        }
    }

    /// The score of a root without moves to search: lost or drawn by the rules, or nothing known if moves were excluded.
    fn score_of_the_end(pos: &Position<V>, has_moves: bool) -> Score {
        match pos.outcome().filter(|_| !has_moves).and_then(|outcome| outcome.winner) {
            Some(winner) if winner != pos.turn() => loss_in(0),
            Some(_) => -loss_in(0),
            None => 0,
        }
    }

    /// The table's reply to a move.
    fn reply(&self, pos: &Position<V>, m: Move) -> Option<Move> {
        let child = pos.after(m);
        let reply = self.table.probe(child.key(), 1)?.best;
        child.is_legal(reply, &child.constraints()).then_some(reply)
    }
}

/// Which thread's answer counts: each votes for its move with its depth and score; a quicker win wins outright.
fn vote(all: &[Found]) -> usize {
    let lowest = all.iter().map(|found| found.moves[0].score).min().unwrap_or_default();
    let weight = |found: &Found| i64::from(found.moves[0].score - lowest + 20) * i64::from(found.depth);
    let votes = |m: Move| all.iter().filter(|found| found.moves[0].m == m).map(weight).sum::<i64>();
    let rank = |found: &Found| {
        let best = &found.moves[0];
        if best.score >= LONGEST_WIN { (i64::from(best.score), 0) } else { (0, votes(best.m)) }
    };
    (0..all.len()).max_by_key(|&i| (rank(&all[i]), all[i].depth, std::cmp::Reverse(i))).unwrap_or(0)
}
