//! A look at a position: what is searched for it, and what is told of what the search finds.

use movegen::Color;

use super::review::ReviewRun;
use super::score::score;
use crate::messages::{Analysis, AnalysisLine, Place, Turn};
use crate::rules::{PlayedGame, arrow};
use crate::think::{LEVELS, Lane, Search, SearchLimits, Thought};

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

/// A search with full strength for a look.
pub(super) fn search(game: &dyn PlayedGame, side: Color, pass: bool, lines: usize, limits: SearchLimits) -> Search {
    Search {
        lane: Lane::Look,
        variant: game.variant(),
        start: game.start(),
        moves: game.played().to_vec(),
        side,
        pass,
        lines,
        limits,
        level: LEVELS,
    }
}

/// What a search has found for a look.
pub(super) fn report(look: &Look, thought: &Thought) -> Analysis {
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
