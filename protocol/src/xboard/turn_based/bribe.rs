//! The plies that show a bribe, which costs several men at once.

use movegen::{Kind, Move, Position, Variant};

use super::square::spot;
use crate::xboard::board::Board;
use crate::xboard::ply::{NOBODY, Ply, Spot};

/// Two men at most are paid in the ply of the bribe itself; what more is due leaves the board before, two men at a time.
pub(crate) fn script<V: Variant>(pos: &Position<V>, shown: &Board, m: Move, letter: Option<char>) -> Vec<Ply> {
    let target = spot(m.to());
    let all = pos.payment(m);
    let pawns = all & pos.kind(Kind::PAWN);
    // Officers first: XBoard sees en passant only in what pawns do.
    let mut payers = (all - pawns).into_iter().chain(pawns).map(spot);
    let (Some(first), second) = (payers.next(), payers.next()) else { return Vec::new() };
    let mut plies = Vec::new();
    let mut board = shown.clone();
    while let Some(payer) = payers.next() {
        for ply in [removal(&board, payer, payers.next()), Ply::Pass] {
            board.play(&ply);
            plies.push(ply);
        }
    }
    plies.push(match second {
        None => Ply::go(first, target, letter),
        Some(second) => Ply::trample(first, Some(second), target, target, letter),
    });
    plies
}

/// A ply by which one man or two vanish and nothing else changes.
fn removal(shown: &Board, man: Spot, other: Option<Spot>) -> Ply {
    let ply = |to| match other {
        Some(other) => Ply::trample(man, None, other, to, Some(NOBODY)),
        None => Ply::go(man, to, Some(NOBODY)),
    };
    let errors = |ply: &Ply| {
        let mut board = shown.clone();
        board.play(ply);
        board.differs_from(shown.men())
    };
    let wanted = 1 + usize::from(other.is_some());
    let mut ways = shown.inner_empty().map(ply);
    let first = ways.next().unwrap_or_else(|| ply(man));
    std::iter::once(first).chain(ways).find(|ply| errors(ply) == wanted).unwrap_or(first)
}
