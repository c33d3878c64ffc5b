use crate::values::outcome_value;
use movegen::Color;
use std::sync::Mutex;

use super::*;
use crate::matrix::{Matrix, Solver};
use crate::rules::Position;

fn class(text: &str) -> Class {
    text.parse().unwrap()
}

/// Enough for what does not ask for exact values.
const ROUGH: Effort = Effort { tolerance: 1e-2, discount: 1e-3, threads: 1 };

fn tables(of: &str, effort: Effort) -> Tables {
    let mut tables = Tables::default();
    for class in class(of).closure() {
        tables.add(tables.compute(class, effort).0);
    }
    tables
}

fn bytes(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    bytes
}

/// The value of the matrix of what a position leads to, by the tables, at the price of a turn.
fn by_matrix(tables: &Tables, pos: &Position, effort: Effort) -> f64 {
    let mut matrix = Matrix::default();
    let [white, black] = Color::BOTH.map(|c| pos.choices(c));
    matrix.reset(white.len(), black.len());
    for (row, &w) in white.iter().enumerate() {
        for (column, &b) in black.iter().enumerate() {
            let next = pos.resolve([w, b]);
            matrix.set(row, column, next.outcome().map_or_else(|| tables.probe(&next).unwrap(), outcome_value));
        }
    }
    Solver::default().solve(&matrix).value() * (1.0 - f64::from(effort.discount))
}

#[test]
fn values_equal_those_of_the_position_matrix() {
    let tables = tables("1p1nv1p1n", EFFORT);
    for fen in ["5/1p1n1/5/1N1P1/5 00", "4n/5/1P1p1/5/N4 01", "2n2/3p1/5/1P3/4N 10"] {
        let pos: Position = fen.parse().unwrap();
        let expected = by_matrix(&tables, &pos, EFFORT);
        assert!((tables.probe(&pos).unwrap() - expected).abs() < 5e-5, "{fen}");
        assert!((tables.probe(&pos.swapped()).unwrap() + tables.probe(&pos).unwrap()).abs() < 1e-4, "{fen}");
    }
}

#[test]
fn indefensible_pawn_is_lost() {
    let tables = tables("1p1nv1p0n", EFFORT);
    // Black's pawn is to promote on its last step, which loses it: Black has no other move.
    let lost: Position = "5/5/5/p3P/3N1 00".parse().unwrap();
    assert!(tables.probe(&lost).unwrap() > 0.99, "{:?}", tables.probe(&lost));
}

#[test]
fn table_round_trips_through_its_file() {
    let tables = tables("1p1nv1p0n", EFFORT);
    let written = bytes(tables.get(class("1p1nv1p0n")).unwrap());
    let read = Table::read(&mut written.as_slice(), written.len() as u64).unwrap();
    assert!(bytes(&read) == written && read.class() == class("1p1nv1p0n"));
}

#[test]
fn a_damaged_file_is_refused() {
    let tables = tables("1p0nv1p0n", EFFORT);
    let good = bytes(tables.get(class("1p0nv1p0n")).unwrap());
    let read = |bytes: &[u8]| Table::read(&mut &bytes[..], bytes.len() as u64).map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(read(&good), Ok(()));
    assert!(read(&good[..good.len() - 1]).unwrap_err().contains("bytes are needed"));
    for (at, what) in [(0, "no table"), (7, "no table"), (8, "bytes are needed"), (11, "no table"), (100, "checksum")] {
        let mut bad = good.clone();
        bad[at] ^= 2;
        assert!(read(&bad).unwrap_err().contains(what), "{at}: {:?}", read(&bad));
    }
    assert!(read(&[]).is_err() && read(b"UPAPOT").is_err());
}

/// Ends a computation after so many calls and keeps the last checkpoint, in the form of its file.
struct Breaker {
    calls: Mutex<u32>,
    file: Mutex<Vec<u8>>,
}

impl Monitor for Breaker {
    fn goes_on(&self, progress: &Progress, checkpoint: &dyn Fn() -> Checkpoint) -> bool {
        assert!(progress.layers[0] < progress.layers[1] && progress.pass > 0);
        let mut calls = self.calls.lock().unwrap();
        *calls -= 1;
        if *calls == 0 {
            let mut file = Vec::new();
            checkpoint().write(&mut file).unwrap();
            *self.file.lock().unwrap() = file;
        }
        *calls > 0
    }
}

/// The file of a computation of `1p2nv1p0n` that was ended after so many calls, and the tables it began with.
fn broken_off(calls: u32) -> (Tables, Vec<u8>) {
    let mut known = tables("1p1nv1p0n", ROUGH);
    for name in ["2p0nv1p0n", "1p2nv1p0n"] {
        let breaker = Breaker { calls: Mutex::new(calls), file: Mutex::default() };
        if class(name).comes_back() {
            assert!(known.compute_from(class(name), ROUGH, None, &breaker).is_none());
            return (known, breaker.file.into_inner().unwrap());
        }
        known.add(known.compute(class(name), ROUGH).0);
    }
    unreachable!("one of them comes back")
}

#[test]
fn resumed_computation_has_the_same_values() {
    let class = class("1p2nv1p0n");
    let mut whole = None;
    for calls in [1, 150] {
        let (known, file) = broken_off(calls);
        let checkpoint = Checkpoint::read(&mut file.as_slice(), file.len() as u64).unwrap();
        assert!(checkpoint.class() == class && checkpoint.is_of(ROUGH) && !checkpoint.is_of(EFFORT));
        let (continued, _) = known.compute_from(class, ROUGH, Some(checkpoint), &()).unwrap();
        let whole = whole.get_or_insert_with(|| known.compute(class, ROUGH).0);
        assert!(continued.difference(whole).unwrap().most < 1e-3, "after {calls} calls");
    }
}

#[test]
fn damaged_checkpoint_is_rejected() {
    let (_, good) = broken_off(30);
    let read =
        |bytes: &[u8]| Checkpoint::read(&mut &bytes[..], bytes.len() as u64).map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(read(&good), Ok(()));
    assert!(read(&good[..good.len() - 1]).unwrap_err().contains("bytes are needed"));
    // Magic, class, tolerance, stage, layer, values.
    for (at, what) in [
        (0, "no table"),
        (8, "bytes are needed"),
        (15, "no table"),
        (20, "bytes are needed"),
        (24, "checksum"),
        (99, "checksum"),
    ] {
        let mut bad = good.clone();
        bad[at] ^= if at == 15 { 0x80 } else { 2 };
        assert!(read(&bad).unwrap_err().contains(what), "{at}: {:?}", read(&bad));
    }
    assert!(read(&[]).is_err() && read(b"UPAPOC").is_err());
}

#[test]
fn several_threads_find_the_same_values() {
    let several = tables("2p0nv1p1n", Effort { threads: 3, ..ROUGH });
    let one = tables("2p0nv1p1n", ROUGH);
    let class = class("2p0nv1p1n");
    assert!(bytes(several.get(class).unwrap()) == bytes(one.get(class).unwrap()));
}

#[test]
fn relocation_classes_agree_for_any_thread_count() {
    let effort = Effort { tolerance: 1e-4, discount: 1e-3, threads: 2 };
    let tables = tables("1p2nv1p0n", effort);
    // The pawn of the first one is to be relocated.
    for fen in ["5/2P2/2N1p/1N3/5 00", "5/N1p2/1P3/5/4N 10", "N3p/5/4P/1N3/5 01"] {
        let pos: Position = fen.parse().unwrap();
        let expected = by_matrix(&tables, &pos, effort);
        assert!((tables.probe(&pos).unwrap() - expected).abs() < 2e-4, "{fen}");
    }
}

#[test]
fn folder_with_a_malformed_table_is_rejected() {
    let folder = std::env::temp_dir().join(format!("upheaval-tables-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let library = Library::default();
    let refusal = || library.load(&folder).unwrap_err().to_string();
    assert!(refusal().contains("cannot be read"), "{}", refusal());
    std::fs::create_dir_all(&folder).unwrap();
    assert!(refusal().ends_with("holds no file *.apot"), "{}", refusal());

    let tables = tables("1p1nv1p0n", ROUGH);
    for name in ["1p0nv1p0n", "1p1nv1p0n"] {
        std::fs::write(folder.join(format!("{name}.apot")), bytes(tables.get(class(name)).unwrap())).unwrap();
    }
    std::fs::write(folder.join("notes.txt"), "nothing").unwrap();
    let malformed = folder.join("zzz.apot");
    std::fs::write(&malformed, "nothing").unwrap();
    assert!(refusal().contains("zzz.apot' cannot be used: it is no table"), "{}", refusal());
    assert_eq!(library.newest().most_pieces(), 0);

    std::fs::remove_file(malformed).unwrap();
    assert_eq!(library.load(&folder).unwrap(), 2);
    assert_eq!(library.newest().most_pieces(), 3);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_table_is_no_distance_from_itself() {
    let tables = tables("1p0nv1p0n", ROUGH);
    let table = tables.get(class("1p0nv1p0n")).unwrap();
    assert_eq!(table.difference(table), Some(Difference { most: 0.0, mean: 0.0 }));
}
