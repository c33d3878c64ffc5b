//! Playing: which side the engine plays, when it thinks and ponders, and the results it claims.

use std::time::Duration;

use engine::Limits;
use movegen::Color;
use movegen::fen::printable;

use super::Conversation;
use crate::game::NamedMove;
use crate::xboard::command::Command;
use crate::xboard::pending::Delayed;
use crate::xboard::role::Mode;
use crate::xboard::searches::Purpose;
use crate::xboard::session::Received;

/// How long the side that has made the last move lets the other one claim the result.
const COURTESY: Duration = Duration::from_secs(1);

impl Conversation {
    pub(super) fn stop_playing(&mut self, command: &Command) {
        self.abort();
        self.role.mode = Mode::Force;
        if *command == Command::Result {
            self.game.is_over = true;
            // A comment, for whoever wants to know whether both ends saw the same game.
            self.say(&format!("# final position: {}", self.game.session.fen()));
        }
    }

    /// Plays this side, whose turn it is. In a game that is over by its history alone the client may go on.
    pub(super) fn go(&mut self, side: Color) {
        self.abort();
        self.role.mode = Mode::Play(side);
        self.game.session.take_side(side);
        self.repeat_title();
        if !self.game.session.is_asked(side) {
            self.claim();
            return;
        }
        self.game.is_over = false;
        match self.game.session.pass_first(side) {
            Some(text) => self.say(&format!("move {text}")),
            None => self.think(),
        }
    }

    /// Plays this side, whether it is its turn or not.
    pub(super) fn play_side(&mut self, side: Color) {
        self.abort();
        self.role.mode = Mode::Play(side);
        self.game.session.take_side(side);
        if self.game.session.is_asked(side) {
            self.think();
        }
    }

    pub(super) fn set_opponent_is_program(&mut self) {
        self.role.against_program = true;
        self.game.session.set_opponent(true);
    }

    pub(super) fn set_pondering(&mut self, on: bool) {
        self.role.ponders = on;
        if !on && self.searches.is_pondering() {
            self.abort();
        }
    }

    pub(super) fn pause(&mut self, on: bool) {
        if on && self.searches.running().is_some() {
            self.abort();
            self.role.is_paused = true;
        } else if !on && std::mem::take(&mut self.role.is_paused) {
            match self.role.mode {
                Mode::Play(side) if self.game.session.is_asked(side) => self.think(),
                Mode::Play(_) => self.ponder(),
                Mode::Analyse => self.analyze(),
                Mode::Force => {}
            }
        }
    }

    // Moves.

    pub(super) fn user_move(&mut self, text: &str) {
        if self.searches.is_for_move() {
            self.complain(&format!("Illegal move (not your turn): {}", printable(text)));
            return;
        }
        match self.game.session.receive(text) {
            Some(received) => self.after_move(text, received),
            None => self.complain(&format!("Illegal move: {}", printable(text))),
        }
    }

    pub(super) fn after_move(&mut self, text: &str, received: Received) {
        self.replies.cancel_delayed();
        self.is_defined_just_now = false;
        self.game.is_over = false;
        let Received::Move { m, is_shown } = received else { return };
        let is_expected = self.searches.expects(m);
        if !is_expected {
            self.abort();
            self.game.reply = None;
        }
        self.game.excluded.clear();
        if !is_shown && !self.role.against_program && matches!(self.role.mode, Mode::Play(_)) {
            // XBoard takes the move back, and then shows it as the engine writes it.
            self.complain(&format!("Illegal move (it is shown as it should be): {}", printable(text)));
            for text in self.game.session.show_again() {
                self.say(&format!("move {text}"));
            }
        }
        self.say_state();
        match self.role.mode {
            Mode::Analyse => self.analyze(),
            Mode::Play(side) => {
                if !self.claim() && self.game.session.is_asked(side) {
                    match is_expected {
                        true => self.searches.ponder_hit(),
                        false => self.think(),
                    }
                }
            }
            Mode::Force => {}
        }
    }

    /// A draw is welcome to an engine that does not think itself better.
    pub(super) fn consider_draw(&self) {
        if matches!(self.role.mode, Mode::Play(_)) && !self.game.is_over && self.game.score < 0 {
            self.say("offer draw");
        }
    }

    // Searches.

    pub(super) fn begin(&mut self, purpose: Purpose, limits: Limits) {
        self.abort();
        self.set_strength(purpose == Purpose::Analysis);
        // What is thought replaces what stood in XBoard's window before, this line included.
        if let (Purpose::Move | Purpose::Analysis, Some(text), true) = (&purpose, &self.game.told_state, self.posts) {
            self.say(&format!("0 0 0 0 {text}"));
        }
        let excluded = if purpose == Purpose::Analysis { self.game.excluded.clone() } else { Vec::new() };
        self.searches.begin(self.game.session.as_ref(), purpose, limits, excluded, self.options.view().lines);
    }

    fn think(&mut self) {
        let limits = self.role.time.limits(self.options.settings().overhead);
        self.begin(Purpose::Move, limits);
    }

    /// Thinks on the opponent's time about the reply that is expected.
    fn ponder(&mut self) {
        let is_free = self.role.ponders && !self.game.is_over && !self.role.is_paused;
        let Some(expected) = self.game.reply.as_ref().filter(|_| is_free).map(|reply| reply.m) else { return };
        let mut limits = self.role.time.limits(self.options.settings().overhead);
        limits.ponder = true;
        self.begin(Purpose::Ponder(expected), limits);
    }

    /// A search has come to its end.
    pub(super) fn finish(&mut self, best: Option<NamedMove>, reply: Option<NamedMove>, score: i32) {
        let Some(running) = self.searches.take_answered() else { return };
        match running.purpose {
            Purpose::Hint => {
                if let Some(best) = best {
                    self.say(&format!("Hint: {}", best.text));
                }
            }
            Purpose::Move => {
                self.game.score = score;
                self.game.reply = reply;
                self.replies.cancel_delayed();
                if let Some(best) = best {
                    for text in self.game.session.play(best.m) {
                        self.say(&format!("move {text}"));
                    }
                    self.role.time.moved(running.since.elapsed());
                }
                self.answer_pings();
                self.say_state();
                if !self.claim() {
                    self.ponder();
                }
            }
            Purpose::Ponder(_) | Purpose::Analysis => {}
        }
    }

    /// Says how the game has ended, if it has. Against a program the loser says so, whose word every XBoard takes, and
    /// who is to move says that it is drawn; the other side waits a little for that.
    fn claim(&mut self) -> bool {
        let (Some(outcome), Mode::Play(side)) = (self.game.session.outcome(), self.role.mode) else { return false };
        if self.game.is_over {
            return true;
        }
        self.abort();
        self.game.is_over = true;
        let is_ours_to_say = match outcome.winner {
            Some(winner) => winner != side,
            None => self.game.session.turn() == side,
        };
        if is_ours_to_say || !self.role.against_program {
            self.say(&outcome.to_string());
        } else {
            self.replies.delay(COURTESY, Delayed::Claim(outcome));
        }
        true
    }
}
