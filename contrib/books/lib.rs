//! Opening books as text, made by `laboratory book`; `engine::book` reads them. Apocalypse has none: there good play mixes choices.
//!
//! ```
//! assert_eq!(books::book("chess", true).and_then(|text| text.lines().next()), Some("book chess"));
//! assert_eq!(books::book("apocalypse", true), None);
//! ```

/// The examples of the README, tested like all others.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct Readme;

/// Names of games, whether all their royals but the last can be captured, and the books.
const BOOKS: [(&str, bool, &str); 5] = [
    ("chess", true, include_str!("chess.book")),
    ("empire", true, include_str!("empire.book")),
    ("insurrection", true, include_str!("insurrection.book")),
    ("anarchism", true, include_str!("anarchism.book")),
    ("subversion", true, include_str!("subversion.book")),
];

/// The book of a game by its rules: games without a choice of rules are played with `assassination`.
pub fn book(game: &str, assassination: bool) -> Option<&'static str> {
    BOOKS.iter().find(|(name, rule, _)| *name == game && *rule == assassination).map(|(.., text)| *text)
}
