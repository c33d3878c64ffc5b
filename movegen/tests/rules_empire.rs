//! Empire, rule by rule, in the order of docs/rules/empire.md. The positions are made for the rule they show; counts that
//! come from elsewhere stand in `perft/` and `vectors/`.

mod common;

use common::{end, game, goes, moves, position};
use movegen::{Empire, Position};

fn in_check(fen: &str) -> bool {
    position::<Empire>(fen).constraints().in_check()
}

fn men_go(fen: &str, from: &str) -> String {
    goes::<Empire>(fen, from)
}

fn ends(fen: &str, moves: &str) -> String {
    end::<Empire>(fen, moves)
}

fn after(fen: &str, moves: &str) -> String {
    game::<Empire>(fen, moves).position().to_string()
}

// ---- Men ----

#[test]
fn the_game_starts_with_the_empire_against_the_kingdom() {
    let start = Position::<Empire>::start();
    assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1");
    assert_eq!(start.count_moves(), 30);
}

/// Black pawns on a rook's line (d6, f4), a bishop's (f6, c3) and a knight's leap (e6) from d4; c3 is next to it.
#[test]
fn imperial_men_move_like_queens_but_capture_like_lesser_men() {
    let quiet = "a4 a7 b4 b6 c4 c5 d1 d2 d3 d5 e3 e4 e5 f2 g1";
    for (man, captures) in [("T", "d6 f4"), ("E", "e6"), ("C", "c3 f6"), ("D", "c3")] {
        let fen = format!("k7/8/3ppp2/8/3{man}1p2/2p5/8/7K w - - 0 1");
        let mut goals: Vec<&str> = quiet.split(' ').chain(captures.split(' ')).collect();
        goals.sort_unstable();
        assert_eq!(men_go(&fen, "d4"), goals.join(" "), "{fen}");
    }
}

#[test]
fn both_colours_may_own_men_of_both_armies() {
    let fen = "k7/8/3PPP2/8/3t1P2/2P5/8/7K b - - 0 1";
    assert_eq!(men_go(fen, "d4"), "a4 a7 b4 b6 c4 c5 d1 d2 d3 d5 d6 e3 e4 e5 f2 f4 g1");
    assert_eq!(men_go("k7/8/8/8/3s4/8/8/7K b - - 0 1", "d4"), "c4 d3 e4");
    assert_eq!(men_go("k7/8/8/8/3N4/8/8/7K w - - 0 1", "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
}

#[test]
fn only_the_capturing_lines_give_check() {
    // The king on e8; the man on e4 (file), h5 (diagonal), d6 (a knight's leap), d7 (next to it).
    let boards = ["4k3/8/8/8/4X3/8/8/1K6", "4k3/8/8/7X/8/8/8/1K6", "4k3/8/3X4/8/8/8/8/1K6", "4k3/3X4/8/8/8/8/8/1K6"];
    for (man, checks) in [
        ("T", [true, false, false, false]),
        ("E", [false, false, true, false]),
        ("C", [false, true, false, true]),
        ("D", [false, false, false, true]),
    ] {
        assert_eq!(boards.map(|board| in_check(&format!("{} b - - 0 1", board.replace('X', man)))), checks, "{man}");
    }
}

#[test]
fn a_king_may_step_onto_a_line_on_which_a_man_does_not_capture() {
    // The tower on a4 may go to e8 along its diagonal, but it would not capture there.
    assert_eq!(men_go("5k2/8/8/8/T7/8/8/6K1 b - - 0 1", "f8"), "e7 e8 f7");
    // A cardinal there does.
    assert_eq!(men_go("5k2/8/8/8/C7/8/8/6K1 b - - 0 1", "f8"), "e7 f7");
}

#[test]
fn a_soldier_moves_and_captures_one_step_forward_or_sideways() {
    assert_eq!(men_go("k7/8/8/3S4/8/8/8/1K6 w - - 0 1", "d5"), "c5 d6 e5");
    assert_eq!(men_go("k7/8/2ppp3/2pSp3/2ppp3/8/8/1K6 w - - 0 1", "d5"), "c5 d6 e5");
    assert_eq!(men_go("k7/8/2PPP3/2PSP3/2PPP3/8/8/1K6 w - - 0 1", "d5"), "");
    assert_eq!(men_go("7k/8/8/8/S6S/8/8/1K6 w - - 0 1", "a4"), "a5 b4");
    assert_eq!(men_go("7k/8/8/8/S6S/8/8/1K6 w - - 0 1", "h4"), "g4 h5");
}

#[test]
fn a_soldier_gives_check_forward_and_sideways_only() {
    assert!(in_check("8/3k4/3S4/8/8/8/8/1K6 b - - 0 1"));
    assert!(in_check("8/3kS3/8/8/8/8/8/1K6 b - - 0 1"));
    assert!(!in_check("8/3k4/4S3/8/8/8/8/1K6 b - - 0 1"));
    assert!(!in_check("3S4/3k4/8/8/8/8/8/1K6 b - - 0 1"));
}

#[test]
fn a_soldier_on_the_last_rank_stays_a_soldier_and_goes_sideways() {
    assert_eq!(men_go("k7/4S3/8/8/8/8/8/1K6 w - - 0 1", "e7"), "d7 e8 f7");
    assert_eq!(men_go("k3S3/8/8/8/8/8/8/1K6 w - - 0 1", "e8"), "d8 f8");
}

#[test]
fn a_soldiers_step_does_not_reset_the_clock_but_its_capture_does() {
    assert_eq!(after("k7/8/8/8/3p4/4S3/8/1K6 w - - 7 80", "e3e4"), "k7/8/8/8/3pS3/8/8/1K6 b - - 8 80");
    assert_eq!(after("k7/8/8/8/3pS3/8/8/1K6 w - - 7 80", "e4d4"), "k7/8/8/8/3S4/8/8/1K6 b - - 0 80");
}

#[test]
fn kaiser_and_king_step_like_an_orthodox_king() {
    assert_eq!(men_go("7k/8/8/8/3K4/8/8/8 w - - 0 1", "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    assert_eq!(men_go("8/8/8/3k4/8/8/8/7K b - - 0 1", "d5"), "c4 c5 c6 d4 d6 e4 e5 e6");
}

#[test]
fn pawns_promote_to_a_queen_only() {
    let white = "2n1r2k/3P4/8/8/8/8/8/1K6 w - - 0 1";
    assert_eq!(men_go(white, "d7"), "c8q d8q e8q");
    assert_eq!(men_go("7k/8/8/8/8/1K6/5p2/4T1E1 b - - 0 1", "f2"), "e1q f1q g1q");
    let pos = position::<Empire>(white);
    for wrong in ["d7d8", "d7d8n", "d7d8t", "d7d8k"] {
        assert!(pos.parse_move(wrong).is_err(), "{wrong}");
    }
    assert_eq!(after(white, "d7d8Q"), "2nQr2k/8/8/8/8/8/8/1K6 b - - 0 1");
}

#[test]
fn a_white_pawn_never_steps_twice() {
    let fen = "4k3/8/8/8/8/P7/1P6/3K4 w - - 0 1";
    assert_eq!(men_go(fen, "a3"), "a4");
    assert_eq!(men_go(fen, "b2"), "b3");
}

#[test]
fn a_black_pawn_steps_twice_from_the_seventh_rank() {
    let fen = "7k/p1p1p1p1/P1p5/4P1P1/8/8/8/K7 b - - 0 1";
    assert_eq!(men_go(fen, "a7"), "");
    assert_eq!(men_go(fen, "c7"), "");
    assert_eq!(men_go(fen, "c6"), "c5");
    assert_eq!(men_go(fen, "e7"), "e6");
    assert_eq!(men_go(fen, "g7"), "g6");
    assert_eq!(men_go("7k/1p6/8/8/8/8/8/K7 b - - 0 1", "b7"), "b5 b6");
}

#[test]
fn a_white_pawn_takes_a_black_one_in_passing() {
    let fen = "7k/3p4/8/2P1P3/8/8/8/K7 b - - 0 1";
    assert_eq!(after(fen, "d7d5"), "7k/8/8/2PpP3/8/8/8/K7 w - d6 0 2");
    assert_eq!(after(fen, "d7d5 c5d6"), "7k/8/3P4/4P3/8/8/8/K7 b - - 0 2");
    assert_eq!(men_go("7k/8/8/2PpP3/8/8/8/K7 w - d6 0 1", "e5"), "d6 e6");
    assert_eq!(men_go("7k/8/8/2PpP3/8/8/8/K7 w - - 0 1", "e5"), "e6");
}

#[test]
fn only_pawns_capture_in_passing_and_only_pawns_are_so_captured() {
    // The duke would reach d6 and the soldier e6, but the pawn on d5 stays; no square is offered.
    let fen = "7k/3p4/8/2D1S3/8/8/8/K7 b - - 0 1";
    assert_eq!(after(fen, "d7d5"), "7k/8/8/2DpS3/8/8/8/K7 w - - 0 2");
    assert_eq!(after(fen, "d7d5 c5d6"), "7k/8/3D4/3pS3/8/8/8/K7 b - - 1 2");
    // A soldier that has stepped beside a pawn cannot be taken in passing.
    assert_eq!(men_go("7k/8/8/8/3pS3/8/8/K7 b - - 0 1", "d4"), "d3");
}

#[test]
fn only_black_castles() {
    let fen = "r3k2r/8/8/4p3/3P4/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(after(fen, ""), "r3k2r/8/8/4p3/3P4/8/8/R3K2R w kq - 0 1");
    assert!(!men_go(fen, "e1").contains("g1") && !men_go(fen, "e1").contains("c1"));
    let black = "r3k2r/8/8/4p3/3P4/8/8/R3K2R b kq - 0 1";
    assert!(men_go(black, "e8").contains("g8") && men_go(black, "e8").contains("c8"));
    assert_eq!(after(black, "O-O"), "r4rk1/8/8/4p3/3P4/8/8/R3K2R w - - 1 2");
    assert_eq!(after(black, "e8c8"), "2kr3r/8/8/4p3/3P4/8/8/R3K2R w - - 1 2");
}

#[test]
fn black_may_not_castle_out_of_through_or_into_a_capturing_line() {
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

// ---- Face-off ----

#[test]
fn a_king_may_not_step_onto_an_open_line_with_the_other() {
    assert_eq!(men_go("3k4/8/8/8/8/8/8/4K3 w - - 0 1", "e1"), "e2 f1 f2");
    assert_eq!(men_go("8/8/8/7k/K7/8/8/8 w - - 0 1", "a4"), "a3 b3 b4");
    assert_eq!(men_go("3k4/8/8/8/8/8/8/4K3 b - - 0 1", "d8"), "c7 c8 d7");
}

#[test]
fn kings_may_look_at_each_other_along_a_diagonal() {
    assert_eq!(men_go("7k/8/8/8/8/8/8/1K6 w - - 0 1", "b1"), "a1 a2 b2 c1 c2");
    assert_eq!(men_go("7k/8/8/8/8/8/8/K7 w - - 0 1", "a1"), "a2 b1 b2");
}

#[test]
fn the_only_man_between_the_kings_may_not_leave_the_line() {
    assert_eq!(men_go("4k3/8/8/8/8/4S3/8/4K3 w - - 0 1", "e3"), "e4");
    assert_eq!(men_go("8/8/8/8/K2D3k/8/8/8 w - - 0 1", "d4"), "b4 c4 e4 f4 g4");
    assert_eq!(men_go("8/8/8/8/K2n3k/8/8/8 b - - 0 1", "d4"), "");
    assert_eq!(men_go("4k3/4p3/3P4/8/8/8/8/4K3 b - - 0 1", "e7"), "e5 e6");
}

#[test]
fn with_two_men_between_the_kings_both_are_free() {
    let fen = "4k3/4p3/3P4/8/8/4S3/8/4K3 b - - 0 1";
    assert_eq!(men_go(fen, "e7"), "d6 e5 e6");
    assert_eq!(men_go(&fen.replace(" b ", " w "), "e3"), "d3 e4 f3");
}

#[test]
fn a_blocker_may_not_leave_the_line_even_to_end_a_check() {
    // The cardinal could take the rook only by leaving the e-file.
    let fen = "4k3/8/8/8/4C3/8/8/1r2K3 w - - 0 1";
    assert!(in_check(fen));
    assert_eq!(men_go(fen, "e4"), "");
    assert_eq!(men_go(fen, "e1"), "d2 e2 f2");
}

#[test]
fn the_face_off_is_no_check() {
    // Every step but those onto the d-file is open; nothing gives check anywhere.
    let fen = "3k4/8/8/8/8/8/8/4K3 w - - 0 1";
    assert!(!in_check(fen) && position::<Empire>(fen).checked_royals().is_empty());
}

#[test]
fn a_man_held_by_the_face_off_still_attacks() {
    // The bishop may not leave the e-file, yet the kaiser may not step to d5 or f5.
    let fen = "4k3/8/4b3/8/4K3/8/8/8 w - - 0 1";
    assert_eq!(men_go(fen, "e4"), "d3 d4 e3 e5 f3 f4");
    assert_eq!(men_go(&fen.replace(" w ", " b "), "e6"), "");
}

#[test]
fn the_face_off_protects_a_man_that_only_the_facing_king_could_capture() {
    assert_eq!(ends("4k3/4D3/8/8/8/8/8/4K3 b - - 0 1", ""), "1-0 {checkmate}");
    assert_eq!(ends("4k3/8/8/8/4D3/8/8/4K3 w - - 0 1", "e4e7"), "1-0 {checkmate}");
    assert_eq!(men_go("4k3/4D3/8/8/8/8/8/3K4 b - - 0 1", "e8"), "e7");
}

#[test]
fn black_may_not_castle_through_or_into_a_face_off() {
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
fn en_passant_may_not_open_a_face_off() {
    for fen in ["4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "8/3p4/8/K3P2k/8/8/8/8 b - - 0 1"] {
        let next = after(fen, "d7d5");
        assert!(next.contains(" w - - 0 2"), "{next}");
        assert_eq!(men_go(&next, "e5"), "e6", "{next}");
    }
    // A man more on the line, and the capture is free.
    assert_eq!(men_go(&after("4k3/3pn3/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5"), "e5"), "d6 e6");
}

#[test]
fn a_fen_with_the_kings_face_to_face_is_refused() {
    let read = |fen: &str| fen.parse::<Position<Empire>>().map_err(|e| e.to_string());
    for fen in ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"] {
        let error = read(fen).unwrap_err();
        assert_eq!(error, "invalid FEN, board '4k3/8/8/8/8/8/8/4K3': the kings face each other");
    }
    assert!(read("K6k/8/8/8/8/8/8/8 w - - 0 1").is_err());
}

#[test]
fn face_to_face_and_in_check_can_be_set_up_and_the_king_must_leave_both_lines() {
    assert_eq!(moves::<Empire>("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1").join(" "), "e1d1 e1d2 e1f1 e1f2");
    assert_eq!(moves::<Empire>("4k3/8/8/8/8/3n4/8/2r1K3 w - - 0 1").join(" "), "e1d2");
    // The tower could take the queen, the duke step between, or either close the file; but no move does both.
    for first_rank in ["4K2T", "4K1D1", "D3K3"] {
        let fen = format!("4k3/8/8/8/7q/8/8/{first_rank} w - - 0 1");
        assert_eq!(moves::<Empire>(&fen).join(" "), "e1d1 e1d2 e1f1", "{fen}");
    }
}

// ---- End of the game ----

#[test]
fn checkmate_wins() {
    assert_eq!(ends("3k3T/7T/8/8/8/8/K7/8 b - - 0 1", ""), "1-0 {checkmate}");
    assert_eq!(ends("8/8/8/8/8/1k6/1q6/1K6 w - - 0 1", ""), "0-1 {checkmate}");
    // The kaiser on b1 alone keeps the king off the b-file.
    assert_eq!(ends("k7/8/T7/8/8/8/8/1K6 b - - 0 1", ""), "1-0 {checkmate}");
    assert_eq!(ends("k7/8/T7/8/8/8/8/2K5 b - - 0 1", ""), "*");
}

#[test]
fn stalemate_loses_for_the_side_that_cannot_move() {
    assert_eq!(ends("k7/8/1K6/4C3/8/8/8/8 w - - 0 1", "e5d6"), "1-0 {stalemate}");
    assert_eq!(ends("8/8/8/8/8/1k6/3q4/K7 b - - 0 1", "d2c2"), "0-1 {stalemate}");
}

#[test]
fn a_side_that_only_the_face_off_or_a_pin_keeps_from_moving_is_stalemated() {
    // The tower takes a7 and b7, the face-off b8.
    assert_eq!(ends("k7/7T/8/8/8/8/8/1K6 b - - 0 1", ""), "1-0 {stalemate}");
    assert_eq!(ends("k7/7T/8/8/8/8/8/2K5 b - - 0 1", ""), "*");
    // The knight is pinned.
    assert_eq!(ends("kn5T/8/1K6/8/8/8/8/8 b - - 0 1", ""), "1-0 {stalemate}");
    assert_eq!(ends("kn6/7T/1K6/8/8/8/8/8 b - - 0 1", ""), "*");
}

#[test]
fn a_king_on_the_enemys_last_rank_wins_at_once() {
    assert_eq!(ends("8/4K3/7k/8/8/8/8/8 w - - 0 1", "e7d8"), "1-0 {campmate}");
    assert_eq!(ends("8/8/8/8/7K/8/3k4/8 b - - 0 1", "d2c1"), "0-1 {campmate}");
    assert_eq!(ends("2r5/3K4/7k/8/8/8/8/8 w - - 0 1", "d7c8"), "1-0 {campmate}");
    assert_eq!(ends("8/4K3/7k/8/8/8/8/4r3 w - - 0 1", "e7f8"), "1-0 {campmate}");
}

#[test]
fn there_is_no_reply_to_campmate() {
    let fen = "8/3K4/8/8/8/8/6k1/8 w - - 0 1";
    assert_eq!(ends(fen, "d7c8"), "1-0 {campmate}");
    let record = game::<Empire>(fen, "d7c8");
    assert_eq!((record.position().count_moves(), record.position().legal_moves().len()), (0, 0));
    assert_eq!(ends(&fen.replace(" w ", " b "), "g2h1"), "0-1 {campmate}");
}

#[test]
fn campmate_needs_a_legal_step() {
    // The rook guards the last rank.
    assert_eq!(men_go("r7/4K3/7k/8/8/8/8/8 w - - 0 1", "e7"), "d7 f7");
    // On the last rank the kings would face each other.
    assert_eq!(men_go("7k/4K3/8/8/8/8/8/8 w - - 0 1", "e7"), "d6 d7 e6 f6 f7");
    // Unless something stands between.
    assert_eq!(men_go("4E2k/2K5/8/8/8/8/8/8 w - - 0 1", "c7"), "b6 b7 b8 c6 c8 d6 d7 d8");
}

#[test]
fn only_the_king_wins_by_arriving_and_only_on_the_enemys_side() {
    assert_eq!(ends("7k/S3D3/8/8/8/8/8/3K4 w - - 0 1", "a7a8"), "*");
    assert_eq!(ends("7k/8/8/8/8/8/3K4/8 w - - 0 1", "d2d1"), "*");
    assert_eq!(ends("8/7k/8/8/8/8/3K4/8 b - - 0 1", "h7h8"), "*");
}

#[test]
fn a_king_set_up_on_the_enemys_last_rank_with_its_own_side_to_move_has_not_won() {
    let fen = "3K4/8/8/7k/8/8/8/q7 w - - 0 1";
    assert_eq!(ends(fen, ""), "*");
    assert_eq!(ends(fen, "d8e8"), "1-0 {campmate}");
    assert_eq!(ends(fen, "d8e7"), "*");
}

#[test]
fn campmate_comes_before_mate_and_stalemate() {
    // Black has no move either way; the king's arrival is what is told.
    for (before, after, reason) in [
        ("kE6/2K5/8/8/8/8/8/T7 b - - 0 1", "kEK5/8/8/8/8/8/8/T7 b - - 0 1", "checkmate"),
        ("kE6/2K5/8/8/8/8/8/6C1 b - - 0 1", "kEK5/8/8/8/8/8/8/6C1 b - - 0 1", "stalemate"),
    ] {
        assert_eq!(ends(before, ""), format!("1-0 {{{reason}}}"));
        assert_eq!(ends(after, ""), "1-0 {campmate}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1";

#[test]
fn the_player_who_brings_a_position_about_for_the_third_time_loses() {
    let there_and_back = "e1e2 b8c6 e2e1 c6b8 ";
    assert_eq!(ends(START, there_and_back), "*");
    assert_eq!(ends(START, &format!("{there_and_back} e1e2 b8c6 e2e1")), "*");
    // The first position of the game counts: Black completes the third.
    assert_eq!(ends(START, &there_and_back.repeat(2)), "1-0 {threefold repetition}");
    // White does when the first position of the cycle is one that White's move makes.
    let from_black = "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/4K3/TECD1CET b kq - 0 1";
    assert_eq!(ends(from_black, &"b8c6 e2e1 c6b8 e1e2 ".repeat(2)), "0-1 {threefold repetition}");
}

#[test]
fn the_occurrences_need_not_follow_each_other() {
    let moves = "e1e2 b8c6 e2e1 c6b8 e1d2 b8c6 d2e1 c6b8";
    assert_eq!(ends(START, moves), "1-0 {threefold repetition}");
}

#[test]
fn perpetual_check_is_no_exception_to_repetition() {
    let moves = "a1a8 h8h7 a8a7 h7h8 a7a8 h8h7 a8a7 h7h8 a7a8";
    assert_eq!(ends("7k/8/8/8/8/8/7P/T5K1 w - - 0 1", moves), "0-1 {threefold repetition}");
}

#[test]
fn positions_with_different_castling_rights_are_different() {
    let fen = "r3k3/8/8/8/8/8/8/6K1 b q - 0 1";
    let cycle = "a8b8 g1h1 b8a8 h1g1 ";
    assert_eq!(ends(fen, &cycle.repeat(2)), "*");
    assert_eq!(ends(fen, &cycle.repeat(3)), "0-1 {threefold repetition}");
    // Without the right from the beginning, twice round is enough.
    assert_eq!(ends(&fen.replace(" q ", " - "), &cycle.repeat(2)), "0-1 {threefold repetition}");
}

#[test]
fn an_en_passant_square_counts_in_a_repetition_only_when_it_can_be_used() {
    let wander = "a1b1 g8h8 b1a1 h8g8 ";
    let usable = "6k1/3p4/8/4P3/8/8/8/K7 b - - 0 1";
    assert_eq!(ends(usable, &format!("d7d5 {}", wander.repeat(2))), "*");
    let without = "6k1/3p4/8/8/8/4P3/8/K7 b - - 0 1";
    assert_eq!(ends(without, &format!("d7d5 {}", wander.repeat(2))), "1-0 {threefold repetition}");
    // Here the capture would open the line between the kings.
    let opening = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let moves = format!("d7d5 {}", "e1d1 e8f8 d1e1 f8e8 ".repeat(2));
    assert_eq!(ends(opening, &moves), "1-0 {threefold repetition}");
}

#[test]
fn a_hundred_plies_without_capture_or_pawn_move_are_a_draw() {
    let fen = |clock| format!("4k3/8/8/8/3p4/P2S4/8/T2K4 w - - {clock} 80");
    assert_eq!(ends(&fen(98), "d1c1"), "*");
    assert_eq!(ends(&fen(99), "d1c1"), "1/2-1/2 {fifty-move rule}");
    assert_eq!(ends(&fen(99), "d3e3"), "1/2-1/2 {fifty-move rule}");
    assert_eq!(ends(&fen(99), "a3a4"), "*");
    assert_eq!(ends(&fen(99), "d3d4"), "*");
    assert_eq!(ends(&fen(100), ""), "1/2-1/2 {fifty-move rule}");
}

#[test]
fn mate_stalemate_and_campmate_come_before_the_fifty_moves() {
    assert_eq!(ends("k7/8/1K6/8/8/8/8/7T w - - 99 80", "h1h8"), "1-0 {checkmate}");
    assert_eq!(ends("k7/8/1K6/4C3/8/8/8/8 w - - 99 80", "e5d6"), "1-0 {stalemate}");
    assert_eq!(ends("8/4K3/7k/8/8/8/8/8 w - - 99 80", "e7d8"), "1-0 {campmate}");
}

#[test]
fn repetition_comes_before_the_fifty_moves() {
    let cycle = "a1b1 e8f8 b1a1 f8e8 ";
    let fen = |clock| format!("4k3/8/8/8/8/8/8/T2K4 w - - {clock} 80");
    assert_eq!(ends(&fen(92), &cycle.repeat(2)), "1-0 {threefold repetition}");
    assert_eq!(ends(&fen(93), "a1b1 e8f8 b1a1 f8e8 a1b1 e8f8 b1a1"), "1/2-1/2 {fifty-move rule}");
}

#[test]
fn bare_kings_play_on() {
    assert_eq!(ends("8/3k4/8/8/8/8/4K3/8 w - - 0 1", "e2f2"), "*");
    assert_eq!(ends("8/3k4/8/8/8/8/4K1N1/8 w - - 0 1", ""), "*");
}
