//! `arena sprt`: Elo and a sequential test from counts of results.

use crate::arguments::Failure;
use crate::statistics::results::hundredths;
use crate::{Model, Results, Sprt};
use clap::Args;

/// Options of `arena sprt`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Five counts: pairs of games with 0, ½, 1, 1½ and 2 points; or three: games won, drawn and lost
    #[arg(required = true, num_args = 3..=5)]
    counts: Vec<u64>,
    /// Elo of hypothesis H0
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// Elo of hypothesis H1
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// Rate of false positives
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Rate of false negatives
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Unit of elo0 and elo1; bayesian is for games
    #[arg(long, value_enum, default_value = "normalized")]
    model: Model,
}

/// Returns Elo and the state of a sequential test.
pub fn run(arguments: &Arguments) -> Result<String, Failure> {
    let results = match *arguments.counts {
        [wins, draws, losses] => Results::of_games(wins, draws, losses),
        [a, b, c, d, e] => Results::of_pairs([a, b, c, d, e]),
        _ => return Err(Failure::Usage("expected three counts of games or five counts of pairs".to_owned())),
    };
    if results.count() == 0 {
        return Err(Failure::Usage("all counts are 0".to_owned()));
    }
    let Arguments { elo0, elo1, alpha, beta, model, .. } = *arguments;
    let mut test = Sprt::new(elo0, elo1, alpha, beta).map_err(|error| Failure::Usage(error.to_string()))?;
    test.model = model;
    let (lower, upper) = test.bounds();
    let accepted = test.accepted(&results);
    let verdict = accepted.map_or_else(|| "undecided".to_owned(), |hypothesis| format!("{hypothesis:?} was accepted"));
    Ok(format!(
        "Elo: {}, nElo: {}\nLOS: {:.2} %, count: {}, score: {:.2} %\nLLR: {:.2} ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}], {verdict}\n",
        results.elo(),
        results.normalized_elo(),
        results.likelihood_of_superiority() * 100.0,
        results.count(),
        results.mean() * 100.0,
        hundredths(test.llr(&results)),
    ))
}
