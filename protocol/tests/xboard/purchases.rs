//! Subversion: pieces paid as bribes and pieces bought.

use crate::common::Engine;
use crate::words;

#[test]
fn bribe_of_several_plies_is_received_whole() {
    let fen = "7k/8/8/8/4q3/3N4/PP6/2B1K3 w - - 0 1";
    let mut one = Engine::start_xboard("subversion");
    let mut other = Engine::start_xboard("subversion");
    for engine in [&mut one, &mut other] {
        engine.asked(&format!("force\nsetboard {fen}\nlift e1"));
    }
    let output = one.asked("usermove a2b2e4q");
    assert_eq!(words(output), ["Illegal move: a2b2e4q"], "two pawns do not pay for a queen");
    assert!(one.asked("usermove c1a2b2d3e4q").is_empty(), "the notation of the game");
    // XBoard sends a bribe as captures among the paid pieces, and each pass of the opponent as a position.
    for line in [
        "usermove c1d3",
        "setboard 7k/8/8/8/4q3/3B4/PP6/4K3 w - - 0 1",
        "usermove d3a2",
        "setboard 7k/8/8/8/4q3/8/BP6/4K3 w - - 0 1",
        "usermove a2b2",
        "setboard 7k/8/8/8/4q3/8/1B6/4K3 w - - 0 1",
        "usermove b2e4q",
    ] {
        let output = words(other.asked(line));
        assert!(output.is_empty(), "{line}: {output:#?}");
    }
    assert!(
        words(other.asked("usermove h8g8\nundo\nundo\nundo\nundo\nundo\nundo\nundo\nundo\nusermove e1f1")).is_empty(),
        "undo reverts eight plies"
    );
}

/// XBoard needs these definitions to save a game, but cannot load one if they are sent before its moves.
#[test]
fn paid_pieces_are_defined_with_the_first_move() {
    let mut engine = Engine::start_xboard("subversion");
    assert!(engine.asked("force").is_empty());
    let output = engine.asked("usermove e2e4");
    assert_eq!(output, ["N", "B", "R", "Q"].map(|letter| format!("piece {letter}& (null)")));
    assert!(engine.asked("usermove e7e5").is_empty());
    let again = engine.asked("new\nvariant subversion\nlift e2");
    assert_eq!(again.iter().filter(|line| line.starts_with("piece ")).count(), 4, "{again:#?}");
}
