//! Lists of positions to begin games with: one FEN or EPD a line.

use std::collections::HashSet;

use engine::bench::Random;
use movegen::zobrist::splitmix64;
use movegen::{FenError, Position, Record, Variant};

/// What is wrong with a list of positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// A line, counted from 1, is no position.
    #[error("line {0}: {1}")]
    Fen(usize, FenError),
    /// On this line stands a position in which the game is over.
    #[error("line {0}: the game is over in this position")]
    Over(usize),
}

/// The positions of a list, each once. Empty lines and those that begin with `#` are left out, and so are an EPD's
/// operations.
///
/// # Errors
/// The first line that is no position to begin a game with.
pub fn read<V: Variant>(text: &str) -> Result<Vec<Position<V>>, BookError> {
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    for (i, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let pos: Position<V> = without_operations(line).parse().map_err(|error| BookError::Fen(i + 1, error))?;
        if Record::new(pos).outcome().is_some() {
            return Err(BookError::Over(i + 1));
        }
        if seen.insert(pos.key()) {
            openings.push(pos);
        }
    }
    Ok(openings)
}

/// So many positions of a list, all where it has fewer, in an order that the seed decides.
pub fn draw<V: Variant>(mut book: Vec<Position<V>>, number: usize, seed: u64) -> Vec<Position<V>> {
    let mut random = Random(splitmix64(seed));
    let number = number.min(book.len());
    for i in 0..number {
        let other = i + random.below(book.len() - i);
        book.swap(i, other);
    }
    book.truncate(number);
    book
}

/// The line up to an EPD's operations, which are known by the semicolon that ends them: `bm Qg6; id "7";`.
fn without_operations(line: &str) -> String {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_clock = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let clocks = fields.iter().skip(4).take(2).take_while(|field| is_clock(field)).count();
    let end = if line.ends_with(';') { fields.len().min(4 + clocks) } else { fields.len() };
    fields[..end].join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    #[test]
    fn fens_and_epds_are_read_each_once() {
        let text = "\u{feff}# openings\r\n\r\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\r\n\
            4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"a pawn\";\n\
            4k3/8/8/8/8/8/P7/4K3 w - - 7 30 acd 3;\n\
            4k3/8/8/8/8/8/P7/4K3 b - - 3 12";
        let fens: Vec<String> = read::<Chess>(text).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(
            fens,
            [
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
                "4k3/8/8/8/8/8/P7/4K3 b - - 3 12"
            ]
        );
        assert_eq!(read::<Chess>("\n# nothing\n"), Ok(Vec::new()));
    }

    #[test]
    fn the_seed_decides_what_is_drawn_and_nothing_is_drawn_twice() {
        let book: Vec<Position<Chess>> = Position::<Chess>::start()
            .legal_moves()
            .iter()
            .map(|&m| {
                let mut pos = Position::start();
                pos.play(m, &mut ());
                pos
            })
            .collect();
        let keys = |number, seed| draw(book.clone(), number, seed).iter().map(Position::key).collect::<Vec<_>>();
        assert_eq!(keys(5, 3), keys(5, 3));
        assert_ne!(keys(5, 3), keys(5, 4));
        assert_eq!((keys(5, 3).len(), keys(21, 3).len()), (5, 20));
        assert_eq!(keys(20, 3).iter().collect::<HashSet<_>>().len(), 20);
        assert_eq!(keys(5, 3), keys(20, 3)[..5]);
    }

    #[test]
    fn a_line_that_begins_no_game_is_named_by_its_number() {
        let complaint = |text: &str| read::<Chess>(text).unwrap_err().to_string();
        assert_eq!(
            complaint("\n4k3/8/8/8/8/8/P7/4K3 w - - 0 1 rest"),
            "line 2: invalid FEN, extra text 'rest': nothing may follow the move number"
        );
        assert!(complaint("4k3/8/8 w - -").starts_with("line 1: invalid FEN, board "));
        assert!(complaint("hello;").starts_with("line 1: invalid FEN, "));
        let over =
            ["R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 100 80"];
        for fen in over {
            assert_eq!(complaint(fen), "line 1: the game is over in this position");
        }
        assert!(read::<Empire>("rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").is_ok());
        assert!(read::<Chess>("rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").is_err());
    }
}
