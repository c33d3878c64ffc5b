//! What is learnt from games: self-play in this process ([`selfplay`]), the lines that its games are written to ([`entry`]),
//! what they tell ([`summary`]), the trainer of networks ([`training`]) and the fit of hand-made weights ([`fitting`]); and for
//! Apocalypse, measurements and the fit of its own values ([`apocalypse`]). Talks to no other program: that is the arena's.

pub mod apocalypse;
pub mod entry;
pub mod fitting;
mod in_order;
pub mod laboratory;
pub mod ladder;
mod logistic;
pub mod mating;
pub mod selfplay;
pub mod sources;
pub mod summary;
pub mod tools;
pub mod training;

pub use selfplay::{Match, SelfPlayer};
pub use summary::Summary;
