//! A game in which the sides move in turn.

use engine::book::AnyBook;
use games::explain::Illegal;
use movegen::san::{parse_san, san};
use movegen::{Color, Move, Position, Record, Variant};

use super::view::{governments, view};
use super::{PlayedGame, Texts, book, choices, effect, explain, payment, result_view, wrong_fen, wrong_move};
use crate::messages::{
    BookView, Choices, ErrorCode, Explanation, HistoryEntry, MoveMade, PaymentView, PositionView, Refusal, ResultView,
    Turn,
};

/// A turn-based game in progress.
#[derive(Clone, Debug)]
pub struct TurnBased<V: Variant> {
    record: Record<Position<V>>,
    texts: Vec<Texts>,
}

impl<V: Variant> TurnBased<V> {
    /// Creates a game at a FEN or at the start position.
    pub(super) fn new(fen: Option<&str>) -> Result<Self, Refusal> {
        let start = match fen {
            None => Position::start(),
            Some(fen) => fen.parse().map_err(|error| wrong_fen(&error))?,
        };
        Ok(Self { record: Record::new(start), texts: Vec::new() })
    }

    fn pos(&self) -> &Position<V> {
        self.record.position()
    }
}

impl<V: Variant> PlayedGame for TurnBased<V> {
    fn variant(&self) -> &'static str {
        V::NAME
    }

    fn start(&self) -> String {
        self.record.first().to_string()
    }

    fn played(&self) -> &[Texts] {
        &self.texts
    }

    fn turn(&self) -> Turn {
        match self.pos().turn() {
            Color::White => Turn::White,
            Color::Black => Turn::Black,
        }
    }

    fn view(&self) -> PositionView {
        view(self.pos())
    }

    fn choices(&self, _side: Color) -> Choices {
        match self.record.outcome() {
            None => choices::choices(self.pos()),
            Some(_) => Choices { side: self.pos().turn().into(), origins: Vec::new() },
        }
    }

    fn pay(&self, target: &str, paid: &[String]) -> Result<PaymentView, Refusal> {
        if !V::PURCHASES {
            let why = format!("no piece can be bought in {}", V::NAME);
            return Err(Refusal::new(ErrorCode::Unsupported, why));
        }
        payment::pay(self.pos(), target, paid)
    }

    fn explain(&self, _side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal> {
        match self.record.outcome().filter(|_| self.pos().outcome().is_none()) {
            Some(outcome) => Ok(explain::explanation(V::NAME, Some(&Illegal::Over(outcome)))),
            None => explain::explain(self.pos(), from, to, pay),
        }
    }

    fn read_move(&self, side: Color, text: &str) -> Result<String, Refusal> {
        if self.record.outcome().is_some() {
            return Err(Refusal::new(ErrorCode::Over, "the game is over"));
        }
        if side != self.pos().turn() {
            let why = format!("it is not {}'s turn", side.name());
            return Err(Refusal::new(ErrorCode::NotYourTurn, why));
        }
        let m = parse_san(self.pos(), text).map_err(|error| wrong_move(&error))?;
        Ok(self.pos().write_move(m))
    }

    fn play(&mut self, choices: &Texts) -> Result<HistoryEntry, Refusal> {
        let side = self.pos().turn();
        let Some(text) = choices[side].as_deref().filter(|_| choices[!side].is_none()) else {
            return Err(Refusal::new(ErrorCode::NotYourTurn, format!("{} is to move", side.name())));
        };
        let text = self.read_move(side, text)?;
        let before = *self.pos();
        let m = before.parse_move(&text).map_err(|error| wrong_move(&error))?;
        self.record.push(m);
        let entry = HistoryEntry {
            ply: self.texts.len(),
            number: u32::from(before.move_number()),
            moves: vec![MoveMade {
                side: side.into(),
                squares: marked(&before, m),
                san: san(&before, m),
                m: text.clone(),
                millis: None,
                sealed: None,
            }],
            events: effect::events(&before, m),
            fen: self.pos().to_string(),
            governments: governments(self.pos()),
            ..HistoryEntry::default()
        };
        self.texts.push(Color::BOTH.map(|color| (color == side).then(|| text.clone())));
        Ok(entry)
    }

    fn book(&self, book: &AnyBook) -> BookView {
        book::played(self.pos(), book)
    }

    fn result(&self) -> Option<ResultView> {
        self.record.outcome().map(result_view)
    }

    fn at(&self, ply: usize) -> Box<dyn PlayedGame> {
        let record = self.record.up_to(ply);
        Box::new(Self { record, texts: self.texts.iter().take(ply).cloned().collect() })
    }

    fn keys(&self) -> Vec<u64> {
        self.record.keys().to_vec()
    }

    fn write_line(&self, moves: &[String]) -> Vec<String> {
        line_text(*self.pos(), moves)
    }

    fn write_threat(&self, moves: &[String]) -> Vec<String> {
        let mut passed = *self.pos();
        passed.pass();
        line_text(passed, moves)
    }
}

/// Writes a line in algebraic notation, up to the first illegal move.
fn line_text<V: Variant>(mut pos: Position<V>, moves: &[String]) -> Vec<String> {
    let mut line = Vec::new();
    for text in moves {
        let Ok(m) = pos.parse_move(text) else { break };
        line.push(san(&pos, m));
        pos.play(m, &mut ());
    }
    line
}

/// Returns the squares to mark for a move.
fn marked<V: Variant>(pos: &Position<V>, m: Move) -> Vec<String> {
    match m.is_purchase() {
        true => super::view::names(pos.payment(m).with(m.to())),
        false => vec![m.from().to_string(), m.to().to_string()],
    }
}
