//! The counts of a match: for every two engines that meet, games and pairs by result, and faults by engine.

use std::collections::BTreeMap;

use crate::games::finished::Finished;
use crate::players::fault::Sort;
use crate::schedule::Schedule;
use crate::statistics::counts::Counts;

/// The counts of a match so far.
#[derive(Clone, Debug)]
pub struct Tally {
    counts_pairs: bool,
    meetings: BTreeMap<[usize; 2], Counts>,
    /// First games of pairs whose second game is still played: `None` for one that does not count.
    open: BTreeMap<usize, Option<(usize, bool)>>,
    /// White's games: lost, drawn, won.
    white: [u64; 3],
    reasons: BTreeMap<String, u64>,
    faults: Vec<BTreeMap<Sort, u64>>,
    ends: Vec<BTreeMap<String, u64>>,
    void: u64,
    games: u64,
    plies: u64,
}

impl Tally {
    /// Nothing yet, for so many engines.
    pub fn new(schedule: &Schedule, engines: usize, counts_pairs: bool) -> Self {
        Self {
            counts_pairs,
            meetings: schedule.pairs().iter().map(|&pair| (pair, Counts::default())).collect(),
            open: BTreeMap::new(),
            white: [0; 3],
            reasons: BTreeMap::new(),
            faults: vec![BTreeMap::new(); engines],
            ends: vec![BTreeMap::new(); engines],
            void: 0,
            games: 0,
            plies: 0,
        }
    }

    /// Takes one more game into account. Says whether it has completed its pair, or is one game where no pairs are
    /// counted. A game that does not count takes its pair with it.
    pub fn add(&mut self, engines: [usize; 2], game: &Finished) -> bool {
        self.games += 1;
        self.plies += game.steps.len() as u64;
        let reason = game.reason.split(": ").next().unwrap_or_default();
        let reason = reason.split(" (").next().unwrap_or_default().to_owned();
        *self.reasons.entry(reason).or_default() += 1;
        for blame in &game.blames {
            *self.faults[blame.engine].entry(blame.sort).or_default() += 1;
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

    /// The counts of the first of two engines against the second, whichever came first in the schedule.
    pub fn between(&self, one: usize, two: usize) -> Counts {
        let straight = self.meetings.get(&[one, two]).copied().unwrap_or_default();
        let crossed = self.meetings.get(&[two, one]).copied().unwrap_or_default();
        straight.plus(crossed.reversed())
    }

    /// The counts of an engine against all others.
    pub fn of(&self, engine: usize) -> Counts {
        self.meetings.iter().fold(Counts::default(), |sum, (&[one, two], &counts)| match engine {
            _ if engine == one => sum.plus(counts),
            _ if engine == two => sum.plus(counts.reversed()),
            _ => sum,
        })
    }

    /// The engines that meet, with their counts.
    pub fn meetings(&self) -> impl Iterator<Item = ([usize; 2], Counts)> {
        self.meetings.iter().map(|(&pair, &counts)| (pair, counts))
    }

    /// Games by White's result: lost, drawn, won.
    pub const fn white(&self) -> [u64; 3] {
        self.white
    }

    /// Games by the reason of their end.
    pub const fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// An engine's games by how they ended for it.
    pub fn ends(&self, engine: usize) -> &BTreeMap<String, u64> {
        &self.ends[engine]
    }

    /// The faults of an engine by sort.
    pub fn faults(&self, engine: usize) -> &BTreeMap<Sort, u64> {
        &self.faults[engine]
    }

    /// Games that do not count.
    pub const fn void(&self) -> u64 {
        self.void
    }

    /// Games played.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The mean length of a game in plies, opening included.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}
