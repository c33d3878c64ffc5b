//! Games in which captors change: letters, governments, the mouse.

use std::time::Duration;

use crate::common::Engine;
use crate::{moves, words};

#[test]
fn captures_that_change_the_captor_are_written_with_its_letter_and_read_with_or_without() {
    let fen = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
    let mut engine = Engine::start_xboard("insurrection");
    assert!(words(engine.asked(&format!("force\nsetboard {fen}\nusermove f3e5p"))).is_empty());
    assert!(words(engine.asked("undo\nusermove f3e5")).is_empty());
    assert_eq!(words(engine.asked("undo\nusermove f3e5n")), ["Illegal move: f3e5n"]);
    // A user whose XBoard shows a knight gets the move back and sees the engine make it.
    let said = words(engine.asked(&format!("setboard {fen}\nsd 1\nplayother\nusermove f3e5")));
    assert!(said[0].starts_with("Illegal move (") && said[0].ends_with("): f3e5"), "{said:#?}");
    assert_eq!(moves(&said)[0], "f3e5p", "{said:#?}");
    assert_eq!(moves(&said).len(), 2, "{said:#?}");
}

/// A position of Insurrection in which h6g5 is a coup: White's pawns come to power.
const BEFORE_A_COUP: &str = "2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1";

#[test]
fn governments_are_told_when_they_change_and_stand_in_the_title() {
    let mut engine = Engine::start_xboard("insurrection");
    let kings = "0 0 0 0 Government: White monarchy (1 king); Black monarchy (1 king)";
    assert_eq!(engine.asked(&format!("force\nsetboard {BEFORE_A_COUP}")), [kings]);
    let pawns = "0 0 0 0 Government: White anarcho-syndicalist commune (2 pawns); Black monarchy (1 king)";
    let title = "feature myname=\"White P, Black K - Upheaval\"";
    assert_eq!(engine.asked("usermove h6g5"), [pawns, title]);
    let said = engine.asked("sd 1\ngo");
    assert!(said.iter().any(|line| line == title), "XBoard has written a title of its own: {said:#?}");
    let plain = format!("feature myname=\"Upheaval {}\"", env!("CARGO_PKG_VERSION"));
    assert!(engine.asked("force\nundo\nundo").contains(&plain));
    assert!(engine.asked("usermove h6g5").contains(&title.to_owned()));
    assert!(
        engine.asked("new\nvariant insurrection").contains(&plain),
        "a new game's players are written down by name"
    );
}

#[test]
fn titles_are_left_alone_in_a_match() {
    let mut engine = Engine::start_xboard("insurrection");
    let said = engine.asked(&format!("computer\nforce\nsetboard {BEFORE_A_COUP}\nusermove h6g5"));
    assert!(said.len() == 2 && said.iter().all(|line| line.starts_with("0 0 0 0 Government: ")), "{said:#?}");
}

#[test]
fn a_coup_is_green_and_a_price_is_told_in_words_while_the_user_clicks() {
    let mut engine = Engine::start_xboard("insurrection");
    engine.asked(&format!("post\nforce\nsetboard {BEFORE_A_COUP}"));
    let said = engine.asked("lift h6");
    assert!(said[0].starts_with("highlight ") && said[0].contains('G'), "{said:#?}");
    let coup = "0 0 0 0 Coup (green): White becomes anarcho-syndicalist commune (g5)";
    assert_eq!(said[1], coup);
    let said = engine.asked("lift f8");
    assert_eq!(said[1], "0 0 0 0 Government: White monarchy (1 king); Black monarchy (1 king)", "not what was before");
    assert_eq!(engine.asked("lift f8").len(), 1);

    let mut engine = Engine::start_xboard("subversion");
    engine.asked("post\nforce\nsetboard 4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1\nlift e1");
    let owed = "0 0 0 0 Bribe rook e4: owed (cyan) 1 of f1, d3; paid bishop c1";
    assert_eq!(engine.asked("lift c1")[1], owed);
    let paid = "0 0 0 0 Bribe rook e4 (blue) for bishop c1 and bishop f1";
    assert_eq!(engine.asked("put f1\nlift f1")[1], paid);
    assert_eq!(engine.asked("nopost\nlift c1").len(), 1, "a client that wants no thoughts gets none");
}

#[test]
fn the_mouse_shows_targets_and_the_engine_dictates_what_the_piece_becomes() {
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
fn a_user_whose_xboard_tests_legality_is_told_so() {
    let mut engine = Engine::start_xboard("insurrection");
    engine.asked("force\nsetboard 4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1\nlift f3\nput e5");
    let said = engine.until("tellusererror");
    assert!(said.last().unwrap().contains("Test Legality"));
    engine.until("choice P");
    engine.until("choice P");
    assert!(words(engine.asked("usermove f3e5p")).is_empty(), "and that ends it");
    std::thread::sleep(Duration::from_millis(1200));
    assert!(engine.pong().is_empty());
}
