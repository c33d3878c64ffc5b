//! The data that figures are computed from: a game without its rules, as counts and flags of every ply.

/// Largest number of piece types of any game.
pub const PIECE_TYPES: usize = 12;

/// Largest number of squares of any board.
const SQUARES: usize = 64;

/// Number of plies of a game that are kept as text.
pub const OPENING: usize = 8;

/// Names for the data of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Vocabulary {
    /// The letters of the piece types, in their order.
    pub piece_types: &'static str,
    /// The events: the bits of [`Ply::events`] in their order.
    pub events: Vec<&'static str>,
    /// Files and ranks of the board.
    pub size: usize,
}

/// One ply; where both sides choose at once, one turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ply {
    /// The side that moved: 0 White, 1 Black, 2 both.
    pub side: u8,
    /// Number of choices; where both sides choose, of pairs.
    pub choices: u32,
    /// White's expected score, 0 to 1, by the search of whoever moved.
    pub expected: f32,
    /// Captured pieces.
    pub captures: u8,
    /// Events by the acting side: bits by the vocabulary.
    pub events: [u32; 2],
    /// White's pieces less Black's, by piece type, if the position before the move is quiet.
    pub balance: Option<[i8; PIECE_TYPES]>,
    /// The pieces of the position before the move, if they have been the same for so long that nothing is being traded; once for each
    /// such time.
    pub settled: Option<Settled>,
    /// The piece types of the royals by colour, if they can change.
    pub rulers: Option<[u8; 2]>,
    /// Number of choices in a mixed strategy and its entropy in bits, by colour.
    pub mixed: Option<[(u8, f32); 2]>,
}

/// The pieces of a position in which nothing is being traded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// White's pieces less Black's, by piece type.
    pub balance: [i8; PIECE_TYPES],
    /// By colour, pieces that are neither pawns nor royal.
    pub pieces: [u8; 2],
    /// The bishop pair: 1 if only White has two bishops or more, -1 if only Black has.
    pub bishop_pair: i8,
}

/// A purchase by a side, 0 White or 1 Black, of a piece type for others, the most valuable first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Purchase {
    /// The buyer.
    pub side: u8,
    /// The piece type bought.
    pub bought: u8,
    /// The piece types paid.
    pub paid: Vec<u8>,
}

/// A game as counts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// White's half points: 0, 1 or 2.
    pub half_points: u8,
    /// `true` if the first of two unequal players was White.
    pub first_is_white: bool,
    /// The reason of the end.
    pub reason: &'static str,
    /// White's pieces less Black's at the beginning, by piece type.
    pub start: [i8; PIECE_TYPES],
    /// The first of the plies that were not drawn by value.
    pub sampled: usize,
    /// The first plies as text.
    pub opening: Vec<String>,
    /// The plies.
    pub plies: Vec<Ply>,
    /// The purchases.
    pub purchases: Vec<Purchase>,
}

impl Sheet {
    /// White's points: 0, 0.5 or 1.
    pub fn score(&self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// Returns the points of a side, 0 White or 1 Black.
    pub fn score_of(&self, side: usize) -> f64 {
        if side == 0 { self.score() } else { 1.0 - self.score() }
    }
}

/// Counts by square over all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maps {
    /// Number of positions in which pieces were counted.
    pub positions: u64,
    /// Count of a piece type and colour (`piece type * 2 + colour`) by square.
    pub pieces: Vec<[u64; SQUARES]>,
    /// Count of an event by square.
    pub events: Vec<[u64; SQUARES]>,
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
    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        let counts = self.pieces.as_flattened_mut().iter_mut().chain(self.events.as_flattened_mut());
        let others = other.pieces.as_flattened().iter().chain(other.events.as_flattened());
        counts.zip(others).for_each(|(count, more)| *count += more);
    }
}
