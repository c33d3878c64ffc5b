//! Values in comments on moves, as programs write them into PGN.

use games::pgn::comment_text;

use crate::messages::Value;

/// The maximum length of a comment in characters.
pub(crate) const LONGEST: usize = 1000;

/// The maximum accepted value, in pawns.
const MAX_PAWNS: f64 = 1000.0;
/// The maximum accepted number of moves to a mate.
const MAX_MATE_MOVES: i32 = 1000;

/// Writes a value as a command in a comment: `[%eval 0.35]`, `[%eval #-3]`, and `[%value 0.120]` where values are expectations.
pub(super) fn command(value: Value) -> String {
    match value {
        Value::Centipawns(value) => format!("[%eval {:.2}]", f64::from(value) / 100.0),
        Value::Mate(moves) => format!("[%eval #{moves}]"),
        Value::Expected(value) => format!("[%value {value:.3}]"),
    }
}

/// Words of commands with a value, as they are in a comment that was typed, and in PGN, where they are not values.
const TYPED: [[&str; 2]; 2] = [["%eval ", "%%eval "], ["%value ", "%%value "]];

/// Returns a comment that was typed as PGN.
pub(super) fn typed(comment: &str) -> String {
    TYPED.iter().fold(comment.to_owned(), |text, [word, written]| text.replace(word, written))
}

/// Returns a comment of PGN as it was typed.
pub(super) fn untyped(comment: &str) -> String {
    TYPED.iter().fold(comment.to_owned(), |text, [word, written]| text.replace(written, word))
}

/// Removes the value from a comment and returns it, if there is one.
pub(super) fn take_value(comment: &mut Option<String>) -> Option<Value> {
    let text = comment.as_deref()?;
    let (range, value) = ["[%eval ", "[%value "].into_iter().find_map(|name| {
        let begin = text.find(name)?;
        let length = text[begin..].find(']')?;
        let inside = &text[begin + name.len()..begin + length];
        Some((begin..begin + length + 1, read(name, inside)?))
    })?;
    let rest = comment_text(&format!("{} {}", &text[..range.start], &text[range.end..]));
    *comment = Some(rest).filter(|rest| !rest.is_empty());
    Some(value)
}

fn read(name: &str, text: &str) -> Option<Value> {
    // Some programs add the depth after a comma.
    let text = text.split(',').next()?.trim();
    if let Some(moves) = text.strip_prefix('#') {
        let moves = moves.parse::<i32>().ok().filter(|moves| *moves != 0 && moves.abs() <= MAX_MATE_MOVES)?;
        return Some(Value::Mate(moves));
    }
    let number: f64 = text.parse().ok()?;
    match name {
        "[%value " => (-1.0..=1.0).contains(&number).then_some(Value::Expected(number)),
        _ => (number.abs() <= MAX_PAWNS).then(|| Value::Centipawns((number * 100.0).round() as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> (Option<Value>, Option<String>) {
        let mut comment = Some(text.to_owned());
        (take_value(&mut comment), comment)
    }

    #[test]
    fn comment_is_one_line_without_braces() {
        assert_eq!(comment_text("  a {bold}\n\tplan \u{7} "), "a 'bold' plan");
        assert_eq!(comment_text(" \n "), "");
    }

    #[test]
    fn values_are_removed_from_comments() {
        assert_eq!(taken("[%eval 0.35]"), (Some(Value::Centipawns(35)), None));
        assert_eq!(taken("[%eval #-3] too late"), (Some(Value::Mate(-3)), Some("too late".to_owned())));
        assert_eq!(taken("bold [%eval -1.5,22] here"), (Some(Value::Centipawns(-150)), Some("bold here".to_owned())));
        assert_eq!(taken("[%value -0.125]"), (Some(Value::Expected(-0.125)), None));
        assert_eq!(taken("[%clk 0:01:00]"), (None, Some("[%clk 0:01:00]".to_owned())));
    }

    #[test]
    fn what_is_no_value_stays_as_it_is() {
        for text in [
            "[%eval",
            "[%eval ]",
            "[%eval x]",
            "[%eval NaN]",
            "[%eval 1e9]",
            "[%eval #0]",
            "[%value 2]",
            "[%eval #99999]",
        ] {
            assert_eq!(taken(text), (None, Some(text.to_owned())));
        }
        assert_eq!(take_value(&mut None), None);
    }

    #[test]
    fn written_value_is_read() {
        for value in [Value::Centipawns(-107), Value::Mate(4), Value::Expected(0.5)] {
            assert_eq!(taken(&command(value)), (Some(value), None));
        }
    }
}
