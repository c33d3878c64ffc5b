//! `laboratory report`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use movegen::variants::NAMES;
use rayon::prelude::*;

use crate::about;
use crate::laboratory::figures_of;
use crate::laboratory::report::comparison::comparison;
use crate::laboratory::report::{Experiments, Report, report};
use crate::tools::{json_lines, read_json_lines};
use laboratory::figures::Figures;

/// Writes a report of each game whose archives are in a folder: GAME.html without external files, its charts in
/// GAME.svg, and GAME.json with the figures of one experiment per line. Experiments of an existing GAME.json are kept unless an archive has as
/// many games. comparison.html compares all games that have a GAME.json.
#[derive(clap::Args)]
pub(crate) struct Arguments {
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
    let paths = files_in(&arguments.data, "games")?;
    let mut all = paths.par_iter().map(|path| figures_of(path)).collect::<Result<Vec<Figures>, _>>()?;
    all.retain(|figures| figures.experiment.start.is_none() || figures.experiment.odds.is_some());
    // Of matches, and of games that begin without some pieces, the results are wanted, and not the long lists.
    for figures in &mut all {
        if !figures.experiment.is_usual() {
            figures.course.by_ply.clear();
            figures.openings.tree.clear();
            figures.maps.clear();
        }
    }
    for name in all.iter().map(set_of).collect::<BTreeSet<_>>() {
        let mut before: Vec<Figures> = read_json_lines(&arguments.out.join(format!("{name}.json")))?;
        // A file may have changed the rules of its game.
        before.retain(|old| {
            let is_same = |new: &Figures| new.experiment.definition == old.experiment.definition;
            all.iter().all(|new| new.experiment.game != old.experiment.game || is_same(new))
        });
        keep(&mut all, before);
    }
    all.sort_by_key(|figures| {
        let experiment = &figures.experiment;
        (set_of(figures), experiment.nodes, experiment.odds.clone(), experiment.unbalanced)
    });
    std::fs::create_dir_all(&arguments.out).map_err(about(&arguments.out))?;
    let mut output = String::new();
    for set in all.chunk_by(|a, b| set_of(a) == set_of(b)) {
        let name = set_of(&set[0]);
        if arguments.game.as_ref().is_some_and(|wanted| *wanted != set[0].experiment.game) {
            continue;
        }
        let written = report(&title(&name), &Experiments::of(set)).map_err(|error| format!("{name}: {error}"))?;
        output += &save(&arguments.out, &format!("{name}.json"), &json_lines(set)?)?;
        output += &save_report(&arguments.out, &name, &written)?;
    }
    if output.is_empty() {
        return Err(about(&arguments.data)("no archive of such games"));
    }
    let mut sets: Vec<Vec<Figures>> =
        files_in(&arguments.out, "json")?.iter().map(|path| read_json_lines(path)).collect::<Result<_, _>>()?;
    sets.retain(|set| !set.is_empty());
    // In the order of the games, each by its usual rules first.
    sets.sort_by_key(|set| {
        let experiment = &set[0].experiment;
        let number = NAMES.iter().position(|name| *name == experiment.game).unwrap_or(NAMES.len());
        (number, experiment.game.clone(), experiment.differences())
    });
    let games: Vec<_> = sets.iter().map(|set| (title(&set_of(&set[0])), Experiments::of(set))).collect();
    Ok(output + &save_report(&arguments.out, "comparison", &comparison(&games)?)?)
}

/// Writes a file of the reports, and names it on a line.
fn save(folder: &Path, file: &str, text: &str) -> Result<String, String> {
    let path = folder.join(file);
    std::fs::write(&path, text).map_err(about(&path))?;
    Ok(format!("{}\n", path.display()))
}

/// The same for a page and its charts.
pub(super) fn save_report(folder: &Path, name: &str, written: &Report) -> Result<String, String> {
    Ok(save(folder, &format!("{name}.html"), &written.html)? + &save(folder, &format!("{name}.svg"), &written.sheet())?)
}

/// The paths of a folder's files that end so.
fn files_in(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(about(folder))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|other| other == extension));
    paths.sort();
    Ok(paths)
}

/// Adds the experiments of an earlier report, so that archives need not be kept: of those that are written of twice, the one with more
/// games stays.
fn keep(all: &mut Vec<Figures>, before: Vec<Figures>) {
    for figures in before {
        match all.iter_mut().find(|other| other.experiment == figures.experiment) {
            Some(other) if other.games < figures.games => *other = figures,
            Some(_) => {}
            None => all.push(figures),
        }
    }
}

/// The name of the report that an experiment belongs to.
fn set_of(figures: &Figures) -> String {
    let experiment = &figures.experiment;
    [vec![experiment.game.as_str()], experiment.differences()].concat().join("-").replace(' ', "-")
}

/// `empire-stalemate-draws` as a title.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::laboratory::tests::figures;

    #[test]
    fn earlier_experiments_stay_unless_there_are_more_games() {
        let kept = |now: &[Figures], before: &[Figures]| {
            let mut all = now.to_vec();
            keep(&mut all, before.to_vec());
            all.iter().map(|figures| (figures.experiment.seed, figures.games)).collect::<Vec<_>>()
        };
        let (few, many, other) = (figures(20, 1), figures(30, 1), figures(20, 2));
        assert_eq!(kept(from_ref(&few), &[many.clone(), other.clone()]), [(1, 30), (2, 20)]);
        assert_eq!(kept(&[many.clone(), other], &[few]), [(1, 30), (2, 20)]);
        assert_eq!(kept(from_ref(&many), &[]), [(1, 30)]);
        assert_eq!(kept(&[], from_ref(&many)), [(1, 30)]);
    }
}
