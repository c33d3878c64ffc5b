//! A game of any kind at XBoard's board, as the conversation uses it.

use games::AnySession;
use movegen::fen::FenError;
use movegen::{Color, Outcome};

use super::search::{SearchOrder, Task};

/// The result of a text that was received as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Received {
    /// A move was played.
    Move {
        /// The move in coordinates.
        m: String,
        /// `true` if XBoard's board is correct after it.
        is_shown: bool,
    },
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

/// An answer to a click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ClickReply {
    /// The letter of the piece that the moving piece becomes. XBoard moves when it has received it.
    Dictated(char),
    /// The user chooses among these.
    Offered(String),
}

/// A game at XBoard's board.
pub(super) trait Session: Send {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// The lines that define the game for XBoard.
    fn definition(&self) -> Vec<String>;
    /// The lines that XBoard needs for saving the game. Sent with the first move: earlier they would break the loading of a game.
    fn definition_for_saving(&self) -> Vec<String> {
        Vec::new()
    }
    /// Sets up a FEN, or the start position.
    ///
    /// # Errors
    /// The FEN is invalid; nothing has changed.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError>;
    /// The FEN of the current position.
    fn fen(&self) -> String;
    /// A copy of the game for the worker thread.
    fn copy(&self) -> Box<dyn AnySession>;
    /// The side to move on XBoard's board.
    fn turn(&self) -> Color;
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
    fn receive_position(&mut self, fen: &str) -> Option<Received>;
    /// Plays a legal move and returns the texts with which XBoard shows it.
    fn play(&mut self, m: &str) -> Vec<String>;
    /// The texts with which XBoard shows the last move correctly after it has undone it.
    fn show_again(&mut self) -> Vec<String>;
    /// Undoes plies of XBoard. Returns `false` and changes nothing if there are fewer.
    fn undo(&mut self, plies: usize) -> bool;
    /// The result of the game; `None` while it continues.
    fn outcome(&self) -> Option<Outcome>;
    /// The state beyond the board in words, if the game has any.
    fn state(&self) -> Option<String>;
    /// The same for a title, if it differs from the start of the game.
    fn brief_state(&self) -> Option<String>;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// The legal move that a text means.
    fn parse_move(&self, text: &str) -> Option<String>;
    /// The user has picked up the piece on this square.
    fn lift(&mut self, square: &str) -> Option<Lifted>;
    /// The user has chosen this square.
    fn put(&mut self, square: &str) -> Option<ClickReply>;
    /// The task of a search of the current position.
    fn search(&self, order: SearchOrder) -> Task;
}
