//! The search of a conversation: at most one runs. Messages of a stopped search are recognized by its number.

use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender};
use std::time::Instant;

use games::{Control, Limits};

use super::event::Event;
use super::search::{SearchOrder, Task};
use super::session::Session;

/// The purpose of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move to play.
    Move,
    /// A move to play after this expected move of the opponent.
    Ponder(String),
    /// Lines.
    Analysis,
    /// A hint for the user.
    Hint,
}

/// The running search.
pub(super) struct Running {
    id: u64,
    control: Arc<Control>,
    pub(super) purpose: Purpose,
    pub(super) since: Instant,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    /// The root move being searched: number and text.
    pub(super) current: (usize, String),
}

/// The queue of the worker and the running search.
pub(super) struct Searches {
    tasks: Sender<Task>,
    events: SyncSender<Event>,
    last_id: u64,
    running: Option<Running>,
}

impl Searches {
    /// Sends tasks to the worker, which sends events.
    pub(super) const fn new(tasks: Sender<Task>, events: SyncSender<Event>) -> Self {
        Self { tasks, events, last_id: 0, running: None }
    }

    /// The receiver of events of other tasks.
    pub(super) const fn events(&self) -> &SyncSender<Event> {
        &self.events
    }

    /// Queues a task for the worker.
    pub(super) fn queue(&self, task: Task) {
        if self.tasks.send(task).is_err() {
            log::error!("the worker has gone");
        }
    }

    /// Prepares the engine for the game of a session, after an earlier game if `is_new`.
    pub(super) fn prepare(&self, session: &dyn Session, is_new: bool) {
        let session = session.copy();
        self.queue(Box::new(move |slot| {
            if is_new {
                slot.new_game();
            }
            slot.get(session.as_ref());
        }));
    }

    /// Starts a search of the current position and stops the running one.
    pub(super) fn begin(
        &mut self,
        session: &dyn Session,
        purpose: Purpose,
        limits: Limits,
        excluded: Vec<String>,
        lines: usize,
    ) {
        self.stop();
        self.last_id += 1;
        let id = self.last_id;
        let control = Arc::new(Control::default());
        control.arm(limits.ponder);
        let after = if let Purpose::Ponder(expected) = &purpose { Some(expected.clone()) } else { None };
        let (events, order_control) = (self.events.clone(), Arc::clone(&control));
        let order = SearchOrder { limits, id, control: order_control, events, excluded, after, lines };
        let (since, current) = (Instant::now(), (0, String::new()));
        self.running = Some(Running { id, control, purpose, since, nodes: 0, depth: 0, current });
        self.queue(session.search(order));
    }

    /// Stops the running search and discards its messages.
    pub(super) fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop();
        }
    }

    /// The running search.
    pub(super) const fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// The running search if it has this number.
    pub(super) fn with_id(&mut self, id: u64) -> Option<&mut Running> {
        self.running.as_mut().filter(|running| running.id == id)
    }

    /// Removes the running search, which has answered.
    pub(super) const fn take_answered(&mut self) -> Option<Running> {
        self.running.take()
    }

    /// Returns `true` if the running search is for a move to play now.
    pub(super) fn is_for_move(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.purpose == Purpose::Move)
    }

    /// Returns `true` if the running search ponders.
    pub(super) fn is_pondering(&self) -> bool {
        matches!(&self.running, Some(Running { purpose: Purpose::Ponder(_), .. }))
    }

    /// Returns `true` if the running search ponders on this move.
    pub(super) fn expects(&self, m: &str) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| matches!(&running.purpose, Purpose::Ponder(expected) if expected == m))
    }

    /// The expected move was played: the engine's own time runs from now on.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
            running.purpose = Purpose::Move;
            running.since = Instant::now();
            running.control.ponder_hit();
        }
    }

    /// Stops a search for a move, which answers.
    pub(super) fn move_now(&self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.purpose == Purpose::Move) {
            running.control.stop();
        }
    }
}
