//! Parses lines of the XBoard protocol into commands. Pure: nothing is printed and no position is needed. Every error quotes
//! the invalid line.

use std::time::Duration;

use movegen::Color;
use movegen::fen::printable;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    // An empty line, a comment, or a command that the engine ignores.
    Nothing,
    Protover,
    // The start of a game of chess, the engine plays Black.
    New,
    // Directly after `new`.
    Variant(String),
    Quit,
    // Play neither side.
    Force,
    // Play the side to move.
    Go,
    // Play the side that is not to move.
    PlayOther,
    // `white` and `black`, of the protocol's first version: play this side.
    Play(Color),
    // Moves in a session, 0 for the whole game; time for a session; time added after each move.
    Level { moves: u32, base: Duration, increment: Duration },
    MoveTime(Duration),
    Depth(u32),
    // So many nodes count as a second; `None` for real seconds.
    NodesPerSecond(Option<u64>),
    // The time left on the engine's clock.
    Time(Duration),
    MoveNow,
    Ping(String),
    Draw,
    Result,
    SetBoard(String),
    // Lines up to a full stop set up a position.
    Edit,
    Hint,
    Book,
    Undo(usize),
    Ponder(bool),
    Post(bool),
    Analyze,
    // `.`: report the progress of the analysis.
    Status,
    Exit,
    // Exclude a move from the analysis or include it again; `None` for all moves.
    Select { m: Option<String>, included: bool },
    Coordinates,
    Computer,
    // `memory` and `cores`: the option of this name as close to a number as possible.
    Nearest(&'static str, String),
    Option { name: String, value: Option<String> },
    Pause(bool),
    Lift(String),
    // The user has chosen its target.
    Put(String),
    // `usermove M`, or a move alone.
    UserMove(String),
}

impl Command {
    /// Returns `true` for a command after which moves follow, of the user or of the engine.
    pub(crate) const fn is_about_moves(&self) -> bool {
        matches!(self, Self::Go | Self::PlayOther | Self::Play(_) | Self::Analyze | Self::UserMove(_) | Self::Lift(_))
    }
}

/// A line is not a command: the first word is unknown, or the arguments are invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("Error (unknown command): {0}")]
    Unknown(String),
    #[error("Error (bad argument): {0}")]
    BadArgument(String),
}

/// Parses one line.
pub(crate) fn parse(line: &str) -> Result<Command, CommandError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let bad = || CommandError::BadArgument(printable(line));
    Ok(match word {
        "accepted" if rest == "coordinates" => Command::Coordinates,
        "" | "xboard" | "accepted" | "rejected" | "random" | "otim" | "name" | "rating" | "ics" | "egtpath"
        | "hover" => Command::Nothing,
        _ if word.starts_with('#') => Command::Nothing,
        "protover" => Command::Protover,
        "new" => Command::New,
        "variant" => Command::Variant(rest.to_owned()),
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" => Command::Play(Color::White),
        "black" => Command::Play(Color::Black),
        "level" => level(rest).ok_or_else(bad)?,
        "st" => Command::MoveTime(seconds(rest).ok_or_else(bad)?),
        "sd" => Command::Depth(rest.parse().map_err(|_| bad())?),
        "nps" => {
            Command::NodesPerSecond(u64::try_from(rest.parse::<i64>().map_err(|_| bad())?).ok().filter(|&n| n > 0))
        }
        "time" => Command::Time(seconds(rest).ok_or_else(bad)? / 100),
        "?" => Command::MoveNow,
        "ping" => Command::Ping(printable(rest)),
        "draw" => Command::Draw,
        "result" => Command::Result,
        "setboard" => Command::SetBoard(rest.to_owned()),
        "edit" => Command::Edit,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo(1),
        "remove" => Command::Undo(2),
        "hard" => Command::Ponder(true),
        "easy" => Command::Ponder(false),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "analyze" => Command::Analyze,
        "." => Command::Status,
        "exit" => Command::Exit,
        "exclude" | "include" => {
            Command::Select { m: (rest != "all").then(|| rest.to_owned()), included: word == "include" }
        }
        "computer" => Command::Computer,
        "memory" => Command::Nearest("Hash", rest.to_owned()),
        "cores" => Command::Nearest("Threads", rest.to_owned()),
        "option" => match rest.split_once('=') {
            Some((name, value)) => Command::Option { name: name.to_owned(), value: Some(value.to_owned()) },
            None => Command::Option { name: rest.to_owned(), value: None },
        },
        "pause" => Command::Pause(true),
        "resume" => Command::Pause(false),
        "lift" => Command::Lift(rest.to_owned()),
        "put" => Command::Put(rest.to_owned()),
        "usermove" => Command::UserMove(rest.to_owned()),
        _ if rest.is_empty() && has_form_of_move(word) => Command::UserMove(word.to_owned()),
        _ => return Err(CommandError::Unknown(printable(line))),
    })
}

/// Returns `true` if a word has the form of a move: two squares and any suffix, castling, or a pass.
fn has_form_of_move(word: &str) -> bool {
    let is_square = |text: Option<&str>| text.is_some_and(|text| games::explain::At::parse(text).is_some());
    (is_square(word.get(..2)) && is_square(word.get(2..4))) || ["O-O", "O-O-O", "@@@@"].contains(&word)
}

/// Parses `40 5 0` or `0 0:30 0.5`: moves, minutes with seconds after a colon, seconds.
fn level(text: &str) -> Option<Command> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [moves, base, increment] = words[..] else { return None };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds(minutes)?.saturating_mul(60).min(MAX_TIME) + seconds(rest)?;
    Some(Command::Level { moves: moves.parse().ok()?, base: base.min(MAX_TIME), increment: seconds(increment)? })
}

/// The longest time, some thirty years: no sum of times overflows.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// Parses a number of seconds, possibly with a fraction. Negative numbers are zero.
fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some(Duration::try_from_secs_f64(number.max(0.0)).unwrap_or(MAX_TIME).min(MAX_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_commands_are_accepted() {
        for line in
            ["", "  ", "# x", "accepted done", "rejected san", "random", "otim 300", "name me", "rating 1 2", "ics -"]
        {
            assert_eq!(parse(line), Ok(Command::Nothing), "{line}");
        }
    }

    #[test]
    fn level_has_minutes_seconds_and_fractions() {
        let of = |line: &str| match parse(line).unwrap() {
            Command::Level { moves, base, increment } => (moves, base.as_millis(), increment.as_millis()),
            other => panic!("{other:?}"),
        };
        assert_eq!(of("level 40 5 0"), (40, 300_000, 0));
        assert_eq!(of("level 0 0:30 0.5"), (0, 30_000, 500));
        assert_eq!(of("level 0 0 0.01"), (0, 0, 10));
        assert_eq!(of("level 0 1:05 2"), (0, 65_000, 2000));
        assert_eq!(of("level 0 99999999999999999 99999999999").1, MAX_TIME.as_millis());
    }

    #[test]
    fn times_are_in_seconds_and_hundredths() {
        assert_eq!(parse("st 2"), Ok(Command::MoveTime(Duration::from_secs(2))));
        assert_eq!(parse("st 0.25"), Ok(Command::MoveTime(Duration::from_millis(250))));
        assert_eq!(parse("time 51"), Ok(Command::Time(Duration::from_millis(510))));
        assert_eq!(parse("time -5"), Ok(Command::Time(Duration::ZERO)));
        assert_eq!(parse("nps 0"), Ok(Command::NodesPerSecond(None)));
        assert_eq!(parse("nps 5000"), Ok(Command::NodesPerSecond(Some(5000))));
    }

    #[test]
    fn invalid_numbers_are_quoted() {
        for line in
            ["level", "level 1 2", "level x 5 0", "level 1 5 0 7", "st", "st x", "st nan", "sd -1", "time inf", "nps q"]
        {
            let error = parse(line).unwrap_err();
            assert_eq!(error.to_string(), format!("Error (bad argument): {line}"));
        }
    }

    #[test]
    fn unknown_commands_are_quoted_in_printable_form() {
        assert_eq!(parse("foobar 1").unwrap_err().to_string(), "Error (unknown command): foobar 1");
        assert_eq!(parse("a\u{1b}b").unwrap_err().to_string(), r"Error (unknown command): a\u{1b}b");
    }

    #[test]
    fn move_may_come_without_usermove() {
        for line in ["e2e4", "e7e8q", "O-O", "c1f1,f1c6,c6c6n", "usermove e2e4"] {
            let text = line.trim_start_matches("usermove ").to_owned();
            assert_eq!(parse(line), Ok(Command::UserMove(text)), "{line}");
        }
        for line in ["e2", "e2e4 e7e5", "e2x4", "éé"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn option_values_are_optional() {
        let of = |name: &str, value: Option<&str>| Command::Option { name: name.into(), value: value.map(Into::into) };
        assert_eq!(parse("option Skill Level=3"), Ok(of("Skill Level", Some("3"))));
        assert_eq!(parse("option ClearHash"), Ok(of("ClearHash", None)));
        assert_eq!(parse("option File=a=b"), Ok(of("File", Some("a=b"))));
    }
}
