//! Cost of the rules (perft, generating the moves of a position, playing them), of an evaluation, and of a search to a fixed depth.
//! Every game is measured on the positions of its bench.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use engine::{Control, Engine, Limits, Settings, bench};
use movegen::perft::perft;
use movegen::variant::{All, Noisy, Quiet};
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Color, Game, MoveList, Position, Record, Variant};

/// Depth of perft and of a search of a turn-based game and of Apocalypse.
const PERFT_DEPTH: [u32; 2] = [3, 6];
const SEARCH_DEPTH: [u32; 2] = [6, 3];

struct Measure<'a>(&'a mut Criterion);

impl VisitTurnBased for Measure<'_> {
    type Out = ();
    fn turn_based<V: Variant>(self, game: V) {
        let positions = bench::positions(game);
        let mut group = self.0.benchmark_group(V::NAME);

        let start = Position::<V>::start();
        group.throughput(Throughput::Elements(perft(&start, PERFT_DEPTH[0])));
        group.bench_function("perft", |b| b.iter(|| perft(black_box(&start), PERFT_DEPTH[0])));

        let moves: u64 = positions.iter().map(Position::count_moves).sum();
        group.throughput(Throughput::Elements(moves));
        group.bench_function("generate", |b| b.iter(|| positions.iter().map(|pos| generate(pos)).sum::<usize>()));
        group.bench_function("generate in two parts", |b| {
            b.iter(|| positions.iter().map(|pos| generate_in_two_parts(pos)).sum::<usize>());
        });
        group.bench_function("count", |b| b.iter(|| positions.iter().map(Position::count_moves).sum::<u64>()));

        let children: Vec<_> = positions.iter().map(|pos| (*pos, pos.legal_moves())).collect();
        group.bench_function("play", |b| {
            b.iter(|| {
                for (pos, moves) in &children {
                    for &m in moves {
                        let mut child = *pos;
                        child.play(black_box(m), &mut ());
                        black_box(&child);
                    }
                }
            });
        });

        let mut engine = Engine::<V>::new(Settings::default());
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("evaluate", |b| {
            b.iter(|| positions.iter().map(|pos| i64::from(engine.evaluate(black_box(pos)))).sum::<i64>());
        });

        let limits = Limits { depth: Some(SEARCH_DEPTH[0]), ..Limits::default() };
        let mut search = |pos: &Position<V>| {
            engine.new_game();
            engine.go(&Record::new(*pos), &limits, &Control::default(), &mut |_| {}).nodes
        };
        group.sample_size(20).throughput(Throughput::Elements(search(&start)));
        group.bench_function("search", |b| b.iter(|| search(black_box(&start))));
        group.finish();
    }
}
impl Visit for Measure<'_> {
    fn apocalypse(self) {
        let positions = apocalypse::bench::positions();
        let mut group = self.0.benchmark_group(apocalypse::Position::NAME);

        let start = apocalypse::Position::start();
        group.throughput(Throughput::Elements(apocalypse::rules::perft(&start, None, PERFT_DEPTH[1])));
        group.bench_function("perft", |b| b.iter(|| apocalypse::rules::perft(black_box(&start), None, PERFT_DEPTH[1])));

        let choices = |pos: &apocalypse::Position| Color::BOTH.map(|c| black_box(pos).choices(c));
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("generate", |b| {
            b.iter(|| positions.iter().flat_map(choices).map(|list| list.len()).sum::<usize>());
        });

        let lists: Vec<_> = positions.iter().map(|pos| (*pos, choices(pos))).collect();
        let pairs: usize = lists.iter().map(|(_, [white, black])| white.len() * black.len()).sum();
        group.throughput(Throughput::Elements(pairs as u64));
        group.bench_function("resolve", |b| {
            b.iter(|| {
                for (pos, [white, black]) in &lists {
                    for &w in white {
                        for &b in black {
                            black_box(pos.resolve([black_box(w), b]));
                        }
                    }
                }
            });
        });

        let mut engine = apocalypse::Engine::new(apocalypse::Settings::default());
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("evaluate", |b| {
            b.iter(|| positions.iter().map(|pos| engine.evaluate(black_box(pos))).sum::<f64>());
        });

        let limits = Limits { depth: Some(SEARCH_DEPTH[1]), ..Limits::default() };
        let mut search = |pos: &apocalypse::Position| {
            engine.new_game();
            engine.go(&Record::new(*pos), Color::White.into(), &limits, &Control::default(), &mut |_| {}).nodes
        };
        group.sample_size(20).throughput(Throughput::Elements(search(&start)));
        group.bench_function("search", |b| b.iter(|| search(black_box(&start))));
        group.finish();
    }
}

fn generate<V: Variant>(pos: &Position<V>) -> usize {
    let mut moves = MoveList::new();
    pos.generate::<All>(&black_box(pos).constraints(), &mut moves);
    black_box(&moves).len()
}

/// Generates in the order of the search: captures first, then the other moves.
fn generate_in_two_parts<V: Variant>(pos: &Position<V>) -> usize {
    let mut moves = MoveList::new();
    let constraints = black_box(pos).constraints();
    pos.generate::<Noisy>(&constraints, &mut moves);
    pos.generate::<Quiet>(&constraints, &mut moves);
    black_box(&moves).len()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for name in NAMES {
        let _ = with(name, Measure(&mut criterion));
    }
    criterion.final_summary();
}
