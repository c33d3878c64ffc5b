//! Matches between unequal sides: players with twice the nodes, and games that begin without a piece.

use super::html::Page;
use super::{believed, charts, label, name_of};
use laboratory::figures::Figures;
use laboratory::interval::{Interval, elo, percent, plain};

/// Table of the value of more nodes: a row for each experiment, after the cells of the caller.
pub(super) fn doubling<'a>(page: &mut Page, first: &[&str], all: impl Iterator<Item = (Vec<String>, &'a Figures)>) {
    let rows: Vec<Vec<String>> = all
        .filter_map(|(first, figures)| {
            let second = figures.first?.map(|score| 1.0 - score);
            let [few, many] = figures.experiment.nodes;
            let players = format!("{many} against {few} nodes");
            let cells = [players, figures.games.to_string(), percent(second), plain(second.map(elo), 0)];
            Some(first.into_iter().chain(cells).collect())
        })
        .collect();
    if !rows.is_empty() {
        page.heading("What nodes are worth");
        page.table(&[first, &["players", "games", "score of the first", "in Elo"]].concat(), rows);
    }
}

/// Piece values from games in which the sides lack different pieces.
pub(super) fn unbalanced(page: &mut Page, all: &[&Figures]) {
    let known = || all.iter().filter_map(|figures| Some((label(figures), figures.games, figures.values.as_ref()?)));
    let Some((strongest, _, values)) = known().next_back() else { return };
    page.heading("What pieces are worth at the start");
    let pictured: Vec<_> = values.pieces.iter().map(|&(letter, value)| (name_of(letter), value)).collect();
    let what =
        format!("Values in pawns, from games that begin with other pieces missing on each side, at {strongest}.");
    page.picture("starts", charts::estimates("pawns", 0.0, &pictured), &what);
    let rows = known().flat_map(|(label, games, values)| {
        values.pieces.iter().map(move |&(letter, value)| {
            let name = name_of(letter);
            let believed = believed(values, &name);
            vec![name, label.clone(), games.to_string(), plain(value, 2), believed]
        })
    });
    page.table(&["piece", "players", "games", "pawns, by results", "pawns, by what the players expected"], rows);
    page.text(
        "Every game begins with pieces missing that were drawn: one on the one side, on the other side some that are worth about as \
         much. The values explain the results best, if every piece of a kind is worth the same.",
    );
}

/// Piece values from games that begin without one.
pub(super) fn odds(page: &mut Page, all: &[&Figures]) {
    // The missing piece, `white n`, with the number of games and the score of the side that lacks it.
    let odds: Vec<(&str, usize, Interval)> = all
        .iter()
        .filter_map(|figures| {
            let lacks = figures.experiment.odds.as_deref()?;
            let score = if lacks.starts_with('w') { figures.white } else { figures.white.map(|score| 1.0 - score) };
            Some((lacks, figures.games, score))
        })
        .collect();
    if odds.is_empty() {
        return;
    }
    page.heading("What a piece more at the start is worth");
    let piece = |lacks: &str| match lacks.split_once(' ') {
        Some((color, letter)) => format!("{color}'s {}", letter.chars().map(name_of).collect::<String>()),
        None => lacks.to_owned(),
    };
    let pictured: Vec<_> = odds.iter().map(|&(lacks, _, score)| (format!("without {}", piece(lacks)), score)).collect();
    let what = "What a side scores that begins without a piece of a kind.";
    page.picture("odds", charts::estimates("score of the side that lacks it", 0.5, &pictured), what);
    let pawn = |of: &str| odds.iter().find(|(lacks, ..)| lacks.starts_with(&of[..1]) && lacks.ends_with(" p"));
    page.table(
        &["missing", "games", "score of the side that lacks it", "in Elo", "in pawns"],
        odds.iter().map(|&(lacks, games, score)| {
            let pawns = pawn(lacks).map_or_else(String::new, |&(.., pawn)| plain(in_pawns(score, pawn), 2));
            vec![piece(lacks), games.to_string(), percent(score), plain(score.map(elo), 0), pawns]
        }),
    );
    page.text(
        "In pawns: how many times the logit of the score without a pawn of the same side. Values are imprecise where \
         a side hardly ever scores.",
    );
}

/// The ratio of two logits whose errors are independent, by the errors of the first order.
fn in_pawns(score: Interval, pawn: Interval) -> Interval {
    let logit = |score: f64| {
        let score = score.clamp(1e-4, 1.0 - 1e-4);
        (score / (1.0 - score)).ln()
    };
    let [piece, pawn] = [score, pawn].map(|score| score.map(logit));
    if piece.value == pawn.value {
        return Interval::of(1.0, 0.0);
    }
    let ratio = piece.value / pawn.value;
    Interval::of(ratio, piece.error().hypot(ratio * pawn.error()) / pawn.value.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_of_twice_the_logit_is_two_pawns() {
        let score = |logit: f64| Interval::of(1.0 / (1.0 + (-logit).exp()), 0.001);
        let knight = in_pawns(score(-1.0), score(-0.5));
        assert!((knight.value - 2.0).abs() < 1e-9 && knight.error() > 0.005 && knight.error() < 0.05, "{knight:?}");
        assert_eq!(in_pawns(score(-0.5), score(-0.5)).error(), 0.0);
    }
}
