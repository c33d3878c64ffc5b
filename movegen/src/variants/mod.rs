//! The list of games, and the one place where a name becomes a type.

mod chess;
mod chess960;
mod coups;
mod custom;
mod empire;
mod subversion;

pub use chess960::CastlingRooks;
pub use coups::{Coups, Governments};
pub use custom::{Custom, CustomState, MAX_DEFINITIONS, add, load, loaded, loaded_names};
pub use empire::Imperial;

use crate::variant::Variant;

/// Work to be done for a turn-based game that is known only by name.
pub trait VisitTurnBased {
    /// The result of the work.
    type Out;
    /// Does the work for this game.
    fn turn_based<V: Variant>(self, game: V) -> Self::Out;
}

/// Work to be done for any game. Apocalypse, which is not turn-based, has a crate of its own; this crate only lists its name.
pub trait Visit: VisitTurnBased {
    /// Does the work for Apocalypse.
    fn apocalypse(self) -> Self::Out;
}

/// The name of Apocalypse.
pub const APOCALYPSE: &str = "apocalypse";

/// Defines the list of games: their types and names, and the `match` that turns a name into a type.
macro_rules! registry {
    ($($module:ident::$game:ident;)+) => {
        $(pub use $module::$game;)+

        /// The names of the games in which the sides move in turn, chess first.
        pub const TURN_BASED: [&str; [$($game::NAME),+].len()] = [$($game::NAME),+];

        /// The names of all games, chess first.
        pub const NAMES: [&str; TURN_BASED.len() + 1] = [$($game::NAME,)+ APOCALYPSE];

        /// Does the work for the turn-based game of that name; `None` if there is no such game.
        pub fn with_turn_based<T: VisitTurnBased>(name: &str, work: T) -> Option<T::Out> {
            Some(match name {
                $($game::NAME => work.turn_based($game::default()),)+
                _ => return custom::loaded(name).map(|game| work.turn_based(game)),
            })
        }
    };
}

registry! {
    chess::Chess;
    empire::Empire;
    coups::Insurrection;
    coups::InsurrectionStrict;
    coups::Anarchism;
    coups::AnarchismStrict;
    subversion::Subversion;
    chess960::Chess960;
}

/// Does the work for the game of that name; `None` if there is no such game.
pub fn with<T: Visit>(name: &str, work: T) -> Option<T::Out> {
    match name {
        APOCALYPSE => Some(work.apocalypse()),
        _ => with_turn_based(name, work),
    }
}

/// Returns the strict form of the named game, in which no royal may be left in check; `None` if it has none.
pub fn strict_form_of(name: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|strict| strict.strip_suffix("-strict") == Some(name))
}

/// Returns the form of the named game in which king and rooks may begin on other squares; `None` if it has none.
pub fn chess960_form_of(name: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|form| form.strip_suffix("960") == Some(name))
}

/// Returns the game of which the named game is the [form with other first squares](chess960_form_of).
pub fn base_of_chess960(name: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|base| chess960_form_of(base) == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;
    impl VisitTurnBased for Name {
        type Out = &'static str;
        fn turn_based<V: Variant>(self, game: V) -> &'static str {
            game.name()
        }
    }
    impl Visit for Name {
        fn apocalypse(self) -> &'static str {
            APOCALYPSE
        }
    }

    #[test]
    fn strict_form_is_found_by_its_base() {
        assert_eq!(strict_form_of("insurrection"), Some("insurrection-strict"));
        assert_eq!(strict_form_of("anarchism"), Some("anarchism-strict"));
        assert_eq!(strict_form_of("chess"), None);
    }

    #[test]
    fn chess960_and_its_base_find_each_other() {
        assert_eq!((chess960_form_of("chess"), chess960_form_of("empire")), (Some("chess960"), None));
        assert_eq!((base_of_chess960("chess960"), base_of_chess960("chess")), (Some("chess"), None));
    }

    #[test]
    fn every_name_finds_its_game() {
        for name in NAMES {
            assert_eq!(with(name, Name), Some(name));
            assert_eq!(with_turn_based(name, Name).is_some(), TURN_BASED.contains(&name));
        }
        assert_eq!(with("checkers", Name), None);
        assert_eq!(NAMES[..TURN_BASED.len()], TURN_BASED);
    }
}
