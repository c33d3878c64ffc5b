//! The answers that do not depend on the state: name, author and options for `uci`, build settings, license, help.

use std::fmt::Write as _;

use engine::{Parameter, params};
use games::options::{OPTIONS, OptionKind, OptionSpec};
use games::registry::NAMES;

use super::command::Command;
use crate::about;
use crate::options::{PROTOCOL_OPTIONS, ProtocolKind, game_list};

/// Returns the answer to a command if it does not depend on the state.
pub(super) fn fixed_answer(command: &Command) -> Option<String> {
    match command {
        Command::Uci => Some(handshake()),
        Command::Compiler => Some(about::compiler()),
        Command::License => Some(about::LICENSE.to_owned()),
        Command::Help => Some(about::HELP.to_owned()),
        _ => None,
    }
}

fn handshake() -> String {
    format!("id name {}\nid author {}\n{}uciok", about::NAME, env!("CARGO_PKG_AUTHORS"), options())
}

/// The lines `option name ... type ...`: the engines' options, those of the protocol, and the parameters of a tuner's build.
fn options() -> String {
    let mut text = String::new();
    for OptionSpec { name, kind, .. } in OPTIONS.iter().filter(|spec| spec.is_listed) {
        let _ = match kind {
            OptionKind::Integer { default, min, max, .. } => {
                writeln!(text, "option name {name} type spin default {default} min {min} max {max}")
            }
            OptionKind::Switch { default, .. } => writeln!(text, "option name {name} type check default {default}"),
            OptionKind::Command(_) => writeln!(text, "option name {name} type button"),
            OptionKind::File { .. } | OptionKind::Decimal { .. } => {
                writeln!(text, "option name {name} type string default <empty>")
            }
        };
    }
    for (name, kind) in PROTOCOL_OPTIONS {
        let _ = match kind {
            ProtocolKind::Switch => writeln!(text, "option name {name} type check default false"),
            ProtocolKind::Game => writeln!(text, "{}", games_option(name)),
            ProtocolKind::File => writeln!(text, "option name {name} type string default <empty>"),
        };
    }
    for p @ Parameter { name, value, .. } in params::settable() {
        let (min, max) = (p.lowest(), p.highest());
        let _ = writeln!(text, "option name {name} type spin default {value} min {min} max {max}");
    }
    text
}

/// The line of the option that has the names of the games.
pub(super) fn games_option(name: &str) -> String {
    format!("option name {name} type combo default {}{}", NAMES[0], game_list())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_lines_have_the_form_clients_parse() {
        let list = options();
        assert!(list.contains("option name UCI_Variant type combo default chess var chess var "), "{list}");
        assert!(list.contains("option name Clear Hash type button\n"), "{list}");
        assert!(list.contains("option name Debug Log File type string default <empty>\n"), "{list}");
        let words = ["name", "type", "default", "min", "max", "var"];
        let names = OPTIONS.iter().map(|spec| spec.name).chain(PROTOCOL_OPTIONS.iter().map(|(name, _)| *name));
        for name in names {
            assert!(name.split(' ').all(|word| !words.contains(&word)), "{name} has a keyword of the line");
        }
        let listed = list.lines().count() - params::settable().len();
        assert_eq!(listed, 19 + PROTOCOL_OPTIONS.len());
    }

    #[test]
    fn search_parameters_are_options_of_tuner_builds() {
        let is_tuner = !params::settable().is_empty();
        assert_eq!(options().contains("option name razoring_depth type spin default 4 min 0 max 7\n"), is_tuner);
    }
}
