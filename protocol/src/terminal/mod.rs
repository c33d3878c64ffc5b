//! `play`: a game against the engine on a terminal, or in a script that writes lines and reads lines.
//!
//! | file | what |
//! |---|---|
//! | `arguments.rs`, `command.rs`, `values.rs` | the command line; what is typed during a game; values that both read |
//! | `begin.rs`, `seats.rs` | what is to be played next; which sides the user plays |
//! | `console.rs`, `style.rs` | lines in, with editing and completion at a terminal; what the terminal can show |
//! | `board.rs` | the board in colours and figures, or in letters |
//! | `playable.rs` | what a game must offer to be played here |
//! | `turn_based/`, `apocalypse.rs` | the two kinds of games |
//! | `session.rs`, `commands.rs`, `view.rs` | a game in progress: whose turn it is, what commands do, what is shown |
//! | `thinking.rs`, `thought.rs` | the search on a thread of its own, which Ctrl-C makes move; what it thinks |
//! | `seal.rs` | a choice that is committed to before it is shown |
//! | `saved.rs` | games as PGN, out and in |
//!
//! Everything goes through [`games::GameSession`], as in the protocols; nothing here knows a protocol.

mod apocalypse;
mod arguments;
mod begin;
mod board;
mod command;
mod commands;
mod console;
mod playable;
mod saved;
mod seal;
mod seats;
mod session;
mod style;
mod thinking;
mod thought;
mod turn_based;
mod values;
mod view;

use movegen::variants::{self, Visit, VisitTurnBased};
use movegen::{Position, Variant};

use crate::cli::Failure;
use crate::output::Output;
use arguments::Arguments;
pub(crate) use arguments::PlayArguments;
use begin::{Begin, Next, Rest};
use console::Console;
use playable::Playable;
use session::Session;
use style::Style;
use thinking::Interrupts;

/// Plays games until the user leaves.
///
/// # Errors
/// The argument, the position or the file at fault.
pub(crate) fn run(arguments: PlayArguments) -> Result<(), Failure> {
    let Arguments { begin, seats, opponent } = arguments.try_into()?;
    let (output, style) = (Output::default(), Style::of_this_terminal());
    let mut console = Console::new(style).map_err(Failure::Failed)?;
    // The line editor installs its own Ctrl-C handler. A handler registered after it is called as well.
    let interrupts = Interrupts::watched(style.is_terminal);
    let (mut begin, mut rest) = (begin, (seats, opponent));
    loop {
        let name = begin.game;
        let open = Open { begin, rest, output: &output, style, interrupts: &interrupts, console: &mut console };
        let (left, next) = variants::with(name, open).ok_or_else(|| format!("no such game: {name}"))??;
        match next {
            Next::Leave => return Ok(()),
            Next::Begin(other) => (rest, begin) = (left, other),
        }
    }
}

/// Opens a game of any kind and plays it.
struct Open<'a> {
    begin: Begin,
    rest: Rest,
    output: &'a Output,
    style: Style,
    interrupts: &'a Interrupts,
    console: &'a mut Console,
}

impl Open<'_> {
    fn play<G: Playable>(self) -> Result<(Rest, Next), String> {
        let Self { begin, rest, output, style, interrupts, console } = self;
        let mut session = Session::<G>::open(&begin, rest, output, style, interrupts)?;
        let next = session.play(console);
        Ok((session.rest(), next))
    }
}

impl VisitTurnBased for Open<'_> {
    type Out = Result<(Rest, Next), String>;
    fn turn_based<V: Variant>(self) -> Self::Out {
        self.play::<Position<V>>()
    }
}

impl Visit for Open<'_> {
    fn apocalypse(self) -> Self::Out {
        self.play::<::apocalypse::Position>()
    }
}
