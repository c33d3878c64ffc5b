//! Fits the weights of the hand-made evaluation to games: [`variables`] says what is fitted, [`traces`] are positions as
//! counts of it, [`adam`] is the fit. And tells what pieces are worth by results alone: [`regression`]. Knows no files.

pub mod adam;
pub mod regression;
pub mod traces;
pub mod variables;

pub use adam::{Fit, FitPlan, Progress, State, best_scale};
pub use traces::Traces;
pub use variables::{Sharing, Variables};
