//! Analysis: excluded moves, progress, hints.

use std::time::Duration;

use games::Limits;
use movegen::fen::printable;

use super::{Conversation, Mode};
use crate::xboard::searches::Purpose;

const HINT_TIME: Duration = Duration::from_millis(300);

impl Conversation {
    pub(super) fn analyze(&mut self) {
        self.mode = Mode::Analyse;
        self.begin(Purpose::Analysis, Limits { infinite: true, ..Limits::default() });
    }

    /// Restarts a running analysis after a change of its settings.
    pub(super) fn restart_analysis(&mut self) {
        if self.mode == Mode::Analyse && self.searches.running.is_some() {
            self.analyze();
        }
    }

    pub(super) fn select(&mut self, m: Option<&str>, included: bool) {
        match m {
            None => self.game.excluded = if included { Vec::new() } else { self.game.session.moves() },
            Some(text) => match self.game.session.parse_move(text) {
                Some(m) => {
                    self.game.excluded.retain(|other| *other != m);
                    if !included {
                        self.game.excluded.push(m);
                    }
                }
                None => {
                    self.print_error(&format!("Error (no such move): {}", printable(text)));
                    return;
                }
            },
        }
        if self.mode == Mode::Analyse {
            self.analyze();
        }
    }

    pub(super) fn hint(&mut self) {
        match (&self.game.reply, &self.searches.running) {
            (Some(reply), _) => self.print(&format!("Hint: {reply}")),
            (None, None) if self.game.session.outcome().is_none() => {
                self.begin(Purpose::Hint, Limits { move_time: Some(HINT_TIME), ..Limits::default() });
            }
            _ => {}
        }
    }

    pub(super) fn print_status(&mut self) {
        let Some(running) = &self.searches.running else { return };
        if running.purpose != Purpose::Analysis {
            return;
        }
        let total = self.game.session.moves().len();
        let (number, m) = &running.current;
        let left = total.saturating_sub(*number);
        let time = running.since.elapsed().as_millis() / 10;
        self.print(format!("stat01: {time} {} {} {left} {total} {m}", running.nodes, running.depth).trim_end());
    }
}
