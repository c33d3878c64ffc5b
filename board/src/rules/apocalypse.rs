//! Apocalypse, in which both sides choose at once.

use ::apocalypse::rules::{knight_jumps, squares};
use ::apocalypse::{Choice, Position, Square};
use games::explain::{Effect as Fact, PieceAt, apocalypse as explain, piece_at};
use movegen::Color;
use movegen::variants::APOCALYPSE;

use super::tree::{Leaf, preview, tree};
use super::{Shown, checked, explanation, texts};
use crate::messages::{BoardChange, Effect, Explanation, GameInfo, Mode, Origin, PositionView, Refusal, Sides, Step};

impl Shown for Position {
    fn letters(&self) -> &'static str {
        "pn"
    }

    fn complete_info(&self, info: &mut GameInfo) {
        info.promotions = vec!["n".to_owned()];
        info.simultaneous = true;
    }

    fn complete_view(&self, view: &mut PositionView) {
        view.penalties = Some(Sides::new(Color::BOTH.map(|color| self.penalties(color))));
    }

    fn origins(&self, side: Color) -> Vec<Origin> {
        let leaf = |&choice: &Choice| Leaf {
            from: choice.from().into(),
            first: explain::first_target(self, side, choice).into(),
            step: step(self, side, choice),
        };
        tree(self.choices(side).iter().map(leaf).collect(), |_| Vec::new())
    }

    /// Explains a choice: the condition of a gamble, or why a piece cannot go there.
    fn explain(&self, side: Color, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal> {
        if pay {
            self.pay(to, &[])?;
        }
        let [from, to] = [checked(from, Square::parse(from))?, checked(to, Square::parse(to))?];
        if let Some(reason) = explain::illegal(self, side, from, to) {
            return Ok(explanation(APOCALYPSE, Some(&reason)));
        }
        let goes = |choice: &Choice| {
            choice.from() == from && (choice.to() == to || explain::first_target(self, side, *choice) == to)
        };
        let gamble = self.choices(side).into_iter().find(goes).and_then(|choice| explain::gamble(self, side, choice));
        let words = gamble.map_or_else(|| "legal".to_owned(), |gamble| gamble.words(APOCALYPSE));
        Ok(Explanation { legal: true, words, squares: texts([to]) })
    }

    fn turn_effects(&self, chosen: [Option<Choice>; 2], after: &Self) -> Vec<Fact> {
        let [Some(white), Some(black)] = chosen else { return Vec::new() };
        explain::turn_effects(self, [white, black], after)
    }

    fn marked(&self, choice: Choice) -> Vec<String> {
        texts([choice.from(), choice.to()])
    }

    fn reach(&self, from: &str) -> Option<[Vec<String>; 2]> {
        let from = Square::parse(from)?;
        let us = Color::BOTH.into_iter().find(|&color| self.knights(color) & from.bit() != 0)?;
        let jumps = knight_jumps(from);
        Some([!self.occupied(), !self.pieces(us)].map(|allowed| texts(squares(jumps & allowed))))
    }
}

fn step(pos: &Position, side: Color, choice: Choice) -> Step {
    let gamble = choice.is_speculative();
    Step {
        square: choice.to().to_string(),
        m: Some(choice.to_string()),
        mode: match () {
            () if pos.pieces(!side) & choice.via().bit() != 0 && !gamble => Mode::Capture,
            () if explain::is_push(pos, side, choice) => Mode::MoveOnly,
            () => Mode::Step,
        },
        gamble,
        needs: explain::gamble(pos, side, choice).map(|gamble| gamble.words(APOCALYPSE)),
        effect: alone(pos, side, choice),
        ..Step::default()
    }
}

/// Returns the effect of a choice if the other side's pieces stay; of a gamble only that the piece goes there.
fn alone(pos: &Position, side: Color, choice: Choice) -> Effect {
    let mut effect =
        if choice.is_speculative() { Effect::default() } else { preview(pos, explain::effects(pos, side, choice)) };
    let became = effect.becomes.as_ref().and_then(|letter| letter.chars().next());
    let piece = piece_at(pos, choice.from())
        .map(|piece| pos.shown(PieceAt { letter: became.unwrap_or(piece.letter), ..piece }));
    let captured = effect.captures.iter().map(|captured| &captured.square).filter(|_| choice.via() != choice.to());
    let emptied = [choice.from().to_string()].into_iter().chain(captured.cloned());
    effect.changes = emptied.map(|square| BoardChange { square, piece: None }).collect();
    effect.changes.push(BoardChange { square: choice.to().to_string(), piece });
    effect
}
