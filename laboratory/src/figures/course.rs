//! The course of games: length, choices and captures by ply, and changes of the expected score. The measures follow Browne,
//! "Automatic Generation and Evaluation of Recombination Games" (2008).

use serde::{Deserialize, Serialize};

use crate::interval::Interval;
use crate::sheet::{Ply, Sheet};

/// The course of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Course {
    /// Plies, or turns where both sides choose at once.
    pub length: Interval,
    /// Deciles 1, 5 and 9 of the length.
    pub deciles: [usize; 3],
    /// Games by length, in steps of ten plies.
    pub lengths: Vec<usize>,
    /// Choices of the side to move, over all plies.
    pub choices: Interval,
    /// By ply, while at least a twentieth of the games lasts.
    pub by_ply: Vec<AtPly>,
    /// Changes of the leading side per game, ahead by 20 centipawns.
    pub lead_changes: Interval,
    /// In decisive games, how far the winner's expected score is below one half, mean over plies.
    pub drama: Interval,
    /// In decisive games, the share of the game after the winner's expected score stays above 0.9.
    pub decisiveness: Interval,
    /// In decisive games, the last ply at which the winner was behind, as a share of the game: the point of no return.
    pub no_return: Interval,
    /// Number of choices in a mixed strategy and its entropy in bits, where both sides choose at once.
    pub mixing: Option<[Interval; 2]>,
}

/// Figures of all games that have a ply, numbered from 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AtPly {
    /// The ply.
    pub ply: usize,
    games: usize,
    /// Choices of the side to move.
    pub choices: Interval,
    /// Captured pieces.
    pub captures: Interval,
    /// White's expected score by the search.
    white: Interval,
}

/// A side leads if its expected score exceeds one half by this: 20 centipawns.
const AHEAD: f64 = 0.0125;

/// A game is decided if the expected score exceeds one half by this.
const DECIDED: f64 = 0.4;

impl Course {
    pub(super) fn of(sheets: &[Sheet]) -> Self {
        let mut lengths: Vec<usize> = sheets.iter().map(|sheet| sheet.plies.len()).collect();
        let mut steps = Vec::new();
        for length in &lengths {
            let step = length / 10;
            steps.resize(steps.len().max(step + 1), 0);
            steps[step] += 1;
        }
        let won = || sheets.iter().filter(|sheet| sheet.half_points != 1 && sheet.plies.len() > sheet.sampled);
        let length = Interval::mean(lengths.iter().map(|&length| length as f64));
        lengths.sort_unstable();
        let decile = |tenths: usize| lengths.get(lengths.len() * tenths / 10).copied().unwrap_or_default();
        Self {
            length,
            deciles: [1, 5, 9].map(decile),
            lengths: steps,
            choices: mean_by_ply(sheets, |ply| [f64::from(ply.choices)]),
            by_ply: by_ply(sheets),
            lead_changes: Interval::mean(sheets.iter().map(|sheet| lead_changes(sheet) as f64)),
            drama: Interval::mean(won().map(drama)),
            decisiveness: Interval::mean(won().map(|sheet| 1.0 - settled(sheet, DECIDED))),
            no_return: Interval::mean(won().map(|sheet| settled(sheet, 0.0))),
            mixing: mixing(sheets),
        }
    }
}

/// Returns the mean of numbers of every ply.
fn mean_by_ply<I: IntoIterator<Item = f64>>(sheets: &[Sheet], numbers: impl Fn(&Ply) -> I) -> Interval {
    Interval::ratio(sheets.iter().map(|sheet| {
        let numbers = sheet.plies.iter().flat_map(&numbers);
        numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0))
    }))
}

fn by_ply(sheets: &[Sheet]) -> Vec<AtPly> {
    let at_ply = |ply: usize| {
        let at = || sheets.iter().filter_map(move |sheet| sheet.plies.get(ply - 1));
        AtPly {
            ply,
            games: at().count(),
            choices: Interval::mean(at().map(|ply| ply.choices.into())),
            captures: Interval::mean(at().map(|ply| ply.captures.into())),
            white: Interval::mean(at().map(|ply| ply.expected.into())),
        }
    };
    (1..).map(at_ply).take_while(|at| at.games > 0 && 20 * at.games >= sheets.len()).collect()
}

/// Returns the winner's expected score minus one half at every ply that was not sampled.
fn leads(sheet: &Sheet) -> impl DoubleEndedIterator<Item = f64> + '_ {
    let sign = if sheet.half_points == 0 { -1.0 } else { 1.0 };
    sheet.plies[sheet.sampled.min(sheet.plies.len())..].iter().map(move |ply| sign * (f64::from(ply.expected) - 0.5))
}

fn lead_changes(sheet: &Sheet) -> usize {
    let leaders: Vec<bool> = leads(sheet).filter(|lead| lead.abs() > AHEAD).map(|lead| lead > 0.0).collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

fn drama(sheet: &Sheet) -> f64 {
    let plies = leads(sheet).count().max(1) as f64;
    leads(sheet).map(|lead| (-lead).max(0.0)).sum::<f64>() / plies
}

/// Returns the share of the game after which the winner's lead stays above this.
fn settled(sheet: &Sheet, lead: f64) -> f64 {
    let plies = leads(sheet).count().max(1);
    let since = leads(sheet).rev().take_while(|&now| now >= lead).count();
    (plies - since.min(plies)) as f64 / plies as f64
}

/// Returns the mean number of choices in a strategy and its mean entropy.
fn mixing(sheets: &[Sheet]) -> Option<[Interval; 2]> {
    sheets.iter().find_map(|sheet| sheet.plies.first()?.mixed)?;
    let mean = |part: fn((u8, f32)) -> f64| mean_by_ply(sheets, |ply| ply.mixed.into_iter().flatten().map(part));
    Some([mean(|(support, _)| support.into()), mean(|(_, bits)| bits.into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Ply;

    fn game(half_points: u8, expected: &[f32]) -> Sheet {
        let plies = expected.iter().map(|&expected| Ply { expected, ..Ply::default() }).collect();
        Sheet { half_points, plies, ..Sheet::default() }
    }

    #[test]
    fn a_comeback_is_dramatic_and_decided_late() {
        let straight = game(2, &[0.5, 0.6, 0.8, 0.95, 0.99]);
        let comeback = game(0, &[0.5, 0.8, 0.9, 0.3, 0.05]);
        assert_eq!((lead_changes(&straight), lead_changes(&comeback)), (0, 1));
        assert_eq!(drama(&straight), 0.0);
        assert!((drama(&comeback) - 0.7 / 5.0).abs() < 1e-6);
        assert_eq!((settled(&straight, 0.0), settled(&comeback, 0.0)), (0.0, 0.6));
        assert_eq!((settled(&straight, DECIDED), settled(&comeback, DECIDED)), (0.6, 0.8));
    }

    #[test]
    fn a_lead_within_the_margin_changes_nothing() {
        assert_eq!(lead_changes(&game(1, &[0.6, 0.495, 0.505, 0.6])), 0);
        assert_eq!(lead_changes(&game(1, &[0.6, 0.48, 0.505, 0.6])), 2);
    }

    #[test]
    fn lengths_are_sorted_into_tens() {
        let course = Course::of(&[game(1, &[0.5; 9]), game(1, &[0.5; 10]), game(2, &[0.5; 25])]);
        assert_eq!((course.lengths, course.deciles), (vec![1, 1, 1], [9, 10, 25]));
        assert_eq!(course.by_ply.len(), 25);
    }
}
