//! The command line of `upheaval-board`, in the library for manual pages and completions.

pub mod diagram;

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

/// Play, analyse and learn all games of Upheaval in the browser.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// The task other than the board.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// Do not open the browser.
    #[arg(long)]
    pub no_open: bool,
    /// The port to listen on [default: the last one, or any free port]
    #[arg(long)]
    pub port: Option<u16>,
    /// Also host games for other people on this network, on all addresses of this machine or on one [example: --host=192.168.0.5]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "0.0.0.0")]
    pub host: Option<std::net::IpAddr>,
    /// The port of the hosted games [default: the last one, or any free port]
    #[arg(long, value_name = "PORT", requires = "host")]
    pub host_port: Option<u16>,
    /// Hash table for each search, in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash: u32,
    /// Search threads [default: all processors but one]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// File of games in the format of Fairy-Stockfish's variants.ini
    #[arg(long, value_name = "FILE")]
    pub variants: Option<PathBuf>,
    /// The folder for games [default: the user's data folder]
    #[arg(long)]
    pub data: Option<PathBuf>,
}

/// A task other than the board.
#[derive(Subcommand)]
pub enum Task {
    /// Draws a position of any game as SVG.
    Diagram(Box<diagram::Arguments>),
}

/// Returns the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}
