//! Games from an opening book.

use std::collections::BTreeMap;
use std::sync::Arc;

use movegen::{Chess, Position, Record};
use upheaval_engine::book::Book;
use upheaval_engine::skill::Skill;
use upheaval_engine::{Answer, Control, Engine, Limits, Settings};

const SETTINGS: Settings = Settings {
    threads: 1,
    hash: Some(1),
    lines: 1,
    overhead: std::time::Duration::ZERO,
    skill: Skill::Full,
    seed: 1,
    likeliest: false,
    endings: false,
    endgames: false,
    syzygy_pieces: 0,
    syzygy_fifty: true,
    own_book: true,
};

const BOOK: &str = "book chess\n30 20 a2a3\n10 5 h2h3\n10 0 f2f3\n4 2 a2a3 g8h6\n4 2 a2a3 g8h6 a1a2\n4 2 a2a3 g8h6 a1a2 h6g8\n\
                    4 2 a2a3 g8h6 a1a2 h6g8 a2a1\n4 2 a2a3 g8h6 a1a2 h6g8 b2b3\n";

fn engine(settings: Settings) -> Engine<Chess> {
    let mut engine = Engine::new(settings);
    engine.set_book(Some(Arc::new(Book::read(Chess, BOOK).unwrap())));
    engine
}

fn answer(engine: &mut Engine<Chess>, moves: &str, limits: &Limits) -> (String, Answer) {
    let mut record = Record::new(Position::start());
    for text in moves.split_whitespace() {
        let m = record.position().parse_move(text).unwrap();
        let side = record.position().turn();
        record.play_for(side, m);
    }
    let answer = engine.go(&record, limits, &Control::default(), &mut |_| {});
    (record.position().write_move(answer.best.unwrap()), answer)
}

#[test]
fn book_moves_are_sampled_by_points() {
    let mut played = BTreeMap::new();
    for seed in 1..=1000 {
        let (m, Answer { nodes, .. }) = answer(&mut engine(Settings { seed, ..SETTINGS }), "", &Limits::default());
        assert_eq!(nodes, 0);
        *played.entry(m).or_insert(0) += 1;
    }
    assert!((770..830).contains(&played["a2a3"]) && played["h2h3"] + played["a2a3"] == 1000, "{played:?}");
}

#[test]
fn repeating_book_moves_are_excluded() {
    let (m, _) = answer(&mut engine(SETTINGS), "a2a3 g8h6 a1a2 h6g8", &Limits::default());
    assert_eq!(m, "b2b3");
}

#[test]
fn book_is_used_at_full_strength_only() {
    let depth = Limits { depth: Some(1), ..Limits::default() };
    let only = |text: &str| vec![Position::<Chess>::start().parse_move(text).unwrap()];
    let searched = |settings, limits: &Limits| answer(&mut engine(settings), "", limits).1.nodes > 0;
    assert!(!searched(SETTINGS, &depth));
    assert!(searched(Settings { own_book: false, ..SETTINGS }, &depth));
    assert!(searched(Settings { lines: 2, ..SETTINGS }, &depth));
    assert!(searched(Settings { skill: Skill::level(9), ..SETTINGS }, &depth));
    assert!(searched(SETTINGS, &Limits { search_moves: only("e2e4"), ..depth.clone() }));
    assert!(searched(SETTINGS, &Limits { mate: Some(1), ..depth }));
    assert!(answer(&mut engine(SETTINGS), "e2e4", &Limits { depth: Some(1), ..Limits::default() }).1.nodes > 0);
}
