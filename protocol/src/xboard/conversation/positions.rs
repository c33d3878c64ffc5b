//! Positions: new games, positions set up, moves taken back.

use movegen::Color;
use movegen::fen::printable;
use movegen::variants::NAMES;

use super::Conversation;
use crate::options::game_of;
use crate::xboard::command::Command;
use crate::xboard::edit;
use crate::xboard::messages::renaming;
use crate::xboard::role::Mode;

/// A parent game that none of ours has, and whose rules XBoard does not keep.
const DETOUR: &str = "great";

impl Conversation {
    pub(super) fn set_up(&mut self, command: Command) {
        match command {
            Command::New => self.new_game(),
            Command::Variant(name) => match game_of(&name) {
                Some(game) => self.play_game(game),
                None => self.complain(&format!("Error (unsupported variant): {}", printable(&name))),
            },
            Command::SetBoard(fen) => self.set_board(&fen),
            _ => {
                self.abort();
                self.edited = Some(Vec::new());
            }
        }
    }

    /// A game of chess in which the engine plays Black; another game is named right afterwards.
    fn new_game(&mut self) {
        self.abort();
        self.role.against_program = false;
        self.play_game(NAMES[0]);
        self.role.time.new_game();
        self.role.mode = Mode::Play(Color::Black);
        self.role.is_paused = false;
    }

    /// Opens the game at its start.
    fn play_game(&mut self, name: &str) {
        self.abort();
        let task = self.game.open(name, self.settings(), self.role.against_program);
        self.searches.hand_over(task);
        for line in self.game.session.definition() {
            self.say(&line);
        }
        self.is_defined_just_now = true;
        self.begin_anew();
    }

    /// Tells XBoard, as soon as a game has moves, what it needs for saving it.
    pub(super) fn define_for_saving(&mut self) {
        if !std::mem::replace(&mut self.game.is_defined_for_saving, true) {
            for line in self.game.session.definition_for_saving() {
                self.say(&line);
            }
        }
    }

    fn set_board(&mut self, fen: &str) {
        // In the middle of a move of several plies XBoard writes a pass as the position behind it.
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
            Err(error) => self.complain(&format!("tellusererror Illegal position: {error}")),
        }
    }

    /// XBoard that has loaded a position on its command line shows the game's start again as soon as it hears how the game
    /// is defined. So the game is defined anew, with this position as its start; XBoard listens only if the parent game
    /// changes, hence the detour by another one. It sends the start itself before, which needs no answer.
    fn define_at(&mut self, fen: &str) {
        let is_told_first = self.told_first == Some(self.game.session.name());
        if !self.is_defined_just_now || !is_told_first {
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
        for parent in [&format!("{size}_{DETOUR}"), parent] {
            self.say(&format!("{table}{parent} {}", printable(fen)));
        }
        for line in &lines[1..] {
            self.say(line);
        }
    }

    /// A position stands that no move has led to.
    fn begin_anew(&mut self) {
        self.game.begin_anew();
        self.say_state();
    }

    pub(super) fn end_edit(&mut self) {
        let lines = self.edited.take().unwrap_or_default();
        let turn = self.game.session.turn();
        self.set_board(&edit::fen(&self.game.session.fen(), &lines, turn));
    }

    /// Tells what holds beyond the board, if that has changed: by a line that XBoard shows among the engine's thoughts, and
    /// in a title that stays.
    pub(super) fn say_state(&mut self) {
        if let Some(text) = self.game.new_state() {
            self.say(&format!("0 0 0 0 {text}"));
        }
        if let Some(line) = self.game.new_title(self.role.against_program).map(renaming) {
            self.say(&line);
        }
    }

    /// Tells the title again: XBoard writes one of its own when the engine takes a side.
    pub(super) fn repeat_title(&self) {
        if let Some(text) = &self.game.told_title {
            self.say(&renaming(Some(text)));
        }
    }

    pub(super) fn undo(&mut self, plies: usize) {
        let turn = self.game.session.turn();
        if !self.game.session.undo(plies) {
            self.say("Error (nothing to take back): undo");
            return;
        }
        self.abort();
        if matches!(self.role.mode, Mode::Play(side) if plies > 1 || side != turn) {
            self.role.time.took_back();
        }
        self.game.went_back();
        self.say_state();
        if self.role.mode == Mode::Analyse {
            self.analyze();
        }
    }
}
