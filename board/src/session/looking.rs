//! Looks at positions: analysis, hint, threat. One at a time; a review, which stands in `reviewing.rs`, is one of them.

use std::time::Duration;

use super::Session;
use super::ask::asked_side;
use super::look::{Look, report, search};
use crate::messages::{AnalysisRequest, ErrorCode, Event, Refusal, Reply, Side, Turn};
use crate::rules::PlayedGame;
use crate::think::{SearchLimits, Thought};

/// Time for a hint or a threat.
const SHORT: Duration = Duration::from_millis(1200);
/// Most lines of an analysis.
const MOST_LINES: usize = 8;

impl Session {
    pub(super) fn look(&mut self, request: AnalysisRequest) -> Result<Reply, Refusal> {
        let (purpose, place, side, lines, limits) = match request {
            AnalysisRequest::Stop {} => {
                self.stop_looking();
                return Ok(Reply::Done);
            }
            AnalysisRequest::Review { millis } => return self.begin_review(millis),
            AnalysisRequest::Analyse { place, lines, depth } => {
                ("analyse", place, None, lines.clamp(1, MOST_LINES), SearchLimits { depth, ..SearchLimits::default() })
            }
            AnalysisRequest::Hint { place, side } => {
                ("hint", place, side, 1, SearchLimits { time: Some(SHORT), ..SearchLimits::default() })
            }
            AnalysisRequest::Threat { place } => {
                ("threat", place, None, 1, SearchLimits { time: Some(SHORT), ..SearchLimits::default() })
            }
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

fn may_pass(game: &dyn PlayedGame) -> Result<(), Refusal> {
    match game.turn() {
        Turn::Both => Err(Refusal::new(ErrorCode::Unsupported, "where both sides choose at once nobody threatens")),
        _ if !game.view().check.is_empty() => Err(Refusal::new(ErrorCode::Illegal, "the threat is carried out: check")),
        _ => Ok(()),
    }
}
