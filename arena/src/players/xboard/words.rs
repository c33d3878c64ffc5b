//! Lines that XBoard engines write, taken apart.

use movegen::fen::printable;

use crate::players::{Thought, Value};

/// Values from here on are mates.
const MATE: i32 = 100_000;

/// Something that an engine says during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// Its move.
    Move(String),
    /// A result that it claims.
    Result(String),
    /// It gives up.
    Resigns,
    /// It takes a move for illegal.
    Refuses(String),
    /// The answer to this ping.
    Pong(u32),
    /// What it thinks.
    Thinks(Thought),
    /// Nothing that matters.
    Nothing,
}

/// What a line means.
pub(crate) fn word(line: &str) -> Word {
    let line = line.trim();
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next();
    match (first, second) {
        ("move", Some(text)) => Word::Move(text.to_owned()),
        ("pong", Some(number)) => number.parse().map_or(Word::Nothing, Word::Pong),
        ("resign", None) => Word::Resigns,
        ("1-0" | "0-1" | "1/2-1/2", _) if second.is_some_and(|rest| rest.contains("resign")) => Word::Resigns,
        ("1-0" | "0-1" | "1/2-1/2", _) => Word::Result(printable(line)),
        // Older engines: `1. ... e7e5` and `My move is: e7e5`.
        (_, Some("...")) if first.ends_with('.') => words.next().map_or(Word::Nothing, |text| Word::Move(text.into())),
        ("My", Some("move")) => Word::Nothing,
        _ if first.eq_ignore_ascii_case("illegal") => Word::Refuses(printable(line)),
        _ => thinks(line).map_or(Word::Nothing, Word::Thinks),
    }
}

/// A line of thought: depth, value, hundredths of a second, nodes, and the line of play.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_every_form_that_engines_use() {
        for line in ["move e7e5", "1. ... e7e5", " move  e7e5 "] {
            assert_eq!(word(line), Word::Move("e7e5".into()), "{line}");
        }
        assert_eq!(word("My move is: e7e5"), Word::Nothing, "said a second time");
        assert_eq!((word("pong 7"), word("resign"), word("1. d2d4")), (Word::Pong(7), Word::Resigns, Word::Nothing));
        assert_eq!(word("0-1 {White resigns}"), Word::Result("0-1 {White resigns}".into()));
        assert_eq!(word("1/2-1/2 {Draw}"), Word::Result("1/2-1/2 {Draw}".into()));
        assert_eq!(word("Illegal move: e2e5"), Word::Refuses("Illegal move: e2e5".into()));
        assert_eq!((word("# 1 2 3 4"), word(""), word("tellics x")), (Word::Nothing, Word::Nothing, Word::Nothing));
    }

    #[test]
    fn thoughts_are_told_in_centipawns_and_hundredths() {
        let Word::Thinks(thought) = word("7 +17 9 55350 Nc6 Nc3 Nf6") else { panic!("no thought") };
        assert_eq!((thought.value, thought.depth, thought.time, thought.nodes), (Some(Value::Cp(17)), 7, 90, 55_350));
        assert_eq!(thought.line, ["Nc6", "Nc3", "Nf6"]);
        let mate = |line: &str| thinks(line).and_then(|thought| thought.value);
        assert_eq!((mate("9 100003 1 2"), mate("9. -100002 1 2 x")), (Some(Value::Mate(3)), Some(Value::Mate(-2))));
        assert_eq!((mate("9 1 1"), mate("9 x 1 2"), mate("9 99999999999 1 2")), (None, None, None));
    }
}
