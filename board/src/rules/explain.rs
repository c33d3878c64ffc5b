//! Explanations of illegal moves as messages.

use games::explain::{Illegal, illegal_payment, turn_based};
use movegen::{Position, Square, Variant};

use super::wrong_square;
use crate::messages::{Explanation, Refusal};

/// Returns the message for an illegal move, or the one for a legal move.
pub(super) fn explanation(game: &str, reason: Option<&Illegal>) -> Explanation {
    match reason {
        None => Explanation { legal: true, words: "legal".to_owned(), squares: Vec::new() },
        Some(reason) => Explanation {
            legal: false,
            words: reason.words(game),
            squares: reason.squares().iter().map(ToString::to_string).collect(),
        },
    }
}

/// Explains why the piece on one square cannot move to another, or cannot be paid for the piece there.
pub(super) fn explain<V: Variant>(pos: &Position<V>, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal> {
    let square = |name: &str| Square::parse(name).ok_or_else(|| wrong_square(name));
    let (from, to) = (square(from)?, square(to)?);
    let reason = if pay { illegal_payment(pos, from, to) } else { turn_based::illegal(pos, from, to) };
    Ok(explanation(V::NAME, reason.as_ref()))
}
