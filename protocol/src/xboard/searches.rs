//! The worker's queue and the search of a conversation: at most one runs. Messages of a stopped search are recognized by its
//! number.

use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender};
use std::time::Instant;

use games::{Control, Limits, Request};
use movegen::Turn;

use super::report::{Event, Reporter, SearchEvent};
use super::session::Session;
use crate::slot::EngineSlot;

/// Work for the worker thread, which owns the engine.
pub(super) type Task = Box<dyn FnOnce(&mut EngineSlot) + Send>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Move,
    /// A move to play after this expected move of the opponent.
    Ponder(String),
    Analysis,
    Hint,
}

pub(super) struct Running {
    pub(super) id: u64,
    control: Arc<Control>,
    pub(super) purpose: Purpose,
    pub(super) since: Instant,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    /// The root move being searched: number and text.
    pub(super) current: (usize, String),
}

pub(super) struct Searches {
    tasks: Sender<Task>,
    pub(super) events: SyncSender<Event>,
    last_id: u64,
    pub(super) running: Option<Running>,
}

impl Searches {
    /// Sends tasks to the worker, which sends events.
    pub(super) const fn new(tasks: Sender<Task>, events: SyncSender<Event>) -> Self {
        Self { tasks, events, last_id: 0, running: None }
    }

    pub(super) fn queue(&self, task: impl FnOnce(&mut EngineSlot) + Send + 'static) {
        if self.tasks.send(Box::new(task)).is_err() {
            log::error!("the worker has gone");
        }
    }

    pub(super) fn queue_with_event(&self, task: impl FnOnce() -> Event + Send + 'static) {
        let events = self.events.clone();
        self.queue(move |_| {
            // The receiver is gone when the program ends.
            let _ = events.send(task());
        });
    }

    /// Prepares the engine for the game of a session, after an earlier game if `is_new`.
    pub(super) fn prepare(&self, session: &dyn Session, is_new: bool) {
        let game = session.game().duplicate();
        self.queue(move |slot| {
            if is_new {
                slot.new_game();
            }
            slot.get(game.as_ref());
        });
    }

    /// Starts a search of the current position without the excluded root moves and stops the running one.
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
        let (id, control) = (self.last_id, Arc::new(Control::default()));
        control.arm(limits.ponder);
        let after = if let Purpose::Ponder(expected) = &purpose { Some(expected.as_str()) } else { None };
        let mut game = session.game().duplicate();
        if let (Turn::One(turn), Some(m)) = (game.turn(), after) {
            drop(game.play(turn, m));
        }
        let (side, mixing) = match game.turn() {
            Turn::One(side) => (side, None),
            Turn::Both => (session.side_to_choose(), Some(session.side_to_choose())),
        };
        let repeats_mates = session.repeats_mates() || limits.infinite;
        let mut reporter = Reporter::new(session.line_writer(after), lines, repeats_mates, mixing);
        let (events, task_control) = (self.events.clone(), Arc::clone(&control));
        let (since, current) = (Instant::now(), (0, String::new()));
        self.running = Some(Running { id, control, purpose, since, nodes: 0, depth: 0, current });
        self.queue(move |slot| {
            let send = |event| {
                // The receiver is gone when the program ends.
                let _ = events.send(Event::Search(id, event));
            };
            let mut among = Vec::new();
            if !excluded.is_empty() {
                among = game.moves(side);
                among.retain(|m| !excluded.contains(m));
                if among.is_empty() {
                    return send(SearchEvent::Answer { best: None, reply: None, is_worse: false });
                }
            }
            let request = Request { side, among, limits };
            let mut report = |news| reporter.report(news).into_iter().for_each(send);
            match slot.get(game.as_ref()).search(game.as_ref(), &request, &task_control, &mut report) {
                Ok(answer) => reporter.answer(answer).into_iter().for_each(send),
                Err(error) => {
                    log::error!("a search has failed: {error}");
                    send(SearchEvent::Answer { best: None, reply: None, is_worse: false });
                }
            }
        });
    }

    /// Stops the running search and discards its messages.
    pub(super) fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop();
        }
    }

    /// Returns `true` if the running search is for a move to play now.
    pub(super) fn is_for_move(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.purpose == Purpose::Move)
    }

    /// The move on which the running search ponders.
    pub(super) fn expected(&self) -> Option<&str> {
        match &self.running.as_ref()?.purpose {
            Purpose::Ponder(expected) => Some(expected),
            _ => None,
        }
    }

    /// The expected move was played: the engine's own time runs from now on.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
            running.purpose = Purpose::Move;
            running.since = Instant::now();
            running.control.ponder_hit();
        }
    }

    /// Returns `true` if the client waits for the answer of the running search.
    pub(super) fn owes_answer(&self) -> bool {
        self.running.as_ref().is_some_and(|running| matches!(running.purpose, Purpose::Move | Purpose::Hint))
    }

    /// Stops the running search, which answers.
    pub(super) fn answer_now(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }
}
