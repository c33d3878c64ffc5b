//! Lines of text to commands. Pure: nothing is printed, nothing is looked up in a position, and no line can fail in a
//! way that is not an error with the words at fault in it.

use std::time::Duration;

use movegen::fen::printable;

/// One line from a client or a user, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Nothing to do: an empty line, a comment, or a word that UCI knows and this engine has no use for.
    Nothing,
    /// `uci`: who are you, and what can be set?
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`: forget what was learnt.
    NewGame,
    /// `setoption name … [value …]`.
    SetOption {
        /// The words of the name with single blanks between them.
        name: String,
        /// What stands behind the word `value`; `None` without that word.
        value: Option<String>,
    },
    /// `position startpos|fen … [moves …]`.
    Position {
        /// The FEN; `None` for the start of the game.
        fen: Option<String>,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// A bare move, which plays on from the position that stands: for people who type.
    Move(String),
    /// `go …`.
    Go(Go),
    /// `go perft N` or `perft N`: the leaves so many plies deep.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: draw the position.
    Draw,
    /// `eval`: the static value of the position.
    Evaluate,
    /// `flip`: exchange the colours.
    Flip,
    /// `bench …`, with its arguments.
    Bench(Vec<String>),
    /// `compiler`.
    Compiler,
    /// `license`.
    License,
    /// `help`.
    Help,
}

/// What `go` asks for, in the client's words: moves are still text, and both clocks are there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Go {
    /// Time left, by colour; a fallen flag is zero.
    pub(crate) time: [Option<Duration>; 2],
    /// Increment, by colour.
    pub(crate) increment: [Option<Duration>; 2],
    /// Moves to the next time control.
    pub(crate) moves_to_go: Option<u32>,
    /// Deepest iteration in plies.
    pub(crate) depth: Option<u32>,
    /// Number of nodes.
    pub(crate) nodes: Option<u64>,
    /// A win in so many moves.
    pub(crate) mate: Option<u32>,
    /// Exact time.
    pub(crate) move_time: Option<Duration>,
    /// The root moves to be searched.
    pub(crate) search_moves: Vec<String>,
    /// No answer before `stop`.
    pub(crate) infinite: bool,
    /// The opponent's time is running.
    pub(crate) ponder: bool,
    /// What could not be understood, as sentences; the search goes on without it.
    pub(crate) complaints: Vec<String>,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// The first word is not known.
    #[error("Unknown command: '{0}'. Type help for the commands.")]
    Unknown(String),
    /// The words after the first make no sense.
    #[error("info string error: {0}")]
    Malformed(String),
}

fn malformed(why: impl Into<String>) -> CommandError {
    CommandError::Malformed(why.into())
}

/// Reads one line.
///
/// # Errors
/// The line quoted, as an unknown command or one whose arguments make no sense.
pub(crate) fn parse(line: &str) -> Result<Command, CommandError> {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(Command::Nothing) };
    let rest: Vec<&str> = words.collect();
    Ok(match first {
        _ if first.starts_with('#') => Command::Nothing,
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => set_option(line)?,
        "position" => position(&rest)?,
        "go" => go(&rest)?,
        "perft" => perft(&rest)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        "d" => Command::Draw,
        "eval" => Command::Evaluate,
        "flip" => Command::Flip,
        "bench" => Command::Bench(rest.into_iter().map(str::to_owned).collect()),
        "compiler" => Command::Compiler,
        "license" => Command::License,
        "help" | "--help" => Command::Help,
        "debug" | "register" => Command::Nothing,
        _ if rest.is_empty() && looks_like_a_move(first) => Command::Move(first.to_owned()),
        _ => return Err(CommandError::Unknown(printable(line))),
    })
}

/// Whether a word is squares, with a letter behind them perhaps, or castles. Clients send no such line.
fn looks_like_a_move(word: &str) -> bool {
    let squares = word.strip_suffix(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(word);
    let is_square = |name: &[u8]| matches!(name, [b'a'..=b'h', b'1'..=b'8']);
    let castles = ["O-O", "O-O-O", "0-0", "0-0-0"];
    castles.contains(&word) || squares.len() >= 4 && squares.as_bytes().chunks(2).all(is_square)
}

/// Splits off the first word; the rest keeps its inner blanks.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// The name ends at the word `value`; the value keeps its inner blanks, since it may be a file's name.
fn set_option(line: &str) -> Result<Command, CommandError> {
    let (_, rest) = split_word(line);
    let (keyword, mut rest) = split_word(rest);
    if !keyword.eq_ignore_ascii_case("name") {
        return Err(malformed(format!("setoption needs the word 'name', here is '{}'", printable(keyword))));
    }
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    while value.is_none() && !rest.trim_start().is_empty() {
        let (word, after) = split_word(rest);
        match word.eq_ignore_ascii_case("value") && !name.is_empty() {
            true => value = Some(after.trim().to_owned()),
            false => name.push(word),
        }
        rest = after;
    }
    match name.is_empty() {
        true => Err(malformed("setoption has no option's name")),
        false => Ok(Command::SetOption { name: name.join(" "), value }),
    }
}

fn position(words: &[&str]) -> Result<Command, CommandError> {
    let split = words.iter().position(|&word| word == "moves");
    let (place, moves) = match split {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &words[..0]),
    };
    let fen = match place {
        ["startpos"] => None,
        ["startpos", extra, ..] => {
            return Err(malformed(format!("after 'startpos' only 'moves' may follow, here is '{}'", printable(extra))));
        }
        ["fen", fen @ ..] => Some(fen.join(" ")),
        [] => return Err(malformed("position needs 'startpos' or 'fen'")),
        [word, ..] => {
            return Err(malformed(format!("position needs 'startpos' or 'fen', here is '{}'", printable(word))));
        }
    };
    Ok(Command::Position { fen, moves: moves.iter().map(|&m| m.to_owned()).collect() })
}

fn perft(words: &[&str]) -> Result<Command, CommandError> {
    match words {
        [] => Err(malformed("perft needs a depth")),
        [depth, rest @ ..] => match (depth.parse(), rest) {
            (Ok(depth), []) => Ok(Command::Perft(depth)),
            (Ok(_), [extra, ..]) => {
                Err(malformed(format!("after perft's depth nothing may follow, here is '{}'", printable(extra))))
            }
            (Err(_), _) => Err(malformed(format!("'{}' is no depth for perft", printable(depth)))),
        },
    }
}

/// The words that begin an argument of `go`, and so end a list of moves.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn go(words: &[&str]) -> Result<Command, CommandError> {
    let mut go = Go::default();
    let mut limited = false;
    let mut unread = false;
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(m.to_owned());
                }
            }
            "perft" => return perft(&words.collect::<Vec<_>>()),
            _ if GO_WORDS.contains(&word) => {
                let text = words.next_if(|next| !GO_WORDS.contains(next));
                match text.and_then(number) {
                    Some(value) => limited |= set_limit(&mut go, word, value),
                    None => {
                        unread = true;
                        let text = printable(text.unwrap_or_default());
                        go.complaints.push(format!("'{text}' is no number for {word} in go"));
                    }
                }
            }
            _ => go.complaints.push(format!("'{}' in go is not known", printable(word))),
        }
    }
    // Whoever sent this waits for a move, and would wait for ever.
    if unread && !limited && !go.infinite && !go.ponder {
        go.depth = Some(1);
    } else if !limited && !go.ponder {
        go.infinite = true;
    }
    Ok(Command::Go(go))
}

/// A number of any length: what is too large becomes the largest one.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}

/// Milliseconds in some thirty years: no clock shows more, and no sum of times overflows.
const LONGEST_TIME: u64 = 1_000_000_000_000;

/// The largest number of plies or moves: more than any game has, and no sum of a few such overflows.
const LARGEST_COUNT: u32 = 1_000_000;

/// Notes one limit and tells whether it will ever end the search. A depth, node count, mate distance or number of
/// moves that is not positive is no limit; a time that is not positive is no time.
fn set_limit(go: &mut Go, word: &str, value: i64) -> bool {
    let time = Some(Duration::from_millis(u64::try_from(value).unwrap_or(0).min(LONGEST_TIME)));
    let count = u64::try_from(value).ok().filter(|&n| n > 0);
    let small = count.map(|n| u32::try_from(n).map_or(LARGEST_COUNT, |n| n.min(LARGEST_COUNT)));
    match word {
        "wtime" => go.time[0] = time,
        "btime" => go.time[1] = time,
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "movetime" => go.move_time = time,
        "nodes" => go.nodes = count,
        "depth" => go.depth = small,
        "mate" => go.mate = small,
        _ => go.moves_to_go = small,
    }
    match word {
        "movestogo" => false,
        "nodes" | "depth" | "mate" => count.is_some(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> Go {
        match parse(line).unwrap() {
            Command::Go(go) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn option_of(line: &str) -> (String, Option<String>) {
        match parse(line).unwrap() {
            Command::SetOption { name, value } => (name, value),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error_of(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn the_word_that_is_no_depth_is_the_one_blamed() {
        assert_eq!(error_of("perft foo 3"), "info string error: 'foo' is no depth for perft");
        assert_eq!(error_of("perft 3 foo"), "info string error: after perft's depth nothing may follow, here is 'foo'");
    }

    #[test]
    fn empty_lines_comments_and_useless_words_are_nothing() {
        for line in ["", "  \t ", "# go infinite", "#", "debug on", "register later"] {
            assert_eq!(parse(line), Ok(Command::Nothing), "{line}");
        }
    }

    #[test]
    fn a_bare_move_is_a_command() {
        for text in ["e2e4", "e7e8q", "c1f1e4r", "a2a3b4", "O-O", "0-0-0"] {
            assert_eq!(parse(&format!(" {text} ")), Ok(Command::Move(text.to_owned())));
        }
        for line in ["e2", "e2e9", "e2e4 e7e5", "e2e44", "Nf3", "e2e4qq", "O-"] {
            assert!(error_of(line).starts_with("Unknown command: "), "{line}");
        }
    }

    #[test]
    fn an_unknown_first_word_is_quoted_in_printable_form() {
        assert_eq!(error_of("joho go"), "Unknown command: 'joho go'. Type help for the commands.");
        assert_eq!(error_of("a\u{1b}[2Jb"), r"Unknown command: 'a\u{1b}[2Jb'. Type help for the commands.");
    }

    #[test]
    fn an_option_name_ends_at_value_and_its_blanks_collapse() {
        assert_eq!(option_of("setoption name Hash value 32"), ("Hash".into(), Some("32".into())));
        assert_eq!(option_of("  setoption  name  Clear   Hash  "), ("Clear Hash".into(), None));
        assert_eq!(option_of("setoption name clear hash value true"), ("clear hash".into(), Some("true".into())));
        assert_eq!(option_of("setoption name Debug Log File value"), ("Debug Log File".into(), Some(String::new())));
        assert_eq!(option_of("setoption name A value b  value c"), ("A".into(), Some("b  value c".into())));
    }

    #[test]
    fn an_option_without_name_is_an_error() {
        for line in ["setoption", "setoption name", "setoption name   ", "setoption Hash value 3"] {
            assert!(error_of(line).starts_with("info string error: setoption"), "{line}");
        }
    }

    #[test]
    fn a_position_is_a_start_or_a_fen_and_moves() {
        let of = |line| match parse(line).unwrap() {
            Command::Position { fen, moves } => (fen, moves.join(",")),
            other => panic!("{other:?}"),
        };
        assert_eq!(of("position startpos"), (None, String::new()));
        assert_eq!(of("position startpos moves "), (None, String::new()));
        assert_eq!(of("position startpos moves e2e4 e7e5"), (None, "e2e4,e7e5".into()));
        assert_eq!(of("position fen 8/8 w  - - moves a1a2"), (Some("8/8 w - -".into()), "a1a2".into()));
        for line in ["position", "position moves e2e4", "position startpos e2e4", "position 8/8"] {
            assert!(error_of(line).starts_with("info string error: "), "{line}");
        }
    }

    #[test]
    fn every_argument_of_go_is_read() {
        let go = go_of("go ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 movetime 9");
        assert_eq!(go.time.map(|t| t.unwrap().as_millis()), [1, 2]);
        assert_eq!(go.increment.map(|t| t.unwrap().as_millis()), [3, 4]);
        assert_eq!((go.moves_to_go, go.depth, go.nodes, go.mate), (Some(5), Some(6), Some(7), Some(8)));
        assert_eq!(go.move_time, Some(Duration::from_millis(9)));
        assert!(go.ponder && !go.infinite && go.complaints.is_empty());
    }

    #[test]
    fn a_keyword_ends_the_list_of_search_moves() {
        let go = go_of("go searchmoves a2a3 h2h3 depth 6");
        assert_eq!((go.search_moves.join(","), go.depth), ("a2a3,h2h3".into(), Some(6)));
        assert!(!go.infinite);
    }

    #[test]
    fn go_without_a_limit_is_infinite() {
        for line in ["go", "go depth 0", "go infinite", "go searchmoves e2e4", "go movestogo 3", "go nodes -4"] {
            assert!(go_of(line).infinite, "{line}");
        }
        assert!(!go_of("go ponder").infinite);
    }

    #[test]
    fn a_fallen_flag_is_no_time() {
        assert_eq!(go_of("go wtime -50 btime 1").time[0], Some(Duration::ZERO));
        assert_eq!(go_of("go movetime -1").move_time, Some(Duration::ZERO));
    }

    #[test]
    fn a_number_too_large_is_the_largest() {
        assert_eq!(go_of("go depth 99999999999999999999").depth, Some(LARGEST_COUNT));
        assert_eq!(go_of("go nodes 99999999999999999999").nodes, Some(i64::MAX as u64));
        assert_eq!(go_of("go wtime -99999999999999999999").time[0], Some(Duration::ZERO));
    }

    #[test]
    fn an_unreadable_number_is_reported_and_the_rest_counts() {
        let go = go_of("go depth x movetime 10");
        assert_eq!(go.complaints, ["'x' is no number for depth in go"]);
        assert_eq!((go.depth, go.move_time), (None, Some(Duration::from_millis(10))));
        let go = go_of("go depth nodes 10");
        assert_eq!((go.complaints.len(), go.nodes), (1, Some(10)));
    }

    #[test]
    fn go_with_nothing_but_an_unreadable_number_answers_soon() {
        for line in ["go depth", "go depth 1.5", "go movetime abc"] {
            let go = go_of(line);
            assert_eq!((go.depth, go.infinite, go.complaints.len()), (Some(1), false, 1), "{line}");
        }
    }

    #[test]
    fn perft_is_read_in_both_forms() {
        assert_eq!(parse("go perft 4"), Ok(Command::Perft(4)));
        assert_eq!(parse("perft 4"), Ok(Command::Perft(4)));
        for line in ["perft", "perft x", "go perft -1", "perft 3 4", "perft 99999999999"] {
            assert!(error_of(line).contains("perft"), "{line}");
        }
    }
}
