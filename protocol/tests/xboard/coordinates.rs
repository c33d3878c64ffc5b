//! The feature `coordinates` of docs/protocol.md: the client knows the rules and receives moves instead of boards.

use crate::common::Engine;
use crate::{moves, words};

#[test]
fn coordinates_client_receives_moves_instead_of_boards() {
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2");
    assert!(engine.until("feature done=1").join(" ").contains(" coordinates=1"));
    let begun = engine.asked("accepted coordinates\nnew\nvariant subversion\nforce");
    assert!(begun.is_empty(), "no boards are sent: {begun:?}");
    // Seven pieces pay for a queen.
    let fen = "7k/8/8/8/4q3/3N4/PPP3PP/2B1K3 w - - 0 1";
    let output = engine.asked(&format!("setboard {fen}\nusermove c1a2b2c2g2h2d3e4q\nusermove h8g8\nresult *"));
    assert_eq!(output, ["# final position: 6k1/8/8/8/4Q3/8/8/4K3 w - - 1 2"]);
    // The engine's own move is one line, even if it is a bribe.
    engine.send("new\nvariant subversion\nforce\nsd 2\nsetboard 7k/8/8/8/4q3/3N4/PPP3PP/2B1K3 w - - 0 1\ngo\nping 7");
    let lines = engine.until("pong 7");
    assert_eq!(moves(&lines).len(), 1, "{lines:?}");
}

/// Each side of Apocalypse chooses in secret, then both receive both choices.
#[test]
fn coordinates_client_sends_both_choices_together() {
    let mut engine = Engine::start();
    engine.asked("xboard\nprotover 2\naccepted coordinates\nnew\nvariant apocalypse\nforce\nsd 1\noption Seed=3");
    for side in ["white", "black"] {
        engine.send(&format!("new\nvariant apocalypse\nforce\nsd 1\n{side}\nping 1"));
        assert_eq!(moves(&engine.until("pong 1")).len(), 1, "{side} is asked");
        // The engine continues once it receives the turn, which need not contain its own choice.
        engine.send("usermove a1b3 a4b3\nping 2");
        assert_eq!(moves(&engine.until("pong 2")).len(), 1);
        let output = words(engine.asked("force\nusermove a1b3\nusermove a1a1 a1a1\nresult *"));
        assert_eq!(output[..2], ["Illegal move: a1b3", "Illegal move: a1a1 a1a1"]);
        assert_eq!(output[2], "# final position: npppn/4p/1p3/P3P/1PPPN w - - 0 2 00");
    }
}
