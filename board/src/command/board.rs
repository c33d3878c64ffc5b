//! The command line of `upheaval-board`.

use std::path::PathBuf;

use clap::{CommandFactory, Parser};

/// All games of Upheaval in the browser, with the engine behind them.
#[derive(Parser, Debug)]
#[command(version)]
pub struct Arguments {
    /// Do not open the browser.
    #[arg(long)]
    pub no_open: bool,
    /// The port to listen on; without it that of the last time, or any that is free.
    #[arg(long)]
    pub port: Option<u16>,
    /// Hash table for each search, in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash: u32,
    /// Search threads; without it all processors but one.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// The folder in which games are kept.
    #[arg(long)]
    pub data: Option<PathBuf>,
}

/// The command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}
