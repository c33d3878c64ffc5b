//! The rules of every game as pages for players, in Markdown. A page names its drawn boards as `../pictures/rules/NAME.svg`;
//! with the feature `pictures` they are here too.
//!
//! ```
//! assert!(rulebook::EMPIRE.starts_with("# Empire Chess"));
//! ```

/// The examples of the README, tested like all others.
#[cfg(doctest)]
#[doc = include_str!("crate.md")]
struct Readme;

/// Orthodox chess.
pub const CHESS: &str = include_str!("chess.md");
/// Empire Chess.
pub const EMPIRE: &str = include_str!("empire.md");
/// Insurrection.
pub const INSURRECTION: &str = include_str!("insurrection.md");
/// Anarchism.
pub const ANARCHISM: &str = include_str!("anarchism.md");
/// Subversion.
pub const SUBVERSION: &str = include_str!("subversion.md");
/// Apocalypse.
pub const APOCALYPSE: &str = include_str!("apocalypse.md");

/// The drawn boards, by the names of their files.
#[cfg(feature = "pictures")]
#[derive(rust_embed::Embed)]
#[folder = "pictures/rules"]
#[include = "*.svg"]
pub struct Pictures;
