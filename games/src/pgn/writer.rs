//! A game as PGN: tags, then moves in lines of at most [`COLUMNS`] characters.

use movegen::Color;

/// The maximum length of a line of moves in characters.
const COLUMNS: usize = 80;

/// Writes a game.
///
/// ```
/// use upheaval_games::pgn::PgnWriter;
/// use movegen::Color;
/// let mut pgn = PgnWriter::default();
/// pgn.tag("White", "Ann");
/// pgn.end_tags();
/// pgn.number(Color::White, true, 1);
/// pgn.word("e4");
/// pgn.comment("best by test");
/// assert_eq!(pgn.finish("*"), "[White \"Ann\"]\n\n1. e4 {best by test} *\n\n");
/// ```
#[derive(Default)]
pub struct PgnWriter {
    text: String,
    column: usize,
    /// The bracket before the next word.
    bracket: &'static str,
}

impl PgnWriter {
    /// Writes a tag.
    pub fn tag(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        self.text.push_str(&format!("[{name} \"{value}\"]\n"));
    }

    /// Writes a tag unless its value is empty.
    pub fn optional_tag(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.tag(name, value);
        }
    }

    /// Writes the empty line between tags and moves.
    pub fn end_tags(&mut self) {
        self.text.push('\n');
    }

    /// Writes text without breaking it.
    pub fn word(&mut self, word: &str) {
        let bracket = std::mem::take(&mut self.bracket);
        let length = bracket.len() + word.chars().count();
        if self.column > 0 {
            let is_full = self.column + 1 + length > COLUMNS;
            self.text.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.text.push_str(bracket);
        self.text.push_str(word);
        self.column += length;
    }

    /// Writes a comment, broken at blanks.
    pub fn comment(&mut self, text: &str) {
        format!("{{{}}}", comment_text(text)).split(' ').for_each(|word| self.word(word));
    }

    /// Begins a variation, which has at least one word.
    pub fn begin_variation(&mut self) {
        self.bracket = "(";
    }

    /// Ends a variation.
    pub fn end_variation(&mut self) {
        self.text.push(')');
        self.column += 1;
    }

    /// Writes the number of a move, if it needs one: before White's moves, and before Black's after an interruption.
    pub fn number(&mut self, by: Color, is_interrupted: bool, number: u32) {
        if let Some(mark) = number_mark(by, is_interrupted, number) {
            self.word(&mark);
        }
    }

    /// Returns the text without a result: the moves alone, if there are no tags.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Writes the result and the empty line after a game.
    pub fn finish(mut self, result: &str) -> String {
        self.word(result);
        self.text.push_str("\n\n");
        self.text
    }
}

/// Returns the number before a move: `1.` before White's, `1...` before Black's after an interruption.
pub fn number_mark(by: Color, is_interrupted: bool, number: u32) -> Option<String> {
    match (by, is_interrupted) {
        (Color::White, _) => Some(format!("{number}.")),
        (Color::Black, true) => Some(format!("{number}...")),
        (Color::Black, false) => None,
    }
}

/// Returns a text as a comment can contain it: on one line, without braces and control characters.
pub fn comment_text(text: &str) -> String {
    let text = text.replace(['{', '}'], "'").replace(|c: char| c.is_control() && !c.is_whitespace(), "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Item, PgnReader};

    #[test]
    fn written_game_is_read_back() {
        let mut pgn = PgnWriter::default();
        pgn.tag("White", "?");
        pgn.tag("Black", "a \"quoted\\\nname");
        pgn.optional_tag("Round", "");
        pgn.end_tags();
        pgn.number(Color::Black, true, 7);
        pgn.word("e5");
        pgn.comment("{a} long\u{7} comment ".repeat(9).as_str());
        pgn.number(Color::White, false, 8);
        pgn.word("Nf3");
        pgn.number(Color::Black, false, 8);
        let text = pgn.finish("1/2-1/2");
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS) && text.ends_with(" 1/2-1/2\n\n"), "{text}");
        let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let tags = [("White", "?"), ("Black", "a \"quoted\\ name")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!((game.tags, game.result), (tags.to_vec(), Some("1/2-1/2")));
        let words: Vec<_> = game.items.iter().filter(|item| matches!(item, Item::Word(..))).collect();
        assert_eq!((words.len(), game.items.len()), (2, 3));
    }
}
