//! What a search of Apocalypse tells, as UCI text. Besides the lines that clients know there are `info string`
//! lines with whole strategies: a move alone says little where moves are drawn by lot.

use std::fmt::Write as _;

use apocalypse::rules::{Choice, Position};
use apocalypse::values::{centipawns, chances};
use apocalypse::{Answer, Report, Strategy};
use engine::Progress;
use movegen::Color;

use crate::bench::per_second;
use crate::game::SearchRequest;
use crate::options::View;
use crate::uci::session::SearchReporter;

/// Puts the reports of one search into words.
pub(crate) struct Reporter {
    root: Position,
    asked: Color,
    view: View,
    /// Whether the other side's strategy is told as well.
    tells_both: bool,
    progress: Progress,
    /// Depth and choice of the last line told.
    told: Option<(u32, Option<Choice>)>,
}

impl SearchReporter<Position> for Reporter {
    fn new(root: &Position, request: &SearchRequest<Choice>, view: View) -> Self {
        let progress = Progress { nodes: 0, time: std::time::Duration::ZERO, hash_full: 0 };
        let tells_both = view.analyse || request.limits.infinite;
        Self { root: *root, asked: request.side, view, tells_both, progress, told: None }
    }

    /// The text of one report: the strategies, then the likeliest choice as the line.
    fn report(&mut self, report: &Report) -> String {
        self.progress = report.progress;
        let likeliest = report.strategy.mix[self.asked].first().map(|&(choice, _)| choice);
        self.told = Some((report.strategy.depth, likeliest));
        format!("{}\n{}", self.strategies(&report.strategy), self.line(&report.strategy, likeliest))
    }

    /// The last words: `bestmove`, and before it a line that begins with the choice drawn, if the last line told does
    /// not. The strategy drawn from is that of the last report, unless the side asked has lost.
    fn answer(&self, answer: &Answer) -> String {
        match (&answer.strategy, answer.best) {
            (Some(strategy), Some(best)) if self.told == Some((strategy.depth, Some(best))) => {
                format!("bestmove {best}")
            }
            (Some(strategy), Some(best)) => format!("{}\nbestmove {best}", self.line(strategy, Some(best))),
            _ => format!("info depth 0 score {}\nbestmove (none)", self.over()),
        }
    }
}

impl Reporter {
    /// The score of a game that is over.
    fn over(&self) -> String {
        match self.root.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner != self.asked => "mate 0".to_owned(),
            Some(_) => format!("cp {}", centipawns(1.0)),
            None => "cp 0".to_owned(),
        }
    }

    fn line(&self, strategy: &Strategy, choice: Option<Choice>) -> String {
        let Progress { nodes, time, hash_full } = self.progress;
        let value = strategy.value_to(self.asked);
        let score = match strategy.is_decided() {
            true if value > 0.0 => format!("mate {}", strategy.depth),
            true => format!("mate -{}", strategy.depth),
            false => format!("cp {}", centipawns(value)),
        };
        let mut text = format!("info depth {0} seldepth {0} multipv 1 score {score}", strategy.depth);
        if self.view.show_wdl {
            let [win, draw, loss] = chances(value);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let (speed, time) = (per_second(nodes, time), time.as_millis());
        let _ = write!(text, " nodes {nodes} nps {speed} hashfull {hash_full} tbhits 0 time {time}");
        if let Some(choice) = choice {
            let _ = write!(text, " pv {choice}");
        }
        text
    }

    /// One line for each side told of.
    fn strategies(&self, strategy: &Strategy) -> String {
        let sides = Color::BOTH.into_iter().filter(|&side| self.tells_both || side == self.asked);
        let lines: Vec<String> = sides.map(|side| self.strategy(strategy, side)).collect();
        lines.join("\n")
    }

    fn strategy(&self, strategy: &Strategy, side: Color) -> String {
        // No minus before a zero.
        let value = (strategy.value_to(side) * 1e6).round() / 1e6 + 0.0;
        let gap = strategy.gap();
        let name = side.name().to_ascii_lowercase();
        format!(
            "info string strategy {name} depth {} value {value:.6} gap {gap:.1e} mix{}",
            strategy.depth,
            mix(&strategy.mix[side])
        )
    }
}

/// ` a1b3 0.600000 c1c2 0.400000`.
pub(crate) fn mix(mix: &[(Choice, f64)]) -> String {
    mix.iter().map(|(choice, share)| format!(" {choice} {share:.6}")).collect()
}
