//! The built-in networks, and those that replace them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use movegen::Variant;
use movegen::fen::printable;
use movegen::variants::{VisitTurnBased, loaded_names, with_turn_based};

use super::file::{NAME, NetworkError, game_of, name_of};
use super::net::Network;

/// The network that the build replaces the built-in one with, and the game in its header.
static EVALFILE: Option<(&str, &[u8])> = include!(concat!(env!("OUT_DIR"), "/evalfile.rs"));

/// Returns the network file of a game that is built into the program.
pub fn built_in(name: &str) -> Option<&'static [u8]> {
    let file = gamedata::network(name)?;
    Some(EVALFILE.filter(|(game, _)| *game == file.owner).map_or(file.content, |(_, bytes)| bytes))
}

/// A function from the name of a game to its network file. A pointer, so that a program that brings its own files does not
/// link the built-in ones.
pub type NetworkTable = fn(&str) -> Option<&'static [u8]>;

/// Networks in use: name of the game, bytes of the file (`None` if installed), network.
type InUse = Vec<(&'static str, Option<&'static [u8]>, &'static Network)>;

fn in_use() -> MutexGuard<'static, InUse> {
    static IN_USE: Mutex<InUse> = Mutex::new(Vec::new());
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Parses a file for the game and installs it.
struct Install<'a>(&'a [u8]);

impl VisitTurnBased for Install<'_> {
    type Out = Result<&'static str, NetworkError>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        let network: &'static Network = Box::leak(Box::new(Network::read(game, self.0)?));
        let mut in_use = in_use();
        let of_game = name_of(game);
        in_use.retain(|(name, ..)| *name != of_game);
        in_use.push((of_game, None, network));
        Ok(of_game)
    }
}

impl Network {
    /// The network for a game: the one that [`Network::install`] put in place, else the one that this program carries, if
    /// it has one; it is read once in a process.
    pub fn of_game<V: Variant>(game: V) -> Option<&'static Self> {
        Self::of_table(game, built_in).expect("the build script and the tests check every file")
    }

    /// Returns the network for a game: the installed one, or the one in `table`, which is read once per process.
    ///
    /// # Errors
    /// The table has a file for the game that is not a network for it.
    pub fn of_table<V: Variant>(game: V, table: NetworkTable) -> Result<Option<&'static Self>, NetworkError> {
        let mut in_use = in_use();
        let of_game = name_of(game);
        let mut known = in_use.iter().filter(|(name, ..)| *name == of_game);
        if let Some((.., network)) = known.clone().find(|(_, file, _)| file.is_none()) {
            return Ok(network.shape().fits::<V>().then_some(*network));
        }
        let Some(bytes) = table(game.name()) else { return Ok(None) };
        if let Some((.., network)) = known.find(|(_, file, _)| file.is_some_and(|file| std::ptr::eq(file, bytes))) {
            return Ok(network.shape().fits::<V>().then_some(*network));
        }
        let network = match Self::read(game, bytes) {
            Ok(network) => network,
            // The rules differ too much from those of the base.
            Err(NetworkError::Shape { .. }) if of_game != game.name() => return Ok(None),
            Err(error) => return Err(error),
        };
        let network: &'static Self = Box::leak(Box::new(network));
        in_use.push((of_game, Some(bytes), network));
        Ok(Some(network))
    }

    /// Installs the network of a file for the game in its header, for all evaluators created from now on. It stays in memory
    /// until the process ends. Returns the name of the game.
    ///
    /// # Errors
    /// The file is invalid; nothing has changed.
    pub fn install(bytes: &[u8]) -> Result<&'static str, NetworkError> {
        let game = game_of(bytes)?;
        // The header has no room for longer names.
        let long = loaded_names().into_iter().find(|name| name.as_bytes().get(..NAME) == Some(game.as_bytes()));
        let game = long.map_or(game, str::to_owned);
        with_turn_based(&game, Install(bytes)).unwrap_or_else(|| Err(NetworkError::Unknown(printable(&game))))
    }

    /// Removes all installed networks.
    pub fn uninstall_all() {
        in_use().clear();
    }
}
