//! The networks that this program carries, and those that take their place.

use std::sync::{Mutex, MutexGuard, PoisonError};

use movegen::Variant;
use movegen::fen::printable;
use movegen::variants::{VisitTurnBased, with_turn_based};

use super::file::{NetworkError, game_of};
use super::net::Network;

/// The files by the name of the game, as the build script has laid them out.
const FILES: [(&str, &[u8]); 5] = [
    ("chess", include_bytes!(concat!(env!("OUT_DIR"), "/chess.net"))),
    ("empire", include_bytes!(concat!(env!("OUT_DIR"), "/empire.net"))),
    ("insurrection", include_bytes!(concat!(env!("OUT_DIR"), "/insurrection.net"))),
    ("anarchism", include_bytes!(concat!(env!("OUT_DIR"), "/anarchism.net"))),
    ("subversion", include_bytes!(concat!(env!("OUT_DIR"), "/subversion.net"))),
];

/// Those that are in use, by the name of the game.
fn in_use() -> MutexGuard<'static, Vec<(&'static str, &'static Network)>> {
    static IN_USE: Mutex<Vec<(&str, &Network)>> = Mutex::new(Vec::new());
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a file for the game and puts it in use.
struct Install<'a>(&'a [u8]);

impl VisitTurnBased for Install<'_> {
    type Out = Result<&'static str, NetworkError>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let network: &'static Network = Box::leak(Box::new(Network::read::<V>(self.0)?));
        let mut in_use = in_use();
        in_use.retain(|(name, _)| *name != V::NAME);
        in_use.push((V::NAME, network));
        Ok(V::NAME)
    }
}

impl Network {
    /// The network for a game: the one that [`Network::install`] put in place, else the one that this program carries, if
    /// it has one; it is read once in a process.
    pub fn of_game<V: Variant>() -> Option<&'static Self> {
        let mut in_use = in_use();
        if let Some((_, network)) = in_use.iter().find(|(name, _)| *name == V::NAME) {
            return Some(network);
        }
        let (_, bytes) = FILES.iter().find(|(game, _)| *game == V::NAME)?;
        let network = Self::read::<V>(bytes).expect("the build script and the tests check every file");
        let network: &'static Self = Box::leak(Box::new(network));
        in_use.push((V::NAME, network));
        Some(network)
    }

    /// Puts the network of a file in place of the one that this program carries, for the game that the file names and
    /// every evaluator made from now on. It stays in memory until the process ends. Tells the game.
    ///
    /// # Errors
    /// What is wrong with the file; everything is as before.
    pub fn install(bytes: &[u8]) -> Result<&'static str, NetworkError> {
        let game = game_of(bytes)?;
        with_turn_based(&game, Install(bytes)).unwrap_or_else(|| Err(NetworkError::Unknown(printable(&game))))
    }

    /// From now on evaluators are made with the networks that this program carries.
    pub fn uninstall_all() {
        in_use().clear();
    }
}
