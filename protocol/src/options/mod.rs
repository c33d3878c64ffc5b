//! The options: their names, ranges and defaults in one list, and the values that hold now. Knows no search and prints
//! nothing. In a tuner's build every number of the search is an option too; those hold for the whole process.

use std::fmt::Write as _;
use std::time::Duration;

use engine::params::ParameterError;
use engine::{Parameter, Settings, params};
use movegen::Variant;
use movegen::fen::printable;
use movegen::variants::{NAMES, Rules};

/// What an option is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Id {
    Threads,
    Hash,
    ClearHash,
    Ponder,
    MultiPv,
    MoveOverhead,
    SkillLevel,
    Variant,
    AnalyseMode,
    ShowWdl,
    LimitStrength,
    Elo,
    Assassination,
    Seed,
    Argmax,
    ApocalypseTables,
    DebugLogFile,
}

/// What may be set: a number, a yes or no, one of the games, an action, a text.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Spin { default: u32, min: u32, max: u32 },
    Check { default: bool },
    Game,
    Button,
    Text,
}

struct Spec {
    name: &'static str,
    id: Id,
    kind: Kind,
}

const fn spec(name: &'static str, id: Id, kind: Kind) -> Spec {
    Spec { name, id, kind }
}

const FULL_SKILL: u32 = 20;
/// The Elo that stands for skill 0. The numbers are labels in equal steps, not measurements: no rating list knows these
/// games, and a client needs some number to set.
const WEAKEST_ELO: u32 = 800;
/// Elo points from one skill to the next: 800 is skill 0, 900 skill 1 … 2800 skill 20.
const ELO_STEP: u32 = 100;
const STRONGEST_ELO: u32 = WEAKEST_ELO + FULL_SKILL * ELO_STEP;

/// The largest number of any option: clients read signed numbers of 32 bits.
const LARGEST: u32 = i32::MAX as u32;

/// Every option, in the order in which `uci` lists them. Threads stands before Hash, as clients set them.
const SPECS: [Spec; 17] = [
    spec("Threads", Id::Threads, Kind::Spin { default: 1, min: 1, max: 512 }),
    spec("Hash", Id::Hash, Kind::Spin { default: 16, min: 1, max: 131_072 }),
    spec("Clear Hash", Id::ClearHash, Kind::Button),
    spec("Ponder", Id::Ponder, Kind::Check { default: false }),
    spec("MultiPV", Id::MultiPv, Kind::Spin { default: 1, min: 1, max: 256 }),
    spec("Move Overhead", Id::MoveOverhead, Kind::Spin { default: 30, min: 0, max: 5000 }),
    spec("Skill Level", Id::SkillLevel, Kind::Spin { default: FULL_SKILL, min: 0, max: FULL_SKILL }),
    spec("UCI_Variant", Id::Variant, Kind::Game),
    spec("UCI_AnalyseMode", Id::AnalyseMode, Kind::Check { default: false }),
    spec("UCI_ShowWDL", Id::ShowWdl, Kind::Check { default: false }),
    spec("UCI_LimitStrength", Id::LimitStrength, Kind::Check { default: false }),
    spec("UCI_Elo", Id::Elo, Kind::Spin { default: STRONGEST_ELO, min: WEAKEST_ELO, max: STRONGEST_ELO }),
    spec("Assassination", Id::Assassination, Kind::Check { default: true }),
    spec("Seed", Id::Seed, Kind::Spin { default: 0, min: 0, max: LARGEST }),
    spec("Argmax", Id::Argmax, Kind::Check { default: false }),
    spec("ApocalypseTables", Id::ApocalypseTables, Kind::Text),
    spec("Debug Log File", Id::DebugLogFile, Kind::Text),
];

/// What XBoard sets with commands of its own, or has no use for.
const HAS_COMMAND_IN_XBOARD: [Id; 6] = [Id::Threads, Id::Hash, Id::Ponder, Id::Variant, Id::AnalyseMode, Id::ShowWdl];

/// A name without blanks and without what marks it as UCI's.
fn short(name: &str) -> String {
    name.trim_start_matches("UCI_").split_whitespace().collect()
}

/// The values that hold now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    threads: usize,
    hash: usize,
    lines: usize,
    overhead: Duration,
    skill: u32,
    analyse: bool,
    limit_strength: bool,
    elo: u32,
    show_wdl: bool,
    rules: Rules,
    seed: u64,
    likeliest: bool,
    endings: bool,
}

/// What a client wants to read of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct View {
    /// Lines of thought.
    pub(crate) lines: usize,
    /// Whether scores carry the chances to win, draw and lose.
    pub(crate) show_wdl: bool,
    /// Whether the client analyses, and wants to see both sides.
    pub(crate) analyse: bool,
}

impl Default for Options {
    fn default() -> Self {
        let Settings { threads, hash, lines, overhead, seed, likeliest, endings, .. } = Settings::default();
        Self {
            threads,
            hash,
            lines,
            overhead,
            skill: FULL_SKILL,
            analyse: false,
            limit_strength: false,
            elo: STRONGEST_ELO,
            show_wdl: false,
            rules: Rules::default(),
            seed,
            likeliest,
            endings,
        }
    }
}

/// What has to be done once an option is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// Nothing, or what the next search will see by itself.
    Nothing,
    /// The engine takes over new [`Settings`].
    Settings,
    /// The hash table is cleared.
    ClearHash,
    /// A game of this name is played.
    Game(&'static str),
    /// Tables of endings are loaded from this folder.
    Tables(String),
    /// All traffic is written to this file; `None` to none.
    LogFile(Option<String>),
}

/// Why an option could not be set; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum OptionError {
    /// There is no option of that name.
    #[error("No such option: {0}")]
    Unknown(String),
    /// The option needs a value and there is none.
    #[error("info string error: option {0} needs a value")]
    Missing(&'static str),
    /// The value is not one that the option takes.
    #[error("info string error: option {name} cannot be '{value}': {why}")]
    Invalid {
        /// The option.
        name: &'static str,
        /// The value, quoted.
        value: String,
        /// What it may be.
        why: String,
    },
}

impl Options {
    /// The lines `option name … type …` of the handshake.
    pub(crate) fn list() -> String {
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

    /// The options as XBoard reads them, one a feature. What XBoard has commands for is left out, and names have no
    /// blanks, since some clients cut them there.
    pub(crate) fn features() -> String {
        let mut text = String::new();
        for Spec { name, id, kind } in SPECS.iter().filter(|spec| !HAS_COMMAND_IN_XBOARD.contains(&spec.id)) {
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
    pub(crate) fn set_for_xboard(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let wanted = short(name);
        let spec = SPECS.iter().find(|spec| short(spec.name).eq_ignore_ascii_case(&wanted));
        let value = match (spec.map(|spec| spec.kind), value) {
            (Some(Kind::Check { .. }), Some("1")) => Some("true"),
            (Some(Kind::Check { .. }), Some("0")) => Some("false"),
            _ => value,
        };
        self.set(spec.map_or(name, |spec| spec.name), value)
    }

    /// Sets the size of the hash table in MiB, or the nearest one possible.
    ///
    /// # Errors
    /// The value quoted if it is no number.
    pub(crate) fn set_memory(&mut self, text: &str) -> Result<Change, OptionError> {
        self.set_nearest("Hash", text)
    }

    /// Sets the number of threads, or the nearest one possible.
    ///
    /// # Errors
    /// The value quoted if it is no number.
    pub(crate) fn set_cores(&mut self, text: &str) -> Result<Change, OptionError> {
        self.set_nearest("Threads", text)
    }

    fn set_nearest(&mut self, name: &str, text: &str) -> Result<Change, OptionError> {
        let range = SPECS.iter().find(|spec| spec.name == name).map(|spec| spec.kind);
        match (text.parse::<u64>(), range) {
            (Ok(n), Some(Kind::Spin { min, max, .. })) => {
                self.set(name, Some(&n.clamp(u64::from(min), u64::from(max)).to_string()))
            }
            _ => self.set(name, Some(text)),
        }
    }

    /// The rules by which the next position is set up.
    pub(crate) const fn rules(&self) -> Rules {
        self.rules
    }

    /// What the engine is to be set to.
    pub(crate) fn settings(&self) -> Settings {
        let skill = match (self.analyse, self.limit_strength) {
            (true, _) => FULL_SKILL,
            (false, true) => (self.elo - WEAKEST_ELO) / ELO_STEP,
            (false, false) => self.skill,
        };
        let Self { threads, hash, lines, overhead, seed, likeliest, endings, .. } = *self;
        Settings { threads, hash, lines, overhead, skill, seed, likeliest, endings }
    }

    /// Has tables of endings used from now on: some have been loaded.
    pub(crate) const fn use_endings(&mut self) {
        self.endings = true;
    }

    /// What the client wants to read.
    pub(crate) fn view(&self) -> View {
        View { lines: self.lines, show_wdl: self.show_wdl, analyse: self.analyse }
    }

    /// Sets one option. Names and words are taken in any case, and a value for a button is ignored.
    ///
    /// # Errors
    /// The option or the value quoted; the options are as before.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let Some(spec) = SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)) else {
            return set_parameter(name, value);
        };
        let value = match (spec.kind, value) {
            (Kind::Button, _) => "",
            (_, Some(value)) => value,
            (_, None) => return Err(OptionError::Missing(spec.name)),
        };
        let invalid = |why: String| OptionError::Invalid { name: spec.name, value: printable(value), why };
        Ok(match spec.kind {
            Kind::Spin { min, max, .. } => match value.parse() {
                Ok(n) if (min..=max).contains(&n) => self.set_number(spec.id, n),
                _ => return Err(invalid(format!("it takes a number from {min} to {max}"))),
            },
            Kind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" => self.set_switch(spec.id, true),
                "false" => self.set_switch(spec.id, false),
                _ => return Err(invalid("it takes 'true' or 'false'".to_owned())),
            },
            Kind::Game => match game_of(value) {
                Some(name) => Change::Game(name),
                None => return Err(invalid(format!("the games are{}", games().replace(" var", "")))),
            },
            Kind::Button => Change::ClearHash,
            Kind::Text => self.set_text(spec.id, Some(value).filter(|value| !matches!(*value, "" | "<empty>"))),
        })
    }

    fn set_text(&mut self, id: Id, text: Option<&str>) -> Change {
        if id != Id::ApocalypseTables {
            return Change::LogFile(text.map(str::to_owned));
        }
        match text {
            Some(folder) if folder != NO_TABLES => Change::Tables(folder.to_owned()),
            _ => {
                self.endings = text.is_none();
                Change::Settings
            }
        }
    }

    fn set_number(&mut self, id: Id, n: u32) -> Change {
        match id {
            Id::Threads => self.threads = n as usize,
            Id::Hash => self.hash = n as usize,
            Id::MultiPv => self.lines = n as usize,
            Id::MoveOverhead => self.overhead = Duration::from_millis(u64::from(n)),
            Id::SkillLevel => self.skill = n,
            Id::Seed => self.seed = u64::from(n),
            _ => self.elo = n,
        }
        Change::Settings
    }

    /// `Ponder` only tells the client that it may let the engine ponder: its `go ponder` says all there is to know.
    fn set_switch(&mut self, id: Id, on: bool) -> Change {
        match id {
            Id::AnalyseMode => self.analyse = on,
            Id::LimitStrength => self.limit_strength = on,
            Id::ShowWdl => self.show_wdl = on,
            Id::Assassination => self.rules.assassination = on,
            Id::Argmax => self.likeliest = on,
            _ => {}
        }
        match id {
            Id::AnalyseMode | Id::LimitStrength | Id::Argmax => Change::Settings,
            _ => Change::Nothing,
        }
    }
}

/// Sets a number of the search, where the build has them as options. The next search sees it by itself.
fn set_parameter(name: &str, value: Option<&str>) -> Result<Change, OptionError> {
    let parameter = params::settable().iter().find(|p| p.name.eq_ignore_ascii_case(name));
    let parameter = parameter.ok_or_else(|| OptionError::Unknown(printable(name)))?;
    let value = value.ok_or(OptionError::Missing(parameter.name))?;
    let number = value.parse().map_err(|_| ParameterError::Range(parameter.lowest(), parameter.highest()));
    match number.and_then(|number| params::set(parameter.name, number)) {
        Ok(()) => Ok(Change::Nothing),
        Err(why) => Err(OptionError::Invalid { name: parameter.name, value: printable(value), why: why.to_string() }),
    }
}

/// What stands in `ApocalypseTables` when no tables at all are wanted.
const NO_TABLES: &str = "none";

/// ` var chess var …`: chess first, since clients look for it there, the others by the alphabet.
fn games() -> String {
    let mut others = NAMES[1..].to_vec();
    others.sort_unstable();
    NAMES[..1].iter().chain(&others).map(|name| format!(" var {name}")).collect()
}

/// The game of that name, in any case; clients have several names for chess.
pub(crate) fn game_of(name: &str) -> Option<&'static str> {
    const OTHER_NAMES_OF_CHESS: [&str; 3] = ["standard", "normal", "fromposition"];
    let name = name.to_ascii_lowercase();
    match OTHER_NAMES_OF_CHESS.contains(&name.as_str()) {
        true => Some(movegen::Chess::NAME),
        false => NAMES.into_iter().find(|known| *known == name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_the_form_that_clients_parse() {
        let list = Options::list();
        assert!(list.contains("option name UCI_Variant type combo default chess var chess var "), "{list}");
        assert!(list.contains("option name Clear Hash type button\n"), "{list}");
        assert!(list.contains("option name Debug Log File type string default <empty>\n"), "{list}");
        let words = ["name", "type", "default", "min", "max", "var"];
        for Spec { name, .. } in &SPECS {
            assert!(name.split(' ').all(|word| !words.contains(&word)), "{name} would cut the line in two");
        }
    }

    #[test]
    fn defaults_lie_within_their_ranges_and_are_those_of_the_engine() {
        for Spec { name, kind, .. } in &SPECS {
            if let Kind::Spin { default, min, max } = kind {
                assert!((min..=max).contains(&default) && *max <= LARGEST, "{name}");
                let mut options = Options::default();
                assert_eq!(options.set(name, Some(&default.to_string())), Ok(Change::Settings));
                assert_eq!(options, Options::default(), "{name}");
            }
        }
        assert_eq!(Options::default().settings(), Settings::default());
    }

    #[test]
    fn numbers_of_the_search_are_options_of_a_tuners_build_alone() {
        let is_tuner = !params::settable().is_empty();
        assert_eq!(Options::list().contains("option name razoring_depth type spin default 4 min 0 max 7\n"), is_tuner);
        assert_eq!(Options::features().contains("feature option=\"razoring_depth -spin 4 0 7\"\n"), is_tuner);
        let mut options = Options::default();
        let set = options.set("Razoring_Depth", Some("4"));
        assert_eq!(set.is_ok(), is_tuner, "{set:?}");
        for value in ["8", "-1", "x", ""] {
            let error = options.set("razoring_depth", Some(value)).unwrap_err().to_string();
            let wanted =
                format!("info string error: option razoring_depth cannot be '{value}': it takes a number from 0 to 7");
            assert_eq!(error == wanted, is_tuner, "{error}");
        }
    }

    #[test]
    fn names_are_taken_in_any_case() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", Some("64")), Ok(Change::Settings));
        assert_eq!(options.set("THREADS", Some("2")), Ok(Change::Settings));
        assert_eq!((options.settings().hash, options.settings().threads), (64, 2));
        assert_eq!(options.set("clear hash", Some("true")), Ok(Change::ClearHash));
        assert_eq!(options.set("uci_variant", Some("Empire")), Ok(Change::Game("empire")));
    }

    #[test]
    fn xboard_lists_what_it_has_no_command_for() {
        let list = Options::features();
        let names =
            ["MultiPV -spin 1 1 256", "SkillLevel -spin 20 0 20", "Assassination -check 1", "ClearHash -button"];
        for name in names {
            assert!(list.contains(&format!("feature option=\"{name}\"\n")), "{name}: {list}");
        }
        assert!(!list.contains("Threads") && !list.contains("Hash -spin") && !list.contains("Variant"), "{list}");
    }

    #[test]
    fn xboard_may_write_names_with_or_without_blanks() {
        let mut options = Options::default();
        assert_eq!(options.set_for_xboard("SkillLevel", Some("3")), Ok(Change::Settings));
        assert_eq!(options.set_for_xboard("skill level", Some("4")), Ok(Change::Settings));
        assert_eq!(options.set_for_xboard("LimitStrength", Some("0")), Ok(Change::Settings));
        assert_eq!(options.set_for_xboard("Assassination", Some("0")), Ok(Change::Nothing));
        assert!(!options.rules().assassination);
        assert_eq!(options.settings().skill, 4);
        assert!(options.set_for_xboard("Assassination", Some("2")).is_err());
        assert!(options.set_for_xboard("Nothing", None).is_err());
        assert_eq!(options.set_memory("0"), Ok(Change::Settings));
        assert_eq!(options.set_cores("999999"), Ok(Change::Settings));
        assert_eq!((options.settings().hash, options.settings().threads), (1, 512));
        assert!(options.set_memory("much").is_err());
    }

    #[test]
    fn a_value_out_of_range_changes_nothing() {
        let mut options = Options::default();
        for (name, value) in [("Hash", "0"), ("Threads", "-1"), ("MultiPV", "1.5"), ("Ponder", "yes"), ("Hash", "")] {
            let error = options.set(name, Some(value)).unwrap_err().to_string();
            assert!(error.starts_with(&format!("info string error: option {name} cannot be '{value}'")), "{error}");
        }
        assert_eq!(options.set("Hash", None), Err(OptionError::Missing("Hash")));
        assert_eq!(options.set("Hash  X", None).unwrap_err().to_string(), "No such option: Hash  X");
        assert_eq!(options, Options::default());
    }

    #[test]
    fn an_unknown_game_is_refused_with_the_list() {
        let error = Options::default().set("UCI_Variant", Some("checkers")).unwrap_err().to_string();
        assert!(error.contains("'checkers': the games are chess "), "{error}");
    }

    #[test]
    fn other_names_of_chess_are_taken() {
        for name in ["standard", "normal", "fromposition", "Chess"] {
            assert_eq!(game_of(name), Some("chess"), "{name}");
        }
        assert_eq!(game_of(""), None);
    }

    #[test]
    fn an_empty_file_name_means_no_file() {
        let mut options = Options::default();
        assert_eq!(options.set("Debug Log File", Some("")), Ok(Change::LogFile(None)));
        assert_eq!(options.set("Debug Log File", Some("<empty>")), Ok(Change::LogFile(None)));
        assert_eq!(options.set("debug log file", Some("a b")), Ok(Change::LogFile(Some("a b".into()))));
    }

    #[test]
    fn elo_maps_to_skill_only_when_strength_is_limited_and_analysis_is_never_weakened() {
        let mut options = Options::default();
        let mut set = |name, value| {
            options.set(name, Some(value)).unwrap();
            options.settings().skill
        };
        assert_eq!(set("Skill Level", "7"), 7);
        assert_eq!(set("UCI_Elo", "1000"), 7);
        assert_eq!(set("UCI_LimitStrength", "true"), 2);
        assert_eq!(set("UCI_Elo", "2800"), 20);
        assert_eq!(set("UCI_Elo", "899"), 0);
        assert_eq!(set("UCI_AnalyseMode", "true"), 20);
    }
}
