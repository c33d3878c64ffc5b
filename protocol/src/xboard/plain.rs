//! A game between this engine and a client that keeps the rules itself: moves go both ways as `docs/protocol.md` writes
//! them, whatever XBoard's board would need. A client asks for it by accepting the feature `coordinates`.
//!
//! Where both sides choose at once, a line of the client has both choices of a turn, White's first, and the engine's answer
//! is its own choice alone: it is played when the client tells it with the other one, which the engine does not see before.

use apocalypse::rules;
use engine::Settings;
use movegen::fen::FenError;
use movegen::{Color, Outcome, Position, Turn, Variant};

use super::apocalypse::report::Reporter as ApocalypseReporter;
use super::search::{self, SearchOrder, SearchReporter, Task};
use super::session::{ClickReply, Lifted, Received, Session};
use super::turn_based::report::Reporter as TurnBasedReporter;
use crate::game::{AnyEngine, AnyMove, GameSession, SearchedGame};

/// A game whose searches can be told of in coordinates.
pub(super) trait ReportedGame: SearchedGame {
    /// Makes events of the reports of a search of this position for a side, with so many lines.
    fn reporter(&self, side: Color, lines: usize) -> impl SearchReporter<Self>;
}

impl<V: Variant> ReportedGame for Position<V> {
    fn reporter(&self, _side: Color, lines: usize) -> impl SearchReporter<Self> {
        TurnBasedReporter::new(*self, None, lines, true)
    }
}

impl ReportedGame for rules::Position {
    fn reporter(&self, side: Color, _lines: usize) -> impl SearchReporter<Self> {
        ApocalypseReporter { side }
    }
}

/// A game of which only moves are told.
pub(super) struct PlainSession<G: SearchedGame> {
    game: GameSession<G>,
    /// The side that the engine plays, where both choose at once.
    own: Color,
    /// Whether its choice of this turn has been told.
    has_chosen: bool,
}

impl<G: ReportedGame> PlainSession<G> {
    /// The game at its start.
    pub(super) fn new(settings: Settings) -> Self {
        Self { game: GameSession::new(settings), own: Color::White, has_chosen: false }
    }

    /// The side for which moves are looked for.
    fn side(&self) -> Color {
        match self.game.position().turn() {
            Turn::One(side) => side,
            Turn::Both => self.own,
        }
    }
}

impl<G: ReportedGame> Session for PlainSession<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn definition(&self) -> Vec<String> {
        Vec::new()
    }

    fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let position = fen.map_or_else(|| Ok(G::start()), str::parse)?;
        self.game.begin_at(position);
        self.has_chosen = false;
        Ok(())
    }

    fn fen(&self) -> String {
        self.game.position().to_string()
    }

    fn engine(&self) -> Box<dyn AnyEngine> {
        Box::new(self.game.engine().clone())
    }

    fn turn(&self) -> Color {
        self.side()
    }

    fn is_asked(&self, side: Color) -> bool {
        let is_its_turn = match self.game.position().turn() {
            Turn::One(turn) => turn == side,
            Turn::Both => !(self.has_chosen && side == self.own),
        };
        is_its_turn && self.game.position().outcome().is_none()
    }

    fn take_side(&mut self, side: Color) {
        if side != self.own {
            (self.own, self.has_chosen) = (side, false);
        }
    }

    fn receive(&mut self, text: &str) -> Option<Received> {
        let pos = self.game.position();
        let m = match pos.turn() {
            Turn::One(side) => {
                let m = pos.parse_move(side, text).ok()?;
                self.game.play(side, m);
                m
            }
            Turn::Both => {
                let (white, black) = text.split_once(' ')?;
                let white = pos.parse_move(Color::White, white).ok()?;
                let black = pos.parse_move(Color::Black, black.trim_start()).ok()?;
                self.game.play(Color::White, white);
                self.game.play(Color::Black, black);
                self.has_chosen = false;
                black
            }
        };
        Some(Received::Move { m: G::to_any(m), is_shown: true })
    }

    fn receive_position(&mut self, _fen: &str) -> Option<Received> {
        None
    }

    fn play(&mut self, m: AnyMove) -> Vec<String> {
        let (pos, side) = (self.game.position(), self.side());
        let Some(m) = G::from_any(m).filter(|m| pos.moves(side).contains(m)) else {
            log::error!("the engine has chosen no move of {pos}: {m:?}");
            return Vec::new();
        };
        let text = pos.write_move(m);
        match pos.turn() {
            Turn::One(_) => self.game.play(side, m),
            Turn::Both => self.has_chosen = true,
        }
        vec![text]
    }

    fn show_again(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn undo(&mut self, plies: usize) -> bool {
        let Some(turns) = self.game.record().moves().len().checked_sub(plies) else { return false };
        self.game.take_back_to(turns, None);
        self.has_chosen = false;
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn state(&self) -> Option<String> {
        None
    }

    fn brief_state(&self) -> Option<String> {
        None
    }

    fn moves(&self) -> Vec<AnyMove> {
        self.game.position().moves(self.side()).into_iter().map(G::to_any).collect()
    }

    fn parse_move(&self, text: &str) -> Option<AnyMove> {
        self.game.position().parse_move(self.side(), text).ok().map(G::to_any)
    }

    fn lift(&mut self, _square: &str) -> Option<Lifted> {
        None
    }

    fn put(&mut self, _square: &str) -> Option<ClickReply> {
        None
    }

    fn search(&self, order: SearchOrder) -> Task {
        let (mut record, side) = (self.game.record().clone(), self.side());
        if let (Turn::One(turn), Some(m)) = (record.position().turn(), order.after.and_then(G::from_any)) {
            record.play_for(turn, m);
        }
        let side = if let Turn::One(turn) = record.position().turn() { turn } else { side };
        let reporter = record.position().reporter(side, order.lines);
        search::task(self.game.engine().clone(), record, side, order, reporter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Subversion;

    fn session<G: ReportedGame>(fen: &str) -> PlainSession<G> {
        let mut session = PlainSession::new(Settings::default());
        session.set_up(Some(fen)).unwrap();
        session
    }

    #[test]
    fn payments_of_any_number_are_one_text_both_ways() {
        let fen = "7k/8/8/8/4q3/3N4/PPP3PP/2B1K3 w - - 0 1";
        let text = "c1a2b2c2g2h2d3e4q";
        let mut one = session::<Position<Subversion>>(fen);
        let mut two = session::<Position<Subversion>>(fen);
        let m = one.parse_move(text).unwrap();
        let said = one.play(m);
        assert_eq!(said.len(), 1);
        assert!(matches!(two.receive(&said[0]), Some(Received::Move { is_shown: true, .. })));
        assert_eq!(one.fen(), two.fen());
        assert!(two.receive("a2a2").is_none() && two.receive("").is_none());
    }

    #[test]
    fn a_choice_is_played_when_it_is_told_with_the_other_one() {
        let mut game = session::<rules::Position>(rules::Position::START);
        let start = game.fen();
        game.take_side(Color::Black);
        assert!(game.is_asked(Color::Black));
        let m = game.parse_move("a4b3").unwrap();
        assert_eq!(game.play(m), ["a4b3"]);
        assert!(!game.is_asked(Color::Black) && game.fen() == start, "it is asked once, and nothing is played yet");
        for wrong in ["a4b3", "a1b3", "a1b3 ", "a1b3 a1b3", "a1b3 a4b3 x", " "] {
            assert!(game.receive(wrong).is_none() && game.fen() == start, "{wrong}");
        }
        assert!(game.receive("a1b3 a4b3").is_some() && game.is_asked(Color::Black));
        assert_eq!(game.fen(), "npppn/4p/1p3/P3P/1PPPN w - - 0 2 00");
        assert!(game.undo(1) && !game.undo(1) && game.fen() == start);
    }
}
