//! The steps of a check in UCI.

use std::time::Instant;

use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Color, Position, Record, Turn, Variant};

use super::conversation::{AT_ONCE, PROMPT, SEARCH, STARTUP, Talk};
use super::sample::Sample;
use super::{Outcome, Steps};
use crate::config::{EngineConfig, Program};
use crate::players::Thought;
use crate::players::uci_lines::{self, OptionLine};
use crate::rules::Refereed;

/// Checks an engine in UCI.
pub(super) fn check(steps: &mut Steps, program: &Program, config: &EngineConfig, games: &[String]) {
    let mut talk = match Talk::start(program) {
        Ok(talk) => talk,
        Err(why) => return steps.step("uci: start", Err(why)),
    };
    talk.send("uci");
    let told = talk.until(STARTUP, |line| line == "uciok");
    let told = match told {
        Ok(told) => told,
        Err(why) => return steps.step("uci: 'uci' is answered by 'uciok'", Err(why)),
    };
    steps.step("uci: 'uci' is answered by 'uciok'", Ok(()));
    for start in ["id name ", "id author "] {
        let is_told = told.iter().any(|line| line.starts_with(start) && line.len() > start.len());
        steps.step(&format!("uci: '{}'", start.trim()), is_told.then_some(()).ok_or_else(|| "not told".to_owned()));
    }
    let options: Vec<OptionLine> = told.iter().filter_map(|line| OptionLine::read(line)).collect();
    steps.step("uci: options are well formed", well_formed(&told, &options));
    for (name, value) in &config.options {
        talk.send(&format!("setoption name {name} value {value}"));
    }
    steps.step("uci: 'isready' is answered", talk.is_ready());
    let offered = |name: &str| {
        name == movegen::Chess::NAME
            || options
                .iter()
                .any(|option| option.name == "UCI_Variant" && option.values.iter().any(|known| known == name))
    };
    for line in ["joho debug on", "setoption name No Such Option value 1", "", "ucinewgame", "debug off"] {
        talk.send(line);
    }
    steps.step("uci: lines that mean nothing do no harm", talk.is_ready());
    for name in NAMES.into_iter().filter(|name| games.iter().any(|game| game == name) || games.is_empty()) {
        if games.is_empty() && !offered(name) {
            continue;
        }
        if name != movegen::Chess::NAME || options.iter().any(|option| option.name == "UCI_Variant") {
            talk.send(&format!("setoption name UCI_Variant value {name}"));
        }
        with(name, UciGame { steps, talk: &mut talk, name });
    }
    talk.send("go infinite");
    talk.send("quit");
    steps.step("uci: 'quit' ends the program during a search", talk.ends());
    let left = Talk::start(program).and_then(|mut talk| {
        talk.send("uci");
        talk.until(STARTUP, |line| line == "uciok")?;
        talk.process.close();
        talk.ends()
    });
    steps.step("uci: the end of the input ends the program", left);
}

fn well_formed(told: &[String], options: &[OptionLine]) -> Outcome {
    let lines = told.iter().filter(|line| line.trim().starts_with("option")).count();
    if lines != options.len() {
        return Err(format!("{} of {lines} options cannot be read", lines - options.len()));
    }
    for option in options {
        let default = option.default.as_deref().unwrap_or_default();
        let is_right = match option.sort.as_str() {
            "spin" => option.range.0.is_some() && option.range.1.is_some() && option.takes(default),
            "check" | "combo" => option.takes(default),
            "button" | "string" | "file" => true,
            _ => false,
        };
        if !is_right {
            return Err(format!("'{}' of type '{}' has default '{default}'", option.name, option.sort));
        }
    }
    Ok(())
}

fn position_line(texts: &[String]) -> String {
    match texts {
        [] => "position startpos".to_owned(),
        texts => format!("position startpos moves {}", texts.join(" ")),
    }
}

/// The steps of one game in UCI.
struct UciGame<'a> {
    steps: &'a mut Steps,
    talk: &'a mut Talk,
    name: &'a str,
}

impl VisitTurnBased for UciGame<'_> {
    type Out = ();

    fn turn_based<V: Variant>(self) {
        self.check::<Position<V>>();
    }
}
impl Visit for UciGame<'_> {
    fn apocalypse(self) {
        self.check::<apocalypse::Position>();
    }
}

impl UciGame<'_> {
    fn step(&mut self, name: &str, outcome: Outcome) {
        self.steps.step(&format!("uci {}: {name}", self.name), outcome);
    }

    fn check<G: Refereed>(mut self) {
        self.talk.send("ucinewgame");
        let ready = self.talk.is_ready();
        self.step("a new game", ready);
        for sample in [0, 1, 14, 45].into_iter().filter_map(Sample::<G>::going_on) {
            self.searches(&sample);
        }
        if let Some(sample) = Sample::<G>::going_on(10) {
            for (side, texts) in sample.asked() {
                self.limits(&sample, side, &texts);
            }
        }
        self.by_fen::<G>();
        self.at_the_end::<G>();
        let illegal = format!("{} a1a1 h9h9", position_line(&["0000".to_owned()]));
        self.talk.send(&illegal);
        let ready = self.talk.is_ready();
        self.step("illegal moves in 'position' do no harm", ready);
    }

    /// A search to a depth: score, whole numbers, lines of play, and a legal move.
    fn searches<G: Refereed>(&mut self, sample: &Sample<G>) {
        for (side, texts) in sample.asked() {
            self.talk.send(&position_line(&texts));
            let outcome = self.talk.best_move("go depth 3", SEARCH).and_then(|(told, text)| {
                sample.allows(side, &text)?;
                telling(&told)?;
                plays(sample, &told, &text)
            });
            self.step(&format!("go depth 3 after {} moves", texts.len()), outcome);
        }
    }

    fn limits<G: Refereed>(&mut self, sample: &Sample<G>, side: Color, texts: &[String]) {
        let own = if side == Color::White { "wtime" } else { "btime" };
        let position = position_line(texts);
        for go in [
            format!("go {own} 100"),
            "go wtime 100 btime 100".to_owned(),
            "go wtime 100 winc 100 btime 100 binc 100".to_owned(),
            "go btime 100 binc 100 wtime 100 winc 100 movestogo 3".to_owned(),
            "go wtime 1 btime 1".to_owned(),
            "go movetime 50".to_owned(),
            "go nodes 500".to_owned(),
        ] {
            self.talk.send(&position);
            let answer = self.talk.best_move(&go, SEARCH);
            let outcome = answer.and_then(|(told, text)| telling(&told).and_then(|()| sample.allows(side, &text)));
            self.step(&go, outcome);
        }
        self.talk.send(&position);
        self.talk.send("go infinite");
        let ready = self.talk.is_ready();
        self.step("'isready' is answered during a search", ready);
        let begin = Instant::now();
        let outcome = self.talk.best_move("stop", PROMPT).and_then(|(_, text)| {
            sample.allows(side, &text)?;
            if begin.elapsed() > AT_ONCE { Err(format!("after {} ms", begin.elapsed().as_millis())) } else { Ok(()) }
        });
        self.step("'stop' is answered at once", outcome);
    }

    /// The same position by its FEN.
    fn by_fen<G: Refereed>(&mut self) {
        for turns in [8, 9] {
            let Some(sample) = Sample::<G>::going_on(turns) else { continue };
            let fen = sample.record.position().to_string();
            let sample = Sample { record: Record::new(sample.record.position().clone()), texts: Vec::new() };
            let (side, texts) = sample.asked().swap_remove(0);
            let moves = if texts.is_empty() { String::new() } else { format!(" moves {}", texts.join(" ")) };
            self.talk.send(&format!("position fen {fen}{moves}"));
            let outcome = self.talk.best_move("go depth 2", SEARCH).and_then(|(_, text)| sample.allows(side, &text));
            self.step(&format!("a position by its FEN, {turns} turns on"), outcome);
        }
    }

    /// A game that is over has no move.
    fn at_the_end<G: Refereed>(&mut self) {
        let Some(sample) = Sample::<G>::finished() else { return };
        self.talk.send(&format!("position fen {}", sample.record.position()));
        let outcome = self.talk.best_move("go depth 3", SEARCH).and_then(|(_, text)| {
            let is_none = matches!(text.as_str(), "(none)" | "0000" | "NULL") || sample.record.outcome().is_none();
            is_none.then_some(()).ok_or_else(|| format!("'{text}' in {}", sample.record.position()))
        });
        self.step("no move when the game is over", outcome);
    }
}

/// A search must tell a score, and whole numbers only.
fn telling(told: &[String]) -> Outcome {
    let infos = told.iter().filter_map(|line| uci_lines::info(line));
    if !infos.into_iter().any(|(thought, _)| thought.value.is_some()) {
        return Err("no score is told".to_owned());
    }
    let numbers = ["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "tbhits"];
    for line in told.iter().filter(|line| line.starts_with("info ") && !line.starts_with("info string")) {
        let words: Vec<&str> = line.split_whitespace().take_while(|word| !matches!(*word, "pv" | "string")).collect();
        for pair in words.windows(2) {
            if numbers.contains(&pair[0]) && pair[1].parse::<u64>().is_err() {
                return Err(format!("'{}' is no whole number in '{line}'", pair[1]));
            }
        }
    }
    Ok(())
}

/// Every line of play must be legal to its end; the last one begins with the move chosen.
fn plays<G: Refereed>(sample: &Sample<G>, told: &[String], chosen: &str) -> Outcome {
    if sample.record.position().turn() == Turn::Both {
        return Ok(());
    }
    let mut last: Option<Thought> = None;
    for line in told {
        let Some((thought, rank)) = uci_lines::info(line) else { continue };
        let mut record = sample.record.clone();
        for text in &thought.line {
            let Turn::One(side) = record.position().turn() else { return Ok(()) };
            if record.outcome().is_some() {
                return Err(format!("a line of play goes on after the end: {line}"));
            }
            let m = record.position().parse_move(side, text).map_err(|error| format!("{error} in {line}"))?;
            record.play_for(side, m);
        }
        if rank == 1 && !thought.line.is_empty() {
            last = Some(thought);
        }
    }
    match last.filter(|thought| !thought.is_bound) {
        Some(thought) if thought.line[0] != chosen => Err(format!("the last line of play is not that of {chosen}")),
        _ => Ok(()),
    }
}
