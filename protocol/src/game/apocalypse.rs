//! Apocalypse, in which both sides choose at once. Its engine takes the tables of endings that the process has, as they
//! come.

use std::sync::Arc;

use apocalypse::rules::{Choice, Position};
use apocalypse::tables::{Library, Tables};
use apocalypse::{Answer, Asked, Engine, Report};
use engine::{Control, Settings};
use movegen::Record;

use super::engine::{AnyMove, GameEngine, SearchRequest, SearchedGame};

impl SearchedGame for Position {
    type Engine = ApocalypseEngine;

    fn to_any(m: Choice) -> AnyMove {
        AnyMove::Apocalypse(m)
    }

    fn from_any(m: AnyMove) -> Option<Choice> {
        if let AnyMove::Apocalypse(choice) = m { Some(choice) } else { None }
    }
}

/// The engine and the tables of endings that it uses now.
pub(crate) struct ApocalypseEngine {
    engine: Engine,
    use_endings: bool,
    tables: Arc<Tables>,
}

impl ApocalypseEngine {
    /// The static value of a position to White, -1 to 1.
    pub(crate) fn evaluate(&self, pos: &Position) -> f64 {
        self.engine.evaluate(pos)
    }

    /// The value of a position to White, -1 to 1, if it stands in a table of endings.
    pub(crate) fn probe_tables(&self, pos: &Position) -> Option<f64> {
        self.tables.probe(pos)
    }

    /// Takes over tables that have come since the last search, or drops them if they are not wanted.
    fn renew_tables(&mut self) {
        if self.use_endings {
            Library::common().begin();
            self.tables = Library::common().newest();
        } else if self.tables.most_pieces() > 0 {
            self.tables = Arc::default();
        }
        self.engine.set_endings(Arc::clone(&self.tables));
    }
}

/// What the engine makes of the settings.
fn settings_of(settings: Settings) -> apocalypse::Settings {
    let Settings { threads, hash, overhead, seed, likeliest, skill, .. } = settings;
    apocalypse::Settings { threads, hash, overhead, seed, likeliest, skill }
}

impl GameEngine<Position> for ApocalypseEngine {
    type Report = Report;
    type Answer = Answer;

    fn new(settings: Settings) -> Self {
        Self { engine: Engine::new(settings_of(settings)), use_endings: settings.endings, tables: Arc::default() }
    }

    fn set(&mut self, settings: Settings) {
        self.use_endings = settings.endings;
        self.engine.set(settings_of(settings));
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        self.renew_tables();
    }

    fn search(
        &mut self,
        record: &Record<Position>,
        request: &SearchRequest<Choice>,
        control: &Control,
        tell: &mut dyn FnMut(&Report),
    ) -> Answer {
        self.renew_tables();
        let asked = Asked { side: request.side, among: &request.among };
        self.engine.go(record, asked, &request.limits, control, tell)
    }
}
