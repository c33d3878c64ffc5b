//! Whether every mate that a search tells is there: positions with a mate proved by looking at every line, searches of them,
//! and a check of whatever the searches say. The proofs ([`movegen::mate`], [`apocalypse::is_forced`]) know no score, no table and
//! no pruning, and share nothing with the search but the rules.
//!
//! What must hold of a line that a search tells:
//!
//! | line | what must hold |
//! |---|---|
//! | any | its moves are legal and do not go on after the end of the game |
//! | exact, a win or loss at a distance | it has the length told, and ends with that win or loss |
//! | a win, exact or at least; a loss, exact or at most | it can be forced in so many moves: proved, as far as the proof reaches |
//! | the last one of a search | it begins with the move that is answered, and tells the value that is answered |
//!
//! A win in more moves than the proof reaches is followed along its line to where it does.

pub mod apocalypse;
pub mod turn_based;

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use movegen::{Game, Record};

/// Which positions are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many.
    pub number: usize,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// The longest mate that is proved, in moves.
    pub longest: u32,
    /// Positions that one proof may look at when positions are picked.
    pub budget: u64,
}

impl Plan {
    /// Positions of each sort that are wanted: so many for each length of win and of loss, and as many again without either.
    fn quota(&self) -> usize {
        self.number.div_ceil(2 * self.longest as usize + 1)
    }
}

/// What is proved of a position for the side to move, or in Apocalypse for White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Known {
    /// It can win in so many moves and not in fewer.
    Wins(u32),
    /// It loses in so many moves whatever it does, and not in fewer.
    Loses(u32),
    /// Neither, within the length that was looked at.
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
    /// What is proved.
    pub known: Known,
}

/// Where positions are looked for.
#[derive(Clone, Copy)]
struct Reach {
    /// So many turns before the end of a game.
    ending: usize,
    /// Games for each position wanted, before what has been found has to do.
    games: usize,
}

/// Positions out of the ends of games: from each game at most one of a sort, and of each sort at most its share of the plan.
fn pick<G: Game>(
    plan: &Plan,
    reach: Reach,
    mut game: impl FnMut() -> Record<G>,
    prove: impl Fn(&G) -> Option<Known>,
) -> Vec<Proved<G>> {
    let mut by_sort: BTreeMap<Known, Vec<G>> = BTreeMap::new();
    let mut keys = HashSet::new();
    for _ in 0..plan.number * reach.games {
        let record = game();
        let length = record.moves().len();
        let mut seen = HashSet::new();
        for back in 1..=reach.ending.min(length) {
            let pos = record.up_to(length - back).position().clone();
            let Some(known) = prove(&pos) else { continue };
            let list = by_sort.entry(known).or_default();
            if list.len() < plan.quota() && seen.insert(known) && keys.insert(pos.key()) {
                list.push(pos);
            }
        }
        if by_sort.values().map(Vec::len).sum::<usize>() >= plan.number {
            break;
        }
    }
    by_sort.into_iter().flat_map(|(known, list)| list.into_iter().map(move |pos| Proved { pos, known })).collect()
}

/// How the positions are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searching {
    /// Threads.
    pub threads: usize,
    /// Lines of thought.
    pub lines: usize,
    /// Nodes for each position.
    pub nodes: u64,
    /// Positions that one proof may look at when a line is checked.
    pub budget: u64,
}

/// What the searches have told, and what of it was wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Of the positions searched, how many were of which sort, and for how many of these the answer told just that.
    pub found: BTreeMap<Known, [u64; 2]>,
    /// Lines told.
    pub lines: u64,
    /// Wins and losses told, exact or as a bound that says as much.
    pub claims: u64,
    /// Those of them that were proved.
    pub proved: u64,
    /// What was wrong, a line each.
    pub faults: Vec<String>,
}

impl Tally {
    /// Counts a position that has been searched.
    fn count(&mut self, known: Known, is_found: bool) {
        let [all, found] = self.found.entry(known).or_default();
        *all += 1;
        *found += u64::from(is_found);
    }

    /// Counts a claim; `None` says that the proof did not reach so far.
    fn claim(&mut self, proof: Option<bool>, fault: impl FnOnce() -> String) {
        self.claims += 1;
        match proof {
            Some(true) => self.proved += 1,
            Some(false) => self.faults.push(fault()),
            None => {}
        }
    }

    /// The positions searched.
    pub fn positions(&self) -> u64 {
        self.found.values().map(|[all, _]| all).sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (known, [all, found]) in &self.found {
            match known {
                Known::Neither => writeln!(f, "{:<12} {all:>6} positions", known.to_string())?,
                _ => writeln!(f, "{:<12} {all:>6} positions, {found:>6} told so", known.to_string())?,
            }
        }
        let Self { lines, claims, proved, faults, .. } = self;
        writeln!(f, "{lines} lines, {claims} tell a mate, {proved} of these proved, {} faults", faults.len())
    }
}
