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

use games::explain::At;
use games::registry::{NAMES, known};
use movegen::fen::printable;
use movegen::{Color, Turn};

pub use targets::Mark;
pub use theme::Theme;

use crate::messages::{PieceView, PositionView};
use crate::rules::{self, PlayedGame};

/// The default width in pixels.
pub const DEFAULT_SIZE: u32 = 480;
/// The minimum width in pixels.
pub const MIN_SIZE: u32 = 64;
/// The maximum width in pixels.
pub const MAX_SIZE: u32 = 4096;
/// The maximum number of characters of a caption.
pub const MAX_CAPTION: usize = 300;

/// The reason why a diagram cannot be drawn, in one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct DiagramError(String);

/// A position to be drawn, with its marks.
pub struct Diagram {
    game: Box<dyn PlayedGame>,
    view: PositionView,
    side: u8,
    highlights: Vec<At>,
    arrows: Vec<[At; 2]>,
    marks: Vec<(At, Mark)>,
    caption: String,
    size: u32,
    /// The theme.
    pub theme: Theme,
    /// `true` if Black is at the bottom.
    pub flipped: bool,
    /// `true` if coordinates are drawn, which is the default.
    pub coordinates: bool,
}

/// Diagrams in one SVG, in rows of `columns`, all as wide as the widest.
pub struct Sheet {
    /// The diagrams, from the upper left.
    pub diagrams: Vec<Diagram>,
    /// Diagrams of a row.
    pub columns: usize,
}

impl Diagram {
    /// Creates a diagram of a game's position from a FEN or `startpos`.
    ///
    /// # Errors
    /// The game is unknown or the FEN is invalid.
    pub fn new(game: &str, fen: &str) -> Result<Self, DiagramError> {
        let game = known(game, &NAMES).map_err(DiagramError)?;
        let fen = Some(fen).filter(|fen| *fen != "startpos");
        let game = rules::open(game, fen).map_err(|refusal| DiagramError(refusal.message))?;
        let view = game.view();
        Ok(Self {
            side: game.board().0,
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

    /// Sets the width in pixels; the height follows.
    ///
    /// # Errors
    /// The width is below [`MIN_SIZE`] or above [`MAX_SIZE`].
    pub fn size(&mut self, pixels: u32) -> Result<(), DiagramError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&pixels) {
            let why = format!("the width of {pixels} pixels is not from {MIN_SIZE} to {MAX_SIZE}");
            return Err(DiagramError(why));
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
            let caption = printable(text);
            let why = format!("the caption '{caption}' has control characters or more than {MAX_CAPTION} characters");
            return Err(DiagramError(why));
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
        add(&mut self.highlights, [at]);
        Ok(())
    }

    /// Highlights the squares of a move: `e2e4`, `e7e8q`, or a payment or relocation. The move is not checked by the rules.
    ///
    /// # Errors
    /// The text is not two to four squares of the board with an optional letter.
    pub fn last_move(&mut self, text: &str) -> Result<(), DiagramError> {
        let wrong = || DiagramError(format!("'{}' is not a move such as e2e4", printable(text)));
        if !text.is_ascii() || !(4..=9).contains(&text.len()) {
            return Err(wrong());
        }
        let (squares, letter) = text.split_at(text.len() & !1);
        if !letter.chars().all(|c| c.is_ascii_lowercase()) {
            return Err(wrong());
        }
        let pairs = (0..squares.len()).step_by(2).map(|i| self.square(&squares[i..i + 2]));
        let squares = pairs.collect::<Result<Vec<_>, _>>()?;
        add(&mut self.highlights, squares);
        Ok(())
    }

    /// Draws an arrow from the first square to the second: `d1h5`.
    ///
    /// # Errors
    /// The text is not two different squares of the board.
    pub fn arrow(&mut self, text: &str) -> Result<(), DiagramError> {
        let wrong = || DiagramError(format!("'{}' is not an arrow such as d1h5", printable(text)));
        if !text.is_ascii() || text.len() != 4 {
            return Err(wrong());
        }
        let (from, to) = (self.square(&text[..2])?, self.square(&text[2..])?);
        if from == to {
            return Err(wrong());
        }
        add(&mut self.arrows, [[from, to]]);
        Ok(())
    }

    /// Puts a mark on a square.
    ///
    /// # Errors
    /// The text is not a square of the board.
    pub fn mark(&mut self, mark: Mark, square: &str) -> Result<(), DiagramError> {
        let at = self.square(square)?;
        add(&mut self.marks, [(at, mark)]);
        Ok(())
    }

    /// Marks the legal moves of the piece on a square, and the piece. Except in Apocalypse it belongs to the side to move.
    ///
    /// # Errors
    /// The text is not a square of the board, the square is empty, or the piece has no legal moves.
    pub fn moves_of(&mut self, square: &str) -> Result<(), DiagramError> {
        let (at, piece) = self.piece(square)?;
        let choices = self.game.choices(Color::from(piece.side));
        let marks = targets::moves(&choices, square);
        if marks.is_empty() {
            return Err(DiagramError(format!("the piece on {at} has no legal moves")));
        }
        add(&mut self.highlights, [at]);
        add(&mut self.marks, marks);
        Ok(())
    }

    /// Marks the moves (dots) and captures (rings) of the piece type on a square, with or without enemies there, and the
    /// piece.
    ///
    /// # Errors
    /// The text is not a square of the board, the square is empty, or the piece is a pawn.
    pub fn reach_of(&mut self, square: &str) -> Result<(), DiagramError> {
        let (at, _) = self.piece(square)?;
        let why = || format!("the pawn on {at} has no reach, because its moves depend on the position: use its moves");
        let [steps, captures] = self.game.reach(square).ok_or_else(|| DiagramError(why()))?;
        let steps = steps.into_iter().map(|at| (at, Mark::Step));
        let marks = steps.chain(captures.into_iter().map(|at| (at, Mark::Capture)));
        let marks = targets::sorted(marks.collect());
        add(&mut self.highlights, [at]);
        add(&mut self.marks, marks);
        Ok(())
    }

    fn square(&self, text: &str) -> Result<At, DiagramError> {
        let side = self.side;
        let why = || format!("'{}' is not a square of a board with {side}x{side} squares", printable(text));
        At::parse(text).filter(|at| at.file < side && at.rank < side).ok_or_else(|| DiagramError(why()))
    }

    fn piece(&self, square: &str) -> Result<(At, &PieceView), DiagramError> {
        let at = self.square(square)?;
        self.view.board.get(square).map(|piece| (at, piece)).ok_or_else(|| DiagramError(format!("{at} is empty")))
    }

    /// Returns the pieces with their squares, a1 first.
    fn pieces(&self) -> Vec<(At, &PieceView)> {
        let mut pieces: Vec<_> =
            self.view.board.iter().filter_map(|(at, piece)| Some((At::parse(at)?, piece))).collect();
        pieces.sort_unstable_by_key(|(at, _)| (at.rank, at.file));
        pieces
    }

    /// Returns the squares of the royals, in games with governments.
    fn crowned(&self) -> Vec<At> {
        let royals = self.pieces().into_iter().filter(|(_, piece)| piece.royal && self.view.governments.is_some());
        royals.map(|(at, _)| at).collect()
    }

    /// Returns the side to move; `None` where both sides choose at once.
    fn turn(&self) -> Option<Color> {
        if let Turn::One(side) = self.game.turn() { Some(side) } else { None }
    }
}

/// Adds what is not yet in a list.
fn add<T: PartialEq>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    for item in more {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_squares_of_the_board_are_parsed() {
        let parse = |text: &str, size: u8| {
            let game = if size == 5 { "apocalypse" } else { "chess" };
            Diagram::new(game, "startpos").unwrap().square(text).ok()
        };
        for size in [5, 8] {
            for at in (0..size).flat_map(|rank| (0..size).map(move |file| At { file, rank })) {
                assert_eq!(parse(&at.to_string(), size), Some(at));
            }
        }
        assert_eq!(parse("f1", 5), None);
        assert_eq!(parse("a6", 5), None);
        for wrong in ["", "e", "e9", "i1", "e44", "E4", "é4"] {
            assert_eq!(parse(wrong, 8), None, "{wrong}");
        }
    }
}
