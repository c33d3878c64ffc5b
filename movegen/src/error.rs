//! Errors of FENs and moves. Every error quotes the text in printable form.

/// A part of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The pieces, eighth rank first.
    Board,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// Plies since a capture or pawn move.
    Clock,
    /// The number of the move.
    MoveNumber,
    /// The state of a game, by its name in this game.
    State(&'static str),
    /// Something after the last field.
    Rest,
}

impl Field {
    const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Turn => "side to move",
            Self::Castling => "castling rights",
            Self::EnPassant => "en-passant square",
            Self::Clock => "half-move clock",
            Self::MoveNumber => "move number",
            Self::State(name) => name,
            Self::Rest => "extra text",
        }
    }
}

/// An error in a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid FEN, {} '{text}': {why}", field.name())]
pub struct FenError {
    /// The invalid field.
    pub field: Field,
    /// Its text, made printable and cut when very long.
    pub text: String,
    /// The error.
    pub why: String,
}

impl FenError {
    /// An error in `field`, whose text is quoted.
    pub fn new(field: Field, text: impl AsRef<str>, why: impl Into<String>) -> Self {
        Self { field, text: printable(text.as_ref()), why: why.into() }
    }
}

/// Returns the text without control characters, cut to the length of a line.
pub fn printable(text: &str) -> String {
    const LONGEST: usize = 80;
    // Quotes and backslashes do no harm; as they stay, a text that is made printable twice does not change.
    let shown = |c: char| if matches!(c, '\'' | '"' | '\\') { c.to_string() } else { c.escape_debug().to_string() };
    let clean: String = text.chars().map(shown).collect();
    match clean.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &clean[..end]),
        None => clean,
    }
}

/// The reason why a text is no legal move.
///
/// ```
/// use upheaval_movegen::{Chess, MoveError, Position};
/// let start = Position::<Chess>::start();
/// assert_eq!(start.parse_move("e2e5"), Err(MoveError::Illegal("e2e5".to_owned())));
/// assert_eq!(start.parse_move("hello").unwrap_err().to_string(), "'hello' is not a move");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// The text has the form of a move, but the move is not legal in this position.
    #[error("illegal move '{0}'")]
    Illegal(String),
}
