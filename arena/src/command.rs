//! The command line, in the grammar of fastchess and cutechess-cli: options begin with `-`, and most are followed by
//! `key=value` pairs.

use std::path::PathBuf;
use std::time::Duration;

use movegen::fen::printable;
use movegen::variants::NAMES;

use super::clock::{self, Limits};
use super::config::{Body, Config, EngineConfig};
use super::draft::Draft;
use super::process::Program;

/// What the command line asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A match.
    Match(Box<Config>, Vec<String>),
    /// To go on with a match, from its state.
    Resume(PathBuf),
    /// To check an engine: the engine, the games, or all if none is named, and the one protocol, or both.
    Check(Box<EngineConfig>, Vec<String>, Option<String>),
    /// Help.
    Help,
    /// The version.
    Version,
}

/// Options without any word behind them.
const BARE: [&str; 12] = [
    "noswap",
    "reverse",
    "recover",
    "norecover",
    "force-concurrency",
    "check-mate-pvs",
    "show-latency",
    "testEnv",
    "strict",
    "tbignore50",
    "version",
    "help",
];
/// Options with words behind them.
const WITH_WORDS: [&str; 46] = [
    "engine",
    "each",
    "variant",
    "rules",
    "tournament",
    "seeds",
    "rounds",
    "games",
    "repeat",
    "concurrency",
    "use-affinity",
    "openings",
    "srand",
    "sprt",
    "report",
    "draw",
    "resign",
    "maxmoves",
    "output",
    "ratinginterval",
    "scoreinterval",
    "pgnout",
    "epdout",
    "json",
    "log",
    "state",
    "resume",
    "config",
    "event",
    "site",
    "wait",
    "startup-ms",
    "ucinewgame-ms",
    "ping-ms",
    "stop-ms",
    "search-ms",
    "quick",
    "tb",
    "tbpieces",
    "tbadjudicate",
    "autosaveinterval",
    "crc32",
    "outcomeinterval",
    "resultformat",
    "bookmode",
    "debug",
];

/// One option with its words.
pub(super) struct Part<'a> {
    /// Its name without the sign before it.
    pub(super) name: &'a str,
    /// What follows it.
    pub(super) words: Vec<&'a str>,
}

impl<'a> Part<'a> {
    pub(super) fn one(&self) -> Result<&'a str, String> {
        match self.words.as_slice() {
            [word] => Ok(word),
            _ => Err(format!("-{} takes one value, here are {}", self.name, self.words.len())),
        }
    }

    pub(super) fn number<N: std::str::FromStr>(&self) -> Result<N, String> {
        let word = self.one()?;
        word.parse().map_err(|_| format!("-{}: '{}' is no such number", self.name, printable(word)))
    }

    pub(super) fn pairs(&self) -> Result<Vec<(&'a str, &'a str)>, String> {
        let pair = |word: &&'a str| {
            word.split_once('=').ok_or_else(|| format!("-{}: '{}' is not key=value", self.name, printable(word)))
        };
        self.words.iter().map(pair).collect()
    }

    pub(super) fn unknown(&self, key: &str) -> String {
        format!("-{} does not know '{}'", self.name, printable(key))
    }
}

pub(super) fn number<N: std::str::FromStr>(key: &str, text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{key}={}: no such number", printable(text)))
}

pub(super) fn flag(key: &str, text: &str) -> Result<bool, String> {
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(format!("{key}={}: neither true nor false", printable(text))),
    }
}

/// Reads a command line without the program's name.
///
/// # Errors
/// What is wrong with it, in one line.
pub fn parse(arguments: &[String]) -> Result<Command, String> {
    match arguments.first().map(String::as_str) {
        None | Some("help" | "-h" | "--help") => return Ok(Command::Help),
        Some("-v" | "--version") => return Ok(Command::Version),
        Some("check") => return check(&arguments[1..]),
        _ => {}
    }
    let parts = split(arguments)?;
    for part in &parts {
        match part.name {
            "help" => return Ok(Command::Help),
            "version" => return Ok(Command::Version),
            "resume" => return part.one().map(|path| Command::Resume(path.into())),
            "config" => match part.pairs()?.as_slice() {
                [("file", path)] => return Ok(Command::Resume(path.into())),
                [("outname", _)] => {}
                _ => return Err("-config takes file= or outname=".to_owned()),
            },
            _ => {}
        }
    }
    let mut draft = Draft::default();
    for part in &parts {
        draft.take(part)?;
    }
    let (config, warnings) = draft.finish()?;
    Ok(Command::Match(Box::new(config), warnings))
}

fn split(arguments: &[String]) -> Result<Vec<Part<'_>>, String> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for word in arguments {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        let known = name.filter(|name| BARE.contains(name) || WITH_WORDS.contains(name));
        match (known, parts.last_mut()) {
            (Some(name), _) => parts.push(Part { name, words: Vec::new() }),
            // A negative number is a value.
            (None, Some(part)) if !BARE.contains(&part.name) && !looks_like_an_option(word) => part.words.push(word),
            _ if looks_like_an_option(word) => return Err(format!("unknown option '{}'", printable(word))),
            _ => return Err(format!("'{}' belongs to no option", printable(word))),
        }
    }
    Ok(parts)
}

fn looks_like_an_option(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-'))
}

/// `check ENGINE [ARGUMENTS] [variant=NAME ...] [option.N=V ...]`.
fn check(words: &[String]) -> Result<Command, String> {
    let mut engine = Engine::default();
    let mut variants = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some(("variant", name)) => variants.push(known_game(name)?),
            Some((key, value)) => engine.set(key, value)?,
            None if engine.program.command.is_empty()
                && matches!(word.as_str(), "help" | "-h" | "-help" | "--help") =>
            {
                return Ok(Command::Help);
            }
            None if engine.program.command.is_empty() && looks_like_an_option(word) => {
                return Err(format!("unknown option '{}'", printable(word)));
            }
            None if engine.program.command.is_empty() => word.clone_into(&mut engine.program.command),
            None => engine.program.arguments.push(word.clone()),
        }
    }
    if engine.program.command.is_empty() {
        return Err("check needs an engine: arena check ENGINE [variant=NAME ...] [option.NAME=VALUE ...]".to_owned());
    }
    let protocol = engine.protocol.clone();
    Ok(Command::Check(Box::new(engine.finish(&Engine::default())?), variants, protocol))
}

/// The name of a game of ours, or an alias that other runners have for orthodox chess.
pub(super) fn known_game(name: &str) -> Result<String, String> {
    let name = if matches!(name, "standard" | "normal" | "fromposition") { "chess" } else { name };
    match NAMES.contains(&name) {
        true => Ok(name.to_owned()),
        false => Err(format!("no game is called '{}', but {}", printable(name), NAMES.join(", "))),
    }
}

/// What has been said of an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Engine {
    pub(super) name: Option<String>,
    program: Program,
    protocol: Option<String>,
    limits: Limits,
    is_endless: bool,
    options: Vec<(String, String)>,
    init: Vec<String>,
    restart: Option<bool>,
    tells_whites_value: Option<bool>,
}

impl Engine {
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let wrong = |why: &str| format!("{key}={}: {why}", printable(value));
        match key {
            "cmd" => value.clone_into(&mut self.program.command),
            "dir" => value.clone_into(&mut self.program.folder),
            "arg" => self.program.arguments.push(value.to_owned()),
            "args" => self.program.arguments.extend(value.split_whitespace().map(str::to_owned)),
            "stderr" => value.clone_into(&mut self.program.errors),
            "name" => self.name = Some(value.to_owned()),
            "proto" => match value {
                "uci" | "xboard" | "builtin" => self.protocol = Some(value.to_owned()),
                "cecp" => self.protocol = Some("xboard".to_owned()),
                _ => return Err(wrong("neither uci nor xboard nor builtin")),
            },
            "tc" => {
                self.limits.control = clock::parse(value)?;
                self.is_endless = self.limits.control.is_none();
            }
            "st" => {
                let time = clock::seconds(value).filter(|time| !time.is_zero());
                self.limits.move_time = Some(time.ok_or_else(|| wrong("no number of seconds"))?);
            }
            "depth" | "plies" => self.limits.depth = Some(number(key, value)?).filter(|&n| n > 0),
            "nodes" => self.limits.nodes = Some(number(key, value)?).filter(|&n| n > 0),
            "timemargin" => self.limits.margin = Duration::from_millis(number(key, value)?),
            "restart" => self.restart = Some(value != "auto" && flag(key, value)?),
            "initstr" => self.init.extend(value.split("\\n").map(str::to_owned)),
            "whitepov" => self.tells_whites_value = Some(flag(key, value)?),
            "ponder" if flag(key, value)? => return Err(wrong("the arena does not let engines ponder")),
            "ponder" | "trust" | "tscale" | "book" | "bookdepth" => {}
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    self.options.retain(|(set, _)| !set.eq_ignore_ascii_case(name));
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(format!("an engine has no '{}'", printable(key))),
            },
        }
        Ok(())
    }

    /// The engine, with what is said of all engines where nothing is said of this one.
    pub(super) fn finish(self, each: &Self) -> Result<EngineConfig, String> {
        let mut options = each.options.clone();
        options.retain(|(name, _)| !self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name)));
        options.extend(self.options);
        let or = |own: String, each: &String| if own.is_empty() { each.clone() } else { own };
        let program = Program {
            command: or(self.program.command, &each.program.command),
            arguments: [each.program.arguments.clone(), self.program.arguments].concat(),
            folder: or(self.program.folder, &each.program.folder),
            errors: or(self.program.errors, &each.program.errors),
        };
        let limits = Limits {
            control: self.limits.control.or(each.limits.control).filter(|_| !self.is_endless),
            move_time: self.limits.move_time.or(each.limits.move_time),
            depth: self.limits.depth.or(each.limits.depth),
            nodes: self.limits.nodes.or(each.limits.nodes),
            margin: if self.limits.margin.is_zero() { each.limits.margin } else { self.limits.margin },
        };
        let protocol = self.protocol.or_else(|| each.protocol.clone()).unwrap_or_else(|| "uci".to_owned());
        let file = std::path::Path::new(&program.command).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = self.name.or(file).unwrap_or_else(|| "builtin".to_owned());
        let body = match (protocol.as_str(), program.command.is_empty()) {
            ("builtin", _) => Body::Builtin,
            (_, true) => return Err(format!("engine '{}' has no cmd", printable(&name))),
            ("xboard", _) => Body::Xboard(program),
            _ => Body::Uci(program),
        };
        Ok(EngineConfig {
            name,
            body,
            limits,
            options,
            init: [each.init.clone(), self.init].concat(),
            restart: self.restart.or(each.restart).unwrap_or(false),
            tells_whites_value: self.tells_whites_value.or(each.tells_whites_value).unwrap_or(false),
        })
    }
}

/// Does something with every pair of an option.
pub(super) fn for_each<'a>(
    part: &Part<'a>,
    mut of: impl FnMut(&'a str, &'a str) -> Result<(), String>,
) -> Result<(), String> {
    part.pairs()?.into_iter().try_for_each(|(key, value)| of(key, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn config(line: &str) -> Config {
        match parse(&words(line)) {
            Ok(Command::Match(config, _)) => *config,
            other => panic!("{other:?}"),
        }
    }

    const TWO: &str = "-engine cmd=a tc=10+0.1 -engine cmd=b tc=5";

    /// The line that OpenBench's client gives its runner.
    #[test]
    fn the_command_line_of_openbench_is_understood() {
        let config = config(
            "-recover -variant standard -testEnv -concurrency 2 -rounds 2 -games 2 -resign movecount=3 score=400 \
             -draw movenumber=40 movecount=8 score=10 -engine dir=Engines/ cmd=./SF-A proto=uci tc=0.40+0.01 \
             timemargin=250 option.Threads=1 option.Hash=8 name=SF-dev -engine dir=Engines/ cmd=./SF-B proto=uci \
             tc=0.40+0.01 timemargin=250 option.Threads=1 option.Hash=8 name=SF-base -openings file=Books/b.epd \
             format=epd order=random start=1 -srand 42 -pgnout file=PGNs/1.1.0.0.pgn seldepth=true nodes=true \
             match_line='^info string pgncomment .*'",
        );
        assert_eq!((config.variant.as_str(), config.rounds, config.games, config.seed), ("chess", 2, 2, 42));
        assert_eq!(config.engines[0].limits.to_string(), "0.4+0.01");
        assert_eq!(config.engines[1].options.len(), 2);
        assert!(config.draw.is_some() && config.resign.is_some() && config.is_test_environment);
        assert!(config.openings.is_shuffled && config.counts_pairs);
    }

    #[test]
    fn engines_take_from_each_what_they_do_not_say_themselves() {
        let config = config(
            "-engine cmd=x/a nodes=5 option.Hash=2 -engine cmd=b name=B -each tc=1+1 option.hash=7 option.Threads=3 \
             restart=on -variant empire",
        );
        let [a, b] = config.engines.as_slice() else { panic!() };
        assert_eq!((a.name.as_str(), b.name.as_str()), ("a", "B"));
        assert_eq!(a.limits.nodes, Some(5));
        assert_eq!(a.options, [("Threads".into(), "3".into()), ("Hash".into(), "2".into())]);
        assert_eq!((b.options.len(), b.restart, config.variant.as_str()), (2, true, "empire"));
    }

    #[test]
    fn the_game_may_be_named_by_the_engines_options() {
        let config = config(&format!("{TWO} -each option.UCI_Variant=Subversion -variant standard"));
        assert_eq!(config.variant, "subversion");
        let both = "-engine cmd=a option.UCI_Variant=empire -engine cmd=b option.UCI_Variant=chess -each depth=1";
        assert_eq!(parse(&words(both)), Err("the engines are told to play empire and chess".to_owned()));
    }

    #[test]
    fn wrong_command_lines_are_refused_in_one_line() {
        for (more, why) in [
            ("-fast", "unknown option '-fast'"),
            ("extra", "an engine"),
            ("-variant draughts", "no game is called 'draughts', but chess, empire, "),
            ("-variant fischerandom", "not refereed"),
            ("-rounds 0", "-rounds: '0' is no such number"),
            ("-rounds x", "-rounds: 'x' is no such number"),
            ("-rounds 1 2", "-rounds takes one value, here are 2"),
            ("-games 3", "-games 3: an encounter has 1 or 2 games"),
            ("-engine cmd=c", "engine 'c' has no tc, st, depth or nodes"),
            ("-engine name=c nodes=1", "engine 'c' has no cmd"),
            ("-engine cmd=a nodes=1", "two engines are called 'a'"),
            ("-engine cmd=c proto=x", "proto=x: neither uci nor xboard nor builtin"),
            ("-engine cmd=c tc=1+x", "time control '1+x'"),
            ("-engine cmd=c st=0", "st=0: no number of seconds"),
            ("-engine cmd=c ponder=on", "ponder=on"),
            ("-engine cmd=c colour=blue", "an engine has no 'colour'"),
            ("-openings file=x format=bin", "format=bin: neither epd nor pgn nor fen"),
            ("-openings order=wild", "order=wild"),
            ("-sprt elo0=5 elo1=0", "-sprt: elo0 must be below elo1"),
            ("-sprt elo1=5 alpha=1", "-sprt: alpha and beta"),
            ("-sprt elo1=5 -engine cmd=c depth=1", "-sprt is for two engines"),
            ("-draw score=-1", "score=-1: no such number"),
            ("-use-affinity 3-1", "no list of processors"),
            ("-pgnout nodes=true", "-pgnout needs file="),
            ("-log engine=true", "-log needs file="),
            ("-report penta=maybe", "penta=maybe"),
            ("-output format=xml", "-output: 'format=xml' is unknown"),
            ("-tournament knockout", "neither roundrobin nor gauntlet"),
            ("-debug", "-log file=NAME"),
            ("-concurrency -x", "unknown option '-x'"),
            ("-rules strict=1", "-rules does not know 'strict'"),
            ("-event \u{1b}[2J -rounds \u{1b}[2J", "-rounds: '\\u{1b}[2J' is no such number"),
        ] {
            let complaint = parse(&words(&format!("{TWO} {more}"))).expect_err(more);
            assert!(complaint.contains(why) || why == "an engine", "{more}: {complaint}");
            assert!(!complaint.contains(char::is_control), "{more}: {complaint}");
        }
        assert_eq!(parse(&words("x")), Err("'x' belongs to no option".to_owned()));
        assert!(parse(&words("-rounds 3")).is_err_and(|why| why == "a match needs two engines, here are 0"));
    }

    #[test]
    fn processors_that_are_not_used_are_counted_from_below() {
        let all = std::thread::available_parallelism().unwrap().get();
        assert_eq!(config(&format!("{TWO} -concurrency 0")).concurrency, all);
        assert_eq!(config(&format!("{TWO} -concurrency -1000")).concurrency, 1);
    }

    #[test]
    fn comments_have_the_order_of_fastchess() {
        use super::super::config::Tells;
        let out = config(&format!("{TWO} -pgnout file=x pv=true nodes=true timeleft=true nps=false")).pgn.unwrap();
        assert_eq!(out.tells, [Tells::TimeLeft, Tells::Nodes, Tells::Line]);
    }

    #[test]
    fn other_commands_are_told_from_a_match() {
        assert_eq!((parse(&[]), parse(&words("--help"))), (Ok(Command::Help), Ok(Command::Help)));
        assert_eq!(
            (parse(&words("-version")), parse(&words("--version"))),
            (Ok(Command::Version), Ok(Command::Version))
        );
        assert_eq!(parse(&words("-resume x.state")), Ok(Command::Resume("x.state".into())));
        let Ok(Command::Check(engine, games, protocol)) = parse(&words("check ./e --fast variant=empire proto=uci"))
        else {
            panic!("no check")
        };
        assert_eq!((games, protocol.as_deref()), (vec!["empire".to_owned()], Some("uci")));
        let Body::Uci(program) = engine.body else { panic!("no program") };
        assert_eq!((program.command.as_str(), program.arguments), ("./e", vec!["--fast".to_owned()]));
        assert!(parse(&words("check")).is_err() && parse(&words("check e variant=x")).is_err());
        assert!(parse(&words("check --help")) == Ok(Command::Help) && parse(&words("check --fast e")).is_err());
    }
}
