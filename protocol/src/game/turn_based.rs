//! The games in which the sides move in turn, searched by alpha-beta.

use engine::{Answer, Bound, Control, Engine, Limits, Line, Report, Settings};
use eval::score;
use movegen::{Move, Position, Record, Variant};

use super::book;
use super::engine::{AnyMove, GameEngine, SearchRequest, SearchedGame};

impl<V: Variant> SearchedGame for Position<V> {
    type Engine = Engine<V>;

    fn to_any(m: Move) -> AnyMove {
        AnyMove::TurnBased(m)
    }

    fn from_any(m: AnyMove) -> Option<Move> {
        if let AnyMove::TurnBased(m) = m { Some(m) } else { None }
    }
}

impl<V: Variant> GameEngine<Position<V>> for Engine<V> {
    type Report = Report;
    type Answer = Answer;

    fn new(settings: Settings) -> Self {
        let mut engine = Self::new(settings);
        engine.set_book(book::of_game());
        engine
    }

    fn set(&mut self, settings: Settings) {
        Self::set(self, settings);
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }

    fn search(
        &mut self,
        record: &Record<Position<V>>,
        request: &SearchRequest<Move>,
        control: &Control,
        tell: &mut dyn FnMut(&Report),
    ) -> Answer {
        let limits = Limits { search_moves: request.among.clone(), ..request.limits.clone() };
        self.go(record, &limits, control, tell)
    }
}

/// The moves of a line as text, as far as they can be played one after the other.
pub(crate) fn line<V: Variant>(root: &Position<V>, moves: impl Iterator<Item = Move>) -> Vec<String> {
    let mut pos = *root;
    let mut texts = Vec::new();
    for m in moves {
        if !pos.is_legal(m, &pos.constraints()) {
            log::error!("{} in a line that began at {root:?} cannot be played", pos.write_move(m));
            break;
        }
        texts.push(pos.write_move(m));
        pos.play(m, &mut ());
    }
    texts
}

/// Whether a line says of a win or a loss no more than the one told before it: a deeper search cannot change it.
pub(crate) fn repeats_mate(before: Option<&Line>, line: &Line) -> bool {
    let is_mate = line.bound == Bound::Exact && score::is_decisive(line.score);
    is_mate
        && before
            .is_some_and(|before| (before.bound, before.score, &before.moves) == (line.bound, line.score, &line.moves))
}
