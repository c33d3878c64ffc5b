//! The answer to `uci`: who this is, and what can be set.

use std::fmt::Write as _;

use engine::{Parameter, params};
use movegen::variants::NAMES;

use crate::about;
use crate::options::{Kind, SPECS, Spec, games};

/// The answer to `uci`.
pub(super) fn handshake() -> String {
    format!("id name {}\nid author {}\n{}uciok", about::NAME, env!("CARGO_PKG_AUTHORS"), options())
}

/// The lines `option name … type …` of the handshake.
fn options() -> String {
    let mut text = String::new();
    for Spec { name, kind, .. } in &SPECS {
        let _ = match kind {
            Kind::Spin { default, min, max } => {
                writeln!(text, "option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Check { default } => writeln!(text, "option name {name} type check default {default}"),
            Kind::Game => writeln!(text, "option name {name} type combo default {}{}", NAMES[0], games()),
            Kind::Button => writeln!(text, "option name {name} type button"),
            Kind::Text => writeln!(text, "option name {name} type string default <empty>"),
        };
    }
    for p @ Parameter { name, value, .. } in params::settable() {
        let (min, max) = (p.lowest(), p.highest());
        let _ = writeln!(text, "option name {name} type spin default {value} min {min} max {max}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_the_form_that_clients_parse() {
        let list = options();
        assert!(list.contains("option name UCI_Variant type combo default chess var chess var "), "{list}");
        assert!(list.contains("option name Clear Hash type button\n"), "{list}");
        assert!(list.contains("option name Debug Log File type string default <empty>\n"), "{list}");
        let words = ["name", "type", "default", "min", "max", "var"];
        for Spec { name, .. } in &SPECS {
            assert!(name.split(' ').all(|word| !words.contains(&word)), "{name} would cut the line in two");
        }
    }

    #[test]
    fn numbers_of_the_search_are_options_of_a_tuners_build_alone() {
        let is_tuner = !params::settable().is_empty();
        assert_eq!(options().contains("option name razoring_depth type spin default 4 min 0 max 7\n"), is_tuner);
    }
}
