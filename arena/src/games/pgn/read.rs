//! PGN read back, as far as openings need it: where games begin, and their moves.

use movegen::fen::printable;
use movegen::{Color, Record, Turn};

use crate::openings::Opening;
use crate::rules::Refereed;

/// The first moves of the games of a PGN, `plies` at most.
///
/// # Errors
/// The game that cannot be read, and why.
pub fn openings<G: Refereed>(text: &str, plies: Option<usize>) -> Result<Vec<Opening<G>>, String> {
    let mut openings = Vec::new();
    for game in Games(text.trim_start_matches('\u{feff}')) {
        let number = openings.len() + 1;
        let position = match game.fen {
            Some(fen) => fen.parse().map_err(|error| format!("game {number}: {error}"))?,
            None => G::start(),
        };
        let mut record = Record::new(position);
        let mut half = None;
        for word in words(game.moves) {
            if plies.is_some_and(|plies| record.moves().len() >= plies) || record.outcome().is_some() {
                break;
            }
            let pos = record.position();
            let (of, both) = match pos.turn() {
                Turn::One(side) => (side, false),
                Turn::Both => (if half.is_none() { Color::White } else { Color::Black }, true),
            };
            let m = pos
                .read_algebraic(of, word)
                .ok_or_else(|| format!("game {number}: '{}' is no legal move", printable(word)))?;
            match (both, half.take()) {
                (true, None) => half = Some(m),
                (true, white) => record.play([white, Some(m)]),
                _ => record.play_for(of, m),
            }
        }
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

/// A game of a PGN as it stands there.
struct Game<'a> {
    fen: Option<&'a str>,
    moves: &'a str,
}

/// The games of a PGN: tags, then moves.
struct Games<'a>(&'a str);

impl<'a> Iterator for Games<'a> {
    type Item = Game<'a>;

    fn next(&mut self) -> Option<Game<'a>> {
        let text = self.0.trim_start();
        if text.is_empty() {
            return None;
        }
        let mut fen = None;
        let mut rest = text;
        while let Some(tag) = rest.strip_prefix('[') {
            let (line, after) = tag.split_once('\n').unwrap_or((tag, ""));
            if let Some(value) = line.trim_end().strip_prefix("FEN \"") {
                fen = value.strip_suffix("\"]");
            }
            rest = after.trim_start();
        }
        // The next game begins with a tag at the beginning of a line.
        let end = rest.find("\n[").map_or(rest.len(), |at| at + 1);
        self.0 = &rest[end..];
        Some(Game { fen, moves: &rest[..end] })
    }
}

/// The moves among the words of a game: no numbers, comments, variations, annotations or results.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let mut comment = None;
    text.split_inclusive(['{', '}', '(', ')', ';', '\n', ' ', '\t', '\r']).filter_map(move |piece| {
        let (word, end) = match piece.chars().last() {
            Some(end @ ('{' | '}' | '(' | ')' | ';' | '\n' | ' ' | '\t' | '\r')) => {
                (&piece[..piece.len() - end.len_utf8()], end)
            }
            _ => (piece, ' '),
        };
        if let Some(closes) = comment {
            if end == closes {
                comment = None;
            }
            return None;
        }
        let is_outside = depth <= 0;
        match end {
            '{' => comment = Some('}'),
            ';' => comment = Some('\n'),
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        let is_castling = piece.starts_with("0-0");
        let word = if is_castling { piece.trim_end() } else { word };
        let is_result = matches!(piece.trim_end(), "1-0" | "0-1" | "1/2-1/2" | "*");
        (is_outside && !is_result && !word.is_empty() && !word.starts_with('$')).then_some(word)
    })
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
        assert_eq!(wrong, "game 1: 'Ke3' is no legal move");
        let mate = openings::<Position<Chess>>("1. f3 e5 2. g4 Qh4# 0-1", None).unwrap();
        assert_eq!(mate[0].moves.len(), 3, "a finished game is no opening");
        let zeros = openings::<Position<Chess>>("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 0-0 *", None).unwrap();
        assert_eq!(zeros[0].moves.len(), 1);
        assert!(openings::<Position<Chess>>("", None).unwrap().is_empty());
    }
}
