//! The current report of a search.

use games::{AnySession, Bound, Notation, Report, Value};
use movegen::{Color, Turn};

const MAX_CHOICES: usize = 4;
/// Columns that a thought may take without being broken.
const COLUMNS: usize = 78;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Thought {
    pub(super) depth: u32,
    /// The score for the searching side, as text: `+0.35`, `#3`.
    pub(super) value: String,
    /// `true` if that side is no better than the other.
    pub(super) is_modest: bool,
    /// The moves it expects, or the choices it mixes.
    pub(super) line: String,
}

impl Thought {
    /// The thought that a report has, if it is worth showing: the best line, or the strategy where both sides choose at once.
    pub(super) fn of(report: &Report<String>, session: &dyn AnySession, side: Color) -> Option<Self> {
        match report {
            Report::Strategies(strategies, _) => {
                let value = strategies.value_to(side);
                let shares = strategies.mix[side].iter().take(MAX_CHOICES);
                let line: Vec<_> = shares.map(|(choice, share)| format!("{choice} {:.0} %", share * 100.0)).collect();
                let (depth, line, value_text) = (strategies.depth, line.join(", "), Value::Expected(value).to_pawns());
                Some(Self { depth, value: value_text, is_modest: value <= 0.0, line })
            }
            Report::Line(line, _) if line.rank == 1 && line.bound == Bound::Exact && session.turn() != Turn::Both => {
                let value = line.evaluation.value;
                let is_modest = match value {
                    Value::Centipawns(value) => value <= 0,
                    Value::Mate(moves) => moves <= 0,
                    Value::Expected(value) => value <= 0.0,
                };
                let moves = session.write_line(side, &line.moves, Notation::Algebraic);
                Some(Self { depth: line.depth, value: value.to_pawns(), is_modest, line: moves.join(" ") })
            }
            _ => None,
        }
    }

    pub(super) fn text(&self) -> String {
        let text = format!("thinking ... depth {}, {}: {}", self.depth, self.value, self.line);
        text.chars().take(COLUMNS).collect()
    }
}
