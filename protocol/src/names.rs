//! Words for men, by the letters that the games give them, and for what games have besides, by their own words.

use movegen::fen::letter_of_kind;
use movegen::{Color, Kind, Man, Position, Square, State as _, Variant, name_of_man};

/// The name of the man with this small letter; "man" for a letter that nobody has named.
pub(crate) fn of_letter(letter: char) -> &'static str {
    name_of_man(letter).unwrap_or("man")
}

/// The name of a kind of man.
pub(crate) fn of_kind<V: Variant>(kind: Kind) -> &'static str {
    of_letter(letter_of_kind::<V>(kind))
}

/// What rules a side whose men of this kind are royal: `monarchy`, or else the men themselves.
pub(crate) fn of_rule<V: Variant>(kind: Kind) -> &'static str {
    V::WORDS.rule_by(kind).unwrap_or_else(|| of_kind::<V>(kind))
}

/// What holds beyond the board, with a name for it if the game has one: `Government: White monarchy (1 king); ...`.
pub(crate) fn of_state<V: Variant>(pos: &Position<V>) -> Option<String> {
    if !V::ROYALS_CHANGE {
        return pos.state().describe();
    }
    let [white, black] = Color::BOTH.map(|side| of_side(pos, side));
    Some(format!("{}: {white}; {black}", capitalised(V::WORDS.rule)))
}

/// A side with what rules it and its royal men: `White monarchy (1 king)`; the side alone where nobody is royal.
fn of_side<V: Variant>(pos: &Position<V>, side: Color) -> String {
    let royals = V::royals(pos, side);
    let Some(kind) = royals.first().and_then(|at| pos.man_at(at)).map(Man::kind) else {
        return side.name().to_owned();
    };
    let rule = V::WORDS.rule_by(kind).map(|name| format!("{name} ")).unwrap_or_default();
    let ending = if royals.many() { "s" } else { "" };
    format!("{} {rule}({} {}{ending})", side.name(), royals.count(), of_kind::<V>(kind))
}

/// A word as it begins a sentence.
pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
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
    use movegen::{Chess, Insurrection};

    #[test]
    fn games_speak_of_what_they_have_in_their_own_words() {
        let of = |pos: &str| of_state(&pos.parse::<Position<Insurrection>>().unwrap()).unwrap();
        let told = of("4k3/8/3p4/p7/8/8/8/4K3 b - - 0 1 Kp");
        assert_eq!(told, "Government: White monarchy (1 king); Black anarcho-syndicalist commune (2 pawns)");
        assert_eq!(of_state(&Position::<Chess>::start()), None);
        assert_eq!((of_rule::<Insurrection>(Kind::KNIGHT), of_rule::<Chess>(Kind::KNIGHT)), ("junta", "knight"));
        assert_eq!(capitalised("coup"), "Coup");
    }

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
