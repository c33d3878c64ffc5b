//! This project's engine as a player in this process.

use std::any::Any;
use std::path::Path;
use std::time::Instant;

use clap::ValueEnum as _;
use engine::DEFAULT_HASH;
use engine::book::AnyBook;
use games::options::{Effect, EngineOptions};
use games::registry::{TurnBasedVisitor, visit_turn_based};
use games::{
    Bound, Clock, Control, EvaluatorSource, GameEngine, GameSession, Limits, Notation, PlayedGame, Report, Request,
    Resources, Settings,
};
use movegen::fen::printable;
use movegen::{Position, Variant};

use super::simple::{Manner, Simple};
use crate::arguments::quoted;
use crate::config::EngineConfig;
use crate::players::fault::Fault;
use crate::players::{Answer, Ask, Identity, Player, Reply, Thought, Value};

/// Creates the built-in engine with its options: those of [`games::options`], where `Seed` is 1 by default; `Eval` (`best`, `hand`,
/// or the file of a network or of weights); and `Player` (`random` or `greedy`), which replaces the engine by a player without
/// search.
pub fn start<G: PlayedGame>(config: &EngineConfig, start: &G) -> Result<Box<dyn Player<G>>, String> {
    // Many games at once: each has a small table, in every game.
    let mut options = EngineOptions::from(Settings { seed: 1, hash: Some(DEFAULT_HASH), ..Settings::default() });
    let mut resources = Resources::default();
    let mut manner = None;
    for (name, value) in &config.options {
        match name.to_ascii_lowercase().as_str() {
            // Set by the match.
            "uci_variant" => {}
            "player" => {
                manner =
                    Some(Manner::from_str(value, true).map_err(|_| invalid(name, value, "neither random nor greedy"))?);
            }
            "eval" => resources.evaluator = evaluator(value)?,
            _ => match options.set(name, Some(value)).map_err(|error| error.to_string())? {
                Effect::Network(Some(file)) => resources.evaluator = evaluator(&file)?,
                Effect::Book(Some(file)) => resources.book = Some(book(start.name(), name, &file)?),
                Effect::Endgames(files) => {
                    games::load_endgames(&files)?;
                }
                Effect::Tables(_) => return Err(invalid(name, value, "not supported by the built-in engine")),
                _ => {}
            },
        }
    }
    let settings = options.settings();
    if let Some(manner) = manner {
        return simple(start.name(), manner, settings.seed);
    }
    let identity = Identity {
        name: format!("Upheaval {}", env!("CARGO_PKG_VERSION")),
        author: "the Upheaval developers".to_owned(),
        threads: Some(settings.threads.to_string()),
        hash: settings.hash.map(|hash| hash.to_string()),
    };
    let engine = G::Engine::new(start, settings, &resources).map_err(|error| format!("option Eval: {error}"))?;
    Ok(Box::new(Builtin { engine, identity }))
}

/// Creates a player without search.
fn simple<G: PlayedGame>(game: &str, manner: Manner, seed: u64) -> Result<Box<dyn Player<G>>, String> {
    struct Create(Manner, u64);
    impl TurnBasedVisitor for Create {
        type Out = Box<dyn Any>;
        fn turn_based<V: Variant>(self, _: V) -> Box<dyn Any> {
            let player: Box<dyn Player<Position<V>>> = Box::new(Simple::<V>::new(self.0, self.1));
            Box::new(player)
        }
    }
    let player = visit_turn_based(game, Create(manner, seed)).and_then(|player| player.downcast().ok());
    let player = player.map(|player: Box<Box<dyn Player<G>>>| *player);
    player.ok_or_else(|| format!("option Player of the built-in engine: not available in {game}"))
}

fn invalid(name: &str, value: &str, why: &str) -> String {
    format!("option {name} cannot be '{}': {why}", printable(value))
}

/// Returns the evaluator of the name `best` or `hand`, or that of the file of a network or of weights.
fn evaluator(name: &str) -> Result<EvaluatorSource, String> {
    match name {
        "best" => Ok(Resources::default().evaluator),
        "hand" => Ok(EvaluatorSource::HandMade),
        file => match std::fs::read(file) {
            Ok(bytes) => Ok(EvaluatorSource::File(bytes.into())),
            Err(error) => Err(format!("evaluation {}: {error}", quoted(Path::new(file)))),
        },
    }
}

/// Returns the evaluator of this name, as the option `Eval` has it, if it is valid for the game.
pub fn evaluator_for<V: Variant>(game: V, name: &Path) -> Result<EvaluatorSource, String> {
    let source = evaluator(&name.to_string_lossy())?;
    source.evaluator(game).map_err(|error| format!("evaluation {}: {error}", quoted(name)))?;
    Ok(source)
}

fn book(game: &str, name: &str, file: &str) -> Result<AnyBook, String> {
    let book = AnyBook::open(Path::new(file)).map_err(|why| invalid(name, file, &why))?;
    match book.game == game {
        true => Ok(book),
        false => Err(invalid(name, file, &format!("it is a book of {}, not of {game}", book.game))),
    }
}

/// The engine of a game.
struct Builtin<G: PlayedGame> {
    engine: G::Engine,
    identity: Identity,
}

impl<G: PlayedGame> Player<G> for Builtin<G> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, _ask: &Ask<'_, G>) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        let control = Control::default();
        control.arm(false);
        let (clock, of) = (ask.clock(), ask.clock().limits);
        let limits = Limits {
            depth: of.depth,
            nodes: of.nodes,
            move_time: of.move_time,
            clock: of.control.zip(clock.left()).map(|(control, left)| Clock { left, increment: control.increment }),
            moves_to_go: clock.moves_to_go(),
            ..Limits::default()
        };
        let request = Request { side: ask.side, among: Vec::new(), limits };
        let mut thought = Thought::default();
        let mut moves = Vec::new();
        let begin = Instant::now();
        let answer = self.engine.search(ask.record, &request, &control, &mut |report| {
            if let Report::Line(line, progress) = report
                && line.rank == 1
            {
                thought = Thought {
                    is_bound: line.bound != Bound::Exact,
                    depth: line.depth,
                    selective_depth: line.selective_depth,
                    hash_full: progress.hash_full,
                    table_hits: progress.table_hits,
                    nodes: progress.nodes,
                    speed: (u128::from(progress.nodes) * 1_000_000 / progress.time.as_micros().max(1)) as u64,
                    time: progress.time.as_millis() as u64,
                    ..Thought::default()
                };
                moves = line.moves;
            }
        });
        let time = begin.elapsed();
        let m = answer.best.ok_or_else(|| Fault::Illegal("none".to_owned()))?;
        if answer.strategies.is_some() {
            moves = vec![m];
        }
        thought.value = Some(answer.evaluation.value.into());
        thought.is_bound = false;
        thought.nodes = answer.nodes;
        thought.line = GameSession::from(ask.record.clone()).write_line(ask.side, &moves, Notation::Coordinates);
        Ok(Reply { answer: Answer::Move(m), time, thought, lines: Vec::new() })
    }
}

impl From<games::Value> for Value {
    fn from(value: games::Value) -> Self {
        match value {
            games::Value::Mate(moves) => Self::Mate(moves),
            games::Value::Centipawns(_) | games::Value::Expected(_) => Self::Cp(value.centipawns().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Chess;

    #[test]
    fn options_are_accepted_or_rejected() {
        let start = |name: &str, value: &str| {
            let options = vec![(name.to_owned(), value.to_owned())];
            start(&EngineConfig { options, ..EngineConfig::default() }, &Position::<Chess>::start())
        };
        for (name, value) in [
            ("hash", "4"),
            ("Skill Level", "3"),
            ("Level", "9.5"),
            ("Strength", "400"),
            ("Eval", "hand"),
            ("player", "Random"),
        ] {
            assert!(start(name, value).is_ok(), "{name}={value}");
        }
        assert_eq!(start("hash", "4").unwrap().identity().hash.as_deref(), Some("4"));
        let rejected = [
            ("Level", "10.1"),
            ("Level", "NaN"),
            ("Strength", "1001"),
            ("Hash", "0"),
            ("Hash", "x"),
            ("Eval", "no/such/file"),
            ("BookFile", "no/such/file"),
            ("ApocalypseTables", "x"),
            ("Player", "x"),
            ("Depth", "1"),
        ];
        for (name, value) in rejected {
            assert!(start(name, value).is_err(), "{name}={value}");
        }
        let tables =
            EngineConfig { options: vec![("Player".to_owned(), "random".to_owned())], ..EngineConfig::default() };
        assert!(super::start(&tables, &<apocalypse::Position as movegen::Game>::start()).is_err());
    }
}
