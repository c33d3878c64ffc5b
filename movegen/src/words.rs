//! Players' terms for rules beyond chess. The rules do not use them; they are for programs that describe positions and moves.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Anarchism, Insurrection, Subversion, Variant};

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
