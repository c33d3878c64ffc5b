//! The public engine, and the threads of a search.
//!
//! Lazy SMP: every thread searches the same root with its own history tables and a shared transposition table. The main thread
//! alone checks the clock and reports. The helper threads wait in a [`Pool`] for the next search.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use endgames::syzygy;
use eval::score::LONGEST_WIN;
use eval::{Evaluate, Evaluator, Score};
use movegen::variant::Variant;
use movegen::{Move, Position, Record};

use crate::book::{Book, BookMove};
use crate::cycle::Steps;
use crate::deepen::{Found, RootMove, Task};
use crate::endings::SearchTables;
use crate::history::History;
use crate::info::{Answer, Bound, Line, Progress, Report, TreeNode};
use crate::limits::{Control, Limits};
use crate::pool::Pool;
use crate::pruning::Reductions;
use crate::searcher::{Searcher, Shared, Tools};
use crate::see::Exchange;
use crate::skill::glance::Glance;
use crate::skill::{BOOK, Faculties, Luck, Skill};
use crate::table::{Table, TtEntry};
use crate::time::Budget;

/// Default size of the hash table in turn-based games, in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Settings of a search, changed between searches only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search threads.
    pub threads: usize,
    /// Size of the hash table in MiB; `None`: the default size of the game.
    pub hash: Option<usize>,
    /// Principal variations to search (MultiPV).
    pub lines: usize,
    /// Time reserved per move for the communication with the client.
    pub overhead: Duration,
    /// Playing strength.
    pub skill: Skill,
    /// Seed for the mistakes of weaker levels, for book moves, and for mixed strategies; 0 draws a new seed each time.
    pub seed: u64,
    /// Simultaneous games: play the most probable choice instead of sampling. For tests, because such play is predictable.
    pub likeliest: bool,
    /// Simultaneous games: probe endgame tables. Tables computed in the background become available during the game, so a
    /// repeated search may find more.
    pub endings: bool,
    /// Turn-based games: probe endgame tables at full strength.
    pub endgames: bool,
    /// Chess: probe Syzygy tables of at most this many pieces at full strength.
    pub syzygy_pieces: u32,
    /// Chess: Syzygy tables take the 50-move rule into account.
    pub syzygy_fifty: bool,
    /// Play moves from the book, if the engine has one.
    pub own_book: bool,
}

impl Settings {
    /// Returns the size of the hash table of a turn-based game in MiB.
    pub fn table_size(&self) -> usize {
        self.hash.unwrap_or(DEFAULT_HASH)
    }

    /// Returns `true` if the system can allocate the memory that these settings need beyond `other`, the current ones.
    pub fn is_affordable_after(&self, other: &Self) -> bool {
        let [hash, current] = [self, other].map(Self::table_size);
        let threads = self.threads.saturating_sub(other.threads);
        let histories = Vec::<u8>::new().try_reserve_exact(threads.saturating_mul(History::MAX_BYTES));
        histories.is_ok() && (hash <= current || Table::is_affordable(hash))
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: None,
            lines: 1,
            overhead: Duration::from_millis(30),
            skill: Skill::Full,
            seed: 0,
            likeliest: false,
            endings: true,
            endgames: true,
            syzygy_pieces: 7,
            syzygy_fifty: true,
            own_book: false,
        }
    }
}

/// An engine for one game: transposition table, history tables of its threads, evaluator.
pub struct Engine<V: Variant, E: Evaluate<V> = Evaluator<V>> {
    settings: Settings,
    table: Table,
    tools: Tools<E>,
    pool: Pool,
    /// Of the main thread and of each helper thread.
    histories: Vec<History>,
    /// Random source for mistakes of weaker levels and book moves.
    luck: Luck,
    book: Option<Arc<Book<V>>>,
}

impl<V: Variant> Engine<V> {
    /// Creates an engine with the game's own evaluator and empty tables.
    pub fn new(settings: Settings) -> Self {
        Self::for_game(V::default(), settings)
    }

    /// Creates an engine for this game with its built-in evaluator.
    pub fn for_game(game: V, settings: Settings) -> Self {
        Self::of_game(game, settings, Evaluator::for_game(game))
    }
}

impl<V: Variant, E: Evaluate<V>> Engine<V, E> {
    /// Creates an engine with this evaluator and empty tables.
    pub fn with_evaluator(settings: Settings, evaluator: E) -> Self {
        Self::of_game(V::default(), settings, evaluator)
    }

    /// Creates an engine for this game.
    pub fn of_game(game: V, settings: Settings, evaluator: E) -> Self {
        let pool = Pool::new(settings.threads.saturating_sub(1));
        Self {
            settings,
            table: Table::new(settings.table_size(), &pool),
            tools: Tools {
                exchange: Exchange::new(game, &evaluator),
                evaluator,
                reductions: Reductions::new::<V>(),
                steps: Steps::of(game),
            },
            luck: Luck::of_seed(settings.seed),
            book: None,
            histories: Self::histories(&pool),
            pool,
        }
    }

    fn histories(pool: &Pool) -> Vec<History> {
        std::iter::once(History::new::<V>()).chain(pool.each(History::new::<V>)).collect()
    }

    /// Applies new settings; a new table size clears the table, a new number of threads the history tables.
    pub fn set(&mut self, settings: Settings) {
        if settings.threads.max(1) != self.settings.threads.max(1) {
            self.pool = Pool::new(settings.threads.saturating_sub(1));
            self.histories = Self::histories(&self.pool);
        }
        if settings.table_size() != self.settings.table_size() {
            self.table.resize(settings.table_size(), &self.pool);
        }
        if settings.seed != self.settings.seed {
            self.luck = Luck::of_seed(settings.seed);
        }
        self.settings = settings;
    }

    /// Sets or removes the opening book. It is used at full strength, if the settings allow, for moves of a game: not in analysis,
    /// and not with `searchmoves`.
    pub fn set_book(&mut self, book: Option<Arc<Book<V>>>) {
        self.book = book;
    }

    /// Clears all tables: searches with one thread become reproducible.
    pub fn new_game(&mut self) {
        self.table.clear(&self.pool);
        self.luck = Luck::of_seed(self.settings.seed);
        let (first, rest) = self.histories.split_first_mut().expect("there is always one thread");
        self.pool.run(rest, |_, history| history.clear(), || first.clear());
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The evaluator.
    pub const fn evaluator(&self) -> &E {
        &self.tools.evaluator
    }

    /// Returns the static evaluation of a position in centipawns for the side to move.
    pub fn evaluate(&self, pos: &Position<V>) -> Score {
        self.tools.evaluator.score_afresh(pos)
    }

    /// Returns positions of a search tree for training: the root, and every position that is reached from it through positions with
    /// a hash table entry of at least `depth` plies. Positions whose keys are in `seen` are left out, and the keys of the others are
    /// added. After J. Veness, D. Silver, W. Uther and A. Blair, "Bootstrapping from game tree search" (2009).
    pub fn tree(&self, root: &Position<V>, depth: u32, seen: &mut HashSet<u64>) -> Vec<TreeNode<V>> {
        let mut found = Vec::new();
        let mut open = vec![*root];
        while let Some(position) = open.pop() {
            let is_deep = |entry: &TtEntry| u32::try_from(entry.depth).is_ok_and(|found| found >= depth);
            let Some(entry) = self.table.probe(position.key(), 0).filter(is_deep) else { continue };
            let best = Some(entry.best).filter(|m| !m.is_none());
            // An illegal move shows that the entry belongs to another position.
            let is_own = best.is_none_or(|m| position.is_legal(m, &position.constraints()));
            if let Some(bound) = entry.bound.filter(|_| is_own && seen.insert(position.key())) {
                found.push(TreeNode { position, best, score: entry.score, bound });
                open.extend(position.legal_moves().iter().map(|&m| position.after(m)));
            }
        }
        found
    }

    /// Searches the current position of a game until a limit is reached or `control`, armed by the caller, is stopped.
    /// Infinite and ponder searches answer only when stopped.
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
            // The result by the rules, or 0 if all moves were excluded.
            let outcome = pos.outcome().filter(|_| legal.is_empty());
            let score = outcome.map_or(0, |outcome| Searcher::<V, E>::final_score(outcome, pos, 0));
            report(&Report::Over(score));
            Answer { score, ..Answer::default() }
        } else if let Some(known) = known {
            Self::at_a_glance(known.m, known.score(), 0, &budget, report)
        } else if let Some(faculties) = glances {
            let seen = Glance::new(&self.tools, &self.histories[0], faculties, luck).best(pos, &moves);
            Self::at_a_glance(seen.m, seen.score, seen.nodes, &budget, report)
        } else {
            let lines = self.settings.lines;
            let mut tables = self.tables();
            let (moves, table_score) = if lines == 1 { tables.best_moves(record, moves) } else { (moves, None) };
            let moves = moves.into_iter().map(|m| RootMove::new(m, table_score)).collect();
            let task = Task { record, limits, lines, moves };
            let (found, nodes) = self.search(task, &tables, control, &budget, report);
            let best = &found.moves[0];
            let ponder = best.line.get(1).copied().or_else(|| self.reply(pos, best.m));
            Answer { best: Some(best.m), ponder, score: best.reported_score(), nodes }
        };
        if limits.infinite || limits.ponder {
            control.wait(!limits.infinite);
        }
        answer
    }

    /// Builds and reports an answer that no tree search has found.
    fn at_a_glance(m: Move, score: Score, nodes: u64, budget: &Budget, report: &mut dyn FnMut(&Report)) -> Answer {
        let line = Line { depth: 1, selective_depth: 1, rank: 1, score, bound: Bound::Exact, moves: vec![m] };
        report(&Report::Line(line, Progress { nodes, time: budget.elapsed(), hash_full: 0, table_hits: 0 }));
        Answer { best: Some(m), ponder: None, score, nodes }
    }

    /// Returns a book move, sampled by the points it has scored. Moves that repeat a position are excluded, because the book has
    /// no game history.
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

    /// Returns the endgame tables of a search. A level must not play endings better than the ladder was measured with.
    fn tables(&self) -> SearchTables<V> {
        let Settings { endgames, syzygy_pieces, syzygy_fifty, skill, .. } = self.settings;
        if skill.strength(V::NAME).is_some() {
            return SearchTables::default();
        }
        let own = if endgames { endgames::common::<V>() } else { Arc::default() };
        SearchTables::new(own, if V::SYZYGY { syzygy::common() } else { None }, syzygy_pieces, syzygy_fifty)
    }

    fn search(
        &mut self,
        task: Task<'_, V>,
        endgames: &SearchTables<V>,
        control: &Control,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> (Found, u64) {
        self.table.new_search();
        self.tools.reductions.refresh::<V>();
        let keys = task.record.keys();
        let threads_vote = task.lines == 1 && task.limits.depth.is_none();
        let shared = Shared {
            table: &self.table,
            control,
            budget,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
        };
        let (shared, tools) = (&shared, &self.tools);
        let run = |id: usize, history: &mut History, task: Task<'_, V>, report: Option<&mut dyn FnMut(&Report)>| {
            Searcher::<V, E>::new(shared, tools, history, id, keys, endgames).deepen(task, report)
        };
        let run = &run;
        let (first, mut rest) = self.histories.split_first_mut().expect("there is always one thread");
        if self.settings.skill.strength(V::NAME).is_some() {
            // A level must play the same on every machine.
            rest = &mut [];
        }
        let record = task.record;
        let (helper_task, helped) = (task.clone(), Mutex::new(Vec::new()));
        let help = |i: usize, history: &mut History| {
            let found = run(i + 1, history, helper_task.clone(), None);
            helped.lock().unwrap_or_else(PoisonError::into_inner).push((i, found));
        };
        let main = self.pool.run(rest, help, || {
            let main = run(0, first, task, Some(&mut *report));
            shared.over.store(true, Ordering::Relaxed);
            main
        });
        let mut helped = helped.into_inner().unwrap_or_else(PoisonError::into_inner);
        helped.sort_unstable_by_key(|&(i, _)| i);
        let mut all: Vec<Found> = std::iter::once(main).chain(helped.into_iter().map(|(_, found)| found)).collect();
        let winner = if threads_vote { vote(&all) } else { 0 };
        let [reported, chosen] = [0, winner].map(|i| (all[i].moves[0].m, all[i].moves[0].score));
        let mut found = all.swap_remove(winner);
        if chosen != reported {
            // The main thread has reported only its own result.
            let best = &mut found.moves[0];
            best.complete(record, shared.table);
            report(&Report::Line(best.report(0, found.depth.max(1)), shared.progress()));
        }
        (found, shared.total_nodes())
    }

    /// Returns the transposition table's reply to a move.
    fn reply(&self, pos: &Position<V>, m: Move) -> Option<Move> {
        let child = pos.after(m);
        let reply = self.table.probe(child.key(), 1)?.best;
        child.is_legal(reply, &child.constraints()).then_some(reply)
    }
}

/// Selects the thread whose result is used: each votes for its move with depth and score; a faster win takes precedence.
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
