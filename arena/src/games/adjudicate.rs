//! Adjudication of games as drawn, won or too long, by the values that engines report. Every rule is optional.

use movegen::Color;

use super::ending::Ending;
use crate::config::{DrawRule, ResignRule};
use crate::players::Value;

/// The state of the adjudication rules in one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    most_plies: Option<u32>,
    /// The number of consecutive choices with a level value.
    level: u32,
    /// The number of consecutive choices of each side with a lost value, and with a won value.
    lost: [u32; 2],
    won: [u32; 2],
    choices: u32,
}

impl Adjudicator {
    /// Starts a game with rules for draws, for resignation, and for the maximum length in plies.
    pub const fn new(draw: Option<DrawRule>, resign: Option<ResignRule>, most_plies: Option<u32>) -> Self {
        Self { draw, resign, most_plies, level: 0, lost: [0; 2], won: [0; 2], choices: 0 }
    }

    /// Records the value of a side's choice, from its own view. `progress`: the choice was a capture or pawn move, which restarts
    /// the count for draws.
    pub fn record(&mut self, side: Color, value: Option<Value>, progress: bool) {
        self.choices += 1;
        let is_level = |margin: i32| matches!(value, Some(Value::Cp(n)) if n.abs() <= margin);
        self.level = match self.draw {
            Some(rule) if !progress && is_level(rule.margin) => self.level + 1,
            _ => 0,
        };
        let Some(rule) = self.resign else { return };
        let (lost, won) = match value {
            Some(Value::Cp(n)) => (n <= -rule.margin, n >= rule.margin),
            Some(Value::Mate(n)) => (n <= 0, n > 0),
            None => (false, false),
        };
        let count = |before: u32, is_so: bool| if is_so { before + 1 } else { 0 };
        self.lost[side] = count(self.lost[side], lost);
        self.won[side] = count(self.won[side], won);
    }

    /// Returns the end of the game, if it is adjudicated before the move of this number.
    pub fn adjudicate(&self, move_number: u32) -> Option<Ending> {
        if let Some(rule) = self.resign {
            let is_lost =
                |side: Color| self.lost[side] >= rule.moves && (!rule.is_twosided || self.won[!side] >= rule.moves);
            if let Some(loser) = Color::BOTH.into_iter().find(|&side| is_lost(side)) {
                return Some(Ending::AdjudicatedWin(!loser));
            }
        }
        if let Some(rule) = self.draw
            && move_number > rule.from_move
            && self.level >= 2 * rule.moves
        {
            return Some(Ending::AdjudicatedDraw);
        }
        self.most_plies.filter(|&most| self.choices >= most).map(|_| Ending::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Adjudicator {
        Adjudicator::new(draw, resign, None)
    }

    #[test]
    fn level_values_of_both_sides_draw() {
        let mut game = with(Some(DrawRule { from_move: 10, moves: 2, margin: 8 }), None);
        for (side, value) in [(Color::White, 8), (Color::Black, -8), (Color::White, 0), (Color::Black, 5)] {
            assert_eq!(game.adjudicate(40), None);
            game.record(side, Some(Value::Cp(value)), false);
        }
        assert_eq!((game.adjudicate(40), game.adjudicate(10)), (Some(Ending::AdjudicatedDraw), None));
        for (value, progress) in [(Some(Value::Cp(9)), false), (Some(Value::Cp(0)), true), (None, false)] {
            let mut other = game.clone();
            other.record(Color::White, value, progress);
            assert_eq!(other.adjudicate(40), None);
        }
    }

    #[test]
    fn lost_values_of_one_side_resign() {
        let rule = ResignRule { moves: 2, margin: 400, is_twosided: false };
        let (mut one, mut two) = (with(None, Some(rule)), with(None, Some(ResignRule { is_twosided: true, ..rule })));
        for value in [Value::Cp(-400), Value::Mate(-3)] {
            assert_eq!(one.adjudicate(9), None);
            for game in [&mut one, &mut two] {
                game.record(Color::White, Some(Value::Cp(100)), false);
                game.record(Color::Black, Some(value), true);
            }
        }
        assert_eq!(one.adjudicate(9), Some(Ending::AdjudicatedWin(Color::White)));
        assert_eq!(two.adjudicate(9), None, "White does not agree");
        two.record(Color::White, Some(Value::Cp(400)), false);
        two.record(Color::White, Some(Value::Mate(5)), false);
        assert_eq!(two.adjudicate(9), Some(Ending::AdjudicatedWin(Color::White)));
        one.record(Color::Black, Some(Value::Cp(-399)), false);
        assert_eq!(one.adjudicate(9), None);
    }

    #[test]
    fn maximum_length_draws() {
        let mut game = Adjudicator::new(None, None, Some(4));
        for _ in 0..4 {
            assert_eq!(game.adjudicate(1), None);
            game.record(Color::White, None, true);
        }
        assert_eq!(game.adjudicate(1), Some(Ending::TooLong));
    }

    #[test]
    fn counts_are_per_side_and_restart() {
        let rule = DrawRule { from_move: 10, moves: 3, margin: 8 };
        let mut game = with(Some(rule), None);
        for _ in 0..3 {
            for side in Color::BOTH {
                assert_eq!(game.adjudicate(11), None);
                game.record(side, Some(Value::Cp(0)), false);
            }
        }
        assert_eq!((game.adjudicate(11), game.adjudicate(10)), (Some(Ending::AdjudicatedDraw), None));
        game.record(Color::White, Some(Value::Mate(1)), false);
        assert_eq!(game.adjudicate(11), None);
        let mut other = with(None, Some(ResignRule { moves: 1, margin: 400, is_twosided: false }));
        for (value, is_lost) in [
            (Some(Value::Mate(0)), true),
            (Some(Value::Mate(1)), false),
            (Some(Value::Mate(-1)), true),
            (Some(Value::Cp(400)), false),
            (None, false),
            (Some(Value::Cp(-400)), true),
        ] {
            other.record(Color::White, value, false);
            let expected = is_lost.then_some(Ending::AdjudicatedWin(Color::Black));
            assert_eq!(other.adjudicate(1), expected, "{value:?}");
        }
    }

    #[test]
    fn twosided_resignation_needs_won_values() {
        let rule = ResignRule { moves: 1, margin: 400, is_twosided: true };
        for (value, agrees) in
            [(Value::Cp(400), true), (Value::Cp(399), false), (Value::Mate(1), true), (Value::Mate(0), false)]
        {
            let mut game = with(None, Some(rule));
            game.record(Color::Black, Some(value), false);
            game.record(Color::White, Some(Value::Cp(-400)), false);
            assert_eq!(game.adjudicate(1), agrees.then_some(Ending::AdjudicatedWin(Color::Black)), "{value:?}");
        }
    }
}
