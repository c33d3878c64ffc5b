//! All games side by side.

use std::collections::BTreeSet;

use super::html::Page;
use super::{COURSE, COURSE_MEANS, Experiments, Report, charts, course_cells, matches, name_of};
use laboratory::figures::Figures;
use laboratory::interval::{Interval, percent, plain};

/// A chart: name, figure, neutral value, axis label and caption.
type Picture = (&'static str, fn(&Figures) -> Interval, Option<f64>, &'static str, &'static str);

const PICTURED: [Picture; 5] = [
    ("white", |figures| figures.white, Some(0.5), "White's score", "What White scores."),
    ("draws", |figures| figures.draws, None, "share of games drawn", "How many games are drawn."),
    ("length", |figures| figures.course.length, None, "plies", LENGTHS),
    ("leads", |figures| figures.course.lead_changes, None, "lead changes", "How often the lead changes in a game."),
    ("return", |figures| figures.course.no_return, None, "share of the game", RETURNS),
];
const LENGTHS: &str = "How long games are; a turn of Apocalypse counts as one ply.";
const RETURNS: &str = "When the winner was behind for the last time.";

/// Returns the page of all games, each with its title and its experiments.
pub(crate) fn comparison(games: &[(String, Experiments<'_>)]) -> Result<Report, String> {
    let mut page = Page::new("The games side by side");
    results(&mut page, games);
    pieces(&mut page, games);
    let unequal =
        games.iter().flat_map(|(title, all)| all.unequal.iter().map(|&figures| (vec![title.clone()], figures)));
    matches::doubling(&mut page, &["game"], unequal);
    page.finish()
}

fn results(page: &mut Page, games: &[(String, Experiments<'_>)]) {
    page.heading("How they go, by strength");
    let strengths: BTreeSet<u64> =
        games.iter().flat_map(|(_, all)| &all.usual).map(|figures| figures.experiment.nodes[0]).collect();
    let names: Vec<String> = strengths.iter().map(|nodes| format!("{nodes} nodes")).collect();
    for (picture, value, neutral, axis, what) in PICTURED {
        let rows: Vec<_> = games
            .iter()
            .map(|(title, all)| {
                let of = |nodes: &u64| all.usual.iter().find(|figures| figures.experiment.nodes[0] == *nodes);
                (title.clone(), strengths.iter().map(|nodes| of(nodes).map(|figures| value(figures))).collect())
            })
            .collect();
        page.picture(picture, charts::groups(axis, neutral, &names, &rows), what);
    }
    page.table(
        &[&["game", "nodes", "games", "White's score", "draws"], &COURSE[..]].concat(),
        games.iter().flat_map(|(title, all)| {
            all.usual.iter().map(move |figures| {
                let counts = [figures.experiment.nodes[0].to_string(), figures.games.to_string()];
                let results = [percent(figures.white), percent(figures.draws)];
                let cells = counts.into_iter().chain(results).chain(course_cells(&figures.course));
                [title.clone()].into_iter().chain(cells).collect()
            })
        }),
    );
    page.text(COURSE_MEANS);
}

/// The values of pieces that most games know, where games begin with others missing.
fn pieces(page: &mut Page, games: &[(String, Experiments<'_>)]) {
    const PIECES: [char; 4] = ['n', 'b', 'r', 'q'];
    let value = |all: &Experiments<'_>| {
        let figures = all.unbalanced.iter().max_by_key(|figures| figures.games)?;
        Some((figures.games, figures.values.clone()?))
    };
    let known: Vec<_> = games.iter().filter_map(|(title, all)| Some((title, value(all)?))).collect();
    if known.is_empty() {
        return;
    }
    page.heading("What pieces are worth at the start");
    let rows: Vec<_> = known
        .iter()
        .map(|(title, (_, values))| {
            let of = |piece: char| values.pieces.iter().find(|(letter, _)| *letter == piece).map(|(_, value)| *value);
            ((*title).clone(), PIECES.map(of).to_vec())
        })
        .collect();
    let what = "Values in pawns, from games that begin with other pieces missing on each side.";
    page.picture("starts", charts::groups("pawns", None, &PIECES.map(name_of), &rows), what);
    let cells = rows.iter().zip(&known).map(|((title, values), (_, (games, _)))| {
        let pieces = values.iter().map(|value| value.map_or_else(String::new, |value| plain(value, 2)));
        [title.clone(), games.to_string()].into_iter().chain(pieces).collect()
    });
    page.table(&["game", "games", "knight", "bishop", "rook", "queen"], cells);
}

#[cfg(test)]
mod tests {
    use super::super::Chart;
    use super::*;
    use crate::laboratory::tests::figures;

    #[test]
    fn comparison_has_every_game_in_every_table() {
        let (weak, mut strong) = (figures(50, 1), figures(30, 1));
        strong.experiment.nodes = [8; 2];
        let all = |usual| Experiments { usual, ..Experiments::default() };
        let games = [("One".to_owned(), all(vec![&weak, &strong])), ("Another".to_owned(), all(vec![&weak]))];
        let Report { html, pictures } = comparison(&games).unwrap();
        assert_eq!(pictures.len(), PICTURED.len());
        for Chart { name, svg, .. } in &pictures {
            assert!(svg.contains("Another") && svg.contains("8 nodes"), "{name}: {svg}");
        }
        let rows: Vec<&str> = html.lines().filter(|line| line.starts_with("<tr><td>")).collect();
        assert_eq!(rows.len(), 3, "{rows:?}");
        assert!(rows[1].contains("<td>8</td><td>30</td>") && rows[1].contains(&percent(strong.draws)), "{rows:?}");
        assert!(!html.contains("What nodes are worth") && !html.contains("at the start"));
    }
}
