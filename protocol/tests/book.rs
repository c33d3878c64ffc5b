//! The options `OwnBook` and `BookFile`.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use common::Engine;

/// A book with one move that no search would choose.
fn book(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn best(engine: &mut Engine, game: &str) -> String {
    engine.ask(&format!("setoption name UCI_Variant value {game}"));
    engine.send("position startpos\ngo depth 1");
    engine.until("bestmove").pop().unwrap()
}

#[test]
fn book_is_used_only_for_its_game() {
    let path = book("insurrection.book", "book insurrection\n10 5 a2a3\n");
    let mut engine = Engine::start();
    let output = engine.ask(&format!("setoption name BookFile value {path}"));
    assert!(output.len() == 1 && output[0].ends_with("is used for insurrection"), "{output:#?}");
    assert_ne!(best(&mut engine, "insurrection"), "bestmove a2a3", "the book is off");
    engine.ask("setoption name OwnBook value true");
    assert_eq!(best(&mut engine, "insurrection"), "bestmove a2a3");
    assert_ne!(best(&mut engine, "anarchism"), "bestmove a2a3", "another game");
    assert_ne!(best(&mut engine, "insurrection-strict"), "bestmove a2a3", "other rules");
    engine.ask("setoption name UCI_AnalyseMode value true");
    assert_ne!(best(&mut engine, "insurrection"), "bestmove a2a3", "an analysis");
    engine.ask("setoption name UCI_AnalyseMode value false");
    assert_eq!(best(&mut engine, "insurrection"), "bestmove a2a3");
    engine.ask("setoption name BookFile value <empty>");
    assert_ne!(best(&mut engine, "insurrection"), "bestmove a2a3", "the book is removed");
}

#[test]
fn invalid_book_is_rejected_and_old_book_kept() {
    let path = book("chess.book", "book chess\n10 5 a2a3\n");
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name OwnBook value true\nsetoption name BookFile value {path}"));
    for (invalid, why) in [
        ("/no/such file".to_owned(), "No such file or directory (os error 2)"),
        (book("none.book", ""), "line 1: a book begins with 'book' and the name of a game, not with ''"),
        (book("illegal.book", "book chess\n\n1 1 e2e5\n"), "line 3: illegal move 'e2e5'"),
        (book("apocalypse.book", "book apocalypse\n"), "there are no books of the game 'apocalypse'"),
    ] {
        let output = engine.ask(&format!("setoption name BookFile value {invalid}"));
        assert_eq!(output, [format!("info string error: the book '{invalid}' cannot be used: {why}")]);
    }
    assert_eq!(best(&mut engine, "chess"), "bestmove a2a3");
}
