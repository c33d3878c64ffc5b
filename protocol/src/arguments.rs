//! The command line: one command, done at once, and then the process ends.

use engine::Control;
use movegen::Variant;
use movegen::fen::printable;

use crate::bench::{self, BenchArguments};
use crate::options::{Options, game_of};
use crate::output::Output;
use crate::uci::command::{self, Command};
use crate::uci::session::{self, Session};
use crate::{about, genfens, show};

/// What remains to be done once the arguments have been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Remaining {
    /// Nothing: the command has been done.
    Nothing,
    /// A client is to be talked to. If it speaks the XBoard protocol, it is told of this game before it asks for it.
    Conversation(Option<&'static str>),
}

/// Does what the arguments say, and tells what remains.
///
/// # Errors
/// A sentence with the argument at fault.
pub(crate) fn run(arguments: &[String]) -> Result<Remaining, String> {
    let line = arguments.join(" ");
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let Some((command, rest)) = words.split_first() else { return Ok(Remaining::Conversation(None)) };
    let output = Output::default();
    let say = |text: &str| output.say(text);
    match command.as_str() {
        "uci" | "xboard" if rest.is_empty() => return Ok(Remaining::Conversation(None)),
        "xboard" => match game_of(&rest.join(" ")) {
            None => return Err(format!("xboard takes the name of a game, not '{}'", printable(&rest.join(" ")))),
            game => return Ok(Remaining::Conversation(game)),
        },
        "--version" | "-V" | "version" => say(about::NAME),
        "--help" | "-h" | "help" => say(about::USAGE),
        "license" => say(about::LICENSE),
        "compiler" => say(&about::compiler()),
        "bench" => bench::run(&BenchArguments::parse(rest)?, &Control::default(), &say),
        "genfens" => genfens::run(rest, &say)?,
        "show" => show::run(rest, &say)?,
        #[cfg(feature = "play")]
        "play" => crate::terminal::run(rest)?,
        #[cfg(not(feature = "play"))]
        "play" => return Err("this program was built without play".to_owned()),
        "go" | "perft" | "d" | "eval" => position_command(command, rest, &say)?,
        _ => return Err(format!("'{}' is not known; try 'upheaval --help'", printable(command))),
    }
    Ok(Remaining::Nothing)
}

/// `COMMAND [GAME] [ARGUMENTS] [POSITION]`: everything but the game is read as UCI reads it.
fn position_command(command: &str, words: &[String], say: &dyn Fn(&str)) -> Result<(), String> {
    let game = words.first().and_then(|word| game_of(word));
    let words = &words[usize::from(game.is_some())..];
    let begins_position = |word: &String| matches!(word.as_str(), "startpos" | "fen") || word.contains('/');
    let (arguments, place) = words.split_at(words.iter().position(begins_position).unwrap_or(words.len()));

    let options = Options::default();
    let name = game.unwrap_or(movegen::Chess::NAME);
    let mut session = session::open(name, options.settings()).ok_or_else(|| format!("'{name}' cannot be played"))?;
    set_up(session.as_mut(), place)?;
    let control = Control::default();
    match understood(&format!("{command} {}", arguments.join(" ")))? {
        Command::Go(go) => {
            if let Some(complaint) = go.complaints.first() {
                return Err(complaint.clone());
            }
            if go.infinite || go.ponder {
                return Err("go needs a limit here, such as 'depth 10'".to_owned());
            }
            control.arm(false);
            session.go(&go, options.view(), &control, say);
        }
        Command::Perft(depth) => say(&session.perft(depth, &control)),
        _ if !arguments.is_empty() => return Err(format!("{command} takes no '{}'", printable(&arguments[0]))),
        Command::Evaluate => say(&session.evaluate()),
        _ => say(&session.describe()),
    }
    Ok(())
}

/// The position may begin with `startpos`, `fen`, or the FEN itself.
fn set_up(session: &mut dyn Session, words: &[String]) -> Result<(), String> {
    let text = words.join(" ");
    let line = match words.first().map(String::as_str) {
        None => return Ok(()),
        Some("startpos" | "fen") => format!("position {text}"),
        Some(_) => format!("position fen {text}"),
    };
    match understood(&line)? {
        Command::Position { fen, moves } => session.position(fen.as_deref(), &moves).map_err(|e| e.to_string()),
        _ => Ok(()),
    }
}

fn understood(line: &str) -> Result<Command, String> {
    command::parse(line).map_err(|error| match error {
        command::CommandError::Malformed(why) => why,
        command::CommandError::Unknown(text) => format!("'{text}' is not known"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn said(line: &str) -> Result<String, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let text = RefCell::new(String::new());
        let say = |part: &str| text.borrow_mut().push_str(part);
        position_command(&words[0], &words[1..], &say)?;
        Ok(text.into_inner())
    }

    #[test]
    fn a_position_may_be_written_in_three_ways() {
        let board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert!(said(&format!("d chess fen {board}")).unwrap().contains(board));
        assert!(said(&format!("d {board} moves e1g1")).unwrap().contains("Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1"));
        assert!(said("d empire startpos moves e1e2").unwrap().contains("Variant: empire"));
        assert!(said("perft empire 2").unwrap().contains("Nodes searched: 600"));
        assert!(said(&format!("perft 2 {board}")).unwrap().contains("Nodes searched: 66"));
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
            let error = said(line).unwrap_err();
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}
