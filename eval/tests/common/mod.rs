//! Random play, for the tests of every evaluator.

use movegen::zobrist::splitmix64;
use movegen::{Position, Variant};
use upheaval_eval::Evaluate;

/// Plays random games from the start and passes every position with the updated accumulator to `visit`.
pub(crate) fn random_play<V: Variant, E: Evaluate<V>>(
    evaluator: &E,
    games: u64,
    mut visit: impl FnMut(&Position<V>, &E::Accumulator),
) {
    let mut cache = evaluator.cache();
    for seed in 0..games {
        let mut random = splitmix64(seed);
        let mut pos = Position::<V>::start();
        let mut accumulator = evaluator.refresh(&pos);
        for _ in 0..120 {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = splitmix64(random);
            pos.play(moves[(random % moves.len() as u64) as usize], &mut accumulator);
            evaluator.refresh_stale(&pos, &mut accumulator, &mut cache);
            visit(&pos, &accumulator);
        }
    }
}
