//! Names of pieces, and descriptions of states.

use std::borrow::Cow;

use movegen::definition;
use movegen::fen::letter_of_piece_type;
use movegen::variants::loaded;
use movegen::{Color, Piece, PieceType, Position, Variant};

/// Returns a side's name for the piece type with this small letter; "piece" if it has none.
pub fn piece(game: &str, letter: char, color: Color) -> &'static str {
    match gamedata::piece(game, letter) {
        Some(piece) => piece.names[color.index()],
        None => defined(game, letter).map_or("piece", |piece| piece.name.as_str()),
    }
}

/// Describes the moves of the piece type with this small letter.
pub fn moves(game: &str, letter: char) -> Cow<'static, str> {
    match gamedata::piece(game, letter) {
        Some(piece) => piece.moves.into(),
        None => {
            defined(game, letter).map(|piece| capitalized(&piece.moves_in_words()) + ".").unwrap_or_default().into()
        }
    }
}

/// Returns the piece type with this small letter of a game from a file.
pub fn defined(game: &str, letter: char) -> Option<&'static definition::Piece> {
    let definition = loaded(game)?.definition();
    definition.pieces.iter().flatten().find(|piece| piece.letter == letter)
}

/// Returns the name of the rule of a side whose royals have this small letter: `monarchy`, or else the name of the piece.
pub fn rule<V: Variant>(game: V, letter: char) -> &'static str {
    let index = game.letters().find(letter).and_then(|index| u8::try_from(index).ok());
    let rule = index.and_then(|index| V::WORDS.rule_by(PieceType::new(index)));
    rule.unwrap_or_else(|| piece(game.name(), letter, Color::White))
}

/// Returns the state beyond the board in words: `Government: White monarchy (1 king); ...`.
pub fn state<V: Variant>(pos: &Position<V>) -> Option<String> {
    if !V::ROYALS_CHANGE {
        return pos.game().describe_state(pos.state());
    }
    let [white, black] = Color::BOTH.map(|side| side_state(pos, side));
    Some(format!("{}: {white}; {black}", capitalized(V::WORDS.rule)))
}

/// Returns a side with its rule and its royals: `White monarchy (1 king)`; the side alone if it has no royals.
fn side_state<V: Variant>(pos: &Position<V>, side: Color) -> String {
    let royals = V::royals(pos, side);
    let Some(piece_type) = royals.first().and_then(|at| pos.piece_at(at)).map(Piece::piece_type) else {
        return side.name().to_owned();
    };
    let rule = V::WORDS.rule_by(piece_type).map(|name| format!("{name} ")).unwrap_or_default();
    let ending = if royals.many() { "s" } else { "" };
    let name = piece(pos.game().name(), letter_of_piece_type(pos.game(), piece_type), side);
    format!("{} {rule}({} {name}{ending})", side.name(), royals.count())
}

/// Returns a word with a capital letter.
pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
    use movegen::{Chess, Insurrection};

    #[test]
    fn state_is_described_in_the_words_of_the_game() {
        let of = |pos: &str| state(&pos.parse::<Position<Insurrection>>().unwrap()).unwrap();
        let text = of("4k3/8/3p4/p7/8/8/8/4K3 b - - 0 1 Kp");
        assert_eq!(text, "Government: White monarchy (1 king); Black anarcho-syndicalist commune (2 pawns)");
        assert_eq!(state(&Position::<Chess>::start()), None);
        assert_eq!((rule(Insurrection::default(), 'n'), rule(Chess, 'n')), ("junta", "knight"));
        assert_eq!(capitalized("coup"), "Coup");
    }

    #[test]
    fn pieces_of_a_game_have_distinct_names() {
        struct Names(Color);
        impl VisitTurnBased for Names {
            type Out = Vec<&'static str>;
            fn turn_based<V: Variant>(self, _: V) -> Self::Out {
                V::LETTERS.chars().map(|letter| piece(V::NAME, letter, self.0)).collect()
            }
        }
        for game in TURN_BASED {
            for color in Color::BOTH {
                let mut names = with_turn_based(game, Names(color)).unwrap();
                assert!(!names.contains(&"piece"), "{game}");
                let count = names.len();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), count, "{game}");
            }
        }
    }
}
