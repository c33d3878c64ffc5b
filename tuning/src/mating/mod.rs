//! Checks of reported mates: positions with a proved mate, searches of them, and a check of everything that
//! the searches report. The proofs ([`solver::Solver`], [`solver::simultaneous`]) use no score and no pruning.
//!
//! Conditions for a reported line:
//!
//! | line | what must hold |
//! |---|---|
//! | any | its moves are legal and stop at the end of the game |
//! | exact, a win or loss at a distance | it has the reported length and ends with that win or loss |
//! | a win, exact or at least; a loss, exact or at most | it can be forced in so many moves: proved, as far as the proof reaches |
//! | the last one of a search | it begins with the best move and has its value |
//!
//! A win in more moves than the proof reaches is followed along its line to where it does.

pub mod apocalypse;
pub mod turn_based;

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use clap::Args;
use clap::builder::RangedU64ValueParser as Range;
use clap::value_parser as number;
use movegen::{Game, Record};

/// Selection of positions.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Positions, in equal parts for each length of win and of loss and without either.
    #[arg(long, default_value_t = 2_000, value_parser = Range::<usize>::new().range(1..=1_000_000))]
    pub positions: usize,
    /// Seed of the positions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The longest proved mate in moves (in Apocalypse in turns; at most 3 are recommended).
    #[arg(long, default_value_t = 4, value_parser = number!(u32).range(1..=6))]
    pub longest: u32,
    /// Most positions of a proof while positions are selected; proofs of reported mates may use thirty times as many.
    #[arg(long, default_value_t = 100_000, value_parser = number!(u64).range(1..))]
    pub budget: u64,
}

impl Plan {
    /// Returns the shortest win or loss for which `is_proved` returns `true`, given the result and the budget of positions; `None` if the
    /// budget is exhausted.
    fn prove(&self, mut is_proved: impl FnMut(Known, &mut u64) -> Option<bool>) -> Option<Known> {
        for moves in 1..=self.longest {
            for known in [Known::Wins(moves), Known::Loses(moves)] {
                if is_proved(known, &mut self.budget.clone())? {
                    return Some(known);
                }
            }
        }
        Some(Known::Neither)
    }

    /// Selects positions from the last `ending` turns of up to `games` games per wanted position: from each game at most one of a
    /// sort, and of each sort at most its share.
    fn pick<G: Game>(
        &self,
        ending: usize,
        games: usize,
        mut game: impl FnMut() -> Record<G>,
        prove: impl Fn(&G) -> Option<Known>,
    ) -> Vec<Proved<G>> {
        // The same number for each length of win and of loss; as many as all of these without either.
        let quota = self.positions.div_ceil(2 * self.longest as usize + 1);
        let mut by_sort: BTreeMap<Known, Vec<G>> = BTreeMap::new();
        let mut keys = HashSet::new();
        for _ in 0..self.positions * games {
            let record = game();
            let length = record.moves().len();
            let mut seen = HashSet::new();
            for back in 1..=ending.min(length) {
                let pos = record.up_to(length - back).position().clone();
                let Some(known) = prove(&pos) else { continue };
                let list = by_sort.entry(known).or_default();
                if list.len() < quota && seen.insert(known) && keys.insert(pos.key()) {
                    list.push(pos);
                }
            }
            if by_sort.values().map(Vec::len).sum::<usize>() >= self.positions {
                break;
            }
        }
        by_sort.into_iter().flat_map(|(known, list)| list.into_iter().map(move |pos| Proved { pos, known })).collect()
    }
}

/// The proved result of a position for the side to move, in Apocalypse for White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Known {
    /// It can win in so many moves and not in fewer.
    Wins(u32),
    /// It loses in so many moves whatever it does, and not in fewer.
    Loses(u32),
    /// Neither, within the proof length.
    Neither,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins(moves) => write!(f, "wins in {moves}"),
            Self::Loses(moves) => write!(f, "loses in {moves}"),
            Self::Neither => f.write_str("neither"),
        }
    }
}

/// A position and what is proved of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved<P> {
    /// The position.
    pub pos: P,
    /// The proved result.
    pub known: Known,
}

/// Parameters of the searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searching {
    /// Threads.
    pub threads: usize,
    /// Number of lines (MultiPV).
    pub lines: usize,
    /// Nodes for each position.
    pub nodes: u64,
    /// Most positions of a proof of a line.
    pub budget: u64,
}

/// Counts of reported lines, and violations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// By sort: positions searched, and those whose result was reported exactly.
    pub found: BTreeMap<Known, [u64; 2]>,
    /// Reported lines.
    pub lines: u64,
    /// Reported wins and losses, exact or as a bound that implies them.
    pub claims: u64,
    /// Those of them that were proved.
    pub proved: u64,
    /// Violations, one line each.
    pub faults: Vec<String>,
}

impl Tally {
    fn count(&mut self, known: Known, is_found: bool) {
        let [all, found] = self.found.entry(known).or_default();
        *all += 1;
        *found += u64::from(is_found);
    }

    /// Counts a reported mate; `None` if the proof was inconclusive.
    fn claim(&mut self, proof: Option<bool>, fault: impl FnOnce() -> String) {
        self.claims += 1;
        match proof {
            Some(true) => self.proved += 1,
            Some(false) => self.faults.push(fault()),
            None => {}
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (known, [all, found]) in &self.found {
            let reported = if *known == Known::Neither { String::new() } else { format!(", {found:>6} reported") };
            writeln!(f, "{:<12} {all:>6} positions{reported}", known.to_string())?;
        }
        let Self { lines, claims, proved, faults, .. } = self;
        writeln!(f, "{lines} lines, {claims} with a mate, {proved} of these proved, {} errors", faults.len())
    }
}
