//! Analysis, hint and threat: one at a time. A review (`review.rs`) is a sequence of such searches. Measurements of games of a text,
//! also one at a time, do not interrupt them.

use std::time::Duration;

use movegen::{Color, Turn};

use super::Session;
use super::ask::asked_side;
use super::review::Review;
use crate::messages::{
    Analysis, AnalysisLine, AnalysisRequest, ErrorCode, Event, Measurement, Place, Purpose, Refusal, Reply, Side,
    ThoughtScore, Value,
};
use crate::rules::{PlayedGame, arrow};
use crate::think::measure::{GAMES, find};
use crate::think::{LEVELS, Lane, MeasureTask, Search, SearchLimits, Thought};

/// Time for a hint or a threat.
const SHORT_SEARCH_TIME: Duration = Duration::from_millis(1200);
/// Maximum number of lines of an analysis.
const MAX_LINES: usize = 8;
/// Maximum number of moves of a line that get arrows.
const MAX_ARROWS: usize = 3;

/// A running search that is not the engine's choice of a move.
pub(super) enum Look {
    Analysis(Run),
    Review(Review),
}

pub(super) struct Run {
    run: u64,
    purpose: Purpose,
    place: Place,
    game: Box<dyn PlayedGame>,
    side: Color,
}

impl Look {
    pub(super) const fn run(&self) -> u64 {
        match self {
            Self::Analysis(run) => run.run,
            Self::Review(review) => review.report.run,
        }
    }
}

impl Session {
    pub(super) fn look(&mut self, request: AnalysisRequest) -> Result<Reply, Refusal> {
        let short = SearchLimits { time: Some(SHORT_SEARCH_TIME), ..SearchLimits::default() };
        let (purpose, place, side, lines, limits) = match request {
            AnalysisRequest::Stop {} => {
                self.stop_looking();
                return Ok(Reply::Done);
            }
            AnalysisRequest::Measure { variant, other, games } => return self.measure(variant, other, games),
            AnalysisRequest::StopMeasuring {} => {
                self.stop_measuring();
                return Ok(Reply::Done);
            }
            AnalysisRequest::Review { millis } => return self.begin_review(millis),
            AnalysisRequest::Analyse { place, lines, depth } => {
                let limits = SearchLimits { depth, ..SearchLimits::default() };
                (Purpose::Analyse, place, None, lines.unwrap_or(1).clamp(1, MAX_LINES), limits)
            }
            AnalysisRequest::Hint { place, side } => (Purpose::Hint, place, side, 1, short),
            AnalysisRequest::Threat { place } => (Purpose::Threat, place, None, 1, short),
        };
        let place = place.unwrap_or_default();
        let game = self.game_at(&place)?;
        if purpose == Purpose::Threat {
            may_pass(&*game)?;
        }
        // An analysis of both sides' choices begins with either side's.
        let is_both = game.turn() == Turn::Both && purpose == Purpose::Analyse;
        let side = asked_side(&*game, if is_both { Some(Side::White) } else { side })?;
        if game.result().is_some() {
            return Err(Refusal::new(ErrorCode::Over, "the game is over there"));
        }
        self.stop_looking();
        let run = self.next_run();
        let pass = purpose == Purpose::Threat;
        self.engines
            .start(run, Search { pass, lines, definitions: self.definitions.clone(), ..search(&*game, side, limits) });
        self.look = Some(Look::Analysis(Run { run, purpose, place, game, side }));
        Ok(Reply::Run { run })
    }

    pub(super) fn stop_looking(&mut self) {
        if let Some(look) = self.look.take() {
            self.engines.cancel(look.run());
            if let Look::Review(review) = look {
                self.review_is_over(&review);
            }
        }
    }

    /// Ends an analysis of the game on the board as it stood before a change.
    pub(super) fn look_is_past(&mut self) {
        let is_past = match &self.look {
            Some(Look::Analysis(Run { place, .. })) => place.variant.is_none() && place.ply.is_none(),
            Some(Look::Review(_)) | None => false,
        };
        if is_past {
            self.stop_looking();
        }
    }

    /// Handles a report of a search of the running analysis or review.
    pub(super) fn looked(&mut self, thought: Thought) {
        let analysis = match &self.look {
            None => return,
            Some(Look::Review(_)) => return self.reviewed(thought),
            Some(Look::Analysis(run)) => report(run, &thought),
        };
        if thought.done {
            self.look = None;
        }
        self.broadcast(&Event::Analysis(Box::new(analysis)));
    }

    pub(super) fn measure(
        &mut self,
        variant: String,
        other: Option<String>,
        games: Option<u32>,
    ) -> Result<Reply, Refusal> {
        for (name, field) in [(Some(&variant), "variant"), (other.as_ref(), "other")] {
            if let Some(Err(why)) = name.map(|name| find(&movegen::fen::printable(name))) {
                return Err(Refusal::new(ErrorCode::Unknown, why).in_field(field));
            }
        }
        if other.as_ref() == Some(&variant) {
            let why = format!("'{variant}' cannot be compared with itself");
            return Err(Refusal::new(ErrorCode::Invalid, why).in_field("other"));
        }
        if let Some(games) = games.filter(|games| !GAMES.contains(games)) {
            let why = format!("a measurement has {} to {} games, not {games}", GAMES.start(), GAMES.end());
            return Err(Refusal::new(ErrorCode::Invalid, why).in_field("games"));
        }
        self.stop_measuring();
        let run = self.next_run();
        let names = [variant].into_iter().chain(other).collect();
        self.engines.measure(run, MeasureTask { names, number: games, definitions: self.definitions.clone() });
        self.measuring = Some(run);
        Ok(Reply::Run { run })
    }

    pub(super) fn stop_measuring(&mut self) {
        if let Some(run) = self.measuring.take() {
            self.engines.cancel(run);
        }
    }

    /// Handles a report of the running measurement.
    pub(super) fn measured_more(&mut self, run: u64, report: Measurement) {
        if self.measuring != Some(run) {
            return;
        }
        if report.done {
            self.measuring = None;
        }
        self.broadcast(&Event::Measurement(Box::new(Measurement { run, ..report })));
    }
}

fn may_pass(game: &dyn PlayedGame) -> Result<(), Refusal> {
    match game.turn() {
        Turn::Both => Err(Refusal::new(ErrorCode::Unsupported, "there are no threats where both sides choose at once")),
        _ if !game.view().check.is_empty() => Err(Refusal::new(ErrorCode::Illegal, "the side to move is in check")),
        _ => Ok(()),
    }
}

/// Describes a search at full strength.
pub(super) fn search(game: &dyn PlayedGame, side: Color, limits: SearchLimits) -> Search {
    Search {
        lane: Lane::Look,
        variant: game.name().to_owned(),
        start: game.first_fen(),
        moves: game.played(),
        side: side.into(),
        pass: false,
        lines: 1,
        limits,
        level: LEVELS,
        definitions: String::new(),
    }
}

fn report(run: &Run, thought: &Thought) -> Analysis {
    let is_threat = run.purpose == Purpose::Threat;
    let line = |line: &crate::think::ThoughtLine| AnalysisLine {
        rank: line.rank,
        score: score(line.value),
        depth: line.depth,
        san: if is_threat { run.game.write_threat(&line.moves) } else { run.game.write_san(&line.moves) },
        arrows: line.moves.iter().take(MAX_ARROWS).filter_map(|text| arrow(text)).collect(),
        moves: line.moves.clone(),
    };
    let lines: Vec<AnalysisLine> = thought.lines.iter().map(line).collect();
    let millis = u64::try_from(thought.time.as_millis()).unwrap_or(u64::MAX);
    let side = if is_threat { !run.side } else { run.side };
    Analysis {
        run: run.run,
        purpose: run.purpose,
        place: run.place.clone(),
        side: (run.game.turn() != Turn::Both || run.purpose == Purpose::Hint).then_some(side.into()),
        depth: thought.depth,
        nodes: thought.nodes,
        speed: thought.nodes * 1000 / millis.max(1),
        millis,
        score: lines.first().map(|line| line.score),
        lines,
        strategies: thought.strategies.clone(),
        done: thought.done,
    }
}

pub(super) fn score(value: Value) -> ThoughtScore {
    ThoughtScore { value, bar: bar(value) }
}

/// Returns White's part of an evaluation bar: a logistic curve with 0.58 for a pawn and 0.73 for three pawns.
fn bar(value: Value) -> f64 {
    /// Centipawns that multiply the odds by e.
    const SPREAD: f64 = 300.0;
    match value {
        Value::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / SPREAD).exp()),
        Value::Mate(moves) => f64::from(u8::from(moves >= 0)),
        Value::Expected(value) => f64::midpoint(value, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluation_bar_is_half_white_in_level_positions() {
        assert_eq!([Value::Centipawns(0), Value::Expected(0.0)].map(bar), [0.5, 0.5]);
        assert!(bar(Value::Centipawns(300)) > 0.7 && bar(Value::Centipawns(-300)) < 0.3);
        assert_eq!([Value::Mate(3), Value::Mate(-1), Value::Expected(-1.0)].map(bar), [1.0, 0.0, 0.0]);
    }
}
