//! The tests of exchanges.

use super::*;
use crate::bench::{Random, walk};
use eval::Evaluator;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::{Anarchism, Chess, Insurrection, Subversion};

/// Returns the exchange value of a move, to ten centipawns.
fn won<V: Variant>(fen: &str, m: &str) -> Score {
    let pos: Position<V> = fen.parse().unwrap();
    let m = pos.parse_move(m).unwrap();
    let exchange = Exchange::new(V::default(), &Evaluator::<V>::hand_made());
    (-300..=300).map(|n| 10 * n).rfind(|&n| exchange.wins_at_least(&pos, m, n)).unwrap()
}

fn value<V: Variant>(piece_type: PieceType) -> Score {
    Exchange::new(V::default(), &Evaluator::<V>::hand_made()).value(piece_type)
}

fn assert_near(won: Score, expected: Score) {
    assert!((won - expected).abs() <= 10, "{won} instead of {expected}");
}

#[test]
fn a_queen_that_takes_a_pawn_has_declined() {
    let (pawn, queen) = (value::<Anarchism>(PieceType::PAWN), value::<Anarchism>(PieceType::QUEEN));
    assert_near(won::<Anarchism>("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1 Kk", "d1d5"), 2 * pawn - queen);
}

#[test]
fn pawn_capturing_queen_is_recaptured_as_queen() {
    // The pawn rises to a queen and is lost as one; the rook that takes it rises as well.
    let fen = "3rk3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 Kk";
    let [pawn, rook, queen] = [PieceType::PAWN, PieceType::ROOK, PieceType::QUEEN].map(value::<Anarchism>);
    assert_near(won::<Anarchism>(fen, "e4d5"), 2 * queen - pawn - (2 * queen - rook));
}

#[test]
fn last_royal_captures_nothing_protected() {
    // The queen on d5 stands on a square that the white king may not take: only its pawn could.
    let fen = "3rk3/8/8/3q4/3K4/8/8/8 w - - 0 1 Kk";
    let pos: Position<Insurrection> = fen.parse().unwrap();
    assert!(pos.parse_move("d4d5").is_err());
    let alone = "4k3/8/8/3r4/3K4/8/8/8 w - - 0 1 Kk";
    assert_near(won::<Insurrection>(alone, "d4d5"), value::<Insurrection>(PieceType::ROOK));
}

#[test]
fn new_royals_add_to_the_captured_value() {
    let fen = "4k3/8/8/p2p4/3K4/8/8/8 w - - 0 1 Kk";
    assert_near(
        won::<Insurrection>(fen, "d4d5"),
        value::<Insurrection>(PieceType::PAWN) + params::new_royals_value::<Insurrection>(),
    );
}

#[test]
fn a_bought_piece_may_be_taken_in_turn() {
    let [pawn, rook] = [PieceType::PAWN, PieceType::ROOK].map(value::<Subversion>);
    let free = "7k/8/8/8/3r4/4N3/P7/7K w - - 0 1";
    assert_near(won::<Subversion>(free, "a2d4r"), 2 * rook - pawn);
    let protected = "7k/8/8/2p5/3r4/4N3/P7/7K w - - 0 1";
    assert_near(won::<Subversion>(protected, "a2d4r"), rook - pawn);
}

#[test]
fn piece_next_to_an_enemy_piece_is_sold() {
    let [pawn, rook] = [PieceType::PAWN, PieceType::ROOK].map(value::<Subversion>);
    assert_near(won::<Subversion>("7k/p7/8/8/3n4/8/2R5/7K w - - 0 1", "c2c4"), pawn - 2 * rook);
    // The bishop takes the rook that has been bought.
    assert_near(won::<Subversion>("7k/p7/8/8/3n4/8/B1R5/7K w - - 0 1", "c2c4"), pawn - rook);
    // No pawn to pay with; a rook next to its king; a rook that gives check and costs more.
    assert_near(won::<Subversion>("7k/8/8/8/3n4/8/2R5/7K w - - 0 1", "c2c4"), 0);
    assert_near(won::<Subversion>("7k/p7/8/8/3n4/8/1KR5/8 w - - 0 1", "c2c3"), 0);
    assert_near(won::<Subversion>("2k5/p7/8/8/3n4/7R/8/7K w - - 0 1", "h3c3"), 0);
}

#[test]
fn piece_that_can_be_bought_back_is_safe() {
    let [pawn, rook] = [PieceType::PAWN, PieceType::ROOK].map(value::<Subversion>);
    assert_near(won::<Subversion>("7k/p7/8/8/3n4/1B6/P1R5/7K w - - 0 1", "c2c3"), 0);
    assert_near(won::<Subversion>("7k/pp6/8/8/3n4/1B6/P1R5/7K w - - 0 1", "c2c3"), pawn - 2 * rook);
}

/// Returns what a side wins by optional captures on a square with a piece of this type, by playing out the captures, cheapest piece
/// first.
fn by_trying<V: Variant>(
    exchange: &Exchange,
    pos: &Position<V>,
    (side, to, standing): (Color, Square, PieceType),
    occupied: Bitboard,
) -> Score {
    let attackers = |side: Color| {
        let sliders = V::sliders(pos, side);
        let along = |from: Square| {
            let lines = [
                (sliders.diagonal, attacks::bishop(from, occupied)),
                (sliders.orthogonal, attacks::rook(from, occupied)),
            ];
            lines.into_iter().any(|(pieces, squares)| pieces.has(from) && squares.has(to))
        };
        let leapers = V::leapers(pos, to, side);
        let captures =
            move |&at: &Square| (leapers.has(at) || along(at)) && occupied.has(at) && pos.color(side).has(at);
        Square::all().filter(captures).collect::<Vec<_>>()
    };
    let royals = V::royals(pos, side);
    let ours = attackers(side);
    let piece_type = |at: Square| pos.piece_at(at).unwrap().piece_type();
    // Royals come last, and pieces of equal worth in the order of their squares.
    let rank = |&&at: &&Square| {
        let order = exchange.cheapest_first().iter().position(|&other| other == piece_type(at));
        (royals.has(at), order, at.index())
    };
    let Some(&from) = ours.iter().min_by_key(rank) else { return 0 };
    if royals.has(from) && !royals.many() && !attackers(!side).is_empty() {
        return 0;
    }
    let arrived = V::arrives_as(pos, Piece::new(side, piece_type(from)), standing);
    let gain = exchange.value(standing) + exchange.value(arrived) - exchange.value(piece_type(from));
    (gain - by_trying(exchange, pos, (!side, to, arrived), occupied.without(from))).max(0)
}

/// Returns what the side to move after a move wins by buying the moved piece for a pawn.
fn by_buying<V: Variant>(
    exchange: &Exchange,
    pos: &Position<V>,
    after: &Position<V>,
    (to, standing): (Square, PieceType),
) -> Score {
    let (us, them) = (pos.turn(), after.turn());
    let [ours, theirs] = [us, them].map(|color| after.of(color, PieceType::PAWN).without(to).count());
    let gives_check = after.game().captures(standing, us, to, after.occupied()).meets(V::royals(after, them));
    let is_bought = theirs > 0 && !gives_check && V::purchasable(after, them).has(to);
    let is_bought_back = ours >= theirs && V::purchase_zone(after, us, standing, after.occupied().without(to)).has(to);
    if !is_bought || is_bought_back {
        return 0;
    }
    let regained = by_trying(exchange, pos, (us, to, standing), after.occupied());
    2 * exchange.value(standing) - exchange.value(PieceType::PAWN) - regained
}

/// Returns the sum of the piece values of a color.
fn worth<V: Variant>(exchange: &Exchange, pos: &Position<V>, color: Color) -> Score {
    let value = |at: Square| {
        pos.piece_at(at).filter(|piece| piece.color() == color).map_or(0, |piece| exchange.value(piece.piece_type()))
    };
    Square::all().map(value).sum()
}

/// Compares the exchange value of every legal move with played-out captures.
fn agrees_with_trying<V: Variant>(exchange: &Exchange, pos: &Position<V>) {
    let us = pos.turn();
    let balance = |pos: &Position<V>| worth::<V>(exchange, pos, us) - worth::<V>(exchange, pos, !us);
    for &m in &pos.legal_moves() {
        let after = pos.after(m);
        let standing = after.piece_at(m.to()).map(Piece::piece_type);
        let expected = match (m.kind(), standing) {
            (MoveKind::Castle, _) | (_, None) => 0,
            (_, Some(standing)) => {
                let royals = if V::changes_royals(pos, m) { params::new_royals_value::<V>() } else { 0 };
                let captured = by_trying(exchange, pos, (!us, m.to(), standing), after.occupied());
                let bought = by_buying(exchange, pos, &after, (m.to(), standing));
                balance(&after) - balance(pos) + royals - captured.max(bought)
            }
        };
        let context = format!("{} {pos} {}", V::NAME, V::write_move(pos, m));
        for threshold in [-9_000, expected - 1, expected] {
            assert!(exchange.wins_at_least(pos, m, threshold), "{context} {threshold}");
        }
        for threshold in [expected + 1, expected + 90, 9_000] {
            assert!(!exchange.wins_at_least(pos, m, threshold), "{context} {threshold}");
        }
    }
}

struct AgreesWithTrying;

impl VisitTurnBased for AgreesWithTrying {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let exchange = Exchange::new(V::default(), &Evaluator::<V>::hand_made());
        let mut random = Random(0x5ee);
        for _ in 0..40 {
            agrees_with_trying(&exchange, walk::<V>(20 + random.below(60), &mut random).position());
        }
    }
}

#[test]
fn exchange_values_equal_played_out_captures() {
    TURN_BASED.into_iter().for_each(|name| with_turn_based(name, AgreesWithTrying).unwrap());
}

#[test]
fn removed_pieces_open_their_lines() {
    // The bishop on g2 can be paid for the rook, with the knight or with all pawns, and the one on h1 then takes it.
    let bought = "k7/8/8/8/4r3/3N4/PPP3B1/1N2K2b w - - 0 1".parse::<Position<Subversion>>().unwrap();
    assert!(bought.legal_moves().iter().any(|m| m.pays_all_pawns()));
    agrees_with_trying(&Exchange::new(Subversion, &Evaluator::<Subversion>::hand_made()), &bought);
    let passed = "4k3/8/8/3pP3/8/8/3r4/4K3 w - d6 0 1".parse::<Position<Chess>>().unwrap();
    agrees_with_trying(&Exchange::new(Chess, &Evaluator::<Chess>::hand_made()), &passed);
}
