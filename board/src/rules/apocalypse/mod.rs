//! Apocalypse, in which both sides choose at once.

mod gamble;
mod pieces;

use std::collections::BTreeMap;

use apocalypse::{Choice, Position, Square};
use engine::book::AnyBook;
use games::explain::Illegal;
use movegen::variants::APOCALYPSE;
use movegen::{Color, Game, Record};

use super::explain::explanation;
use super::{PlayedGame, Texts, result_view, wrong_fen, wrong_move};
use crate::messages::{
    BookView, Choices, ErrorCode, Explanation, HistoryEntry, MoveMade, PaymentView, PositionView, Refusal, ResultView,
    Sides, Turn,
};
use pieces::{piece_at, squares};

/// A game of Apocalypse in progress.
#[derive(Clone, Debug)]
pub struct Apocalypse {
    record: Record<Position>,
    texts: Vec<Texts>,
}

impl Apocalypse {
    /// Creates a game at a FEN or at the start position.
    pub(super) fn new(fen: Option<&str>) -> Result<Self, Refusal> {
        let start = match fen {
            None => Position::start(),
            Some(fen) => fen.parse().map_err(|error| wrong_fen(&error))?,
        };
        Ok(Self { record: Record::new(start), texts: Vec::new() })
    }

    fn pos(&self) -> &Position {
        self.record.position()
    }
}

/// Writes a choice, with a question mark for a gamble.
fn written(choice: Choice) -> String {
    format!("{choice}{}", if choice.is_speculative() { "?" } else { "" })
}

impl PlayedGame for Apocalypse {
    fn variant(&self) -> &'static str {
        APOCALYPSE
    }

    fn start(&self) -> String {
        self.record.first().to_string()
    }

    fn played(&self) -> &[Texts] {
        &self.texts
    }

    fn turn(&self) -> Turn {
        Turn::Both
    }

    fn view(&self) -> PositionView {
        let pos = self.pos();
        let board: BTreeMap<_, _> = squares().filter_map(|at| Some((at.to_string(), piece_at(pos, at)?))).collect();
        PositionView {
            variant: APOCALYPSE.to_owned(),
            fen: pos.to_string(),
            board,
            turn: Turn::Both,
            check: Vec::new(),
            checkers: Vec::new(),
            governments: None,
            penalties: Some(Sides::new(Color::BOTH.map(|color| pos.penalties(color)))),
            face_off: None,
            camps: None,
            result: pos.outcome().map(result_view),
        }
    }

    fn choices(&self, side: Color) -> Choices {
        match self.record.outcome() {
            None => gamble::choices(self.pos(), side),
            Some(_) => Choices { side: side.into(), origins: Vec::new() },
        }
    }

    fn pay(&self, _target: &str, _paid: &[String]) -> Result<PaymentView, Refusal> {
        Err(Refusal::new(ErrorCode::Unsupported, format!("no piece can be bought in {APOCALYPSE}")))
    }

    fn book(&self, _book: &AnyBook) -> BookView {
        BookView::default()
    }

    fn explain(&self, side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal> {
        if pay {
            self.pay(to, &[])?;
        }
        let square = |text: &str| Square::parse(text).ok_or_else(|| super::wrong_square(text));
        Ok(match self.record.outcome() {
            Some(outcome) => explanation(APOCALYPSE, Some(&Illegal::Over(outcome))),
            None => gamble::explain(self.pos(), side, square(from)?, square(to)?),
        })
    }

    fn read_move(&self, side: Color, text: &str) -> Result<String, Refusal> {
        if self.record.outcome().is_some() {
            return Err(Refusal::new(ErrorCode::Over, "the game is over"));
        }
        let choice = self.pos().parse_move(side, text.trim_end_matches('?')).map_err(|error| wrong_move(&error))?;
        Ok(choice.to_string())
    }

    fn play(&mut self, choices: &Texts) -> Result<HistoryEntry, Refusal> {
        let [Some(white), Some(black)] = choices else {
            return Err(Refusal::new(ErrorCode::NotYourTurn, "both sides have to choose"));
        };
        let texts = [self.read_move(Color::White, white)?, self.read_move(Color::Black, black)?];
        let before = *self.pos();
        let read = |side: Color| before.parse_move(side, &texts[side]).map_err(|error| wrong_move(&error));
        let chosen = [read(Color::White)?, read(Color::Black)?];
        self.record.play(chosen.map(Some));
        let made = |side: Color| MoveMade {
            side: side.into(),
            m: texts[side].clone(),
            san: written(chosen[side]),
            squares: vec![chosen[side].from().to_string(), chosen[side].to().to_string()],
            millis: None,
            sealed: None,
        };
        let entry = HistoryEntry {
            ply: self.texts.len(),
            number: u32::from(before.turn_number()),
            moves: Color::BOTH.map(made).to_vec(),
            events: gamble::events(&before, chosen, self.pos()),
            fen: self.pos().to_string(),
            ..HistoryEntry::default()
        };
        self.texts.push(texts.map(Some));
        Ok(entry)
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
        moves.to_vec()
    }

    fn write_threat(&self, _moves: &[String]) -> Vec<String> {
        Vec::new()
    }
}
