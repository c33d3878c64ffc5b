//! Explanations: one test for each kind of reason, and the effects of moves.

#![allow(clippy::unwrap_used, reason = "a position or square of a test is valid")]

use movegen::{Chess, Color, Empire, Game as _, Insurrection, Position, Square, Subversion, Variant};
use upheaval_games::explain::{
    Effect, Exposure, Illegal, IllegalPurchase, apocalypse, illegal_payment, turn_based, unsold,
};

fn position<V: Variant>(fen: &str) -> Position<V> {
    fen.parse().unwrap()
}

fn square(name: &str) -> Square {
    Square::parse(name).unwrap()
}

fn reason<V: Variant>(fen: &str, from: &str, to: &str) -> Option<Illegal> {
    turn_based::illegal(&position::<V>(fen), square(from), square(to))
}

#[track_caller]
fn refused<V: Variant>(fen: &str, attempts: &[(&str, &str, &str)]) {
    for (from, to, words) in attempts {
        assert_eq!(reason::<V>(fen, from, to).unwrap().words(V::NAME), *words, "{from}{to}");
    }
}

#[track_caller]
fn unpaid(fen: &str, attempts: &[(&str, &str, &str)]) {
    for (from, to, words) in attempts {
        let reason = illegal_payment(&position::<Subversion>(fen), square(from), square(to));
        assert_eq!(reason.unwrap().words("subversion"), *words, "{from} for {to}");
    }
}

#[track_caller]
fn text_refused<V: Variant>(fen: &str, text: &str, words: &str) {
    let reason = turn_based::illegal_text(&position::<V>(fen), text);
    assert_eq!(reason.map(|reason| reason.words(V::NAME)).as_deref(), Some(words), "{text}");
}

#[test]
fn way_of_moving_is_explained() {
    refused::<Chess>(
        Chess::START,
        &[
            ("e4", "e5", "e4 is empty"),
            ("e7", "e5", "the pawn on e7 is Black's"),
            ("b1", "b1", "the piece is there already"),
            ("b1", "d2", "your own pawn is on d2"),
            ("b1", "b3", "the knight jumps two squares one way and one across"),
            ("a1", "a3", "the pawn on a2 is in the way"),
            ("e2", "d3", "a pawn moves diagonally only to capture, and d3 is empty"),
            ("e2", "e5", "the pawn steps ahead, twice from home; captures diagonally ahead"),
            ("e1", "g1", "the bishop on f1 is between king and rook"),
        ],
    );
    let words = "the pawn on e4 is in the way: a pawn captures diagonally only";
    refused::<Chess>("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", &[("e3", "e4", words)]);
    assert_eq!(reason::<Chess>(Chess::START, "e2", "e4"), None);
}

#[test]
fn attacks_on_royals_are_explained() {
    refused::<Chess>(
        "4k3/8/8/8/4r3/8/4B3/4K2R w K - 0 1",
        &[
            ("e2", "d3", "the rook on e4 would attack the king: the bishop on e2 is pinned"),
            ("h1", "e1", "your own king is on e1"),
        ],
    );
    refused::<Chess>(
        "4k3/8/8/8/8/4q3/8/R3K2R w KQ - 0 1",
        &[
            ("h1", "h2", "the king is in check by the queen on e3, and this does not end it"),
            ("e1", "e2", "the queen on e3 attacks e2: the king would be in check"),
            ("e1", "g1", "the king cannot castle out of check"),
        ],
    );
    refused::<Chess>(
        "4kr2/8/8/8/8/8/8/R3K2R w K - 0 1",
        &[
            ("e1", "g1", "the rook on f8 attacks f1, where the king would pass or arrive"),
            ("e1", "c1", "the king cannot castle there: the right to it is gone"),
        ],
    );
    let pinned = reason::<Chess>("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2", "d3").unwrap();
    assert!(matches!(pinned, Illegal::Exposed { exposure: Exposure::Pinned(piece), .. } if piece.letter == 'b'));
    assert_eq!(pinned.squares().iter().map(ToString::to_string).collect::<Vec<_>>(), ["e4", "e1"]);
}

#[test]
fn face_off_names_its_line() {
    let fen = "4k3/8/8/8/4D3/8/8/4K3 w - - 0 1";
    refused::<Empire>(fen, &[("e4", "d4", "the kaiser would face the king on the e-file")]);
    assert_eq!(reason::<Empire>(fen, "e4", "d4").unwrap().squares().len(), 8);
    refused::<Empire>("4k3/8/8/8/8/8/8/3K4 w - - 0 1", &[("d1", "e1", "the kaiser would face the king on the e-file")]);
    refused::<Empire>("8/8/8/8/8/k7/7K/8 b - - 0 1", &[("a3", "a2", "the king would face the kaiser on rank 2")]);
}

#[test]
fn piece_that_only_moves_cannot_capture() {
    let words = "the tower moves like a queen, captures like a rook: it cannot capture there";
    refused::<Empire>("4k3/8/8/3p4/8/8/T6K/8 w - - 0 1", &[("a2", "d5", words)]);
}

#[test]
fn last_royal_pawn_cannot_promote() {
    refused::<Insurrection>("7k/P7/8/8/8/8/8/4K3 w - - 0 1 Pk", &[("a7", "a8", "no royal would be left")]);
}

#[test]
fn finished_game_has_no_legal_moves() {
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    refused::<Chess>(fen, &[("e1", "f2", "the game is over: checkmate")]);
}

#[test]
fn price_and_its_conditions_are_explained() {
    unpaid(
        "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1",
        &[
            ("b4", "c5", "a queen that gives no check costs exactly one pawn"),
            ("a2", "e8", "a king cannot be bought"),
            ("a2", "c4", "there is no enemy on c4"),
            ("h1", "c5", "the king cannot be paid"),
        ],
    );
    unpaid("4k3/3n4/2N5/8/8/8/P7/7K w - - 0 1", &[("a2", "d7", "the knight is next to its own king")]);
    let words = "none of your pieces but pawns is next to the knight";
    unpaid("4k3/8/8/3n4/2P5/8/P7/7K w - - 0 1", &[("a2", "d5", words)]);
    let words = "you are in check: only the piece that gives it can be bought";
    unpaid("4k3/8/8/8/8/1n6/P1N5/1q5K w - - 0 1", &[("a2", "b3", words)]);
    let words = "the pawn can capture it, which has the same result";
    unpaid("4k3/8/8/8/8/1pN5/P7/7K w - - 0 1", &[("a2", "b3", words)]);
    let queen = position::<Subversion>("2bqkbn1/3Qp3/r7/4r3/5p2/n4N2/b4K2/R1B3NR b - - 0 1");
    assert_eq!(illegal_payment(&queen, square("e7"), square("d7")), None, "one of two pawns that are paid together");
}

#[test]
fn piece_that_is_not_for_sale_has_a_reason() {
    let pos = position::<Subversion>("4k3/3r4/8/2q5/1N6/8/P7/7K w - - 0 1");
    for (at, words) in [
        ("d7", "the rook is next to its own king"),
        ("a2", "your own pawn is on a2"),
        ("e8", "a king cannot be bought"),
        ("a8", "a8 is empty"),
    ] {
        assert_eq!(unsold(&pos, square(at)).unwrap().words("subversion"), words);
    }
    assert_eq!(unsold(&pos, square("c5")), None);
    let chess = unsold(&Position::<Chess>::start(), square("e7"));
    assert_eq!(chess, Some(Illegal::Purchase(IllegalPurchase::NotInThisGame)));
}

#[test]
fn texts_are_explained_in_either_notation() {
    let start = Chess::START;
    text_refused::<Chess>(start, "g1g3", "the knight jumps two squares one way and one across");
    text_refused::<Chess>(start, "e2e4q", "the pawn can move to e4, but not in this form");
    let words = "the pawn promotes, so the new piece is needed: a7a8q, a7a8n, a7a8r, a7a8b";
    text_refused::<Chess>("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8", words);
    let words = "the rook on e2 attacks b2: the king would be in check";
    text_refused::<Chess>("4k3/8/8/8/8/8/4r3/K1R5 w - - 0 1", "Kb2", words);
    let two_knights = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
    text_refused::<Chess>(two_knights, "Ne2", "which one? Nge2, Nce2");
    text_refused::<Chess>(two_knights, "Nh8", "none of your knights can move to h8");
    text_refused::<Chess>(two_knights, "Qh5", "you have no queen");
    text_refused::<Chess>(two_knights, "Ke3", "the king steps one square in any direction");
    for text in ["", "joho", "é2e4", "e", "K", "99", "x", "e9", "Zf3"] {
        assert_eq!(turn_based::illegal_text(&Position::<Chess>::start(), text), None, "{text}");
    }
}

#[test]
fn effects_follow_the_order_of_events() {
    fn effects<V: Variant>(fen: &str, text: &str) -> Vec<Effect> {
        let pos = position::<V>(fen);
        turn_based::effects(&pos, pos.parse_move(text).unwrap())
    }
    let en_passant = effects::<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
    assert!(matches!(en_passant[..], [Effect::Capture { piece, en_passant: true }] if piece.at.to_string() == "d5"));
    let castle = effects::<Chess>("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1");
    assert_eq!(castle, [Effect::Castle { king_side: false }]);
    let change = effects::<Insurrection>("4k3/8/2n5/3P4/8/8/8/4K3 w - - 0 1", "d5c6");
    let [Effect::Capture { .. }, Effect::Becomes { was: 'p', piece, is_promotion: false, royal: false }] = change[..]
    else {
        panic!("{change:?}")
    };
    assert_eq!(piece.letter, 'n');
    // The author's example: the royal king captures a pawn, and White is an anarcho-syndicalist commune.
    let coup = effects::<Insurrection>("2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1", "h6g5");
    let [Effect::Capture { .. }, Effect::NewRoyals { was: 'k', now: 'p', royals, .. }, Effect::Check(_), ..] =
        &coup[..]
    else {
        panic!("{coup:?}")
    };
    assert_eq!(royals.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a2", "h2"]);
    let end = effects::<Empire>("8/4K3/8/k7/8/8/8/8 w - - 0 1", "e7e8");
    assert!(matches!(end[..], [Effect::End(outcome)] if outcome.reason.as_str() == "campmate"));
}

#[test]
fn gambles_of_apocalypse_are_explained() {
    let start = ::apocalypse::Position::start();
    let at = |name: &str| ::apocalypse::Square::parse(name).unwrap();
    let words = |from, to| {
        let reason = apocalypse::illegal(&start, Color::White, at(from), at(to));
        reason.map(|reason| reason.words("apocalypse"))
    };
    assert_eq!((words("a2", "a3"), words("a2", "b3")), (None, None));
    assert_eq!(words("a1", "a2").unwrap(), "the horseman jumps two squares one way and one across");
    assert_eq!(words("c3", "c4").unwrap(), "c3 is empty");
    let gamble = start.parse_move(Color::White, "a2b3").unwrap();
    let words = apocalypse::gamble(&start, Color::White, gamble).unwrap().words("apocalypse");
    assert!(words.starts_with("an enemy piece must arrive on b3: "), "{words}");
}
