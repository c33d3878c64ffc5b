//! Effects and prices in words.

use games::explain::{self, Effect, Illegal, PieceAt, turn_based};
use games::names;
use movegen::{Bitboard, Move, Position, Square, Variant};

/// Returns the effects of a legal move that its notation does not show.
pub(super) fn effects<V: Variant>(pos: &Position<V>, m: Move) -> Option<String> {
    let effects: Vec<String> = turn_based::effects(pos, m).iter().filter_map(|of| effect(pos.game(), of)).collect();
    (!effects.is_empty()).then(|| effects.join(", "))
}

fn effect<V: Variant>(game: V, effect: &Effect) -> Option<String> {
    Some(match effect {
        Effect::Purchase { target, paid } => format!("buys {} for {}", the::<V>(target), payment::<V>(paid)),
        Effect::Capture { piece, en_passant } => {
            let passing = if *en_passant { " en passant" } else { "" };
            format!("takes the {}{passing}", names::piece(V::NAME, piece.letter, piece.color))
        }
        Effect::Becomes { piece, is_promotion: false, royal, .. } => {
            let name = names::piece(V::NAME, piece.letter, piece.color);
            format!("becomes {}{}", explain::article(name), if *royal { " and royal" } else { "" })
        }
        Effect::NewRoyals { side, was, now, royals } => {
            let (word, count) = (V::WORDS.royals_change.to_uppercase(), royals.len());
            let (was, rule, name) =
                (names::rule(game, *was), names::rule(game, *now), names::piece(V::NAME, *now, *side));
            let ending = if count == 1 { "" } else { "s" };
            format!("{word}: {}'s {was} falls, now {rule} of {count} {name}{ending}", side.name())
        }
        Effect::End(outcome) => outcome.reason.as_str().to_owned(),
        _ => return None,
    })
}

/// Returns a piece with its square: `the rook e4`.
fn the<V: Variant>(piece: &PieceAt) -> String {
    format!("the {} {}", names::piece(V::NAME, piece.letter, piece.color), piece.at)
}

fn payment<V: Variant>(paid: &[PieceAt]) -> String {
    paid.iter().map(the::<V>).collect::<Vec<_>>().join(", ")
}

/// Returns the ways to pay for each enemy piece that can be bought now, or for the one on a square.
pub(super) fn prices<V: Variant>(pos: &Position<V>, target: Option<Square>) -> Result<Vec<String>, Illegal> {
    if let Some(reason) = target.and_then(|at| explain::unsold(pos, at)) {
        return Err(reason);
    }
    let mut purchases = explain::purchases(pos, Bitboard::EMPTY);
    purchases.retain(|purchase| target.is_none_or(|at| purchase.m.to() == at));
    purchases.sort_by_key(|purchase| purchase.m.to());
    let (mut lines, mut last) = (Vec::new(), None);
    for purchase in purchases {
        let [Effect::Purchase { target, paid }, ..] = &turn_based::effects(pos, purchase.m)[..] else { continue };
        if last.replace(target.at) != Some(target.at) {
            lines.push(format!("{} costs", the::<V>(target)));
        }
        lines.push(format!("  {}: {}", pos.write_move(purchase.m), payment::<V>(paid)));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Insurrection, Subversion};

    #[test]
    fn effects_of_moves_are_printed() {
        fn print<V: Variant>(fen: &str, text: &str) -> String {
            let pos: Position<V> = fen.parse().unwrap();
            effects(&pos, pos.parse_move(text).unwrap()).unwrap_or_default()
        }
        let knight = "4k3/p7/8/4p3/8/5N2/8/4K3 w - - 0 1";
        assert_eq!(print::<Insurrection>(knight, "f3e5"), "takes the pawn, becomes a pawn");
        assert_eq!([print::<Chess>(knight, "f3e5"), print::<Chess>(knight, "f3d4")], ["takes the pawn", ""]);
        let royal = print::<Insurrection>("4k3/8/8/4p3/8/5N2/P7/4K3 w - - 0 1 Pk", "f3e5");
        assert_eq!(royal, "takes the pawn, becomes a pawn and royal");
        let coup = print::<Insurrection>("4k3/p7/8/8/8/8/3p4/4K3 w - - 0 1 Kk", "e1d2");
        assert_eq!(coup, "takes the pawn, COUP: Black's monarchy falls, now anarcho-syndicalist commune of 1 pawn");
        let purchase = print::<Subversion>("4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1", "c1f1e4r");
        assert_eq!(purchase, "buys the rook e4 for the bishop c1, the bishop f1");
        assert_eq!(print::<Empire>("8/4K3/7k/8/8/8/8/8 w - - 0 1", "e7e8"), "campmate");
    }

    /// The specification of Subversion, "The payment".
    #[test]
    fn ways_to_pay_are_listed_as_typed() {
        let pos: Position<Subversion> = "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1".parse().unwrap();
        let lines = ["the queen c5 costs", "  a2c5q: the pawn a2"];
        assert_eq!(prices(&pos, None).unwrap(), lines);
        assert_eq!(prices(&pos, Square::parse("c5")).unwrap(), lines);
        let reason = prices(&pos, Square::parse("e8")).unwrap_err();
        assert_eq!(reason.words("subversion"), "a king cannot be bought");
    }
}
