//! The players of the matches: the engine and reference opponents.

use std::sync::Arc;
use std::time::{Duration, Instant};

use apocalypse::rules::{Choice, Choices, Position};
use apocalypse::search::induction::Induction;
use apocalypse::tables::Tables;
use apocalypse::values::{Estimate, outcome_value};
use apocalypse::{Engine, played};
use engine::bench::Random;
use engine::{Control, Limits};
use movegen::{Color, Record};

/// A choice with its probability.
pub(crate) type Mix = Vec<(Choice, f64)>;

pub(crate) trait MixedPlayer {
    /// Returns the mixed strategy in a game that is not over.
    fn mix(&mut self, record: &Record<Position>, side: Color) -> Mix;

    /// Returns the reply to a known strategy of the opponent. Most players ignore it.
    fn answer(&mut self, record: &Record<Position>, side: Color, _opponent: &[(Choice, f64)]) -> Mix {
        self.mix(record, side)
    }
}

/// The engine with a fixed effort for every turn.
pub(crate) struct Thinker<E: Estimate> {
    engine: Engine<E>,
    limits: Limits,
}

impl<E: Estimate> Thinker<E> {
    pub(crate) fn new(limits: Limits, evaluator: E, endings: Arc<Tables>) -> Self {
        let mut engine = Engine::with_evaluator(super::settings(16, 1), evaluator);
        engine.set_endings(endings);
        Self { engine, limits }
    }
}

impl<E: Estimate> MixedPlayer for Thinker<E> {
    fn mix(&mut self, record: &Record<Position>, side: Color) -> Mix {
        let answer = self.engine.go(record, side.into(), &self.limits, &Control::default(), &mut |_| {});
        let penalties = record.position().penalties(side);
        answer.strategy.map_or_else(Vec::new, |strategy| played(&strategy.mix[side], penalties).collect())
    }
}

/// Plays any safe choice.
pub(crate) struct Aimless;

fn evenly(choices: &[Choice]) -> Mix {
    choices.iter().map(|&choice| (choice, 1.0 / choices.len() as f64)).collect()
}

impl MixedPlayer for Aimless {
    fn mix(&mut self, record: &Record<Position>, side: Color) -> Mix {
        evenly(&record.position().safe_choices(side))
    }
}

/// The player of the web site vchess: with the share that speculative choices have among all, any of them; else a safe
/// one by the material (a pawn 1, a knight 3) after playing it alone. Its choices are sorted by that, but the best is
/// compared with the first one before sorting: so where the first two are as good as that, all that are so are
/// candidates, and otherwise the best alone is.
pub(crate) struct Vchess;

impl MixedPlayer for Vchess {
    fn mix(&mut self, record: &Record<Position>, side: Color) -> Mix {
        let pos = record.position();
        let all = listed(pos, side);
        let (gambles, safe): (Vec<Choice>, Vec<Choice>) = all.into_iter().partition(|choice| choice.is_speculative());
        let share = gambles.len() as f64 / (gambles.len() + safe.len()) as f64;
        let mut mix: Mix = evenly(&gambles).into_iter().map(|(choice, part)| (choice, part * share)).collect();
        let mut valued: Vec<(i32, Choice)> =
            safe.iter().map(|&choice| (worth_alone(pos, side, choice), choice)).collect();
        let Some(first) = valued.first().map(|&(worth, _)| worth) else { return mix };
        valued.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
        let others = valued[1..].iter().take_while(|(worth, _)| *worth == first).count();
        let candidates: Vec<Choice> = valued[..=others].iter().map(|&(_, choice)| choice).collect();
        mix.extend(evenly(&candidates).into_iter().map(|(choice, part)| (choice, part * (1.0 - share))));
        mix
    }
}

/// The choices in vchess's order: squares from a5 to e1, a pawn's push before its captures.
fn listed(pos: &Position, side: Color) -> Vec<Choice> {
    let mut choices: Vec<Choice> = pos.choices(side).into_iter().collect();
    let from = |choice: &Choice| (4 - choice.from().rank(), choice.from().file());
    choices.sort_by_key(|choice| (from(choice), choice.from().file().abs_diff(choice.via().file()) > 0));
    choices
}

/// The material after a safe choice played alone, seen from `side`.
fn worth_alone(pos: &Position, side: Color, choice: Choice) -> i32 {
    let worth = |pawns: u32, knights: u32| pawns.count_ones() as i32 + 3 * knights.count_ones() as i32;
    let taken = choice.via().bit();
    let gain = worth(pos.pawns(!side) & taken, pos.knights(!side) & taken);
    let promotes =
        pos.pawns(side) & choice.from().bit() != 0 && choice.to().bit() & apocalypse::rules::LAST_RANK[side] != 0;
    gain + if promotes { 2 } else { 0 }
}

/// Replies to the known strategy of its opponent with the best choice by the equilibrium values of the resulting positions, one
/// turn deep.
pub(crate) struct Responder<E> {
    evaluator: E,
    random: Random,
}

impl<E> Responder<E> {
    /// `seed` breaks ties.
    pub(crate) const fn new(seed: u64, evaluator: E) -> Self {
        Self { evaluator, random: Random(seed) }
    }
}

impl<E: Estimate> MixedPlayer for Responder<E> {
    fn mix(&mut self, record: &Record<Position>, side: Color) -> Mix {
        Aimless.mix(record, side)
    }

    fn answer(&mut self, record: &Record<Position>, side: Color, opponent: &[(Choice, f64)]) -> Mix {
        let pos = record.position();
        let mut induction = Induction::new(self.evaluator.clone());
        let mut best: (f64, Vec<Choice>) = (f64::NEG_INFINITY, Vec::new());
        for choice in pos.choices(side) {
            let value: f64 = opponent
                .iter()
                .map(|&(reply, share)| share * for_side(induction.value(&resolved(pos, side, choice, reply), 1), side))
                .sum();
            if value > best.0 + 1e-9 {
                best = (value, vec![choice]);
            } else if value > best.0 - 1e-9 {
                best.1.push(choice);
            }
        }
        vec![(best.1[self.random.below(best.1.len())], 1.0)]
    }
}

/// Returns the position after a choice of `side` and the reply.
fn resolved(pos: &Position, side: Color, choice: Choice, reply: Choice) -> Position {
    pos.resolve(if side == Color::White { [choice, reply] } else { [reply, choice] })
}

/// Returns White's value as that of `side`.
fn for_side(value: f64, side: Color) -> f64 {
    if side == Color::White { value } else { -value }
}

/// Plays the pure strategy that is best if the opponent sees every choice before replying: alpha-beta with iterative deepening
/// and the engine's evaluator.
pub(crate) struct Maximin<E> {
    evaluator: E,
    time: Duration,
    end: Instant,
    nodes: u64,
    stopped: bool,
    successes: Vec<u32>,
}

impl<E: Estimate> Maximin<E> {
    pub(crate) fn new(time: Duration, evaluator: E) -> Self {
        Self { evaluator, time, end: Instant::now(), nodes: 0, stopped: false, successes: vec![0; 1 << 17] }
    }

    fn slot(side: Color, choice: Choice) -> usize {
        usize::from(choice.bits()) << 1 | side as usize
    }

    fn sorted(&self, pos: &Position, side: Color) -> Choices {
        let mut choices = pos.choices(side);
        choices.sort_by_key(|&choice| std::cmp::Reverse(self.successes[Self::slot(side, choice)]));
        choices
    }

    /// Returns the value for `side` if it chooses first in every turn.
    fn value(&mut self, pos: &Position, side: Color, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        if let Some(outcome) = pos.outcome() {
            return for_side(outcome_value(outcome), side);
        }
        if depth == 0 {
            return for_side(self.evaluator.value(pos), side);
        }
        let mut best = f64::NEG_INFINITY;
        let replies = self.sorted(pos, !side);
        for choice in self.sorted(pos, side) {
            let value = self.worst(pos, (side, choice), &replies, depth, (alpha, beta));
            if self.stopped {
                return best;
            }
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    self.successes[Self::slot(side, choice)] += depth * depth;
                    break;
                }
            }
        }
        best
    }

    /// Returns the worst value of a choice of a side that the other side sees before it replies.
    fn worst(
        &mut self,
        pos: &Position,
        (side, choice): (Color, Choice),
        replies: &[Choice],
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> f64 {
        let mut worst = f64::INFINITY;
        for &reply in replies {
            self.nodes += 1;
            if self.nodes.is_multiple_of(256) && Instant::now() >= self.end {
                self.stopped = true;
            }
            let value = self.value(&resolved(pos, side, choice, reply), side, depth - 1, alpha, beta.min(worst));
            if self.stopped {
                return worst;
            }
            worst = worst.min(value);
            if worst <= alpha {
                self.successes[Self::slot(!side, reply)] += depth * depth;
                break;
            }
        }
        worst
    }
}

impl<E: Estimate> MixedPlayer for Maximin<E> {
    fn mix(&mut self, record: &Record<Position>, side: Color) -> Mix {
        let pos = record.position();
        self.end = Instant::now() + self.time;
        self.stopped = false;
        let mut choices = self.sorted(pos, side);
        let replies = self.sorted(pos, !side);
        let mut best = choices[0];
        for depth in 1..=20 {
            let mut alpha = -2.0;
            let mut found = None;
            for &choice in &choices {
                let value = self.worst(pos, (side, choice), &replies, depth, (alpha, 2.0));
                if self.stopped {
                    break;
                }
                if value > alpha {
                    alpha = value;
                    found = Some(choice);
                }
            }
            // An unfinished iteration searches the previous best choice first, so a better one is reliable.
            best = found.unwrap_or(best);
            if let Some(at) = choices.iter().position(|&choice| choice == best) {
                choices[..=at].rotate_right(1);
            }
            if self.stopped || alpha.abs() == 1.0 {
                break;
            }
        }
        vec![(best, 1.0)]
    }
}

pub(crate) fn draw(mix: &[(Choice, f64)], random: &mut Random) -> Option<Choice> {
    apocalypse::draw(mix.iter().copied(), random.below(usize::MAX) as u64)
}
