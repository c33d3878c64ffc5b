//! Why not: one test for each reason.

use movegen::Color;

use crate::messages::{ErrorCode, Explanation};
use crate::rules::open;

fn ask(variant: &str, fen: &str, from: &str, to: &str, pay: bool) -> Explanation {
    let game = open(variant, Some(fen)).unwrap();
    game.explain(Color::White, from, to, pay).unwrap()
}

#[track_caller]
fn why(variant: &str, fen: &str, attempts: &[(&str, &str, &str)]) {
    for (from, to, words) in attempts {
        let found = ask(variant, fen, from, to, false);
        assert!(!found.legal);
        assert_eq!(found.words, *words, "{from}{to}");
    }
}

#[track_caller]
fn why_not_paid(fen: &str, attempts: &[(&str, &str, &str)]) {
    for (from, to, words) in attempts {
        let found = ask("subversion", fen, from, to, true);
        assert!(!found.legal);
        assert_eq!(found.words, *words, "{from} for {to}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn pieces_go_as_they_go() {
    why(
        "chess",
        START,
        &[
            ("e4", "e5", "nobody stands on e4"),
            ("e7", "e5", "the pawn on e7 is Black's, and White is to move"),
            ("b1", "b1", "it stands there already"),
            ("b1", "d2", "your own pawn stands on d2"),
            ("b1", "b3", "the knight jumps two squares one way and one across"),
            ("a1", "a3", "the pawn on a2 is in the way"),
            ("e2", "d3", "a pawn goes diagonally only to capture, and nobody is there"),
            ("e2", "e5", "the pawn steps ahead, twice from home; captures diagonally ahead"),
            ("e1", "g1", "the bishop on f1 stands between king and rook"),
        ],
    );
    why(
        "chess",
        "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
        &[("e3", "e4", "the pawn on e4 is in the way: a pawn captures diagonally only")],
    );
    assert!(ask("chess", START, "e2", "e4", false).legal);
}

#[test]
fn nobody_leaves_his_king_in_check() {
    why(
        "chess",
        "4k3/8/8/8/4r3/8/4B3/4K2R w K - 0 1",
        &[
            ("e2", "d3", "the rook on e4 would attack the king: the bishop on e2 is pinned"),
            ("h1", "e1", "your own king stands on e1"),
        ],
    );
    why(
        "chess",
        "4k3/8/8/8/8/4q3/8/R3K2R w KQ - 0 1",
        &[
            ("h1", "h2", "the king is in check by the queen on e3, and this does not end it"),
            ("e1", "e2", "the queen on e3 attacks e2: the king would be in check"),
            ("e1", "g1", "the king may not castle out of check"),
        ],
    );
    why(
        "chess",
        "4kr2/8/8/8/8/8/8/R3K2R w K - 0 1",
        &[
            ("e1", "g1", "the rook on f8 attacks f1, where the king would pass or arrive"),
            ("e1", "c1", "the king may not castle there: the right to it is gone"),
        ],
    );
}

#[test]
fn kings_may_not_face_each_other() {
    let fen = "4k3/8/8/8/4D3/8/8/4K3 w - - 0 1";
    why("empire", fen, &[("e4", "d4", "the kaiser would face the king on the e-file")]);
    assert_eq!(ask("empire", fen, "e4", "d4", false).squares.len(), 8);
    why("empire", "4k3/8/8/8/8/8/8/3K4 w - - 0 1", &[("d1", "e1", "the kaiser would face the king on the e-file")]);
    why(
        "empire",
        "8/8/8/8/k7/8/7K/8 b - - 0 1",
        &[("a4", "a2", "the king steps one square in any direction; wins by reaching the enemy's last rank")],
    );
    why("empire", "8/8/8/8/8/k7/7K/8 b - - 0 1", &[("a3", "a2", "the king would face the kaiser on rank 2")]);
}

#[test]
fn pieces_of_the_empire_only_look_along_their_lines() {
    let fen = "4k3/8/8/3p4/8/8/T6K/8 w - - 0 1";
    why("empire", fen, &[("a2", "d5", "the tower moves like a queen, captures like a rook: it cannot take there")]);
}

#[test]
fn the_last_royal_pawn_may_not_promote() {
    let fen = "7k/P7/8/8/8/8/8/4K3 w - - 0 1 Pk";
    why("insurrection", fen, &[("a7", "a8", "no royal would be left")]);
}

#[test]
fn a_game_that_is_over_is_over() {
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    why("chess", fen, &[("e1", "f2", "the game is over: checkmate")]);
}

#[test]
fn the_price_and_its_conditions_are_told() {
    why_not_paid(
        "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1",
        &[
            ("b4", "c5", "a queen that gives no check costs exactly one pawn"),
            ("a2", "e8", "a king cannot be won over"),
            ("a2", "c4", "there is no enemy on c4"),
            ("h1", "c5", "the king cannot be paid"),
        ],
    );
    why_not_paid("4k3/3n4/2N5/8/8/8/P7/7K w - - 0 1", &[("a2", "d7", "the knight stands next to its own king")]);
    why_not_paid(
        "4k3/8/8/3n4/2P5/8/P7/7K w - - 0 1",
        &[("a2", "d5", "no piece of yours but pawns stands next to the knight")],
    );
    why_not_paid(
        "4k3/8/8/8/8/1n6/P1N5/1q5K w - - 0 1",
        &[("a2", "b3", "you are in check: only the piece that gives it can be won over")],
    );
    why_not_paid("4k3/8/8/8/8/1pN5/P7/7K w - - 0 1", &[("a2", "b3", "the pawn can take it, which comes to the same")]);
    let queen = "2bqkbn1/3Qp3/r7/4r3/5p2/n4N2/b4K2/R1B3NR b - - 0 1";
    assert!(ask("subversion", queen, "e7", "d7", true).legal, "one of both pawns that are paid together");
}

#[test]
fn a_gamble_is_explained_and_so_is_what_is_none() {
    let game = open("apocalypse", None).unwrap();
    let words = |from, to| game.explain(Color::White, from, to, false).unwrap();
    assert!(words("a2", "a3").legal);
    let gamble = words("a2", "b3");
    assert!(gamble.legal && gamble.words.starts_with("an enemy piece must arrive on b3: "), "{}", gamble.words);
    assert_eq!(words("a1", "a2").words, "a horseman jumps two squares one way and one across");
    assert_eq!(words("c3", "c4").words, "c3 is empty");
    assert_eq!(game.explain(Color::White, "f1", "a2", false).unwrap_err().code, ErrorCode::Malformed);
}
