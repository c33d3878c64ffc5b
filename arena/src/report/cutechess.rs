//! Output in the format of cutechess-cli, which counts games instead of pairs.

use crate::config::Config;
use crate::report::{number, ranking};
use crate::statistics::counts::Counts;
use crate::statistics::results::{Estimate, Results, normal};
use crate::tally::Tally;

pub(super) fn line(wins: u64, losses: u64, draws: u64) -> String {
    let mean = Results::of_games(wins, draws, losses).mean();
    format!("{wins} - {losses} - {draws}  [{}] {}", number(mean, 3), wins + losses + draws)
}

/// Formats scores by color, Elo difference and sequential test; a table for more than two engines.
pub(super) fn interval(config: &Config, tally: &Tally, engines: [usize; 2]) -> String {
    let counts = tally.between(engines[0], engines[1]);
    if config.engines.len() > 2 {
        return table(config, tally);
    }
    let name = &config.engines[engines[0]].name;
    let ([lost, drawn, won], Counts { wins, losses, draws, .. }) = (counts.as_white, counts);
    let blank = " ".repeat(6);
    let mut text = format!("...{blank}{name} playing White: {}\n", line(won, lost, drawn));
    text.push_str(&format!("...{blank}{name} playing Black: {}\n", line(wins - won, losses - lost, draws - drawn)));
    let [black, _, white] = counts.of_white();
    text.push_str(&format!("...{blank}White vs Black: {}\n", line(white, black, draws)));
    let Estimate { value, error } = counts.results(false).elo();
    let superior = normal((wins as f64 - losses as f64) / ((wins + losses) as f64).sqrt());
    text.push_str(&format!(
        "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %\n",
        number(value, 1),
        if error.is_nan() { "nan".to_owned() } else { number(error, 1) },
        number(superior * 100.0, 1),
        number(draws as f64 / counts.games() as f64 * 100.0, 1),
    ));
    text + &sprt(config, &counts)
}

fn sprt(config: &Config, counts: &Counts) -> String {
    let Some(sprt) = &config.sprt else { return String::new() };
    let ((lower, upper), results) = (sprt.bounds(), counts.results(false));
    let llr = sprt.llr(&results);
    let share = if llr < 0.0 { llr / lower } else { llr / upper } * 100.0;
    let accepted = sprt.accepted(&results);
    let accepted = accepted.map(|hypothesis| format!(" - {hypothesis:?} was accepted")).unwrap_or_default();
    format!("SPRT: llr {llr:.2} ({share:.1}%), lbound {lower:.2}, ubound {upper:.2}{accepted}\n")
}

fn table(config: &Config, tally: &Tally) -> String {
    let row = |cells: [&str; 7]| {
        let [rank, name, elo, error, games, score, draw] = cells;
        format!("{rank:>4} {name:<25} {elo:>7} {error:>7} {games:>7} {score:>7} {draw:>7}\n")
    };
    let mut text = row(["Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"]);
    for (rank, (name, counts, results)) in ranking(config, tally, false).into_iter().enumerate() {
        let elo = results.elo();
        let share = |part: f64| format!("{}%", number(part / counts.games() as f64 * 100.0, 1));
        text.push_str(&row([
            &(rank + 1).to_string(),
            name,
            &number(elo.value, 0),
            &if elo.error.is_nan() { "nan".to_owned() } else { number(elo.error, 0) },
            &counts.games().to_string(),
            &share(counts.points()),
            &share(counts.draws as f64),
        ]));
    }
    text
}

/// Formats the reasons by which each player's games ended.
pub(super) fn closing(config: &Config, tally: &Tally) -> String {
    let mut text = String::new();
    for (engine, known) in config.engines.iter().enumerate() {
        text.push_str(&format!("\nPlayer: {}\n", known.name));
        for (reason, count) in &tally.ends[engine] {
            text.push_str(&format!("   \"{reason}\": {count}\n"));
        }
    }
    text
}
