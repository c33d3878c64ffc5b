//! Matches: [`runner`] plays one, several games in parallel, with the openings of [`suite`]; [`journal`] keeps its
//! state for resuming.

mod contest;
pub mod journal;
mod reporting;
pub mod runner;
mod standing;
pub mod suite;

pub use contest::End;
