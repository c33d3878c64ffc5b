//! From the name of a game to its type or to a session. The list of the turn-based games is in `movegen::variants`; the
//! games in which both sides choose at once are added here.

use eval::Evaluator;
use movegen::{Chess, Game, Position, Variant};

pub use movegen::variants::{TURN_BASED, VisitTurnBased as TurnBasedVisitor, with_turn_based as visit_turn_based};

use movegen::fen::printable;
use movegen::variants::loaded_names;

use crate::any::AnySession;
use crate::game::PlayedGame;
use crate::session::{GameSession, SetUpError};

/// The name of Apocalypse.
pub const APOCALYPSE: &str = "apocalypse";

/// The names of all games, chess first.
pub const NAMES: [&str; TURN_BASED.len() + 1] = {
    let mut names = [APOCALYPSE; TURN_BASED.len() + 1];
    let mut index = 0;
    while index < TURN_BASED.len() {
        names[index] = TURN_BASED[index];
        index += 1;
    }
    names
};

/// Returns the name of the game with this name, title or alias, in any case; of a game from a file by its name alone.
pub fn find(name: &str) -> Option<&'static str> {
    built_in(name).or_else(|| loaded_names().into_iter().find(|known| known.eq_ignore_ascii_case(name)))
}

/// Returns the name of a game like [`find`], if it is one of these built-in games or from a file.
///
/// # Errors
/// One line that lists the games.
pub fn known(name: &str, built_in: &[&'static str]) -> Result<&'static str, String> {
    let names: Vec<_> = built_in.iter().copied().chain(loaded_names()).collect();
    let unknown = || format!("no game is called '{}'; the games are {}", printable(name), names.join(", "));
    find(name).filter(|name| names.contains(name)).ok_or_else(unknown)
}

/// Returns the name of the built-in game with this name, title or alias, in any case. A game from a file cannot have such a name.
pub fn built_in(name: &str) -> Option<&'static str> {
    gamedata::find(name).and_then(|game| NAMES.into_iter().find(|known| *known == game.name))
}

/// Returns the game whose network a game uses: its own or its base's, and that of chess for a game from a file that resembles it.
pub fn network_owner(name: &str) -> Option<&'static str> {
    struct ResemblesChess;
    impl TurnBasedVisitor for ResemblesChess {
        type Out = bool;
        fn turn_based<V: Variant>(self, game: V) -> bool {
            Evaluator::resembles_chess(game)
        }
    }
    match gamedata::game(name) {
        Some(game) => game.network_owner,
        None => visit_turn_based(name, ResemblesChess)?.then_some(Chess::NAME),
    }
}

/// Work for any game that is known by name.
pub trait Visitor {
    /// The result of the work.
    type Out;
    /// Works on the game that starts with this position.
    fn visit<G: PlayedGame>(self, start: G) -> Self::Out;
}

/// Calls the visitor with the game of that name; `None` if there is none.
pub fn visit<T: Visitor>(name: &str, visitor: T) -> Option<T::Out> {
    struct Any<T>(T);
    impl<T: Visitor> TurnBasedVisitor for Any<T> {
        type Out = T::Out;
        fn turn_based<V: Variant>(self, game: V) -> T::Out {
            self.0.visit(Position::start_of(game))
        }
    }
    match name {
        APOCALYPSE => Some(visitor.visit(apocalypse::Position::start())),
        _ => visit_turn_based(name, Any(visitor)),
    }
}

/// Opens a session of the game of that name at a FEN or the start position, and plays moves; `None` if there is no such game.
///
/// # Errors
/// The FEN or a move is invalid.
pub fn open(name: &str, fen: Option<&str>, moves: &[String]) -> Option<Result<Box<dyn AnySession>, SetUpError>> {
    struct Open<'a>(Option<&'a str>, &'a [String]);
    impl Visitor for Open<'_> {
        type Out = Result<Box<dyn AnySession>, SetUpError>;
        fn visit<G: PlayedGame>(self, start: G) -> Self::Out {
            let mut session = GameSession::at(start);
            session.set_up(self.0, self.1)?;
            Ok(Box::new(session))
        }
    }
    visit(name, Open(fen, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_opens_its_game() {
        for name in NAMES {
            assert_eq!(open(name, None, &[]).unwrap().unwrap().name(), name);
            assert_eq!(find(&name.to_uppercase()), Some(name));
        }
        assert!(open("checkers", None, &[]).is_none());
    }

    #[test]
    fn folders_of_gamedata_are_those_of_the_list() {
        let mut names = NAMES;
        names.sort_unstable();
        assert!(gamedata::games().iter().map(|game| game.name).eq(names));
    }

    #[test]
    fn chess_has_the_names_that_clients_use() {
        for name in ["standard", "normal", "fromposition", "Chess"] {
            assert_eq!(find(name), Some("chess"), "{name}");
        }
        assert_eq!(find(""), None);
    }
}
