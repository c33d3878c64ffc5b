//! The steps of a check in UCI.

use std::time::Instant;

use games::registry::{NAMES, Visitor, visit};
use movegen::{Color, Record, Turn, Variant};

use super::sample::Sample;
use super::session::{ANSWER_TIMEOUT, HELLO_TIMEOUT, SEARCH_TIMEOUT, STOP_TIMEOUT, Session};
use super::{Outcome, Steps};
use crate::config::Program;
use crate::players::Thought;
use crate::players::uci_lines::{self, OptionLine};
use games::PlayedGame;

/// Checks an engine in UCI.
pub(super) fn check(steps: &mut Steps, program: &Program, options: &[(String, String)], games: &[String]) {
    let mut session = match Session::start(program) {
        Ok(session) => session,
        Err(why) => return steps.step("uci: start", Err(why)),
    };
    session.send("uci");
    let lines = session.until(HELLO_TIMEOUT, |line| line == "uciok");
    let lines = match lines {
        Ok(lines) => lines,
        Err(why) => return steps.step("uci: 'uci' is answered by 'uciok'", Err(why)),
    };
    steps.step("uci: 'uci' is answered by 'uciok'", Ok(()));
    for start in ["id name ", "id author "] {
        let has_it = lines.iter().any(|line| line.starts_with(start) && line.len() > start.len());
        steps.step(&format!("uci: '{}'", start.trim()), has_it.then_some(()).ok_or_else(|| "missing".to_owned()));
    }
    let offered_options: Vec<OptionLine> = lines.iter().filter_map(|line| OptionLine::read(line)).collect();
    steps.step("uci: options are well formed", well_formed(&lines, &offered_options));
    for (name, value) in options {
        session.send(&format!("setoption name {name} value {value}"));
    }
    steps.step("uci: 'isready' is answered", session.is_ready());
    let offered = |name: &str| {
        name == movegen::Chess::NAME
            || offered_options
                .iter()
                .any(|option| option.name == "UCI_Variant" && option.values.iter().any(|known| known == name))
    };
    for line in ["joho debug on", "setoption name No Such Option value 1", "", "ucinewgame", "debug off"] {
        session.send(line);
    }
    steps.step("uci: lines that mean nothing do no harm", session.is_ready());
    for name in NAMES.into_iter().filter(|name| games.iter().any(|game| game == name) || games.is_empty()) {
        if games.is_empty() && !offered(name) {
            continue;
        }
        if name != movegen::Chess::NAME || offered_options.iter().any(|option| option.name == "UCI_Variant") {
            session.send(&format!("setoption name UCI_Variant value {name}"));
        }
        visit(name, UciGame { steps, session: &mut session, name });
    }
    session.send("go infinite");
    session.send("quit");
    steps.step("uci: 'quit' ends the program during a search", session.check_end());
    let left = Session::start(program).and_then(|mut session| {
        session.send("uci");
        session.until(HELLO_TIMEOUT, |line| line == "uciok")?;
        session.process.close();
        session.check_end()
    });
    steps.step("uci: the end of the input ends the program", left);
}

fn well_formed(lines: &[String], options: &[OptionLine]) -> Outcome {
    let lines = lines.iter().filter(|line| line.trim().starts_with("option")).count();
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
    session: &'a mut Session,
    name: &'a str,
}

impl Visitor for UciGame<'_> {
    type Out = ();

    fn visit<G: PlayedGame>(self) {
        self.check::<G>();
    }
}

impl UciGame<'_> {
    fn step(&mut self, name: &str, outcome: Outcome) {
        self.steps.step(&format!("uci {}: {name}", self.name), outcome);
    }

    fn check<G: PlayedGame>(mut self) {
        self.session.send("ucinewgame");
        let ready = self.session.is_ready();
        self.step("a new game", ready);
        for sample in [0, 1, 14, 45].into_iter().filter_map(Sample::<G>::unfinished) {
            self.check_search(&sample);
        }
        if let Some(sample) = Sample::<G>::unfinished(10) {
            for (side, texts) in sample.sides_to_move() {
                self.check_limits(&sample, side, &texts);
            }
        }
        self.check_fen::<G>();
        self.check_finished::<G>();
        let illegal = format!("{} a1a1 h9h9", position_line(&["0000".to_owned()]));
        self.session.send(&illegal);
        let ready = self.session.is_ready();
        self.step("illegal moves in 'position' do no harm", ready);
    }

    /// Checks fixed-depth searches: score, integers, principal variations, legal move.
    fn check_search<G: PlayedGame>(&mut self, sample: &Sample<G>) {
        for (side, texts) in sample.sides_to_move() {
            self.session.send(&position_line(&texts));
            let outcome = self.session.best_move("go depth 3", SEARCH_TIMEOUT).and_then(|(lines, text)| {
                sample.allows(side, &text)?;
                check_info(&lines)?;
                check_variations(sample, &lines, &text)
            });
            self.step(&format!("go depth 3 after {} moves", texts.len()), outcome);
        }
    }

    fn check_limits<G: PlayedGame>(&mut self, sample: &Sample<G>, side: Color, texts: &[String]) {
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
            self.session.send(&position);
            let answer = self.session.best_move(&go, SEARCH_TIMEOUT);
            let outcome = answer.and_then(|(lines, text)| check_info(&lines).and_then(|()| sample.allows(side, &text)));
            self.step(&go, outcome);
        }
        self.session.send(&position);
        self.session.send("go infinite");
        let ready = self.session.is_ready();
        self.step("'isready' is answered during a search", ready);
        let begin = Instant::now();
        let outcome = self.session.best_move("stop", ANSWER_TIMEOUT).and_then(|(_, text)| {
            sample.allows(side, &text)?;
            if begin.elapsed() > STOP_TIMEOUT {
                Err(format!("after {} ms", begin.elapsed().as_millis()))
            } else {
                Ok(())
            }
        });
        self.step("'stop' is answered at once", outcome);
    }

    /// Checks positions by FEN.
    fn check_fen<G: PlayedGame>(&mut self) {
        for turns in [8, 9] {
            let Some(sample) = Sample::<G>::unfinished(turns) else { continue };
            let fen = sample.record.position().to_string();
            let sample = Sample { record: Record::new(sample.record.position().clone()), texts: Vec::new() };
            let (side, texts) = sample.sides_to_move().swap_remove(0);
            let moves = if texts.is_empty() { String::new() } else { format!(" moves {}", texts.join(" ")) };
            self.session.send(&format!("position fen {fen}{moves}"));
            let outcome =
                self.session.best_move("go depth 2", SEARCH_TIMEOUT).and_then(|(_, text)| sample.allows(side, &text));
            self.step(&format!("a position by its FEN, {turns} turns on"), outcome);
        }
    }

    /// Checks that no move is played in a finished game.
    fn check_finished<G: PlayedGame>(&mut self) {
        let Some(sample) = Sample::<G>::finished() else { return };
        self.session.send(&format!("position fen {}", sample.record.position()));
        let outcome = self.session.best_move("go depth 3", SEARCH_TIMEOUT).and_then(|(_, text)| {
            let is_none = matches!(text.as_str(), "(none)" | "0000" | "NULL") || sample.record.outcome().is_none();
            is_none.then_some(()).ok_or_else(|| format!("'{text}' in {}", sample.record.position()))
        });
        self.step("no move when the game is over", outcome);
    }
}

/// Checks that a search reports a score, and only integers.
fn check_info(lines: &[String]) -> Outcome {
    let infos = lines.iter().filter_map(|line| uci_lines::info(line));
    if !infos.into_iter().any(|(thought, _)| thought.value.is_some()) {
        return Err("no score is reported".to_owned());
    }
    let numbers = ["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "tbhits"];
    for line in lines.iter().filter(|line| line.starts_with("info ") && !line.starts_with("info string")) {
        let words: Vec<&str> = line.split_whitespace().take_while(|word| !matches!(*word, "pv" | "string")).collect();
        for pair in words.windows(2) {
            if numbers.contains(&pair[0]) && pair[1].parse::<u64>().is_err() {
                return Err(format!("'{}' is no whole number in '{line}'", pair[1]));
            }
        }
    }
    Ok(())
}

/// Checks that every principal variation is legal, and that the last one begins with the move played.
fn check_variations<G: PlayedGame>(sample: &Sample<G>, lines: &[String], chosen: &str) -> Outcome {
    if sample.record.position().turn() == Turn::Both {
        return Ok(());
    }
    let mut last: Option<Thought> = None;
    for line in lines {
        let Some((thought, rank)) = uci_lines::info(line) else { continue };
        let mut record = sample.record.clone();
        for text in &thought.line {
            let Turn::One(side) = record.position().turn() else { return Ok(()) };
            if record.outcome().is_some() {
                return Err(format!("a principal variation continues after the end of the game: {line}"));
            }
            let m = record.position().parse_move(side, text).map_err(|error| format!("{error} in {line}"))?;
            record.play_for(side, m);
        }
        if rank == 1 && !thought.line.is_empty() {
            last = Some(thought);
        }
    }
    match last.filter(|thought| !thought.is_bound) {
        Some(thought) if thought.line[0] != chosen => {
            Err(format!("the last principal variation does not begin with {chosen}"))
        }
        _ => Ok(()),
    }
}
