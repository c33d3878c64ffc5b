//! Endgame tables of Apocalypse: the game values of all positions with few pieces.
//!
//! A value is that of the game in which endless play is drawn, less a small part for each turn that a win takes, so that
//! who follows the values gets on; how exact they are stands in `docs/apocalypse-tables.md`. [`Tables`] are what a
//! search looks into and do not change while it runs. A [`Library`] has the newest: the smallest classes it computes
//! itself, in the background, larger ones it reads from files.
//!
//! ```
//! use upheaval_apocalypse::Position;
//! use upheaval_apocalypse::tables::{Class, EFFORT, Tables};
//! let class: Class = "1p0nv1p0n".parse()?;
//! let mut tables = Tables::default();
//! for class in class.closure() {
//!     tables.add(tables.compute(class, EFFORT).0);
//! }
//! // Each side has a pawn on its own first rank: neither is ahead.
//! let pos: Position = "p4/5/5/5/P4 00".parse().expect("a position");
//! assert_eq!(tables.probe(&pos), Some(0.0));
//! # Ok::<(), upheaval_apocalypse::tables::ClassError>(())
//! ```

mod checkpoint;
mod class;
mod game;
mod iterate;
mod library;
mod policy;
mod set;
mod slice;
mod supports;
mod table;

pub use checkpoint::Checkpoint;
pub use class::{Class, ClassError, Side};
pub use iterate::{EFFORT, Effort, Monitor, Progress, Work};
pub use library::{EXTENSION, Library, LoadError, SMALL, read_file};
pub use set::Tables;
pub use table::{Difference, Table, TableError};

#[cfg(test)]
mod tests;
