//! The list of games, and the one place where a name becomes a type.

mod chess;
mod empire;

pub use chess::Chess;
pub use empire::Empire;

use crate::variant::Variant;

/// Work to be done for a game that is known only by name: one method for each sort of game.
pub trait Visit {
    /// What the work gives.
    type Out;
    /// Does the work for a turn-based game.
    fn turn_based<V: Variant>(self) -> Self::Out;
}

/// The names of all games, chess first.
pub const NAMES: [&str; 2] = [Chess::NAME, Empire::NAME];

/// Does the work for the game of that name; `None` if no game is called so.
pub fn with<T: Visit>(name: &str, work: T) -> Option<T::Out> {
    Some(match name {
        Chess::NAME => work.turn_based::<Chess>(),
        Empire::NAME => work.turn_based::<Empire>(),
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
        }
        for name in NAMES {
            assert_eq!(with(name, Name), Some(name));
        }
        assert_eq!(with("checkers", Name), None);
    }
}
