//! PGN as text: games out of a stream, one at a time, with tags, words and where they stand. Knows no rules of any game. A file
//! may have any length; of one game at most [`LONGEST_GAME`] bytes are kept.

use std::io::{self, BufRead, Read};

use movegen::fen::printable;

use super::line::{Lexer, is_tag_line, tags_of};

pub use super::line::{Item, Place};

/// Bytes of one line.
const LONGEST_LINE: usize = 1 << 20;
/// Bytes of one game.
pub const LONGEST_GAME: usize = 16 << 20;

/// What is wrong with a game of a PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{at}: game {game}: {why}")]
pub struct PgnError {
    /// Where.
    pub at: Place,
    /// The game's number in its file, from 1.
    pub game: u64,
    /// One line.
    pub why: String,
}

/// A game as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub at: Place,
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// Moves, comments and glyphs; variations are left out.
    pub items: Vec<Item>,
    /// The result behind the moves, if there is one.
    pub result: Option<&'static str>,
    /// Where the game ends.
    pub end: Place,
    /// All of it, word for word.
    pub text: String,
}

impl PgnGame {
    const fn new(number: u64, at: Place) -> Self {
        Self { number, at, tags: Vec::new(), items: Vec::new(), result: None, end: at, text: String::new() }
    }

    /// The value of a tag, if it is there.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The words that should be moves, and where they stand.
    pub fn words(&self) -> impl Iterator<Item = (Place, &str)> {
        self.items.iter().filter_map(|item| match item {
            Item::Word(at, text) => Some((*at, text.as_str())),
            _ => None,
        })
    }

    /// The comment behind the last move, if there is one.
    pub fn last_comment(&self) -> Option<&str> {
        match self.items.last() {
            Some(Item::Comment(text)) => Some(text),
            _ => None,
        }
    }

    /// An error in this game.
    pub fn error(&self, at: Place, why: impl Into<String>) -> PgnError {
        PgnError { at, game: self.number, why: why.into() }
    }
}

/// Reads the games of a PGN one after the other. What is wrong with one ends with it: the next one is read as if nothing had
/// been.
pub struct PgnReader<R> {
    input: R,
    /// The line read last, if it belongs to the game that comes next, with the number of characters that do not.
    held: Option<(String, usize)>,
    line: u64,
    games: u64,
    is_broken: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// A reader from here on.
    pub const fn new(input: R) -> Self {
        Self { input, held: None, line: 0, games: 0, is_broken: false }
    }

    /// The next line, and how many characters of it are done with; `None` at the end.
    fn next_line(&mut self) -> Result<Option<(String, usize)>, String> {
        if let Some(held) = self.held.take() {
            return Ok(Some(held));
        }
        let mut bytes = Vec::new();
        let told = |error: io::Error| format!("it cannot be read: {error}");
        let length = (&mut self.input).take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes).map_err(told)?;
        if length == 0 {
            return Ok(None);
        }
        self.line += 1;
        if length == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n').map_err(told)?;
            return Err(format!("a line of more than {LONGEST_LINE} bytes"));
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        Ok(Some((text.trim_end_matches(['\n', '\r']).to_owned(), 0)))
    }

    /// Reads a game up to its end.
    fn read(&mut self, game: &mut PgnGame) -> Result<bool, PgnError> {
        let mut lexer = Lexer::default();
        let mut wrong: Option<PgnError> = None;
        let mut is_begun = false;
        let mut last = self.line.max(1);
        loop {
            let (line, done) = match self.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(why) => {
                    let at = Place { line: self.line.max(1), column: 1 };
                    self.is_broken = why.starts_with("it cannot");
                    wrong.get_or_insert_with(|| game.error(at, why));
                    is_begun = true;
                    if self.is_broken { break } else { continue }
                }
            };
            let is_tag = done == 0 && is_tag_line(&line);
            let begins_another = match lexer.is_in_comment() {
                true => line.starts_with("[Event \""),
                false => is_tag && lexer.has_moves(),
            };
            if begins_another {
                self.held = Some((line, 0));
                break;
            }
            last = self.line;
            if !is_begun && !line[byte_of(&line, done)..].trim().is_empty() {
                game.at = Place { line: self.line, column: done as u64 + 1 };
                is_begun = true;
            }
            let kept = &line[byte_of(&line, done)..];
            if game.text.len() + kept.len() > LONGEST_GAME {
                let at = game.at;
                wrong.get_or_insert_with(|| game.error(at, format!("more than {LONGEST_GAME} bytes")));
                game.text.clear();
                game.items.clear();
            }
            let end = self.read_line(game, &mut lexer, &line, done, is_tag).unwrap_or_else(|error| {
                wrong.get_or_insert(error);
                None
            });
            if is_begun {
                let length = end.map_or(line.len(), |end| byte_of(&line, end));
                game.text.push_str(&line[byte_of(&line, done)..length]);
                game.text.push('\n');
            }
            if let Some(end) = end {
                if !line[byte_of(&line, end)..].trim().is_empty() {
                    self.held = Some((line, end));
                }
                break;
            }
        }
        if let Some((at, why)) = lexer.unclosed() {
            wrong.get_or_insert_with(|| game.error(at, why));
        }
        game.result = lexer.result();
        game.end = Place { line: last, column: 1 };
        wrong.map_or(Ok(is_begun), Err)
    }

    /// Reads one line; tells behind which character the game ends, if it does.
    fn read_line(
        &self,
        game: &mut PgnGame,
        lexer: &mut Lexer,
        line: &str,
        done: usize,
        is_tag: bool,
    ) -> Result<Option<usize>, PgnError> {
        let fault = match is_tag && !lexer.is_in_comment() {
            true => match tags_of(line) {
                Ok(tags) => {
                    game.tags.extend(tags);
                    return Ok(None);
                }
                Err(fault) => fault,
            },
            false => match lexer.read(line, done, self.line, &mut game.items) {
                Ok(end) => return Ok(end),
                Err(fault) => fault,
            },
        };
        let (column, why) = fault;
        Err(game.error(Place { line: self.line, column: column as u64 + 1 }, printable(&why)))
    }
}

/// The byte at which a character of a line begins.
fn byte_of(line: &str, character: usize) -> usize {
    line.char_indices().nth(character).map_or(line.len(), |(at, _)| at)
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_broken {
            return None;
        }
        let mut game = PgnGame::new(self.games + 1, Place { line: self.line + 1, column: 1 });
        let read = self.read(&mut game);
        if matches!(read, Ok(false)) {
            return None;
        }
        self.games += 1;
        Some(read.map(|_| game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
        PgnReader::new(text.as_bytes()).collect()
    }

    fn words(game: &PgnGame) -> Vec<&str> {
        game.words().map(|(_, word)| word).collect()
    }

    #[test]
    fn games_are_told_apart_by_results_and_by_tags() {
        let text = "1. e4 e5 1-0 1. d4 *\n[Event \"a\"]\n1. c4\n[Event \"b\"]\n[FEN \"x\"]\n\n{over\ntwo lines} 1... Nf6 ; rest\n2.Nf3 0-0 *\n";
        let games: Vec<PgnGame> = read(text).into_iter().map(Result::unwrap).collect();
        assert_eq!(
            games.iter().map(words).collect::<Vec<_>>(),
            [vec!["e4", "e5"], vec!["d4"], vec!["c4"], vec!["Nf6", "Nf3", "0-0"]]
        );
        assert_eq!(games.iter().map(|game| game.result).collect::<Vec<_>>(), [Some("1-0"), Some("*"), None, Some("*")]);
        assert_eq!((games[3].tag("FEN"), games[3].at), (Some("x"), Place { line: 4, column: 1 }));
        assert_eq!(games[1].at, Place { line: 1, column: 13 });
        assert!(games[3].items.contains(&Item::Comment("over two lines".to_owned())));
        assert_eq!(games[3].words().next().unwrap().0, Place { line: 8, column: 17 });
    }

    #[test]
    fn the_text_of_a_game_is_kept_word_for_word() {
        let text = "[Event \"a\"]\r\n\r\n% not for us\n1. e4 {x} (1. d4) $1 *\n\n[Event \"b\"]\n\n*\n";
        let games: Vec<PgnGame> = read(text).into_iter().map(Result::unwrap).collect();
        assert_eq!(games[0].text, "[Event \"a\"]\n\n% not for us\n1. e4 {x} (1. d4) $1 *\n");
        assert_eq!(words(&games[0]), ["e4"]);
        assert_eq!(games[1].text, "[Event \"b\"]\n\n*\n");
    }

    /// A comment that nobody closes does not take the games behind it along.
    #[test]
    fn an_open_comment_ends_where_the_next_game_begins() {
        let games = read("1. e4 {open\n\n[Event \"b\"]\n\n1. d4 *\n");
        assert_eq!(games[0].as_ref().unwrap_err().at, Place { line: 1, column: 7 });
        assert_eq!(words(games[1].as_ref().unwrap()), ["d4"]);
    }

    #[test]
    fn neither_a_line_nor_a_game_is_kept_that_has_no_end() {
        let line = io::repeat(b'x').take(3 * LONGEST_LINE as u64);
        let games: Vec<_> = PgnReader::new(io::BufReader::new(line)).collect();
        assert_eq!(games.len(), 1);
        assert!(games[0].as_ref().unwrap_err().why.starts_with("a line of more than"));
        let game = "e4 ".repeat(300_000) + "\n";
        let games = read(&(game.repeat(20) + "*\n\n1. e4 *\n"));
        assert!(games[0].as_ref().unwrap_err().why.starts_with("more than"));
        assert_eq!(words(games[1].as_ref().unwrap()), ["e4"]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let games: Vec<_> = PgnReader::new(&b"[White \"\xff\xfe\"]\n\n1. e4 *\n"[..]).collect();
        assert_eq!(words(games[0].as_ref().unwrap()), ["e4"]);
    }
}
