//! Commands typed during a game. Any other text is read as a move.

use games::registry::{NAMES, known};
use movegen::fen::printable;

use super::seats::{Seats, level};

/// A command with its arguments; [`WORDS`] describes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Nothing,
    // A move, or what is meant for one.
    Move(String),
    Moves(Option<String>),
    Prices(Option<String>),
    Hint,
    Go,
    Undo,
    Save(String),
    Load(String),
    Resign,
    Draw,
    Flip,
    // `None` asks for the current level.
    Level(Option<u32>),
    Color(Seats),
    New(Option<&'static str>),
    Eval,
    Board,
    Fen,
    List,
    Help,
    Quit,
}

/// The words that begin a command, as `help` lists them: word, arguments, what it does.
pub(super) const WORDS: [(&str, &str, &str); 21] = [
    ("moves", "[SQUARE]", "the legal moves, or those of one piece and what they do"),
    ("prices", "[SQUARE]", "Subversion: the pieces you can buy now, and their prices"),
    ("hint", "", "what the engine would play for you"),
    ("go", "", "the engine makes this move for you, or continues after Ctrl-C"),
    ("undo", "", "takes your last move back"),
    ("save", "FILE", "writes the game as PGN; a file that is there already is not overwritten"),
    ("load", "FILE", "continues a saved game"),
    ("resign", "", "gives the game up"),
    ("draw", "", "offers a draw"),
    ("new", "[GAME]", "begins anew"),
    ("level", "[N]", "how well the engine plays: 0 to 20"),
    ("color", "SIDE", "what you play: white, black, both or none"),
    ("flip", "", "turns the board around"),
    ("board", "", "draws the board again"),
    ("eval", "", "the static value of the position"),
    ("fen", "", "the position as text"),
    ("list", "", "the moves so far"),
    ("help", "", "this list"),
    ("quit", "", "ends; so do Ctrl-D, and Ctrl-C while you are asked"),
    ("exit", "", "the same"),
    ("#", "...", "a remark, which does nothing"),
];

pub(super) fn help() -> String {
    let line = |(word, arguments, meaning): &(&str, &str, &str)| {
        format!("  {:<17} {meaning}\n", format!("{word} {arguments}"))
    };
    format!(
        "A move: Nf3, exd5, O-O, or by its squares: g1f3, e7e8q. docs/play.md has the rest.\n{}",
        WORDS.iter().map(line).collect::<String>()
    )
}

/// Understands a line.
pub(super) fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let argument = || Some(rest).filter(|rest| !rest.is_empty()).map(str::to_owned);
    let file = || argument().ok_or_else(|| format!("{word} needs the name of a file"));
    let command = match word {
        "" => return Ok(Command::Nothing),
        _ if word.starts_with('#') => return Ok(Command::Nothing),
        "moves" => return Ok(Command::Moves(argument())),
        "prices" => return Ok(Command::Prices(argument())),
        "save" => return file().map(Command::Save),
        "load" => return file().map(Command::Load),
        "level" => return argument().map(|text| level(&text)).transpose().map(Command::Level),
        "color" | "colour" => return Seats::read(rest).map(Command::Color),
        "new" => return argument().map(|name| known(&name, &NAMES)).transpose().map(Command::New),
        "hint" => Command::Hint,
        "go" => Command::Go,
        "undo" => Command::Undo,
        "resign" => Command::Resign,
        "draw" => Command::Draw,
        "flip" => Command::Flip,
        "eval" => Command::Eval,
        "board" => Command::Board,
        "fen" => Command::Fen,
        "list" => Command::List,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => return Ok(Command::Move(line.to_owned())),
    };
    match rest {
        "" => Ok(command),
        _ => Err(format!("{word} takes no '{}'", printable(rest))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_understood() {
        for (word, arguments, _) in WORDS {
            let line = match arguments {
                "FILE" => format!("{word} a game.pgn"),
                "SIDE" => format!("{word} both"),
                _ => word.to_owned(),
            };
            assert!(!matches!(parse(&line), Ok(Command::Move(_)) | Err(_)), "{line}: {:?}", parse(&line));
        }
    }

    #[test]
    fn other_text_is_read_as_move() {
        for text in ["e2e4", "Nf3", "O-O", "b", "a2c5q", "hello", "Quit"] {
            assert_eq!(parse(&format!(" {text}\t")), Ok(Command::Move(text.to_owned())));
        }
    }

    #[test]
    fn a_file_may_have_blanks_in_its_name() {
        assert_eq!(parse("save  my game.pgn "), Ok(Command::Save("my game.pgn".to_owned())));
        assert_eq!(parse("load"), Err("load needs the name of a file".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for (line, words) in [
            ("level 21", "'21' is no level from 0 to 20"),
            ("level -1", "'-1'"),
            ("level x\u{1b}[2J", r"'x\u{1b}[2J'"),
            ("color green", "'green'"),
            ("new checkers", "no game is called 'checkers'; the games are chess, "),
            ("undo 5", "undo takes no '5'"),
            ("quit now", "quit takes no 'now'"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
