//! Comparison of the figures of two experiments.

use std::fmt::Write as _;

use laboratory::figures::Figures;
use laboratory::interval::{Interval, significant};

/// Returns a table of all figures that both experiments have. Significant differences, after the correction for multiple comparisons,
/// are marked.
pub(crate) fn compare(one: &Figures, other: &Figures) -> String {
    let others = named(other);
    let both = named(one).into_iter().filter_map(|(name, value)| {
        let values = [value, others.iter().find(|(other, _)| *other == name)?.1];
        values.iter().all(|value| value.error().is_finite()).then_some((name, values))
    });
    let both: Vec<(String, [Interval; 2])> = both.collect();
    let p_values: Vec<f64> = both.iter().map(|(_, [one, other])| one.p_value(other)).collect();
    let marks = significant(&p_values);
    let [one, other] = [one, other].map(|figures| figures.experiment.name());
    let mut text = format!("{:44} {one:>24} {other:>24} {:>9}\n", "", "p");
    for (((name, values), p_value), is_significant) in both.iter().zip(p_values).zip(&marks) {
        let [one, other] = values.map(|value| format!("{:.4} +- {:.4}", value.value, value.high - value.value));
        let mark = if *is_significant { " *" } else { "" };
        let _ = writeln!(text, "{name:44} {one:>24} {other:>24} {p_value:>9.2e}{mark}");
    }
    let count = marks.iter().filter(|is_significant| **is_significant).count();
    let all = both.len();
    text + &format!("{count} of {all} differ by more than chance (*): 5 % for a wrong one among all (Holm)\n")
}

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
