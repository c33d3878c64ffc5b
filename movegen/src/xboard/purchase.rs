//! The plies that show a purchase, which costs several pieces at once.

use crate::{Move, PieceType, Position, Variant};

use super::ply::{Ply, Spot};
use super::square::spot;

/// The first piece takes the other ones that are paid, one after the other, and goes from the last one's square to the target;
/// between its plies the enemy passes. XBoard could show three pieces in one ply with several legs, but it does not read such a
/// ply again from a game that it has saved: of an illegal move it forgets there what the piece becomes.
pub(super) fn script<V: Variant>(pos: &Position<V>, m: Move, letter: Option<char>) -> Vec<Ply> {
    let all = pos.payment(m);
    let pawns = all & pos.piece_type(PieceType::PAWN);
    // Officers first: XBoard sees en passant only in what pawns do.
    let mut stops: Vec<Spot> = (all - pawns).into_iter().chain(pawns).map(spot).collect();
    stops.push(spot(m.to()));
    let last = stops.len().saturating_sub(2);
    let mut plies = Vec::new();
    for (index, way) in stops.windows(2).enumerate() {
        if index > 0 {
            plies.push(Ply::Pass);
        }
        plies.push(Ply::go(way[0], way[1], letter.filter(|_| index == last)));
    }
    plies
}
