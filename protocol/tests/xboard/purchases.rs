//! Subversion: pieces who are paid and pieces who are bought.

use crate::common::Engine;
use crate::words;

#[test]
fn a_bribe_of_four_pieces_takes_several_plies_and_comes_over_whole() {
    let fen = "7k/8/8/8/4q3/3N4/PP6/2B1K3 w - - 0 1";
    let mut one = Engine::start_xboard("subversion");
    let mut other = Engine::start_xboard("subversion");
    for engine in [&mut one, &mut other] {
        engine.asked(&format!("force\nsetboard {fen}\nlift e1"));
    }
    let said = one.asked("usermove a2b2e4q");
    assert_eq!(words(said), ["Illegal move: a2b2e4q"], "two pawns are no price for a queen");
    assert!(one.asked("usermove c1a2b2d3e4q").is_empty(), "the game's own text for it");
    // The pieces who are paid take each other, and the enemy passes, which XBoard tells as a position.
    for line in [
        "usermove c1d3",
        "setboard 7k/8/8/8/4q3/3B4/PP6/4K3 w - - 0 1",
        "usermove d3a2",
        "setboard 7k/8/8/8/4q3/8/BP6/4K3 w - - 0 1",
        "usermove a2b2",
        "setboard 7k/8/8/8/4q3/8/1B6/4K3 w - - 0 1",
        "usermove b2e4q",
    ] {
        let said = words(other.asked(line));
        assert!(said.is_empty(), "{line}: {said:#?}");
    }
    assert!(
        words(other.asked("usermove h8g8\nundo\nundo\nundo\nundo\nundo\nundo\nundo\nundo\nusermove e1f1")).is_empty(),
        "eight plies went back"
    );
}

/// Definitions that XBoard needs for saving would spoil the loading of a game, if they came before its moves.
#[test]
fn pieces_who_are_paid_are_defined_with_the_first_move() {
    let mut engine = Engine::start_xboard("subversion");
    assert!(engine.asked("force").is_empty());
    let said = engine.asked("usermove e2e4");
    assert_eq!(said, ["N", "B", "R", "Q"].map(|letter| format!("piece {letter}& (null)")));
    assert!(engine.asked("usermove e7e5").is_empty());
    let again = engine.asked("new\nvariant subversion\nlift e2");
    assert_eq!(again.iter().filter(|line| line.starts_with("piece ")).count(), 4, "{again:#?}");
}
