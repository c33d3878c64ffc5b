//! `laboratory design`.

use std::path::PathBuf;

use clap::Args;
use games::rules_page;
use movegen::definition::{Definition, read};

use crate::about;

/// Prints the rules of games defined by a file in words, and rules that can have no effect.
#[derive(Args)]
pub(crate) struct Designs {
    /// A file in the format of `variants.ini` (docs/own-games.md).
    file: PathBuf,
    /// The games; default: all of the file. Of two games, the differences are printed instead of the rules that they share.
    games: Vec<String>,
}

impl Designs {
    pub(super) fn print(&self) -> Result<String, String> {
        let text = std::fs::read_to_string(&self.file).map_err(about(&self.file))?;
        let read = read(&self.file.display().to_string(), &text);
        let find = |name: &String| {
            let refused = || read.refused.iter().find(|error| error.section == *name).map(ToString::to_string);
            let game = read.games.iter().find(|game| game.name == *name);
            game.ok_or_else(|| refused().unwrap_or_else(|| about(&self.file)(format!("no game '{name}'"))))
        };
        if let [one, other] = &self.games[..] {
            return Ok(compared(find(one)?, find(other)?));
        }
        if self.games.is_empty() {
            let refused: String = read.refused.iter().map(|error| format!("{error}\n")).collect();
            let pages: Vec<String> = read.games.iter().map(page).collect();
            return if pages.is_empty() { Err(refused) } else { Ok(refused + &pages.join("\n")) };
        }
        let pages = self.games.iter().map(|name| find(name).map(page)).collect::<Result<Vec<_>, _>>()?;
        Ok(pages.join("\n"))
    }
}

fn page(game: &Definition) -> String {
    let warnings = game.warnings();
    let mut page = rules_page(game) + "\n## Checks\n\n";
    match warnings.is_empty() {
        true => page += "Every piece and every rule can have an effect.\n",
        false => warnings.iter().for_each(|warning| page += &format!("* {warning}.\n")),
    }
    page
}

/// The rules that only one of two games has.
fn compared(one: &Definition, other: &Definition) -> String {
    let pages = [page(one), page(other)];
    let rules = |page: &str| {
        page.lines()
            .filter(|line| line.starts_with('*') || line.starts_with("First"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let rules = [rules(&pages[0]), rules(&pages[1])];
    let mut text = String::new();
    for (game, own, others) in [(one, &rules[0], &rules[1]), (other, &rules[1], &rules[0])] {
        text += &format!("# Only in {}\n\n", game.name);
        own.iter().filter(|rule| !others.contains(rule)).for_each(|rule| text += &format!("{rule}\n"));
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(games: &[&str]) -> Result<String, String> {
        let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../gamedata/own/ten.ini"));
        Designs { file, games: games.iter().map(|&name| name.to_owned()).collect() }.print()
    }

    #[test]
    fn every_game_has_page_and_checks() {
        let text = printed(&[]).unwrap();
        assert_eq!(text.matches("## Checks\n\nEvery piece and every rule can have an effect.\n").count(), 10);
        assert!(text.contains("# dynasty\n") && text.contains("* Every Q or K is royal.\n"));
    }

    #[test]
    fn two_games_are_compared() {
        let text = printed(&["metamorphosis", "dynasty"]).unwrap();
        let [one, other] = ["becomes a piece of the captured type", "Only a sole royal piece must be safe"];
        assert!(text.contains(one) && text.contains(other) && !text.contains("knight"), "{text}");
    }

    #[test]
    fn unknown_game_is_an_error() {
        assert!(printed(&["checkers"]).unwrap_err().contains("no game 'checkers'"));
    }
}
