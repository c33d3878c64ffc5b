//! `matetrack`.

use std::fmt::Write as _;

use arena::arguments::Failure;
use clap::Args;
use clap::builder::RangedU64ValueParser as Range;
use clap::value_parser as number;
use games::GameName;
use games::registry::{NAMES, known};
use movegen::Variant;
use movegen::variants::{Visit, VisitTurnBased, with};

use crate::mating::{Plan, Searching, Tally, apocalypse, turn_based};

/// Plays games from a seed, proves mates near their ends by exhaustive search, searches these positions and others near them, and
/// checks every reported line: legal moves, the reported length of a mate, the end of the game, and that the mate exists. Every
/// violation is an error.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName::ANY)]
    game: String,
    #[command(flatten)]
    plan: Plan,
    /// Nodes per search.
    #[arg(long, default_value_t = 20_000, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// Numbers of threads, one run each.
    #[arg(long, default_value = "1,4", value_delimiter = ',', value_parser = Range::<usize>::new().range(1..=512))]
    threads: Vec<usize>,
    /// Number of lines (MultiPV).
    #[arg(long, default_value_t = 1, value_parser = Range::<usize>::new().range(1..=256))]
    lines: usize,
}

impl Arguments {
    fn searchings(&self) -> impl Iterator<Item = Searching> {
        let &Self { lines, nodes, plan: Plan { budget, .. }, .. } = self;
        self.threads.iter().map(move |&threads| Searching { threads, lines, nodes, budget: 30 * budget })
    }

    pub(super) fn run(&self) -> Result<String, Failure> {
        let game = known(&self.game, &NAMES).map_err(Failure::Usage)?;
        let tallies = with(game, self).unwrap_or_default();
        let (mut text, mut faults) = (String::new(), Vec::new());
        for (threads, tally) in self.threads.iter().zip(&tallies) {
            let _ = write!(text, "{}, threads: {threads}\n{tally}", self.game);
            text.extend(tally.faults.iter().map(|fault| format!("fault: {fault}\n")));
            faults.extend(&tally.faults);
        }
        match faults.first() {
            None => Ok(text),
            Some(first) => {
                eprint!("{text}");
                Err(format!("{} faults, the first: {first}", faults.len()).into())
            }
        }
    }
}

/// Makes a tally for each number of threads.
impl VisitTurnBased for &Arguments {
    type Out = Vec<Tally>;

    fn turn_based<V: Variant>(self, game: V) -> Vec<Tally> {
        let positions = turn_based::positions(game, &self.plan);
        self.searchings().map(|searching| turn_based::check(game, &positions, &searching)).collect()
    }
}

impl Visit for &Arguments {
    fn apocalypse(self) -> Vec<Tally> {
        let positions = apocalypse::positions(&self.plan);
        self.searchings().map(|searching| apocalypse::check(&positions, &searching)).collect()
    }
}
