//! Output of a match in the formats of fastchess and Cute Chess, which other programs parse.

mod cutechess;
pub mod summary;

use crate::config::{Config, EngineConfig, Source, Style};
use crate::players::Identity;
use crate::players::fault::FaultKind;
use crate::schedule::Pairing;
use crate::statistics::counts::Counts;
use crate::statistics::results::{Estimate, Results};
use crate::statistics::sprt::Hypothesis;
use crate::tally::Tally;

const RULE: &str = "--------------------------------------------------\n";
/// Smallest width of the column of names.
const MIN_NAME_WIDTH: usize = 25;

/// Formats a number. NaN is printed as C++ programs print 0/0, whatever its sign here.
pub fn number(value: f64, decimals: usize) -> String {
    match value {
        _ if value.is_nan() => "-nan".to_owned(),
        _ if value.is_infinite() => if value < 0.0 { "-inf" } else { "inf" }.to_owned(),
        _ => format!("{value:.decimals$}"),
    }
}

fn estimate(Estimate { value, error }: Estimate) -> String {
    // In C++, the logarithm of a negative number has the other sign.
    let error = if error.is_nan() && value.is_finite() { "nan".to_owned() } else { number(error, 2) };
    format!("{} +/- {error}", number(value, 2))
}

/// Formats `Started game 1 of 8 (A vs B)`.
pub fn started(config: &Config, pairing: &Pairing, total: usize) -> String {
    let [white, black] = names(config, pairing);
    format!("Started game {} of {total} ({white} vs {black})\n", pairing.id)
}

/// Formats `Finished game 1 (A vs B): 1-0 {White mates}`.
pub fn finished(config: &Config, pairing: &Pairing, result: &str, reason: &str) -> String {
    let [white, black] = names(config, pairing);
    format!("Finished game {} ({white} vs {black}): {result} {{{reason}}}\n", pairing.id)
}

fn names<'a>(config: &'a Config, pairing: &Pairing) -> [&'a str; 2] {
    pairing.by_color().map(|engine| config.engines[engine].name.as_str())
}

/// Formats the score line of two engines, `Score of A vs B: 7 - 0 - 1  [0.938] 8`; fastchess has none.
pub fn score(config: &Config, engines: [usize; 2], counts: &Counts) -> String {
    let [one, two] = engines.map(|engine| &config.engines[engine].name);
    let line = cutechess::line(counts.wins, counts.losses, counts.draws);
    if config.style == Style::Fastchess { String::new() } else { format!("Score of {one} vs {two}: {line}\n") }
}

/// Formats the regular and final report. `identities` are those of the two engines.
pub fn interval(config: &Config, tally: &Tally, engines: [usize; 2], identities: &[Identity; 2]) -> String {
    if config.style == Style::Cutechess {
        return cutechess::interval(config, tally, engines);
    }
    let counts = tally.between(engines[0], engines[1]);
    let elo = match config.engines.len() {
        2 => duel(config, engines, &counts, identities),
        _ => table(config, tally),
    };
    format!("{RULE}{elo}{}{RULE}", sprt(config, &counts))
}

fn duel(config: &Config, engines: [usize; 2], counts: &Counts, identities: &[Identity; 2]) -> String {
    let [one, two] = engines.map(|engine| &config.engines[engine]);
    let results = counts.results(config.counts_pairs);
    let [.., split, drawn, _, _] = counts.pairs;
    let five = counts.five();
    let pairs: u64 = five.iter().sum();
    let (draws, ratio) = if config.counts_pairs {
        let ratio = (five[3] + five[4]) as f64 / (five[0] + five[1]) as f64;
        ((split + drawn) as f64 / pairs as f64 * 100.0, format!(", PairsRatio: {}", number(ratio, 2)))
    } else {
        (counts.draws as f64 / counts.games() as f64 * 100.0, String::new())
    };
    let mut text = format!(
        "Results of {} vs {} ({}, {}, {}{}):\nElo: {}, nElo: {}\nLOS: {} %, DrawRatio: {} %{ratio}\n\
         Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({} %)\n",
        one.name,
        two.name,
        joined([one, two].map(|engine| engine.limits.to_string())),
        joined(identities.each_ref().map(|identity| option(identity.threads.as_deref(), "t"))),
        joined(identities.each_ref().map(|identity| option(identity.hash.as_deref(), "MB"))),
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
        number(counts.points() / counts.games() as f64 * 100.0, 2),
    );
    if config.counts_pairs {
        let quotient = number(split as f64 / drawn as f64, 2);
        text.push_str(&format!("Ptnml(0-2): {}, WL/DD Ratio: {quotient}\n", format_args!("{five:?}")));
    }
    text
}

fn joined([one, two]: [String; 2]) -> String {
    if one == two { one } else { format!("{one} - {two}") }
}

fn option(value: Option<&str>, unit: &str) -> String {
    value.map_or_else(|| "NULL".to_owned(), |value| format!("{value}{unit}"))
}

/// Formats the name of the openings' file.
fn book(config: &Config) -> String {
    match &config.openings.source {
        Source::Positions(path) | Source::Games(path) => {
            path.file_name().map(|name| format!(", {}", name.to_string_lossy())).unwrap_or_default()
        }
        Source::Start | Source::Random { .. } => String::new(),
    }
}

/// Returns name, counts and results of each engine, the strongest first.
fn ranking<'a>(config: &'a Config, tally: &Tally, counts_pairs: bool) -> Vec<(&'a str, Counts, Results)> {
    let row = |(engine, known): (usize, &'a EngineConfig)| {
        let counts = tally.of(engine);
        (known.name.as_str(), counts, counts.results(counts_pairs))
    };
    let mut rows: Vec<_> = config.engines.iter().enumerate().map(row).collect();
    let strength =
        |results: &Results| Some(results.elo().value).filter(|elo| !elo.is_nan()).unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|(.., a), (.., b)| strength(b).total_cmp(&strength(a)));
    rows
}

/// Formats the table of three or more engines.
fn table(config: &Config, tally: &Tally) -> String {
    let counts_pairs = config.counts_pairs;
    let rows = ranking(config, tally, counts_pairs);
    let width = rows.iter().map(|(name, ..)| name.len()).fold(MIN_NAME_WIDTH, usize::max);
    let mut text = format!(
        "{:<4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>20}\n",
        "Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)"
    );
    for (rank, (name, counts, results)) in rows.iter().enumerate() {
        let (elo, normalized, five) = (results.elo(), results.normalized_elo(), counts.five());
        let draws = match counts_pairs {
            true => five[2] as f64 / five.iter().sum::<u64>() as f64,
            false => counts.draws as f64 / counts.games() as f64,
        };
        text.push_str(&format!(
            "{:>4} {name:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9}% {:>9}% {:>20}\n",
            rank + 1,
            number(elo.value, 2),
            number(elo.error, 2),
            number(normalized.value, 2),
            number(normalized.error, 2),
            counts.games(),
            number(counts.points() / counts.games() as f64 * 100.0, 1),
            number(draws * 100.0, 1),
            if counts_pairs { format!("{five:?}") } else { String::new() },
        ));
    }
    text
}

/// Formats the line of the sequential test.
fn sprt(config: &Config, counts: &Counts) -> String {
    let Some(sprt) = &config.sprt else { return String::new() };
    let (lower, upper) = sprt.bounds();
    let llr = sprt.llr(&counts.results(config.counts_pairs));
    let share = if llr >= 0.0 { llr / upper } else { -llr / lower } * 100.0;
    let [elo0, elo1] = sprt.elo;
    format!("LLR: {llr:.2} ({share:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]\n")
}

/// Formats the line at the end of a sequential test. In the format of Cute Chess, the line of the test contains it.
pub fn decided(config: &Config, accepted: Hypothesis) -> String {
    let Some(sprt) = config.sprt.filter(|_| config.style == Style::Fastchess) else { return String::new() };
    let [elo0, elo1] = sprt.elo;
    format!("SPRT ([{elo0:.2}, {elo1:.2}]) completed - {accepted:?} was accepted\n")
}

/// Formats faults by engine, and games that do not count. No line is empty, because test frameworks stop reading there.
/// In the format of Cute Chess, formats the reasons by which each player's games ended.
pub fn closing(config: &Config, tally: &Tally) -> String {
    if config.style == Style::Cutechess {
        return cutechess::closing(config, tally);
    }
    let mut text = String::new();
    for (known, faults) in config.engines.iter().zip(&tally.faults).filter(|(_, faults)| !faults.is_empty()) {
        let of = |sorts: &[FaultKind]| sorts.iter().filter_map(|sort| faults.get(sort)).sum::<u64>();
        let timeouts = of(&[FaultKind::Time]);
        let crashed = of(&[FaultKind::Crash, FaultKind::Hang, FaultKind::Flood]);
        text.push_str(&format!("Player: {}\n  Timeouts: {timeouts}\n  Crashed: {crashed}\n", known.name));
        let all = faults.iter().map(|(sort, count)| format!("{count} {sort:?}")).collect::<Vec<_>>();
        text.push_str(&format!("  Faults: {}\n", all.join(", ").to_lowercase()));
    }
    if tally.void > 0 {
        text.push_str(&format!("Disputed games that do not count, with their pairs: {}\n", tally.void));
    }
    text
}

#[cfg(test)]
mod tests;
