//! Words for men and governments, by the letters that the games give them.

use movegen::fen::letter_of_kind;
use movegen::{Color, Kind, Man, Position, Square, Variant};

const MEN: [(char, &str); 11] = [
    ('p', "pawn"),
    ('n', "knight"),
    ('b', "bishop"),
    ('r', "rook"),
    ('q', "queen"),
    ('k', "king"),
    ('s', "soldier"),
    ('t', "siege tower"),
    ('e', "eagle"),
    ('c', "cardinal"),
    ('d', "duke"),
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
pub(crate) fn of_letter(letter: char) -> &'static str {
    MEN.iter().find(|(known, _)| *known == letter).map_or("man", |(_, name)| name)
}

/// The name of a kind of man.
pub(crate) fn of_kind<V: Variant>(kind: Kind) -> &'static str {
    of_letter(letter_of_kind::<V>(kind))
}

/// What a side is called whose men of this kind are royal.
pub(crate) fn of_government<V: Variant>(kind: Kind) -> &'static str {
    let letter = letter_of_kind::<V>(kind);
    GOVERNMENTS.iter().find(|(known, _)| *known == letter).map_or("government", |(_, name)| name)
}

/// A side with its government and its royal men: `White monarchy (1 king)`; the side alone where nobody is royal.
pub(crate) fn of_government_with_royals<V: Variant>(pos: &Position<V>, side: Color) -> String {
    let royals = V::royals(pos, side);
    let Some(kind) = royals.first().and_then(|at| pos.man_at(at)).map(Man::kind) else {
        return side.name().to_owned();
    };
    let ending = if royals.many() { "s" } else { "" };
    let (government, man) = (of_government::<V>(kind), of_kind::<V>(kind));
    format!("{} {government} ({} {man}{ending})", side.name(), royals.count())
}

/// The man on a square: `king e8`.
pub(crate) fn of_man_at<V: Variant>(pos: &Position<V>, at: Square) -> String {
    let name = pos.man_at(at).map_or("nobody", |man| of_kind::<V>(man.kind()));
    format!("{name} {at}")
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
