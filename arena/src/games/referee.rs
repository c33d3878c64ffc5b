//! One game of a match: requests, legality and clocks. The rules are those of [`movegen::Record`], the clocks are the arena's, and
//! the loop is [`super::play`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use movegen::{Color, Record, Turn};

use super::adjudicate::Adjudicator;
use super::ending::Ending;
use super::finished::{Blame, Finished, Step};
use super::play::{self, Choice, Choices, Sides};
use super::pv_check::pv_errors;
use crate::clock::Clock;
use crate::config::Config;
use crate::disputes::disputed;
use crate::openings::Opening;
use crate::players::fault::Fault;
use crate::players::{Answer, Ask, Player, Reply, Thought};
use crate::schedule::Pairing;
use games::{GameSession, PlayedGame};

/// Plays one game between `players`, by colour. Returns the game and warnings for the user; `None` if it was stopped.
pub fn play<G: PlayedGame>(
    config: &Config,
    pairing: &Pairing,
    opening: &Opening<G>,
    players: [&mut dyn Player<G>; 2],
    stop: &AtomicBool,
) -> Option<(Finished, Vec<String>)> {
    let begin = (now(), Instant::now());
    let (sheet, mut record, mut adjudicator) = Scoresheet::begin(config, pairing.by_color(), opening);
    let identities = [0, 1].map(|i: usize| (players[i].identity().name.clone(), players[i].identity().author.clone()));
    let mut referee = Referee { sheet, players, stop, warnings: Vec::new() };
    let ending = match referee.new_game(&record) {
        Some(ending) => ending,
        None => play::play(&mut record, &mut adjudicator, &mut referee)?,
    };
    let Referee { sheet, mut players, mut warnings, .. } = referee;
    let (result, reason) = (ending.result(), ending.reason());
    for player in &mut players {
        player.game_over(result, &reason);
        warnings.extend(player.take_warnings());
    }
    Some((sheet.finish(&record, pairing, &ending, identities, begin), warnings))
}

/// Returns a game lost by an engine that could not be started.
pub fn forfeit<G: PlayedGame>(
    config: &Config,
    pairing: &Pairing,
    opening: &Opening<G>,
    side: Color,
    fault: Fault,
) -> Finished {
    let (sheet, record, _) = Scoresheet::begin(config, pairing.by_color(), opening);
    let ending = Ending::Faults(vec![(side, fault)]);
    sheet.finish(&record, pairing, &ending, Default::default(), (now(), Instant::now()))
}

/// The players and the score sheet of a game.
struct Referee<'a, 'p, G: PlayedGame> {
    sheet: Scoresheet<'a>,
    players: [&'p mut dyn Player<G>; 2],
    stop: &'a AtomicBool,
    warnings: Vec<String>,
}

impl<G: PlayedGame> Referee<'_, '_, G> {
    /// Starts the game for both players. Returns the end of the game if one fails.
    fn new_game(&mut self, record: &Record<G>) -> Option<Ending> {
        let faults = Color::BOTH.map(|side| (side, self.players[side].new_game(&self.sheet.ask(record, side)).err()));
        // Only the first fault counts; a fault of the other engine shows in the next game.
        faults.into_iter().find_map(|(side, fault)| Some(Ending::Faults(vec![(side, fault?)])))
    }

    /// Checks the time and the legality of an answer.
    fn judge(
        &mut self,
        record: &Record<G>,
        side: Color,
        reply: Result<Reply<G::Move>, Fault>,
    ) -> Result<Choice<G::Move, Searched>, Ending> {
        let fault = |fault| Ending::Faults(vec![(side, fault)]);
        let reply = reply.map_err(fault)?;
        self.sheet.thinking += reply.time;
        let pos = record.position();
        let (m, text) = match reply.answer {
            Answer::Resigns => return Err(Ending::Resigned(side)),
            Answer::Move(m) => (pos.moves(side).contains(&m).then_some(m), pos.write_move(m)),
            Answer::Text(text) => (pos.parse_move(side, &text).ok(), text),
        };
        // Time is checked before legality: an answer after the time limit is ignored.
        self.sheet.clocks[side].spend(reply.time).map_err(|overrun| fault(Fault::Time(overrun)))?;
        let is_timed = self.sheet.clocks[side].allowance().is_some();
        if !is_timed && reply.time > self.sheet.config.timeouts.search {
            return Err(fault(Fault::Hang("go".to_owned())));
        }
        let Some(m) = m else {
            return Err(match disputed(record, side, &text) {
                Some(why) => Ending::Disputed(side, text, why),
                None => fault(Fault::Illegal(text)),
            });
        };
        self.check_lines(record, side, &reply.lines, &text);
        let value = reply.thought.value.filter(|_| !reply.thought.is_bound);
        Ok(Choice { m, value, detail: Searched { time: reply.time, thought: reply.thought } })
    }

    /// Adds a warning for every invalid PV.
    fn check_lines(&mut self, record: &Record<G>, side: Color, lines: &[String], chosen: &str) {
        let config = self.sheet.config;
        let errors = pv_errors(&GameSession::from(record.clone()), lines, chosen, config.checks_mates);
        let engine = &config.engines[self.sheet.engines[side]].name;
        let separator = if config.is_test_environment { " :: " } else { "\n" };
        let fen = &self.sheet.fen;
        let start =
            if *fen == record.position().first().to_string() { "startpos".to_owned() } else { format!("fen {fen}") };
        for (error, line) in errors {
            let lines = [
                format!("Warning; {error} from {engine}"),
                format!("Info; {line}"),
                format!("Position; {start}"),
                format!("Moves; {}", self.sheet.texts.join(" ")),
            ];
            self.warnings.push(lines.join(separator));
        }
    }
}

impl<G: PlayedGame> Sides<G> for Referee<'_, '_, G> {
    type Detail = Searched;

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn choose(&mut self, record: &Record<G>, side: Color) -> Result<Choice<G::Move, Searched>, Ending> {
        let reply = self.players[side].choose(&self.sheet.ask(record, side));
        self.warnings.extend(self.players[side].take_warnings());
        self.judge(record, side, reply)
    }

    fn record_choices(&mut self, before: &G, choices: Choices<G::Move, Searched>) {
        self.sheet.record_choices(before, choices, false);
    }
}

/// The data recorded with a move.
#[derive(Debug, Default)]
struct Searched {
    /// The time used.
    time: Duration,
    /// The engine's report of its search.
    thought: Thought,
}

/// Returns the seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The moves of a game as text, its clocks and reports.
struct Scoresheet<'a> {
    config: &'a Config,
    /// The engines by colour.
    engines: [usize; 2],
    /// The first position.
    fen: String,
    /// The choices so far.
    texts: Vec<String>,
    clocks: [Clock; 2],
    /// The time that engines have used for their choices so far.
    thinking: Duration,
    steps: Vec<Step>,
}

impl<'a> Scoresheet<'a> {
    /// Starts a game and plays the moves of its opening.
    fn begin<G: PlayedGame>(
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
    fn ask<'s, G: PlayedGame>(&'s self, record: &'s Record<G>, side: Color) -> Ask<'s, G> {
        let [white, black] = &self.clocks;
        let timeout = self.config.timeouts.search;
        Ask { record, fen: &self.fen, texts: &self.texts, side, clocks: [white, black], timeout }
    }

    /// Records choices made in the position `before`.
    fn record_choices<G: PlayedGame>(&mut self, before: &G, choices: Choices<G::Move, Searched>, is_book: bool) {
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
    fn finish<G: PlayedGame>(
        self,
        record: &Record<G>,
        pairing: &Pairing,
        ending: &Ending,
        identities: [(String, String); 2],
        (when, begin): (u64, Instant),
    ) -> Finished {
        let blame = |(side, fault): &(Color, Fault)| Blame {
            engine: self.engines[*side],
            side: format!("{side:?}"),
            kind: fault.kind(),
            detail: fault.to_string(),
        };
        let blames = match ending {
            Ending::Faults(faults) => faults.iter().map(blame).collect(),
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
}

#[cfg(test)]
mod tests;
