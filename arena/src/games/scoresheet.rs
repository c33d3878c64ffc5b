//! The data recorded of a match game while it is played.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use movegen::{Color, Record, Turn};

use super::adjudicate::Adjudicator;
use super::ending::Ending;
use super::finished::{Blame, Finished, Step};
use super::play::{self, Choice, Choices};
use crate::clock::Clock;
use crate::config::Config;
use crate::openings::Opening;
use crate::players::fault::{Fault, name};
use crate::players::{Ask, Thought};
use crate::schedule::Pairing;
use games::PlayedGame;

/// The data recorded with a move.
#[derive(Debug, Default)]
pub(super) struct Searched {
    /// The time used.
    pub(super) time: Duration,
    /// The engine's report of its search.
    pub(super) thought: Thought,
}

/// Returns the seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The moves of a game as text, its clocks and reports.
pub(super) struct Scoresheet<'a> {
    pub(super) config: &'a Config,
    /// The engines by colour.
    pub(super) engines: [usize; 2],
    /// The first position.
    pub(super) fen: String,
    /// The choices so far.
    pub(super) texts: Vec<String>,
    pub(super) clocks: [Clock; 2],
    /// The time that engines have used for their choices so far.
    pub(super) thinking: Duration,
    steps: Vec<Step>,
}

impl<'a> Scoresheet<'a> {
    /// Starts a game and plays the moves of its opening.
    pub(super) fn begin<G: PlayedGame>(
        config: &'a Config,
        engines: [usize; 2],
        opening: &Opening<G>,
    ) -> (Self, Record<G>, Adjudicator) {
        let mut sheet = Self {
            config,
            engines,
            fen: opening.position.to_string(),
            texts: Vec::new(),
            steps: Vec::new(),
            clocks: engines.map(|engine| Clock::new(&config.engines[engine].limits)),
            thinking: Duration::ZERO,
        };
        let max_plies = (config.max_moves > 0).then(|| config.max_moves.saturating_mul(2));
        let mut adjudicator = Adjudicator::new(config.draw, config.resign, max_plies);
        let mut record = Record::new(opening.position.clone());
        for &moves in &opening.moves {
            let choices = moves.map(|m| m.map(|m| Choice { m, value: None, detail: Searched::default() }));
            let before = play::make(&mut record, &mut adjudicator, &choices);
            sheet.record_choices(&before, choices, true);
        }
        (sheet, record, adjudicator)
    }

    /// Returns the request to a side.
    pub(super) fn ask<'s, G: PlayedGame>(&'s self, record: &'s Record<G>, side: Color) -> Ask<'s, G> {
        let [white, black] = &self.clocks;
        let timeout = self.config.timeouts.search;
        Ask { record, fen: &self.fen, texts: &self.texts, side, clocks: [white, black], timeout }
    }

    /// Records choices made in the position `before`.
    pub(super) fn record_choices<G: PlayedGame>(
        &mut self,
        before: &G,
        choices: Choices<G::Move, Searched>,
        is_book: bool,
    ) {
        for (side, choice) in Color::BOTH.into_iter().zip(choices) {
            let Some(Choice { m, detail: Searched { time, thought }, .. }) = choice else { continue };
            let text = before.write_move(m);
            self.texts.push(text.clone());
            self.steps.push(Step {
                algebraic: games::pgn::move_text(before, side, m),
                text,
                by_white: side == Color::White,
                is_book,
                millis: time.as_millis() as u64,
                left: self.clocks[side].left().map(|left| left.as_millis() as u64),
                thought,
            });
        }
    }

    /// Returns the data of the finished game. It began at `when` in seconds since 1970, and at `begin` by the clock of this process.
    pub(super) fn finish<G: PlayedGame>(
        self,
        record: &Record<G>,
        pairing: &Pairing,
        ending: &Ending,
        identities: [(String, String); 2],
        (when, begin): (u64, Instant),
    ) -> Finished {
        let blames = match ending {
            Ending::Faults(faults) => faults.iter().map(|(side, fault)| self.blame(*side, fault)).collect(),
            _ => Vec::new(),
        };
        let disputed = match ending {
            Ending::Disputed(_, text, _) => Some(text.clone()),
            _ => None,
        };
        let first = record.first();
        Finished {
            id: pairing.id,
            encounter: pairing.encounter,
            engines: self.engines,
            first_is_white: pairing.first_is_white,
            identities,
            begins: (first.turn() == Turn::One(Color::Black), first.move_number()),
            last_fen: record.position().to_string(),
            fen: self.fen,
            steps: self.steps,
            result: ending.result().to_owned(),
            reason: ending.reason(),
            termination: ending.termination().to_owned(),
            blames,
            disputed,
            when: (when, now()),
            spent: (self.thinking, begin.elapsed()),
        }
    }

    fn blame(&self, side: Color, fault: &Fault) -> Blame {
        let (engine, side) = (self.engines[side], name(side).to_owned());
        Blame { engine, side, kind: fault.kind(), detail: fault.to_string() }
    }
}
