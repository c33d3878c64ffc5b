//! The lines of a PGN: tags, and words, comments and glyphs of the moves.

use std::fmt;

/// A place in a file, counted from 1. Columns are characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The character in the line.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A part of a game after its tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A word that should be a move.
    Word(Place, String),
    /// A comment on one line, without braces.
    Comment(String),
    /// A numeric annotation glyph: `$1`.
    Glyph(String),
    /// A variation in place of the last move before it.
    Variation(Vec<Item>),
}

/// Maximum depth of variations within variations; deeper ones are skipped.
const MAX_DEPTH: usize = 32;

/// A position in a line. The default is its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cursor {
    /// Bytes before it.
    pub(super) byte: usize,
    /// Characters before it.
    pub(super) column: usize,
}

/// An error in a line: the column, from 0, and a message.
type Error = (usize, String);

/// The words that end a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Returns `true` if a line outside comments contains tags.
pub(super) fn is_tag_line(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('[') else { return false };
    rest.trim_start().starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Parses the tags of a line.
pub(super) fn parse_tags(line: &str) -> Result<Vec<(String, String)>, Error> {
    let mut tags = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let before = &line[..line.len() - rest.len()];
        let error = |why: &str| (before.chars().count(), why.to_owned());
        rest = rest.strip_prefix('[').ok_or_else(|| error("text after a tag"))?.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_+#=:-".contains(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let mut chars = after.trim_start().chars();
        chars.next().filter(|c| *c == '"').ok_or_else(|| error("a tag value has no opening quote"))?;
        let mut value = String::new();
        loop {
            match chars.next().ok_or_else(|| error("a tag value has no closing quote"))? {
                '"' => break,
                '\\' => value.extend(chars.next()),
                c => value.push(c),
            }
        }
        rest = chars.as_str().trim_start();
        rest = rest.strip_prefix(']').ok_or_else(|| error("a tag has no closing bracket"))?.trim_start();
        tags.push((name.to_owned(), value));
    }
    Ok(tags)
}

/// Splits the lines after the tags of a game into items.
#[derive(Default)]
pub(super) struct Lexer {
    /// The beginning of the open comment, and its text so far.
    comment: Option<(Place, String)>,
    /// The beginnings of the open variations, and their items so far.
    variations: Vec<(Place, Vec<Item>)>,
    /// `true` if anything but tags has been read.
    pub(super) has_moves: bool,
    /// The result that ended the game.
    pub(super) result: Option<&'static str>,
}

impl Lexer {
    /// Returns `true` if a comment is open.
    pub(super) const fn is_in_comment(&self) -> bool {
        self.comment.is_some()
    }

    /// Returns the comment or variation that is open at the end of a game.
    pub(super) fn unclosed(&self) -> Option<(Place, &'static str)> {
        match (&self.comment, self.variations.first()) {
            (Some((at, _)), _) => Some((*at, "a comment is not closed")),
            (None, Some((at, _))) => Some((*at, "a variation is not closed")),
            (None, None) => None,
        }
    }

    /// Reads the rest of a line. Returns the end of the game, if it is on this line.
    pub(super) fn read(
        &mut self,
        line: &str,
        from: Cursor,
        number: u64,
        items: &mut Vec<Item>,
    ) -> Result<Option<Cursor>, Error> {
        if line.starts_with('%') && self.comment.is_none() {
            return Ok(None);
        }
        let rest = line[from.byte..].char_indices().zip(from.column..);
        let mut chars = rest.map(|((byte, c), column)| (from.byte + byte, column, c)).peekable();
        while let Some((byte, column, c)) = chars.next() {
            let place = Place { line: number, column: column as u64 + 1 };
            if let Some((_, text)) = &mut self.comment {
                if c == '}' {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.comment = None;
                    self.items(items).push(Item::Comment(text));
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
                    let rest: String = chars.by_ref().map(|(.., c)| c).collect();
                    self.items(items).push(Item::Comment(rest.trim().replace(['{', '}'], "'")));
                }
                '(' => self.variations.push((place, Vec::new())),
                ')' => {
                    let error = || (column, "a bracket closes no variation".to_owned());
                    let (_, variation) = self.variations.pop().ok_or_else(error)?;
                    if self.variations.len() < MAX_DEPTH {
                        self.items(items).push(Item::Variation(variation));
                    }
                }
                _ => {
                    let mut end = Cursor { byte: byte + c.len_utf8(), column: column + 1 };
                    while let Some((byte, column, c)) =
                        chars.next_if(|(.., c)| !c.is_whitespace() && !"{}();".contains(*c))
                    {
                        end = Cursor { byte: byte + c.len_utf8(), column: column + 1 };
                    }
                    if self.take(place, &line[byte..end.byte], items) {
                        return Ok(Some(end));
                    }
                }
            }
        }
        if let Some((_, text)) = &mut self.comment {
            text.push(' ');
        }
        Ok(None)
    }

    /// Returns the items of the innermost open variation, else those of the game.
    fn items<'a>(&'a mut self, items: &'a mut Vec<Item>) -> &'a mut Vec<Item> {
        self.variations.last_mut().map_or(items, |(_, items)| items)
    }

    /// Adds a word to the items. Returns `true` if it ends the game.
    fn take(&mut self, place: Place, word: &str, items: &mut Vec<Item>) -> bool {
        if let Some(result) = RESULTS.into_iter().find(|result| *result == word) {
            if self.variations.is_empty() {
                self.result = Some(result);
            }
            return self.variations.is_empty();
        }
        let items = self.items(items);
        if word.starts_with('$') {
            items.push(Item::Glyph(word.to_owned()));
            return false;
        }
        // A move number, with dots or alone; but `0-0` is castling.
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
