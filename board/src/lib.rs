//! The board: a page in the browser to play, analyse and learn every game, and diagrams of positions as SVG.
//!
//! The page knows no rules: it draws what the [`session`] sends and asks it about everything else. The session does not
//! depend on the transport, the store or the engine's threads.
//!
//! [`pieces`] holds the drawings, [`diagram`] puts them on a board.
//!
//! ```
//! use upheaval_board::diagram::Diagram;
//! let mut diagram = Diagram::new("empire", "startpos")?;
//! diagram.last_move("e1e2")?;
//! let svg = diagram.to_string();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! # Ok::<(), upheaval_board::diagram::DiagramError>(())
//! ```

/// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "native")]
pub mod command;
pub mod diagram;
#[cfg(feature = "native")]
pub mod hall;
mod learn;
mod link;
pub mod messages;
mod pgn;
pub mod pieces;
#[cfg(feature = "native")]
mod private;
mod rules;
#[cfg(feature = "native")]
pub mod server;
pub mod session;
pub mod store;
pub mod think;
