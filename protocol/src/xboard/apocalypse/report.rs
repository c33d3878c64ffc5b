//! What a search of Apocalypse tells the conversation: as a line, the choices that are mixed with their shares.

use apocalypse::rules::Position;
use apocalypse::values::centipawns;
use apocalypse::{Answer, Report};
use eval::score;
use movegen::Color;

use crate::game::{NamedMove, SearchedGame};
use crate::xboard::event::SearchEvent;
use crate::xboard::search::SearchReporter;
use crate::xboard::thought;

/// Choices told of a strategy.
const CHOICES_TOLD: usize = 6;

/// Makes events of the reports of one search for this side.
pub(crate) struct Reporter {
    /// The side that is to choose.
    pub(crate) side: Color,
}

impl SearchReporter<Position> for Reporter {
    fn report(&mut self, report: &Report) -> Option<SearchEvent> {
        let (strategy, progress) = (&report.strategy, &report.progress);
        let value = strategy.value_to(self.side);
        let score = match strategy.is_decided() {
            true if value > 0.0 => score::win_in(strategy.depth as usize * 2 - 1),
            true => score::loss_in(strategy.depth as usize * 2),
            false => centipawns(value),
        };
        let mut text = thought::numbers(strategy.depth, score, progress);
        for (choice, share) in strategy.mix[self.side].iter().take(CHOICES_TOLD) {
            text += &format!(" {choice} ({:.0}%)", share * 100.0);
        }
        Some(SearchEvent::Thought { text, reply: None, nodes: progress.nodes, depth: strategy.depth })
    }

    fn answer(&self, answer: &Answer) -> Vec<SearchEvent> {
        let score = answer.strategy.as_ref().map_or(0, |strategy| centipawns(strategy.value_to(self.side)));
        let best = answer.best.map(|choice| NamedMove { m: Position::to_any(choice), text: choice.to_string() });
        vec![SearchEvent::Answer { best, reply: None, score }]
    }
}
