//! Cost of evaluation and of a search to a fixed depth. Every game is measured on the
//! positions of its bench.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use engine::{Control, Engine, Limits, Settings, bench};
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Color, Game, Position, Record, Variant};

struct Thought<'a>(&'a mut Criterion);

impl VisitTurnBased for Thought<'_> {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        const DEPTH: u32 = 6;
        let positions = bench::positions::<V>();
        let mut engine = Engine::<V>::new(Settings::default());
        let mut group = self.0.benchmark_group(V::NAME);

        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("evaluate", |b| {
            b.iter(|| positions.iter().map(|pos| i64::from(engine.evaluate(black_box(pos)))).sum::<i64>());
        });

        let start = Position::<V>::start();
        let nodes = search(&mut engine, &start, DEPTH);
        group.sample_size(20).throughput(Throughput::Elements(nodes));
        group.bench_function("search", |b| b.iter(|| search(&mut engine, black_box(&start), DEPTH)));
        group.finish();
    }
}
impl Visit for Thought<'_> {
    fn apocalypse(self) {
        joint_thought(self.0);
    }
}

fn joint_thought(criterion: &mut Criterion) {
    const DEPTH: u32 = 3;
    let positions = apocalypse::bench::positions();
    let mut engine = apocalypse::Engine::new(apocalypse::Settings::default());
    let mut group = criterion.benchmark_group(apocalypse::Position::NAME);

    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|pos| engine.evaluate(black_box(pos))).sum::<f64>());
    });

    let start = apocalypse::Position::start();
    let mut search = |pos: &apocalypse::Position| {
        engine.new_game();
        let control = Control::default();
        control.arm(false);
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        engine.go(&Record::new(*pos), Color::White.into(), &limits, &control, &mut |_| {}).nodes
    };
    let nodes = search(&start);
    group.sample_size(20).throughput(Throughput::Elements(nodes));
    group.bench_function("search", |b| b.iter(|| search(black_box(&start))));
    group.finish();
}

/// Returns the nodes of a search with an empty hash table.
fn search<V: Variant>(engine: &mut Engine<V>, pos: &Position<V>, depth: u32) -> u64 {
    engine.new_game();
    let control = Control::default();
    control.arm(false);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.go(&Record::new(*pos), &limits, &control, &mut |_| {}).nodes
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for name in NAMES {
        let _ = with(name, Thought(&mut criterion));
    }
    criterion.final_summary();
}
