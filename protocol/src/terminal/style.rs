//! The abilities of the terminal: colours and figures, or letters alone.

use std::env;
use std::io::{self, IsTerminal};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// `true` for an interactive terminal: lines can be edited and overwritten.
    pub(super) is_terminal: bool,
    /// `true` if there are colours, from the usual palette of 256.
    pub(super) has_colors: bool,
    /// `true` if the character set has chess figures.
    pub(super) has_figures: bool,
}

impl Style {
    /// Letters on paper: what a script reads.
    pub(super) const PLAIN: Self = Self { is_terminal: false, has_colors: false, has_figures: false };

    pub(super) fn of_this_terminal() -> Self {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        Self::of(is_terminal, &variable)
    }

    /// `NO_COLOR` and `TERM=dumb` ask for letters; figures need an encoding that has them.
    fn of(is_terminal: bool, variable: &dyn Fn(&str) -> Option<String>) -> Self {
        if !is_terminal {
            return Self::PLAIN;
        }
        let term = variable("TERM");
        let is_dumb = term.as_deref() == Some("dumb") || term.is_none() && cfg!(unix);
        if is_dumb || variable("NO_COLOR").is_some() {
            return Self { is_terminal, ..Self::PLAIN };
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).unwrap_or_default();
        let locale = locale.to_ascii_lowercase().replace('-', "");
        Self { is_terminal, has_colors: true, has_figures: cfg!(windows) || locale.ends_with("utf8") }
    }

    /// The text in bold type, where there is any.
    pub(super) fn bold(self, text: &str) -> String {
        if self.has_colors { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(is_terminal: bool, variables: &[(&str, &str)]) -> Style {
        let find = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Style::of(is_terminal, &find)
    }

    #[test]
    fn letters_alone_where_colours_are_not_wanted() {
        let utf8 = ("LANG", "en_GB.UTF-8");
        let rich = style(true, &[("TERM", "xterm-256color"), utf8]);
        assert!(rich.has_colors && rich.has_figures);
        for variables in [&[("TERM", "dumb"), utf8][..], &[("TERM", "xterm"), ("NO_COLOR", "1"), utf8]] {
            assert_eq!(style(true, variables), Style { is_terminal: true, ..Style::PLAIN });
        }
        assert_eq!(style(false, &[("TERM", "xterm"), utf8]), Style::PLAIN);
    }

    #[cfg(unix)]
    #[test]
    fn figures_need_an_encoding_that_has_them() {
        let coloured = style(true, &[("TERM", "xterm"), ("LANG", "C")]);
        assert!(coloured.has_colors && !coloured.has_figures);
        let first_counts = [("TERM", "xterm"), ("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")];
        assert!(!style(true, &first_counts).has_figures);
    }
}
