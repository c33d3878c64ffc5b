//! Configuration of a match. The fields that are options of `arena match` declare name, range, default and help here,
//! once; [`crate::command`] parses them.

use std::path::PathBuf;
use std::time::Duration;

use clap::ArgAction::Set;
use clap::builder::RangedU64ValueParser as Range;
use clap::{Args, ValueEnum};

use crate::clock::Limits;
use crate::command::{keys, values};
use crate::statistics::sprt::Sprt;

/// A program to start.
#[derive(Clone, PartialEq, Eq, Debug, Default, Args)]
pub struct Program {
    /// the program; with dir= it is searched there first
    #[arg(long = "cmd", value_name = "PROGRAM", default_value = "")]
    pub command: String,
    /// its working directory
    #[arg(long = "dir", value_name = "FOLDER", default_value = "")]
    pub folder: String,
    /// one argument; args=WORDS: arguments separated by blanks
    #[arg(long = "arg", value_name = "WORD")]
    pub arguments: Vec<String>,
    /// append its standard error to this file
    #[arg(long = "stderr", value_name = "FILE", default_value = "")]
    pub errors: String,
}

/// Communication with an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Protocol {
    /// A process that speaks UCI.
    #[default]
    Uci,
    /// A process that speaks the XBoard protocol.
    #[value(alias = "cecp")]
    Xboard,
    /// This project's engine in this process.
    Builtin,
}

/// One engine of a match: keys of `-engine`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Args)]
pub struct EngineConfig {
    /// The program, unless it is built in.
    #[command(flatten)]
    pub program: Program,
    /// its name in the match; the name of the file if missing
    #[arg(long, value_name = "NAME", default_value = "")]
    pub name: String,
    /// its protocol; builtin: this project's engine, without cmd
    #[arg(long = "proto", value_name = "uci|xboard|builtin", value_enum, default_value = "uci")]
    pub protocol: Protocol,
    /// Limits of its searches.
    #[command(flatten)]
    pub limits: Limits,
    /// start a new process for every game
    #[arg(long, value_name = "on|off", action = Set, default_value = "off", value_parser = values::restart)]
    pub restart: bool,
    /// line sent before anything else; \n separates several
    #[arg(long = "initstr", value_name = "LINE")]
    pub init: Vec<String>,
    /// its scores are for White
    #[arg(long = "whitepov", value_name = "on|off", action = Set, default_value = "off", value_parser = values::flag)]
    pub white_pov: bool,
    /// option of the engine; option.UCI_Variant names the game of the match
    #[arg(long = "option.NAME", value_name = "VALUE", value_parser = values::pair)]
    pub options: Vec<(String, String)>,
}

/// Pairings of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Tournament {
    /// Every engine plays every other.
    #[value(name = "roundrobin", alias = "round-robin")]
    RoundRobin,
    /// The first engines play all others.
    Gauntlet,
}

/// Source of the start positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The start position of the game.
    Start,
    /// Balanced positions after random moves.
    Random {
        /// Number of random plies.
        plies: usize,
        /// Largest difference of the value from that of the start position, in centipawns.
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
    /// Their source.
    pub source: Source,
    /// Shuffled by the seed.
    pub is_shuffled: bool,
    /// Plies of a PGN's games that are played; all if `None`.
    pub plies: Option<usize>,
    /// Number of the first one used, from 1.
    pub first: usize,
    /// All encounters of a round have the same opening.
    pub once_a_round: bool,
}

/// Adjudication of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Args)]
pub struct DrawRule {
    /// first move at which games are drawn
    #[arg(long = "movenumber", value_name = "N", default_value = "0", value_parser = values::number::<u32>)]
    pub from_move: u32,
    /// consecutive moves of both sides; captures and pawn moves restart the count
    #[arg(long = "movecount", value_name = "N", default_value = "1", value_parser = values::moves)]
    pub moves: u32,
    /// largest absolute value
    #[arg(long = "score", value_name = "CP", default_value = "0", value_parser = values::centipawns)]
    pub margin: i32,
}

/// Adjudication of wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Args)]
pub struct ResignRule {
    /// consecutive moves of the losing side
    #[arg(long = "movecount", value_name = "N", default_value = "1", value_parser = values::moves)]
    pub moves: u32,
    /// smallest deficit; lost mates count too
    #[arg(long = "score", value_name = "CP", default_value = "0", value_parser = values::centipawns)]
    pub margin: i32,
    /// the other side must agree
    #[arg(long = "twosided", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub is_twosided: bool,
}

/// Format of the printed results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// That of fastchess.
    Fastchess,
    /// That of cutechess-cli.
    Cutechess,
}

/// Notation of the moves in a PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Notation {
    /// `Nf3`.
    #[value(name = "san")]
    Algebraic,
    /// `g1f3`.
    #[value(name = "uci", alias = "lan")]
    Coordinates,
    /// As XBoard reads them, one word for each of its plies.
    #[value(name = "xboard")]
    Plies,
}

/// A file to write.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct FileOut {
    /// the file
    #[arg(long = "file", value_name = "FILE")]
    pub path: PathBuf,
    /// append to an existing file [default: true]
    #[arg(long, value_name = "BOOL", action = Set, default_value = "true", value_parser = values::flag)]
    pub append: bool,
}

/// A PGN file to write. Comments have value, depth and time, and the selected fields in this order, that of fastchess.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct PgnOut {
    /// The file.
    #[command(flatten)]
    pub file: FileOut,
    /// notation of the moves [default: san]
    #[arg(long, value_name = "san|uci|xboard", value_enum, default_value = "san")]
    pub notation: Notation,
    /// without comments and most tags
    #[arg(long = "min", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub is_minimal: bool,
    /// comments with the time left
    #[arg(long = "timeleft", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub time_left: bool,
    /// comments with the latency
    #[arg(long = "latency", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub latency: bool,
    /// comments with the nodes
    #[arg(long = "nodes", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub nodes: bool,
    /// comments with the selective depth
    #[arg(long = "seldepth", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub selective_depth: bool,
    /// comments with the nodes per second
    #[arg(long = "nps", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub speed: bool,
    /// comments with the use of the hash table
    #[arg(long = "hashfull", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub hash_full: bool,
    /// comments with the hits in endgame tables
    #[arg(long = "tbhits", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub table_hits: bool,
    /// comments with the principal variation
    #[arg(long = "pv", value_name = "BOOL", action = Set, default_value = "false", value_parser = values::flag)]
    pub line: bool,
}

/// Time limits for everything that no clock counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Args)]
#[command(next_help_heading = "Timeouts in milliseconds")]
pub struct Timeouts {
    /// Start of the process to the end of the handshake
    #[arg(long = "startup-ms", value_name = "MS", default_value = "10000", value_parser = values::milliseconds)]
    pub startup: Duration,
    /// New game
    #[arg(long = "ucinewgame-ms", value_name = "MS", default_value = "60000", value_parser = values::milliseconds)]
    pub new_game: Duration,
    /// Answer to `isready` or `ping`
    #[arg(long = "ping-ms", value_name = "MS", default_value = "60000", value_parser = values::milliseconds)]
    pub ping: Duration,
    /// Answer to `stop` or `?`
    #[arg(long = "stop-ms", value_name = "MS", default_value = "10000", value_parser = values::milliseconds)]
    pub stop: Duration,
    /// Search without a clock
    #[arg(long = "search-ms", value_name = "MS", default_value = "600000", value_parser = values::milliseconds)]
    pub search: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { startup: seconds(10), new_game: seconds(60), ping: seconds(60), stop: seconds(10), search: seconds(600) }
    }
}

/// A log file to write.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct LogOut {
    /// The file.
    #[command(flatten)]
    pub file: FileOut,
    /// also every line sent to and received from engines [default: true]
    #[arg(long = "engine", value_name = "BOOL", action = Set, default_value = "true", value_parser = values::flag)]
    pub traffic: bool,
}

/// Numbers of processors. The name keeps clap from reading several values.
type Processors = Vec<usize>;

/// A match.
#[derive(Clone, PartialEq, Debug, Args)]
pub struct Config {
    /// The engines, at least two.
    #[arg(skip)]
    pub engines: Vec<EngineConfig>,
    /// The name of the game.
    #[arg(skip)]
    pub variant: String,
    /// Pairings: every engine plays every other, or the first ones play all others
    #[arg(long, value_enum, default_value = "roundrobin")]
    pub tournament: Tournament,
    /// First engines of a gauntlet
    #[arg(long, value_name = "N", default_value = "1", value_parser = Range::<usize>::new().range(1..))]
    pub seeds: usize,
    /// Rounds
    #[arg(long, value_name = "N", default_value = "1", value_parser = Range::<usize>::new().range(1..))]
    pub rounds: usize,
    /// Games of an encounter: 2 is a pair from one opening with colors reversed
    #[arg(long, value_name = "N", default_value = "2", value_parser = Range::<usize>::new().range(1..=2))]
    pub games: usize,
    /// Keep the colors in the second game of a pair
    #[arg(long = "noswap")]
    pub no_swap: bool,
    /// Exchange the colors of all games
    #[arg(long)]
    pub reverse: bool,
    /// Games played in parallel; 0 or less: all processors minus that number
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::concurrency)]
    pub concurrency: usize,
    /// Bind each game to one of these processors, such as 1,3-5 (all if no list follows; Linux)
    #[arg(long = "use-affinity", value_name = "LIST", num_args = 0..=1, default_missing_value = "", require_equals = true,
        value_parser = values::processors)]
    pub affinity: Option<Processors>,
    /// Start positions
    #[arg(long, value_name = "KEY=VALUE ...", default_value = "order=sequential", value_parser = keys::openings,
        hide_default_value = true, long_help = keys::help::<keys::OpeningKeys>("Start positions; random moves if no file is named."))]
    pub openings: Openings,
    /// Seed of everything random; if missing, one is drawn and printed
    #[arg(long = "srand", value_name = "N", default_value_t = values::random_seed(), hide_default_value = true)]
    pub seed: u64,
    /// Sequential test that ends a match of two engines
    #[arg(long, value_name = "KEY=VALUE ...", value_parser = keys::sprt,
        long_help = keys::help::<keys::SprtKeys>("Sequential test that ends a match of two engines."))]
    pub sprt: Option<Sprt>,
    /// Statistics of pairs (penta=true, the default) or of single games (penta=false)
    #[arg(long = "report", value_name = "penta=BOOL", action = Set, default_value = "penta=true", value_parser = values::penta,
        hide_default_value = true)]
    pub counts_pairs: bool,
    /// Adjudication of draws
    #[arg(long, value_name = "KEY=VALUE ...", value_parser = keys::all::<DrawRule>,
        long_help = keys::help::<DrawRule>("Adjudication of draws."))]
    pub draw: Option<DrawRule>,
    /// Adjudication of wins
    #[arg(long, value_name = "KEY=VALUE ...", value_parser = keys::all::<ResignRule>,
        long_help = keys::help::<ResignRule>("Adjudication of wins."))]
    pub resign: Option<ResignRule>,
    /// Adjudicate games longer than N moves of both sides as draws (0: no limit)
    #[arg(long = "maxmoves", value_name = "N", default_value = "0")]
    pub max_moves: u32,
    /// End the match after a crash or a hang instead of restarting the engine
    #[arg(long = "norecover", overrides_with = "recover")]
    pub no_recover: bool,
    /// Pause between games, in milliseconds
    #[arg(long, value_name = "MS", default_value = "0", value_parser = values::milliseconds)]
    pub wait: Duration,
    /// Format of the results: format=fastchess (the default) or format=cutechess
    #[arg(long = "output", value_name = "format=NAME", default_value = "format=fastchess", value_parser = values::style,
        hide_default_value = true, help_heading = "Output")]
    pub style: Style,
    /// Pairs, or games if no pairs are counted, between reports (0: only at the end)
    #[arg(long = "ratinginterval", value_name = "N", default_value = "10", help_heading = "Output")]
    pub rating_interval: usize,
    /// Games between score lines
    #[arg(long = "scoreinterval", value_name = "N", default_value = "1", help_heading = "Output")]
    pub score_interval: usize,
    /// PGN file
    #[arg(long = "pgnout", value_name = "KEY=VALUE ...", value_parser = keys::output::<PgnOut>, help_heading = "Output",
        long_help = keys::help::<PgnOut>("PGN file."))]
    pub pgn: Option<PgnOut>,
    /// File of the last position of each game: path, and append to an existing file (append=false: replace it)
    #[arg(long = "epdout", value_name = "FILE [append=BOOL]", value_parser = keys::all::<FileOut>, help_heading = "Output")]
    pub epd: Option<FileOut>,
    /// Summary of the match as JSON
    #[arg(long, value_name = "FILE", value_parser = values::file, help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Log file
    #[arg(long, value_name = "KEY=VALUE ...", value_parser = keys::output::<LogOut>, help_heading = "Output",
        long_help = keys::help::<LogOut>("Log file: faults, disputes and warnings with the whole game."))]
    pub log: Option<LogOut>,
    /// State of the match, kept after its end; if missing, a file with the time in its name that is deleted at the end
    #[arg(long, value_name = "FILE", value_parser = values::file, help_heading = "Output")]
    pub state: Option<PathBuf>,
    /// PGN tag Event
    #[arg(long, value_name = "NAME", default_value = "Arena match", value_parser = values::words, help_heading = "Output")]
    pub event: String,
    /// PGN tag Site
    #[arg(long, value_name = "NAME", default_value = "?", value_parser = values::words, help_heading = "Output")]
    pub site: String,
    /// Warn of principal variations that announce a mate and do not end in it
    #[arg(long = "check-mate-pvs", help_heading = "Output")]
    pub checks_mates: bool,
    /// Print each warning on one line
    #[arg(long = "testEnv", help_heading = "Output")]
    pub is_test_environment: bool,
    /// Log latencies
    #[arg(long = "show-latency", help_heading = "Output")]
    pub shows_latency: bool,
    /// Time limits for everything that no clock counts.
    #[command(flatten)]
    pub timeouts: Timeouts,
}
