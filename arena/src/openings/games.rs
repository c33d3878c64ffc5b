//! Openings from a PGN: the first positions of its games and their first moves.

use games::pgn::{PgnReader, read_moves};
use movegen::Record;

use super::Opening;
use ::games::PlayedGame;

/// Reads the first moves of the games of a PGN, at most `plies` of each.
pub fn read<G: PlayedGame>(start: &G, text: &str, plies: Option<usize>) -> Result<Vec<Opening<G>>, String> {
    let mut openings = Vec::new();
    for game in PgnReader::new(text.as_bytes()) {
        let game = game.map_err(|error| error.to_string())?;
        let is_enough =
            |record: &Record<G>| plies.is_some_and(|plies| record.moves().len() >= plies) || record.outcome().is_some();
        let record = read_moves(start, &game, is_enough, |_, _| ()).map_err(|error| error.to_string())?;
        let mut moves = record.moves().to_vec();
        // An opening must not end the game.
        while !moves.is_empty() && ends(record.first(), &moves) {
            moves.pop();
        }
        openings.push(Opening { position: record.first().clone(), moves });
    }
    Ok(openings)
}

fn ends<G: PlayedGame>(first: &G, moves: &[[Option<G::Move>; 2]]) -> bool {
    let mut record = Record::new(first.clone());
    moves.iter().for_each(|&m| record.play(m));
    record.outcome().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Position};

    #[test]
    fn openings_have_at_most_the_given_plies() {
        let text = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {a (comment} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 ; rest\n\
                    3.Bb5 a6 1/2-1/2\n\n[Event \"y\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 2. a8=Q 1-0\n";
        let of = |plies| {
            let list = read(&Position::<Chess>::start(), text, plies).unwrap();
            list.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>()
        };
        assert_eq!((of(None), of(Some(4))), (vec![6, 3], vec![4, 3]));
        let wrong = read(&Position::<Chess>::start(), "1. e4 e5 2. Ke3", None).unwrap_err();
        assert_eq!(wrong, "1:13: game 1: 'Ke3' is not a legal move");
        let mate = read(&Position::<Chess>::start(), "1. f3 e5 2. g4 Qh4# 0-1", None).unwrap();
        assert_eq!(mate[0].moves.len(), 3, "the mate is left out");
        let zeros =
            read(&Position::<Chess>::start(), "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 0-0 *", None).unwrap();
        assert_eq!(zeros[0].moves.len(), 1);
        assert!(read(&Position::<Chess>::start(), "", None).unwrap().is_empty());
    }
}
