//! What is said to XBoard word for word: the features, and errors without the words at which it would do something.

use games::plies::definition;
use movegen::variants::NAMES;

use super::options;
use crate::about;

/// What to tell a user whose XBoard does not do what the engine dictates.
pub(crate) const LEGALITY_IS_TESTED: &str =
    "tellusererror This game needs XBoard's own rules off: please untick Options > General > Test Legality";

/// XBoard takes an engine for dead, or a game for drawn, when one of these stands anywhere in a line.
const HARMFUL: [&str; 7] =
    ["not found", "No such file", "Permission denied", "No remote directory", "unknown host", "can't alloc", "Draw"];

/// The text without the words that XBoard would act upon; it minds capitals.
pub(crate) fn harmless(text: &str) -> String {
    HARMFUL.iter().fold(text.to_owned(), |text, words| {
        let (first, rest) = words.split_at(1);
        let other = if first == first.to_lowercase() { first.to_uppercase() } else { first.to_lowercase() };
        text.replace(words, &(other + rest))
    })
}

/// The engine's name. XBoard shows it in the title of its board and at the head of the engine's window, of which thoughts take
/// no part: so it says what holds beyond the board as well, and that first, since little room may be left for the rest.
pub(crate) fn name(brief_state: Option<&str>) -> String {
    match brief_state {
        None => about::NAME.to_owned(),
        Some(text) => format!("{text} - {}", about::PROGRAM),
    }
}

/// The line that gives the engine this name from now on.
pub(crate) fn renaming(brief_state: Option<&str>) -> String {
    format!("feature myname=\"{}\"", name(brief_state))
}

/// The answer to `protover`, with these lines before its end.
pub(crate) fn features(definition: &[String]) -> String {
    let games: Vec<&str> = NAMES.into_iter().map(definition::name_in_xboard).collect();
    format!(
        "feature done=0\n\
         feature myname=\"{}\" variants=\"{}\"\n\
         feature ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 reuse=1 time=1 draw=1 name=1\n\
         feature analyze=1 exclude=1 playother=1 pause=1 nps=1 memory=1 smp=1 debug=1 highlight=1 coordinates=1\n\
         {}{}feature done=1",
        name(None),
        games.join(","),
        options::features(),
        definition.iter().map(|line| format!("{line}\n")).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// XBoard shows 31 letters there.
    #[test]
    fn the_head_of_the_engines_window_has_room_for_the_name() {
        for text in ["White K, Black N", "Penalties 1:1"] {
            assert!(name(Some(text)).len() < 32, "{text}");
        }
        assert_eq!(renaming(Some("White K, Black N")), "feature myname=\"White K, Black N - Upheaval\"");
    }

    #[test]
    fn words_at_which_xboard_gives_an_engine_up_are_disarmed() {
        let text =
            harmless("Error (tables): 'Drawn' cannot be read: No such file or directory, not found twice: not found");
        assert_eq!(
            text,
            "Error (tables): 'drawn' cannot be read: no such file or directory, Not found twice: Not found"
        );
        assert!(HARMFUL.iter().all(|words| !harmless(words).contains(words)));
        assert_eq!(harmless("Error (unknown command): é"), "Error (unknown command): é");
    }
}
