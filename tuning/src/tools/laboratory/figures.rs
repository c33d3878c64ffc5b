//! `laboratory figures` and `laboratory compare`.

use std::path::PathBuf;

use crate::laboratory::compare::Comparison;
use crate::laboratory::summarise::figures_of;

/// The figures of archives as JSON, one object a line; docs/laboratory.md says what is in it.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Archives as `play` writes them.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
}

pub(super) fn figures(arguments: &Arguments) -> Result<String, String> {
    let mut lines = String::new();
    for path in &arguments.archives {
        lines += &serde_json::to_string(&figures_of(path)?).map_err(|error| error.to_string())?;
        lines.push('\n');
    }
    Ok(lines)
}

/// Which figures of two archives differ, and whether by more than chance when all of them are considered.
#[derive(clap::Args)]
pub(super) struct Compared {
    /// The one.
    one: PathBuf,
    /// The other.
    other: PathBuf,
}

pub(super) fn compare(arguments: &Compared) -> Result<String, String> {
    Ok(Comparison::of(&figures_of(&arguments.one)?, &figures_of(&arguments.other)?).to_string())
}
