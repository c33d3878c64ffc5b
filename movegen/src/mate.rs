//! Forced mates, proved by exhaustive search: slow, simple, and without a score, so that a search can be checked
//! against it. Repetition and the 50-move rule are ignored: they need a history.

use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;

/// Returns `true` if the side to move can force mate (or another win on the board) in at most so many moves of its own. Takes the
/// visited positions off the budget; `None` once it is used up.
pub fn is_forced<V: Variant>(pos: &Position<V>, moves: u32, budget: &mut u64) -> Option<bool> {
    Some(key_move(pos, moves, budget)?.is_some())
}

/// The smallest number of moves, at most `moves`, in which mate can be forced: proved, and proved not to be smaller.
/// `None` if the budget does not last, 0 if there is no such mate.
///
/// ```
/// use upheaval_movegen::{Chess, Position, mate};
/// let pos: Position<Chess> = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse()?;
/// assert_eq!(mate::distance(&pos, 3, &mut 100_000), Some(1));
/// # Ok::<(), upheaval_movegen::FenError>(())
/// ```
pub fn distance<V: Variant>(pos: &Position<V>, moves: u32, budget: &mut u64) -> Option<u32> {
    for distance in 1..=moves {
        if is_forced(pos, distance, budget)? {
            return Some(distance);
        }
    }
    Some(0)
}

/// Returns the first move of a forced mate in at most so many moves; the outer `None` means that the budget is used up.
fn key_move<V: Variant>(pos: &Position<V>, moves: u32, budget: &mut u64) -> Option<Option<Move>> {
    if moves == 0 {
        return Some(None);
    }
    let us = pos.turn();
    let mut children = Vec::new();
    for m in pos.legal_moves() {
        *budget = budget.checked_sub(1)?;
        let child = pos.after(m);
        match child.outcome() {
            Some(outcome) if outcome.winner == Some(us) => return Some(Some(m)),
            Some(_) => {}
            // Few replies first: checks and other moves that leave little choice prove or fail fast.
            None if moves > 1 => children.push((child.count_moves(), m, child)),
            None => {}
        }
    }
    children.sort_unstable_by_key(|&(replies, m, _)| (replies, m.to_bits()));
    for (_, m, child) in children {
        if loses(&child, moves - 1, budget)? {
            return Some(Some(m));
        }
    }
    Some(None)
}

/// Returns `true` if every move of the side to move lets the other side force mate in at most so many moves.
fn loses<V: Variant>(pos: &Position<V>, moves: u32, budget: &mut u64) -> Option<bool> {
    let us = pos.turn();
    for m in pos.legal_moves() {
        *budget = budget.checked_sub(1)?;
        let child = pos.after(m);
        let is_lost = match child.outcome() {
            Some(outcome) => outcome.winner == Some(!us),
            None => key_move(&child, moves, budget)?.is_some(),
        };
        if !is_lost {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{Chess, Insurrection};

    #[test]
    fn known_mates_are_proved_at_their_distance() {
        for (fen, moves) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
            ("3qr2k/pbpp2pp/1p5N/3Q2b1/2P1P3/P7/1PP2PPP/R4RK1 w - - 0 1", 2),
            ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ] {
            let pos: Position<Chess> = fen.parse().unwrap();
            assert_eq!(distance(&pos, 4, &mut 10_000_000), Some(moves), "{fen}");
        }
        // The example of the game's author.
        let coup: Position<Insurrection> = "2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1 Kk".parse().unwrap();
        assert_eq!(distance(&coup, 1, &mut 1_000), Some(1));
    }

    #[test]
    fn budget_ends_proof_without_answer() {
        let start = Position::<Chess>::start();
        assert_eq!(is_forced(&start, 2, &mut 100), None);
        assert_eq!(distance(&start, 1, &mut 100), Some(0));
    }

    /// Every move of the king stalemates.
    #[test]
    fn draw_is_no_forced_mate() {
        let pos: Position<Chess> = "k7/2Q5/8/1K6/8/8/8/8 w - - 0 1".parse().unwrap();
        assert_eq!(is_forced(&pos, 1, &mut 1_000), Some(false));
    }

    #[test]
    fn budget_of_visited_positions_is_enough() {
        // One of the moves mates: the proof ends there, and asks for no more than all of them.
        let pos: Position<Chess> = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
        let mut budget = pos.legal_moves().len() as u64;
        assert_eq!(is_forced(&pos, 1, &mut budget), Some(true));
        // Without a mate there are as many positions as moves.
        let start = Position::<Chess>::start();
        assert_eq!((is_forced(&start, 1, &mut 20), is_forced(&start, 1, &mut 19)), (Some(false), None));
        assert_eq!((is_forced(&start, 0, &mut 0), distance(&start, 0, &mut 0)), (Some(false), Some(0)));
    }
}
