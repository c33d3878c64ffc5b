//! Computes endgame tables of Apocalypse and writes each class to a file.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::arguments::run;
use clap::Parser;
use clap::value_parser as number;
use engine::simultaneous::tables::{Class, EFFORT, EXTENSION, Effort, Table, Tables, read_file};

/// Computes tables of Apocalypse's endings by value iteration, with all classes that they lead to, and writes one file for
/// each class into a folder. Classes whose file is there already are read. The option ApocalypseTables loads the folder.
#[derive(Parser)]
struct Arguments {
    /// The folder; it is made if it is not there.
    folder: PathBuf,
    /// Classes such as 1p2nv1p1n: pawns and knights of each side.
    #[arg(required = true)]
    classes: Vec<Class>,
    /// Iteration ends when no value changes by more.
    #[arg(long, default_value_t = EFFORT.tolerance)]
    tolerance: f32,
    /// The part of every value that a turn costs.
    #[arg(long, default_value_t = EFFORT.discount)]
    discount: f32,
    /// Threads, as many as there are processors if nothing is said.
    #[arg(long, value_parser = number!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Compare with the tables of this folder, class by class, and tell how far values are apart.
    #[arg(long)]
    compare: Option<PathBuf>,
}

fn tables(arguments: &Arguments) -> Result<String, String> {
    let Arguments { folder, classes, tolerance, discount, threads, compare } = arguments;
    if !(1e-7..=0.1).contains(tolerance) || !(0.0..=0.1).contains(discount) {
        return Err("--tolerance must be from 1e-7 to 0.1, --discount from 0 to 0.1".to_owned());
    }
    let threads = threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let effort = Effort { tolerance: *tolerance, discount: *discount, threads };
    fs::create_dir_all(folder).map_err(|error| at_fault(folder, error))?;
    let mut tables = Tables::default();
    let mut report = String::new();
    for class in classes.iter().flat_map(|class| class.closure()) {
        if tables.get(class).is_some() {
            continue;
        }
        let path = folder.join(format!("{class}.{EXTENSION}"));
        let begin = Instant::now();
        let table = if path.exists() {
            read_file(&path).map_err(|error| at_fault(&path, error))?
        } else {
            let never = AtomicBool::new(false);
            let (table, work) = tables.compute(class, effort, &never).expect("nobody stops it");
            write(&table, &path).map_err(|error| at_fault(&path, error))?;
            let (updates, seconds) = (work.updates, begin.elapsed().as_secs_f64());
            eprintln!("{class}: {updates} matrices, at most {} sweeps, {seconds:.1} s", work.sweeps);
            table
        };
        if let Some(other) = compare {
            let path = other.join(format!("{class}.{EXTENSION}"));
            let other = read_file(&path).map_err(|error| at_fault(&path, error))?;
            let apart = table.difference(&other).ok_or_else(|| format!("'{}' is of another class", path.display()))?;
            report += &format!("{class}: values differ by {:.5} at most, {:.6} on average\n", apart.most, apart.mean);
        }
        tables.add(table);
    }
    Ok(report)
}

/// Writes a file under another name first, so that no half table is ever found.
fn write(table: &Table, path: &Path) -> std::io::Result<()> {
    let unfinished = path.with_extension("part");
    let mut out = BufWriter::new(File::create(&unfinished)?);
    table.write(&mut out)?;
    out.flush()?;
    drop(out);
    fs::rename(unfinished, path)
}

fn at_fault(path: &Path, error: impl std::fmt::Display) -> String {
    format!("'{}': {error}", path.display())
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("tables", tables)
}
