//! One engine of any game, made to search what the session describes.

use std::time::Duration;

use apocalypse::rules::Position as BothPosition;
use engine::skill::Skill;
use engine::system_clock::Instant;
use engine::{Clock, Control, Limits, Report};
use eval::score::{LONGEST_WIN, WIN};
use eval::{Evaluator, EvaluatorError, Score};
use movegen::variants::{self, Visit, VisitTurnBased};
use movegen::{Color, Game, Position, Record, Variant};

use super::{LEVELS, Search, Thought, ThoughtLine};
use crate::messages::{Share, Strategies, Value};
use crate::rules::Texts;

/// What an engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Search threads.
    pub threads: usize,
    /// Hash table in MiB.
    pub hash: usize,
    /// Whence weaker players draw their mistakes, and choices are drawn in Apocalypse; 0 is never the same twice.
    pub seed: u64,
}

/// Does one search after the other, and remembers what it learnt between them.
pub trait Thinker: Send {
    /// Searches until a limit or `control`, armed by the caller, says stop. The last report is marked as done.
    fn think(&mut self, search: &Search, control: &Control, report: &mut dyn FnMut(Thought));
}

/// An engine for the game of that name; `None` if there is no such game.
pub fn thinker(variant: &str, resources: Resources) -> Option<Box<dyn Thinker>> {
    variants::with(variant, Make(resources))
}

/// The same where the program carries no networks: `network` is the file of the game's own or of its base, which a game that plays without
/// one does not look at.
///
/// # Errors
/// The file is no network for the game.
pub fn thinker_with(
    variant: &str,
    resources: Resources,
    network: &[u8],
) -> Result<Option<Box<dyn Thinker>>, EvaluatorError> {
    variants::with(variant, MakeWith(resources, network)).transpose()
}

struct Make(Resources);

impl VisitTurnBased for Make {
    type Out = Box<dyn Thinker>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        turn_based::<V>(self.0, Evaluator::new())
    }
}

impl Visit for Make {
    fn apocalypse(self) -> Self::Out {
        both(self.0)
    }
}

// Not a case of `Make`: a program that only ever makes these must not carry networks.
struct MakeWith<'a>(Resources, &'a [u8]);

impl VisitTurnBased for MakeWith<'_> {
    type Out = Result<Box<dyn Thinker>, EvaluatorError>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let evaluator = if self.1.is_empty() { Evaluator::hand_made() } else { Evaluator::of_file(self.1)? };
        Ok(turn_based::<V>(self.0, evaluator))
    }
}

impl Visit for MakeWith<'_> {
    fn apocalypse(self) -> Self::Out {
        Ok(both(self.0))
    }
}

fn turn_based<V: Variant>(resources: Resources, evaluator: Evaluator<V>) -> Box<dyn Thinker> {
    let engine = engine::Engine::<V>::with_evaluator(settings(resources, LEVELS, 1), evaluator);
    Box::new(TurnBased { resources, engine, start: String::new() })
}

fn both(Resources { threads, hash, seed }: Resources) -> Box<dyn Thinker> {
    let settings = apocalypse::Settings { threads, hash, seed, ..apocalypse::Settings::default() };
    Box::new(ApocalypseThinker { settings, engine: apocalypse::Engine::new(settings) })
}

fn settings(resources: Resources, level: u8, lines: usize) -> engine::Settings {
    engine::Settings {
        threads: resources.threads,
        hash: resources.hash,
        lines,
        skill: Skill::level(level.into()),
        seed: resources.seed,
        ..engine::Settings::default()
    }
}

fn limits(search: &Search) -> Limits {
    Limits {
        depth: search.limits.depth,
        nodes: search.limits.nodes,
        move_time: search.limits.time,
        clock: search.limits.clock.map(|(left, increment)| Clock { left, increment }),
        ..Limits::default()
    }
}

/// The game so far; `None` if it cannot be played, which a session never asks for.
fn record<G: Game>(start: &str, moves: &[Texts]) -> Option<Record<G>> {
    let mut record = Record::new(start.parse::<G>().ok()?);
    for texts in moves {
        let mut choices = [None; 2];
        for side in Color::BOTH {
            if let Some(text) = &texts[side] {
                choices[side] = Some(record.position().parse_move(side, text).ok()?);
            }
        }
        record.play(choices);
    }
    Some(record)
}

struct TurnBased<V: Variant> {
    resources: Resources,
    engine: engine::Engine<V>,
    /// Where the last game of a weaker level began.
    start: String,
}

impl<V: Variant> TurnBased<V> {
    /// Lets a weaker level begin every game in another form and with other mistakes.
    fn notice_new_game(&mut self, search: &Search) {
        if search.level < LEVELS && (search.moves.len() < 2 || search.start != self.start) {
            self.start.clone_from(&search.start);
            self.engine.new_game();
        }
    }
}

impl<V: Variant> Thinker for TurnBased<V> {
    fn think(&mut self, search: &Search, control: &Control, report: &mut dyn FnMut(Thought)) {
        let last = |thought| Thought { done: true, ..thought };
        let Some(mut record) = record::<Position<V>>(&search.start, &search.moves) else {
            log::error!("a game of {} that began at {} cannot be played", search.variant, search.start);
            return report(last(Thought::default()));
        };
        if search.pass {
            let mut passed = *record.position();
            passed.pass();
            record = Record::new(passed);
        }
        self.engine.set(settings(self.resources, search.level, search.lines));
        self.notice_new_game(search);
        let pos = *record.position();
        let begun = Instant::now();
        let mut thought = Thought::default();
        let answer = self.engine.go(&record, &limits(search), control, &mut |news| {
            if let Report::Line(line, progress) = news {
                (thought.depth, thought.nodes, thought.time) = (line.depth, progress.nodes, progress.time);
                thought.lines.retain(|other| other.rank != line.rank);
                thought.lines.push(ThoughtLine {
                    rank: line.rank,
                    value: value(line.score, pos.turn()),
                    depth: line.depth,
                    moves: texts(&pos, &line.moves),
                });
                thought.lines.sort_by_key(|line| line.rank);
                report(thought.clone());
            }
        });
        thought.best = answer.best.map(|m| pos.write_move(m));
        (thought.nodes, thought.time) = (answer.nodes, begun.elapsed());
        report(last(thought));
    }
}

/// A line as text.
fn texts<V: Variant>(root: &Position<V>, moves: &[movegen::Move]) -> Vec<String> {
    let mut pos = *root;
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves {
        texts.push(pos.write_move(m));
        pos.play(m, &mut ());
    }
    texts
}

/// A score of the side to move as a value for White.
fn value(score: Score, side: Color) -> Value {
    let (moves, sign) = ((WIN - score.abs() + 1) / 2, if (score > 0) == (side == Color::White) { 1 } else { -1 });
    match score.abs() >= LONGEST_WIN {
        true => Value::Mate(sign * moves),
        false => Value::Centipawns(if side == Color::White { score } else { -score }),
    }
}

struct ApocalypseThinker {
    settings: apocalypse::Settings,
    engine: apocalypse::Engine,
}

impl Thinker for ApocalypseThinker {
    fn think(&mut self, search: &Search, control: &Control, report: &mut dyn FnMut(Thought)) {
        let Some(record) = record::<BothPosition>(&search.start, &search.moves) else {
            log::error!("a game of {} that began at {} cannot be played", search.variant, search.start);
            return report(Thought { done: true, ..Thought::default() });
        };
        self.engine.set(apocalypse::Settings { skill: Skill::level(search.level.into()), ..self.settings });
        let begun = Instant::now();
        let mut thought = Thought::default();
        let answer = self.engine.go(&record, search.side.into(), &limits(search), control, &mut |news| {
            let strategy = &news.strategy;
            (thought.depth, thought.nodes, thought.time) = (strategy.depth, news.progress.nodes, news.progress.time);
            thought.strategies = Some(strategies(strategy));
            thought.lines = vec![line(strategy, search.side)];
            report(thought.clone());
        });
        if let Some(strategy) = &answer.strategy {
            thought.strategies = Some(strategies(strategy));
            thought.lines = vec![line(strategy, search.side)];
        }
        thought.best = answer.best.map(|choice| choice.to_string());
        (thought.nodes, thought.time, thought.done) = (answer.nodes, begun.elapsed().max(Duration::ZERO), true);
        report(thought);
    }
}

/// The likeliest choice as a line of its own.
fn line(strategy: &apocalypse::Strategy, side: Color) -> ThoughtLine {
    ThoughtLine {
        rank: 1,
        value: Value::Expected(strategy.value()),
        depth: strategy.depth,
        moves: strategy.mix[side].first().map(|(choice, _)| choice.to_string()).into_iter().collect(),
    }
}

fn strategies(strategy: &apocalypse::Strategy) -> Strategies {
    let shares = |side: Color| {
        let share = |&(choice, share): &(apocalypse::Choice, f64)| Share {
            m: choice.to_string(),
            share,
            gamble: choice.is_speculative(),
        };
        strategy.mix[side].iter().map(share).collect()
    };
    Strategies { white: shares(Color::White), black: shares(Color::Black), low: strategy.low, high: strategy.high }
}
