//! The game in progress: the session, and the state that is valid until the next move.

use ::games::registry::NAMES;

use super::games;
use super::session::Session;

/// The game in progress.
pub(super) struct PlayedGame {
    pub(super) session: Box<dyn Session>,
    /// `true` if moves are in coordinates from the next game on.
    pub(super) in_coordinates: bool,
    /// `true` if they are in this game.
    is_plain: bool,
    /// `true` if the definition for saving this game has been sent.
    pub(super) is_defined_for_saving: bool,
    /// `true` if the result has been claimed.
    pub(super) is_over: bool,
    /// The expected reply of the opponent.
    pub(super) reply: Option<String>,
    /// `true` if the engine's side was worse after the last search for a move.
    pub(super) is_worse: bool,
    /// Moves that are excluded from the analysis.
    pub(super) excluded: Vec<String>,
    /// The state beyond the board that was last sent.
    pub(super) shown_state: Option<String>,
    /// The same in the client's title.
    pub(super) shown_title: Option<String>,
    /// `true` if a remark was sent for the piece that was last picked up.
    pub(super) is_remarked: bool,
}

impl PlayedGame {
    /// The first game of the list at its start position.
    pub(super) fn new() -> Self {
        let session = games::open(NAMES[0], false).expect("the list's first game can be opened");
        Self {
            session,
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

    /// Opens the game of this name at its start position.
    pub(super) fn open(&mut self, name: &str, against_program: bool) {
        let is_plain = self.in_coordinates;
        let is_another = name != self.session.name() || is_plain != self.is_plain;
        if let Some(session) = is_another.then(|| games::open(name, is_plain)).flatten() {
            self.session = session;
            self.is_plain = is_plain;
        }
        self.is_defined_for_saving = false;
        // The start position is always valid.
        let _ = self.session.set_up(None);
        self.session.set_opponent(against_program);
    }

    /// Resets the state after a position was set up.
    pub(super) fn begin_anew(&mut self) {
        self.went_back();
        self.is_worse = false;
        self.shown_state = None;
    }

    /// Resets the state that depends on undone moves.
    pub(super) fn went_back(&mut self) {
        self.is_over = false;
        self.reply = None;
        self.excluded.clear();
    }

    /// The state beyond the board, if it has changed since it was last sent.
    pub(super) fn new_state(&mut self) -> Option<String> {
        let state = self.session.state();
        if state == self.shown_state {
            return None;
        }
        self.shown_state = state;
        self.shown_state.clone()
    }

    /// The state for the client's title, if it has changed. Programs have no title.
    pub(super) fn new_title(&mut self, against_program: bool) -> Option<Option<&str>> {
        let title = if against_program { None } else { self.session.brief_state() };
        if title == self.shown_title {
            return None;
        }
        self.shown_title = title;
        Some(self.shown_title.as_deref())
    }
}
