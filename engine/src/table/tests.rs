//! Tests of the transposition table.

use super::*;
use eval::score::{loss_in, win_in};
use movegen::{MoveKind, Square};

fn found(score: Score, depth: i32) -> TtEntry {
    TtEntry {
        best: Move::new(Square::at(4, 1), Square::at(4, 3), MoveKind::DoubleStep),
        score,
        evaluation: -37,
        depth,
        bound: Some(Bound::Lower),
        was_pv: true,
    }
}

#[test]
fn stored_entry_is_probed() {
    let table = Table::new(1, &Pool::new(0));
    assert_eq!(table.probe(0x1234_5678_9abc_def0, 3), None);
    table.store(0x1234_5678_9abc_def0, 3, found(-210, 9));
    assert_eq!(table.probe(0x1234_5678_9abc_def0, 3), Some(found(-210, 9)));
    assert_eq!(table.probe(0x1234_5678_9abc_def1, 3), None);
}

#[test]
fn quiescence_depth_differs_from_one_ply() {
    let table = Table::new(1, &Pool::new(0));
    for depth in [0, 1, 2, 127] {
        table.store(7, 0, TtEntry { bound: Some(Bound::Exact), ..found(11, depth) });
        assert_eq!(table.probe(7, 0).map(|entry| entry.depth), Some(depth));
    }
}

#[test]
fn evaluation_alone_is_an_entry() {
    let table = Table::new(1, &Pool::new(0));
    assert_eq!(table.probe(0, 0), None);
    table.store(0, 0, TtEntry::of_static_value(0, false));
    assert_eq!(table.probe(0, 0), Some(TtEntry::of_static_value(0, false)));
}

#[test]
fn mate_scores_count_from_the_position() {
    let table = Table::new(1, &Pool::new(0));
    table.store(77, 4, found(win_in(9), 5));
    assert_eq!(table.probe(77, 2).unwrap().score, win_in(7));
    table.store(78, 4, found(loss_in(6), 5));
    assert_eq!(table.probe(78, 10).unwrap().score, loss_in(12));
}

#[test]
fn missing_move_keeps_the_stored_move() {
    let table = Table::new(1, &Pool::new(0));
    table.store(5, 0, found(1, 5));
    table.store(5, 0, TtEntry { best: Move::NONE, ..found(2, 6) });
    assert_eq!(table.probe(5, 0).unwrap().best, found(1, 5).best);
    assert_eq!(table.probe(5, 0).unwrap().score, 2);
}

#[test]
fn torn_entry_is_a_miss() {
    let table = Table::new(1, &Pool::new(0));
    table.store(5, 0, found(1, 5));
    let entry = &table.bucket(5).0[0];
    entry.0.fetch_xor(1 << 40, Ordering::Relaxed);
    assert_eq!(table.probe(5, 0), None);
}

#[test]
fn oversized_table_is_not_affordable() {
    assert!(Table::is_affordable(1));
    assert!(!Table::is_affordable(usize::MAX >> 20));
    assert!(!Table::is_affordable(usize::MAX));
}

#[test]
fn concurrent_reads_see_whole_entries() {
    const TIMES: u64 = if cfg!(miri) { 60 } else { 30_000 };
    let table = Table::new(1, &Pool::new(0));
    let work = |id: u64| {
        for i in 0..TIMES {
            // More keys than slots in the bucket: they replace each other.
            let (key, depth) = ((7 * i + id) % 6, (i % 20) as i32);
            let score = 100 * key as Score + depth;
            table.store(key, 0, TtEntry { evaluation: -score, ..found(score, depth) });
            if let Some(entry) = table.probe((i + id) % 6, 0) {
                assert_eq!(entry.score, 100 * ((i + id) % 6) as Score + entry.depth);
                assert_eq!((entry.evaluation, entry.best), (-entry.score, found(0, 0).best));
            }
            table.prefetch(key);
        }
    };
    std::thread::scope(|scope| (0..3).for_each(|id| drop(scope.spawn(move || work(id)))));
}

#[test]
fn old_and_shallow_entries_are_replaced_first() {
    let table = Table::new(1, &Pool::new(0));
    for key in 0..4 {
        table.store(key, 0, found(0, 10 + key as i32));
    }
    table.store(9, 0, found(0, 3));
    assert_eq!(table.probe(0, 0), None);
    assert!(table.probe(9, 0).is_some() && table.probe(3, 0).is_some());
    table.new_search();
    table.new_search();
    table.store(20, 0, found(0, 1));
    table.store(21, 0, found(0, 1));
    assert!(table.probe(20, 0).is_some() && table.probe(21, 0).is_some());
    assert!(table.hash_full() <= 2);
}

#[test]
fn exact_scores_and_outer_bounds_cut_off() {
    let of = |bound| TtEntry { bound, ..found(10, 5) };
    let decides = |bound, alpha, beta| of(bound).decides(alpha, beta);
    assert!(!decides(None, 0, 20) && !decides(None, 10, 10) && decides(Some(Bound::Exact), 0, 20));
    assert!(decides(Some(Bound::Lower), 9, 10) && !decides(Some(Bound::Lower), 10, 11));
    assert!(decides(Some(Bound::Upper), 10, 11) && !decides(Some(Bound::Upper), 9, 10));
}

#[test]
fn every_bound_is_stored() {
    let table = Table::new(1, &Pool::new(0));
    for bound in [None, Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper)] {
        for was_pv in [false, true] {
            let entry = TtEntry { bound, was_pv, ..found(3, 7) };
            table.store(6, 0, entry);
            assert_eq!(table.probe(6, 0), Some(entry));
        }
    }
}

#[test]
fn only_mate_scores_are_shifted() {
    assert_eq!((shifted(LONGEST_WIN, 3), shifted(LONGEST_WIN - 1, 3)), (LONGEST_WIN + 3, LONGEST_WIN - 1));
    assert_eq!((shifted(-LONGEST_WIN, 3), shifted(1 - LONGEST_WIN, 3)), (-LONGEST_WIN - 3, 1 - LONGEST_WIN));
}

#[test]
fn depths_are_clamped_to_the_maximum() {
    let table = Table::new(1, &Pool::new(0));
    for (depth, kept) in [(-3, 0), (0, 0), (253, 253), (254, 254), (1_000, 254)] {
        table.store(7, 0, TtEntry { bound: Some(Bound::Exact), ..found(11, depth) });
        assert_eq!(table.probe(7, 0).map(|entry| entry.depth), Some(kept));
    }
}

/// Returns a key of a bucket in a table of one MiB.
const fn key(bucket: u64, other: u64) -> u64 {
    bucket << 50 | other
}

#[test]
fn table_has_its_size_and_spreads_keys() {
    let mut table = Table::new(1, &Pool::new(0));
    assert_eq!(table.buckets.len() * size_of::<Bucket>(), 1 << 20);
    for (key, index) in [(0, 0), (key(1, 0) - 1, 0), (key(1, 0), 1), (key(8_192, 7), 8_192), (u64::MAX, 16_383)] {
        assert!(std::ptr::eq(table.bucket(key), &raw const table.buckets[index]), "{key:#x}");
    }
    table.resize(3, &Pool::new(0));
    assert_eq!(table.buckets.len() * size_of::<Bucket>(), 3 << 20);
    table.resize(0, &Pool::new(0));
    assert_eq!(table.buckets.len() * size_of::<Bucket>(), 1 << 20);
}

#[test]
fn cleared_table_is_empty() {
    let mut table = Table::new(1, &Pool::new(0));
    table.new_search();
    table.store(5, 0, found(1, 5));
    table.clear(&Pool::new(0));
    assert_eq!((table.probe(5, 0), table.age.load(Ordering::Relaxed)), (None, 0));
    table.new_search();
    table.store(5, 0, found(1, 5));
    table.resize(1, &Pool::new(0));
    assert_eq!((table.probe(5, 0), table.age.load(Ordering::Relaxed)), (None, 0));
}

#[test]
fn hash_full_counts_the_current_search() {
    let table = Table::new(1, &Pool::new(0));
    assert_eq!(table.hash_full(), 0);
    for bucket in 0..125 {
        (0..4).for_each(|other| table.store(key(bucket, other), 0, found(1, 5)));
    }
    assert_eq!(table.hash_full(), 500);
    table.new_search();
    assert_eq!(table.hash_full(), 0);
    table.store(key(249, 1), 0, found(1, 5));
    table.store(key(250, 1), 0, found(1, 5));
    assert_eq!(table.hash_full(), 1, "buckets behind the sample do not count");
    // After 32 searches an age comes again.
    (0..31).for_each(|_| table.new_search());
    assert_eq!(table.hash_full(), 500);
}

#[test]
fn deep_entry_stays_unless_new_is_exact() {
    let stays = |depth, was_pv, bound, searches: usize| {
        let table = Table::new(1, &Pool::new(0));
        table.store(5, 0, found(1, 10));
        (0..searches).for_each(|_| table.new_search());
        table.store(5, 0, TtEntry { was_pv, bound: Some(bound), ..found(2, depth) });
        table.probe(5, 0).unwrap().score == 1
    };
    assert!(stays(6, false, Bound::Lower, 0) && !stays(7, false, Bound::Lower, 0));
    assert!(stays(4, true, Bound::Upper, 0) && !stays(5, true, Bound::Upper, 0));
    assert!(!stays(1, false, Bound::Exact, 0) && !stays(1, false, Bound::Lower, 1));
    assert!(stays(6, false, Bound::Lower, 32), "the age comes again");
}

#[test]
fn one_generation_counts_eight_plies() {
    let goes = |depths: [i32; 4], searches: usize| {
        let table = Table::new(1, &Pool::new(0));
        (0..searches).for_each(|_| table.new_search());
        table.store(0, 0, found(0, depths[0]));
        table.new_search();
        (1..4).for_each(|key| table.store(key, 0, found(0, depths[key as usize])));
        table.store(4, 0, found(0, 1));
        (0..5).filter(|&key| table.probe(key, 0).is_none()).collect::<Vec<_>>()
    };
    for searches in [0, 5, 20, 31] {
        assert_eq!(goes([9, 2, 7, 7], searches), [0], "one ply is less than two");
        assert_eq!(goes([11, 2, 7, 7], searches), [1], "three plies are more than two");
    }
    assert_eq!(goes([18, 10, 10, 10], 0), [0], "of equals the first goes");
    assert_eq!(goes([20, 10, 9, 9], 0), [2], "of equals the first goes");
}

#[test]
fn empty_slots_are_used_first() {
    for searches in [0, 5, 31] {
        let table = Table::new(1, &Pool::new(0));
        (0..searches).for_each(|_| table.new_search());
        table.store(1, 0, found(0, 0));
        table.new_search();
        (2..5).for_each(|key| table.store(key, 0, found(0, 0)));
        assert!((1..5).all(|key| table.probe(key, 0).is_some()), "after {searches} searches");
    }
}
