//! This project's engine as a player in this process: the same search without the way through text and pipes.

use std::time::{Duration, Instant};

use engine::{Bound, Control, Engine, Limits, Report, Settings, skill};
use eval::Score;
use eval::score::{LONGEST_WIN, WIN};
use movegen::{Position, Variant};

use super::config::EngineConfig;
use super::fault::Fault;
use super::player::{Ask, Identity, Player, Reply, Said, Thought, Value};

/// The engine of one game.
pub struct Builtin<V: Variant> {
    engine: Engine<V>,
    identity: Identity,
}

impl<V: Variant> Builtin<V> {
    /// An engine with the options `Threads`, `Hash`, `Skill Level` and `Move Overhead`.
    ///
    /// # Errors
    /// Which option is unknown or has no good value.
    pub fn new(config: &EngineConfig) -> Result<Self, String> {
        let settings = settings(&config.options)?;
        let identity = Identity {
            name: format!("Upheaval {}", env!("CARGO_PKG_VERSION")),
            author: "the Upheaval developers".to_owned(),
            threads: Some(settings.threads.to_string()),
            hash: Some(settings.hash.to_string()),
        };
        Ok(Self { engine: Engine::new(settings), identity })
    }
}

fn settings(options: &[(String, String)]) -> Result<Settings, String> {
    let mut settings = Settings::default();
    for (name, value) in options {
        let wrong = || format!("option {name} of the engine in this process: '{value}' is no value");
        let number =
            |least: usize, most: usize| value.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(wrong);
        match name.to_ascii_lowercase().as_str() {
            "threads" => settings.threads = number(1, 512)?,
            "hash" => settings.hash = number(1, 131_072)?,
            "skill level" => settings.skill = number(0, skill::FULL as usize)? as u32,
            "move overhead" => settings.overhead = Duration::from_millis(number(0, 5000)? as u64),
            // Said by the match, not by the engine.
            "uci_variant" | "assassination" => {}
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
        let clock = ask.clock();
        let of = clock.limits();
        let limits = Limits {
            depth: of.depth,
            nodes: of.nodes,
            move_time: of.move_time,
            clock: of
                .control
                .zip(clock.left())
                .map(|(control, left)| engine::Clock { left, increment: control.increment }),
            moves_to_go: clock.moves_to_go(),
            ..Limits::default()
        };
        let control = Control::default();
        control.arm(false);
        let mut thought = Thought::default();
        let mut last = Vec::new();
        let begin = Instant::now();
        let answer = self.engine.go(ask.record, &limits, &control, &mut |report| {
            if let Report::Line(line, progress) = report
                && line.rank == 1
            {
                let millis = progress.time.as_millis() as u64;
                thought = Thought {
                    value: Some(value(line.score)),
                    is_bound: line.bound != Bound::Exact,
                    depth: line.depth,
                    selective_depth: line.selective_depth,
                    nodes: progress.nodes,
                    speed: (u128::from(progress.nodes) * 1_000_000 / progress.time.as_micros().max(1)) as u64,
                    hash_full: progress.hash_full,
                    table_hits: 0,
                    time: millis,
                    line: Vec::new(),
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
        assert_eq!(of("Skill Level", "3").unwrap().skill, 3);
        assert!(of("Hash", "0").is_err() && of("Hash", "x").is_err() && of("EvalFile", "x").is_err());
    }
}
