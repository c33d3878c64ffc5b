//! Training positions: those of played games, filtered and packed.

use eval::Score;
use eval::network::{SCALE, bucket};
use movegen::{Color, Piece, Position, Square, State, Variant};

use super::quiet::{Filter, Quiet};
use crate::logistic::expected_on;
use arena::Played;

/// Bits of the square in a packed piece; the piece is above.
const SQUARE_BITS: u32 = 6;

/// A training position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'a> {
    /// Pieces, packed by [`pack`].
    pub pieces: &'a [u16],
    /// The features of the state that hold.
    pub features: &'a [u8],
    /// The side to move.
    pub turn: Color,
    /// The expected score of the side to move: 0 to 1.
    pub target: f32,
    /// Steepness of expected scores relative to the network's scale.
    pub steepness: f32,
    /// The set of output weights.
    pub bucket: usize,
}

/// A piece on a square as one number.
pub fn pack(piece: Piece, at: Square) -> u16 {
    (piece.index() << SQUARE_BITS | at.index()) as u16
}

/// Returns the indices of piece and square.
#[inline]
pub const fn unpack(packed: u16) -> (usize, usize) {
    ((packed >> SQUARE_BITS) as usize, (packed & 63) as usize)
}

/// Data of a position without its pieces.
#[derive(Clone, Copy, Debug)]
struct Head {
    pieces: u32,
    features: u32,
    turn: Color,
    target: f32,
}

/// Positions of one game, packed: some 60 bytes each.
#[derive(Clone, Debug)]
pub struct Samples {
    scale: i32,
    heads: Vec<Head>,
    pieces: Vec<u16>,
    features: Vec<u8>,
}

/// Selection and target of training positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// The part of the target that is the game's result; the rest is the search's value.
    pub result: f32,
    /// Which positions.
    pub filter: Filter,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { result: 0.3, filter: Filter::default() }
    }
}

impl Default for Samples {
    /// An empty set on the scale of networks.
    fn default() -> Self {
        Self::on_scale(SCALE)
    }
}

impl Samples {
    /// Creates an empty set. `scale` is the number of centipawns, more than 0, for an expected score of 73 % in the loss; smaller
    /// values emphasize level positions.
    pub const fn on_scale(scale: i32) -> Self {
        Self { scale, heads: Vec::new(), pieces: Vec::new(), features: Vec::new() }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns `true` if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// One position.
    pub fn get(&self, i: usize) -> Sample<'_> {
        let head = self.heads[i];
        let (pieces, features) = self
            .heads
            .get(i + 1)
            .map_or((self.pieces.len(), self.features.len()), |next| (next.pieces as usize, next.features as usize));
        let pieces = &self.pieces[head.pieces as usize..pieces];
        let features = &self.features[head.features as usize..features];
        Sample {
            pieces,
            features,
            turn: head.turn,
            target: head.target,
            steepness: SCALE as f32 / self.scale as f32,
            bucket: bucket(pieces.len() as u32),
        }
    }

    /// Adds the quiet positions of games.
    ///
    /// # Errors
    /// The first game that could not be read, or that there are too many positions.
    pub fn read<V: Variant>(
        &mut self,
        mut games: impl Iterator<Item = Result<Played<V>, String>>,
        recipe: &Recipe,
    ) -> Result<(), String> {
        games.try_for_each(|game| self.add(&game?, recipe))
    }

    /// Adds the quiet positions of a game.
    fn add<V: Variant>(&mut self, game: &Played<V>, recipe: &Recipe) -> Result<(), String> {
        for Quiet { pos, value, result } in recipe.filter.quiet(game) {
            self.push_score(&pos, recipe.result * result + (1.0 - recipe.result) * self.expected(value))?;
        }
        Ok(())
    }

    /// Adds a position with its value in centipawns for the side to move.
    pub(super) fn push<V: Variant>(&mut self, pos: &Position<V>, value: Score) -> Result<(), String> {
        self.push_score(pos, self.expected(value))
    }

    fn expected(&self, value: Score) -> f32 {
        expected_on(self.scale, value) as f32
    }

    /// Adds a position with the expected score of the side to move.
    fn push_score<V: Variant>(&mut self, pos: &Position<V>, target: f32) -> Result<(), String> {
        let head =
            Head { pieces: place(self.pieces.len())?, features: place(self.features.len())?, turn: pos.turn(), target };
        self.heads.push(head);
        self.pieces.extend(pos.pieces().map(|(piece, at)| pack(piece, at)));
        self.features.extend(pos.state().features().map(|feature| feature as u8));
        Ok(())
    }
}

/// A place in a list of pieces or features.
fn place(len: usize) -> Result<u32, String> {
    u32::try_from(len).map_err(|_| "there are too many positions".to_owned())
}
