//! Manual pages.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::programs::{Program, programs};

/// Footer of every page.
const SOURCE: &str = concat!("Upheaval ", env!("CARGO_PKG_VERSION"));
/// Header of every page.
const MANUAL: &str = "Upheaval, chess variants";
/// Folder of the pages of docs/ in packages.
const DOCS: &str = "/usr/share/doc/upheaval";

/// Returns the pages of a program, each with its file name: one for the program and one for each of its subcommands.
///
/// # Errors
/// None but of memory, which is written to.
pub fn pages(program: &Program) -> io::Result<Vec<(String, Vec<u8>)>> {
    let command = (program.command)().name(program.name);
    // The line NAME has space for one sentence; the description has all of it.
    let description = command.get_long_about().or(command.get_about()).cloned().unwrap_or_default();
    let mut command = command.about(program.about).long_about(description).disable_help_subcommand(true);
    // Gives subcommands the names that pages need.
    command.build();
    // A program of its own may have the name of a subcommand's page, as `upheaval-xboard` has.
    let is_program = |page: &str| programs().iter().any(|program| program.name == page);
    let subcommands = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set() && !command.get_display_name().is_some_and(is_program));
    let subcommands = subcommands
        .map(|command| (command.get_display_name().unwrap_or(command.get_name()).to_owned(), command.clone()))
        .collect::<Vec<_>>();
    let mut pages = vec![page(program, program.name, command)?];
    for (name, subcommand) in subcommands {
        pages.push(page(program, &name, subcommand)?);
    }
    Ok(pages)
}

fn file(program: &Program, name: &str) -> String {
    format!("{name}.{}", program.section)
}

fn page(program: &Program, name: &str, command: Command) -> io::Result<(String, Vec<u8>)> {
    let mut page = Vec::new();
    Man::new(command)
        .title(name.to_uppercase())
        .section(program.section)
        .source(SOURCE)
        .manual(MANUAL)
        .render(&mut page)?;
    if name == "upheaval" {
        page.extend(conversation().to_roff().into_bytes());
    }
    page.extend(see_also(program).to_roff().into_bytes());
    Ok((file(program, name), page))
}

/// Returns the commands of a conversation on standard input, as `help` prints them there.
fn conversation() -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["CONVERSATION"]);
    page.control("nf", []);
    for line in protocol::HELP.lines() {
        page.text([roman(line)]);
    }
    page.control("fi", []);
    page
}

fn see_also(program: &Program) -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["SEE ALSO"]);
    if program.name != "upheaval" {
        page.text([bold("upheaval"), roman("(6)")]);
        page.control("PP", []);
    }
    for doc in program.docs {
        page.text([roman(format!("{DOCS}/{doc}"))]);
        page.control("br", []);
    }
    page
}
