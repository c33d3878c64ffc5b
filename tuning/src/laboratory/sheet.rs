//! What figures are made of: a game without its rules, as counts and marks for every ply.

/// Most kinds of pieces of any game.
pub const PIECE_TYPES: usize = 12;

/// Most squares of any board.
pub const SQUARES: usize = 64;

/// So many plies of a game are kept as text.
pub const OPENING: usize = 8;

/// What a game is called in the words of its figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Vocabulary {
    /// The letters of the piece types, in their order.
    pub piece_types: &'static str,
    /// What can happen: the bits of [`Ply::events`], in their order.
    pub events: Vec<&'static str>,
    /// Files and ranks of the board.
    pub size: usize,
}

/// One ply; where both sides choose at once, one turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ply {
    /// Who moved: 0 White, 1 Black, 2 both.
    pub side: u8,
    /// How many choices there were; where both sides choose, pairs of them.
    pub choices: u32,
    /// White's expected score, 0 to 1, by the search of whoever moved.
    pub expected: f32,
    /// Pieces captured.
    pub captures: u8,
    /// What happened, by the side that did it: bits by the vocabulary.
    pub events: [u32; 2],
    /// White's pieces less Black's, by piece type, if the position before the move is quiet.
    pub balance: Option<[i8; PIECE_TYPES]>,
    /// The pieces of the position before the move, if they have been the same for so long that nothing is being traded; once for each
    /// such time.
    pub settled: Option<Settled>,
    /// The kinds of the royal pieces by colour, if that can change.
    pub rulers: Option<[u8; 2]>,
    /// How many choices a side's strategy mixes and its entropy in bits, by colour.
    pub mixed: Option<[(u8, f32); 2]>,
}

/// Pieces that stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// White's pieces less Black's, by piece type.
    pub balance: [i8; PIECE_TYPES],
    /// By colour, pieces that are neither pawns nor royal.
    pub pieces: [u8; 2],
    /// The bishop pair: 1 if only White has two bishops or more, -1 if only Black has.
    pub bishop_pair: i8,
}

/// A purchase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Purchase {
    /// Who paid: 0 White, 1 Black.
    pub side: u8,
    /// The kind of the piece bought.
    pub bought: u8,
    /// The piece types paid, dearest first.
    pub paid: Vec<u8>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// White's points in halves.
    pub half_points: u8,
    /// Whether the first of two unequal players was White.
    pub first_is_white: bool,
    /// Why it ended.
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

    /// The points of a colour, 0 for White and 1 for Black.
    pub fn score_of(&self, side: usize) -> f64 {
        if side == 0 { self.score() } else { 1.0 - self.score() }
    }
}

/// Where things were, counted over all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maps {
    /// Positions that pieces were counted in.
    pub positions: u64,
    /// How often a piece of a piece type and colour (`piece type * 2 + colour`) stood on a square.
    pub pieces: Vec<[u64; SQUARES]>,
    /// How often an event happened on a square.
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

impl std::ops::AddAssign<&Self> for Maps {
    fn add_assign(&mut self, other: &Self) {
        self.positions += other.positions;
        let pairs = self.pieces.iter_mut().chain(&mut self.events).zip(other.pieces.iter().chain(&other.events));
        for (map, more) in pairs {
            map.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }
}
