//! Playing: sides, moves, pondering, results.

use std::time::Duration;

use games::Limits;
use movegen::Color;
use movegen::fen::printable;

use super::{Conversation, Mode};
use crate::xboard::pending::Delayed;
use crate::xboard::searches::Purpose;
use crate::xboard::session::Received;

/// Time for the other side to claim the result after the engine's last move.
const CLAIM_DELAY: Duration = Duration::from_secs(1);

impl Conversation {
    pub(super) fn stop_playing(&mut self) {
        self.abort();
        self.mode = Mode::Force;
    }

    /// Plays this side, whose turn it is. The client may continue a game that is over by repetition or clock alone.
    pub(super) fn go(&mut self, side: Color) {
        self.abort();
        self.mode = Mode::Play(side);
        self.game.session.take_side(side);
        self.repeat_title();
        if !self.game.session.has_to_choose(side) {
            self.claim();
            return;
        }
        self.game.is_over = false;
        match self.game.session.pass_first(side) {
            Some(text) => self.print(&format!("move {text}")),
            None => self.think(),
        }
    }

    /// Plays this side, also if it is not its turn.
    pub(super) fn play_side(&mut self, side: Color) {
        self.abort();
        self.mode = Mode::Play(side);
        self.game.session.take_side(side);
        if self.game.session.has_to_choose(side) {
            self.think();
        }
    }

    pub(super) fn set_opponent_is_program(&mut self) {
        self.against_program = true;
        self.game.session.set_opponent(true);
    }

    pub(super) fn set_pondering(&mut self, on: bool) {
        self.ponders = on;
        if !on && self.searches.expected().is_some() {
            self.abort();
        }
    }

    pub(super) fn pause(&mut self, on: bool) {
        if on && self.searches.running.is_some() {
            self.abort();
            self.is_paused = true;
        } else if !on && std::mem::take(&mut self.is_paused) {
            match self.mode {
                Mode::Play(side) if self.game.session.has_to_choose(side) => self.think(),
                Mode::Play(_) => self.ponder(),
                Mode::Analyse => self.analyze(),
                Mode::Force => {}
            }
        }
    }

    // Moves.

    pub(super) fn user_move(&mut self, text: &str) {
        if self.searches.is_for_move() {
            self.print_error(&format!("Illegal move (not your turn): {}", printable(text)));
            return;
        }
        match self.game.session.receive(text) {
            Some(received) => self.after_move(text, received),
            None => self.print_error(&format!("Illegal move: {}", printable(text))),
        }
    }

    pub(super) fn after_move(&mut self, text: &str, received: Received) {
        self.replies.delayed = None;
        self.is_defined_just_now = false;
        self.game.is_over = false;
        let Received::Move { m, is_shown } = received else { return };
        let is_expected = self.searches.expected() == Some(&*m);
        if !is_expected {
            self.abort();
            self.game.reply = None;
        }
        self.game.excluded.clear();
        if !is_shown && !self.against_program && matches!(self.mode, Mode::Play(_)) {
            // XBoard undoes the move and then shows it as the engine writes it.
            self.print_error(&format!("Illegal move (it is shown as it should be): {}", printable(text)));
            for text in self.game.session.show_again() {
                self.print(&format!("move {text}"));
            }
        }
        self.print_state();
        match self.mode {
            Mode::Analyse => self.analyze(),
            Mode::Play(side) => {
                if !self.claim() && self.game.session.has_to_choose(side) {
                    match is_expected {
                        true => self.searches.ponder_hit(),
                        false => self.think(),
                    }
                }
            }
            Mode::Force => {}
        }
    }

    /// Accepts a draw by an offer of its own if the engine is worse.
    pub(super) fn consider_draw(&mut self) {
        if matches!(self.mode, Mode::Play(_)) && !self.game.is_over && self.game.is_worse {
            self.print("offer draw");
        }
    }

    // Searches.

    pub(super) fn begin(&mut self, purpose: Purpose, limits: Limits) {
        self.abort();
        self.set_strength(purpose == Purpose::Analysis);
        // The lines of a search replace the previous ones in XBoard's window, including the state.
        if let (Purpose::Move | Purpose::Analysis, Some(text), true) = (&purpose, &self.game.shown_state, self.posts) {
            let line = format!("0 0 0 0 {text}");
            self.print(&line);
        }
        let excluded = if purpose == Purpose::Analysis { self.game.excluded.clone() } else { Vec::new() };
        self.searches.begin(self.game.session.as_ref(), purpose, limits, excluded, self.options.view().lines);
    }

    fn think(&mut self) {
        let limits = self.time.limits(self.options.engine.settings().overhead);
        self.begin(Purpose::Move, limits);
    }

    fn ponder(&mut self) {
        let is_free = self.ponders && !self.game.is_over && !self.is_paused;
        let Some(expected) = self.game.reply.as_ref().filter(|_| is_free).cloned() else { return };
        let limits = self.time.limits(self.options.engine.settings().overhead);
        self.begin(Purpose::Ponder(expected), Limits { ponder: true, ..limits });
    }

    pub(super) fn finish(&mut self, best: Option<String>, reply: Option<String>, is_worse: bool) {
        let Some(running) = self.searches.running.take() else { return };
        match running.purpose {
            Purpose::Hint => {
                if let Some(best) = best {
                    self.print(&format!("Hint: {best}"));
                }
            }
            Purpose::Move => {
                self.game.is_worse = is_worse;
                self.game.reply = reply;
                self.replies.delayed = None;
                if let Some(best) = best {
                    for text in self.game.session.play(&best) {
                        self.print(&format!("move {text}"));
                    }
                    self.time.moved(running.since.elapsed());
                }
                self.answer_pings();
                self.print_state();
                if !self.claim() {
                    self.ponder();
                }
            }
            Purpose::Ponder(_) | Purpose::Analysis => {}
        }
    }

    /// Claims the result if the game is over. Against a program the loser claims a win of the other side, which every XBoard
    /// accepts, and the side to move claims a draw; the other side waits for that.
    fn claim(&mut self) -> bool {
        let (Some(outcome), Mode::Play(side)) = (self.game.session.outcome(), self.mode) else { return false };
        if self.game.is_over {
            return true;
        }
        self.abort();
        self.game.is_over = true;
        let claims_first = match outcome.winner {
            Some(winner) => winner != side,
            None => self.game.session.turn() == side,
        };
        if claims_first || !self.against_program {
            self.print(&outcome.to_string());
        } else {
            self.replies.delay(CLAIM_DELAY, Delayed::Claim(outcome));
        }
        true
    }
}
