//! Positions of all games as self-contained SVG.
//!
//! A [`Diagram`] is created from a FEN and gets highlights, arrows and marks; its [`Display`](std::fmt::Display) is the SVG.
//! The output is deterministic. Pieces are embedded once and placed by `use`. Every piece, crown and mark has its square in the
//! attribute `data-square`.
//!
//! Crowns mark royals in games with governments, a glow royals in check, a disc the side to move, diamonds penalty points.

mod picture;
mod targets;
mod theme;

use movegen::Color;
use movegen::fen::printable;
use movegen::variants::{NAMES, with};

pub use targets::Mark;
pub use theme::Theme;

use crate::messages::{PieceView, PositionView, Turn};
use crate::rules::{self, PlayedGame};
use crate::square::Square;
use targets::Reach;

/// The default width in pixels.
pub const DEFAULT_SIZE: u32 = 480;
/// The minimum width in pixels.
pub const MIN_SIZE: u32 = 64;
/// The maximum width in pixels.
pub const MAX_SIZE: u32 = 4096;
/// The maximum number of characters of a caption.
pub const MAX_CAPTION: usize = 300;

/// The reason why a diagram cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// The game is unknown.
    #[error("no game is called '{0}': the games are {games}", games = NAMES.join(", "))]
    Game(String),
    /// The FEN is invalid.
    #[error("{0}")]
    Fen(String),
    /// The text is not a square of the board.
    #[error("'{text}' is not a square of a board with {side}x{side} squares")]
    Square {
        /// The text, made printable.
        text: String,
        /// Files and ranks of the board.
        side: u8,
    },
    /// The text is not a move or an arrow.
    #[error("'{text}' is not {wanted}")]
    Squares {
        /// The text, made printable.
        text: String,
        /// The expected form.
        wanted: &'static str,
    },
    /// The square of a piece is empty.
    #[error("{0} is empty")]
    Empty(Square),
    /// The piece has no legal moves.
    #[error("the piece on {0} has no legal moves")]
    NoMove(Square),
    /// The reach of a pawn was requested.
    #[error("the pawn on {0} has no reach, because its moves depend on the position: use its moves")]
    Pawn(Square),
    /// The caption is too long or has control characters.
    #[error("the caption '{0}' has control characters or more than {MAX_CAPTION} characters")]
    Caption(String),
    /// The width is out of range.
    #[error("the width of {0} pixels is not from {MIN_SIZE} to {MAX_SIZE}")]
    Size(u32),
}

/// A position to be drawn, with its marks.
pub struct Diagram {
    game: Box<dyn PlayedGame>,
    view: PositionView,
    /// Files and ranks of the board.
    side: u8,
    highlights: Vec<Square>,
    arrows: Vec<[Square; 2]>,
    marks: Vec<(Square, Mark)>,
    caption: String,
    size: u32,
    theme: Theme,
    flipped: bool,
    coordinates: bool,
}

impl Diagram {
    /// Creates a diagram of a game's position from a FEN or `startpos`.
    ///
    /// # Errors
    /// The game is unknown or the FEN is invalid.
    pub fn new(game: &str, fen: &str) -> Result<Self, DiagramError> {
        if !NAMES.contains(&game) {
            return Err(DiagramError::Game(printable(game)));
        }
        let fen = Some(fen).filter(|fen| *fen != "startpos");
        let game = rules::open(game, fen).map_err(|refusal| DiagramError::Fen(refusal.message))?;
        let view = game.view();
        Ok(Self {
            side: if view.fen.split(' ').next().is_some_and(|board| board.split('/').count() == 5) { 5 } else { 8 },
            game,
            view,
            highlights: Vec::new(),
            arrows: Vec::new(),
            marks: Vec::new(),
            caption: String::new(),
            size: DEFAULT_SIZE,
            theme: Theme::default(),
            flipped: false,
            coordinates: true,
        })
    }

    /// Sets whether Black is at the bottom.
    pub const fn flip(&mut self, flipped: bool) {
        self.flipped = flipped;
    }

    /// Sets whether coordinates are drawn, which is the default.
    pub const fn coordinates(&mut self, shown: bool) {
        self.coordinates = shown;
    }

    /// Sets the theme.
    pub const fn theme(&mut self, theme: Theme) {
        self.theme = theme;
    }

    /// Sets the width in pixels; the height follows.
    ///
    /// # Errors
    /// The width is below [`MIN_SIZE`] or above [`MAX_SIZE`].
    pub const fn size(&mut self, pixels: u32) -> Result<(), DiagramError> {
        if pixels < MIN_SIZE || pixels > MAX_SIZE {
            return Err(DiagramError::Size(pixels));
        }
        self.size = pixels;
        Ok(())
    }

    /// Sets the text below the board.
    ///
    /// # Errors
    /// The text has more than [`MAX_CAPTION`] characters, or control characters.
    pub fn caption(&mut self, text: &str) -> Result<(), DiagramError> {
        // XML cannot represent the two non-characters either.
        let forbidden = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
        if text.chars().count() > MAX_CAPTION || text.contains(forbidden) {
            return Err(DiagramError::Caption(printable(text)));
        }
        text.clone_into(&mut self.caption);
        Ok(())
    }

    /// Highlights a square.
    ///
    /// # Errors
    /// The text is not a square of the board.
    pub fn highlight(&mut self, square: &str) -> Result<(), DiagramError> {
        let at = self.square(square)?;
        self.add_highlight(at);
        Ok(())
    }

    /// Highlights the squares of a move: `e2e4`, `e7e8q`, or a payment or relocation. The move is not checked by the rules.
    ///
    /// # Errors
    /// The text is not two to four squares of the board with an optional letter.
    pub fn last_move(&mut self, text: &str) -> Result<(), DiagramError> {
        let wrong = || DiagramError::Squares { text: printable(text), wanted: "a move such as e2e4" };
        if !text.is_ascii() || !(4..=9).contains(&text.len()) {
            return Err(wrong());
        }
        let (squares, letter) = text.split_at(text.len() & !1);
        if !letter.chars().all(|c| c.is_ascii_lowercase()) {
            return Err(wrong());
        }
        let pairs = (0..squares.len()).step_by(2).map(|i| self.square(&squares[i..i + 2]));
        for at in pairs.collect::<Result<Vec<_>, _>>()? {
            self.add_highlight(at);
        }
        Ok(())
    }

    /// Draws an arrow from the first square to the second: `d1h5`.
    ///
    /// # Errors
    /// The text is not two different squares of the board.
    pub fn arrow(&mut self, text: &str) -> Result<(), DiagramError> {
        let wrong = || DiagramError::Squares { text: printable(text), wanted: "an arrow such as d1h5" };
        if !text.is_ascii() || text.len() != 4 {
            return Err(wrong());
        }
        let (from, to) = (self.square(&text[..2])?, self.square(&text[2..])?);
        if from == to {
            return Err(wrong());
        }
        if !self.arrows.contains(&[from, to]) {
            self.arrows.push([from, to]);
        }
        Ok(())
    }

    /// Puts a mark on a square.
    ///
    /// # Errors
    /// The text is not a square of the board.
    pub fn mark(&mut self, mark: Mark, square: &str) -> Result<(), DiagramError> {
        let at = self.square(square)?;
        self.add_marks(&[(at, mark)]);
        Ok(())
    }

    /// Marks the legal moves of the piece on a square, and the piece. Except in Apocalypse it belongs to the side to move.
    ///
    /// # Errors
    /// The text is not a square of the board, the square is empty, or the piece has no legal moves.
    pub fn moves_of(&mut self, square: &str) -> Result<(), DiagramError> {
        let (at, piece) = self.piece(square)?;
        let choices = self.game.choices(Color::from(piece.side));
        let marks = targets::moves(&choices, square, self.side);
        if marks.is_empty() {
            return Err(DiagramError::NoMove(at));
        }
        self.add_highlight(at);
        self.add_marks(&marks);
        Ok(())
    }

    /// Marks the moves (dots) and captures (rings) of the piece type on a square, with or without enemies there, and the
    /// piece.
    ///
    /// # Errors
    /// The text is not a square of the board, the square is empty, or the piece is a pawn.
    pub fn reach_of(&mut self, square: &str) -> Result<(), DiagramError> {
        let (at, _) = self.piece(square)?;
        let reach = Reach { fen: &self.view.fen, from: square };
        let marks = with(self.game.variant(), reach).flatten().ok_or(DiagramError::Pawn(at))?;
        self.add_highlight(at);
        self.add_marks(&marks);
        Ok(())
    }

    fn square(&self, text: &str) -> Result<Square, DiagramError> {
        let side = self.side;
        Square::parse(text, side).ok_or_else(|| DiagramError::Square { text: printable(text), side })
    }

    /// Returns a square and the piece on it.
    fn piece(&self, square: &str) -> Result<(Square, &PieceView), DiagramError> {
        let at = self.square(square)?;
        self.view.board.get(square).map(|piece| (at, piece)).ok_or(DiagramError::Empty(at))
    }

    /// Returns the squares with these names.
    fn squares<'a>(&self, names: impl IntoIterator<Item = &'a String>) -> Vec<Square> {
        names.into_iter().filter_map(|name| Square::parse(name, self.side)).collect()
    }

    /// Returns the pieces with their squares, a1 first.
    fn pieces(&self) -> Vec<(Square, &PieceView)> {
        let mut pieces: Vec<_> =
            self.view.board.iter().filter_map(|(at, piece)| Some((Square::parse(at, self.side)?, piece))).collect();
        pieces.sort_unstable_by_key(|(at, _)| (at.rank, at.file));
        pieces
    }

    /// Returns the squares of the royals, in games with governments.
    fn crowned(&self) -> Vec<Square> {
        let royals = self.pieces().into_iter().filter(|(_, piece)| piece.royal && self.view.governments.is_some());
        royals.map(|(at, _)| at).collect()
    }

    /// Returns the side to move; `None` where both sides choose at once.
    fn turn(&self) -> Option<Color> {
        match self.view.turn {
            Turn::White => Some(Color::White),
            Turn::Black => Some(Color::Black),
            Turn::Both => None,
        }
    }

    fn add_highlight(&mut self, at: Square) {
        if !self.highlights.contains(&at) {
            self.highlights.push(at);
        }
    }

    fn add_marks(&mut self, marks: &[(Square, Mark)]) {
        for mark in marks {
            if !self.marks.contains(mark) {
                self.marks.push(*mark);
            }
        }
    }
}
