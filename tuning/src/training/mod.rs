//! Training of networks from games that the engine has played against itself: [`data`] reads them, [`quiet`] says which
//! positions teach something, [`near`] finds others that no game shows, [`positions`] keeps them in files, [`model`] is the network in real numbers, [`train`]
//! fits it and makes it whole numbers.

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
