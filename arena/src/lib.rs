//! The arena: matches between any engines in any game of this project, refereed by its rules.
//!
//! * [`command`] reads the command line into a [`config::Config`], which says everything about a match;
//! * [`schedule`] says who plays whom, [`openings`] from which positions;
//! * [`players`] are what sits at the board: processes that speak UCI or the XBoard protocol, or this project's engine in
//!   this process;
//! * [`games`] plays one game, tells how it ended, and writes it down; [`clock`] and [`rules`] are what it asks;
//! * [`tally`] counts, [`statistics`] says how sure the counts are, [`report`] tells what comes of it;
//! * [`mod@matches`] does all of it, several games side by side; [`resume`] goes on with a match that was stopped;
//! * [`check`] tests one engine alone, [`spsa`] tunes numbers of the search by matches, [`tools`] are other programs,
//!   and [`arguments`], [`progress`] and [`stop`] are what all of them read, show and heed.
//!
//! Self-play (in the crate `tuning`) goes through the same [`games`], [`openings`] and [`statistics`].
//!
//! ```
//! use arena::{Results, Sprt};
//! let results = Results::of_pairs([34, 54, 63, 64, 75]);
//! assert_eq!(results.elo().to_string(), "+55.58 +/- 27.65");
//! assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().accepted(&results), None);
//! ```
//!
//! Nothing here knows a rule of a game: whatever differs between games is asked of [`rules::Refereed`].

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod arguments;
mod calendar;
pub mod check;
pub mod clock;
pub mod command;
pub mod config;
pub mod games;
pub mod matches;
pub mod openings;
pub mod players;
pub mod progress;
pub mod report;
pub mod resume;
pub mod rules;
pub mod schedule;
pub mod spsa;
pub mod statistics;
pub mod stop;
pub mod tally;
pub mod tools;

pub use games::ending::Ending;
pub use games::played::Played;
pub use players::Judge;
pub use statistics::results::{Estimate, Results};
pub use statistics::sprt::{Hypothesis, Model, Sprt};
