//! The counts of a match: games and pairs by result for every two engines, and faults by engine.

use std::collections::BTreeMap;

use crate::games::finished::Finished;
use crate::players::fault::FaultKind;
use crate::schedule::Schedule;
use crate::statistics::counts::Counts;

/// The counts of a match so far.
#[derive(Clone, Debug)]
pub struct Tally {
    counts_pairs: bool,
    meetings: BTreeMap<[usize; 2], Counts>,
    /// First games of incomplete pairs; `None` for one that does not count.
    open: BTreeMap<usize, Option<(usize, bool)>>,
    /// White's games: lost, drawn, won.
    white: [u64; 3],
    reasons: BTreeMap<String, u64>,
    faults: Vec<BTreeMap<FaultKind, u64>>,
    ends: Vec<BTreeMap<String, u64>>,
    void: u64,
    games: u64,
    plies: u64,
}

impl Tally {
    /// Creates an empty tally.
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
        let straight = self.meetings.get(&[one, two]).copied().unwrap_or_default();
        let crossed = self.meetings.get(&[two, one]).copied().unwrap_or_default();
        straight.plus(crossed.reversed())
    }

    /// Returns the counts of an engine against all others.
    pub fn of(&self, engine: usize) -> Counts {
        self.meetings.iter().fold(Counts::default(), |sum, (&[one, two], &counts)| match engine {
            _ if engine == one => sum.plus(counts),
            _ if engine == two => sum.plus(counts.reversed()),
            _ => sum,
        })
    }

    /// Returns the counts of every two engines.
    pub fn meetings(&self) -> impl Iterator<Item = ([usize; 2], Counts)> {
        self.meetings.iter().map(|(&pair, &counts)| (pair, counts))
    }

    /// Returns the games by White's result: lost, drawn, won.
    pub const fn white(&self) -> [u64; 3] {
        self.white
    }

    /// Returns the games by reason.
    pub const fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// Returns an engine's games by result and reason.
    pub fn ends(&self, engine: usize) -> &BTreeMap<String, u64> {
        &self.ends[engine]
    }

    /// Returns the faults of an engine by kind.
    pub fn faults(&self, engine: usize) -> &BTreeMap<FaultKind, u64> {
        &self.faults[engine]
    }

    /// Returns the games that do not count.
    pub const fn void(&self) -> u64 {
        self.void
    }

    /// Returns the games played.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the mean length of a game in plies, opening included.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}
