//! Progress bars.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Creates a progress bar on a terminal, and none otherwise: how many of `all` games, epochs, ... are done, and the
/// remaining time.
pub fn bar(all: u64, counted: &str) -> ProgressBar {
    shown(&format!("{{wide_bar}} {{pos}} of {{len}} {counted}, {{eta}} left"), ProgressBar::new(all))
}

/// Creates a counter without a total.
pub fn count(counted: &str) -> ProgressBar {
    shown(&format!("{{pos}} {counted} {{spinner}}"), ProgressBar::new_spinner())
}

fn shown(template: &str, bar: ProgressBar) -> ProgressBar {
    let Ok(style) = ProgressStyle::with_template(template) else { return ProgressBar::hidden() };
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    bar.set_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
