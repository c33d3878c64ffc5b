//! A description of a game in progress for users: the answer to UCI's `d`.

use std::fmt::Write as _;

use crate::game::{Notation, PlayedGame};
use crate::session::GameSession;

/// The board with its frame, White below.
pub(crate) fn board<G: PlayedGame>(pos: &G) -> String {
    let size = G::SIZE;
    let frame = format!(" {}+\n", "+---".repeat(size.into()));
    let mut text = frame.clone();
    for rank in (0..size).rev() {
        for file in 0..size {
            let _ = write!(text, " | {}", pos.letter_at(file, rank).unwrap_or(' '));
        }
        let _ = writeln!(text, " | {}", rank + 1);
        text += &frame;
    }
    let files: Vec<String> = (b'a'..b'a' + size).map(|file| char::from(file).to_string()).collect();
    let _ = writeln!(text, "   {}", files.join("   "));
    text
}

/// Board, game, FEN, state, key, facts, side to choose where both choose at once, and result: one fact per line.
pub(crate) fn session<G: PlayedGame>(game: &GameSession<G>) -> String {
    let pos = game.position();
    let mut text = format!("\n{}\nVariant: {}\nFen: {pos}\n", board(pos), pos.name());
    if let Some(state) = pos.state_text() {
        let _ = writeln!(text, "{state}");
    }
    let _ = writeln!(text, "Key: {:016X}", pos.key());
    for (label, fact) in pos.facts() {
        let _ = writeln!(text, "{label}: {fact}");
    }
    if pos.turn() == movegen::Turn::Both {
        let _ = match game.pending() {
            None => writeln!(text, "To choose: both"),
            Some((first, m)) => {
                let choice = pos.write(first, m, Notation::Coordinates);
                writeln!(text, "To choose: {}, after {choice}", (!first).name())
            }
        };
    }
    let result = game.record().outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
    let _ = writeln!(text, "Result: {result}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Game, Insurrection, Position, Variant};

    fn describe<V: Variant>(fen: &str) -> String {
        session(&GameSession::at(fen.parse::<Position<V>>().unwrap()))
    }

    #[test]
    fn board_shows_pieces_of_fen() {
        let text = board(&Position::<Empire>::start());
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], " +---+---+---+---+---+---+---+---+");
        assert_eq!(rows[1], " | r | n | b | q | k | b | n | r | 8");
        assert_eq!(rows[11], " | P | P | P | S | S | P | P | P | 3");
        assert_eq!(rows[15], " | T | E | C | D | K | C | E | T | 1");
        assert_eq!(rows[17], "   a   b   c   d   e   f   g   h");
        let text = board(&apocalypse::Position::start());
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!((rows[0], rows[9]), (" +---+---+---+---+---+", " | N | P | P | P | N | 1"));
        assert_eq!(rows[11], "   a   b   c   d   e");
    }

    #[test]
    fn description_has_checkers_and_result() {
        let mated = describe::<Chess>("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        assert!(mated.contains("\nCheckers: h4\nResult: 0-1 {checkmate}\n"), "{mated}");
        let start = describe::<Chess>(Chess::START);
        assert!(start.contains("\nCheckers: \nResult: *\n"), "{start}");
        assert!(
            start.contains("\nVariant: chess\nFen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nKey: ")
        );
    }

    #[test]
    fn description_has_governments_where_they_exist() {
        let toppled = describe::<Insurrection>("2b2r2/5p1p/3p4/1b4k1/q2N3N/8/P6P/R2NQ1K1 w - - 0 2 Pk");
        assert!(toppled.contains("w - - 0 2 Pk\nGovernment: White P, Black K\nKey: "), "{toppled}");
        assert!(!describe::<Chess>(Chess::START).contains("Government"));
    }

    #[test]
    fn description_has_penalties_and_side_to_choose() {
        let mut game = GameSession::<apocalypse::Position>::default();
        game.set_up(None, &["a1b3", "a5b3", "c1c2"]).unwrap();
        let text = session(&game);
        assert!(text.contains("Fen: 1pppn/p3p/5/P3P/1PPPN w - - 0 2 00\n"), "{text}");
        assert!(text.ends_with("\nPenalties: White 0, Black 0\nTo choose: Black, after c1c2\nResult: *\n"), "{text}");
    }
}
