//! Input and output files of `arena pgn`.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use games::pgn::{PgnGame, PgnReader};
use movegen::fen::printable;

use super::options::{Job, Key};
use crate::arguments::quoted;

/// Formats a file's name for error messages.
pub(super) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { printable(&path.to_string_lossy()) }
}

/// Opens a file, or standard input.
pub(super) fn open(path: &Path) -> Result<PgnReader<Box<dyn BufRead>>, String> {
    if path.as_os_str() == "-" {
        return Ok(PgnReader::new(Box::new(io::stdin().lock())));
    }
    let open = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    });
    let file = open.map_err(|error| format!("cannot read {}: {error}", quoted(path)))?;
    Ok(PgnReader::new(Box::new(BufReader::new(file))))
}

/// The output files of `arena pgn split`.
pub(super) struct Split {
    into: String,
    games: Option<u64>,
    by: Option<Key>,
    written: u64,
    out: Option<(String, BufWriter<File>)>,
    begun: HashSet<String>,
}

impl Split {
    /// Creates the state without an open file.
    pub(super) fn new(job: &Job) -> Result<Self, String> {
        let (games, by, into) = match job {
            Job::Split { games, by, into, .. } => (*games, *by, into.clone()),
            _ => (None, None, String::new()),
        };
        if let Some(folder) = Path::new(&into).parent().filter(|folder| !folder.as_os_str().is_empty())
            && !folder.is_dir()
        {
            return Err(format!("folder {} does not exist", quoted(folder)));
        }
        Ok(Self { into, games, by, written: 0, out: None, begun: HashSet::new() })
    }

    /// Writes a game to its file, which replaces an older one.
    pub(super) fn write(&mut self, game: &PgnGame) -> io::Result<()> {
        let part = match (self.by, self.games) {
            (Some(key), _) => named(game.tag(&format!("{key:?}")).unwrap_or("none")),
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
                let mut options = File::options();
                BufWriter::new(options.create(true).write(true).truncate(is_new).append(!is_new).open(&name)?)
            }
        };
        writeln!(out, "{}", game.text)?;
        self.out = Some((name, out));
        Ok(())
    }

    /// Flushes the open file.
    pub(super) fn finish(self) -> io::Result<()> {
        self.out.map_or(Ok(()), |(_, mut out)| out.flush())
    }
}

/// Converts a tag's value to a safe part of a file name.
fn named(value: &str) -> String {
    const LONGEST: usize = 80;
    let plain = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
    value.trim_start_matches('.').chars().take(LONGEST).map(plain).collect()
}
