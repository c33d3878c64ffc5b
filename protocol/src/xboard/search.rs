//! A search as the conversation orders it, and the task that makes it on the thread that searches.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use engine::{Control, Limits};
use movegen::{Color, Record};

use super::event::{Event, SearchEvent};
use crate::game::{AnyMove, GameEngine, SearchRequest, SearchedGame, SharedEngine};

/// Work for the thread that searches.
pub(super) type Task = Box<dyn FnOnce() + Send>;

/// A search to be made.
pub(super) struct SearchOrder {
    /// When it ends.
    pub(super) limits: Limits,
    /// The number under which its events are sent.
    pub(super) id: u64,
    /// How it is stopped.
    pub(super) control: Arc<Control>,
    /// Where its events go.
    pub(super) events: SyncSender<Event>,
    /// Moves that are not to be searched.
    pub(super) excluded: Vec<AnyMove>,
    /// The move to be expected first: the opponent's time is used.
    pub(super) after: Option<AnyMove>,
    /// How many lines are to be shown.
    pub(super) lines: usize,
}

/// Makes events of what an engine reports.
pub(super) trait SearchReporter<G: SearchedGame>: Send + 'static {
    /// The event for one report, if it is worth one.
    fn report(&mut self, report: &<G::Engine as GameEngine<G>>::Report) -> Option<SearchEvent>;
    /// The last events: the answer, and before it a line of thought if none has told the move.
    fn answer(&self, answer: &<G::Engine as GameEngine<G>>::Answer) -> Vec<SearchEvent>;
}

/// The task of a search for this side.
pub(super) fn task<G: SearchedGame>(
    engine: SharedEngine<G>,
    record: Record<G>,
    side: Color,
    order: SearchOrder,
    mut reporter: impl SearchReporter<G>,
) -> Task {
    Box::new(move || {
        let SearchOrder { limits, id, control, events, excluded, .. } = order;
        let send = |event| {
            // Nobody listens any more when the program ends.
            let _ = events.send(Event::Search(id, event));
        };
        let mut among = Vec::new();
        if !excluded.is_empty() {
            among = record.position().moves(side);
            among.retain(|&m| !excluded.contains(&G::to_any(m)));
            if among.is_empty() {
                return send(SearchEvent::Answer { best: None, reply: None, score: 0 });
            }
        }
        let request = SearchRequest { side, among, limits };
        let mut tell = |report: &_| reporter.report(report).into_iter().for_each(send);
        let answer = engine.with(|engine| engine.search(&record, &request, &control, &mut tell));
        reporter.answer(&answer).into_iter().for_each(send);
    })
}
