//! The state of a match, kept so that it can go on after whatever has ended it: one file of JSON lines, first the command
//! line, then every finished game, each with its CRC-32 behind it in hexadecimal. A line that is not whole was being written
//! when the match was killed and does not count; one whose sum is not right has been spoilt since, and the file is refused.
//! With each game stands how long the match's other files were after it, so that these can be cut back to the
//! same moment.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use movegen::fen::printable;
use serde::{Deserialize, Serialize};

use crate::games::finished::Finished;

/// The form of the file.
const FORM: u32 = 2;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The form of the file.
    pub arena: u32,
    /// The command line without the program.
    pub arguments: Vec<String>,
    /// Where it was given.
    pub folder: PathBuf,
    /// The seed, which the command line need not name.
    pub seed: u64,
}

/// A line for a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Entry {
    game: Finished,
    /// Lengths of the PGN and of the EPD, in bytes.
    lengths: [u64; 2],
}

/// What a state file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The match.
    pub head: Head,
    /// The games that are over, in the order in which they ended.
    pub games: Vec<Finished>,
    /// Lengths of the PGN and of the EPD after the last of them; `None` if there is none.
    pub lengths: Option<[u64; 2]>,
    /// The bytes of the file that are whole lines.
    whole: u64,
}

/// The file of a match that is being played.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// A new file, which must not be there yet.
    ///
    /// # Errors
    /// It is there, or it cannot be written.
    pub fn create(path: &Path, arguments: Vec<String>, seed: u64) -> Result<Self, String> {
        let file = File::create_new(path).map_err(|error| about(path, &error))?;
        let folder = std::env::current_dir().unwrap_or_default();
        let mut journal = Self { file, path: path.to_owned() };
        journal.line(&Head { arena: FORM, arguments, folder, seed })?;
        Ok(journal)
    }

    /// Goes on with the file of a match.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn reopen(path: &Path, state: &State) -> Result<Self, String> {
        let file = File::options().append(true).open(path).map_err(|error| about(path, &error))?;
        file.set_len(state.whole).map_err(|error| about(path, &error))?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps a game. `lengths` are those of the PGN and of the EPD with the game in them.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&mut self, game: &Finished, lengths: [u64; 2]) -> Result<(), String> {
        self.line(&Entry { game: game.clone(), lengths })
    }

    fn line(&mut self, what: &impl Serialize) -> Result<(), String> {
        let mut line = serde_json::to_vec(what).map_err(|error| about(&self.path, &error))?;
        let sum = crc32fast::hash(&line);
        line.extend(format!(" {sum:08x}\n").bytes());
        // One call, so that a kill leaves a whole line or a part of one, never a mixture.
        self.file.write_all(&line).map_err(|error| about(&self.path, &error))
    }
}

/// Reads a state file.
///
/// # Errors
/// It cannot be read, or is none.
pub fn read(path: &Path) -> Result<State, String> {
    let bytes = std::fs::read(path).map_err(|error| about(path, &error))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let no_state = || about(path, &"this is no state of a match");
    let first = lines.next().ok_or_else(no_state)?;
    // Earlier forms had no sums.
    let head: Head = serde_json::from_slice(checked(first).unwrap_or(first)).map_err(|_| no_state())?;
    if head.arena != FORM {
        return Err(about(path, &"this state was written by another version"));
    }
    let spoilt = |number: usize| about(path, &format!("line {number} has been spoilt: its sum is not right"));
    checked(first).ok_or_else(|| spoilt(1))?;
    let (mut games, mut lengths) = (Vec::new(), None);
    for (i, line) in lines.enumerate() {
        let line = checked(line).ok_or_else(|| spoilt(i + 2))?;
        let entry: Entry =
            serde_json::from_slice(line).map_err(|error| about(path, &format!("line {}: {error}", i + 2)))?;
        games.push(entry.game);
        lengths = Some(entry.lengths);
    }
    Ok(State { head, games, lengths, whole: whole as u64 })
}

/// A line without its sum, if that is right.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (json, sum) = line.split_at_checked(line.len().checked_sub(9)?)?;
    let sum = u32::from_str_radix(std::str::from_utf8(sum).ok()?.strip_prefix(' ')?, 16).ok()?;
    (sum == crc32fast::hash(json)).then_some(json)
}

fn about(path: &Path, why: &dyn std::fmt::Display) -> String {
    format!("state '{}': {why}", printable(&path.to_string_lossy()))
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
    fn a_state_with_a_bit_flipped_anywhere_is_refused() {
        let (path, bytes) = written("bits");
        assert_eq!(read(&path).unwrap().head.seed, 7);
        for bit in 0..8 * (bytes.len() - 1) {
            let mut spoilt = bytes.clone();
            spoilt[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &spoilt).unwrap();
            // A letter of the sum may be a capital.
            let is_capital = spoilt.to_ascii_lowercase() == bytes && bit / 8 > bytes.len() - 10;
            assert!(read(&path).is_err() || is_capital, "bit {bit}");
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_state_of_an_earlier_form_says_so() {
        let (path, bytes) = written("form");
        let old = String::from_utf8(bytes[..bytes.len() - 10].to_vec()).unwrap().replace("\"arena\":2", "\"arena\":1");
        std::fs::write(&path, old + "\n").unwrap();
        assert!(read(&path).unwrap_err().ends_with("this state was written by another version"));
        std::fs::remove_file(&path).unwrap();
    }
}
