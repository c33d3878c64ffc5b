//! An engine that misbehaves on purpose, for tests of the arena. It plays a legal move chosen by its seed, in UCI or
//! the XBoard protocol, until the configured fault.
//!
//! ```text
//! faulty [seed=S] [mute] [tunable] [coordinates] [crash=N] [hang=N] [deaf=N] [flood=N] [late=N] [illegal=N] [none=N] [claim=N]
//! ```
//!
//! N is the number of its own move at which the fault happens. `crash` ends the process, `hang` stops answering, `deaf`
//! searches until `stop`, `flood` writes without end, `late` answers after its time, `illegal` and `none` answer
//! without a legal move, `claim` claims a win (XBoard). `mute` never writes, `tunable` has an option for each parameter
//! of the search, `coordinates` has the feature of that name (XBoard).

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use games::plies::definition::name_in_xboard;
use games::registry::{self, APOCALYPSE, NAMES};
use movegen::zobrist::splitmix64;
use movegen::{Color, Turn};

/// Upper limit of the life of a process.
const MAX_LIFETIME: Duration = Duration::from_secs(60);

/// The state of the engine.
#[derive(Default)]
struct Engine {
    /// The arguments of the program.
    words: Vec<String>,
    variant: String,
    fen: Option<String>,
    moves: Vec<String>,
    /// Number of own moves in this game.
    number: u32,
    is_xboard: bool,
    is_forced: bool,
    /// It plays Black in simultaneous turns.
    is_black: bool,
    millis_left: u64,
    is_searching: bool,
}

fn print(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Sleeps until the end of the process.
fn sleep_forever() -> ! {
    std::thread::sleep(MAX_LIFETIME);
    std::process::exit(0)
}

fn flood() -> ! {
    let begin = Instant::now();
    let lines = vec!["info depth 1 score cp 1 nodes 1 string and so on and so on and so on"; 1000].join("\n");
    while begin.elapsed() < MAX_LIFETIME {
        print(&lines);
    }
    std::process::exit(0)
}

impl Engine {
    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|known| known == word)
    }

    /// Returns the values of the arguments `NAME=VALUE`.
    fn values(&self) -> impl Iterator<Item = (&str, u64)> {
        let pairs = self.words.iter().filter_map(|word| word.split_once('='));
        pairs.map(|(name, value)| (name, value.parse().unwrap_or(1)))
    }

    /// Chooses a legal move by the seed.
    fn choose(&self) -> String {
        let seed = self.values().find(|(name, _)| *name == "seed").map_or(0, |(_, seed)| seed);
        let number = splitmix64(seed ^ splitmix64(self.moves.len() as u64));
        let chosen = || {
            let session = registry::open(&self.variant, self.fen.as_deref(), &self.moves)?.ok()?;
            let is_own = self.is_xboard && session.turn() == Turn::Both;
            let own = if self.is_black { Color::Black } else { Color::White };
            let moves = session.moves(if is_own { own } else { session.side_to_choose() });
            moves.get((number % moves.len().max(1) as u64) as usize).cloned()
        };
        chosen().unwrap_or_else(|| "0000".to_owned())
    }

    fn answer(&mut self, text: &str) {
        self.is_searching = false;
        match self.is_xboard {
            true => {
                print("1 0 0 1 x");
                // Its move of a simultaneous turn is received with the other one.
                if self.variant != APOCALYPSE {
                    self.moves.push(text.to_owned());
                }
                print(&format!("move {text}"));
            }
            false => {
                print(&format!("info depth 1 score cp 0 nodes 1 time 0 pv {text}"));
                print(&format!("bestmove {text}"));
            }
        }
    }

    fn think(&mut self) {
        self.number += 1;
        let chosen = self.choose();
        let fault = self.values().find(|(name, at)| *name != "seed" && *at == self.number.into());
        match fault.map(|(name, _)| name) {
            Some("crash") => std::process::exit(3),
            Some("hang") => sleep_forever(),
            Some("flood") => flood(),
            Some("deaf") => self.is_searching = true,
            Some("late") => {
                std::thread::sleep(Duration::from_millis(self.millis_left + 200));
                self.answer(&chosen);
            }
            Some("illegal") => self.answer("a1a1"),
            Some("none") => self.answer("(none)"),
            Some("claim") => {
                let is_white = self.moves.len().is_multiple_of(2);
                print(if is_white { "1-0 {White mates}" } else { "0-1 {Black mates}" });
            }
            _ => self.answer(&chosen),
        }
    }

    fn new_game(&mut self) {
        (self.number, self.fen, self.is_forced) = (0, None, false);
        self.moves.clear();
    }

    fn uci(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied().unwrap_or_default() {
            "uci" => {
                let games: String = NAMES.iter().map(|name| format!(" var {name}")).collect();
                print(&format!(
                    "id name faulty\nid author Upheaval\noption name UCI_Variant type combo default chess{games}"
                ));
                for p in engine::PARAMETERS.iter().filter(|_| self.has("tunable")) {
                    let (value, min, max) = (p.value, p.lowest(), p.highest());
                    print(&format!("option name {} type spin default {value} min {min} max {max}", p.name));
                }
                print("option name Hash type spin default 1 min 1 max 9\nuciok");
            }
            "isready" => print("readyok"),
            "ucinewgame" => self.new_game(),
            "setoption" if words.get(2) == Some(&"UCI_Variant") => {
                self.variant = words.last().copied().unwrap_or_default().to_owned();
            }
            "position" => {
                let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
                self.fen = start.strip_prefix("position fen ").map(str::to_owned);
                self.moves = moves.split_whitespace().map(str::to_owned).collect();
            }
            "go" => {
                let own = if self.moves.len().is_multiple_of(2) { "wtime" } else { "btime" };
                let at = words.iter().position(|word| *word == own || *word == "movetime");
                self.millis_left = at.and_then(|at| words.get(at + 1)?.parse().ok()).unwrap_or_default();
                self.think();
            }
            "stop" if self.is_searching => {
                let chosen = self.choose();
                self.answer(&chosen);
            }
            _ => {}
        }
    }

    fn xboard(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "protover" => {
                let games: String = NAMES[1..].iter().map(|name| format!(",{}", name_in_xboard(name))).collect();
                print("feature done=0\nfeature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0");
                if self.has("coordinates") {
                    print("feature coordinates=1");
                }
                print(&format!("feature myname=\"faulty engine\" variants=\"normal{games}\" done=1"));
            }
            "new" => {
                self.new_game();
                "chess".clone_into(&mut self.variant);
            }
            "variant" => registry::find(rest).unwrap_or(rest).clone_into(&mut self.variant),
            "setboard" => self.fen = Some(rest.to_owned()),
            "force" => self.is_forced = true,
            "ping" => print(&format!("pong {rest}")),
            "time" => self.millis_left = rest.parse::<u64>().unwrap_or_default() * 10,
            "usermove" => {
                self.moves.extend(rest.split(' ').map(str::to_owned));
                if !self.is_forced {
                    self.think();
                }
            }
            "go" | "white" | "black" => {
                self.is_black = word == "black";
                self.is_forced = false;
                self.think();
            }
            "?" if self.is_searching => {
                let chosen = self.choose();
                self.answer(&chosen);
            }
            _ => {}
        }
    }
}

fn main() -> ExitCode {
    let words = std::env::args().skip(1).collect();
    let mut engine = Engine { words, variant: "chess".to_owned(), ..Engine::default() };
    if engine.has("mute") {
        sleep_forever();
    }
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match line.trim() {
            "quit" => break,
            "xboard" => engine.is_xboard = true,
            line if engine.is_xboard => engine.xboard(line),
            line => engine.uci(line),
        }
    }
    ExitCode::SUCCESS
}
