//! Figures of many games, each with its 95 % interval: results ([`Figures`]), [`course`], [`openings`], [`happenings`] (events),
//! piece [`values`], values in balanced positions ([`level`]), and the value of [`knowing`] the other side's choice.

pub mod course;
pub mod happenings;
pub mod knowing;
pub mod level;
pub mod openings;
pub mod values;
mod variables;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::experiment::Experiment;
use super::interval::{Interval, elo};
use super::sheet::{Maps, Sheet, Vocabulary};

/// Everything that is known of an experiment's games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// The description of the experiment.
    pub experiment: Experiment,
    /// Number of games.
    pub games: usize,
    /// White's points in a game, 0 to 1.
    pub white: Interval,
    /// The same as a difference in Elo.
    pub white_elo: Interval,
    /// The share of games that are drawn.
    pub draws: Interval,
    /// White's points in the games that are won.
    pub white_of_decisive: Interval,
    /// Where the players are not equal, the points of the first.
    pub first: Option<Interval>,
    /// The ends, the commonest first.
    pub ends: Vec<End>,
    /// Course of games.
    pub course: course::Course,
    /// Openings.
    pub openings: openings::Openings,
    /// Events.
    pub happenings: happenings::Happenings,
    /// Piece values; `None` if too few games were decided.
    pub values: Option<values::Values>,
    /// The value of knowing the other side's choice, where both sides choose at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knowing: Option<knowing::Knowing>,
    /// Where pieces stood and things happened.
    pub maps: Vec<Map>,
}

/// A way in which games end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// The reason, in the words that results are printed with.
    pub reason: String,
    /// The share of the games.
    pub share: Interval,
    /// White's points in them.
    pub white: Interval,
}

/// Frequency by square, from a1 rank by rank: the mean over positions for pieces, over games for events.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Map {
    /// A piece as `white n`, or what happened.
    pub name: String,
    /// The squares.
    pub squares: Vec<f64>,
}

impl Figures {
    /// The figures of games.
    pub fn of(experiment: &Experiment, vocabulary: &Vocabulary, sheets: &[Sheet], maps: &Maps) -> Self {
        let draws = sheets.iter().filter(|sheet| sheet.half_points == 1).count();
        let white = Interval::mean(sheets.iter().map(Sheet::score));
        let won = sheets.iter().filter(|sheet| sheet.half_points == 2).count();
        let first = |sheet: &Sheet| sheet.score_of(usize::from(!sheet.first_is_white));
        Self {
            experiment: experiment.clone(),
            games: sheets.len(),
            white,
            white_elo: white.map(elo),
            draws: Interval::share(draws, sheets.len()),
            white_of_decisive: Interval::share(won, sheets.len() - draws),
            // The two games of an opening are not independent, so pairs are what is counted.
            first: (!experiment.is_between_equals())
                .then(|| Interval::mean(sheets.chunks_exact(2).map(|pair| pair.iter().map(first).sum::<f64>() / 2.0))),
            ends: ends(sheets),
            course: course::Course::of(sheets),
            openings: openings::Openings::of(sheets),
            happenings: happenings::Happenings::of(vocabulary, sheets),
            values: if experiment.unbalanced {
                values::Values::of_starts(vocabulary, sheets)
            } else {
                values::Values::of(vocabulary, sheets)
            },
            knowing: None,
            maps: maps_of(vocabulary, maps, sheets.len()),
        }
    }
}

fn ends(sheets: &[Sheet]) -> Vec<End> {
    let mut by_reason: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    for sheet in sheets {
        by_reason.entry(sheet.reason).or_default().push(sheet.score());
    }
    let mut ends: Vec<End> = by_reason
        .into_iter()
        .map(|(reason, scores)| End {
            reason: reason.to_owned(),
            share: Interval::share(scores.len(), sheets.len()),
            white: Interval::mean(scores),
        })
        .collect();
    ends.sort_by(|a, b| b.share.value.total_cmp(&a.share.value));
    ends
}

fn maps_of(vocabulary: &Vocabulary, maps: &Maps, games: usize) -> Vec<Map> {
    let squares = vocabulary.size * vocabulary.size;
    let map = |name: String, counts: &[u64], all: u64| Map {
        name,
        squares: counts[..squares].iter().map(|&count| count as f64 / all.max(1) as f64).collect(),
    };
    let pieces = vocabulary.piece_types.chars().enumerate().flat_map(|(piece_type, letter)| {
        let piece = move |color: usize, name: &str| (2 * piece_type + color, format!("{name} {letter}"));
        [piece(0, "white"), piece(1, "black")]
    });
    let pieces = pieces.map(|(slot, name)| map(name, &maps.pieces[slot], maps.positions));
    let events = vocabulary.events.iter().zip(&maps.events);
    pieces.chain(events.map(|(name, counts)| map((*name).to_owned(), counts, games as u64))).collect()
}
