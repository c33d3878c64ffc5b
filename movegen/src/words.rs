//! What players call pieces, and what a game's rules have besides chess's. Rules do not read it; whoever tells of positions and moves
//! does.

use crate::piece::PieceType;

/// The words of a game. A game whose players have none of their own takes [`Words::PLAIN`].
///
/// ```
/// use movegen::{Chess, Insurrection, PieceType, Subversion, Variant, Words};
/// assert_eq!(Chess::WORDS, Words::PLAIN);
/// assert_eq!(Subversion::WORDS.purchase, "bribe");
/// assert_eq!(Insurrection::WORDS.rule_by(PieceType::KNIGHT), Some("junta"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// A move that changes which pieces of the enemy are royal.
    pub royals_change: &'static str,
    /// Several of them.
    pub royals_changes: &'static str,
    /// A move that buys a piece, and also what a side does by it.
    pub purchase: &'static str,
    /// Several of them.
    pub purchases: &'static str,
    /// What a side has by its royals.
    pub rule: &'static str,
    /// The same by the kind of the royals, in the order of the piece types; empty where it has no names.
    pub rules: &'static [&'static str],
}

impl Words {
    /// The words for the mechanisms themselves.
    pub const PLAIN: Self = Self {
        royals_change: "change of royals",
        royals_changes: "changes of royals",
        purchase: "purchase",
        purchases: "purchases",
        rule: "royals",
        rules: &[],
    };

    /// What a side is called whose royals are of this piece type, if there is a name for it.
    pub fn rule_by(&self, piece_type: PieceType) -> Option<&'static str> {
        self.rules.get(piece_type.index()).copied()
    }
}

/// What pieces are called, by the small letters that the games give them.
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

/// What the piece with this small letter is called, if somebody has named it.
///
/// ```
/// assert_eq!(movegen::name_of_piece('d'), Some("duke"));
/// ```
pub fn name_of_piece(letter: char) -> Option<&'static str> {
    PIECES.iter().find(|(known, _)| *known == letter).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Anarchism, Insurrection, Subversion, Variant};

    #[test]
    fn pieces_have_the_names_of_their_letters() {
        assert_eq!(['p', 'k', 'd'].map(name_of_piece), [Some("pawn"), Some("king"), Some("duke")]);
        assert_eq!((name_of_piece('x'), name_of_piece('P')), (None, None));
    }

    #[test]
    fn the_games_call_their_own_rules_by_their_names() {
        for words in [Insurrection::WORDS, Anarchism::WORDS] {
            assert_eq!((words.royals_change, words.royals_changes), ("coup", "coups"));
            assert_eq!((words.rule, words.rules.last()), ("government", Some(&"monarchy")));
        }
        assert_eq!((Subversion::WORDS.purchase, Subversion::WORDS.purchases), ("bribe", "bribes"));
    }

    #[test]
    fn a_government_is_called_after_its_royals_where_there_is_a_name() {
        assert_eq!(Insurrection::WORDS.rule_by(PieceType::KNIGHT), Some("junta"));
        assert_eq!(Words::PLAIN.rule_by(PieceType::KNIGHT), None);
    }
}
