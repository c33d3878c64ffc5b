//! A report of a game: one HTML file that needs nothing else and prints well. [`comparison`]: the same of all games.

pub(crate) mod charts;
pub(crate) mod comparison;
pub(crate) mod html;
mod matches;

use html::Page;
use laboratory::experiment::Experiment;
use laboratory::figures::Figures;
use laboratory::figures::course::{AtPly, Course};
use laboratory::figures::knowing::Knowing;
use laboratory::figures::values::{Level, MIN_PIECES, Values, WITHIN, Worth};
use laboratory::interval::{Interval, percent, plain};

pub(crate) fn name_of(letter: char) -> String {
    match games::names::piece("chess", letter, movegen::Color::White) {
        "piece" => letter.to_ascii_uppercase().to_string(),
        name => name.to_owned(),
    }
}

/// Returns the label of a row: rules and strength.
fn label(figures: &Figures) -> String {
    let nodes = format!("{} nodes", figures.experiment.nodes[0]);
    [vec![nodes.as_str()], figures.experiment.differences()].concat().join(", ")
}

/// A chart of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chart {
    pub(crate) name: &'static str,
    /// Its caption.
    pub(crate) what: String,
    pub(crate) svg: String,
}

/// A page, and its pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Report {
    pub(crate) html: String,
    pub(crate) pictures: Vec<Chart>,
}

impl Report {
    /// Returns one SVG with the charts of the page apart from the long ones.
    pub(crate) fn sheet(&self) -> String {
        const LEFT_OUT: [&str; 6] = ["choices", "captures", "odds", "pieces", "leads", "return"];
        charts::sheet(self.pictures.iter().filter(|chart| !LEFT_OUT.contains(&chart.name)))
    }
}

/// The experiments of a game by the same rules, by what they are for, the weakest players first.
#[derive(Default)]
pub(crate) struct Experiments<'a> {
    pub(crate) usual: Vec<&'a Figures>,
    pub(crate) unequal: Vec<&'a Figures>,
    pub(crate) at_odds: Vec<&'a Figures>,
    pub(crate) unbalanced: Vec<&'a Figures>,
}

impl<'a> Experiments<'a> {
    pub(crate) fn of(all: &'a [Figures]) -> Self {
        let pick = |wanted: fn(&Experiment) -> bool| all.iter().filter(|figures| wanted(&figures.experiment)).collect();
        Self {
            usual: pick(Experiment::is_usual),
            unequal: pick(|experiment| !experiment.is_between_equals()),
            at_odds: pick(|experiment| experiment.odds.is_some()),
            unbalanced: pick(|experiment| experiment.unbalanced),
        }
    }
}

/// The columns of the table about the course of games.
const COURSE: [&str; 6] = ["plies", "choices", "lead changes", "drama", "decisiveness", "no return"];

fn course_cells(course: &Course) -> [String; 6] {
    [
        plain(course.length, 1),
        plain(course.choices, 1),
        plain(course.lead_changes, 2),
        plain(course.drama, 3),
        percent(course.decisiveness),
        percent(course.no_return),
    ]
}

/// Their meaning.
const COURSE_MEANS: &str = "The lead changes when the side that the search expects to score more than half by 20 centipawns changes. \
     Drama is by how much a later winner was expected to score less than half, on average over the game. Decisiveness is the share of \
     the game still played when the winner's expected score stays above 90 %. The point of no return is where the winner was behind \
     for the last time, as a share of the game.";

/// Returns the report of a game. Without usual games there is none.
pub(crate) fn report(title: &str, experiments: &Experiments<'_>) -> Result<Report, String> {
    let all = &experiments.usual;
    // Details are those of the strongest experiment among those with the most games.
    let most = all.iter().map(|figures| figures.games).max();
    let detailed = all.iter().rfind(|figures| Some(figures.games) == most).ok_or("there are no games to report")?;
    let mut page = Page::new(title);
    results(&mut page, all);
    ends(&mut page, all);
    course(&mut page, all);
    knowing(&mut page, all);
    openings(&mut page, detailed);
    happenings(&mut page, detailed);
    values(&mut page, all, detailed);
    matches::unbalanced(&mut page, &experiments.unbalanced);
    matches::odds(&mut page, &experiments.at_odds);
    matches::doubling(&mut page, &[], experiments.unequal.iter().map(|&figures| (Vec::new(), figures)));
    maps(&mut page, detailed);
    page.finish()
}

fn results(page: &mut Page, all: &[&Figures]) {
    page.heading("Results");
    let parts = |figures: &Figures| {
        let (white, draws) = (figures.white.value, figures.draws.value);
        [white - draws / 2.0, draws, 1.0 - white - draws / 2.0]
    };
    let bars: Vec<_> = all.iter().map(|figures| (label(figures), parts(figures))).collect();
    page.picture("results", charts::results(&bars), "Games won by White, drawn and won by Black, by strength.");
    page.table(
        &["players", "games", "White's score", "in Elo", "draws"],
        all.iter().map(|figures| {
            let Figures { games, white, white_elo, draws, .. } = figures;
            vec![label(figures), games.to_string(), percent(*white), plain(*white_elo, 0), percent(*draws)]
        }),
    );
}

fn ends(page: &mut Page, all: &[&Figures]) {
    page.heading("How games end");
    let rows = all.iter().flat_map(|figures| {
        figures.ends.iter().map(|end| vec![label(figures), end.reason.clone(), percent(end.share), percent(end.white)])
    });
    page.table(&["players", "end", "share of games", "White's score"], rows);
}

fn course(page: &mut Page, all: &[&Figures]) {
    page.heading("How games go");
    let series = |points: &dyn Fn(&Figures) -> charts::Points| -> Vec<_> {
        all.iter().map(|figures| (label(figures), points(figures))).collect()
    };
    let by_ply = |pick: fn(&AtPly) -> Interval| {
        series(&|figures| figures.course.by_ply.iter().map(|at| (at.ply as f64, pick(at).value)).collect())
    };
    let lengths = series(&|figures| {
        let steps = (0..).zip(&figures.course.lengths);
        steps.map(|(step, &games)| (f64::from(10 * step + 5), games as f64 / figures.games as f64)).collect()
    });
    page.picture("length", charts::lines("plies", "share of games", &lengths), "How long games are.");
    page.picture("choices", charts::lines("ply", "choices", &by_ply(|at| at.choices)), "Choices at every ply.");
    page.picture("captures", charts::lines("ply", "captures", &by_ply(|at| at.captures)), "Captures at every ply.");
    page.table(
        &[&["players", "a tenth, half, nine tenths"], &COURSE[..]].concat(),
        all.iter().map(|figures| {
            let [few, half, many] = figures.course.deciles;
            let first = [label(figures), format!("{few}, {half}, {many}")];
            first.into_iter().chain(course_cells(&figures.course)).collect()
        }),
    );
    page.text(COURSE_MEANS);
    let mixing = all.iter().filter_map(|figures| figures.course.mixing.map(|mixing| (figures, mixing)));
    let rows: Vec<_> =
        mixing.map(|(figures, [support, bits])| vec![label(figures), plain(support, 2), plain(bits, 2)]).collect();
    if !rows.is_empty() {
        page.table(&["players", "choices in a strategy", "its entropy in bits"], rows);
    }
}

fn knowing(page: &mut Page, all: &[&Figures]) {
    let known = || all.iter().filter_map(|figures| Some((label(figures), figures.knowing.as_ref()?)));
    let Some((_, deepest)) = known().next_back() else { return };
    page.heading("What it is worth to know the other's choice");
    let points = |knowing: &Knowing| knowing.by_turn.iter().map(|at| (at.turn as f64, at.gain.value)).collect();
    let series: Vec<_> = known().map(|(name, knowing)| (name, points(knowing))).collect();
    let what = "What a side gains that knows the other's choice, in points, by turn.";
    page.picture("knowing", charts::lines("turn", "points", &series), what);
    page.table(
        &["players", "turns searched", "points gained", "turns where it is a hundredth or more"],
        known().map(|(name, knowing)| {
            vec![name, knowing.turns.to_string(), plain(knowing.gain, 4), percent(knowing.notable)]
        }),
    );
    let points = |values: [f64; 2]| format!("White {:.3}, Black {:.3}", values[0], values[1]);
    page.text(&format!(
        "A point is a game won. The other side plays its strategy and does not know that it is seen through; every turn is searched {} \
         turns deep. In the first position: {}. If the other side has to show its choice first and chooses accordingly, so that the \
         sides move in turn: {}.",
        deepest.depth,
        points(deepest.at_start),
        points(deepest.at_start_after_the_other)
    ));
}

fn openings(page: &mut Page, figures: &Figures) {
    page.heading(&format!("Openings, at {}", label(figures)));
    let first = figures.openings.first_moves();
    let common: Vec<_> = first.iter().take(20).map(|line| (line.moves[0].clone(), line.white)).collect();
    let what = "White's score by first move, the commonest on top.";
    page.picture("openings", charts::estimates("White's score", figures.white.value, &common), what);
    let rows = first.iter().map(|line| {
        let shares = [line.share, line.value, line.white].map(percent);
        [line.moves[0].clone(), line.games.to_string()].into_iter().chain(shares).collect()
    });
    page.table(&["first move", "games", "share", "expected by the search", "White's score"], rows);
    let entropy = figures.openings.entropy.iter().enumerate();
    page.table(&["plies", "entropy in bits"], entropy.map(|(ply, bits)| vec![(ply + 1).to_string(), plain(*bits, 2)]));
    let deeper = figures.openings.tree.iter().filter(|line| line.moves.len() > 1);
    let rows = deeper.map(|line| vec![line.moves.join(" "), line.games.to_string(), percent(line.white)]);
    page.folded("The lines played most", &["line", "games", "White's score"], rows);
}

fn happenings(page: &mut Page, figures: &Figures) {
    page.heading(&format!("What happens, at {}", label(figures)));
    let rows = figures.happenings.events.iter().map(|event| {
        let shares = [event.games, event.by_white, event.score, event.expected].map(percent);
        [event.name.clone(), plain(event.per_game, 2)].into_iter().chain(shares).collect()
    });
    page.table(&["what", "a game", "games with it", "by White", "score of who does it", "expected before"], rows);
    let trades: Vec<_> = figures.happenings.purchases.iter().take(20).collect();
    if !trades.is_empty() {
        let rows = trades.iter().map(|trade| {
            let paid = trade.paid.chars().map(name_of).collect::<Vec<_>>().join(", ");
            vec![name_of(trade.bought), paid, trade.times.to_string(), percent(trade.share), percent(trade.score)]
        });
        page.table(&["bought", "paid", "times", "share", "score of the buyer"], rows);
    }
}

fn values(page: &mut Page, all: &[&Figures], detailed: &Figures) {
    let Some(values) = &detailed.values else { return };
    page.heading(&format!("What pieces are worth, at {}", label(detailed)));
    let what = "Values in pawns, from the results of games with more or fewer of them.";
    page.picture("values", charts::estimates("pawns", 0.0, &named_values(values)), what);
    let rows = all.iter().filter_map(|figures| Some((label(figures), figures.values.as_ref()?)));
    let rows = rows.flat_map(|(label, values)| {
        let row = |(name, value): (String, Interval)| {
            let believed = believed(values, &name);
            vec![label.clone(), name, plain(value, 2), believed]
        };
        named_values(values).into_iter().map(row).collect::<Vec<_>>()
    });
    page.table(&["players", "", "pawns, by results", "pawns, by what the players expected"], rows);
    let (raise, positions) = (percent(values.pawn), values.positions);
    page.text(&format!("A pawn more raises the score by {raise} in level positions; {positions} quiet positions."));
    if let Some(detailed) = &values.level {
        level(page, all, detailed);
    }
}

fn level(page: &mut Page, all: &[&Figures], detailed: &Level) {
    page.text(&format!(
        "What pieces are worth against each other: values in positions that lie within {WITHIN} pawns of level though the sides have \
         different pieces, which have been the same for three moves of each side, and both have at least {MIN_PIECES} pieces."
    ));
    let what = "Values in pawns, where sides that have different pieces are about level.";
    page.picture("level", charts::estimates("pawns", 0.0, &named_worth(&detailed.results)), what);
    let known = all.iter().filter_map(|figures| Some((label(figures), figures.values.as_ref()?.level.as_ref()?)));
    let rows = known.flat_map(|(label, level)| {
        let both = named_worth(&level.results).into_iter().zip(named_worth(&level.believed));
        let row = |((name, result), (_, believed)): ((String, Interval), (String, Interval))| {
            vec![label.clone(), name, plain(result, 2), plain(believed, 2), level.positions.to_string()]
        };
        both.map(row).collect::<Vec<_>>()
    });
    page.table(&["players", "", "pawns, by results", "pawns, by what the players expected", "positions"], rows);
}

/// Pieces with their values, then the bishop pair.
fn named_worth(worth: &Worth) -> Vec<(String, Interval)> {
    let pieces = worth.pieces.iter().map(|(letter, value)| (name_of(*letter), *value));
    pieces.chain(worth.bishop_pair.map(|value| ("bishop pair".to_owned(), value))).collect()
}

/// Returns the value of a piece in the beliefs of the players, empty if unknown.
fn believed(values: &Values, name: &str) -> String {
    let believed = values.believed.iter().find(|(letter, _)| name_of(*letter) == name);
    believed.map_or_else(String::new, |(_, value)| plain(*value, 2))
}

/// Returns the values of pieces, rulers and playing White.
fn named_values(values: &Values) -> Vec<(String, Interval)> {
    let pieces = values.pieces.iter().map(|(letter, value)| (name_of(*letter), *value));
    let rulers = values.rulers.iter().map(|(letter, value)| (format!("ruled by {}s", name_of(*letter)), *value));
    pieces.chain(rulers).chain([("White's place".to_owned(), values.white)]).collect()
}

fn maps(page: &mut Page, figures: &Figures) {
    page.heading(&format!("Where, at {}", label(figures)));
    let used = || figures.maps.iter().filter(|map| map.squares.iter().any(|&amount| amount > 0.0));
    let size = if figures.maps.iter().any(|map| map.squares.len() == 25) { 5 } else { 8 };
    let is_piece = |name: &str| name.starts_with("white ") || name.starts_with("black ");
    let pieces: Vec<_> =
        used().filter(|map| is_piece(&map.name)).map(|map| (named(&map.name), &map.squares[..])).collect();
    page.picture("pieces", charts::boards(size, &pieces), "Where pieces stand.");
    let events: Vec<_> =
        used().filter(|map| !is_piece(&map.name)).map(|map| (map.name.clone(), &map.squares[..])).collect();
    let what = "Where things happen: the square that a piece goes to, or that is bought.";
    page.picture("happenings", charts::boards(size, &events), what);
}

/// `white n` as `white knight`.
fn named(map: &str) -> String {
    match map.split_once(' ') {
        Some((color, letter)) => format!("{color} {}", letter.chars().map(name_of).collect::<String>()),
        None => map.to_owned(),
    }
}
