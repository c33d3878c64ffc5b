//! A player that is a process and speaks the XBoard protocol (CECP), version 2, or 1 with what little that has.

use std::time::{Duration, Instant};

use movegen::fen::printable;
use movegen::{Color, Variant};

use super::clock::Limits;
use super::config::{EngineConfig, Patience};
use super::fault::Fault;
use super::player::{Ask, Identity, Player, Reply, Said, Thought, Value};
use super::process::{Process, Silence};
use super::rules::Refereed;
use super::uci::{FLOOD, MUCH};

/// How long to listen before a silent engine is spoken to again while it may still tell of features.
const SILENCE: Duration = Duration::from_millis(500);
/// After so many silences an engine has no features.
const SILENCES: u32 = 12;
/// Values from here on are mates.
const MATE: i32 = 100_000;

/// What an engine has said that it can do.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    algebraic: bool,
    time: bool,
    colors: bool,
    reuse: bool,
    nps: bool,
    memory: bool,
    cores: bool,
    variants: Option<Vec<String>>,
    options: Vec<String>,
    is_done: bool,
}

/// Those of the first version of the protocol.
impl Default for Features {
    fn default() -> Self {
        Self {
            ping: false,
            setboard: false,
            usermove: false,
            algebraic: false,
            time: true,
            colors: true,
            reuse: true,
            nps: false,
            memory: false,
            cores: false,
            variants: None,
            options: Vec::new(),
            is_done: false,
        }
    }
}

/// An engine that speaks the XBoard protocol.
#[derive(Debug)]
pub struct Xboard {
    process: Option<Process>,
    config: EngineConfig,
    patience: Patience,
    variant: String,
    identity: Identity,
    features: Features,
    pings: u32,
    /// How many choices of the game it has been told of or has made.
    known: usize,
    /// Whether it answers moves by itself, or has to be told to go.
    is_playing: bool,
    warnings: Vec<String>,
}

/// Something that an engine says during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// Its move.
    Move(String),
    /// A result that it claims.
    Result(String),
    /// It gives up.
    Resigns,
    /// It takes a move for illegal.
    Refuses(String),
    /// The answer to this ping.
    Pong(u32),
    /// What it thinks.
    Thinks(Thought),
    /// Nothing that matters.
    Nothing,
}

impl Xboard {
    /// Shakes hands with the engine that has been started, and sets its options.
    ///
    /// # Errors
    /// What it did wrong.
    pub fn start(process: Process, config: &EngineConfig, variant: &str, patience: &Patience) -> Result<Self, Fault> {
        let mut xboard = Self {
            process: Some(process),
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
            xboard.send(line);
        }
        xboard.send("xboard");
        xboard.send("protover 2");
        xboard.read_features()?;
        xboard.set_options();
        let name = xboard.name_of_the_game().to_owned();
        if xboard.features.variants.as_ref().is_some_and(|known| !known.contains(&name)) {
            xboard.warn(&format!("{} does not offer the variant {name}", config.name));
        }
        xboard.ping(patience.startup, "protover 2", false)?;
        Ok(xboard)
    }

    fn send(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            process.send(line);
        }
    }

    fn receive(&mut self, deadline: Instant, what: &str) -> Result<(String, Instant), Fault> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it is not running".to_owned()))?;
        match process.receive(deadline) {
            Ok(_) if process.bytes() > FLOOD => Err(Fault::Flood),
            Ok(line) => Ok((line.text, line.at)),
            Err(Silence::Late) => Err(Fault::Hang(format!("no answer to '{what}'"))),
            Err(Silence::Ended(how)) => Err(Fault::Crash(format!("{how} after '{what}'"))),
        }
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
            let line = match self.receive((Instant::now() + SILENCE).min(end), "protover 2") {
                Ok((line, _)) => line,
                Err(Fault::Hang(_)) if Instant::now() >= end => break,
                Err(Fault::Hang(_)) => {
                    silences += 1;
                    if silences > SILENCES && has_spoken && !is_promised {
                        break;
                    }
                    self.pings += 1;
                    self.send(&format!("ping {}", self.pings));
                    continue;
                }
                Err(fault) => return Err(fault),
            };
            has_spoken = true;
            let Some(list) = line.trim().strip_prefix("feature ") else { continue };
            for (name, value) in features(list) {
                let is_known = self.set_feature(&name, &value);
                self.send(&format!("{} {name}", if is_known { "accepted" } else { "rejected" }));
                is_promised |= name == "done" && value == "0";
            }
        }
        if !has_spoken || is_promised && !self.features.is_done {
            return Err(Fault::Hang("no answer to 'protover 2'".to_owned()));
        }
        Ok(())
    }

    fn set_feature(&mut self, name: &str, value: &str) -> bool {
        let features = &mut self.features;
        let yes = value == "1";
        match name {
            "ping" => features.ping = yes,
            "setboard" => features.setboard = yes,
            "usermove" => features.usermove = yes,
            "san" => features.algebraic = yes,
            "time" => features.time = yes,
            "colors" => features.colors = yes,
            "reuse" => features.reuse = yes,
            "nps" => features.nps = yes,
            "memory" => features.memory = yes,
            "smp" => features.cores = yes,
            "done" => features.is_done = yes,
            "variants" => features.variants = Some(value.split(',').map(|name| name.trim().to_owned()).collect()),
            "option" => features.options.push(value.split(" -").next().unwrap_or_default().trim().to_owned()),
            "myname" => value.clone_into(&mut self.identity.name),
            "name" | "draw" | "debug" | "highlight" => {}
            _ => return false,
        }
        true
    }

    fn set_options(&mut self) {
        for (name, value) in self.config.options.clone() {
            let squeezed = |text: &str| text.replace(' ', "").to_ascii_lowercase();
            let known = self.features.options.iter().find(|known| squeezed(known) == squeezed(&name)).cloned();
            match (known, squeezed(&name).as_str()) {
                (_, "uci_variant") => {}
                (_, "hash") if self.features.memory => {
                    self.send(&format!("memory {value}"));
                    self.identity.hash = Some(value);
                }
                (_, "threads") if self.features.cores => {
                    self.send(&format!("cores {value}"));
                    self.identity.threads = Some(value);
                }
                (Some(known), _) => {
                    let value = match value.as_str() {
                        "true" => "1",
                        "false" => "0",
                        other => other,
                    };
                    self.send(&format!("option {known}={value}"));
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
        self.send(&format!("ping {number}"));
        let deadline = Instant::now() + patience;
        loop {
            let (line, _) = self.receive(deadline, what)?;
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
            self.send(&format!("level {} {base} {}", control.moves, control.increment.as_secs_f64()));
        } else if let Some(time) = limits.move_time {
            self.send(&format!("st {}", time.as_secs_f64().ceil()));
        } else if limits.nodes.is_none() {
            self.send("st 86400");
        }
        if let Some(depth) = limits.depth {
            self.send(&format!("sd {depth}"));
        }
        match limits.nodes {
            // A second at so many nodes a second.
            Some(nodes) if self.features.nps => {
                self.send("st 1");
                self.send(&format!("nps {nodes}"));
            }
            Some(_) => self.warn(&format!("{} cannot be limited by nodes", self.config.name)),
            None => {}
        }
    }

    /// The choices that the engine does not know yet, as it wants to read them.
    fn news<G: Refereed>(&self, ask: &Ask<'_, G>) -> Vec<String> {
        let prefix = if self.features.usermove { "usermove " } else { "" };
        let mut pos = ask.record.first().clone();
        let mut news = Vec::new();
        for (i, (&moves, text)) in ask.record.moves().iter().zip(ask.texts).enumerate() {
            if i >= self.known {
                let side = if moves[0].is_some() { Color::White } else { Color::Black };
                let algebraic = moves[side].filter(|_| self.features.algebraic).map(|m| pos.algebraic(side, m));
                news.push(format!("{prefix}{}", algebraic.as_ref().unwrap_or(text)));
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
            self.send(&line);
        }
        self.known = ask.texts.len();
        // The other side's clock is the own one where it has none.
        let left = |clock: &super::clock::Clock| clock.left().or(clock.limits().move_time);
        if let Some(own) = left(ask.clock()).filter(|_| self.features.time) {
            let other = left(ask.clocks[!ask.side]).unwrap_or(own);
            self.send(&format!("time {}", own.as_millis() / 10));
            self.send(&format!("otim {}", other.as_millis() / 10));
        }
        if let Some(process) = &mut self.process {
            process.take_bytes();
        }
        let begin = Instant::now();
        match last {
            Some(line) => self.send(&line),
            None => {
                if self.features.colors {
                    self.send(if ask.side == Color::White { "white" } else { "black" });
                }
                self.send("go");
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
            let (line, at) = match self.receive(deadline, "go") {
                Err(Fault::Hang(_)) if !is_hurried => {
                    self.send("?");
                    is_hurried = true;
                    deadline = Instant::now() + self.patience.stop;
                    continue;
                }
                Err(Fault::Hang(_)) if self.process.as_ref().is_some_and(|process| process.bytes() > MUCH) => {
                    return Err(Fault::Flood);
                }
                received => received?,
            };
            let said = match word(&line) {
                Word::Thinks(told) => {
                    thought = told;
                    continue;
                }
                Word::Move(text) => {
                    self.known += 1;
                    let pos = ask.record.position();
                    let parsed = pos.parse_move(ask.side, &text).ok();
                    let m = parsed.or_else(|| pos.read_algebraic(ask.side, &text));
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
            if self.config.tells_whites_value && ask.side == Color::Black {
                thought.value = thought.value.map(|value| match value {
                    Value::Cp(n) => Value::Cp(-n),
                    Value::Mate(n) => Value::Mate(-n),
                });
            }
            return Ok(Reply { said, time: at.saturating_duration_since(begin), thought, lines: Vec::new() });
        }
    }

    fn begin<G: Refereed>(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault> {
        (self.known, self.is_playing) = (0, false);
        self.send("new");
        if self.variant != movegen::Chess::NAME {
            let line = format!("variant {}", self.variant);
            self.send(&line);
        }
        self.send("force");
        if ask.fen != G::start().to_string() {
            if !self.features.setboard {
                return Err(Fault::Claim("it cannot be given a position".to_owned()));
            }
            self.send(&format!("setboard {}", ask.fen));
        }
        self.set_limits(ask.clock().limits());
        for line in ["post", "easy", "computer"] {
            self.send(line);
        }
        self.ping(self.patience.new_game, "new", false)
    }

    /// A fault leaves a process behind that must not be spoken to any more.
    fn fallen<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if result.as_ref().is_err_and(|fault| fault.sort().needs_restart()) {
            self.process = None;
        }
        result
    }
}

impl<G: Refereed> Player<G> for Xboard {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, ask: &Ask<'_, G>) -> Result<(), Fault> {
        let begun = self.begin(ask);
        self.fallen(begun)
    }

    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        let reply = self.think(ask);
        self.fallen(reply)
    }

    fn game_over(&mut self, result: &str, reason: &str) {
        self.send("force");
        self.send(&format!("result {result} {{{reason}}}"));
        self.is_playing = false;
    }

    fn is_spent(&self) -> bool {
        !self.features.reuse
    }

    fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

impl Drop for Xboard {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }
}

/// The features of a line: `ping=1 myname="A B"`.
pub(super) fn features(list: &str) -> Vec<(String, String)> {
    let mut features = Vec::new();
    let mut rest = list.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        features.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    features
}

/// What a line means.
pub(super) fn word(line: &str) -> Word {
    let line = line.trim();
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next();
    match (first, second) {
        ("move", Some(text)) => Word::Move(text.to_owned()),
        ("pong", Some(number)) => number.parse().map_or(Word::Nothing, Word::Pong),
        ("resign", None) => Word::Resigns,
        ("1-0" | "0-1" | "1/2-1/2", _) if second.is_some_and(|rest| rest.contains("resign")) => Word::Resigns,
        ("1-0" | "0-1" | "1/2-1/2", _) => Word::Result(printable(line)),
        // Older engines: `1. ... e7e5` and `My move is: e7e5`.
        (_, Some("...")) if first.ends_with('.') => words.next().map_or(Word::Nothing, |text| Word::Move(text.into())),
        ("My", Some("move")) => Word::Nothing,
        _ if first.eq_ignore_ascii_case("illegal") => Word::Refuses(printable(line)),
        _ => thinks(line).map_or(Word::Nothing, Word::Thinks),
    }
}

/// A line of thought: depth, value, hundredths of a second, nodes, and the line of play.
fn thinks(line: &str) -> Option<Thought> {
    let mut words = line.split_ascii_whitespace();
    let mut number = || words.next()?.trim_end_matches(['.', '+', '-', '&']).parse::<i64>().ok();
    let (depth, value, time, nodes) = (number()?, number()?, number()?, number()?);
    let value = i32::try_from(value).ok()?;
    Some(Thought {
        value: Some(match value {
            MATE.. => Value::Mate(value - MATE),
            value if value <= -MATE => Value::Mate(value + MATE),
            value => Value::Cp(value),
        }),
        depth: u32::try_from(depth).ok()?,
        nodes: u64::try_from(nodes).ok()?,
        time: u64::try_from(time).ok()? * 10,
        line: words.map(str::to_owned).collect(),
        ..Thought::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_and_without_quotes() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            features("ping=1 setboard=1 myname=\"A B 1=2\" variants=\"normal,empire\" done=1"),
            [
                pair("ping", "1"),
                pair("setboard", "1"),
                pair("myname", "A B 1=2"),
                pair("variants", "normal,empire"),
                pair("done", "1")
            ]
        );
        assert_eq!(features("option=\"Hash -spin 64 1 4096\""), [pair("option", "Hash -spin 64 1 4096")]);
        assert_eq!((features(""), features("x"), features("a=\"b")), (vec![], vec![], vec![pair("a", "b")]));
    }

    #[test]
    fn moves_are_found_in_every_form_that_engines_use() {
        for line in ["move e7e5", "1. ... e7e5", " move  e7e5 "] {
            assert_eq!(word(line), Word::Move("e7e5".into()), "{line}");
        }
        assert_eq!(word("My move is: e7e5"), Word::Nothing, "said a second time");
        assert_eq!((word("pong 7"), word("resign"), word("1. d2d4")), (Word::Pong(7), Word::Resigns, Word::Nothing));
        assert_eq!(word("0-1 {White resigns}"), Word::Result("0-1 {White resigns}".into()));
        assert_eq!(word("1/2-1/2 {Draw}"), Word::Result("1/2-1/2 {Draw}".into()));
        assert_eq!(word("Illegal move: e2e5"), Word::Refuses("Illegal move: e2e5".into()));
        assert_eq!((word("# 1 2 3 4"), word(""), word("tellics x")), (Word::Nothing, Word::Nothing, Word::Nothing));
    }

    #[test]
    fn thoughts_are_told_in_centipawns_and_hundredths() {
        let Word::Thinks(thought) = word("7 +17 9 55350 Nc6 Nc3 Nf6") else { panic!("no thought") };
        assert_eq!((thought.value, thought.depth, thought.time, thought.nodes), (Some(Value::Cp(17)), 7, 90, 55_350));
        assert_eq!(thought.line, ["Nc6", "Nc3", "Nf6"]);
        let mate = |line: &str| thinks(line).and_then(|thought| thought.value);
        assert_eq!((mate("9 100003 1 2"), mate("9. -100002 1 2 x")), (Some(Value::Mate(3)), Some(Value::Mate(-2))));
        assert_eq!((mate("9 1 1"), mate("9 x 1 2"), mate("9 99999999999 1 2")), (None, None, None));
    }
}
