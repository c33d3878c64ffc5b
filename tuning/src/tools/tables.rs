//! `tables`.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::about;
use crate::apocalypse::check;
use apocalypse::tables::{
    Checkpoint, Class, EFFORT, EXTENSION, Effort, Monitor, Progress, Table, Tables, Work, read_file,
};
use arena::arguments::processors;
use arena::stop::set_by_signals;
use arena::tools::files::{Lock, replace};
use clap::Args;
use clap::value_parser as number;

/// Computes endgame tables of Apocalypse by value iteration, with all classes that they lead to, and writes one file per class
/// into a folder. Existing tables are read, interrupted computations resumed. The option ApocalypseTables loads the folder.
#[derive(Args)]
pub(super) struct Arguments {
    /// The folder; created if missing.
    folder: PathBuf,
    /// Classes such as 1p2nv1p1n: pawns and knights of each side.
    #[arg(required = true)]
    classes: Vec<Class>,
    /// The iteration ends when no value changes by more than this.
    #[arg(long, default_value_t = EFFORT.tolerance)]
    tolerance: f32,
    /// Discount of a value per turn.
    #[arg(long, default_value_t = EFFORT.discount)]
    discount: f32,
    /// Threads; default: all processors.
    #[arg(long, value_parser = number!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Seconds between writes of the state of an unfinished class.
    #[arg(long, default_value_t = 120)]
    save: u64,
    /// Seconds between progress reports.
    #[arg(long, default_value_t = 10)]
    report: u64,
    /// Compares with the tables of this folder and prints the differences of values.
    #[arg(long)]
    compare: Option<PathBuf>,
    /// Compares this many random positions of each class with the value of their matrix by an independent linear program.
    #[arg(long)]
    check: Option<usize>,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<String, String> {
        let Self { folder, classes, tolerance, discount, threads, compare, .. } = self;
        if !(1e-7..=0.1).contains(tolerance) || !(0.0..=0.1).contains(discount) {
            return Err("--tolerance must be from 1e-7 to 0.1, --discount from 0 to 0.1".to_owned());
        }
        let threads = threads.map_or_else(processors, usize::from);
        let effort = Effort { tolerance: *tolerance, discount: *discount, threads };
        if let Some(class) = classes.iter().find(|class| !class.has_room()) {
            return Err(format!("{class} has too many positions for a table"));
        }
        fs::create_dir_all(folder).map_err(about(folder))?;
        let stop = set_by_signals().map_err(|error| error.to_string())?;
        let mut tables = Tables::default();
        let mut report = String::new();
        for class in classes.iter().flat_map(|class| class.closure()) {
            if tables.get(class).is_some() {
                continue;
            }
            let path = folder.join(format!("{class}.{EXTENSION}"));
            let table = match path.exists() {
                true => read_file(&path).map_err(about(&path))?,
                false => computed(&tables, class, effort, self, &stop)?,
            };
            if let Some(other) = compare {
                let path = other.join(format!("{class}.{EXTENSION}"));
                let other = read_file(&path).map_err(about(&path))?;
                let apart =
                    table.difference(&other).ok_or_else(|| format!("'{}' is of another class", path.display()))?;
                report +=
                    &format!("{class}: values differ by {:.5} at most, {:.6} on average\n", apart.most, apart.mean);
            }
            tables.add(table);
            if let Some(positions) = self.check {
                let off = check::largest_error(&tables, class, effort.discount.into(), positions)?;
                report += &format!("{class}: {positions} values are at most {off:.6} from those of their matrices\n");
            }
        }
        Ok(report)
    }
}

/// Computes a class, from its file of an unfinished computation if there is one, and writes its table.
fn computed(
    tables: &Tables,
    class: Class,
    effort: Effort,
    arguments: &Arguments,
    stop: &AtomicBool,
) -> Result<Table, String> {
    let path = arguments.folder.join(format!("{class}.{EXTENSION}"));
    let _lock = Lock::of(&path)?;
    let unfinished = path.with_extension("unfinished");
    let from = match unfinished.exists() {
        true => Some(taken_up(&unfinished, class, effort)?),
        false => None,
    };
    let begin = Instant::now();
    let state = Mutex::new(State { saved: begin, reported: begin, failure: None, is_over: false });
    let watch = Watch { path: &unfinished, stop, begin, arguments, state };
    let Some((table, work)) = tables.compute_from(class, effort, from, &watch) else {
        let state = watch.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        return Err(match state.failure {
            Some(error) => about(&unfinished)(error),
            None => format!("stopped; '{}' has the state of {class}", unfinished.display()),
        });
    };
    replace(&path, |out| table.write(out)).map_err(about(&path))?;
    if unfinished.exists() {
        fs::remove_file(&unfinished).map_err(about(&unfinished))?;
    }
    let Work { checked, solved, passes, sweeps, residual } = work;
    let bound = bound(residual, effort.discount.into());
    eprintln!(
        "{class}: {solved} matrices solved, {checked} checked again, at most {passes} passes and {sweeps} sweeps, {:.1} s; \
         residual {residual:.1e}, so values are within {bound:.1e}",
        watch.begin.elapsed().as_secs_f64()
    );
    Ok(table)
}

/// Returns the largest error of values whose residual is at most `residual`, given the price of a turn.
fn bound(residual: f64, price: f64) -> f64 {
    if residual == 0.0 { 0.0 } else { residual / price }
}

/// The state of an unfinished computation, which must be of this class and effort.
fn taken_up(path: &Path, class: Class, effort: Effort) -> Result<Checkpoint, String> {
    let read = || {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Checkpoint::read(&mut BufReader::new(file), length)
    };
    let checkpoint = read().map_err(about(path))?;
    if checkpoint.class() != class || !checkpoint.is_of(effort) {
        return Err(about(path)("it is of another class, tolerance or discount"));
    }
    Ok(checkpoint)
}

/// Reports the progress of a computation, and writes its state periodically and at the end.
struct Watch<'a> {
    path: &'a Path,
    stop: &'a AtomicBool,
    begin: Instant,
    arguments: &'a Arguments,
    state: Mutex<State>,
}

struct State {
    saved: Instant,
    reported: Instant,
    failure: Option<std::io::Error>,
    /// `true` after the last write of the state.
    is_over: bool,
}

impl Monitor for Watch<'_> {
    fn goes_on(&self, progress: &Progress, checkpoint: &dyn Fn() -> Checkpoint) -> bool {
        let is_stopped = self.stop.load(Ordering::Relaxed);
        // During the computation another thread is already reporting; the final write must wait for the lock.
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(_) if is_stopped => self.state.lock().unwrap_or_else(PoisonError::into_inner),
            Err(_) => return true,
        };
        if state.is_over {
            return false;
        }
        state.is_over = is_stopped;
        if state.failure.is_some() {
            return false;
        }
        if state.reported.elapsed().as_secs() >= self.arguments.report {
            state.reported = Instant::now();
            let Progress { class, penalties: [white, black], layers: [layer, layers], pass, sweep, change, looks } =
                *progress;
            let seconds = self.begin.elapsed().as_secs_f64();
            eprintln!(
                "{class} {white}{black}: layer {} of {layers}, pass {pass}, sweep {sweep}, changes {change:.1e} (values within \
                 {:.1e}), {:.0} positions/s, {seconds:.0} s",
                layer + 1,
                bound(change, self.arguments.discount.into()),
                looks as f64 / seconds
            );
        }
        if is_stopped || state.saved.elapsed().as_secs() >= self.arguments.save {
            state.failure = replace(self.path, |out| checkpoint().write(out)).err();
            state.saved = Instant::now();
        }
        !is_stopped && state.failure.is_none()
    }
}
