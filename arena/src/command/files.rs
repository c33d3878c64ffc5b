//! The options that name files to be written.

use std::path::PathBuf;

use movegen::fen::printable;

use super::part::{Part, flag, for_each};
use crate::config::{LogOut, Notation, PgnOut, Tells};

/// A file by its name alone or as `file=`, and whether it is appended to.
pub(super) fn file_out(part: &Part<'_>) -> Result<(PathBuf, bool), String> {
    let (mut path, mut append) = (None, true);
    for word in &part.words {
        match word.split_once('=') {
            Some(("file", value)) => path = Some(value),
            Some(("append", value)) => append = flag("append", value)?,
            None => path = Some(word),
            Some((key, _)) => return Err(part.unknown(key)),
        }
    }
    path.map(|path| (path.into(), append)).ok_or_else(|| format!("-{} needs a file", part.name))
}

/// The log.
pub(super) fn log_out(part: &Part<'_>) -> Result<LogOut, String> {
    let mut log = LogOut { path: PathBuf::new(), append: true, traffic: true };
    for_each(part, |key, value| {
        match key {
            "file" => log.path = value.into(),
            "append" => log.append = flag(key, value)?,
            "engine" => log.traffic = flag(key, value)?,
            "level" | "compress" | "realtime" => {}
            _ => return Err(part.unknown(key)),
        }
        Ok(())
    })?;
    if log.path.as_os_str().is_empty() {
        return Err("-log needs file=".to_owned());
    }
    Ok(log)
}

/// The PGN.
pub(super) fn pgn_out(part: &Part<'_>) -> Result<PgnOut, String> {
    let mut out = PgnOut {
        path: PathBuf::new(),
        append: true,
        notation: Notation::Algebraic,
        is_short: false,
        tells: Vec::new(),
    };
    for word in &part.words {
        let (key, value) = word.split_once('=').unwrap_or(match *word {
            "min" => ("min", "true"),
            "fi" => ("fi", "true"),
            path => ("file", path),
        });
        let tells = match key {
            "file" => {
                out.path = value.into();
                continue;
            }
            "append" => {
                out.append = flag(key, value)?;
                continue;
            }
            "notation" => {
                out.notation = match value {
                    "san" => Notation::Algebraic,
                    "lan" | "uci" => Notation::Coordinates,
                    "xboard" => Notation::Plies,
                    _ => return Err(format!("notation={}: none of san, uci and xboard", printable(value))),
                };
                continue;
            }
            "min" => {
                out.is_short = flag(key, value)?;
                continue;
            }
            // Only finished games are written anyway, and no line of an engine is copied.
            "fi" | "match_line" => continue,
            "timeleft" => Tells::TimeLeft,
            "latency" => Tells::Latency,
            "nodes" => Tells::Nodes,
            "seldepth" => Tells::SelectiveDepth,
            "nps" => Tells::Speed,
            "hashfull" => Tells::HashFull,
            "tbhits" => Tells::TableHits,
            "pv" => Tells::Line,
            _ => return Err(part.unknown(key)),
        };
        if flag(key, value)? && !out.tells.contains(&tells) {
            out.tells.push(tells);
        }
    }
    if out.path.as_os_str().is_empty() {
        return Err("-pgnout needs file=".to_owned());
    }
    // The order of comments is that of fastchess, whatever the order of the words.
    const ORDER: [Tells; 8] = [
        Tells::TimeLeft,
        Tells::Latency,
        Tells::Nodes,
        Tells::SelectiveDepth,
        Tells::Speed,
        Tells::HashFull,
        Tells::TableHits,
        Tells::Line,
    ];
    let asked = std::mem::take(&mut out.tells);
    out.tells = ORDER.into_iter().filter(|tells| asked.contains(tells)).collect();
    Ok(out)
}
