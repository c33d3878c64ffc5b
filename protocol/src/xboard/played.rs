//! The game in progress: the session, and the state that is valid until the next move.

use games::registry::NAMES;

use super::session::{self, Session};

pub(super) struct PlayedGame {
    pub(super) session: Box<dyn Session>,
    /// `true` if moves are in coordinates from the next game on.
    pub(super) in_coordinates: bool,
    /// `true` if they are in this game.
    is_plain: bool,
    /// `true` if the definition for saving this game has been sent.
    pub(super) is_defined_for_saving: bool,
    pub(super) is_over: bool,
    pub(super) reply: Option<String>,
    /// `true` if the engine's side was worse after the last search for a move.
    pub(super) is_worse: bool,
    pub(super) excluded: Vec<String>,
    /// The state beyond the board that was last sent, and in the client's title.
    pub(super) shown_state: Option<String>,
    pub(super) shown_title: Option<String>,
    /// `true` if a remark was sent for the piece that was last picked up.
    pub(super) is_remarked: bool,
}

/// The first game of the list at its start position.
impl Default for PlayedGame {
    fn default() -> Self {
        Self {
            session: session::open(NAMES[0], false).expect("the list's first game can be opened"),
            in_coordinates: false,
            is_plain: false,
            is_defined_for_saving: false,
            is_over: false,
            reply: None,
            is_worse: false,
            excluded: Vec::new(),
            shown_state: None,
            shown_title: None,
            is_remarked: false,
        }
    }
}

impl PlayedGame {
    pub(super) fn open(&mut self, name: &str, against_program: bool) {
        let is_plain = self.in_coordinates;
        let is_another = name != self.session.game().name() || is_plain != self.is_plain;
        if let Some(session) = is_another.then(|| session::open(name, is_plain)).flatten() {
            (self.session, self.is_plain) = (session, is_plain);
        }
        self.is_defined_for_saving = false;
        // The start position is always valid.
        let _ = self.session.set_up(None);
        self.session.set_opponent(against_program);
    }

    /// Resets the state that depends on undone moves.
    pub(super) fn went_back(&mut self) {
        self.is_over = false;
        self.reply = None;
        self.excluded.clear();
    }
}
