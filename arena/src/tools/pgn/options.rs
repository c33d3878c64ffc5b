//! The command line of the tool `pgn`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use games::pgn::Words;
use movegen::variants::NAMES;

use super::filter::Conditions;

/// Looks after PGN files of every game, those that XBoard has saved included. What is wrong with a game is one line on standard
/// error, with file, line and column; the other games are handled all the same, and the exit code is 1. Without files, or for
/// the file -, standard input is read.
#[derive(Parser)]
#[command(subcommand_required = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) job: Job,
    /// The game of those that have no tag Variant.
    #[arg(long, global = true, value_name = "GAME", default_value = "chess", value_parser = NAMES)]
    variant: String,
    /// End with the first game that is wrong.
    #[arg(long, global = true)]
    pub(super) stop_at_error: bool,
}

impl Arguments {
    /// The game of those that have no tag.
    pub(super) fn game(&self) -> &'static str {
        NAMES.into_iter().find(|name| *name == self.variant).unwrap_or(NAMES[0])
    }

    /// The files to be read, `-` if none is named.
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

#[derive(Args)]
pub(super) struct Files {
    /// PGN files.
    files: Vec<PathBuf>,
}

#[derive(Subcommand)]
pub(super) enum Job {
    /// Plays every game through: all moves are legal, and the result is that of the rules.
    Validate(Files),
    /// Writes the games in another form.
    Convert {
        /// Into what.
        #[arg(long, value_enum)]
        to: Target,
        /// Of lists of positions only the last one.
        #[arg(long)]
        last: bool,
        #[command(flatten)]
        files: Files,
    },
    /// Shows the board after every move.
    Replay {
        /// As FEN, one a line.
        #[arg(long)]
        fen: bool,
        #[command(flatten)]
        files: Files,
    },
    /// Writes the games for which all conditions hold, word for word.
    Filter {
        #[command(flatten)]
        wanted: Box<Conditions>,
        #[command(flatten)]
        files: Files,
    },
    /// One line a game: number, game, date, result, players, plies, and why it ended.
    List(Files),
    /// Writes the games into several files, word for word.
    Split {
        /// So many games a file.
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..), required_unless_present = "by")]
        games: Option<u64>,
        /// A file for every value of this tag.
        #[arg(long, value_enum, conflicts_with = "games")]
        by: Option<Key>,
        /// The beginning of the files' names.
        #[arg(long, default_value = "games-")]
        into: String,
        #[command(flatten)]
        files: Files,
    },
    /// Writes the games of several files as one, word for word.
    Join(Files),
}

/// Into what games are converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Target {
    /// PGN in algebraic notation.
    San,
    /// PGN in coordinate notation.
    Coordinates,
    /// PGN that XBoard loads: one word for each of its plies, and the tags it needs.
    Xboard,
    /// A line `position ... moves ...` for each game.
    Uci,
    /// The FENs of all positions, one a line.
    Fen,
    /// The same as EPD.
    Epd,
}

impl Target {
    /// How moves are written for it.
    pub(super) const fn words(self) -> Words {
        match self {
            Self::San => Words::Algebraic,
            Self::Coordinates | Self::Uci => Words::Coordinates,
            Self::Xboard => Words::Plies,
            Self::Fen | Self::Epd => Words::None,
        }
    }
}

/// What games are split by.
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

impl Key {
    /// The tag.
    pub(super) const fn tag(self) -> &'static str {
        match self {
            Self::Variant => "Variant",
            Self::Result => "Result",
            Self::White => "White",
            Self::Black => "Black",
            Self::Event => "Event",
        }
    }
}
