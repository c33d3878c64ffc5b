//! The command lines of the programs. They stand here, and not with the programs, for the sake of manual pages and completions.

#[cfg(feature = "native")]
pub mod board;
#[cfg(feature = "command")]
pub mod diagram;
