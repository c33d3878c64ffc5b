//! State of a game beyond the board: governments, numbers of checks.

use std::fmt::Debug;

use crate::error::{FenError, Field};
use crate::zobrist;

/// The state of a position beyond the board: small, copied, hashed, and an input of evaluators as features.
///
/// ```
/// use upheaval_movegen::{Governments, PieceType, State};
/// let state = Governments::new(PieceType::KING, PieceType::PAWN);
/// assert_eq!(state.to_field().as_deref(), Some("Kp"));
/// assert_eq!(state.describe().as_deref(), Some("Government: White K, Black P"));
/// assert_eq!(state.features().collect::<Vec<_>>(), [5, 6]);
/// assert_eq!(Governments::from_field("Pk"), Ok(state.mirrored()));
/// ```
pub trait State: Copy + Eq + Default + Debug + Send + Sync + 'static {
    /// The number of features, at most 64.
    const FEATURES: usize;
    /// The active features, each below [`State::FEATURES`].
    fn features(self) -> impl Iterator<Item = usize>;

    /// All states that a position without castling rights can have.
    fn all() -> Vec<Self> {
        vec![Self::default()]
    }

    /// Its part of the key of a position.
    #[inline]
    fn key(self) -> u64 {
        self.features().fold(0, |sum, feature| sum ^ zobrist::state(feature))
    }

    /// The same with the colours exchanged.
    #[must_use]
    fn mirrored(self) -> Self {
        self
    }

    /// A description in one line that begins with the name of the state. The games of coups return
    /// `Government: White K, Black P`. `None` if there is no state.
    fn describe(self) -> Option<String> {
        None
    }

    /// The FEN field for it, after the move number; `None` if the game has no such field.
    fn to_field(self) -> Option<String> {
        None
    }

    /// Reads that field.
    ///
    /// # Errors
    /// The text quoted, if the game has no such field or the text does not fit.
    fn from_field(text: &str) -> Result<Self, FenError> {
        Err(FenError::new(Field::Rest, text, "nothing may follow the move number"))
    }
}

impl State for () {
    const FEATURES: usize = 0;

    #[inline]
    fn features(self) -> impl Iterator<Item = usize> {
        std::iter::empty()
    }
}
