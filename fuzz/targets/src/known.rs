//! Valid positions of every game, and scratch files.

use std::fs;
use std::path::PathBuf;
use std::sync::{LazyLock, OnceLock};

use eval::Network;
use games::registry::{NAMES, TURN_BASED};
use movegen::Variant;

const GOOD: [&str; 2] =
    [include_str!("../../../movegen/tests/fen/good.txt"), include_str!("../../../apocalypse/tests/fen/good.txt")];

static KNOWN: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let rows: Vec<Vec<&str>> =
        GOOD.iter().flat_map(|list| list.lines()).map(|line| line.split(" | ").collect()).collect();
    let listed = |name: &str| -> Vec<&str> {
        rows.iter().filter(|row| row[0] == name).filter_map(|row| row.last().copied()).collect()
    };
    let of = |name: &str| match (listed(name), gamedata::bench(name), gamedata::game(name).and_then(|game| game.base)) {
        (own, ..) if !own.is_empty() => own,
        (_, Some(bench), _) => bench.lines().filter(|line| !line.starts_with('#')).collect(),
        (own, None, base) => base.map_or(own, listed),
    };
    NAMES.into_iter().map(of).collect()
});

/// Returns the game of this number and valid positions: those listed for it, of its bench, or of its base.
pub(crate) fn game(number: u8) -> (&'static str, &'static [&'static str]) {
    let at = usize::from(number) % NAMES.len();
    (NAMES[at], &KNOWN[at])
}

/// Returns the file of the game's network, empty if it has none. It has a million bytes and is cached.
pub(crate) fn network_file<V: Variant>() -> &'static [u8] {
    static FILES: [OnceLock<Vec<u8>>; TURN_BASED.len()] = [const { OnceLock::new() }; TURN_BASED.len()];
    let at = TURN_BASED.iter().position(|&name| name == V::NAME).unwrap();
    FILES[at]
        .get_or_init(|| Network::of_game(V::default()).map_or_else(Vec::new, |network| network.write(V::default())))
}

/// Returns an element by a number of any size.
pub(crate) fn pick<T>(things: &[T], number: usize) -> &T {
    &things[number % things.len()]
}

/// Returns the path of a file for this thread, in memory if the system has such a folder.
pub fn scratch(name: &str) -> PathBuf {
    let folder = [PathBuf::from("/dev/shm"), std::env::temp_dir()].into_iter().find(|path| path.is_dir()).unwrap();
    let folder = folder.join(format!("upheaval-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder.join(format!("{name}-{:?}", std::thread::current().id()))
}

/// Checks that an error is one short line without control characters.
pub(crate) fn check_error(error: &str) {
    assert!(error.len() < 2_000, "an error of {} bytes", error.len());
    assert!(!error.contains(char::is_control), "{error:?}");
    assert!(!error.trim().is_empty(), "an empty error");
}
