//! Parsing of XBoard engines' output.

use movegen::fen::printable;

use crate::players::{Thought, Value};

/// Smallest value of a mate.
const MATE: i32 = 100_000;

/// A line received during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Message {
    /// Its move.
    Move(String),
    /// A claimed result.
    Result(String),
    /// A resignation.
    Resigns,
    /// A move refused as illegal.
    Refuses(String),
    /// The answer to this ping.
    Pong(u32),
    /// A report of the search.
    Thinks(Thought),
    /// Anything else.
    Nothing,
}

/// Parses a line.
pub(crate) fn message(line: &str) -> Message {
    let line = line.trim();
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next();
    match (first, second) {
        ("move", Some(text)) => Message::Move(text.to_owned()),
        ("pong", Some(number)) => number.parse().map_or(Message::Nothing, Message::Pong),
        ("resign", None) => Message::Resigns,
        ("1-0" | "0-1" | "1/2-1/2", _) if second.is_some_and(|rest| rest.contains("resign")) => Message::Resigns,
        ("1-0" | "0-1" | "1/2-1/2", _) => Message::Result(printable(line)),
        // Older engines: `1. ... e7e5` and `My move is: e7e5`.
        (_, Some("...")) if first.ends_with('.') => {
            words.next().map_or(Message::Nothing, |text| Message::Move(text.into()))
        }
        ("My", Some("move")) => Message::Nothing,
        _ if first.eq_ignore_ascii_case("illegal") => Message::Refuses(printable(line)),
        _ => thinks(line).map_or(Message::Nothing, Message::Thinks),
    }
}

/// Parses a report: depth, value, hundredths of a second, nodes, principal variation.
fn thinks(line: &str) -> Option<Thought> {
    let mut words = line.split_ascii_whitespace();
    let mut number = || words.next()?.trim_end_matches(['.', '+', '-', '&']).parse::<i64>().ok();
    let (depth, value, time, nodes) = (number()?, number()?, number()?, number()?);
    let value = i32::try_from(value).ok()?;
    Some(Thought {
        value: Some(match value {
            MATE.. => Value::Mate(value - MATE),
            value if value <= -MATE => Value::Mate(value + MATE),
            value => Value::Cp(value),
        }),
        depth: u32::try_from(depth).ok()?,
        nodes: u64::try_from(nodes).ok()?,
        time: u64::try_from(time).ok()? * 10,
        line: words.map(str::to_owned).collect(),
        ..Thought::default()
    })
}

/// Parses the features of a line: `ping=1 myname="A B"`.
pub(crate) fn features(list: &str) -> Vec<(String, String)> {
    let mut features = Vec::new();
    let mut rest = list.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        features.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_parsed_in_every_form() {
        for line in ["move e7e5", "1. ... e7e5", " move  e7e5 "] {
            assert_eq!(message(line), Message::Move("e7e5".into()), "{line}");
        }
        assert_eq!(message("My move is: e7e5"), Message::Nothing, "a repetition");
        assert_eq!(
            (message("pong 7"), message("resign"), message("1. d2d4")),
            (Message::Pong(7), Message::Resigns, Message::Nothing)
        );
        assert_eq!(message("0-1 {White resigns}"), Message::Result("0-1 {White resigns}".into()));
        assert_eq!(message("1/2-1/2 {Draw}"), Message::Result("1/2-1/2 {Draw}".into()));
        assert_eq!(message("Illegal move: e2e5"), Message::Refuses("Illegal move: e2e5".into()));
        assert_eq!(
            (message("# 1 2 3 4"), message(""), message("tellics x")),
            (Message::Nothing, Message::Nothing, Message::Nothing)
        );
    }

    #[test]
    fn reports_have_centipawns_and_hundredths() {
        let Message::Thinks(thought) = message("7 +17 9 55350 Nc6 Nc3 Nf6") else { panic!("no thought") };
        assert_eq!((thought.value, thought.depth, thought.time, thought.nodes), (Some(Value::Cp(17)), 7, 90, 55_350));
        assert_eq!(thought.line, ["Nc6", "Nc3", "Nf6"]);
        let mate = |line: &str| thinks(line).and_then(|thought| thought.value);
        assert_eq!((mate("9 100003 1 2"), mate("9. -100002 1 2 x")), (Some(Value::Mate(3)), Some(Value::Mate(-2))));
        assert_eq!((mate("9 1 1"), mate("9 x 1 2"), mate("9 99999999999 1 2")), (None, None, None));
    }

    #[test]
    fn features_are_parsed_with_and_without_quotes() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            features("ping=1 setboard=1 myname=\"A B 1=2\" variants=\"normal,empire\" done=1"),
            [
                pair("ping", "1"),
                pair("setboard", "1"),
                pair("myname", "A B 1=2"),
                pair("variants", "normal,empire"),
                pair("done", "1")
            ]
        );
        assert_eq!(features("option=\"Hash -spin 64 1 4096\""), [pair("option", "Hash -spin 64 1 4096")]);
        assert_eq!((features(""), features("x"), features("a=\"b")), (vec![], vec![], vec![pair("a", "b")]));
    }
}
