//! Depth and accuracy of the search.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::check::payoff;
use super::samples::ending;
use apocalypse::matrix::{Matrix, Solver, guarantees};
use apocalypse::rules::Position;
use apocalypse::search::induction::Induction;
use apocalypse::tables::{Class, EFFORT, Tables};
use apocalypse::values::Estimate;
use apocalypse::{Answer, Engine, Strategy, bench, played};
use engine::bench::Random;
use engine::{Control, Limits};
use laboratory::interval::Interval;
use movegen::{Color, Record};

struct Step {
    depth: u32,
    value: f64,
    nodes: u64,
    time: Duration,
    is_decided: bool,
}

/// Searches for this processor time; returns the completed iterations and the last strategy.
fn deepen<E: Estimate>(pos: &Position, engine: &mut Engine<E>, limit: Duration) -> (Vec<Step>, Option<Strategy>) {
    let control = Control::default();
    let over = AtomicBool::new(false);
    let (mut steps, mut last) = (Vec::new(), None);
    let thread = std::fs::canonicalize("/proc/thread-self").ok();
    std::thread::scope(|scope| {
        // The engine's limits are wall-clock times. This thread polls the processor time, which the system reports for other
        // threads with a delay of milliseconds; iterations completed too late are dropped below.
        scope.spawn(|| {
            let schedstat = thread.map(|path| path.join("schedstat"));
            let spent = || {
                let text = std::fs::read_to_string(schedstat.as_ref()?).ok()?;
                text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
            };
            let (begin, clock) = (spent().unwrap_or_default(), Instant::now());
            while !over.load(Ordering::Relaxed) {
                if spent().map_or_else(|| clock.elapsed(), |now| now.saturating_sub(begin)) > limit + LATE {
                    control.stop();
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let begin = processor_time();
        engine.go(&Record::new(*pos), Color::White.into(), &Limits::default(), &control, &mut |report| {
            let time = processor_time().saturating_sub(begin);
            if time > limit && last.is_some() {
                control.stop();
                return;
            }
            let strategy = &report.strategy;
            let (depth, value, is_decided) = (strategy.depth, strategy.value(), strategy.is_decided());
            steps.push(Step { depth, value, nodes: report.progress.nodes, time, is_decided });
            last = Some(strategy.clone());
        });
        over.store(true, Ordering::Relaxed);
    });
    (steps, last)
}

/// The largest delay of the processor time of another thread.
const LATE: Duration = Duration::from_millis(8);

/// Returns the processor time of this thread, in microseconds: independent of other work on the machine.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Returns the wall-clock time, where that of the processor is not known.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// Returns the depths of searches in the three phases of the game, with processor times. A solved position counts as `decided`
/// turns deep.
pub(crate) fn depths<E: Estimate>(limit: Duration, evaluator: &E, decided: u32) -> String {
    let mut text = String::new();
    for (number, phase) in bench::PHASES.iter().enumerate() {
        let positions = bench::phase(number);
        let mut sum = 0;
        for pos in &positions {
            let mut engine = Engine::with_evaluator(super::settings(256, 1), evaluator.clone());
            let (steps, _) = deepen(pos, &mut engine, limit);
            let [white, black] = Color::BOTH.map(|side| pos.penalties(side));
            let _ = write!(text, "{phase} {} {white}{black}:", pos.board_text());
            for Step { depth, value, nodes, time, .. } in &steps {
                let _ = write!(text, " {depth} {value:+.4} {:.3}s {}k,", time.as_secs_f64(), nodes / 1000);
            }
            text += "\n";
            sum += steps.last().map_or(0, |step| if step.is_decided { decided } else { step.depth });
        }
        let _ = writeln!(text, "{phase}: mean depth {:.2}", f64::from(sum) / positions.len() as f64);
    }
    text
}

/// Searches for White to a depth and reports the strategy of each iteration.
fn search<E: Estimate>(
    engine: &mut Engine<E>,
    pos: &Position,
    depth: u32,
    mut report: impl FnMut(&Strategy),
) -> Answer {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let asked = Color::White.into();
    engine.go(&Record::new(*pos), asked, &limits, &Control::default(), &mut |iteration| report(&iteration.strategy))
}

/// Compares the search with backward induction at every depth up to `depth` on all positions of the three phases; the first
/// difference is an error.
pub(crate) fn verify<E: Estimate>(depth: u32, evaluator: &E) -> Result<String, String> {
    let mut largest = (0.0_f64, 0.0_f64);
    let mut count = 0;
    for pos in bench::positions() {
        let mut engine = Engine::with_evaluator(super::settings(64, 1), evaluator.clone());
        let mut induction = Induction::new(evaluator.clone());
        let mut seen = Vec::new();
        search(&mut engine, &pos, depth, |strategy| seen.push(strategy.clone()));
        for strategy in seen {
            let difference = (strategy.value() - induction.value(&pos, strategy.depth)).abs();
            largest = (largest.0.max(difference), largest.1.max(strategy.gap()));
            count += 1;
            let (depth, gap) = (strategy.depth, strategy.gap());
            if difference > 1e-6 || gap > 1e-6 {
                return Err(format!("{pos} at depth {depth}: {difference:e} apart, gap {gap:e}"));
            }
        }
    }
    Ok(format!("{count} values: at most {:.1e} from backward induction, gaps at most {:.1e}\n", largest.0, largest.1))
}

/// The limit of a search in [`regret`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effort {
    /// Turns to look ahead.
    Depth(u32),
    /// Time on the processor: the last iteration completed by then counts.
    Time(Duration),
}

/// Returns the average loss of a strategy in game value against an opponent that knows it and plays perfectly after the next
/// turn: the mean over random endings of a class, by exact tables that the engine does not use. Lists the worst positions.
pub(crate) fn regret<E: Estimate>(
    class: Class,
    positions: usize,
    effort: Effort,
    evaluator: &E,
    seed: u64,
    worst: usize,
) -> Result<String, String> {
    let mut tables = Tables::default();
    for class in class.closure() {
        tables.add(tables.compute(class, EFFORT).0);
    }
    let mut random = Random(seed);
    let mut engine = Engine::with_evaluator(super::settings(16, 1), evaluator.clone());
    let (mut losses, mut depth, mut time) = (Vec::new(), 0.0, Duration::ZERO);
    for _ in 0..positions {
        let pos = ending(class, &mut random);
        engine.new_game();
        let (steps, strategy) = match effort {
            Effort::Time(limit) => deepen(&pos, &mut engine, limit),
            Effort::Depth(depth) => {
                let begin = processor_time();
                let answer = search(&mut engine, &pos, depth, |_| {});
                let time = processor_time().saturating_sub(begin);
                (vec![Step { depth, value: 0.0, nodes: answer.nodes, time, is_decided: false }], answer.strategy)
            }
        };
        let strategy = strategy.ok_or("a search found nothing")?;
        time += steps.last().map_or(Duration::ZERO, |step| step.time);
        depth += f64::from(strategy.depth);
        losses.push((loss(&pos, &strategy.mix, &tables)?, pos));
    }
    let n = positions.max(1) as f64;
    let Interval { value: mean, high, .. } = Interval::mean(losses.iter().map(|&(lost, _)| lost));
    let error = high - mean;
    let milliseconds = time.as_secs_f64() * 1000.0 / n;
    let mut text = format!(
        "regret {mean:.4} +- {error:.4} over {positions} positions, {milliseconds:.2} ms and {:.1} turns each\n",
        depth / n
    );
    losses.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (lost, pos) in losses.iter().take(worst) {
        text += &format!("{lost:.4} {pos}\n");
    }
    Ok(text)
}

/// Returns the mean loss of both sides by their strategies in one position.
fn loss(pos: &Position, mix: &[Vec<(apocalypse::rules::Choice, f64)>; 2], tables: &Tables) -> Result<f64, String> {
    let choices = Color::BOTH.map(|side| pos.choices(side));
    let mut game = Matrix::default();
    game.reset(choices[0].len(), choices[1].len());
    for (row, &white) in choices[0].iter().enumerate() {
        for (column, &black) in choices[1].iter().enumerate() {
            game.set(row, column, payoff(tables, pos, [white, black])?);
        }
    }
    let value = Solver::default().solve(&game).value();
    let shares = [0, 1].map(|side: usize| {
        let mut shares = vec![0.0; choices[side].len()];
        for (choice, share) in played(&mix[side], pos.penalties(Color::BOTH[side])) {
            if let Some(index) = choices[side].iter().position(|&other| other == choice) {
                shares[index] = share;
            }
        }
        shares
    });
    let (low, high) = guarantees(&game, &shares[0], &shares[1]);
    Ok(((value - low) + (high - value)) / 2.0)
}
