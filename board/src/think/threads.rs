//! Searches on threads of their own: one for each lane, so that a look at a position does not wait for the engine's move.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use engine::Control;

use super::{Engines, Lane, Resources, Search, Thinker, Thought, thinker};

/// Bytes of stack for a search: a line of the greatest depth with room to spare.
const STACK: usize = 16 << 20;

/// What holds one search.
#[derive(Default)]
struct Strings {
    control: Control,
    /// Nobody listens any more.
    cancelled: AtomicBool,
}

struct Job {
    run: u64,
    search: Search,
    strings: Arc<Strings>,
}

/// Takes what a search finds, with the number of its run.
pub type Listener = Arc<dyn Fn(u64, Thought) + Send + Sync>;

/// Searches on threads.
pub struct Threads {
    resources: Resources,
    listener: Listener,
    lanes: HashMap<Lane, Sender<Job>>,
    running: HashMap<u64, Arc<Strings>>,
}

impl Threads {
    /// Searches with these resources for each lane; what they find goes to the listener, on their own threads.
    pub fn new(resources: Resources, listener: Listener) -> Self {
        Self { resources, listener, lanes: HashMap::new(), running: HashMap::new() }
    }

    fn lane(&mut self, lane: Lane) -> &Sender<Job> {
        let (resources, listener) = (self.resources, Arc::clone(&self.listener));
        self.lanes.entry(lane).or_insert_with(|| {
            let (sender, receiver) = channel();
            let builder = std::thread::Builder::new().name(format!("{lane:?}")).stack_size(STACK);
            if let Err(error) = builder.spawn(move || work(&receiver, resources, &listener)) {
                log::error!("no thread for searches: {error}");
            }
            sender
        })
    }
}

impl Engines for Threads {
    fn start(&mut self, run: u64, search: Search) {
        let strings = Arc::new(Strings::default());
        strings.control.arm(false);
        self.running.retain(|_, strings| Arc::strong_count(strings) > 1);
        self.running.insert(run, Arc::clone(&strings));
        // A lane whose thread is gone has said so already.
        let _ = self.lane(search.lane).send(Job { run, search, strings });
    }

    fn hurry(&mut self, run: u64) {
        if let Some(strings) = self.running.get(&run) {
            strings.control.stop();
        }
    }

    fn cancel(&mut self, run: u64) {
        if let Some(strings) = self.running.remove(&run) {
            strings.cancelled.store(true, Ordering::Relaxed);
            strings.control.stop();
        }
    }
}

/// Lets every search end, so that the threads can.
impl Drop for Threads {
    fn drop(&mut self) {
        for strings in self.running.values() {
            strings.cancelled.store(true, Ordering::Relaxed);
            strings.control.stop();
        }
    }
}

/// Does one job after the other. The engine of the last game is kept, so that it remembers.
fn work(jobs: &Receiver<Job>, resources: Resources, listener: &Listener) {
    let mut kept: Option<(&'static str, Box<dyn Thinker>)> = None;
    while let Ok(Job { run, search, strings }) = jobs.recv() {
        if strings.cancelled.load(Ordering::Relaxed) {
            continue;
        }
        if kept.as_ref().is_none_or(|(variant, _)| *variant != search.variant) {
            // Two hash tables at a time would be one too many.
            drop(kept.take());
            kept = thinker(search.variant, resources).map(|engine| (search.variant, engine));
        }
        let mut tell = |thought| {
            if !strings.cancelled.load(Ordering::Relaxed) {
                listener(run, thought);
            }
        };
        match &mut kept {
            Some((_, engine)) => engine.think(&search, &strings.control, &mut tell),
            None => tell(Thought { done: true, ..Thought::default() }),
        }
    }
}
