//! Endgame tables in the search: scores of positions, and the best moves of the root.

use std::sync::Arc;

use endgames::syzygy::{Ranks, Syzygy, Wdl};
use endgames::{Tables, Value};
use eval::Score;
use eval::score::{TABLE_WIN, loss_in, win_in};
use movegen::game::FIFTY_MOVES;
use movegen::{Game, Move, Position, Record, Variant, Verdict};

/// The endgame tables of a search.
pub(crate) struct SearchTables<V: Variant> {
    own: Arc<Tables<V>>,
    syzygy: Option<Arc<Syzygy>>,
    /// The largest number of pieces for which Syzygy tables are probed inside the tree.
    syzygy_pieces: u32,
    /// The 50-move rule is in force.
    fifty: bool,
}

impl<V: Variant> Default for SearchTables<V> {
    fn default() -> Self {
        Self::new(Arc::default(), None, 0, true)
    }
}

impl<V: Variant> SearchTables<V> {
    /// Creates the tables of a search, with Syzygy tables of at most this many pieces.
    pub(crate) fn new(own: Arc<Tables<V>>, syzygy: Option<Arc<Syzygy>>, pieces: u32, fifty: bool) -> Self {
        let syzygy_pieces = syzygy.as_ref().map_or(0, |syzygy| syzygy.largest().min(pieces));
        Self { own, syzygy, syzygy_pieces, fifty }
    }

    /// The largest number of pieces of a position that has a score.
    #[inline]
    pub(crate) fn largest(&self) -> u32 {
        self.own.largest().max(self.syzygy_pieces)
    }

    /// Returns the score of a position.
    #[cold]
    pub(crate) fn score(&self, pos: &Position<V>, ply: usize) -> Option<Score> {
        self.own_score(pos, ply).or_else(|| self.syzygy_score(pos, ply))
    }

    /// Returns the score of a position in the engine's own tables.
    fn own_score(&self, pos: &Position<V>, ply: usize) -> Option<Score> {
        if pos.occupied().count() > self.own.largest() {
            return None;
        }
        let (value, wdl) = self.own.value_and_wdl(pos)?;
        Self::score_of_value(pos, value, wdl, ply)
    }

    /// Returns the score of a value and the result with the 50-move rule. Where they differ the search decides, as it does in
    /// positions without a forced win where repetition loses.
    fn score_of_value(pos: &Position<V>, value: Value, wdl: Wdl, ply: usize) -> Option<Score> {
        let is_in_time = |plies| u16::from(pos.clock()) + plies <= u16::from(FIFTY_MOVES);
        match (value, wdl) {
            (Value::Draw, _) => (pos.game().repetition() == Verdict::Draw).then_some(0),
            (Value::Win(plies), Wdl::Win) if is_in_time(plies) => Some(win_in(ply + usize::from(plies))),
            (Value::Loss(plies), Wdl::Loss) if is_in_time(plies) => Some(loss_in(ply + usize::from(plies))),
            (_, Wdl::Win | Wdl::Loss) => Some(wdl.sign() * (TABLE_WIN - ply as Score)),
            _ => None,
        }
    }

    /// Returns the moves with the best result, of these the ones with the best distance, and their score; `None` if a move is in no
    /// table, if the 50-move rule makes a draw of the best result, or if a repetition may end the game.
    fn own_best_moves(&self, record: &Record<Position<V>>, moves: &[Move]) -> Option<(Vec<Move>, Score)> {
        let pos = record.position();
        if pos.occupied().count() > self.own.largest() || may_end_by_repetition(record) {
            return None;
        }
        let result = |m| {
            let (value, wdl) = self.own.value_and_wdl(&pos.after(m))?;
            Some((wdl.reversed(), value.of_move()))
        };
        let results = moves.iter().map(|&m| result(m)).collect::<Option<Vec<_>>>()?;
        let best = results.iter().copied().max_by_key(|&(wdl, value)| (wdl, value.rank()))?;
        let score = Self::score_of_value(pos, best.1, best.0, 0)?;
        Some((moves.iter().zip(results).filter(|&(_, result)| result == best).map(|(&m, _)| m).collect(), score))
    }

    /// Returns the score of a position in a Syzygy table. Its results are those of positions after a capture or a move of a pawn.
    fn syzygy_score(&self, pos: &Position<V>, ply: usize) -> Option<Score> {
        if !V::SYZYGY || pos.clock() != 0 || pos.occupied().count() > self.syzygy_pieces {
            return None;
        }
        Some(self.score_of(self.syzygy.as_ref()?.wdl(pos)?, ply))
    }

    fn score_of(&self, wdl: Wdl, ply: usize) -> Score {
        match wdl {
            Wdl::CursedWin | Wdl::BlessedLoss if self.fifty => 2 * wdl.sign(),
            _ => wdl.sign() * (TABLE_WIN - ply as Score),
        }
    }

    /// Returns the moves that the tables call best and their score, or all moves if there are no tables. If Syzygy tables have
    /// distances, they are not probed in the search, which looks for a mate.
    pub(crate) fn best_moves(&mut self, record: &Record<Position<V>>, moves: Vec<Move>) -> (Vec<Move>, Option<Score>) {
        if let Some((moves, score)) = self.own_best_moves(record, &moves) {
            return (moves, Some(score));
        }
        if !V::SYZYGY || record.position().occupied().count() > self.syzygy_pieces {
            return (moves, None);
        }
        let ranked = self.syzygy.as_ref().and_then(|syzygy| syzygy.ranks(record, &moves, self.fifty));
        let Some(Ranks { ranks, wdl, by_distance }) = ranked else { return (moves, None) };
        if by_distance || wdl <= Wdl::Draw {
            self.syzygy_pieces = 0;
        }
        let best = ranks.iter().copied().max();
        let moves = moves.into_iter().zip(ranks).filter(|&(_, rank)| Some(rank) == best).map(|(m, _)| m).collect();
        (moves, Some(self.score_of(wdl, 0)))
    }
}

/// Returns `true` if a position since the last capture or move of a pawn has occurred so often that a further occurrence ends the game.
/// The current position does not count: play by distances does not return to it.
fn may_end_by_repetition<V: Variant>(record: &Record<Position<V>>) -> bool {
    let (pos, keys) = (record.position(), record.keys());
    let last = keys.len() - 1;
    let window = &keys[last.saturating_sub(pos.clock().into())..last];
    window.iter().any(|key| window.iter().filter(|&other| other == key).count() + 1 >= pos.repetitions())
}
