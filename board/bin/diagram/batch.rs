//! Draws the diagrams of a list. All are drawn before the first is written, so an invalid line leaves no files.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::Path;

use movegen::fen::printable;
use upheaval_board::command::diagram::{Line, Stop, parse};

/// The maximum size of a list in bytes.
const MAX_LIST_BYTES: u64 = 1 << 20;

fn quoted(path: &Path) -> String {
    format!("'{}'", printable(&path.to_string_lossy()))
}

/// Draws every line of a list into a folder, which is created if it does not exist.
///
/// # Errors
/// Returns one line: the invalid line of the list, or the file that could not be read or written.
pub(crate) fn draw(list: &Path, folder: &Path) -> Result<(), String> {
    let mut text = String::new();
    let opened = fs::File::open(list).and_then(|file| file.take(MAX_LIST_BYTES + 1).read_to_string(&mut text));
    opened.map_err(|error| format!("cannot read {}: {error}", quoted(list)))?;
    if text.len() as u64 > MAX_LIST_BYTES {
        return Err(format!("{} is longer than {MAX_LIST_BYTES} bytes", quoted(list)));
    }
    let mut names = HashSet::new();
    let mut drawn = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let at_fault = |why: String| format!("{}, line {number}: {why}", quoted(list));
        if let Some((name, svg)) = one(line).map_err(at_fault)? {
            if !names.insert(name.clone()) {
                return Err(at_fault(format!("the name '{name}' is used twice")));
            }
            drawn.push((name, svg));
        }
    }
    fs::create_dir_all(folder).map_err(|error| format!("cannot create the folder {}: {error}", quoted(folder)))?;
    for (name, svg) in drawn {
        let path = folder.join(format!("{name}.svg"));
        fs::write(&path, svg).map_err(|error| format!("cannot write {}: {error}", quoted(&path)))?;
    }
    Ok(())
}

/// Returns the name and the SVG of a line, or none for an ignored line.
fn one(line: &str) -> Result<Option<(String, String)>, String> {
    if line.trim().is_empty() || line.trim_start().starts_with('#') {
        return Ok(None);
    }
    let words = shlex::split(line).ok_or("a quotation mark is not closed")?;
    let words = std::iter::once("diagram".to_owned()).chain(words).map(OsString::from);
    match parse::<Line>(words) {
        Ok(line) => Ok(Some((line.name, line.one.draw()?))),
        Err(Stop::Help(_)) => Err("--help is not allowed in a list".to_owned()),
        Err(Stop::Wrong(why)) => Err(why),
    }
}
