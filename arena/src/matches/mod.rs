//! Matches: [`runner`] plays one from its first game to its report, several games side by side, with the openings of
//! [`suite`]; [`journal`] keeps what has been played, so that a match that was killed goes on.

mod contest;
pub mod journal;
mod output;
pub mod runner;
mod standing;
pub mod suite;
mod telling;

pub use contest::End;
