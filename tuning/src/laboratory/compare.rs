//! Comparison of the figures of two experiments.

use std::fmt;

use super::figures::Figures;
use super::interval::{Interval, significant};

/// A figure of two experiments.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The name of the figure.
    pub name: String,
    /// The values in both experiments.
    pub values: [Interval; 2],
    /// The p-value: probability of such a difference by chance.
    pub p_value: f64,
    /// `true` if the difference is significant after the correction for multiple comparisons.
    pub is_significant: bool,
}

/// All figures that both experiments have, as a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The experiments' names.
    pub names: [String; 2],
    /// The figures, in the order of reports.
    pub differences: Vec<Difference>,
}

impl Comparison {
    /// Compares two experiments.
    pub fn of(one: &Figures, other: &Figures) -> Self {
        let (ones, others) = (named(one), named(other));
        let mut differences: Vec<Difference> = ones
            .into_iter()
            .filter_map(|(name, value)| {
                let other = others.iter().find(|(other, _)| *other == name)?.1;
                let p_value = value.p_value(&other);
                Some(Difference { name, values: [value, other], p_value, is_significant: false })
            })
            .filter(|difference| difference.values.iter().all(|value| value.error().is_finite()))
            .collect();
        let p_values: Vec<f64> = differences.iter().map(|difference| difference.p_value).collect();
        for (difference, is_so) in differences.iter_mut().zip(significant(&p_values)) {
            difference.is_significant = is_so;
        }
        Self { names: [one, other].map(|figures| figures.experiment.name()), differences }
    }
}

/// Returns every figure with its name.
fn named(figures: &Figures) -> Vec<(String, Interval)> {
    let course = &figures.course;
    let mut named: Vec<(String, Interval)> = [
        ("White's score", figures.white),
        ("draws", figures.draws),
        ("plies", course.length),
        ("choices", course.choices),
        ("lead changes", course.lead_changes),
        ("drama", course.drama),
        ("decisiveness", course.decisiveness),
        ("point of no return", course.no_return),
    ]
    .map(|(name, interval)| (name.to_owned(), interval))
    .into();
    named.extend(figures.ends.iter().map(|end| (format!("ends by {}", end.reason), end.share)));
    named.extend(
        figures.openings.entropy.iter().enumerate().map(|(i, bits)| (format!("entropy of ply {}", i + 1), *bits)),
    );
    for event in &figures.happenings.events {
        named.push((format!("{} a game", event.name), event.per_game));
        named.push((format!("score after {}", event.name), event.score));
    }
    if let Some(values) = &figures.values {
        named.extend(
            values.pieces.iter().skip(1).map(|(letter, value)| (format!("value of {letter} in pawns"), *value)),
        );
        named.extend(
            values.rulers.iter().map(|(letter, value)| (format!("value of rule by {letter} in pawns"), *value)),
        );
    }
    named.extend(figures.knowing.iter().map(|knowing| ("knowing the other's choice".to_owned(), knowing.gain)));
    named
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.names;
        writeln!(f, "{:44} {one:>24} {other:>24} {:>9}", "", "p")?;
        for Difference { name, values, p_value, is_significant } in &self.differences {
            let [one, other] = values.map(|value| format!("{:.4} +- {:.4}", value.value, value.high - value.value));
            let mark = if *is_significant { " *" } else { "" };
            writeln!(f, "{name:44} {one:>24} {other:>24} {p_value:>9.2e}{mark}")?;
        }
        let count = self.differences.iter().filter(|difference| difference.is_significant).count();
        writeln!(
            f,
            "{count} of {} differ by more than chance (*): 5 % for a wrong one among all (Holm)",
            self.differences.len()
        )
    }
}
