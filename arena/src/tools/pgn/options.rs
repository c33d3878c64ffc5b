//! The command line of `arena pgn`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use games::GameName;
use games::pgn::Words;
use games::registry::{NAMES, find, known};

use super::filter::Conditions;

/// Options of `arena pgn`.
#[derive(Args, Debug)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "An invalid game is one line on standard error, \
    with file, line and column; the other games are processed, and the exit code is 1. Without files, or for the file -, standard \
    input is read."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub(super) job: Job,
    /// Game of the games without the tag Variant
    #[arg(long, global = true, value_name = "GAME", default_value = "chess", value_parser = GameName::ANY)]
    variant: String,
    /// File of games in the format of Fairy-Stockfish's variants.ini
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) variants: Option<PathBuf>,
    /// Stop at the first invalid game
    #[arg(long, global = true)]
    pub(super) stop_at_error: bool,
}

impl Arguments {
    /// Checks the names of games, when those of the file are known.
    pub(super) fn check_games(&self) -> Result<(), String> {
        let only = match &self.job {
            Job::Filter { wanted, .. } => wanted.only.as_deref(),
            _ => None,
        };
        std::iter::once(&*self.variant).chain(only).try_for_each(|name| known(name, &NAMES).map(drop))
    }

    /// Returns the game of the games without a tag.
    pub(super) fn game(&self) -> &'static str {
        find(&self.variant).unwrap_or(NAMES[0])
    }

    /// Returns the files to read, `-` if none is named.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let Files { files } = match &self.job {
            Job::Validate(files) | Job::List(files) | Job::Join(files) => files,
            Job::Replay { files, .. }
            | Job::Convert { files, .. }
            | Job::Filter { files, .. }
            | Job::Split { files, .. } => files,
        };
        if files.is_empty() { vec!["-".into()] } else { files.clone() }
    }
}

#[derive(Args, Debug)]
pub(super) struct Files {
    /// PGN files
    files: Vec<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(super) enum Job {
    /// Check that all moves are legal, and that the result is that of the rules
    Validate(Files),
    /// Convert games to another format
    Convert {
        /// Format
        #[arg(long, value_enum)]
        to: Target,
        /// Write only the last position of each game
        #[arg(long)]
        last: bool,
        #[command(flatten)]
        files: Files,
    },
    /// Print the board after every move
    Replay {
        /// Print FENs, one a line
        #[arg(long)]
        fen: bool,
        #[command(flatten)]
        files: Files,
    },
    /// Copy the games that meet all conditions
    Filter {
        #[command(flatten)]
        wanted: Box<Conditions>,
        #[command(flatten)]
        files: Files,
    },
    /// Print one line a game: number, game, date, result, players, plies, reason of the end
    List(Files),
    /// Copy the games into several files
    Split {
        /// Games per file
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..), required_unless_present = "by")]
        games: Option<u64>,
        /// One file for every value of this tag
        #[arg(long, value_enum, conflicts_with = "games")]
        by: Option<Key>,
        /// Prefix of the files' names
        #[arg(long, default_value = "games-")]
        into: String,
        #[command(flatten)]
        files: Files,
    },
    /// Copy the games of several files into one
    Join(Files),
}

/// A format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Target {
    /// PGN in algebraic notation
    San,
    /// PGN in coordinates
    Coordinates,
    /// PGN that XBoard loads: one word for each of its plies, and the tags that it needs
    Xboard,
    /// One line `position ... moves ...` a game
    Uci,
    /// FENs of all positions
    Fen,
    /// EPDs of all positions
    Epd,
}

impl Target {
    /// Returns the notation of its moves.
    pub(super) const fn words(self) -> Words {
        match self {
            Self::San => Words::Algebraic,
            Self::Coordinates | Self::Uci => Words::Coordinates,
            Self::Xboard => Words::Plies,
            Self::Fen | Self::Epd => Words::None,
        }
    }
}

/// A tag by which games are split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Key {
    /// The game.
    Variant,
    /// The result.
    Result,
    /// The player of White.
    White,
    /// The player of Black.
    Black,
    /// The event.
    Event,
}
