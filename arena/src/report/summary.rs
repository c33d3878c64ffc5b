//! The summary of a match as JSON. Field names are keys of the file.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::config::{Config, Source};
use crate::players::fault::FaultKind;
use crate::statistics::counts::Counts;
use crate::statistics::results::Estimate;
use crate::statistics::sprt::Hypothesis;
use crate::tally::Tally;

#[derive(Serialize)]
struct Summary<'a> {
    variant: &'a str,
    seed: u64,
    openings: String,
    /// Games played, void ones included.
    games: u64,
    /// Scheduled games.
    planned: usize,
    void: u64,
    /// Games by White's result: won, drawn, lost.
    white: [u64; 3],
    mean_plies: f64,
    reasons: &'a BTreeMap<String, u64>,
    engines: Vec<EngineSummary<'a>>,
    meetings: Vec<MeetingSummary<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtSummary>,
    /// Seconds since the start or resumption, thinking time of all games, and duration of all games.
    seconds: [f64; 3],
}

#[derive(Serialize)]
struct EngineSummary<'a> {
    name: &'a str,
    limits: String,
    options: BTreeMap<&'a str, &'a str>,
    all: Counts,
    faults: &'a BTreeMap<FaultKind, u64>,
}

/// Results of the first of two engines.
#[derive(Serialize)]
struct MeetingSummary<'a> {
    engines: [&'a str; 2],
    counts: Counts,
    /// Share of the points.
    score: f64,
    /// Elo and half its 95 % interval; null if undefined.
    elo: [Option<f64>; 2],
    normalized_elo: [Option<f64>; 2],
    superiority: Option<f64>,
}

#[derive(Serialize)]
struct SprtSummary {
    elo: [f64; 2],
    llr: f64,
    bounds: [f64; 2],
    accepted: Option<Hypothesis>,
}

/// Returns the summary of a match with this number of scheduled games. `seconds`: since the start or resumption, thinking time of
/// all games, and duration of all games.
pub fn summary<'a>(config: &'a Config, tally: &'a Tally, planned: usize, seconds: [f64; 3]) -> impl Serialize + 'a {
    let finite = |value: f64| value.is_finite().then_some(value);
    let pair = |Estimate { value, error }: Estimate| [finite(value), finite(error)];
    let engines = config.engines.iter().enumerate().map(|(engine, known)| EngineSummary {
        name: &known.name,
        limits: known.limits.to_string(),
        options: known.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
        all: tally.of(engine),
        faults: &tally.faults[engine],
    });
    let meetings = tally.meetings.iter().map(|(engines, &counts)| {
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
        let accepted = sprt.accepted(&results);
        SprtSummary { elo: sprt.elo, llr: sprt.llr(&results), bounds: sprt.bounds().into(), accepted }
    });
    let [losses, draws, wins] = tally.white;
    Summary {
        variant: &config.variant,
        seed: config.seed,
        openings: match &config.openings.source {
            Source::Start => "start".to_owned(),
            Source::Random { plies, .. } => format!("random, {plies} plies"),
            Source::Positions(path) | Source::Games(path) => path.display().to_string(),
        },
        games: tally.games,
        planned,
        void: tally.void,
        white: [wins, draws, losses],
        mean_plies: tally.plies as f64 / tally.games.max(1) as f64,
        reasons: &tally.reasons,
        engines: engines.collect(),
        meetings: meetings.collect(),
        sprt,
        seconds,
    }
}
