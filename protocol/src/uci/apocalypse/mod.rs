//! The session of the game in which both sides choose at once.
//!
//! Clients know only sides that move in turn, so the two choices of a turn are listed one after the other, White's
//! first. After White's choice it is Black who is asked, and the engine then searches the position *before* that choice:
//! nothing that it does depends on what White has chosen.

mod description;
mod report;

use std::sync::Arc;

use apocalypse::rules::{Choice, Position};
use apocalypse::tables::{Library, Tables};
use apocalypse::{Engine, Settings};
use engine::{Control, Limits};
use movegen::fen::printable;
use movegen::{Color, Game, Record};

pub(crate) use description::drawing;
use report::Reporter;
pub(crate) use report::mix;

use crate::options::View;
use crate::uci::command::Go;
use crate::uci::perft;
use crate::uci::session::{self, PositionError, Session};

/// A game of Apocalypse with an engine.
pub(crate) struct Simultaneous {
    engine: Engine,
    settings: engine::Settings,
    /// The tables that the engine uses now.
    tables: Arc<Tables>,
    record: Record<Position>,
    /// White's choice, when Black's is still to come.
    pending: Option<Choice>,
}

impl Simultaneous {
    /// The game at its start.
    pub(crate) fn new(settings: engine::Settings) -> Self {
        Self {
            engine: Engine::new(of(settings)),
            settings,
            tables: Arc::default(),
            record: Record::new(Position::start()),
            pending: None,
        }
    }

    /// The side that chooses next.
    const fn asked(&self) -> Color {
        if self.pending.is_none() { Color::White } else { Color::Black }
    }

    /// Takes over tables that have come since the last search, or drops them if they are not wanted.
    fn renew_tables(&mut self) {
        if self.settings.endings {
            Library::common().begin();
            self.tables = Library::common().newest();
        } else if self.tables.most_men() > 0 {
            self.tables = Arc::default();
        }
        self.engine.set_endings(Arc::clone(&self.tables));
    }

    /// The limits that a `go` means here, the choices it names, and what in it means nothing.
    fn limits(&self, go: &Go) -> (Limits, Vec<Choice>, Vec<String>) {
        let mut complaints = go.complaints.clone();
        let mut among = Vec::new();
        for text in go.search_moves.iter().filter(|text| *text != "0000") {
            match self.record.position().parse_move(self.asked(), text) {
                Ok(choice) => among.push(choice),
                Err(_) => complaints.push(format!("searchmoves: '{}' cannot be chosen here", printable(text))),
            }
        }
        (session::limits_without_moves(go, self.asked()), among, complaints)
    }
}

/// What the engine makes of the settings.
fn of(settings: engine::Settings) -> Settings {
    let engine::Settings { threads, hash, overhead, seed, likeliest, .. } = settings;
    Settings { threads, hash, overhead, seed, likeliest }
}

impl Session for Simultaneous {
    fn name(&self) -> &'static str {
        Position::NAME
    }

    fn announcement(&self) -> String {
        description::announcement()
    }

    fn set(&mut self, settings: engine::Settings) {
        self.settings = settings;
        self.engine.set(of(settings));
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        self.renew_tables();
    }

    fn position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let mut record = Record::new(fen.map_or_else(|| Ok(Position::start()), str::parse)?);
        let mut pending = None;
        for (index, text) in moves.iter().enumerate() {
            let at_fault = |error| PositionError::Move { error, number: index + 1, of: moves.len() };
            let of = if pending.is_none() { Color::White } else { Color::Black };
            let choice = record.position().parse_move(of, text).map_err(at_fault)?;
            match pending.take() {
                None => pending = Some(choice),
                white => record.play([white, Some(choice)]),
            }
        }
        (self.record, self.pending) = (record, pending);
        Ok(())
    }

    /// A choice that White has made already is dropped.
    fn flip(&mut self) -> Result<(), PositionError> {
        self.record = Record::new(self.record.position().swapped());
        self.pending = None;
        Ok(())
    }

    fn go(&mut self, go: &Go, view: View, control: &Control, say: &dyn Fn(&str)) {
        self.renew_tables();
        let (limits, among, complaints) = self.limits(go);
        for complaint in complaints {
            say(&format!("info string error: {complaint}"));
        }
        let asked = self.asked();
        let mut reporter = Reporter::new(asked, view, view.analyse || limits.infinite);
        let answer = self.engine.go(&self.record, asked, &among, &limits, control, &mut |report| {
            say(&reporter.report(report));
        });
        say(&reporter.answer(self.record.position(), &answer));
    }

    fn perft(&self, depth: u32, control: &Control) -> String {
        perft::joint_report(self.record.position(), self.pending, depth, control)
    }

    fn describe(&self) -> String {
        description::description(&self.record, self.pending)
    }

    fn evaluate(&self) -> String {
        description::evaluation(self.record.position(), &self.engine, &self.tables)
    }
}

#[cfg(test)]
mod tests;
