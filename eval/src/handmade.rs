//! The hand-made evaluation: material and placement kept while moves are played, the other terms found when asked.

use std::fmt;
use std::marker::PhantomData;

use movegen::{Color, PieceType, Position, Variant};

use crate::Evaluate;
use crate::ledger::{Ledger, Sum};
use crate::pair::Pair;
use crate::psqt::Accumulator;
use crate::score::{LARGEST_EVALUATION, Score};
use crate::survey::Survey;
use crate::tables::Tables;
use crate::terms::{attack, officers, pawns, purchases, road, royals, scale, shelter, threats};
use crate::weights::Weights;
use crate::weights::layout::{CLOCK, TEMPO, VALUE};

/// The hand-made evaluator of a game. Copying it copies one reference.
pub struct HandMade<V> {
    pub(crate) tables: &'static Tables,
    game: PhantomData<fn() -> V>,
}

impl<V: Variant> HandMade<V> {
    /// The evaluator with the weights that this program carries; they are read once in a process.
    pub fn new() -> Self {
        Self { tables: Tables::of_game::<V>(), game: PhantomData }
    }

    /// An evaluator with other weights. They stay in memory until the process ends, because accumulators refer to them:
    /// meant for a tuner, a few hundred times at most.
    pub fn with_weights(weights: Weights) -> Self {
        Self { tables: Tables::leak::<V>(weights), game: PhantomData }
    }

    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        &self.tables.weights
    }

    /// All terms that need the board, written into one ledger for each side.
    #[inline]
    pub(crate) fn terms<L: Ledger>(&self, pos: &Position<V>, ledgers: &mut [L; 2]) {
        let tables = self.tables;
        let mut survey = Survey::new(pos);
        for us in Color::BOTH {
            officers::officers(tables, pos, us, &mut survey, &mut ledgers[us]);
        }
        for us in Color::BOTH {
            shelter::shelter(tables, pos, us, &mut survey, &mut ledgers[us]);
        }
        for us in Color::BOTH {
            let ledger = &mut ledgers[us];
            pawns::pawns(us, us == pos.turn(), &survey, ledger);
            attack::attack(tables, pos, us, &survey, ledger);
            threats::threats(tables, pos, us, &survey, ledger);
            if tables.uses_road {
                road::road(us, &survey, ledger);
            }
            // Known when the game is compiled: other games have no trace of these.
            if V::ROYALS_CHANGE {
                royals::royals(pos, us, &survey, ledger);
            }
            if V::PURCHASES {
                purchases::purchases(pos, us, ledger);
            }
        }
        ledgers[pos.turn()].count(TEMPO.only(), 1);
    }

    /// The value of a sum in centipawns for White: blended by phase, and less in drawish endings and near the 50-move
    /// rule.
    #[inline]
    pub(crate) fn taper(&self, pos: &Position<V>, sum: Pair, phase: i32) -> Score {
        let tables = self.tables;
        let mut value = sum.blend(phase.clamp(0, tables.full_phase), tables.full_phase);
        if tables.uses_drawish {
            value = value * (64 - self.drawish(pos, sum)) / 64;
        }
        self.near_the_clock(pos, value).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    /// What is left of a value as the 50-move rule comes near.
    #[inline]
    pub(crate) fn near_the_clock(&self, pos: &Position<V>, value: Score) -> Score {
        let full = self.tables.weights.of(Color::White).plain(CLOCK.only()).clamp(0, 100);
        value * (10_000 - full * i32::from(pos.clock().min(100))) / 10_000
    }

    /// 64ths of the value that are lost in a drawish ending.
    #[inline]
    pub(crate) fn drawish(&self, pos: &Position<V>, sum: Pair) -> i32 {
        let strong = if sum.end() >= 0 { Color::White } else { Color::Black };
        scale::drawish(&self.tables.weights, pos, strong)
    }
}

impl<V: Variant> Evaluate<V> for HandMade<V> {
    type Accumulator = Accumulator;

    fn value(&self, piece_type: PieceType) -> Score {
        if piece_type == PieceType::KING && !V::KINGS_HAVE_A_PRICE {
            return 0;
        }
        let value = |color| self.tables.weights.of(color)[VALUE.at(piece_type.index())];
        let (white, black) = (value(Color::White), value(Color::Black));
        (white.middle() + white.end() + black.middle() + black.end()) / 4
    }

    fn refresh(&self, pos: &Position<V>) -> Accumulator {
        Accumulator::of(&self.tables.squares, pos)
    }

    fn lazy_score(&self, pos: &Position<V>, accumulator: &Accumulator) -> Option<Score> {
        let full = self.tables.full_phase;
        let white = accumulator.sum().blend(accumulator.phase().clamp(0, full), full);
        Some(match pos.turn() {
            Color::White => white,
            Color::Black => -white,
        })
    }

    fn score(&self, pos: &Position<V>, accumulator: &Accumulator) -> Score {
        let mut ledgers = Color::BOTH.map(|color| Sum::new(self.tables.weights.of(color)));
        self.terms(pos, &mut ledgers);
        let sum = accumulator.sum() + ledgers[0].total - ledgers[1].total;
        let white = self.taper(pos, sum, accumulator.phase());
        match pos.turn() {
            Color::White => white,
            Color::Black => -white,
        }
    }
}

impl<V: Variant> Default for HandMade<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V> Clone for HandMade<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for HandMade<V> {}

impl<V: Variant> fmt::Debug for HandMade<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HandMade for {}", V::NAME)
    }
}
