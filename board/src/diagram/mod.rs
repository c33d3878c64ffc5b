//! Positions as pictures: one self-contained SVG for a FEN of any game.
//!
//! A [`Diagram`] is made from a FEN, which the game's rules check, and then given highlights, arrows and marks; its
//! [`Display`](std::fmt::Display) is the SVG. The same diagram always gives the same text. Pieces are embedded once and
//! placed by `use`; nothing outside the text is referred to. Every piece, crown and mark carries its square in the
//! attribute `data-square`.
//!
//! Crowns stand on all royals of games in which others than kings can be royal, a glow behind royals in check, a disc beside the
//! side to move, and diamonds for penalty points.

mod picture;
mod shown;
mod targets;
mod theme;

use movegen::fen::{FenError, printable};
use movegen::variants::{NAMES, with};

pub use targets::Mark;
pub use theme::Theme;

use crate::square::Square;
use shown::{Read, Shown};

/// The width that a diagram has if no other is asked for, in pixels.
pub const DEFAULT_SIZE: u32 = 480;
/// The least width, in pixels.
pub const MIN_SIZE: u32 = 64;
/// The greatest width, in pixels.
pub const MAX_SIZE: u32 = 4096;
/// The most characters of a caption.
pub const MAX_CAPTION: usize = 300;

/// Why something cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// No game is called so.
    #[error("no game is called '{0}': the games are {games}", games = NAMES.join(", "))]
    Game(String),
    /// The FEN has no position of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The text names no square of this board.
    #[error("'{text}' is no square of a board with {side}x{side} squares")]
    Square {
        /// The text, made printable.
        text: String,
        /// Files and ranks of the board.
        side: u8,
    },
    /// The text is not two squares, or more for a last move, or an arrow leads nowhere.
    #[error("'{text}' is not {wanted}")]
    Squares {
        /// The text, made printable.
        text: String,
        /// What was to be there.
        wanted: &'static str,
    },
    /// No piece stands where moves were asked for.
    #[error("no piece stands on {0}")]
    Nobody(Square),
    /// The piece has no legal move.
    #[error("the piece on {0} has no move")]
    NoMove(Square),
    /// A pawn has no reach.
    #[error("what the pawn on {0} can do depends on more than its kind: ask for its moves")]
    Pawn(Square),
    /// The caption is too long, or holds characters that no text should.
    #[error("the caption '{0}' has control characters or more than {MAX_CAPTION} characters")]
    Caption(String),
    /// The width is out of bounds.
    #[error("a width of {0} pixels is not within {MIN_SIZE} to {MAX_SIZE}")]
    Size(u32),
}

/// A position to be drawn, and what is to be shown with it.
pub struct Diagram {
    shown: Shown,
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
    /// A position of the game with this name, from a FEN or the word `startpos`.
    ///
    /// # Errors
    /// No such game, or what is wrong with the FEN.
    pub fn new(game: &str, fen: &str) -> Result<Self, DiagramError> {
        let shown = with(game, Read(fen)).ok_or_else(|| DiagramError::Game(printable(game)))??;
        Ok(Self {
            shown,
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

    /// Draws with Black at the bottom.
    pub const fn flip(&mut self, flipped: bool) {
        self.flipped = flipped;
    }

    /// Draws with coordinates, as is the default, or without.
    pub const fn coordinates(&mut self, shown: bool) {
        self.coordinates = shown;
    }

    /// Chooses the colours.
    pub const fn theme(&mut self, theme: Theme) {
        self.theme = theme;
    }

    /// Sets the width in pixels; the height follows.
    ///
    /// # Errors
    /// A width below [`MIN_SIZE`] or above [`MAX_SIZE`].
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
    /// A text of more than [`MAX_CAPTION`] characters, or with control characters.
    pub fn caption(&mut self, text: &str) -> Result<(), DiagramError> {
        // XML has no way to write the two non-characters either.
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
    /// No square of this board.
    pub fn highlight(&mut self, square: &str) -> Result<(), DiagramError> {
        let at = self.square(square)?;
        self.add_highlight(at);
        Ok(())
    }

    /// Highlights the squares of a move: `e2e4`, `e7e8q`, or the longer ones of payments and relocations. Whether the
    /// move was legal is not asked: the position before is not known.
    ///
    /// # Errors
    /// A text that is not two to four squares and perhaps a letter, or a square that is not on this board.
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
    /// A text that is not two different squares of this board.
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
    /// No square of this board.
    pub fn mark(&mut self, mark: Mark, square: &str) -> Result<(), DiagramError> {
        let at = self.square(square)?;
        self.add_marks(&[(at, mark)]);
        Ok(())
    }

    /// Marks where the piece on a square may legally go, and the piece itself. In Apocalypse both sides may; elsewhere only
    /// the side to move.
    ///
    /// # Errors
    /// No square of this board, no piece on it, or none that may move.
    pub fn moves_of(&mut self, square: &str) -> Result<(), DiagramError> {
        let (at, piece) = self.piece(square)?;
        let marks = self.shown.moves[piece].clone();
        if marks.is_empty() {
            return Err(DiagramError::NoMove(at));
        }
        self.add_highlight(at);
        self.add_marks(&marks);
        Ok(())
    }

    /// Marks where the piece on a square goes and where it captures by its kind alone, and the piece itself: a dot where it
    /// goes, a ring where it captures or would if an enemy stood there, both where it does both.
    ///
    /// # Errors
    /// No square of this board, no piece on it, or a pawn.
    pub fn reach_of(&mut self, square: &str) -> Result<(), DiagramError> {
        let (at, piece) = self.piece(square)?;
        let marks = self.shown.reach[piece].clone().ok_or(DiagramError::Pawn(at))?;
        self.add_highlight(at);
        self.add_marks(&marks);
        Ok(())
    }

    fn square(&self, text: &str) -> Result<Square, DiagramError> {
        let side = self.shown.side;
        Square::parse(text, side).ok_or_else(|| DiagramError::Square { text: printable(text), side })
    }

    /// The square with this name and the index of the piece on it.
    fn piece(&self, square: &str) -> Result<(Square, usize), DiagramError> {
        let at = self.square(square)?;
        let piece = self.shown.pieces.iter().position(|piece| piece.at == at);
        piece.map(|piece| (at, piece)).ok_or(DiagramError::Nobody(at))
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
