//! The summary of a match as JSON.

use serde::Serialize;

use crate::config::{Config, Source};
use crate::players::fault::FaultKind;
use crate::statistics::counts::Counts;
use crate::statistics::results::Estimate;
use crate::statistics::sprt::Hypothesis;
use crate::tally::Tally;

/// The summary of a match. Field names are keys of the file.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    /// The name of the game.
    pub variant: &'a str,
    /// The seed.
    pub seed: u64,
    /// The source of the openings.
    pub openings: String,
    /// Games played, void ones included.
    pub games: u64,
    /// Scheduled games.
    pub planned: usize,
    /// Games that do not count.
    pub void: u64,
    /// Games by White's result: won, drawn, lost.
    pub white: [u64; 3],
    /// Mean length in plies.
    pub mean_plies: f64,
    /// Games by reason.
    pub reasons: &'a std::collections::BTreeMap<String, u64>,
    /// The engines.
    pub engines: Vec<EngineSummary<'a>>,
    /// The encounters by pair of engines.
    pub meetings: Vec<MeetingSummary<'a>>,
    /// The sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
    /// Seconds since the start or resumption, thinking time of all games, and duration of all games.
    pub seconds: [f64; 3],
}

/// One engine of a [`Summary`].
#[derive(Debug, Serialize)]
pub struct EngineSummary<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its limits.
    pub limits: String,
    /// Its options.
    pub options: std::collections::BTreeMap<&'a str, &'a str>,
    /// All its games.
    pub all: Counts,
    /// Faults by kind.
    pub faults: &'a std::collections::BTreeMap<FaultKind, u64>,
}

/// Two engines of a [`Summary`].
#[derive(Debug, Serialize)]
pub struct MeetingSummary<'a> {
    /// Their names.
    pub engines: [&'a str; 2],
    /// Results of the first engine.
    pub counts: Counts,
    /// Share of the points.
    pub score: f64,
    /// Elo and half its 95 % interval; null if undefined.
    pub elo: [Option<f64>; 2],
    /// The same, normalised.
    pub normalized_elo: [Option<f64>; 2],
    /// Likelihood of superiority.
    pub superiority: Option<f64>,
}

/// A sequential test.
#[derive(Debug, Serialize)]
pub struct SprtSummary {
    /// Its bounds in Elo.
    pub elo: [f64; 2],
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Its bounds.
    pub bounds: [f64; 2],
    /// The accepted hypothesis.
    pub accepted: Option<&'static str>,
}

/// The summary of a match.
pub fn summary<'a>(config: &'a Config, tally: &'a Tally, planned: usize, seconds: [f64; 3]) -> Summary<'a> {
    let finite = |value: f64| value.is_finite().then_some(value);
    let pair = |Estimate { value, error }: Estimate| [finite(value), finite(error)];
    let engines = config.engines.iter().enumerate().map(|(engine, known)| EngineSummary {
        name: &known.name,
        limits: known.limits.to_string(),
        options: known.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
        all: tally.of(engine),
        faults: tally.faults(engine),
    });
    let meetings = tally.meetings().map(|(engines, counts)| {
        let results = counts.results(config.counts_pairs);
        MeetingSummary {
            engines: engines.map(|engine| config.engines[engine].name.as_str()),
            counts,
            score: counts.points() / counts.games().max(1) as f64,
            elo: pair(results.elo()),
            normalized_elo: pair(results.normalized_elo()),
            superiority: finite(results.likelihood_of_superiority()),
        }
    });
    let sprt = config.sprt.as_ref().map(|sprt| {
        let results = tally.between(0, 1).results(config.counts_pairs);
        let (lower, upper) = sprt.bounds();
        let accepted = sprt.accepted(&results).map(Hypothesis::name);
        SprtSummary { elo: sprt.elo(), llr: sprt.llr(&results), bounds: [lower, upper], accepted }
    });
    let [losses, draws, wins] = tally.white();
    Summary {
        variant: &config.variant,
        seed: config.seed,
        openings: match &config.openings.source {
            Source::Start => "start".to_owned(),
            Source::Random { plies, .. } => format!("random, {plies} plies"),
            Source::Positions(path) | Source::Games(path) => path.display().to_string(),
        },
        games: tally.games(),
        planned,
        void: tally.void(),
        white: [wins, draws, losses],
        mean_plies: tally.mean_plies(),
        reasons: tally.reasons(),
        engines: engines.collect(),
        meetings: meetings.collect(),
        sprt,
        seconds,
    }
}
