//! A ply in XBoard's sense: one line `move`, whatever it stands for in the game; how an engine writes it, and how a plain
//! one is read.

/// A square of XBoard's board, counted from White's left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// From 0 at the left.
    pub file: usize,
    /// From 0 on White's side.
    pub rank: usize,
}

impl Spot {
    /// The square that these two characters name, on a board of up to ten ranks.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [file @ b'a'..=b'l', rank @ b'1'..=b'9'] => {
                Some(Self { file: usize::from(file - b'a'), rank: usize::from(rank - b'1') })
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let file = u8::try_from(self.file).map_or('?', |file| char::from(b'a' + file));
        write!(f, "{file}{}", self.rank + 1)
    }
}

/// A ply in XBoard's sense: one line `move`, whatever it stands for in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply {
    /// Nothing moves, but the turn passes.
    Pass,
    /// A piece, by its letter, is put on a square.
    Drop(char, Spot),
    /// A piece goes, and pieces on its way vanish.
    Go(Step),
}

/// The ply of a piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where the piece comes from.
    pub from: Spot,
    /// Where it goes.
    pub to: Spot,
    /// A square emptied on the way, before the last leg; XBoard takes note of this one only.
    pub over: Option<Spot>,
    /// The square emptied before that.
    pub first_over: Option<Spot>,
    /// What the piece becomes: a letter, or [`NOBODY`].
    pub becomes: Option<char>,
}

/// The suffix that names no piece, so that nobody remains on the square.
pub const NOBODY: char = 'z';

impl Ply {
    /// A piece goes from one square to another.
    pub const fn go(from: Spot, to: Spot, becomes: Option<char>) -> Self {
        Self::Go(Step { from, to, over: None, first_over: None, becomes })
    }

    /// A piece goes, and empties one or two squares on its way.
    pub const fn trample(from: Spot, first_over: Option<Spot>, over: Spot, to: Spot, becomes: Option<char>) -> Self {
        Self::Go(Step { from, to, over: Some(over), first_over, becomes })
    }

    /// The ply that a plain text means: two squares and perhaps a letter, or two such legs with a comma between them, of
    /// which the first one ends on a piece that vanishes.
    pub fn parse(text: &str) -> Option<Self> {
        let Some((first, last)) = text.split_once(',') else {
            let (from, to, becomes) = leg(text)?;
            return Some(Self::go(from, to, becomes));
        };
        let ((from, over, None), (begin, to, becomes)) = (leg(first)?, leg(last)?) else { return None };
        (over == begin).then_some(Self::trample(from, None, over, to, becomes))
    }
}

/// Two squares and perhaps a letter.
fn leg(text: &str) -> Option<(Spot, Spot, Option<char>)> {
    let (from, to) = (Spot::parse(text.get(..2)?)?, Spot::parse(text.get(2..4)?)?);
    let mut rest = text[4..].chars();
    let becomes = rest.next().map(|letter| letter.to_ascii_lowercase());
    let is_letter = becomes.is_none_or(|letter| letter.is_ascii_lowercase());
    (is_letter && rest.next().is_none()).then_some((from, to, becomes))
}

/// How an engine writes the ply behind `move`.
impl std::fmt::Display for Ply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pass => f.write_str("@@@@"),
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
