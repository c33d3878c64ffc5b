#![doc = include_str!("../README.md")]

mod chunks;
mod class;
mod file;
mod generate;
mod probe;
pub mod syzygy;
mod table;
mod value;

pub use class::{Class, MAX_PIECES};
pub use file::{EXTENSION, FileError, read, read_folder, write};
pub use generate::{Summary, generate, summary, verify};
pub use probe::{Tables, common, inherited, load};
pub use table::Table;
pub use value::Value;
