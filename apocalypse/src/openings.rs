//! Random openings: positions after a few random turns in which the game is level.

use engine::openings::{Judge, OpeningsPlan, sift};
use engine::{Control, Limits};
use movegen::{Color, Game, Record};

use crate::rules::Position;
use crate::search::{Engine, Settings};
use crate::values::centipawns;

/// Offers openings as they are found, as [`engine::openings::generate`] does: two plies of the plan are a turn, and four
/// plies of the search that judges. Choices are safe ones; a gamble on the first turns would end many games at once.
pub fn generate(
    plan: &OpeningsPlan,
    starts: &[Position],
    judge: Judge<'_, Position>,
    taken: &mut dyn FnMut(Position) -> bool,
) {
    let turns = plan.depth.div_ceil(4);
    let is_near = |pos: &Position| value(pos, turns).abs() <= plan.margin;
    let candidate = |number| {
        let start = starts.get(number as usize % starts.len().max(1)).copied().unwrap_or_else(Position::start);
        candidate(plan, start, number)
    };
    sift(plan.number, candidate, Position::key, &|batch| judge(batch, &is_near), taken);
}

fn candidate(plan: &OpeningsPlan, start: Position, number: u64) -> Option<Position> {
    let (mut random, plies) = plan.dice(number);
    let mut pos = start;
    for _ in 0..plies.div_ceil(2) {
        let mut draw = |of| {
            let choices = pos.safe_choices(of);
            choices[random.below(choices.len())]
        };
        pos = pos.resolve([draw(Color::White), draw(Color::Black)]);
        if pos.outcome().is_some() {
            return None;
        }
    }
    Some(pos)
}

/// The value of the game to White in centipawns.
fn value(pos: &Position, turns: u32) -> i32 {
    let control = Control::default();
    control.arm(false);
    let limits = Limits { depth: Some(turns), ..Limits::default() };
    let mut engine = Engine::new(Settings { hash: 1, ..Settings::default() });
    let answer = engine.go(&Record::new(*pos), Color::White.into(), &limits, &control, &mut |_| {});
    answer.strategy.map_or(0, |strategy| centipawns(strategy.value()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::openings::one_by_one;

    #[test]
    fn openings_have_their_number_of_turns() {
        let plan = OpeningsPlan { number: 6, seed: 7, shortest: 4, longest: 6, margin: 80, depth: 4 };
        let openings = || {
            let mut all = Vec::new();
            generate(&plan, &[], &one_by_one, &mut |pos| {
                all.push(pos);
                true
            });
            all
        };
        assert_eq!(openings().len(), 6);
        assert!(openings().iter().all(|pos| (3..=4).contains(&pos.turn_number()) && pos.outcome().is_none()));
        assert_eq!(openings(), openings());
    }
}
