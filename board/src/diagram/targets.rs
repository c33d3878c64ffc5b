//! Moves of a piece as marks on squares.

use movegen::{Bitboard, Color, Piece, PieceType, Position, Variant};

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

/// Sorts marks and removes duplicates.
fn sorted(mut marks: Vec<(Square, Mark)>) -> Vec<(Square, Mark)> {
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// Returns the legal moves of the piece on a square, and the bribes that it can be part of.
pub(super) fn moves<V: Variant>(pos: &Position<V>, from: movegen::Square) -> Vec<(Square, Mark)> {
    let is_pawn = pos.of(pos.turn(), PieceType::PAWN).has(from);
    let mark = |m: &movegen::Move| {
        if m.is_purchase() {
            let pays = m.paid().has(from) || m.pays_all_pawns() && is_pawn;
            return pays.then(|| (m.to().into(), Mark::Price));
        }
        let mark = if pos.is_capture(*m) { Mark::Capture } else { Mark::Step };
        (m.from() == from).then(|| (m.to().into(), mark))
    };
    sorted(pos.legal_moves().iter().filter_map(mark).collect())
}

/// Returns the moves and captures of a piece type, with or without enemies on the target squares; `None` for pawns, whose moves
/// depend on the position.
pub(super) fn reach<V: Variant>(pos: &Position<V>, piece: Piece, from: movegen::Square) -> Option<Vec<(Square, Mark)>> {
    if piece.piece_type() == PieceType::PAWN {
        return None;
    }
    let occupied = pos.occupied();
    let steps = V::steps(piece.piece_type(), piece.color(), from, occupied);
    let captures = V::captures(piece.piece_type(), piece.color(), from, occupied) - pos.color(piece.color());
    let marked = |set: Bitboard, mark| set.into_iter().map(move |at| (at.into(), mark));
    Some(sorted(marked(steps, Mark::Step).chain(marked(captures, Mark::Capture)).collect()))
}

/// Returns the choices of the piece on a square, including gambles.
pub(super) fn choices(pos: &apocalypse::Position, from: apocalypse::Square) -> Vec<(Square, Mark)> {
    let of = if pos.pieces(Color::White) & from.bit() != 0 { Color::White } else { Color::Black };
    let enemies = pos.pieces(!of);
    let marks = |choice: &apocalypse::Choice| {
        let (to, via) = (choice.to(), choice.via());
        let captures = enemies & via.bit() != 0;
        if choice.is_speculative() {
            return [Some((to.into(), Mark::Gamble)), None];
        }
        // A relocated pawn captures on its way and arrives elsewhere.
        let arrives = (!captures || choice.is_safe_relocation()).then(|| (to.into(), Mark::Step));
        [arrives, captures.then(|| (via.into(), Mark::Capture))]
    };
    let choices = pos.choices(of);
    sorted(choices.iter().filter(|choice| choice.from() == from).flat_map(marks).flatten().collect())
}

/// Returns the reach of a horseman of Apocalypse; `None` for a footman.
pub(super) fn reach_of_horseman(pos: &apocalypse::Position, from: apocalypse::Square) -> Option<Vec<(Square, Mark)>> {
    let of = Color::BOTH.into_iter().find(|&color| pos.knights(color) & from.bit() != 0)?;
    let jumps = apocalypse::rules::knight_jumps(from);
    let marked = |set: u32, mark| apocalypse::rules::squares(set).map(move |at| (at.into(), mark));
    let (steps, captures) = (jumps & !pos.occupied(), jumps & !pos.pieces(of));
    Some(sorted(marked(steps, Mark::Step).chain(marked(captures, Mark::Capture)).collect()))
}
