//! Manual pages.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::programs::{Program, programs};

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
    let mut pages = vec![page(program, program.name, command.clone())?];
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        let name = subcommand.get_display_name().unwrap_or(subcommand.get_name());
        if !is_program(name) {
            pages.push(page(program, name, subcommand.clone())?);
        }
    }
    Ok(pages)
}

fn page(program: &Program, name: &str, command: Command) -> io::Result<(String, Vec<u8>)> {
    let mut page = Vec::new();
    Man::new(command)
        .title(name.to_uppercase())
        .section(program.section)
        .source(concat!("Upheaval ", env!("CARGO_PKG_VERSION")))
        .manual("Upheaval, chess variants")
        .render(&mut page)?;
    if name == "upheaval" {
        // The commands of a conversation on standard input, as `help` prints them there.
        let mut conversation = Roff::new();
        conversation.control("SH", ["CONVERSATION"]).control("nf", []);
        for line in protocol::HELP.lines() {
            conversation.text([roman(line)]);
        }
        page.extend(conversation.control("fi", []).to_roff().into_bytes());
    }
    page.extend(see_also(program).to_roff().into_bytes());
    Ok((format!("{name}.{}", program.section), page))
}

fn see_also(program: &Program) -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["SEE ALSO"]);
    if program.name != "upheaval" {
        page.text([bold("upheaval"), roman("(6)")]).control("PP", []);
    }
    for doc in program.docs {
        page.text([roman(format!("/usr/share/doc/upheaval/{doc}"))]).control("br", []);
    }
    page
}
