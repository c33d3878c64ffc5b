//! Diagrams parsed as XML and compared with the FEN.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::{BTreeMap, BTreeSet};

use movegen::variants::NAMES;
use roxmltree::Document;
use upheaval_board::diagram::{Diagram, Mark, Theme};

/// Measures of the diagrams.
const LEFT: u32 = 40;
const TOP: u32 = 16;
const SQUARE: u32 = 100;

fn drawn(game: &str, fen: &str, with: impl FnOnce(&mut Diagram)) -> String {
    let mut diagram = Diagram::new(game, fen).unwrap();
    with(&mut diagram);
    diagram.to_string()
}

/// Returns the squares of all elements of a class, in the order of the text.
fn squares(svg: &str, class: &str) -> Vec<String> {
    let tree = Document::parse(svg).unwrap();
    let of_class = tree.descendants().filter(|node| node.attribute("class") == Some(class));
    of_class.map(|node| node.attribute("data-square").unwrap().to_owned()).collect()
}

fn sorted(svg: &str, class: &str) -> String {
    let mut all = squares(svg, class);
    all.sort();
    all.join(" ")
}

/// Returns the letters of a FEN by square, and the side of the board.
fn pieces_of_fen(fen: &str) -> (BTreeMap<String, char>, u32) {
    let rows: Vec<&str> = fen.split(' ').next().unwrap().split('/').collect();
    let mut pieces = BTreeMap::new();
    for (row, rank) in rows.iter().rev().zip('1'..) {
        let mut file = 'a';
        for letter in row.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file = char::from_u32(file as u32 + gap).unwrap();
            } else {
                pieces.insert(format!("{file}{rank}"), letter);
                file = char::from_u32(file as u32 + 1).unwrap();
            }
        }
    }
    (pieces, rows.len() as u32)
}

/// Checks that `svg` draws each piece of its FEN exactly once, in its colour, on its square.
fn assert_draws(svg: &str, flipped: bool) {
    let names: BTreeMap<char, &str> = [
        ('k', "king"),
        ('q', "queen"),
        ('r', "rook"),
        ('b', "bishop"),
        ('n', "knight"),
        ('p', "pawn"),
        ('t', "tower"),
        ('e', "eagle"),
        ('c', "cardinal"),
        ('d', "duke"),
        ('s', "soldier"),
    ]
    .into();
    let tree = Document::parse(svg).unwrap();
    let description = tree.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap();
    let (pieces, side) = pieces_of_fen(description.split_once(' ').unwrap().1);
    let mut seen = BTreeMap::new();
    for node in tree.descendants().filter(|node| node.attribute("class") == Some("piece")) {
        let at = node.attribute("data-square").unwrap();
        let letter = pieces[at];
        assert_eq!(node.attribute("href").unwrap(), format!("#{}", names[&letter.to_ascii_lowercase()]));
        let color = if letter.is_ascii_uppercase() { "white" } else { "black" };
        assert_eq!(node.parent().unwrap().attribute("class"), Some(color), "{at}");
        let [file, rank] = [at.as_bytes()[0] - b'a', at.as_bytes()[1] - b'1'].map(u32::from);
        let (column, row) = if flipped { (side - 1 - file, rank) } else { (file, side - 1 - rank) };
        assert_eq!(node.attribute("x").unwrap().parse(), Ok(LEFT + column * SQUARE), "{at}");
        assert_eq!(node.attribute("y").unwrap().parse(), Ok(TOP + row * SQUARE), "{at}");
        assert_eq!(seen.insert(at.to_owned(), letter), None, "{at} is drawn twice");
    }
    assert_eq!(seen, pieces);
}

#[test]
fn start_positions_are_drawn_in_both_themes() {
    for game in NAMES {
        for (flipped, theme) in [(false, Theme::Light), (true, Theme::Dark)] {
            let svg = drawn(game, "startpos", |diagram| {
                diagram.flipped = flipped;
                diagram.theme = theme;
            });
            assert_draws(&svg, flipped);
            assert!(squares(&svg, "check").is_empty());
        }
    }
}

#[test]
fn drawings_are_embedded_once_without_external_references() {
    for game in NAMES {
        let svg = drawn(game, "startpos", |diagram| diagram.caption("https://example.org").unwrap());
        let tree = Document::parse(&svg).unwrap();
        let ids: Vec<_> = tree.descendants().filter_map(|node| node.attribute("id")).collect();
        let used: BTreeSet<_> = tree
            .descendants()
            .filter_map(|node| node.attribute("href"))
            .map(|to| to.strip_prefix('#').unwrap())
            .collect();
        assert_eq!(ids.len(), used.len(), "{game}: {ids:?}");
        assert_eq!(ids.into_iter().collect::<BTreeSet<_>>(), used, "{game}");
        for node in tree.descendants() {
            assert!(!["image", "script", "style", "foreignObject", "a"].contains(&node.tag_name().name()));
            assert!(node.attributes().all(|a| !a.value().contains("//") && !a.name().starts_with("on")), "{game}");
        }
    }
}

#[test]
fn crowns_mark_royals_of_games_with_governments() {
    for game in ["insurrection", "anarchism"] {
        assert_eq!(sorted(&drawn(game, "startpos", |_| ()), "crown"), "e1 e8");
        // White is anarcho-syndicalist: all pawns are royal and the king is not. Black's junta has two knights.
        let fen = "rnbqkbn1/8/8/8/8/8/P3P2P/4K3 b - - 0 1 Pn";
        assert_eq!(sorted(&drawn(game, fen, |_| ()), "crown"), "a2 b8 e2 g8 h2");
    }
    for game in ["chess", "empire", "subversion", "apocalypse"] {
        assert!(squares(&drawn(game, "startpos", |_| ()), "crown").is_empty(), "{game}");
    }
}

#[test]
fn glow_marks_royals_in_check() {
    // The example of the rules: the pawn a2 is checkmated, the pawn h2 is royal but safe.
    let coup = "2b2r2/5p1p/3p4/1b4k1/q2N3N/8/P6P/R2NQ1K1 w - - 0 2 Pk";
    let svg = drawn("insurrection", coup, |_| ());
    assert_eq!((sorted(&svg, "check"), sorted(&svg, "crown")), ("a2".to_owned(), "a2 g5 h2".to_owned()));
    let svg = drawn("chess", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", |_| ());
    assert_eq!(sorted(&svg, "check"), "e1");
    assert!(svg.find("class=\"check\"") < svg.find("class=\"piece\""), "behind the pieces");
}

#[test]
fn moves_are_dots_and_captures_are_rings() {
    let svg = drawn("chess", "startpos", |diagram| diagram.moves_of("e2").unwrap());
    assert_eq!((sorted(&svg, "step"), sorted(&svg, "capture")), ("e3 e4".to_owned(), String::new()));
    assert_eq!(sorted(&svg, "highlight"), "e2");
    // Pinned on the file, the rook captures there and nowhere else.
    let svg = drawn("chess", "k3q3/8/8/8/p3R2p/8/8/4K3 w - - 0 1", |diagram| diagram.moves_of("e4").unwrap());
    assert_eq!((sorted(&svg, "step"), sorted(&svg, "capture")), ("e2 e3 e5 e6 e7".to_owned(), "e8".to_owned()));
    // En passant captures on an empty square.
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let svg = drawn("chess", passed, |diagram| diagram.moves_of("e5").unwrap());
    assert_eq!((sorted(&svg, "step"), sorted(&svg, "capture")), ("e6".to_owned(), "d6".to_owned()));
    // Four promotions are one dot.
    let svg = drawn("chess", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", |diagram| diagram.moves_of("a7").unwrap());
    assert_eq!(sorted(&svg, "step"), "a8");
}

#[test]
fn eagle_moves_like_queen_and_captures_like_knight() {
    let fen = "k7/8/8/8/2p5/8/3p4/E5K1 w - - 0 1";
    let svg = drawn("empire", fen, |diagram| diagram.reach_of("a1").unwrap());
    assert_eq!(sorted(&svg, "capture"), "b3 c2");
    assert_eq!(sorted(&svg, "step"), "a2 a3 a4 a5 a6 a7 b1 b2 c1 c3 d1 d4 e1 e5 f1 f6 g7 h8");
    // A tower shows dot and ring where it does both.
    let svg = drawn("empire", "k7/8/8/8/8/8/p7/T5K1 w - - 0 1", |diagram| diagram.reach_of("a1").unwrap());
    assert_eq!(sorted(&svg, "capture"), "a2 b1 c1 d1 e1 f1");
    assert_eq!(sorted(&svg, "step"), "b1 b2 c1 c3 d1 d4 e1 e5 f1 f6 g7 h8");
}

#[test]
fn bribable_piece_has_a_coin() {
    // The knight on e4 stands beside no king and next to White's bishop; any pawn pays for it.
    let fen = "4k3/8/8/8/4n3/3B4/7P/1K6 w - - 0 1";
    let svg = drawn("subversion", fen, |diagram| diagram.moves_of("h2").unwrap());
    assert_eq!((sorted(&svg, "price"), sorted(&svg, "step")), ("e4".to_owned(), "h3 h4".to_owned()));
    let svg = drawn("subversion", fen, |diagram| diagram.moves_of("d3").unwrap());
    assert_eq!((sorted(&svg, "price"), sorted(&svg, "capture")), (String::new(), "e4".to_owned()));
}

#[test]
fn gamble_has_a_die() {
    // The pawn may capture on b3 only if a knight jumps there.
    let svg = drawn("apocalypse", "startpos", |diagram| diagram.moves_of("a2").unwrap());
    assert_eq!((sorted(&svg, "gamble"), sorted(&svg, "step")), ("b3".to_owned(), "a3".to_owned()));
    // Both sides choose: a black piece's moves are shown as well.
    let svg = drawn("apocalypse", "startpos", |diagram| diagram.moves_of("e5").unwrap());
    assert_eq!(sorted(&svg, "step"), "c4 d3");
    // With two knights a pawn that arrives is put elsewhere: a ring where it captures on its way, dots where it may go.
    let svg = drawn("apocalypse", "pn3/P4/5/3pp/NN3 w - - 0 1 00", |diagram| diagram.moves_of("a4").unwrap());
    assert_eq!(sorted(&svg, "capture"), "b5");
    assert!(sorted(&svg, "step").starts_with("a2 a3 b2 b3 b4 c1"));
    let svg = drawn("apocalypse", "startpos", |diagram| diagram.reach_of("a1").unwrap());
    assert_eq!((sorted(&svg, "step"), sorted(&svg, "capture")), ("b3 c2".to_owned(), "b3 c2".to_owned()));
}

#[test]
fn marks_and_highlights_are_on_their_squares() {
    let svg = drawn("apocalypse", "startpos", |diagram| {
        diagram.last_move("b4c5d2").unwrap();
        diagram.highlight("a1").unwrap();
        diagram.mark(Mark::Step, "c3").unwrap();
        diagram.mark(Mark::Capture, "b3").unwrap();
        diagram.mark(Mark::Capture, "b3").unwrap();
        diagram.mark(Mark::Gamble, "d3").unwrap();
        diagram.mark(Mark::Price, "e3").unwrap();
    });
    assert_eq!(squares(&svg, "highlight"), ["b4", "c5", "d2", "a1"]);
    assert_eq!([squares(&svg, "step"), squares(&svg, "capture")], [["c3"], ["b3"]]);
    assert_eq!([squares(&svg, "gamble"), squares(&svg, "price")], [["d3"], ["e3"]]);
    let tree = Document::parse(&svg).unwrap();
    let dot = tree.descendants().find(|node| node.attribute("class") == Some("step")).unwrap();
    assert_eq!([dot.attribute("cx"), dot.attribute("cy")], [Some("290"), Some("266")], "the middle of the board");
}

#[test]
fn arrow_points_from_first_to_second_square() {
    for flipped in [false, true] {
        let svg = drawn("chess", "startpos", |diagram| {
            diagram.flipped = flipped;
            diagram.arrow("d1h5").unwrap();
            diagram.arrow("g8f6").unwrap();
        });
        let tree = Document::parse(&svg).unwrap();
        let arrows: Vec<_> = tree.descendants().filter(|node| node.attribute("class") == Some("arrow")).collect();
        for (arrow, [from, to]) in arrows.iter().zip([[[3, 0], [7, 4]], [[6, 7], [5, 5]]]) {
            let points: Vec<Vec<f64>> = arrow
                .attribute("points")
                .unwrap()
                .split(' ')
                .map(|point| point.split(',').map(|number| number.parse().unwrap()).collect())
                .collect();
            let middle = |[file, rank]: [u32; 2]| {
                let [x, y] = if flipped { [7 - file, rank] } else { [file, 7 - rank] };
                [f64::from(LEFT + x * SQUARE + 50), f64::from(TOP + y * SQUARE + 50)]
            };
            let distance = |point: &[f64], at: [f64; 2]| (point[0] - at[0]).hypot(point[1] - at[1]);
            assert!(distance(&points[3], middle(to)) < 10.0, "the tip");
            assert!(distance(&points[0], middle(from)) < 30.0, "the tail");
        }
        assert_eq!(arrows.len(), 2);
    }
}

#[test]
fn disc_and_diamonds_show_turn_and_penalties() {
    let count = |svg: &str, class: &str| {
        let tree = Document::parse(svg).unwrap();
        tree.descendants().filter(|node| node.attribute("class") == Some(class)).count()
    };
    let height = |fen: &str, flipped: bool| {
        let svg = drawn("chess", fen, |diagram| diagram.flipped = flipped);
        let tree = Document::parse(&svg).unwrap();
        let disc = tree.descendants().find(|node| node.attribute("class") == Some("turn")).unwrap();
        disc.attribute("cy").unwrap().parse::<u32>().unwrap()
    };
    let (white, black) = ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1");
    assert!(height(white, false) > 700 && height(black, false) < 100);
    assert!(height(white, true) < 100 && height(black, true) > 700);
    let svg = drawn("apocalypse", "npppn/p3p/5/P3P/NPPPN w - - 0 1 12", |_| ());
    assert_eq!([count(&svg, "penalty white"), count(&svg, "penalty black"), count(&svg, "turn")], [1, 2, 0]);
}

#[test]
fn coordinates_are_optional_and_flip_with_the_board() {
    let texts = |svg: &str| {
        let tree = Document::parse(svg).unwrap();
        let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
        texts.map(|node| node.text().unwrap().to_owned()).collect::<Vec<_>>().concat()
    };
    let at = |flipped: bool| {
        let svg = drawn("apocalypse", "startpos", |diagram| diagram.flipped = flipped);
        let tree = Document::parse(&svg).unwrap();
        let a = tree.descendants().find(|node| node.text() == Some("a") && node.has_tag_name("text")).unwrap();
        a.attribute("x").unwrap().to_owned()
    };
    assert_eq!(texts(&drawn("apocalypse", "startpos", |_| ())), "a1b2c3d4e5");
    assert_eq!(texts(&drawn("apocalypse", "startpos", |diagram| diagram.coordinates = false)), "");
    assert_eq!([at(false), at(true)], ["90", "490"]);
}

#[test]
fn captions_are_escaped() {
    let caption = "</text><script>alert(\"1\" & '2')</script> ♔ <!-- ]]> &amp;";
    let svg = drawn("chess", "startpos", |diagram| diagram.caption(caption).unwrap());
    let tree = Document::parse(&svg).unwrap();
    assert_eq!(tree.descendants().find(|node| node.has_tag_name("title")).unwrap().text(), Some(caption));
    assert!(tree.descendants().all(|node| !node.has_tag_name("script")));
}

#[test]
fn size_and_caption_set_the_height() {
    let pixels = |with: &dyn Fn(&mut Diagram)| {
        let svg = drawn("chess", "startpos", with);
        let tree = Document::parse(&svg).unwrap();
        ["width", "height"].map(|name| tree.root_element().attribute(name).unwrap().parse::<u32>().unwrap())
    };
    let [width, height] = pixels(&|_| ());
    assert_eq!(width, 480);
    assert_eq!(pixels(&|diagram| diagram.size(960).unwrap()), [960, height * 2]);
    let long = "many words ".repeat(20);
    let with_one_line = pixels(&|diagram| diagram.caption("few words").unwrap())[1];
    assert!(height < with_one_line && with_one_line < pixels(&|diagram| diagram.caption(&long).unwrap())[1]);
}
