//! A player that is a process and speaks the XBoard protocol (CECP), version 2, or 1 with what little that has.

pub(crate) mod features;
pub(crate) mod words;

use std::time::{Duration, Instant};

use movegen::fen::printable;
use movegen::{Color, Turn, Variant};

use self::features::{Features, features};
use self::words::{Word, word};
use super::connection::Connection;
use super::fault::Fault;
use super::process::Process;
use super::{Ask, Identity, Player, Reply, Said, Thought};
use crate::clock::{Clock, Limits};
use crate::config::{EngineConfig, Patience};
use crate::rules::Refereed;

/// How long to listen before a silent engine is spoken to again while it may still tell of features.
const SILENCE: Duration = Duration::from_millis(500);
/// After so many silences an engine has no features.
const SILENCES: u32 = 12;
/// An engine that speaks the XBoard protocol.
#[derive(Debug)]
pub struct Xboard {
    connection: Connection,
    config: EngineConfig,
    patience: Patience,
    variant: String,
    identity: Identity,
    features: Features,
    pings: u32,
    /// How many turns of the game it knows: it has been told of them, or has made their moves.
    known: usize,
    /// Whether it answers moves by itself, or has to be told to go.
    is_playing: bool,
    warnings: Vec<String>,
}

impl Xboard {
    /// Shakes hands with the engine that has been started, and sets its options.
    ///
    /// # Errors
    /// What it did wrong.
    pub fn start(process: Process, config: &EngineConfig, variant: &str, patience: &Patience) -> Result<Self, Fault> {
        let mut xboard = Self {
            connection: Connection::new(process),
            config: config.clone(),
            patience: *patience,
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
        xboard.ping(patience.startup, "protover 2", false)?;
        Ok(xboard)
    }

    /// Whether it can play a game in which both sides choose at once.
    pub const fn can_choose_at_once(&self) -> bool {
        self.features.coordinates
    }

    fn warn(&mut self, text: &str) {
        self.warnings.push(format!("Warning; {}", printable(text)));
    }

    /// What the protocol calls the game.
    fn name_of_the_game(&self) -> &str {
        if self.variant == movegen::Chess::NAME { "normal" } else { &self.variant }
    }

    /// Reads features until the engine is done with them. One that speaks but names none in time has the first version.
    /// Some engines hold their output back until they are spoken to again, so silence is answered with a ping.
    fn read_features(&mut self) -> Result<(), Fault> {
        let end = Instant::now() + self.patience.startup;
        let mut silences = 0;
        let (mut has_spoken, mut is_promised) = (false, false);
        while !self.features.is_done {
            let line = match self.connection.receive((Instant::now() + SILENCE).min(end), "protover 2") {
                Ok((line, _)) => line,
                Err(Fault::Hang(_)) if Instant::now() >= end => break,
                Err(Fault::Hang(_)) => {
                    silences += 1;
                    if silences > SILENCES && has_spoken && !is_promised {
                        break;
                    }
                    self.pings += 1;
                    self.connection.send(&format!("ping {}", self.pings));
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            has_spoken = true;
            let Some(list) = line.trim().strip_prefix("feature ") else { continue };
            for (name, value) in features(list) {
                let is_known = self.features.set(&name, &value);
                self.connection.send(&format!("{} {name}", if is_known { "accepted" } else { "rejected" }));
                is_promised |= name == "done" && value == "0";
            }
        }
        if !has_spoken || is_promised && !self.features.is_done {
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

    /// Waits until everything sent is done, if the engine can say so. During a game a claim that comes with it is one
    /// that the referee has not confirmed.
    fn ping(&mut self, patience: Duration, what: &str, in_game: bool) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings;
        self.connection.send(&format!("ping {number}"));
        let deadline = Instant::now() + patience;
        loop {
            let (line, _) = self.connection.receive(deadline, what)?;
            match word(&line) {
                Word::Pong(answered) if answered == number => return Ok(()),
                Word::Result(text) | Word::Refuses(text) if in_game => return Err(Fault::Claim(text)),
                Word::Move(text) => self.warn(&format!("{} moves late: {text}", self.config.name)),
                _ => {}
            }
        }
    }

    /// The lines that say how much time there is.
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
            // A second at so many nodes a second.
            Some(nodes) if self.features.nps => {
                self.connection.send("st 1");
                self.connection.send(&format!("nps {nodes}"));
            }
            Some(_) => self.warn(&format!("{} cannot be limited by nodes", self.config.name)),
            None => {}
        }
    }

    /// The turns that the engine does not know yet, as it wants to read them. Where both sides choose at once, a line has
    /// both choices, White's first.
    fn news<G: Refereed>(&self, ask: &Ask<'_, G>) -> Vec<String> {
        let prefix = if self.features.usermove { "usermove " } else { "" };
        let mut pos = ask.record.first().clone();
        let mut news = Vec::new();
        for (i, &moves) in ask.record.moves().iter().enumerate() {
            if i >= self.known {
                let text = |side: Color| {
                    moves[side].map(|m| match self.features.algebraic && !self.features.coordinates {
                        true => games::pgn::move_text(&pos, side, m),
                        false => pos.write_move(m),
                    })
                };
                let texts: Vec<String> = Color::BOTH.into_iter().filter_map(text).collect();
                news.push(format!("{prefix}{}", texts.join(" ")));
            }
            pos.play(moves);
        }
        news
    }

    /// Tells the news and lets the engine think; gives the moment at which its time began.
    fn set_going<G: Refereed>(&mut self, ask: &Ask<'_, G>) -> Instant {
        let mut news = self.news(ask);
        let last = if self.is_playing { news.pop() } else { None };
        for line in news {
            self.connection.send(&line);
        }
        self.known = ask.record.moves().len();
        // The other side's clock is the own one where it has none.
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
                let chooses_at_once = ask.record.position().turn() == Turn::Both;
                if self.features.colors || chooses_at_once {
                    self.connection.send(if ask.side == Color::White { "white" } else { "black" });
                }
                // Where both choose at once nobody is on the move: the colour alone says who is asked.
                if !chooses_at_once {
                    self.connection.send("go");
                }
                self.is_playing = true;
            }
        }
        begin
    }

    fn think<G: Refereed>(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        self.ping(self.patience.ping, "ping", true)?;
        let begin = self.set_going(ask);
        let mut thought = Thought::default();
        let mut deadline = begin + ask.allowance();
        let mut is_hurried = false;
        loop {
            let (line, at) = match self.connection.receive(deadline, "go") {
                Err(Fault::Hang(_)) if !is_hurried => {
                    self.connection.send("?");
                    is_hurried = true;
                    deadline = Instant::now() + self.patience.stop;
                    continue;
                }
                Err(Fault::Hang(_)) if self.connection.is_flooded() => return Err(Fault::Flood),
                received => received?,
            };
            let said = match word(&line) {
                Word::Thinks(told) => {
                    thought = told;
                    continue;
                }
                Word::Move(text) => {
                    let pos = ask.record.position();
                    // Of two choices at once it is told with the other one.
                    self.known += usize::from(pos.turn() != Turn::Both);
                    let parsed = pos.parse_move(ask.side, &text).ok();
                    let m = parsed.or_else(|| pos.read(ask.side, &text, games::Notation::Algebraic).ok());
                    m.map_or_else(|| Said::Text(printable(&text)), Said::Move)
                }
                Word::Resigns => Said::Resigns,
                Word::Result(text) => {
                    let own_loss = if ask.side == Color::White { "0-1" } else { "1-0" };
                    if !text.starts_with(own_loss) {
                        return Err(Fault::Claim(text));
                    }
                    Said::Resigns
                }
                Word::Refuses(text) => return Err(Fault::Claim(text)),
                Word::Pong(_) | Word::Nothing => continue,
            };
            if self.config.tells_whites_value {
                thought.turn_to(ask.side);
            }
            return Ok(Reply { said, time: at.saturating_duration_since(begin), thought, lines: Vec::new() });
        }
    }

    fn begin<G: Refereed>(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault> {
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
        self.ping(self.patience.new_game, "new", false)
    }
}

impl<G: Refereed> Player<G> for Xboard {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault> {
        let begun = self.begin(ask);
        self.connection.unless_lost(begun)
    }

    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        let reply = self.think(ask);
        self.connection.unless_lost(reply)
    }

    fn game_over(&mut self, result: &str, reason: &str) {
        self.connection.send("force");
        self.connection.send(&format!("result {result} {{{reason}}}"));
        self.is_playing = false;
    }

    fn is_spent(&self) -> bool {
        !self.features.reuse
    }

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}
