//! A game between this engine and a client that keeps the rules itself: moves are sent and received in coordinates
//! (`docs/protocol.md`). A client requests it by accepting the feature `coordinates`.
//!
//! Where both sides choose at once, a line of the client has both choices of a turn, White's first. The engine answers with
//! its own choice alone, which is played when the client sends it with the other one.

use games::{AnySession, Notation, SetUpError};
use movegen::{Color, Turn};

use super::session::{Received, Session};

pub(super) struct PlainSession {
    game: Box<dyn AnySession>,
    /// The side of the engine, where both choose at once.
    own: Color,
    /// `true` if the engine's choice of this turn has been sent.
    has_chosen: bool,
}

impl PlainSession {
    pub(super) const fn new(game: Box<dyn AnySession>) -> Self {
        Self { game, own: Color::White, has_chosen: false }
    }

    /// The legal move of a side that a text means.
    fn read(&self, side: Color, text: &str) -> Option<String> {
        self.game.convert(side, text, Notation::Coordinates, Notation::Coordinates).ok()
    }
}

impl Session for PlainSession {
    fn game(&self) -> &dyn AnySession {
        self.game.as_ref()
    }

    fn set_up(&mut self, fen: Option<&str>) -> Result<(), SetUpError> {
        self.game.set_up(fen, &[])?;
        self.has_chosen = false;
        Ok(())
    }

    fn turn(&self) -> Color {
        match self.game.turn() {
            Turn::One(side) => side,
            Turn::Both => self.own,
        }
    }

    fn has_to_choose(&self, side: Color) -> bool {
        let is_its_turn = match self.game.turn() {
            Turn::One(turn) => turn == side,
            Turn::Both => !(self.has_chosen && side == self.own),
        };
        is_its_turn && self.game.position_outcome().is_none()
    }

    fn take_side(&mut self, side: Color) {
        if side != self.own {
            (self.own, self.has_chosen) = (side, false);
        }
    }

    fn receive(&mut self, text: &str) -> Option<Received> {
        let m = match self.game.turn() {
            Turn::One(side) => {
                let m = self.read(side, text)?;
                self.game.play(side, &m).ok()?;
                m
            }
            Turn::Both => {
                let (white, black) = text.split_once(' ')?;
                let white = self.read(Color::White, white)?;
                let black = self.read(Color::Black, black.trim_start())?;
                self.game.play(Color::White, &white).ok()?;
                self.game.play(Color::Black, &black).ok()?;
                self.has_chosen = false;
                black
            }
        };
        Some(Received::Move { m, is_shown: true })
    }

    fn play(&mut self, m: &str) -> Vec<String> {
        let side = self.turn();
        let Some(text) = self.read(side, m) else {
            log::error!("the engine has chosen no move of {}: {m}", self.game.fen());
            return Vec::new();
        };
        match self.game.turn() {
            Turn::One(_) => drop(self.game.play(side, &text)),
            Turn::Both => self.has_chosen = true,
        }
        vec![text]
    }

    fn undo(&mut self, plies: usize) -> bool {
        let Some(turns) = self.game.turns().checked_sub(plies) else { return false };
        self.game.undo_to(turns);
        self.has_chosen = false;
        true
    }

    fn parse_move(&self, text: &str) -> Option<String> {
        self.read(self.turn(), text)
    }

    fn repeats_mates(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::registry;

    fn session(game: &str, fen: &str) -> PlainSession {
        PlainSession::new(registry::open(game, Some(fen), &[]).unwrap().unwrap())
    }

    #[test]
    fn payment_of_many_pieces_is_one_text() {
        let fen = "7k/8/8/8/4q3/3N4/PPP3PP/2B1K3 w - - 0 1";
        let text = "c1a2b2c2g2h2d3e4q";
        let mut one = session("subversion", fen);
        let mut two = session("subversion", fen);
        let m = one.parse_move(text).unwrap();
        let texts = one.play(&m);
        assert_eq!(texts.len(), 1);
        assert!(matches!(two.receive(&texts[0]), Some(Received::Move { is_shown: true, .. })));
        assert_eq!(one.game.fen(), two.game.fen());
        assert!(two.receive("a2a2").is_none() && two.receive("").is_none());
    }

    #[test]
    fn choice_is_played_when_received_with_the_other() {
        let mut game = session("apocalypse", apocalypse::Position::START);
        let start = game.game.fen();
        game.take_side(Color::Black);
        assert!(game.has_to_choose(Color::Black));
        let m = game.parse_move("a4b3").unwrap();
        assert_eq!(game.play(&m), ["a4b3"]);
        assert!(
            !game.has_to_choose(Color::Black) && game.game.fen() == start,
            "it is asked once, and nothing is played yet"
        );
        for wrong in ["a4b3", "a1b3", "a1b3 ", "a1b3 a1b3", "a1b3 a4b3 x", " "] {
            assert!(game.receive(wrong).is_none() && game.game.fen() == start, "{wrong}");
        }
        assert!(game.receive("a1b3 a4b3").is_some() && game.has_to_choose(Color::Black));
        assert_eq!(game.game.fen(), "npppn/4p/1p3/P3P/1PPPN w - - 0 2 00");
        assert!(game.undo(1) && !game.undo(1) && game.game.fen() == start);
    }
}
