//! Tools for measuring strength: what a match says ([`results`]), when it may stop ([`sprt`]), and what it begins with
//! ([`openings`]). Plays no games itself.
//!
//! ```
//! use tuning::{Results, Sprt};
//! let results = Results::of_pairs([34, 54, 63, 64, 75]);
//! assert_eq!(results.elo().to_string(), "+55.58 +/- 27.65");
//! assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().verdict(&results), None);
//! ```

pub mod openings;
pub mod results;
pub mod sprt;

pub use results::{Estimate, Results};
pub use sprt::{Model, Sprt, Verdict};
