//! The steps of a check in the XBoard protocol.

use std::time::{Duration, Instant};

use games::AnySession;
use games::plies::definition::name_in_xboard;
use movegen::{Color, Turn, Variant};

use super::sample::{allows, sides_to_move, unfinished};
use super::{ANSWER_TIMEOUT, CheckArguments, Checked, HELLO_TIMEOUT, Outcome, SEARCH_TIMEOUT, is_prompt, present};
use crate::players::xboard::messages::{Message, features, message};

impl Checked<'_> {
    /// Checks that only comments and the pong are received.
    fn check_silent(&mut self) -> Outcome {
        const PING: u32 = 7;
        self.send(&format!("ping {PING}"));
        let lines = self.until(ANSWER_TIMEOUT, |line| message(line) == Message::Pong(PING))?;
        let is_error = |line: &&String| ["Error", "Illegal"].iter().any(|word| line.trim().starts_with(word));
        lines.iter().find(is_error).map_or(Ok(()), |line| Err(line.clone()))
    }

    /// Returns the next move received.
    fn next_move(&mut self, timeout: Duration) -> Result<String, String> {
        let lines = self.until(timeout, |line| matches!(message(line), Message::Move(_) | Message::Refuses(_)))?;
        let last = lines.last().map_or("", String::as_str);
        if let Message::Move(text) = message(last) { Ok(text) } else { Err(last.to_owned()) }
    }
}

/// Checks an engine in the XBoard protocol.
pub(super) fn check(engine: &mut Checked<'_>, arguments: &CheckArguments) {
    engine.send("xboard");
    engine.send("protover 2");
    let lines = engine.until(HELLO_TIMEOUT, |line| line.starts_with("feature") && line.contains("done=1"));
    engine.step("features are received", lines.as_ref().map(drop).map_err(Clone::clone));
    let Ok(lines) = lines else { return };
    let features: Vec<(String, String)> =
        lines.iter().filter_map(|line| line.trim().strip_prefix("feature ")).flat_map(features).collect();
    for name in ["ping", "setboard", "usermove", "myname"] {
        let has_it = features.iter().any(|(known, value)| known == name && value != "0");
        engine.step(&format!("feature {name}"), present(has_it));
    }
    for (name, value) in &arguments.option {
        engine.send(&format!("option {name}={value}"));
    }
    let has_coordinates = features.iter().any(|(name, value)| name == "coordinates" && value == "1");
    if has_coordinates {
        engine.send("accepted coordinates");
    }
    for line in ["accepted done", "post", "nopost", "easy", "hard", "easy", "random", "computer", "name x", "."] {
        engine.send(line);
    }
    let outcome = engine.check_silent();
    engine.step("ordinary commands are accepted silently", outcome);
    let variants = features.iter().find(|(name, _)| name == "variants").map_or("normal", |(_, value)| value.as_str());
    for name in arguments.games() {
        let called = name_in_xboard(name);
        if variants.split(',').any(|known| known.trim() == called) {
            engine.subject = format!("xboard {name}");
            XboardGame { engine, name, has_coordinates }.check();
        }
    }
    "xboard".clone_into(&mut engine.subject);
    engine.send("quit");
    let ended = engine.check_end();
    engine.step("'quit' ends the program", ended);
}

/// The steps of one game in the XBoard protocol.
struct XboardGame<'a, 'e> {
    engine: &'a mut Checked<'e>,
    name: &'a str,
    has_coordinates: bool,
}

impl XboardGame<'_, '_> {
    fn begin(&mut self, more: &[&str]) -> Outcome {
        self.engine.send("new");
        if self.name != movegen::Chess::NAME {
            self.engine.send(&format!("variant {}", name_in_xboard(self.name)));
        }
        self.engine.send("force");
        more.iter().for_each(|line| self.engine.send(line));
        self.engine.check_silent()
    }

    fn step(&mut self, name: &str, outcome: Outcome) {
        self.engine.step(name, outcome);
    }

    fn check(mut self) {
        let begun = self.begin(&[]);
        self.step("a new game", begun);
        let samples = [0, 12, 45].into_iter().filter_map(|turns| unfinished(self.name, turns));
        let samples: Vec<Box<dyn AnySession>> = samples.collect();
        if samples.iter().any(|sample| sample.turn() == Turn::Both) && !self.has_coordinates {
            return self.step("feature coordinates, which games with simultaneous turns need", Err("missing".into()));
        }
        self.engine.send("st 0.1");
        self.engine.send("sd 3");
        samples.iter().for_each(|sample| self.check_moves(sample.as_ref()));
        let Some(sample) = unfinished(self.name, 12) else { return };
        let line = format!("setboard {}", sample.fen());
        for (side, _) in sides_to_move(sample.as_ref()) {
            self.check_fen(sample.as_ref(), side, &line);
        }
        let outcome = match self.begin(&[&line, "usermove a1a1"]) {
            Err(why) if why.starts_with("Illegal move") => Ok(()),
            Err(why) => Err(why),
            Ok(()) => Err("it was accepted".to_owned()),
        };
        self.step("an illegal move is refused", outcome);
        self.engine.send("result * {checked}");
    }

    /// Checks that a game is accepted, and that the sides to move answer.
    fn check_moves(&mut self, sample: &dyn AnySession) {
        let turns = sample.played().into_iter().map(|turn| turn.into_iter().flatten().collect::<Vec<_>>().join(" "));
        let lines: Vec<String> = turns.map(|turn| format!("usermove {turn}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (side, _) in sides_to_move(sample) {
            let begun = self.begin(&lines);
            self.step(&format!("{} legal turns are accepted", lines.len()), begun);
            let command = search_command(sample, side);
            self.engine.send(command);
            let outcome = self.engine.next_move(SEARCH_TIMEOUT).and_then(|text| allows(sample, side, &text));
            let what = if command == "go" { "move" } else { "choice" };
            self.step(&format!("'{command}' is answered by a legal {what}"), outcome);
        }
    }

    fn check_fen(&mut self, sample: &dyn AnySession, side: Color, line: &str) {
        let begun = self.begin(&[line, "level 0 1 0", "time 100", "otim 100"]);
        self.step("a position by its FEN", begun);
        self.engine.send(search_command(sample, side));
        let outcome = self.engine.next_move(SEARCH_TIMEOUT).and_then(|text| allows(sample, side, &text));
        self.step("a move by the clock", outcome);
        let begun = self.begin(&[line, "st 60"]);
        self.engine.send(search_command(sample, side));
        let begin = Instant::now();
        self.engine.send("?");
        let answer = begun.and_then(|()| self.engine.next_move(SEARCH_TIMEOUT));
        let outcome = answer.and_then(|text| allows(sample, side, &text).and_then(|()| is_prompt(begin)));
        self.step("'?' is answered at once", outcome);
    }
}

/// Returns the command that makes the engine play this side.
fn search_command(sample: &dyn AnySession, side: Color) -> &'static str {
    match sample.turn() {
        Turn::One(_) => "go",
        Turn::Both if side == Color::White => "white",
        Turn::Both => "black",
    }
}
