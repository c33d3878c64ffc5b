//! Insurrection and Anarchism, rule by rule, in the order of gamedata/games/insurrection/specification.md. The positions are made for the
//! rule they show; counts from other sources are in `perft/` and `vectors/`.

use crate::common::{end, game, goes, moves, position};
use upheaval_movegen::variants::{VisitTurnBased, with_turn_based};
use upheaval_movegen::{Anarchism, AnarchismStrict, Insurrection, InsurrectionStrict, Position, Variant};

fn pieces_go(fen: &str, from: &str) -> String {
    goes::<Insurrection>(fen, from)
}

fn after(fen: &str, moves: &str) -> String {
    game::<Insurrection>(fen, moves).position().to_string()
}

fn ends(fen: &str, moves: &str) -> String {
    end::<Insurrection>(fen, moves)
}

fn checked<V: Variant>(fen: &str) -> String {
    let squares: Vec<String> = position::<V>(fen).checked_royals().into_iter().map(|at| at.to_string()).collect();
    squares.join(" ")
}

// ---- State ----

#[test]
fn both_sides_start_as_monarchies() {
    let start = Position::<Insurrection>::start();
    assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Kk");
    assert_eq!(Position::<Anarchism>::start().count_moves(), 20);
    let without_field = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(position::<Insurrection>(without_field) == start);
}

#[test]
fn positions_with_different_governments_are_different_positions() {
    let board = "r3k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let keys = ["Kk", "Rk", "Kr", "Rr"].map(|field| position::<Insurrection>(&format!("{board} {field}")).key());
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[..i].contains(key), "{i}");
    }
}

#[test]
fn position_seen_from_other_side_exchanges_governments() {
    let fen = "4k2r/p7/8/1r6/3N4/8/8/4K3 w - - 0 1 Nk";
    assert_eq!(position::<Insurrection>(fen).flipped_fen(), "4k3/8/8/3n4/1R6/8/P7/4K2R b - - 0 1 Kn");
}

// ---- Captures ----

/// A pawn takes a knight, a pawn takes that knight, a bishop takes the new one: each becomes a knight.
#[test]
fn capturing_piece_becomes_captured_type() {
    let fen = "r1bq1rk1/ppp2ppp/2np1n2/1B1Pp1B1/1b2P3/5N2/PPPN1PPP/R2Q1RK1 w - - 0 1 Kk";
    assert_eq!(after(fen, "d5c6"), "r1bq1rk1/ppp2ppp/2Np1n2/1B2p1B1/1b2P3/5N2/PPPN1PPP/R2Q1RK1 b - - 0 1 Kk");
    assert_eq!(after(fen, "d5c6 b7c6"), "r1bq1rk1/p1p2ppp/2np1n2/1B2p1B1/1b2P3/5N2/PPPN1PPP/R2Q1RK1 w - - 0 2 Kk");
    assert_eq!(after(fen, "d5c6 b7c6 b5c6"), "r1bq1rk1/p1p2ppp/2Np1n2/4p1B1/1b2P3/5N2/PPPN1PPP/R2Q1RK1 b - - 0 2 Kk");
    assert_eq!(end::<Anarchism>(fen, "d5c6 b7c6 b5c6"), "*");
}

#[test]
fn rook_becomes_pawn_with_double_step() {
    let fen = "4k3/8/8/8/8/8/Rp6/4K3 w - - 0 1 Kk";
    assert_eq!(after(fen, "a2b2"), "4k3/8/8/8/8/8/1P6/4K3 b - - 0 1 Kk");
    assert_eq!(pieces_go("4k3/8/8/8/8/8/1P6/4K3 w - - 0 1 Kk", "b2"), "b3 b4");
}

/// Black is a junta; the rook takes the deposed king and becomes one.
#[test]
fn piece_that_captures_deposed_king_becomes_king() {
    let fen = "4k3/8/8/n7/8/8/8/4RK2 w - - 0 1 Kn";
    assert_eq!(after(fen, "e1e8"), "4K3/8/8/n7/8/8/8/5K2 b - - 0 1 Kn");
    assert_eq!(checked::<Insurrection>("4k3/8/8/n7/8/8/8/4RK2 b - - 0 1 Kn"), "");
}

#[test]
fn pawn_that_captures_in_passing_stays_pawn() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 Kk";
    assert_eq!(after(fen, "e5d6"), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1 Kk");
}

#[test]
fn royal_king_stays_king_and_topples_enemys_government() {
    let fen = "2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1 Kk";
    assert_eq!(after(fen, "h6g5"), "2b2r2/5p1p/3p4/1b4k1/q2N3N/8/P6P/R2NQ1K1 w - - 0 2 Pk");
}

#[test]
fn capture_of_last_piece_makes_no_coup() {
    let fen = "4k3/8/8/8/8/2n5/1K6/8 w - - 0 1 Kk";
    assert_eq!(after(fen, "b2c3"), "4k3/8/8/8/8/2K5/8/8 b - - 0 1 Kk");
    let fen = "4k3/8/7n/8/8/2n5/1K6/8 w - - 0 1 Kk";
    assert_eq!(after(fen, "b2c3"), "4k3/8/7n/8/8/2K5/8/8 b - - 0 1 Kn");
}

#[test]
fn royal_queen_stays_queen_and_royal_pawn_pawn() {
    assert_eq!(after("4k3/p7/8/8/8/8/p7/Q3K3 w - - 0 1 Qk", "a1a2"), "4k3/p7/8/8/8/8/Q7/4K3 b - - 0 1 Qp");
    assert_eq!(after("4k3/8/8/n6n/1P5P/8/8/4K3 w - - 0 1 Pk", "b4a5"), "4k3/8/8/P6n/7P/8/8/4K3 b - - 0 1 Pn");
    // En passant as well: a pawn is left, so Black becomes anarcho-syndicalist.
    let fen = "4k3/7p/8/3pP3/8/8/7P/4K3 w - d6 0 1 Pk";
    assert_eq!(after(fen, "e5d6"), "4k3/7p/3P4/8/8/8/7P/4K3 b - - 0 1 Pp");
    assert_eq!(after("4k3/8/8/3pP3/8/8/7P/4K3 w - d6 0 1 Pk", "e5d6"), "4k3/8/3P4/8/8/8/7P/4K3 b - - 0 1 Pk");
}

#[test]
fn capture_of_own_governments_kind_makes_second_royal() {
    let fen = "4k3/8/8/1n6/3P4/2B5/8/N3K3 w - - 0 1 Nk";
    assert_eq!(after("4k3/8/8/8/1n6/2B5/8/N3K3 w - - 0 1 Nk", "c3b4"), "4k3/8/8/8/1N6/8/8/N3K3 b - - 0 1 Nk");
    assert_eq!(pieces_go(fen, "d4"), "d5");
}

// ---- Promotion ----

#[test]
fn only_insurrection_promotes_to_king() {
    let fen = "8/P2k4/8/8/8/8/8/4K3 w - - 1 2 Kk";
    assert_eq!(pieces_go(fen, "a7"), "a8b a8k a8n a8q a8r");
    assert_eq!(goes::<Anarchism>(fen, "a7"), "a8b a8n a8q a8r");
    let error = position::<Anarchism>(fen).parse_move("a7a8k").map_err(|e| e.to_string());
    assert_eq!(error, Err("illegal move 'a7a8k'".to_owned()));
}

/// With a pinned piece or a check, promotions that make a second royal are generated separately.
#[test]
fn promotions_are_same_beside_pinned_piece() {
    let fen = "4r2k/1P6/8/8/4N3/8/8/4Q3 w - - 0 1 Qk";
    assert_eq!(pieces_go(fen, "e4"), "");
    assert_eq!(pieces_go(fen, "b7"), "b8b b8k b8n b8q b8r");
    assert_eq!(goes::<Anarchism>(fen, "b7"), "b8b b8n b8q b8r");
    // A second queen would be royal too, and the rook captures it.
    assert_eq!(goes::<InsurrectionStrict>(fen, "b7"), "b8b b8k b8n b8r");
    assert_eq!(goes::<AnarchismStrict>(fen, "b7"), "b8b b8n b8r");
}

#[test]
fn pawn_capturing_on_last_rank_takes_victims_type() {
    let fen = "1r6/P2k4/8/8/8/8/8/4K3 w - - 1 2 Kk";
    assert_eq!(pieces_go(fen, "a7"), "a8b a8k a8n a8q a8r b8");
    assert_eq!(after(fen, "a7b8"), "1R6/3k4/8/8/8/8/8/4K3 b - - 0 2 Kk");
}

#[test]
fn royal_pawn_promotes_by_capture_beside_another() {
    let fen = "1r6/P6k/8/8/8/8/2P5/4K3 w - - 0 1 Pk";
    assert_eq!(goes::<Anarchism>(fen, "a7"), "a8b a8n a8q a8r b8b b8n b8q b8r");
    // No second rook is left, so the coup does not come about; with another it does.
    assert_eq!(after(fen, "a7b8n"), "1N6/7k/8/8/8/8/2P5/4K3 b - - 0 1 Pk");
    let fen = "1r6/P6k/8/8/8/7r/2P5/4K3 w - - 0 1 Pk";
    assert_eq!(after(fen, "a7b8n"), "1N6/7k/8/8/8/7r/2P5/4K3 b - - 0 1 Pr");
}

#[test]
fn last_royal_pawn_may_not_promote() {
    assert_eq!(pieces_go("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 Pk", "a7"), "");
    assert_eq!(goes::<InsurrectionStrict>("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1 Pk", "a7"), "");
    // The one that would be left is attacked, on e4; with a third it does not matter.
    assert_eq!(pieces_go("4k3/Pb6/8/8/4P3/8/8/4K3 w - - 0 1 Pk", "a7"), "");
    assert_eq!(pieces_go("4k3/Pb6/8/8/4P3/8/7P/4K3 w - - 0 1 Pk", "a7"), "a8b a8k a8n a8q a8r");
}

// ---- Castling ----

#[test]
fn royal_king_castles_as_in_chess() {
    assert_eq!(pieces_go("4k3/8/8/8/5r2/8/P7/4K2R w K - 0 1 Kk", "e1"), "d1 d2 e2");
    assert_eq!(pieces_go("4k3/8/8/8/7r/8/P7/4K2R w K - 0 1 Kk", "e1"), "d1 d2 e2 f1 f2 g1");
}

#[test]
fn one_of_several_royal_kings_castles_as_usual() {
    let fen = "4k3/8/8/8/5r2/8/P7/K3K2R w K - 0 1 Kk";
    assert_eq!(pieces_go(fen, "e1"), "d1 d2 e2 f1 f2");
    assert_eq!(goes::<InsurrectionStrict>(fen, "e1"), "d1 d2 e2");
}

#[test]
fn deposed_king_castles_through_attacks() {
    let fen = "4k3/8/8/8/4rr2/8/P7/4K2R w K - 0 1 Pk";
    assert_eq!(pieces_go(fen, "e1"), "d1 d2 e2 f1 f2 g1");
    assert_eq!(after(fen, "e1g1"), "4k3/8/8/8/4rr2/8/P7/5RK1 b - - 1 1 Pk");
}

/// The one royal is the rook: on f1 it would be in check.
#[test]
fn castling_may_not_put_last_royal_in_check() {
    assert_eq!(pieces_go("4k3/8/8/8/5r2/8/P7/4K2R w K - 0 1 Rk", "e1"), "d1 d2 e2 f1 f2");
    assert_eq!(pieces_go("4k3/8/8/8/7r/8/P7/4K2R w K - 0 1 Rk", "e1"), "g1");
}

/// The prediction agrees with the move: the last field of the FEN has the government.
#[test]
fn changes_royals_reports_exactly_the_coups() {
    for fen in [
        "4k3/8/2r1n3/p2pr3/3K4/1N6/8/8 w - - 0 1 Kk",
        "4k3/8/8/p2pr3/3R4/1N6/8/R3K3 w - - 0 1 Rk",
        "4k3/8/8/p2p4/1N1R4/8/2P5/4K3 w - - 0 1 Kp",
        "4k3/8/8/p2p4/1K1R4/8/2P5/4K3 w - - 0 1 Kp",
    ] {
        let pos = position::<Insurrection>(fen);
        let rulers = |pos: &Position<Insurrection>| pos.to_string().chars().last();
        for &m in &pos.legal_moves() {
            let falls = rulers(&pos.after(m)) != rulers(&pos);
            assert_eq!(Insurrection::changes_royals(&pos, m), falls, "{fen} {}", pos.write_move(m));
        }
    }
}

// ---- Check, checkmate, assassination ----

#[test]
fn king_takes_and_coup_mates() {
    let fen = "2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1 Kk";
    let mated = after(fen, "h6g5");
    assert_eq!(checked::<Insurrection>(&mated), "a2");
    assert_eq!(ends(fen, "h6g5"), "0-1 {checkmate}");
    let is_mated = |fen: &str| Insurrection::is_mated(&position::<Insurrection>(fen).constraints());
    assert!(is_mated(&mated) && !is_mated(fen));
    assert_eq!(end::<Anarchism>(fen, "h6g5"), "0-1 {checkmate}");
    assert_eq!(end::<InsurrectionStrict>(fen, "h6g5"), "0-1 {checkmate}");
    assert_eq!(end::<AnarchismStrict>(fen, "h6g5"), "0-1 {checkmate}");
}

#[test]
fn with_two_royals_checks_do_not_bind() {
    let fen = "r3k3/8/8/8/8/8/8/N3K2N w - - 0 1 Nk";
    assert_eq!(checked::<Insurrection>(fen), "a1");
    assert_eq!(pieces_go(fen, "h1"), "f2 g3");
    assert_eq!(pieces_go(fen, "a1"), "b3 c2");
    assert_eq!(goes::<InsurrectionStrict>(fen, "h1"), "");
    assert_eq!(goes::<InsurrectionStrict>(fen, "a1"), "b3 c2");
}

/// The queen attacks both knights; each could move away, so one of them will be lost, and the game is not over.
#[test]
fn fork_of_royals_is_mate_in_strict_game() {
    let fen = "4k3/8/8/8/3q3N/8/8/N3K3 w - - 0 1 Nk";
    assert_eq!(checked::<Insurrection>(fen), "a1 h4");
    assert_eq!(ends(fen, ""), "*");
    assert_eq!(end::<InsurrectionStrict>(fen, ""), "0-1 {checkmate}");
    assert_eq!(after(fen, "h4f3 d4a1"), "4k3/8/8/8/8/5N2/8/n3K3 w - - 0 2 Nk");
}

/// The pawn a2 is attacked by the queen and cannot be released; h2 could move, but the game is over.
#[test]
fn unreleased_royal_is_mate_beside_safe_royal() {
    let fen = "8/8/8/8/q6k/p7/P6P/4K3 w - - 0 1 Pk";
    let released = "8/8/8/8/q6k/8/P6P/4K3 w - - 0 1 Pk";
    assert_eq!(checked::<Insurrection>(released), "a2");
    assert_eq!(ends(released, ""), "0-1 {checkmate}");
    assert!(moves::<Insurrection>(released).is_empty());
    // With a pawn between, a2 is not attacked.
    assert_eq!(checked::<Insurrection>(fen), "");
    assert_eq!(ends(fen, ""), "*");
}

/// The king on a1 is in check from a8; the bishop could take the deposed king on h8 and so become a second king, but
/// that releases no royal: mate.
#[test]
fn making_second_royal_does_not_answer_check() {
    let mate = "r6k/1r6/8/4B3/8/8/8/K7 w - - 0 1 Kr";
    assert_eq!(checked::<Insurrection>(mate), "a1");
    assert_eq!(ends(mate, ""), "0-1 {checkmate}");
    // If the king can leave the check, the capture is legal too, and leaves it in check.
    let check = "r6k/8/8/8/3B4/8/8/K7 w - - 0 1 Kr";
    assert_eq!(pieces_go(check, "d4"), "a7 h8");
    assert_eq!(goes::<InsurrectionStrict>(check, "d4"), "a7");
    assert_eq!(after(check, "d4h8"), "r6K/8/8/8/8/8/8/K7 b - - 0 1 Kr");
}

#[test]
fn promotion_releases_royal_pawn() {
    let fen = "8/1P4kr/8/8/8/8/7P/1r2K3 w - - 0 1 Pk";
    assert_eq!(checked::<Insurrection>(fen), "h2 b7");
    assert_eq!(checked::<InsurrectionStrict>("8/1P4k1/8/8/8/8/7P/1r2K3 w - - 0 1 Pk"), "b7");
    assert_eq!(goes::<InsurrectionStrict>("8/1P4k1/8/8/8/8/7P/1r2K3 w - - 0 1 Pk", "b7"), "b8b b8k b8n b8q b8r");
}

#[test]
fn last_royal_pawn_cannot_pass_enemy_pawn() {
    let fen = "4k3/8/8/8/2p5/8/1P2P3/4K3 w - - 0 1 Pk";
    assert_eq!(pieces_go("4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1 Pk", "d2"), "");
    assert_eq!(pieces_go("4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1 Pk", "b2"), "");
    assert_eq!(pieces_go("4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1 Pk", "e2"), "e3 e4");
    // With another royal pawn it may, and may be taken.
    assert_eq!(pieces_go(fen, "b2"), "b3 b4");
    assert_eq!(goes::<InsurrectionStrict>(fen, "b2"), "");
    assert_eq!(after(fen, "b2b4 c4b3"), "4k3/8/8/8/8/1p6/4P3/4K3 w - - 0 2 Pk");
}

/// The checking pawn is captured en passant, but not if both pawns leave the line of a rook.
#[test]
fn en_passant_capture_keeps_last_royal_safe() {
    for goes in [goes::<Insurrection>, goes::<InsurrectionStrict>] {
        assert_eq!(goes("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1 Kk", "e5"), "d6");
        assert_eq!(goes("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 Kk", "e5"), "d6 e6");
        assert_eq!(goes("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1 Kk", "e5"), "e6");
    }
}

#[test]
fn pinned_pawn_still_threatens_to_capture_in_passing() {
    let fen = "2k5/8/8/8/2p5/8/1P6/2R1K3 w - - 0 1 Pk";
    assert_eq!(pieces_go(fen, "b2"), "");
}

#[test]
fn position_with_capturable_last_royal_pawn_is_refused() {
    let is_position = |fen: &str| fen.parse::<Position<Insurrection>>().is_ok();
    assert!(!is_position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 Pk"));
    // The king is royal, the pawn that would capture it is Black's only royal, and no piece is beside it.
    assert!(is_position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 Kk"));
    assert!(is_position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 Kp"));
    assert!(is_position("4k3/8/8/8/1p2P3/8/8/4K3 b - e3 0 1 Pk"));
}

#[test]
fn without_assassination_pieces_beside_several_royals_step_twice() {
    let fen = "4k3/8/8/8/8/8/4P3/N3K2N w - - 0 1 Nk";
    assert_eq!(goes::<InsurrectionStrict>(fen, "e2"), "e3 e4");
    assert_eq!(goes::<InsurrectionStrict>("4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1 Pk", "e2"), "e3 e4");
}

// ---- Draws ----

#[test]
fn no_move_and_no_check_is_draw() {
    assert_eq!(ends("8/p7/P4B2/8/8/8/8/8 b - - 0 20 Bp", ""), "1/2-1/2 {stalemate}");
    assert_eq!(end::<InsurrectionStrict>("1r5k/P7/8/8/8/8/8/8 w - - 0 1 Pk", ""), "1/2-1/2 {stalemate}");
}

#[test]
fn only_two_bare_kings_draw() {
    assert_eq!(ends("4k3/8/8/8/8/8/8/4K3 w - - 0 1 Kk", ""), "1/2-1/2 {insufficient material}");
    for fen in [
        "4k3/8/8/8/8/8/8/3NK3 w - - 0 1 Kk",
        "4k3/8/8/8/8/8/8/3N4 w - - 0 1 Nk",
        "4k3/8/8/8/8/8/8/3N4 b - - 0 1 Nk",
        "8/8/8/8/8/1k6/8/K6K w - - 0 1 Kk",
    ] {
        assert_eq!(ends(fen, ""), "*", "{fen}");
    }
}

#[test]
fn third_occurrence_and_hundredth_ply_draw() {
    let fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 Kk";
    let there_and_back = "e1d1 e8d8 d1e1 d8e8";
    assert_eq!(ends(fen, there_and_back), "*");
    assert_eq!(ends(fen, &[there_and_back; 2].join(" ")), "1/2-1/2 {threefold repetition}");
    assert_eq!(ends("4k3/8/8/8/8/8/P7/4K3 w - - 99 80 Kk", "e1d1"), "1/2-1/2 {fifty-move rule}");
}

// ---- Moves as text ----

#[test]
fn capture_suffix_must_be_new_piece_type() {
    let fen = "r1bq1rk1/ppp2ppp/2np1n2/1B1Pp1B1/1b2P3/5N2/PPPN1PPP/R2Q1RK1 w - - 0 1 Kk";
    let pos = position::<Insurrection>(fen);
    for text in ["d5c6", "d5c6n", "d5c6N"] {
        assert_eq!(pos.parse_move(text).map(|m| pos.write_move(m)), Ok("d5c6".to_owned()), "{text}");
    }
    // Another type, a quiet move, the attacker's old type, too many letters; below, a royal attacker.
    for text in ["d5c6q", "d5c6p", "d2c4n", "f3e5n", "d5c6nn"] {
        assert!(pos.parse_move(text).is_err(), "{text}");
    }
    let royal = position::<Insurrection>("2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1 Kk");
    assert!(royal.parse_move("h6g5").is_ok());
    assert!(royal.parse_move("h6g5p").is_err() && royal.parse_move("h6g5k").is_err());
    let on_the_last_rank = position::<Insurrection>("1r6/P2k4/8/8/8/8/8/4K3 w - - 1 2 Kk");
    assert!(on_the_last_rank.parse_move("a7b8r").is_ok() && on_the_last_rank.parse_move("a7b8q").is_err());
}

#[test]
fn fen_keeps_every_passed_square_key_only_usable() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 Kk";
    assert_eq!(after(fen, "e2e4"), "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1 Kk");
    let key = |fen: &str| position::<Insurrection>(fen).key();
    assert_eq!(key("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1 Kk"), key("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 Kk"));
    assert_ne!(key("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 Kk"), key("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1 Kk"));
}

#[test]
fn strict_name_picks_strict_rules() {
    struct Ends(&'static str);
    impl VisitTurnBased for Ends {
        type Out = String;
        fn turn_based<V: Variant>(self, _: V) -> String {
            end::<V>(self.0, "")
        }
    }
    let fork = "4k3/8/8/8/3q3N/8/8/N3K3 w - - 0 1 Nk";
    for (usual, strict) in [("insurrection", "insurrection-strict"), ("anarchism", "anarchism-strict")] {
        assert_eq!(with_turn_based(usual, Ends(fork)).as_deref(), Some("*"), "{usual}");
        assert_eq!(with_turn_based(strict, Ends(fork)).as_deref(), Some("0-1 {checkmate}"), "{strict}");
    }
}
