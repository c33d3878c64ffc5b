//! The command line of `play`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::GameName;
use games::registry::{NAMES, known};

use super::saved::Saved;
use super::seats::{Seats, level};
use super::thinking::{FULL_LEVEL, Opponent, Pace};
use crate::cli::Failure;

/// The command line of `upheaval play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// Game to play, built in or of the file of --variants; not needed with --resume
    #[arg(value_parser = GameName::ANY)]
    game: Option<String>,
    /// Strength of the engine, 0 (beginner) to 20 (full strength) [default: 20]
    #[arg(long, value_name = "0-20", value_parser = level)]
    level: Option<u32>,
    /// Sides that you play [default: white]
    #[arg(long, alias = "colour", value_name = "SIDES", value_parser = seats())]
    color: Option<Seats>,
    /// Position to begin with
    #[arg(long, num_args = 1.., conflicts_with = "resume")]
    fen: Option<Vec<String>>,
    /// Time of the engine: seconds a move ('2.5'), or minutes and increment in seconds ('5+3')
    #[arg(long, value_name = "TIME", value_parser = Pace::read, allow_negative_numbers = true)]
    time: Option<Pace>,
    /// Nodes that the engine searches for each move, instead of a time
    #[arg(long, value_parser = Pace::nodes, overrides_with = "time")]
    nodes: Option<Pace>,
    /// Seed of the engine's random choices; 0 never repeats
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// PGN file with a game to resume
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl PlayArguments {
    /// The game to begin or to resume, and the engine player.
    pub(super) fn read(self) -> Result<(Saved, Opponent), Failure> {
        let wanted = self.game.as_deref().map(|name| known(name, &NAMES)).transpose()?;
        let saved = self.resume.as_deref().map(Saved::read).transpose().map_err(Failure::Failed)?;
        let mut begin = match (saved, wanted) {
            (Some(Saved { game, .. }), Some(wanted)) if game != wanted => {
                return Err(Failure::Usage(format!("play: the saved game is {game}, not {wanted}")));
            }
            (Some(saved), _) => saved,
            (None, Some(game)) => Saved { game, fen: self.fen.map(|words| words.join(" ")), ..Saved::default() },
            (None, None) => return Err(Failure::Usage(format!("play: GAME is missing: one of {}", NAMES.join(", ")))),
        };
        begin.seats = self.color.or(begin.seats).or(Some(Seats::WHITE));
        let level = self.level.or(begin.level).unwrap_or(FULL_LEVEL);
        let pace = self.nodes.or(self.time).unwrap_or_default();
        Ok((begin, Opponent { level, pace, seed: self.seed }))
    }
}

/// A parser of sides. Completions offer the possible values.
fn seats() -> impl TypedValueParser<Value = Seats> {
    PossibleValuesParser::new(["white", "black", "both", "none"]).try_map(|text| Seats::read(&text))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Play {
        #[command(flatten)]
        arguments: PlayArguments,
    }

    fn read(line: &str) -> Result<(Saved, Opponent), String> {
        let words = std::iter::once("play").chain(line.split_whitespace());
        let parsed = Play::try_parse_from(words).map_err(|error| error.to_string())?;
        parsed.arguments.read().map_err(|(Failure::Usage(message) | Failure::Failed(message))| message)
    }

    #[test]
    fn options_come_in_any_order() {
        let (begin, opponent) =
            read("empire --color black --fen 4k3/8/8/8/8/8/8/4K2T w - - 0 1 --level 3 --nodes 100").unwrap();
        assert_eq!(begin.game, "empire");
        assert_eq!(begin.fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K2T w - - 0 1"));
        assert_eq!(begin.seats, Seats::read("black").ok());
        assert_eq!(opponent, Opponent { level: 3, pace: Pace::nodes("100").unwrap(), seed: 0 });
    }

    #[test]
    fn games_and_sides_are_completed() {
        let command = PlayArguments::augment_args(clap::Command::new("play"));
        let values = |id: &str| {
            let argument = command.get_arguments().find(|argument| argument.get_id() == id).unwrap();
            argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(values("game"), NAMES);
        assert_eq!(values("color"), ["white", "black", "both", "none"]);
    }

    #[test]
    fn defaults_are_white_at_full_strength() {
        let (begin, opponent) = read("chess").unwrap();
        assert_eq!((begin.seats, opponent.level), (Some(Seats::WHITE), FULL_LEVEL));
        assert_eq!(read("insurrection-strict").unwrap().0.game, "insurrection-strict");
    }

    #[test]
    fn errors_quote_the_word() {
        for (line, words) in [
            ("", "GAME is missing"),
            ("checkers", "'checkers'"),
            ("chess 5", "'5'"),
            ("chess --level", "--level"),
            ("chess --level 99", "'99'"),
            ("chess --color x", "'x'"),
            ("chess --time -3", "'-3'"),
            ("chess --time 1+x", "'1+x'"),
            ("chess --nodes 0", "'0'"),
            ("chess --seed x", "'x'"),
            ("chess --resume /no/such/file", "/no/such/file"),
            ("chess --fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 --resume a.pgn", "--resume"),
            ("chess --joho 1", "'--joho'"),
        ] {
            let error = read(line).err().unwrap_or_default();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
