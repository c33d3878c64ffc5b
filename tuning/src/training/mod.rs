//! Training of networks: [`data`] holds positions of games; [`near`] searches further positions, [`positions`] stores them in files;
//! [`model`] is the network in floating point, [`train`] the optimizer.

mod data;
mod model;
mod near;
pub(crate) mod positions;
mod train;

pub(crate) use data::{Samples, Valued};
pub(crate) use model::Model;
pub(crate) use near::{Again, Near, Search, Tree};
pub(crate) use train::{Progress, TrainingPlan, Weights, split, train};
