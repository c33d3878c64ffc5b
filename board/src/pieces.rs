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

/// Defines a constant with `pieces/file.svg` for each line `NAME = "file"`, and the list of them.
macro_rules! drawings {
    ($($(#[$doc:meta])* $constant:ident = $name:literal;)*) => {
        $($(#[$doc])* pub const $constant: Drawing =
            Drawing { name: $name, svg: include_str!(concat!("../pieces/", $name, ".svg")) };)*
        /// All drawings, pieces and marks.
        pub const ALL: &[Drawing] = &[$($constant),*];
    };
}

drawings! {
    /// King, and Empire's kaiser.
    KING = "king";
    /// Queen.
    QUEEN = "queen";
    /// Rook.
    ROOK = "rook";
    /// Bishop.
    BISHOP = "bishop";
    /// Knight.
    KNIGHT = "knight";
    /// Pawn.
    PAWN = "pawn";
    /// Siege tower of Empire.
    TOWER = "tower";
    /// Eagle of Empire.
    EAGLE = "eagle";
    /// Cardinal of Empire.
    CARDINAL = "cardinal";
    /// Duke of Empire.
    DUKE = "duke";
    /// Soldier of Empire.
    SOLDIER = "soldier";
    /// The crown of a royal in games with governments: upper right corner.
    CROWN = "crown";
    /// The glow behind a royal in check: the whole square.
    CHECK = "check";
    /// The die of a gamble in Apocalypse: upper right corner.
    GAMBLE = "gamble";
    /// The coin of a piece to pay: lower right corner.
    PRICE = "price";
}

impl Drawing {
    /// Returns the drawing with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|drawing| drawing.name == name)
    }

    /// Returns the shapes without the root element.
    pub fn shapes(&self) -> &'static str {
        let inside = self.svg.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>"));
        inside.map_or("", |(shapes, _)| shapes.trim())
    }

    /// Returns the piece as an SVG file in the colours of a side.
    pub fn alone(&self, color: Color) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" {} {LINES}>\n{}\n</svg>\n",
            Colors::of(color).attributes(),
            self.shapes()
        )
    }
}

/// The attributes of all pieces' lines.
pub const LINES: &str = "stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";

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
    use crate::rules::texts::drawing;
    use movegen::variants::{APOCALYPSE, NAMES, VisitTurnBased, with_turn_based};
    use std::collections::HashSet;

    struct Letters;
    impl VisitTurnBased for Letters {
        type Out = &'static str;
        fn turn_based<V: movegen::Variant>(self) -> &'static str {
            V::LETTERS
        }
    }

    #[test]
    fn every_piece_type_has_its_own_drawing() {
        for name in NAMES {
            let letters = if name == APOCALYPSE { "pn" } else { with_turn_based(name, Letters).unwrap() };
            let drawn: Vec<_> = letters
                .chars()
                .filter_map(|letter| Drawing::named(drawing(letter)))
                .map(|drawing| drawing.svg)
                .collect();
            assert_eq!(drawn.len(), letters.len(), "{name}");
            assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), letters.len(), "{name}");
        }
        assert_eq!(Drawing::named(drawing('x')), None);
        assert_eq!(Drawing::named("king"), Some(&KING));
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
        for drawing in [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, TOWER, EAGLE, CARDINAL, DUKE, SOLDIER] {
            assert!(!drawing.shapes().contains('#'), "{}", drawing.name);
            assert_ne!(drawing.alone(Color::White), drawing.alone(Color::Black));
            for color in Color::BOTH {
                assert!(roxmltree::Document::parse(&drawing.alone(color)).is_ok(), "{}", drawing.name);
            }
            assert_eq!(
                drawing.alone(Color::White).replace('\n', ""),
                drawing.svg.replace('\n', ""),
                "as the file has it"
            );
        }
    }
}
