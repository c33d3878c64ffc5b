//! What a position of a game holds beyond the board: who governs, how often check was given.

use std::fmt::Debug;

use crate::error::{FenError, Field};

/// What a position holds beyond the board: small, copied, hashed, and seen by evaluators as features.
///
/// ```
/// use movegen::{Governments, PieceType, State};
/// let state = Governments::new(PieceType::KING, PieceType::PAWN);
/// assert_eq!(state.to_field().as_deref(), Some("Kp"));
/// assert_eq!(state.describe().as_deref(), Some("Government: White K, Black P"));
/// assert_eq!(state.features().collect::<Vec<_>>(), [5, 6]);
/// assert_eq!(Governments::from_field("Pk"), Ok(state.mirrored()));
/// ```
pub trait State: Copy + Eq + Default + Debug + Send + Sync + 'static {
    /// How many features there are, at most 64.
    const FEATURES: usize;
    /// The features that hold now, each below [`State::FEATURES`].
    fn features(self) -> impl Iterator<Item = usize>;

    /// The same with the colours exchanged.
    #[must_use]
    fn mirrored(self) -> Self {
        self
    }

    /// What people are to be told of it, on one line that begins with what it is called: the games of coups say
    /// `Government: White K, Black P`. `None` if there is nothing to say.
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
