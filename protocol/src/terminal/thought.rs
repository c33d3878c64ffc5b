//! What a search thinks, and how it is shown while it thinks.

use super::style::Style;
use crate::output::Output;

/// Columns that a thought may take without being broken.
const COLUMNS: usize = 78;

/// What a search thinks at the moment.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Thought {
    /// Plies, or turns, searched.
    pub(super) depth: u32,
    /// What it expects for the side that thinks, in words: `+0.35`, `#3`.
    pub(super) value: String,
    /// Whether that side is no better than the other.
    pub(super) is_modest: bool,
    /// The moves it expects, or the choices it mixes.
    pub(super) line: String,
}

impl Thought {
    /// Shows it over the one before; to people only.
    pub(super) fn show(&self, output: &Output, style: Style) {
        if style.has_colors {
            let text = format!("thinking ... depth {}, {}: {}", self.depth, self.value, self.line);
            let text: String = text.chars().take(COLUMNS).collect();
            output.say_in_place(&text);
        }
    }

    /// Clears the line of thoughts.
    pub(super) fn clear(output: &Output, style: Style) {
        if style.has_colors {
            output.say_in_place("");
        }
    }
}
