//! The contents of a position of any game, without the types of its rules.

use movegen::fen::{FenError, letter_of_piece};
use movegen::variants::{Visit, VisitTurnBased};
use movegen::{Color, Position, Variant};

use super::targets::{self, Mark};
use crate::square::Square;

/// The word for the start position.
const START: &str = "startpos";

/// A piece on its square.
pub(super) struct Placed {
    pub(super) at: Square,
    pub(super) color: Color,
    /// Its FEN letter, capital for White.
    pub(super) letter: char,
}

/// The contents of a position.
pub(super) struct Shown {
    pub(super) game: &'static str,
    pub(super) fen: String,
    /// Files and ranks of the board.
    pub(super) side: u8,
    /// All pieces, from a1 on.
    pub(super) pieces: Vec<Placed>,
    /// The squares of royals, in games with governments.
    pub(super) crowned: Vec<Square>,
    /// The royals in check.
    pub(super) checked: Vec<Square>,
    /// The side to move; `None` where both sides choose at once.
    pub(super) turn: Option<Color>,
    /// Penalty points by color.
    pub(super) penalties: [u8; 2],
    /// The legal moves of each piece.
    pub(super) moves: Vec<Vec<(Square, Mark)>>,
    /// The reach of each piece type; `None` for pawns.
    pub(super) reach: Vec<Option<Vec<(Square, Mark)>>>,
}

/// Parses a FEN or `startpos` by the rules of a game.
pub(super) struct Read<'a>(pub(super) &'a str);

impl VisitTurnBased for Read<'_> {
    type Out = Result<Shown, FenError>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let pos: Position<V> = if self.0 == START { Position::start() } else { self.0.parse()? };
        let placed = |(piece, at): (movegen::Piece, movegen::Square)| Placed {
            at: at.into(),
            color: piece.color(),
            letter: letter_of_piece::<V>(piece),
        };
        // Crowns are needed where royals are not exactly the kings.
        let crowned = match V::SEVERAL_ROYALS || V::ROYALS_CHANGE {
            true => V::royals(&pos, Color::White) | V::royals(&pos, Color::Black),
            false => movegen::Bitboard::EMPTY,
        };
        Ok(Shown {
            game: V::NAME,
            fen: pos.to_string(),
            side: 8,
            pieces: pos.pieces().map(placed).collect(),
            crowned: crowned.into_iter().map(Square::from).collect(),
            checked: pos.checked_royals().into_iter().map(Square::from).collect(),
            turn: Some(pos.turn()),
            penalties: [0; 2],
            moves: pos.pieces().map(|(_, at)| targets::moves(&pos, at)).collect(),
            reach: pos.pieces().map(|(piece, at)| targets::reach(&pos, piece, at)).collect(),
        })
    }
}

impl Visit for Read<'_> {
    fn apocalypse(self) -> Self::Out {
        use movegen::Game;
        let pos = if self.0 == START { apocalypse::Position::start() } else { self.0.parse()? };
        let placed = |at: apocalypse::Square| {
            let letter = pos.letter_at(at)?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            Some(Placed { at: at.into(), color, letter })
        };
        let squares = || apocalypse::rules::squares(pos.occupied());
        Ok(Shown {
            game: apocalypse::Position::NAME,
            fen: pos.to_string(),
            side: 5,
            pieces: squares().filter_map(placed).collect(),
            crowned: Vec::new(),
            checked: Vec::new(),
            turn: None,
            penalties: Color::BOTH.map(|color| pos.penalties(color)),
            moves: squares().map(|at| targets::choices(&pos, at)).collect(),
            reach: squares().map(|at| targets::reach_of_horseman(&pos, at)).collect(),
        })
    }
}
