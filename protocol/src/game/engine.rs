//! What an engine of any kind of game does for a protocol, and the place where the thread that talks and the one that
//! searches share it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{Control, Limits, Settings};
use movegen::{Color, Game, Move};

/// A move of whatever game is played: for code that hands moves on without looking into them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnyMove {
    /// A move of a game in which the sides move in turn.
    TurnBased(Move),
    /// A choice in Apocalypse.
    Apocalypse(apocalypse::Choice),
}

/// A move with its text in the game's own notation, which only the position before it can write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamedMove {
    /// The move.
    pub(crate) m: AnyMove,
    /// Its text.
    pub(crate) text: String,
}

/// A game that an engine of ours can search.
pub(crate) trait SearchedGame: Game {
    /// Its engine.
    type Engine: GameEngine<Self>;
    /// The move without its type.
    fn to_any(m: Self::Move) -> AnyMove;
    /// The move of this kind of game; `None` if it belongs to another kind.
    fn from_any(m: AnyMove) -> Option<Self::Move>;
}

/// What is to be searched in the position that stands.
#[derive(Clone, Debug)]
pub(crate) struct SearchRequest<M> {
    /// The side for which a move is wanted.
    pub(crate) side: Color,
    /// The only moves to consider; all if there are none.
    pub(crate) among: Vec<M>,
    /// When the search ends.
    pub(crate) limits: Limits,
}

/// An engine for one game.
pub(crate) trait GameEngine<G: Game>: Send + 'static {
    /// What a running search tells.
    type Report;
    /// What it finds in the end.
    type Answer;
    /// An engine that has learnt nothing yet.
    fn new(settings: Settings) -> Self;
    /// Takes over new settings.
    fn set(&mut self, settings: Settings);
    /// Forgets what earlier searches have learnt.
    fn new_game(&mut self);
    /// Searches the present position of a game until a limit is reached or `control`, armed by the caller, says stop.
    fn search(
        &mut self,
        record: &movegen::Record<G>,
        request: &SearchRequest<G::Move>,
        control: &Control,
        tell: &mut dyn FnMut(&Self::Report),
    ) -> Self::Answer;
}

/// An engine that comes into being when it is needed, and its settings. Clones share one engine: a search holds it to
/// its end, so other threads hand their wishes to the thread that searches instead of calling here.
pub(crate) struct SharedEngine<G: SearchedGame>(Arc<Mutex<Slot<G>>>);

struct Slot<G: SearchedGame> {
    settings: Settings,
    engine: Option<G::Engine>,
}

impl<G: SearchedGame> Clone for SharedEngine<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G: SearchedGame> SharedEngine<G> {
    /// A place for an engine with these settings.
    pub(super) fn new(settings: Settings) -> Self {
        Self(Arc::new(Mutex::new(Slot { settings, engine: None })))
    }

    fn lock(&self) -> MutexGuard<'_, Slot<G>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the engine, which is made if there is none yet.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut G::Engine) -> T) -> T {
        let slot = &mut *self.lock();
        work(slot.engine.get_or_insert_with(|| G::Engine::new(slot.settings)))
    }
}

/// An engine of any kind of game in its place: what is asked of it besides searches.
pub(crate) trait AnyEngine: Send {
    /// Takes over new settings.
    fn set(&self, settings: Settings);
    /// Forgets what was learnt.
    fn new_game(&self);
    /// Makes the engine if there is none yet: that takes time which no clock should measure.
    fn make(&self);
    /// Has the engine made anew when it is next needed: what it is made of has changed.
    fn renew(&self);
}

impl<G: SearchedGame> AnyEngine for SharedEngine<G> {
    fn set(&self, settings: Settings) {
        let slot = &mut *self.lock();
        slot.settings = settings;
        if let Some(engine) = &mut slot.engine {
            engine.set(settings);
        }
    }

    fn new_game(&self) {
        if let Some(engine) = &mut self.lock().engine {
            engine.new_game();
        }
    }

    fn make(&self) {
        self.with(|_| {});
    }

    fn renew(&self) {
        self.lock().engine = None;
    }
}
