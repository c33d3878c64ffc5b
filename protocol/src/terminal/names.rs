//! Words for men and governments, by the letters that the games give them.

use movegen::fen::letter_of_kind;
use movegen::{Kind, Man, Variant};

/// Letters, names and Unicode's figures. Unicode has none for the men of Empire.
const MEN: [(char, &str, Option<char>); 11] = [
    ('p', "pawn", Some('♟')),
    ('n', "knight", Some('♞')),
    ('b', "bishop", Some('♝')),
    ('r', "rook", Some('♜')),
    ('q', "queen", Some('♛')),
    ('k', "king", Some('♚')),
    ('s', "soldier", None),
    ('t', "siege tower", None),
    ('e', "eagle", None),
    ('c', "cardinal", None),
    ('d', "duke", None),
];

/// What a side is called whose men of a kind are royal (docs/specification/insurrection.md).
const GOVERNMENTS: [(char, &str); 6] = [
    ('k', "monarchy"),
    ('q', "matriarchy"),
    ('r', "comité de salut public"),
    ('b', "theocracy"),
    ('n', "junta"),
    ('p', "anarcho-syndicalist commune"),
];

/// The name of the man with this small letter; "man" for a letter that nobody has named.
pub(super) fn of_letter(letter: char) -> &'static str {
    MEN.iter().find(|(known, ..)| *known == letter).map_or("man", |(_, name, _)| name)
}

/// The figure for the man with this small letter, if there is one.
pub(super) fn figure_of_letter(letter: char) -> Option<char> {
    MEN.iter().find(|(known, ..)| *known == letter).and_then(|(.., figure)| *figure)
}

/// The name of a kind of man.
pub(super) fn of_kind<V: Variant>(kind: Kind) -> &'static str {
    of_letter(letter_of_kind::<V>(kind))
}

/// The name of a man, with the side: `Black's knight`.
pub(super) fn of_man<V: Variant>(man: Man) -> String {
    format!("{}'s {}", man.color().name(), of_kind::<V>(man.kind()))
}

/// What a side is called whose men of this kind are royal.
pub(super) fn of_government<V: Variant>(kind: Kind) -> &'static str {
    let letter = letter_of_kind::<V>(kind);
    GOVERNMENTS.iter().find(|(known, _)| *known == letter).map_or("government", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};

    #[test]
    fn every_man_of_every_game_has_a_name_of_its_own() {
        struct Names;
        impl VisitTurnBased for Names {
            type Out = Vec<&'static str>;
            fn turn_based<V: Variant>(self) -> Self::Out {
                V::LETTERS.chars().map(of_letter).collect()
            }
        }
        for game in TURN_BASED {
            let mut names = with_turn_based(game, Names).unwrap();
            assert!(!names.contains(&"man"), "{game}");
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{game}");
        }
    }
}
