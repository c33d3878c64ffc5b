//! Openings out of a PGN: where its games begin, and their first moves.

use movegen::Record;

use super::replay::hear_all;
use super::scan::PgnReader;
use crate::openings::Opening;
use crate::rules::Refereed;

/// The first moves of the games of a PGN, `plies` at most.
///
/// # Errors
/// The game that cannot be read, and why.
pub fn openings<G: Refereed>(text: &str, plies: Option<usize>) -> Result<Vec<Opening<G>>, String> {
    let mut openings = Vec::new();
    for game in PgnReader::new(text.as_bytes()) {
        let game = game.map_err(|error| error.to_string())?;
        let is_enough =
            |record: &Record<G>| plies.is_some_and(|plies| record.moves().len() >= plies) || record.outcome().is_some();
        let record = hear_all::<G>(&game, is_enough, |_, _| ()).map_err(|error| error.to_string())?;
        let mut moves = record.moves().to_vec();
        // A game that is over at the end of its opening begins a move earlier.
        while !moves.is_empty() && ends(record.first(), &moves) {
            moves.pop();
        }
        openings.push(Opening { position: record.first().clone(), moves });
    }
    Ok(openings)
}

fn ends<G: Refereed>(first: &G, moves: &[[Option<G::Move>; 2]]) -> bool {
    let mut record = Record::new(first.clone());
    moves.iter().for_each(|&m| record.play(m));
    record.outcome().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Position};

    #[test]
    fn games_are_read_up_to_the_plies_wanted() {
        let text = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {a (comment} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 ; rest\n\
                    3.Bb5 a6 1/2-1/2\n\n[Event \"y\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 2. a8=Q 1-0\n";
        let of = |plies| {
            let list = openings::<Position<Chess>>(text, plies).unwrap();
            list.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>()
        };
        assert_eq!((of(None), of(Some(4))), (vec![6, 3], vec![4, 3]));
        let wrong = openings::<Position<Chess>>("1. e4 e5 2. Ke3", None).unwrap_err();
        assert_eq!(wrong, "1:13: game 1: 'Ke3' is no legal move");
        let mate = openings::<Position<Chess>>("1. f3 e5 2. g4 Qh4# 0-1", None).unwrap();
        assert_eq!(mate[0].moves.len(), 3, "a finished game is no opening");
        let zeros = openings::<Position<Chess>>("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 0-0 *", None).unwrap();
        assert_eq!(zeros[0].moves.len(), 1);
        assert!(openings::<Position<Chess>>("", None).unwrap().is_empty());
    }
}
