//! Experiments: the engine plays games against itself, from which figures are computed. An [`experiment`] describes how games are
//! played, [`mod@play`] plays one of them, [`game`] has its bytes; [`summarise`] computes the [`figures`] of many; [`design`] measures a
//! game of a file.
//!
//! There are no threads, unless the feature `parallel` is on, and no I/O. The crate `tuning` keeps archives and writes reports.
//!
//! ```
//! use games::Definitions;
//! use upheaval_laboratory::design::Design;
//!
//! let read = Definitions::read("text", "[sixth:chess]\nflagPiece = p\nflagRegionWhite = *6\nflagRegionBlack = *3\n");
//! let design = Design::new(read.games[0], 10, 1);
//! let mut players = design.players();
//! let games: Vec<_> = (0..4).map(|number| design.play(&mut players, number)).collect();
//! assert_eq!(design.measure(&games)?.figures.games, 4);
//! # Ok::<(), String>(())
//! ```

pub mod design;
pub mod experiment;
pub mod figures;
pub mod game;
pub mod interval;
pub mod logistic;
mod parallel;
pub mod play;
pub mod players;
pub mod regression;
pub mod sheet;
pub mod starts;
pub mod summarise;
pub mod watch;
