//! Matches between engines in every game of this project, refereed by its rules.
//!
//! * [`program`] is the program `arena`; [`command`] parses the options of a match into a [`config::Config`];
//! * [`schedule`] pairs the engines, [`openings`] has the start positions;
//! * [`players`] are processes that speak UCI or the XBoard protocol, or this project's engine in this process;
//! * [`games`] plays one game and writes its PGN, with [`clock`] and [`disputes`];
//! * [`tally`] counts results, [`statistics`] evaluates them, [`report`] prints them;
//! * [`mod@matches`] plays a match, several games in parallel, and keeps its state;
//! * [`check`] tests one engine, [`spsa`] tunes parameters of the search, [`tools`] has the other subcommands.
//!
//! Self-play (crate `tuning`) uses the same [`games`], [`openings`] and [`statistics`].
//!
//! ```
//! use upheaval_arena::{Results, Sprt};
//! let results = Results::of_pairs([34, 54, 63, 64, 75]);
//! assert_eq!(results.elo().to_string(), "+55.58 +/- 27.65");
//! assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().accepted(&results), None);
//! ```
//!
//! Nothing here depends on the rules of one game: differences between games are methods of [`::games::PlayedGame`].

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod arguments;
mod calendar;
pub mod check;
pub mod clock;
pub mod command;
pub mod config;
pub mod disputes;
pub mod games;
pub mod matches;
pub mod openings;
pub mod players;
pub mod program;
pub mod progress;
pub mod report;
pub mod schedule;
pub mod spsa;
pub mod statistics;
pub mod stop;
pub mod tally;
pub mod tools;

pub use self::games::ending::Ending;
pub use self::games::played::Played;
pub use statistics::results::{Estimate, Results};
pub use statistics::sprt::{Hypothesis, Model, Sprt};
