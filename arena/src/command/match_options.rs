//! The options of a match as the command line gives them, and the match that comes of them.

use std::path::PathBuf;
use std::time::Duration;

use movegen::fen::printable;

use super::engine_options::EngineOptions;
use super::files::{file_out, log_out, pgn_out};
use super::part::{Part, flag, for_each, known_game, number};
use super::rule_options::{draw_rule, processors, resign_rule};
use crate::arguments;
use crate::config::{
    Config, DrawRule, EngineConfig, Form, LogOut, Openings, Patience, PgnOut, ResignRule, Source, SprtConfig, Style,
};
use crate::openings::OpeningsPlan;
use crate::statistics::sprt::{Model, Sprt};

/// What has been said of a match so far.
#[derive(Debug)]
pub(super) struct MatchOptions {
    engines: Vec<EngineOptions>,
    each: EngineOptions,
    variant: Option<String>,
    is_gauntlet: bool,
    seeds: usize,
    rounds: usize,
    games: usize,
    no_swap: bool,
    reverse: bool,
    concurrency: i64,
    affinity: Option<Vec<usize>>,
    openings: Openings,
    format: Option<String>,
    file: Option<String>,
    seed: Option<u64>,
    sprt: Option<SprtConfig>,
    is_bayesian: bool,
    counts_pairs: bool,
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    most_moves: Option<u32>,
    recover: bool,
    style: Style,
    rating_interval: usize,
    score_interval: usize,
    pgn: Option<PgnOut>,
    epd: Option<(PathBuf, bool)>,
    json: Option<PathBuf>,
    log: Option<LogOut>,
    state: Option<PathBuf>,
    event: String,
    site: String,
    wait: Duration,
    patience: Patience,
    checks_mates: bool,
    is_test_environment: bool,
    shows_latency: bool,
    warnings: Vec<String>,
}

impl Default for MatchOptions {
    fn default() -> Self {
        let source = Source::Random { plies: 8, margin: OpeningsPlan::default().margin };
        Self {
            engines: Vec::new(),
            each: EngineOptions::default(),
            variant: None,
            is_gauntlet: false,
            seeds: 1,
            rounds: 1,
            games: 2,
            no_swap: false,
            reverse: false,
            concurrency: 1,
            affinity: None,
            openings: Openings { source, is_shuffled: false, plies: None, first: 1, once_a_round: false },
            format: None,
            file: None,
            seed: None,
            sprt: None,
            is_bayesian: false,
            counts_pairs: true,
            draw: None,
            resign: None,
            most_moves: None,
            recover: true,
            style: Style::Fastchess,
            rating_interval: 10,
            score_interval: 1,
            pgn: None,
            epd: None,
            json: None,
            log: None,
            state: None,
            event: "Arena match".to_owned(),
            site: "?".to_owned(),
            wait: Duration::ZERO,
            patience: Patience::default(),
            checks_mates: false,
            is_test_environment: false,
            shows_latency: false,
            warnings: Vec::new(),
        }
    }
}

impl MatchOptions {
    /// Takes an option into account.
    pub(super) fn take(&mut self, part: &Part<'_>) -> Result<(), String> {
        let millis = || part.number().map(Duration::from_millis);
        match part.name {
            "engine" => {
                let mut engine = EngineOptions::default();
                part.pairs()?.into_iter().try_for_each(|(key, value)| engine.set(key, value))?;
                self.engines.push(engine);
            }
            "each" => part.pairs()?.into_iter().try_for_each(|(key, value)| self.each.set(key, value))?,
            "variant" => self.variant = Some(self.variant_named(part.one()?)?),
            "tournament" => self.is_gauntlet = self.is_gauntlet_called(part.one()?)?,
            "seeds" => self.seeds = part.number::<std::num::NonZero<usize>>()?.get(),
            "rounds" => self.rounds = part.number::<std::num::NonZero<usize>>()?.get(),
            "games" => self.games = games(part.number()?)?,
            "repeat" => self.games = if part.words.is_empty() { 2 } else { games(part.number()?)? },
            "noswap" => self.no_swap = true,
            "reverse" => self.reverse = true,
            "concurrency" => self.concurrency = part.number()?,
            "use-affinity" => self.affinity = Some(processors(part)?),
            "openings" => self.openings(part)?,
            "srand" => self.seed = Some(part.number()?),
            "sprt" => self.sprt(part)?,
            "report" => for_each(part, |key, value| match key {
                "penta" => flag(key, value).map(|yes| self.counts_pairs = yes),
                _ => Err(part.unknown(key)),
            })?,
            "draw" => self.draw = Some(draw_rule(part)?),
            "resign" => self.resign = Some(resign_rule(part)?),
            "maxmoves" => self.most_moves = Some(part.number()?).filter(|&n| n > 0),
            "recover" => self.recover = true,
            "norecover" => self.recover = false,
            "output" => for_each(part, |key, value| {
                self.style = match (key, value) {
                    ("format", "fastchess") => Style::Fastchess,
                    ("format", "cutechess") => Style::Cutechess,
                    _ => return Err(format!("-output: '{}={}' is unknown", printable(key), printable(value))),
                };
                Ok(())
            })?,
            "ratinginterval" => self.rating_interval = part.number()?,
            "scoreinterval" => self.score_interval = part.number()?,
            "pgnout" => self.pgn = Some(pgn_out(part)?),
            "epdout" => self.epd = Some(file_out(part)?),
            "json" => self.json = Some(file_out(part)?.0),
            "log" => self.log = Some(log_out(part)?),
            "state" => self.state = Some(file_out(part)?.0),
            "event" => self.event = part.words.join(" "),
            "site" => self.site = part.words.join(" "),
            "wait" => self.wait = millis()?,
            "startup-ms" => self.patience.startup = millis()?,
            "ucinewgame-ms" => self.patience.new_game = millis()?,
            "ping-ms" => self.patience.ping = millis()?,
            "stop-ms" => self.patience.stop = millis()?,
            "search-ms" => self.patience.search = millis()?,
            "check-mate-pvs" => self.checks_mates = true,
            "show-latency" => self.shows_latency = true,
            "testEnv" => self.is_test_environment = true,
            "quick" => self.quick(part)?,
            "tb" | "tbpieces" | "tbadjudicate" | "tbignore50" => {
                self.warn("Tables of endings are not used");
            }
            "debug" => return Err("-debug: everything said to and by engines is written by -log file=NAME".to_owned()),
            // Said by the state file, or of no meaning here.
            "config" | "autosaveinterval" | "crc32" | "outcomeinterval" | "resultformat" | "bookmode" | "strict"
            | "force-concurrency" => {}
            name => return Err(format!("unknown option '-{name}'")),
        }
        Ok(())
    }

    fn warn(&mut self, text: &str) {
        self.warnings.push(format!("Warning; {text}"));
    }

    fn variant_named(&self, name: &str) -> Result<String, String> {
        match name {
            "fischerandom" | "chess960" => Err("-variant: Fischer random chess is not refereed here".to_owned()),
            _ => known_game(name),
        }
    }

    fn is_gauntlet_called(&self, name: &str) -> Result<bool, String> {
        match name {
            "gauntlet" => Ok(true),
            "roundrobin" | "round-robin" => Ok(false),
            _ => Err(format!("-tournament: '{}' is neither roundrobin nor gauntlet", printable(name))),
        }
    }

    fn openings(&mut self, part: &Part<'_>) -> Result<(), String> {
        let (mut plies, mut margin) = (None, None);
        for_each(part, |key, value| {
            match key {
                "file" => self.file = Some(value.to_owned()),
                "format" => self.format = Some(value.to_owned()),
                "order" => match value {
                    "random" => self.openings.is_shuffled = true,
                    "sequential" => self.openings.is_shuffled = false,
                    _ => return Err(format!("order={}: neither random nor sequential", printable(value))),
                },
                "plies" => plies = Some(number::<usize>(key, value)?.min(1000)),
                "margin" => margin = Some(number::<u16>(key, value)?),
                "start" => self.openings.first = number::<std::num::NonZero<usize>>(key, value)?.get(),
                "policy" => match value {
                    "round" => self.openings.once_a_round = true,
                    "default" | "encounter" => self.openings.once_a_round = false,
                    _ => return Err(format!("policy={}: neither encounter nor round", printable(value))),
                },
                _ => return Err(part.unknown(key)),
            }
            Ok(())
        })?;
        self.openings.plies = plies;
        if let Source::Random { plies: wanted, margin: near } = &mut self.openings.source {
            *wanted = plies.unwrap_or(*wanted).min(200);
            *near = margin.map_or(*near, i32::from);
        }
        Ok(())
    }

    fn sprt(&mut self, part: &Part<'_>) -> Result<(), String> {
        let (mut elo0, mut elo1, mut alpha, mut beta, mut model) = (0.0, 0.0, 0.05, 0.05, Model::Normalized);
        for_each(part, |key, value| {
            match key {
                "elo0" => elo0 = number(key, value)?,
                "elo1" => elo1 = number(key, value)?,
                "alpha" => alpha = number(key, value)?,
                "beta" => beta = number(key, value)?,
                "model" => {
                    model = match value {
                        "normalized" => Model::Normalized,
                        "logistic" => Model::Logistic,
                        "bayesian" => Model::Bayesian,
                        _ => return Err(format!("model={}: no such model", printable(value))),
                    };
                }
                _ => return Err(part.unknown(key)),
            }
            Ok(())
        })?;
        let test = Sprt::new(elo0, elo1, alpha, beta).map_err(|error| format!("-sprt: {error}"))?.measured_in(model);
        self.is_bayesian = model == Model::Bayesian;
        self.sprt = Some(SprtConfig { test, elo0, elo1 });
        Ok(())
    }

    /// Two engines and a book, with the settings that fastchess has for it.
    fn quick(&mut self, part: &Part<'_>) -> Result<(), String> {
        for_each(part, |key, value| {
            match key {
                "cmd" => {
                    let mut engine = EngineOptions::default();
                    engine.set("cmd", value)?;
                    engine.set("tc", "10+0.1")?;
                    engine.name = Some(format!("{value}{}", self.engines.len() + 1));
                    self.engines.push(engine);
                }
                "book" => self.file = Some(value.to_owned()),
                _ => return Err(part.unknown(key)),
            }
            Ok(())
        })?;
        (self.games, self.rounds, self.concurrency) = (2, 25_000, -2);
        self.openings.is_shuffled = true;
        self.draw = Some(DrawRule { from_move: 30, moves: 8, margin: 8 });
        self.style = Style::Cutechess;
        Ok(())
    }

    fn source(&self) -> Result<Source, String> {
        let Some(file) = &self.file else { return Ok(self.openings.source.clone()) };
        let ends = |end: &str| file.to_ascii_lowercase().ends_with(end);
        match (self.format.as_deref(), file.as_str()) {
            (None, "random") => Ok(self.openings.source.clone()),
            (None, "start") => Ok(Source::Start),
            (Some("pgn"), _) => Ok(Source::Games(file.into())),
            (Some("epd" | "fen"), _) => Ok(Source::Positions(file.into())),
            (Some(other), _) => Err(format!("format={}: neither epd nor pgn nor fen", printable(other))),
            (None, _) if ends(".pgn") => Ok(Source::Games(file.into())),
            (None, _) => Ok(Source::Positions(file.into())),
        }
    }

    /// The game: the one named, or the one that the engines are told to play.
    fn game(&self, engines: &[EngineConfig]) -> Result<String, String> {
        let told = |engine: &EngineConfig| {
            let set = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
            set.map(|(_, value)| self.variant_named(&value.to_ascii_lowercase())).transpose()
        };
        let named = self.variant.clone().unwrap_or_else(|| "chess".to_owned());
        let games = engines.iter().map(told).collect::<Result<Vec<_>, _>>()?;
        let mut told = games.into_iter().flatten();
        let game = told.next().filter(|_| named == "chess").unwrap_or_else(|| named.clone());
        match told.find(|other| *other != game) {
            Some(other) => Err(format!("the engines are told to play {game} and {other}")),
            None => Ok(game),
        }
    }

    /// The match, and warnings about what was said.
    pub(super) fn finish(mut self) -> Result<(Config, Vec<String>), String> {
        let engines = std::mem::take(&mut self.engines);
        let engines = engines.into_iter().map(|e| e.finish(&self.each)).collect::<Result<Vec<_>, _>>()?;
        if engines.len() < 2 {
            return Err(format!("a match needs two engines, here are {}", engines.len()));
        }
        for (i, engine) in engines.iter().enumerate() {
            if engine.limits.is_endless() {
                return Err(format!("engine '{}' has no tc, st, depth or nodes", printable(&engine.name)));
            }
            if engines[..i].iter().any(|other| other.name == engine.name) {
                return Err(format!(
                    "two engines are called '{}': give one of them another name=",
                    printable(&engine.name)
                ));
            }
        }
        let variant = self.game(&engines)?;
        if self.sprt.is_some() && engines.len() > 2 {
            return Err("-sprt is for two engines".to_owned());
        }
        if self.is_bayesian && self.counts_pairs {
            self.warn("The bayesian model counts games, not pairs");
            self.counts_pairs = false;
        }
        // Cute Chess knows no pairs, and neither do those who read its lines.
        if self.games != 2 || self.style == Style::Cutechess {
            self.counts_pairs = false;
        }
        let processors = arguments::processors() as i64;
        let concurrency = if self.concurrency > 0 { self.concurrency } else { processors + self.concurrency };
        let source = self.source()?;
        let config = Config {
            variant,
            form: if self.is_gauntlet { Form::Gauntlet { seeds: self.seeds } } else { Form::RoundRobin },
            rounds: self.rounds,
            games: self.games,
            no_swap: self.no_swap,
            reverse: self.reverse,
            concurrency: concurrency.clamp(1, 1024) as usize,
            affinity: self.affinity,
            openings: Openings { source, ..self.openings },
            seed: self.seed.unwrap_or_else(random_seed),
            sprt: self.sprt,
            counts_pairs: self.counts_pairs,
            draw: self.draw,
            resign: self.resign,
            most_moves: self.most_moves,
            recover: self.recover,
            style: self.style,
            rating_interval: self.rating_interval,
            score_interval: self.score_interval,
            pgn: self.pgn,
            epd: self.epd,
            json: self.json,
            log: self.log,
            state: self.state,
            event: self.event,
            site: self.site,
            wait: self.wait,
            patience: self.patience,
            checks_mates: self.checks_mates,
            is_test_environment: self.is_test_environment,
            shows_latency: self.shows_latency,
            engines,
        };
        Ok((config, self.warnings))
    }
}

fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed.
    movegen::zobrist::splitmix64(now.as_nanos() as u64) % 1_000_000_000
}

fn games(number: usize) -> Result<usize, String> {
    match number {
        1 | 2 => Ok(number),
        _ => Err(format!("-games {number}: an encounter has 1 or 2 games, more are more -rounds")),
    }
}
