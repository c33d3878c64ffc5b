//! The command line: one command, run to its end, or a protocol on standard input and output.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use games::registry::{self, NAMES, find, known};
use games::{AnySession, Control, GameName};
use movegen::fen::printable;

use crate::bench::{self, BenchArguments};
use crate::options::Options;
use crate::output::Output;
use crate::slot::{EngineSlot, use_definitions};
#[cfg(feature = "play")]
use crate::terminal::{self, PlayArguments};
use crate::uci::command::{self, Command};
use crate::uci::search;
use crate::{about, genfens, show, solve, stdio};

const POSITION_HELP: &str =
    "POSITION is 'startpos' or a FEN, optionally followed by 'moves M ...'; the start of the game if missing.";

/// Chess-variant engine. Without a subcommand it speaks UCI or the XBoard protocol on standard input and output.
#[derive(Parser, Debug)]
#[command(name = "upheaval", version, after_help = "RUST_LOG=debug writes a log to standard error.")]
struct CommandLine {
    /// File of games in the format of Fairy-Stockfish's variants.ini
    #[arg(long, value_name = "FILE", global = true)]
    variants: Option<String>,
    #[command(subcommand)]
    command: Option<Subcommands>,
}

#[derive(Subcommand, Debug)]
enum Subcommands {
    /// Speak the protocol that the first line of input selects
    Uci,
    /// The same; GAME is announced to XBoard before it asks
    Xboard {
        /// Game to announce
        #[arg(value_parser = GameName::ANY)]
        game: Option<String>,
    },
    /// Play a game on the terminal (docs/play.md)
    #[cfg(feature = "play")]
    Play(PlayArguments),
    /// Search the start position of every game, for people to read
    #[command(override_usage = "upheaval show [GAME] [DEPTH]")]
    Show {
        /// Game (all if missing) and depth in plies, 1 to 100 [default: 18]
        #[arg(value_name = "GAME|DEPTH")]
        words: Vec<String>,
    },
    /// Search a position and print UCI output
    #[command(override_usage = "upheaval go [GAME] LIMITS [POSITION]", after_help = POSITION_HELP)]
    Go {
        /// Game, limits as in UCI's go ('depth 10', 'movetime 1000', ...), position
        #[arg(value_name = "WORD", required = true)]
        words: Vec<String>,
    },
    /// Count the leaves of the move tree
    #[command(override_usage = "upheaval perft [GAME] DEPTH [POSITION]", after_help = POSITION_HELP)]
    Perft {
        /// Game, depth in plies, position
        #[arg(value_name = "WORD", required = true)]
        words: Vec<String>,
    },
    /// Prove or disprove a mate in N moves, a selfmate or a helpmate (docs/solver.md)
    #[command(after_help = POSITION_HELP)]
    Solve(solve::SolveArguments),
    /// Draw a position with its FEN, key, checks and result
    #[command(override_usage = "upheaval d [GAME] [POSITION]", after_help = POSITION_HELP)]
    D {
        /// Game and position
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Print the static evaluation of a position
    #[command(override_usage = "upheaval eval [GAME] [POSITION]", after_help = POSITION_HELP)]
    Eval {
        /// Game and position
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Search fixed positions of every game and count nodes
    #[command(override_usage = "upheaval bench [--signature] [HASH [THREADS [DEPTH]]]")]
    Bench {
        /// Print the node counts in the form of benches/signature.txt
        #[arg(long, conflicts_with = "words")]
        signature: bool,
        /// Hash table in megabytes, threads, depth in plies; builds with the feature `tune` also take NAME=VALUE
        #[arg(value_name = "HASH|THREADS|DEPTH")]
        words: Vec<String>,
    },
    /// Print random openings, in the form that OpenBench reads
    #[command(override_usage = "upheaval genfens N [seed S] [book FILE] [GAME] [plies=A-B] [margin=CP]")]
    Genfens {
        /// Number of openings, seed, EPD file of start positions, game, random plies, largest evaluation in centipawns
        #[arg(value_name = "WORD", required = true)]
        words: Vec<String>,
    },
    /// Print the license
    License,
    /// Print the compiler settings of this build
    Compiler,
    /// Print the version
    #[command(hide = true)]
    Version,
}

/// Why a command failed, with a one-line message. The exit code is 2 for a usage error, else 1.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    Usage(String),
    /// The arguments are valid, but the work could not be done.
    Failed(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Usage(message)
    }
}

/// The definition of the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    CommandLine::command()
}

/// Runs the program: parses `arguments` (program name first), runs the command, returns the exit code.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command = match CommandLine::try_parse_from(split_first(arguments)) {
        Ok(command) => command,
        Err(error) => {
            if error.use_stderr() {
                let _ = error.print();
                return ExitCode::from(2);
            }
            Output::default().print(&error.render().to_string());
            return ExitCode::SUCCESS;
        }
    };
    let (message, code) = match start(command) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => (message, 2),
        Err(Failure::Failed(message)) => (message, 1),
    };
    let _ = writeln!(io::stderr(), "upheaval: {message}");
    ExitCode::from(code)
}

/// Splits the first argument at blanks: test frameworks pass a whole command, such as `genfens 10 seed 1`, as one argument.
fn split_first(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter();
    let program = arguments.next().unwrap_or_else(|| "upheaval".into());
    let first = arguments.next().map_or_else(Vec::new, |first| match first.to_str() {
        Some(text) => text.split_whitespace().map(OsString::from).collect(),
        None => vec![first],
    });
    std::iter::once(program).chain(first).chain(arguments).collect()
}

fn start(CommandLine { variants, command }: CommandLine) -> Result<(), Failure> {
    if let Some(file) = variants {
        let (used, _) = use_definitions(Some(&file)).map_err(Failure::Failed)?;
        log::info!("{used}");
    }
    execute(command)
}

fn execute(command: Option<Subcommands>) -> Result<(), Failure> {
    let output = Output::default();
    let print = |text: &str| output.print(text);
    match command {
        None | Some(Subcommands::Uci) => stdio::talk(io::stdin().is_terminal(), None),
        Some(Subcommands::Xboard { game }) => {
            let game = game.map(|name| known(&name, &NAMES)).transpose()?;
            stdio::talk(io::stdin().is_terminal(), game);
        }
        #[cfg(feature = "play")]
        Some(Subcommands::Play(arguments)) => terminal::run(arguments)?,
        Some(Subcommands::Show { words }) => show::run(&words, &print)?,
        Some(Subcommands::Go { words }) => position_command("go", &words, &print)?,
        Some(Subcommands::Perft { words }) => position_command("perft", &words, &print)?,
        Some(Subcommands::Solve(arguments)) => solve::run(&arguments, &print)?,
        Some(Subcommands::D { words }) => position_command("d", &words, &print)?,
        Some(Subcommands::Eval { words }) => position_command("eval", &words, &print)?,
        Some(Subcommands::Bench { signature, words }) => {
            let words = if signature { vec!["--signature".to_owned()] } else { words };
            let control = Control::default();
            control.arm(false);
            print(&bench::run(&BenchArguments::parse(&words)?, &control, &print));
        }
        Some(Subcommands::Genfens { words }) => genfens::run(&words, &print)?,
        Some(Subcommands::License) => print(about::LICENSE),
        Some(Subcommands::Compiler) => print(&about::compiler()),
        Some(Subcommands::Version) => print(about::NAME),
    }
    Ok(())
}

/// Runs `COMMAND [GAME] [ARGUMENTS] [POSITION]`. Everything but the game is parsed as UCI.
fn position_command(command: &str, words: &[String], print: &dyn Fn(&str)) -> Result<(), String> {
    // A FEN may be one argument or several.
    let words: Vec<String> = words.iter().flat_map(|word| word.split_whitespace()).map(str::to_owned).collect();
    let game = words.first().and_then(|word| find(word));
    let words = &words[usize::from(game.is_some())..];
    let begins_position = |word: &String| matches!(word.as_str(), "startpos" | "fen") || word.contains('/');
    let (arguments, place) = words.split_at(words.iter().position(begins_position).unwrap_or(words.len()));

    let session = open(game.unwrap_or(NAMES[0]), place)?;
    let (session, control, options) = (session.as_ref(), Control::default(), Options::default());
    let mut engine = EngineSlot::new(options.engine.settings());
    match understood(&format!("{command} {}", arguments.join(" ")))? {
        Command::Go(go) => {
            if let Some(error) = go.errors.first() {
                return Err(error.clone());
            }
            if go.limits.infinite || go.limits.ponder {
                return Err("go needs a limit here, such as 'depth 10'".to_owned());
            }
            control.arm(false);
            print(&search::go(session, engine.get(session), &go, options.view(), &control, print));
        }
        Command::Perft(depth) => print(&search::perft(session, depth, &control)),
        _ if !arguments.is_empty() => return Err(format!("{command} takes no '{}'", printable(&arguments[0]))),
        Command::Evaluate => print(&engine.get(session).trace(session).map_err(|error| error.to_string())?),
        _ => print(&session.describe()),
    }
    Ok(())
}

/// Opens a session at the position that the words describe: `startpos`, `fen` and a FEN, or the FEN itself, with moves.
fn open(game: &str, words: &[String]) -> Result<Box<dyn AnySession>, String> {
    let text = words.join(" ");
    let line = match words.first().map(String::as_str) {
        None => "position startpos".to_owned(),
        Some("startpos" | "fen") => format!("position {text}"),
        Some(_) => format!("position fen {text}"),
    };
    let Command::Position { fen, moves } = understood(&line)? else { return Err(format!("'{line}' is no position")) };
    let opened = registry::open(game, fen.as_deref(), &moves).ok_or_else(|| format!("'{game}' cannot be played"))?;
    opened.map_err(|error| error.to_string())
}

pub(crate) fn understood(line: &str) -> Result<Command, String> {
    command::parse(line).map_err(|error| match error {
        command::CommandError::Malformed(why) => why,
        command::CommandError::Unknown(text) => format!("'{text}' is not known"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn output(line: &str) -> Result<String, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let text = RefCell::new(String::new());
        let print = |part: &str| text.borrow_mut().push_str(part);
        position_command(&words[0], &words[1..], &print)?;
        Ok(text.into_inner())
    }

    #[test]
    fn position_has_three_forms() {
        let board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert!(output(&format!("d chess fen {board}")).unwrap().contains(board));
        assert!(output(&format!("d {board} moves e1g1")).unwrap().contains("Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1"));
        assert!(output("d empire startpos moves e1e2").unwrap().contains("Variant: empire"));
        assert!(output("perft empire 2").unwrap().contains("Nodes searched: 600"));
        assert!(output(&format!("perft 2 {board}")).unwrap().contains("Nodes searched: 66"));
    }

    #[test]
    fn command_line_definition_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn only_the_first_argument_is_split() {
        let words = |arguments: &[&str]| split_first(arguments.iter().map(OsString::from));
        assert_eq!(words(&["upheaval", "bench 1 1", "2"]), ["upheaval", "bench", "1", "1", "2"]);
        assert_eq!(words(&["upheaval", "play", "a b.pgn"]), ["upheaval", "play", "a b.pgn"]);
        assert_eq!(words(&[]), ["upheaval"]);
    }

    #[test]
    fn errors_quote_the_argument() {
        for (line, word) in [
            ("perft empire x", "'x'"),
            ("perft", "depth"),
            ("d empire 5", "'5'"),
            ("d checkers", "'checkers'"),
            ("go chess", "limit"),
            ("go empire depth x", "'x'"),
            ("d fen 8/8", "8/8"),
            ("d startpos moves e2e5", "'e2e5'"),
        ] {
            let error = output(line).unwrap_err();
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}
