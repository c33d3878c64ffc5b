//! The hand-made evaluation, for games without a network: material and placement are updated move by move, the other terms are
//! computed for each value.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use movegen::{Color, PieceType, Position, Variant};

use crate::Evaluate;
use crate::evaluator::Evaluator;
use crate::pair::Pair;
use crate::psqt::{Accumulator, PieceSquares, own_view};
use crate::score::{LARGEST_EVALUATION, Score};
use crate::terms::terms;
use crate::weights::{CLOCK, PHASE, PLACEMENT, Term, VALUE, Weights};

/// Weights, and what follows from them.
struct Tables {
    weights: Weights,
    squares: PieceSquares,
    /// The phase of the first position, at least 1.
    full_phase: i32,
}

impl Tables {
    /// Tables that live as long as the process, because accumulators refer to them.
    fn leak<V: Variant>(weights: Weights) -> &'static Self {
        let phase = |color, piece_type: PieceType| weights.of(color).plain(PHASE.at(piece_type.index()));
        let start = Position::<V>::start();
        let full_phase = start.pieces().map(|(piece, _)| phase(piece.color(), piece.piece_type())).sum::<i32>().max(1);
        Box::leak(Box::new(Self { squares: PieceSquares::new(&weights), full_phase, weights }))
    }
}

/// The hand-made evaluator of a game. A copy is a copy of one reference.
pub struct HandMade<V> {
    tables: &'static Tables,
    game: PhantomData<fn() -> V>,
}

impl<V: Variant> HandMade<V> {
    /// The evaluator with the built-in weights, which are parsed once per process.
    pub fn new() -> Self {
        static MADE: Mutex<Vec<(&str, &Tables)>> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = made.iter().find(|(name, _)| *name == V::NAME) {
            return Self { tables, game: PhantomData };
        }
        let tables = Tables::leak::<V>(Weights::of_game(V::NAME, V::LETTERS));
        made.push((V::NAME, tables));
        Self { tables, game: PhantomData }
    }

    /// An evaluator with other weights. They stay in memory until the process ends.
    pub fn with_weights(weights: Weights) -> Self {
        Self { tables: Tables::leak::<V>(weights), game: PhantomData }
    }

    /// Returns a value reduced as the 50-move rule comes near.
    #[inline]
    pub(crate) fn near_the_clock(&self, pos: &Position<V>, value: Score) -> Score {
        let full = self.tables.weights.of(Color::White).plain(CLOCK.only()).clamp(0, 100);
        value * (10_000 - full * i32::from(pos.clock().min(100))) / 10_000
    }

    /// Returns the value of a sum in centipawns for White: interpolated by phase, and less near the 50-move rule.
    fn taper(&self, pos: &Position<V>, sum: Pair, phase: i32) -> Score {
        let full = self.tables.full_phase;
        let value = sum.blend(phase.clamp(0, full), full);
        self.near_the_clock(pos, value).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    /// Returns the value of each term.
    pub fn trace(&self, pos: &Position<V>) -> Trace {
        let mut sums = terms(&self.tables.weights, pos);
        for (piece, at) in pos.pieces() {
            let (color, piece_type) = (piece.color(), piece.piece_type().index());
            sums[color].count(VALUE.at(piece_type), 1);
            sums[color].count(PLACEMENT.cell(piece_type, own_view(color, at).index()), 1);
        }
        let phase = self.refresh(pos).phase();
        let terms = sums.map(|sums| sums.terms);
        let sum = terms[0].iter().zip(&terms[1]).fold(Pair::ZERO, |sum, (&white, &black)| sum + white - black);
        Trace {
            terms,
            phase: phase.clamp(0, self.tables.full_phase),
            full_phase: self.tables.full_phase,
            score: self.taper(pos, sum, phase),
            network: None,
            in_check: pos.checked_royals().any(),
        }
    }
}

/// The value for the side to move of a value for White.
fn for_mover<V: Variant>(pos: &Position<V>, white: Score) -> Score {
    match pos.turn() {
        Color::White => white,
        Color::Black => -white,
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
        Some(for_mover(pos, accumulator.sum().blend(accumulator.phase().clamp(0, full), full)))
    }

    fn score(&self, pos: &Position<V>, accumulator: &Accumulator) -> Score {
        let [white, black] =
            terms(&self.tables.weights, pos).map(|sums| sums.terms.iter().fold(Pair::ZERO, |sum, &term| sum + term));
        for_mover(pos, self.taper(pos, accumulator.sum() + white - black, accumulator.phase()))
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

/// The value of each term of the hand-made evaluation for each side, and the network's value.
#[derive(Clone, Debug)]
pub struct Trace {
    terms: [[Pair; Term::COUNT]; 2],
    phase: i32,
    full_phase: i32,
    score: Score,
    pub(crate) network: Option<Score>,
    in_check: bool,
}

impl Trace {
    /// The middle-game and endgame value of a term for a side, in centipawns.
    pub fn term(&self, color: Color, term: Term) -> Pair {
        self.terms[color][term as usize]
    }

    /// The hand-made value in centipawns for White; `None` in check, where static values are meaningless.
    pub fn score(&self) -> Option<Score> {
        (!self.in_check).then_some(self.score)
    }

    /// The network's value in centipawns for White; `None` in check or without a network.
    pub fn network(&self) -> Option<Score> {
        self.network.filter(|_| !self.in_check)
    }
}

/// Returns the value of each term with the built-in weights, and the value of the built-in network.
pub fn trace<V: Variant>(pos: &Position<V>) -> Trace {
    Evaluator::new().trace(pos)
}

/// Returns centipawns as pawns.
fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

/// Writes the table in pawns; the last line is the value for White.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = "--------------+---------------+---------------+---------------";
        writeln!(f, "         Term |     White     |     Black     |     Total     ")?;
        writeln!(f, "              |    MG     EG  |    MG     EG  |    MG     EG  ")?;
        writeln!(f, "{rule}")?;
        let mut sums = [Pair::ZERO; 2];
        let row = |f: &mut fmt::Formatter<'_>, name: &str, sides: [Pair; 2]| {
            write!(f, "{name:>13} |")?;
            for (pair, end) in [(sides[0], " |"), (sides[1], " |"), (sides[0] - sides[1], "\n")] {
                write!(f, "{:7.2}{:7.2}{end}", pawns(pair.middle()), pawns(pair.end()))?;
            }
            Ok(())
        };
        for (term, name) in Term::ALL {
            let sides = Color::BOTH.map(|color| self.term(color, term));
            if sides != [Pair::ZERO; 2] {
                row(f, name, sides)?;
            }
            sums = [sums[0] + sides[0], sums[1] + sides[1]];
        }
        writeln!(f, "{rule}")?;
        row(f, "Total", sums)?;
        writeln!(f, "\nMiddle game {} of {}", self.phase, self.full_phase)?;
        if let (Some(score), Some(_)) = (self.score(), self.network()) {
            writeln!(f, "Hand-made evaluation   {:+.2} (white side)", pawns(score))?;
            writeln!(f, "The network's value is used instead:")?;
        }
        match self.network().or(self.score()) {
            Some(score) => write!(f, "Final evaluation       {:+.2} (white side)", pawns(score)),
            None => write!(f, "Final evaluation       none (in check)"),
        }
    }
}
