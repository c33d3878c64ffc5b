//! Apocalypse, in which both sides choose at once. Its engine takes the tables of endings that the process has, as they
//! come.

use std::sync::Arc;

use apocalypse::rules::{Choice, Position};
use apocalypse::tables::{Library, Tables};
use apocalypse::{Answer, Engine, Report};
use engine::{Control, Limits, Settings, skill};
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
    skill: u32,
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
        } else if self.tables.most_men() > 0 {
            self.tables = Arc::default();
        }
        self.engine.set_endings(Arc::clone(&self.tables));
    }
}

/// How many turns an engine of a skill looks ahead, at most; `None` is no limit. What it finds within them it mixes as well
/// as ever: a choice drawn from a shallow strategy is no slip, but it misses what is forced later.
fn depth(skill: u32) -> Option<u32> {
    (skill < skill::FULL).then_some(1 + skill / 4)
}

/// What the engine makes of the settings.
fn settings_of(settings: Settings) -> apocalypse::Settings {
    let Settings { threads, hash, overhead, seed, likeliest, .. } = settings;
    apocalypse::Settings { threads, hash, overhead, seed, likeliest }
}

impl GameEngine<Position> for ApocalypseEngine {
    type Report = Report;
    type Answer = Answer;

    fn new(settings: Settings) -> Self {
        let Settings { skill, endings, .. } = settings;
        Self { engine: Engine::new(settings_of(settings)), skill, use_endings: endings, tables: Arc::default() }
    }

    fn set(&mut self, settings: Settings) {
        (self.skill, self.use_endings) = (settings.skill, settings.endings);
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
        let asked = request.limits.depth;
        let limits = Limits { depth: depth(self.skill).into_iter().chain(asked).min(), ..request.limits.clone() };
        self.engine.go(record, request.side, &request.among, &limits, control, tell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Color, Game as _};

    #[test]
    fn a_weaker_skill_looks_fewer_turns_ahead() {
        assert_eq!([0, 3, 4, 19].map(depth), [Some(1), Some(1), Some(2), Some(5)]);
        assert_eq!(depth(skill::FULL), None);
        let deepest = |skill, asked| {
            let mut engine = ApocalypseEngine::new(Settings { hash: 1, skill, endings: false, ..Settings::default() });
            let limits = Limits { depth: asked, nodes: Some(2_000_000), ..Limits::default() };
            let request = SearchRequest { side: Color::White, among: Vec::new(), limits };
            let (control, record) = (Control::default(), Record::new(Position::start()));
            control.arm(false);
            let answer = engine.search(&record, &request, &control, &mut |_| {});
            answer.strategy.map(|strategy| strategy.depth)
        };
        assert_eq!((deepest(0, None), deepest(7, None), deepest(0, Some(3))), (Some(1), Some(2), Some(1)));
        assert_eq!((deepest(skill::FULL, Some(3)), deepest(19, Some(2))), (Some(3), Some(2)));
    }
}
