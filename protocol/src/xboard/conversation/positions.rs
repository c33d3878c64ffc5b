//! Positions: new games, `setboard`, `edit`, undo.

use movegen::Color;
use movegen::fen::printable;

use super::Conversation;
use crate::xboard::command::Command;
use crate::xboard::edit;
use crate::xboard::messages::renaming;
use crate::xboard::role::Mode;
use games::registry::{NAMES, find};

/// A parent game of XBoard that no game uses, with rules that XBoard does not enforce.
const OTHER_PARENT: &str = "great";

impl Conversation {
    pub(super) fn set_up(&mut self, command: Command) {
        match command {
            Command::New => self.new_game(),
            Command::Variant(name) => match find(&name) {
                Some(game) => self.play_game(game),
                None => self.print_error(&format!("Error (unsupported variant): {}", printable(&name))),
            },
            Command::SetBoard(fen) => self.set_board(&fen),
            _ => {
                self.abort();
                self.edited = Some(Vec::new());
            }
        }
    }

    /// Starts a game of chess in which the engine plays Black. For another game `variant` follows.
    fn new_game(&mut self) {
        self.abort();
        self.role.against_program = false;
        self.play_game(NAMES[0]);
        self.role.time.new_game();
        self.role.mode = Mode::Play(Color::Black);
        self.role.is_paused = false;
    }

    /// Opens the game at its start position.
    fn play_game(&mut self, name: &str) {
        self.abort();
        self.game.open(name, self.role.against_program);
        self.searches.prepare(self.game.session.as_ref(), true);
        for line in self.game.session.definition() {
            self.print(&line);
        }
        self.is_defined_just_now = true;
        self.begin_anew();
    }

    /// Sends the definition for saving before the first move.
    pub(super) fn define_for_saving(&mut self) {
        if !std::mem::replace(&mut self.game.is_defined_for_saving, true) {
            for line in self.game.session.definition_for_saving() {
                self.print(&line);
            }
        }
    }

    fn set_board(&mut self, fen: &str) {
        // In a move of several plies XBoard sends a pass as the position after it.
        if let Some(received) = self.game.session.receive_position(fen) {
            self.abort();
            self.after_move(fen, received);
            return;
        }
        match self.game.session.set_up(Some(fen)) {
            Ok(()) => {
                self.abort();
                self.define_at(fen);
                self.begin_anew();
                if self.role.mode == Mode::Analyse {
                    self.analyze();
                }
            }
            Err(error) => self.print_error(&format!("tellusererror Illegal position: {error}")),
        }
    }

    /// Defines the game again with this position as its start. XBoard shows the start position after a definition, even if it
    /// has loaded a position from its command line. It reads a definition only if the parent game changes, so another parent
    /// is defined first. It sends the start position itself before, which needs no answer.
    fn define_at(&mut self, fen: &str) {
        let is_announced = self.announced_game == Some(self.game.session.name());
        if !self.is_defined_just_now || !is_announced {
            return;
        }
        let lines = self.game.session.definition();
        let Some((head, parent)) = lines.first().and_then(|line| line.split(' ').nth(2).map(|size| (line, size)))
        else {
            return;
        };
        let Some((size, _)) = parent.split_once('_') else { return };
        let Some((table, start)) = head.split_once(parent) else { return };
        let place = |fen: &str| fen.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
        if place(start) == place(fen) {
            return;
        }
        self.is_defined_just_now = false;
        for parent in [&format!("{size}_{OTHER_PARENT}"), parent] {
            self.print(&format!("{table}{parent} {}", printable(fen)));
        }
        for line in &lines[1..] {
            self.print(line);
        }
    }

    /// A position was set up.
    fn begin_anew(&mut self) {
        self.game.begin_anew();
        self.print_state();
    }

    pub(super) fn end_edit(&mut self) {
        let lines = self.edited.take().unwrap_or_default();
        let turn = self.game.session.turn();
        self.set_board(&edit::fen(&self.game.session.fen(), &lines, turn));
    }

    /// Sends the state beyond the board if it has changed: as a line among those of the search, and as the title.
    pub(super) fn print_state(&mut self) {
        if let Some(text) = self.game.new_state() {
            self.print(&format!("0 0 0 0 {text}"));
        }
        if let Some(line) = self.game.new_title(self.role.against_program).map(renaming) {
            self.print(&line);
        }
    }

    /// Sends the title again: XBoard replaces it when the engine takes a side.
    pub(super) fn repeat_title(&self) {
        if let Some(text) = &self.game.shown_title {
            self.print(&renaming(Some(text)));
        }
    }

    pub(super) fn undo(&mut self, plies: usize) {
        let turn = self.game.session.turn();
        if !self.game.session.undo(plies) {
            self.print("Error (nothing to take back): undo");
            return;
        }
        self.abort();
        if matches!(self.role.mode, Mode::Play(side) if plies > 1 || side != turn) {
            self.role.time.undo();
        }
        self.game.went_back();
        self.print_state();
        if self.role.mode == Mode::Analyse {
            self.analyze();
        }
    }
}
