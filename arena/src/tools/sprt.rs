//! Tells what the results of a match say, and whether a sequential test may stop.

use std::process::ExitCode;

use crate::arguments::run;
use crate::{Hypothesis, Model, Results, Sprt};
use clap::{CommandFactory, Parser, ValueEnum};

/// Elo and a sequential test from counts of results, seen from the first player.
#[derive(Parser)]
struct Arguments {
    /// Five counts: pairs of games with 0, ½, 1, 1½ and 2 points. Or three: games won, drawn and lost.
    #[arg(required = true, num_args = 3..=5)]
    counts: Vec<u64>,
    /// The Elo that the first hypothesis says is not exceeded.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The Elo that the second hypothesis says is reached.
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// The rate of gains seen where there are none.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// The rate of gains not seen.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// What elo0 and elo1 are measured in.
    #[arg(long, value_enum, default_value = "normalized")]
    model: Measure,
}

#[derive(Clone, Copy, ValueEnum)]
enum Measure {
    Normalized,
    Logistic,
}

fn report(arguments: &Arguments) -> Result<String, String> {
    let results = match *arguments.counts {
        [wins, draws, losses] => Results::of_games(wins, draws, losses),
        [a, b, c, d, e] => Results::of_pairs([a, b, c, d, e]),
        _ => return Err("three counts are games, five are pairs".to_owned()),
    };
    if results.count() == 0 {
        return Err("there are no results".to_owned());
    }
    let model = match arguments.model {
        Measure::Normalized => Model::Normalized,
        Measure::Logistic => Model::Logistic,
    };
    let Arguments { elo0, elo1, alpha, beta, .. } = *arguments;
    let test = Sprt::new(elo0, elo1, alpha, beta).map_err(|error| error.to_string())?.measured_in(model);
    let (lower, upper) = test.bounds();
    let verdict = match test.accepted(&results) {
        Some(Hypothesis::H0) => "H0 was accepted",
        Some(Hypothesis::H1) => "H1 was accepted",
        None => "go on",
    };
    Ok(format!(
        "Elo: {}, nElo: {}\nLOS: {:.2} %, count: {}, score: {:.2} %\nLLR: {:.2} ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}], {verdict}\n",
        results.elo(),
        results.normalized_elo(),
        results.likelihood_of_superiority() * 100.0,
        results.count(),
        results.mean() * 100.0,
        test.llr(&results),
    ))
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("sprt", report)
}
