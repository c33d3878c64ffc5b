//! `laboratory report`.

use std::path::{Path, PathBuf};

use arena::arguments::quoted;
use rayon::prelude::*;

use crate::laboratory::figures::Figures;
use crate::laboratory::report::report;
use crate::laboratory::summarise::figures_of;

/// Writes the report of each game whose archives are in a folder: GAME.html, which needs nothing else, and GAME.json, its figures
/// with one experiment a line.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder of the archives.
    #[arg(long)]
    data: PathBuf,
    /// The folder of the reports; it is made if it is not there.
    #[arg(long)]
    out: PathBuf,
    /// Only this game.
    #[arg(long)]
    game: Option<String>,
}

pub(super) fn write(arguments: &Arguments) -> Result<String, String> {
    let about = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", quoted(path));
    let folder = std::fs::read_dir(&arguments.data).map_err(|error| about(&arguments.data, &error))?;
    let mut paths: Vec<PathBuf> = folder.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "games"));
    paths.sort();
    let figures = paths.par_iter().map(|path| figures_of(path)).collect::<Result<Vec<Figures>, _>>()?;
    let mut equal: Vec<Figures> = figures
        .into_iter()
        .filter(|figures| figures.experiment.is_between_equals() && figures.experiment.start.is_none())
        .collect();
    let key = |figures: &Figures| {
        let experiment = &figures.experiment;
        (experiment.game.clone(), !experiment.assassination, experiment.nodes[0])
    };
    equal.sort_by_key(key);
    std::fs::create_dir_all(&arguments.out).map_err(|error| about(&arguments.out, &error))?;
    let mut told = String::new();
    for of_game in equal.chunk_by(|a, b| a.experiment.game == b.experiment.game) {
        let game = of_game[0].experiment.game.clone();
        if arguments.game.as_ref().is_some_and(|wanted| *wanted != game) {
            continue;
        }
        let gentle = of_game.partition_point(|figures| figures.experiment.assassination);
        let mut sets = vec![(game.clone(), &of_game[..gentle])];
        if gentle < of_game.len() {
            sets.push((format!("{game}-without-assassination"), &of_game[gentle..]));
        }
        for (name, set) in sets.into_iter().filter(|(_, set)| !set.is_empty()) {
            let lines = set.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
            let json = lines.map_err(|error| error.to_string())?.join("\n") + "\n";
            let html = report(&title(&name), set)?;
            for (extension, text) in [("html", html), ("json", json)] {
                let path = arguments.out.join(format!("{name}.{extension}"));
                std::fs::write(&path, text).map_err(|error| about(&path, &error))?;
                told += &format!("{}\n", path.display());
            }
        }
    }
    if told.is_empty() { Err(about(&arguments.data, &"no archive of such games")) } else { Ok(told) }
}

/// `insurrection-without-assassination` as a title.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
