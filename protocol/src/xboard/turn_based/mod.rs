//! A game in which the sides move in turn, at XBoard's board: the game, XBoard's board, and the plies that led to it.

mod mouse;
mod words;

use games::explain::At;
use games::plies::{Board, Decoded, Ply, decode, definition, letter_after, pieces, script};
use games::{AnySession, GameSession, SetUpError};
use movegen::{Color, Game, Move, MoveKind, Outcome, Position, Square, Variant};

use super::session::{ClickReply, Lifted, LineWriter, Received, Session};
use mouse::Clicks;

struct ShownPly {
    before: Board,
    /// The text that an engine receives; `None` for a pass.
    text: Option<String>,
    /// `true` for the last ply of a move.
    ends_move: bool,
}

pub(super) struct TurnBasedSession<V: Variant> {
    game: GameSession<Position<V>>,
    plies: Vec<ShownPly>,
    shown: Board,
    clicks: Clicks,
}

impl<V: Variant> Default for TurnBasedSession<V> {
    fn default() -> Self {
        Self::at(Position::start())
    }
}

impl<V: Variant> TurnBasedSession<V> {
    pub(super) fn at(pos: Position<V>) -> Self {
        Self { game: GameSession::at(pos), plies: Vec::new(), shown: Board::of(&pos), clicks: Clicks::default() }
    }

    fn pos(&self) -> &Position<V> {
        self.game.position()
    }

    /// The plies of an incomplete move.
    fn incomplete(&self) -> &[ShownPly] {
        let begin = self.plies.iter().rposition(|ply| ply.ends_move).map_or(0, |last| last + 1);
        &self.plies[begin..]
    }

    /// The board after the last complete move.
    fn base(&self) -> &Board {
        self.incomplete().first().map_or(&self.shown, |ply| &ply.before)
    }

    /// Adds a ply that leads to this board, and plays the move that it completes.
    fn push(&mut self, text: Option<String>, shown: Board, complete: Option<Move>) {
        let before = std::mem::replace(&mut self.shown, shown);
        self.plies.push(ShownPly { before, text, ends_move: complete.is_some() });
        if let Some(m) = complete {
            let turn = self.pos().turn();
            self.game.play(turn, m);
        }
    }

    fn after(&self, ply: &Ply) -> Board {
        let mut shown = self.shown.clone();
        shown.play(ply);
        shown
    }

    /// Receives a text, or a pass, as the next ply of a move's script.
    fn receive_ply(&mut self, text: Option<&str>) -> Option<Received> {
        let mut relayed_texts: Vec<Option<String>> = self.incomplete().iter().map(|ply| ply.text.clone()).collect();
        relayed_texts.push(text.map(str::to_owned));
        Some(match decode(self.pos(), self.base(), &relayed_texts)? {
            Decoded::Move(m, ply) => self.complete(text, m, &ply),
            Decoded::Part(ply) => {
                self.push(text.map(str::to_owned), self.after(&ply), None);
                Received::Part
            }
        })
    }

    fn complete(&mut self, text: Option<&str>, m: Move, ply: &Ply) -> Received {
        let name = self.pos().write_move(m);
        self.push(text.map(str::to_owned), self.after(ply), Some(m));
        let is_shown = self.shown.differs_from(&pieces(self.pos())) == 0;
        Received::Move { m: name, is_shown }
    }

    /// Receives a purchase for several pieces that were clicked. XBoard's text for it is incomplete.
    fn receive_clicks(&mut self, text: &str, clicks: &Clicks) -> Option<Received> {
        let [first, second, rest @ ..] = &clicks.lifted[..] else { return None };
        let (target, m) = (clicks.target?, mouse::purchase(self.pos(), clicks)?);
        if !text.starts_with(&first.to_string()) {
            return None;
        }
        let [first, second, target] = [*first, *second, target].map(At::from);
        let letter = letter_after(self.pos(), m);
        let third = rest.first().map(|&at| at.into());
        let received = self.complete(Some(text), m, &Ply::trample(first, third, second, target, letter));
        // XBoard saves the clicks in a form that it cannot load, so it has to show the plies of the script.
        let Received::Move { m, .. } = received else { return Some(received) };
        Some(Received::Move { m, is_shown: false })
    }

    /// Receives a move in any notation of the game.
    fn receive_notation(&mut self, text: &str) -> Option<Received> {
        let m = self.pos().parse_move(text).ok()?;
        // XBoard shows the squares of the text; castling has other spellings.
        let is_castling = V::CASTLES_ONTO_ROOK && m.kind() == MoveKind::Castle;
        let ply =
            Ply::parse(text).filter(|ply| !is_castling && matches!(ply, Ply::Go(step) if step.to == m.to().into()));
        if let Some(ply) = ply {
            return Some(self.complete(Some(text), m, &ply));
        }
        let (mut shown, name) = (self.shown.clone(), self.pos().write_move(m));
        script(self.pos(), self.base(), m).iter().for_each(|ply| shown.play(ply));
        self.push(Some(text.to_owned()), shown, Some(m));
        Some(Received::Move { m: name, is_shown: true })
    }

    fn show(&mut self, m: Move) -> Vec<String> {
        let plies = script(self.pos(), self.base(), m);
        for (index, ply) in plies.iter().enumerate() {
            let is_last = index + 1 == plies.len();
            self.push(self.shown.relayed(ply), self.after(ply), is_last.then_some(m));
        }
        plies.iter().map(ToString::to_string).collect()
    }
}

impl<V: Variant> Session for TurnBasedSession<V> {
    fn game(&self) -> &dyn AnySession {
        &self.game
    }

    fn definition(&self) -> Vec<String> {
        definition::lines(self.pos().game())
    }

    fn definition_for_saving(&self) -> Vec<String> {
        definition::lines_for_saving(self.pos().game())
    }

    /// XBoard's en-passant squares and castling rights may be invalid: an invalid FEN is tried without them.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), SetUpError> {
        let pos = match fen {
            None => Game::first(self.pos()),
            Some(fen) => self.pos().read_fen(fen).or_else(|error| {
                let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
                let mut without = |index: usize| -> Option<Position<V>> {
                    *fields.get_mut(index)? = "-";
                    self.pos().read_fen(&fields.join(" ")).ok()
                };
                without(3).or_else(|| without(2)).ok_or(error)
            })?,
        };
        *self = Self::at(pos);
        Ok(())
    }

    fn turn(&self) -> Color {
        self.pos().turn()
    }

    fn has_to_choose(&self, side: Color) -> bool {
        self.turn() == side && self.incomplete().is_empty() && self.pos().outcome().is_none()
    }

    fn receive(&mut self, text: &str) -> Option<Received> {
        let clicks = std::mem::take(&mut self.clicks);
        let received = self.receive_clicks(text, &clicks).or_else(|| self.receive_ply(Some(text)));
        match self.incomplete().is_empty() {
            true => received.or_else(|| self.receive_notation(text)),
            false => received,
        }
    }

    fn receive_position(&mut self, fen: &str) -> Option<Received> {
        let board = Board::new(fen.split(' ').next()?, &[]);
        let is_shown = board.pieces() == self.shown.pieces();
        if is_shown && !self.plies.is_empty() { self.receive_ply(None) } else { None }
    }

    fn parse_move(&self, text: &str) -> Option<String> {
        let m = match decode(self.pos(), &self.shown, &[Some(text.to_owned())]) {
            Some(Decoded::Move(m, _)) => Some(m),
            _ => self.pos().parse_move(text).ok(),
        };
        m.map(|m| self.pos().write_move(m))
    }

    fn play(&mut self, m: &str) -> Vec<String> {
        self.clicks = Clicks::default();
        match self.pos().parse_move(m) {
            Ok(m) => self.show(m),
            Err(error) => {
                log::error!("the engine's move in {}: {error}", self.pos());
                Vec::new()
            }
        }
    }

    fn show_again(&mut self) -> Vec<String> {
        let last = self.game.record().moves().last().copied();
        let Some(m) = last.and_then(|both| both.into_iter().flatten().next()) else { return Vec::new() };
        self.undo(1);
        self.show(m)
    }

    fn undo(&mut self, plies: usize) -> bool {
        self.clicks = Clicks::default();
        let Some(first) = self.plies.len().checked_sub(plies) else { return false };
        let gone = self.plies.split_off(first);
        let moves_gone = gone.iter().filter(|ply| ply.ends_move).count();
        if let Some(ply) = gone.into_iter().next() {
            self.shown = ply.before;
            self.game.undo_to(self.game.record().moves().len() - moves_gone, None);
        }
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.incomplete().is_empty() { self.game.outcome() } else { None }
    }

    fn state(&self) -> Option<String> {
        words::state(self.pos())
    }

    fn brief_state(&self) -> Option<String> {
        words::brief_state(self.pos())
    }

    fn lift(&mut self, square: &str) -> Option<Lifted> {
        if definition::is_known(self.pos().game().name()) {
            return None;
        }
        let at = Square::parse(square)?;
        self.clicks.lift(at);
        let (pos, lifted) = (self.game.position(), &self.clicks.lifted);
        Some(Lifted { colours: mouse::colours(pos, &self.shown, lifted), remark: words::remark(pos, lifted) })
    }

    fn put(&mut self, square: &str) -> Option<ClickReply> {
        if definition::is_known(self.pos().game().name()) {
            return None;
        }
        mouse::click(self.game.position(), &self.shown, &mut self.clicks, Square::parse(square)?)
    }

    fn line_writer(&self, after: Option<&str>) -> LineWriter {
        let (mut root, mut shown) = (*self.pos(), self.shown.clone());
        if let Some(m) = after.and_then(|text| root.parse_move(text).ok()) {
            script(&root, &shown, m).iter().for_each(|ply| shown.play(ply));
            root.play(m, &mut ());
        }
        Box::new(move |moves| write_line(&root, shown.clone(), moves))
    }
}

/// Writes a line as XBoard would show it from this board, so that the user can step through it there.
fn write_line<V: Variant>(root: &Position<V>, mut board: Board, moves: &[String]) -> String {
    let mut pos = *root;
    let mut texts = Vec::with_capacity(moves.len());
    for text in moves {
        let Ok(m) = pos.parse_move(text) else { break };
        let plies = script(&pos, &board, m);
        texts.push(match plies[..] {
            [ply] => ply.to_string(),
            _ => text.clone(),
        });
        plies.iter().for_each(|ply| board.play(ply));
        pos.play(m, &mut ());
    }
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Insurrection;

    #[test]
    fn line_is_written_as_it_is_shown() {
        let root: Position<Insurrection> = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1".parse().unwrap();
        let shown = Board::new(&root.board_text(), &[]);
        assert_eq!(write_line(&root, shown, &["f3e5".to_owned()]), "f3e5p");
    }
}
