//! Opening books: moves played in many games, with their scores.
//!
//! A book is a text file, whose moves are checked when it is read:
//!
//! ```text
//! book insurrection
//! # 10,000 games at 4,000 nodes a move
//! 1203 626.5 e2e4
//! 310 140 e2e4 e7e5
//! ```
//!
//! The first line names the game. Every other line is a number of games, the points of the side that makes the last move in them, and a line of moves from the start; `#` begins a comment. Lines
//! that lead to one position by other ways count for that position, whose moves need to stand behind one of the ways only.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use eval::Score;
use eval::network::SCALE;
use movegen::fen::printable;
use movegen::variants::{VisitTurnBased, with_turn_based};
use movegen::{Move, Position, Variant};

/// A book move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// Number of games.
    pub games: u32,
    /// Score of the side that played it, in half points.
    pub half_points: u32,
}

impl BookMove {
    /// Returns the evaluation in centipawns at which such a score is expected.
    pub fn score(&self) -> Score {
        let share = (f64::from(self.half_points) / (2.0 * f64::from(self.games))).clamp(0.01, 0.99);
        (f64::from(SCALE) * (share / (1.0 - share)).ln()).round() as Score
    }
}

/// An error in a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BookError {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the error.
    pub why: String,
}

/// The moves of a book by position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book<V: Variant> {
    /// By the key of the position.
    moves: HashMap<u64, Vec<BookMove>>,
    game: V,
}

/// Returns the game named in the first line of a book.
///
/// # Errors
/// The first line is invalid.
pub fn game_of(text: &str) -> Result<&str, BookError> {
    let line = text.lines().next().unwrap_or_default().trim_end();
    let why = || format!("a book begins with 'book' and the name of a game, not with '{}'", printable(line));
    line.strip_prefix("book ").ok_or_else(|| BookError { line: 1, why: why() })
}

impl<V: Variant> Book<V> {
    /// Creates an empty book of this game.
    pub fn new(game: V) -> Self {
        Self { moves: HashMap::new(), game }
    }

    /// Parses a book whose game [`game_of`] has found to be this one.
    ///
    /// ```
    /// use upheaval_engine::book::Book;
    /// use movegen::{Chess, Position};
    ///
    /// let book = Book::read(Chess, "book chess\n30 16.5 e2e4\n10 5 e2e4 e7e5\n")?;
    /// assert_eq!(book.moves(&Position::start())[0].half_points, 33);
    /// let error = Book::read(Chess, "book chess\n30 16.5 e2e5\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: illegal move 'e2e5'");
    /// # Ok::<(), upheaval_engine::book::BookError>(())
    /// ```
    ///
    /// # Errors
    /// The first invalid line.
    pub fn read(game: V, text: &str) -> Result<Self, BookError> {
        let mut book = Self::new(game);
        for (index, line) in text.lines().enumerate().skip(1) {
            let line = line.split('#').next().unwrap_or_default();
            if !line.trim().is_empty() {
                book.read_line(line).map_err(|why| BookError { line: index + 1, why })?;
            }
        }
        Ok(book)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace();
        let mut number = |what: &str| words.next().ok_or_else(|| format!("there is no number of {what}"));
        let wrong = |what: &str, text: &str| format!("'{}' is no number of {what}", printable(text));
        let (games, points) = (number("games")?, number("points")?);
        let counted: u32 =
            games.parse().ok().filter(|n| (1..=MAX_GAMES).contains(n)).ok_or_else(|| wrong("games", games))?;
        let points: f64 = points.parse().map_err(|_| wrong("points", points))?;
        let half_points = 2.0 * points;
        if half_points.fract() != 0.0 || !(0.0..=f64::from(2 * counted)).contains(&half_points) {
            return Err(format!("{points} points cannot be scored in {counted} games"));
        }
        let mut pos = Position::start_of(self.game);
        let mut last = None;
        for text in words {
            if let Some(m) = last.take() {
                pos.play(m, &mut ());
            }
            last = Some(pos.parse_move(text).map_err(|error| error.to_string())?);
        }
        let m = last.ok_or("there is no move")?;
        self.add(&pos, BookMove { m, games: counted, half_points: half_points as u32 });
        Ok(())
    }

    /// Adds games with a move in a position.
    pub fn add(&mut self, pos: &Position<V>, played: BookMove) {
        let moves = self.moves.entry(pos.key()).or_default();
        match moves.iter_mut().find(|known| known.m == played.m) {
            Some(known) => {
                known.games = known.games.saturating_add(played.games);
                known.half_points = known.half_points.saturating_add(played.half_points);
            }
            None => moves.push(played),
        }
    }

    /// Removes moves with fewer games than `min_games`.
    pub fn drop_rare(&mut self, min_games: u32) {
        self.moves.values_mut().for_each(|moves| moves.retain(|known| known.games >= min_games));
        self.moves.retain(|_, moves| !moves.is_empty());
    }

    /// Returns the legal book moves of a position, most frequent first; none in another game of a file.
    pub fn moves(&self, pos: &Position<V>) -> Vec<BookMove> {
        if pos.game() != self.game {
            return Vec::new();
        }
        let constraints = pos.constraints();
        let known = self.moves.get(&pos.key()).into_iter().flatten().copied();
        // Two positions may have the same key.
        let mut moves: Vec<BookMove> = known.filter(|known| pos.is_legal(known.m, &constraints)).collect();
        moves.sort_unstable_by_key(|known| (std::cmp::Reverse(known.games), known.m.to_bits()));
        moves
    }

    /// Formats the book; every position reachable from the start is written once.
    pub fn write(&self, comment: &str) -> String {
        let mut text = format!("book {}\n", self.game.name());
        for line in comment.lines() {
            let _ = writeln!(text, "# {line}");
        }
        let start = Position::start_of(self.game);
        let (mut seen, mut open) = (HashSet::from([start.key()]), vec![(start, String::new())]);
        while let Some((pos, line)) = open.pop() {
            for BookMove { m, games, half_points } in self.moves(&pos) {
                let (line, next) = (format!("{line} {}", pos.write_move(m)), pos.after(m));
                let _ = writeln!(text, "{games} {}{line}", f64::from(half_points) / 2.0);
                if seen.insert(next.key()) {
                    open.push((next, line));
                }
            }
        }
        text
    }
}

/// A book of any game.
#[derive(Clone, Debug)]
pub struct AnyBook {
    /// Name of the game.
    pub game: String,
    /// Comment lines before the first move.
    pub about: Vec<String>,
    book: Arc<dyn Any + Send + Sync>,
}

/// Largest size of a book file in bytes; protects against endless files.
const MAX_FILE_BYTES: u64 = 1 << 26;

impl AnyBook {
    /// Reads a book file.
    ///
    /// # Errors
    /// One line: the file cannot be read, is not a book, or its game has no books.
    pub fn open(path: &Path) -> Result<Self, String> {
        let about =
            |why: &dyn fmt::Display| format!("the book '{}' cannot be used: {why}", printable(&path.to_string_lossy()));
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES).read_to_string(&mut text));
        read.map_err(|error| about(&error))?;
        Self::read(&text).map_err(|why| about(&why))
    }

    /// Parses a book.
    ///
    /// # Errors
    /// One line: the text is not a book, or its game has no books.
    pub fn read(text: &str) -> Result<Self, String> {
        let game = game_of(text).map_err(|error| error.to_string())?;
        let book = with_turn_based(game, OfText(text))
            .unwrap_or_else(|| Err(format!("there are no books of the game '{}'", printable(game))));
        let about = text.lines().skip(1).map_while(|line| line.strip_prefix('#')).map(|line| line.trim().to_owned());
        Ok(Self { book: book?, about: about.collect(), game: game.to_owned() })
    }

    /// Returns the book if it belongs to this game.
    pub fn of_game<V: Variant>(&self) -> Option<Arc<Book<V>>> {
        Arc::clone(&self.book).downcast().ok()
    }
}

struct OfText<'a>(&'a str);

impl VisitTurnBased for OfText<'_> {
    type Out = Result<Arc<dyn Any + Send + Sync>, String>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        Ok(Arc::new(Book::read(game, self.0).map_err(|error| error.to_string())?))
    }
}

/// Largest number of games in a line; twice this number fits into `u32`.
const MAX_GAMES: u32 = 1 << 30;

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, InsurrectionStrict};

    const TEXT: &str = "book chess\n# two ways to one position\n30 16 d2d4\n20 9.5 d2d4 g8f6\n9 5 d2d4 g8f6 c2c4\n12 6 \
                        c2c4 # the other\n7 3 c2c4 g8f6\n5 2 c2c4 g8f6 d2d4\n3 1.5 c2c4 g8f6 d2d4 e7e6\n";

    fn at(moves: &str) -> Position<Chess> {
        let mut pos = Position::start();
        for text in moves.split_whitespace() {
            pos.play(pos.parse_move(text).unwrap(), &mut ());
        }
        pos
    }

    #[test]
    fn transpositions_share_one_entry() {
        let book = Book::read(Chess, TEXT).unwrap();
        let games = |moves| book.moves(&at(moves)).iter().map(|known| known.games).collect::<Vec<_>>();
        assert_eq!(games(""), [30, 12]);
        assert_eq!((games("d2d4 g8f6 c2c4"), games("e2e4")), (vec![3], vec![]));
    }

    #[test]
    fn written_book_is_read_again() {
        let book = Book::read(Chess, TEXT).unwrap();
        let text = book.write("a comment\nof two lines");
        assert!(text.starts_with("book chess\n# a comment\n# of two lines\n30 16 d2d4\n12 6 c2c4\n"), "{text}");
        assert_eq!(Book::read(Chess, &text).as_ref(), Ok(&book));
        let strict = Book::new(InsurrectionStrict::default()).write("");
        assert_eq!(game_of(&strict), Ok("insurrection-strict"));
    }

    #[test]
    fn rare_moves_are_dropped() {
        let mut book = Book::read(Chess, TEXT).unwrap();
        book.drop_rare(10);
        assert_eq!(book.write(""), "book chess\n30 16 d2d4\n12 6 c2c4\n20 9.5 d2d4 g8f6\n");
    }

    #[test]
    fn invalid_line_is_reported_with_its_number() {
        for (line, why) in [
            ("x 1 e2e4", "'x' is no number of games"),
            ("0 0 e2e4", "'0' is no number of games"),
            ("3 x e2e4", "'x' is no number of points"),
            ("3 3.5 e2e4", "3.5 points cannot be scored in 3 games"),
            ("3 NaN e2e4", "NaN points cannot be scored in 3 games"),
            ("3 -1 e2e4", "-1 points cannot be scored in 3 games"),
            ("3 0.3 e2e4", "0.3 points cannot be scored in 3 games"),
            ("3", "there is no number of points"),
            ("3 1", "there is no move"),
            ("3 1 e2e4 e2e4", "illegal move 'e2e4'"),
        ] {
            let text = format!("book chess\n\n1 1 e2e4\n{line}");
            assert_eq!(Book::read(Chess, &text).unwrap_err().to_string(), format!("line 4: {why}"));
        }
        let error = game_of("buch chess").unwrap_err().to_string();
        assert_eq!(error, "line 1: a book begins with 'book' and the name of a game, not with 'buch chess'");
    }

    #[test]
    fn about_returns_the_leading_comments() {
        let book = AnyBook::read("book chess\n# 12 games\n#played fast\n30 16 d2d4\n# of these\n").unwrap();
        assert_eq!(
            (book.game.as_str(), book.about.as_slice()),
            ("chess", &["12 games".to_owned(), "played fast".to_owned()][..])
        );
        assert!(book.of_game::<Chess>().is_some_and(|book| book.moves(&at("")).len() == 1));
        assert!(book.of_game::<InsurrectionStrict>().is_none());
        let error = AnyBook::read("book apocalypse\n").unwrap_err();
        assert_eq!(error, "there are no books of the game 'apocalypse'");
    }

    #[test]
    fn a_score_of_half_the_points_is_worth_nothing() {
        let m = Book::read(Chess, TEXT).unwrap().moves(&at(""))[1];
        assert_eq!((m.score(), BookMove { half_points: 24, ..m }.score() > 300), (0, true));
    }
}
