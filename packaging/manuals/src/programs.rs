//! All programs of the packages.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command};
use movegen::variants::NAMES;

/// A program as packages have it.
#[derive(Clone, Copy)]
pub struct Program {
    /// The name by which cargo builds it.
    pub built: &'static str,
    /// The name in packages.
    pub name: &'static str,
    /// One line without a full stop.
    pub about: &'static str,
    /// The section of the manual: 6 has games, 1 all other programs.
    pub section: &'static str,
    /// The definition of its command line.
    pub command: fn() -> Command,
    /// Pages of docs/ that describe it.
    pub docs: &'static [&'static str],
}

/// The script that starts XBoard.
const XBOARD: &str = include_str!("../../../scripts/xboard.sh");

/// The command line of the script that starts XBoard; its description is the script's own help text.
fn xboard() -> Command {
    let help =
        XBOARD.split_once("<<'USAGE'\n").and_then(|(_, text)| text.split_once("USAGE\n")).map_or("", |(text, _)| text);
    Command::new("upheaval-xboard")
        .about("starts XBoard for a game of Upheaval")
        .after_help(help)
        .arg(Arg::new("GAME").required(true).value_parser(PossibleValuesParser::new(NAMES)).help("Game to play"))
        .arg(Arg::new("level").long("level").value_name("0-20").help("Strength of the engine"))
        .arg(Arg::new("match").long("match").value_name("N").help("Games of the engine against itself"))
        .arg(Arg::new("black").long("black").action(ArgAction::SetTrue).help("The engine begins"))
}

/// Returns all programs.
pub fn programs() -> [Program; 6] {
    let player = |built, name, about, command, docs| Program { built, name, about, section: "6", command, docs };
    let tool = |name, about, command, docs| Program { built: name, name, about, section: "1", command, docs };
    let play = "plays chess variants in UCI, the XBoard protocol and on the terminal";
    let board = "every game of Upheaval in the browser";
    let xboard_about = "starts XBoard for a game of Upheaval";
    let matches = "matches between engines in every game of Upheaval";
    let learning = "self-play, training and measurements for chess variants";
    [
        player("upheaval", "upheaval", play, protocol::command, &["protocol.md", "play.md", "gui.md"]),
        player("upheaval-board", "upheaval-board", board, board::command::command, &["board.md"]),
        player("xboard.sh", "upheaval-xboard", xboard_about, xboard, &["gui.md"]),
        tool("arena", matches, arena::program::command, &["arena.md", "notation.md", "tuning.md"]),
        tool(
            "upheaval-tuning",
            learning,
            tuning::tools::command,
            &["tuning.md", "laboratory.md", "apocalypse-tables.md"],
        ),
        tool("upheaval-check", "checks proofs of mates in chess variants", naive::program::command, &["solver.md"]),
    ]
}
