//! A player that is an XBoard engine (CECP, version 1 or 2).

pub(crate) mod features;
pub(crate) mod messages;

use std::time::{Duration, Instant};

use movegen::fen::printable;
use movegen::{Color, Turn, Variant};

use self::features::{Features, features};
use self::messages::{Message, message};
use super::connection::Connection;
use super::fault::Fault;
use super::process::Process;
use super::{Answer, Ask, Identity, Player, Reply, Thought};
use crate::clock::{Clock, Limits};
use crate::config::{EngineConfig, Timeouts};
use games::PlayedGame;

/// Time without output after which a ping is sent during the handshake.
const PING_INTERVAL: Duration = Duration::from_millis(500);
/// Number of such pings after which the engine has no further features.
const MAX_PINGS: u32 = 12;
/// An XBoard engine.
#[derive(Debug)]
pub struct Xboard {
    connection: Connection,
    config: EngineConfig,
    timeouts: Timeouts,
    variant: String,
    identity: Identity,
    features: Features,
    pings: u32,
    /// Number of turns that the engine knows.
    known: usize,
    /// The engine answers moves without `go`.
    is_playing: bool,
    warnings: Vec<String>,
}

impl Xboard {
    /// Performs the handshake and sets the options.
    ///
    /// # Errors
    /// The fault.
    pub fn start(process: Process, config: &EngineConfig, variant: &str, timeouts: &Timeouts) -> Result<Self, Fault> {
        let mut xboard = Self {
            connection: Connection::new(process),
            config: config.clone(),
            timeouts: *timeouts,
            variant: variant.to_owned(),
            identity: Identity::default(),
            features: Features::default(),
            pings: 0,
            known: 0,
            is_playing: false,
            warnings: Vec::new(),
        };
        for line in &config.init {
            xboard.connection.send(line);
        }
        xboard.connection.send("xboard");
        xboard.connection.send("protover 2");
        xboard.read_features()?;
        xboard.identity.name.clone_from(&xboard.features.name);
        xboard.set_options();
        let name = xboard.name_of_the_game().to_owned();
        if xboard.features.variants.as_ref().is_some_and(|known| !known.contains(&name)) {
            xboard.warn(&format!("{} does not offer the variant {name}", config.name));
        }
        xboard.ping(timeouts.startup, "protover 2", false)?;
        Ok(xboard)
    }

    /// Returns `true` if it can play games with simultaneous turns.
    pub const fn supports_simultaneous_turns(&self) -> bool {
        self.features.coordinates
    }

    fn warn(&mut self, text: &str) {
        self.warnings.push(format!("Warning; {}", printable(text)));
    }

    /// Returns the protocol's name of the game.
    fn name_of_the_game(&self) -> &str {
        if self.variant == movegen::Chess::NAME { "normal" } else { &self.variant }
    }

    /// Reads features until `done=1`. An engine that writes but sends none in time has version 1. Some engines delay
    /// their output until the next input, so silence is answered by a ping.
    fn read_features(&mut self) -> Result<(), Fault> {
        let end = Instant::now() + self.timeouts.startup;
        let mut pings_sent = 0;
        let (mut has_written, mut is_promised) = (false, false);
        while !self.features.is_done {
            let line = match self.connection.receive((Instant::now() + PING_INTERVAL).min(end), "protover 2") {
                Ok((line, _)) => line,
                Err(Fault::Hang(_)) if Instant::now() >= end => break,
                Err(Fault::Hang(_)) => {
                    pings_sent += 1;
                    if pings_sent > MAX_PINGS && has_written && !is_promised {
                        break;
                    }
                    self.pings += 1;
                    self.connection.send(&format!("ping {}", self.pings));
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            has_written = true;
            let Some(list) = line.trim().strip_prefix("feature ") else { continue };
            for (name, value) in features(list) {
                let is_known = self.features.set(&name, &value);
                self.connection.send(&format!("{} {name}", if is_known { "accepted" } else { "rejected" }));
                is_promised |= name == "done" && value == "0";
            }
        }
        if !has_written || is_promised && !self.features.is_done {
            return Err(Fault::Hang("no answer to 'protover 2'".to_owned()));
        }
        Ok(())
    }

    fn set_options(&mut self) {
        for (name, value) in self.config.options.clone() {
            let squeezed = |text: &str| text.replace(' ', "").to_ascii_lowercase();
            let known = self.features.options.iter().find(|known| squeezed(known) == squeezed(&name)).cloned();
            match (known, squeezed(&name).as_str()) {
                (_, "uci_variant") => {}
                (_, "hash") if self.features.memory => {
                    self.connection.send(&format!("memory {value}"));
                    self.identity.hash = Some(value);
                }
                (_, "threads") if self.features.cores => {
                    self.connection.send(&format!("cores {value}"));
                    self.identity.threads = Some(value);
                }
                (Some(known), _) => {
                    let value = match value.as_str() {
                        "true" => "1",
                        "false" => "0",
                        other => other,
                    };
                    self.connection.send(&format!("option {known}={value}"));
                }
                (None, _) => self.warn(&format!("{} doesn't have option {name}", self.config.name)),
            }
        }
    }

    /// Waits until all commands are processed, if the engine supports `ping`. A claim during a game is false, because
    /// the referee has not confirmed it.
    fn ping(&mut self, timeout: Duration, what: &str, in_game: bool) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings;
        self.connection.send(&format!("ping {number}"));
        let deadline = Instant::now() + timeout;
        loop {
            let (line, _) = self.connection.receive(deadline, what)?;
            match message(&line) {
                Message::Pong(answered) if answered == number => return Ok(()),
                Message::Result(text) | Message::Refuses(text) if in_game => return Err(Fault::Claim(text)),
                Message::Move(text) => self.warn(&format!("{} moves late: {text}", self.config.name)),
                _ => {}
            }
        }
    }

    /// Sends time control, depth and nodes.
    fn set_limits(&mut self, limits: &Limits) {
        if let Some(control) = limits.control {
            let seconds = control.time.as_secs();
            let base = match seconds % 60 {
                0 => (seconds / 60).to_string(),
                rest => format!("{}:{rest:02}", seconds / 60),
            };
            self.connection.send(&format!("level {} {base} {}", control.moves, control.increment.as_secs_f64()));
        } else if let Some(time) = limits.move_time {
            self.connection.send(&format!("st {}", time.as_secs_f64().ceil()));
        } else if limits.nodes.is_none() {
            self.connection.send("st 86400");
        }
        if let Some(depth) = limits.depth {
            self.connection.send(&format!("sd {depth}"));
        }
        match limits.nodes {
            // One second at this speed.
            Some(nodes) if self.features.nps => {
                self.connection.send("st 1");
                self.connection.send(&format!("nps {nodes}"));
            }
            Some(_) => self.warn(&format!("{} cannot be limited by nodes", self.config.name)),
            None => {}
        }
    }

    /// Returns the lines of the turns that the engine does not know. In simultaneous turns a line has both moves,
    /// White's first.
    fn new_turns<G: PlayedGame>(&self, ask: &Ask<'_, G>) -> Vec<String> {
        let prefix = if self.features.usermove { "usermove " } else { "" };
        let mut pos = ask.record.first().clone();
        let mut new_turns = Vec::new();
        for (i, &moves) in ask.record.moves().iter().enumerate() {
            if i >= self.known {
                let text = |side: Color| {
                    moves[side].map(|m| match self.features.algebraic && !self.features.coordinates {
                        true => games::pgn::move_text(&pos, side, m),
                        false => pos.write_move(m),
                    })
                };
                let texts: Vec<String> = Color::BOTH.into_iter().filter_map(text).collect();
                new_turns.push(format!("{prefix}{}", texts.join(" ")));
            }
            pos.play(moves);
        }
        new_turns
    }

    /// Sends the new turns and starts the search. Returns the time of its start.
    fn start_search<G: PlayedGame>(&mut self, ask: &Ask<'_, G>) -> Instant {
        let mut new_turns = self.new_turns(ask);
        let last = if self.is_playing { new_turns.pop() } else { None };
        for line in new_turns {
            self.connection.send(&line);
        }
        self.known = ask.record.moves().len();
        // The own clock replaces a missing clock of the other side.
        let left = |clock: &Clock| clock.left().or(clock.limits().move_time);
        if let Some(own) = left(ask.clock()).filter(|_| self.features.time) {
            let other = left(ask.clocks[!ask.side]).unwrap_or(own);
            self.connection.send(&format!("time {}", own.as_millis() / 10));
            self.connection.send(&format!("otim {}", other.as_millis() / 10));
        }
        self.connection.begin_search();
        let begin = Instant::now();
        match last {
            Some(line) => self.connection.send(&line),
            None => {
                let is_simultaneous = ask.record.position().turn() == Turn::Both;
                if self.features.colors || is_simultaneous {
                    self.connection.send(if ask.side == Color::White { "white" } else { "black" });
                }
                // In simultaneous turns the color names the side to move.
                if !is_simultaneous {
                    self.connection.send("go");
                }
                self.is_playing = true;
            }
        }
        begin
    }

    fn search<G: PlayedGame>(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        self.ping(self.timeouts.ping, "ping", true)?;
        let begin = self.start_search(ask);
        let mut thought = Thought::default();
        let mut deadline = begin + ask.allowance();
        let mut is_stopped = false;
        loop {
            let (line, at) = match self.connection.receive(deadline, "go") {
                Err(Fault::Hang(_)) if !is_stopped => {
                    self.connection.send("?");
                    is_stopped = true;
                    deadline = Instant::now() + self.timeouts.stop;
                    continue;
                }
                Err(Fault::Hang(_)) if self.connection.is_flooded() => return Err(Fault::Flood),
                received => received?,
            };
            let answer = match message(&line) {
                Message::Thinks(report) => {
                    thought = report;
                    continue;
                }
                Message::Move(text) => {
                    let pos = ask.record.position();
                    // Its move of a simultaneous turn is sent with the other one.
                    self.known += usize::from(pos.turn() != Turn::Both);
                    let parsed = pos.parse_move(ask.side, &text).ok();
                    let m = parsed.or_else(|| pos.read(ask.side, &text, games::Notation::Algebraic).ok());
                    m.map_or_else(|| Answer::Text(printable(&text)), Answer::Move)
                }
                Message::Resigns => Answer::Resigns,
                Message::Result(text) => {
                    let own_loss = if ask.side == Color::White { "0-1" } else { "1-0" };
                    if !text.starts_with(own_loss) {
                        return Err(Fault::Claim(text));
                    }
                    Answer::Resigns
                }
                Message::Refuses(text) => return Err(Fault::Claim(text)),
                Message::Pong(_) | Message::Nothing => continue,
            };
            if self.config.white_pov {
                thought.turn_to(ask.side);
            }
            return Ok(Reply { answer, time: at.saturating_duration_since(begin), thought, lines: Vec::new() });
        }
    }

    fn begin<G: PlayedGame>(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault> {
        (self.known, self.is_playing) = (0, false);
        self.connection.send("new");
        if self.variant != movegen::Chess::NAME {
            let line = format!("variant {}", self.variant);
            self.connection.send(&line);
        }
        self.connection.send("force");
        if ask.fen != G::start().to_string() {
            if !self.features.setboard {
                return Err(Fault::Claim("it cannot be given a position".to_owned()));
            }
            self.connection.send(&format!("setboard {}", ask.fen));
        }
        self.set_limits(ask.clock().limits());
        for line in ["post", "easy", "computer"] {
            self.connection.send(line);
        }
        self.ping(self.timeouts.new_game, "new", false)
    }
}

impl<G: PlayedGame> Player<G> for Xboard {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault> {
        let begun = self.begin(ask);
        self.connection.close_on_fault(begun)
    }

    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        let reply = self.search(ask);
        self.connection.close_on_fault(reply)
    }

    fn game_over(&mut self, result: &str, reason: &str) {
        self.connection.send("force");
        self.connection.send(&format!("result {result} {{{reason}}}"));
        self.is_playing = false;
    }

    fn needs_new_process(&self) -> bool {
        !self.features.reuse
    }

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}
