//! What a user is told in words: who rules, whom a royal piece would bring to power, whom a piece can buy and what is still owed.
//! XBoard shows lines among the engine's thoughts; WinBoard reads their bytes one by one, so all of it is plain ASCII.

use movegen::{Move, Piece, PieceType, Position, Square, State, Variant};

use crate::names;

/// Alternatives that are listed; whoever wants more has the coloured squares.
const LISTED: usize = 6;

/// What holds beyond the board.
pub(super) fn state<V: Variant>(pos: &Position<V>) -> Option<String> {
    names::of_state(pos).map(|text| ascii(&text))
}

/// The same in few letters, if it is not what every game begins with: `White K, Black N`.
pub(super) fn brief_state<V: Variant>(pos: &Position<V>) -> Option<String> {
    let state = Some(pos.state()).filter(|state| *state != V::State::default())?;
    let described = state.describe()?;
    Some(described.split_once(": ").map_or(&*described, |(_, rest)| rest).to_owned())
}

/// What can be done with the pieces taken up that the colours of squares do not say; `None` if they say all.
pub(super) fn remark<V: Variant>(pos: &Position<V>, lifted: &[Square]) -> Option<String> {
    let first = *lifted.first().filter(|&&at| pos.piece_at(at).is_some_and(|piece| piece.color() == pos.turn()))?;
    let moves = pos.legal_moves();
    let text = match V::PURCHASES {
        true => purchases(pos, &moves, first, lifted),
        false => changes_of_royals(pos, moves.into_iter().filter(|m| m.from() == first))?,
    };
    Some(ascii(&text))
}

fn ascii(text: &str) -> String {
    text.replace('\u{e9}', "e")
}

fn list(pieces: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut pieces: Vec<String> = pieces.into_iter().collect();
    if pieces.len() > LISTED {
        pieces.truncate(LISTED);
        pieces.push("...".to_owned());
    }
    match pieces.pop() {
        Some(last) if pieces.is_empty() => last,
        Some(last) => format!("{}{word}{last}", pieces.join(", ")),
        None => String::new(),
    }
}

// Changes of royals.

/// Whether the move makes other pieces royal.
pub(super) fn makes_others_royal<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    V::ROYALS_CHANGE && pos.captured(m).is_some() && pos.after(m).state() != pos.state()
}

/// Who rules the enemy after captures of a royal piece.
fn changes_of_royals<V: Variant>(pos: &Position<V>, moves: impl Iterator<Item = Move>) -> Option<String> {
    let enemy = !pos.turn();
    let told = |m: Move| {
        let next = pos.after(m);
        let piece_type = V::royals(&next, enemy).first().and_then(|at| next.piece_at(at)).map(Piece::piece_type);
        format!("{} ({})", piece_type.map_or("nobody", names::of_rule::<V>), m.to())
    };
    let mut texts: Vec<String> = moves.filter(|&m| makes_others_royal(pos, m)).map(told).collect();
    // A pawn that promotes has several moves to one square.
    texts.dedup();
    let word = names::capitalised(V::WORDS.royals_change);
    (!texts.is_empty()).then(|| format!("{word} (green): {} becomes {}", enemy.name(), list(texts, ", ")))
}

// Purchases.

/// Whom the pieces taken up buy, and what is still owed: that first, since XBoard's window may be narrow.
fn purchases<V: Variant>(pos: &Position<V>, moves: &[Move], first: Square, lifted: &[Square]) -> String {
    let payers = list(lifted.iter().map(|&at| names::of_piece_at(pos, at)), " and ");
    let pays_in_part = |m: &&Move| m.is_purchase() && lifted.iter().all(|&at| pos.payment(**m).has(at));
    let purchases: Vec<Move> = moves.iter().filter(pays_in_part).copied().collect();
    let (paid, owed): (Vec<Move>, Vec<Move>) =
        purchases.into_iter().partition(|&m| pos.payment(m).count() as usize == lifted.len());
    // Where the piece can be taken as well, a click takes him.
    let is_taken =
        |m: &Move| lifted.len() == 1 && moves.iter().any(|o| !o.is_purchase() && (o.from(), o.to()) == (first, m.to()));
    let (typed, clicked): (Vec<Move>, Vec<Move>) = paid.into_iter().partition(is_taken);
    let mut sentences = Vec::new();
    let mut targets: Vec<Square> = owed.iter().map(|m| m.to()).collect();
    targets.dedup();
    for at in targets {
        let rest = still_owed(pos, owed.iter().filter(|m| m.to() == at), lifted);
        sentences.push(format!("{}: owed (cyan) {rest}; paid {payers}", names::of_piece_at(pos, at)));
    }
    if !clicked.is_empty() {
        let pieces = list(clicked.iter().map(|m| names::of_piece_at(pos, m.to())), " or ");
        sentences.push(format!("{pieces} (blue) for {payers}"));
    }
    for m in typed {
        let target = names::of_piece_at(pos, m.to());
        sentences.push(format!("{target}: type {}, a click captures", pos.write_move(m)));
    }
    let word = names::capitalised(V::WORDS.purchase);
    match sentences.is_empty() {
        true => format!("{word} nobody with {payers}"),
        false => format!("{word} {}", sentences.join("; ")),
    }
}

/// What is owed besides the pieces taken up: so many officers out of some, with or without all pawns.
fn still_owed<'a, V: Variant>(
    pos: &Position<V>,
    purchases: impl Iterator<Item = &'a Move>,
    lifted: &[Square],
) -> String {
    let pawns = pos.piece_type(PieceType::PAWN);
    // By the number of officers and of pawns, the officers who are among them.
    let mut ways: Vec<((u32, u32), Vec<Square>)> = Vec::new();
    for m in purchases {
        let rest = lifted.iter().fold(pos.payment(*m), |rest, &at| rest.without(at));
        let officers = rest - pawns;
        let counts = (officers.count(), (rest & pawns).count());
        let index = ways.iter().position(|(known, _)| *known == counts).unwrap_or_else(|| {
            ways.push((counts, Vec::new()));
            ways.len() - 1
        });
        let known = &mut ways[index].1;
        known.extend(officers.into_iter().filter(|at| !known.contains(at)).collect::<Vec<_>>());
    }
    let told = ways.into_iter().map(|((officers, pawns), among)| {
        let is_all = among.len() == officers as usize;
        let pieces = list(among.iter().map(ToString::to_string), if is_all { " and " } else { ", " });
        let pieces = if is_all { pieces } else { format!("{officers} of {pieces}") };
        match (officers, pawns) {
            (_, 0) => pieces,
            (0, _) => pawns_left(pawns),
            _ => format!("{pieces} with {}", pawns_left(pawns)),
        }
    });
    told.collect::<Vec<_>>().join(", or ")
}

fn pawns_left(count: u32) -> String {
    if count == 1 { "the last pawn".to_owned() } else { format!("all {count} pawns") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Insurrection, Subversion};

    fn said<V: Variant>(fen: &str, lifted: &[&str]) -> Option<String> {
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
    fn a_royal_piece_is_told_whom_his_captures_bring_to_power() {
        let fen = "4k3/8/n7/8/8/8/n2p4/4K3 w - - 0 1";
        let text = "Coup (green): Black becomes anarcho-syndicalist commune (d2)";
        assert_eq!(said::<Insurrection>("4k3/p7/8/8/8/8/3p4/4K3 w - - 0 1", &["e1"]).as_deref(), Some(text));
        assert_eq!(said::<Insurrection>(fen, &["e1"]), None, "the last pawn brings nobody to power");
        assert_eq!(said::<Insurrection>(fen, &["e8"]), None, "a piece of the enemy's");
    }

    /// gamedata/games/subversion/specification.md, "The payment".
    #[test]
    fn what_one_piece_bribes_is_told_at_once() {
        let fen = "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1";
        assert_eq!(said::<Subversion>(fen, &["a2"]).unwrap(), "Bribe queen c5 (blue) for pawn a2");
        assert_eq!(said::<Subversion>(fen, &["b4"]).unwrap(), "Bribe nobody with knight b4");
        let fen = "7k/8/8/8/8/1n6/P1N5/7K w - - 0 1";
        assert_eq!(said::<Subversion>(fen, &["a2"]).unwrap(), "Bribe knight b3: type a2b3n, a click captures");
    }

    #[test]
    fn what_is_still_owed_is_told_with_each_piece_that_is_paid() {
        let fen = "4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1";
        let text = "Bribe rook e4: owed (cyan) 1 of f1, d3; paid bishop c1";
        assert_eq!(said::<Subversion>(fen, &["c1"]).unwrap(), text);
        assert_eq!(said::<Subversion>(fen, &["c1", "f1"]).unwrap(), "Bribe rook e4 (blue) for bishop c1 and bishop f1");
        let fen = "4k3/8/8/8/4r3/3N4/PP6/2B1K3 w - - 0 1";
        let text = "Bribe rook e4: owed (cyan) d3, or all 2 pawns; paid bishop c1";
        assert_eq!(said::<Subversion>(fen, &["c1"]).unwrap(), text);
        let text = "Bribe rook e4: owed (cyan) 1 of c1, d3 with the last pawn; paid pawn a2";
        assert_eq!(said::<Subversion>(fen, &["a2"]).unwrap(), text);
    }
}
