use super::*;
use std::sync::Mutex;

use engine::Settings;

use crate::game::PositionError;
use crate::options::View;
use crate::uci::session::{Session, UciSession};

fn open() -> UciSession<Position> {
    UciSession::new(settings(7))
}

/// Settings without tables of endings, which would come at a time that nobody knows.
fn settings(seed: u64) -> Settings {
    Settings { hash: 1, seed, endings: false, ..Settings::default() }
}

fn set_up(session: &mut UciSession<Position>, moves: &str) -> Result<(), PositionError> {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    session.position(None, &moves)
}

fn ask(session: &mut UciSession<Position>, line: &str) -> String {
    let go = match crate::uci::command::parse(line).unwrap() {
        crate::uci::command::Command::Go(go) => go,
        other => panic!("{other:?}"),
    };
    let control = Control::default();
    control.arm(false);
    let said = Mutex::new(String::new());
    let view = View { lines: 1, show_wdl: false, analyse: false };
    session.go(&go, view, &control, &|text| {
        let mut said = said.lock().unwrap();
        said.push_str(text);
        said.push('\n');
    });
    said.into_inner().unwrap()
}

/// The lines without those of time and speed.
fn timeless(text: &str) -> Vec<String> {
    let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut words = words(line);
        for name in ["nps", "time"] {
            if let Some(at) = words.iter().position(|word| word == name) {
                words.drain(at..at + 2);
            }
        }
        lines.push(words.join(" "));
    }
    lines
}

#[test]
fn blacks_answer_does_not_depend_on_whites_pending_choice() {
    let answers: Vec<Vec<String>> = ["e1d3", "e2e3", "a2b3", "d1d2"]
        .map(|pending| {
            let mut session = open();
            set_up(&mut session, &format!("a1c2 e5c4 {pending}")).unwrap();
            timeless(&ask(&mut session, "go depth 3"))
        })
        .into();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    let best = answers[0].last().unwrap().strip_prefix("bestmove ").unwrap();
    let mut session = open();
    set_up(&mut session, &format!("a1c2 e5c4 e2e3 {best}")).unwrap();
}

#[test]
fn choices_are_listed_in_turn_and_the_fault_is_told() {
    let mut session = open();
    set_up(&mut session, "a1b3 a5b3 c1c2").unwrap();
    let before = session.describe();
    assert!(before.contains("Fen: 1pppn/p3p/5/P3P/1PPPN w - - 0 2 00\n"), "{before}");
    assert!(before.contains("\nTo choose: Black, after c1c2\n"), "{before}");
    for (moves, error) in [
        ("a1b3 a1b3", "illegal move 'a1b3' (move 2 of 2)"),
        ("a1b3 x", "'x' is not a move (move 2 of 2)"),
        ("a4a3", "illegal move 'a4a3' (move 1 of 1)"),
    ] {
        assert_eq!(set_up(&mut session, moves).unwrap_err().to_string(), error);
        assert_eq!(session.describe(), before);
    }
}

#[test]
fn a_seed_draws_the_same_choices_and_others_draw_others() {
    let play = |seed| -> Vec<String> {
        let mut session = open();
        session.set(settings(seed));
        (0..12).map(|_| ask(&mut session, "go depth 3").lines().last().unwrap().to_owned()).collect()
    };
    assert_eq!(play(5), play(5));
    let mut session = open();
    set_up(&mut session, "a1b3 e5d3").unwrap();
    let text = ask(&mut session, "go depth 3");
    assert!(text.contains("info string strategy white depth 3 value "), "{text}");
    assert!(!text.contains("strategy black"), "{text}");
}

#[test]
fn the_line_before_the_best_move_begins_with_it() {
    let mut session = open();
    for moves in ["", "a1b3", "a1b3 e5d3"] {
        set_up(&mut session, moves).unwrap();
        let text = ask(&mut session, "go depth 2 searchmoves 0000 z9");
        let lines: Vec<&str> = text.lines().collect();
        let best = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap();
        assert!(lines[lines.len() - 2].ends_with(&format!(" pv {best}")), "{text}");
        assert!(text.starts_with("info string error: searchmoves: 'z9' cannot be chosen here\n"), "{text}");
    }
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_best_move() {
    let mut session = open();
    for (fen, score) in [("5/p4/5/5/N4 00", "mate 0"), ("n4/5/5/P4/5 00", "cp 10000"), ("n4/5/5/5/N4 00", "cp 0")] {
        session.position(Some(fen), &[]).unwrap();
        let text = ask(&mut session, "go depth 2");
        assert!(text.starts_with(&format!("info depth 0 score {}", &score[..4])), "{text}");
        assert!(text.ends_with("\nbestmove (none)\n"), "{text}");
    }
}

#[test]
fn perft_lists_the_choices_of_the_side_asked() {
    let mut session = open();
    let control = Control::default();
    assert!(session.perft(1, &control).starts_with("a1b3: 1\n"), "{}", session.perft(1, &control));
    assert!(session.perft(2, &control).ends_with("\n\nNodes searched: 121\n\n"));
    assert!(session.perft(3, &control).ends_with("\n\nNodes searched: 1427\n\n"));
    set_up(&mut session, "a1b3").unwrap();
    assert!(session.perft(1, &control).contains("a5b3: 1\n"), "{}", session.perft(1, &control));
}
