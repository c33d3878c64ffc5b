//! A player that is an XBoard engine (CECP, version 1 or 2).

pub(crate) mod messages;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use movegen::fen::printable;
use movegen::variants::base_of_chess960;
use movegen::{Color, Turn, Variant};

use self::messages::{Message, features, message};
use super::client::Client;
use super::fault::Fault;
use super::process::Process;
use super::{Answer, Ask, Identity, Player, Reply, Thought};
use crate::clock::{Clock, Limits};
use crate::config::{EngineConfig, Timeouts};
use games::plies::definition::name_in_xboard;
use games::{Notation, PlayedGame};

/// Time without output after which a ping is sent during the handshake.
const PING_INTERVAL: Duration = Duration::from_millis(500);
/// Number of such pings after which the engine has no further features.
const MAX_PINGS: u32 = 12;
/// The features that are accepted. `coordinates` is an extension of this project: moves in coordinates, both moves of a simultaneous
/// turn in one line.
const KNOWN_FEATURES: [&str; 19] = [
    "ping",
    "setboard",
    "usermove",
    "san",
    "time",
    "colors",
    "coordinates",
    "reuse",
    "nps",
    "memory",
    "smp",
    "done",
    "variants",
    "option",
    "myname",
    "name",
    "draw",
    "debug",
    "highlight",
];

/// An XBoard engine.
#[derive(Debug)]
pub struct Xboard {
    client: Client,
    variant: String,
    features: BTreeMap<String, String>,
    options: Vec<String>,
    pings: u32,
    /// Number of turns that the engine knows.
    known: usize,
    /// The engine answers moves without `go`.
    is_playing: bool,
}

impl Xboard {
    /// Performs the handshake and sets the options.
    pub fn start(process: Process, config: &EngineConfig, variant: &str, timeouts: &Timeouts) -> Result<Self, Fault> {
        // Those of version 1 of the protocol.
        let features = ["time", "colors", "reuse"].map(|name| (name.to_owned(), "1".to_owned())).into();
        let (client, variant) = (Client::new(process, config, timeouts), variant.to_owned());
        let mut xboard = Self { client, variant, features, options: Vec::new(), pings: 0, known: 0, is_playing: false };
        xboard.client.send("xboard");
        xboard.client.send("protover 2");
        xboard.read_features()?;
        xboard.client.identity.name = xboard.features.get("myname").cloned().unwrap_or_default();
        xboard.set_options();
        let name = name_in_xboard(&xboard.variant);
        if xboard.features.get("variants").is_some_and(|known| known.split(',').all(|known| known.trim() != name)) {
            xboard.client.warn(&format!("{} does not offer the variant {name}", config.name));
        }
        xboard.ping(timeouts.startup, "protover 2", false)?;
        Ok(xboard)
    }

    /// Returns `true` if it can play games with simultaneous turns.
    pub fn supports_simultaneous_turns(&self) -> bool {
        self.has("coordinates")
    }

    fn has(&self, feature: &str) -> bool {
        self.features.get(feature).is_some_and(|value| value == "1")
    }

    /// Reads features until `done=1`. An engine that writes but sends none in time has version 1. Some engines delay
    /// their output until the next input, so silence is answered by a ping.
    fn read_features(&mut self) -> Result<(), Fault> {
        let end = Instant::now() + self.client.timeouts.startup;
        let mut pings_sent = 0;
        let (mut has_written, mut is_promised) = (false, false);
        while !self.has("done") {
            let line = match self.client.receive((Instant::now() + PING_INTERVAL).min(end), "protover 2") {
                Ok((line, _)) => line,
                Err(Fault::Hang(_)) if Instant::now() >= end => break,
                Err(Fault::Hang(_)) => {
                    pings_sent += 1;
                    if pings_sent > MAX_PINGS && has_written && !is_promised {
                        break;
                    }
                    self.pings += 1;
                    self.client.send(&format!("ping {}", self.pings));
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            has_written = true;
            let Some(list) = line.trim().strip_prefix("feature ") else { continue };
            for (name, value) in features(list) {
                let is_known = KNOWN_FEATURES.contains(&name.as_str());
                self.client.send(&format!("{} {name}", if is_known { "accepted" } else { "rejected" }));
                is_promised |= name == "done" && value == "0";
                match name.as_str() {
                    "option" => self.options.push(value.split(" -").next().unwrap_or_default().trim().to_owned()),
                    _ => drop(self.features.insert(name, value)),
                }
            }
        }
        if !has_written || is_promised && !self.has("done") {
            return Err(Fault::Hang("no answer to 'protover 2'".to_owned()));
        }
        Ok(())
    }

    fn set_options(&mut self) {
        for (name, value) in self.client.config.options.clone() {
            let squeezed = |text: &str| text.replace(' ', "").to_ascii_lowercase();
            let known = self.options.iter().find(|known| squeezed(known) == squeezed(&name)).cloned();
            match (known, squeezed(&name).as_str()) {
                (_, "uci_variant") => {}
                (_, "hash") if self.has("memory") => {
                    self.client.send(&format!("memory {value}"));
                    self.client.identity.hash = Some(value);
                }
                (_, "threads") if self.has("smp") => {
                    self.client.send(&format!("cores {value}"));
                    self.client.identity.threads = Some(value);
                }
                (Some(known), _) => {
                    let value = match value.as_str() {
                        "true" => "1",
                        "false" => "0",
                        other => other,
                    };
                    self.client.send(&format!("option {known}={value}"));
                }
                (None, _) => self.client.warn(&format!("{} doesn't have option {name}", self.client.config.name)),
            }
        }
    }

    /// Waits until all commands are processed, if the engine supports `ping`. A claim during a game is false, because
    /// the referee has not confirmed it.
    fn ping(&mut self, timeout: Duration, what: &str, in_game: bool) -> Result<(), Fault> {
        if !self.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings;
        self.client.send(&format!("ping {number}"));
        self.client.wait(timeout, what, |client, line| {
            match message(line) {
                Message::Pong(answered) if answered == number => return Ok(Some(())),
                Message::Result(text) | Message::Refuses(text) if in_game => return Err(Fault::Claim(text)),
                Message::Move(text) => client.warn(&format!("{} moves late: {text}", client.config.name)),
                _ => {}
            }
            Ok(None)
        })
    }

    /// Sends time control, depth and nodes.
    fn set_limits(&mut self, limits: &Limits) {
        if let Some(control) = limits.control {
            let seconds = control.time.as_secs();
            let base = match seconds % 60 {
                0 => (seconds / 60).to_string(),
                rest => format!("{}:{rest:02}", seconds / 60),
            };
            self.client.send(&format!("level {} {base} {}", control.moves, control.increment.as_secs_f64()));
        } else if let Some(time) = limits.move_time {
            self.client.send(&format!("st {}", time.as_secs_f64().ceil()));
        } else if limits.nodes.is_none() {
            self.client.send("st 86400");
        }
        if let Some(depth) = limits.depth {
            self.client.send(&format!("sd {depth}"));
        }
        match limits.nodes {
            // One second at this speed.
            Some(nodes) if self.has("nps") => {
                self.client.send("st 1");
                self.client.send(&format!("nps {nodes}"));
            }
            Some(_) => self.client.warn(&format!("{} cannot be limited by nodes", self.client.config.name)),
            None => {}
        }
    }

    /// Returns the lines of the turns that the engine does not know. In simultaneous turns a line has both moves,
    /// White's first.
    fn new_turns<G: PlayedGame>(&self, ask: &Ask<'_, G>) -> Vec<String> {
        let prefix = if self.has("usermove") { "usermove " } else { "" };
        let is_algebraic = self.has("san") && !self.has("coordinates");
        // XBoard has no coordinates for castling in chess960.
        let names_castling = !self.has("coordinates") && base_of_chess960(&self.variant).is_some();
        let coordinates = |pos: &G, side, m| {
            let san = if names_castling { pos.write(side, m, Notation::Algebraic) } else { String::new() };
            match san.trim_end_matches(['+', '#']) {
                castling @ ("O-O" | "O-O-O") => castling.to_owned(),
                _ => pos.write_move(m),
            }
        };
        let mut pos = ask.record.first().clone();
        let line = |&moves: &[Option<G::Move>; 2]| {
            let text = |side| match is_algebraic {
                true => Some(games::pgn::move_text(&pos, side, moves[side]?)),
                false => Some(coordinates(&pos, side, moves[side]?)),
            };
            let texts: Vec<String> = Color::BOTH.into_iter().filter_map(text).collect();
            pos.play(moves);
            format!("{prefix}{}", texts.join(" "))
        };
        ask.record.moves().iter().map(line).skip(self.known).collect()
    }

    /// Sends the new turns and starts the search. Returns the time of its start.
    fn start_search<G: PlayedGame>(&mut self, ask: &Ask<'_, G>) -> Instant {
        let mut new_turns = self.new_turns(ask);
        let last = if self.is_playing { new_turns.pop() } else { None };
        new_turns.iter().for_each(|line| self.client.send(line));
        self.known = ask.record.moves().len();
        // The own clock replaces a missing clock of the other side.
        let left = |clock: &Clock| clock.left().or(clock.limits.move_time);
        if let Some(own) = left(ask.clock()).filter(|_| self.has("time")) {
            let other = left(ask.clocks[!ask.side]).unwrap_or(own);
            self.client.send(&format!("time {}", own.as_millis() / 10));
            self.client.send(&format!("otim {}", other.as_millis() / 10));
        }
        let begin = self.client.begin_search();
        match last {
            Some(line) => self.client.send(&line),
            None => {
                let is_simultaneous = ask.record.position().turn() == Turn::Both;
                if self.has("colors") || is_simultaneous {
                    self.client.send(if ask.side == Color::White { "white" } else { "black" });
                }
                // In simultaneous turns the color names the side to move.
                if !is_simultaneous {
                    self.client.send("go");
                }
                self.is_playing = true;
            }
        }
        begin
    }

    fn search<G: PlayedGame>(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        self.ping(self.client.timeouts.ping, "ping", true)?;
        let begin = self.start_search(ask);
        let (mut thought, pos) = (Thought::default(), ask.record.position());
        let own_loss = if ask.side == Color::White { "0-1" } else { "1-0" };
        let (answer, time) =
            self.client.answer((begin, ask.allowance()), ("go", "?"), |line| match message(&line) {
                Message::Thinks(report) => {
                    thought = report;
                    Ok(None)
                }
                Message::Move(text) => {
                    let parsed = pos.parse_move(ask.side, &text).ok();
                    let m = parsed.or_else(|| pos.read(ask.side, &text, Notation::Algebraic).ok());
                    Ok(Some(m.map_or_else(|| Answer::Text(printable(&text)), Answer::Move)))
                }
                Message::Resigns => Ok(Some(Answer::Resigns)),
                Message::Result(text) if text.starts_with(own_loss) => Ok(Some(Answer::Resigns)),
                Message::Result(text) | Message::Refuses(text) => Err(Fault::Claim(text)),
                Message::Pong(_) | Message::Nothing => Ok(None),
            })?;
        // Its move of a simultaneous turn is sent with the other one.
        self.known += usize::from(answer != Answer::Resigns && pos.turn() != Turn::Both);
        if self.client.config.white_pov {
            thought.turn_to(ask.side);
        }
        Ok(Reply { answer, time, thought, lines: Vec::new() })
    }

    fn begin<G: PlayedGame>(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault> {
        (self.known, self.is_playing) = (0, false);
        self.client.send("new");
        if self.variant != movegen::Chess::NAME {
            self.client.send(&format!("variant {}", name_in_xboard(&self.variant)));
        }
        self.client.send("force");
        if ask.fen != ask.record.position().first().to_string() {
            if !self.has("setboard") {
                return Err(Fault::Claim("it cannot be given a position".to_owned()));
            }
            self.client.send(&format!("setboard {}", ask.fen));
        }
        self.set_limits(&ask.clock().limits);
        ["post", "easy", "computer"].into_iter().for_each(|line| self.client.send(line));
        self.ping(self.client.timeouts.new_game, "new", false)
    }
}

impl<G: PlayedGame> Player<G> for Xboard {
    fn identity(&self) -> &Identity {
        &self.client.identity
    }

    fn new_game(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault> {
        let begun = self.begin(ask);
        self.client.close_on_fault(begun)
    }

    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        let reply = self.search(ask);
        self.client.close_on_fault(reply)
    }

    fn game_over(&mut self, result: &str, reason: &str) {
        self.client.send("force");
        self.client.send(&format!("result {result} {{{reason}}}"));
        self.is_playing = false;
    }

    fn needs_new_process(&self) -> bool {
        !self.has("reuse")
    }

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.client.warnings)
    }
}
