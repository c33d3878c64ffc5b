//! Figures of many games, each with its 95 % interval: results ([`Figures`]), [`course`], [`openings`], [`happenings`] (events),
//! piece [`values`], and the value of [`knowing`] the other side's choice. Names of fields are keys of the JSON, which
//! docs/laboratory.md describes.

pub mod course;
pub mod happenings;
pub mod knowing;
pub mod openings;
pub mod values;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::experiment::Experiment;
use super::interval::{Interval, elo};
use super::sheet::{Maps, Sheet, Vocabulary};

/// All figures of an experiment's games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// The experiment.
    pub experiment: Experiment,
    /// Number of games.
    pub games: usize,
    /// White's score, 0 to 1.
    pub white: Interval,
    /// The same in Elo.
    pub white_elo: Interval,
    /// Share of the games that are drawn.
    pub draws: Interval,
    white_of_decisive: Interval,
    /// The score of the first player; `None` between equals.
    pub first: Option<Interval>,
    /// The ends, the most frequent first.
    pub ends: Vec<End>,
    /// The course of the games.
    pub course: course::Course,
    /// Openings.
    pub openings: openings::Openings,
    /// Events.
    pub happenings: happenings::Happenings,
    /// Piece values; `None` if too few games were decided.
    pub values: Option<values::Values>,
    /// The value of knowing the other side's choice, where both choose at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knowing: Option<knowing::Knowing>,
    /// Frequencies by square.
    pub maps: Vec<Map>,
}

/// A way in which games end, with White's score in these games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// The reason.
    pub reason: String,
    /// Share of the games.
    pub share: Interval,
    /// White's score.
    pub white: Interval,
}

/// Frequency by square, from a1 rank by rank: the mean over positions for pieces (`white n`), over games for events.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Map {
    /// The piece or event.
    pub name: String,
    /// The frequencies.
    pub squares: Vec<f64>,
}

impl Figures {
    /// Computes the figures apart from [`Figures::knowing`].
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
            // The two games of an opening are not independent, so pairs are counted.
            first: (!experiment.is_between_equals())
                .then(|| Interval::mean(sheets.chunks_exact(2).map(|pair| pair.iter().map(first).sum::<f64>() / 2.0))),
            ends: ends(sheets),
            course: course::Course::of(sheets),
            openings: openings::Openings::of(sheets),
            happenings: happenings::Happenings::of(vocabulary, sheets),
            values: match experiment.unbalanced {
                true => values::Values::of_starts(vocabulary, sheets),
                false => values::Values::of(vocabulary, sheets),
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
    let end = |(reason, scores): (&'static str, Vec<f64>)| End {
        reason: reason.to_owned(),
        share: Interval::share(scores.len(), sheets.len()),
        white: Interval::mean(scores),
    };
    let mut ends: Vec<End> = by_reason.into_iter().map(end).collect();
    ends.sort_by(|a, b| b.share.value.total_cmp(&a.share.value));
    ends
}

fn maps_of(vocabulary: &Vocabulary, maps: &Maps, games: usize) -> Vec<Map> {
    let squares = vocabulary.size * vocabulary.size;
    let map = |name: String, counts: &[u64], all: u64| Map {
        name,
        squares: counts[..squares].iter().map(|&count| count as f64 / all.max(1) as f64).collect(),
    };
    let names =
        vocabulary.piece_types.chars().flat_map(|letter| ["white", "black"].map(|color| format!("{color} {letter}")));
    // A game of a file has a space for a type that it does not use.
    let pieces = names.zip(&maps.pieces).filter(|(name, _)| !name.ends_with(' '));
    let pieces = pieces.map(|(name, counts)| map(name, counts, maps.positions));
    let events = vocabulary.events.iter().zip(&maps.events);
    pieces.chain(events.map(|(name, counts)| map((*name).to_owned(), counts, games as u64))).collect()
}
