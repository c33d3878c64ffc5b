//! Games in which capturing pieces change type: piece letters, governments, mouse input.

use std::time::Duration;

use crate::common::Engine;
use crate::{moves, words};

#[test]
fn type_changing_capture_letter_is_optional_on_input() {
    let fen = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
    let mut engine = Engine::start_xboard("insurrection");
    assert!(words(engine.asked(&format!("force\nsetboard {fen}\nusermove f3e5p"))).is_empty());
    assert!(words(engine.asked("undo\nusermove f3e5")).is_empty());
    assert_eq!(words(engine.asked("undo\nusermove f3e5n")), ["Illegal move: f3e5n"]);
    // XBoard still shows a knight for such a user: the engine rejects the move and plays it itself.
    let output = words(engine.asked(&format!("setboard {fen}\nsd 1\nplayother\nusermove f3e5")));
    assert!(output[0].starts_with("Illegal move (") && output[0].ends_with("): f3e5"), "{output:#?}");
    assert_eq!(moves(&output)[0], "f3e5p", "{output:#?}");
    assert_eq!(moves(&output).len(), 2, "{output:#?}");
}

/// A position of Insurrection in which h6g5 is a coup: White's pawns form the government.
const BEFORE_A_COUP: &str = "2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1";

#[test]
fn government_changes_are_reported_and_shown_in_title() {
    let mut engine = Engine::start_xboard("insurrection");
    let kings = "0 0 0 0 Government: White monarchy (1 king); Black monarchy (1 king)";
    assert_eq!(engine.asked(&format!("force\nsetboard {BEFORE_A_COUP}")), [kings]);
    let pawns = "0 0 0 0 Government: White anarcho-syndicalist commune (2 pawns); Black monarchy (1 king)";
    let title = "feature myname=\"White P, Black K - Upheaval\"";
    assert_eq!(engine.asked("usermove h6g5"), [pawns, title]);
    let output = engine.asked("sd 1\ngo");
    assert!(output.iter().any(|line| line == title), "XBoard has replaced the title: {output:#?}");
    let plain = format!("feature myname=\"Upheaval {}\"", env!("CARGO_PKG_VERSION"));
    assert!(engine.asked("force\nundo\nundo").contains(&plain));
    assert!(engine.asked("usermove h6g5").contains(&title.to_owned()));
    assert!(engine.asked("new\nvariant insurrection").contains(&plain), "a new game is recorded with the plain name");
}

#[test]
fn titles_do_not_change_in_a_match() {
    let mut engine = Engine::start_xboard("insurrection");
    let output = engine.asked(&format!("computer\nforce\nsetboard {BEFORE_A_COUP}\nusermove h6g5"));
    assert!(output.len() == 2 && output.iter().all(|line| line.starts_with("0 0 0 0 Government: ")), "{output:#?}");
}

#[test]
fn lift_highlights_coups_and_reports_bribe_prices() {
    let mut engine = Engine::start_xboard("insurrection");
    engine.asked(&format!("post\nforce\nsetboard {BEFORE_A_COUP}"));
    let output = engine.asked("lift h6");
    assert!(output[0].starts_with("highlight ") && output[0].contains('G'), "{output:#?}");
    let coup = "0 0 0 0 Coup (green): White becomes anarcho-syndicalist commune (g5)";
    assert_eq!(output[1], coup);
    let output = engine.asked("lift f8");
    assert_eq!(
        output[1], "0 0 0 0 Government: White monarchy (1 king); Black monarchy (1 king)",
        "not the previous coup"
    );
    assert_eq!(engine.asked("lift f8").len(), 1);

    let mut engine = Engine::start_xboard("subversion");
    engine.asked("post\nforce\nsetboard 4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1\nlift e1");
    let owed = "0 0 0 0 Bribe rook e4: owed (cyan) 1 of f1, d3; paid bishop c1";
    assert_eq!(engine.asked("lift c1")[1], owed);
    let paid = "0 0 0 0 Bribe rook e4 (blue) for bishop c1 and bishop f1";
    assert_eq!(engine.asked("put f1\nlift f1")[1], paid);
    assert_eq!(engine.asked("nopost\nlift c1").len(), 1, "nopost turns the messages off");
}

#[test]
fn lift_highlights_targets_and_put_sends_choice() {
    let mut engine = Engine::start_xboard("insurrection");
    engine.asked("force\nsetboard 4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1");
    assert_eq!(engine.asked("lift f3"), ["highlight 4r3/8/8/4B1Y1/3Y3Y/8/3Y3Y/4r1Y1"]);
    assert!(engine.asked("hover e5").is_empty());
    assert_eq!(engine.asked("put e5"), ["choice P"]);
    assert!(words(engine.asked("usermove f3e5p")).is_empty());
    for nonsense in ["lift", "lift z9", "put", "put e4,", "lift é", "hover"] {
        assert!(engine.asked(nonsense).is_empty(), "{nonsense}");
    }
}

#[test]
fn enabled_test_legality_is_reported() {
    let mut engine = Engine::start_xboard("insurrection");
    engine.asked("force\nsetboard 4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1\nlift f3\nput e5");
    let output = engine.until("tellusererror");
    assert!(output.last().unwrap().contains("Test Legality"));
    engine.until("choice P");
    engine.until("choice P");
    assert!(words(engine.asked("usermove f3e5p")).is_empty(), "the move cancels the choice");
    std::thread::sleep(Duration::from_millis(1200));
    assert!(engine.pong().is_empty());
}
