//! Everything that is to be known about a match before it begins.

use std::path::PathBuf;
use std::time::Duration;

use crate::clock::Limits;
use crate::statistics::sprt::Sprt;

/// How to start a process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The program, with a path as seen from `folder`, or to be found by the system.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs; the present folder if empty.
    pub folder: String,
    /// A file that what it writes to standard error is appended to; nothing is kept if empty.
    pub errors: String,
}

/// How an engine is spoken to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// As a process, in UCI.
    Uci(Program),
    /// As a process, in the XBoard protocol.
    Xboard(Program),
    /// As this project's engine in this process.
    Builtin,
}

/// One engine of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// Its name in the match.
    pub name: String,
    /// What it is.
    pub body: Body,
    /// What it may use for its moves.
    pub limits: Limits,
    /// Options by name, in the order given.
    pub options: Vec<(String, String)>,
    /// Lines sent before anything else.
    pub init: Vec<String>,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// Whether the values that it tells are White's.
    pub tells_whites_value: bool,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Everybody plays everybody.
    RoundRobin,
    /// The first engines play all others.
    Gauntlet {
        /// How many engines are the first ones.
        seeds: usize,
    },
}

/// Where the first positions come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The start of the game.
    Start,
    /// Balanced positions after random moves.
    Random {
        /// How many random plies.
        plies: usize,
        /// How far the value may be from that of the start, in centipawns.
        margin: i32,
    },
    /// Lines of FEN or EPD.
    Positions(PathBuf),
    /// The first moves of games in PGN.
    Games(PathBuf),
}

/// The openings of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    /// Where they come from.
    pub source: Source,
    /// Whether they are shuffled, by the seed.
    pub is_shuffled: bool,
    /// How many plies of a PGN's games are played; all if `None`.
    pub plies: Option<usize>,
    /// The number of the first one used, from 1.
    pub first: usize,
    /// Whether all encounters of a round begin with the same one.
    pub once_a_round: bool,
}

/// When a game is called drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: u32,
    /// Both sides agree for so many moves.
    pub moves: u32,
    /// That the value is no farther from 0 than this, in centipawns.
    pub margin: i32,
}

/// When a game is called won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// A side says so for so many moves.
    pub moves: u32,
    /// That its value is at most minus this, in centipawns.
    pub margin: i32,
    /// Whether the other side must agree.
    pub is_twosided: bool,
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// As fastchess does.
    Fastchess,
    /// As Cute Chess does.
    Cutechess,
}

/// How moves stand in a PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `Nf3`.
    Algebraic,
    /// `g1f3`.
    Coordinates,
    /// As XBoard reads them, a word for each of its plies.
    Plies,
}

/// A PGN to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnOut {
    /// The file.
    pub path: PathBuf,
    /// Whether what stands in it is kept.
    pub append: bool,
    /// How moves are written.
    pub notation: Notation,
    /// Without comments and most tags.
    pub is_short: bool,
    /// What comments tell besides value, depth and time.
    pub tells: Vec<Tells>,
}

/// A part of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// Time left.
    TimeLeft,
    /// What the arena measured less what the engine says.
    Latency,
    /// Positions.
    Nodes,
    /// The deepest ply.
    SelectiveDepth,
    /// Positions a second.
    Speed,
    /// Use of the hash table.
    HashFull,
    /// Hits in tables of endings.
    TableHits,
    /// The line of play.
    Line,
}

/// How long engines may take for what no clock counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From the start of the process to the end of the handshake.
    pub startup: Duration,
    /// For a new game.
    pub new_game: Duration,
    /// For `isready` or `ping`.
    pub ping: Duration,
    /// For an answer to `stop` or `?`.
    pub stop: Duration,
    /// For a search without a clock.
    pub search: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { startup: seconds(10), new_game: seconds(60), ping: seconds(60), stop: seconds(10), search: seconds(600) }
    }
}

/// A log to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogOut {
    /// The file.
    pub path: PathBuf,
    /// Whether what stands in it is kept.
    pub append: bool,
    /// Whether everything that is said to and by engines stands in it.
    pub traffic: bool,
}

/// A match.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The engines, at least two.
    pub engines: Vec<EngineConfig>,
    /// The name of the game.
    pub variant: String,
    /// Who plays whom.
    pub form: Form,
    /// Rounds.
    pub rounds: usize,
    /// Games of an encounter: 2 is a pair with colours reversed.
    pub games: usize,
    /// Whether colours stay as they are in the second game of a pair.
    pub no_swap: bool,
    /// Whether all colours are exchanged.
    pub reverse: bool,
    /// Games side by side.
    pub concurrency: usize,
    /// The processors that games are pinned to, one each; all of the machine if empty; not pinned if `None`.
    pub affinity: Option<Vec<usize>>,
    /// The openings.
    pub openings: Openings,
    /// What decides everything random.
    pub seed: u64,
    /// A test that ends the match.
    pub sprt: Option<SprtConfig>,
    /// Whether statistics count pairs of games.
    pub counts_pairs: bool,
    /// When games are called drawn.
    pub draw: Option<DrawRule>,
    /// When games are called won.
    pub resign: Option<ResignRule>,
    /// Moves of both sides after which a game is called drawn.
    pub most_moves: Option<u32>,
    /// Whether the match goes on after a crash or hang.
    pub recover: bool,
    /// How results are printed.
    pub style: Style,
    /// Pairs (or games, if no pairs are counted) between reports.
    pub rating_interval: usize,
    /// Games between score lines.
    pub score_interval: usize,
    /// A PGN.
    pub pgn: Option<PgnOut>,
    /// A file for the last positions: path, and whether what stands in it is kept.
    pub epd: Option<(PathBuf, bool)>,
    /// A file for the summary.
    pub json: Option<PathBuf>,
    /// A log.
    pub log: Option<LogOut>,
    /// Where the state of the match is kept; a name of its own if `None`.
    pub state: Option<PathBuf>,
    /// The PGN tag `Event`.
    pub event: String,
    /// The PGN tag `Site`.
    pub site: String,
    /// Pause between games.
    pub wait: Duration,
    /// How long to wait for engines.
    pub patience: Patience,
    /// Whether lines of play that tell a mate must end in it.
    pub checks_mates: bool,
    /// Whether warnings stand on one line each, as test frameworks want it.
    pub is_test_environment: bool,
    /// Whether latencies are logged.
    pub shows_latency: bool,
}

/// The bounds of a test, and the test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtConfig {
    /// The test.
    pub test: Sprt,
    /// Its lower bound.
    pub elo0: f64,
    /// Its upper bound.
    pub elo1: f64,
}
