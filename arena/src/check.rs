//! `arena check`: whether one engine can be played with. It is asked, in UCI and in the XBoard protocol and for every
//! game that it offers, for what match runners and boards ask of engines, and every step is passed or failed on its own.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::bench::Random;
use movegen::fen::printable;
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Color, Position, Record, Turn, Variant};

use super::config::{Body, EngineConfig};
use super::lines::{self, OptionLine};
use super::log::Log;
use super::player::Thought;
use super::process::{Process, Program, Silence};
use super::rules::Refereed;
use super::xboard::{Word, features, word};

/// How long an engine may take to start.
const STARTUP: Duration = Duration::from_secs(10);
/// How long it may take for anything that needs no search.
const PROMPT: Duration = Duration::from_secs(2);
/// How long a search may take that is limited otherwise.
const SEARCH: Duration = Duration::from_secs(20);
/// How long an answer may take that is due at once.
const AT_ONCE: Duration = Duration::from_millis(500);

/// What a step came to.
type Outcome = Result<(), String>;

/// The steps so far.
#[derive(Debug, Default)]
struct Protocol {
    text: String,
    passed: usize,
    failed: usize,
}

impl Protocol {
    fn step(&mut self, name: &str, outcome: Outcome) {
        match outcome {
            Ok(()) => {
                self.passed += 1;
                self.text.push_str(&format!("ok    {name}\n"));
            }
            Err(why) => {
                self.failed += 1;
                self.text.push_str(&format!("FAIL  {name}: {}\n", printable(&why)));
            }
        }
    }
}

/// Checks an engine; gives the protocol of all steps, and whether all were passed. `games` are those to be checked, or
/// all that the engine offers.
///
/// # Errors
/// It cannot be started.
pub fn run(config: &EngineConfig, games: &[String], one_protocol: Option<&str>) -> Result<(String, bool), String> {
    let program = match &config.body {
        Body::Uci(program) | Body::Xboard(program) => program,
        Body::Builtin => return Err("check needs an engine that is a program".to_owned()),
    };
    let start = || {
        Process::start(program, "engine", &Arc::new(Log::none()))
            .map_err(|error| format!("cannot start '{}': {error}", printable(&program.command)))
    };
    drop(start()?);
    let mut protocol = Protocol::default();
    if one_protocol != Some("xboard") {
        check_uci(&mut protocol, program, config, games);
    }
    if one_protocol != Some("uci") {
        check_xboard(&mut protocol, program, config, games);
    }
    let Protocol { mut text, passed, failed } = protocol;
    let _ = writeln!(text, "{passed} of {} steps passed", passed + failed);
    Ok((text, failed == 0))
}

/// A conversation with the engine.
struct Talk {
    process: Process,
}

impl Talk {
    fn start(program: &Program) -> Result<Self, String> {
        let process = Process::start(program, "engine", &Arc::new(Log::none())).map_err(|error| error.to_string())?;
        Ok(Self { process })
    }

    fn send(&mut self, line: &str) {
        self.process.send(line);
    }

    fn line(&mut self, deadline: Instant) -> Result<String, String> {
        match self.process.receive(deadline) {
            Ok(line) => Ok(line.text),
            Err(Silence::Late) => Err("no answer in time".to_owned()),
            Err(Silence::Ended(how)) => Err(format!("the engine has ended: {how}")),
        }
    }

    /// The lines up to the one that is wanted, that one last.
    fn until(&mut self, patience: Duration, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let line = self.line(deadline)?;
            let is_last = is_wanted(line.trim());
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    fn is_ready(&mut self) -> Outcome {
        self.send("isready");
        self.until(PROMPT, |line| line == "readyok").map(drop)
    }

    /// Sends `go` and more, and gives what was told and the move.
    fn best_move(&mut self, go: &str, patience: Duration) -> Result<(Vec<String>, String), String> {
        self.send(go);
        let lines = self.until(patience, |line| lines::best_move(line).is_some())?;
        let text = lines.last().and_then(|line| lines::best_move(line)).unwrap_or_default().to_owned();
        Ok((lines, text))
    }

    /// The process must end by itself.
    fn ends(mut self) -> Outcome {
        let deadline = Instant::now() + PROMPT;
        loop {
            match self.process.receive(deadline) {
                Ok(_) => {}
                Err(Silence::Ended(how)) if how == "exit code 0" => return Ok(()),
                Err(Silence::Ended(how)) => return Err(how),
                Err(Silence::Late) => return Err("it is still there".to_owned()),
            }
        }
    }
}

fn check_uci(protocol: &mut Protocol, program: &Program, config: &EngineConfig, games: &[String]) {
    let mut talk = match Talk::start(program) {
        Ok(talk) => talk,
        Err(why) => return protocol.step("uci: start", Err(why)),
    };
    talk.send("uci");
    let told = talk.until(STARTUP, |line| line == "uciok");
    let told = match told {
        Ok(told) => told,
        Err(why) => return protocol.step("uci: 'uci' is answered by 'uciok'", Err(why)),
    };
    protocol.step("uci: 'uci' is answered by 'uciok'", Ok(()));
    for start in ["id name ", "id author "] {
        let is_told = told.iter().any(|line| line.starts_with(start) && line.len() > start.len());
        protocol.step(&format!("uci: '{}'", start.trim()), is_told.then_some(()).ok_or_else(|| "not told".to_owned()));
    }
    let options: Vec<OptionLine> = told.iter().filter_map(|line| OptionLine::read(line)).collect();
    protocol.step("uci: options are well formed", well_formed(&told, &options));
    for (name, value) in &config.options {
        talk.send(&format!("setoption name {name} value {value}"));
    }
    protocol.step("uci: 'isready' is answered", talk.is_ready());
    let offered = |name: &str| {
        name == movegen::Chess::NAME
            || options
                .iter()
                .any(|option| option.name == "UCI_Variant" && option.values.iter().any(|known| known == name))
    };
    for line in ["joho debug on", "setoption name No Such Option value 1", "", "ucinewgame", "debug off"] {
        talk.send(line);
    }
    protocol.step("uci: lines that mean nothing do no harm", talk.is_ready());
    for name in NAMES.into_iter().filter(|name| games.iter().any(|game| game == name) || games.is_empty()) {
        if games.is_empty() && !offered(name) {
            continue;
        }
        if name != movegen::Chess::NAME || options.iter().any(|option| option.name == "UCI_Variant") {
            talk.send(&format!("setoption name UCI_Variant value {name}"));
        }
        with(name, UciGame { protocol, talk: &mut talk, name });
    }
    talk.send("go infinite");
    talk.send("quit");
    protocol.step("uci: 'quit' ends the program during a search", talk.ends());
    let left = Talk::start(program).and_then(|mut talk| {
        talk.send("uci");
        talk.until(STARTUP, |line| line == "uciok")?;
        talk.process.close();
        talk.ends()
    });
    protocol.step("uci: the end of the input ends the program", left);
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

/// A game so far as random play has brought it about.
struct Sample<G: Refereed> {
    record: Record<G>,
    texts: Vec<String>,
}

impl<G: Refereed> Sample<G> {
    /// So many turns of random play, fewer if the game is over before.
    fn new(turns: usize, seed: u64) -> Self {
        let mut sample = Self { record: Record::new(G::start()), texts: Vec::new() };
        let mut random = Random(seed);
        while sample.record.moves().len() < turns && sample.record.outcome().is_none() {
            let pos = sample.record.position();
            let mut choose = |side| {
                let moves = pos.moves(side);
                (!moves.is_empty()).then(|| moves[random.below(moves.len())])
            };
            let chosen = Color::BOTH.map(&mut choose);
            sample.texts.extend(chosen.iter().flatten().map(|&m| pos.write_move(m)));
            sample.record.play(chosen);
        }
        sample
    }

    /// A game that is still going on after so many turns, if random play finds one.
    fn going_on(turns: usize) -> Option<Self> {
        (1..200).map(|seed| Self::new(turns, seed)).find(|sample| sample.record.outcome().is_none())
    }

    /// A game that ended because nobody can move any more: no engine may see that in another way.
    fn finished() -> Option<Self> {
        let cannot_move = |pos: &G| Color::BOTH.iter().all(|&side| pos.moves(side).is_empty());
        (0..200).map(|seed| Self::new(2000, seed)).find(|sample| {
            let pos = sample.record.position();
            pos.outcome().is_some() && cannot_move(pos)
        })
    }

    /// The sides that choose, each with the moves that it is told.
    fn asked(&self) -> Vec<(Color, Vec<String>)> {
        let pos = self.record.position();
        match pos.turn() {
            Turn::One(side) => vec![(side, self.texts.clone())],
            Turn::Both => {
                let cover = pos.moves(Color::White).first().map(|&m| pos.write_move(m));
                let covered = self.texts.iter().cloned().chain(cover).collect();
                vec![(Color::White, self.texts.clone()), (Color::Black, covered)]
            }
        }
    }

    fn allows(&self, side: Color, text: &str) -> Outcome {
        let position = || self.record.position().to_string();
        self.record.position().parse_move(side, text).map(drop).map_err(|error| format!("{error} in {}", position()))
    }
}

fn position_line(texts: &[String]) -> String {
    match texts {
        [] => "position startpos".to_owned(),
        texts => format!("position startpos moves {}", texts.join(" ")),
    }
}

/// The steps of one game in UCI.
struct UciGame<'a> {
    protocol: &'a mut Protocol,
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
        self.protocol.step(&format!("uci {}: {name}", self.name), outcome);
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
    let infos = told.iter().filter_map(|line| lines::info(line));
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
        let Some((thought, rank)) = lines::info(line) else { continue };
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

fn check_xboard(protocol: &mut Protocol, program: &Program, config: &EngineConfig, games: &[String]) {
    let mut talk = match Talk::start(program) {
        Ok(talk) => talk,
        Err(why) => return protocol.step("xboard: start", Err(why)),
    };
    talk.send("xboard");
    talk.send("protover 2");
    let told = match talk.until(STARTUP, |line| line.starts_with("feature") && line.contains("done=1")) {
        Ok(told) => told,
        Err(why) => return protocol.step("xboard: features are told and done", Err(why)),
    };
    protocol.step("xboard: features are told and done", Ok(()));
    let told: Vec<(String, String)> =
        told.iter().filter_map(|line| line.trim().strip_prefix("feature ")).flat_map(features).collect();
    for name in ["ping", "setboard", "usermove", "myname"] {
        let is_told = told.iter().any(|(known, value)| known == name && value != "0");
        protocol.step(&format!("xboard: feature {name}"), is_told.then_some(()).ok_or_else(|| "not told".to_owned()));
    }
    for (name, value) in &config.options {
        talk.send(&format!("option {name}={value}"));
    }
    for line in ["accepted done", "post", "nopost", "easy", "hard", "easy", "random", "computer", "name x", "."] {
        talk.send(line);
    }
    let mut pings = 0;
    protocol.step("xboard: ordinary commands are taken without a word", quiet(&mut talk, &mut pings));
    let variants = told.iter().find(|(name, _)| name == "variants").map_or("normal", |(_, value)| value.as_str());
    let offers = |name: &str| variants.split(',').any(|known| known.trim() == name);
    for name in NAMES.into_iter().filter(|name| games.iter().any(|game| game == name) || games.is_empty()) {
        let called = if name == movegen::Chess::NAME { "normal" } else { name };
        if offers(called) {
            with(name, XboardGame { protocol, talk: &mut talk, pings: &mut pings, name, called });
        }
    }
    talk.send("quit");
    protocol.step("xboard: 'quit' ends the program", talk.ends());
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

/// The steps of one game in the XBoard protocol.
struct XboardGame<'a> {
    protocol: &'a mut Protocol,
    talk: &'a mut Talk,
    pings: &'a mut u32,
    name: &'a str,
    called: &'a str,
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
        self.protocol.step(&format!("xboard {}: {name}", self.name), outcome);
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
        self.talk.send("st 0.1");
        self.talk.send("sd 3");
        let Some(sample) = Sample::<G>::going_on(12) else { return };
        let fen = sample.record.position().to_string();
        let Turn::One(side) = sample.record.position().turn() else { return };
        for text in &sample.texts {
            self.talk.send(&format!("usermove {text}"));
        }
        let quiet = quiet(self.talk, self.pings);
        self.step("legal moves are taken", quiet);
        self.talk.send("go");
        let outcome = self.its_move(SEARCH).and_then(|text| sample.allows(side, &text));
        self.step("'go' is answered by a legal move", outcome);
        let line = format!("setboard {fen}");
        let begun = self.begin(&[&line, "level 0 1 0", "time 100", "otim 100"]);
        self.step("a position by its FEN", begun);
        self.talk.send("go");
        let outcome = self.its_move(SEARCH).and_then(|text| sample.allows(side, &text));
        self.step("a move by the clock", outcome);
        let begun = self.begin(&[&line, "st 60"]);
        self.talk.send("go");
        let begin = Instant::now();
        self.talk.send("?");
        let outcome = begun.and_then(|()| self.its_move(SEARCH)).and_then(|text| {
            sample.allows(side, &text)?;
            if begin.elapsed() > AT_ONCE { Err(format!("after {} ms", begin.elapsed().as_millis())) } else { Ok(()) }
        });
        self.step("'?' is answered at once", outcome);
        let begun = self.begin(&[&line, "usermove a1a1"]);
        let outcome = match begun {
            Err(why) if why.starts_with("Illegal move") => Ok(()),
            Err(why) => Err(why),
            Ok(()) => Err("it was taken".to_owned()),
        };
        self.step("an illegal move is refused", outcome);
        self.talk.send("result * {checked}");
    }
}
