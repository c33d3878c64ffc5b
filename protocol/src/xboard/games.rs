//! From the name of a game to its [`Session`].

use engine::Settings;
use movegen::Variant;
use movegen::variants::{self, Rules, Visit, VisitTurnBased};

use super::apocalypse::ApocalypseSession;
use super::session::Session;
use super::turn_based::TurnBasedSession;

/// Opens the game of that name by these rules, at its start; `None` if no game is called so.
pub(super) fn open(name: &str, rules: &Rules, settings: Settings) -> Option<Box<dyn Session>> {
    struct Open(Settings);
    impl VisitTurnBased for Open {
        type Out = Box<dyn Session>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            Box::new(TurnBasedSession::<V>::new(self.0))
        }
    }
    impl Visit for Open {
        fn apocalypse(self) -> Self::Out {
            Box::new(ApocalypseSession::new(self.0))
        }
    }
    variants::with_rules(name, rules, Open(settings))
}
