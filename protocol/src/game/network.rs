//! Networks from files, in place of those that the program carries.

use std::fs::File;
use std::io::Read;

use eval::network::Network;
use movegen::fen::printable;

/// More bytes than any network has: a file that never ends is not read to its end.
const LONGEST: u64 = 1 << 28;

/// Has engines made from now on use the network in a file for the game that it names, or, without a file, the networks
/// that the program carries. Tells what is used.
///
/// # Errors
/// Why the file is of no use, with its name; everything is as before.
pub(crate) fn use_network(path: Option<&str>) -> Result<String, String> {
    let Some(path) = path else {
        Network::uninstall_all();
        return Ok("the networks of the program are used".to_owned());
    };
    let about = |why: &dyn std::fmt::Display| format!("the network '{}' cannot be used: {why}", printable(path));
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut bytes));
    read.map_err(|error| about(&error))?;
    let game = Network::install(&bytes).map_err(|error| about(&error))?;
    Ok(format!("the network '{}' is used for {game}", printable(path)))
}
