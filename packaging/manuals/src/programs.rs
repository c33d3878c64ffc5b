//! All programs of the packages.

use clap::Command;

/// How a program reads its command line.
#[derive(Clone, Copy)]
pub enum Reads {
    /// By a library, which knows its parts.
    Clap(fn() -> Command),
    /// By itself; the text that it prints for `--help`.
    Itself(&'static str),
}

/// A program as packages have it.
#[derive(Clone, Copy)]
pub struct Program {
    /// By which name cargo builds it.
    pub built: &'static str,
    /// By which name packages have it: what would mean nothing on a machine with thousands of programs says whose it is.
    pub name: &'static str,
    /// In one line, without a stop.
    pub about: &'static str,
    /// The section of the manual: 6 has games, 1 all other programs.
    pub section: &'static str,
    /// Its command line.
    pub reads: Reads,
    /// Pages of docs/ that describe it.
    pub docs: &'static [&'static str],
}

/// The script that starts XBoard, which says what it takes in a text of its own.
const XBOARD: &str = include_str!("../../../scripts/xboard.sh");

/// What stands between the marks of a text in a script.
fn within(script: &'static str) -> &'static str {
    let text = script.split_once("<<'USAGE'\n").map_or("", |(_, text)| text);
    text.split_once("USAGE\n").map_or("", |(text, _)| text)
}

/// All of them.
pub fn programs() -> Vec<Program> {
    [players(), referees(), learners()].concat()
}

/// What people play with.
fn players() -> Vec<Program> {
    vec![
        Program {
            built: "upheaval",
            name: "upheaval",
            about: "plays chess variants in UCI, the XBoard protocol and on the terminal",
            section: "6",
            reads: Reads::Itself(protocol::USAGE),
            docs: &["protocol.md", "play.md", "gui.md"],
        },
        Program {
            built: "upheaval-board",
            name: "upheaval-board",
            about: "every game of Upheaval in the browser",
            section: "6",
            reads: Reads::Clap(board::command::board::command),
            docs: &["board.md"],
        },
        Program {
            built: "xboard.sh",
            name: "upheaval-xboard",
            about: "starts XBoard for a game of Upheaval",
            section: "6",
            reads: Reads::Itself(within(XBOARD)),
            docs: &["gui.md"],
        },
    ]
}

/// A program of which there is nothing but the usual to say.
const fn tool(
    built: &'static str,
    name: &'static str,
    about: &'static str,
    command: fn() -> Command,
    docs: &'static [&'static str],
) -> Program {
    Program { built, name, about, section: "1", reads: Reads::Clap(command), docs }
}

/// Matches, and what comes before and after them.
fn referees() -> Vec<Program> {
    use arena::tools::{openings, pgn, sprt, spsa};
    let about = "plays matches between chess engines and is their referee";
    let reads = Reads::Itself(arena::command::HELP);
    vec![
        Program { built: "arena", name: "arena", about, section: "1", reads, docs: &["arena.md"] },
        tool("openings", "openings", "random openings of a chess variant", openings::command, &["arena.md"]),
        tool("pgn", "pgn", "looks after PGN files of chess variants", pgn::command, &["arena.md", "notation.md"]),
        tool("sprt", "sprt", "Elo and a sequential test from the counts of a match", sprt::command, &["arena.md"]),
        tool("spsa", "spsa", "tunes numbers of a search by matches", spsa::command, &["tuning.md"]),
        tool(
            "diagram",
            "diagram",
            "draws positions of chess variants",
            board::command::diagram::command,
            &["board.md"],
        ),
    ]
}

/// What learns from games, and tells what they are like.
fn learners() -> Vec<Program> {
    use tuning::tools::{
        apocalypse, fit, laboratory, ladder, mates, matetrack, near, report, selfplay, tables, train, values,
    };
    let apocalypse_about = "fits and measures the engine for Apocalypse";
    let [learnt, of_tables]: [&[&str]; 2] = [&["tuning.md"], &["tuning.md", "apocalypse-tables.md"]];
    vec![
        tool("apocalypse", "upheaval-apocalypse", apocalypse_about, apocalypse::command, of_tables),
        tool("fit", "upheaval-fit", "fits hand-made weights to games", fit::command, learnt),
        tool(
            "laboratory",
            "upheaval-laboratory",
            "measures what games are like",
            laboratory::command,
            &["laboratory.md"],
        ),
        tool("ladder", "upheaval-ladder", "at how many nodes an opponent is level", ladder::command, learnt),
        tool("mates", "upheaval-mates", "positions with a forced mate", mates::command, learnt),
        tool(
            "matetrack",
            "upheaval-matetrack",
            "counts proved mates that the engine finds",
            matetrack::command,
            learnt,
        ),
        tool("near", "upheaval-near", "searches positions near those of games", near::command, learnt),
        tool("report", "upheaval-report", "what games have in common", report::command, learnt),
        tool("selfplay", "upheaval-selfplay", "games of the engine against itself", selfplay::command, learnt),
        tool("tables", "upheaval-tables", "endgame tables of Apocalypse", tables::command, of_tables),
        tool("train", "upheaval-train", "trains networks from games", train::command, learnt),
        tool("values", "upheaval-values", "what men are worth, from results of games", values::command, learnt),
    ]
}
