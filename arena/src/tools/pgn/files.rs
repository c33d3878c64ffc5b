//! Files in and out of the tool `pgn`.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use games::pgn::{PgnError, PgnGame, PgnReader};
use movegen::fen::printable;

use super::options::{Job, Key};
use crate::arguments::quoted;

/// How many games there were.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) wrong: u64,
}

/// A file's name as error lines begin with it.
pub(super) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { printable(&path.to_string_lossy()) }
}

/// Hands the games of a file over, one by one, until it is told to stop; tells whether it came to the end.
pub(super) fn each_game(
    path: &Path,
    mut take: impl FnMut(Result<PgnGame, PgnError>) -> Result<bool, String>,
) -> Result<bool, String> {
    let input: Box<dyn BufRead> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => {
            let open = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
                true => Err(io::ErrorKind::IsADirectory.into()),
                false => Ok(file),
            });
            Box::new(BufReader::new(open.map_err(|error| format!("cannot read {}: {error}", quoted(path)))?))
        }
    };
    for game in PgnReader::new(input) {
        if !take(game)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The files of a job that splits.
pub(super) struct Split {
    into: String,
    games: Option<u64>,
    by: Option<Key>,
    written: u64,
    out: Option<(String, BufWriter<File>)>,
    begun: HashSet<String>,
}

impl Split {
    /// No file yet.
    ///
    /// # Errors
    /// One line that says why there can be none.
    pub(super) fn new(job: &Job) -> Result<Self, String> {
        let (games, by, into) = match job {
            Job::Split { games, by, into, .. } => (*games, *by, into.clone()),
            _ => (None, None, String::new()),
        };
        if let Some(folder) = Path::new(&into).parent().filter(|folder| !folder.as_os_str().is_empty())
            && !folder.is_dir()
        {
            return Err(format!("there is no folder {}", quoted(folder)));
        }
        Ok(Self { into, games, by, written: 0, out: None, begun: HashSet::new() })
    }

    /// Writes a game where it belongs. A file that is begun replaces one of its name.
    pub(super) fn write(&mut self, game: &PgnGame) -> io::Result<()> {
        let part = match (self.by, self.games) {
            (Some(key), _) => named(game.tag(key.tag()).unwrap_or("none")),
            (None, games) => (self.written / games.unwrap_or(1) + 1).to_string(),
        };
        let name = format!("{}{part}.pgn", self.into);
        self.written += 1;
        let mut out = match self.out.take() {
            Some((open, out)) if open == name => out,
            other => {
                if let Some((_, mut out)) = other {
                    out.flush()?;
                }
                let is_new = self.begun.insert(name.clone());
                let mut options = OpenOptions::new();
                options.create(true).write(true).truncate(is_new).append(!is_new);
                BufWriter::new(options.open(&name)?)
            }
        };
        out.write_all(game.text.as_bytes())?;
        out.write_all(b"\n")?;
        self.out = Some((name, out));
        Ok(())
    }

    /// Writes what is still held back.
    pub(super) fn finish(self) -> io::Result<()> {
        self.out.map_or(Ok(()), |(_, mut out)| out.flush())
    }
}

/// A value as part of a file's name, which no value can lead astray.
fn named(value: &str) -> String {
    const LONGEST: usize = 80;
    let plain = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
    value.trim_start_matches('.').chars().take(LONGEST).map(plain).collect()
}
