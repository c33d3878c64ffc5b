//! The list of games, and the one place where a name becomes a type.

mod chess;
mod coups;
mod empire;
mod subversion;

pub use chess::Chess;
pub use coups::{Anarchism, Coups, Governments, Insurrection};
pub use empire::{Empire, Imperial};
pub use subversion::Subversion;

use crate::variant::Variant;

/// Work to be done for a turn-based game that is known only by name.
pub trait VisitTurnBased {
    /// What the work gives.
    type Out;
    /// Does the work for this game.
    fn turn_based<V: Variant>(self) -> Self::Out;
}

/// Work to be done for any game: besides those in which the sides move in turn there is Apocalypse, whose rules stand in a
/// crate of their own. This crate only keeps its name in the list.
pub trait Visit: VisitTurnBased {
    /// Does the work for Apocalypse.
    fn apocalypse(self) -> Self::Out;
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

/// The name of Apocalypse.
pub const APOCALYPSE: &str = "apocalypse";

/// The list of games: from one line for each come the names, and the `match` that turns a name into a type. A game with two
/// sets of rules names the switch of [`Rules`] and the type to play by when it is off.
macro_rules! registry {
    ($($game:ident $(, without $rule:ident: $other:ty)?;)+) => {
        /// The names of the games in which the sides move in turn, chess first.
        pub const TURN_BASED: [&str; [$($game::NAME),+].len()] = [$($game::NAME),+];

        /// The names of all games, chess first.
        pub const NAMES: [&str; TURN_BASED.len() + 1] = [$($game::NAME,)+ APOCALYPSE];

        /// Does the work for the turn-based game of that name, by the rules chosen; `None` if no such game is called so.
        pub fn with_turn_based_by<T: VisitTurnBased>(name: &str, rules: &Rules, work: T) -> Option<T::Out> {
            Some(match name {
                $($game::NAME $(if rules.$rule)? => work.turn_based::<$game>(),
                $($game::NAME => work.turn_based::<$other>(),)?)+
                _ => return None,
            })
        }
    };
}

registry! {
    Chess;
    Empire;
    Insurrection, without assassination: Coups<true, false>;
    Anarchism, without assassination: Coups<false, false>;
    Subversion;
}

/// Does the work for the turn-based game of that name, by its usual rules; `None` if no such game is called so.
pub fn with_turn_based<T: VisitTurnBased>(name: &str, work: T) -> Option<T::Out> {
    with_turn_based_by(name, &Rules::default(), work)
}

/// Does the work for the game of that name, by its usual rules; `None` if no game is called so.
pub fn with<T: Visit>(name: &str, work: T) -> Option<T::Out> {
    with_rules(name, &Rules::default(), work)
}

/// Does the work for the game of that name, by the rules chosen; `None` if no game is called so.
pub fn with_rules<T: Visit>(name: &str, rules: &Rules, work: T) -> Option<T::Out> {
    match name {
        APOCALYPSE => Some(work.apocalypse()),
        _ => with_turn_based_by(name, rules, work),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;
    impl VisitTurnBased for Name {
        type Out = &'static str;
        fn turn_based<V: Variant>(self) -> &'static str {
            V::NAME
        }
    }
    impl Visit for Name {
        fn apocalypse(self) -> &'static str {
            APOCALYPSE
        }
    }

    #[test]
    fn every_name_finds_its_game() {
        for name in NAMES {
            assert_eq!(with(name, Name), Some(name));
            assert_eq!(with_rules(name, &Rules { assassination: false }, Name), Some(name));
            assert_eq!(with_turn_based(name, Name).is_some(), TURN_BASED.contains(&name));
        }
        assert_eq!(with("checkers", Name), None);
        assert_eq!(NAMES[..TURN_BASED.len()], TURN_BASED);
    }
}
