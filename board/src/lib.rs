//! The board: every game to play in the browser, with the engine behind it, and what a board shows: own drawings of all
//! pieces, and diagrams of positions of every game, as SVG.
//!
//! The page draws and asks; it knows no rules. What it asks is answered by one [`session`], which knows nothing of how
//! requests travel, where games are kept, or on which thread the engine thinks.
//!
//! [`pieces`] holds the drawings, [`diagram`] puts them on a board. The rules are asked for everything that a picture
//! says: which pieces are royal, which are in check, where a piece may go.
//!
//! ```
//! use board::diagram::Diagram;
//! let mut diagram = Diagram::new("empire", "startpos")?;
//! diagram.last_move("e1e2")?;
//! let svg = diagram.to_string();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! # Ok::<(), board::diagram::DiagramError>(())
//! ```

/// The examples of the README, tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(any(feature = "command", feature = "native"))]
pub mod command;
pub mod comment;
pub mod diagram;
pub mod learn;
pub mod messages;
pub mod pgn;
pub mod pieces;
pub mod rules;
#[cfg(feature = "native")]
pub mod server;
pub mod session;
pub mod square;
pub mod store;
pub mod think;

pub use square::Square;
