//! Games for XBoard: what it must be told of the pieces, and its plies for the moves of a game.

use movegen::variants::{Visit, VisitTurnBased, with};
use movegen::{Color, Position, Record, Turn, Variant};

use crate::rules::Refereed;

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyWord {
    /// Who makes it.
    pub by_white: bool,
    /// The number of the move.
    pub number: u32,
    /// The word.
    pub text: String,
}

/// The tag `VariantPieces` that XBoard needs for a game of this name, in its plies or in the notation that games are written in;
/// none if it knows enough, or no game is called so.
pub fn variant_pieces(name: &str, in_plies: bool) -> Option<String> {
    struct Pieces(bool);
    impl VisitTurnBased for Pieces {
        type Out = Option<String>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            Position::<V>::variant_pieces(self.0)
        }
    }
    impl Visit for Pieces {
        fn apocalypse(self) -> Self::Out {
            apocalypse::Position::variant_pieces(self.0)
        }
    }
    with(name, Pieces(in_plies)).flatten()
}

/// XBoard's plies for each of a game's choices, which are given in coordinate notation; none if the game cannot be played
/// through. Where both sides choose at once, White's choice is shown alone, and all the rest belongs to Black's.
pub fn plies_of(name: &str, fen: &str, choices: &[&str]) -> Option<Vec<Vec<PlyWord>>> {
    struct Plies<'a>(&'a str, &'a [&'a str]);
    impl VisitTurnBased for Plies<'_> {
        type Out = Option<Vec<Vec<PlyWord>>>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            plies_as::<Position<V>>(self.0, self.1)
        }
    }
    impl Visit for Plies<'_> {
        fn apocalypse(self) -> Self::Out {
            plies_as::<apocalypse::Position>(self.0, self.1)
        }
    }
    with(name, Plies(fen, choices)).flatten()
}

fn plies_as<G: Refereed>(fen: &str, mut choices: &[&str]) -> Option<Vec<Vec<PlyWord>>> {
    let mut record = Record::new(fen.parse::<G>().ok()?);
    let mut plies = Vec::with_capacity(choices.len());
    let mut counter = PlyCounter::default();
    while !choices.is_empty() {
        let pos = record.position();
        let turn = match pos.turn() {
            Turn::One(side) => vec![side],
            Turn::Both => Color::BOTH.to_vec(),
        };
        let (now, later) = choices.split_at_checked(turn.len())?;
        let mut played = [None, None];
        for (&side, text) in turn.iter().zip(now) {
            played[side] = Some(pos.parse_move(side, text).ok()?);
        }
        let mut words = counter.number(pos, pos.words(played));
        if turn.len() == 2 {
            let rest = words.split_off(words.len().min(1));
            plies.push(words);
            words = rest;
        }
        plies.push(words);
        record.play(played);
        choices = later;
    }
    Some(plies)
}

/// Counts plies as XBoard does, from the first position on.
#[derive(Default)]
pub(super) struct PlyCounter(Option<u32>);

impl PlyCounter {
    /// Numbers the words that follow in this position.
    pub(super) fn number<G: Refereed>(&mut self, pos: &G, words: Vec<String>) -> Vec<PlyWord> {
        let begin = 2 * pos.move_number() + u32::from(pos.turn() == Turn::One(Color::Black));
        let ply = self.0.get_or_insert(begin);
        let number = |text| {
            let word = PlyWord { by_white: ply.is_multiple_of(2), number: *ply / 2, text };
            *ply += 1;
            word
        };
        words.into_iter().map(number).collect()
    }
}
