//! The game in progress: what stands at XBoard's board, and what is true of it until the next move.

use engine::Settings;
use movegen::variants::NAMES;

use super::games;
use super::search::Task;
use super::session::Session;
use crate::game::{AnyMove, NamedMove};

/// The game in progress.
pub(super) struct PlayedGame {
    pub(super) session: Box<dyn Session>,
    /// Whether moves go both ways in plain coordinates, from the next game on.
    pub(super) in_coordinates: bool,
    /// Whether they do in this one.
    is_plain: bool,
    /// Whether XBoard has been told what it needs for saving this game.
    pub(super) is_defined_for_saving: bool,
    /// It is over, and said to be.
    pub(super) is_over: bool,
    /// The reply expected of the opponent.
    pub(super) reply: Option<NamedMove>,
    /// The value of the last move that was searched for, in centipawns.
    pub(super) score: i32,
    /// Moves that are not to be analysed.
    pub(super) excluded: Vec<AnyMove>,
    /// What has been told of what holds beyond the board.
    pub(super) told_state: Option<String>,
    /// What the client's title says of it.
    pub(super) told_title: Option<String>,
    /// Whether the last piece taken up was worth a remark.
    pub(super) is_remarked: bool,
}

impl PlayedGame {
    /// The first game of the list at its start.
    pub(super) fn new(settings: Settings) -> Self {
        let session = games::open(NAMES[0], settings, false).expect("the list's first game can be opened");
        Self {
            session,
            in_coordinates: false,
            is_plain: false,
            is_defined_for_saving: false,
            is_over: false,
            reply: None,
            score: 0,
            excluded: Vec::new(),
            told_state: None,
            told_title: None,
            is_remarked: false,
        }
    }

    /// Opens the game of this name at its start; the task makes the engine forget the game before.
    pub(super) fn open(&mut self, name: &str, settings: Settings, against_program: bool) -> Task {
        let is_plain = self.in_coordinates;
        let is_another = name != self.session.name() || is_plain != self.is_plain;
        if let Some(session) = is_another.then(|| games::open(name, settings, is_plain)).flatten() {
            self.session = session;
            self.is_plain = is_plain;
        }
        self.is_defined_for_saving = false;
        let task = self.session.new_game();
        // The start of a game can always be set up.
        let _ = self.session.set_up(None);
        self.session.set_opponent(against_program);
        task
    }

    /// Forgets what was true before a position that no move has led to.
    pub(super) fn begin_anew(&mut self) {
        self.went_back();
        self.score = 0;
        self.told_state = None;
    }

    /// Forgets what was true of the moves taken back.
    pub(super) fn went_back(&mut self) {
        self.is_over = false;
        self.reply = None;
        self.excluded.clear();
    }

    /// What holds beyond the board, if it is not what has been told last.
    pub(super) fn new_state(&mut self) -> Option<String> {
        let state = self.session.state();
        if state == self.told_state {
            return None;
        }
        self.told_state = state;
        self.told_state.clone()
    }

    /// What the title is to say, if it says something else now. Programs have no titles to read.
    pub(super) fn new_title(&mut self, against_program: bool) -> Option<Option<&str>> {
        let title = if against_program { None } else { self.session.brief_state() };
        if title == self.told_title {
            return None;
        }
        self.told_title = title;
        Some(self.told_title.as_deref())
    }
}
