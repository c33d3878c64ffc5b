//! The colours that XBoard gives to squares when a piece is taken up with the mouse: yellow is a target, blue one where the
//! engine dictates what the piece becomes, magenta one where the user chooses it, green one that makes other pieces royal, cyan a square to be clicked
//! on the way, red a gamble; small letters only mark.

/// A target.
pub(crate) const TARGET: char = 'Y';
/// A target that dictates what the piece becomes.
pub(crate) const DICTATED: char = 'B';
/// A target where the user chooses what the piece becomes.
pub(crate) const OFFERED: char = 'M';
/// A target that counts only if the opponent does what it needs.
pub(crate) const GAMBLE: char = 'R';
/// A square on the way to a target: a further piece to be paid or captured.
pub(crate) const ON_THE_WAY: char = 'C';
/// A mark for royal pieces, and no target.
pub(crate) const ROYAL: char = 'r';
/// A target whose capture makes other pieces royal.
pub(crate) const ROYALS_CHANGE: char = 'G';
