//! The drawings of all pieces and of the marks that are put on them.
//!
//! A piece is drawn once for both colours: its shapes take `fill`, `stroke` and `color` (the inner lines) from what
//! surrounds them, and a [`Dress`] gives the three. The files in `pieces/` wear White's dress when opened alone. Empire's
//! pieces stand on a stepped pedestal, or on wheels, and recall the piece they capture like: the tower is a rook on wheels,
//! the cardinal wears the bishop's cross, the eagle turns its head like the knight, the duke has a coronet for a crown.

use movegen::Color;

/// A drawing of 100 by 100 units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// Its name, and that of its file: `knight`, `crown`.
    pub name: &'static str,
    /// The whole file.
    pub svg: &'static str,
}

/// Makes of each line `NAME = "file"` a constant that holds `pieces/file.svg`, and of all lines the list.
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
    /// Worn by every royal where others than kings can be royal: upper right corner.
    CROWN = "crown";
    /// Behind a royal in check: the whole square.
    CHECK = "check";
    /// A choice of Apocalypse that only the opponent's can make playable: upper right corner.
    GAMBLE = "gamble";
    /// A piece that can be paid for: lower right corner.
    PRICE = "price";
}

impl Drawing {
    /// The drawing of the piece with this FEN letter, of either case. The letters mean the same in all games.
    pub const fn of_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'k' => KING,
            'q' => QUEEN,
            'r' => ROOK,
            'b' => BISHOP,
            'n' => KNIGHT,
            'p' => PAWN,
            't' => TOWER,
            'e' => EAGLE,
            'c' => CARDINAL,
            'd' => DUKE,
            's' => SOLDIER,
            _ => return None,
        })
    }

    /// What the root element of the file holds: the shapes alone.
    pub fn shapes(&self) -> &'static str {
        let inside = self.svg.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>"));
        inside.map_or("", |(shapes, _)| shapes.trim())
    }

    /// The piece as an SVG file of its own, in the dress of a colour.
    pub fn alone(&self, color: Color) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" {} {LINES}>\n{}\n</svg>\n",
            Dress::of(color).attributes(),
            self.shapes()
        )
    }
}

/// The attributes that every piece's lines share.
pub const LINES: &str = "stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";

/// The colours that a piece wears, as CSS writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dress {
    /// The body.
    pub body: &'static str,
    /// The outline.
    pub outline: &'static str,
    /// The inner lines.
    pub lines: &'static str,
}

impl Dress {
    /// The dress of a colour. Body and inner lines contrast strongly, and each body with squares of medium brightness,
    /// so that no hue needs to be told from another.
    pub const fn of(color: Color) -> Self {
        match color {
            Color::White => Self { body: "#fffdf6", outline: "#26221e", lines: "#26221e" },
            Color::Black => Self { body: "#3a3530", outline: "#12100e", lines: "#f4ecdc" },
        }
    }

    /// The same as attributes of an SVG element.
    pub fn attributes(&self) -> String {
        format!("fill=\"{}\" stroke=\"{}\" color=\"{}\"", self.body, self.outline, self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn every_piece_of_every_game_has_a_drawing_of_its_own() {
        for name in NAMES {
            let letters = if name == APOCALYPSE { "pn" } else { with_turn_based(name, Letters).unwrap() };
            let drawn: Vec<_> = letters.chars().filter_map(Drawing::of_letter).map(|drawing| drawing.svg).collect();
            assert_eq!(drawn.len(), letters.len(), "{name}");
            assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), letters.len(), "{name}");
        }
        assert_eq!(Drawing::of_letter('x'), None);
        assert_eq!(Drawing::of_letter('K'), Some(KING));
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pieces");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let listed = ALL.iter().map(|drawing| format!("{}.svg", drawing.name));
        assert_eq!(files.collect::<HashSet<_>>(), listed.collect());
    }

    #[test]
    fn every_drawing_is_small_well_formed_and_refers_to_nothing_outside() {
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
    fn a_piece_takes_its_colours_from_its_dress() {
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
