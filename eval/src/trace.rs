//! An evaluation taken apart: a table for people, and the counts of every weight for a tuner.

use std::fmt;

use movegen::{Color, Position, Variant};

use crate::Evaluate;
use crate::evaluator::Evaluator;
use crate::handmade::HandMade;
use crate::ledger::{Counts, Ledger};
use crate::pair::Pair;
use crate::psqt::own_view;
use crate::score::Score;
use crate::weights::layout::{LEN, PLACEMENT, Term, VALUE, Weight};

/// What each term gives to each side.
#[derive(Clone, Debug)]
pub struct Trace {
    counts: [Counts; 2],
    terms: [[Pair; 2]; Term::COUNT],
    phase: i32,
    full_phase: i32,
    drawish: i32,
    score: Score,
    pub(crate) network: Option<Score>,
    in_check: bool,
}

impl Trace {
    /// How often a weight applies to a side. A plain weight is not worth its number: it goes into what is booked.
    pub fn count(&self, color: Color, weight: Weight) -> i32 {
        self.counts[color].times[weight.index()]
    }

    /// All weights that apply, and to which side how often.
    pub fn counts(&self) -> impl Iterator<Item = (Color, Weight, i32)> {
        let of = move |color: Color| {
            (0..LEN).map(move |index| (color, Weight(index as u16), self.counts[color].times[index]))
        };
        Color::BOTH.into_iter().flat_map(of).filter(|&(_, _, times)| times != 0)
    }

    /// What a side got besides by terms that are no sums of weights.
    pub fn booked(&self, color: Color) -> Pair {
        self.counts[color].booked.iter().fold(Pair::ZERO, |sum, &pair| sum + pair)
    }

    /// What a term gives to a side in all.
    pub fn term(&self, color: Color, term: Term) -> Pair {
        self.terms[term as usize][color]
    }

    /// The phase and what a full middle game counts.
    pub fn phase(&self) -> (i32, i32) {
        (self.phase, self.full_phase)
    }

    /// 64ths of the value that are lost in a drawish ending.
    pub fn drawish(&self) -> i32 {
        self.drawish
    }

    /// The hand-made value in centipawns for White; `None` in check, where a static value means nothing.
    pub fn score(&self) -> Option<Score> {
        (!self.in_check).then_some(self.score)
    }

    /// The network's value in centipawns for White, if the game has a network; `None` in check too.
    pub fn network(&self) -> Option<Score> {
        self.network.filter(|_| !self.in_check)
    }
}

/// Takes apart the value of a position by the weights that this program carries, and asks the network, if there is one.
pub fn trace<V: Variant>(pos: &Position<V>) -> Trace {
    Evaluator::new().trace(pos)
}

impl<V: Variant> HandMade<V> {
    /// Takes apart the value of a position.
    pub fn trace(&self, pos: &Position<V>) -> Trace {
        let mut counts = [Counts::new(), Counts::new()];
        for (piece, at) in pos.pieces() {
            let (color, piece_type) = (piece.color(), piece.piece_type().index());
            counts[color].count(VALUE.at(piece_type), 1);
            counts[color].count(PLACEMENT.cell(piece_type, own_view(color, at).index()), 1);
        }
        self.terms(pos, &mut counts);
        let accumulator = self.refresh(pos);
        let mut terms = [[Pair::ZERO; 2]; Term::COUNT];
        for color in Color::BOTH {
            let set = self.weights().of(color);
            for (term, &booked) in counts[color].booked.iter().enumerate() {
                terms[term][color] += booked;
            }
            for (index, &times) in counts[color].times.iter().enumerate().filter(|(_, times)| **times != 0) {
                let weight = Weight(index as u16);
                if !weight.block().tapered {
                    continue;
                }
                terms[weight.block().term as usize][color] += set[weight] * times;
            }
        }
        let sum = terms.iter().fold(Pair::ZERO, |sum, sides| sum + sides[0] - sides[1]);
        Trace {
            counts,
            terms,
            phase: accumulator.phase().clamp(0, self.tables.full_phase),
            full_phase: self.tables.full_phase,
            drawish: if self.tables.uses_drawish { self.drawish(pos, sum) } else { 0 },
            score: self.taper(pos, sum, accumulator.phase()),
            network: None,
            in_check: pos.checked_royals().any(),
        }
    }
}

/// Centipawns as pawns.
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
        for (term, &sides) in Term::ALL.iter().zip(&self.terms) {
            if sides != [Pair::ZERO; 2] {
                row(f, term.name(), sides)?;
            }
            sums = [sums[0] + sides[0], sums[1] + sides[1]];
        }
        writeln!(f, "{rule}")?;
        row(f, "Total", sums)?;
        writeln!(f, "\nMiddle game {} of {}, {} of 64 usable", self.phase, self.full_phase, 64 - self.drawish)?;
        if let (Some(score), Some(_)) = (self.score(), self.network()) {
            writeln!(f, "Hand-made evaluation   {:+.2} (white side)", pawns(score))?;
            writeln!(f, "The network takes its place:")?;
        }
        match self.network().or(self.score()) {
            Some(score) => write!(f, "Final evaluation       {:+.2} (white side)", pawns(score)),
            None => write!(f, "Final evaluation       none (in check)"),
        }
    }
}
