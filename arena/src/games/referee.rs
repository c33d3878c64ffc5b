//! One game of a match: requests, legality and clocks. The rules are those of [`movegen::Record`], the clocks are the arena's, and
//! the loop is [`super::play`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use movegen::{Color, Record};

use super::ending::Ending;
use super::finished::Finished;
use super::play::{self, Choice, Choices, Sides};
use super::pv_check::pv_errors;
use super::scoresheet::{Scoresheet, Searched, now};
use crate::config::Config;
use crate::disputes::disputed;
use crate::openings::Opening;
use crate::players::fault::Fault;
use crate::players::{Answer, Player, Reply};
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
        let faults: Vec<_> = Color::BOTH
            .into_iter()
            .filter_map(|side| Some((side, self.players[side].new_game(&self.sheet.ask(record, side)).err()?)))
            .collect();
        // Only the first fault counts; a fault of the other engine shows in the next game.
        faults.into_iter().next().map(|fault| Ending::Faults(vec![fault]))
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
        let start = if *fen == G::start().to_string() { "startpos".to_owned() } else { format!("fen {fen}") };
        for (error, line) in errors {
            self.warnings.push(
                [
                    format!("Warning; {error} from {engine}"),
                    format!("Info; {line}"),
                    format!("Position; {start}"),
                    format!("Moves; {}", self.sheet.texts.join(" ")),
                ]
                .join(separator),
            );
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

#[cfg(test)]
mod tests;
