//! The values of the options that hold now, and what has to be done when one is set. In a tuner's build every number of
//! the search is an option too; those hold for the whole process.

use std::time::Duration;

use engine::params::ParameterError;
use engine::skill::Skill;
use engine::{Settings, params};
use movegen::fen::printable;

use super::spec::{FULL_SKILL, Id, Kind, SPECS, STRONGEST_ELO, game_of, games};

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
    seed: u64,
    likeliest: bool,
    endings: bool,
    own_book: bool,
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
        let Settings { threads, hash, lines, overhead, seed, likeliest, endings, own_book, .. } = Settings::default();
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
            seed,
            likeliest,
            endings,
            own_book,
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
    /// The network in this file is used for its game; `None`: those that the program carries are.
    Network(Option<String>),
    /// The book in this file is used for its game; `None`: no book.
    Book(Option<String>),
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
    /// What the engine is to be set to.
    pub(crate) fn settings(&self) -> Settings {
        let skill = match (self.analyse, self.limit_strength) {
            (true, _) => Skill::Full,
            (false, true) => Skill::Elo(self.elo),
            (false, false) => Skill::of_option(self.skill),
        };
        let Self { threads, hash, lines, overhead, seed, likeliest, endings, .. } = *self;
        let own_book = self.own_book && !self.analyse;
        Settings { threads, hash, lines, overhead, skill, seed, likeliest, endings, own_book }
    }

    /// What the engine is to be set to for an analysis: as ever, but at full strength.
    pub(crate) fn settings_for_analysis(&self) -> Settings {
        Settings { skill: Skill::Full, own_book: false, ..self.settings() }
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
                Ok(n) if (min..=max).contains(&n) => {
                    let mut options = self.clone();
                    let change = options.set_number(spec.id, n);
                    if !options.settings().is_affordable_after(&self.settings()) {
                        return Err(invalid("there is not enough memory".to_owned()));
                    }
                    *self = options;
                    change
                }
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
        match id {
            Id::EvalFile => return Change::Network(text.map(str::to_owned)),
            Id::BookFile => return Change::Book(text.map(str::to_owned)),
            Id::DebugLogFile => return Change::LogFile(text.map(str::to_owned)),
            _ => {}
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
            Id::Argmax => self.likeliest = on,
            Id::OwnBook => self.own_book = on,
            _ => {}
        }
        match id {
            Id::AnalyseMode | Id::LimitStrength | Id::Argmax | Id::OwnBook => Change::Settings,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::spec::{LARGEST, Spec};

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
    fn an_empty_file_name_means_no_file() {
        let mut options = Options::default();
        assert_eq!(options.set("Debug Log File", Some("")), Ok(Change::LogFile(None)));
        assert_eq!(options.set("Debug Log File", Some("<empty>")), Ok(Change::LogFile(None)));
        assert_eq!(options.set("EvalFile", Some("<empty>")), Ok(Change::Network(None)));
        assert_eq!(options.set("evalfile", Some("a.net")), Ok(Change::Network(Some("a.net".into()))));
        assert_eq!(options.set("debug log file", Some("a b")), Ok(Change::LogFile(Some("a b".into()))));
    }

    #[test]
    fn elo_counts_only_when_strength_is_limited_and_analysis_is_never_weakened() {
        let mut options = Options::default();
        let mut set = |name, value| {
            options.set(name, Some(value)).unwrap();
            options.settings().skill
        };
        assert_eq!(set("Skill Level", "7"), Skill::of_option(7));
        assert_eq!(set("UCI_Elo", "1000"), Skill::of_option(7));
        assert_eq!(set("UCI_LimitStrength", "true"), Skill::Elo(1000));
        assert_eq!(set("UCI_AnalyseMode", "true"), Skill::Full);
    }
}
