//! The client on standard input and output, who chooses the protocol by the first word.

use std::io;

use crate::about;
use crate::input::{self, Input};
use crate::output::Output;
use crate::uci::command::{self, Command};
use crate::{uci, xboard};

/// Talks to the client until it leaves; then the process ends. A user at a terminal is greeted; a client that speaks the
/// XBoard protocol is told of `game` at once.
pub(crate) fn talk(is_terminal: bool, game: Option<&'static str>) -> ! {
    let output = Output::default();
    if is_terminal {
        output.say(about::BANNER);
    }
    let mut stream = io::stdin().lock();
    let mut first = input::read_line(&mut stream);
    while matches!(&first, Input::Line(line) if command::parse(line) == Ok(Command::Nothing)) {
        first = input::read_line(&mut stream);
    }
    match first {
        Input::Line(line) if xboard::is_chosen_by(&line) => xboard::talk(output, &mut stream, line, game),
        first => uci::talk(output, stream, first),
    }
}
