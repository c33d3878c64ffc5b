//! The data that figures are computed from: a game without its rules, as counts and flags of every ply.

/// Largest number of piece types of any game.
pub(crate) const PIECE_TYPES: usize = 12;

/// Largest number of squares of any board.
const SQUARES: usize = 64;

/// Number of plies of a game that are kept as text.
pub(crate) const OPENING: usize = 8;

/// Names for the data of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Vocabulary {
    /// The letters of the piece types, in their order.
    pub(crate) piece_types: &'static str,
    /// The events: the bits of [`Ply::events`] in their order.
    pub(crate) events: Vec<&'static str>,
    pub(crate) size: usize,
}

/// One ply; where both sides choose at once, one turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Ply {
    /// The side that moved: 0 White, 1 Black, 2 both.
    pub(crate) side: u8,
    /// Number of choices; where both sides choose, of pairs.
    pub(crate) choices: u32,
    /// White's expected score, 0 to 1, by the search of whoever moved.
    pub(crate) expected: f32,
    pub(crate) captures: u8,
    /// Events by the acting side: bits by the vocabulary.
    pub(crate) events: [u32; 2],
    /// White's pieces less Black's, by piece type, if the position before the move is quiet.
    pub(crate) balance: Option<[i8; PIECE_TYPES]>,
    /// The pieces of the position before the move, if they have been the same for so long that nothing is being traded; once for each
    /// such time.
    pub(crate) settled: Option<Settled>,
    /// The piece types of the royals by colour, if they can change.
    pub(crate) rulers: Option<[u8; 2]>,
    /// Number of choices in a mixed strategy and its entropy in bits, by colour.
    pub(crate) mixed: Option<[(u8, f32); 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Settled {
    pub(crate) balance: [i8; PIECE_TYPES],
    /// By colour, pieces that are neither pawns nor royal.
    pub(crate) pieces: [u8; 2],
    /// The bishop pair: 1 if only White has two bishops or more, -1 if only Black has.
    pub(crate) bishop_pair: i8,
}

/// A purchase by a side, 0 White or 1 Black, of a piece type for others, the most valuable first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Purchase {
    pub(crate) side: u8,
    pub(crate) bought: u8,
    pub(crate) paid: Vec<u8>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) half_points: u8,
    /// `true` if the first of two unequal players was White.
    pub(crate) first_is_white: bool,
    pub(crate) reason: &'static str,
    /// White's pieces less Black's at the beginning, by piece type.
    pub(crate) start: [i8; PIECE_TYPES],
    /// The first of the plies that were not drawn by value.
    pub(crate) sampled: usize,
    pub(crate) opening: Vec<String>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) purchases: Vec<Purchase>,
}

impl Sheet {
    /// White's points: 0, 0.5 or 1.
    pub(crate) fn score(&self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    pub(crate) fn score_of(&self, side: usize) -> f64 {
        if side == 0 { self.score() } else { 1.0 - self.score() }
    }
}

/// Counts by square over all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Maps {
    /// Number of positions in which pieces were counted.
    pub(crate) positions: u64,
    /// Count of a piece type and colour (`piece type * 2 + colour`) by square.
    pub(crate) pieces: Vec<[u64; SQUARES]>,
    /// Count of an event by square.
    pub(crate) events: Vec<[u64; SQUARES]>,
}

impl Default for Maps {
    fn default() -> Self {
        Self {
            positions: 0,
            pieces: vec![[0; SQUARES]; 2 * PIECE_TYPES],
            events: vec![[0; SQUARES]; u32::BITS as usize],
        }
    }
}

impl Maps {
    pub(crate) fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        let counts = self.pieces.as_flattened_mut().iter_mut().chain(self.events.as_flattened_mut());
        let others = other.pieces.as_flattened().iter().chain(other.events.as_flattened());
        counts.zip(others).for_each(|(count, more)| *count += more);
    }
}
