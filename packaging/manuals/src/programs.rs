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
pub fn programs() -> Vec<Program> {
    [players(), referees(), learners()].concat()
}

/// The programs for players.
fn players() -> Vec<Program> {
    vec![
        Program {
            built: "upheaval",
            name: "upheaval",
            about: "plays chess variants in UCI, the XBoard protocol and on the terminal",
            section: "6",
            command: protocol::command,
            docs: &["protocol.md", "play.md", "gui.md"],
        },
        Program {
            built: "upheaval-board",
            name: "upheaval-board",
            about: "every game of Upheaval in the browser",
            section: "6",
            command: board::command::board::command,
            docs: &["board.md"],
        },
        Program {
            built: "xboard.sh",
            name: "upheaval-xboard",
            about: "starts XBoard for a game of Upheaval",
            section: "6",
            command: xboard,
            docs: &["gui.md"],
        },
    ]
}

/// Creates a program entry in manual section 1.
const fn tool(
    built: &'static str,
    name: &'static str,
    about: &'static str,
    command: fn() -> Command,
    docs: &'static [&'static str],
) -> Program {
    Program { built, name, about, section: "1", command, docs }
}

/// Matches, and what comes before and after them.
fn referees() -> Vec<Program> {
    let about = "matches between engines in every game of Upheaval";
    vec![
        tool("arena", "arena", about, arena::program::command, &["arena.md", "notation.md", "tuning.md"]),
        tool(
            "diagram",
            "diagram",
            "draws positions of chess variants",
            board::command::diagram::command,
            &["board.md"],
        ),
    ]
}

/// The program that learns from games and measures them.
fn learners() -> Vec<Program> {
    let docs = &["tuning.md", "laboratory.md", "apocalypse-tables.md"];
    let about = "self-play, training and measurements for chess variants";
    vec![tool("upheaval-tuning", "upheaval-tuning", about, tuning::tools::command, docs)]
}
