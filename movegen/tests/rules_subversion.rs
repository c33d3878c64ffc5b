//! Subversion, rule by rule, in the order of gamedata/games/subversion/specification.md. The positions are made for the rule they show;
//! counts from other sources are in `perft/` and `vectors/`.

use crate::common::{end, game, moves, position};
use upheaval_movegen::san::parse_san;
use upheaval_movegen::variant::{Noisy, Purchases, Quiet};
use upheaval_movegen::{MoveList, Subversion};

/// All bribes, sorted and joined.
fn bribes(fen: &str) -> String {
    let pos = position::<Subversion>(fen);
    let mut list = MoveList::new();
    pos.generate::<Purchases>(&pos.constraints(), &mut list);
    let mut texts: Vec<String> = list.iter().map(|&m| pos.write_move(m)).collect();
    texts.sort_unstable();
    texts.join(" ")
}

fn after(fen: &str, moves: &str) -> String {
    game::<Subversion>(fen, moves).position().to_string()
}

fn ends(fen: &str, moves: &str) -> String {
    end::<Subversion>(fen, moves)
}

/// The move parsed from a text, as it is written.
fn read(fen: &str, text: &str) -> Result<String, String> {
    let pos = position::<Subversion>(fen);
    pos.parse_move(text).map(|m| pos.write_move(m)).map_err(|e| e.to_string())
}

// ---- The piece bribed ----

#[test]
fn bribed_piece_changes_sides_in_place() {
    let fen = "4k3/8/8/2q5/1N6/8/P7/7K w - - 5 9";
    assert_eq!(bribes(fen), "a2c5q");
    assert_eq!(after(fen, "a2c5q"), "4k3/8/8/2Q5/1N6/8/8/7K b - - 0 9");
}

#[test]
fn bribe_needs_adjacent_non_pawn() {
    assert_eq!(bribes("4k3/8/8/2q5/1P6/8/P7/7K w - - 0 1"), "");
    assert_eq!(bribes("4k3/8/8/8/8/5n2/P7/6BK w - - 0 1"), "");
    // The king counts, and a pinned piece.
    assert_eq!(bribes("4k3/8/8/8/8/8/P5rp/7K w - - 0 1"), "a2g2r a2h2p");
    assert_eq!(bribes("4k3/8/8/8/8/8/P6b/7K w - - 0 1"), "a2h2b");
    assert_eq!(bribes("4r1k1/8/8/3n4/4N3/8/P7/4K3 w - - 0 1"), "a2d5n");
}

#[test]
fn piece_next_to_its_king_cannot_be_bribed() {
    assert_eq!(bribes("8/8/1k6/2q5/1N6/8/P7/7K w - - 0 1"), "");
    assert_eq!(bribes("8/8/3k4/2q5/1N6/8/P7/7K w - - 0 1"), "");
    assert_eq!(bribes("8/4k3/8/2q5/1N6/8/P7/7K w - - 0 1"), "a2c5q");
}

#[test]
fn kings_cannot_be_bribed() {
    assert_eq!(bribes("8/8/8/2k5/1R6/8/P7/7K w - - 0 1"), "");
}

// ---- The payment ----

#[test]
fn piece_without_check_costs_one_pawn() {
    assert_eq!(bribes("4k3/8/8/2q5/1N6/8/PP5P/7K w - - 0 1"), "a2c5q b2c5q h2c5q");
    assert_eq!(bribes("4k3/8/8/2q5/1N6/8/RB6/7K w - - 0 1"), "");
}

/// The pawn d2 is pinned by the bishop b4; it can pay for the bishop, but not for the knight c5.
#[test]
fn pinned_pawn_pays_only_for_pinning_piece() {
    let fen = "4k3/8/8/2n5/NbN5/8/3P4/4K3 w - - 0 1";
    assert_eq!(bribes("4k3/8/8/2n5/1b1N4/8/3P4/4K3 w - - 0 1"), "");
    assert_eq!(bribes(fen), "d2b4b");
}

#[test]
fn checking_minor_piece_costs_one_non_pawn() {
    assert_eq!(bribes("3k4/8/8/8/4Q1B1/5n2/P7/4K3 w - - 0 1"), "e4f3n g4f3n");
    assert_eq!(bribes("4k3/8/8/8/8/8/3p3R/R3K3 w - - 0 1"), "a1d2p h2d2p");
    assert_eq!(bribes("4k3/8/8/8/1b6/R7/7Q/4K3 w - - 0 1"), "a3b4b h2b4b");
}

#[test]
fn checking_rook_has_four_prices() {
    let fen = "7k/8/8/8/r2K4/1Q6/6PP/2B2RNN w - - 0 1";
    assert_eq!(bribes(fen), "b3a4r c1g1a4r c1g2h2a4r c1h1a4r f1a4r g1g2h2a4r g1h1a4r h1g2h2a4r");
    let without_pawns = "7k/8/8/8/r2K4/1Q6/8/2B2RNN w - - 0 1";
    assert_eq!(bribes(without_pawns), "b3a4r c1g1a4r c1h1a4r f1a4r g1h1a4r");
}

#[test]
fn checking_queen_has_two_prices() {
    let fen = "k7/8/8/8/q2K4/1N6/7P/R1B5 w - - 0 1";
    assert_eq!(bribes(fen), "a1c1b3a4q a1c1h2a4q a1h2b3a4q c1h2b3a4q");
    assert_eq!(after(fen, "a1c1h2a4q"), "k7/8/8/8/Q2K4/1N6/8/8 b - - 0 1");
}

#[test]
fn payment_may_not_expose_king() {
    // The knight e2 is pinned by the rook e8.
    assert_eq!(bribes("4r1k1/8/8/8/8/5n2/4N1B1/4K3 w - - 0 1"), "g2f3n");
    // Bishop and knight of the a-file may each be missing, but not both: that would open the line of the queen on a8.
    let fen = "q5k1/8/8/8/N7/B7/8/K5rN w - - 0 1";
    assert_eq!(bribes(fen), "h1a3g1r h1a4g1r");
}

/// The bishop has no ordinary move that ends the check; that others have one is enough.
#[test]
fn any_piece_may_pay_for_checking_piece() {
    let pos = position::<Subversion>("4k3/8/8/8/6R1/5n2/8/B3K3 w - - 0 1");
    let m = pos.parse_move("a1f3n").unwrap();
    assert!(pos.is_legal(m, &pos.constraints()));
}

#[test]
fn of_two_checking_pieces_none_can_be_bribed() {
    let fen = "4r1k1/8/8/8/8/5n2/6B1/4K3 w - - 0 1";
    assert_eq!(position::<Subversion>(fen).constraints().checkers.count(), 2);
    assert_eq!(bribes(fen), "");
}

#[test]
fn only_checking_piece_can_be_bribed_in_check() {
    assert_eq!(bribes("4r1k1/8/8/2n5/1N6/8/P7/4K3 w - - 0 1"), "");
}

#[test]
fn only_neighbour_may_be_payment() {
    let fen = "r3k2r/8/8/7B/R2BP2r/8/7B/1B4bK b k - 20 20";
    assert_eq!(after(fen, "h8h5b"), "r3k3/8/8/7b/R2BP2r/8/7B/1B4bK w - - 0 21");
}

// ---- Mate ----

/// The queen on b2 mates; any three of the four knights could pay for it.
#[test]
fn mated_side_cannot_pay() {
    let mate = "7k/8/8/8/2p5/p7/1q1NN3/NKN5 w - - 0 1";
    assert_eq!(bribes(mate), "");
    assert_eq!(ends(mate, ""), "0-1 {checkmate}");
}

#[test]
fn mating_piece_may_not_be_bribed() {
    let fen = "4k2r/4P1QP/8/8/B7/3P4/5NpP/R3K2R b KQk - 0 20";
    assert!(moves::<Subversion>(fen).is_empty());
    assert_eq!(ends(fen, ""), "1-0 {checkmate}");
}

#[test]
fn bribe_may_mate() {
    let fen = "6NN/4p3/8/2nPR1b1/3k2q1/6B1/4b3/3nK3 b - - 0 20";
    let mating = moves::<Subversion>(fen).into_iter().find(|m| m.len() > 4 && ends(fen, m) == "0-1 {checkmate}");
    assert!(mating.is_some());
}

#[test]
fn side_that_can_only_pay_is_not_stalemated() {
    let fen = "4k3/8/8/8/8/1q4p1/6Pn/K6B w - - 0 1";
    assert_eq!(moves::<Subversion>(fen), ["g2h2n"]);
    assert_eq!(ends(fen, ""), "*");
}

// ---- What it leaves behind ----

#[test]
fn bribe_resets_clock_and_clears_en_passant_square() {
    let fen = "4k3/8/8/2q1pP2/1N6/8/P7/7K w - e6 0 9";
    assert_eq!(after(fen, "a2c5q"), "4k3/8/8/2Q1pP2/1N6/8/8/7K b - - 0 9");
}

#[test]
fn paid_or_bribed_rook_loses_castling_right() {
    let fen = "r3k2r/1R2R2R/8/8/3N4/2Kn4/8/8 b kq - 0 20";
    assert_eq!(after(fen, "h8e7r"), "r3k3/1R2r2R/8/8/3N4/2Kn4/8/8 w q - 0 21");
    let fen = "4k3/8/8/8/8/8/1n4p1/R3K2R b KQ - 0 1";
    assert_eq!(after(fen, "g2a1r"), "4k3/8/8/8/8/8/1n6/r3K2R w K - 0 2");
}

#[test]
fn rook_bribed_at_home_gives_no_right() {
    let fen = "4k3/8/8/8/8/8/P5N1/4KB1r w - - 0 1";
    assert_eq!(after(fen, "a2h1r"), "4k3/8/8/8/8/8/6N1/4KB1R b - - 0 1");
}

#[test]
fn bribed_pawn_moves_for_its_new_side() {
    let fen = "4k3/8/8/8/8/8/P3p3/4K3 w - - 40 60";
    assert_eq!(after(fen, "a2e2p"), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 60");
    let pos = game::<Subversion>(fen, "a2e2p e8e7").position().to_string();
    assert_eq!(crate::common::goes::<Subversion>(&pos, "e2"), "e3 e4");
}

// ---- Ends ----

#[test]
fn only_bare_kings_draw() {
    assert_eq!(ends("4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""), "1/2-1/2 {insufficient material}");
    assert_eq!(ends("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", ""), "*");
    assert_eq!(ends("4k3/8/8/8/8/8/8/4KB2 b - - 0 1", ""), "*");
}

// ---- Moves as text ----

#[test]
fn every_payment_is_written_in_order_of_squares() {
    let fen = "2bqkbn1/3Qp3/r7/4r3/5p2/n4N2/b4K2/R1B3NR b - - 0 21";
    assert_eq!(after(fen, "f4e7c8g8d7q"), "3qkb2/3q4/r7/4r3/8/n4N2/b4K2/R1B3NR w - - 0 22");
    assert!(read(fen, "e7f4c8g8d7q").is_err());
}

#[test]
fn equivalent_ordinary_move_replaces_bribe() {
    // Pawn takes pawn.
    let pawns = "8/k7/8/3p4/2N1P3/8/8/7K w - - 0 1";
    assert_eq!(bribes(pawns), "");
    assert_eq!(read(pawns, "e4d5p"), Ok("e4d5".to_owned()));
    assert_eq!(bribes("8/k7/8/3p4/2N1P3/8/P7/7K w - - 0 1"), "a2d5p");
    // A pawn promotes by capture to what it takes.
    let promotion = "1n6/P1K5/8/8/8/8/8/7k w - - 0 1";
    assert_eq!(bribes(promotion), "");
    assert_eq!(read(promotion, "a7b8n"), Ok("a7b8n".to_owned()));
    assert_eq!(after(promotion, "a7b8n"), "1N6/2K5/8/8/8/8/8/7k b - - 0 1");
    // A like piece takes its like, which gives check.
    let rooks = "k7/8/8/8/r2K4/1N6/8/R7 w - - 0 1";
    assert_eq!(bribes(rooks), "");
    assert_eq!(read(rooks, "a1a4r"), Ok("a1a4".to_owned()));
}

#[test]
fn no_other_text_is_bribe() {
    let fen = "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1";
    assert_eq!(read(fen, "a2c5Q"), Ok("a2c5q".to_owned()));
    for text in ["a2c5", "a2c5r", "b4c5q", "a2a2c5q", "a2c5qq", "c5a2q", "a2b4c5q", "h1c5q", "a2c5k", "a2e8k"] {
        assert!(read(fen, text).is_err(), "{text}");
    }
    assert_eq!(read(fen, "a2c5x"), Err("'a2c5x' is not a move".to_owned()));
    assert_eq!(read(fen, "a2b3c4d5e6q"), Err("illegal move 'a2b3c4d5e6q'".to_owned()));
}

// ---- Generators ----

#[test]
fn bribes_are_neither_noisy_nor_quiet() {
    let pos = position::<Subversion>("4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1");
    let (mut noisy, mut quiet, mut bribes) = (MoveList::new(), MoveList::new(), MoveList::new());
    pos.generate::<Noisy>(&pos.constraints(), &mut noisy);
    pos.generate::<Quiet>(&pos.constraints(), &mut quiet);
    pos.generate::<Purchases>(&pos.constraints(), &mut bribes);
    assert_eq!((noisy.len(), quiet.len(), bribes.len()), (0, 9, 1));
    assert!(!pos.is_capture(bribes[0]) && pos.captured(bribes[0]).is_none());
}

/// Fifteen non-pawn pieces, the maximum, may pay for a checking queen in 455 ways.
#[test]
fn most_bribes_fit_in_list() {
    let fen = "7k/8/8/8/q2K4/1N6/NNNNNNNN/NNNNNN2 w - - 0 1";
    assert_eq!(bribes(fen).split(' ').count(), 455);
    assert_eq!(position::<Subversion>(fen).count_moves(), position::<Subversion>(fen).legal_moves().len() as u64);
}

/// Nothing but a bribe leads to d4 here, and a bribe has to be written out.
#[test]
fn square_alone_means_no_bribe() {
    let pos = position::<Subversion>("7k/8/8/8/3r4/4N3/P7/7K w - - 0 1");
    assert!(pos.parse_move("a2d4r").is_ok_and(upheaval_movegen::Move::is_purchase));
    assert!(parse_san(&pos, "d4").is_err() && parse_san(&pos, "ad4").is_err());
}
