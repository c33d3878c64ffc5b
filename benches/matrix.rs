//! Cost of solving one matrix game, by size: payoffs at random, few distinct payoffs, and with a saddle point.

use std::hint::black_box;

use apocalypse::matrix::{Matrix, Solver};
use criterion::{BenchmarkId, Criterion, Throughput};
use engine::bench::Random;

/// Games solved in one iteration, so that one lucky matrix counts little.
const GAMES: usize = 64;

fn games(size: usize, payoff: impl Fn(&mut Random, usize, usize) -> f64) -> Vec<Matrix> {
    let mut random = Random(size as u64);
    let mut game = || {
        let mut game = Matrix::default();
        game.reset(size, size);
        for row in 0..size {
            for column in 0..size {
                game.set(row, column, payoff(&mut random, row, column));
            }
        }
        game
    };
    (0..GAMES).map(|_| game()).collect()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("matrix");
    group.throughput(Throughput::Elements(GAMES as u64));
    let mut solver = Solver::default();
    let mut measure = |name: &str, size: usize, games: Vec<Matrix>| {
        group.bench_function(BenchmarkId::new(name, size), |b| {
            b.iter(|| games.iter().map(|game| solver.solve(black_box(game)).value()).sum::<f64>());
        });
    };
    for size in [5, 10, 20, 40] {
        measure("random", size, games(size, |random, _, _| random.below(1 << 20) as f64 / f64::from(1 << 20)));
        measure("levels", size, games(size, |random, _, _| random.below(6) as f64 / 6.0));
        measure(
            "saddle",
            size,
            games(size, |random, row, column| (random.below(100) + row) as f64 - 100.0 * column as f64),
        );
    }
    group.finish();
    criterion.final_summary();
}
