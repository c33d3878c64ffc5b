//! `laboratory design`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use arena::arguments::definitions;
use arena::progress;
use arena::stop::set_by_signals;
use clap::{Args, value_parser as number};
use games::{Definitions, rules_page};
use laboratory::design::{Design, Measured, Row, compare, parent};
use laboratory::figures::Figures;
use laboratory::interval::{percent, plain};
use movegen::definition::TEMPLATES;
use movegen::{Custom, Variant};

use super::report::save_report;
use crate::about;
use crate::in_order::in_order;
use crate::laboratory::report::{Experiments, report};
use crate::selfplay::pool_of;

/// Prints the rules of games defined by a file in words, and rules that can have no effect; plays fast games and prints their figures,
/// and the rules that mattered in none of them.
#[derive(Args)]
pub(crate) struct Designs {
    /// A file in the format of `variants.ini` (docs/own-games.md).
    file: PathBuf,
    /// The games; default: all of the file.
    names: Vec<String>,
    /// Compares one game with another: of the file, of the games from which it can inherit, or of another file.
    #[arg(long, value_name = "GAME|FILE")]
    compare: Option<String>,
    /// Number of games; 0 prints the rules alone.
    #[arg(long, default_value_t = 1_000, value_parser = number!(u64).range(..=1_000_000))]
    games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 500, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Writes the reports of the laboratory, GAME.html, into this folder.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Parallel games; default: all processors.
    #[arg(long, value_parser = number!(u16).range(1..=1024))]
    concurrency: Option<u16>,
}

impl Designs {
    pub(super) fn print(&self) -> Result<String, String> {
        let read = definitions(&self.file)?;
        let games = match self.names.is_empty() {
            true => read.games.clone(),
            false => self.names.iter().map(|name| find(&read, name)).collect::<Result<_, _>>()?,
        };
        let errors: Vec<String> = read.errors.iter().map(ToString::to_string).collect();
        if games.is_empty() {
            return Err(errors.join("\n"));
        }
        let mut text = if self.names.is_empty() {
            errors.iter().map(|error| format!("{error}\n")).collect()
        } else {
            String::new()
        };
        if let Some(other) = &self.compare {
            let [game] = games[..] else { return Err("--compare needs the name of one game".to_owned()) };
            let pair = [game, self.other(&read, game, other)?];
            text += &compared(pair);
            if self.games > 0 {
                text += &format!("# Games\n\n{}", table(&self.measure(&pair)?));
            }
            return Ok(text);
        }
        if self.games == 0 {
            return Ok(text + &games.into_iter().map(page).collect::<Vec<_>>().join("\n"));
        }
        let measured = self.measure(&games)?;
        for (game, measured) in games.iter().zip(&measured) {
            text += &format!("{}\n## Games\n\n{}\n", page(*game), table(std::slice::from_ref(measured)));
        }
        Ok(if measured.len() > 1 { text + &format!("# All games\n\n{}", overview(&measured)) } else { text })
    }

    /// Finds the game to compare with.
    fn other(&self, read: &Definitions, game: Custom, other: &str) -> Result<Custom, String> {
        if let Ok(found) = find(read, other) {
            return Ok(found);
        }
        if TEMPLATES.contains(&other) {
            return parent(other);
        }
        let others = definitions(Path::new(other))?;
        match others.games[..] {
            [only] => Ok(only),
            _ => find(&others, game.name()),
        }
    }

    fn measure(&self, games: &[Custom]) -> Result<Vec<Measured>, String> {
        let stop = set_by_signals().map_err(|error| error.to_string())?;
        let pool = pool_of(self.concurrency)?;
        let bar = progress::bar(self.games * games.len() as u64, "games");
        let mut all = Vec::new();
        for &game in games {
            let design = Design::new(game, self.nodes, self.seed);
            let mut games = Vec::new();
            let play = |players: &mut _, number| (!stop.load(Ordering::Relaxed)).then(|| design.play(players, number));
            let add = |game| {
                games.push(game);
                bar.inc(1);
                Ok::<_, String>(())
            };
            pool.install(|| in_order(0..self.games, || design.players(), play, add))?;
            if games.len() as u64 != self.games {
                return Err(format!("{}: stopped after {} games", game.name(), games.len()));
            }
            all.push(pool.install(|| design.measure(&games))?);
        }
        bar.finish_and_clear();
        if let Some(folder) = &self.out {
            std::fs::create_dir_all(folder).map_err(about(folder))?;
            for Measured { figures, .. } in &all {
                let name = &figures.experiment.game;
                let usual = vec![figures];
                save_report(folder, name, &report(name, &Experiments { usual, ..Experiments::default() })?)?;
            }
        }
        Ok(all)
    }
}

fn find(read: &Definitions, name: &str) -> Result<Custom, String> {
    let refused = || read.errors.iter().find(|error| error.section == name).map(ToString::to_string);
    let game = read.games.iter().find(|game| game.name() == name);
    game.copied().ok_or_else(|| refused().unwrap_or_else(|| format!("no game '{name}' in the file")))
}

fn page(game: Custom) -> String {
    let warnings = game.definition().warnings();
    let mut page = rules_page(game.definition()) + "\n## Checks\n\n";
    match warnings.is_empty() {
        true => page += "Every piece and every rule can have an effect.\n",
        false => warnings.iter().for_each(|warning| page += &format!("* {warning}.\n")),
    }
    page
}

/// Returns a table of one or two games as Markdown. Significant differences are marked.
fn table(games: &[Measured]) -> String {
    let name = |game: &Measured| game.figures.experiment.game.clone();
    let mut text = format!("| | {} |\n|---{}|\n", joined(games.iter().map(name)), "|---".repeat(games.len()));
    let _ = writeln!(text, "| games | {} |", joined(games.iter().map(|game| game.figures.games.to_string())));
    for Row { name, values, is_significant, .. } in compare(games) {
        let mark = if is_significant { " *" } else { "" };
        let _ = writeln!(text, "| {name} | {}{mark} |", joined(values.into_iter().map(Option::unwrap_or_default)));
    }
    if games.len() > 1 {
        text += "\n\\* differs by more than chance: 5 % for a wrong one among all (Holm)\n";
    }
    for game in games {
        let _ = writeln!(text, "\nIn no game of {}: {}.", name(game), unused(game));
    }
    text
}

fn joined(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" | ")
}

fn unused(game: &Measured) -> String {
    let names = game.unused();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Returns a table of many games as Markdown, one a row.
fn overview(games: &[Measured]) -> String {
    let mut text = "| game | White's score | draws | plies | lead changes | decisiveness | in no game |\n|---|---|---|---|---|---|---|\n".to_owned();
    for game in games {
        let Figures { experiment, white, draws, course, .. } = &game.figures;
        let cells = [
            experiment.game.clone(),
            percent(*white),
            percent(*draws),
            plain(course.length, 1),
            plain(course.lead_changes, 2),
            percent(course.decisiveness),
            unused(game),
        ];
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// The rules that only one of two games has.
fn compared(games: [Custom; 2]) -> String {
    let pages = games.map(page);
    let rules = |page: &String| {
        page.lines()
            .filter(|line| line.starts_with('*') || line.starts_with("First"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let [one, other] = pages.each_ref().map(rules);
    let mut text = String::new();
    for (game, own, others) in [(games[0], &one, &other), (games[1], &other, &one)] {
        text += &format!("# Only in {}\n\n", game.name());
        own.iter().filter(|rule| !others.contains(rule)).for_each(|rule| text += &format!("{rule}\n"));
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../gamedata/own/ten.ini");

    fn printed(names: &[&str], compare: Option<&str>, games: u64) -> Result<String, String> {
        Designs {
            file: PathBuf::from(TEN),
            names: names.iter().map(|&name| name.to_owned()).collect(),
            compare: compare.map(str::to_owned),
            games,
            nodes: 20,
            seed: 1,
            out: None,
            concurrency: None,
        }
        .print()
    }

    #[test]
    fn every_game_has_page_and_checks() {
        let text = printed(&[], None, 0).unwrap();
        assert_eq!(text.matches("## Checks\n\nEvery piece and every rule can have an effect.\n").count(), 10);
        assert!(text.contains("# dynasty\n") && text.contains("* Every Q or K is royal.\n"));
    }

    #[test]
    fn two_games_are_compared() {
        let text = printed(&["metamorphosis"], Some("dynasty"), 12).unwrap();
        let [one, other] = ["becomes a piece of the captured type", "Only a sole royal piece must be safe"];
        assert!(text.contains(one) && text.contains(other) && !text.contains("knight"), "{text}");
        assert!(text.contains("| | metamorphosis | dynasty |\n|---|---|---|\n| games | 12 | 12 |\n"), "{text}");
        assert!(text.contains("\nIn no game of dynasty: "), "{text}");
        let row = text.lines().find(|line| line.starts_with("| captures that change the piece |")).unwrap();
        assert!(row.contains(" % ± ") && row.ends_with(" |  |"), "{row}");
    }

    #[test]
    fn games_are_compared_with_parent_and_other_file() {
        assert!(printed(&["dynasty"], Some("chess"), 2).unwrap().contains("| games | 2 | 2 |\n"));
        assert!(printed(&["dynasty"], Some(TEN), 0).unwrap().contains("# Only in dynasty\n\n\n"));
        assert!(printed(&["dynasty"], Some("/nothing"), 0).is_err_and(|why| why.contains("/nothing")));
        assert!(printed(&[], Some("chess"), 0).is_err_and(|why| why.contains("--compare")));
    }

    #[test]
    fn unknown_game_is_an_error() {
        assert!(printed(&["checkers"], None, 0).unwrap_err().contains("no game 'checkers'"));
    }
}
