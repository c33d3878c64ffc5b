//! The state of a match, kept so that it can go on after whatever has ended it: one file of JSON lines, first the command
//! line, then every finished game. A line that is not whole was being written when the match was killed and does not
//! count. With each game stands how long the match's other files were after it, so that these can be cut back to the
//! same moment.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use movegen::fen::printable;
use serde::{Deserialize, Serialize};

use crate::games::finished::Finished;

/// The form of the file.
const FORM: u32 = 1;

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
        line.push(b'\n');
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
    let head: Head = serde_json::from_slice(lines.next().ok_or_else(no_state)?).map_err(|_| no_state())?;
    if head.arena != FORM {
        return Err(about(path, &"this state was written by another version"));
    }
    let (mut games, mut lengths) = (Vec::new(), None);
    for (i, line) in lines.enumerate() {
        let entry: Entry =
            serde_json::from_slice(line).map_err(|error| about(path, &format!("line {}: {error}", i + 2)))?;
        games.push(entry.game);
        lengths = Some(entry.lengths);
    }
    Ok(State { head, games, lengths, whole: whole as u64 })
}

fn about(path: &Path, why: &dyn std::fmt::Display) -> String {
    format!("state '{}': {why}", printable(&path.to_string_lossy()))
}
