//! A fixed amount of work, as [`engine::bench`] is for the games in which the sides move in turn: positions of the
//! opening, the middle game and the ending, and what a fresh engine with one thread needs for them.

use crate::rules::Position;
use movegen::{Color, Record};

use crate::search::{Engine, Settings};
use engine::bench::Counts;
use engine::system_clock::Instant;
use engine::{Control, Limits};

/// Turns to which the signature is searched.
pub const DEPTH: u32 = 4;

/// The headings of the bench positions in `bench.epd` of the game's folder in `gamedata`.
pub const PHASES: [&str; 3] = ["open", "mid", "end"];

/// The positions of one of the [`PHASES`], by its number.
///
/// # Panics
/// If there is no such phase.
pub fn phase(number: usize) -> Vec<Position> {
    let heading = format!("# {}", PHASES[number]);
    let file = gamedata::bench("apocalypse").expect("Apocalypse has bench positions");
    let lines = file.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.starts_with('#'));
    lines.map(|fen| fen.parse().expect("the tests read every bench position")).collect()
}

/// The positions of all phases.
pub fn positions() -> Vec<Position> {
    (0..PHASES.len()).flat_map(phase).collect()
}

/// Searches every position to `depth` turns with one fresh engine, until `control` stops it. `watch` receives each position before
/// it is searched.
pub fn run(settings: Settings, depth: u32, control: &Control, mut watch: impl FnMut(&Position)) -> Counts {
    let mut engine = Engine::new(settings);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut counts = Counts::default();
    for pos in positions() {
        if control.is_stopped() {
            break;
        }
        watch(&pos);
        let begin = Instant::now();
        let answer = engine.go(&Record::new(pos), Color::White.into(), &limits, control, &mut |_| {});
        counts.time += begin.elapsed();
        counts.nodes += answer.nodes;
        counts.positions += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phase_has_positions_that_are_not_over() {
        assert_eq!([0, 1, 2].map(|number| phase(number).len()), [6, 8, 8]);
        assert!(positions().iter().all(|pos| pos.outcome().is_none()));
    }
}
