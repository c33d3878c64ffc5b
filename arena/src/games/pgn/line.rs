//! The lines of a PGN: tags, and what stands behind them, cut into words.

use std::fmt;

/// A place in a file, counted from 1; columns are characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The character in it.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A piece of a game behind its tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// What should be a move.
    Word(Place, String),
    /// A comment, without its braces and on one line.
    Comment(String),
    /// A glyph as a number: `$1`.
    Glyph(String),
}

/// What is wrong in a line: the character, counted from 0, and one line that says so.
type Fault = (usize, String);

/// The words that end a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Whether a line that is not inside a comment holds tags.
pub(super) fn is_tag_line(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('[') else { return false };
    rest.trim_start().starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// The tags of a line.
pub(super) fn tags_of(line: &str) -> Result<Vec<(String, String)>, Fault> {
    let mut chars = line.chars().enumerate().peekable();
    let mut tags = Vec::new();
    let fault = |at: usize, why: &str| Err((at, why.to_owned()));
    loop {
        while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        let Some((begin, open)) = chars.next() else { return Ok(tags) };
        if open != '[' {
            return fault(begin, "a tag stands alone in its line");
        }
        while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        let mut name = String::new();
        while let Some((_, c)) = chars.next_if(|(_, c)| c.is_alphanumeric() || "_+#=:-".contains(*c)) {
            name.push(c);
        }
        while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        if chars.next_if(|(_, c)| *c == '"').is_none() {
            return fault(begin, "a tag whose value has no quote before it");
        }
        let mut value = String::new();
        loop {
            match chars.next() {
                None => return fault(begin, "a tag whose value has no quote behind it"),
                Some((_, '"')) => break,
                Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                Some((_, c)) => value.push(c),
            }
        }
        while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        if chars.next_if(|(_, c)| *c == ']').is_none() {
            return fault(begin, "a tag that is not closed");
        }
        tags.push((name, value));
    }
}

/// Cuts what stands behind the tags into pieces, line by line.
#[derive(Default)]
pub(super) struct Lexer {
    /// Where the comment begins that is not closed yet, and what it says so far.
    comment: Option<(Place, String)>,
    /// Where the variations begin that are not closed yet.
    variations: Vec<Place>,
    has_moves: bool,
    result: Option<&'static str>,
}

impl Lexer {
    /// Whether the next line begins inside a comment.
    pub(super) const fn is_in_comment(&self) -> bool {
        self.comment.is_some()
    }

    /// Whether anything but tags has been read.
    pub(super) const fn has_moves(&self) -> bool {
        self.has_moves
    }

    /// The result that ends the game.
    pub(super) const fn result(&self) -> Option<&'static str> {
        self.result
    }

    /// What is not closed at the end of a game.
    pub(super) fn unclosed(&self) -> Option<(Place, &'static str)> {
        match (&self.comment, self.variations.first()) {
            (Some((at, _)), _) => Some((*at, "a comment that is not closed")),
            (None, Some(at)) => Some((*at, "a variation that is not closed")),
            (None, None) => None,
        }
    }

    /// Reads a line, of which so many characters are done with; tells behind which one the game ends, if it does.
    pub(super) fn read(
        &mut self,
        line: &str,
        done: usize,
        number: u64,
        items: &mut Vec<Item>,
    ) -> Result<Option<usize>, Fault> {
        if line.starts_with('%') && self.comment.is_none() {
            return Ok(None);
        }
        let mut chars = line.chars().enumerate().skip(done).peekable();
        while let Some((column, c)) = chars.next() {
            let place = Place { line: number, column: column as u64 + 1 };
            if let Some((_, text)) = &mut self.comment {
                if c == '}' {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.comment = None;
                    if self.variations.is_empty() {
                        items.push(Item::Comment(text));
                    }
                } else {
                    text.push(c);
                }
                continue;
            }
            self.has_moves |= !c.is_whitespace();
            match c {
                c if c.is_whitespace() => {}
                '{' => self.comment = Some((place, String::new())),
                '}' => return Err((column, "a brace closes no comment".to_owned())),
                ';' => {
                    let rest: String = chars.by_ref().map(|(_, c)| c).collect();
                    if self.variations.is_empty() {
                        items.push(Item::Comment(rest.trim().replace(['{', '}'], "'")));
                    }
                }
                '(' => self.variations.push(place),
                ')' => {
                    self.variations.pop().ok_or_else(|| (column, "a bracket closes no variation".to_owned()))?;
                }
                _ => {
                    let mut word = String::from(c);
                    while let Some((_, c)) = chars.next_if(|(_, c)| !c.is_whitespace() && !"{}();".contains(*c)) {
                        word.push(c);
                    }
                    if self.variations.is_empty() && self.take(place, &word, items) {
                        return Ok(Some(column + word.chars().count()));
                    }
                }
            }
        }
        if let Some((_, text)) = &mut self.comment {
            text.push(' ');
        }
        Ok(None)
    }

    /// Takes a word in; whether it ends the game.
    fn take(&mut self, place: Place, word: &str, items: &mut Vec<Item>) -> bool {
        if let Some(result) = RESULTS.into_iter().find(|result| *result == word) {
            self.result = Some(result);
            return true;
        }
        if word.starts_with('$') {
            items.push(Item::Glyph(word.to_owned()));
            return false;
        }
        // The number of a move, with dots or alone; zeros with a hyphen castle.
        let bare = match word.starts_with("0-0") {
            true => word,
            false => {
                let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
                digits.trim_start_matches(['.', '…'])
            }
        };
        let is_mark = bare.chars().all(|c| matches!(c, '!' | '?')) || matches!(bare, "e.p." | "ep");
        if !is_mark {
            let skipped = word.chars().count() - bare.chars().count();
            let at = Place { column: place.column + skipped as u64, ..place };
            items.push(Item::Word(at, bare.to_owned()));
        }
        false
    }
}
