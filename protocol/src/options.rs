//! The options that a client can set: those of the engines ([`games::options`]) and those of the protocols.

use games::options::{Effect, EngineOptions, OptionError, parse_file, parse_switch};
use games::registry::{NAMES, find};
use movegen::variants::{chess960_form_of, loaded_names};

/// The type of an option of the protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProtocolKind {
    /// `true` or `false`; `false` by default.
    Switch,
    /// The name of a game; chess by default.
    Game,
    /// A file; none by default.
    File,
}

pub(crate) const VARIANT: &str = "UCI_Variant";
const SHOW_WDL: &str = "UCI_ShowWDL";
const CHESS960: &str = "UCI_Chess960";
const LOG_FILE: &str = "Debug Log File";

/// The options of the protocols: names in UCI, and types.
pub(crate) const PROTOCOL_OPTIONS: [(&str, ProtocolKind); 6] = [
    ("Ponder", ProtocolKind::Switch),
    ("VariantPath", ProtocolKind::File),
    (VARIANT, ProtocolKind::Game),
    (CHESS960, ProtocolKind::Switch),
    (SHOW_WDL, ProtocolKind::Switch),
    (LOG_FILE, ProtocolKind::File),
];

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options {
    pub(crate) engine: EngineOptions,
    show_wdl: bool,
    /// The game of `UCI_Variant`; chess by default.
    variant: Option<&'static str>,
    chess960: bool,
}

/// The search output that a client wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct View {
    pub(crate) lines: usize,
    /// `true` if scores carry the probabilities of the results.
    pub(crate) show_wdl: bool,
    /// `true` if the client analyses and wants the strategies of both sides.
    pub(crate) analyse: bool,
}

/// The action required after an option was set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Engine(Effect),
    Game(&'static str),
    /// Offer the games defined in this file; `None`: the built-in games alone.
    Definitions(Option<String>),
    /// Log all traffic to this file; `None`: to no file.
    LogFile(Option<String>),
}

impl Options {
    /// Returns the search output that the client wants.
    pub(crate) fn view(&self) -> View {
        View { lines: self.engine.settings().lines, show_wdl: self.show_wdl, analyse: self.engine.analyses() }
    }

    /// Returns the game by `UCI_Variant` and `UCI_Chess960`.
    fn game(&self) -> &'static str {
        let variant = self.variant.unwrap_or(NAMES[0]);
        chess960_form_of(variant).filter(|_| self.chess960).unwrap_or(variant)
    }

    /// Sets an option; its name may be in any case.
    ///
    /// `Ponder` is ignored: a client that sets it sends `go ponder`.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let Some(&(name, kind)) = PROTOCOL_OPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            return self.engine.set(name, value).map(Change::Engine);
        };
        let value = value.ok_or(OptionError::Missing(name))?;
        Ok(match kind {
            ProtocolKind::Switch => {
                let on = parse_switch(name, value)?;
                let before = self.game();
                match name {
                    SHOW_WDL => self.show_wdl = on,
                    CHESS960 => self.chess960 = on,
                    _ => {}
                }
                if self.game() == before { Change::Engine(Effect::Nothing) } else { Change::Game(self.game()) }
            }
            ProtocolKind::Game => {
                let why = || format!("the games are{}", game_list().replace(" var", ""));
                self.variant = Some(find(value).ok_or_else(|| OptionError::invalid(name, value, why()))?);
                Change::Game(self.game())
            }
            ProtocolKind::File => {
                let file = parse_file(value).map(str::to_owned);
                if name == LOG_FILE { Change::LogFile(file) } else { Change::Definitions(file) }
            }
        })
    }
}

/// The games as values of a UCI option, ` var chess var ...`: chess first, where clients look for it, the others in
/// alphabetical order. Those of a file are among them.
pub(crate) fn game_list() -> String {
    let mut others = [&NAMES[1..], &loaded_names()].concat();
    others.sort_unstable();
    NAMES[..1].iter().chain(&others).map(|name| format!(" var {name}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocol_options_are_set_in_any_case() {
        let mut options = Options::default();
        assert_eq!(options.set("uci_variant", Some("Empire")), Ok(Change::Game("empire")));
        assert_eq!(options.set("UCI_ShowWDL", Some("true")), Ok(Change::Engine(Effect::Nothing)));
        assert!(options.view().show_wdl);
        assert_eq!(options.set("ponder", Some("true")), Ok(Change::Engine(Effect::Nothing)));
        assert_eq!(options.set("hash", Some("64")), Ok(Change::Engine(Effect::Settings)));
        assert_eq!(options.engine.settings().hash, Some(64));
        let error = options.set("Ponder", Some("yes")).unwrap_err().to_string();
        assert_eq!(error, "option Ponder cannot be 'yes': it takes 'true' or 'false'");
        assert_eq!(options.set("Ponder", None), Err(OptionError::Missing("Ponder")));
    }

    #[test]
    fn chess960_follows_both_options_in_any_order() {
        let mut options = Options::default();
        assert_eq!(options.set("UCI_Chess960", Some("true")), Ok(Change::Game("chess960")));
        assert_eq!(options.set("UCI_Chess960", Some("true")), Ok(Change::Engine(Effect::Nothing)));
        assert_eq!(options.set("UCI_Variant", Some("empire")), Ok(Change::Game("empire")));
        assert_eq!(options.set("UCI_Chess960", Some("false")), Ok(Change::Engine(Effect::Nothing)));
        assert_eq!(options.set("UCI_Chess960", Some("true")), Ok(Change::Engine(Effect::Nothing)));
        assert_eq!(options.set("UCI_Variant", Some("chess")), Ok(Change::Game("chess960")));
        assert_eq!(options.set("UCI_Chess960", Some("false")), Ok(Change::Game("chess")));
        assert_eq!(options.set("UCI_Variant", Some("fischerandom")), Ok(Change::Game("chess960")));
    }

    #[test]
    fn unknown_game_is_refused_with_the_list() {
        let error = Options::default().set("UCI_Variant", Some("checkers")).unwrap_err().to_string();
        assert!(error.contains("'checkers': the games are chess "), "{error}");
    }

    #[test]
    fn empty_log_file_means_none() {
        let mut options = Options::default();
        assert_eq!(options.set("Debug Log File", Some("")), Ok(Change::LogFile(None)));
        assert_eq!(options.set("Debug Log File", Some("<empty>")), Ok(Change::LogFile(None)));
        assert_eq!(options.set("debug log file", Some("a b")), Ok(Change::LogFile(Some("a b".into()))));
    }
}
