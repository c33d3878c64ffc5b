//! Errors in files of definitions.

use crate::error::printable;

/// An error in a file of definitions: the section that it concerns is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {}{why}", place(.section, .key))]
pub struct DefinitionError {
    /// The file as the caller calls it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The section, empty before the first one. Made printable.
    pub section: String,
    /// The key, empty if the error is not one of a key. Made printable.
    pub key: String,
    /// The reason.
    pub why: String,
}

fn place(section: &str, key: &str) -> String {
    match (section, key) {
        ("", "") => String::new(),
        (section, "") => format!("[{section}]: "),
        (section, key) => format!("[{section}] {key}: "),
    }
}

impl DefinitionError {
    pub(super) fn new(file: &str, line: usize, section: &str, key: &str, why: impl Into<String>) -> Self {
        let [file, section, key] = [file, section, key].map(printable);
        Self { file, line, section, key, why: why.into() }
    }
}
