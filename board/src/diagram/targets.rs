//! Moves of a piece as marks on squares.

use movegen::variants::{Visit, VisitTurnBased};
use movegen::{Bitboard, Color, PieceType, Position, Variant};

use crate::messages::{Act, Choices, Mode, Step};
use crate::square::Square;

/// A mark on a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// A dot: the piece can move there.
    Step,
    /// A ring: the piece can capture there.
    Capture,
    /// A die: a gamble on the opponent's choice (Apocalypse).
    Gamble,
    /// A coin: a piece that can be bribed with the piece (Subversion).
    Price,
}

/// Marks by the names of their squares.
type Named = Vec<(String, Mark)>;

/// Sorts marks and removes duplicates.
fn sorted(marks: Named, side: u8) -> Vec<(Square, Mark)> {
    let mut marks: Vec<_> =
        marks.into_iter().filter_map(|(at, mark)| Some((Square::parse(&at, side)?, mark))).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// Returns the choices of the piece on a square, and the bribes that it can be part of.
pub(super) fn moves(choices: &Choices, from: &str, side: u8) -> Vec<(Square, Mark)> {
    let own = choices.origins.iter().filter(|origin| origin.act == Act::Move && origin.square == from);
    let mut marks: Named = own.flat_map(|origin| origin.targets.iter().flat_map(step)).collect();
    let pays = |payers: &[String]| payers.iter().any(|payer| payer == from);
    let bribed = choices.origins.iter().filter(|o| o.payments.as_ref().is_some_and(|payments| pays(&payments.payers)));
    marks.extend(bribed.map(|origin| (origin.square.clone(), Mark::Price)));
    sorted(marks, side)
}

fn step(target: &Step) -> Named {
    // A relocated pawn captures on its way and arrives elsewhere; a promoted pawn arrives where it captures.
    let answers = target.next.iter().filter(|answer| answer.square != target.square).collect::<Vec<_>>();
    let mark = |step: &Step| match (step.gamble, step.mode) {
        (true, _) => Mark::Gamble,
        (false, Mode::Capture) => Mark::Capture,
        (false, _) => Mark::Step,
    };
    if answers.is_empty() {
        return vec![(target.square.clone(), mark(target))];
    }
    let arrives = |answer: &&Step| (answer.square.clone(), if answer.gamble { Mark::Gamble } else { Mark::Step });
    let captures = target.next.iter().any(|answer| mark(answer) == Mark::Capture);
    answers.iter().map(arrives).chain(captures.then(|| (target.square.clone(), Mark::Capture))).collect()
}

/// Computes the moves and captures of a piece type, with or without enemies on the target squares; `None` for pawns, whose
/// moves depend on the position.
pub(super) struct Reach<'a> {
    pub(super) fen: &'a str,
    pub(super) from: &'a str,
}

impl VisitTurnBased for Reach<'_> {
    type Out = Option<Vec<(Square, Mark)>>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let pos: Position<V> = self.fen.parse().ok()?;
        let from = movegen::Square::parse(self.from)?;
        let piece = pos.piece_at(from).filter(|piece| piece.piece_type() != PieceType::PAWN)?;
        let (us, occupied) = (piece.color(), pos.occupied());
        let steps = V::steps(piece.piece_type(), us, from, occupied);
        let captures = V::captures(piece.piece_type(), us, from, occupied) - pos.color(us);
        let marked = |set: Bitboard, mark| set.into_iter().map(move |at| (at.to_string(), mark));
        Some(sorted(marked(steps, Mark::Step).chain(marked(captures, Mark::Capture)).collect(), 8))
    }
}

impl Visit for Reach<'_> {
    fn apocalypse(self) -> Self::Out {
        let pos: apocalypse::Position = self.fen.parse().ok()?;
        let from = apocalypse::Square::parse(self.from)?;
        let us = Color::BOTH.into_iter().find(|&color| pos.knights(color) & from.bit() != 0)?;
        let jumps = apocalypse::rules::knight_jumps(from);
        let marked = |set: u32, mark| apocalypse::rules::squares(set).map(move |at| (at.to_string(), mark));
        let (steps, captures) = (jumps & !pos.occupied(), jumps & !pos.pieces(us));
        Some(sorted(marked(steps, Mark::Step).chain(marked(captures, Mark::Capture)).collect(), 5))
    }
}
