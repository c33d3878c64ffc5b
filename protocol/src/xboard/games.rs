//! From the name of a game to its [`Session`].

use games::registry::{self, APOCALYPSE, TurnBasedVisitor};
use movegen::Variant;

use super::apocalypse::ApocalypseSession;
use super::plain::PlainSession;
use super::session::Session;
use super::turn_based::TurnBasedSession;

/// Opens the game of that name at its start position, for XBoard's board or in plain `coordinates`; `None` if there is no such
/// game.
pub(super) fn open(name: &str, coordinates: bool) -> Option<Box<dyn Session>> {
    struct Open;
    impl TurnBasedVisitor for Open {
        type Out = Box<dyn Session>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            Box::new(TurnBasedSession::<V>::default())
        }
    }
    match name {
        _ if coordinates => Some(Box::new(PlainSession::new(registry::open(name, None, &[])?.ok()?))),
        APOCALYPSE => Some(Box::new(ApocalypseSession::default())),
        _ => registry::visit_turn_based(name, Open),
    }
}
