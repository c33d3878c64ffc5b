//! The search.

pub mod bench;
mod info;
mod limits;

pub use info::{Answer, Bound, Line, Progress, Report};
pub use limits::{Clock, Control, Limits};

use movegen::{Position, Record, Variant};

/// What a user may set about the search; changed between searches only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search threads.
    pub threads: usize,
    /// Size of the hash table in MiB.
    pub hash: usize,
    /// Lines of thought wanted.
    pub lines: usize,
    /// Time kept back for each move, for the way to the client and back.
    pub overhead: std::time::Duration,
    /// Playing strength from 0 (weakest) to 20 (all of it).
    pub skill: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, hash: 16, lines: 1, overhead: std::time::Duration::from_millis(30), skill: 20 }
    }
}

/// An engine for one game: hash table, what the searches have learnt, evaluator.
pub struct Engine<V: Variant> {
    settings: Settings,
    game: std::marker::PhantomData<V>,
}

impl<V: Variant> Engine<V> {
    /// An engine that has learnt nothing yet.
    pub fn new(settings: Settings) -> Self {
        Self { settings, game: std::marker::PhantomData }
    }

    /// Takes over new settings; resizing the table clears it.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets everything learnt: from here on, one thread repeats itself exactly.
    pub fn new_game(&mut self) {}

    /// The static value of a position in centipawns for the side to move.
    pub fn evaluate(&self, _pos: &Position<V>) -> eval::Score {
        0
    }

    /// Searches the present position of a game until a limit is reached or `control`, armed by the caller, says stop.
    pub fn go(
        &mut self,
        record: &Record<Position<V>>,
        _limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        let best = record.position().legal_moves().first().copied();
        report(&Report::Over(0));
        control.wait(false);
        Answer { best, ..Answer::default() }
    }
}
