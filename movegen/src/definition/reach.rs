//! Moves of piece types: lines and leaps as tables, and walks for what no table has.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::Color;
use crate::square::Square;

/// The squares of one kind that a piece reaches from one square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Targets {
    /// The squares along ranks, files and diagonals: a piece reaches those that a queen on its square reaches as well.
    pub lines: Bitboard,
    /// The squares reached whatever stands between.
    pub leaps: Bitboard,
}

impl Targets {
    /// The squares reached with these squares occupied. `queen` is [`attacks::queen`] of the same square and squares.
    #[inline]
    pub fn reached(self, queen: Bitboard) -> Bitboard {
        self.lines & queen | self.leaps
    }
}

/// The tables of one piece type of one color. Squares outside the type's mobility region are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// By the piece's square: the squares on which it captures.
    pub capture: [Targets; 64],
    /// By the piece's square: the squares to which it moves without a capture. Moves from the double-step region are
    /// included, except an orthodox pawn's double step.
    pub quiet: [Targets; 64],
    /// By the target: the squares from which the type captures there.
    pub source: [Targets; 64],
    /// By the piece's square: the squares that the piece reaches only as a first move (`i` in Betza notation), which can
    /// be followed by an en-passant capture on a square that it passes.
    pub first: [Bitboard; 64],
    /// Moves that the tables do not have.
    pub walks: Vec<Walk>,
    /// The squares on which the type may stand.
    pub region: Bitboard,
}

impl Reach {
    /// The squares on which a piece on `from` captures, own pieces included.
    #[inline]
    pub fn captures(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let targets = self.capture[from.index()];
        let mut reached = targets.leaps;
        if targets.lines.any() {
            reached |= targets.lines & attacks::queen(from, occupied);
        }
        for walk in self.walks.iter().filter(|walk| walk.captures) {
            reached |= walk.reached(from, occupied) & self.region;
        }
        reached
    }

    /// The empty squares to which a piece on `from` moves.
    #[inline]
    pub fn quiets(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let targets = self.quiet[from.index()];
        let mut reached = targets.leaps;
        if targets.lines.any() {
            reached |= targets.lines & attacks::queen(from, occupied);
        }
        for walk in self.walks.iter().filter(|walk| walk.moves && walk.origins.has(from)) {
            reached |= walk.reached(from, occupied) & self.region;
        }
        reached - occupied
    }

    /// The maximum number of squares that a piece reaches from one square, with any squares occupied.
    pub fn most_targets(&self) -> usize {
        let targets = |from: Square| {
            let (capture, quiet) = (self.capture[from.index()], self.quiet[from.index()]);
            let walked = self.walks.iter().fold(Bitboard::EMPTY, |all, walk| all | walk.farthest(from));
            (capture.lines | capture.leaps | quiet.lines | quiet.leaps | walked & self.region).count() as usize
        };
        Square::all().map(targets).max().unwrap_or_default()
    }

    /// Returns `true` if a walk of the type captures. Such captures cannot be read from the tables.
    #[inline]
    pub fn has_capturing_walks(&self) -> bool {
        self.walks.iter().any(|walk| walk.captures)
    }
}

/// The manner of a move that depends on squares in between and is not one along a line of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Repeats a leap until a piece stands in the way.
    Ride,
    /// Leaps, if all squares that it passes are empty: first straight, then diagonally.
    Lame,
    /// Moves along a line, jumps over one piece and continues behind it.
    Hop,
    /// Moves along a line and lands behind the first piece.
    Grasshop,
}

/// One direction in which a piece moves by walking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The manner.
    pub manner: Manner,
    /// Files and ranks of one step.
    pub step: (i8, i8),
    /// The maximum number of steps; 0 is unlimited. A lame leap has one step.
    pub limit: u8,
    /// `true` for moves to empty squares.
    pub moves: bool,
    /// `true` for captures.
    pub captures: bool,
    /// The squares from which the type moves in this way without a capture.
    pub origins: Bitboard,
}

impl Walk {
    /// The squares reached from `from` with these squares occupied, including the one on which a piece stops the walk.
    pub fn reached(&self, from: Square, occupied: Bitboard) -> Bitboard {
        match self.manner {
            Manner::Ride => self.ride(from, occupied),
            Manner::Lame => self.lame(from, occupied),
            Manner::Hop | Manner::Grasshop => self.hop(from, occupied),
        }
    }

    /// The squares that the walk can reach from `from` with any squares occupied.
    pub(super) fn farthest(&self, from: Square) -> Bitboard {
        let first = usize::from(matches!(self.manner, Manner::Hop | Manner::Grasshop));
        self.steps(from).skip(first).collect()
    }

    fn steps(&self, from: Square) -> impl Iterator<Item = Square> {
        let step = self.step;
        let limit = if self.limit == 0 { usize::MAX } else { usize::from(self.limit) };
        std::iter::successors(offset(from, step), move |&at| offset(at, step)).take(limit)
    }

    fn ride(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for at in self.steps(from) {
            reached = reached.with(at);
            if occupied.has(at) {
                break;
            }
        }
        reached
    }

    fn lame(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let Some(to) = offset(from, self.step) else { return Bitboard::EMPTY };
        let mut left = self.step;
        let mut at = from;
        loop {
            let (files, ranks) = (left.0.abs(), left.1.abs());
            let step =
                (if files >= ranks { left.0.signum() } else { 0 }, if ranks >= files { left.1.signum() } else { 0 });
            left = (left.0 - step.0, left.1 - step.1);
            let Some(next) = offset(at, step) else { return Bitboard::EMPTY };
            at = next;
            if at == to {
                return Bitboard::of(to);
            }
            if occupied.has(at) {
                return Bitboard::EMPTY;
            }
        }
    }

    fn hop(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        let mut has_jumped = false;
        for at in self.steps(from) {
            if has_jumped {
                reached = reached.with(at);
                if self.manner == Manner::Grasshop || occupied.has(at) {
                    break;
                }
            }
            has_jumped |= occupied.has(at);
        }
        reached
    }
}

/// The square so many files and ranks away, if it is on the board.
pub(super) fn offset(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = (from.file() as i8 + files, from.rank() as i8 + ranks);
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then(|| Square::at(file as u8, rank as u8))
}

/// A step from the view of a color: Black's steps are White's turned by 180 degrees.
pub(super) const fn turned(color: Color, (files, ranks): (i8, i8)) -> (i8, i8) {
    match color {
        Color::White => (files, ranks),
        Color::Black => (-files, -ranks),
    }
}
