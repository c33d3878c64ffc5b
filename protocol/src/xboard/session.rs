//! A game at XBoard's board, as the conversation uses it.

use games::registry::{self, APOCALYPSE, TurnBasedVisitor};
use games::{AnySession, SetUpError};
use movegen::{Color, Outcome, Position, Variant};

use super::apocalypse::ApocalypseSession;
use super::plain::PlainSession;
use super::turn_based::TurnBasedSession;

/// The result of a text that was received as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Received {
    /// A move was played: in coordinates, and `true` if XBoard's board is correct after it.
    Move { m: String, is_shown: bool },
    /// The text is a part of a move; more must follow.
    Part,
}

/// The answer to a piece that was picked up with the mouse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lifted {
    /// The colours of the squares, as a FEN of colours.
    pub(super) colours: String,
    /// A remark on what the colours do not show.
    pub(super) remark: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ClickReply {
    /// The letter of the piece that the moving piece becomes. XBoard moves when it has received it.
    Dictated(char),
    /// The user chooses among these.
    Offered(String),
}

/// Writes the moves of a line, given in coordinates.
pub(super) type LineWriter = Box<dyn Fn(&[String]) -> String + Send>;

/// A game at XBoard's board. The defaults suit a client that keeps the rules itself.
pub(super) trait Session: Send {
    fn game(&self) -> &dyn AnySession;
    /// The lines that define the game for XBoard.
    fn definition(&self) -> Vec<String> {
        Vec::new()
    }
    /// The lines that XBoard needs for saving the game. Sent with the first move: earlier they would break the loading of a game.
    fn definition_for_saving(&self) -> Vec<String> {
        Vec::new()
    }
    /// Sets up a FEN, or the start position. Nothing has changed if the FEN is invalid.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), SetUpError>;
    fn turn(&self) -> Color;
    /// The side for which moves are searched.
    fn side_to_choose(&self) -> Color {
        self.turn()
    }
    /// Returns `true` if this side has to choose now.
    fn has_to_choose(&self, side: Color) -> bool;
    /// The engine plays this side from now on.
    fn take_side(&mut self, _side: Color) {}
    /// Sets whether the opponent is a program, which keeps the same model of XBoard's board.
    fn set_opponent(&mut self, _is_program: bool) {}
    /// Passes, so that the other side is shown first, where that matters and this side is to move. Returns the text of the pass.
    fn pass_first(&mut self, _side: Color) -> Option<String> {
        None
    }
    /// Plays a move that was received; `None` if the text is not a legal move.
    fn receive(&mut self, text: &str) -> Option<Received>;
    /// Interprets a position that was received in the middle of a game as a pass, if it can be one.
    fn receive_position(&mut self, _fen: &str) -> Option<Received> {
        None
    }
    /// Plays a legal move and returns the texts with which XBoard shows it.
    fn play(&mut self, m: &str) -> Vec<String>;
    /// The texts with which XBoard shows the last move correctly after it has undone it.
    fn show_again(&mut self) -> Vec<String> {
        Vec::new()
    }
    /// Undoes plies of XBoard. Returns `false` and changes nothing if there are fewer.
    fn undo(&mut self, plies: usize) -> bool;
    /// The result of the game; `None` while it continues.
    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }
    /// The state beyond the board in words, if the game has any.
    fn state(&self) -> Option<String> {
        None
    }
    /// The same for a title, if it differs from the start of the game.
    fn brief_state(&self) -> Option<String> {
        None
    }
    fn moves(&self) -> Vec<String> {
        self.game().moves(self.side_to_choose())
    }
    /// The legal move that a text means.
    fn parse_move(&self, text: &str) -> Option<String>;
    fn lift(&mut self, _square: &str) -> Option<Lifted> {
        None
    }
    fn put(&mut self, _square: &str) -> Option<ClickReply> {
        None
    }
    /// Writes lines that begin in the current position, or after this move.
    fn line_writer(&self, _after: Option<&str>) -> LineWriter {
        Box::new(|moves| moves.join(" "))
    }
    /// Returns `true` if a mate that deeper iterations repeat is reported again.
    fn repeats_mates(&self) -> bool {
        false
    }
}

/// Opens the game of that name at its start position, for XBoard's board or in plain `coordinates`; `None` if there is no such
/// game.
pub(super) fn open(name: &str, coordinates: bool) -> Option<Box<dyn Session>> {
    struct Open;
    impl TurnBasedVisitor for Open {
        type Out = Box<dyn Session>;
        fn turn_based<V: Variant>(self, game: V) -> Self::Out {
            Box::new(TurnBasedSession::at(Position::start_of(game)))
        }
    }
    match name {
        _ if coordinates => Some(Box::new(PlainSession::new(registry::open(name, None, &[])?.ok()?))),
        APOCALYPSE => Some(Box::new(ApocalypseSession::default())),
        _ => registry::visit_turn_based(name, Open),
    }
}
