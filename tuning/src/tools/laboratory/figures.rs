//! `laboratory figures` and `laboratory compare`.

use std::path::PathBuf;

use crate::laboratory::compare::Comparison;
use crate::laboratory::summarise::figures_of;

/// Prints the figures of archives as JSON, one object per line (keys: docs/laboratory.md).
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Archives of `laboratory play`.
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

/// Compares the figures of two archives and marks significant differences, corrected for multiple comparisons.
#[derive(clap::Args)]
pub(super) struct Compared {
    /// The first archive.
    one: PathBuf,
    /// The second archive.
    other: PathBuf,
}

pub(super) fn compare(arguments: &Compared) -> Result<String, String> {
    Ok(Comparison::of(&figures_of(&arguments.one)?, &figures_of(&arguments.other)?).to_string())
}
