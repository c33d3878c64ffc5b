//! A synthetic game with known figures, which the laboratory must find.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use laboratory::experiment::Experiment;
use laboratory::figures::Figures;
use laboratory::figures::values::Worth;
use laboratory::sheet::{Maps, PIECE_TYPES, Ply, Settled, Sheet, Vocabulary};

/// Effect of a pawn on the logit of the score, and values of pieces in pawns.
const PAWN: f64 = 0.4;
const PIECES: [f64; 4] = [1.0, 3.0, 3.3, 5.0];
/// Value of royals of the fourth piece type in pawns.
const RULER: f64 = -2.0;
/// White's place, in pawns.
const FIRST_MOVE: f64 = 0.3;
/// Value of the bishop pair in addition to two bishops, in pawns.
const BISHOP_PAIR: f64 = 0.5;
const DRAWS: f64 = 0.3;
/// The first moves: how often they are drawn, and what they add to White's place, in pawns.
const OPENINGS: [(&str, f64, f64); 3] = [("a", 0.5, 0.0), ("b", 0.3, 0.5), ("c", 0.2, -0.5)];

fn game(random: &mut Xoshiro256PlusPlus) -> Sheet {
    let mut share = random.random::<f64>();
    let opening = OPENINGS.iter().find(|(_, part, _)| {
        share -= part;
        share < 0.0
    });
    let &(name, _, bonus) = opening.unwrap_or(&OPENINGS[2]);
    let mut balance = [0; PIECE_TYPES];
    balance[..4].iter_mut().for_each(|n| *n = random.random_range(-2..=2));
    let rulers = [random.random_bool(0.2), random.random_bool(0.2)].map(|other| if other { 3 } else { 5 });
    let ruling = f64::from(i8::from(rulers[0] == 3) - i8::from(rulers[1] == 3));
    let pieces: f64 = PIECES.iter().zip(balance).map(|(value, n)| value * f64::from(n)).sum();
    let bishop_pair = random.random_range(-1..=1);
    let logit = PAWN * (pieces + BISHOP_PAIR * f64::from(bishop_pair) + RULER * ruling + FIRST_MOVE + bonus);
    let expected = 1.0 / (1.0 + (-logit).exp());
    // A draw takes as much from wins as from losses, as far as there is enough of both.
    let drawn = DRAWS * 2.0 * expected.min(1.0 - expected);
    let lot = random.random::<f64>();
    let half_points = match lot {
        _ if lot < drawn => 1,
        _ if lot < drawn + expected - drawn / 2.0 => 2,
        _ => 0,
    };
    // A few positions of each game, all alike: its errors must not become smaller by them.
    let quiet = Ply { expected: expected as f32, balance: Some(balance), choices: 20, ..Ply::default() };
    let mut plies: Vec<Ply> =
        (0..17_u8).map(|ply| Ply { side: ply % 2, rulers: Some(rulers), ..quiet.clone() }).collect();
    plies[0].rulers = Some([5; 2]);
    plies[10].settled = Some(Settled { balance, pieces: [2; 2], bishop_pair });
    // Where few pieces are left a piece is worth nothing here: such positions must not count.
    plies[12].settled = Some(Settled { balance: balance.map(|more| -more), pieces: [2, 1], bishop_pair: -bishop_pair });
    plies[16].events = if lot > 0.5 { [1, 0] } else { [0, 1] };
    let reason = if half_points == 1 { "stalemate" } else { "checkmate" };
    Sheet { half_points, reason, start: balance, sampled: 1, opening: vec![name.to_owned()], plies, ..Sheet::default() }
}

/// The figures of so many games.
pub(crate) fn figures(games: usize, seed: u64) -> Figures {
    figures_of(games, seed, false)
}

/// The same; `unbalanced`: with values by what pieces were missing at the start.
fn figures_of(games: usize, seed: u64, unbalanced: bool) -> Figures {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let sheets: Vec<Sheet> = (0..games).map(|_| game(&mut random)).collect();
    let experiment =
        Experiment { sampled: 1, sampling_nodes: 1, unbalanced, seed, ..Experiment::usual("synthetic", 1) };
    let vocabulary = Vocabulary { piece_types: "pnbrqk", events: vec!["lots"], size: 8 };
    Figures::of(&experiment, &vocabulary, &sheets, &Maps::default())
}

/// Returns the piece values in balanced positions, by results.
fn level(figures: &Figures) -> Worth {
    figures.values.as_ref().and_then(|values| values.level.clone()).unwrap().results
}

/// A figure: name, accessor and true value.
type Known = (&'static str, fn(&Figures) -> laboratory::interval::Interval, f64);

const KNOWN: [Known; 13] = [
    ("knight", |figures| figures.values.as_ref().unwrap().pieces[1].1, PIECES[1]),
    ("bishop", |figures| figures.values.as_ref().unwrap().pieces[2].1, PIECES[2]),
    ("rook", |figures| figures.values.as_ref().unwrap().pieces[3].1, PIECES[3]),
    ("ruler", |figures| figures.values.as_ref().unwrap().rulers[0].1, RULER),
    ("white", |figures| figures.values.as_ref().unwrap().white, 0.3 + 0.5 * 0.3 - 0.5 * 0.2),
    ("knight where level", |figures| level(figures).pieces[1].1, PIECES[1]),
    ("bishop where level", |figures| level(figures).pieces[2].1, PIECES[2]),
    ("rook where level", |figures| level(figures).pieces[3].1, PIECES[3]),
    ("bishop pair", |figures| level(figures).bishop_pair.unwrap(), BISHOP_PAIR),
    ("opening b", |figures| figures.openings.first_moves()[1].share, OPENINGS[1].1),
    ("entropy", |figures| figures.openings.entropy[0], 1.485_475),
    ("length", |figures| figures.course.by_ply[0].choices, 20.0),
    ("length by White", |figures| figures.happenings.events[0].per_game, 1.0),
];

#[test]
fn intervals_cover_known_figures() {
    are_covered(&KNOWN, false);
}

#[test]
fn intervals_cover_values_from_missing_pieces() {
    are_covered(&KNOWN[..3], true);
}

fn are_covered(known: &[Known], unbalanced: bool) {
    const SAMPLES: usize = 40;
    let samples: Vec<Figures> = (0..SAMPLES).map(|seed| figures_of(2_000, seed as u64, unbalanced)).collect();
    for (name, found, truth) in known {
        let holds = samples.iter().filter(|figures| {
            let interval = found(figures);
            interval.low <= truth + 1e-9 && truth - 1e-9 <= interval.high
        });
        // Of 40 intervals of 95 % fewer than 33 hold in one of 20,000 tries.
        let holds = holds.count();
        assert!(holds >= 33, "{name}: {holds} of {SAMPLES}");
    }
}

#[test]
fn intervals_shrink_with_the_root_of_the_games() {
    // An interval in pawns is itself uncertain where a pawn is: the mean of several.
    let few: Vec<Figures> = (0..4).map(|seed| figures(8_000, seed)).collect();
    let many = figures(32_000, 8);
    for (name, found, _) in KNOWN {
        let mean = few.iter().map(|figures| found(figures).error()).sum::<f64>() / few.len() as f64;
        let ratio = mean / found(&many).error().max(1e-12);
        assert!(found(&many).error() < 1e-9 || (1.6..2.6).contains(&ratio), "{name}: {ratio}");
    }
    let white = many.white;
    assert!(white.low < 0.54 && white.high > 0.50, "{white:?}");
}

#[test]
fn beliefs_have_smaller_errors_than_results() {
    let values = figures(4_000, 4).values.unwrap();
    for ((letter, believed), truth) in values.believed.iter().zip(PIECES) {
        let (_, result) = values.pieces.iter().find(|(other, _)| other == letter).unwrap();
        assert!((believed.value - truth).abs() < 0.05, "{letter}: {believed:?}");
        assert!(*letter == 'p' || believed.error() < result.error() / 3.0, "{letter}: {believed:?} {result:?}");
    }
}

#[test]
fn draws_and_ends_are_those_of_the_games() {
    let figures = figures(4_000, 3);
    assert_eq!(figures.ends.len(), 2);
    let drawn = figures.ends.iter().find(|end| end.reason == "stalemate").unwrap();
    assert_eq!((drawn.share, drawn.white.value), (figures.draws, 0.5));
    assert!((figures.happenings.events[0].by_white.value - 0.5).abs() < 0.05);
}

#[test]
fn figures_come_back_from_json_as_they_were() {
    for games in [1, 500] {
        let figures = figures(games, 5);
        let text = serde_json::to_string(&figures).unwrap();
        assert_eq!(serde_json::from_str::<Figures>(&text).unwrap(), figures, "{text}");
    }
}
