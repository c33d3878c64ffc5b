//! Scores: centipawns for the side to move, and the distance to a win or loss.

use std::fmt;

/// A value in centipawns from the side to move, or a won or lost game at a distance in plies.
pub type Score = i32;

/// The score of a game won here and now.
pub const WIN: Score = 32_000;
/// No score: outside every window.
pub const INFINITE: Score = 32_500;
/// Most plies a search can look ahead.
pub const MAX_PLY: usize = 128;
/// Scores beyond this are wins and losses at a distance below [`MAX_PLY`] (with room for the hash table's shift).
pub const LONGEST_WIN: Score = WIN - 2 * MAX_PLY as Score;
/// The score of a win by repetition inside the tree, in games where the third occurrence loses: the opponent could still deviate.
/// Static values never reach it.
pub const REPETITION_WIN: Score = 20_000;
/// The score of a win that an endgame table knows without its distance. Never used where [`REPETITION_WIN`] is.
pub const TABLE_WIN: Score = REPETITION_WIN;
/// The largest static value.
pub const LARGEST_EVALUATION: Score = 15_000;

/// The score of winning in this many plies.
#[inline]
pub const fn win_in(plies: usize) -> Score {
    WIN - plies as Score
}

/// The score of losing in this many plies.
#[inline]
pub const fn loss_in(plies: usize) -> Score {
    plies as Score - WIN
}

/// Returns `true` for a win or a loss at a known distance.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= LONGEST_WIN
}

/// Returns the number of moves to the win, or zero or negative to the loss, of a decisive score; `None` for other scores.
///
/// ```
/// use upheaval_eval::score::{loss_in, moves_to_mate, win_in};
/// assert_eq!([win_in(1), loss_in(2), 35].map(moves_to_mate), [Some(1), Some(-1), None]);
/// ```
#[inline]
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    match score {
        LONGEST_WIN.. => Some((WIN - score + 1) / 2),
        _ if is_decisive(score) => Some(-(WIN + score + 1) / 2),
        _ => None,
    }
}

/// A score as UCI writes it: `cp 35`, or `mate 3` and `mate -2` in moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uci(pub Score);

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match moves_to_mate(self.0) {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distances_are_written_in_moves() {
        assert_eq!(Uci(win_in(1)).to_string(), "mate 1");
        assert_eq!(Uci(win_in(3)).to_string(), "mate 2");
        assert_eq!(Uci(loss_in(0)).to_string(), "mate 0");
        assert_eq!(Uci(loss_in(1)).to_string(), "mate -1", "by a move of one's own: repetition");
        assert_eq!(Uci(loss_in(2)).to_string(), "mate -1");
        assert_eq!(Uci(-35).to_string(), "cp -35");
    }
}
