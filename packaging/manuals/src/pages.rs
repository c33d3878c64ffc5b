//! Manual pages.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::programs::{Program, Reads};

/// What stands at the foot of a page.
const SOURCE: &str = concat!("Upheaval ", env!("CARGO_PKG_VERSION"));
/// What stands at its head.
const MANUAL: &str = "Upheaval, chess variants";
/// Where packages keep the pages of docs/.
const DOCS: &str = "/usr/share/doc/upheaval";

/// The pages of a program, each with the name of its file: one, and one for each word of command that a library knows.
///
/// # Errors
/// None but of memory, which is written to.
pub fn pages(program: &Program) -> io::Result<Vec<(String, Vec<u8>)>> {
    match program.reads {
        Reads::Clap(command) => {
            let command = command().name(program.name);
            // The name's line has room for one sentence; the whole of it stands in the description.
            let said = command.get_long_about().or(command.get_about()).cloned().unwrap_or_default();
            let mut command = command.about(program.about).long_about(said).disable_help_subcommand(true);
            // The library gives words of command their names as pages need them.
            command.build();
            let words = command.get_subcommands().filter(|word| !word.is_hide_set());
            let names = words.map(|word| (word.get_display_name().unwrap_or(word.get_name()).to_owned(), word.clone()));
            let words = names.collect::<Vec<_>>();
            let mut pages = vec![page(program, program.name, command)?];
            for (name, word) in words {
                pages.push(page(program, &name, word)?);
            }
            Ok(pages)
        }
        Reads::Itself(text) => Ok(vec![(file(program, program.name), own_page(program, text))]),
    }
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
    page.extend(see_also(program).to_roff().into_bytes());
    Ok((file(program, name), page))
}

/// The page of a program that reads its command line by itself: what it says of it, word for word.
fn own_page(program: &Program, text: &str) -> Vec<u8> {
    let mut page = Roff::new();
    page.control("TH", [program.name.to_uppercase().as_str(), program.section, "", SOURCE, MANUAL]);
    page.control("SH", ["NAME"]);
    page.text([roman(format!("{} - {}", program.name, program.about))]);
    page.control("SH", ["DESCRIPTION"]);
    word_for_word(&mut page, text);
    if program.name == "upheaval" {
        page.control("SH", ["CONVERSATION"]);
        word_for_word(&mut page, protocol::HELP);
    }
    let mut page = page.to_roff().into_bytes();
    page.extend(see_also(program).to_roff().into_bytes());
    page
}

fn word_for_word(page: &mut Roff, text: &str) {
    page.control("nf", []);
    for line in text.lines() {
        page.text([roman(line)]);
    }
    page.control("fi", []);
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
