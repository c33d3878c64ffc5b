//! Mouse input in Apocalypse: the colours of a piece's targets and the answers to clicks. `turn_based/mouse.rs` is the
//! counterpart for the other games.

use std::collections::BTreeSet;

use apocalypse::rules::{Choice, Position, Square};
use games::explain::apocalypse::promotes;
use games::plies::apocalypse::captures_on_the_way;
use movegen::Color;

use crate::xboard::marks::{DICTATED, GAMBLE, ON_THE_WAY, TARGET, rows};
use crate::xboard::session::ClickReply;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Clicks {
    from: Option<Square>,
    /// The piece that a pawn captures on the last rank before its relocation.
    via: Option<Square>,
}

impl Clicks {
    /// A piece was picked up, or clicked on the way, for which XBoard sends the same command. Returns the colours of all squares.
    pub(crate) fn lift(&mut self, pos: &Position, side: Color, at: Square) -> String {
        if self.via != Some(at) {
            *self = Self { from: Some(at), via: None };
        }
        let choices = self.choices(pos, side);
        let mut marks = [None; 25];
        for choice in &choices {
            let to = &mut marks[choice.to().index()];
            match self.via {
                Some(via) if choice.is_safe_relocation() => *to = (choice.via() == via).then_some(TARGET).or(*to),
                // The piece on the way may also be the target of a gamble: after a second click it is.
                Some(via) => *to = (choice.to() == via).then_some(GAMBLE).or(*to),
                None if self.is_unmarked(pos, side, *choice, &choices) => {}
                None => *to = to.filter(|mark| *mark != GAMBLE).or(Some(colour(pos, side, *choice))),
            }
        }
        if self.via.is_none() {
            let ways = choices.iter().filter(|choice| captures_on_the_way(pos, side, **choice));
            ways.for_each(|choice| marks[choice.via().index()] = Some(ON_THE_WAY));
        }
        rows(&marks, 5)
    }

    /// A square was chosen. Returns the answer, if any.
    pub(crate) fn put(&mut self, pos: &Position, side: Color, at: Square) -> Option<ClickReply> {
        let choices = self.choices(pos, side);
        if self.via.is_none() && choices.iter().any(|c| captures_on_the_way(pos, side, *c) && c.via() == at) {
            self.via = Some(at);
            return None;
        }
        let promotes = |choice: &Choice| choice.to() == at && colour(pos, side, *choice) == DICTATED;
        choices.iter().any(promotes).then_some(ClickReply::Dictated('N'))
    }

    fn choices(&self, pos: &Position, side: Color) -> Vec<Choice> {
        pos.choices(side).into_iter().filter(|choice| Some(choice.from()) == self.from).collect()
    }

    /// Returns `true` if a target is not marked. Several routes may lead a pawn to a square: a click there means the one without
    /// a capture, or the only one. For another route the captured piece is clicked first.
    fn is_unmarked(&self, pos: &Position, side: Color, choice: Choice, choices: &[Choice]) -> bool {
        let ways: BTreeSet<Square> = choices.iter().filter(|c| c.to() == choice.to()).map(|c| c.via()).collect();
        captures_on_the_way(pos, side, choice) && ways.len() > 1
    }
}

fn colour(pos: &Position, side: Color, choice: Choice) -> char {
    match (choice.is_speculative(), promotes(pos, side, choice)) {
        (true, _) => GAMBLE,
        (false, true) => DICTATED,
        (false, false) => TARGET,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMOTION: &str = "n1p1n/1P3/5/p3P/N4 w - - 0 1";
    const RELOCATION: &str = "n1p1n/1P3/5/p3P/N3N w - - 0 1";

    fn at(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    fn lifted(fen: &str, square: &str) -> (Position, Clicks, String) {
        let pos: Position = fen.parse().unwrap();
        let mut clicks = Clicks::default();
        let colours = clicks.lift(&pos, Color::White, at(square));
        (pos, clicks, colours)
    }

    #[test]
    fn safe_targets_are_yellow_and_gambles_red() {
        assert_eq!(lifted(Position::START, "a1").2, "5/5/1Y3/2Y2/5");
        assert_eq!(lifted(Position::START, "a2").2, "5/5/YR3/5/5");
    }

    #[test]
    fn promotion_is_dictated() {
        let (pos, mut clicks, colours) = lifted(PROMOTION, "b4");
        assert_eq!(colours, "BBB2/5/5/5/5");
        assert_eq!(clicks.put(&pos, Color::White, at("c5")), Some(ClickReply::Dictated('N')));
    }

    #[test]
    fn relocation_captures_the_piece_clicked_first() {
        let (pos, mut clicks, colours) = lifted(RELOCATION, "b4");
        assert_eq!(colours, "C1C2/Y1YYY/YYYYY/1YYY1/1YYY1", "nothing is captured by a click on the square itself");
        assert_eq!(clicks.put(&pos, Color::White, at("c5")), None);
        assert_eq!(clicks.lift(&pos, Color::White, at("c5")), "5/Y1YYY/YYYYY/1YYY1/1YYY1");
        assert_eq!(clicks.put(&pos, Color::White, at("d2")), None);
        assert_eq!(clicks.lift(&pos, Color::White, at("a1")), "5/5/1Y3/2Y2/5", "another piece begins anew");
    }

    #[test]
    fn only_route_needs_no_extra_click() {
        assert_eq!(lifted("npp1n/1P3/5/p3P/N3N w - - 0 1", "b4").2, "C1C2/5/5/5/5");
        assert_eq!(lifted("1pp1n/1P3/5/p3P/N3N w - - 0 1", "b4").2, "2C2/Y1YYY/YYYYY/1YYY1/1YYY1");
    }

    #[test]
    fn piece_on_the_way_can_be_gamble_target() {
        // If the knight on c4 is captured, the pawn becomes a knight where it would have been relocated.
        let (pos, mut clicks, colours) = lifted("n1p1n/1PN2/5/p3P/4N w - - 0 1", "b4");
        assert!(colours.starts_with("CRC2/"), "{colours}");
        assert_eq!(clicks.put(&pos, Color::White, at("c5")), None);
        assert!(clicks.lift(&pos, Color::White, at("c5")).starts_with("2R2/Y2YY/"));
        assert_eq!(clicks.put(&pos, Color::White, at("c5")), None);
    }
}
