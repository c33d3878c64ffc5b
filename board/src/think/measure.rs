//! Measurements of games of a text: fast games of the engine with itself, and their figures.

use std::time::Duration;

use engine::system_clock::Instant;
use laboratory::design::{Design, Subject, compare, parent};
use movegen::Custom;
use movegen::variants::loaded;
use serde::{Deserialize, Serialize};

use crate::messages::{FigureRow, FigureSubject, MeasuredGame, MeasuredGames, Measurement};

/// Nodes per move and seed: those of `upheaval-tuning laboratory design`.
const NODES: u64 = 500;
const SEED: u64 = 1;
/// Time for a measurement without a number of games.
const USUAL_TIME: Duration = Duration::from_secs(60);
/// Limits of the number of games.
pub(crate) const GAMES: std::ops::RangeInclusive<u32> = 10..=10_000;
/// Time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// A measurement of one game of a text, or a comparison of two.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MeasureTask {
    /// The names of the games.
    pub names: Vec<String>,
    /// The number of games of each; as many as take a minute without it.
    pub number: Option<u32>,
    /// The definitions of the games, for another process.
    pub definitions: String,
}

/// Returns a game of a text, or a game from which they can inherit.
pub(crate) fn find(name: &str) -> Result<Custom, String> {
    loaded(name).map_or_else(|| parent(name), Ok)
}

/// Measures games. The last report has `done`; there is none if `is_cancelled` has become `true`.
pub fn measure(task: &MeasureTask, is_cancelled: &dyn Fn() -> bool, report: &mut dyn FnMut(Measurement)) {
    let ended = played(task, is_cancelled, report).unwrap_or_else(|why| {
        log::error!("{} cannot be measured: {why}", task.names.join(", "));
        Some(Measurement::default())
    });
    if let Some(last) = ended {
        report(Measurement { share: 1.0, done: true, ..last });
    }
}

/// Returns the last report; `None` if the measurement was cancelled.
fn played(
    task: &MeasureTask,
    is_cancelled: &dyn Fn() -> bool,
    report: &mut dyn FnMut(Measurement),
) -> Result<Option<Measurement>, String> {
    let begun = Instant::now();
    let mut next_report = Duration::ZERO;
    let design = |name: &String| find(name).map(|game| Design::new(game, NODES, SEED));
    let designs = task.names.iter().map(design).collect::<Result<Vec<_>, _>>()?;
    let mut sides: Vec<_> = designs.iter().map(|design| (design, design.players(), Vec::new())).collect();
    let mut number = 0;
    loop {
        let share = match task.number {
            Some(games) => f64::from(number) / f64::from(games),
            None if number < *GAMES.start() => 0.0,
            None if number == *GAMES.end() => 1.0,
            None => begun.elapsed().as_secs_f64() / USUAL_TIME.as_secs_f64(),
        };
        if begun.elapsed() >= next_report {
            report(Measurement { played: number, share: share.min(1.0), ..Measurement::default() });
            next_report = begun.elapsed() + REPORT_INTERVAL;
        }
        if share >= 1.0 {
            break;
        }
        for (design, players, games) in &mut sides {
            if is_cancelled() {
                return Ok(None);
            }
            games.push(design.play(players, number.into()));
        }
        number += 1;
    }
    let measured = sides.into_iter().map(|(design, _, games)| design.measure(&games)).collect::<Result<Vec<_>, _>>()?;
    let games = measured.iter().map(|game| MeasuredGame {
        variant: game.figures.experiment.game.clone(),
        unused: game.unused().into_iter().map(str::to_owned).collect(),
    });
    let rows = compare(&measured).into_iter().map(|row| FigureRow {
        subject: match row.subject {
            Subject::Games => FigureSubject::Games,
            Subject::Pieces => FigureSubject::Pieces,
            Subject::Rules => FigureSubject::Rules,
        },
        name: row.name,
        values: row.values,
        significant: row.is_significant,
    });
    let figures = MeasuredGames { games: games.collect(), rows: rows.collect() };
    Ok(Some(Measurement { played: number, figures: Some(figures), ..Measurement::default() }))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use games::Definitions;

    use super::*;

    fn task(names: &[&str]) -> MeasureTask {
        Definitions::read("text", "[measured:chess]\nflagPiece = p\nflagRegion = *5 *4\n").add().unwrap();
        let names = names.iter().map(|&name| name.to_owned()).collect();
        MeasureTask { names, number: Some(12), definitions: String::new() }
    }

    fn reports(task: &MeasureTask) -> Vec<Measurement> {
        let mut reports = Vec::new();
        measure(task, &|| false, &mut |report| reports.push(report));
        reports
    }

    #[test]
    fn figures_are_those_of_the_laboratory() {
        let reports = reports(&task(&["measured"]));
        let last = reports.last().unwrap();
        assert_eq!((last.played, last.share, last.done), (12, 1.0, true));
        assert!(reports.iter().filter(|report| report.done).count() == 1 && reports[0].share == 0.0);
        let design = Design::new(loaded("measured").unwrap(), NODES, SEED);
        let mut players = design.players();
        let games: Vec<_> = (0..12).map(|number| design.play(&mut players, number)).collect();
        let measured = design.measure(&games).unwrap();
        let figures = last.figures.as_ref().unwrap();
        let rows: Vec<_> =
            compare(std::slice::from_ref(&measured)).into_iter().map(|row| (row.name, row.values)).collect();
        assert_eq!(figures.rows.iter().map(|row| (row.name.clone(), row.values.clone())).collect::<Vec<_>>(), rows);
        assert_eq!(figures.games[0].unused, measured.unused());
        assert!(figures.games[0].unused.iter().any(|rule| rule == "castling"), "{figures:?}");
    }

    #[test]
    fn game_and_parent_are_compared() {
        let figures = reports(&task(&["measured", "chess"])).pop().unwrap().figures.unwrap();
        assert_eq!(figures.games.iter().map(|game| game.variant.as_str()).collect::<Vec<_>>(), ["measured", "chess"]);
        let row = |name: &str| figures.rows.iter().find(|row| row.name == name).unwrap();
        assert!(row("plies").significant && row("plies").values.iter().all(Option::is_some));
        assert_eq!(row("end by goal reached").values[1], None);
    }

    #[test]
    fn cancelled_measurement_has_no_last_report() {
        let (polls, mut reports) = (Cell::new(0), Vec::new());
        let is_cancelled = || {
            polls.set(polls.get() + 1);
            polls.get() > 2
        };
        measure(&task(&["measured"]), &is_cancelled, &mut |report| reports.push(report));
        assert!(polls.get() == 3 && reports.iter().all(|report| !report.done));
    }

    #[test]
    fn unknown_game_ends_without_figures() {
        let reports = reports(&task(&["checkers"]));
        assert!(reports.len() == 1 && reports[0].done && reports[0].figures.is_none());
    }
}
