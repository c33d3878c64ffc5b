//! Remarks in words: the state, changes of royals, purchases and what they still cost. XBoard shows them among the lines of a
//! search; WinBoard reads single bytes, so the text is plain ASCII.

use games::explain::{Effect, Purchase, piece_at, purchases, turn_based};
use games::names;
use movegen::{Bitboard, Move, PieceType, Position, Square, State, Variant};

/// The most alternatives listed. The colours of the squares show all of them.
const MAX_LISTED: usize = 6;

pub(super) fn state<V: Variant>(pos: &Position<V>) -> Option<String> {
    names::state(pos).map(|text| ascii(&text))
}

/// Returns the state in a few letters if it is not that of the start: `White K, Black N`.
pub(super) fn brief_state<V: Variant>(pos: &Position<V>) -> Option<String> {
    let state = Some(pos.state()).filter(|state| *state != V::State::default())?;
    let described = state.describe()?;
    Some(described.split_once(": ").map_or(&*described, |(_, rest)| rest).to_owned())
}

/// Returns the possible moves of the pieces that the user holds, as far as the colours of the squares do not show them.
pub(super) fn remark<V: Variant>(pos: &Position<V>, lifted: &[Square]) -> Option<String> {
    let first = *lifted.first().filter(|&&at| pos.piece_at(at).is_some_and(|piece| piece.color() == pos.turn()))?;
    let moves = pos.legal_moves();
    let text = match V::PURCHASES {
        true => purchases_text(pos, &moves, first, lifted),
        false => changes_of_royals(pos, moves.into_iter().filter(|m| m.from() == first))?,
    };
    Some(ascii(&text))
}

fn ascii(text: &str) -> String {
    text.replace('\u{e9}', "e")
}

fn list(pieces: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut pieces: Vec<String> = pieces.into_iter().collect();
    if pieces.len() > MAX_LISTED {
        pieces.truncate(MAX_LISTED);
        pieces.push("...".to_owned());
    }
    match pieces.pop() {
        Some(last) if pieces.is_empty() => last,
        Some(last) => format!("{}{word}{last}", pieces.join(", ")),
        None => String::new(),
    }
}

/// Returns the new royals of the enemy after captures by a royal.
fn changes_of_royals<V: Variant>(pos: &Position<V>, moves: impl Iterator<Item = Move>) -> Option<String> {
    let enemy = !pos.turn();
    let change = |m: Move| {
        let effects = turn_based::effects(pos, m);
        let now = effects.iter().find_map(|effect| match effect {
            Effect::NewRoyals { now, .. } => Some(*now),
            _ => None,
        });
        now.map(|letter| format!("{} ({})", names::rule(pos.game(), letter), m.to()))
    };
    let mut texts: Vec<String> = moves.filter_map(change).collect();
    // A pawn that promotes has several moves to one square.
    texts.dedup();
    let word = names::capitalized(V::WORDS.royals_change);
    (!texts.is_empty()).then(|| format!("{word} (green): {} becomes {}", enemy.name(), list(texts, ", ")))
}

/// Returns a piece with its square: `king e8`.
fn piece_text<V: Variant>(pos: &Position<V>, at: Square) -> String {
    let piece = piece_at(pos, at);
    piece.map_or_else(|| at.to_string(), |p| format!("{} {at}", names::piece(V::NAME, p.letter, p.color)))
}

/// Returns the purchases that the pieces held can pay for, and what is still owed: that first, since XBoard's window may be
/// narrow.
fn purchases_text<V: Variant>(pos: &Position<V>, moves: &[Move], first: Square, lifted: &[Square]) -> String {
    let payers = list(lifted.iter().map(|&at| piece_text(pos, at)), " and ");
    let purchases = purchases(pos, lifted.iter().copied().collect());
    let (paid, owed): (Vec<Purchase>, Vec<Purchase>) = purchases.into_iter().partition(|p| p.rest.is_empty());
    // A click on a piece that can also be captured captures it.
    let is_capture =
        |to: Square| lifted.len() == 1 && moves.iter().any(|m| !m.is_purchase() && (m.from(), m.to()) == (first, to));
    let (typed, clicked): (Vec<Purchase>, Vec<Purchase>) = paid.into_iter().partition(|p| is_capture(p.m.to()));
    let mut sentences = Vec::new();
    let mut targets: Vec<Square> = owed.iter().map(|p| p.m.to()).collect();
    targets.dedup();
    for at in targets {
        let rest = still_owed(pos, owed.iter().filter(|p| p.m.to() == at).map(|p| p.rest));
        sentences.push(format!("{}: owed (cyan) {rest}; paid {payers}", piece_text(pos, at)));
    }
    if !clicked.is_empty() {
        let pieces = list(clicked.iter().map(|p| piece_text(pos, p.m.to())), " or ");
        sentences.push(format!("{pieces} (blue) for {payers}"));
    }
    for Purchase { m, .. } in typed {
        let target = piece_text(pos, m.to());
        sentences.push(format!("{target}: type {}, a click captures", pos.write_move(m)));
    }
    let word = names::capitalized(V::WORDS.purchase);
    match sentences.is_empty() {
        true => format!("{word}: nothing to buy with {payers}"),
        false => format!("{word} {}", sentences.join("; ")),
    }
}

/// Returns what is owed in addition to the pieces held: a number of non-pawn pieces out of some, with or without all pawns.
fn still_owed<V: Variant>(pos: &Position<V>, rests: impl Iterator<Item = Bitboard>) -> String {
    let pawns = pos.piece_type(PieceType::PAWN);
    // The non-pawn pieces, by the number of non-pawn pieces and of pawns in a payment.
    let mut ways: Vec<((u32, u32), Bitboard)> = Vec::new();
    for rest in rests {
        let non_pawns = rest - pawns;
        let counts = (non_pawns.count(), (rest & pawns).count());
        match ways.iter_mut().find(|(known, _)| *known == counts) {
            Some((_, among)) => *among |= non_pawns,
            None => ways.push((counts, non_pawns)),
        }
    }
    let way = |((non_pawns, pawns), among): ((u32, u32), Bitboard)| {
        let is_all = among.count() == non_pawns;
        let pieces = list(among.into_iter().map(|at| at.to_string()), if is_all { " and " } else { ", " });
        let pieces = if is_all { pieces } else { format!("{non_pawns} of {pieces}") };
        match (non_pawns, pawns) {
            (_, 0) => pieces,
            (0, _) => pawns_left(pawns),
            _ => format!("{pieces} with {}", pawns_left(pawns)),
        }
    };
    ways.into_iter().map(way).collect::<Vec<_>>().join(", or ")
}

fn pawns_left(count: u32) -> String {
    if count == 1 { "the last pawn".to_owned() } else { format!("all {count} pawns") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Insurrection, Subversion};

    fn remark_of<V: Variant>(fen: &str, lifted: &[&str]) -> Option<String> {
        let pos: Position<V> = fen.parse().unwrap();
        remark(&pos, &lifted.iter().map(|name| Square::parse(name).unwrap()).collect::<Vec<_>>())
    }

    #[test]
    fn governments_have_names_in_the_line_and_letters_in_the_title() {
        let pos: Position<Insurrection> = "4k3/n7/8/8/8/3R4/3R4/4K3 w - - 0 1 Rn".parse().unwrap();
        let line = "Government: White comite de salut public (2 rooks); Black junta (1 knight)";
        assert_eq!(state(&pos).as_deref(), Some(line));
        assert_eq!(brief_state(&pos).as_deref(), Some("White R, Black N"));
        assert_eq!(brief_state(&Position::<Insurrection>::start()), None, "every game begins with two monarchies");
        assert_eq!((state(&Position::<Chess>::start()), brief_state(&Position::<Chess>::start())), (None, None));
    }

    #[test]
    fn remark_lists_new_governments_by_capture() {
        let fen = "4k3/8/n7/8/8/8/n2p4/4K3 w - - 0 1";
        let text = "Coup (green): Black becomes anarcho-syndicalist commune (d2)";
        assert_eq!(remark_of::<Insurrection>("4k3/p7/8/8/8/8/3p4/4K3 w - - 0 1", &["e1"]).as_deref(), Some(text));
        assert_eq!(remark_of::<Insurrection>(fen, &["e1"]), None, "the last pawn changes no royals");
        assert_eq!(remark_of::<Insurrection>(fen, &["e8"]), None, "a piece of the enemy's");
    }

    /// gamedata/games/subversion/specification.md, "The payment".
    #[test]
    fn remark_lists_bribes_of_one_piece() {
        let fen = "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1";
        assert_eq!(remark_of::<Subversion>(fen, &["a2"]).unwrap(), "Bribe queen c5 (blue) for pawn a2");
        assert_eq!(remark_of::<Subversion>(fen, &["b4"]).unwrap(), "Bribe: nothing to buy with knight b4");
        let fen = "7k/8/8/8/8/1n6/P1N5/7K w - - 0 1";
        assert_eq!(remark_of::<Subversion>(fen, &["a2"]).unwrap(), "Bribe knight b3: type a2b3n, a click captures");
    }

    #[test]
    fn remark_lists_pieces_still_owed() {
        let fen = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1";
        let text = "Bribe rook e4: owed (cyan) 1 of f1, d3; paid bishop c1";
        assert_eq!(remark_of::<Subversion>(fen, &["c1"]).unwrap(), text);
        assert_eq!(
            remark_of::<Subversion>(fen, &["c1", "f1"]).unwrap(),
            "Bribe rook e4 (blue) for bishop c1 and bishop f1"
        );
        let fen = "4k3/8/8/8/4r3/3N4/PP6/2B1K3 w - - 0 1";
        let text = "Bribe rook e4: owed (cyan) d3, or all 2 pawns; paid bishop c1";
        assert_eq!(remark_of::<Subversion>(fen, &["c1"]).unwrap(), text);
        let text = "Bribe rook e4: owed (cyan) 1 of c1, d3 with the last pawn; paid pawn a2";
        assert_eq!(remark_of::<Subversion>(fen, &["a2"]).unwrap(), text);
    }
}
