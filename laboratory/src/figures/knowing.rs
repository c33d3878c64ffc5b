//! The value of knowing the other side's choice, where both sides choose at once.

use std::time::Duration;

use apocalypse::search::{Asked, Strategy};
use apocalypse::{Choice, Engine, Position, Settings};
use engine::skill::Skill;
use engine::{Control, Limits};
use movegen::zobrist::splitmix64;
use movegen::{Color, Game, Record};
use serde::{Deserialize, Serialize};

use crate::game::{ArchivedGame, moves};
use crate::interval::Interval;
use crate::parallel;

/// The value of knowing the other side's choice, in points: the expected score of the best reply to each choice, weighted by its
/// share, minus that of the own strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Knowing {
    /// Search depth in turns.
    pub depth: u32,
    /// Number of turns, one of each game, chosen by the seed.
    pub turns: usize,
    /// The mean over both sides of all these turns.
    pub gain: Interval,
    /// The share of the turns in which it is at least a hundredth of a point for one side.
    pub notable: Interval,
    /// By turn from 1, where at least 30 games are available.
    pub by_turn: Vec<Gain>,
    /// In the first position, by colour.
    pub at_start: [f64; 2],
    /// In the first position by colour, if the other side must choose openly first: the game with alternating moves.
    pub at_start_after_the_other: [f64; 2],
}

/// The value in one turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gain {
    /// The turn.
    pub turn: usize,
    games: usize,
    /// The mean over both sides.
    pub gain: Interval,
}

/// A notable gain: a hundredth of a point.
const NOTABLE: f64 = 0.01;

/// Smallest number of games for figures of a turn.
const ENOUGH: usize = 30;

const MAX_GAMES: usize = 2_000;

/// Search depth: thousands of positions take a minute or two.
const DEPTH: u32 = 3;

const HASH: usize = 1;

struct Seen {
    turn: usize,
    gains: [f64; 2],
}

impl Seen {
    fn mean(&self) -> f64 {
        self.gains.iter().sum::<f64>() / 2.0
    }
}

impl Knowing {
    /// Computes the value of knowledge in games of these bytes that began in `start`; `None` without games.
    pub fn of(start: &Position, games: &[Vec<u8>], seed: u64) -> Result<Option<Self>, &'static str> {
        let step = games.len().div_ceil(MAX_GAMES).max(1);
        let chosen: Vec<(usize, &Vec<u8>)> = games.iter().enumerate().step_by(step).collect();
        let seen = parallel::map(&chosen, Solver::new, |solver, (number, bytes)| {
            let game = ArchivedGame::<Position>::decode(bytes, start)?;
            let drawn = splitmix64(seed ^ splitmix64(*number as u64)) % game.turns.len().max(1) as u64;
            let mut pos = *start;
            for turn in &game.turns[..drawn as usize] {
                pos.play(moves(turn));
            }
            Ok(solver.gains(&pos).map(|gains| Seen { turn: drawn as usize + 1, gains }))
        });
        let seen: Vec<Seen> = seen.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        let mut solver = Solver::new();
        let (Some(at_start), Some(after)) = (solver.gains(start), solver.gains_after_the_other(start)) else {
            return Ok(None);
        };
        Ok((!seen.is_empty()).then(|| Self::from_seen(&seen, at_start, after)))
    }

    fn from_seen(seen: &[Seen], at_start: [f64; 2], at_start_after_the_other: [f64; 2]) -> Self {
        let last = seen.iter().map(|seen| seen.turn).max().unwrap_or_default();
        let by_turn = (1..=last).map(|turn| {
            let here = || seen.iter().filter(move |seen| seen.turn == turn);
            Gain { turn, games: here().count(), gain: Interval::mean(here().map(Seen::mean)) }
        });
        let is_notable = |seen: &&Seen| seen.gains.iter().any(|&gain| gain >= NOTABLE);
        Self {
            depth: DEPTH,
            turns: seen.len(),
            gain: Interval::mean(seen.iter().map(Seen::mean)),
            notable: Interval::share(seen.iter().filter(is_notable).count(), seen.len()),
            by_turn: by_turn.filter(|at| at.games >= ENOUGH).collect(),
            at_start,
            at_start_after_the_other,
        }
    }
}

/// Solves positions, each as if it were the first one.
struct Solver(Engine);

impl Solver {
    fn new() -> Self {
        let settings = Settings {
            threads: 1,
            hash: HASH,
            overhead: Duration::ZERO,
            seed: 1,
            likeliest: false,
            skill: Skill::Full,
        };
        Self(Engine::new(settings))
    }

    /// Returns the equilibrium if the side has these choices only; `None` if the game is over.
    fn solve(&mut self, pos: &Position, asked: Asked<'_>) -> Option<Strategy> {
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        self.0.go(&Record::new(*pos), asked, &limits, &Control::default(), &mut |_| {}).strategy
    }

    /// Returns the value of the best reply to this choice, -1 to 1.
    fn answered(&mut self, pos: &Position, side: Color, choice: Choice) -> Option<f64> {
        Some(self.solve(pos, Asked { side: !side, among: &[choice] })?.value_to(side))
    }

    /// Returns the value of knowledge by colour, in points; `None` if the game is over.
    fn gains(&mut self, pos: &Position) -> Option<[f64; 2]> {
        self.gains_by(pos, |solver, strategy, side| {
            strategy.mix[!side]
                .iter()
                .try_fold(0.0, |known, &(choice, share)| Some(known + share * solver.answered(pos, side, choice)?))
        })
    }

    /// Returns the value, by colour, of choosing after the other side has shown its choice.
    fn gains_after_the_other(&mut self, pos: &Position) -> Option<[f64; 2]> {
        self.gains_by(pos, |solver, _, side| {
            let choices = pos.choices(!side);
            choices
                .iter()
                .try_fold(f64::INFINITY, |least, &choice| Some(least.min(solver.answered(pos, side, choice)?)))
        })
    }

    /// Returns the difference of the value by `known` and that of the equilibrium, by colour, as expected scores. Negative rounding
    /// errors become 0.
    fn gains_by(
        &mut self,
        pos: &Position,
        known: impl Fn(&mut Self, &Strategy, Color) -> Option<f64>,
    ) -> Option<[f64; 2]> {
        self.0.new_game();
        let strategy = self.solve(pos, Color::White.into())?;
        let mut gains = [0.0; 2];
        for side in Color::BOTH {
            gains[side] = ((known(self, &strategy, side)? - strategy.value_to(side)) / 2.0).max(0.0);
        }
        Some(gains)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(fen: &str) -> [[f64; 2]; 2] {
        let (pos, mut solver): (Position, _) = (fen.parse().unwrap(), Solver::new());
        [solver.gains(&pos).unwrap(), solver.gains_after_the_other(&pos).unwrap()]
    }

    #[test]
    fn knowledge_has_value_at_the_start() {
        let [knowing, after] = gains(&Position::start().to_string());
        for side in Color::BOTH {
            assert!(knowing[side] >= after[side] && after[side] >= 0.0, "{knowing:?} {after:?}");
            assert!(knowing[side] < 0.5);
        }
        assert!(knowing[0] > 0.0);
        assert!((knowing[0] - knowing[1]).abs() < 1e-6, "the start is the same for both: {knowing:?}");
    }

    /// White's knight on c3 wins by taking the last pawn, whatever Black does.
    #[test]
    fn knowledge_is_worthless_with_a_winning_choice() {
        let [knowing, after] = gains("n4/4p/2N1P/5/4N w - - 0 1 00");
        assert_eq!((knowing, after), ([0.0; 2], [0.0; 2]));
    }

    #[test]
    fn turn_needs_enough_games() {
        let seen = |turn: usize, gain: f64| Seen { turn, gains: [gain, 0.0] };
        let all: Vec<Seen> = (0..30).map(|_| seen(1, 0.02)).chain([seen(2, 0.001)]).collect();
        let knowing = Knowing::from_seen(&all, [0.0; 2], [0.0; 2]);
        assert_eq!((knowing.turns, knowing.by_turn.len()), (31, 1));
        assert!((knowing.by_turn[0].gain.value - 0.01).abs() < 1e-12);
        assert!((knowing.notable.value - 30.0 / 31.0).abs() < 1e-12);
    }
}
