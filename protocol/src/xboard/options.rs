//! The options in XBoard's form: names without blanks, switches as `0` and `1`, sizes and threads by commands of their own.

use std::fmt::Write as _;

use engine::{Parameter, params};

use crate::options::{Change, Id, Kind, OptionError, Options, SPECS, Spec};

/// What XBoard sets with commands of its own, or has no use for.
const HAS_COMMAND: [Id; 6] = [Id::Threads, Id::Hash, Id::Ponder, Id::Variant, Id::AnalyseMode, Id::ShowWdl];

/// A name without blanks and without what marks it as UCI's.
fn short(name: &str) -> String {
    name.trim_start_matches("UCI_").split_whitespace().collect()
}

/// The options as XBoard reads them, one a feature. What XBoard has commands for is left out, and names have no
/// blanks, since some clients cut them there.
pub(super) fn features() -> String {
    let mut text = String::new();
    for Spec { name, id, kind } in SPECS.iter().filter(|spec| !HAS_COMMAND.contains(&spec.id)) {
        let name = short(name);
        let _ = match kind {
            Kind::Spin { default, min, max } => {
                writeln!(text, "feature option=\"{name} -spin {default} {min} {max}\"")
            }
            Kind::Check { default } => writeln!(text, "feature option=\"{name} -check {}\"", u8::from(*default)),
            Kind::Button => writeln!(text, "feature option=\"{name} -button\""),
            Kind::Text => writeln!(text, "feature option=\"{name} -file \""),
            Kind::Game => {
                debug_assert!(false, "{id:?} is chosen by a command");
                Ok(())
            }
        };
    }
    for p @ Parameter { name, value, .. } in params::settable() {
        let _ = writeln!(text, "feature option=\"{name} -spin {value} {} {}\"", p.lowest(), p.highest());
    }
    text
}

/// Sets an option as XBoard writes it: the name with or without blanks, a switch as `0` or `1`.
///
/// # Errors
/// The option or the value quoted; the options are as before.
pub(super) fn set(options: &mut Options, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
    let wanted = short(name);
    let spec = SPECS.iter().find(|spec| short(spec.name).eq_ignore_ascii_case(&wanted));
    let value = match (spec.map(|spec| spec.kind), value) {
        (Some(Kind::Check { .. }), Some("1")) => Some("true"),
        (Some(Kind::Check { .. }), Some("0")) => Some("false"),
        _ => value,
    };
    options.set(spec.map_or(name, |spec| spec.name), value)
}

/// Sets the size of the hash table in MiB, or the nearest one possible.
///
/// # Errors
/// The value quoted if it is no number.
pub(super) fn set_memory(options: &mut Options, text: &str) -> Result<Change, OptionError> {
    set_nearest(options, "Hash", text)
}

/// Sets the number of threads, or the nearest one possible.
///
/// # Errors
/// The value quoted if it is no number.
pub(super) fn set_cores(options: &mut Options, text: &str) -> Result<Change, OptionError> {
    set_nearest(options, "Threads", text)
}

fn set_nearest(options: &mut Options, name: &str, text: &str) -> Result<Change, OptionError> {
    let range = SPECS.iter().find(|spec| spec.name == name).map(|spec| spec.kind);
    match (text.parse::<u64>(), range) {
        (Ok(n), Some(Kind::Spin { min, max, .. })) => {
            options.set(name, Some(&n.clamp(u64::from(min), u64::from(max)).to_string()))
        }
        _ => options.set(name, Some(text)),
    }
}

#[cfg(test)]
mod tests {
    use engine::skill::Skill;

    use super::*;

    #[test]
    fn xboard_lists_what_it_has_no_command_for() {
        let list = features();
        let names = ["MultiPV -spin 1 1 256", "SkillLevel -spin 20 0 20", "OwnBook -check 0", "ClearHash -button"];
        for name in names {
            assert!(list.contains(&format!("feature option=\"{name}\"\n")), "{name}: {list}");
        }
        assert!(!list.contains("Threads") && !list.contains("Hash -spin") && !list.contains("Variant"), "{list}");
    }

    #[test]
    fn xboard_may_write_names_with_or_without_blanks() {
        let mut options = Options::default();
        assert_eq!(set(&mut options, "SkillLevel", Some("3")), Ok(Change::Settings));
        assert_eq!(set(&mut options, "skill level", Some("4")), Ok(Change::Settings));
        assert_eq!(set(&mut options, "LimitStrength", Some("0")), Ok(Change::Settings));
        assert_eq!(set(&mut options, "OwnBook", Some("1")), Ok(Change::Settings));
        assert!(options.settings().own_book);
        assert_eq!(options.settings().skill, Skill::of_option(4));
        assert!(set(&mut options, "OwnBook", Some("2")).is_err());
        assert!(set(&mut options, "Nothing", None).is_err());
        assert_eq!(set_memory(&mut options, "0"), Ok(Change::Settings));
        assert_eq!(set_cores(&mut options, "999999"), Ok(Change::Settings));
        assert_eq!((options.settings().hash, options.settings().threads), (1, 512));
        assert!(set_memory(&mut options, "much").is_err());
    }

    #[test]
    fn numbers_of_the_search_are_options_of_a_tuners_build_alone() {
        let is_tuner = !params::settable().is_empty();
        assert_eq!(features().contains("feature option=\"razoring_depth -spin 4 0 7\"\n"), is_tuner);
    }
}
