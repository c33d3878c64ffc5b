//! The options in XBoard's form: names without blanks, switches as `0` and `1`, sizes and threads by commands of their own.

use std::fmt::Write as _;

use engine::{Parameter, params};
use games::options::{self, OPTIONS, OptionError, OptionKind, OptionSpec};

use crate::options::{Change, Options, PROTOCOL_OPTIONS, ProtocolKind};

/// Options that XBoard sets by commands.
const HAS_COMMAND: [&str; 3] = ["Threads", "Hash", "UCI_AnalyseMode"];

/// A name without blanks and without UCI's prefix.
fn short(name: &str) -> String {
    name.trim_start_matches("UCI_").split_whitespace().collect()
}

/// The options as features. Options with a command of their own are omitted. Names have no blanks, at which some clients cut
/// them.
pub(super) fn features() -> String {
    let mut text = String::new();
    let is_listed = |spec: &&OptionSpec| spec.is_listed && !HAS_COMMAND.contains(&spec.name);
    for OptionSpec { name, kind, .. } in OPTIONS.iter().filter(is_listed) {
        let name = short(name);
        let _ = match kind {
            OptionKind::Integer { default, min, max, .. } => {
                writeln!(text, "feature option=\"{name} -spin {default} {min} {max}\"")
            }
            OptionKind::Switch { default, .. } => {
                writeln!(text, "feature option=\"{name} -check {}\"", u8::from(*default))
            }
            OptionKind::Command(_) => writeln!(text, "feature option=\"{name} -button\""),
            OptionKind::File { .. } | OptionKind::Decimal { .. } => {
                writeln!(text, "feature option=\"{name} -file \"")
            }
        };
    }
    for (name, _) in PROTOCOL_OPTIONS.iter().filter(|(_, kind)| *kind == ProtocolKind::File) {
        let _ = writeln!(text, "feature option=\"{} -file \"", short(name));
    }
    for p @ Parameter { name, value, .. } in params::settable() {
        let _ = writeln!(text, "feature option=\"{name} -spin {value} {} {}\"", p.lowest(), p.highest());
    }
    text
}

/// Sets an option as XBoard writes it: the name with or without blanks, a switch as `0` or `1`.
pub(super) fn set(values: &mut Options, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
    let wanted = short(name);
    let is_wanted = |known: &&str| short(known).eq_ignore_ascii_case(&wanted);
    let names = OPTIONS.iter().map(|spec| spec.name).chain(PROTOCOL_OPTIONS.iter().map(|(name, _)| *name));
    let name = names.into_iter().find(|known| is_wanted(known)).unwrap_or(name);
    let is_switch = matches!(options::find(name), Some(OptionSpec { kind: OptionKind::Switch { .. }, .. }))
        || PROTOCOL_OPTIONS.contains(&(name, ProtocolKind::Switch));
    let value = match value {
        Some("1") if is_switch => Some("true"),
        Some("0") if is_switch => Some("false"),
        value => value,
    };
    values.set(name, value)
}

/// Sets a number, limited to the range of the option.
pub(super) fn set_nearest(values: &mut Options, name: &str, text: &str) -> Result<Change, OptionError> {
    match (text.parse::<u64>(), options::find(name).map(|spec| spec.kind)) {
        (Ok(n), Some(OptionKind::Integer { min, max, .. })) => values.set(name, Some(&n.clamp(min, max).to_string())),
        _ => values.set(name, Some(text)),
    }
}

#[cfg(test)]
mod tests {
    use engine::skill::Skill;
    use games::options::Effect;

    use super::*;

    #[test]
    fn options_without_command_are_features() {
        let list = features();
        let names = ["MultiPV -spin 1 1 256", "SkillLevel -spin 20 0 20", "OwnBook -check 0", "ClearHash -button"];
        for name in names {
            assert!(list.contains(&format!("feature option=\"{name}\"\n")), "{name}: {list}");
        }
        assert!(!list.contains("Threads") && !list.contains("Hash -spin") && !list.contains("Variant -"), "{list}");
    }

    #[test]
    fn names_may_have_blanks() {
        let mut options = Options::default();
        assert_eq!(set(&mut options, "SkillLevel", Some("3")), Ok(Change::Engine(Effect::Settings)));
        assert_eq!(set(&mut options, "skill level", Some("4")), Ok(Change::Engine(Effect::Settings)));
        assert_eq!(set(&mut options, "LimitStrength", Some("0")), Ok(Change::Engine(Effect::Settings)));
        assert_eq!(set(&mut options, "OwnBook", Some("1")), Ok(Change::Engine(Effect::Settings)));
        assert!(options.engine.settings().own_book);
        assert_eq!(options.engine.settings().skill, Skill::of_option(4));
        assert!(set(&mut options, "OwnBook", Some("2")).is_err());
        assert!(set(&mut options, "Nothing", None).is_err());
        assert_eq!(set_nearest(&mut options, "Hash", "0"), Ok(Change::Engine(Effect::Settings)));
        assert_eq!(set_nearest(&mut options, "Threads", "999999"), Ok(Change::Engine(Effect::Settings)));
        assert_eq!((options.engine.settings().hash, options.engine.settings().threads), (Some(1), 512));
        assert!(set_nearest(&mut options, "Hash", "much").is_err());
    }

    #[test]
    fn search_parameters_are_options_of_tuner_builds() {
        let is_tuner = !params::settable().is_empty();
        assert_eq!(features().contains("feature option=\"razoring_depth -spin 4 0 7\"\n"), is_tuner);
    }
}
