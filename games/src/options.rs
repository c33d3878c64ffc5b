//! The options of the engines in one table. UCI and XBoard print it; the arena, the board and Python look options up by name.
//! Options of a protocol (`UCI_Variant`, `Ponder`) belong to the protocol.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use ::engine::DEFAULT_HASH;
use ::engine::params::{self, ParameterError};
use ::engine::skill::{FULL_OPTION, LEVELS, Skill};
use movegen::fen::printable;

use crate::Settings;

/// An option of the engines.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name in UCI.
    pub name: &'static str,
    /// The type with default, range, and the function that stores a value.
    pub kind: OptionKind,
    /// The games in which the option has an effect.
    pub scope: Scope,
    /// `true` if UCI and XBoard list the option.
    pub is_listed: bool,
    /// The effect of the option in one sentence.
    pub help: &'static str,
}

/// The type of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// A whole number.
    Integer {
        /// The default.
        default: u64,
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
        /// Stores a value within the range.
        set: fn(&mut EngineOptions, u64),
    },
    /// A decimal number.
    Decimal {
        /// The default.
        default: f64,
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
        /// Stores a value within the range.
        set: fn(&mut EngineOptions, f64),
    },
    /// `true` or `false`.
    Switch {
        /// The default.
        default: bool,
        /// Stores a value.
        set: fn(&mut EngineOptions, bool),
    },
    /// A file or a folder; `None` for an empty value.
    File {
        /// Stores a value and returns the action for the front end.
        set: fn(&mut EngineOptions, Option<&str>) -> Effect,
    },
    /// An action.
    Command(
        /// Returns the action for the front end.
        fn() -> Effect,
    ),
}

/// The games in which an option has an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All games.
    All,
    /// The games in which the sides move in turn.
    TurnBased,
    /// The games in which both sides choose at once.
    Simultaneous,
}

/// The action for the front end after an option was set. Front ends read the files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: the next search uses the new value.
    Nothing,
    /// Pass [`EngineOptions::settings`] to the engine.
    Settings,
    /// Clear the hash table.
    ClearHash,
    /// Use the network in this file for the game that it names; `None`: the built-in networks.
    Network(Option<String>),
    /// Use the opening book in this file; `None`: no book.
    Book(Option<String>),
    /// Load endgame tables from this folder, then call [`EngineOptions::use_tables`].
    Tables(String),
    /// Load endgame tables of the turn-based games ([`load_endgames`](crate::load_endgames)).
    Endgames(EndgameFiles),
}

/// Files of endgame tables of the turn-based games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndgameFiles {
    /// The tables in this folder are added.
    Folder(String),
    /// The Syzygy tables in these folders replace those in use; `None`: no tables.
    Syzygy(Option<String>),
}

/// An option could not be set; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("No such option: {0}")]
    Unknown(String),
    /// The option needs a value.
    #[error("option {0} needs a value")]
    Missing(&'static str),
    /// The option does not accept the value.
    #[error("option {name} cannot be '{value}': {why}")]
    Invalid {
        /// The option.
        name: &'static str,
        /// The value, made printable.
        value: String,
        /// The values that the option accepts.
        why: String,
    },
}

impl OptionError {
    /// The error for a value that the option does not accept.
    pub fn invalid(name: &'static str, value: &str, why: impl Into<String>) -> Self {
        Self::Invalid { name, value: printable(value), why: why.into() }
    }
}

/// The largest number of an option: UCI clients read signed 32-bit numbers.
const MAX_NUMBER: u64 = i32::MAX as u64;
/// The range of `UCI_Elo`. It is the same in all games, because clients read it before a game is chosen; beyond the ladder
/// of a game, its weakest or strongest level plays.
const MIN_ELO: u64 = 420;
const MAX_ELO: u64 = 2175;
/// The value of `ApocalypseTables` and `EndgameTables` that switches endgame tables off.
const NO_TABLES: &str = "none";

const fn integer(default: u64, min: u64, max: u64, set: fn(&mut EngineOptions, u64)) -> OptionKind {
    OptionKind::Integer { default, min, max, set }
}

const fn switch(default: bool, set: fn(&mut EngineOptions, bool)) -> OptionKind {
    OptionKind::Switch { default, set }
}

const fn all(name: &'static str, kind: OptionKind, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind, scope: Scope::All, is_listed: true, help }
}

const fn turn_based(name: &'static str, kind: OptionKind, help: &'static str) -> OptionSpec {
    OptionSpec { scope: Scope::TurnBased, ..all(name, kind, help) }
}

const fn simultaneous(name: &'static str, kind: OptionKind, help: &'static str) -> OptionSpec {
    OptionSpec { scope: Scope::Simultaneous, ..all(name, kind, help) }
}

const fn unlisted(spec: OptionSpec) -> OptionSpec {
    OptionSpec { is_listed: false, ..spec }
}

/// All options, in the order in which UCI lists them: Threads before Hash, as clients set them.
pub const OPTIONS: [OptionSpec; 21] = [
    all("Threads", integer(1, 1, 512, |o, n| o.settings.threads = n as usize), "Number of search threads."),
    all(
        "Hash",
        integer(DEFAULT_HASH as u64, 1, 131_072, |o, n| o.settings.hash = Some(n as usize)),
        "Size of the hash table in MiB; Apocalypse: 256 until set.",
    ),
    all("Clear Hash", OptionKind::Command(|| Effect::ClearHash), "Clears the hash table."),
    turn_based("MultiPV", integer(1, 1, 256, |o, n| o.settings.lines = n as usize), "Number of principal variations."),
    all(
        "Move Overhead",
        integer(30, 0, 5000, |o, n| o.settings.overhead = Duration::from_millis(n)),
        "Time in milliseconds that is reserved for communication with each move.",
    ),
    all(
        "Skill Level",
        integer(FULL_OPTION as u64, 0, FULL_OPTION as u64, |o, n| o.settings.skill = Skill::of_option(n as u32)),
        "Strength of play; 20 is full strength.",
    ),
    unlisted(all(
        "Level",
        OptionKind::Decimal {
            default: LEVELS as f64,
            min: 1.0,
            max: LEVELS as f64,
            set: |o, level| o.settings.skill = Skill::between((100.0 * level).round() as u32),
        },
        "Strength of play as a level of the game's ladder; 10 is full strength.",
    )),
    unlisted(all(
        "Strength",
        integer(Skill::STRONGEST as u64, 0, Skill::STRONGEST as u64, |o, n| {
            o.settings.skill = Skill::Strength(n as u32);
        }),
        "Strength of play on the scale of which the ladders are made.",
    )),
    all("UCI_AnalyseMode", switch(false, |o, on| o.analyses = on), "Plays at full strength and without the book."),
    all("UCI_LimitStrength", switch(false, |o, on| o.limits_strength = on), "Plays with the strength of UCI_Elo."),
    all(
        "UCI_Elo",
        integer(MAX_ELO, MIN_ELO, MAX_ELO, |o, n| o.elo = n as u32),
        "Strength of play in Elo, if UCI_LimitStrength is set.",
    ),
    all(
        "Seed",
        integer(0, 0, MAX_NUMBER, |o, n| o.settings.seed = n),
        "Seed of the random numbers; 0 is different every time.",
    ),
    simultaneous(
        "Argmax",
        switch(false, |o, on| o.settings.likeliest = on),
        "Plays the likeliest choice instead of drawing one; for tests.",
    ),
    simultaneous(
        "ApocalypseTables",
        OptionKind::File { set: EngineOptions::set_tables },
        "Folder of endgame tables; 'none' uses no tables.",
    ),
    turn_based(
        "EndgameTables",
        OptionKind::File { set: EngineOptions::set_endgames },
        "Folder of endgame tables; 'none' uses no tables.",
    ),
    turn_based(
        "SyzygyPath",
        OptionKind::File { set: |_, path| Effect::Endgames(EndgameFiles::Syzygy(path.map(str::to_owned))) },
        "Folders of Syzygy tables of chess, separated as in the search path of the system.",
    ),
    turn_based(
        "SyzygyProbeLimit",
        integer(7, 0, 7, |o, n| o.settings.syzygy_pieces = n as u32),
        "Largest number of pieces for which Syzygy tables are used.",
    ),
    turn_based(
        "Syzygy50MoveRule",
        switch(true, |o, on| o.settings.syzygy_fifty = on),
        "Takes wins that the 50-move rule prevents, by Syzygy tables, as draws.",
    ),
    turn_based(
        "EvalFile",
        OptionKind::File { set: |_, path| Effect::Network(path.map(str::to_owned)) },
        "Network that replaces the built-in one of its game.",
    ),
    turn_based("OwnBook", switch(false, |o, on| o.settings.own_book = on), "Plays moves of the opening book."),
    turn_based("BookFile", OptionKind::File { set: |_, path| Effect::Book(path.map(str::to_owned)) }, "Opening book."),
];

/// Returns the option of that name in any case.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    static TABLE: [OptionSpec; OPTIONS.len()] = OPTIONS;
    TABLE.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

/// Parses the value of a switch, in any case.
///
/// # Errors
/// The value is neither `true` nor `false`.
pub fn parse_switch(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::invalid(name, value, "it takes 'true' or 'false'")),
    }
}

/// Returns the value of a file option; `None` if it is empty or UCI's `<empty>`.
pub fn parse_file(value: &str) -> Option<&str> {
    Some(value).filter(|value| !matches!(*value, "" | "<empty>"))
}

/// The values of the options.
///
/// ```
/// use upheaval_games::options::{Effect, EngineOptions};
/// let mut options = EngineOptions::default();
/// assert_eq!(options.set("hash", Some("64"))?, Effect::Settings);
/// assert_eq!(options.settings().hash, Some(64));
/// let error = options.set("Hash", Some("0")).unwrap_err().to_string();
/// assert_eq!(error, "option Hash cannot be '0': it takes a number from 1 to 131072");
/// # Ok::<(), upheaval_games::options::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    settings: Settings,
    analyses: bool,
    limits_strength: bool,
    elo: u32,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Settings::default().into()
    }
}

/// Options with other defaults.
impl From<Settings> for EngineOptions {
    fn from(settings: Settings) -> Self {
        Self { settings, analyses: false, limits_strength: false, elo: MAX_ELO as u32 }
    }
}

impl EngineOptions {
    /// The settings of the engine.
    pub fn settings(&self) -> Settings {
        let skill = match (self.analyses, self.limits_strength) {
            (true, _) => Skill::Full,
            (false, true) => Skill::Elo(self.elo),
            (false, false) => self.settings.skill,
        };
        Settings { skill, own_book: self.settings.own_book && !self.analyses, ..self.settings }
    }

    /// The settings of the engine for an analysis: full strength and no book.
    pub fn settings_for_analysis(&self) -> Settings {
        Settings { skill: Skill::Full, own_book: false, ..self.settings }
    }

    /// Returns `true` if `UCI_AnalyseMode` is set.
    pub const fn analyses(&self) -> bool {
        self.analyses
    }

    /// Switches endgame tables on: some have been loaded.
    pub const fn use_tables(&mut self) {
        self.settings.endings = true;
    }

    /// Sets an option. The name and `true` and `false` may be in any case; the value of a command is ignored. In a tuner's
    /// build the parameters of the search are options too.
    ///
    /// # Errors
    /// There is no such option, or it does not accept the value; nothing has changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let Some(&OptionSpec { name, kind, .. }) = find(name) else { return set_parameter(name, value) };
        let needed = value.ok_or(OptionError::Missing(name));
        let mut changed = self.clone();
        let mut effect = Effect::Settings;
        match kind {
            OptionKind::Integer { min, max, set, .. } => set(&mut changed, number(name, needed?, &(min..=max))?),
            OptionKind::Decimal { min, max, set, .. } => set(&mut changed, number(name, needed?, &(min..=max))?),
            OptionKind::Switch { set, .. } => set(&mut changed, parse_switch(name, needed?)?),
            OptionKind::File { set } => effect = set(&mut changed, parse_file(needed?)),
            OptionKind::Command(command) => effect = command(),
        }
        if !changed.settings().is_affordable_after(&self.settings()) {
            return Err(OptionError::invalid(name, value.unwrap_or_default(), "there is not enough memory"));
        }
        *self = changed;
        Ok(effect)
    }

    fn set_endgames(&mut self, folder: Option<&str>) -> Effect {
        self.settings.endgames = folder != Some(NO_TABLES);
        let files = folder.filter(|_| self.settings.endgames).map(|folder| EndgameFiles::Folder(folder.to_owned()));
        files.map_or(Effect::Settings, Effect::Endgames)
    }

    fn set_tables(&mut self, folder: Option<&str>) -> Effect {
        match folder {
            Some(folder) if folder != NO_TABLES => Effect::Tables(folder.to_owned()),
            _ => {
                self.settings.endings = folder.is_none();
                Effect::Settings
            }
        }
    }
}

/// Parses a number of a range.
fn number<N>(name: &'static str, value: &str, range: &RangeInclusive<N>) -> Result<N, OptionError>
where
    N: FromStr + PartialOrd + Display,
{
    let why = || format!("it takes a number from {} to {}", range.start(), range.end());
    let n = value.parse().ok().filter(|n| range.contains(n));
    n.ok_or_else(|| OptionError::invalid(name, value, why()))
}

/// Sets a parameter of the search, if the build has them as options.
fn set_parameter(name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
    let parameter = params::settable().iter().find(|p| p.name.eq_ignore_ascii_case(name));
    let parameter = parameter.ok_or_else(|| OptionError::Unknown(printable(name)))?;
    let value = value.ok_or(OptionError::Missing(parameter.name))?;
    let number = value.parse().map_err(|_| ParameterError::Range(parameter.lowest(), parameter.highest()));
    match number.and_then(|number| params::set(parameter.name, Some(number))) {
        Ok(()) => Ok(Effect::Nothing),
        Err(why) => Err(OptionError::invalid(parameter.name, value, why.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_those_of_engine() {
        for OptionSpec { name, kind, is_listed, .. } in OPTIONS {
            let default = match kind {
                OptionKind::Integer { default, min, max, .. } => {
                    assert!((min..=max).contains(&default) && max <= MAX_NUMBER, "{name}");
                    default.to_string()
                }
                OptionKind::Switch { default, .. } => default.to_string(),
                _ => continue,
            };
            let mut options = EngineOptions::default();
            assert_eq!(options.set(name, Some(&default)), Ok(Effect::Settings));
            // Not set, it is another size in Apocalypse.
            options.settings.hash.take_if(|&mut hash| hash == DEFAULT_HASH);
            assert!(options == EngineOptions::default() || !is_listed, "{name}");
        }
        assert_eq!(EngineOptions::default().settings(), Settings::default());
        let elo = || gamedata::games().iter().filter_map(|game| game.ladder).flat_map(|ladder| ladder.elo);
        let range = [elo().min().unwrap(), elo().max().unwrap()];
        assert_eq!([MIN_ELO, MAX_ELO].map(|elo| elo as u32), range);
    }

    #[test]
    fn search_parameters_are_options_of_tuner_builds() {
        let is_tuner = !params::settable().is_empty();
        let mut options = EngineOptions::default();
        let set = options.set("Razoring_Depth", Some("4"));
        assert_eq!(set.is_ok(), is_tuner, "{set:?}");
        for value in ["8", "-1", "x", ""] {
            let error = options.set("razoring_depth", Some(value)).unwrap_err().to_string();
            let wanted = format!("option razoring_depth cannot be '{value}': it takes a number from 0 to 7");
            assert_eq!(error == wanted, is_tuner, "{error}");
        }
    }

    #[test]
    fn names_may_be_in_any_case() {
        let mut options = EngineOptions::default();
        assert_eq!(options.set("hash", Some("64")), Ok(Effect::Settings));
        assert_eq!(options.set("THREADS", Some("2")), Ok(Effect::Settings));
        assert_eq!((options.settings().hash, options.settings().threads), (Some(64), 2));
        assert_eq!(options.set("clear hash", Some("true")), Ok(Effect::ClearHash));
        assert_eq!(options.set("clear hash", None), Ok(Effect::ClearHash));
    }

    #[test]
    fn invalid_value_changes_nothing() {
        let mut options = EngineOptions::default();
        for (name, value) in [
            ("Hash", "0"),
            ("Threads", "-1"),
            ("MultiPV", "1.5"),
            ("OwnBook", "yes"),
            ("Hash", ""),
            ("Level", "NaN"),
            ("Level", "10.1"),
            ("Strength", "1001"),
        ] {
            let error = options.set(name, Some(value)).unwrap_err().to_string();
            assert!(error.starts_with(&format!("option {name} cannot be '{value}'")), "{error}");
        }
        assert_eq!(options.set("Hash", None), Err(OptionError::Missing("Hash")));
        assert_eq!(options.set("Hash  X", None).unwrap_err().to_string(), "No such option: Hash  X");
        assert_eq!(options, EngineOptions::default());
    }

    #[test]
    fn empty_file_name_means_none() {
        let mut options = EngineOptions::default();
        assert_eq!(options.set("EvalFile", Some("<empty>")), Ok(Effect::Network(None)));
        assert_eq!(options.set("evalfile", Some("a b.net")), Ok(Effect::Network(Some("a b.net".into()))));
        assert_eq!(options.set("BookFile", Some("")), Ok(Effect::Book(None)));
        assert_eq!(
            options.set("EndgameTables", Some("folder")),
            Ok(Effect::Endgames(EndgameFiles::Folder("folder".into())))
        );
        assert_eq!(options.set("SyzygyPath", Some("<empty>")), Ok(Effect::Endgames(EndgameFiles::Syzygy(None))));
        assert_eq!(options.set("EndgameTables", Some("none")), Ok(Effect::Settings));
        assert!(!options.settings().endgames);
        assert_eq!(options.set("ApocalypseTables", Some("folder")), Ok(Effect::Tables("folder".into())));
        assert_eq!(options.set("ApocalypseTables", Some("none")), Ok(Effect::Settings));
        assert!(!options.settings().endings);
        assert_eq!(options.set("ApocalypseTables", Some("")), Ok(Effect::Settings));
        assert!(options.settings().endings);
    }

    #[test]
    fn strength_is_limited_outside_of_analysis_only() {
        let mut options = EngineOptions::default();
        let mut set = |name, value| {
            options.set(name, Some(value)).unwrap();
            options.settings().skill
        };
        assert_eq!(set("Skill Level", "7"), Skill::of_option(7));
        assert_eq!(set("Level", "9.5"), Skill::between(950));
        assert_eq!(set("Strength", "400"), Skill::Strength(400));
        assert_eq!(set("UCI_Elo", "1000"), Skill::Strength(400));
        assert_eq!(set("UCI_LimitStrength", "true"), Skill::Elo(1000));
        assert_eq!(set("UCI_AnalyseMode", "true"), Skill::Full);
    }
}
