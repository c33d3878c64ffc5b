//! King and kaiser may not face each other on an open line.

use upheaval_movegen::{Empire, Position};

use super::{after, ends, in_check, pieces_go};
use crate::common::{moves, position};

#[test]
fn king_cannot_enter_open_line_with_other_king() {
    assert_eq!(pieces_go("3k4/8/8/8/8/8/8/4K3 w - - 0 1", "e1"), "e2 f1 f2");
    assert_eq!(pieces_go("8/8/8/7k/K7/8/8/8 w - - 0 1", "a4"), "a3 b3 b4");
    assert_eq!(pieces_go("3k4/8/8/8/8/8/8/4K3 b - - 0 1", "d8"), "c7 c8 d7");
}

#[test]
fn kings_may_look_at_each_other_along_diagonal() {
    assert_eq!(pieces_go("7k/8/8/8/8/8/8/1K6 w - - 0 1", "b1"), "a1 a2 b2 c1 c2");
    assert_eq!(pieces_go("7k/8/8/8/8/8/8/K7 w - - 0 1", "a1"), "a2 b1 b2");
}

#[test]
fn only_piece_between_kings_may_not_leave_line() {
    assert_eq!(pieces_go("4k3/8/8/8/8/4S3/8/4K3 w - - 0 1", "e3"), "e4");
    assert_eq!(pieces_go("8/8/8/8/K2D3k/8/8/8 w - - 0 1", "d4"), "b4 c4 e4 f4 g4");
    assert_eq!(pieces_go("8/8/8/8/K2n3k/8/8/8 b - - 0 1", "d4"), "");
    assert_eq!(pieces_go("4k3/4p3/3P4/8/8/8/8/4K3 b - - 0 1", "e7"), "e5 e6");
}

#[test]
fn with_two_pieces_between_kings_both_are_free() {
    let fen = "4k3/4p3/3P4/8/8/4S3/8/4K3 b - - 0 1";
    assert_eq!(pieces_go(fen, "e7"), "d6 e5 e6");
    assert_eq!(pieces_go(&fen.replace(" b ", " w "), "e3"), "d3 e4 f3");
}

#[test]
fn face_off_blocker_cannot_leave_line_in_check() {
    // The cardinal could take the rook only by leaving the e-file.
    let fen = "4k3/8/8/8/4C3/8/8/1r2K3 w - - 0 1";
    assert!(in_check(fen));
    assert_eq!(pieces_go(fen, "e4"), "");
    assert_eq!(pieces_go(fen, "e1"), "d2 e2 f2");
}

#[test]
fn face_off_is_no_check() {
    // Every step but those onto the d-file is open; nothing gives check anywhere.
    let fen = "3k4/8/8/8/8/8/8/4K3 w - - 0 1";
    assert!(!in_check(fen) && position::<Empire>(fen).checked_royals().is_empty());
}

#[test]
fn piece_held_by_face_off_still_attacks() {
    // The bishop may not leave the e-file, yet the kaiser may not step to d5 or f5.
    let fen = "4k3/8/4b3/8/4K3/8/8/8 w - - 0 1";
    assert_eq!(pieces_go(fen, "e4"), "d3 d4 e3 e5 f3 f4");
    assert_eq!(pieces_go(&fen.replace(" w ", " b "), "e6"), "");
}

#[test]
fn face_off_protects_piece_from_facing_king() {
    assert_eq!(ends("4k3/4D3/8/8/8/8/8/4K3 b - - 0 1", ""), "1-0 {checkmate}");
    assert_eq!(ends("4k3/8/8/8/4D3/8/8/4K3 w - - 0 1", "e4e7"), "1-0 {checkmate}");
    assert_eq!(pieces_go("4k3/4D3/8/8/8/8/8/3K4 b - - 0 1", "e8"), "e7");
}

#[test]
fn black_cannot_castle_through_or_into_face_off() {
    for (fen, castle, legal) in [
        ("4k2r/7p/8/8/8/8/8/5K2 b k - 0 1", "e8g8", false),
        ("4k2r/7p/8/8/8/8/8/6K1 b k - 0 1", "e8g8", false),
        ("4k2r/7p/8/8/8/8/8/7K b k - 0 1", "e8g8", true),
        ("r3k3/p7/8/8/8/8/8/3K4 b q - 0 1", "e8c8", false),
        ("r3k3/p7/8/8/8/8/8/2K5 b q - 0 1", "e8c8", false),
        ("r3k3/p7/8/8/8/8/8/1K6 b q - 0 1", "e8c8", true),
        ("r3k3/8/8/8/3p4/8/8/3K4 b q - 0 1", "e8c8", true),
    ] {
        assert_eq!(moves::<Empire>(fen).contains(&castle.to_owned()), legal, "{fen}");
    }
}

#[test]
fn en_passant_may_not_open_face_off() {
    for fen in ["4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "8/3p4/8/K3P2k/8/8/8/8 b - - 0 1"] {
        let next = after(fen, "d7d5");
        assert!(next.contains(" w - - 0 2"), "{next}");
        assert_eq!(pieces_go(&next, "e5"), "e6", "{next}");
    }
    // A piece more on the line, and the capture is free.
    assert_eq!(pieces_go(&after("4k3/3pn3/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5"), "e5"), "d6 e6");
}

#[test]
fn fen_with_kings_face_to_face_is_refused() {
    let read = |fen: &str| fen.parse::<Position<Empire>>().map_err(|e| e.to_string());
    for fen in ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"] {
        let error = read(fen).unwrap_err();
        assert_eq!(error, "invalid FEN, board '4k3/8/8/8/8/8/8/4K3': the kings face each other");
    }
    assert!(read("K6k/8/8/8/8/8/8/8 w - - 0 1").is_err());
}

#[test]
fn king_in_face_off_and_check_leaves_both() {
    assert_eq!(moves::<Empire>("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1").join(" "), "e1d1 e1d2 e1f1 e1f2");
    assert_eq!(moves::<Empire>("4k3/8/8/8/8/3n4/8/2r1K3 w - - 0 1").join(" "), "e1d2");
    // The tower could take the queen, the duke step between, or either close the file; but no move does both.
    for first_rank in ["4K2T", "4K1D1", "D3K3"] {
        let fen = format!("4k3/8/8/8/7q/8/8/{first_rank} w - - 0 1");
        assert_eq!(moves::<Empire>(&fen).join(" "), "e1d1 e1d2 e1f1", "{fen}");
    }
}
