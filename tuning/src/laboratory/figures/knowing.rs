//! Where both sides choose at once: what it would be worth to know what the other side is about to do.

use apocalypse::search::{Asked, Strategy};
use apocalypse::{Choice, Engine, Position};
use engine::{Control, Limits};
use movegen::zobrist::splitmix64;
use movegen::{Color, Game, Record};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::laboratory::game::ArchivedGame;
use crate::laboratory::interval::Interval;

/// What knowledge of the other side's choice is worth, in points of the game: the expected score of the best answer to each choice
/// that the other side mixes, weighed by its share, less that of one's own strategy. The other side does not know that it is seen
/// through.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Knowing {
    /// Turns that were searched ahead.
    pub depth: u32,
    /// Turns looked at: one of each of so many games, drawn by the seed.
    pub turns: usize,
    /// The mean over both sides of all these turns.
    pub gain: Interval,
    /// The share of the turns in which it is at least [`NOTABLE`] for one side.
    pub notable: Interval,
    /// By turn from 1, where at least [`ENOUGH`] games tell.
    pub by_turn: Vec<Gain>,
    /// In the first position, by colour.
    pub at_start: [f64; 2],
    /// In the first position by colour, when the other side has to choose openly first, and chooses what is then best for it: the
    /// game with moves in turn.
    pub at_start_after_the_other: [f64; 2],
}

/// What knowledge is worth at one turn of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gain {
    /// The turn, from 1.
    pub turn: usize,
    /// Games looked at in that turn.
    pub games: usize,
    /// The mean.
    pub gain: Interval,
}

/// So much is worth telling: a hundredth of a point.
pub const NOTABLE: f64 = 0.01;

/// So many games tell of one turn.
pub const ENOUGH: usize = 30;

/// At most so many games are looked at.
const MOST: usize = 2_000;

/// Deep enough that a choice's consequences are seen, and shallow enough that thousands of positions take a minute or two.
const DEPTH: u32 = 3;

/// Hash table of an engine in MiB.
const HASH: usize = 1;

/// A turn that was looked at, and what knowledge is worth there by colour.
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
    /// What knowledge is worth in games of these bytes, which began in `start`; nothing if there are none.
    ///
    /// # Errors
    /// The bytes are no game.
    pub fn of(start: &Position, games: &[Vec<u8>], seed: u64) -> Result<Option<Self>, &'static str> {
        let step = games.len().div_ceil(MOST).max(1);
        let seen = games.par_iter().enumerate().step_by(step).map_init(Solver::new, |solver, (number, bytes)| {
            let game = ArchivedGame::<Position>::decode(bytes, start)?;
            let drawn = splitmix64(seed ^ splitmix64(number as u64)) % game.turns.len().max(1) as u64;
            let mut pos = *start;
            for turn in &game.turns[..drawn as usize] {
                pos.play(turn.each_ref().map(|made| made.as_ref().map(|made| made.m)));
            }
            Ok(solver.gains(&pos).map(|gains| Seen { turn: drawn as usize + 1, gains }))
        });
        let seen: Vec<Seen> = seen.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
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
        Self(Engine::new(crate::apocalypse::settings(HASH, 1)))
    }

    /// What both sides should do if these are all choices of the side asked; none when the game is over.
    fn solve(&mut self, pos: &Position, asked: Asked<'_>) -> Option<Strategy> {
        let (limits, control) = (Limits { depth: Some(DEPTH), ..Limits::default() }, Control::default());
        control.arm(false);
        self.0.go(&Record::new(*pos), asked, &limits, &control, &mut |_| {}).strategy
    }

    /// What is best for the side against this choice of the other side, -1 to 1.
    fn answered(&mut self, pos: &Position, side: Color, choice: Choice) -> Option<f64> {
        Some(self.solve(pos, Asked { side: !side, among: &[choice] })?.value_to(side))
    }

    /// What knowledge is worth by colour, in points; none when the game is over.
    fn gains(&mut self, pos: &Position) -> Option<[f64; 2]> {
        self.0.new_game();
        let strategy = self.solve(pos, Color::White.into())?;
        let mut gains = [0.0; 2];
        for side in Color::BOTH {
            let mut known = 0.0;
            for &(choice, share) in &strategy.mix[!side] {
                known += share * self.answered(pos, side, choice)?;
            }
            gains[side] = points(known - strategy.value_to(side));
        }
        Some(gains)
    }

    /// What it is worth by colour to choose after the other side has shown its choice.
    fn gains_after_the_other(&mut self, pos: &Position) -> Option<[f64; 2]> {
        self.0.new_game();
        let strategy = self.solve(pos, Color::White.into())?;
        let mut gains = [0.0; 2];
        for side in Color::BOTH {
            let mut least = f64::INFINITY;
            for choice in pos.choices(!side) {
                least = least.min(self.answered(pos, side, choice)?);
            }
            gains[side] = points(least - strategy.value_to(side));
        }
        Some(gains)
    }
}

/// A difference of values as one of expected scores; what is below nothing is rounding.
fn points(difference: f64) -> f64 {
    (difference / 2.0).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(fen: &str) -> [[f64; 2]; 2] {
        let (pos, mut solver): (Position, _) = (fen.parse().unwrap(), Solver::new());
        [solver.gains(&pos).unwrap(), solver.gains_after_the_other(&pos).unwrap()]
    }

    #[test]
    fn to_know_is_worth_something_at_the_start_and_more_than_to_be_shown_what_is_chosen_for_that() {
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
    fn where_one_choice_wins_there_is_nothing_to_know() {
        let [knowing, after] = gains("n4/4p/2N1P/5/4N w - - 0 1 00");
        assert_eq!((knowing, after), ([0.0; 2], [0.0; 2]));
    }

    #[test]
    fn a_turn_is_told_of_when_enough_games_have_it() {
        let seen = |turn: usize, gain: f64| Seen { turn, gains: [gain, 0.0] };
        let all: Vec<Seen> = (0..30).map(|_| seen(1, 0.02)).chain([seen(2, 0.001)]).collect();
        let knowing = Knowing::from_seen(&all, [0.0; 2], [0.0; 2]);
        assert_eq!((knowing.turns, knowing.by_turn.len()), (31, 1));
        assert!((knowing.by_turn[0].gain.value - 0.01).abs() < 1e-12);
        assert!((knowing.notable.value - 30.0 / 31.0).abs() < 1e-12);
    }
}
