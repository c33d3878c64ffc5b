//! One thread repeats itself: the same search after a new game finds the same in the same words, whatever was searched before,
//! wherever it was interrupted. `scripts/reliability/determinism.py` tests the program itself.

use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::{Position, Record, Variant};
use upheaval_engine::bench::{Random, walk};
use upheaval_engine::{Answer, Control, Engine, Limits, Line, Report, Settings};

/// Around the moments at which a search looks whether it has to stop, and everywhere else.
const NODES: [u64; 20] = [
    1, 2, 3, 10, 37, 100, 511, 512, 513, 1_000, 1_023, 1_025, 1_999, 2_048, 4_096, 6_001, 7_777, 10_000, 15_000, 20_000,
];

fn search<V: Variant>(engine: &mut Engine<V>, record: &Record<Position<V>>, nodes: u64) -> (Answer, Vec<Line>) {
    let control = Control::default();
    control.arm(false);
    let mut lines = Vec::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let answer = engine.go(record, &limits, &control, &mut |report| {
        if let Report::Line(line, _) = report {
            lines.push(line.clone());
        }
    });
    (answer, lines)
}

struct Repeat;

impl VisitTurnBased for Repeat {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let mut engine = Engine::<V>::new(Settings { hash: Some(2), ..Settings::default() });
        let mut random = Random(11);
        for (number, nodes) in NODES.into_iter().enumerate() {
            let record = walk::<V>(2 * number, &mut random);
            engine.new_game();
            let first = search(&mut engine, &record, nodes);
            // Another game in between leaves nothing behind.
            search(&mut engine, &walk(9, &mut random), 3_000);
            engine.new_game();
            assert_eq!(search(&mut engine, &record, nodes), first, "{}, {nodes} nodes: {}", V::NAME, record.position());
            assert!(first.0.nodes <= nodes, "{}: {}", V::NAME, record.position());
        }
    }
}

#[test]
fn interrupted_searches_are_reproducible() {
    for name in TURN_BASED {
        with_turn_based(name, Repeat).unwrap();
    }
}
