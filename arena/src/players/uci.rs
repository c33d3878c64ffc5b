//! A player that is a UCI engine.

use std::time::Duration;

use movegen::fen::printable;
use movegen::variants::base_of_chess960;
use movegen::{Color, Game, Turn, Variant};

use super::client::Client;
use super::fault::Fault;
use super::process::Process;
use super::uci_lines::{self, OptionLine};
use super::{Answer, Ask, Identity, Player, Reply, Thought};
use crate::config::{EngineConfig, Timeouts};

/// Principal variations of one search that are kept for the referee.
const MAX_VARIATIONS: usize = 1000;

/// A UCI engine.
#[derive(Debug)]
pub struct Uci {
    client: Client,
    options: Vec<OptionLine>,
}

impl Uci {
    /// Performs the handshake and sets options and game.
    pub fn start(process: Process, config: &EngineConfig, variant: &str, timeouts: &Timeouts) -> Result<Self, Fault> {
        let mut uci = Self { client: Client::new(process, config, timeouts), options: Vec::new() };
        uci.list_options()?;
        uci.set_options();
        uci.set_variant(variant)?;
        uci.ping(timeouts.startup, "isready")?;
        Ok(uci)
    }

    /// Sets an option between games. Returns `false` if the engine does not accept it.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let is_taken = self.option(name).is_some_and(|option| option.takes(value));
        if is_taken {
            self.client.send(&format!("setoption name {name} value {value}"));
        }
        is_taken
    }

    /// Sends `uci` and reads name, author and options.
    fn list_options(&mut self) -> Result<(), Fault> {
        self.options.clear();
        self.client.send("uci");
        let options = &mut self.options;
        self.client.wait(self.client.timeouts.startup, "uci", |client, line| {
            let line = line.trim();
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut client.identity.name);
            } else if let Some(author) = line.strip_prefix("id author ") {
                author.trim().clone_into(&mut client.identity.author);
            } else {
                options.extend(OptionLine::read(line));
            }
            Ok((line == "uciok").then_some(()))
        })
    }

    fn option(&self, name: &str) -> Option<&OptionLine> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set_options(&mut self) {
        let configured = self.client.config.options.clone();
        let value_of = |name: &str| {
            let set = configured.iter().find(|(set, _)| set.eq_ignore_ascii_case(name));
            set.map(|(_, value)| value.clone()).or_else(|| self.option(name)?.default.clone())
        };
        (self.client.identity.threads, self.client.identity.hash) = (value_of("Threads"), value_of("Hash"));
        for (name, value) in configured.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("UCI_Variant")) {
            let line = match self.option(name) {
                None => Err(format!("{} doesn't have option {name}", self.client.config.name)),
                Some(option) if option.sort == "button" => {
                    Ok((value == "true").then(|| format!("setoption name {name}")))
                }
                Some(option) if !option.takes(value) => Err(format!("Invalid value for option {name}; {value}")),
                Some(_) => Ok(Some(format!("setoption name {name} value {value}"))),
            };
            match line {
                Ok(line) => line.iter().for_each(|line| self.client.send(line)),
                Err(warning) => self.client.warn(&warning),
            }
        }
    }

    /// Sets the game. Engines that load games from a file list them only after a second `uci`.
    fn set_variant(&mut self, variant: &str) -> Result<(), Fault> {
        let chess960 = base_of_chess960(variant);
        let game = chess960.unwrap_or(variant);
        if self.option("UCI_Variant").is_some_and(|option| !option.takes(game)) {
            self.list_options()?;
        }
        let mut is_set = self.set("UCI_Variant", game) || game == movegen::Chess::NAME;
        if chess960.is_some() {
            is_set = is_set && self.set("UCI_Chess960", "true") || self.set("UCI_Variant", variant);
        }
        if !is_set {
            self.client.warn(&format!("{} does not offer the variant {variant}", self.client.config.name));
        }
        Ok(())
    }

    /// Waits until all commands are processed. Late answers to earlier searches are discarded.
    fn ping(&mut self, timeout: Duration, what: &str) -> Result<(), Fault> {
        self.client.send("isready");
        self.client.wait(timeout, what, |client, line| {
            if uci_lines::best_move(line).is_some() {
                client.warn(&format!("{} answers late: {line}", client.config.name));
            }
            Ok((line.trim() == "readyok").then_some(()))
        })
    }

    fn search<M>(&mut self, go: &str, allowance: Duration) -> Result<Reply<M>, Fault> {
        let begin = self.client.begin_search();
        self.client.send(go);
        let (mut thought, mut lines) = (Thought::default(), Vec::new());
        let (text, time) = self.client.answer((begin, allowance), (go, "stop"), |line| {
            if let Some((info, rank)) = uci_lines::info(&line) {
                if !info.line.is_empty() && lines.len() < MAX_VARIATIONS {
                    lines.push(line);
                }
                if rank == 1 && info.value.is_some() {
                    thought = info;
                }
                return Ok(None);
            }
            Ok(uci_lines::best_move(&line).map(printable))
        })?;
        Ok(Reply { answer: Answer::Text(text), time, thought, lines })
    }
}

/// Returns `go` with the limits of the side to move.
pub fn go<G: Game>(ask: &Ask<'_, G>) -> String {
    let own = ask.clock();
    let limits = own.limits;
    let clocks = ask.clocks.map(|clock| limits.control.and(clock.limits.control).zip(clock.left()));
    let left = clocks.map(|clock| clock.map(|(_, left)| left.as_millis()));
    let increments =
        clocks.map(|clock| clock.map(|(control, _)| control.increment.as_millis()).filter(|&millis| millis > 0));
    [
        ("nodes", limits.nodes.map(u128::from)),
        ("depth", limits.depth.map(u128::from)),
        ("movetime", limits.move_time.map(|time| time.as_millis())),
        ("wtime", left[0]),
        ("btime", left[1]),
        ("winc", increments[0]),
        ("binc", increments[1]),
        ("movestogo", limits.control.and(own.moves_to_go()).map(u128::from)),
    ]
    .into_iter()
    .filter_map(|(word, number)| Some(format!(" {word} {}", number?)))
    .fold("go".to_owned(), |text, limit| text + &limit)
}

/// Returns `position` with the moves so far.
pub fn position<G: Game>(ask: &Ask<'_, G>) -> String {
    let start = if ask.fen == ask.record.position().first().to_string() {
        "startpos".to_owned()
    } else {
        format!("fen {}", ask.fen)
    };
    let placeholder = placeholder(ask.record.position(), ask.side);
    match [ask.texts, placeholder.as_slice()].concat().join(" ") {
        moves if moves.is_empty() => format!("position {start}"),
        moves => format!("position {start} moves {moves}"),
    }
}

/// Returns the placeholder for White's move in a simultaneous turn, needed because UCI lists White's move before
/// Black's: the first legal move, whatever White plays.
fn placeholder<G: Game>(pos: &G, side: Color) -> Option<String> {
    let is_needed = pos.turn() == Turn::Both && side == Color::Black;
    pos.moves(Color::White).first().filter(|_| is_needed).map(|&m| pos.write_move(m))
}

impl<G: Game> Player<G> for Uci {
    fn identity(&self) -> &Identity {
        &self.client.identity
    }

    fn new_game(&mut self, _ask: &Ask<'_, G>) -> Result<(), Fault> {
        self.client.send("ucinewgame");
        let ready = self.ping(self.client.timeouts.new_game, "ucinewgame");
        self.client.close_on_fault(ready)
    }

    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        self.client.send(&position(ask));
        let ready = self.ping(self.client.timeouts.ping, "position");
        let answer = ready.and_then(|()| self.search(&go(ask), ask.allowance()));
        let mut reply = self.client.close_on_fault(answer)?;
        if self.client.config.white_pov {
            reply.thought.turn_to(ask.side);
        }
        Ok(reply)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.client.warnings)
    }
}
