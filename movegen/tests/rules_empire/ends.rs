//! Ends of games of Empire.

use upheaval_movegen::{Empire, Imperial};

use super::{ends, pieces_go};
use crate::common::{end, game};

#[test]
fn checkmate_wins() {
    assert_eq!(ends("3k3T/7T/8/8/8/8/K7/8 b - - 0 1", ""), "1-0 {checkmate}");
    assert_eq!(ends("8/8/8/8/8/1k6/1q6/1K6 w - - 0 1", ""), "0-1 {checkmate}");
    // The kaiser on b1 alone keeps the king off the b-file.
    assert_eq!(ends("k7/8/T7/8/8/8/8/1K6 b - - 0 1", ""), "1-0 {checkmate}");
    assert_eq!(ends("k7/8/T7/8/8/8/8/2K5 b - - 0 1", ""), "*");
}

#[test]
fn stalemate_loses_for_side_that_cannot_move() {
    assert_eq!(ends("k7/8/1K6/4C3/8/8/8/8 w - - 0 1", "e5d6"), "1-0 {stalemate}");
    assert_eq!(ends("8/8/8/8/8/1k6/3q4/K7 b - - 0 1", "d2c2"), "0-1 {stalemate}");
}

#[test]
fn imperial_options_make_stalemate_or_repetition_draw() {
    let (cornered, stalemate) = ("k7/8/1K6/4C3/8/8/8/8 w - - 0 1", "e5d6");
    assert_eq!(end::<Imperial<true, false>>(cornered, stalemate), "1/2-1/2 {stalemate}");
    assert_eq!(end::<Imperial<false, true>>(cornered, stalemate), "1-0 {stalemate}");
    let there_and_back = "e1e2 b8c6 e2e1 c6b8 e1e2 b8c6 e2e1 c6b8";
    assert_eq!(end::<Imperial<false, true>>(START, there_and_back), "1/2-1/2 {threefold repetition}");
    assert_eq!(end::<Imperial<true, false>>(START, there_and_back), end::<Empire>(START, there_and_back));
    assert_eq!(end::<Empire>(START, there_and_back), "1-0 {threefold repetition}");
}

#[test]
fn side_immobilized_by_face_off_is_stalemated() {
    // The tower takes a7 and b7, the face-off b8.
    assert_eq!(ends("k7/7T/8/8/8/8/8/1K6 b - - 0 1", ""), "1-0 {stalemate}");
    assert_eq!(ends("k7/7T/8/8/8/8/8/2K5 b - - 0 1", ""), "*");
    // The knight is pinned.
    assert_eq!(ends("kn5T/8/1K6/8/8/8/8/8 b - - 0 1", ""), "1-0 {stalemate}");
    assert_eq!(ends("kn6/7T/1K6/8/8/8/8/8 b - - 0 1", ""), "*");
}

#[test]
fn king_on_enemys_last_rank_wins_at_once() {
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
fn campmate_needs_legal_step() {
    // The rook guards the last rank.
    assert_eq!(pieces_go("r7/4K3/7k/8/8/8/8/8 w - - 0 1", "e7"), "d7 f7");
    // On the last rank the kings would face each other.
    assert_eq!(pieces_go("7k/4K3/8/8/8/8/8/8 w - - 0 1", "e7"), "d6 d7 e6 f6 f7");
    // Unless a piece is between.
    assert_eq!(pieces_go("4E2k/2K5/8/8/8/8/8/8 w - - 0 1", "c7"), "b6 b7 b8 c6 c8 d6 d7 d8");
}

#[test]
fn only_king_wins_by_campmate() {
    assert_eq!(ends("7k/S3D3/8/8/8/8/8/3K4 w - - 0 1", "a7a8"), "*");
    assert_eq!(ends("7k/8/8/8/8/8/3K4/8 w - - 0 1", "d2d1"), "*");
    assert_eq!(ends("8/7k/8/8/8/8/3K4/8 b - - 0 1", "h7h8"), "*");
}

#[test]
fn king_on_last_rank_needs_to_arrive() {
    let fen = "3K4/8/8/7k/8/8/8/q7 w - - 0 1";
    assert_eq!(ends(fen, ""), "*");
    assert_eq!(ends(fen, "d8e8"), "1-0 {campmate}");
    assert_eq!(ends(fen, "d8e7"), "*");
}

#[test]
fn campmate_comes_before_mate_and_stalemate() {
    // Black has no move either way; the reported reason is the king's arrival.
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
fn third_repetition_loses_for_its_mover() {
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
fn occurrences_need_not_follow_each_other() {
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
fn only_usable_en_passant_square_counts_in_repetition() {
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
fn hundred_quiet_plies_draw() {
    let fen = |clock| format!("4k3/8/8/8/3p4/P2S4/8/T2K4 w - - {clock} 80");
    assert_eq!(ends(&fen(98), "d1c1"), "*");
    assert_eq!(ends(&fen(99), "d1c1"), "1/2-1/2 {fifty-move rule}");
    assert_eq!(ends(&fen(99), "d3e3"), "1/2-1/2 {fifty-move rule}");
    assert_eq!(ends(&fen(99), "a3a4"), "*");
    assert_eq!(ends(&fen(99), "d3d4"), "*");
    assert_eq!(ends(&fen(100), ""), "1/2-1/2 {fifty-move rule}");
}

#[test]
fn mate_stalemate_and_campmate_come_before_fifty_moves() {
    assert_eq!(ends("k7/8/1K6/8/8/8/8/7T w - - 99 80", "h1h8"), "1-0 {checkmate}");
    assert_eq!(ends("k7/8/1K6/4C3/8/8/8/8 w - - 99 80", "e5d6"), "1-0 {stalemate}");
    assert_eq!(ends("8/4K3/7k/8/8/8/8/8 w - - 99 80", "e7d8"), "1-0 {campmate}");
}

#[test]
fn repetition_comes_before_fifty_moves() {
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
