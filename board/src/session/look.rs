//! Looks at positions: analysis, hint, threat. One at a time; a review, which stands in `review.rs`, is one of them.

use std::time::Duration;

use movegen::Color;

use super::Session;
use super::ask::asked_side;
use super::review::ReviewRun;
use crate::messages::{
    Analysis, AnalysisLine, ErrorCode, Event, Place, Refusal, Reply, Request, Side, ThoughtScore, Turn, Value,
};
use crate::rules::PlayedGame;
use crate::think::{LEVELS, Lane, Search, SearchLimits, Thought};

/// Time for a hint or a threat.
const SHORT: Duration = Duration::from_millis(1200);
/// Most lines of an analysis.
const MOST_LINES: usize = 8;
/// Moves of a line that have arrows.
const ARROWS: usize = 3;

/// A look that goes on.
pub(super) struct Look {
    pub(super) run: u64,
    /// The search that runs now; a review has one after the other under the same number.
    pub(super) purpose: &'static str,
    pub(super) place: Place,
    pub(super) game: Box<dyn PlayedGame>,
    pub(super) side: Color,
    pub(super) review: Option<ReviewRun>,
}

impl Session {
    pub(super) fn look(&mut self, request: Request) -> Result<Reply, Refusal> {
        let (purpose, place, side, lines, limits) = match request {
            Request::Stop {} => {
                self.stop_looking();
                return Ok(Reply::Done);
            }
            Request::Review { millis } => return self.begin_review(millis),
            Request::Analyse { place, lines, depth } => {
                ("analyse", place, None, lines.clamp(1, MOST_LINES), SearchLimits { depth, ..SearchLimits::default() })
            }
            Request::Hint { place, side } => {
                ("hint", place, side, 1, SearchLimits { time: Some(SHORT), ..SearchLimits::default() })
            }
            Request::Threat { place } => {
                ("threat", place, None, 1, SearchLimits { time: Some(SHORT), ..SearchLimits::default() })
            }
            _ => return Err(Refusal::new(ErrorCode::Malformed, "nothing to look at")),
        };
        let game = self.game_at(&place)?;
        let is_both = game.turn() == Turn::Both;
        // Whose likeliest choice heads an analysis of both sides does not matter.
        let asked = if is_both && purpose == "analyse" { Some(Side::White) } else { side };
        if purpose == "threat" {
            may_pass(&*game)?;
        }
        let side = asked_side(&*game, asked)?;
        if game.result().is_some() {
            return Err(Refusal::new(ErrorCode::Over, "the game is over there"));
        }
        self.stop_looking();
        let run = self.next_run();
        self.engines.start(run, search(&*game, side, purpose == "threat", lines, limits));
        self.look = Some(Look { run, purpose, place, game, side, review: None });
        Ok(Reply::Run { run })
    }

    /// Ends what is being looked at.
    pub(super) fn stop_looking(&mut self) {
        if let Some(look) = self.look.take() {
            self.engines.cancel(look.run);
            if let Some(review) = look.review {
                self.review_is_over(&review);
            }
        }
    }

    /// Ends a look at the game on the board as it stood before a change.
    pub(super) fn look_is_past(&mut self) {
        if self.look.as_ref().is_some_and(|look| look.place.variant.is_none() && look.place.ply.is_none()) {
            self.stop_looking();
        }
    }

    /// A search for a look has found something.
    pub(super) fn looked(&mut self, thought: Thought) {
        let Some(look) = &self.look else { return };
        if look.review.is_some() {
            return self.reviewed(thought);
        }
        let analysis = report(look, &thought);
        if thought.done {
            self.look = None;
        }
        self.tell(&Event::Analysis(Box::new(analysis)));
    }
}

/// A search with full strength for a look.
pub(super) fn search(game: &dyn PlayedGame, side: Color, pass: bool, lines: usize, limits: SearchLimits) -> Search {
    Search {
        lane: Lane::Look,
        variant: game.variant(),
        rules: game.rules(),
        start: game.start(),
        moves: game.played().to_vec(),
        side,
        pass,
        lines,
        limits,
        level: LEVELS,
    }
}

fn may_pass(game: &dyn PlayedGame) -> Result<(), Refusal> {
    match game.turn() {
        Turn::Both => Err(Refusal::new(ErrorCode::Unsupported, "where both sides choose at once nobody threatens")),
        _ if !game.view().check.is_empty() => Err(Refusal::new(ErrorCode::Illegal, "the threat is carried out: check")),
        _ => Ok(()),
    }
}

fn report(look: &Look, thought: &Thought) -> Analysis {
    let is_threat = look.purpose == "threat";
    let line = |line: &crate::think::ThoughtLine| AnalysisLine {
        rank: line.rank,
        score: score(line.value),
        depth: line.depth,
        san: if is_threat { look.game.write_threat(&line.moves) } else { look.game.write_line(&line.moves) },
        arrows: line.moves.iter().take(ARROWS).filter_map(|text| arrow(text)).collect(),
        moves: line.moves.clone(),
    };
    let lines: Vec<AnalysisLine> = thought.lines.iter().map(line).collect();
    let millis = u64::try_from(thought.time.as_millis()).unwrap_or(u64::MAX);
    let side = if is_threat { !look.side } else { look.side };
    Analysis {
        run: look.run,
        purpose: look.purpose.to_owned(),
        place: look.place.clone(),
        side: (look.game.turn() != Turn::Both || look.purpose == "hint").then_some(side.into()),
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

/// The squares between which a move's arrow is drawn: the first and the last that its text names.
fn arrow(text: &str) -> Option<[String; 2]> {
    let squares = text.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let last = squares.len().checked_sub(2)?;
    Some([text.get(..2)?.to_owned(), squares.get(last..)?.to_owned()])
}

/// A value with its place on an evaluation bar.
pub(super) fn score(value: Value) -> ThoughtScore {
    ThoughtScore { value, bar: bar(value) }
}

/// White's part of an evaluation bar: a logistic curve on which a pawn is worth 0.58 and three pawns 0.73.
fn bar(value: Value) -> f64 {
    /// Centipawns that multiply the odds by e.
    const SPREAD: f64 = 300.0;
    match value {
        Value::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / SPREAD).exp()),
        Value::Mate(moves) => {
            if moves >= 0 {
                1.0
            } else {
                0.0
            }
        }
        Value::Expected(value) => f64::midpoint(value, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_lead_to_the_last_square_that_a_move_names() {
        let arrow = |text| arrow(text).unwrap().join("");
        assert_eq!([arrow("e2e4"), arrow("e7e8q"), arrow("f4e7c8g8d7q")], ["e2e4", "e7e8", "f4d7"]);
        assert_eq!(arrow("b4c5d2"), "b4d2");
    }

    #[test]
    fn the_bar_is_half_white_when_nobody_stands_better() {
        assert_eq!([Value::Centipawns(0), Value::Expected(0.0)].map(bar), [0.5, 0.5]);
        assert!(bar(Value::Centipawns(300)) > 0.7 && bar(Value::Centipawns(-300)) < 0.3);
        assert_eq!([Value::Mate(3), Value::Mate(-1), Value::Expected(-1.0)].map(bar), [1.0, 0.0, 0.0]);
    }
}
