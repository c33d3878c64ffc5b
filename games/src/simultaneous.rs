//! Apocalypse: both sides choose at once, and the search finds mixed strategies.

use std::fmt::Write as _;
use std::sync::Arc;

use ::apocalypse::rules::{self, Choice, Position, Square};
use ::apocalypse::tables::Tables;
use ::apocalypse::values::{centipawns, chances, outcome_value};
use ::apocalypse::{Asked, Engine, Strategy};
use ::engine::openings::{Judge, OpeningsPlan};
use movegen::{Color, FenError, Game, MoveError, Outcome, Record};

use crate::game::{Notation, PlayedGame};
use crate::game_engine::{
    Answer, EngineError, Evaluation, GameEngine, Line, Report, Request, Resources, TableSource, Value,
};
use crate::plies::ApocalypseReader;
use crate::plies::apocalypse::{VARIANT_PIECES, words};
use crate::{Bound, Control, Settings};

impl PlayedGame for Position {
    type Engine = ApocalypseEngine;
    type Reader = ApocalypseReader;
    const SIZE: u8 = 5;
    const TEMPLATE: &'static str = "fairy";

    fn write(&self, _side: Color, m: Choice, notation: Notation) -> String {
        match notation {
            Notation::Coordinates => m.to_string(),
            Notation::Algebraic => format!("{m:?}"),
        }
    }

    fn read(&self, side: Color, text: &str, notation: Notation) -> Result<Choice, MoveError> {
        match notation {
            Notation::Coordinates => self.parse_move(side, text),
            Notation::Algebraic => self.parse_move(side, text.trim_end_matches(['!', '?'])),
        }
    }

    fn letter_at(&self, file: u8, rank: u8) -> Option<char> {
        Self::letter_at(self, Square::at(file, rank))
    }

    fn move_number(&self) -> u32 {
        self.turn_number().into()
    }

    fn openings(plan: &OpeningsPlan, starts: &[Self], judge: Judge<'_, Self>, taken: &mut dyn FnMut(Self) -> bool) {
        ::apocalypse::openings::generate(plan, starts, judge, taken);
    }

    fn with_colors_exchanged(&self) -> Result<Self, FenError> {
        Ok(self.swapped())
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let [white, black] = Color::BOTH.map(|side| self.penalties(side));
        vec![("Penalties", format!("White {white}, Black {black}"))]
    }

    fn perft(&self, pending: Option<Choice>, depth: u32) -> u64 {
        rules::perft(self, pending, depth)
    }

    fn write_plies(&self, choices: [Option<Choice>; 2]) -> Vec<String> {
        let [Some(white), Some(black)] = choices else { return Vec::new() };
        words(self, [white, black])
    }

    fn variant_pieces(&self, in_plies: bool) -> Option<String> {
        in_plies.then(|| VARIANT_PIECES.to_owned())
    }
}

/// The engine of Apocalypse with the endgame tables in use.
pub struct ApocalypseEngine {
    engine: Engine,
    uses_tables: bool,
    source: Option<TableSource>,
    tables: Arc<Tables>,
}

impl ApocalypseEngine {
    /// Fetches the endgame tables that have become available, or drops those in use if they are switched off.
    fn renew_tables(&mut self) {
        match self.source.filter(|_| self.uses_tables) {
            Some(source) => self.tables = source(),
            None if self.tables.most_pieces() > 0 => self.tables = Arc::default(),
            None => {}
        }
        self.engine.set_endings(Arc::clone(&self.tables));
    }
}

fn settings_of(settings: Settings) -> ::apocalypse::Settings {
    let Settings { threads, hash, overhead, seed, likeliest, skill, .. } = settings;
    let hash = hash.unwrap_or(::apocalypse::DEFAULT_HASH);
    ::apocalypse::Settings { threads, hash, overhead, seed, likeliest, skill }
}

/// An expected result for a side.
fn expected(value: f64) -> Evaluation {
    Evaluation { value: Value::Expected(value), wdl: chances(value) }
}

/// The value of a game that is over.
fn over(outcome: Outcome, side: Color) -> Evaluation {
    let value = outcome_value(outcome);
    let value = if side == Color::White { value } else { -value };
    match outcome.winner {
        Some(winner) if winner != side => Evaluation { value: Value::Mate(0), ..expected(value) },
        _ => expected(value),
    }
}

/// The line of one choice, with the value of the strategies.
fn line(strategy: &Strategy, side: Color, choice: Option<Choice>) -> Line<Choice> {
    Line {
        depth: strategy.depth,
        selective_depth: strategy.depth,
        rank: 1,
        evaluation: value_of(strategy, side),
        bound: Bound::Exact,
        moves: choice.into_iter().collect(),
    }
}

fn value_of(strategy: &Strategy, side: Color) -> Evaluation {
    let value = strategy.value_to(side);
    let evaluation = expected(value);
    let turns = i32::try_from(strategy.depth).unwrap_or(i32::MAX);
    match strategy.is_decided() {
        true => Evaluation { value: Value::Mate(if value > 0.0 { turns } else { -turns }), ..evaluation },
        false => evaluation,
    }
}

impl GameEngine<Position> for ApocalypseEngine {
    fn new(_of: &Position, settings: Settings, resources: &Resources) -> Result<Self, EngineError> {
        Ok(Self {
            engine: Engine::new(settings_of(settings)),
            uses_tables: settings.endings,
            source: resources.tables,
            tables: Arc::default(),
        })
    }

    fn set(&mut self, settings: Settings) {
        self.uses_tables = settings.endings;
        self.engine.set(settings_of(settings));
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        self.renew_tables();
    }

    fn search(
        &mut self,
        record: &Record<Position>,
        request: &Request<Choice>,
        control: &Control,
        report: &mut dyn FnMut(Report<Choice>),
    ) -> Answer<Choice> {
        self.renew_tables();
        let side = request.side;
        let outcome = record.position().outcome();
        if let Some(outcome) = outcome {
            report(Report::Over(over(outcome, side)));
        }
        let asked = Asked { side, among: &request.among };
        let answer = self.engine.go(record, asked, &request.limits, control, &mut |news| {
            let likeliest = news.strategy.mix[side].first().map(|&(choice, _)| choice);
            report(Report::Strategies(news.strategy.clone(), news.progress));
            report(Report::Line(line(&news.strategy, side, likeliest), news.progress));
        });
        let ::apocalypse::Answer { best, odds, strategy, nodes } = answer;
        let value = strategy.as_ref().map(|strategy| value_of(strategy, side));
        let evaluation = value.or(outcome.map(|outcome| over(outcome, side))).unwrap_or_else(|| expected(0.0));
        Answer { best, ponder: None, evaluation, strategies: strategy, odds, nodes }
    }

    fn evaluate(&self, pos: &Position, side: Color) -> Evaluation {
        let value = self.tables.probe(pos).unwrap_or_else(|| self.engine.evaluate(pos));
        expected(if side == Color::White { value } else { -value })
    }

    /// The static value and that of an endgame table. The last line is the value for White.
    fn trace(&self, pos: &Position) -> String {
        if let Some(outcome) = pos.outcome() {
            return format!("Final evaluation       none (game over: {outcome})");
        }
        let value = self.engine.evaluate(pos);
        let known = self.tables.probe(pos);
        let mut text = format!("Expected result        {value:+.4} (static)\n");
        if let Some(known) = known {
            let _ = writeln!(text, "Expected result        {known:+.4} (table of endings)");
        }
        let score = f64::from(centipawns(known.unwrap_or(value))) / 100.0;
        let _ = write!(text, "Final evaluation       {score:+.2} (white side)");
        text
    }
}
