//! Training of networks: [`data`] holds positions of games, selected by [`quiet`]; [`near`] searches further positions,
//! [`positions`] stores them in files; [`model`] is the network in floating point, [`train`] the optimizer.

pub mod data;
pub mod model;
pub mod near;
pub mod positions;
pub mod quiet;
mod train;

pub use data::Samples;
pub use model::Model;
pub use near::{Again, Near};
pub use train::{Progress, TrainingPlan, train};
