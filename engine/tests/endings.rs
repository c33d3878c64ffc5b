//! Play by endgame tables at the root.

use eval::score::{TABLE_WIN, loss_in, win_in};
use movegen::{Chess, Chess960, Empire, Insurrection, InsurrectionStrict, Position, Record, Variant};
use upheaval_engine::{Answer, Control, Engine, Limits, Report, Settings};

fn go<V: Variant>(engine: &mut Engine<V>, record: &Record<Position<V>>, report: &mut dyn FnMut(&Report)) -> Answer {
    let control = Control::default();
    control.arm(false);
    engine.go(record, &Limits { nodes: Some(10_000), ..Limits::default() }, &control, report)
}

fn engine<V: Variant>() -> Engine<V> {
    Engine::new(Settings { hash: Some(1), ..Settings::default() })
}

/// Plays until the end, both sides by the tables, and returns the number of plies.
fn plies<V: Variant>(fen: &str) -> usize {
    let mut record = Record::new(fen.parse::<Position<V>>().unwrap());
    let mut engine = engine();
    while record.outcome().is_none() {
        let best = go(&mut engine, &record, &mut |_| {}).best.unwrap();
        record.push(best);
    }
    assert_eq!(record.outcome().unwrap().winner, Some(record.first().turn()), "{fen}");
    record.moves().len()
}

/// The longest wins of their classes.
#[test]
fn wins_take_the_distance_of_tables() {
    assert_eq!(plies::<Chess>("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"), 31);
    assert_eq!(plies::<Chess>("8/8/8/1k6/8/8/K5P1/8 w - - 0 1"), 55);
    assert_eq!(plies::<Empire>("8/8/8/8/8/1k6/N7/K7 w - - 0 1"), 49);
    assert_eq!(plies::<Insurrection>("8/8/8/8/8/8/2k5/KN6 w - - 0 1 Nk"), 57);
}

/// Two kings on a side are in check together in the strict game only.
#[test]
fn tables_of_base_serve_classes_with_the_same_values() {
    assert_eq!(plies::<Chess960>("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"), 31);
    assert_eq!(plies::<InsurrectionStrict>("8/8/8/8/8/8/2k5/KN6 w - - 0 1 Nk"), 57);
}

#[test]
fn exact_root_is_searched_once() {
    for (fen, score) in [("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", win_in(31)), ("8/8/8/8/4k3/8/8/KQ6 b - - 0 1", loss_in(18))]
    {
        let mut depths = Vec::new();
        let answer = go::<Chess>(&mut engine(), &Record::new(fen.parse().unwrap()), &mut |report| {
            if let Report::Line(line, _) = report {
                depths.push(line.depth);
            }
        });
        assert_eq!((depths.as_slice(), answer.score), ([1].as_slice(), score), "{fen}");
    }
}

/// The mate comes after the draw by the 50-move rule, so the search decides.
#[test]
fn distance_beyond_fifty_moves_has_no_exact_score() {
    let answer =
        go::<Chess>(&mut engine(), &Record::new("8/8/8/8/8/2k5/1R6/K7 w - - 70 100".parse().unwrap()), &mut |_| {});
    assert!(answer.score < win_in(31), "{}", answer.score);
}

/// The fastest win begins with Kb4, but then the clock ends the game before the pawn moves.
#[test]
fn pawn_moves_before_clock_ends_game() {
    let fen = "8/8/3k4/8/8/1K6/1P6/8 w - - 97 100";
    let record = Record::new(fen.parse::<Position<Chess>>().unwrap());
    let answer = go(&mut engine(), &record, &mut |_| {});
    assert_eq!((record.position().write_move(answer.best.unwrap()).as_str(), answer.score), ("b3a4", TABLE_WIN));
    plies::<Chess>(fen);
}

/// The king may go to f7 or g6, but its third visit of f7 is a draw.
#[test]
fn win_is_not_repeated_away() {
    let mut record = Record::new("7k/5K2/8/8/8/8/8/R7 b - - 0 1".parse::<Position<Chess>>().unwrap());
    for text in "h8h7 f7f6 h7h8 f6f7 h8h7 f7f6 h7h8".split(' ') {
        let m = record.position().parse_move(text).unwrap();
        record.push(m);
    }
    let answer = go(&mut engine(), &record, &mut |_| {});
    assert_eq!(answer.score, win_in(3));
    assert_ne!(record.position().write_move(answer.best.unwrap()), "f6f7");
}
