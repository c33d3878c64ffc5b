//! What a match prints, as fastchess and Cute Chess print it: other programs read these lines.

use serde::Serialize;

use super::config::{Config, EngineConfig, Source, Style};
use super::fault::Sort;
use super::player::Identity;
use super::schedule::Pairing;
use super::tally::{Counts, Tally};
use crate::results::{Estimate, Results};
use crate::sprt::Verdict;

const RULE: &str = "--------------------------------------------------\n";
/// The narrowest column for names.
const NAMES: usize = 25;

/// A number with so many decimals, `nan`, `-nan` and `inf` as C++ prints them.
pub fn number(value: f64, decimals: usize) -> String {
    match value {
        _ if value.is_nan() => if value.is_sign_negative() { "-nan" } else { "nan" }.to_owned(),
        _ if value.is_infinite() => if value < 0.0 { "-inf" } else { "inf" }.to_owned(),
        _ => format!("{value:.decimals$}"),
    }
}

fn estimate(Estimate { value, error }: Estimate) -> String {
    format!("{} +/- {}", number(value, 2), number(error, 2))
}

/// Share of the total in per cent.
fn percent(part: f64, of: f64) -> f64 {
    part / of * 100.0
}

/// `Started game 1 of 8 (A vs B)`.
pub fn started(config: &Config, pairing: &Pairing, total: usize) -> String {
    let [white, black] = names(config, pairing);
    format!("Started game {} of {total} ({white} vs {black})\n", pairing.id)
}

/// `Finished game 1 (A vs B): 1-0 {White mates}`.
pub fn finished(config: &Config, pairing: &Pairing, result: &str, reason: &str) -> String {
    let [white, black] = names(config, pairing);
    format!("Finished game {} ({white} vs {black}): {result} {{{reason}}}\n", pairing.id)
}

fn names<'a>(config: &'a Config, pairing: &Pairing) -> [&'a str; 2] {
    pairing.by_color().map(|engine| config.engines[engine].name.as_str())
}

/// The score line of two engines; fastchess has none.
pub fn score(config: &Config, engines: [usize; 2], counts: &Counts) -> String {
    if config.style == Style::Fastchess {
        return String::new();
    }
    let [one, two] = engines.map(|engine| &config.engines[engine].name);
    let Counts { wins, losses, draws, .. } = *counts;
    let mean = Results::of_games(wins, draws, losses).mean();
    format!("Score of {one} vs {two}: {wins} - {losses} - {draws}  [{}] {}\n", number(mean, 3), counts.games())
}

/// The report that comes from time to time and at the end. `identities` are those of the two engines.
pub fn interval(config: &Config, tally: &Tally, engines: [usize; 2], identities: &[Identity; 2]) -> String {
    let counts = tally.between(engines[0], engines[1]);
    let is_duel = config.engines.len() == 2;
    let test = sprt(config, &counts);
    match config.style {
        Style::Fastchess => {
            let elo = if is_duel { duel(config, engines, &counts, identities) } else { table(config, tally) };
            format!("{RULE}{elo}{test}{RULE}")
        }
        Style::Cutechess if is_duel => {
            let results = counts.results(false);
            let draws = percent(counts.draws as f64, counts.games() as f64);
            let likelihood = number(results.likelihood_of_superiority() * 100.0, 2);
            format!(
                "Elo difference: {}, LOS: {likelihood} %, DrawRatio: {} %\n{test}",
                estimate(results.elo()),
                number(draws, 2)
            )
        }
        Style::Cutechess => format!("{}{test}", table(config, tally)),
    }
}

fn duel(config: &Config, engines: [usize; 2], counts: &Counts, identities: &[Identity; 2]) -> String {
    let [one, two] = engines.map(|engine| &config.engines[engine]);
    let results = counts.results(config.counts_pairs);
    let [.., split, drawn, _, _] = counts.pairs;
    let five = counts.five();
    let pairs: u64 = five.iter().sum();
    let (draws, ratio) = if config.counts_pairs {
        let ratio = (five[3] + five[4]) as f64 / (five[0] + five[1]) as f64;
        (percent((split + drawn) as f64, pairs as f64), format!(", PairsRatio: {}", number(ratio, 2)))
    } else {
        (percent(counts.draws as f64, counts.games() as f64), String::new())
    };
    let mut text = format!(
        "Results of {} vs {} ({}, {}, {}{}):\nElo: {}, nElo: {}\nLOS: {} %, DrawRatio: {} %{ratio}\n\
         Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({} %)\n",
        one.name,
        two.name,
        both(|engine| engine.limits.to_string(), one, two),
        both_options(identities, |identity| &identity.threads, "t"),
        both_options(identities, |identity| &identity.hash, "MB"),
        book(config),
        estimate(results.elo()),
        estimate(results.normalized_elo()),
        number(results.likelihood_of_superiority() * 100.0, 2),
        number(draws, 2),
        counts.games(),
        counts.wins,
        counts.losses,
        counts.draws,
        counts.points(),
        number(percent(counts.points(), counts.games() as f64), 2),
    );
    if config.counts_pairs {
        let quotient = split as f64 / drawn as f64;
        // Nought by nought is a negative number that is none on the machines whose output is imitated.
        let quotient = if quotient.is_nan() { "-nan".to_owned() } else { number(quotient, 2) };
        text.push_str(&format!("Ptnml(0-2): {}, WL/DD Ratio: {quotient}\n", list(&five)));
    }
    text
}

fn list(five: &[u64; 5]) -> String {
    let [a, b, c, d, e] = five;
    format!("[{a}, {b}, {c}, {d}, {e}]")
}

fn both(of: impl Fn(&EngineConfig) -> String, one: &EngineConfig, two: &EngineConfig) -> String {
    let (one, two) = (of(one), of(two));
    if one == two { one } else { format!("{one} - {two}") }
}

fn both_options(identities: &[Identity; 2], of: impl Fn(&Identity) -> &Option<String>, unit: &str) -> String {
    let of = |identity| of(identity).as_ref().map_or_else(|| "NULL".to_owned(), |value| format!("{value}{unit}"));
    let (one, two) = (of(&identities[0]), of(&identities[1]));
    if one == two { one } else { format!("{one} - {two}") }
}

/// The name of the openings' file with a comma before it.
fn book(config: &Config) -> String {
    match &config.openings.source {
        Source::Positions(path) | Source::Games(path) => {
            path.file_name().map(|name| format!(", {}", name.to_string_lossy())).unwrap_or_default()
        }
        Source::Start | Source::Random { .. } => String::new(),
    }
}

/// The table of three or more engines, the strongest first.
fn table(config: &Config, tally: &Tally) -> String {
    let counts_pairs = config.counts_pairs && config.style == Style::Fastchess;
    let mut rows: Vec<(&str, Counts, Results)> = config
        .engines
        .iter()
        .enumerate()
        .map(|(engine, known)| {
            let counts = tally.of(engine);
            (known.name.as_str(), counts, counts.results(counts_pairs))
        })
        .collect();
    let strength =
        |results: &Results| Some(results.elo().value).filter(|elo| !elo.is_nan()).unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|(.., a), (.., b)| strength(b).total_cmp(&strength(a)));
    let width = rows.iter().map(|(name, ..)| name.len()).fold(NAMES, usize::max);
    let mut text = format!(
        "{:<4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw"
    );
    if config.style == Style::Fastchess {
        text.push_str(&format!(" {:>20}", "Ptnml(0-2)"));
    }
    text.push('\n');
    for (rank, (name, counts, results)) in rows.iter().enumerate() {
        let (elo, normalized, five) = (results.elo(), results.normalized_elo(), counts.five());
        let draws = match counts_pairs {
            true => percent(five[2] as f64, five.iter().sum::<u64>() as f64),
            false => percent(counts.draws as f64, counts.games() as f64),
        };
        text.push_str(&format!(
            "{:>4} {name:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9}% {:>9}%",
            rank + 1,
            number(elo.value, 2),
            number(elo.error, 2),
            number(normalized.value, 2),
            number(normalized.error, 2),
            counts.games(),
            number(percent(counts.points(), counts.games() as f64), 1),
            number(draws, 1),
        ));
        if config.style == Style::Fastchess {
            let pairs = if counts_pairs { list(&five) } else { String::new() };
            text.push_str(&format!(" {pairs:>20}"));
        }
        text.push('\n');
    }
    text
}

/// The line of the sequential test.
fn sprt(config: &Config, counts: &Counts) -> String {
    let Some(sprt) = &config.sprt else { return String::new() };
    let (lower, upper) = sprt.test.bounds();
    let counts_pairs = config.counts_pairs && config.style == Style::Fastchess;
    let results = counts.results(counts_pairs);
    let llr = sprt.test.llr(&results);
    match config.style {
        Style::Fastchess => {
            let share = if llr >= 0.0 { llr / upper } else { -llr / lower } * 100.0;
            let (elo0, elo1) = (sprt.elo0, sprt.elo1);
            format!("LLR: {llr:.2} ({share:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]\n")
        }
        Style::Cutechess => {
            let share = if llr < 0.0 { llr / lower } else { llr / upper } * 100.0;
            let accepted = match sprt.test.verdict(&results) {
                Some(Verdict::H1) => " - H1 was accepted",
                Some(Verdict::H0) => " - H0 was accepted",
                None => "",
            };
            format!("SPRT: llr {llr:.2} ({share:.1}%), lbound {lower:.2}, ubound {upper:.2}{accepted}\n")
        }
    }
}

/// The lines when a test has ended the match.
pub fn decided(config: &Config, verdict: Verdict) -> String {
    let Some(sprt) = &config.sprt else { return String::new() };
    let accepted = match verdict {
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
    };
    match config.style {
        Style::Fastchess => {
            format!("SPRT ([{:.2}, {:.2}]) completed - {accepted} was accepted\n", sprt.elo0, sprt.elo1)
        }
        Style::Cutechess => "Tournament finished\n".to_owned(),
    }
}

/// Faults by engine, how games ended, and games that do not count; nothing where there is nothing to tell. No line is
/// empty: test frameworks read up to the first one.
pub fn closing(config: &Config, tally: &Tally) -> String {
    let mut text = String::new();
    for (engine, known) in config.engines.iter().enumerate() {
        let faults = tally.faults(engine);
        if faults.is_empty() {
            continue;
        }
        let of = |sorts: &[Sort]| sorts.iter().filter_map(|sort| faults.get(sort)).sum::<u64>();
        let timeouts = of(&[Sort::Time]);
        let crashed = of(&[Sort::Crash, Sort::Hang, Sort::Flood]);
        text.push_str(&format!("Player: {}\n  Timeouts: {timeouts}\n  Crashed: {crashed}\n", known.name));
        let all = faults.iter().map(|(sort, count)| format!("{count} {}", sort.as_str())).collect::<Vec<_>>();
        text.push_str(&format!("  Faults: {}\n", all.join(", ")));
    }
    if tally.void() > 0 {
        text.push_str(&format!("Disputed games that do not count, with their pairs: {}\n", tally.void()));
    }
    text
}

/// The summary of a match, for programs. Names are keys of the file.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    /// The name of the game.
    pub variant: &'a str,
    /// The seed.
    pub seed: u64,
    /// Where the openings came from.
    pub openings: String,
    /// Games played, void ones included.
    pub games: u64,
    /// Games planned.
    pub planned: usize,
    /// Games that do not count.
    pub void: u64,
    /// Games by White's result: won, drawn, lost.
    pub white: [u64; 3],
    /// Mean length in plies.
    pub mean_plies: f64,
    /// Games by the reason of their end.
    pub reasons: &'a std::collections::BTreeMap<String, u64>,
    /// The engines.
    pub engines: Vec<EngineSummary<'a>>,
    /// Every two engines that met.
    pub meetings: Vec<MeetingSummary<'a>>,
    /// The sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
    /// Seconds of this part of the match; and, summed over all games, those that engines thought and those that the games
    /// took.
    pub seconds: [f64; 3],
}

/// One engine of a [`Summary`].
#[derive(Debug, Serialize)]
pub struct EngineSummary<'a> {
    /// Its name.
    pub name: &'a str,
    /// What limited it.
    pub limits: String,
    /// Options set.
    pub options: std::collections::BTreeMap<&'a str, &'a str>,
    /// All its games.
    pub all: Counts,
    /// Faults by sort.
    pub faults: &'a std::collections::BTreeMap<Sort, u64>,
}

/// Two engines of a [`Summary`].
#[derive(Debug, Serialize)]
pub struct MeetingSummary<'a> {
    /// Their names.
    pub engines: [&'a str; 2],
    /// Games and pairs seen from the first one.
    pub counts: Counts,
    /// Share of the points.
    pub score: f64,
    /// Elo and half its 95 % interval; null where the results give none.
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
    /// The values at which it ends.
    pub bounds: [f64; 2],
    /// The hypothesis accepted.
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
        let (lower, upper) = sprt.test.bounds();
        let accepted = sprt.test.verdict(&results).map(|verdict| match verdict {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        });
        SprtSummary { elo: [sprt.elo0, sprt.elo1], llr: sprt.test.llr(&results), bounds: [lower, upper], accepted }
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
