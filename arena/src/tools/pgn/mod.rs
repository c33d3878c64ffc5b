//! `arena pgn`: processes PGN files of every game as streams, one game at a time.

mod convert;
mod files;
mod filter;
mod options;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use games::pgn::{Contents, PgnError, PgnGame, Replayed, Words, replay};
use movegen::fen::printable;

use crate::arguments::{Failure, finish, offer};
use files::Split;
pub use options::Arguments;
use options::{Job, Target};

/// Returns the contradiction between a game's result and its moves.
fn contradiction(game: &PgnGame, played: &Replayed) -> Option<PgnError> {
    let fault = |why: String| Some(game.error(game.end, why));
    let Some(result) = game.result else { return fault("no result after the moves".to_owned()) };
    if let Some(tag) = game.tag("Result").filter(|tag| *tag != result) {
        return fault(format!("the tag Result is '{}', but the result after the moves is {result}", printable(tag)));
    }
    // A draw by repetition or the fifty-move rule must be claimed.
    let outcome = played.outcome.filter(|outcome| outcome.score() != result && result != "*")?;
    let is_claimed = matches!(outcome.reason, movegen::Reason::Repetition | movegen::Reason::FiftyMoves);
    if outcome.winner.is_none() && is_claimed {
        return None;
    }
    fault(format!("the result is {result}, but by the rules it is {outcome}"))
}

/// Formats one line for a game.
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

/// Processes one game.
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
        Job::Filter { wanted, .. } if !wanted.accepts(game, arguments.game())? => {}
        Job::Filter { .. } | Job::Join(_) => writeln!(out, "{}", game.text)?,
        Job::Split { .. } => split.write(game)?,
    }
    Ok(())
}

/// Why a game could not be processed.
#[derive(thiserror::Error, Debug)]
enum Trouble {
    #[error("the game is invalid")]
    Game(#[from] PgnError),
    #[error("the output cannot be written")]
    Output(#[from] io::Error),
}

/// Processes all files. Returns `true` if all can be read and all games are valid.
fn work(arguments: &Arguments) -> Result<bool, Failure> {
    arguments.variants.as_deref().map_or(Ok(()), offer)?;
    arguments.check_games().map_err(Failure::Usage)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut split = Split::new(&arguments.job)?;
    let (mut games, mut invalid, mut unreadable) = (0, 0, 0);
    let output_error = |error: io::Error| match error.kind() {
        // A reader that has closed the pipe is no error.
        io::ErrorKind::BrokenPipe => Err(String::new()),
        _ => Err(format!("cannot write: {error}")),
    };
    'files: for path in arguments.files() {
        let reader = match files::open(&path) {
            Ok(reader) => reader,
            Err(why) => {
                unreadable += 1;
                let _ = writeln!(io::stderr(), "arena pgn: {why}");
                if arguments.stop_at_error {
                    break;
                }
                continue;
            }
        };
        for game in reader {
            games += 1;
            match game.map_err(Trouble::Game).and_then(|game| handle(arguments, &game, &mut out, &mut split)) {
                Ok(()) => {}
                Err(Trouble::Output(error)) => output_error(error)?,
                Err(Trouble::Game(error)) => {
                    invalid += 1;
                    out.flush().or_else(output_error)?;
                    let _ = writeln!(io::stderr(), "arena pgn: {}:{error}", files::shown(&path));
                    if arguments.stop_at_error {
                        break 'files;
                    }
                }
            }
        }
    }
    if matches!(arguments.job, Job::Validate(_)) {
        let noun = if games == 1 { "game" } else { "games" };
        writeln!(out, "{games} {noun}, {invalid} of them invalid").or_else(output_error)?;
    }
    out.flush().or_else(output_error)?;
    split.finish().map_err(|error| format!("cannot write: {error}"))?;
    Ok(invalid + unreadable == 0)
}

/// Runs the tool. Returns exit code 1 if a game is invalid, or a file cannot be read or written.
pub fn run(arguments: &Arguments) -> ExitCode {
    match work(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // A reader that has closed the pipe is no error.
        Err(Failure::Work(error)) if error.is_empty() => ExitCode::SUCCESS,
        Err(failure) => finish("arena pgn", Err(failure)),
    }
}
