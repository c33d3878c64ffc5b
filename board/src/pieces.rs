//! The drawings of all pieces and of the marks on them.
//!
//! A piece is drawn once for both colours: its shapes inherit `fill`, `stroke` and `color` (the inner lines), which [`Colors`]
//! sets. The files in `pieces/` show White's colours when opened alone. Empire's pieces have a stepped pedestal or wheels, and
//! resemble the piece they capture like: the tower is a rook on wheels, the cardinal has the bishop's cross, the eagle the
//! knight's head, the duke a coronet.

use movegen::Color;

/// A drawing of 100 by 100 units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// Its name and file name: `knight`, `crown`.
    pub name: &'static str,
    /// The whole file.
    pub svg: &'static str,
}

/// Defines the list of drawings with `pieces/NAME.svg` for each name.
macro_rules! drawings {
    ($($name:literal)*) => {
        /// All drawings, pieces and marks.
        pub const ALL: &[Drawing] =
            &[$(Drawing { name: $name, svg: include_str!(concat!("../pieces/", $name, ".svg")) }),*];
    };
}

// `crown`: a royal in games with governments, upper right corner. `check`: the glow behind a royal in check, the whole square.
// `gamble`: the die of Apocalypse, upper right corner. `price`: the coin of a piece to pay, lower right corner.
drawings! {
    "king" "queen" "rook" "bishop" "knight" "pawn" "tower" "eagle" "cardinal" "duke" "soldier"
    "crown" "check" "gamble" "price"
}

impl Drawing {
    /// Returns the name of the drawing of the piece type with this letter.
    pub fn name_of(letter: char) -> &'static str {
        gamedata::piece("chess", letter).map_or("unknown", |piece| piece.names[0])
    }

    /// Returns the shapes without the root element.
    pub fn shapes(&self) -> &'static str {
        let inside = self.svg.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>"));
        inside.map_or("", |(shapes, _)| shapes.trim())
    }
}

/// The attributes of all pieces' lines.
pub const LINES: &str = "stroke-width=\"2.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";

/// The colours of a side's pieces in CSS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colors {
    /// The body.
    pub body: &'static str,
    /// The outline.
    pub outline: &'static str,
    /// The inner lines.
    pub lines: &'static str,
}

impl Colors {
    /// Returns the colours of a side. Body, inner lines and squares differ in brightness, not only in hue.
    pub const fn of(color: Color) -> Self {
        match color {
            Color::White => Self { body: "#fffdf6", outline: "#26221e", lines: "#26221e" },
            Color::Black => Self { body: "#3a3530", outline: "#12100e", lines: "#f4ecdc" },
        }
    }

    /// Returns the colours as attributes of an SVG element.
    pub fn attributes(&self) -> String {
        format!("fill=\"{}\" stroke=\"{}\" color=\"{}\"", self.body, self.outline, self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::{APOCALYPSE, NAMES, VisitTurnBased, with_turn_based};
    use std::collections::HashSet;

    fn named(name: &str) -> Option<&'static Drawing> {
        ALL.iter().find(|drawing| drawing.name == name)
    }

    /// Returns the piece as an SVG file in the colours of a side.
    fn alone(drawing: &Drawing, color: Color) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" {} {LINES}>\n{}\n</svg>\n",
            Colors::of(color).attributes(),
            drawing.shapes()
        )
    }

    struct Letters;
    impl VisitTurnBased for Letters {
        type Out = &'static str;
        fn turn_based<V: movegen::Variant>(self, _: V) -> &'static str {
            V::LETTERS
        }
    }

    #[test]
    fn every_piece_type_has_its_own_drawing() {
        for name in NAMES {
            let letters = if name == APOCALYPSE { "pn" } else { with_turn_based(name, Letters).unwrap() };
            let drawn: Vec<_> = letters
                .chars()
                .filter_map(|letter| named(Drawing::name_of(letter)))
                .map(|drawing| drawing.svg)
                .collect();
            assert_eq!(drawn.len(), letters.len(), "{name}");
            assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), letters.len(), "{name}");
        }
        assert_eq!(named(Drawing::name_of('x')), None);
        assert_eq!(named("king"), Some(&ALL[0]));
    }

    #[test]
    fn every_file_is_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pieces");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let listed = ALL.iter().map(|drawing| format!("{}.svg", drawing.name));
        assert_eq!(files.collect::<HashSet<_>>(), listed.collect());
    }

    #[test]
    fn drawings_are_small_well_formed_and_self_contained() {
        for drawing in ALL {
            let name = drawing.name;
            assert!(drawing.svg.len() < 2048, "{name}");
            let tree = roxmltree::Document::parse(drawing.svg).unwrap();
            assert_eq!(tree.root_element().attribute("viewBox"), Some("0 0 100 100"), "{name}");
            assert!(tree.root_element().children().filter(roxmltree::Node::is_element).count() > 0, "{name}");
            for node in tree.descendants() {
                assert!(!["image", "script", "style", "foreignObject"].contains(&node.tag_name().name()), "{name}");
                assert!(node.attributes().all(|a| a.name() != "href"), "{name}");
            }
        }
    }

    #[test]
    fn pieces_take_the_colors_of_their_side() {
        let marks = ["crown", "check", "gamble", "price"];
        for drawing in ALL.iter().filter(|drawing| !marks.contains(&drawing.name)) {
            assert!(!drawing.shapes().contains('#'), "{}", drawing.name);
            assert_ne!(alone(drawing, Color::White), alone(drawing, Color::Black));
            for color in Color::BOTH {
                assert!(roxmltree::Document::parse(&alone(drawing, color)).is_ok(), "{}", drawing.name);
            }
            assert_eq!(
                alone(drawing, Color::White).replace('\n', ""),
                drawing.svg.replace('\n', ""),
                "as the file has it"
            );
        }
    }
}
