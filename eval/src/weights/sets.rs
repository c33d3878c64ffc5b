//! The weights of a game, a set for each side, and the parameters in which a tuner sees them.

use std::ops::Index;

use movegen::{Color, PieceType};

use super::layout::{self, BLOCKS, Block, LEN, Weight};
use crate::pair::Pair;

/// The largest number that a weight may have, and the least one with the sign turned.
pub const LARGEST: i32 = 9_999;

/// The weights of one side. A plain number stands in the middle-game half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set(pub(super) [Pair; LEN]);

impl Set {
    /// A plain weight.
    #[inline]
    pub fn plain(&self, weight: Weight) -> i32 {
        self[weight].middle()
    }

    /// Whether any weight of the block differs from nothing.
    pub fn uses(&self, block: &Block) -> bool {
        self.0[block.range()].iter().any(|&pair| pair != Pair::ZERO)
    }
}

impl Index<Weight> for Set {
    type Output = Pair;
    #[inline]
    fn index(&self, weight: Weight) -> &Pair {
        &self.0[weight.index()]
    }
}

/// All weights of a game: one set for each side. In a symmetrical game the sets are equal, and a file gives one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub(super) letters: String,
    pub(super) sets: Box<[Set; 2]>,
}

impl Weights {
    /// Weights that are all nothing, for a game whose piece types have these letters.
    pub fn zero(letters: &str) -> Self {
        let letters = letters.chars().take(PieceType::MAX).collect();
        Self { letters, sets: Box::new([Set([Pair::ZERO; LEN]); 2]) }
    }

    /// Returns the built-in weights for a game, by its name and the letters of its piece types: its own, those of its base
    /// if the base has the same letters, else those of chess, in which a piece type that chess does not know counts as a
    /// knight.
    pub fn of_game(name: &str, letters: &str) -> Self {
        if let Some(file) = gamedata::weights(name) {
            match Self::parse(file.content, letters) {
                Ok(weights) => return weights,
                Err(error) => assert!(file.owner != name, "weights of {name}: {error}"),
            }
        }
        let chess = gamedata::weights("chess").expect("chess has weights");
        let mut weights = Self::parse(chess.content, "pnbrqk").expect("the tests parse every file");
        weights.letters = letters.chars().take(PieceType::MAX).collect();
        weights.take_strangers_for_knights();
        weights
    }

    fn take_strangers_for_knights(&mut self) {
        let by_piece_type = || BLOCKS.iter().filter(|block| block.rows == layout::Rows::PieceTypes);
        let piece_types = self.letters.chars().count();
        for set in self.sets.iter_mut() {
            for (block, piece_type) in
                by_piece_type().flat_map(|block| (6..piece_types).map(move |piece_type| (block, piece_type)))
            {
                for column in 0..block.columns {
                    set.0[block.cell(piece_type, column).index()] = set[block.cell(PieceType::KNIGHT.index(), column)];
                }
            }
        }
        // What a draw needs is known of the orthodox pieces only.
        for index in layout::DRAWISH.range() {
            self.sets.iter_mut().for_each(|set| set.0[index] = Pair::ZERO);
        }
    }

    /// One small letter for each kind of the game.
    pub fn letters(&self) -> &str {
        &self.letters
    }

    /// The weights of one side.
    #[inline]
    pub fn of(&self, color: Color) -> &Set {
        &self.sets[color]
    }

    /// Whether both sides have the same weights.
    pub fn is_symmetrical(&self) -> bool {
        self.sets[0] == self.sets[1]
    }

    /// Every number that can be tuned, in the order of the file. In a symmetrical game each stands for both sides.
    pub fn parameters(&self) -> Vec<Parameter> {
        let colors = if self.is_symmetrical() { vec![None] } else { Color::BOTH.map(Some).to_vec() };
        let mut all = Vec::new();
        for block in BLOCKS {
            for (color, row) in colors.iter().flat_map(|&color| (0..self.rows(block)).map(move |row| (color, row))) {
                for weight in (0..block.columns).map(|column| block.cell(row, column)) {
                    all.push(Parameter { color, weight, half: Half::Middle });
                    if block.tapered {
                        all.push(Parameter { color, weight, half: Half::End });
                    }
                }
            }
        }
        all
    }

    /// The number that a parameter has now.
    pub fn get(&self, parameter: Parameter) -> i32 {
        let pair = self.sets[parameter.color.unwrap_or(Color::White)][parameter.weight];
        match parameter.half {
            Half::Middle => pair.middle(),
            Half::End => pair.end(),
        }
    }

    /// Sets a parameter, cut to what a weight may be.
    pub fn set(&mut self, parameter: Parameter, number: i32) {
        let number = number.clamp(-LARGEST, LARGEST);
        for color in Color::BOTH.into_iter().filter(|&color| parameter.color.is_none_or(|only| only == color)) {
            let pair = &mut self.sets[color].0[parameter.weight.index()];
            *pair = match parameter.half {
                Half::Middle => Pair::new(number, pair.end()),
                Half::End => Pair::new(pair.middle(), number),
            };
        }
    }

    /// How many rows of a block mean something in this game.
    pub(super) fn rows(&self, block: &Block) -> usize {
        match block.rows {
            layout::Rows::PieceTypes => self.letters.len(),
            rows => rows.count(),
        }
    }
}

/// One number that can be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Parameter {
    /// The side whose weight it is; `None` for both.
    pub color: Option<Color>,
    /// The weight.
    pub weight: Weight,
    /// The half of the weight; a plain weight is in the middle-game half.
    pub half: Half,
}

/// A half of a [`Pair`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Half {
    /// The middle game.
    Middle,
    /// The end game.
    End,
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};

    struct OfGame;

    impl VisitTurnBased for OfGame {
        type Out = Weights;
        fn turn_based<V: movegen::Variant>(self) -> Weights {
            Weights::of_game(V::NAME, V::LETTERS)
        }
    }

    fn of_game(name: &str) -> Weights {
        with_turn_based(name, OfGame).unwrap()
    }

    #[test]
    fn the_weights_of_every_game_survive_being_written_and_read() {
        for name in TURN_BASED {
            let weights = of_game(name);
            let again = Weights::parse(&weights.to_string(), weights.letters()).unwrap();
            assert!(again == weights, "{name}");
        }
    }

    #[test]
    fn chess_is_symmetrical_and_empire_is_not() {
        assert!(of_game("chess").is_symmetrical());
        assert!(!of_game("empire").is_symmetrical());
    }

    #[test]
    fn a_game_without_a_file_plays_by_the_weights_of_chess() {
        let (chess, unknown) = (of_game("chess"), Weights::of_game("unheard of", "pnbrqkx"));
        let value = |weights: &Weights, piece_type| weights.of(Color::Black)[layout::VALUE.at(piece_type)];
        for piece_type in 0..6 {
            assert_eq!(value(&chess, piece_type), value(&unknown, piece_type));
        }
        assert_eq!(value(&unknown, 6), value(&chess, PieceType::KNIGHT.index()));
        assert!(!unknown.of(Color::White).uses(&layout::DRAWISH));
    }

    #[test]
    fn every_parameter_has_a_name_of_its_own_and_can_be_set() {
        for name in TURN_BASED {
            let mut weights = of_game(name);
            let parameters = weights.parameters();
            let mut names: Vec<_> = parameters.iter().map(|&parameter| weights.name(parameter)).collect();
            for (i, &parameter) in parameters.iter().enumerate() {
                weights.set(parameter, i as i32 % 100);
            }
            for (i, &parameter) in parameters.iter().enumerate() {
                assert_eq!(weights.get(parameter), i as i32 % 100, "{}", names[i]);
            }
            names.sort();
            names.dedup();
            assert_eq!(names.len(), parameters.len());
        }
    }
}
