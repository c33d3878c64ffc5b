//! A search as the conversation requests it, and the task that executes it on the worker thread.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use games::{AnySession, Control, Limits, Report, Request};
use movegen::Color;

use super::event::{Event, SearchEvent};
use super::report::SearchReporter;
use crate::slot::EngineSlot;

/// Work for the worker thread, which owns the engine.
pub(super) type Task = Box<dyn FnOnce(&mut EngineSlot) + Send>;

/// A search to execute. Moves are text in coordinates.
pub(super) struct SearchOrder {
    /// The limits.
    pub(super) limits: Limits,
    /// The number of the search in its events.
    pub(super) id: u64,
    /// Stops the search.
    pub(super) control: Arc<Control>,
    /// The receiver of its events.
    pub(super) events: SyncSender<Event>,
    /// Root moves that are not searched.
    pub(super) excluded: Vec<String>,
    /// The expected move of the opponent, after which the position is searched: pondering.
    pub(super) after: Option<String>,
    /// The number of lines to show.
    pub(super) lines: usize,
}

/// The task of a search for a side in the current position of a session.
pub(super) fn task(
    session: Box<dyn AnySession>,
    side: Color,
    order: SearchOrder,
    mut reporter: Box<dyn SearchReporter>,
) -> Task {
    Box::new(move |slot| {
        let SearchOrder { limits, id, control, events, excluded, .. } = order;
        let send = |event| {
            // The receiver is gone when the program ends.
            let _ = events.send(Event::Search(id, event));
        };
        let mut among = Vec::new();
        if !excluded.is_empty() {
            among = session.moves(side);
            among.retain(|m| !excluded.contains(m));
            if among.is_empty() {
                return send(SearchEvent::Answer { best: None, reply: None, is_worse: false });
            }
        }
        let request = Request { side, among, limits };
        let mut report = |news: Report<String>| reporter.report(news).into_iter().for_each(send);
        match slot.get(session.as_ref()).search(session.as_ref(), &request, &control, &mut report) {
            Ok(answer) => reporter.answer(answer).into_iter().for_each(send),
            Err(error) => log::error!("a search has failed: {error}"),
        }
    })
}
