//! The steps of a check in the XBoard protocol.

use std::time::{Duration, Instant};

use games::registry::{NAMES, Visitor, visit};
use movegen::{Color, Turn, Variant};

use super::sample::Sample;
use super::session::{ANSWER_TIMEOUT, HELLO_TIMEOUT, SEARCH_TIMEOUT, STOP_TIMEOUT, Session};
use super::{Outcome, Steps};
use crate::config::Program;
use crate::players::xboard::features::features;
use crate::players::xboard::messages::{Message, message};
use games::PlayedGame;

/// Checks an engine in the XBoard protocol.
pub(super) fn check(steps: &mut Steps, program: &Program, options: &[(String, String)], games: &[String]) {
    let mut session = match Session::start(program) {
        Ok(session) => session,
        Err(why) => return steps.step("xboard: start", Err(why)),
    };
    session.send("xboard");
    session.send("protover 2");
    let lines = match session.until(HELLO_TIMEOUT, |line| line.starts_with("feature") && line.contains("done=1")) {
        Ok(lines) => lines,
        Err(why) => return steps.step("xboard: features are received", Err(why)),
    };
    steps.step("xboard: features are received", Ok(()));
    let lines: Vec<(String, String)> =
        lines.iter().filter_map(|line| line.trim().strip_prefix("feature ")).flat_map(features).collect();
    for name in ["ping", "setboard", "usermove", "myname"] {
        let has_it = lines.iter().any(|(known, value)| known == name && value != "0");
        steps.step(&format!("xboard: feature {name}"), has_it.then_some(()).ok_or_else(|| "missing".to_owned()));
    }
    for (name, value) in options {
        session.send(&format!("option {name}={value}"));
    }
    let coordinates = lines.iter().any(|(name, value)| name == "coordinates" && value == "1");
    if coordinates {
        session.send("accepted coordinates");
    }
    for line in ["accepted done", "post", "nopost", "easy", "hard", "easy", "random", "computer", "name x", "."] {
        session.send(line);
    }
    let mut pings = 0;
    steps.step("xboard: ordinary commands are accepted silently", check_silent(&mut session, &mut pings));
    let variants = lines.iter().find(|(name, _)| name == "variants").map_or("normal", |(_, value)| value.as_str());
    let offers = |name: &str| variants.split(',').any(|known| known.trim() == name);
    for name in NAMES.into_iter().filter(|name| games.iter().any(|game| game == name) || games.is_empty()) {
        let called = if name == movegen::Chess::NAME { "normal" } else { name };
        if offers(called) {
            visit(name, XboardGame { steps, session: &mut session, pings: &mut pings, name, called, coordinates });
        }
    }
    session.send("quit");
    steps.step("xboard: 'quit' ends the program", session.check_end());
}

/// Checks that only comments and the pong are received.
fn check_silent(session: &mut Session, pings: &mut u32) -> Outcome {
    let lines = ping(session, pings)?;
    match lines.iter().find(|line| {
        let line = line.trim();
        line.starts_with("Error") || line.starts_with("Illegal")
    }) {
        Some(line) => Err(line.clone()),
        None => Ok(()),
    }
}

fn ping(session: &mut Session, pings: &mut u32) -> Result<Vec<String>, String> {
    *pings += 1;
    let number = *pings;
    session.send(&format!("ping {number}"));
    session.until(ANSWER_TIMEOUT, |line| message(line) == Message::Pong(number))
}

/// The steps of one game in the XBoard protocol.
struct XboardGame<'a> {
    steps: &'a mut Steps,
    session: &'a mut Session,
    pings: &'a mut u32,
    name: &'a str,
    called: &'a str,
    /// The engine has the feature `coordinates`.
    coordinates: bool,
}

impl Visitor for XboardGame<'_> {
    type Out = ();

    fn visit<G: PlayedGame>(self) {
        self.check::<G>();
    }
}

impl XboardGame<'_> {
    fn step(&mut self, name: &str, outcome: Outcome) {
        self.steps.step(&format!("xboard {}: {name}", self.name), outcome);
    }

    fn begin(&mut self, more: &[&str]) -> Outcome {
        self.session.send("new");
        if self.called != "normal" {
            self.session.send(&format!("variant {}", self.called));
        }
        self.session.send("force");
        more.iter().for_each(|line| self.session.send(line));
        check_silent(self.session, self.pings)
    }

    /// Returns the next move received.
    fn next_move(&mut self, timeout: Duration) -> Result<String, String> {
        let lines =
            self.session.until(timeout, |line| matches!(message(line), Message::Move(_) | Message::Refuses(_)))?;
        match lines.last().map(|line| message(line)) {
            Some(Message::Move(text)) => Ok(text),
            _ => Err(lines.last().cloned().unwrap_or_default()),
        }
    }

    fn check<G: PlayedGame>(mut self) {
        let begun = self.begin(&[]);
        self.step("a new game", begun);
        if G::start().turn() == Turn::Both && !self.coordinates {
            return self.step("feature coordinates, which games with simultaneous turns need", Err("missing".into()));
        }
        self.session.send("st 0.1");
        self.session.send("sd 3");
        for sample in [0, 12, 45].into_iter().filter_map(Sample::<G>::unfinished) {
            self.check_moves(&sample);
        }
        let Some(sample) = Sample::<G>::unfinished(12) else { return };
        let line = format!("setboard {}", sample.record.position());
        for (side, _) in sample.sides_to_move() {
            self.check_fen(&sample, side, &line);
        }
        let begun = self.begin(&[&line, "usermove a1a1"]);
        let outcome = match begun {
            Err(why) if why.starts_with("Illegal move") => Ok(()),
            Err(why) => Err(why),
            Ok(()) => Err("it was accepted".to_owned()),
        };
        self.step("an illegal move is refused", outcome);
        self.session.send("result * {checked}");
    }

    /// Checks that a game is accepted, and that the sides to move answer.
    fn check_moves<G: PlayedGame>(&mut self, sample: &Sample<G>) {
        let lines: Vec<String> =
            sample.turns().into_iter().map(|turn| format!("usermove {}", turn.join(" "))).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (side, _) in sample.sides_to_move() {
            let begun = self.begin(&lines);
            self.step(&format!("{} legal turns are accepted", lines.len()), begun);
            self.start_search(sample, side);
            let outcome = self.next_move(SEARCH_TIMEOUT).and_then(|text| sample.allows(side, &text));
            let command = Self::search_command(sample, side);
            let what = if command == "go" { "move" } else { "choice" };
            self.step(&format!("'{command}' is answered by a legal {what}"), outcome);
        }
    }

    /// Returns the command that makes the engine play this side.
    fn search_command<G: PlayedGame>(sample: &Sample<G>, side: Color) -> &'static str {
        match sample.record.position().turn() {
            Turn::One(_) => "go",
            Turn::Both if side == Color::White => "white",
            Turn::Both => "black",
        }
    }

    fn start_search<G: PlayedGame>(&mut self, sample: &Sample<G>, side: Color) {
        self.session.send(Self::search_command(sample, side));
    }

    fn check_fen<G: PlayedGame>(&mut self, sample: &Sample<G>, side: Color, line: &str) {
        let begun = self.begin(&[line, "level 0 1 0", "time 100", "otim 100"]);
        self.step("a position by its FEN", begun);
        self.start_search(sample, side);
        let outcome = self.next_move(SEARCH_TIMEOUT).and_then(|text| sample.allows(side, &text));
        self.step("a move by the clock", outcome);
        let begun = self.begin(&[line, "st 60"]);
        self.start_search(sample, side);
        let begin = Instant::now();
        self.session.send("?");
        let outcome = begun.and_then(|()| self.next_move(SEARCH_TIMEOUT)).and_then(|text| {
            sample.allows(side, &text)?;
            if begin.elapsed() > STOP_TIMEOUT {
                Err(format!("after {} ms", begin.elapsed().as_millis()))
            } else {
                Ok(())
            }
        });
        self.step("'?' is answered at once", outcome);
    }
}
