//! The engine as others see it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use crate::rules::Position;
use crate::values::{Estimate, Network};
use movegen::Record;
use movegen::zobrist::splitmix64;

use super::deepen::deepen;
use super::root::Root;
use super::sample;
use super::searcher::{Searcher, Shared};
use super::strategy::{Answer, Asked, Report};
use super::table::Table;
use super::weakness::{Outlook, Weakness};
use crate::tables::Tables;
use engine::skill::Skill;
use engine::system_clock::{SystemTime, UNIX_EPOCH};
use engine::time::Budget;
use engine::{Control, Limits};

/// Games of Apocalypse are short: at its start the clock is shared out as at this ply of a chess game.
const HEAD_START: u32 = 40;

/// Default size of the bounds table in MiB. Depth 6 from the start position takes 190 million nodes, with 16 MiB 263 million and 1.22 times
/// as long.
pub const DEFAULT_HASH: usize = 256;

/// Settings of the search; changed between searches only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search threads.
    pub threads: usize,
    /// Size of the bounds table in MiB.
    pub hash: usize,
    /// Time kept back for each move, for the way to the client and back.
    pub overhead: Duration,
    /// The seed of the draws; 0 means the clock.
    pub seed: u64,
    /// Always takes the likeliest choice: for tests, since such play is predictable.
    pub likeliest: bool,
    /// The strength of play.
    pub skill: Skill,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: DEFAULT_HASH,
            overhead: Duration::from_millis(30),
            seed: 0,
            likeliest: false,
            skill: Skill::Full,
        }
    }
}

/// An engine for Apocalypse: bounds table, evaluator, tables of endings.
pub struct Engine<E: Estimate = Network> {
    settings: Settings,
    table: Table,
    evaluator: E,
    endings: Arc<Tables>,
    drawn: u64,
}

impl Engine {
    /// Creates an engine with the built-in evaluator and empty tables.
    pub fn new(settings: Settings) -> Self {
        Self::with_evaluator(settings, Network::default())
    }
}

impl<E: Estimate> Engine<E> {
    /// Creates an engine with this evaluator and empty tables.
    pub fn with_evaluator(settings: Settings, evaluator: E) -> Self {
        Self { settings, table: Table::new(settings.hash), evaluator, endings: Arc::default(), drawn: 0 }
    }

    /// Takes over new settings; a new size of the table empties it, a new seed begins anew.
    pub fn set(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            self.table = Table::new(settings.hash);
        }
        if settings.seed != self.settings.seed {
            self.drawn = 0;
        }
        self.settings = settings;
    }

    /// Looks endings up here from now on. If these are other tables than before, what was searched without them is
    /// forgotten: it does not fit together with their values.
    pub fn set_endings(&mut self, endings: Arc<Tables>) {
        if !Arc::ptr_eq(&endings, &self.endings) {
            self.endings = endings;
            self.table.clear();
        }
    }

    /// Clears all tables: from here on, one thread repeats itself exactly, and so do the choices drawn from a
    /// seed.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.drawn = 0;
    }

    /// The static value of a position to White, -1 to 1.
    pub fn evaluate(&self, pos: &Position) -> f64 {
        self.evaluator.value(pos)
    }

    /// Searches the present position of a game for a choice of the side asked until a limit is reached or `control`, armed
    /// by the caller, stops it. Infinite searches and those that ponder return only when they are stopped.
    /// `Limits::search_moves` is ignored.
    pub fn go(
        &mut self,
        record: &Record<Position>,
        asked: Asked<'_>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        let weakness = Weakness::of(self.settings.skill);
        let weakened = weakness.map(|weakness| weakness.limits(limits));
        let limits = weakened.as_ref().unwrap_or(limits);
        let pos = record.position();
        let ply = HEAD_START.saturating_add(2 * u32::from(pos.turn_number()));
        let budget = Budget::new(limits, self.settings.overhead, ply).since_asked(control);
        let mut answer = Answer::default();
        if pos.outcome().is_none() {
            answer = self.search(pos, asked, limits, control, &budget, report);
            if let Some(weakness) = weakness {
                let outlook = Outlook::new(pos, asked.side, asked.among, &self.evaluator);
                let luck = self.draw();
                answer.best = weakness.glance(&outlook, luck).or(answer.best);
                answer.odds = weakness.odds(&outlook, &answer.odds, luck);
            }
        }
        if limits.infinite {
            control.wait(false);
        } else if limits.ponder {
            control.wait(true);
        }
        answer
    }

    #[allow(clippy::too_many_arguments, reason = "what `go` was given, and the clock it started")]
    fn search(
        &mut self,
        pos: &Position,
        Asked { side, among }: Asked<'_>,
        limits: &Limits,
        control: &Control,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        self.table.new_search();
        let threads = self.settings.threads.max(1);
        let shared = Shared {
            table: &self.table,
            evaluator: &self.evaluator,
            endings: &self.endings,
            few: self.endings.most_pieces(),
            control,
            budget,
            over: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        };
        let mut searchers: Vec<_> = (0..threads).map(|id| Searcher::new(&shared, id)).collect();
        let mut only = [&[][..]; 2];
        only[side] = among;
        let strategy = deepen(&mut searchers, &Root { pos, among: only }, limits, report);
        searchers.iter().for_each(Searcher::publish_nodes);
        let nodes = shared.total_nodes();
        let mix = strategy.as_ref().map(|strategy| &strategy.mix[side][..]).unwrap_or_default();
        let odds: Vec<_> = match self.settings.likeliest {
            true => mix.first().map(|&(choice, _)| (choice, 1.0)).into_iter().collect(),
            false => sample::played(mix, pos.penalties(side)).collect(),
        };
        let best = match self.settings.likeliest {
            true => odds.first().map(|&(choice, _)| choice),
            false => sample::draw(odds.iter().copied(), self.draw()),
        };
        Answer { best, odds, strategy, nodes }
    }

    /// The next seed for drawing a choice.
    fn draw(&mut self) -> u64 {
        self.drawn += 1;
        let seed = match self.settings.seed {
            0 => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64),
            seed => seed,
        };
        splitmix64(seed ^ splitmix64(self.drawn))
    }
}
