//! What enemy pieces cost, where they can be bought.

use movegen::{Move, Piece, Position, Square, Variant};

use super::effect;
use crate::names;

/// The ways to pay for each enemy piece who can be bought now, or for the one on a square.
///
/// # Errors
/// One sentence that says why there is no price.
pub(super) fn of<V: Variant>(pos: &Position<V>, target: Option<Square>) -> Result<Vec<String>, String> {
    if !V::PURCHASES {
        return Err(format!("nobody can be bought in {}", V::NAME));
    }
    let moves = pos.legal_moves();
    let purchases: Vec<Move> = moves.into_iter().filter(|m| m.is_purchase()).collect();
    let targets: Vec<Square> = match target {
        Some(at) => vec![at],
        None => Square::all().filter(|&at| purchases.iter().any(|m| m.to() == at)).collect(),
    };
    let mut lines = Vec::new();
    for at in targets {
        let ways: Vec<Move> = purchases.iter().copied().filter(|m| m.to() == at).collect();
        if ways.is_empty() {
            return Err(why_not(pos, at));
        }
        lines.push(format!("the {} costs", names::of_piece_at(pos, at)));
        lines.extend(ways.iter().map(|&m| format!("  {}: {}", pos.write_move(m), effect::payment(pos, m))));
    }
    match lines.is_empty() {
        true => Err("nobody can be bought now".to_owned()),
        false => Ok(lines),
    }
}

/// Why the piece on a square cannot be bought.
fn why_not<V: Variant>(pos: &Position<V>, at: Square) -> String {
    match pos.piece_at(at) {
        None => format!("nobody stands on {at}"),
        Some(piece) if piece.color() == pos.turn() => {
            format!("{} on {at} cannot be bought: he is your own", piece_of::<V>(piece))
        }
        Some(piece) if V::royals(pos, piece.color()).has(at) => {
            format!("{} cannot be bought: he is royal", piece_of::<V>(piece))
        }
        Some(piece) if V::purchasable(pos, pos.turn()).has(at) => {
            format!(
                "{} on {at} cannot be bought now: you lack the price, or your king would be in check",
                piece_of::<V>(piece)
            )
        }
        Some(piece) => format!(
            "{} on {at} cannot be bought: he must stand beside a piece of yours that is no pawn, and not beside his king",
            piece_of::<V>(piece)
        ),
    }
}

/// A piece with his side: `Black's knight`.
fn piece_of<V: Variant>(piece: Piece) -> String {
    format!("{}'s {}", piece.color().name(), names::of_piece_type::<V>(piece.piece_type()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Subversion};

    fn prices(fen: &str, target: Option<&str>) -> Result<Vec<String>, String> {
        of(&fen.parse::<Position<Subversion>>().unwrap(), target.and_then(Square::parse))
    }

    /// gamedata/games/subversion/specification.md, "The payment".
    #[test]
    fn each_way_to_pay_is_listed_as_it_is_typed() {
        let fen = "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1";
        let lines = ["the queen c5 costs", "  a2c5q: the pawn a2"];
        assert_eq!(prices(fen, None).unwrap(), lines);
        assert_eq!(prices(fen, Some("c5")).unwrap(), lines);
    }

    #[test]
    fn who_cannot_be_bought_is_told_why() {
        let fen = "4k3/3r4/8/2q5/1N6/8/P7/7K w - - 0 1";
        for (square, reason) in [
            ("d7", "Black's rook on d7 cannot be bought: he must stand beside"),
            ("a2", "he is your own"),
            ("e8", "Black's king cannot be bought: he is royal"),
            ("a8", "nobody stands on a8"),
        ] {
            let error = prices(fen, Some(square)).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        assert_eq!(prices("4k3/8/8/8/8/8/P7/7K w - - 0 1", None).unwrap_err(), "nobody can be bought now");
        assert_eq!(of(&Position::<Chess>::start(), None).unwrap_err(), "nobody can be bought in chess");
    }
}
