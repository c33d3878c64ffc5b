//! What a board shows: own drawings of all pieces, and diagrams of positions of every game, as SVG.
//!
//! [`pieces`] holds the drawings, [`diagram`] puts them on a board. The rules are asked for everything that a picture
//! says: which men are royal, which are in check, where a man may go. This crate reads no files and opens no
//! connections.
//!
//! ```
//! use board::diagram::Diagram;
//! let mut diagram = Diagram::new("empire", "startpos")?;
//! diagram.last_move("e1e2")?;
//! let svg = diagram.to_string();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! # Ok::<(), board::diagram::DiagramError>(())
//! ```

pub mod diagram;
pub mod pieces;
pub mod square;

pub use square::Square;
