//! What the engine does with the positions it is shown, and under which conditions.

use movegen::Color;

use super::time_control::TimeControl;

/// What the engine does with the positions it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// It follows the moves.
    Force,
    /// It plays one side.
    Play(Color),
    /// It analyses each position.
    Analyse,
}

/// The engine's part in the game.
pub(super) struct Role {
    pub(super) mode: Mode,
    pub(super) time: TimeControl,
    /// Whether it thinks on the opponent's time.
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
