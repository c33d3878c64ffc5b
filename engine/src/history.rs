//! History tables: butterfly, capture, continuation and correction histories.
//!
//! Every counter is updated with "gravity": the closer it is to its limit, the less a bonus adds, so that old updates fade.

use eval::Score;
use movegen::{ByPieceType, Color, Move, Observer, Piece, PieceType, Position, Square, Variant, zobrist};

use crate::params;

/// Largest absolute value of a move's counter.
pub(crate) const LIMIT: i32 = 16_384;
const CORRECTION_LIMIT: i32 = 1024;
const CORRECTION_SIZE: usize = 1 << 13;

#[inline]
fn gravitate(counter: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    *counter += (bonus - i32::from(*counter) * bonus.abs() / limit) as i16;
}

/// A piece and its target square: the index of continuation histories.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// No move: before the root, or a null move.
    pub(crate) const NONE: Self = Self(0);

    /// Returns the index of a move about to be played.
    #[inline]
    pub(crate) fn of<V: Variant>(pos: &Position<V>, m: Move) -> Self {
        let piece = pos.piece_at(m.from()).map_or(0, Piece::index);
        Self((piece * 64 + m.to().index() + 1) as u16)
    }

    /// Returns the index without the color.
    #[inline]
    pub(crate) fn own(self) -> PieceTypeTo {
        let (piece, to) = ((usize::from(self.0) - 1) / 64, (usize::from(self.0) - 1) % 64);
        PieceTypeTo(piece / 2 * 64 + to)
    }
}

/// Piece type and target square of a move by the side to move.
#[derive(Clone, Copy)]
pub(crate) struct PieceTypeTo(usize);

impl PieceTypeTo {
    #[inline]
    pub(crate) fn of<V: Variant>(pos: &Position<V>, m: Move) -> Self {
        Self(pos.piece_at(m.from()).map_or(0, |piece| piece.piece_type().index()) * 64 + m.to().index())
    }
}

/// The moves one, two and four plies before a move.
pub(crate) type PriorMoves = [PieceTo; 3];

/// No prior moves.
pub(crate) const NO_PRIOR_MOVES: PriorMoves = [PieceTo::NONE; 3];

/// History tables of one search thread.
pub(crate) struct History {
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    noisy: Vec<i16>,
    continuation: Vec<i16>,
    /// Number of [`PieceTypeTo`] values: half of all [`PieceTo`], because the move before implies the color.
    piece_type_tos: usize,
    corrections: [Vec<i16>; 4],
}

impl History {
    /// Size of the tables of a game with the maximum number of piece types.
    pub(crate) const MAX_BYTES: usize = {
        let piece_tos = 2 * PieceType::MAX * 64 + 1;
        2 * (2 * 64 * 64 + piece_tos * PieceType::MAX + piece_tos * (piece_tos / 2) + 4 * 2 * CORRECTION_SIZE)
    };

    /// Creates empty tables for a game.
    pub(crate) fn new<V: Variant>() -> Self {
        let piece_tos = 2 * V::ByPieceType::LEN * 64 + 1;
        Self {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            noisy: vec![0; piece_tos * PieceType::MAX],
            continuation: vec![0; piece_tos * (piece_tos / 2)],
            piece_type_tos: piece_tos / 2,
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTION_SIZE]),
        }
    }

    /// Clears all tables.
    pub(crate) fn clear(&mut self) {
        *self.quiet = [[[0; 64]; 64]; 2];
        self.noisy.fill(0);
        self.continuation.fill(0);
        self.corrections.iter_mut().for_each(|table| table.fill(0));
    }

    #[inline]
    fn pair(&self, before: PieceTo, now: PieceTypeTo) -> usize {
        usize::from(before.0) * self.piece_type_tos + now.0
    }

    /// Returns the history score of a quiet move after these moves; about four times [`LIMIT`] at most.
    #[inline]
    pub(crate) fn quiet<V: Variant>(&self, pos: &Position<V>, m: Move, before: &PriorMoves) -> i32 {
        let now = PieceTypeTo::of(pos, m);
        let butterfly = self.quiet[pos.turn()][m.from().index()][m.to().index()];
        Self::together::<V>(butterfly, before.map(|prior| self.continuation[self.pair(prior, now)]))
    }

    /// Combines the counters of a quiet move: butterfly and three continuation histories.
    #[inline]
    pub(crate) fn together<V: Variant>(butterfly: i16, after: [i16; 3]) -> i32 {
        let [one, two, four] = after.map(i32::from);
        i32::from(butterfly) + one + two + params::history_fourth::<V>() * four / 8
    }

    /// Returns the continuation counters of a piece type of the side to move by target square, after each of these moves: the lookups of
    /// [`History::quiet`] for all moves of a piece at once.
    #[inline]
    pub(crate) fn rows(&self, piece_type: PieceType, before: &PriorMoves) -> [&[i16; 64]; 3] {
        before.map(|prior| {
            let at = self.pair(prior, PieceTypeTo(piece_type.index() * 64));
            self.continuation[at..].first_chunk().expect("every piece type has 64 squares")
        })
    }

    /// Returns the butterfly counters of a start square by target square.
    #[inline]
    pub(crate) fn butterfly(&self, turn: Color, from: Square) -> &[i16; 64] {
        &self.quiet[turn][from.index()]
    }

    /// Returns the history score of a capture or promotion.
    #[inline]
    pub(crate) fn noisy<V: Variant>(&self, pos: &Position<V>, m: Move) -> i32 {
        i32::from(self.noisy[Self::noisy_index(pos, m)])
    }

    #[inline]
    fn noisy_index<V: Variant>(pos: &Position<V>, m: Move) -> usize {
        let taken = pos.captured(m).map_or(PieceType::KING, |piece_type| piece_type).index();
        usize::from(PieceTo::of(pos, m).0) * PieceType::MAX + taken
    }

    /// Updates the histories of a quiet move.
    #[inline]
    pub(crate) fn update_quiet<V: Variant>(&mut self, pos: &Position<V>, m: Move, before: &PriorMoves, bonus: i32) {
        self.update_squares(pos.turn(), m, bonus);
        self.update_continuations::<V>(PieceTypeTo::of(pos, m), before, bonus);
    }

    /// Updates only the butterfly history of a quiet move.
    #[inline]
    pub(crate) fn update_squares(&mut self, mover: Color, m: Move, bonus: i32) {
        gravitate(&mut self.quiet[mover][m.from().index()][m.to().index()], bonus, LIMIT);
    }

    /// Updates only the continuation histories of a quiet move.
    #[inline]
    pub(crate) fn update_continuations<V: Variant>(&mut self, now: PieceTypeTo, before: &PriorMoves, bonus: i32) {
        let used = if params::history_fourth::<V>() == 0 { 2 } else { 3 };
        for &prior in &before[..used] {
            let index = self.pair(prior, now);
            gravitate(&mut self.continuation[index], bonus, LIMIT);
        }
    }

    /// Updates the history of a capture or promotion.
    #[inline]
    pub(crate) fn update_noisy<V: Variant>(&mut self, pos: &Position<V>, m: Move, bonus: i32) {
        gravitate(&mut self.noisy[Self::noisy_index(pos, m)], bonus, LIMIT);
    }

    /// Returns the correction of the static evaluation in centipawns.
    #[inline]
    pub(crate) fn correction<V: Variant>(&self, turn: Color, keys: &PieceKeys, before: &PriorMoves) -> Score {
        let slots = Self::slots(turn, keys, before);
        let at = |i: usize| i32::from(self.corrections[i][slots[i]]);
        (params::correction_pawn::<V>() * at(0)
            + params::correction_pieces::<V>() * (at(1) + at(2))
            + params::correction_continuation::<V>() * at(3))
            / 1024
    }

    /// Updates the correction histories; `off`: search score minus evaluation in centipawns.
    #[inline]
    pub(crate) fn update_correction(
        &mut self,
        turn: Color,
        keys: &PieceKeys,
        before: &PriorMoves,
        depth: i32,
        off: Score,
    ) {
        let bonus = (off * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let slots = Self::slots(turn, keys, before);
        for (table, slot) in self.corrections.iter_mut().zip(slots) {
            gravitate(&mut table[slot], bonus, CORRECTION_LIMIT);
        }
    }

    #[inline]
    fn slots(turn: Color, keys: &PieceKeys, before: &PriorMoves) -> [usize; 4] {
        let moves = zobrist::splitmix64(u64::from(before[0].0) << 16 | u64::from(before[1].0));
        [keys.pawns, keys.others[0], keys.others[1], moves]
            .map(|key| turn.index() * CORRECTION_SIZE + key as usize % CORRECTION_SIZE)
    }
}

/// Incremental keys of parts of the board: pawns, and each side's other pieces.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceKeys {
    /// Pawns of both sides.
    pub(crate) pawns: u64,
    /// All other pieces, by color.
    pub(crate) others: [u64; 2],
}

impl PieceKeys {
    /// Computes the keys of a position.
    pub(crate) fn of<V: Variant>(pos: &Position<V>) -> Self {
        let mut keys = Self::default();
        pos.pieces().for_each(|(piece, at)| keys.put(piece, at));
        keys
    }
}

impl Observer for PieceKeys {
    #[inline]
    fn put(&mut self, piece: Piece, at: Square) {
        match piece.piece_type() {
            PieceType::PAWN => self.pawns ^= zobrist::piece(piece, at),
            _ => self.others[piece.color()] ^= zobrist::piece(piece, at),
        }
    }

    #[inline]
    fn take(&mut self, piece: Piece, at: Square) {
        self.put(piece, at);
    }
}

/// Returns the bonus of a move that caused a cutoff at this depth.
#[inline]
pub(crate) fn bonus<V: Variant>(depth: i32) -> i32 {
    (params::history_slope::<V>() * depth - params::history_offset::<V>()).clamp(0, params::history_limit::<V>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Chess;

    #[test]
    fn counters_stay_within_their_limit() {
        let mut counter = 0;
        for _ in 0..200 {
            gravitate(&mut counter, 5_000, LIMIT);
        }
        assert!(i32::from(counter) <= LIMIT && i32::from(counter) > LIMIT / 2);
        for _ in 0..400 {
            gravitate(&mut counter, -50_000, LIMIT);
        }
        assert!(i32::from(counter) >= -LIMIT);
    }

    #[test]
    fn history_is_updated_and_cleared() {
        let pos = Position::<Chess>::start();
        let mut history = History::new::<Chess>();
        let m = pos.parse_move("e2e4").unwrap();
        history.update_quiet(&pos, m, &NO_PRIOR_MOVES, bonus::<Chess>(6));
        assert!(history.quiet(&pos, m, &NO_PRIOR_MOVES) > 0);
        history.clear();
        assert_eq!(history.quiet(&pos, m, &NO_PRIOR_MOVES), 0);
    }

    #[test]
    fn prior_move_update_equals_quiet_update() {
        let mut pos = Position::<Chess>::start();
        pos.play(pos.parse_move("e2e4").unwrap(), &mut ());
        let (m, before) = (pos.parse_move("g8f6").unwrap(), [PieceTo(77), PieceTo(12), PieceTo(300)]);
        let (mut one, mut other) = (History::new::<Chess>(), History::new::<Chess>());
        one.update_quiet(&pos, m, &before, 500);
        other.update_squares(Color::Black, m, 500);
        other.update_continuations::<Chess>(PieceTo::of(&pos, m).own(), &before, 500);
        assert_eq!((one.quiet(&pos, m, &before), one.quiet), (other.quiet(&pos, m, &before), other.quiet));
        assert_eq!(one.continuation, other.continuation);
    }

    #[test]
    fn piece_keys_are_updated_incrementally() {
        let mut pos = Position::<Chess>::start();
        let mut keys = PieceKeys::of(&pos);
        for text in ["e2e4", "d7d5", "e4d5", "g8f6", "g1f3", "f6d5", "f1e2", "b8c6", "e1g1"] {
            let m = pos.parse_move(text).unwrap();
            pos.play(m, &mut keys);
            assert_eq!(keys, PieceKeys::of(&pos), "{text}");
        }
    }
}
