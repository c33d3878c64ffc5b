//! The list of games, and the one place where a name becomes a type.

mod chess;
mod coups;
mod empire;
mod subversion;

pub use chess::Chess;
pub use coups::{Anarchism, Coups, Governments, Insurrection};
pub use empire::Empire;
pub use subversion::Subversion;

use crate::apocalypse;
use crate::game::Game;
use crate::variant::Variant;

/// Work to be done for a game that is known only by name: one method for each sort of game.
pub trait Visit {
    /// What the work gives.
    type Out;
    /// Does the work for a turn-based game.
    fn turn_based<V: Variant>(self) -> Self::Out;
    /// Does the work for the game in which both sides choose at once, [`apocalypse::Position`]. There is one such game.
    fn simultaneous(self) -> Self::Out;
}

/// What a user may choose of the rules; a game that does not know a choice is played the same either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether all royals but the last can be captured (Insurrection, Anarchism).
    pub assassination: bool,
}

/// The rules as the games are usually played.
impl Default for Rules {
    fn default() -> Self {
        Self { assassination: true }
    }
}

/// The names of the games in which the sides move in turn, chess first.
pub const TURN_BASED: [&str; 5] = [Chess::NAME, Empire::NAME, Insurrection::NAME, Anarchism::NAME, Subversion::NAME];

/// The names of all games, chess first.
pub const NAMES: [&str; 6] =
    [Chess::NAME, Empire::NAME, Insurrection::NAME, Anarchism::NAME, Subversion::NAME, apocalypse::Position::NAME];

/// Does the work for the game of that name, by its usual rules; `None` if no game is called so.
pub fn with<T: Visit>(name: &str, work: T) -> Option<T::Out> {
    with_rules(name, &Rules::default(), work)
}

/// Does the work for the game of that name, by the rules chosen; `None` if no game is called so.
pub fn with_rules<T: Visit>(name: &str, rules: &Rules, work: T) -> Option<T::Out> {
    Some(match (name, rules.assassination) {
        (Chess::NAME, _) => work.turn_based::<Chess>(),
        (Empire::NAME, _) => work.turn_based::<Empire>(),
        (Insurrection::NAME, true) => work.turn_based::<Insurrection>(),
        (Insurrection::NAME, false) => work.turn_based::<Coups<true, false>>(),
        (Anarchism::NAME, true) => work.turn_based::<Anarchism>(),
        (Anarchism::NAME, false) => work.turn_based::<Coups<false, false>>(),
        (Subversion::NAME, _) => work.turn_based::<Subversion>(),
        (apocalypse::Position::NAME, _) => work.simultaneous(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_game() {
        struct Name;
        impl Visit for Name {
            type Out = &'static str;
            fn turn_based<V: Variant>(self) -> &'static str {
                V::NAME
            }
            fn simultaneous(self) -> &'static str {
                apocalypse::Position::NAME
            }
        }
        for name in NAMES {
            assert_eq!(with(name, Name), Some(name));
            assert_eq!(with_rules(name, &Rules { assassination: false }, Name), Some(name));
        }
        assert_eq!(with("checkers", Name), None);
        assert_eq!(NAMES[..TURN_BASED.len()], TURN_BASED);
    }
}
