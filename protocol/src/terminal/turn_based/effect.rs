//! What a move does besides going from one square to another: what a captor becomes, who is royal then, a purchase.

use movegen::{Color, Move, MoveKind, Piece, Position, Variant};

use crate::names;

/// The effects of a legal move in words, if it has any that its notation does not say.
pub(super) fn of<V: Variant>(pos: &Position<V>, m: Move) -> Option<String> {
    let next = pos.after(m);
    let mut effects = Vec::new();
    if m.is_purchase() {
        effects.push(purchase(pos, m));
    }
    if let Some(victim) = pos.captured(m) {
        let passing = if m.kind() == MoveKind::EnPassant { " in passing" } else { "" };
        effects.push(format!("takes the {}{passing}", names::of_piece_type::<V>(victim)));
    }
    effects.extend(new_piece_type(pos, m));
    effects.extend(Color::BOTH.into_iter().filter_map(|side| new_rule(pos, &next, side)));
    if let Some(outcome) = next.outcome() {
        effects.push(outcome.reason.as_str().to_owned());
    }
    (!effects.is_empty()).then(|| effects.join(", "))
}

/// `buys the rook e4 for the bishop c1, the bishop f1`.
fn purchase<V: Variant>(pos: &Position<V>, m: Move) -> String {
    format!("buys the {} for {}", names::of_piece_at(pos, m.to()), payment(pos, m))
}

/// The pieces that a purchase costs: `the bishop c1, the bishop f1`.
pub(super) fn payment<V: Variant>(pos: &Position<V>, m: Move) -> String {
    let pieces: Vec<String> =
        pos.payment(m).into_iter().map(|at| format!("the {}", names::of_piece_at(pos, at))).collect();
    pieces.join(", ")
}

/// What the captor becomes, where captors change.
fn new_piece_type<V: Variant>(pos: &Position<V>, m: Move) -> Option<String> {
    let captor = pos.piece_at(m.from())?;
    let piece_type = V::arrives_as(pos, captor, pos.captured(m)?);
    if !V::CAPTORS_CHANGE || piece_type == captor.piece_type() {
        return None;
    }
    let next = pos.after(m);
    let is_royal = V::ROYALS_CHANGE && V::royals(&next, captor.color()).has(m.to());
    Some(format!("becomes a {}{}", names::of_piece_type::<V>(piece_type), if is_royal { " and royal" } else { "" }))
}

/// What rules a side after the move, where royals change.
fn new_rule<V: Variant>(pos: &Position<V>, next: &Position<V>, side: Color) -> Option<String> {
    if !V::ROYALS_CHANGE {
        return None;
    }
    let piece_type =
        |pos: &Position<V>| V::royals(pos, side).first().and_then(|at| pos.piece_at(at)).map(Piece::piece_type);
    let (before, after) = (piece_type(pos)?, piece_type(next)?);
    let royals = V::royals(next, side).count();
    let (was, is) = (names::of_rule::<V>(before), names::of_rule::<V>(after));
    let ending = if royals == 1 { "" } else { "s" };
    let now = format!("{is} of {royals} {}{ending}", names::of_piece_type::<V>(after));
    let word = V::WORDS.royals_change.to_uppercase();
    (before != after).then(|| format!("{word}: {}'s {was} falls, now {now}", side.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Insurrection, Subversion};

    fn effect<V: Variant>(fen: &str, text: &str) -> Option<String> {
        let pos: Position<V> = fen.parse().unwrap();
        of(&pos, pos.parse_move(text).unwrap())
    }

    #[test]
    fn a_captor_that_changes_is_told() {
        let fen = "4k3/p7/8/4p3/8/5N2/8/4K3 w - - 0 1";
        assert_eq!(effect::<Insurrection>(fen, "f3e5").as_deref(), Some("takes the pawn, becomes a pawn"));
        assert_eq!(effect::<Chess>(fen, "f3e5").as_deref(), Some("takes the pawn"));
        assert_eq!(effect::<Chess>(fen, "f3d4"), None);
    }

    #[test]
    fn a_royal_captor_topples_the_government() {
        let text = effect::<Insurrection>("4k3/p7/8/8/8/8/3p4/4K3 w - - 0 1 Kk", "e1d2").unwrap();
        assert_eq!(text, "takes the pawn, COUP: Black's monarchy falls, now anarcho-syndicalist commune of 1 pawn");
    }

    #[test]
    fn a_captor_may_become_royal() {
        let text = effect::<Insurrection>("4k3/8/8/4p3/8/5N2/P7/4K3 w - - 0 1 Pk", "f3e5").unwrap();
        assert_eq!(text, "takes the pawn, becomes a pawn and royal");
    }

    #[test]
    fn a_bribe_has_its_price() {
        let text = effect::<Subversion>("4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1", "c1f1e4r").unwrap();
        assert_eq!(text, "buys the rook e4 for the bishop c1, the bishop f1");
    }

    #[test]
    fn a_move_that_ends_the_game_says_how() {
        assert_eq!(effect::<Empire>("8/4K3/7k/8/8/8/8/8 w - - 0 1", "e7e8").as_deref(), Some("campmate"));
    }
}
