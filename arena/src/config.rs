//! Configuration of a match. The fields that are options of `arena match` declare name, range, default and help here,
//! once; [`crate::command`] parses them.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser as Range;
use clap::{Args, ValueEnum};

use crate::clock::Limits;
use crate::command::{keys, values};
use crate::statistics::sprt::Sprt;

/// A program to start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The program, with a path relative to `folder`, or a name that the system finds.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working directory; the current one if empty.
    pub folder: String,
    /// The file that its standard error is appended to; discarded if empty.
    pub errors: String,
}

/// Communication with an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// A process that speaks UCI.
    #[default]
    Uci,
    /// A process that speaks the XBoard protocol.
    Xboard,
    /// This project's engine in this process.
    Builtin,
}

/// One engine of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineConfig {
    /// Its name in the match.
    pub name: String,
    /// Its protocol.
    pub protocol: Protocol,
    /// The program, unless it is built in.
    pub program: Program,
    /// Limits of its searches.
    pub limits: Limits,
    /// Options by name, in the order given.
    pub options: Vec<(String, String)>,
    /// Lines sent before anything else.
    pub init: Vec<String>,
    /// Restart before every game.
    pub restart: bool,
    /// Its scores are for White, not for the side to move.
    pub white_pov: bool,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The first move at which it applies.
    pub from_move: u32,
    /// Consecutive moves of both sides that it takes.
    pub moves: u32,
    /// Largest absolute value, in centipawns.
    pub margin: i32,
}

/// Adjudication of wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Consecutive moves that it takes.
    pub moves: u32,
    /// Smallest deficit, in centipawns.
    pub margin: i32,
    /// The other side must agree.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `Nf3`.
    Algebraic,
    /// `g1f3`.
    Coordinates,
    /// As XBoard reads them, one word for each of its plies.
    Plies,
}

/// A PGN file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnOut {
    /// The file.
    pub path: PathBuf,
    /// Append to an existing file.
    pub append: bool,
    /// Notation of the moves.
    pub notation: Notation,
    /// Without comments and most tags.
    pub is_minimal: bool,
    /// Fields of comments after value, depth and time, in their order.
    pub fields: Vec<CommentField>,
}

/// A field of a comment. The order is that of fastchess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CommentField {
    /// Time left.
    TimeLeft,
    /// Measured time minus the time that the engine reported.
    Latency,
    /// Nodes.
    Nodes,
    /// Selective depth.
    SelectiveDepth,
    /// Nodes per second.
    Speed,
    /// Use of the hash table.
    HashFull,
    /// Hits in endgame tables.
    TableHits,
    /// Principal variation.
    Line,
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogOut {
    /// The file.
    pub path: PathBuf,
    /// Append to an existing file.
    pub append: bool,
    /// Log every line sent to and received from engines.
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
        hide_default_value = true, long_help = keys::help("Start positions; random moves if no file is named.", keys::OPENINGS))]
    pub openings: Openings,
    /// Seed of everything random; if missing, one is drawn and printed
    #[arg(long = "srand", value_name = "N", default_value_t = values::random_seed(), hide_default_value = true)]
    pub seed: u64,
    /// Sequential test that ends a match of two engines
    #[arg(long, value_name = "KEY=VALUE ...", value_parser = keys::sprt,
        long_help = keys::help("Sequential test that ends a match of two engines.", keys::SPRT))]
    pub sprt: Option<Sprt>,
    /// Statistics of pairs (penta=true, the default) or of single games (penta=false)
    #[arg(long = "report", value_name = "penta=BOOL", action = clap::ArgAction::Set, default_value = "penta=true", value_parser = values::penta,
        hide_default_value = true)]
    pub counts_pairs: bool,
    /// Adjudication of draws
    #[arg(long, value_name = "KEY=VALUE ...", value_parser = keys::draw,
        long_help = keys::help("Adjudication of draws.", keys::DRAW))]
    pub draw: Option<DrawRule>,
    /// Adjudication of wins
    #[arg(long, value_name = "KEY=VALUE ...", value_parser = keys::resign,
        long_help = keys::help("Adjudication of wins.", keys::RESIGN))]
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
    #[arg(long = "pgnout", value_name = "KEY=VALUE ...", value_parser = keys::pgn_out, help_heading = "Output",
        long_help = keys::help("PGN file.", keys::PGN_OUT))]
    pub pgn: Option<PgnOut>,
    /// File of the last position of each game: path, and append to an existing file (append=false: replace it)
    #[arg(long = "epdout", value_name = "FILE [append=BOOL]", value_parser = keys::file_out, help_heading = "Output")]
    pub epd: Option<(PathBuf, bool)>,
    /// Summary of the match as JSON
    #[arg(long, value_name = "FILE", value_parser = values::file, help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Log file
    #[arg(long, value_name = "KEY=VALUE ...", value_parser = keys::log_out, help_heading = "Output",
        long_help = keys::help("Log file: faults, disputes and warnings with the whole game.", keys::LOG_OUT))]
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
