//! "Mate" in Apocalypse, where both sides choose at once: a choice that wins within so many turns against every reply.
//! Values are probabilities, and a search reports `mate` only if a strategy wins with certainty. That requires each of its choices to
//! win against all replies, so proofs need no mixed strategies.

use apocalypse::rules::Position;
use apocalypse::{Answer, Engine, Settings, Strategy};
use engine::bench::Random;
use engine::{Control, Limits};
use movegen::{Color, Game, Record};
use solver::simultaneous::Prover;

use super::{Known, Plan, Proved, Searching, Tally};

const ENDING: usize = 6;
const MAX_GAMES: usize = 200;

/// Positions of random games by the plan.
pub fn positions(plan: &Plan) -> Vec<Proved<Position>> {
    let mut random = Random(plan.seed);
    let prove = |pos: &Position| {
        plan.prove(|known, budget| match known {
            Known::Wins(turns) => Prover::new(Color::White, *budget).is_forced(pos, turns),
            Known::Loses(turns) => Prover::new(Color::Black, *budget).is_forced(pos, turns),
            Known::Neither => Some(false),
        })
    };
    plan.pick(ENDING, MAX_GAMES, || game(&mut random), prove)
}

/// A game of random choices.
pub(crate) fn game(random: &mut Random) -> Record<Position> {
    playing_on(Record::new(Position::start()), random)
}

/// Plays on with random choices to the end of the game.
pub(crate) fn playing_on(mut record: Record<Position>, random: &mut Random) -> Record<Position> {
    while record.outcome().is_none() {
        let pos = *record.position();
        let choices = Color::BOTH.map(|side| {
            // Gambles lose most games at once.
            let list = if random.below(8) == 0 { pos.choices(side) } else { pos.safe_choices(side) };
            Some(list[random.below(list.len())])
        });
        record.play(choices);
    }
    record
}

/// Searches the positions for White, each with a new engine, and checks every reported win.
pub fn check(positions: &[Proved<Position>], searching: &Searching) -> Tally {
    let Searching { threads, nodes, budget, .. } = *searching;
    let mut engine = Engine::new(Settings { hash: 4, threads, seed: 1, ..Settings::default() });
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut tally = Tally::default();
    for Proved { pos, known } in positions {
        engine.new_game();
        let mut strategies = Vec::new();
        let asked = Color::White.into();
        let answer = engine.go(&Record::new(*pos), asked, &limits, &Control::default(), &mut |report| {
            strategies.push(report.strategy.clone());
        });
        strategies.extend(answer.strategy.clone());
        for strategy in &strategies {
            check_strategy(pos, strategy, budget, &mut tally);
        }
        check_choice(pos, &answer, budget, &mut tally);
        tally.count(*known, answer.strategy.as_ref().is_some_and(|strategy| claim(strategy) == Some(*known)));
    }
    tally
}

/// Returns the certain win of a strategy.
fn claim(strategy: &Strategy) -> Option<Known> {
    match strategy.is_decided() {
        true if strategy.value() > 0.0 => Some(Known::Wins(strategy.depth)),
        true => Some(Known::Loses(strategy.depth)),
        false => None,
    }
}

fn check_strategy(pos: &Position, strategy: &Strategy, budget: u64, tally: &mut Tally) {
    tally.lines += 1;
    let (side, turns) = match claim(strategy) {
        Some(Known::Wins(turns)) => (Color::White, turns),
        Some(Known::Loses(turns)) => (Color::Black, turns),
        _ => return,
    };
    for &(choice, share) in strategy.mix[side].iter().filter(|(_, share)| *share > 0.0) {
        let proof = Prover::new(side, budget).wins(pos, choice, turns);
        tally.claim(proof, || format!("apocalypse: {pos}: {choice} ({share}) does not win in {turns}"));
    }
}

/// The choice drawn has to win where the strategy does.
fn check_choice(pos: &Position, answer: &Answer, budget: u64, tally: &mut Tally) {
    match (&answer.strategy, answer.best) {
        (Some(strategy), Some(best)) if matches!(claim(strategy), Some(Known::Wins(_))) => {
            let proof = Prover::new(Color::White, budget).wins(pos, best, strategy.depth);
            tally.claim(proof, || format!("apocalypse: {pos}: the answer {best} does not win in {}", strategy.depth));
        }
        (Some(_), Some(best)) if pos.choices(Color::White).contains(&best) => {}
        (_, best) => tally.faults.push(format!("apocalypse: {pos}: the answer is {best:?}")),
    }
}
