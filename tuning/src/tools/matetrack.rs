//! `matetrack`.

use std::fmt::Write as _;

use crate::mating::{Plan, Searching, Tally, apocalypse, turn_based};
use clap::Args;
use clap::builder::RangedU64ValueParser as Range;
use clap::value_parser as number;
use movegen::Variant;
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};

/// Plays games from a seed, proves mates near their ends by exhaustive search, searches these positions and others near them, and
/// checks every reported line: legal moves, the reported length of a mate, the end of the game, and that the mate exists. Every
/// violation is an error.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = NAMES)]
    game: String,
    /// Positions, in equal parts for each length of win and of loss and without either.
    #[arg(long, default_value_t = 2_000, value_parser = Range::<usize>::new().range(1..=1_000_000))]
    positions: usize,
    /// Seed of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The longest proved mate in moves (in Apocalypse in turns; at most 3 are recommended).
    #[arg(long, default_value_t = 4, value_parser = number!(u32).range(1..=6))]
    longest: u32,
    /// Nodes per search.
    #[arg(long, default_value_t = 20_000, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// Numbers of threads, one run each.
    #[arg(long, default_value = "1,4", value_delimiter = ',', value_parser = Range::<usize>::new().range(1..=512))]
    threads: Vec<usize>,
    /// Number of lines (MultiPV).
    #[arg(long, default_value_t = 1, value_parser = Range::<usize>::new().range(1..=256))]
    lines: usize,
    /// Most positions of a proof while positions are selected; proofs of reported mates may use thirty times as many.
    #[arg(long, default_value_t = 100_000, value_parser = number!(u64).range(1..))]
    budget: u64,
}

/// Makes a tally for each number of threads.
struct Track<'a>(&'a Arguments);

impl Track<'_> {
    fn plan(&self) -> Plan {
        let Arguments { positions: number, seed, longest, budget, .. } = *self.0;
        Plan { number, seed, longest, budget }
    }

    fn searchings(&self) -> impl Iterator<Item = Searching> {
        let Arguments { ref threads, lines, nodes, budget, .. } = *self.0;
        threads.iter().map(move |&threads| Searching { threads, lines, nodes, budget: 30 * budget })
    }
}

impl VisitTurnBased for Track<'_> {
    type Out = Vec<Tally>;
    fn turn_based<V: Variant>(self) -> Vec<Tally> {
        let positions = turn_based::positions::<V>(&self.plan());
        self.searchings().map(|searching| turn_based::check(&positions, &searching)).collect()
    }
}

impl Visit for Track<'_> {
    fn apocalypse(self) -> Vec<Tally> {
        let positions = apocalypse::positions(&self.plan());
        self.searchings().map(|searching| apocalypse::check(&positions, &searching)).collect()
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<String, String> {
    let tallies = with(&arguments.game, Track(arguments)).unwrap_or_default();
    let (mut text, mut faults) = (String::new(), Vec::new());
    for (threads, tally) in arguments.threads.iter().zip(&tallies) {
        let _ = write!(text, "{}, threads: {threads}\n{tally}", arguments.game);
        text.extend(tally.faults.iter().map(|fault| format!("fault: {fault}\n")));
        faults.extend(&tally.faults);
    }
    match faults.first() {
        None => Ok(text),
        Some(first) => {
            eprint!("{text}");
            Err(format!("{} faults, the first: {first}", faults.len()))
        }
    }
}
