//! Plies in XBoard's sense: one command `move` each. Reading and writing of plies as text.

use crate::explain::At;

/// A ply in XBoard's sense: one command `move`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply {
    /// No piece moves; the turn passes.
    Pass,
    /// The king castles with the rook on the second square (chess960).
    Castle(At, At),
    /// A piece, given by its letter, is put on a square.
    Drop(char, At),
    /// A piece moves, and pieces on its way are removed.
    Go(Step),
}

/// The ply of a piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The origin.
    pub from: At,
    /// The target.
    pub to: At,
    /// A square emptied on the way, before the last leg. XBoard stores only this one.
    pub over: Option<At>,
    /// The square emptied before that.
    pub first_over: Option<At>,
    /// The letter of the piece on the target after the ply, or [`NO_PIECE`].
    pub becomes: Option<char>,
}

/// The suffix that names no piece, so that the target is empty after the ply.
pub const NO_PIECE: char = 'z';

impl Ply {
    /// Creates a ply of a piece from one square to another.
    pub const fn go(from: At, to: At, becomes: Option<char>) -> Self {
        Self::Go(Step { from, to, over: None, first_over: None, becomes })
    }

    /// Creates a ply of a piece that empties one or two squares on its way.
    pub const fn trample(from: At, first_over: Option<At>, over: At, to: At, becomes: Option<char>) -> Self {
        Self::Go(Step { from, to, over: Some(over), first_over, becomes })
    }

    /// Parses two squares with an optional letter, or two such legs separated by a comma; the piece between them is removed.
    pub fn parse(text: &str) -> Option<Self> {
        let Some((first, last)) = text.split_once(',') else {
            let (from, to, becomes) = leg(text)?;
            return Some(Self::go(from, to, becomes));
        };
        let ((from, over, None), (begin, to, becomes)) = (leg(first)?, leg(last)?) else { return None };
        (over == begin).then_some(Self::trample(from, None, over, to, becomes))
    }
}

/// Parses two squares and an optional letter.
fn leg(text: &str) -> Option<(At, At, Option<char>)> {
    let (from, to) = (At::parse(text.get(..2)?)?, At::parse(text.get(2..4)?)?);
    let mut rest = text[4..].chars();
    let becomes = rest.next().map(|letter| letter.to_ascii_lowercase());
    let is_letter = becomes.is_none_or(|letter| letter.is_ascii_lowercase());
    (is_letter && rest.next().is_none()).then_some((from, to, becomes))
}

/// The argument of an engine's command `move`.
impl std::fmt::Display for Ply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pass => f.write_str("@@@@"),
            Self::Castle(king, rook) => f.write_str(if rook.file > king.file { "O-O" } else { "O-O-O" }),
            Self::Drop(piece, to) => write!(f, "{}@{to}", piece.to_ascii_uppercase()),
            Self::Go(Step { from, to, over, first_over, becomes }) => {
                write!(f, "{from}")?;
                if let Some(first) = first_over {
                    write!(f, "x{first}")?;
                }
                match over {
                    Some(over) => write!(f, "x{over}-{to}")?,
                    None => write!(f, "{to}")?,
                }
                becomes.map_or(Ok(()), |letter| write!(f, "{letter}"))
            }
        }
    }
}
