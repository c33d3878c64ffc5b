//! The counts of a match: games and pairs by result for every two engines, and faults by engine.

use std::collections::BTreeMap;

use crate::games::finished::Finished;
use crate::players::fault::FaultKind;
use crate::schedule::Schedule;
use crate::statistics::counts::Counts;

/// The counts of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts_pairs: bool,
    /// The counts of every two engines.
    pub meetings: BTreeMap<[usize; 2], Counts>,
    /// First games of incomplete pairs; `None` for one that does not count.
    open: BTreeMap<usize, Option<(usize, bool)>>,
    /// White's games: lost, drawn, won.
    pub white: [u64; 3],
    /// The games by reason.
    pub reasons: BTreeMap<String, u64>,
    /// The faults of each engine.
    pub faults: Vec<BTreeMap<FaultKind, u64>>,
    /// The games of each engine by result and reason.
    pub ends: Vec<BTreeMap<String, u64>>,
    /// The games that do not count.
    pub void: u64,
    /// The games played.
    pub games: u64,
    /// The plies of all games, openings included.
    pub plies: u64,
}

impl Tally {
    /// Creates an empty tally.
    pub fn new(schedule: &Schedule, engines: usize, counts_pairs: bool) -> Self {
        let meetings = schedule.pairs.iter().map(|&pair| (pair, Counts::default())).collect();
        let (faults, ends) = (vec![BTreeMap::new(); engines], vec![BTreeMap::new(); engines]);
        Self { counts_pairs, meetings, faults, ends, ..Self::default() }
    }

    /// Counts a game. Returns `true` if it completes its pair, or if no pairs are counted. A game that does not count
    /// voids its pair.
    pub fn add(&mut self, engines: [usize; 2], game: &Finished) -> bool {
        self.games += 1;
        self.plies += game.steps.len() as u64;
        let reason = game.reason.split(": ").next().unwrap_or_default();
        let reason = reason.split(" (").next().unwrap_or_default().to_owned();
        *self.reasons.entry(reason).or_default() += 1;
        for blame in &game.blames {
            *self.faults[blame.engine].entry(blame.kind).or_default() += 1;
        }
        for (engine, win) in game.engines.into_iter().zip(["1-0", "0-1"]) {
            let sort = match game.result.as_str() {
                "1-0" | "0-1" if game.result == win => "Win: ",
                "1-0" | "0-1" => "Loss: ",
                _ => "",
            };
            *self.ends[engine].entry(format!("{sort}{}", game.reason)).or_default() += 1;
        }
        let half_points = game.half_points();
        match (half_points, game.first_is_white) {
            (None, _) => self.void += 1,
            (Some(points), first_is_white) => self.white[if first_is_white { points } else { 2 - points }] += 1,
        }
        let counts = self.meetings.entry(engines).or_default();
        if !self.counts_pairs {
            half_points.into_iter().for_each(|points| counts.add_game(points, game.first_is_white));
            return true;
        }
        let Some(before) = self.open.remove(&game.encounter) else {
            self.open.insert(game.encounter, half_points.map(|points| (points, game.first_is_white)));
            return false;
        };
        if let (Some((one, one_is_white)), Some(two)) = (before, half_points) {
            counts.add_game(one, one_is_white);
            counts.add_game(two, game.first_is_white);
            counts.add_pair(one, two);
        }
        true
    }

    /// Returns the counts of one engine against another.
    pub fn between(&self, one: usize, two: usize) -> Counts {
        let of = |pair| self.meetings.get(&pair).copied().unwrap_or_default();
        of([one, two]).plus(of([two, one]).reversed())
    }

    /// Returns the counts of an engine against all others.
    pub fn of(&self, engine: usize) -> Counts {
        let others = (0..self.ends.len()).filter(|&other| other != engine);
        others.fold(Counts::default(), |sum, other| sum.plus(self.between(engine, other)))
    }
}
