//! A choice that waits for its time.

use std::time::Duration;

use movegen::Color;

use crate::think::Thought;

/// A choice that an engine has made before it is time.
pub(super) struct Held {
    pub(super) due: Duration,
    pub(super) run: u64,
    pub(super) side: Color,
    pub(super) thought: Thought,
}
