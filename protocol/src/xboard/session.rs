//! A game at XBoard's board, behind one trait object: what the conversation needs of a game of any kind.

use engine::Settings;
use movegen::fen::FenError;
use movegen::{Color, Outcome};

use super::search::{SearchOrder, Task};
use crate::game::{AnyEngine, AnyMove};

/// What became of a text that should be a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Received {
    /// A move was made.
    Move {
        /// The move.
        m: AnyMove,
        /// Whether XBoard shows it as it is.
        is_shown: bool,
    },
    /// It is a part of a move; more must follow.
    Part,
}

/// The answer to a piece taken up with the mouse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lifted {
    /// The colours of the squares, as a FEN of colours.
    pub(super) colours: String,
    /// What they do not say, in words.
    pub(super) remark: Option<String>,
}

/// An answer to a click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ClickReply {
    /// The piece on the target becomes this; XBoard moves as soon as it knows.
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
    /// What XBoard must be told once moves are made, for the games that it saves; before, it would spoil the loading of one.
    fn definition_for_saving(&self) -> Vec<String> {
        Vec::new()
    }
    /// Sets up a position, `None` for the start.
    ///
    /// # Errors
    /// What is wrong with the FEN; everything is as before.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError>;
    /// The FEN of the position that stands.
    fn fen(&self) -> String;
    /// The engine, which may be busy.
    fn engine(&self) -> Box<dyn AnyEngine>;
    /// Takes over new settings as soon as the present search ends.
    fn set(&self, settings: Settings) -> Task {
        let engine = self.engine();
        Box::new(move || engine.set(settings))
    }
    /// Makes the engine ready for a game of which it has learnt nothing.
    fn new_game(&self) -> Task {
        let engine = self.engine();
        Box::new(move || {
            engine.new_game();
            engine.make();
        })
    }
    /// Makes the engine if there is none yet.
    fn make_engine(&self) -> Task {
        let engine = self.engine();
        Box::new(move || engine.make())
    }
    /// Has the engine made anew when it is next needed.
    fn renew_engine(&self) -> Task {
        let engine = self.engine();
        Box::new(move || engine.renew())
    }
    /// The side to move, in XBoard's eyes.
    fn turn(&self) -> Color;
    /// Whether the engine, if it plays this side, is to choose now.
    fn is_asked(&self, side: Color) -> bool;
    /// The engine is to play this side from now on.
    fn take_side(&mut self, _side: Color) {}
    /// Whether the opponent is a program, which keeps the same model of XBoard's board as this one.
    fn set_opponent(&mut self, _is_program: bool) {}
    /// Lets the other side be shown first, if the game is one in which that matters and this side is on the move: the text
    /// for it.
    fn pass_first(&mut self, _side: Color) -> Option<String> {
        None
    }
    /// Plays what the other side, or the user for either, has sent; `None` if it is no move that can be made now.
    fn receive(&mut self, text: &str) -> Option<Received>;
    /// Takes a position that arrives in the middle of a game for the pass that it may stand for.
    fn receive_position(&mut self, fen: &str) -> Option<Received>;
    /// Plays a legal move and gives the texts that make XBoard show it.
    fn play(&mut self, m: AnyMove) -> Vec<String>;
    /// Makes XBoard show the last move as it is, once it has taken back what it shows now; the texts for that.
    fn show_again(&mut self) -> Vec<String>;
    /// Goes so many of XBoard's plies back; `false`, and nothing done, if there are not so many.
    fn undo(&mut self, plies: usize) -> bool;
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// What holds beyond the board, in words, if the game has such things.
    fn state(&self) -> Option<String>;
    /// The same for a title, if it is not what every game begins with.
    fn brief_state(&self) -> Option<String>;
    /// The legal moves.
    fn moves(&self) -> Vec<AnyMove>;
    /// The legal move that a text means.
    fn parse_move(&self, text: &str) -> Option<AnyMove>;
    /// The user has taken up the piece on this square: what can be done with it.
    fn lift(&mut self, square: &str) -> Option<Lifted>;
    /// The user has chosen this square.
    fn put(&mut self, square: &str) -> Option<ClickReply>;
    /// The search of the present position.
    fn search(&self, order: SearchOrder) -> Task;
}
