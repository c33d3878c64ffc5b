//! A player that is a UCI engine.

use std::time::{Duration, Instant};

use movegen::fen::printable;
use movegen::{Color, Game, Turn, Variant};

use super::connection::Connection;
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
    connection: Connection,
    config: EngineConfig,
    timeouts: Timeouts,
    identity: Identity,
    options: Vec<OptionLine>,
    warnings: Vec<String>,
}

impl Uci {
    /// Performs the handshake and sets options and game.
    ///
    /// # Errors
    /// The fault.
    pub fn start(process: Process, config: &EngineConfig, variant: &str, timeouts: &Timeouts) -> Result<Self, Fault> {
        let mut uci = Self {
            connection: Connection::new(process),
            config: config.clone(),
            timeouts: *timeouts,
            identity: Identity::default(),
            options: Vec::new(),
            warnings: Vec::new(),
        };
        for line in &config.init {
            uci.connection.send(line);
        }
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
            self.connection.send(&format!("setoption name {name} value {value}"));
        }
        is_taken
    }

    /// Sends `uci` and reads name, author and options.
    fn list_options(&mut self) -> Result<(), Fault> {
        self.options.clear();
        self.connection.send("uci");
        let deadline = Instant::now() + self.timeouts.startup;
        loop {
            let (line, _) = self.connection.receive(deadline, "uci")?;
            let line = line.trim();
            if line == "uciok" {
                return Ok(());
            } else if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut self.identity.name);
            } else if let Some(author) = line.strip_prefix("id author ") {
                author.trim().clone_into(&mut self.identity.author);
            } else if let Some(option) = OptionLine::read(line) {
                self.options.push(option);
            }
        }
    }

    fn option(&self, name: &str) -> Option<&OptionLine> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set_options(&mut self) {
        let value_of = |uci: &Self, name: &str| {
            let set = uci.config.options.iter().find(|(set, _)| set.eq_ignore_ascii_case(name));
            set.map(|(_, value)| value.clone()).or_else(|| uci.option(name)?.default.clone())
        };
        (self.identity.threads, self.identity.hash) = (value_of(self, "Threads"), value_of(self, "Hash"));
        for (name, value) in self.config.options.clone() {
            if name.eq_ignore_ascii_case("UCI_Variant") {
                continue;
            }
            let Some(option) = self.option(&name) else {
                self.warn(&format!("{} doesn't have option {name}", self.config.name));
                continue;
            };
            let (sort, takes) = (option.sort.clone(), option.takes(&value));
            match sort.as_str() {
                "button" if value == "true" => self.connection.send(&format!("setoption name {name}")),
                "button" => {}
                _ if !takes => self.warn(&format!("Invalid value for option {name}; {value}")),
                _ => self.connection.send(&format!("setoption name {name} value {value}")),
            }
        }
    }

    /// Sets the game. Engines that load games from a file list them only after a second `uci`.
    fn set_variant(&mut self, variant: &str) -> Result<(), Fault> {
        let offers = |uci: &Self| uci.option("UCI_Variant").is_some_and(|option| option.takes(variant));
        if self.option("UCI_Variant").is_some() && !offers(self) {
            self.list_options()?;
        }
        if offers(self) {
            self.connection.send(&format!("setoption name UCI_Variant value {variant}"));
        } else if variant != movegen::Chess::NAME {
            self.warn(&format!("{} does not offer the variant {variant}", self.config.name));
        }
        Ok(())
    }

    fn warn(&mut self, text: &str) {
        self.warnings.push(format!("Warning; {}", printable(text)));
    }

    /// Waits until all commands are processed. Late answers to earlier searches are discarded.
    fn ping(&mut self, timeout: Duration, what: &str) -> Result<(), Fault> {
        self.connection.send("isready");
        let deadline = Instant::now() + timeout;
        loop {
            let (line, _) = self.connection.receive(deadline, what)?;
            if line.trim() == "readyok" {
                return Ok(());
            }
            if uci_lines::best_move(&line).is_some() {
                self.warn(&format!("{} answers late: {line}", self.config.name));
            }
        }
    }

    fn search<M>(&mut self, go: &str, allowance: Duration) -> Result<Reply<M>, Fault> {
        self.connection.begin_search();
        let begin = Instant::now();
        self.connection.send(go);
        let mut thought = Thought::default();
        let mut variations = Vec::new();
        let mut deadline = begin + allowance;
        let mut is_stopped = false;
        loop {
            let (line, at) = match self.connection.receive(deadline, go) {
                Err(Fault::Hang(_)) if !is_stopped => {
                    self.connection.send("stop");
                    is_stopped = true;
                    deadline = Instant::now() + self.timeouts.stop;
                    continue;
                }
                Err(Fault::Hang(_)) if self.connection.is_flooded() => return Err(Fault::Flood),
                received => received?,
            };
            if let Some(text) = uci_lines::best_move(&line) {
                let time = at.saturating_duration_since(begin);
                return Ok(Reply { answer: Answer::Text(printable(text)), time, thought, lines: variations });
            }
            if let Some((info, rank)) = uci_lines::info(&line) {
                if !info.line.is_empty() && variations.len() < MAX_VARIATIONS {
                    variations.push(line);
                }
                if rank == 1 && info.value.is_some() {
                    thought = info;
                }
            }
        }
    }
}

/// Returns `go` with the limits of the side to move.
pub fn go<G: Game>(ask: &Ask<'_, G>) -> String {
    let own = ask.clock();
    let limits = own.limits();
    let mut text = "go".to_owned();
    let mut add = |word: &str, number: u128| text.push_str(&format!(" {word} {number}"));
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    if let Some(time) = limits.move_time {
        add("movetime", time.as_millis());
    }
    if limits.control.is_some() {
        for (word, clock) in [("wtime", ask.clocks[0]), ("btime", ask.clocks[1])] {
            if let Some(left) = clock.left() {
                add(word, left.as_millis());
            }
        }
        for (word, clock) in [("winc", ask.clocks[0]), ("binc", ask.clocks[1])] {
            if let Some(control) = clock.limits().control.filter(|control| !control.increment.is_zero()) {
                add(word, control.increment.as_millis());
            }
        }
        if let Some(moves) = own.moves_to_go() {
            add("movestogo", moves.into());
        }
    }
    text
}

/// Returns `position` with the moves so far.
pub fn position<G: Game>(ask: &Ask<'_, G>) -> String {
    let start = if ask.fen == G::start().to_string() { "startpos".to_owned() } else { format!("fen {}", ask.fen) };
    let placeholder = placeholder(ask.record.position(), ask.side);
    match [ask.texts, placeholder.as_slice()].concat().join(" ") {
        moves if moves.is_empty() => format!("position {start}"),
        moves => format!("position {start} moves {moves}"),
    }
}

/// Returns the placeholder for White's move in a simultaneous turn, needed because UCI lists White's move before
/// Black's: the first legal move, whatever White plays.
pub fn placeholder<G: Game>(pos: &G, side: Color) -> Option<String> {
    let is_needed = pos.turn() == Turn::Both && side == Color::Black;
    pos.moves(Color::White).first().filter(|_| is_needed).map(|&m| pos.write_move(m))
}

impl<G: Game> Player<G> for Uci {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, _ask: &Ask<'_, G>) -> Result<(), Fault> {
        self.connection.send("ucinewgame");
        let ready = self.ping(self.timeouts.new_game, "ucinewgame");
        self.connection.close_on_fault(ready)
    }

    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        self.connection.send(&position(ask));
        let ready = self.ping(self.timeouts.ping, "position");
        self.connection.close_on_fault(ready)?;
        let answer = self.search(&go(ask), ask.allowance());
        let mut reply = self.connection.close_on_fault(answer)?;
        if self.config.white_pov {
            reply.thought.turn_to(ask.side);
        }
        Ok(reply)
    }

    fn game_over(&mut self, _result: &str, _reason: &str) {}

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}
