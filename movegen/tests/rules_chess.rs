//! Chess, rule by rule, in the order of gamedata/games/chess/specification.md. The positions are made for the rule they show; counts that
//! come from other sources are in `perft/`.

use crate::common::{Rng, end, game, goes, moves, position, random_fen};
use upheaval_movegen::{Chess, Chess960, Color, Position, Variant};

fn pieces_go(fen: &str, from: &str) -> String {
    goes::<Chess>(fen, from)
}

fn ends(fen: &str, moves: &str) -> String {
    end::<Chess>(fen, moves)
}

fn after(fen: &str, moves: &str) -> String {
    game::<Chess>(fen, moves).position().to_string()
}

fn is_legal(fen: &str, m: &str) -> bool {
    moves::<Chess>(fen).iter().any(|legal| legal == m)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// ---- Pieces ----

#[test]
fn every_piece_type_moves_in_its_way() {
    let board = |piece: char| format!("7k/8/8/1p3p2/8/3{piece}4/8/K7 w - - 0 1");
    assert_eq!(pieces_go(&board('N'), "d3"), "b2 b4 c1 c5 e1 e5 f2 f4");
    assert_eq!(pieces_go(&board('B'), "d3"), "b1 b5 c2 c4 e2 e4 f1 f5");
    assert_eq!(pieces_go(&board('R'), "d3"), "a3 b3 c3 d1 d2 d4 d5 d6 d7 d8 e3 f3 g3 h3");
    assert_eq!(pieces_go(&board('Q'), "d3"), "a3 b1 b3 b5 c2 c3 c4 d1 d2 d4 d5 d6 d7 d8 e2 e3 e4 f1 f3 f5 g3 h3");
    assert_eq!(pieces_go("7k/8/8/8/3K4/8/8/8 w - - 0 1", "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[test]
fn pawn_steps_forward_and_captures_diagonally() {
    let fen = "4k3/8/8/8/2ppp3/3P4/8/4K3 w - - 0 1";
    assert_eq!(pieces_go(fen, "d3"), "c4 e4");
    assert_eq!(pieces_go("4k3/8/8/8/8/3P4/8/4K3 w - - 0 1", "d3"), "d4");
    assert_eq!(pieces_go("4k3/8/3p4/2PPP3/8/8/8/4K3 b - - 0 1", "d6"), "c5 e5");
    // Nothing captures over the edge of the board.
    assert_eq!(pieces_go("4k3/8/p7/7P/8/8/8/4K3 w - - 0 1", "h5"), "h6");
}

#[test]
fn double_step_needs_empty_square_on_second_rank() {
    let fen = "4k3/8/8/8/1p6/n7/PPP5/4K3 w - - 0 1";
    assert_eq!(
        (pieces_go(fen, "a2"), pieces_go(fen, "b2"), pieces_go(fen, "c2")),
        ("".into(), "a3 b3".into(), "c3 c4".into())
    );
    assert_eq!(pieces_go("4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7"), "d5 d6");
    assert_eq!(pieces_go("4k3/8/3p4/8/8/8/8/4K3 b - - 0 1", "d6"), "d5");
}

#[test]
fn pawn_promotes_to_four_piece_types() {
    let fen = "2n2k2/3P4/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(pieces_go(fen, "d7"), "c8b c8n c8q c8r d8b d8n d8q d8r");
    assert_eq!(pieces_go("4k3/8/8/8/8/8/3p4/7K b - - 0 1", "d2"), "d1b d1n d1q d1r");
    assert_eq!(after(fen, "d7c8n"), "2N2k2/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(after(fen, "d7d8R"), "2nR1k2/8/8/8/8/8/8/4K3 b - - 0 1");
    for wrong in ["d7d8", "d7d8k", "d7d8p", "d7d8x", "d7d8qq"] {
        assert!(position::<Chess>(fen).parse_move(wrong).is_err(), "{wrong}");
    }
}

// ---- En passant ----

#[test]
fn pawn_captures_en_passant_after_double_step() {
    let fen = "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1";
    assert_eq!(after(fen, "d7d5"), "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(after(fen, "d7d5 e5d6"), "4k3/8/3P4/2P5/8/8/8/4K3 b - - 0 2");
    assert_eq!(after(fen, "d7d5 c5d6"), "4k3/8/3P4/4P3/8/8/8/4K3 b - - 0 2");
    assert_eq!(after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 d4e3"), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
}

#[test]
fn en_passant_is_only_possible_at_once() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    assert!(is_legal(&after(fen, "d7d5"), "e5d6"));
    assert!(!is_legal(&after(fen, "d7d5 e1e2 e8e7"), "e5d6"));
    // A single step onto the same square offers nothing.
    assert!(!is_legal(&after("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", "d6d5"), "e5d6"));
}

#[test]
fn pinned_pawn_may_not_take_in_passing() {
    // On a file, on a diagonal that the capture leaves, and on the rank that both pawns leave at once.
    for (fen, double_step, capture) in [
        ("4rk2/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "e5d6"),
        ("5k2/3p2b1/8/4P3/8/2K5/8/8 b - - 0 1", "d7d5", "e5d6"),
        ("8/3p4/6k1/K3P2r/8/8/8/8 b - - 0 1", "d7d5", "e5d6"),
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "d4e3"),
    ] {
        let next = after(fen, double_step);
        assert!(!is_legal(&next, capture), "{next}");
        assert_eq!(next.split(' ').nth(3), Some("-"), "a square that cannot be used is not written");
    }
}

#[test]
fn pinned_pawn_captures_en_passant_along_pin() {
    let next = after("5k2/2bp4/8/4P3/8/8/7K/8 b - - 0 1", "d7d5");
    assert_eq!(pieces_go(&next, "e5"), "d6");
}

#[test]
fn en_passant_may_take_pawn_that_gives_check() {
    let fen = "7k/3p4/8/4P3/2K5/8/8/8 b - - 0 1";
    let next = after(fen, "d7d5");
    assert!(position::<Chess>(&next).constraints().in_check());
    assert!(is_legal(&next, "e5d6"));
    // Any other check it does not end.
    assert!(!is_legal("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", "e5d6"));
}

// ---- Castling ----

const OPEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn king_and_rook_castle_to_both_wings() {
    assert_eq!(after(OPEN, "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    assert_eq!(after(OPEN, "e1c1"), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    assert_eq!(after(OPEN, "e1g1 e8c8"), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    assert_eq!(after(OPEN, "e1c1 e8g8"), "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
}

#[test]
fn castling_is_parsed_in_three_notations() {
    for (texts, castled) in [
        (["O-O", "0-0", "e1h1"], "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        (["O-O-O", "0-0-0", "e1a1"], "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
    ] {
        texts.iter().for_each(|text| assert_eq!(after(OPEN, text), castled, "{text}"));
    }
    // Without the right none of them is a move.
    let pos = position::<Chess>(&OPEN.replace("KQkq", "kq"));
    for text in ["O-O", "0-0-0", "e1h1", "e1a1", "e1g1", "e1c1"] {
        assert!(pos.parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn castling_needs_empty_squares_between_king_and_rook() {
    for file in ["b", "c", "d", "f", "g"] {
        let mut row = ['R', '1', '1', '1', 'K', '1', '1', 'R'];
        row[usize::from(file.as_bytes()[0] - b'a')] = 'N';
        let row: String = row.iter().collect();
        let row = row.replace("111", "3").replace("11", "2");
        let fen = format!("r3k2r/8/8/8/8/8/8/{row} w KQkq - 0 1");
        assert_eq!(is_legal(&fen, "e1g1"), !"fg".contains(file), "{fen}");
        assert_eq!(is_legal(&fen, "e1c1"), !"bcd".contains(file), "{fen}");
    }
}

#[test]
fn castling_out_of_through_into_check_is_illegal() {
    // A black rook on each file in turn: only e (out of), f, d (through), g, c (into) forbid.
    for (file, row) in ["r7", "1r6", "2r5", "3r4", "4r3", "5r2", "6r1", "7r"].into_iter().enumerate() {
        let fen = format!("1k6/8/{row}/8/8/8/8/R3K2R w KQ - 0 1");
        assert_eq!(is_legal(&fen, "e1g1"), ![4, 5, 6].contains(&file), "{fen}");
        assert_eq!(is_legal(&fen, "e1c1"), ![2, 3, 4].contains(&file), "{fen}");
    }
}

#[test]
fn castling_right_is_lost_by_move_or_capture() {
    let rights = |moves: &str| after(OPEN, moves).split(' ').nth(2).map(str::to_owned);
    assert_eq!(rights("e1e2 a8b8 e2e1 b8a8"), Some("k".into()));
    assert_eq!(rights("h1h2 e8e7 h2h1 e7e8"), Some("Q".into()));
    assert_eq!(rights("a1b1 h8g8 b1a1 g8h8"), Some("Kq".into()));
    // The capturing rook leaves its own corner, too.
    assert_eq!(rights("h1h8"), Some("Qq".into()));
    assert_eq!(rights("a1a8"), Some("Kk".into()));
}

#[test]
fn castling_may_give_mate() {
    assert_eq!(ends("5k2/3P3P/3P3P/8/8/8/8/4K2R w K - 0 1", "e1g1"), "1-0 {checkmate}");
}

// ---- Check ----

#[test]
fn check_is_met_by_escape_capture_or_block() {
    // Black's bishop on a4 gives check: the king steps aside, the rook takes, the knight steps between.
    let fen = "4k3/8/8/8/b6R/8/8/N2K4 w - - 0 1";
    assert_eq!(moves::<Chess>(fen).join(" "), "a1b3 a1c2 d1c1 d1d2 d1e1 d1e2 h4a4");
}

#[test]
fn double_check_is_met_by_king_alone() {
    let fen = "4k3/8/8/8/8/3n4/8/R3K2r w - - 0 1";
    let pos = position::<Chess>(fen);
    assert_eq!(pos.constraints().checkers.count(), 2);
    assert_eq!(moves::<Chess>(fen).join(" "), "e1d2 e1e2");
}

#[test]
fn pinned_piece_moves_along_its_line_only() {
    let fen = "4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1";
    assert_eq!(pieces_go(fen, "e3"), "e2 e4 e5 e6 e7");
    assert_eq!(pieces_go(&fen.replace("4R3", "4N3"), "e3"), "");
    assert_eq!(pieces_go(&fen.replace("4R3", "4P3"), "e3"), "e4");
    assert_eq!(pieces_go("4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 1", "d2"), "b4 c3");
}

// ---- End of the game ----

#[test]
fn checkmate_wins() {
    assert_eq!(ends(START, "f2f3 e7e5 g2g4 d8h4"), "0-1 {checkmate}");
    assert_eq!(ends("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8"), "1-0 {checkmate}");
}

#[test]
fn stalemate_is_draw() {
    assert_eq!(ends("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7"), "1/2-1/2 {stalemate}");
    assert_eq!(ends("8/8/8/8/8/6k1/7p/7K w - - 0 1", ""), "1/2-1/2 {stalemate}");
}

#[test]
fn third_occurrence_draws_at_once() {
    let cycle = "g1f3 g8f6 f3g1 f6g8 ";
    assert_eq!(ends(START, cycle), "*");
    assert_eq!(ends(START, &cycle.repeat(2)[..cycle.len() * 2 - 6]), "*");
    assert_eq!(ends(START, &cycle.repeat(2)), "1/2-1/2 {threefold repetition}");
    // The occurrences need not follow each other.
    let other = "b1c3 g8f6 c3b1 f6g8";
    assert_eq!(ends(START, &format!("{cycle}{other}")), "1/2-1/2 {threefold repetition}");
}

#[test]
fn different_rights_make_different_positions() {
    let cycle = "a1b1 a8b8 b1a1 b8a8 ";
    assert_eq!(ends(OPEN, &cycle.repeat(2)), "*");
    assert_eq!(ends(OPEN, &cycle.repeat(3)), "1/2-1/2 {threefold repetition}");
    let wander = "e1d1 e8d8 d1e1 d8e8 ";
    let usable = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    assert_eq!(ends(usable, &format!("d7d5 {}", wander.repeat(2))), "*");
    // The pawn that could take is pinned (on the rank, by the rook): the square makes no difference.
    let pinned = "8/3p4/6k1/K3P2r/8/8/8/8 b - - 0 1";
    let moves = format!("d7d5 {}", "a5a4 g6g7 a4a5 g7g6 ".repeat(2));
    assert_eq!(ends(pinned, &moves), "1/2-1/2 {threefold repetition}");
}

#[test]
fn hundredth_quiet_ply_draws_at_once() {
    let fen = |clock| format!("4k3/8/8/8/3p4/P2R4/8/4K3 w - - {clock} 80");
    assert_eq!(ends(&fen(98), "d3e3"), "*");
    assert_eq!(ends(&fen(99), "d3h3"), "1/2-1/2 {fifty-move rule}");
    assert_eq!(ends(&fen(99), "a3a4"), "*");
    assert_eq!(ends(&fen(99), "d3d4"), "*");
    assert_eq!(ends(&fen(100), ""), "1/2-1/2 {fifty-move rule}");
}

#[test]
fn mate_and_stalemate_come_before_fifty_moves() {
    assert_eq!(ends("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8"), "1-0 {checkmate}");
    assert_eq!(ends("7k/8/6K1/8/8/8/5Q2/8 w - - 99 80", "f2f7"), "1/2-1/2 {stalemate}");
}

#[test]
fn repetition_comes_before_fifty_moves() {
    let moves = "a1b1 e8f8 b1a1 f8e8 ".repeat(2);
    assert_eq!(ends("4k3/8/8/8/8/8/8/R2K4 w - - 92 80", &moves), "1/2-1/2 {threefold repetition}");
}

#[test]
fn pieces_that_can_never_mate_draw_at_once() {
    for pieces in ["8", "N7", "n7", "B7", "b7", "B1B5", "B1b5", "b1B1b1B1"] {
        let fen = format!("4k3/8/8/{pieces}/8/8/8/4K3 w - - 0 1");
        assert_eq!(ends(&fen, ""), "1/2-1/2 {insufficient material}", "{fen}");
    }
    // The capture of the last piece that could.
    assert_eq!(ends("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2"), "1/2-1/2 {insufficient material}");
}

/// Positions of pyffish's tests, of the side's own pieces and of pieces of the other side that can block a king's escape.
#[test]
fn color_without_mating_pieces_cannot_win() {
    for (white, black, expected) in [
        ("8", "8", [true, true]),
        ("8", "p7", [true, false]),
        ("8", "r7", [true, false]),
        ("8", "q7", [true, false]),
        ("8", "nn6", [true, false]),
        ("8", "b1b5", [true, true]),
        ("8", "bb6", [true, false]),
        ("N7", "n7", [false, false]),
        ("N7", "q7", [true, false]),
        ("N7", "r7", [false, false]),
        ("B7", "r7", [true, false]),
        ("B7", "p7", [false, false]),
        ("B7", "b7", [false, false]),
        ("B7", "1b6", [true, true]),
    ] {
        let pos: Position<Chess> = format!("4k3/8/8/{white}/{black}/8/8/4K3 w - - 0 1").parse().unwrap();
        assert_eq!(Color::BOTH.map(|us| Chess::cannot_win(&pos, us)), expected, "{pos}");
    }
}

#[test]
fn pieces_that_could_still_mate_play_on() {
    for pieces in ["NN6", "N6n", "B6n", "BN6", "BB6", "Bb6", "P7", "p7", "R7", "q7"] {
        let fen = format!("4k3/8/8/8/8/{pieces}/8/4K3 w - - 0 1");
        assert_eq!(ends(&fen, ""), "*", "{fen}");
    }
}

// ---- The board turned ----

#[test]
fn mirrored_board_has_same_moves_and_end() {
    let mut rng = Rng(0x7012_7012);
    let mut met = 0;
    while met < 2_000 {
        let Ok(pos) = random_fen(&mut rng, "pnbrqk").parse::<Position<Chess>>() else { continue };
        let turned = position::<Chess>(&pos.flipped_fen());
        assert_eq!(turned.count_moves(), pos.count_moves(), "{pos:?}");
        let end = |pos: &Position<Chess>| pos.outcome().map(|end| (end.reason, end.winner.map(|w| w == pos.turn())));
        assert_eq!(end(&turned), end(&pos), "{pos:?}");
        assert_eq!(position::<Chess>(&turned.flipped_fen()).board_text(), pos.board_text());
        met += 1;
    }
}

// ---- Chess960 ----

#[test]
fn chess960_king_takes_its_rook() {
    let castles = |fen: &str| {
        let texts = moves::<Chess960>(fen);
        let is_castle = |text: &&String| matches!(text.as_str(), "b1a1" | "b1h1" | "f1h1" | "f1a1" | "g1h1");
        texts.iter().filter(is_castle).cloned().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(castles("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1"), "b1a1 b1h1");
    assert_eq!(castles("4k3/8/8/8/8/8/8/RK4NR w KQ - 0 1"), "b1a1");
    // The king passes an attacked square, or the rook leaves the line that it closed.
    assert_eq!(castles("4kr2/8/8/8/8/8/8/RK5R w KQ - 0 1"), "b1a1");
    assert!(!moves::<Chess960>("4k3/8/8/8/8/8/8/qR1K4 w Q - 0 1").contains(&"d1b1".to_owned()));
    for (fen, text, san, after) in [
        ("4k3/8/8/8/8/8/8/RK5R w KQ - 3 7", "b1h1", "O-O", "4k3/8/8/8/8/8/8/R4RK1 b - - 4 7"),
        ("4k3/8/8/8/8/8/8/RK5R w KQ - 3 7", "b1a1", "O-O-O", "4k3/8/8/8/8/8/8/2KR3R b - - 4 7"),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 3 7", "f1g1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 4 7"),
        ("1kr5/8/8/8/8/8/8/4K3 b k - 3 7", "b8c8", "O-O", "5rk1/8/8/8/8/8/8/4K3 w - - 4 8"),
    ] {
        let pos = position::<Chess960>(fen);
        let m = pos.parse_move(text).unwrap();
        assert_eq!((pos.is_capture(m), pos.captured(m)), (false, None), "{fen}");
        assert_eq!((pos.write_move(m).as_str(), upheaval_movegen::san::san(&pos, m).as_str()), (text, san));
        assert_eq!(pos.parse_move(san), Ok(m), "{fen}");
        assert_eq!(pos.after(m).to_string(), after);
    }
    // The king's own move means castling only where it is no step.
    let pos = position::<Chess960>("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!((pos.parse_move("e1g1"), pos.parse_move("e1c1")), (pos.parse_move("e1h1"), pos.parse_move("e1a1")));
    let pos = position::<Chess960>("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert_ne!(pos.parse_move("f1g1"), pos.parse_move("f1h1"));
}

#[test]
fn chess960_right_belongs_to_one_rook() {
    let fen = "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1";
    for (text, rights) in [
        ("h1h2", "KBgb"),
        ("g1g2", "Bgb"),
        ("a1a2", "GQgb"),
        ("b1b8", "Gg"),
        ("e1e2", "gb"),
        ("e1b1", "gb"),
        ("h1h8", "KBkb"),
    ] {
        let pos = position::<Chess960>(fen);
        let after = pos.after(pos.parse_move(text).unwrap());
        assert_eq!(after.to_string().split(' ').nth(2), Some(rights), "{text}");
        assert_eq!(position::<Chess960>(&after.to_string()), after, "{text}");
    }
    // A rook of chess's corner has no right of its own here.
    let pos = position::<Chess960>("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1");
    let moved = ["g1g2", "e8e7", "g2g1"].iter().fold(pos, |pos, text| pos.after(pos.parse_move(text).unwrap()));
    assert_eq!(moved.to_string(), "8/4k3/8/8/8/8/8/1R2K1R1 b Q - 3 2");
}
