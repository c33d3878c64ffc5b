//! The client, on standard input and output or in memory, who chooses the protocol by the first word.

use std::io::{self, BufRead, Write};

use crate::about;
use crate::input::{self, Input};
use crate::output::Output;
use crate::uci::command::{self, Command};
use crate::{uci, xboard};

/// Talks to the client until it leaves; then the process ends. A user at a terminal is greeted; a client that speaks the
/// XBoard protocol receives the name of `game` at once.
pub(crate) fn talk(is_terminal: bool, game: Option<&'static str>) -> ! {
    let output = Output::default();
    if is_terminal {
        output.print(about::BANNER);
    }
    let mut stream = io::stdin().lock();
    match first_word(&mut stream) {
        Input::Line(line) if xboard::is_chosen_by(&line) => xboard::talk(output, &mut stream, line, game),
        first => uci::talk(output, stream, first),
    }
}

/// Holds a conversation from the first line to the last in this process, which it does not end: what a client would send
/// comes from `input`, what it would read goes to `output`. Returns when every thread of the conversation has come to
/// its end.
pub fn converse(mut input: impl BufRead, output: impl Write + Send + 'static) {
    let output = Output::to(output);
    match first_word(&mut input) {
        Input::Line(line) if xboard::is_chosen_by(&line) => xboard::converse(output, &mut input, line),
        first => uci::converse(output, input, first),
    }
}

/// Returns the first line that is not empty.
fn first_word(stream: &mut impl BufRead) -> Input {
    loop {
        match input::read_line(stream) {
            Input::Line(line) if command::parse(&line) == Ok(Command::Nothing) => {}
            first => return first,
        }
    }
}
