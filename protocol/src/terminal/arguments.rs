//! The command line of `play`.

use std::path::Path;

use movegen::fen::printable;

use super::begin::Begin;
use super::saved::Saved;
use super::seats::Seats;
use super::thinking::{FULL_LEVEL, Opponent, Pace};
use super::values::{game, level};

/// What the words ask for.
pub(super) struct Arguments {
    /// The game.
    pub(super) begin: Begin,
    /// Which sides the user plays.
    pub(super) seats: Seats,
    /// How the engine plays.
    pub(super) opponent: Opponent,
}

impl Arguments {
    /// Reads `GAME [--level N] [--color SIDE] [--fen FEN] [--time T] [--nodes N] [--seed N] [--resume FILE]`.
    ///
    /// # Errors
    /// A sentence with the word at fault.
    pub(super) fn read(words: &[String]) -> Result<Self, String> {
        let mut words = words.iter().map(String::as_str).peekable();
        let wanted = words.next_if(|word| !word.starts_with("--")).map(game).transpose()?;
        let (mut fen, mut saved, mut seats, mut own_level) = (None, None::<Saved>, None, None);
        let mut opponent = Opponent { level: FULL_LEVEL, pace: Pace::default(), seed: 0 };
        while let Some(option) = words.next() {
            // A FEN has blanks in it, and a shell's quotes are gone by now.
            let mut value = Vec::new();
            while let Some(word) = words.next_if(|word| !word.starts_with("--")) {
                value.push(word);
            }
            let value = value.join(" ");
            if value.is_empty() && option.starts_with("--") {
                return Err(format!("play: '{}' needs a value", printable(option)));
            }
            match option {
                "--level" => own_level = Some(level(&value)?),
                "--color" | "--colour" => seats = Some(Seats::read(&value)?),
                "--fen" => fen = Some(value),
                "--time" => opponent.pace = Pace::read(&value)?,
                "--nodes" => opponent.pace = Pace::nodes(&value)?,
                "--seed" => opponent.seed = seed(&value)?,
                "--resume" => saved = Some(Saved::read(Path::new(&value))?),
                _ => return Err(format!("play: '{}' is not known; try 'upheaval --help'", printable(option))),
            }
        }
        let game = match (&saved, wanted) {
            (Some(Saved { game: found, .. }), Some(wanted)) if *found != wanted => {
                return Err(format!("play: the saved game is {found}, not {wanted}"));
            }
            (Some(_), _) if fen.is_some() => return Err("play: either --fen or --resume".to_owned()),
            (Some(Saved { game, .. }), _) => game,
            (None, Some(game)) => game,
            (None, None) => return Err(format!("play: which game? {}", movegen::variants::NAMES.join(", "))),
        };
        opponent.level = own_level.or(saved.as_ref().and_then(|saved| saved.level)).unwrap_or(FULL_LEVEL);
        let seats = seats.or(saved.as_ref().and_then(|saved| saved.seats)).unwrap_or(Seats::WHITE);
        if let Some(saved) = &mut saved {
            saved.seats = Some(seats);
        }
        Ok(Self { begin: Begin { game, fen, saved }, seats, opponent })
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("play: '{}' is no seed, a whole number", printable(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, String> {
        Arguments::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_come_in_any_order() {
        let arguments =
            read("empire --color black --fen 4k3/8/8/8/8/8/8/4K2T w - - 0 1 --level 3 --nodes 100").unwrap();
        assert_eq!(arguments.begin.game, "empire");
        assert_eq!(arguments.begin.fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K2T w - - 0 1"));
        assert_eq!(arguments.seats, Seats::read("black").unwrap());
        assert_eq!(arguments.opponent, Opponent { level: 3, pace: Pace::nodes("100").unwrap(), seed: 0 });
    }

    #[test]
    fn white_at_full_strength_is_what_is_played_if_nothing_is_said() {
        let arguments = read("chess").unwrap();
        assert_eq!((arguments.seats, arguments.opponent.level), (Seats::WHITE, FULL_LEVEL));
        assert_eq!(read("insurrection-strict").unwrap().begin.game, "insurrection-strict");
    }

    #[test]
    fn errors_quote_the_word() {
        for (line, words) in [
            ("", "which game?"),
            ("checkers", "'checkers' is no game"),
            ("chess 5", "'5' is not known"),
            ("chess --level", "'--level' needs a value"),
            ("chess --level 99", "'99'"),
            ("chess --color x", "'x'"),
            ("chess --time -3", "'-3'"),
            ("chess --time 1+x", "'1+x'"),
            ("chess --nodes 0", "'0'"),
            ("chess --seed x", "'x'"),
            ("chess --resume /no/such/file", "/no/such/file"),
            ("chess --joho 1", "'--joho'"),
        ] {
            let error = read(line).err().unwrap_or_default();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
