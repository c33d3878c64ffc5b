//! Learning from games: self-play in this process ([`selfplay`]), the lines that its games are written to ([`entry`]), summaries of
//! games ([`summary`]), games from won [`endings`], [`problems`], the trainer of networks (`training`), measurements of games ([`laboratory`]) and of mates ([`mating`]), and
//! the measurements and training of Apocalypse (`apocalypse`). The subcommands are in [`tools`].

mod apocalypse;
pub mod endings;
pub mod entry;
mod in_order;
pub mod laboratory;
pub mod ladder;
pub mod mating;
pub mod problems;
pub mod selfplay;
pub mod sources;
pub mod summary;
pub mod tools;
mod training;

use std::fmt::Display;
use std::path::Path;

use arena::arguments::quoted;

pub use selfplay::{Match, SelfPlayer};
pub use summary::Summary;

/// Returns a function that puts the name of a file before an error.
fn about<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", quoted(path))
}
