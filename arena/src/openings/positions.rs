//! Lists of positions to begin games with: one FEN or EPD a line. And the order in which they come.

use std::collections::HashSet;

use engine::bench::Random;
use movegen::zobrist::splitmix64;
use movegen::{FenError, Game, Record};

/// What is wrong with a list of positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionsError {
    /// A line, counted from 1, is no position.
    #[error("line {0}: {1}")]
    Fen(usize, FenError),
    /// On this line stands a position in which the game is over.
    #[error("line {0}: the game is over in this position")]
    Over(usize),
}

/// The positions of a list. Empty lines and those that begin with `#` are left out. An EPD's operations `hmvc`, `fmvn` and
/// `gov` give the fields of the FEN that it lacks, others are skipped.
///
/// # Errors
/// The first line that is no position to begin a game with.
pub fn read<G: Game>(text: &str) -> Result<Vec<G>, PositionsError> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(i, line)| {
            let pos: G = fen_of(line).parse().map_err(|error| PositionsError::Fen(i + 1, error))?;
            match Record::new(pos.clone()).outcome() {
                Some(_) => Err(PositionsError::Over(i + 1)),
                None => Ok(pos),
            }
        })
        .collect()
}

/// Each position of a list once, where it stands first.
pub fn distinct<G: Game>(mut list: Vec<G>) -> Vec<G> {
    let mut seen = HashSet::new();
    list.retain(|pos| seen.insert(pos.key()));
    list
}

/// Brings a list into an order that the seed decides.
pub fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut random = Random(splitmix64(seed));
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
}

/// The FEN that a line of FEN or EPD stands for.
pub fn fen_of(line: &str) -> String {
    if !line.contains(';') {
        return line.to_owned();
    }
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_clock = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let clocks: Vec<&str> = words.iter().skip(4).take(2).take_while(is_clock).copied().collect();
    let operations = words.get(4 + clocks.len()..).unwrap_or_default().join(" ");
    let operation = |code: &str| {
        operations.split(';').find_map(|operation| {
            operation
                .trim()
                .strip_prefix(code)?
                .strip_prefix(' ')
                .map(|value| value.trim().trim_matches('"').to_owned())
        })
    };
    let clock = |i: usize, code: &str, otherwise: &str| {
        clocks.get(i).map(|&word| word.to_owned()).or_else(|| operation(code)).unwrap_or_else(|| otherwise.to_owned())
    };
    let mut fields: Vec<String> = words.iter().take(4).map(|&word| word.to_owned()).collect();
    fields.extend([clock(0, "hmvc", "0"), clock(1, "fmvn", "1")]);
    fields.extend(operation("gov"));
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Insurrection, Position};

    #[test]
    fn fens_and_epds_are_read_each_once() {
        let text = "\u{feff}# openings\r\n\r\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\r\n\
            4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"a pawn\";\n\
            4k3/8/8/8/8/8/P7/4K3 w - - 7 30 acd 3;\n\
            4k3/8/8/8/8/8/P7/4K3 b - - 3 12";
        let fens: Vec<String> =
            distinct(read::<Position<Chess>>(text).unwrap()).iter().map(ToString::to_string).collect();
        assert_eq!(
            fens,
            [
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
                "4k3/8/8/8/8/8/P7/4K3 b - - 3 12"
            ]
        );
        assert_eq!(read::<Position<Chess>>("\n# nothing\n"), Ok(Vec::new()));
    }

    #[test]
    fn the_seed_decides_the_order_and_nothing_is_lost() {
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
    fn epd_operations_complete_the_fen() {
        let of = |line: &str| fen_of(line);
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"a; b\";"), "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - hmvc 7; fmvn 30;"), "4k3/8/8/8/8/8/P7/4K3 w - - 7 30");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - 3 9 acd 3;"), "4k3/8/8/8/8/8/P7/4K3 w - - 3 9");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - 3 9"), "4k3/8/8/8/8/8/P7/4K3 w - - 3 9");
        let start = Position::<Insurrection>::start().to_string();
        let fields: Vec<&str> = start.split(' ').collect();
        let line = format!("{} gov {};", fields[..4].join(" "), fields[6]);
        assert_eq!(read::<Position<Insurrection>>(&line).unwrap()[0].to_string(), start);
    }

    #[test]
    fn a_line_that_begins_no_game_is_named_by_its_number() {
        let complaint = |text: &str| read::<Position<Chess>>(text).unwrap_err().to_string();
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
        assert!(read::<Position<Empire>>("rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").is_ok());
        assert!(read::<Position<Chess>>("rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").is_err());
    }
}
