//! Games defined by a file, offered by their names next to the built-in ones.

use std::fmt;

use movegen::definition::{self, Definition, DefinitionError};
use movegen::fen::printable;
use movegen::{Custom, Variant, variants};

use crate::registry::built_in;

/// The games of a file, and the errors of the sections that were refused.
#[derive(Clone, Debug)]
pub struct Definitions {
    file: String,
    /// The games in the order of the file.
    pub games: Vec<Custom>,
    /// The errors, at most one for each section.
    pub errors: Vec<DefinitionError>,
}

impl Definitions {
    /// Reads a text in the format of `variants.ini` ([`definition::read`]). `file` is its name in errors.
    pub fn read(file: &str, text: &str) -> Self {
        let read = definition::read(file, text);
        let (mut games, mut errors) = (Vec::new(), read.refused);
        for definition in read.games {
            let section = definition.name.clone();
            match game(definition) {
                Ok(game) => games.push(game),
                Err(why) => {
                    let (file, line) = (printable(file), line_of(text, &section));
                    errors.push(DefinitionError { file, line, section, key: String::new(), why });
                }
            }
        }
        errors.sort_by_key(|error| error.line);
        Self { file: printable(file), games, errors }
    }

    /// Offers the games instead of those of a file before.
    ///
    /// # Errors
    /// There is no game: the first error of the file. Nothing has changed.
    pub fn offer(&self) -> Result<(), String> {
        if self.games.is_empty() {
            let first = self.errors.first().map(ToString::to_string);
            return Err(first.unwrap_or_else(|| format!("{}: the file defines no game", self.file)));
        }
        variants::load(self.games.clone());
        Ok(())
    }

    /// Returns the names of the games.
    pub fn names(&self) -> Vec<&'static str> {
        self.games.iter().map(|game| game.name()).collect()
    }
}

/// A sentence for the user: the number of games and the first error.
impl fmt::Display for Definitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games of '{}' are offered", self.games.len(), self.file)?;
        match &self.errors[..] {
            [] => Ok(()),
            [first, ..] => write!(f, "; {} refused, first {first}", self.errors.len()),
        }
    }
}

fn game(definition: Definition) -> Result<Custom, String> {
    match built_in(&definition.name) {
        Some(_) => Err("a built-in game has this name".to_owned()),
        None => Custom::new(definition),
    }
}

/// Returns the line of a section's header.
fn line_of(text: &str, section: &str) -> usize {
    let is_header = |line: &str| {
        let rest = line.trim_start().strip_prefix('[').and_then(|line| line.trim_start().strip_prefix(section));
        rest.is_some_and(|rest| rest.trim_start().starts_with([':', ']']))
    };
    text.lines().position(is_header).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_sections_have_lines_and_others_are_games() {
        let text = "[one:chess]\n\n[ Chess : empire ]\n\n[two:chess]\nchess960 = true\n\n[three:chess]\nqueen = 7\n";
        let read = Definitions::read("my.ini", text);
        let errors: Vec<String> = read.errors.iter().map(ToString::to_string).collect();
        assert_eq!(read.names(), ["one"]);
        assert_eq!(errors.len(), 3, "{errors:?}");
        assert!(
            errors[1].starts_with("my.ini:5: [two]") && errors[2].starts_with("my.ini:9: [three] queen"),
            "{errors:?}"
        );
        assert!(errors[0].starts_with("my.ini:3: ["), "{errors:?}");
        assert!(read.to_string().starts_with("1 games of 'my.ini' are offered; 3 refused, first my.ini:3"), "{read}");
    }

    #[test]
    fn file_without_game_offers_nothing() {
        assert_eq!(Definitions::read("my.ini", "").offer(), Err("my.ini: the file defines no game".to_owned()));
    }
}
