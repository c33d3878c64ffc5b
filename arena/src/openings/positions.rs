//! Lists of start positions, and their order.

use std::collections::HashSet;

use engine::bench::Random;
use games::epd;
use movegen::zobrist::splitmix64;
use movegen::{FenError, Game, Record};

/// An error in a list of positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionsError {
    /// The line, from 1, is not a position.
    #[error("line {0}: {1}")]
    Fen(usize, FenError),
    /// The game is over in the position of the line.
    #[error("line {0}: the game is over in this position")]
    Over(usize),
}

/// Reads the positions of a list, by the rules of `game`, a position: one FEN or EPD per line, see [`games::epd`].
///
/// # Errors
/// The first line that is not a position, or in which the game is over.
pub fn read<G: Game>(game: &G, text: &str) -> Result<Vec<G>, PositionsError> {
    let position = |(line, read): (usize, Result<G, FenError>)| {
        let pos = read.map_err(|error| PositionsError::Fen(line, error))?;
        match Record::new(pos.clone()).outcome() {
            Some(_) => Err(PositionsError::Over(line)),
            None => Ok(pos),
        }
    };
    epd::read(game, text).map(position).collect()
}

/// Removes all but the first occurrence of each position.
pub fn distinct<G: Game>(mut list: Vec<G>) -> Vec<G> {
    let mut seen = HashSet::new();
    list.retain(|pos| seen.insert(pos.key()));
    list
}

/// Shuffles a list; the seed determines the order.
pub fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut random = Random(splitmix64(seed));
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Position};

    #[test]
    fn fens_and_epds_are_read_once() {
        let text = "\u{feff}# openings\r\n\r\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\r\n\
            4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"a pawn\";\n\
            4k3/8/8/8/8/8/P7/4K3 w - - 7 30 acd 3;\n\
            4k3/8/8/8/8/8/P7/4K3 b - - 3 12";
        let fens: Vec<String> =
            distinct(read(&Position::<Chess>::start(), text).unwrap()).iter().map(ToString::to_string).collect();
        assert_eq!(
            fens,
            [
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
                "4k3/8/8/8/8/8/P7/4K3 b - - 3 12"
            ]
        );
        assert_eq!(read(&Position::<Chess>::start(), "\n# nothing\n"), Ok(Vec::new()));
    }

    #[test]
    fn seed_determines_the_order() {
        let order = |seed| {
            let mut list: Vec<u32> = (0..20).collect();
            shuffle(&mut list, seed);
            list
        };
        assert_eq!(order(3), order(3));
        assert_ne!(order(3), order(4));
        assert_eq!(order(3).iter().collect::<HashSet<_>>().len(), 20);
    }

    #[test]
    fn invalid_line_is_named_by_its_number() {
        let complaint = |text: &str| read(&Position::<Chess>::start(), text).unwrap_err().to_string();
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
        assert!(read(&Position::<Empire>::start(), "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").is_ok());
        assert!(read(&Position::<Chess>::start(), "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").is_err());
    }
}
