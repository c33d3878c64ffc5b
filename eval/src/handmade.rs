//! The hand-made evaluation, for games without a network: material and placement are updated move by move, the other terms are
//! computed for each value.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use movegen::{Chess, Color, Piece, PieceType, Position, Square, Variant};

use crate::estimate::{self, ChessTypes};
use crate::mop_up::{self, mop_up};
use crate::objectives::Objectives;
use crate::own_view;
use crate::pair::Pair;
use crate::score::{LARGEST_EVALUATION, Score};
use crate::terms::{self, terms};
use crate::weights::{CLOCK, PHASE, PLACEMENT, Term, VALUE, Weights};

/// Weights, and what follows from them.
pub(crate) struct Tables {
    weights: Weights,
    /// Value and placement of every piece on every square, White's positive.
    placed: [[Pair; 64]; Piece::COUNT],
    /// Contribution of every piece to the phase.
    phase: [i32; Piece::COUNT],
    /// The phase of the first position, at least 1.
    full_phase: i32,
    objectives: Option<Objectives>,
    /// The nearest types of chess, if the game can use the network of chess.
    pub(crate) chess_types: Option<ChessTypes>,
    /// The value of each type less that of the nearest type of chess.
    surplus: [Pair; PieceType::MAX],
    /// The mop-up evaluation applies.
    pub(crate) mops_up: bool,
}

/// The sums over all pieces on the board, updated move by move: value and placement, White's minus Black's, and phase.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Placed {
    sum: Pair,
    phase: i32,
}

impl Placed {
    #[inline]
    pub(crate) fn put(&mut self, tables: &Tables, piece: Piece, at: Square) {
        self.sum += tables.placed[piece.index()][at.index()];
        self.phase += tables.phase[piece.index()];
    }

    #[inline]
    pub(crate) fn take(&mut self, tables: &Tables, piece: Piece, at: Square) {
        self.sum = self.sum - tables.placed[piece.index()][at.index()];
        self.phase -= tables.phase[piece.index()];
    }
}

impl Tables {
    /// The tables of the built-in weights of a game, which are parsed once per process.
    pub(crate) fn of_game<V: Variant>(game: V) -> &'static Self {
        /// Tables by name and checksum of the rules.
        type Made = Vec<((&'static str, u64), &'static Tables)>;
        static MADE: Mutex<Made> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let of = (game.name(), game.checksum());
        if let Some((_, tables)) = made.iter().find(|(other, _)| *other == of) {
            return tables;
        }
        let weights = match game.checksum() {
            0 => Weights::of_game(game.name(), game.letters()),
            _ => Weights::estimated(game),
        };
        let tables = Self::leak(game, weights);
        made.push((of, tables));
        tables
    }

    /// Tables that live as long as the process, because accumulators refer to them.
    pub(crate) fn leak<V: Variant>(game: V, weights: Weights) -> &'static Self {
        let mut tables = Self::of_weights(weights);
        let start = Position::start_of(game);
        tables.full_phase = start.pieces().map(|(piece, _)| tables.phase[piece.index()]).sum::<i32>().max(1);
        tables.objectives = game.file_definition().and_then(Objectives::of);
        tables.mops_up = mop_up::applies(game);
        tables.chess_types = estimate::chess_types(game);
        if let Some(types) = tables.chess_types {
            let (own, chess) = (tables.weights.of(Color::White), Weights::of_built_in::<Chess>());
            tables.surplus = std::array::from_fn(|index| match types[index] {
                Some(PieceType::PAWN | PieceType::KING) | None => Pair::ZERO,
                Some(other) => own[VALUE.at(index)] - chess.of(Color::White)[VALUE.at(other.index())],
            });
        }
        Box::leak(tables)
    }

    /// Returns what follows from the weights alone.
    #[inline(never)]
    fn of_weights(weights: Weights) -> Box<Self> {
        let (mut placed, mut phase) = ([[Pair::ZERO; 64]; Piece::COUNT], [0; Piece::COUNT]);
        for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
            let set = weights.of(color);
            for piece_type in 0..PieceType::MAX {
                let piece = Piece::new(color, PieceType::new(piece_type as u8)).index();
                phase[piece] = set.plain(PHASE.at(piece_type));
                for at in Square::all() {
                    let placement = set[PLACEMENT.cell(piece_type, own_view(color, at).index())];
                    placed[piece][at.index()] = (set[VALUE.at(piece_type)] + placement) * sign;
                }
            }
        }
        let surplus = [Pair::ZERO; PieceType::MAX];
        Box::new(Self {
            weights,
            placed,
            phase,
            full_phase: 1,
            objectives: None,
            chess_types: None,
            surplus,
            mops_up: false,
        })
    }

    /// Returns the value for White that the network of chess lacks in another game: the surplus of other pieces, and objectives other
    /// than mate.
    pub(crate) fn correction<V: Variant>(&self, pos: &Position<V>) -> Score {
        let mut sum = Pair::ZERO;
        for (index, &surplus) in self.surplus.iter().enumerate().filter(|(_, surplus)| **surplus != Pair::ZERO) {
            let count = |color| pos.of(color, PieceType::new(index as u8)).count().cast_signed();
            sum += surplus * (count(Color::White) - count(Color::Black));
        }
        if let Some(objectives) = &self.objectives {
            sum += terms::objectives(&self.weights, objectives, pos);
        }
        if sum == Pair::ZERO { 0 } else { self.blend(sum, self.placed(pos).phase) }
    }

    /// Returns the value of a piece type in exchanges.
    pub(crate) fn value(&self, piece_type: PieceType) -> Score {
        let values = Color::BOTH.map(|color| self.weights.of(color)[VALUE.at(piece_type.index())]);
        values.iter().map(|value| value.middle() + value.end()).sum::<Score>() / 4
    }

    /// Returns the sums of a position.
    pub(crate) fn placed<V: Variant>(&self, pos: &Position<V>) -> Placed {
        let mut placed = Placed::default();
        pos.pieces().for_each(|(piece, at)| placed.put(self, piece, at));
        placed
    }

    /// Returns a value reduced as the 50-move rule comes near.
    #[inline]
    pub(crate) fn near_the_clock<V: Variant>(&self, pos: &Position<V>, value: Score) -> Score {
        let full = self.weights.of(Color::White).plain(CLOCK.only()).clamp(0, 100);
        value * (10_000 - full * i32::from(pos.clock().min(100))) / 10_000
    }

    /// Returns the value of a sum in centipawns, interpolated by phase.
    fn blend(&self, sum: Pair, phase: i32) -> Score {
        sum.blend(phase.clamp(0, self.full_phase), self.full_phase)
    }

    /// Returns the value of a sum in centipawns for White: interpolated by phase, and less near the 50-move rule.
    fn taper<V: Variant>(&self, pos: &Position<V>, sum: Pair, phase: i32) -> Score {
        self.near_the_clock(pos, self.blend(sum, phase)).clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION)
    }

    /// Returns the value for White of a position with a bare king and mating material against it; `None` for all others.
    #[inline]
    pub(crate) fn mop_up<V: Variant>(&self, pos: &Position<V>) -> Option<Score> {
        Some(mop_up(pos, self)?.clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION))
    }

    /// Returns the value of material and placement for White.
    pub(crate) fn lazy_score(&self, placed: Placed) -> Score {
        self.blend(placed.sum, placed.phase)
    }

    /// Returns the value for White.
    pub(crate) fn score<V: Variant>(&self, pos: &Position<V>, placed: Placed) -> Score {
        let [white, black] = terms(&self.weights, self.objectives.as_ref(), pos)
            .map(|sums| sums.terms.iter().fold(Pair::ZERO, |sum, &term| sum + term));
        self.taper(pos, placed.sum + white - black, placed.phase)
    }

    /// Returns the value of each term.
    pub(crate) fn trace<V: Variant>(&self, pos: &Position<V>, network: Option<Score>) -> Trace {
        let mut sums = terms(&self.weights, self.objectives.as_ref(), pos);
        for (piece, at) in pos.pieces() {
            let (color, piece_type) = (piece.color(), piece.piece_type().index());
            sums[color].count(VALUE.at(piece_type), 1);
            sums[color].count(PLACEMENT.cell(piece_type, own_view(color, at).index()), 1);
        }
        let (phase, in_check) = (self.placed(pos).phase, pos.checked_royals().any());
        let terms = sums.map(|sums| sums.terms);
        let sum = terms[0].iter().zip(&terms[1]).fold(Pair::ZERO, |sum, (&white, &black)| sum + white - black);
        Trace {
            terms,
            phase: phase.clamp(0, self.full_phase),
            full_phase: self.full_phase,
            score: Some(self.mop_up(pos).unwrap_or_else(|| self.taper(pos, sum, phase))).filter(|_| !in_check),
            network: network.filter(|_| !in_check),
        }
    }
}

/// The value of each term of the hand-made evaluation for each side, and the network's value.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The middle-game and endgame value of each term in centipawns, White's first.
    pub terms: [[Pair; Term::COUNT]; 2],
    phase: i32,
    full_phase: i32,
    /// The hand-made value in centipawns for White; `None` in check, where static values are meaningless.
    pub score: Option<Score>,
    /// The network's value in centipawns for White; `None` in check or without a network.
    pub network: Option<Score>,
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
            let sides = self.terms.map(|terms| terms[term as usize]);
            if sides != [Pair::ZERO; 2] {
                row(f, name, sides)?;
            }
            sums = [sums[0] + sides[0], sums[1] + sides[1]];
        }
        writeln!(f, "{rule}")?;
        row(f, "Total", sums)?;
        writeln!(f, "\nMiddle game {} of {}", self.phase, self.full_phase)?;
        if let (Some(score), Some(_)) = (self.score, self.network) {
            writeln!(f, "Hand-made evaluation   {:+.2} (white side)", pawns(score))?;
            writeln!(f, "The network's value is used instead:")?;
        }
        match self.network.or(self.score) {
            Some(score) => write!(f, "Final evaluation       {:+.2} (white side)", pawns(score)),
            None => write!(f, "Final evaluation       none (in check)"),
        }
    }
}
