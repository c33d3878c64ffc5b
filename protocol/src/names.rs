//! Words for pieces, by the letters that the games give them, and for what games have besides, by their own words.

use movegen::fen::letter_of_piece_type;
use movegen::{Color, Piece, PieceType, Position, Square, State as _, Variant, name_of_piece};

/// The name of the piece with this small letter; "piece" for a letter that nobody has named.
pub(crate) fn of_letter(letter: char) -> &'static str {
    name_of_piece(letter).unwrap_or("piece")
}

/// The name of a kind of piece.
pub(crate) fn of_piece_type<V: Variant>(piece_type: PieceType) -> &'static str {
    of_letter(letter_of_piece_type::<V>(piece_type))
}

/// What rules a side whose pieces of this piece type are royal: `monarchy`, or else the pieces themselves.
pub(crate) fn of_rule<V: Variant>(piece_type: PieceType) -> &'static str {
    V::WORDS.rule_by(piece_type).unwrap_or_else(|| of_piece_type::<V>(piece_type))
}

/// What holds beyond the board, with a name for it if the game has one: `Government: White monarchy (1 king); ...`.
pub(crate) fn of_state<V: Variant>(pos: &Position<V>) -> Option<String> {
    if !V::ROYALS_CHANGE {
        return pos.state().describe();
    }
    let [white, black] = Color::BOTH.map(|side| of_side(pos, side));
    Some(format!("{}: {white}; {black}", capitalised(V::WORDS.rule)))
}

/// A side with what rules it and its royal pieces: `White monarchy (1 king)`; the side alone where nobody is royal.
fn of_side<V: Variant>(pos: &Position<V>, side: Color) -> String {
    let royals = V::royals(pos, side);
    let Some(piece_type) = royals.first().and_then(|at| pos.piece_at(at)).map(Piece::piece_type) else {
        return side.name().to_owned();
    };
    let rule = V::WORDS.rule_by(piece_type).map(|name| format!("{name} ")).unwrap_or_default();
    let ending = if royals.many() { "s" } else { "" };
    format!("{} {rule}({} {}{ending})", side.name(), royals.count(), of_piece_type::<V>(piece_type))
}

/// A word as it begins a sentence.
pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The piece on a square: `king e8`.
pub(crate) fn of_piece_at<V: Variant>(pos: &Position<V>, at: Square) -> String {
    let name = pos.piece_at(at).map_or("nobody", |piece| of_piece_type::<V>(piece.piece_type()));
    format!("{name} {at}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
    use movegen::{Chess, Insurrection};

    #[test]
    fn games_speak_of_what_they_have_in_their_own_words() {
        let of = |pos: &str| of_state(&pos.parse::<Position<Insurrection>>().unwrap()).unwrap();
        let told = of("4k3/8/3p4/p7/8/8/8/4K3 b - - 0 1 Kp");
        assert_eq!(told, "Government: White monarchy (1 king); Black anarcho-syndicalist commune (2 pawns)");
        assert_eq!(of_state(&Position::<Chess>::start()), None);
        assert_eq!(
            (of_rule::<Insurrection>(PieceType::KNIGHT), of_rule::<Chess>(PieceType::KNIGHT)),
            ("junta", "knight")
        );
        assert_eq!(capitalised("coup"), "Coup");
    }

    #[test]
    fn every_piece_of_every_game_has_a_name_of_its_own() {
        struct Names;
        impl VisitTurnBased for Names {
            type Out = Vec<&'static str>;
            fn turn_based<V: Variant>(self) -> Self::Out {
                V::LETTERS.chars().map(of_letter).collect()
            }
        }
        for game in TURN_BASED {
            let mut names = with_turn_based(game, Names).unwrap();
            assert!(!names.contains(&"piece"), "{game}");
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{game}");
        }
    }
}
