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
//! Nothing here knows a rule of a game: whatever differs between games is asked of [`rules::Refereed`].

pub mod adjudicate;
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
pub mod lines;
pub mod log;
pub mod player;
pub mod process;
pub mod referee;
pub mod report;
pub mod rules;
pub mod runner;
pub mod schedule;
pub mod suite;
pub mod tally;
pub mod uci;
pub mod written;
pub mod xboard;
