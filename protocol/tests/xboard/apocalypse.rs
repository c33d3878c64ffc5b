//! Apocalypse, in which both sides choose their moves simultaneously.

use crate::common::Engine;
use crate::moves;

#[test]
fn user_choice_is_shown_before_the_engine_resolves() {
    let mut engine = Engine::start_xboard("apocalypse");
    let output = engine.asked("sd 1\nusermove a1b3");
    assert_eq!(moves(&output).len() % 2, 1, "{output:#?}");
    let mut engine = Engine::start_xboard("apocalypse");
    assert_eq!(moves(&engine.asked("sd 1\ngo")), ["@@@@"], "the engine waits for the user's choice");
    let output = engine.asked("usermove a5b3");
    assert_eq!(moves(&output).len() % 2, 1, "{output:#?}");
    assert_eq!(engine.asked("usermove a5a1"), ["Illegal move: a5a1"]);
    assert_eq!(engine.asked("lift a5").len(), 1);
}

/// XBoard sends the scripted plies of a loaded game like a user's moves.
#[test]
fn scripted_plies_of_a_loaded_game_are_accepted() {
    let mut engine = Engine::start_xboard("apocalypse");
    // Both pawns gamble on the same empty square: Black's moves there and disappears, and White's is moved back.
    let output = engine.asked("force\nusermove a2b3\nusermove a4b3z\nusermove P@a2\nusermove P@a4");
    assert!(!output.iter().any(|line| line.contains("Illegal") || line.contains("Error")), "{output:#?}");
    let position = engine.asked("result *");
    let position = position.last().unwrap().strip_prefix("# final position: ").unwrap();
    assert_eq!(position, "npppn/p3p/5/P3P/NPPPN w - - 0 2 11");
}

#[test]
fn penalties_are_reported() {
    let mut engine = Engine::start_xboard("apocalypse");
    // Both pawns gamble on the same empty square: no move is played, and both sides get a penalty.
    let output = engine.asked("force\nusermove a2b3\nusermove a4b3");
    let title = "feature myname=\"Penalties 1:1 - Upheaval\"";
    assert_eq!(output, ["0 0 0 0 Penalties: White 1, Black 1", title]);
    assert_eq!(engine.asked("undo")[0], "0 0 0 0 Penalties: White 0, Black 0");
}

/// Error texts of the operating system would make XBoard terminate the engine.
#[test]
fn invalid_table_folder_prints_one_error() {
    let mut engine = Engine::start_xboard("apocalypse");
    engine.send("option ApocalypseTables=/there/is/no/such/folder");
    let line = engine.until("Error (tables of endings): the folder '/there/is/no/such/folder' cannot be read: ");
    assert!(!line.last().unwrap().contains("No such file"), "{line:#?}");
    let folder = env!("CARGO_MANIFEST_DIR");
    engine.send(&format!("option ApocalypseTables={folder}"));
    engine.until("Error (tables of endings): the folder '");
    assert_eq!(moves(&engine.asked("sd 1\nusermove a1b3")).len() % 2, 1, "the engine still plays");
}

/// A pawn on its last rank is relocated with the mouse, or with a second leg in the text of the move.
#[test]
fn pawn_is_relocated_with_the_mouse() {
    let start = "force\nsetboard n1p1n/1P3/5/p3P/N3N w - - 0 1";
    for (moves, after) in [
        ("usermove b4d2\nusermove e5d3", "n1p2/5/3n1/p2PP/N3N"),
        ("lift b4\nput c5\nlift c5\nput d2\nusermove b4c5,c5d2\nusermove e5d3", "n4/5/3n1/p2PP/N3N"),
        ("usermove b4a5,a5d2\nusermove e5d3", "2p2/5/3n1/p2PP/N3N"),
        ("usermove b4a5,c5d2\nusermove e5d3", "n1p1n/1P3/5/p3P/N3N"),
    ] {
        let mut engine = Engine::start_xboard("apocalypse");
        let output = engine.asked(&format!("{start}\n{moves}\nresult *"));
        let position = output.last().unwrap().strip_prefix("# final position: ").unwrap();
        assert!(position.starts_with(after), "{moves}: {output:#?}");
    }
}
