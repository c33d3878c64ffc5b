//! The arena: matches between any engines in any game of this project, refereed by its rules.
//!
//! * [`command`] reads the command line into a [`config::Config`], which says everything about a match;
//! * [`schedule`] says who plays whom, [`suite`] from which positions;
//! * [`player`] is what sits at the board: a process that speaks UCI ([`uci`]) or the XBoard protocol ([`xboard`]), or
//!   this project's engine in this process ([`builtin`]);
//! * [`referee`] plays one game, with [`clock`] and [`adjudicate`], and tells the [`fault`]s of engines apart;
//! * [`tally`] counts, [`report`] tells what comes of it, [`written`] writes the games down;
//! * [`journal`] keeps what has been played, so that a match that was killed goes on;
//! * [`runner`] does all of it, several games side by side; [`check`] tests one engine alone.
//!
//! Besides there is what matches are made of and what they say, for other tools too: [`openings`] and [`book`] to begin with,
//! [`results`] and [`sprt`], games as text ([`pgn`]), and [`spsa`], which tunes numbers of the search by matches.
//!
//! ```
//! use arena::{Results, Sprt};
//! let results = Results::of_pairs([34, 54, 63, 64, 75]);
//! assert_eq!(results.elo().to_string(), "+55.58 +/- 27.65");
//! assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().verdict(&results), None);
//! ```
//!
//! Nothing here knows a rule of a game: whatever differs between games is asked of [`rules::Refereed`].

pub mod adjudicate;
pub mod arguments;
pub mod book;
pub mod builtin;
pub mod check;
pub mod clock;
pub mod command;
pub mod config;
mod cutechess;
mod draft;
pub mod fault;
mod files;
pub mod finished;
pub mod journal;
pub mod judge;
pub mod lines;
pub mod log;
pub mod openings;
pub mod pgn;
pub mod played;
pub mod player;
pub mod process;
pub mod referee;
pub mod report;
pub mod results;
pub mod rules;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod spsa;
pub mod suite;
pub mod tally;
pub mod tools;
pub mod uci;
pub mod written;
pub mod xboard;

pub use judge::Judge;
pub use played::{Ending, Played};
pub use results::{Estimate, Results};
pub use sprt::{Model, Sprt, Verdict};
