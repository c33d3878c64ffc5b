//! Objectives of games from files other than mate: goal squares, extinction of a type, counted checks.

use movegen::definition::{Definition, Extinction, PieceSet};
use movegen::{Bitboard, Color, PieceType, Position, Square, Variant, Verdict};

use crate::pair::Pair;
use crate::weights::{BARRED, ROAD, Set};

/// Each piece that can win on a goal square, where there are several: by its moves on the empty board.
const ADVANCE: [i32; 9] = [90, 75, 45, 28, 18, 12, 7, 3, 0];
/// The only piece of a type whose extinction loses, divided by the square of the number of such pieces.
const LAST: i32 = -360;
/// The only piece of such a type is attacked.
const LAST_ATTACKED: i32 = -160;
/// Each move towards the goal where no check can interrupt it.
const UNCHECKED: i32 = 50;
/// By the checks left to give.
const CHECKS: [i32; 8] = [0, 330, 125, 50, 20, 8, 0, 0];

/// The number of moves from squares that are farther away, or from which no goal can be reached.
const FAR: u8 = 8;

/// The objectives of a game, with tables that are computed once.
pub(crate) struct Objectives {
    definition: &'static Definition,
    /// The rule by which a side without a type loses.
    extinction: Option<Extinction>,
    /// By color, piece type and square: the moves to the nearest goal on the empty board, at most [`FAR`].
    moves: Box<[[[u8; 64]; PieceType::MAX]; 2]>,
}

impl Objectives {
    /// The objectives of a game; `None` if it has none but mate and the loss of pieces.
    pub(crate) fn of(definition: &'static Definition) -> Option<Self> {
        let extinction = definition.extinction.filter(|rule| !rule.is_pseudo_royal && rule.value == Verdict::Loss);
        if extinction.is_none() && !definition.has_goal_squares() && !definition.counts_checks {
            return None;
        }
        let of = |color, index| moves_to_goal(definition, color, PieceType::new(index as u8));
        let moves = Color::BOTH.map(|color| std::array::from_fn(|index| of(color, index)));
        Some(Self { definition, extinction, moves: Box::new(moves) })
    }

    /// Returns the value for one side by its weights. `attacked` returns the squares that the enemy attacks.
    #[inline]
    pub(crate) fn value<V: Variant>(
        &self,
        weights: &Set,
        pos: &Position<V>,
        us: Color,
        attacked: impl Fn() -> Bitboard,
    ) -> Pair {
        let checks = V::checks_left(pos, us).map_or(0, |left| CHECKS[usize::from(left & 7)]);
        Pair::new(checks, checks) + self.goal(weights, pos, us, &attacked) + self.extinction(pos, us, &attacked)
    }

    /// The way to the goal squares.
    fn goal<V: Variant>(&self, weights: &Set, pos: &Position<V>, us: Color, attacked: &impl Fn() -> Bitboard) -> Pair {
        let flags = &self.definition.flags;
        if flags.region[us].is_empty() {
            return Pair::ZERO;
        }
        let types = flags.piece[us].map_or(self.definition.types, PieceSet::of);
        let (mut value, mut nearest, mut number) = (0, (FAR, None), 0);
        for piece_type in types.iter() {
            for at in pos.of(us, piece_type) {
                let moves = self.moves[us][piece_type.index()][at.index()];
                value += ADVANCE[usize::from(moves)];
                number += 1;
                if moves < nearest.0 {
                    nearest = (moves, Some((piece_type, at)));
                }
            }
        }
        let advance = if number > 1 { Pair::new(value, value) } else { Pair::ZERO };
        match nearest {
            (moves, Some((piece_type, at))) if flags.count <= 1 => {
                let safe = self.safe_moves(pos, us, piece_type, at, attacked());
                let steps = if self.definition.checking { 0 } else { UNCHECKED * i32::from(FAR - moves) };
                // A piece that has arrived may have to stay, or to wait for the answer.
                let road = safe.map(|moves| ROAD.at(moves.max(1)));
                let barred = BARRED.at(usize::from(moves).min(BARRED.columns - 1));
                advance + Pair::new(steps, steps) + weights[road.unwrap_or(barred)]
            }
            _ => advance,
        }
    }

    /// The number of moves to the goal over squares that the enemy does not attack; `None` if it is 9 or more.
    fn safe_moves<V: Variant>(
        &self,
        pos: &Position<V>,
        us: Color,
        piece_type: PieceType,
        at: Square,
        attacked: Bitboard,
    ) -> Option<usize> {
        let occupied = pos.occupied().without(at);
        let free = !(attacked | pos.color(us));
        let (mut reached, mut edge) = (Bitboard::of(at), Bitboard::of(at));
        for moves in 0..ROAD.columns {
            if edge.meets(self.definition.flags.region[us]) {
                return Some(moves);
            }
            let next = edge.into_iter().fold(Bitboard::EMPTY, |all, from| {
                let captures = self.definition.captures(us, piece_type, from, occupied) & pos.color(!us);
                all | captures | self.definition.quiets(us, piece_type, from, occupied)
            });
            edge = (next & free) - reached;
            if edge.is_empty() {
                return None;
            }
            reached |= edge;
        }
        None
    }

    /// Types of which few pieces are left, where their extinction loses.
    fn extinction<V: Variant>(&self, pos: &Position<V>, us: Color, attacked: &impl Fn() -> Bitboard) -> Pair {
        let Some(rule) = self.extinction else { return Pair::ZERO };
        let attacked = attacked();
        let of = |piece_type| {
            let pieces = pos.of(us, piece_type);
            let left = (pieces.count().cast_signed() - i32::from(rule.count)).max(1);
            LAST / (left * left) + if left == 1 && pieces.meets(attacked) { LAST_ATTACKED } else { 0 }
        };
        let value = rule.types.iter().map(of).sum();
        Pair::new(value, value)
    }
}

/// The moves of a type from each square to the nearest goal of its color on the empty board.
fn moves_to_goal(definition: &Definition, color: Color, piece_type: PieceType) -> [u8; 64] {
    let mut moves = [FAR; 64];
    let mut reached = definition.flags.region[color];
    reached.into_iter().for_each(|at| moves[at.index()] = 0);
    for number in 1..FAR {
        let steps = |from: Square| definition.quiets(color, piece_type, from, Bitboard::EMPTY);
        let before: Bitboard =
            Square::all().filter(|from| !reached.has(*from) && steps(*from).meets(reached)).collect();
        before.into_iter().for_each(|at| moves[at.index()] = number);
        reached |= before;
    }
    moves
}

#[cfg(test)]
mod tests {
    use movegen::{Custom, definition};

    use super::*;
    use crate::weights::Weights;

    fn value(game: &str, fen: &str) -> Pair {
        let game = Custom::new(definition::template(game).unwrap()).unwrap();
        let pos = Position::read(game, fen).unwrap();
        let objectives = Objectives::of(game.definition()).unwrap();
        let weights = Weights::estimated(game);
        objectives.value(weights.of(Color::White), &pos, Color::White, || Bitboard::EMPTY)
    }

    #[test]
    fn goal_is_worth_more_when_nearer() {
        let [far, near] =
            ["8/8/8/8/8/8/8/K6k w - - 0 1", "8/8/8/8/8/2K5/8/7k w - - 0 1"].map(|fen| value("kingofthehill", fen));
        assert!(far.middle() < near.middle() && far.end() < near.end());
    }

    #[test]
    fn last_piece_of_type_is_a_weakness() {
        let [two, one] = ["1nbqkbn1/8/8/8/8/8/8/RNBQKBNR w - - 0 1", "1nbqkbn1/8/8/8/8/8/8/1NBQKBNR w - - 0 1"]
            .map(|fen| value("extinction", fen));
        assert!(one.middle() < two.middle());
    }

    #[test]
    fn given_checks_count() {
        let [three, one] = ["3+3", "1+3"].map(|left| value("3check", &format!("k7/8/8/8/8/8/8/7K w - - {left} 0 1")));
        assert!(three.middle() < one.middle());
    }
}
