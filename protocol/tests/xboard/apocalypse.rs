//! Apocalypse, in which both sides choose at once.

use crate::common::Engine;
use crate::moves;

#[test]
fn a_user_of_apocalypse_is_shown_first_and_the_engine_resolves_the_turn() {
    let mut engine = Engine::start_xboard("apocalypse");
    let said = engine.asked("sd 1\nusermove a1b3");
    assert_eq!(moves(&said).len() % 2, 1, "{said:#?}");
    let mut engine = Engine::start_xboard("apocalypse");
    assert_eq!(moves(&engine.asked("sd 1\ngo")), ["@@@@"], "the engine waits for the user's choice");
    let said = engine.asked("usermove a5b3");
    assert_eq!(moves(&said).len() % 2, 1, "{said:#?}");
    assert_eq!(engine.asked("usermove a5a1"), ["Illegal move: a5a1"]);
    assert_eq!(engine.asked("lift a5").len(), 1);
}

/// In a game that XBoard has loaded the engine hears the plies of scripts, without knowing that a program made them.
#[test]
fn scripts_of_a_loaded_game_are_understood() {
    let mut engine = Engine::start_xboard("apocalypse");
    // Both pawns gamble on the same empty square: Black's goes there and vanishes, and White's is put back.
    let said = engine.asked("force\nusermove a2b3\nusermove a4b3z\nusermove P@a2\nusermove P@a4");
    assert!(!said.iter().any(|line| line.contains("Illegal") || line.contains("Error")), "{said:#?}");
    let position = engine.asked("result *");
    let position = position.last().unwrap().strip_prefix("# final position: ").unwrap();
    assert_eq!(position, "npppn/p3p/5/P3P/NPPPN w - - 0 2 11");
}

#[test]
fn penalties_are_told() {
    let mut engine = Engine::start_xboard("apocalypse");
    // Both pawns gamble on the same empty square: nothing is played, and both pay for it.
    let said = engine.asked("force\nusermove a2b3\nusermove a4b3");
    let title = "feature myname=\"Penalties 1:1 - Upheaval\"";
    assert_eq!(said, ["0 0 0 0 Penalties: White 1, Black 1", title]);
    assert_eq!(engine.asked("undo")[0], "0 0 0 0 Penalties: White 0, Black 0");
}

/// The words of the system would make XBoard give the engine up.
#[test]
fn tables_are_loaded_from_a_folder_or_refused_in_one_line() {
    let mut engine = Engine::start_xboard("apocalypse");
    engine.send("option ApocalypseTables=/there/is/no/such/folder");
    let line = engine.until("Error (tables of endings): the folder '/there/is/no/such/folder' cannot be read: ");
    assert!(!line.last().unwrap().contains("No such file"), "{line:#?}");
    let folder = env!("CARGO_MANIFEST_DIR");
    engine.send(&format!("option ApocalypseTables={folder}"));
    engine.until("Error (tables of endings): the folder '");
    assert_eq!(moves(&engine.asked("sd 1\nusermove a1b3")).len() % 2, 1, "it plays on");
}

/// The sides choose at once; a user puts the pawn on its last rank down where it captured nothing, or says what it took.
#[test]
fn a_pawn_of_apocalypse_is_relocated_with_the_mouse() {
    let start = "force\nsetboard n1p1n/1P3/5/p3P/N3N w - - 0 1";
    for (moves, after) in [
        ("usermove b4d2\nusermove e5d3", "n1p2/5/3n1/p2PP/N3N"),
        ("lift b4\nput c5\nlift c5\nput d2\nusermove b4c5,c5d2\nusermove e5d3", "n4/5/3n1/p2PP/N3N"),
        ("usermove b4a5,a5d2\nusermove e5d3", "2p2/5/3n1/p2PP/N3N"),
        ("usermove b4a5,c5d2\nusermove e5d3", "n1p1n/1P3/5/p3P/N3N"),
    ] {
        let mut engine = Engine::start_xboard("apocalypse");
        let said = engine.asked(&format!("{start}\n{moves}\nresult *"));
        let position = said.last().unwrap().strip_prefix("# final position: ").unwrap();
        assert!(position.starts_with(after), "{moves}: {said:#?}");
    }
}
