//! Positions for human eyes, what `d` prints, and the line that tells a client of a game.

use std::fmt::Write as _;

use movegen::{Bitboard, Game, Position, Record, State, Variant};

use crate::drawing;
use crate::uci::result::result;

/// Board, game, FEN, key, the pieces that give check, and the result: one thing a line.
pub(super) fn description<V: Variant>(record: &Record<Position<V>>) -> String {
    let pos = record.position();
    let checkers: Vec<String> = checkers(pos).into_iter().map(|at| at.to_string()).collect();
    let mut text = format!("\n{}\n", drawing::turn_based(pos));
    let _ = writeln!(text, "Variant: {}", V::NAME);
    let _ = writeln!(text, "Fen: {pos}");
    if let Some(state) = pos.state().describe() {
        let _ = writeln!(text, "{state}");
    }
    let _ = writeln!(text, "Key: {:016X}", pos.key());
    let _ = writeln!(text, "Checkers: {}", checkers.join(" "));
    let _ = writeln!(text, "Result: {}", result(record.outcome()));
    text
}

/// The pieces that attack a royal of the side to move.
fn checkers<V: Variant>(pos: &Position<V>) -> Bitboard {
    let attackers = |at| V::attackers(pos, at, !pos.turn(), pos.occupied());
    pos.checked_royals().into_iter().fold(Bitboard::EMPTY, |all, at| all | attackers(at))
}

/// The line that tells a client which board a game needs and where it begins.
pub(super) fn announcement<V: Variant>() -> String {
    let start = Position::<V>::start();
    format!(
        "info string variant {} files 8 ranks 8 pocket 0 template chess startpos {start}",
        <Position<V> as Game>::NAME
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Insurrection};

    fn describe<V: Variant>(fen: &str) -> String {
        description(&Record::new(fen.parse::<Position<V>>().unwrap()))
    }

    #[test]
    fn checking_pieces_and_result_are_told() {
        let mated = describe::<Chess>("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        assert!(mated.contains("\nCheckers: h4\nResult: 0-1 {checkmate}\n"), "{mated}");
        let start = describe::<Chess>(Chess::START);
        assert!(start.contains("\nCheckers: \nResult: *\n"), "{start}");
        assert!(
            start.contains("\nVariant: chess\nFen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nKey: ")
        );
    }

    #[test]
    fn governments_are_told_where_there_are_any() {
        let toppled = describe::<Insurrection>("2b2r2/5p1p/3p4/1b4k1/q2N3N/8/P6P/R2NQ1K1 w - - 0 2 Pk");
        assert!(toppled.contains("w - - 0 2 Pk\nGovernment: White P, Black K\nKey: "), "{toppled}");
        assert!(!describe::<Chess>(Chess::START).contains("Government"));
    }

    #[test]
    fn the_announcement_names_the_game_and_its_start() {
        assert_eq!(
            announcement::<Empire>(),
            "info string variant empire files 8 ranks 8 pocket 0 template chess startpos \
             rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1"
        );
    }
}
