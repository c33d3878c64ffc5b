use super::*;

fn class(text: &str) -> Class {
    text.parse().unwrap()
}

/// Enough for what does not ask for exact values.
const ROUGH: Effort = Effort { tolerance: 1e-2, discount: 1e-3, threads: 1 };

fn tables(of: &str, effort: Effort) -> Tables {
    let mut tables = Tables::default();
    for class in class(of).closure() {
        let (table, _) = tables.compute(class, effort, &AtomicBool::new(false)).unwrap();
        tables.add(table);
    }
    tables
}

fn bytes(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn values_are_those_of_the_matrix_of_what_a_position_leads_to() {
    use crate::simultaneous::matrix::{Matrix, Solver};
    let tables = tables("1p1nv1p1n", EFFORT);
    let (mut matrix, mut solver) = (Matrix::default(), Solver::default());
    for fen in ["5/1p1n1/5/1N1P1/5 00", "4n/5/1P1p1/5/N4 01", "2n2/3p1/5/1P3/4N 10"] {
        let pos: Position = fen.parse().unwrap();
        let [white, black] = Color::BOTH.map(|c| pos.choices(c));
        matrix.reset(white.len(), black.len());
        for (row, &w) in white.iter().enumerate() {
            for (column, &b) in black.iter().enumerate() {
                let next = pos.resolve([w, b]);
                let value = next.outcome().map_or_else(|| tables.probe(&next).unwrap(), outcome_value);
                matrix.set(row, column, value);
            }
        }
        let expected = solver.solve(&matrix).value() * (1.0 - f64::from(EFFORT.discount));
        assert!((tables.probe(&pos).unwrap() - expected).abs() < 5e-5, "{fen}");
        assert!((tables.probe(&pos.swapped()).unwrap() + tables.probe(&pos).unwrap()).abs() < 1e-4, "{fen}");
    }
}

#[test]
fn a_pawn_that_cannot_be_stopped_from_being_taken_is_lost() {
    let tables = tables("1p1nv1p0n", EFFORT);
    // Black's pawn is to promote on its last step, which loses it: Black has no other move.
    let lost: Position = "5/5/5/p3P/3N1 00".parse().unwrap();
    assert!(tables.probe(&lost).unwrap() > 0.99, "{:?}", tables.probe(&lost));
}

#[test]
fn a_table_is_read_back_as_it_was_written() {
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

#[test]
fn several_threads_find_the_same_values() {
    let several = tables("2p0nv1p1n", Effort { threads: 3, ..ROUGH });
    let one = tables("2p0nv1p1n", ROUGH);
    let class = class("2p0nv1p1n");
    assert!(bytes(several.get(class).unwrap()) == bytes(one.get(class).unwrap()));
}

#[test]
fn a_folder_is_loaded_as_a_whole_or_not_at_all() {
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
    let spoilt = folder.join("zzz.apot");
    std::fs::write(&spoilt, "nothing").unwrap();
    assert!(refusal().contains("zzz.apot' cannot be used: it is no table"), "{}", refusal());
    assert_eq!(library.newest().most_men(), 0);

    std::fs::remove_file(spoilt).unwrap();
    assert_eq!(library.load(&folder).unwrap(), 2);
    assert_eq!(library.newest().most_men(), 3);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_table_is_no_distance_from_itself() {
    let tables = tables("1p0nv1p0n", ROUGH);
    let table = tables.get(class("1p0nv1p0n")).unwrap();
    assert_eq!(table.difference(table), Some(Difference { most: 0.0, mean: 0.0 }));
}
