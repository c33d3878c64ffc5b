//! The role of the engine in the game.

use movegen::Color;

use super::time_control::TimeControl;

/// The mode of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// It plays neither side.
    Force,
    /// It plays one side.
    Play(Color),
    /// It analyses each position.
    Analyse,
}

/// The role of the engine in the game.
pub(super) struct Role {
    pub(super) mode: Mode,
    pub(super) time: TimeControl,
    /// `true` if it ponders on the opponent's time.
    pub(super) ponders: bool,
    pub(super) against_program: bool,
    pub(super) is_paused: bool,
}

/// The engine plays Black.
impl Default for Role {
    fn default() -> Self {
        Self {
            mode: Mode::Play(Color::Black),
            time: TimeControl::default(),
            ponders: false,
            against_program: false,
            is_paused: false,
        }
    }
}
