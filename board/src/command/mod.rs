//! The command lines of the programs, in the library for manual pages and completions.

#[cfg(feature = "native")]
pub mod board;
#[cfg(feature = "command")]
pub mod diagram;
