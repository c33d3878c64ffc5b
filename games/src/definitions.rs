//! Games defined by a file, offered by their names next to the built-in ones.

use std::fmt;

use movegen::definition::{self, Definition, DefinitionError};
use movegen::fen::printable;
use movegen::{Custom, Variant, variants};

use crate::registry::{TurnBasedVisitor, built_in, visit_turn_based};

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
                    let (key, why) = why.split_once(": ").unwrap_or(("", &why));
                    let (file, line, key, why) =
                        (printable(file), line_of(text, &section, key), key.to_owned(), why.to_owned());
                    errors.push(DefinitionError { file, line, section, key, why });
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
        self.check()?;
        variants::load(self.games.clone());
        Ok(())
    }

    /// Offers the games next to those of files before.
    ///
    /// # Errors
    /// As [`Definitions::offer`].
    pub fn add(&self) -> Result<(), String> {
        self.check()?;
        variants::add(self.games.clone());
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        let first = || self.errors.first().map(ToString::to_string);
        match self.games.is_empty() {
            true => Err(first().unwrap_or_else(|| format!("{}: the file defines no game", self.file))),
            false => Ok(()),
        }
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

/// The PGN tag with the checksum of a definition, next to `Variant`.
pub const DEFINITION_TAG: &str = "VariantDefinition";

/// Returns the value of [`DEFINITION_TAG`] for the game of this name; empty for a built-in game.
pub fn definition_checksum(game: &str) -> String {
    struct Checksum;
    impl TurnBasedVisitor for Checksum {
        type Out = u64;
        fn turn_based<V: Variant>(self, game: V) -> u64 {
            game.checksum()
        }
    }
    match visit_turn_based(game, Checksum) {
        None | Some(0) => String::new(),
        Some(checksum) => format!("{checksum:016x}"),
    }
}

fn game(definition: Definition) -> Result<Custom, String> {
    match built_in(&definition.name) {
        Some(_) => Err("a built-in game has this name".to_owned()),
        None => Custom::new(definition),
    }
}

/// Returns the line of a key in a section, that of the section's header if the key is inherited.
fn line_of(text: &str, section: &str, key: &str) -> usize {
    let is_header = |line: &str| {
        let rest = line.trim_start().strip_prefix('[').and_then(|line| line.trim_start().strip_prefix(section));
        rest.is_some_and(|rest| rest.trim_start().starts_with([':', ']']))
    };
    let Some(header) = text.lines().position(is_header) else { return 1 };
    let entries = text.lines().skip(header + 1).take_while(|line| !line.trim_start().starts_with('['));
    let is_key = |line: &str| line.split_once('=').is_some_and(|(name, _)| name.trim() == key);
    let at = (header + 2..).zip(entries).filter(|(_, line)| is_key(line)).last();
    at.map_or(header + 1, |(line, _)| line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Contents, PgnReader, replay};

    #[test]
    fn refused_sections_have_lines_and_others_are_games() {
        let text =
            "[one:chess]\n\n[ Chess : empire ]\n\n[two:chess]\npassOnStalemate = true\n\n[three:chess]\nqueen = 7\n";
        let read = Definitions::read("my.ini", text);
        let errors: Vec<String> = read.errors.iter().map(ToString::to_string).collect();
        assert_eq!(read.names(), ["one"]);
        assert_eq!(errors.len(), 3, "{errors:?}");
        assert!(
            errors[1].starts_with("my.ini:6: [two] passOnStalemate: ")
                && errors[2].starts_with("my.ini:9: [three] queen"),
            "{errors:?}"
        );
        assert!(errors[0].starts_with("my.ini:3: ["), "{errors:?}");
        assert!(read.to_string().starts_with("1 games of 'my.ini' are offered; 3 refused, first my.ini:3"), "{read}");
    }

    #[test]
    fn file_without_game_offers_nothing() {
        assert_eq!(Definitions::read("my.ini", "").offer(), Err("my.ini: the file defines no game".to_owned()));
    }

    #[test]
    fn game_with_other_definition_is_refused() {
        Definitions::read("f", "[tagged:chess]\ncastling = false\n").add().unwrap();
        let replayed = |variant: &str, checksum: &str| {
            let text = format!("[Variant \"{variant}\"]\n[VariantDefinition \"{checksum}\"]\n\n1. e4 *\n");
            let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
            replay(&game, "chess", Contents::END).map(|game| game.plies).map_err(|error| error.to_string())
        };
        assert_eq!(replayed("tagged", &definition_checksum("tagged")), Ok(1));
        for (variant, why) in [
            ("tagged", "the rules of 'tagged' are defined as"),
            ("chess", "the rules of 'chess' are built in here"),
            ("untagged", "the game 'untagged' is unknown; a file defines it"),
        ] {
            assert!(replayed(variant, "0123").is_err_and(|error| error.contains(why)), "{variant}");
        }
    }
}
