//! The steps of a check in UCI.

use std::time::{Duration, Instant};

use games::{AnySession, registry};
use movegen::{Color, Turn, Variant};

use super::sample::{allows, finished, sides_to_move, unfinished};
use super::{ANSWER_TIMEOUT, CheckArguments, Checked, HELLO_TIMEOUT, Outcome, SEARCH_TIMEOUT, is_prompt, present};
use crate::games::pv_check::pv_errors;
use crate::players::uci_lines::{OptionLine, best_move, info};

impl Checked<'_> {
    fn check_ready(&mut self, name: &str) {
        self.send("isready");
        let lines = self.until(ANSWER_TIMEOUT, |line| line == "readyok");
        self.step(name, lines.map(drop));
    }

    /// Sends `go`. Returns the lines received and the move.
    fn best_move(&mut self, go: &str, timeout: Duration) -> Result<(Vec<String>, String), String> {
        self.send(go);
        let lines = self.until(timeout, |line| best_move(line).is_some())?;
        let text = lines.last().and_then(|line| best_move(line)).unwrap_or_default().to_owned();
        Ok((lines, text))
    }
}

/// Checks an engine in UCI.
pub(super) fn check(engine: &mut Checked<'_>, arguments: &CheckArguments) {
    engine.send("uci");
    let lines = engine.until(HELLO_TIMEOUT, |line| line == "uciok");
    engine.step("'uci' is answered by 'uciok'", lines.as_ref().map(drop).map_err(Clone::clone));
    let Ok(lines) = lines else { return };
    for start in ["id name ", "id author "] {
        let has_it = lines.iter().any(|line| line.starts_with(start) && line.len() > start.len());
        engine.step(&format!("'{}'", start.trim()), present(has_it));
    }
    let options: Vec<OptionLine> = lines.iter().filter_map(|line| OptionLine::read(line)).collect();
    engine.step("options are well formed", well_formed(&lines, &options));
    for (name, value) in &arguments.option {
        engine.send(&format!("setoption name {name} value {value}"));
    }
    engine.check_ready("'isready' is answered");
    for line in ["joho debug on", "setoption name No Such Option value 1", "", "ucinewgame", "debug off"] {
        engine.send(line);
    }
    engine.check_ready("lines that mean nothing do no harm");
    let variants = options.iter().find(|option| option.name == "UCI_Variant");
    for name in arguments.games() {
        let is_chess = name == movegen::Chess::NAME;
        let is_offered = variants.is_some_and(|option| option.values.iter().any(|known| known == name));
        if arguments.variant.is_empty() && !is_offered && !is_chess {
            continue;
        }
        if !is_chess || variants.is_some() {
            engine.send(&format!("setoption name UCI_Variant value {name}"));
        }
        engine.subject = format!("uci {name}");
        check_game(engine, name);
    }
    "uci".clone_into(&mut engine.subject);
    engine.send("go infinite");
    engine.send("quit");
    let ended = engine.check_end();
    engine.step("'quit' ends the program during a search", ended);
    let left = arguments.start().and_then(|process| {
        let mut other = Checked { process, subject: String::new(), steps: engine.steps };
        other.send("uci");
        other.until(HELLO_TIMEOUT, |line| line == "uciok")?;
        other.process.close();
        other.check_end()
    });
    engine.step("the end of the input ends the program", left);
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

fn position_line(start: &str, texts: &[String]) -> String {
    match texts {
        [] => format!("position {start}"),
        texts => format!("position {start} moves {}", texts.join(" ")),
    }
}

fn check_game(engine: &mut Checked<'_>, game: &str) {
    engine.send("ucinewgame");
    engine.check_ready("a new game");
    for sample in [0, 1, 14, 45].into_iter().filter_map(|turns| unfinished(game, turns)) {
        check_search(engine, sample.as_ref());
    }
    if let Some(sample) = unfinished(game, 10) {
        for (side, texts) in sides_to_move(sample.as_ref()) {
            check_limits(engine, sample.as_ref(), side, &position_line("startpos", &texts));
        }
    }
    for turns in [8, 9] {
        let fen = unfinished(game, turns).map(|sample| sample.fen());
        let Some(Ok(sample)) = fen.and_then(|fen| registry::open(game, Some(&fen), &[])) else { continue };
        let (side, texts) = sides_to_move(sample.as_ref()).swap_remove(0);
        engine.send(&position_line(&format!("fen {}", sample.fen()), &texts));
        let answer = engine.best_move("go depth 2", SEARCH_TIMEOUT);
        let outcome = answer.and_then(|(_, text)| allows(sample.as_ref(), side, &text));
        engine.step(&format!("a position by its FEN, {turns} turns on"), outcome);
    }
    if let Some(sample) = finished(game) {
        engine.send(&format!("position fen {}", sample.fen()));
        let outcome = engine.best_move("go depth 3", SEARCH_TIMEOUT).and_then(|(_, text)| {
            let is_none = matches!(text.as_str(), "(none)" | "0000" | "NULL");
            is_none.then_some(()).ok_or_else(|| format!("'{text}' in {}", sample.fen()))
        });
        engine.step("no move when the game is over", outcome);
    }
    engine.send("position startpos moves 0000 a1a1 h9h9");
    engine.check_ready("illegal moves in 'position' do no harm");
}

/// Checks fixed-depth searches: score, integers, principal variations, legal move.
fn check_search(engine: &mut Checked<'_>, sample: &dyn AnySession) {
    for (side, texts) in sides_to_move(sample) {
        engine.send(&position_line("startpos", &texts));
        let outcome = engine.best_move("go depth 3", SEARCH_TIMEOUT).and_then(|(lines, text)| {
            allows(sample, side, &text)?;
            check_info(&lines)?;
            let errors = if sample.turn() == Turn::Both { Vec::new() } else { pv_errors(sample, &lines, &text, false) };
            errors.first().map_or(Ok(()), |(error, line)| Err(format!("{error} in {line}")))
        });
        engine.step(&format!("go depth 3 after {} moves", texts.len()), outcome);
    }
}

fn check_limits(engine: &mut Checked<'_>, sample: &dyn AnySession, side: Color, position: &str) {
    let own = if side == Color::White { "wtime" } else { "btime" };
    for go in [
        format!("go {own} 100"),
        "go wtime 100 btime 100".to_owned(),
        "go wtime 100 winc 100 btime 100 binc 100".to_owned(),
        "go btime 100 binc 100 wtime 100 winc 100 movestogo 3".to_owned(),
        "go wtime 1 btime 1".to_owned(),
        "go movetime 50".to_owned(),
        "go nodes 500".to_owned(),
    ] {
        engine.send(position);
        let answer = engine.best_move(&go, SEARCH_TIMEOUT);
        let outcome = answer.and_then(|(lines, text)| check_info(&lines).and_then(|()| allows(sample, side, &text)));
        engine.step(&go, outcome);
    }
    engine.send(position);
    engine.send("go infinite");
    engine.check_ready("'isready' is answered during a search");
    let begin = Instant::now();
    let answer = engine.best_move("stop", ANSWER_TIMEOUT);
    let outcome = answer.and_then(|(_, text)| allows(sample, side, &text).and_then(|()| is_prompt(begin)));
    engine.step("'stop' is answered at once", outcome);
}

/// Checks that a search reports a score, and only integers.
fn check_info(lines: &[String]) -> Outcome {
    if !lines.iter().filter_map(|line| info(line)).any(|(thought, _)| thought.value.is_some()) {
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
