//! `play`: a game against the engine on a terminal, or in a script that writes lines and reads lines.
//!
//! | file | what |
//! |---|---|
//! | `arguments.rs`, `command.rs`, `seats.rs` | the command line; what is typed during a game; values that both read |
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
mod view;

use games::registry::{self, APOCALYPSE, TurnBasedVisitor};
use movegen::{Game, Position, Variant};

use crate::cli::Failure;
use crate::output::Output;
pub(crate) use arguments::PlayArguments;
use console::Console;
use saved::Saved;
use session::{Next, Playing, Session};
use style::Style;
use thinking::{Interrupts, Opponent};

/// Plays games until the user leaves.
pub(crate) fn run(arguments: PlayArguments) -> Result<(), Failure> {
    let (begin, opponent) = arguments.read()?;
    let (output, style) = (Output::default(), Style::of_this_terminal());
    let mut console = Console::new(style).map_err(Failure::Failed)?;
    // The line editor installs its own Ctrl-C handler. A handler registered after it is called as well.
    let interrupts = Interrupts::watched(style.is_terminal);
    let mut game = open(&begin, opponent, Screen { output: &output, style, interrupts: &interrupts })?;
    while let Next::Begin(next) = game.play(&mut console) {
        game = next;
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Screen<'a> {
    output: &'a Output,
    style: Style,
    interrupts: &'a Interrupts,
}

/// Opens a game of any kind.
fn open<'a>(begin: &Saved, opponent: Opponent, screen: Screen<'a>) -> Result<Box<dyn Playing<'a> + 'a>, String> {
    struct Open<'a, 'b>(&'b Saved, Opponent, Screen<'a>);
    impl<'a> TurnBasedVisitor for Open<'a, '_> {
        type Out = Result<Box<dyn Playing<'a> + 'a>, String>;
        fn turn_based<V: Variant>(self, game: V) -> Self::Out {
            Ok(Box::new(Session::open(&Position::start_of(game), self.0, self.1, self.2)?))
        }
    }
    match begin.game {
        APOCALYPSE => Ok(Box::new(Session::open(&::apocalypse::Position::start(), begin, opponent, screen)?)),
        name => registry::visit_turn_based(name, Open(begin, opponent, screen)).ok_or("no such game")?,
    }
}
