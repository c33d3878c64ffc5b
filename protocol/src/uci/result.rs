//! How a game has ended, as `d` tells it.

use movegen::Outcome;

/// `*` for a game that goes on, else `1-0 {checkmate}`.
pub(super) fn result(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}
