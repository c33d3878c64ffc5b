//! The engine as others see it, and the threads of a search.
//!
//! Lazy SMP: every thread searches the same root with tables of its own and the hash table in common; what one finds
//! speeds up the others. The main thread alone watches the clock and reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use eval::score::{LONGEST_WIN, loss_in};
use eval::{Evaluate, Evaluator, Score};
use movegen::variant::Variant;
use movegen::{Move, Position, Record};

use crate::book::{Book, BookMove};
use crate::cycle::Steps;
use crate::deepen::{Found, RootMove, Task};
use crate::history::History;
use crate::info::{Answer, Bound, Line, Progress, Report};
use crate::limits::{Control, Limits};
use crate::pruning::Reductions;
use crate::searcher::{Searcher, Shared, Tools};
use crate::see::Exchange;
use crate::skill::glance::Glance;
use crate::skill::{BOOK, Faculties, Luck, Skill};
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
    /// How well it is to play.
    pub skill: Skill,
    /// Whence a weakened player draws his mistakes, and choices are drawn in a game in which both sides choose at once; 0 is
    /// never the same twice.
    pub seed: u64,
    /// Whether the likeliest choice is taken there instead of one that is drawn: for tests, since such play can be seen
    /// through.
    pub likeliest: bool,
    /// Whether tables of endings are used there. Those that are computed in the background come when they are ready, so
    /// that a search may find more than the same search before.
    pub endings: bool,
    /// Whether moves of a game come from the book, where the engine has been given one.
    pub own_book: bool,
}

impl Settings {
    /// Whether the system has the memory that these settings need beyond others, which are in force and whose memory is still
    /// in use.
    ///
    /// ```
    /// use engine::Settings;
    /// let small = Settings { hash: 1, ..Settings::default() };
    /// assert!(small.is_affordable_after(&Settings::default()));
    /// assert!(!Settings { hash: usize::MAX, ..small }.is_affordable_after(&small));
    /// ```
    pub fn is_affordable_after(&self, other: &Self) -> bool {
        let threads = self.threads.saturating_sub(other.threads);
        let histories = Vec::<u8>::new().try_reserve_exact(threads.saturating_mul(History::MOST_BYTES));
        histories.is_ok() && (self.hash <= other.hash || Table::is_affordable(self.hash))
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 16,
            lines: 1,
            overhead: Duration::from_millis(30),
            skill: Skill::Full,
            seed: 0,
            likeliest: false,
            endings: true,
            own_book: false,
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
    /// What a weakened player's mistakes, and moves of the book, are drawn from.
    luck: Luck,
    book: Option<Arc<Book<V>>>,
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
            tools: Tools {
                exchange: Exchange::new::<V, E>(&evaluator),
                evaluator,
                reductions: Reductions::default(),
                steps: Steps::of::<V>(),
            },
            luck: Luck::of_seed(settings.seed),
            book: None,
            histories: (0..settings.threads.max(1)).map(|_| History::new::<V>()).collect(),
        }
    }

    /// Takes over new settings; a new size of the table empties it.
    ///
    /// A weaker player, who looks at few positions and overlooks some of what is there:
    ///
    /// ```
    /// use engine::skill::Skill;
    /// use engine::{Control, Engine, Limits, Settings};
    /// use movegen::{Chess, Position, Record};
    ///
    /// let mut engine = Engine::<Chess>::new(Settings { hash: 1, ..Settings::default() });
    /// engine.set(Settings { hash: 1, skill: Skill::level(1), ..Settings::default() });
    /// let answer = engine.go(&Record::new(Position::start()), &Limits::default(), &Control::default(), &mut |_| {});
    /// assert!(answer.best.is_some() && answer.nodes < 1_000);
    /// ```
    pub fn set(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            self.table.resize(settings.hash);
        }
        if settings.seed != self.settings.seed {
            self.luck = Luck::of_seed(settings.seed);
        }
        self.histories.resize_with(settings.threads.max(1), History::new::<V>);
        self.settings = settings;
    }

    /// Gives the engine a book, or takes it away. It plays from it at full strength, where the settings say so, when it is asked for
    /// a move of a game: not in an analysis, nor where some moves only are to be searched.
    pub fn set_book(&mut self, book: Option<Arc<Book<V>>>) {
        self.book = book;
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
        self.luck = Luck::of_seed(self.settings.seed);
        self.histories.iter_mut().for_each(History::clear);
    }

    /// The evaluator.
    pub const fn evaluator(&self) -> &E {
        &self.tools.evaluator
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
        self.tools.evaluator.score_afresh(pos)
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
        let pos = record.position();
        let game = self.luck.of_game(record.first().key(), pos.turn());
        let luck = game.of_turn(pos.key(), record.moves().len());
        let strength = self.settings.skill.strength(V::NAME);
        let faculties = strength.map(|strength| Faculties::of_game(strength, game));
        let glances = faculties.filter(|faculties| !faculties.thinks(luck));
        let mut limits = limits.clone();
        if let Some(faculties) = faculties {
            limits.nodes = Some(limits.nodes.map_or(faculties.nodes, |nodes| nodes.min(faculties.nodes)));
        }
        let limits = &limits;
        let budget = Budget::new(limits, self.settings.overhead, u32::from(pos.ply())).since_asked(control);
        let legal = pos.legal_moves();
        let is_asked = |m: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(m);
        let moves: Vec<Move> = legal.iter().copied().filter(is_asked).collect();
        let known = self.book_move(record, limits, luck).filter(|_| strength.is_none());
        let answer = if moves.is_empty() {
            let score = Self::score_of_the_end(pos, !legal.is_empty());
            report(&Report::Over(score));
            Answer { score, ..Answer::default() }
        } else if let Some(known) = known {
            Self::at_a_glance(known.m, known.score(), 0, &budget, report)
        } else if let Some(faculties) = glances {
            let glance = Glance::new(&self.tools, &self.histories[0], faculties, luck);
            Self::glance(glance, pos, &moves, &budget, report)
        } else {
            let moves = moves.into_iter().map(RootMove::new).collect();
            let task = Task { record, limits, lines: self.settings.lines, moves };
            let (found, nodes) = self.search(task, control, &budget, report);
            let best = &found.moves[0];
            let ponder = best.line.get(1).copied().or_else(|| self.reply(pos, best.m));
            Answer { best: Some(best.m), ponder, score: best.score, nodes }
        };
        Self::wait(limits, control);
        answer
    }

    /// The answer of a player who only glances at the position.
    fn glance(
        glance: Glance<'_, E>,
        pos: &Position<V>,
        moves: &[Move],
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        let seen = glance.best(pos, moves);
        Self::at_a_glance(seen.m, seen.score, seen.nodes, budget, report)
    }

    /// The answer with a move that no search has found.
    fn at_a_glance(m: Move, score: Score, nodes: u64, budget: &Budget, report: &mut dyn FnMut(&Report)) -> Answer {
        let line = Line { depth: 1, selective_depth: 1, rank: 1, score, bound: Bound::Exact, moves: vec![m] };
        report(&Report::Line(line, Progress { nodes, time: budget.elapsed(), hash_full: 0 }));
        Answer { best: Some(m), ponder: None, score, nodes }
    }

    /// A move of the book for a turn of a game, drawn by the points that it has brought. One that repeats a position is none: the book
    /// knows no history.
    fn book_move(&self, record: &Record<Position<V>>, limits: &Limits, luck: Luck) -> Option<BookMove> {
        let Settings { own_book, lines, .. } = self.settings;
        let is_of_a_game =
            !limits.infinite && !limits.ponder && limits.mate.is_none() && limits.search_moves.is_empty();
        let book = self.book.as_ref().filter(|_| own_book && lines == 1 && is_of_a_game)?;
        let pos = record.position();
        let mut moves = book.moves(pos);
        moves.retain(|known| !record.keys().contains(&pos.after(known.m).key()));
        let mut rest = luck.below(moves.iter().fold(0, |sum, known| sum.saturating_add(known.half_points)), BOOK);
        moves.into_iter().find(|known| {
            let is_drawn = rest < known.half_points;
            rest = rest.wrapping_sub(known.half_points);
            is_drawn
        })
    }

    fn search(
        &mut self,
        task: Task<'_, V>,
        control: &Control,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> (Found, u64) {
        self.table.new_search();
        self.tools.reductions.refresh();
        let keys = task.record.keys();
        let threads_vote = task.lines == 1 && task.limits.depth.is_none();
        let shared = Shared {
            table: &self.table,
            control,
            budget,
            over: AtomicBool::new(false),
            nodes: self.histories.iter().map(|_| AtomicU64::new(0)).collect(),
        };
        let (shared, tools) = (&shared, &self.tools);
        let run = |id: usize, history: &mut History, task: Task<'_, V>, say: Option<&mut dyn FnMut(&Report)>| {
            Searcher::<V, E>::new(shared, tools, history, id, keys).deepen(task, say)
        };
        let run = &run;
        let (first, mut rest) = self.histories.split_first_mut().expect("there is always one thread");
        if self.settings.skill.strength(V::NAME).is_some() {
            // A level is the same on every machine.
            rest = &mut [];
        }
        let record = task.record;
        let mut all: Vec<Found> = std::thread::scope(|scope| {
            let mut helpers = Vec::new();
            for (i, history) in rest.iter_mut().enumerate() {
                let task = task.clone();
                let builder = std::thread::Builder::new().name(format!("search {}", i + 1)).stack_size(STACK);
                match builder.spawn_scoped(scope, move || run(i + 1, history, task, None)) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => log::warn!("a search thread could not be started: {error}"),
                }
            }
            let main = run(0, first, task, Some(&mut *report));
            shared.over.store(true, Ordering::Relaxed);
            std::iter::once(main).chain(helpers.into_iter().filter_map(|helper| helper.join().ok())).collect()
        });
        let winner = if threads_vote { vote(&all) } else { 0 };
        let [told, chosen] = [0, winner].map(|i| (all[i].moves[0].m, all[i].moves[0].score));
        let mut found = all.swap_remove(winner);
        if chosen != told {
            // The main thread has told what it found itself.
            let best = &mut found.moves[0];
            best.complete(record, shared.table);
            report(&Report::Line(best.told(0, found.depth.max(1)), shared.progress()));
        }
        (found, shared.total_nodes())
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
