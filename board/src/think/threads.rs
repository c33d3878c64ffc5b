//! Searches on threads, one for each lane, so that an analysis does not wait for the engine's move.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use engine::Control;

use super::{Engines, Lane, Resources, Search, Thinker, Thought};

/// Stack size of a search in bytes, enough for the maximum depth.
const STACK_BYTES: usize = 16 << 20;

/// The flags of a search.
#[derive(Default)]
struct Flags {
    control: Control,
    /// Set when the reports are no longer needed.
    cancelled: AtomicBool,
}

struct Job {
    run: u64,
    search: Search,
    flags: Arc<Flags>,
}

/// Receives the reports of searches with their numbers.
pub type Listener = Arc<dyn Fn(u64, Thought) + Send + Sync>;

/// Searches on threads.
pub struct Threads {
    resources: Resources,
    listener: Listener,
    lanes: HashMap<Lane, Sender<Job>>,
    running: HashMap<u64, Arc<Flags>>,
}

impl Threads {
    /// Creates lanes with these resources; the listener is called on their threads.
    pub fn new(resources: Resources, listener: Listener) -> Self {
        Self { resources, listener, lanes: HashMap::new(), running: HashMap::new() }
    }

    fn lane(&mut self, lane: Lane) -> &Sender<Job> {
        let (resources, listener) = (self.resources, Arc::clone(&self.listener));
        self.lanes.entry(lane).or_insert_with(|| {
            let (sender, receiver) = channel();
            let builder = std::thread::Builder::new().name(format!("{lane:?}")).stack_size(STACK_BYTES);
            if let Err(error) = builder.spawn(move || work(&receiver, resources, &listener)) {
                log::error!("cannot start a search thread: {error}");
            }
            sender
        })
    }
}

impl Engines for Threads {
    fn start(&mut self, run: u64, search: Search) {
        let flags = Arc::new(Flags::default());
        flags.control.arm(false);
        self.running.retain(|_, flags| Arc::strong_count(flags) > 1);
        self.running.insert(run, Arc::clone(&flags));
        // A failure of the thread has been logged already.
        let _ = self.lane(search.lane).send(Job { run, search, flags });
    }

    fn hurry(&mut self, run: u64) {
        if let Some(flags) = self.running.get(&run) {
            flags.control.stop();
        }
    }

    fn cancel(&mut self, run: u64) {
        if let Some(flags) = self.running.remove(&run) {
            flags.cancelled.store(true, Ordering::Relaxed);
            flags.control.stop();
        }
    }
}

/// Ends all searches and threads.
impl Drop for Threads {
    fn drop(&mut self) {
        for flags in self.running.values() {
            flags.cancelled.store(true, Ordering::Relaxed);
            flags.control.stop();
        }
    }
}

/// Runs jobs in order. The engine of the last game is kept with its hash table.
fn work(jobs: &Receiver<Job>, resources: Resources, listener: &Listener) {
    let mut kept: Option<(String, Thinker)> = None;
    while let Ok(Job { run, search, flags }) = jobs.recv() {
        if flags.cancelled.load(Ordering::Relaxed) {
            continue;
        }
        if kept.as_ref().is_none_or(|(variant, _)| *variant != search.variant) {
            // Frees the old hash table first.
            drop(kept.take());
            kept = Thinker::new(&search.variant, resources).map(|engine| (search.variant.clone(), engine));
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
