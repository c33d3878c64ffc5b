//! Games of a PGN from a stream, one at a time: tags, words and their places. Knows no rules of any game. A file may have any
//! length; at most [`MAX_GAME_BYTES`] of a game are kept.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use movegen::fen::printable;

use super::lexer::{Cursor, Item, Lexer, Place, is_tag_line, parse_tags};

/// The maximum length of a line in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;
/// The maximum length of a game in bytes.
pub const MAX_GAME_BYTES: usize = 16 << 20;

/// An error in a game of a PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{at}: game {game}: {why}")]
pub struct PgnError {
    /// The place of the error.
    pub at: Place,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// A message of one line.
    pub why: String,
}

/// A game as its file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The beginning of the game.
    pub at: Place,
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// Moves, comments, glyphs and variations.
    pub items: Vec<Item>,
    /// The result after the moves, if there is one.
    pub result: Option<&'static str>,
    /// The end of the game.
    pub end: Place,
    /// The unchanged text of the game, including variations.
    pub text: String,
}

impl PgnGame {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the words that should be moves, and their places.
    pub fn words(&self) -> impl Iterator<Item = (Place, &str)> {
        self.items.iter().filter_map(|item| match item {
            Item::Word(at, text) => Some((*at, text.as_str())),
            _ => None,
        })
    }

    /// Returns the comment after the last move, if there is one.
    pub fn last_comment(&self) -> Option<&str> {
        match self.items.last() {
            Some(Item::Comment(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the result after the moves, else that of the tag `Result`, else `*`.
    pub fn score(&self) -> &str {
        self.result.or(self.tag("Result")).unwrap_or("*")
    }

    /// Creates an error in this game.
    pub fn error(&self, at: Place, why: impl Into<String>) -> PgnError {
        PgnError { at, game: self.number, why: why.into() }
    }
}

/// A line, of which the part before the cursor belongs to earlier games.
struct Line {
    text: String,
    number: u64,
    from: Cursor,
}

impl Line {
    fn rest(&self) -> &str {
        &self.text[self.from.byte..]
    }
}

/// Reads the games of a PGN one after the other. An error ends with its game: the next game is read as if there had been none.
///
/// ```
/// use upheaval_games::pgn::PgnReader;
/// let text = "[White \"Ann\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 *\n";
/// let game = PgnReader::new(text.as_bytes()).next().expect("one game")?;
/// assert_eq!(game.tag("White"), Some("Ann"));
/// assert_eq!(game.words().map(|(_, word)| word).collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
/// # Ok::<(), upheaval_games::pgn::PgnError>(())
/// ```
pub struct PgnReader<R> {
    input: R,
    /// Lines that have been read but belong to the following games.
    pending: VecDeque<Line>,
    /// The number of lines read from the input.
    line: u64,
    games: u64,
    is_broken: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Creates a reader.
    pub const fn new(input: R) -> Self {
        Self { input, pending: VecDeque::new(), line: 0, games: 0, is_broken: false }
    }

    /// Returns the next line, or `None` at the end.
    fn next_line(&mut self) -> Result<Option<Line>, String> {
        if let Some(line) = self.pending.pop_front() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let failed = |error: io::Error| format!("cannot read: {error}");
        let length = (&mut self.input).take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut bytes).map_err(failed)?;
        if length == 0 {
            return Ok(None);
        }
        self.line += 1;
        if length == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n').map_err(failed)?;
            return Err(format!("a line of more than {MAX_LINE_BYTES} bytes"));
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        let text = text.trim_end_matches(['\n', '\r']).to_owned();
        Ok(Some(Line { text, number: self.line, from: Cursor::default() }))
    }

    fn put_back(&mut self, lines: impl DoubleEndedIterator<Item = Line>) {
        lines.rev().for_each(|line| self.pending.push_front(line));
    }

    /// Reads a game up to its end. Returns `false` if there is none.
    fn read(&mut self, game: &mut PgnGame) -> Result<bool, PgnError> {
        let mut lexer = Lexer::default();
        let mut error: Option<PgnError> = None;
        let mut is_begun = false;
        let mut last = self.line.max(1);
        // Lines of a comment from a possible first tag on. If the comment turns out to be unclosed, the next game begins there.
        let mut doubtful: Vec<Line> = Vec::new();
        loop {
            let line = match self.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.put_back(doubtful.into_iter());
                    break;
                }
                Err(why) => {
                    let at = Place { line: self.line.max(1), column: 1 };
                    self.is_broken = why.starts_with("cannot read");
                    error.get_or_insert_with(|| game.error(at, why));
                    is_begun = true;
                    if self.is_broken { break } else { continue }
                }
            };
            let is_tag = line.from == Cursor::default() && is_tag_line(&line.text) && !lexer.is_in_comment();
            if is_tag && lexer.has_moves {
                self.pending.push_front(line);
                break;
            }
            if lexer.is_in_comment() && (!doubtful.is_empty() || line.text.starts_with("[Event \"")) {
                match line.text.find(['{', '}']).map(|at| line.text.as_bytes()[at]) {
                    Some(b'}') => doubtful.clear(),
                    Some(_) => {
                        doubtful.push(line);
                        self.put_back(doubtful.into_iter());
                        break;
                    }
                    None => doubtful.push(Line { text: line.text.clone(), ..line }),
                }
            }
            last = line.number;
            if !is_begun && !line.rest().trim_start().is_empty() {
                game.at = Place { line: line.number, column: line.from.column as u64 + 1 };
                is_begun = true;
            }
            if game.text.len() + line.rest().len() > MAX_GAME_BYTES {
                let at = game.at;
                error.get_or_insert_with(|| game.error(at, format!("more than {MAX_GAME_BYTES} bytes")));
                game.text.clear();
                game.items.clear();
                if !doubtful.is_empty() {
                    self.put_back(doubtful.into_iter());
                    break;
                }
            }
            let end = read_line(game, &mut lexer, &line, is_tag).unwrap_or_else(|new| {
                error.get_or_insert(new);
                None
            });
            if is_begun {
                let length = end.map_or(line.text.len(), |end| end.byte);
                game.text.push_str(&line.text[line.from.byte..length]);
                game.text.push('\n');
            }
            if let Some(from) = end {
                if !line.text[from.byte..].trim_start().is_empty() {
                    self.pending.push_front(Line { from, ..line });
                }
                break;
            }
        }
        if let Some((at, why)) = lexer.unclosed() {
            error.get_or_insert_with(|| game.error(at, why));
        }
        game.result = lexer.result;
        game.end = Place { line: last, column: 1 };
        error.map_or(Ok(is_begun), Err)
    }
}

/// Reads one line. Returns the end of the game, if it is on this line.
fn read_line(game: &mut PgnGame, lexer: &mut Lexer, line: &Line, is_tag: bool) -> Result<Option<Cursor>, PgnError> {
    let read = match is_tag {
        true => parse_tags(&line.text).map(|tags| {
            game.tags.extend(tags);
            None
        }),
        false => lexer.read(&line.text, line.from, line.number, &mut game.items),
    };
    read.map_err(|(column, why)| game.error(Place { line: line.number, column: column as u64 + 1 }, printable(&why)))
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_broken {
            return None;
        }
        let at = Place { line: self.line + 1, column: 1 };
        let (tags, items, text) = Default::default();
        let mut game = PgnGame { number: self.games + 1, at, tags, items, result: None, end: at, text };
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
    fn games_end_at_results_and_tags() {
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
    fn text_of_a_game_is_unchanged() {
        let text = "[Event \"a\"]\r\n\r\n% escaped line\n1. e4 {x} (1. d4) $1 *\n\n[Event \"b\"]\n\n*\n";
        let games: Vec<PgnGame> = read(text).into_iter().map(Result::unwrap).collect();
        assert_eq!(games[0].text, "[Event \"a\"]\n\n% escaped line\n1. e4 {x} (1. d4) $1 *\n");
        assert_eq!(words(&games[0]), ["e4"]);
        assert_eq!(games[1].text, "[Event \"b\"]\n\n*\n");
    }

    #[test]
    fn variations_are_items_of_their_own() {
        let games = read("1. e4 e5 (1... c5 $2 (1... d5 {sharp}) 2. Nf3 *) 2. Nc3 *\n");
        let game = games[0].as_ref().unwrap();
        assert_eq!(words(game), ["e4", "e5", "Nc3"]);
        let Item::Variation(items) = &game.items[2] else { panic!("{:?}", game.items) };
        assert!(
            matches!(&items[..], [Item::Word(..), Item::Glyph(_), Item::Variation(inner), Item::Word(..)] if inner.len() == 2)
        );
        let deep = format!("1. e4 {}{} *\n", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(words(read(&deep)[0].as_ref().unwrap()), ["e4"]);
    }

    #[test]
    fn unclosed_comment_ends_at_the_next_game() {
        for next in ["1. d4 *", "1. d4 {a comment} *"] {
            let games = read(&format!("1. e4 {{open\n\n[Event \"b\"]\n\n{next}\n"));
            assert_eq!(games[0].as_ref().unwrap_err().at, Place { line: 1, column: 7 });
            assert_eq!(words(games[1].as_ref().unwrap()), ["d4"]);
            assert_eq!(games.len(), 2);
        }
    }

    #[test]
    fn tag_inside_a_comment_is_text() {
        let games = read("1. e4 {quotes\n[Event \"b\"]\nof others} e5 *\n\n1. d4 *\n");
        let first = games[0].as_ref().unwrap();
        assert_eq!(words(first), ["e4", "e5"]);
        assert!(first.items.contains(&Item::Comment("quotes [Event \"b\"] of others".to_owned())));
        assert_eq!((games.len(), games[1].as_ref().unwrap().at.line), (2, 5));
    }

    /// Quadratic time would take minutes.
    #[test]
    fn many_games_on_one_line_are_read() {
        let line = "1. é4 * ".repeat(100_000);
        let games = read(&line);
        assert_eq!(games.len(), 100_000);
        assert_eq!(games[99_999].as_ref().unwrap().at, Place { line: 1, column: 8 * 99_999 });
    }

    #[test]
    fn many_tags_on_one_line_are_read() {
        let games = read(&("[a \"é\"]".repeat(100_000) + "\n\n*\n"));
        assert_eq!(games[0].as_ref().unwrap().tags.len(), 100_000);
    }

    #[test]
    fn endless_lines_and_games_are_rejected() {
        let line = io::repeat(b'x').take(3 * MAX_LINE_BYTES as u64);
        let games: Vec<_> = PgnReader::new(io::BufReader::new(line)).collect();
        assert_eq!(games.len(), 1);
        assert!(games[0].as_ref().unwrap_err().why.starts_with("a line of more than"));
        let game = "e4 ".repeat(300_000) + "\n";
        let games = read(&(game.repeat(20) + "*\n\n1. e4 *\n"));
        assert!(games[0].as_ref().unwrap_err().why.starts_with("more than"));
        assert_eq!(words(games[1].as_ref().unwrap()), ["e4"]);
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        let games: Vec<_> = PgnReader::new(&b"[White \"\xff\xfe\"]\n\n1. e4 *\n"[..]).collect();
        assert_eq!(words(games[0].as_ref().unwrap()), ["e4"]);
    }
}
