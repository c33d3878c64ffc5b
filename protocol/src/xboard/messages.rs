//! Fixed messages to XBoard: the features, and errors without the words that XBoard interprets.

use games::plies::definition;
use movegen::variants::{NAMES, loaded_names};

use super::options;
use crate::about;

/// The message for a user whose XBoard does not follow the engine's `choice`.
pub(crate) const LEGALITY_IS_TESTED: &str =
    "tellusererror This game needs XBoard's own rules off: please untick Options > General > Test Legality";

/// XBoard considers the engine dead, or the game drawn, if a line contains one of these.
const INTERPRETED: [&str; 7] =
    ["not found", "No such file", "Permission denied", "No remote directory", "unknown host", "can't alloc", "Draw"];

/// The text without the words that XBoard interprets: the case of their first letter is changed.
pub(crate) fn without_interpreted_words(text: &str) -> String {
    INTERPRETED.iter().fold(text.to_owned(), |text, words| {
        let (first, rest) = words.split_at(1);
        let other = if first == first.to_lowercase() { first.to_uppercase() } else { first.to_lowercase() };
        text.replace(words, &(other + rest))
    })
}

/// The engine's name. XBoard shows it in the title of its board and above the engine's lines, so it begins with the state
/// beyond the board.
pub(crate) fn name(brief_state: Option<&str>) -> String {
    match brief_state {
        None => about::NAME.to_owned(),
        Some(text) => format!("{text} - {}", about::PROGRAM),
    }
}

/// The line that changes the engine's name.
pub(crate) fn renaming(brief_state: Option<&str>) -> String {
    format!("feature myname=\"{}\"", name(brief_state))
}

/// The line with the names of the games.
pub(crate) fn games() -> String {
    let loaded = loaded_names();
    let names: Vec<&str> = NAMES.into_iter().map(definition::name_in_xboard).chain(loaded).collect();
    format!("feature variants=\"{}\"", names.join(","))
}

/// The answer to `protover`, with the definition of a game before its last line.
pub(crate) fn features(definition: &[String]) -> String {
    format!(
        "feature done=0\n\
         feature myname=\"{}\"\n{}\n\
         feature ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 reuse=1 time=1 draw=1 name=1\n\
         feature analyze=1 exclude=1 playother=1 pause=1 nps=1 memory=1 smp=1 debug=1 highlight=1 coordinates=1\n\
         {}{}feature done=1",
        name(None),
        games(),
        options::features(),
        definition.iter().map(|line| format!("{line}\n")).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// XBoard shows 31 letters there.
    #[test]
    fn name_with_state_fits_above_the_lines() {
        for text in ["White K, Black N", "Penalties 1:1"] {
            assert!(name(Some(text)).len() < 32, "{text}");
        }
        assert_eq!(renaming(Some("White K, Black N")), "feature myname=\"White K, Black N - Upheaval\"");
    }

    #[test]
    fn interpreted_words_are_changed() {
        let text = without_interpreted_words(
            "Error (tables): 'Drawn' cannot be read: No such file or directory, not found twice: not found",
        );
        assert_eq!(
            text,
            "Error (tables): 'drawn' cannot be read: no such file or directory, Not found twice: Not found"
        );
        assert!(INTERPRETED.iter().all(|words| !without_interpreted_words(words).contains(words)));
        assert_eq!(without_interpreted_words("Error (unknown command): é"), "Error (unknown command): é");
    }
}
