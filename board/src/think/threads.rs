//! Searches on threads, one for each lane, so that an analysis does not wait for the engine's move. A measurement has a thread of its own.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use games::{Control, EvaluatorSource, definition_checksum};

use super::{Engines, Lane, MeasureTask, Search, Settings, Thinker, Thought, measure};
use crate::messages::Measurement;

/// Stack size of a search in bytes, enough for the maximum depth.
const STACK_BYTES: usize = 16 << 20;

/// The flags of a search.
#[derive(Default)]
struct Flags {
    control: Control,
    /// Set when the reports are no longer needed.
    cancelled: AtomicBool,
}

impl Flags {
    fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.control.stop();
    }
}

struct Job {
    run: u64,
    search: Search,
    flags: Arc<Flags>,
}

/// Receives reports with the numbers of their runs.
type Listener<T> = Arc<dyn Fn(u64, T) + Send + Sync>;

/// The receivers of reports.
#[derive(Clone)]
pub struct Listeners {
    /// Reports of searches.
    pub thought: Listener<Thought>,
    /// Reports of measurements.
    pub measured: Listener<Measurement>,
}

/// Searches on threads.
pub struct Threads {
    settings: Settings,
    listeners: Listeners,
    lanes: HashMap<Lane, Sender<Job>>,
    running: HashMap<u64, Arc<Flags>>,
}

impl Threads {
    /// Creates lanes with these settings; the listeners are called on their threads.
    pub fn new(settings: Settings, listeners: Listeners) -> Self {
        Self { settings, listeners, lanes: HashMap::new(), running: HashMap::new() }
    }

    fn lane(&mut self, lane: Lane) -> &Sender<Job> {
        let (settings, listener) = (self.settings, Arc::clone(&self.listeners.thought));
        self.lanes.entry(lane).or_insert_with(|| {
            let (sender, receiver) = channel();
            let builder = std::thread::Builder::new().name(format!("{lane:?}")).stack_size(STACK_BYTES);
            if let Err(error) = builder.spawn(move || work(&receiver, settings, &listener)) {
                log::error!("cannot start a search thread: {error}");
            }
            sender
        })
    }

    fn begin(&mut self, run: u64) -> Arc<Flags> {
        let flags = Arc::new(Flags::default());
        flags.control.arm(false);
        self.running.retain(|_, flags| Arc::strong_count(flags) > 1);
        self.running.insert(run, Arc::clone(&flags));
        flags
    }
}

impl Engines for Threads {
    fn start(&mut self, run: u64, search: Search) {
        let flags = self.begin(run);
        // A failure of the thread has been logged already.
        let _ = self.lane(search.lane).send(Job { run, search, flags });
    }

    fn measure(&mut self, run: u64, task: MeasureTask) {
        let (flags, listener) = (self.begin(run), Arc::clone(&self.listeners.measured));
        let work = move || {
            let is_cancelled = || flags.cancelled.load(Ordering::Relaxed);
            measure(&task, &is_cancelled, &mut |report| {
                if !is_cancelled() {
                    listener(run, report);
                }
            });
        };
        let builder = std::thread::Builder::new().name("measure".to_owned()).stack_size(STACK_BYTES);
        if let Err(error) = builder.spawn(work) {
            log::error!("cannot start a thread for a measurement: {error}");
            (self.listeners.measured)(run, Measurement { done: true, ..Measurement::default() });
        }
    }

    fn hurry(&mut self, run: u64) {
        if let Some(flags) = self.running.get(&run) {
            flags.control.stop();
        }
    }

    fn cancel(&mut self, run: u64) {
        if let Some(flags) = self.running.remove(&run) {
            flags.cancel();
        }
    }
}

/// Ends all searches and threads.
impl Drop for Threads {
    fn drop(&mut self) {
        self.running.values().for_each(|flags| flags.cancel());
    }
}

/// Runs jobs in order. The engine of the last game is kept with its hash table.
fn work(jobs: &Receiver<Job>, settings: Settings, listener: &Listener<Thought>) {
    // By the game and the checksum of its definition.
    let mut kept: Option<([String; 2], Thinker)> = None;
    while let Ok(Job { run, search, flags }) = jobs.recv() {
        if flags.cancelled.load(Ordering::Relaxed) {
            continue;
        }
        let game = [search.variant.clone(), definition_checksum(&search.variant)];
        if kept.as_ref().is_none_or(|(of, _)| *of != game) {
            // Frees the old hash table first.
            drop(kept.take());
            let networks = EvaluatorSource::Table(eval::network::built_in);
            // The file of a built-in network always fits its game.
            let engine = Thinker::new(&search.variant, settings, networks).ok().flatten();
            kept = engine.map(|engine| (game, engine));
        }
        let mut report = |thought| {
            if !flags.cancelled.load(Ordering::Relaxed) {
                listener(run, thought);
            }
        };
        match &mut kept {
            Some((_, engine)) => engine.think(&search, &flags.control, &mut report),
            None => report(Thought { done: true, ..Thought::default() }),
        }
    }
}
