//! A game in which the sides move in turn, at XBoard's board: the game, what XBoard shows of it, and by which plies it came
//! there.

mod mouse;
pub(super) mod report;
mod words;

use engine::Settings;
use games::plies::{Board, Decoded, Ply, decode, definition, letter_after, pieces, script, spot};
use movegen::fen::FenError;
use movegen::{Color, Move, Outcome, Position, Square, Variant};

use super::search::{self, SearchOrder, Task};
use super::session::{ClickReply, Lifted, Received, Session};
use crate::game::{AnyEngine, AnyMove, GameSession, SearchedGame};
use mouse::Clicks;
use report::Reporter;

/// A ply that XBoard shows.
struct ShownPly {
    /// The board before it.
    before: Board,
    /// The text in which it reaches an engine; none for a pass.
    text: Option<String>,
    /// Whether it is the last one of a move.
    ends_move: bool,
}

/// A turn-based game at XBoard's board.
pub(super) struct TurnBasedSession<V: Variant> {
    game: GameSession<Position<V>>,
    plies: Vec<ShownPly>,
    shown: Board,
    clicks: Clicks,
}

impl<V: Variant> TurnBasedSession<V> {
    /// The game at its start.
    pub(super) fn new(settings: Settings) -> Self {
        let game = GameSession::<Position<V>>::new(settings);
        let shown = Board::of(game.position());
        Self { game, plies: Vec::new(), shown, clicks: Clicks::default() }
    }

    fn pos(&self) -> &Position<V> {
        self.game.position()
    }

    /// The plies of a move that is not complete yet.
    fn incomplete(&self) -> &[ShownPly] {
        let begin = self.plies.iter().rposition(|ply| ply.ends_move).map_or(0, |last| last + 1);
        &self.plies[begin..]
    }

    /// The board that stood when the last move was complete.
    fn base(&self) -> &Board {
        self.incomplete().first().map_or(&self.shown, |ply| &ply.before)
    }

    /// XBoard shows a ply, which leads to this board; with a move if that is complete now.
    fn push(&mut self, text: Option<String>, shown: Board, complete: Option<Move>) {
        let before = std::mem::replace(&mut self.shown, shown);
        self.plies.push(ShownPly { before, text, ends_move: complete.is_some() });
        if let Some(m) = complete {
            self.game.play(self.pos().turn(), m);
        }
    }

    /// The board after a ply.
    fn after(&self, ply: &Ply) -> Board {
        let mut shown = self.shown.clone();
        shown.play(ply);
        shown
    }

    /// The text, or the pass, as the next ply of a move's script.
    fn receive_ply(&mut self, text: Option<&str>) -> Option<Received> {
        let mut heard: Vec<Option<String>> = self.incomplete().iter().map(|ply| ply.text.clone()).collect();
        heard.push(text.map(str::to_owned));
        match decode(self.pos(), self.base(), &heard)? {
            Decoded::Move(m, ply) => Some(self.complete(text, m, &ply)),
            Decoded::Part(ply) => {
                self.push(text.map(str::to_owned), self.after(&ply), None);
                Some(Received::Part)
            }
        }
    }

    fn complete(&mut self, text: Option<&str>, m: Move, ply: &Ply) -> Received {
        self.push(text.map(str::to_owned), self.after(ply), Some(m));
        let is_shown = self.shown.differs_from(&pieces(self.pos())) == 0;
        Received::Move { m: AnyMove::TurnBased(m), is_shown }
    }

    /// A purchase for several pieces, clicked together: XBoard's text for it does not tell all of it.
    fn receive_clicks(&mut self, text: &str, clicks: &Clicks) -> Option<Received> {
        let [first, second, rest @ ..] = &clicks.lifted[..] else { return None };
        let (target, m) = (clicks.target?, mouse::purchase(self.pos(), clicks)?);
        if !text.starts_with(&first.to_string()) {
            return None;
        }
        let [first, second, target] = [*first, *second, target].map(spot);
        let letter = letter_after(self.pos(), m);
        let third = rest.first().map(|&at| spot(at));
        let received = self.complete(Some(text), m, &Ply::trample(first, third, second, target, letter));
        // XBoard would save the clicks in a form that it does not read again: it is to show the plies of the script.
        let Received::Move { m, .. } = received else { return Some(received) };
        Some(Received::Move { m, is_shown: false })
    }

    /// A move in any notation that the game reads.
    fn receive_notation(&mut self, text: &str) -> Option<Received> {
        let m = self.pos().parse_move(text).ok()?;
        // What XBoard shows of it is what the text says, if it says squares at all; castling has other spellings.
        let ply = Ply::parse(text).filter(|ply| matches!(ply, Ply::Go(step) if step.to == spot(m.to())));
        if let Some(ply) = ply {
            return Some(self.complete(Some(text), m, &ply));
        }
        let mut shown = self.shown.clone();
        script(self.pos(), self.base(), m).iter().for_each(|ply| shown.play(ply));
        self.push(Some(text.to_owned()), shown, Some(m));
        Some(Received::Move { m: AnyMove::TurnBased(m), is_shown: true })
    }

    fn show(&mut self, m: Move) -> Vec<String> {
        let plies = script(self.pos(), self.base(), m);
        for (index, ply) in plies.iter().enumerate() {
            let is_last = index + 1 == plies.len();
            self.push(self.shown.relayed(ply), self.after(ply), is_last.then_some(m));
        }
        plies.iter().map(ToString::to_string).collect()
    }

    fn last_move(&self) -> Option<Move> {
        self.game.record().moves().last().and_then(|both| both.iter().flatten().next().copied())
    }
}

impl<V: Variant> Session for TurnBasedSession<V> {
    fn name(&self) -> &'static str {
        V::NAME
    }

    fn definition(&self) -> Vec<String> {
        definition::lines::<V>()
    }

    fn definition_for_saving(&self) -> Vec<String> {
        definition::lines_for_saving::<V>()
    }

    /// XBoard writes en-passant squares and castling rights that do not always fit: a FEN that cannot stand with them is
    /// tried without.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let pos = match fen {
            None => Position::start(),
            Some(fen) => fen.parse().or_else(|error| {
                let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
                let mut without = |index: usize| -> Option<Position<V>> {
                    *fields.get_mut(index)? = "-";
                    fields.join(" ").parse().ok()
                };
                without(3).or_else(|| without(2)).ok_or(error)
            })?,
        };
        self.game.begin_at(pos);
        self.shown = Board::of(&pos);
        self.plies.clear();
        self.clicks = Clicks::default();
        Ok(())
    }

    fn fen(&self) -> String {
        self.pos().to_string()
    }

    fn engine(&self) -> Box<dyn AnyEngine> {
        Box::new(self.game.engine().clone())
    }

    fn turn(&self) -> Color {
        self.pos().turn()
    }

    fn is_asked(&self, side: Color) -> bool {
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

    fn parse_move(&self, text: &str) -> Option<AnyMove> {
        match decode(self.pos(), &self.shown, &[Some(text.to_owned())]) {
            Some(Decoded::Move(m, _)) => Some(m),
            _ => self.pos().parse_move(text).ok(),
        }
        .map(AnyMove::TurnBased)
    }

    fn play(&mut self, m: AnyMove) -> Vec<String> {
        self.clicks = Clicks::default();
        match Position::<V>::from_any(m).filter(|&m| self.pos().is_legal(m, &self.pos().constraints())) {
            Some(m) => self.show(m),
            None => {
                log::error!("the engine has chosen no move of {}: {m:?}", self.pos());
                Vec::new()
            }
        }
    }

    fn show_again(&mut self) -> Vec<String> {
        let Some(m) = self.last_move() else { return Vec::new() };
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
            self.game.take_back_to(self.game.record().moves().len() - moves_gone, None);
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

    fn moves(&self) -> Vec<AnyMove> {
        self.pos().legal_moves().into_iter().map(AnyMove::TurnBased).collect()
    }

    fn lift(&mut self, square: &str) -> Option<Lifted> {
        if definition::is_known(V::NAME) {
            return None;
        }
        let at = Square::parse(square)?;
        self.clicks.lift(at);
        let (pos, lifted) = (self.game.position(), &self.clicks.lifted);
        Some(Lifted { colours: mouse::colours(pos, &self.shown, lifted), remark: words::remark(pos, lifted) })
    }

    fn put(&mut self, square: &str) -> Option<ClickReply> {
        if definition::is_known(V::NAME) {
            return None;
        }
        mouse::click(self.game.position(), &self.shown, &mut self.clicks, Square::parse(square)?)
    }

    fn search(&self, order: SearchOrder) -> Task {
        let (mut record, mut shown) = (self.game.record().clone(), self.shown.clone());
        if let Some(m) = order.after.and_then(Position::<V>::from_any) {
            script(self.pos(), &shown, m).iter().for_each(|ply| shown.play(ply));
            record.push(m);
        }
        let (root, lines, repeats) = (*record.position(), order.lines, order.limits.infinite);
        search::task(
            self.game.engine().clone(),
            record,
            root.turn(),
            order,
            Reporter::new(root, Some(shown), lines, repeats),
        )
    }
}
