//! What the tools tell while they work.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for somebody who watches, nothing for a log file: how many of so many games, epochs or whatever is counted are done, and
/// the time that is left.
pub fn bar(all: u64, counted: &str) -> ProgressBar {
    shown(&format!("{{wide_bar}} {{pos}} of {{len}} {counted}, {{eta}} left"), ProgressBar::new(all))
}

/// The same where nobody knows how many there will be.
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
