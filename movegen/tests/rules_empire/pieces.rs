//! Moves, captures, promotions and castling of both armies.

use upheaval_movegen::{Empire, Position, Square, Variant};

use super::{after, in_check, pieces_go};
use crate::common::{moves, position};

#[test]
fn game_starts_with_empire_against_kingdom() {
    let start = Position::<Empire>::start();
    assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1");
    assert_eq!(start.count_moves(), 30);
}

/// Black pawns on a rook's line (d6, f4), a bishop's (f6, c3) and a knight's leap (e6) from d4; c3 is next to it.
#[test]
fn imperial_pieces_move_like_queens_but_capture_less() {
    let quiet = "a4 a7 b4 b6 c4 c5 d1 d2 d3 d5 e3 e4 e5 f2 g1";
    for (piece, captures) in [("T", "d6 f4"), ("E", "e6"), ("C", "c3 f6"), ("D", "c3")] {
        let fen = format!("k7/8/3ppp2/8/3{piece}1p2/2p5/8/7K w - - 0 1");
        let mut goals: Vec<&str> = quiet.split(' ').chain(captures.split(' ')).collect();
        goals.sort_unstable();
        assert_eq!(pieces_go(&fen, "d4"), goals.join(" "), "{fen}");
    }
}

#[test]
fn both_colours_may_own_pieces_of_both_armies() {
    let fen = "k7/8/3PPP2/8/3t1P2/2P5/8/7K b - - 0 1";
    assert_eq!(pieces_go(fen, "d4"), "a4 a7 b4 b6 c4 c5 d1 d2 d3 d5 d6 e3 e4 e5 f2 f4 g1");
    assert_eq!(pieces_go("k7/8/8/8/3s4/8/8/7K b - - 0 1", "d4"), "c4 d3 e4");
    assert_eq!(pieces_go("k7/8/8/8/3N4/8/8/7K w - - 0 1", "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
}

#[test]
fn only_capturing_lines_give_check() {
    // The king on e8; the piece on e4 (file), h5 (diagonal), d6 (a knight's leap), d7 (next to it).
    let boards = ["4k3/8/8/8/4X3/8/8/1K6", "4k3/8/8/7X/8/8/8/1K6", "4k3/8/3X4/8/8/8/8/1K6", "4k3/3X4/8/8/8/8/8/1K6"];
    for (piece, checks) in [
        ("T", [true, false, false, false]),
        ("E", [false, false, true, false]),
        ("C", [false, true, false, true]),
        ("D", [false, false, false, true]),
    ] {
        assert_eq!(
            boards.map(|board| in_check(&format!("{} b - - 0 1", board.replace('X', piece)))),
            checks,
            "{piece}"
        );
    }
}

#[test]
fn king_may_enter_noncapturing_line() {
    // The tower on a4 may go to e8 along its diagonal, but it would not capture there.
    assert_eq!(pieces_go("5k2/8/8/8/T7/8/8/6K1 b - - 0 1", "f8"), "e7 e8 f7");
    // A cardinal there does.
    assert_eq!(pieces_go("5k2/8/8/8/C7/8/8/6K1 b - - 0 1", "f8"), "e7 f7");
}

#[test]
fn soldier_moves_forward_or_sideways() {
    assert_eq!(pieces_go("k7/8/8/3S4/8/8/8/1K6 w - - 0 1", "d5"), "c5 d6 e5");
    assert_eq!(pieces_go("k7/8/2ppp3/2pSp3/2ppp3/8/8/1K6 w - - 0 1", "d5"), "c5 d6 e5");
    assert_eq!(pieces_go("k7/8/2PPP3/2PSP3/2PPP3/8/8/1K6 w - - 0 1", "d5"), "");
    assert_eq!(pieces_go("7k/8/8/8/S6S/8/8/1K6 w - - 0 1", "a4"), "a5 b4");
    assert_eq!(pieces_go("7k/8/8/8/S6S/8/8/1K6 w - - 0 1", "h4"), "g4 h5");
}

#[test]
fn soldier_gives_check_forward_and_sideways_only() {
    assert!(in_check("8/3k4/3S4/8/8/8/8/1K6 b - - 0 1"));
    assert!(in_check("8/3kS3/8/8/8/8/8/1K6 b - - 0 1"));
    assert!(!in_check("8/3k4/4S3/8/8/8/8/1K6 b - - 0 1"));
    assert!(!in_check("3S4/3k4/8/8/8/8/8/1K6 b - - 0 1"));
}

#[test]
fn soldier_does_not_promote_on_last_rank() {
    assert_eq!(pieces_go("k7/4S3/8/8/8/8/8/1K6 w - - 0 1", "e7"), "d7 e8 f7");
    assert_eq!(pieces_go("k3S3/8/8/8/8/8/8/1K6 w - - 0 1", "e8"), "d8 f8");
}

#[test]
fn soldier_capture_resets_clock_but_step_does_not() {
    assert_eq!(after("k7/8/8/8/3p4/4S3/8/1K6 w - - 7 80", "e3e4"), "k7/8/8/8/3pS3/8/8/1K6 b - - 8 80");
    assert_eq!(after("k7/8/8/8/3pS3/8/8/1K6 w - - 7 80", "e4d4"), "k7/8/8/8/3S4/8/8/1K6 b - - 0 80");
}

#[test]
fn kaiser_and_king_step_like_orthodox_king() {
    assert_eq!(pieces_go("7k/8/8/8/3K4/8/8/8 w - - 0 1", "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    assert_eq!(pieces_go("8/8/8/3k4/8/8/8/7K b - - 0 1", "d5"), "c4 c5 c6 d4 d6 e4 e5 e6");
}

#[test]
fn pawns_promote_to_queen_only() {
    let white = "2n1r2k/3P4/8/8/8/8/8/1K6 w - - 0 1";
    assert_eq!(pieces_go(white, "d7"), "c8q d8q e8q");
    assert_eq!(pieces_go("7k/8/8/8/8/1K6/5p2/4T1E1 b - - 0 1", "f2"), "e1q f1q g1q");
    let pos = position::<Empire>(white);
    for wrong in ["d7d8", "d7d8n", "d7d8t", "d7d8k"] {
        assert!(pos.parse_move(wrong).is_err(), "{wrong}");
    }
    assert_eq!(after(white, "d7d8Q"), "2nQr2k/8/8/8/8/8/8/1K6 b - - 0 1");
}

#[test]
fn white_pawn_never_steps_twice() {
    let fen = "4k3/8/8/8/8/P7/1P6/3K4 w - - 0 1";
    assert_eq!(pieces_go(fen, "a3"), "a4");
    assert_eq!(pieces_go(fen, "b2"), "b3");
}

#[test]
fn black_pawn_steps_twice_from_seventh_rank() {
    let fen = "7k/p1p1p1p1/P1p5/4P1P1/8/8/8/K7 b - - 0 1";
    assert_eq!(pieces_go(fen, "a7"), "");
    assert_eq!(pieces_go(fen, "c7"), "");
    assert_eq!(pieces_go(fen, "c6"), "c5");
    assert_eq!(pieces_go(fen, "e7"), "e6");
    assert_eq!(pieces_go(fen, "g7"), "g6");
    assert_eq!(pieces_go("7k/1p6/8/8/8/8/8/K7 b - - 0 1", "b7"), "b5 b6");
}

#[test]
fn white_pawn_takes_black_one_in_passing() {
    let fen = "7k/3p4/8/2P1P3/8/8/8/K7 b - - 0 1";
    assert_eq!(after(fen, "d7d5"), "7k/8/8/2PpP3/8/8/8/K7 w - d6 0 2");
    assert_eq!(after(fen, "d7d5 c5d6"), "7k/8/3P4/4P3/8/8/8/K7 b - - 0 2");
    assert_eq!(pieces_go("7k/8/8/2PpP3/8/8/8/K7 w - d6 0 1", "e5"), "d6 e6");
    assert_eq!(pieces_go("7k/8/8/2PpP3/8/8/8/K7 w - - 0 1", "e5"), "e6");
}

#[test]
fn only_pawns_take_part_in_en_passant() {
    // The duke would reach d6 and the soldier e6, but the pawn on d5 stays; no square is offered.
    let fen = "7k/3p4/8/2D1S3/8/8/8/K7 b - - 0 1";
    assert_eq!(after(fen, "d7d5"), "7k/8/8/2DpS3/8/8/8/K7 w - - 0 2");
    assert_eq!(after(fen, "d7d5 c5d6"), "7k/8/3D4/3pS3/8/8/8/K7 b - - 1 2");
    // A soldier that has stepped beside a pawn cannot be captured en passant.
    assert_eq!(pieces_go("7k/8/8/8/3pS3/8/8/K7 b - - 0 1", "d4"), "d3");
}

#[test]
fn only_black_castles() {
    let fen = "r3k2r/8/8/4p3/3P4/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(after(fen, ""), "r3k2r/8/8/4p3/3P4/8/8/R3K2R w kq - 0 1");
    assert!(!pieces_go(fen, "e1").contains("g1") && !pieces_go(fen, "e1").contains("c1"));
    let black = "r3k2r/8/8/4p3/3P4/8/8/R3K2R b kq - 0 1";
    assert!(pieces_go(black, "e8").contains("g8") && pieces_go(black, "e8").contains("c8"));
    assert_eq!(after(black, "O-O"), "r4rk1/8/8/4p3/3P4/8/8/R3K2R w - - 1 2");
    assert_eq!(after(black, "e8c8"), "2kr3r/8/8/4p3/3P4/8/8/R3K2R w - - 1 2");
}

#[test]
fn black_cannot_castle_across_capturing_line() {
    for (fen, castles) in [
        ("4k2r/8/8/8/8/8/8/K4T2 b k - 0 1", false),
        ("4k2r/8/8/8/8/8/8/K4C2 b k - 0 1", true),
        ("4k2r/8/4E3/8/8/8/8/K7 b k - 0 1", false),
        ("4k2r/6S1/8/8/8/8/8/K7 b k - 0 1", false),
        ("4k2r/8/8/8/4T3/8/8/K7 b k - 0 1", false),
        ("4k2r/8/8/8/8/8/8/K6T b k - 0 1", true),
    ] {
        assert_eq!(moves::<Empire>(fen).contains(&"e8g8".to_owned()), castles, "{fen}");
    }
}

/// Captures agree from both ends: from the piece's square and from the square attacked.
#[test]
fn every_piece_attacks_its_capture_squares() {
    for fen in [Empire::START, "4k3/2d1t3/1e1c2s1/8/3q4/1E1C2S1/2D1T3/R3K2N w - - 0 1"] {
        let pos = position::<Empire>(fen);
        for from in pos.occupied() {
            let piece = pos.piece_at(from).unwrap();
            let captures = Empire::default().captures(piece.piece_type(), piece.color(), from, pos.occupied());
            for at in Square::all() {
                let attackers = Empire::attackers(&pos, at, piece.color(), pos.occupied());
                assert_eq!(attackers.has(from), captures.has(at), "{fen} {from} {at}");
            }
        }
    }
}
