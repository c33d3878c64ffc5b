//! Training positions: quiet ones of played games and positions with values, packed.

use arena::Played;
use engine::Bound;
use eval::Score;
use eval::network::{SCALE, bucket};
use movegen::{Color, Move, Piece, Position, Square, State, Variant};

use laboratory::logistic::expected_on;

/// Bits of the square in a packed piece; the piece is above.
const SQUARE_BITS: u32 = 6;

/// Largest absolute value of a quiet position in centipawns.
const MAX_VALUE: Score = 3_000;

/// A position with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Valued<V: Variant> {
    pub(crate) pos: Position<V>,
    /// Centipawns for the side to move.
    pub(crate) value: Score,
    pub(crate) bound: Bound,
}

impl<V: Variant> Valued<V> {
    pub(crate) const fn exactly(pos: Position<V>, value: Score) -> Self {
        Self { pos, value, bound: Bound::Exact }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample<'a> {
    /// Pieces, packed by [`pack`].
    pub(super) pieces: &'a [u16],
    /// The features of the state that are present.
    pub(super) features: &'a [u8],
    pub(super) turn: Color,
    /// The expected score of the side to move: 0 to 1.
    pub(super) target: f32,
    /// Bound type of the target.
    pub(super) bound: Bound,
    /// Steepness of expected scores relative to the network's scale.
    pub(super) steepness: f32,
    /// The set of output weights.
    pub(super) bucket: usize,
}

impl Sample<'_> {
    /// Returns the difference of an expected score from the target; 0 if it is within the bound.
    #[inline]
    pub(super) fn miss(&self, expected: f32) -> f32 {
        let miss = expected - self.target;
        match self.bound {
            Bound::Exact => miss,
            Bound::Lower => miss.min(0.0),
            Bound::Upper => miss.max(0.0),
        }
    }
}

pub(super) fn pack(piece: Piece, at: Square) -> u16 {
    (piece.index() << SQUARE_BITS | at.index()) as u16
}

/// Returns the indices of piece and square.
#[inline]
pub(super) const fn unpack(packed: u16) -> (usize, usize) {
    ((packed >> SQUARE_BITS) as usize, (packed & 63) as usize)
}

/// Data of a position without its pieces.
#[derive(Clone, Copy, Debug)]
struct Head {
    pieces: u32,
    features: u32,
    turn: Color,
    target: f32,
    bound: Bound,
}

/// Packed positions, some 60 bytes each.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    scale: i32,
    heads: Vec<Head>,
    pieces: Vec<u16>,
    features: Vec<u8>,
}

impl Samples {
    /// Creates an empty set. `scale` is the number of centipawns, more than 0, for an expected score of 73 % in the loss; smaller
    /// values emphasize level positions.
    pub(crate) const fn on_scale(scale: i32) -> Self {
        Self { scale, heads: Vec::new(), pieces: Vec::new(), features: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    pub(super) fn get(&self, i: usize) -> Sample<'_> {
        let head = self.heads[i];
        let (pieces, features) = self
            .heads
            .get(i + 1)
            .map_or((self.pieces.len(), self.features.len()), |next| (next.pieces as usize, next.features as usize));
        let pieces = &self.pieces[head.pieces as usize..pieces];
        Sample {
            pieces,
            features: &self.features[head.features as usize..features],
            turn: head.turn,
            target: head.target,
            bound: head.bound,
            steepness: SCALE as f32 / self.scale as f32,
            bucket: bucket(pieces.len() as u32),
        }
    }

    /// Adds the quiet positions of games. `weight` is the part of the target that is the game's result; the rest is the search's
    /// value.
    pub(crate) fn read<V: Variant>(
        &mut self,
        games: impl Iterator<Item = Result<Played<V>, String>>,
        weight: f32,
    ) -> Result<(), String> {
        for game in games {
            let game = game?;
            for ((pos, m), &value) in game.steps().zip(&game.scores) {
                if is_quiet(&pos, Some(m), value) {
                    let result = game.half_points(pos.turn()) as f32 / 2.0;
                    let target = weight * result + (1.0 - weight) * self.expected(value);
                    self.push_score(&pos, target, Bound::Exact)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a position with its value.
    pub(crate) fn push<V: Variant>(&mut self, valued: &Valued<V>) -> Result<(), String> {
        self.push_score(&valued.pos, self.expected(valued.value), valued.bound)
    }

    fn expected(&self, value: Score) -> f32 {
        expected_on(self.scale, value) as f32
    }

    /// Adds a position with the expected score of the side to move.
    fn push_score<V: Variant>(&mut self, pos: &Position<V>, target: f32, bound: Bound) -> Result<(), String> {
        let place = |len: usize| u32::try_from(len).map_err(|_| "there are too many positions".to_owned());
        let (pieces, features) = (place(self.pieces.len())?, place(self.features.len())?);
        self.heads.push(Head { pieces, features, turn: pos.turn(), target, bound });
        self.pieces.extend(pos.pieces().map(|(piece, at)| pack(piece, at)));
        self.features.extend(pos.state().features().map(|feature| feature as u8));
        Ok(())
    }
}

/// Returns `true` if a position with this best move (`None` if all failed low) and search value is suitable for training: static
/// values are requested in quiet positions only.
pub(super) fn is_quiet<V: Variant>(pos: &Position<V>, best: Option<Move>, value: Score) -> bool {
    let is_noisy = |m: Move| pos.is_capture(m) || m.promotes_to().is_some() || m.is_purchase();
    !best.is_some_and(is_noisy) && value.abs() <= MAX_VALUE && pos.checked_royals().is_empty()
}
