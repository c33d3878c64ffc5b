//! Games that are called off: drawn, won, or too long. Engines' values decide; every rule is off unless asked for.

use movegen::Color;

use super::ending::Ending;
use crate::config::{DrawRule, ResignRule};
use crate::players::Value;

/// What has been said so far in one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    most_plies: Option<u32>,
    /// Choices in a row that found the game level.
    level: u32,
    /// Choices in a row of each side that found it lost for itself, or won.
    lost: [u32; 2],
    won: [u32; 2],
    choices: u32,
}

impl Adjudicator {
    /// Rules at the beginning of a game: when it is called drawn, won, and after how many plies too long.
    pub const fn new(draw: Option<DrawRule>, resign: Option<ResignRule>, most_plies: Option<u32>) -> Self {
        Self { draw, resign, most_plies, level: 0, lost: [0; 2], won: [0; 2], choices: 0 }
    }

    /// A side has chosen with this value of its own. `progress` says that a capture or pawn move was made: a game that
    /// moves on is not called drawn.
    pub fn note(&mut self, side: Color, value: Option<Value>, progress: bool) {
        self.choices += 1;
        let is_level = |margin: i32| matches!(value, Some(Value::Cp(n)) if n.abs() <= margin);
        self.level = match self.draw {
            Some(rule) if !progress && is_level(rule.margin) => self.level + 1,
            _ => 0,
        };
        let Some(rule) = self.resign else { return };
        let (is_lost, is_won) = match value {
            Some(Value::Cp(n)) => (n <= -rule.margin, n >= rule.margin),
            Some(Value::Mate(n)) => (n <= 0, n > 0),
            None => (false, false),
        };
        let count = |before: u32, is_so: bool| if is_so { before + 1 } else { 0 };
        self.lost[side] = count(self.lost[side], is_lost);
        self.won[side] = count(self.won[side], is_won);
    }

    /// Whether the game is called off before the move of this number.
    pub fn calls_off(&self, move_number: u32) -> Option<Ending> {
        if let Some(rule) = self.resign {
            let gives_up =
                |side: Color| self.lost[side] >= rule.moves && (!rule.is_twosided || self.won[!side] >= rule.moves);
            if let Some(loser) = Color::BOTH.into_iter().find(|&side| gives_up(side)) {
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
    fn a_game_is_drawn_when_both_sides_have_long_found_it_level() {
        let mut game = with(Some(DrawRule { from_move: 10, moves: 2, margin: 8 }), None);
        for (side, value) in [(Color::White, 8), (Color::Black, -8), (Color::White, 0), (Color::Black, 5)] {
            assert_eq!(game.calls_off(40), None);
            game.note(side, Some(Value::Cp(value)), false);
        }
        assert_eq!((game.calls_off(40), game.calls_off(10)), (Some(Ending::AdjudicatedDraw), None));
        for (value, progress) in [(Some(Value::Cp(9)), false), (Some(Value::Cp(0)), true), (None, false)] {
            let mut other = game.clone();
            other.note(Color::White, value, progress);
            assert_eq!(other.calls_off(40), None);
        }
    }

    #[test]
    fn a_game_is_won_when_the_loser_says_so_long_enough() {
        let rule = ResignRule { moves: 2, margin: 400, is_twosided: false };
        let (mut one, mut two) = (with(None, Some(rule)), with(None, Some(ResignRule { is_twosided: true, ..rule })));
        for value in [Value::Cp(-400), Value::Mate(-3)] {
            assert_eq!(one.calls_off(9), None);
            for game in [&mut one, &mut two] {
                game.note(Color::White, Some(Value::Cp(100)), false);
                game.note(Color::Black, Some(value), true);
            }
        }
        assert_eq!(one.calls_off(9), Some(Ending::AdjudicatedWin(Color::White)));
        assert_eq!(two.calls_off(9), None, "White does not agree");
        two.note(Color::White, Some(Value::Cp(400)), false);
        two.note(Color::White, Some(Value::Mate(5)), false);
        assert_eq!(two.calls_off(9), Some(Ending::AdjudicatedWin(Color::White)));
        one.note(Color::Black, Some(Value::Cp(-399)), false);
        assert_eq!(one.calls_off(9), None);
    }

    #[test]
    fn a_game_that_grows_too_long_is_drawn() {
        let mut game = Adjudicator::new(None, None, Some(4));
        for _ in 0..4 {
            assert_eq!(game.calls_off(1), None);
            game.note(Color::White, None, true);
        }
        assert_eq!(game.calls_off(1), Some(Ending::TooLong));
    }

    #[test]
    fn counts_are_in_moves_of_each_side_and_begin_anew() {
        let rule = DrawRule { from_move: 10, moves: 3, margin: 8 };
        let mut game = with(Some(rule), None);
        for _ in 0..3 {
            for side in Color::BOTH {
                assert_eq!(game.calls_off(11), None);
                game.note(side, Some(Value::Cp(0)), false);
            }
        }
        assert_eq!((game.calls_off(11), game.calls_off(10)), (Some(Ending::AdjudicatedDraw), None));
        game.note(Color::White, Some(Value::Mate(1)), false);
        assert_eq!(game.calls_off(11), None);
        let mut other = with(None, Some(ResignRule { moves: 1, margin: 400, is_twosided: false }));
        for (value, is_lost) in [
            (Some(Value::Mate(0)), true),
            (Some(Value::Mate(1)), false),
            (Some(Value::Mate(-1)), true),
            (Some(Value::Cp(400)), false),
            (None, false),
            (Some(Value::Cp(-400)), true),
        ] {
            other.note(Color::White, value, false);
            let expected = is_lost.then_some(Ending::AdjudicatedWin(Color::Black));
            assert_eq!(other.calls_off(1), expected, "{value:?}");
        }
    }

    #[test]
    fn the_winner_has_to_agree_just_as_long() {
        let rule = ResignRule { moves: 1, margin: 400, is_twosided: true };
        for (value, agrees) in
            [(Value::Cp(400), true), (Value::Cp(399), false), (Value::Mate(1), true), (Value::Mate(0), false)]
        {
            let mut game = with(None, Some(rule));
            game.note(Color::Black, Some(value), false);
            game.note(Color::White, Some(Value::Cp(-400)), false);
            assert_eq!(game.calls_off(1), agrees.then_some(Ending::AdjudicatedWin(Color::Black)), "{value:?}");
        }
    }
}
