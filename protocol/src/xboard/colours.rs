//! The colours of squares after a piece was picked up with the mouse: yellow is a target, blue a target where the engine
//! dictates what the piece becomes, magenta a target where the user chooses it, green a target that makes other pieces royal,
//! cyan a square to click on the way, red a gamble. Lower-case letters only mark.

/// A target.
pub(crate) const TARGET: char = 'Y';
/// A target where the engine dictates what the piece becomes.
pub(crate) const DICTATED: char = 'B';
/// A target where the user chooses what the piece becomes.
pub(crate) const OFFERED: char = 'M';
/// A target that depends on the opponent's choice.
pub(crate) const GAMBLE: char = 'R';
/// A square on the way to a target: a further piece to pay or capture.
pub(crate) const ON_THE_WAY: char = 'C';
/// A mark of royal pieces; not a target.
pub(crate) const ROYAL: char = 'r';
/// A target whose capture makes other pieces royal.
pub(crate) const ROYALS_CHANGE: char = 'G';
