//! The state of a match, for resuming it: one file of JSON lines, first the command line, then every finished game,
//! each followed by its CRC-32 in hexadecimal. An incomplete last line was being written when the match was killed, and
//! is ignored. A line with a wrong checksum makes the file invalid. Each game has the lengths of the other output
//! files, which are truncated to them. The file is locked while the match is played.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::arguments::quoted;
use crate::games::finished::Finished;
use crate::tools::files::lock;

/// Version of the format.
const FORMAT_VERSION: u32 = 2;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// Version of the format.
    pub arena: u32,
    /// The options of the match.
    pub arguments: Vec<String>,
    /// The working directory.
    pub folder: PathBuf,
    /// The seed, which the options need not contain.
    pub seed: u64,
}

/// The line of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Entry {
    game: Finished,
    /// Lengths of the PGN and of the EPD, in bytes.
    lengths: [u64; 2],
}

/// Content of a state file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The match.
    pub head: Head,
    /// The finished games, in the order in which they ended.
    pub games: Vec<Finished>,
    /// Lengths of the PGN and of the EPD after the last game; `None` without games.
    pub lengths: Option<[u64; 2]>,
}

/// The state file of a running match.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// Its path.
    pub path: PathBuf,
}

impl Journal {
    /// Creates a new file, which must not exist.
    pub fn create(path: &Path, arguments: Vec<String>, seed: u64) -> Result<Self, String> {
        let file = File::create_new(path).map_err(|error| about(path, &error))?;
        lock(&file).map_err(|why| about(path, &why))?;
        let folder = std::env::current_dir().unwrap_or_default();
        let mut journal = Self { file, path: path.to_owned() };
        journal.line(&Head { arena: FORMAT_VERSION, arguments, folder, seed })?;
        Ok(journal)
    }

    /// Opens and reads the file of an interrupted match.
    ///
    /// # Errors
    /// One line: it cannot be read or is malformed, or the match is being played.
    pub fn reopen(path: &Path) -> Result<(Self, State), String> {
        let mut file = File::options().read(true).append(true).open(path).map_err(|error| about(path, &error))?;
        lock(&file).map_err(|why| about(path, &why))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| about(path, &error))?;
        let (state, whole) = parse(path, &bytes)?;
        file.set_len(whole).map_err(|error| about(path, &error))?;
        Ok((Self { file, path: path.to_owned() }, state))
    }

    /// Appends a game. `lengths` are those of the PGN and of the EPD with the game.
    pub fn keep(&mut self, game: &Finished, lengths: [u64; 2]) -> Result<(), String> {
        self.line(&Entry { game: game.clone(), lengths })
    }

    fn line(&mut self, what: &impl Serialize) -> Result<(), String> {
        let mut line = serde_json::to_vec(what).map_err(|error| about(&self.path, &error))?;
        let sum = crc32fast::hash(&line);
        line.extend(format!(" {sum:08x}\n").bytes());
        // One call, so that a kill leaves at most one incomplete line.
        self.file.write_all(&line).map_err(|error| about(&self.path, &error))
    }
}

/// Reads a state file.
pub fn read(path: &Path) -> Result<State, String> {
    let bytes = std::fs::read(path).map_err(|error| about(path, &error))?;
    parse(path, &bytes).map(|(state, _)| state)
}

/// Returns the state and the length of its complete lines in bytes.
fn parse(path: &Path, bytes: &[u8]) -> Result<(State, u64), String> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let no_state = || about(path, &"not the state of a match");
    let first = lines.next().ok_or_else(no_state)?;
    // Version 1 had no checksums.
    let head: Head = serde_json::from_slice(checked(first).unwrap_or(first)).map_err(|_| no_state())?;
    if head.arena != FORMAT_VERSION {
        return Err(about(path, &"this state was written by another version"));
    }
    let corrupt = |number: usize| about(path, &format!("line {number} is corrupt: wrong checksum"));
    checked(first).ok_or_else(|| corrupt(1))?;
    let (mut games, mut lengths) = (Vec::new(), None);
    for (i, line) in lines.enumerate() {
        let line = checked(line).ok_or_else(|| corrupt(i + 2))?;
        let entry: Entry =
            serde_json::from_slice(line).map_err(|error| about(path, &format!("line {}: {error}", i + 2)))?;
        games.push(entry.game);
        lengths = Some(entry.lengths);
    }
    Ok((State { head, games, lengths }, whole as u64))
}

/// Returns a line without its checksum, if that is correct.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (json, sum) = line.split_at_checked(line.len().checked_sub(9)?)?;
    let sum = u32::from_str_radix(std::str::from_utf8(sum).ok()?.strip_prefix(' ')?, 16).ok()?;
    (sum == crc32fast::hash(json)).then_some(json)
}

fn about(path: &Path, why: &dyn std::fmt::Display) -> String {
    format!("state {}: {why}", quoted(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str) -> (PathBuf, Vec<u8>) {
        let path = std::env::temp_dir().join(format!("arena-journal-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        drop(Journal::create(&path, vec!["-rounds".to_owned(), "12".to_owned()], 7).unwrap());
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    }

    #[test]
    fn state_with_a_flipped_bit_is_rejected() {
        let (path, bytes) = written("bits");
        assert_eq!(read(&path).unwrap().head.seed, 7);
        for bit in 0..8 * (bytes.len() - 1) {
            let mut corrupt = bytes.clone();
            corrupt[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &corrupt).unwrap();
            // The checksum may have capital letters.
            let is_capital = corrupt.to_ascii_lowercase() == bytes && bit / 8 > bytes.len() - 10;
            assert!(read(&path).is_err() || is_capital, "bit {bit}");
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn state_of_another_version_is_rejected() {
        let (path, bytes) = written("form");
        let old = String::from_utf8(bytes[..bytes.len() - 10].to_vec()).unwrap().replace("\"arena\":2", "\"arena\":1");
        std::fs::write(&path, old + "\n").unwrap();
        assert!(read(&path).unwrap_err().ends_with("this state was written by another version"));
        std::fs::remove_file(&path).unwrap();
    }
}
