//! Options whose value is a list of `key=value` words. Each key is declared once, with its help.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use movegen::fen::printable;

use super::values::{flag, number};
use super::words_of;
use crate::clock;
use crate::config::{
    CommentField, DrawRule, EngineConfig, LogOut, Notation, Openings, PgnOut, Protocol, ResignRule, Source,
};
use crate::openings::OpeningsPlan;
use crate::statistics::sprt::{Model, Sprt};

/// One key of an option that configures a `T`.
pub(crate) struct Key<T: 'static> {
    /// Its name, and the form of its value: `score=CP`.
    form: &'static str,
    /// Its help; not shown if empty.
    help: &'static str,
    set: fn(&mut T, &str) -> Result<(), String>,
}

impl<T> Key<T> {
    fn name(&self) -> &'static str {
        self.form.split_once('=').map_or(self.form, |(name, _)| name)
    }
}

const fn key<T>(form: &'static str, help: &'static str, set: fn(&mut T, &str) -> Result<(), String>) -> Key<T> {
    Key { form, help, set }
}

/// Formats the help of an option with its keys.
pub(crate) fn help<T>(about: &str, keys: &[Key<T>]) -> String {
    let shown = || keys.iter().filter(|key| !key.help.is_empty());
    let width = shown().map(|key| key.form.len()).max().unwrap_or_default();
    let lines = shown().map(|key| format!("\n  {:width$}  {}", key.form, key.help));
    std::iter::once(about.to_owned()).chain(lines).collect()
}

/// Applies the words of an option. A word without `=` is a key that is switched on, or the name of a file.
pub(crate) fn apply<T>(keys: &[Key<T>], target: &mut T, text: &str) -> Result<(), String> {
    let of = |name: &str| keys.iter().find(|key| key.name() == name);
    for word in words_of(text) {
        let (name, value) = match word.split_once('=') {
            Some(pair) => pair,
            None if of(word).is_some() => (word, "true"),
            None if of("file").is_some() => ("file", word),
            None => return Err(format!("'{}' is not key=value", printable(word))),
        };
        let key = of(name).ok_or_else(|| {
            let known: Vec<_> = keys.iter().filter(|key| !key.help.is_empty()).map(Key::name).collect();
            format!("unknown key '{}'; expected one of {}", printable(name), known.join(", "))
        })?;
        (key.set)(target, value).map_err(|why| format!("{name}={}: {why}", printable(value)))?;
    }
    Ok(())
}

fn put<N: std::str::FromStr>(place: &mut N, text: &str) -> Result<(), String> {
    *place = number(text)?;
    Ok(())
}

fn switch(place: &mut bool, text: &str) -> Result<(), String> {
    *place = flag(text)?;
    Ok(())
}

fn copy(place: &mut String, text: &str) -> Result<(), String> {
    text.clone_into(place);
    Ok(())
}

fn ignored<T>(_: &mut T, _: &str) -> Result<(), String> {
    Ok(())
}

/// Keys of `-engine` and `-each`. [`engine`] reads `option.NAME`.
pub(crate) const ENGINE: &[Key<EngineConfig>] = &[
    key("cmd=PROGRAM", "the program; with dir= it is searched there first", |e, v| copy(&mut e.program.command, v)),
    key("dir=FOLDER", "its working directory", |e, v| copy(&mut e.program.folder, v)),
    key("arg=WORD", "one argument", |e, v| {
        e.program.arguments.push(v.to_owned());
        Ok(())
    }),
    key("args=WORDS", "arguments separated by blanks", |e, v| {
        e.program.arguments.extend(v.split_whitespace().map(str::to_owned));
        Ok(())
    }),
    key("stderr=FILE", "append its standard error to this file", |e, v| copy(&mut e.program.errors, v)),
    key("name=NAME", "its name in the match; the name of the file if missing", |e, v| copy(&mut e.name, v)),
    key("proto=uci|xboard|builtin", "its protocol; builtin: this project's engine, without cmd", |e, v| {
        e.protocol = match v {
            "uci" => Protocol::Uci,
            "xboard" | "cecp" => Protocol::Xboard,
            "builtin" => Protocol::Builtin,
            _ => return Err("expected uci, xboard or builtin".to_owned()),
        };
        Ok(())
    }),
    key("tc=[MOVES/]TIME[+INC]", "clock: seconds or minutes:seconds, inf: none", |e, v| {
        e.limits.control = clock::parse(v)?;
        Ok(())
    }),
    key("st=SECONDS", "time for every move", |e, v| {
        let time = clock::seconds(v).filter(|time| !time.is_zero());
        e.limits.move_time = Some(time.ok_or("not a positive number of seconds")?);
        Ok(())
    }),
    key("depth=PLIES", "depth of every search", |e, v| {
        e.limits.depth = Some(number(v)?).filter(|&n| n > 0);
        Ok(())
    }),
    key("plies=PLIES", "", |e, v| {
        e.limits.depth = Some(number(v)?).filter(|&n| n > 0);
        Ok(())
    }),
    key("nodes=N", "nodes of every search", |e, v| {
        e.limits.nodes = Some(number(v)?).filter(|&n| n > 0);
        Ok(())
    }),
    key("timemargin=MS", "time that a clock may run below zero", |e, v| {
        e.limits.margin = Duration::from_millis(number(v)?);
        Ok(())
    }),
    key("restart=on|off", "start a new process for every game", |e, v| {
        e.restart = v != "auto" && flag(v)?;
        Ok(())
    }),
    key("initstr=LINE", "line sent before anything else; \\n separates several", |e, v| {
        e.init.extend(v.split("\\n").map(str::to_owned));
        Ok(())
    }),
    key("whitepov=on|off", "its scores are for White", |e, v| switch(&mut e.white_pov, v)),
    key("option.NAME=VALUE", "option of the engine; option.UCI_Variant names the game of the match", ignored),
    key("ponder=off", "", |_, v| match flag(v)? {
        true => Err("pondering is not supported".to_owned()),
        false => Ok(()),
    }),
    key("trust", "", ignored),
    key("tscale", "", ignored),
    key("book", "", ignored),
    key("bookdepth", "", ignored),
];

/// Applies the words of `-engine` or `-each`.
pub(crate) fn engine(engine: &mut EngineConfig, text: &str) -> Result<(), String> {
    for word in words_of(text) {
        let option = word.strip_prefix("option.").and_then(|option| option.split_once('='));
        match option.filter(|(name, _)| !name.is_empty()) {
            Some((name, value)) => {
                engine.options.retain(|(set, _)| !set.eq_ignore_ascii_case(name));
                engine.options.push((name.to_owned(), value.to_owned()));
            }
            None => apply(ENGINE, engine, word)?,
        }
    }
    Ok(())
}

/// Values of `-openings`.
#[derive(Default)]
pub(crate) struct OpeningKeys {
    file: String,
    format: String,
    is_shuffled: bool,
    plies: Option<usize>,
    margin: Option<u16>,
    start: Option<std::num::NonZero<usize>>,
    once_a_round: bool,
}

pub(crate) const OPENINGS: &[Key<OpeningKeys>] = &[
    key("file=FILE", "list of FENs or EPDs, or PGN; start: the start position; random: random moves", |o, v| {
        copy(&mut o.file, v)
    }),
    key("format=epd|fen|pgn", "format of the file; if missing, its name decides", |o, v| match v {
        "epd" | "fen" | "pgn" => copy(&mut o.format, v),
        _ => Err("expected epd, fen or pgn".to_owned()),
    }),
    key("order=sequential|random", "order of the openings", |o, v| {
        o.is_shuffled = match v {
            "random" => true,
            "sequential" => false,
            _ => return Err("expected random or sequential".to_owned()),
        };
        Ok(())
    }),
    key("plies=N", "plies of a PGN's games that are played; number of random plies [default: 8]", |o, v| {
        o.plies = Some(number::<usize>(v)?.min(1000));
        Ok(())
    }),
    key("margin=CP", "random moves: largest difference from the value of the start position [default: 60]", |o, v| {
        o.margin = Some(number(v)?);
        Ok(())
    }),
    key("start=N", "number of the first opening", |o, v| {
        o.start = Some(number(v)?);
        Ok(())
    }),
    key("policy=encounter|round", "round: all encounters of a round have the same opening", |o, v| {
        o.once_a_round = match v {
            "round" => true,
            "default" | "encounter" => false,
            _ => return Err("expected encounter or round".to_owned()),
        };
        Ok(())
    }),
];

pub(crate) fn openings(text: &str) -> Result<Openings, String> {
    const DEFAULT_PLIES: usize = 8;
    const MAX_RANDOM_PLIES: usize = 200;
    let mut keys = OpeningKeys::default();
    apply(OPENINGS, &mut keys, text)?;
    let OpeningKeys { file, format, is_shuffled, plies, margin, start, once_a_round } = keys;
    let source = match (format.as_str(), file.as_str()) {
        ("", "" | "random") => Source::Random {
            plies: plies.unwrap_or(DEFAULT_PLIES).min(MAX_RANDOM_PLIES),
            margin: margin.map_or(OpeningsPlan::default().margin, i32::from),
        },
        ("", "start") => Source::Start,
        (_, "") => return Err("format= needs file=".to_owned()),
        ("pgn", _) => Source::Games(file.into()),
        ("", name) if name.to_ascii_lowercase().ends_with(".pgn") => Source::Games(file.into()),
        _ => Source::Positions(file.into()),
    };
    Ok(Openings { source, is_shuffled, plies, first: start.map_or(1, std::num::NonZero::get), once_a_round })
}

/// Values of `-sprt`.
pub(crate) struct SprtKeys {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

pub(crate) const SPRT: &[Key<SprtKeys>] = &[
    key("elo0=E", "Elo of hypothesis H0 [default: 0]", |s, v| put(&mut s.elo0, v)),
    key("elo1=E", "Elo of hypothesis H1", |s, v| put(&mut s.elo1, v)),
    key("alpha=P", "rate of false positives [default: 0.05]", |s, v| put(&mut s.alpha, v)),
    key("beta=P", "rate of false negatives [default: 0.05]", |s, v| put(&mut s.beta, v)),
    key("model=normalized|logistic|bayesian", "unit of elo0 and elo1; bayesian counts single games", |s, v| {
        s.model = Model::from_str(v, false).map_err(|_| "expected normalized, logistic or bayesian".to_owned())?;
        Ok(())
    }),
];

pub(crate) fn sprt(text: &str) -> Result<Sprt, String> {
    let mut keys = SprtKeys { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
    apply(SPRT, &mut keys, text)?;
    let SprtKeys { elo0, elo1, alpha, beta, model } = keys;
    Sprt::new(elo0, elo1, alpha, beta).map(|test| test.measured_in(model)).map_err(|error| error.to_string())
}

fn centipawns(place: &mut i32, text: &str) -> Result<(), String> {
    *place = number::<u16>(text)?.into();
    Ok(())
}

pub(crate) const DRAW: &[Key<DrawRule>] = &[
    key("movenumber=N", "first move at which games are drawn", |r, v| put(&mut r.from_move, v)),
    key("movecount=N", "consecutive moves of both sides; captures and pawn moves restart the count", |r, v| {
        put(&mut r.moves, v)
    }),
    key("score=CP", "largest absolute value", |r, v| centipawns(&mut r.margin, v)),
];

pub(crate) fn draw(text: &str) -> Result<DrawRule, String> {
    const MAX_MOVES: u32 = 10_000;
    let mut rule = DrawRule { from_move: 0, moves: 1, margin: 0 };
    apply(DRAW, &mut rule, text)?;
    Ok(DrawRule { moves: rule.moves.clamp(1, MAX_MOVES), ..rule })
}

pub(crate) const RESIGN: &[Key<ResignRule>] = &[
    key("movecount=N", "consecutive moves of the losing side", |r, v| put(&mut r.moves, v)),
    key("score=CP", "smallest deficit; lost mates count too", |r, v| centipawns(&mut r.margin, v)),
    key("twosided=BOOL", "the other side must agree", |r, v| switch(&mut r.is_twosided, v)),
];

pub(crate) fn resign(text: &str) -> Result<ResignRule, String> {
    let mut rule = ResignRule { moves: 1, margin: 0, is_twosided: false };
    apply(RESIGN, &mut rule, text)?;
    Ok(ResignRule { moves: rule.moves.max(1), ..rule })
}

fn path(place: &mut PathBuf, text: &str) -> Result<(), String> {
    *place = text.into();
    Ok(())
}

fn needs_file<T>(out: T, path: impl FnOnce(&T) -> &PathBuf) -> Result<T, String> {
    if path(&out).as_os_str().is_empty() { Err("file= is missing".to_owned()) } else { Ok(out) }
}

const FILE_OUT: &[Key<(PathBuf, bool)>] =
    &[key("file=FILE", "", |o, v| path(&mut o.0, v)), key("append=BOOL", "", |o, v| switch(&mut o.1, v))];

pub(crate) fn file_out(text: &str) -> Result<(PathBuf, bool), String> {
    let mut out = (PathBuf::new(), true);
    apply(FILE_OUT, &mut out, text)?;
    needs_file(out, |out| &out.0)
}

pub(crate) const LOG_OUT: &[Key<LogOut>] = &[
    key("file=FILE", "the file", |o, v| path(&mut o.path, v)),
    key("append=BOOL", "append to an existing file [default: true]", |o, v| switch(&mut o.append, v)),
    key("engine=BOOL", "also every line sent to and received from engines [default: true]", |o, v| {
        switch(&mut o.traffic, v)
    }),
    key("level", "", ignored),
    key("compress", "", ignored),
    key("realtime", "", ignored),
];

pub(crate) fn log_out(text: &str) -> Result<LogOut, String> {
    let mut out = LogOut { path: PathBuf::new(), append: true, traffic: true };
    apply(LOG_OUT, &mut out, text)?;
    needs_file(out, |out| &out.path)
}

fn field(out: &mut PgnOut, field: CommentField, text: &str) -> Result<(), String> {
    out.fields.retain(|&other| other != field);
    if flag(text)? {
        out.fields.push(field);
        out.fields.sort_unstable();
    }
    Ok(())
}

pub(crate) const PGN_OUT: &[Key<PgnOut>] = &[
    key("file=FILE", "the file", |o, v| path(&mut o.path, v)),
    key("append=BOOL", "append to an existing file [default: true]", |o, v| switch(&mut o.append, v)),
    key("notation=san|uci|xboard", "notation of the moves [default: san]", |o, v| {
        o.notation = match v {
            "san" => Notation::Algebraic,
            "lan" | "uci" => Notation::Coordinates,
            "xboard" => Notation::Plies,
            _ => return Err("expected san, uci or xboard".to_owned()),
        };
        Ok(())
    }),
    key("min=BOOL", "without comments and most tags", |o, v| switch(&mut o.is_minimal, v)),
    key("timeleft=BOOL", "comments with the time left", |o, v| field(o, CommentField::TimeLeft, v)),
    key("latency=BOOL", "comments with the latency", |o, v| field(o, CommentField::Latency, v)),
    key("nodes=BOOL", "comments with the nodes", |o, v| field(o, CommentField::Nodes, v)),
    key("seldepth=BOOL", "comments with the selective depth", |o, v| field(o, CommentField::SelectiveDepth, v)),
    key("nps=BOOL", "comments with the nodes per second", |o, v| field(o, CommentField::Speed, v)),
    key("hashfull=BOOL", "comments with the use of the hash table", |o, v| field(o, CommentField::HashFull, v)),
    key("tbhits=BOOL", "comments with the hits in endgame tables", |o, v| field(o, CommentField::TableHits, v)),
    key("pv=BOOL", "comments with the principal variation", |o, v| field(o, CommentField::Line, v)),
    // Only finished games are written, and no line of an engine is copied.
    key("fi", "", ignored),
    key("match_line", "", ignored),
];

pub(crate) fn pgn_out(text: &str) -> Result<PgnOut, String> {
    let notation = Notation::Algebraic;
    let mut out = PgnOut { path: PathBuf::new(), append: true, notation, is_minimal: false, fields: Vec::new() };
    apply(PGN_OUT, &mut out, text)?;
    needs_file(out, |out| &out.path)
}
