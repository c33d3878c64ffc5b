//! Parses lines into commands. Pure: nothing is printed and no position is needed. Every error quotes the invalid words.

use std::time::Duration;

use games::{Clock, Limits};
use movegen::Color;
use movegen::fen::printable;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    // An empty line, a comment, or a UCI command that this engine ignores.
    Nothing,
    Uci,
    IsReady,
    // `ucinewgame`: clear the hash table and the histories.
    NewGame,
    // The words of the name, separated by single blanks; the text after the word `value`, `None` without that word.
    SetOption { name: String, value: Option<String> },
    // A FEN, `None` for the start of the game, and the moves played from there.
    Position { fen: Option<String>, moves: Vec<String> },
    // A bare move, played in the current position: for users at a terminal.
    Move(String),
    Go(Go),
    // `go perft N` or `perft N`: count the leaves N plies deep.
    Perft(u32),
    Stop,
    PonderHit,
    Quit,
    Draw,
    Evaluate,
    Flip,
    Bench(Vec<String>),
    Compiler,
    License,
    Help,
}

/// The arguments of `go`. Moves are still text, and the clocks of both sides are kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Go {
    pub(crate) limits: Limits,
    /// The time left, by colour; zero after a flag has fallen.
    pub(crate) time: [Option<Duration>; 2],
    pub(crate) increment: [Option<Duration>; 2],
    /// The root moves to search; all if empty.
    pub(crate) search_moves: Vec<String>,
    /// Messages about arguments that are ignored.
    pub(crate) errors: Vec<String>,
}

impl Go {
    /// The limits with the clock of the side to move. A missing time is taken from the other side, with its increment;
    /// with increments alone, the time of one increment is used.
    pub(crate) fn limits_for(&self, side: Color) -> Limits {
        let left = self.time[side].or(self.time[!side]);
        let other = self.increment[!side].filter(|_| self.time[side].is_none());
        let increment = self.increment[side].or(other);
        let clock = (left.is_some() || increment.is_some())
            .then(|| Clock { left: left.unwrap_or_default(), increment: increment.unwrap_or_default() });
        Limits { clock, ..self.limits.clone() }
    }
}

/// A line is not a command: the first word is unknown, or the arguments are invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("Unknown command: '{0}'. Type help for the commands.")]
    Unknown(String),
    #[error("info string error: {0}")]
    Malformed(String),
}

fn malformed(why: impl Into<String>) -> CommandError {
    CommandError::Malformed(why.into())
}

/// Parses one line.
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
        _ if rest.is_empty() && has_form_of_move(first) => Command::Move(first.to_owned()),
        _ => return Err(CommandError::Unknown(printable(line))),
    })
}

/// Returns `true` if a word has the form of a move: squares and possibly a letter, or castling. Clients send no such lines.
fn has_form_of_move(word: &str) -> bool {
    let squares = word.strip_suffix(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(word);
    let is_square = |name: &[u8]| matches!(name, [b'a'..=b'h', b'1'..=b'8']);
    let castles = ["O-O", "O-O-O", "0-0", "0-0-0"];
    castles.contains(&word) || squares.len() >= 4 && squares.as_bytes().chunks(2).all(is_square)
}

/// Splits off the first word. The rest keeps its inner blanks.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// Parses `setoption`. The name ends at the word `value`; the value keeps its inner blanks, since it may be a file name.
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

/// Returns `true` for a word that begins an argument of `go` and ends a list of moves.
fn begins_argument(word: &str) -> bool {
    let is_switch = ["searchmoves", "ponder", "infinite", "perft"].contains(&word);
    is_switch || set_limit(&mut Go::default(), word, 0).is_some()
}

fn go(words: &[&str]) -> Result<Command, CommandError> {
    let mut go = Go::default();
    let mut has_limit = false;
    let mut has_invalid = false;
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.limits.ponder = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !begins_argument(word)) {
                    go.search_moves.push(m.to_owned());
                }
            }
            "perft" => return perft(&words.collect::<Vec<_>>()),
            _ if begins_argument(word) => {
                let text = words.next_if(|next| !begins_argument(next));
                match text.and_then(number) {
                    Some(value) => has_limit |= set_limit(&mut go, word, value) == Some(true),
                    None => {
                        has_invalid = true;
                        let text = printable(text.unwrap_or_default());
                        go.errors.push(format!("'{text}' is no number for {word} in go"));
                    }
                }
            }
            _ => go.errors.push(format!("'{}' in go is not known", printable(word))),
        }
    }
    // The client waits for a move, and would wait forever.
    if has_invalid && !has_limit && !go.limits.infinite && !go.limits.ponder {
        go.limits.depth = Some(1);
    } else if !has_limit && !go.limits.ponder {
        go.limits.infinite = true;
    }
    Ok(Command::Go(go))
}

/// Parses a number of any length; larger numbers become the largest one.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}

/// The longest time in milliseconds, some thirty years: no sum of times overflows.
const MAX_TIME_MS: u64 = 1_000_000_000_000;

/// The largest number of plies or moves: no sum of a few such numbers overflows.
const MAX_COUNT: u32 = 1_000_000;

/// Stores a limit and returns `true` if it can end a search; `None` if there is no such limit. A depth, node count, mate distance
/// or number of moves that is not positive is no limit. A time that is not positive is zero.
fn set_limit(go: &mut Go, word: &str, value: i64) -> Option<bool> {
    let time = Some(Duration::from_millis(u64::try_from(value).unwrap_or(0).min(MAX_TIME_MS)));
    let count = u64::try_from(value).ok().filter(|&n| n > 0);
    let small = count.map(|n| u32::try_from(n).map_or(MAX_COUNT, |n| n.min(MAX_COUNT)));
    match word {
        "wtime" => go.time[0] = time,
        "btime" => go.time[1] = time,
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "movetime" => go.limits.move_time = time,
        "nodes" => go.limits.nodes = count,
        "depth" => go.limits.depth = small,
        "mate" => go.limits.mate = small,
        "movestogo" => go.limits.moves_to_go = small,
        _ => return None,
    }
    Some(match word {
        "movestogo" => false,
        "nodes" | "depth" | "mate" => count.is_some(),
        _ => true,
    })
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
    fn invalid_perft_depth_is_quoted() {
        assert_eq!(error_of("perft foo 3"), "info string error: 'foo' is no depth for perft");
        assert_eq!(error_of("perft 3 foo"), "info string error: after perft's depth nothing may follow, here is 'foo'");
    }

    #[test]
    fn empty_lines_comments_and_ignored_commands_do_nothing() {
        for line in ["", "  \t ", "# go infinite", "#", "debug on", "register later"] {
            assert_eq!(parse(line), Ok(Command::Nothing), "{line}");
        }
    }

    #[test]
    fn bare_move_is_a_command() {
        for text in ["e2e4", "e7e8q", "c1f1e4r", "a2a3b4", "O-O", "0-0-0"] {
            assert_eq!(parse(&format!(" {text} ")), Ok(Command::Move(text.to_owned())));
        }
        for line in ["e2", "e2e9", "e2e4 e7e5", "e2e44", "Nf3", "e2e4qq", "O-"] {
            assert!(error_of(line).starts_with("Unknown command: "), "{line}");
        }
    }

    #[test]
    fn unknown_command_is_quoted_in_printable_form() {
        assert_eq!(error_of("joho go"), "Unknown command: 'joho go'. Type help for the commands.");
        assert_eq!(error_of("a\u{1b}[2Jb"), r"Unknown command: 'a\u{1b}[2Jb'. Type help for the commands.");
    }

    #[test]
    fn option_name_ends_at_value_and_blanks_collapse() {
        assert_eq!(option_of("setoption name Hash value 32"), ("Hash".into(), Some("32".into())));
        assert_eq!(option_of("  setoption  name  Clear   Hash  "), ("Clear Hash".into(), None));
        assert_eq!(option_of("setoption name clear hash value true"), ("clear hash".into(), Some("true".into())));
        assert_eq!(option_of("setoption name Debug Log File value"), ("Debug Log File".into(), Some(String::new())));
        assert_eq!(option_of("setoption name A value b  value c"), ("A".into(), Some("b  value c".into())));
    }

    #[test]
    fn option_without_name_is_an_error() {
        for line in ["setoption", "setoption name", "setoption name   ", "setoption Hash value 3"] {
            assert!(error_of(line).starts_with("info string error: setoption"), "{line}");
        }
    }

    #[test]
    fn position_is_start_or_fen_and_moves() {
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
    fn every_argument_of_go_is_parsed() {
        let go = go_of("go ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 movetime 9");
        assert_eq!(go.time.map(|t| t.unwrap().as_millis()), [1, 2]);
        assert_eq!(go.increment.map(|t| t.unwrap().as_millis()), [3, 4]);
        assert_eq!(
            (go.limits.moves_to_go, go.limits.depth, go.limits.nodes, go.limits.mate),
            (Some(5), Some(6), Some(7), Some(8))
        );
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(9)));
        assert!(go.limits.ponder && !go.limits.infinite && go.errors.is_empty());
    }

    #[test]
    fn keyword_ends_the_list_of_search_moves() {
        let go = go_of("go searchmoves a2a3 h2h3 depth 6");
        assert_eq!((go.search_moves.join(","), go.limits.depth), ("a2a3,h2h3".into(), Some(6)));
        assert!(!go.limits.infinite);
    }

    #[test]
    fn go_without_a_limit_is_infinite() {
        for line in ["go", "go depth 0", "go infinite", "go searchmoves e2e4", "go movestogo 3", "go nodes -4"] {
            assert!(go_of(line).limits.infinite, "{line}");
        }
        assert!(!go_of("go ponder").limits.infinite);
    }

    #[test]
    fn fallen_flag_is_zero_time() {
        assert_eq!(go_of("go wtime -50 btime 1").time[0], Some(Duration::ZERO));
        assert_eq!(go_of("go movetime -1").limits.move_time, Some(Duration::ZERO));
    }

    #[test]
    fn too_large_number_becomes_the_largest() {
        assert_eq!(go_of("go depth 99999999999999999999").limits.depth, Some(MAX_COUNT));
        assert_eq!(go_of("go nodes 99999999999999999999").limits.nodes, Some(i64::MAX as u64));
        assert_eq!(go_of("go wtime -99999999999999999999").time[0], Some(Duration::ZERO));
    }

    #[test]
    fn invalid_number_is_reported_and_the_rest_counts() {
        let go = go_of("go depth x movetime 10");
        assert_eq!(go.errors, ["'x' is no number for depth in go"]);
        assert_eq!((go.limits.depth, go.limits.move_time), (None, Some(Duration::from_millis(10))));
        let go = go_of("go depth nodes 10");
        assert_eq!((go.errors.len(), go.limits.nodes), (1, Some(10)));
    }

    #[test]
    fn go_with_only_an_invalid_number_answers_soon() {
        for line in ["go depth", "go depth 1.5", "go movetime abc"] {
            let go = go_of(line);
            assert_eq!((go.limits.depth, go.limits.infinite, go.errors.len()), (Some(1), false, 1), "{line}");
        }
    }

    #[test]
    fn perft_is_parsed_in_both_forms() {
        assert_eq!(parse("go perft 4"), Ok(Command::Perft(4)));
        assert_eq!(parse("perft 4"), Ok(Command::Perft(4)));
        for line in ["perft", "perft x", "go perft -1", "perft 3 4", "perft 99999999999"] {
            assert!(error_of(line).contains("perft"), "{line}");
        }
    }
}
