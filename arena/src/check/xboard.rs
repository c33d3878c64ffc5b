//! The steps of a check in the XBoard protocol.

use std::time::{Duration, Instant};

use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Color, Position, Turn, Variant};

use super::conversation::{AT_ONCE, PROMPT, SEARCH, STARTUP, Talk};
use super::sample::Sample;
use super::{Outcome, Steps};
use crate::config::{EngineConfig, Program};
use crate::players::xboard::features::features;
use crate::players::xboard::words::{Word, word};
use crate::rules::Refereed;

/// Checks an engine in the XBoard steps.
pub(super) fn check(steps: &mut Steps, program: &Program, config: &EngineConfig, games: &[String]) {
    let mut talk = match Talk::start(program) {
        Ok(talk) => talk,
        Err(why) => return steps.step("xboard: start", Err(why)),
    };
    talk.send("xboard");
    talk.send("protover 2");
    let told = match talk.until(STARTUP, |line| line.starts_with("feature") && line.contains("done=1")) {
        Ok(told) => told,
        Err(why) => return steps.step("xboard: features are told and done", Err(why)),
    };
    steps.step("xboard: features are told and done", Ok(()));
    let told: Vec<(String, String)> =
        told.iter().filter_map(|line| line.trim().strip_prefix("feature ")).flat_map(features).collect();
    for name in ["ping", "setboard", "usermove", "myname"] {
        let is_told = told.iter().any(|(known, value)| known == name && value != "0");
        steps.step(&format!("xboard: feature {name}"), is_told.then_some(()).ok_or_else(|| "not told".to_owned()));
    }
    for (name, value) in &config.options {
        talk.send(&format!("option {name}={value}"));
    }
    let coordinates = told.iter().any(|(name, value)| name == "coordinates" && value == "1");
    if coordinates {
        talk.send("accepted coordinates");
    }
    for line in ["accepted done", "post", "nopost", "easy", "hard", "easy", "random", "computer", "name x", "."] {
        talk.send(line);
    }
    let mut pings = 0;
    steps.step("xboard: ordinary commands are taken without a word", quiet(&mut talk, &mut pings));
    let variants = told.iter().find(|(name, _)| name == "variants").map_or("normal", |(_, value)| value.as_str());
    let offers = |name: &str| variants.split(',').any(|known| known.trim() == name);
    for name in NAMES.into_iter().filter(|name| games.iter().any(|game| game == name) || games.is_empty()) {
        let called = if name == movegen::Chess::NAME { "normal" } else { name };
        if offers(called) {
            with(name, XboardGame { steps, talk: &mut talk, pings: &mut pings, name, called, coordinates });
        }
    }
    talk.send("quit");
    steps.step("xboard: 'quit' ends the program", talk.ends());
}

/// Nothing but comments and the pong may come.
fn quiet(talk: &mut Talk, pings: &mut u32) -> Outcome {
    let told = ping(talk, pings)?;
    match told.iter().find(|line| {
        let line = line.trim();
        line.starts_with("Error") || line.starts_with("Illegal")
    }) {
        Some(line) => Err(line.clone()),
        None => Ok(()),
    }
}

fn ping(talk: &mut Talk, pings: &mut u32) -> Result<Vec<String>, String> {
    *pings += 1;
    let number = *pings;
    talk.send(&format!("ping {number}"));
    talk.until(PROMPT, |line| word(line) == Word::Pong(number))
}

/// The steps of one game in the XBoard steps.
struct XboardGame<'a> {
    steps: &'a mut Steps,
    talk: &'a mut Talk,
    pings: &'a mut u32,
    name: &'a str,
    called: &'a str,
    /// Whether moves go both ways as this project writes them.
    coordinates: bool,
}

impl VisitTurnBased for XboardGame<'_> {
    type Out = ();

    fn turn_based<V: Variant>(self) {
        self.check::<Position<V>>();
    }
}
impl Visit for XboardGame<'_> {
    fn apocalypse(self) {
        self.check::<apocalypse::Position>();
    }
}

impl XboardGame<'_> {
    fn step(&mut self, name: &str, outcome: Outcome) {
        self.steps.step(&format!("xboard {}: {name}", self.name), outcome);
    }

    fn begin(&mut self, more: &[&str]) -> Outcome {
        self.talk.send("new");
        if self.called != "normal" {
            self.talk.send(&format!("variant {}", self.called));
        }
        self.talk.send("force");
        more.iter().for_each(|line| self.talk.send(line));
        quiet(self.talk, self.pings)
    }

    /// The move that comes next.
    fn its_move(&mut self, patience: Duration) -> Result<String, String> {
        let lines = self.talk.until(patience, |line| matches!(word(line), Word::Move(_) | Word::Refuses(_)))?;
        match lines.last().map(|line| word(line)) {
            Some(Word::Move(text)) => Ok(text),
            _ => Err(lines.last().cloned().unwrap_or_default()),
        }
    }

    fn check<G: Refereed>(mut self) {
        let begun = self.begin(&[]);
        self.step("a new game", begun);
        if G::start().turn() == Turn::Both && !self.coordinates {
            return self
                .step("feature coordinates, which a game needs in which both choose at once", Err("not told".into()));
        }
        self.talk.send("st 0.1");
        self.talk.send("sd 3");
        for sample in [0, 12, 45].into_iter().filter_map(Sample::<G>::going_on) {
            self.by_moves(&sample);
        }
        let Some(sample) = Sample::<G>::going_on(12) else { return };
        let line = format!("setboard {}", sample.record.position());
        for (side, _) in sample.asked() {
            self.by_fen(&sample, side, &line);
        }
        let begun = self.begin(&[&line, "usermove a1a1"]);
        let outcome = match begun {
            Err(why) if why.starts_with("Illegal move") => Ok(()),
            Err(why) => Err(why),
            Ok(()) => Err("it was taken".to_owned()),
        };
        self.step("an illegal move is refused", outcome);
        self.talk.send("result * {checked}");
    }

    /// The lines that tell a game, and the answers of the sides that are asked then.
    fn by_moves<G: Refereed>(&mut self, sample: &Sample<G>) {
        let lines: Vec<String> =
            sample.turns().into_iter().map(|turn| format!("usermove {}", turn.join(" "))).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (side, _) in sample.asked() {
            let begun = self.begin(&lines);
            self.step(&format!("{} legal turns are taken", lines.len()), begun);
            self.ask(sample, side);
            let outcome = self.its_move(SEARCH).and_then(|text| sample.allows(side, &text));
            let asked = Self::asking(sample, side);
            let what = if asked == "go" { "move" } else { "choice" };
            self.step(&format!("'{asked}' is answered by a legal {what}"), outcome);
        }
    }

    /// What lets it play a side, whose turn it is.
    fn asking<G: Refereed>(sample: &Sample<G>, side: Color) -> &'static str {
        match sample.record.position().turn() {
            Turn::One(_) => "go",
            Turn::Both if side == Color::White => "white",
            Turn::Both => "black",
        }
    }

    fn ask<G: Refereed>(&mut self, sample: &Sample<G>, side: Color) {
        self.talk.send(Self::asking(sample, side));
    }

    fn by_fen<G: Refereed>(&mut self, sample: &Sample<G>, side: Color, line: &str) {
        let begun = self.begin(&[line, "level 0 1 0", "time 100", "otim 100"]);
        self.step("a position by its FEN", begun);
        self.ask(sample, side);
        let outcome = self.its_move(SEARCH).and_then(|text| sample.allows(side, &text));
        self.step("a move by the clock", outcome);
        let begun = self.begin(&[line, "st 60"]);
        self.ask(sample, side);
        let begin = Instant::now();
        self.talk.send("?");
        let outcome = begun.and_then(|()| self.its_move(SEARCH)).and_then(|text| {
            sample.allows(side, &text)?;
            if begin.elapsed() > AT_ONCE { Err(format!("after {} ms", begin.elapsed().as_millis())) } else { Ok(()) }
        });
        self.step("'?' is answered at once", outcome);
    }
}
