//! The searches of a conversation: at most one is under way, and what a stopped one still has to say is told by its number.

use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender};
use std::time::Instant;

use engine::{Control, Limits};

use super::event::Event;
use super::search::{SearchOrder, Task};
use super::session::Session;
use crate::game::AnyMove;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move to be played.
    Move,
    /// The same, once the opponent has made the expected move.
    Ponder(AnyMove),
    /// Lines of thought.
    Analysis,
    /// A hint for the user.
    Hint,
}

/// The search under way.
pub(super) struct Running {
    id: u64,
    control: Arc<Control>,
    pub(super) purpose: Purpose,
    pub(super) since: Instant,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    /// The root move being searched, by number, and its text.
    pub(super) current: (usize, String),
}

/// The thread that searches, as the conversation sees it.
pub(super) struct Searches {
    tasks: Sender<Task>,
    events: SyncSender<Event>,
    last_id: u64,
    running: Option<Running>,
}

impl Searches {
    /// Tasks go to the thread that searches; its events come back.
    pub(super) const fn new(tasks: Sender<Task>, events: SyncSender<Event>) -> Self {
        Self { tasks, events, last_id: 0, running: None }
    }

    /// Where events go that other tasks than searches send.
    pub(super) const fn events(&self) -> &SyncSender<Event> {
        &self.events
    }

    /// Hands a task to the thread that searches, which does it behind what it is doing.
    pub(super) fn hand_over(&self, task: Task) {
        if self.tasks.send(task).is_err() {
            log::error!("the worker has gone");
        }
    }

    /// Begins a search of the position that stands, in place of the one under way.
    pub(super) fn begin(
        &mut self,
        session: &dyn Session,
        purpose: Purpose,
        limits: Limits,
        excluded: Vec<AnyMove>,
        lines: usize,
    ) {
        self.stop();
        self.last_id += 1;
        let id = self.last_id;
        let control = Arc::new(Control::default());
        control.arm(limits.ponder);
        let after = if let Purpose::Ponder(expected) = purpose { Some(expected) } else { None };
        let (events, order_control) = (self.events.clone(), Arc::clone(&control));
        let order = SearchOrder { limits, id, control: order_control, events, excluded, after, lines };
        let (since, current) = (Instant::now(), (0, String::new()));
        self.running = Some(Running { id, control, purpose, since, nodes: 0, depth: 0, current });
        self.hand_over(session.search(order));
    }

    /// Stops whatever is searched; nobody hears of it again.
    pub(super) fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop();
        }
    }

    /// The search under way.
    pub(super) const fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// The search under way, if it has this number.
    pub(super) fn with_id(&mut self, id: u64) -> Option<&mut Running> {
        self.running.as_mut().filter(|running| running.id == id)
    }

    /// The search under way has answered.
    pub(super) const fn take_answered(&mut self) -> Option<Running> {
        self.running.take()
    }

    /// Whether a move is being searched for now.
    pub(super) fn is_for_move(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.purpose == Purpose::Move)
    }

    /// Whether the opponent's time is being used, for whatever move.
    pub(super) fn is_pondering(&self) -> bool {
        matches!(&self.running, Some(Running { purpose: Purpose::Ponder(_), .. }))
    }

    /// Whether the search under way is for the answer to this move, and expects it.
    pub(super) fn expects(&self, m: AnyMove) -> bool {
        self.running.as_ref().is_some_and(|running| running.purpose == Purpose::Ponder(m))
    }

    /// The expected move has come: from now on it is the engine's own time.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
            running.purpose = Purpose::Move;
            running.since = Instant::now();
            running.control.ponder_hit();
        }
    }

    /// Has a search for a move answer now.
    pub(super) fn move_now(&self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.purpose == Purpose::Move) {
            running.control.stop();
        }
    }
}
