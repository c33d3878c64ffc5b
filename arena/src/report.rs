//! What a match prints, as fastchess and Cute Chess print it: other programs read these lines.

use serde::Serialize;

use super::config::{Config, EngineConfig, Source, Style};
use super::cutechess;
use super::fault::Sort;
use super::player::Identity;
use super::schedule::Pairing;
use super::tally::{Counts, Tally};
use crate::results::{Estimate, Results};
use crate::sprt::Verdict;

const RULE: &str = "--------------------------------------------------\n";
/// The narrowest column for names.
const NAMES: usize = 25;

/// A number with so many decimals. What is none is printed as C++ programs print nought by nought, whatever sign it has
/// here.
pub fn number(value: f64, decimals: usize) -> String {
    match value {
        _ if value.is_nan() => "-nan".to_owned(),
        _ if value.is_infinite() => if value < 0.0 { "-inf" } else { "inf" }.to_owned(),
        _ => format!("{value:.decimals$}"),
    }
}

fn estimate(Estimate { value, error }: Estimate) -> String {
    // The logarithm of a negative number has the other sign.
    let error = if error.is_nan() && value.is_finite() { "nan".to_owned() } else { number(error, 2) };
    format!("{} +/- {error}", number(value, 2))
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
    match config.style {
        Style::Fastchess => String::new(),
        Style::Cutechess => cutechess::score(config, engines, counts),
    }
}

/// The report that comes from time to time and at the end. `identities` are those of the two engines.
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
        let quotient = number(split as f64 / drawn as f64, 2);
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
    let counts_pairs = config.counts_pairs;
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
        "{:<4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>20}\n",
        "Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)"
    );
    for (rank, (name, counts, results)) in rows.iter().enumerate() {
        let (elo, normalized, five) = (results.elo(), results.normalized_elo(), counts.five());
        let draws = match counts_pairs {
            true => percent(five[2] as f64, five.iter().sum::<u64>() as f64),
            false => percent(counts.draws as f64, counts.games() as f64),
        };
        text.push_str(&format!(
            "{:>4} {name:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9}% {:>9}% {:>20}\n",
            rank + 1,
            number(elo.value, 2),
            number(elo.error, 2),
            number(normalized.value, 2),
            number(normalized.error, 2),
            counts.games(),
            number(percent(counts.points(), counts.games() as f64), 1),
            number(draws, 1),
            if counts_pairs { list(&five) } else { String::new() },
        ));
    }
    text
}

/// The line of the sequential test.
fn sprt(config: &Config, counts: &Counts) -> String {
    let Some(sprt) = &config.sprt else { return String::new() };
    let (lower, upper) = sprt.test.bounds();
    let llr = sprt.test.llr(&counts.results(config.counts_pairs));
    let share = if llr >= 0.0 { llr / upper } else { -llr / lower } * 100.0;
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    format!("LLR: {llr:.2} ({share:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]\n")
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
        // It has been said in the line of the test.
        Style::Cutechess => String::new(),
    }
}

/// Faults by engine, and games that do not count; nothing where there is nothing to tell. No line is empty: test frameworks
/// read up to the first one. Cute Chess tells how the games of each player ended instead.
pub fn closing(config: &Config, tally: &Tally) -> String {
    if config.style == Style::Cutechess {
        return cutechess::closing(config, tally);
    }
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

#[cfg(test)]
mod tests {
    use super::super::command::{Command, parse};
    use super::super::finished::{Finished, example};
    use super::super::schedule::Schedule;
    use super::*;

    fn config(more: &str) -> Config {
        let line = format!("-engine cmd=a name=A nodes=3000 -engine cmd=b name=B nodes=1000 -rounds 8 {more}");
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match parse(&words) {
            Ok(Command::Match(config, _)) => *config,
            other => panic!("{other:?}"),
        }
    }

    /// The tally of games by the half points of the first engine.
    fn tally(config: &Config, half_points: &[usize]) -> Tally {
        let schedule = Schedule::new(config);
        let mut tally = Tally::new(&schedule, config.engines.len(), config.counts_pairs);
        for (i, points) in half_points.iter().enumerate() {
            let pairing = schedule.game(i + 1).unwrap();
            let result = match (points, pairing.first_is_white) {
                (1, _) => "1/2-1/2",
                (2, true) | (0, false) => "1-0",
                _ => "0-1",
            };
            let game = Finished {
                id: pairing.id,
                encounter: pairing.encounter,
                engines: pairing.by_color(),
                first_is_white: pairing.first_is_white,
                result: result.to_owned(),
                ..example("8/8/8/8/8/8/8/8 w - - 0 1")
            };
            tally.add(pairing.engines, &game);
        }
        tally
    }

    fn identities() -> [Identity; 2] {
        [0, 1].map(|_| Identity { threads: Some("1".into()), hash: Some("1".into()), ..Identity::default() })
    }

    /// What fastchess 1.8.2 printed at the end of a match of eight games.
    #[test]
    fn a_report_is_that_of_fastchess_to_the_letter() {
        let config = config("-openings file=op.epd format=epd -sprt elo0=0 elo1=50 model=logistic");
        let tally = tally(&config, &[2, 2, 2, 2, 2, 2, 2, 1]);
        assert_eq!(
            interval(&config, &tally, [0, 1], &identities()),
            "--------------------------------------------------\n\
             Results of A vs B (3000 nodes - 1000 nodes, 1t, 1MB, op.epd):\n\
             Elo: 470.44 +/- nan, nElo: 992.88 +/- 240.76\n\
             LOS: 100.00 %, DrawRatio: 0.00 %, PairsRatio: inf\n\
             Games: 8, Wins: 7, Losses: 0, Draws: 1, Points: 7.5 (93.75 %)\n\
             Ptnml(0-2): [0, 0, 0, 1, 3], WL/DD Ratio: -nan\n\
             LLR: 0.53 (18.2%) (-2.94, 2.94) [0.00, 50.00]\n\
             --------------------------------------------------\n"
        );
        assert_eq!(decided(&config, Verdict::H1), "SPRT ([0.00, 50.00]) completed - H1 was accepted\n");
        assert_eq!(score(&config, [0, 1], &tally.between(0, 1)), "");
    }

    /// What cutechess-cli 1.5.1 printed at the end of a match of eight games, but for its scores by colour, which were others.
    #[test]
    fn a_report_is_that_of_cute_chess_to_the_letter() {
        let config = config("-output format=cutechess -sprt elo0=0 elo1=50 model=logistic");
        let tally = tally(&config, &[2, 2, 1, 2, 2, 2, 2, 2]);
        assert_eq!(score(&config, [0, 1], &tally.between(0, 1)), "Score of A vs B: 7 - 0 - 1  [0.938] 8\n");
        assert_eq!(
            interval(&config, &tally, [0, 1], &identities()),
            "...      A playing White: 3 - 0 - 1  [0.875] 4\n\
             ...      A playing Black: 4 - 0 - 0  [1.000] 4\n\
             ...      White vs Black: 3 - 4 - 1  [0.438] 8\n\
             Elo difference: 470.4 +/- nan, LOS: 99.6 %, DrawRatio: 12.5 %\n\
             SPRT: llr 1.07 (36.3%), lbound -2.94, ubound 2.94\n"
        );
        assert_eq!(score(&config, [1, 0], &tally.between(1, 0)), "Score of B vs A: 0 - 7 - 1  [0.062] 8\n");
        assert_eq!(tally.between(1, 0).as_white, [4, 0, 0]);
        let closing = closing(&config, &tally);
        let parts =
            ["\nPlayer: A\n", "\n   \"Win: White mates\": 7\n", "\nPlayer: B\n", "\n   \"Loss: White mates\": 7\n"];
        assert!(parts.iter().all(|part| closing.contains(part)), "{closing}");
    }

    #[test]
    fn three_engines_have_the_table_of_cute_chess() {
        let config = config("-engine cmd=c name=C nodes=1 -rounds 1 -output format=cutechess");
        let tally = tally(&config, &[2, 1, 2, 2, 1, 1]);
        let text = interval(&config, &tally, [0, 1], &identities());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Rank Name                          Elo     +/-   Games   Score    Draw");
        assert_eq!(lines[1], "   1 A                             338     nan       4   87.5%   25.0%");
        assert_eq!(lines.len(), 4, "{text}");
    }

    #[test]
    fn games_are_announced_and_told_in_the_words_of_match_runners() {
        let config = config("");
        let second = Schedule::new(&config).game(2).unwrap();
        assert_eq!(started(&config, &second, 8), "Started game 2 of 8 (B vs A)\n");
        assert_eq!(finished(&config, &second, "1-0", "White mates"), "Finished game 2 (B vs A): 1-0 {White mates}\n");
    }

    #[test]
    fn three_engines_have_a_table() {
        let config = config("-engine cmd=c name=C nodes=1 -rounds 1");
        let tally = tally(&config, &[2, 1, 2, 2, 1, 1]);
        let text = interval(&config, &tally, [0, 1], &identities());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6, "{text}");
        assert_eq!(
            lines[1],
            "Rank Name                             Elo        +/-       nElo        +/-      Games      Score       Draw           Ptnml(0-2)"
        );
        assert!(
            lines[2].starts_with("   1 A ") && lines[2].ends_with(" 4      87.5%       0.0%      [0, 0, 0, 1, 1]"),
            "{text}"
        );
        assert!(
            lines[4].starts_with("   3 C ") && lines[4].ends_with(" 4      25.0%      50.0%      [1, 0, 1, 0, 0]"),
            "{text}"
        );
    }

    #[test]
    fn a_disputed_game_takes_its_pair_out_of_the_count() {
        let config = config("");
        let schedule = Schedule::new(&config);
        let mut tally = tally(&config, &[2, 2]);
        for (id, result) in [(3, "*"), (4, "1-0")] {
            let pairing = schedule.game(id).unwrap();
            let game = Finished {
                encounter: pairing.encounter,
                first_is_white: pairing.first_is_white,
                result: result.to_owned(),
                ..example("8/8/8/8/8/8/8/8 w - - 0 1")
            };
            tally.add(pairing.engines, &game);
        }
        assert_eq!((tally.between(0, 1).five(), tally.between(0, 1).games()), ([0, 0, 0, 0, 1], 2));
        assert_eq!((tally.void(), tally.games()), (1, 4));
        assert!(closing(&config, &tally).contains("Disputed games that do not count, with their pairs: 1\n"));
    }
}
