//! From the name of a game to its [`Session`].

use engine::Settings;
use movegen::variants::{self, Visit, VisitTurnBased};
use movegen::{Position, Variant};

use super::apocalypse::ApocalypseSession;
use super::plain::PlainSession;
use super::session::Session;
use super::turn_based::TurnBasedSession;

/// Opens the game of that name, at its start, as XBoard's board needs it or in plain `coordinates`; `None`
/// if no game is called so.
pub(super) fn open(name: &str, settings: Settings, coordinates: bool) -> Option<Box<dyn Session>> {
    struct Open {
        settings: Settings,
        coordinates: bool,
    }
    impl VisitTurnBased for Open {
        type Out = Box<dyn Session>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            match self.coordinates {
                true => Box::new(PlainSession::<Position<V>>::new(self.settings)),
                false => Box::new(TurnBasedSession::<V>::new(self.settings)),
            }
        }
    }
    impl Visit for Open {
        fn apocalypse(self) -> Self::Out {
            match self.coordinates {
                true => Box::new(PlainSession::<apocalypse::Position>::new(self.settings)),
                false => Box::new(ApocalypseSession::new(self.settings)),
            }
        }
    }
    variants::with(name, Open { settings, coordinates })
}
