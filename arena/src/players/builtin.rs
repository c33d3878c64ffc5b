//! This project's engine as a player in this process: the same search without the way through text and pipes.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use apocalypse::values::centipawns;
use engine::book::{AnyBook, Book};
use engine::skill::{FULL_OPTION, LEVELS, Skill};
use engine::{Bound, Control, Engine, Limits, Progress, Report, Settings};
use eval::score::{LONGEST_WIN, WIN};
use eval::{Evaluator, Score};
use movegen::fen::printable;
use movegen::{Game, Position, Variant};

use super::Judge;
use super::simple::{Manner, Simple};
use crate::config::EngineConfig;
use crate::players::fault::Fault;
use crate::players::{Ask, Identity, Player, Reply, Said, Thought, Value};
use crate::rules::Refereed;

/// A game that this project's engine plays in this process.
pub trait HasEngine: Refereed {
    /// The engine.
    ///
    /// # Errors
    /// Which option it does not know.
    fn engine(config: &EngineConfig) -> Result<Box<dyn Player<Self>>, String>;
}

impl<V: Variant> HasEngine for Position<V> {
    fn engine(config: &EngineConfig) -> Result<Box<dyn Player<Self>>, String> {
        let option = |wanted: &str| config.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        let Some((_, manner)) = option("player") else { return Ok(Box::new(Builtin::<V>::new(config)?)) };
        let wrong = || format!("option Player of the engine in this process: '{}' is no value", printable(manner));
        let manner = Manner::named(manner).ok_or_else(wrong)?;
        let settings = settings(&config.options)?;
        Ok(Box::new(Simple::<V>::new(manner, settings.seed)))
    }
}

impl HasEngine for apocalypse::Position {
    fn engine(config: &EngineConfig) -> Result<Box<dyn Player<Self>>, String> {
        Ok(Box::new(BuiltinApocalypse::new(config)?))
    }
}

/// The engine of one game.
pub struct Builtin<V: Variant> {
    engine: Engine<V>,
    identity: Identity,
}

impl<V: Variant> Builtin<V> {
    /// An engine with the options `Threads`, `Hash`, `Move Overhead`, and `Eval`: `best` for what the engine uses anyway,
    /// `hand` for the hand-made evaluation, or the file of a network or of weights; `Skill Level` or `Level` or `Strength`
    /// for a weaker player, and `Seed`, from which its mistakes are drawn: 1 unless set, so that matches can be repeated;
    /// `OwnBook` and `BookFile` for one that plays from a book.
    ///
    /// # Errors
    /// Which option is unknown or has no good value.
    pub fn new(config: &EngineConfig) -> Result<Self, String> {
        let settings = settings(&config.options)?;
        let identity = identity(settings.threads, settings.hash);
        let mut engine = Engine::with_evaluator(settings, evaluator::<V>(&config.options)?);
        engine.set_book(book::<V>(&config.options)?);
        Ok(Self { engine, identity })
    }
}

fn evaluator<V: Variant>(options: &[(String, String)]) -> Result<Evaluator<V>, String> {
    let option = options.iter().find(|(name, _)| name.eq_ignore_ascii_case("eval"));
    let judge = option.map_or(Ok(Judge::Best), |(_, value)| Judge::of::<V>(Path::new(value)));
    judge.map(|judge| judge.evaluator()).map_err(|why| format!("option Eval: {why}"))
}

fn book<V: Variant>(options: &[(String, String)]) -> Result<Option<Arc<Book<V>>>, String> {
    let option = options.iter().find(|(name, _)| name.eq_ignore_ascii_case("bookfile"));
    let Some((_, path)) = option else { return Ok(None) };
    let wrong = |why: String| format!("option BookFile: {why}");
    let book = AnyBook::open(Path::new(path)).map_err(wrong)?;
    book.of_game().map(Some).ok_or_else(|| wrong(format!("it is one of {}, not of {}", book.game(), V::NAME)))
}

fn settings(options: &[(String, String)]) -> Result<Settings, String> {
    let mut settings = Settings { seed: 1, ..Settings::default() };
    for (name, value) in options {
        let wrong = || format!("option {name} of the engine in this process: '{value}' is no value");
        let number =
            |least: usize, most: usize| value.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(wrong);
        let share = |least: f64, most: f64| value.parse().ok().filter(|x| (least..=most).contains(x)).ok_or_else(wrong);
        match name.to_ascii_lowercase().as_str() {
            "threads" => settings.threads = number(1, 512)?,
            "hash" => settings.hash = number(1, 131_072)?,
            "skill level" => settings.skill = Skill::of_option(number(0, FULL_OPTION as usize)? as u32),
            "level" => settings.skill = Skill::between((100.0 * share(1.0, f64::from(LEVELS))?).round() as u32),
            "strength" => settings.skill = Skill::Strength(number(0, Skill::STRONGEST as usize)? as u32),
            "seed" => settings.seed = number(0, usize::MAX)? as u64,
            "ownbook" => settings.own_book = value.parse().map_err(|_| wrong())?,
            "move overhead" => settings.overhead = Duration::from_millis(number(0, 5000)? as u64),
            // Said by the match, or looked at elsewhere.
            "uci_variant" | "eval" | "player" | "bookfile" => {}
            _ => return Err(format!("the engine in this process has no option '{name}'")),
        }
    }
    Ok(settings)
}

impl<V: Variant> Player<Position<V>> for Builtin<V> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, _ask: &Ask<'_, Position<V>>) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_, Position<V>>) -> Result<Reply<movegen::Move>, Fault> {
        let control = Control::default();
        control.arm(false);
        let mut thought = Thought::default();
        let mut last = Vec::new();
        let begin = Instant::now();
        let answer = self.engine.go(ask.record, &limits(ask), &control, &mut |report| {
            if let Report::Line(line, progress) = report
                && line.rank == 1
            {
                thought = Thought {
                    value: Some(value(line.score)),
                    is_bound: line.bound != Bound::Exact,
                    depth: line.depth,
                    selective_depth: line.selective_depth,
                    hash_full: progress.hash_full,
                    ..of_progress(progress)
                };
                last.clone_from(&line.moves);
            }
        });
        let time = begin.elapsed();
        thought.value = Some(value(answer.score));
        thought.is_bound = false;
        thought.nodes = answer.nodes;
        let m = answer.best.ok_or_else(|| Fault::Illegal("none".to_owned()))?;
        let mut pos = *ask.record.position();
        thought.line = last
            .iter()
            .map(|&m| {
                let text = pos.write_move(m);
                pos.play(m, &mut ());
                text
            })
            .collect();
        Ok(Reply { said: Said::Move(m), time, thought, lines: Vec::new() })
    }

    fn game_over(&mut self, _result: &str, _reason: &str) {}

    fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// The engine of the game in which both sides choose at once.
pub struct BuiltinApocalypse {
    engine: apocalypse::Engine,
    identity: Identity,
}

impl BuiltinApocalypse {
    /// An engine with the options `Threads`, `Hash`, `Move Overhead`, and `Seed`, from which choices are drawn: 1 unless
    /// set, so that matches can be repeated.
    ///
    /// # Errors
    /// Which option is unknown or has no good value.
    pub fn new(config: &EngineConfig) -> Result<Self, String> {
        let Settings { threads, hash, overhead, seed, skill, .. } = settings(&config.options)?;
        let settings = apocalypse::Settings { threads, hash, overhead, seed, likeliest: false, skill };
        Ok(Self { engine: apocalypse::Engine::new(settings), identity: identity(threads, hash) })
    }
}

impl Player<apocalypse::Position> for BuiltinApocalypse {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, _ask: &Ask<'_, apocalypse::Position>) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_, apocalypse::Position>) -> Result<Reply<apocalypse::Choice>, Fault> {
        let control = Control::default();
        control.arm(false);
        let mut thought = Thought::default();
        let begin = Instant::now();
        let answer = self.engine.go(ask.record, ask.side.into(), &limits(ask), &control, &mut |report| {
            thought = Thought {
                depth: report.strategy.depth,
                selective_depth: report.strategy.depth,
                hash_full: report.progress.hash_full,
                ..of_progress(&report.progress)
            };
        });
        let time = begin.elapsed();
        thought.value = answer.strategy.map(|strategy| Value::Cp(centipawns(strategy.value_to(ask.side))));
        thought.nodes = answer.nodes;
        let m = answer.best.ok_or_else(|| Fault::Illegal("none".to_owned()))?;
        thought.line = vec![m.to_string()];
        Ok(Reply { said: Said::Move(m), time, thought, lines: Vec::new() })
    }

    fn game_over(&mut self, _result: &str, _reason: &str) {}

    fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

fn identity(threads: usize, hash: usize) -> Identity {
    Identity {
        name: format!("Upheaval {}", env!("CARGO_PKG_VERSION")),
        author: "the Upheaval developers".to_owned(),
        threads: Some(threads.to_string()),
        hash: Some(hash.to_string()),
    }
}

/// What limits the side asked.
fn limits<G: Game>(ask: &Ask<'_, G>) -> Limits {
    let clock = ask.clock();
    let of = clock.limits();
    Limits {
        depth: of.depth,
        nodes: of.nodes,
        move_time: of.move_time,
        clock: of.control.zip(clock.left()).map(|(control, left)| engine::Clock { left, increment: control.increment }),
        moves_to_go: clock.moves_to_go(),
        ..Limits::default()
    }
}

fn of_progress(progress: &Progress) -> Thought {
    Thought {
        nodes: progress.nodes,
        speed: (u128::from(progress.nodes) * 1_000_000 / progress.time.as_micros().max(1)) as u64,
        time: progress.time.as_millis() as u64,
        ..Thought::default()
    }
}

/// A score as UCI would tell it.
pub const fn value(score: Score) -> Value {
    match score {
        score if score >= LONGEST_WIN => Value::Mate((WIN - score + 1) / 2),
        score if score <= -LONGEST_WIN => Value::Mate(-((WIN + score + 1) / 2)),
        score => Value::Cp(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_agree_with_what_uci_tells() {
        for score in [0, 35, -35, WIN - 1, WIN - 5, -WIN, 1 - WIN, 4 - WIN, LONGEST_WIN, -LONGEST_WIN] {
            let told = match value(score) {
                Value::Cp(n) => format!("cp {n}"),
                Value::Mate(n) => format!("mate {n}"),
            };
            assert_eq!(told, eval::score::Uci(score).to_string());
        }
    }

    #[test]
    fn options_are_known_or_refused() {
        let of = |name: &str, value: &str| settings(&[(name.into(), value.into())]);
        assert_eq!(of("hash", "4").unwrap().hash, 4);
        assert_eq!(of("Skill Level", "3").unwrap().skill, Skill::between(235));
        assert_eq!(of("Level", "9.5").unwrap().skill, Skill::between(950));
        assert_eq!(of("Strength", "400").unwrap().skill, Skill::Strength(400));
        assert!(of("Level", "10.1").is_err() && of("Level", "NaN").is_err() && of("Strength", "1001").is_err());
        assert!(of("Hash", "0").is_err() && of("Hash", "x").is_err() && of("EvalFile", "x").is_err());
    }
}
