//! Tools for measuring strength: games between engines in this process ([`selfplay`]), what they begin with
//! ([`openings`], [`book`]), what a match says ([`results`], [`summary`]), when it may stop ([`sprt`]), and the files
//! that games are written to ([`entry`], [`pgn`]); and the trainer of networks ([`training`]). Talks to no other program.
//!
//! ```
//! use tuning::{Results, Sprt};
//! let results = Results::of_pairs([34, 54, 63, 64, 75]);
//! assert_eq!(results.elo().to_string(), "+55.58 +/- 27.65");
//! assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().verdict(&results), None);
//! ```

pub mod apocalypse;
pub mod arena;
pub mod arguments;
pub mod book;
pub mod entry;
pub mod fitting;
pub mod openings;
pub mod pgn;
pub mod results;
pub mod selfplay;
pub mod sprt;
pub mod spsa;
pub mod summary;
pub mod tools;
pub mod training;

pub use results::{Estimate, Results};
pub use selfplay::{Ending, Judge, Match, Played, Player};
pub use sprt::{Model, Sprt, Verdict};
pub use summary::Summary;
