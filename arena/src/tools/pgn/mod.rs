//! Looks after PGN files of every game. Files are read as streams, one game at a time; an error in one game is one line on
//! standard error, and the other games are handled all the same.

mod convert;
mod files;
mod filter;
mod options;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use games::pgn::{Contents, PgnError, PgnGame, Replayed, Words, replay};
use movegen::fen::printable;

use crate::arguments::{Stop, parse};
use files::{Split, Tally, each_game};
use options::{Arguments, Job, Target};

/// What is wrong with a game although all of its moves are legal.
fn contradiction(game: &PgnGame, played: &Replayed) -> Option<PgnError> {
    let fault = |why: String| Some(game.error(game.end, why));
    let Some(result) = game.result else { return fault("no result stands behind the moves".to_owned()) };
    if let Some(tag) = game.tag("Result").filter(|tag| *tag != result) {
        return fault(format!("the tag says '{}', the end of the moves {result}", printable(tag)));
    }
    // A draw that has to be claimed is one only if somebody has claimed it.
    let outcome = played.outcome.filter(|outcome| outcome.score() != result && result != "*")?;
    let is_claimed = matches!(outcome.reason, movegen::Reason::Repetition | movegen::Reason::FiftyMoves);
    if outcome.winner.is_none() && is_claimed {
        return None;
    }
    fault(format!("the result is {result}, but by the rules {outcome}"))
}

/// One line for a game.
fn listed(game: &PgnGame, played: &Replayed) -> String {
    let tag = |name| printable(game.tag(name).unwrap_or("?"));
    let end = played.outcome.map(|outcome| outcome.reason.as_str().to_owned());
    let why = end.or_else(|| game.tag("Termination").map(printable)).unwrap_or_else(|| "-".to_owned());
    format!(
        "{} {} {} {} {} - {} {} plies, {why}\n",
        game.number,
        played.variant,
        tag("Date"),
        game.result.unwrap_or("*"),
        tag("White"),
        tag("Black"),
        played.plies
    )
}

/// Does the job with one game; what it prints goes to `out`.
fn handle(arguments: &Arguments, game: &PgnGame, out: &mut impl Write, split: &mut Split) -> Result<(), Trouble> {
    let played = |wanted| replay(game, arguments.game(), wanted);
    match &arguments.job {
        Job::Validate(_) => {
            let played = played(Contents::END)?;
            return contradiction(game, &played).map_or(Ok(()), |error| Err(error.into()));
        }
        Job::List(_) => out.write_all(listed(game, &played(Contents::END)?).as_bytes())?,
        Job::Replay { fen, .. } => {
            let played = played(Contents { words: Words::Algebraic, fens: true })?;
            out.write_all(convert::replayed(game, &played, *fen).as_bytes())?;
        }
        Job::Convert { to, last, .. } => {
            let fens = matches!(to, Target::Fen | Target::Epd) && !last;
            let played = played(Contents { words: to.words(), fens })?;
            out.write_all(convert::converted(game, &played, *to).as_bytes())?;
        }
        Job::Filter { wanted, .. } => {
            if wanted.accepts(game, arguments.game())? {
                out.write_all(game.text.as_bytes())?;
                out.write_all(b"\n")?;
            }
        }
        Job::Split { .. } => split.write(game)?,
        Job::Join(_) => {
            out.write_all(game.text.as_bytes())?;
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}

/// Why a game could not be handled.
enum Trouble {
    /// The game.
    Game(PgnError),
    /// Where the output goes.
    Output(io::Error),
}

impl From<PgnError> for Trouble {
    fn from(error: PgnError) -> Self {
        Self::Game(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Does the whole job; tells whether all games were right.
fn work(arguments: &Arguments) -> Result<bool, String> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut split = Split::new(&arguments.job)?;
    let mut tally = Tally::default();
    let told = |error: io::Error| match error.kind() {
        // Whoever reads may have had enough.
        io::ErrorKind::BrokenPipe => Err(String::new()),
        _ => Err(format!("cannot write: {error}")),
    };
    for path in arguments.files() {
        let is_done = each_game(&path, |game| {
            let handled = game.map_err(Trouble::Game).and_then(|game| handle(arguments, &game, &mut out, &mut split));
            tally.games += 1;
            match handled {
                Ok(()) => Ok(true),
                Err(Trouble::Output(error)) => told(error).map(|()| false),
                Err(Trouble::Game(error)) => {
                    tally.wrong += 1;
                    out.flush().or_else(told)?;
                    let _ = writeln!(io::stderr(), "pgn: {}:{error}", files::shown(&path));
                    Ok(!arguments.stop_at_error)
                }
            }
        })?;
        if !is_done {
            break;
        }
    }
    if matches!(arguments.job, Job::Validate(_)) {
        writeln!(out, "{} games, {} of them wrong", tally.games, tally.wrong).or_else(told)?;
    }
    out.flush().or_else(told)?;
    split.finish().map_err(|error| format!("cannot write: {error}"))?;
    Ok(tally.wrong == 0)
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went. Exit code 1: some game is wrong, all others
/// were handled; 2: the command line is wrong, or a file cannot be read or written.
pub fn main() -> ExitCode {
    let error = match parse::<Arguments>(std::env::args_os()) {
        Ok(arguments) => match work(&arguments) {
            Ok(is_right) => return ExitCode::from(u8::from(!is_right)),
            Err(error) if error.is_empty() => return ExitCode::SUCCESS,
            Err(error) => error,
        },
        Err(Stop::Help(text)) => {
            let _ = io::stdout().write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(Stop::Wrong(error)) => error,
    };
    let _ = writeln!(io::stderr(), "pgn: {error}");
    ExitCode::from(2)
}
