//! Positions: new games, `setboard`, `edit`, undo.

use movegen::Color;
use movegen::fen::printable;

use super::{Conversation, Mode};
use crate::xboard::edit;
use crate::xboard::messages::renaming;
use games::registry::NAMES;

/// A parent game of XBoard that no game uses, with rules that XBoard does not enforce.
const OTHER_PARENT: &str = "great";

impl Conversation {
    /// Starts a game of chess in which the engine plays Black. For another game `variant` follows.
    pub(super) fn new_game(&mut self) {
        self.abort();
        self.against_program = false;
        self.play_game(NAMES[0]);
        self.time.new_game();
        self.mode = Mode::Play(Color::Black);
        self.is_paused = false;
    }

    pub(super) fn play_game(&mut self, name: &str) {
        self.abort();
        self.game.open(name, self.against_program);
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

    pub(super) fn set_board(&mut self, fen: &str) {
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
                if self.mode == Mode::Analyse {
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
        let is_announced = self.announced_game == Some(self.game.session.game().name());
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

    fn begin_anew(&mut self) {
        self.game.went_back();
        self.game.is_worse = false;
        self.game.shown_state = None;
        self.print_state();
    }

    pub(super) fn end_edit(&mut self) {
        let lines = self.edited.take().unwrap_or_default();
        let turn = self.game.session.turn();
        self.set_board(&edit::fen(&self.game.session.game().fen(), &lines, turn));
    }

    /// Sends the state beyond the board if it has changed: as a line among those of the search, and as the title.
    pub(super) fn print_state(&mut self) {
        let state = self.game.session.state();
        if state != self.game.shown_state {
            self.game.shown_state = state;
            if let Some(text) = self.game.shown_state.clone() {
                self.print(&format!("0 0 0 0 {text}"));
            }
        }
        // Programs have no title.
        let title = if self.against_program { None } else { self.game.session.brief_state() };
        if title != self.game.shown_title {
            self.print(&renaming(title.as_deref()));
            self.game.shown_title = title;
        }
    }

    /// Sends the title again: XBoard replaces it when the engine takes a side.
    pub(super) fn repeat_title(&mut self) {
        if let Some(text) = &self.game.shown_title {
            let line = renaming(Some(text));
            self.print(&line);
        }
    }

    pub(super) fn undo(&mut self, plies: usize) {
        let turn = self.game.session.turn();
        if !self.game.session.undo(plies) {
            self.print("Error (nothing to take back): undo");
            return;
        }
        self.abort();
        if matches!(self.mode, Mode::Play(side) if plies > 1 || side != turn) {
            self.time.undo();
        }
        self.game.went_back();
        self.print_state();
        if self.mode == Mode::Analyse {
            self.analyze();
        }
    }
}
