//! The comparison of both implementations in one position.

use upheaval_movegen::{Outcome, Position, Variant};

use naive::board::{self, Board};
use naive::rules::{End, Rules, Tried};

/// The end of a game as `Outcome` prints it.
pub(crate) fn printed((winner, reason): End) -> String {
    let score = match winner {
        Some(true) => "1-0",
        Some(false) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} {{{reason}}}")
}

/// Compares one position and returns the naive legal moves.
pub(crate) fn compare<V: Variant>(rules: &dyn Rules, board: &Board, pos: &Position<V>, context: &str) -> Vec<Tried> {
    assert_eq!(pos.to_string(), board.write(), "{context}: the position");
    let naive = rules.legal(board);
    let mut texts: Vec<&str> = naive.iter().map(|m| m.text.as_str()).collect();
    texts.sort_unstable();
    let mut found: Vec<String> = pos.legal_moves().iter().map(|&m| pos.write_move(m)).collect();
    found.sort_unstable();
    assert_eq!(found, texts, "{context}: the legal moves of {pos}");
    for (text, meant) in rules.other_texts(board, &naive) {
        let read = pos.parse_move(&text).map(|m| pos.write_move(m));
        assert_eq!(read, Ok(meant), "{context}: {text} in {pos}");
    }
    let checked = rules.is_checked(board, board.white_moves);
    assert_eq!(pos.constraints().in_check(), checked, "{context}: check in {pos}");
    let attacked: Vec<String> = pos.checked_royals().into_iter().map(|at| at.to_string()).collect();
    let expected: Vec<String> = rules.checked(board, board.white_moves).into_iter().map(board::name).collect();
    assert_eq!(attacked, expected, "{context}: check in {pos}");
    let end = pos.outcome().map(|outcome: Outcome| outcome.to_string());
    assert_eq!(end, rules.end(board).map(printed), "{context}: the end of {pos}");
    naive
}
