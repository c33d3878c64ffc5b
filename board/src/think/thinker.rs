//! The engine of one game, which runs the searches of the session.

use engine::skill::Skill;
use engine::system_clock::Instant;
use games::{
    AnyEngine, AnySession, Clock, Control, EngineError, EvaluatorSource, Limits, Report, Settings, Strategy, registry,
};
use movegen::{Color, Turn};

use super::{LEVELS, Lane, Search, SearchLimits, Thought, ThoughtLine};
use crate::messages::{Share, Strategies, Value};

/// The engine of one game. It keeps its hash table between searches.
pub struct Thinker {
    settings: Settings,
    session: Box<dyn AnySession>,
    engine: Box<dyn AnyEngine>,
    /// The start position of the last game of a weaker level.
    start: String,
}

impl Thinker {
    /// Creates an engine; `None` if there is no such game.
    ///
    /// # Errors
    /// The evaluator's file is not a network for the game.
    pub fn new(variant: &str, settings: Settings, evaluator: EvaluatorSource) -> Result<Option<Self>, EngineError> {
        let Some(Ok(session)) = registry::open(variant, None, &[]) else { return Ok(None) };
        let data = games::Resources { evaluator, book: None, tables: None };
        let engine = session.new_engine(settings, &data)?;
        Ok(Some(Self { settings, session, engine, start: String::new() }))
    }

    /// Searches until a limit is reached or `control`, armed by the caller, stops the search. The last report has `done`.
    pub fn think(&mut self, search: &Search, control: &Control, report: &mut dyn FnMut(Thought)) {
        let begun = Instant::now();
        let mut thought = Thought::default();
        if let Err(error) = self.search(search, control, &mut thought, report) {
            log::error!("a game of {} that began at {} cannot be played: {error}", search.variant, search.start);
        }
        (thought.time, thought.done) = (begun.elapsed(), true);
        report(thought);
    }

    fn search(
        &mut self,
        search: &Search,
        control: &Control,
        thought: &mut Thought,
        report: &mut dyn FnMut(Thought),
    ) -> Result<(), Box<dyn std::error::Error>> {
        let moves: Vec<String> = search.moves.iter().flatten().flatten().cloned().collect();
        self.session.set_up(Some(&search.start), &moves)?;
        if search.pass {
            self.session.pass();
        }
        let skill = Skill::level(search.level.into());
        self.engine.set(Settings { lines: search.lines, skill, ..self.settings });
        let side = match self.session.turn() {
            Turn::One(side) => side,
            Turn::Both => search.side.into(),
        };
        // A weaker level plays every game in another form and with other mistakes.
        let is_new = search.moves.len() < 2 || search.start != self.start;
        if search.level < LEVELS && is_new && self.session.turn() != Turn::Both {
            self.start.clone_from(&search.start);
            self.engine.new_game();
        }
        let SearchLimits { depth, time: move_time, clock } = search.limits;
        let clock = clock.map(|(left, increment)| Clock { left, increment });
        let limits = Limits { depth, move_time, clock, ..Limits::default() };
        let request = games::Request { side, among: Vec::new(), limits };
        let session = self.session.as_ref();
        let answer = self.engine.search(session, &request, control, &mut |news| {
            match news {
                Report::Strategies(strategy, progress) => {
                    set_strategies(thought, session, &strategy, side);
                    (thought.depth, thought.nodes, thought.time) = (strategy.depth, progress.nodes, progress.time);
                }
                Report::Line(line, progress) if thought.strategies.is_none() => {
                    (thought.depth, thought.nodes, thought.time) = (line.depth, progress.nodes, progress.time);
                    let value = value(line.evaluation.value, side);
                    thought.lines.retain(|other| other.rank != line.rank);
                    thought.lines.push(ThoughtLine { rank: line.rank, value, depth: line.depth, moves: line.moves });
                    thought.lines.sort_by_key(|line| line.rank);
                }
                Report::Line(..) | Report::CurrentMove(..) | Report::Over(_) => return,
            }
            report(thought.clone());
        })?;
        if let Some(strategy) = &answer.strategies {
            let mut strategy = strategy.clone();
            // A player does not always draw from the strategy that the search found.
            if search.lane == Lane::Play {
                strategy.mix[side] = answer.odds;
            }
            set_strategies(thought, session, &strategy, side);
        }
        (thought.best, thought.nodes) = (answer.best, answer.nodes);
        Ok(())
    }
}

/// Converts a value of a side to White's view.
fn value(value: games::Value, side: Color) -> Value {
    match if side == Color::White { value } else { value.negated() } {
        games::Value::Centipawns(value) => Value::Centipawns(value),
        games::Value::Mate(moves) => Value::Mate(moves),
        games::Value::Expected(value) => Value::Expected(value),
    }
}

/// Stores both sides' strategies, and the most probable choice of a side as the only line.
fn set_strategies(thought: &mut Thought, session: &dyn AnySession, strategy: &Strategy<String>, side: Color) {
    let is_gamble = |side, text: &str| {
        let written = session.convert(side, text, games::Notation::Coordinates, games::Notation::Algebraic);
        written.is_ok_and(|text| text.ends_with('?'))
    };
    let shares = |side: Color| {
        let share = |(m, share): &(String, f64)| Share { m: m.clone(), share: *share, gamble: is_gamble(side, m) };
        strategy.mix[side].iter().map(share).collect()
    };
    thought.strategies = Some(Strategies {
        white: shares(Color::White),
        black: shares(Color::Black),
        low: strategy.low,
        high: strategy.high,
    });
    thought.lines = vec![ThoughtLine {
        rank: 1,
        value: Value::Expected(strategy.value()),
        depth: strategy.depth,
        moves: strategy.mix[side].first().map(|(m, _)| m.clone()).into_iter().collect(),
    }];
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::messages::Side;

    fn search(variant: &str, moves: &[[Option<&str>; 2]]) -> Search {
        Search {
            lane: Lane::Look,
            variant: variant.to_owned(),
            start: registry::open(variant, None, &[]).unwrap().unwrap().fen(),
            moves: moves.iter().map(|turn| turn.map(|text| text.map(str::to_owned))).collect(),
            side: Side::Black,
            pass: false,
            lines: 1,
            limits: SearchLimits { depth: Some(2), ..SearchLimits::default() },
            level: LEVELS,
            definitions: String::new(),
        }
    }

    fn last_report(search: &Search) -> Thought {
        let settings = Settings { threads: 1, hash: Some(1), seed: 1, ..Settings::default() };
        let mut thinker = Thinker::new(&search.variant, settings, EvaluatorSource::HandMade).unwrap().unwrap();
        let mut last = Thought::default();
        thinker.think(search, &Control::default(), &mut |thought| last = thought);
        last
    }

    #[test]
    fn values_are_whites_and_moves_are_the_sides() {
        let moves = [[Some("f2f3"), None], [None, Some("e7e5")], [Some("g2g4"), None]];
        let mate = last_report(&search("chess", &moves));
        assert_eq!((mate.best.as_deref(), mate.lines[0].value, mate.done), (Some("d8h4"), Value::Mate(-1), true));
        let threat = last_report(&Search { pass: true, ..search("chess", &moves[..2]) });
        assert!(threat.best.is_some_and(|text| text.as_bytes()[1] > b'4'), "a move of Black");
    }

    #[test]
    fn strategies_of_both_sides_are_reported() {
        let report = last_report(&search("apocalypse", &[[Some("a2a3"), Some("a4a3")]]));
        let strategies = report.strategies.unwrap();
        assert!(!strategies.white.is_empty() && !strategies.black.is_empty());
        assert_eq!(report.lines[0].moves, [strategies.black[0].m.clone()]);
    }

    #[test]
    fn illegal_game_is_reported_without_a_move() {
        let report = last_report(&search("chess", &[[Some("e2e5"), None]]));
        assert_eq!((report.best, report.done), (None, true));
    }

    #[test]
    fn searches_and_reports_survive_serialization() {
        let search = Search {
            limits: SearchLimits {
                depth: Some(9),
                time: Some(Duration::from_millis(1234)),
                clock: Some((Duration::from_secs(60), Duration::from_nanos(1))),
            },
            ..search("insurrection-strict", &[[Some("e2e4"), None]])
        };
        let text = serde_json::to_string(&search).unwrap();
        assert_eq!(serde_json::from_str::<Search>(&text).unwrap(), search);
        let share = Share { m: "a2a3".to_owned(), share: 1.0 / 3.0, gamble: true };
        let line = |value| ThoughtLine { rank: 1, value, depth: 12, moves: vec!["e2e4".to_owned()] };
        let thought = Thought {
            depth: 12,
            nodes: u64::MAX,
            time: Duration::new(3, 5),
            lines: [Value::Centipawns(-7), Value::Mate(3), Value::Expected(0.1)].map(line).to_vec(),
            strategies: Some(Strategies { white: vec![share], black: Vec::new(), low: -0.25, high: 0.1 + 0.2 }),
            best: Some("e2e4".to_owned()),
            done: true,
        };
        let text = serde_json::to_string(&thought).unwrap();
        assert_eq!(serde_json::from_str::<Thought>(&text).unwrap(), thought);
    }
}
