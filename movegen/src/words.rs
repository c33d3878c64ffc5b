//! Names of pieces and players' terms for rules beyond chess. The rules do not use them; they are for programs that describe
//! positions and moves.

use crate::piece::PieceType;

/// The terms of a game. A game without terms of its own uses [`Words::PLAIN`].
///
/// ```
/// use upheaval_movegen::{Chess, Insurrection, PieceType, Subversion, Variant, Words};
/// assert_eq!(Chess::WORDS, Words::PLAIN);
/// assert_eq!(Subversion::WORDS.purchase, "bribe");
/// assert_eq!(Insurrection::WORDS.rule_by(PieceType::KNIGHT), Some("junta"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// A move that makes other pieces of the enemy royal.
    pub royals_change: &'static str,
    /// Its plural.
    pub royals_changes: &'static str,
    /// A move that buys a piece; also the verb.
    pub purchase: &'static str,
    /// Its plural.
    pub purchases: &'static str,
    /// The role of a side's royals.
    pub rule: &'static str,
    /// Its names by the type of the royals, in the order of the piece types; empty if there are none.
    pub rules: &'static [&'static str],
}

impl Words {
    /// The terms for the mechanisms themselves.
    pub const PLAIN: Self = Self {
        royals_change: "change of royals",
        royals_changes: "changes of royals",
        purchase: "purchase",
        purchases: "purchases",
        rule: "royals",
        rules: &[],
    };

    /// Returns the name of a side's rule whose royals are of this type, if there is one.
    pub fn rule_by(&self, piece_type: PieceType) -> Option<&'static str> {
        self.rules.get(piece_type.index()).copied()
    }
}

/// The names of pieces by their small letters.
const PIECES: [(char, &str); 11] = [
    ('p', "pawn"),
    ('n', "knight"),
    ('b', "bishop"),
    ('r', "rook"),
    ('q', "queen"),
    ('k', "king"),
    ('s', "soldier"),
    ('t', "tower"),
    ('e', "eagle"),
    ('c', "cardinal"),
    ('d', "duke"),
];

/// Returns the name of the piece with this small letter, if there is one.
///
/// ```
/// assert_eq!(upheaval_movegen::name_of_piece('d'), Some("duke"));
/// ```
pub fn name_of_piece(letter: char) -> Option<&'static str> {
    PIECES.iter().find(|(known, _)| *known == letter).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Anarchism, Insurrection, Subversion, Variant};

    #[test]
    fn pieces_have_names_of_their_letters() {
        assert_eq!(['p', 'k', 'd'].map(name_of_piece), [Some("pawn"), Some("king"), Some("duke")]);
        assert_eq!((name_of_piece('x'), name_of_piece('P')), (None, None));
    }

    #[test]
    fn games_call_their_own_rules_by_their_names() {
        for words in [Insurrection::WORDS, Anarchism::WORDS] {
            assert_eq!((words.royals_change, words.royals_changes), ("coup", "coups"));
            assert_eq!((words.rule, words.rules.last()), ("government", Some(&"monarchy")));
        }
        assert_eq!((Subversion::WORDS.purchase, Subversion::WORDS.purchases), ("bribe", "bribes"));
    }

    #[test]
    fn government_is_named_after_its_royals() {
        assert_eq!(Insurrection::WORDS.rule_by(PieceType::KNIGHT), Some("junta"));
        assert_eq!(Words::PLAIN.rule_by(PieceType::KNIGHT), None);
    }
}
