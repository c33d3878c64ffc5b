//! What a search learns about moves while it runs: which cut, which answer which, and how far static values are off.
//!
//! Every counter moves by "gravity": the closer it is to its limit, the less a bonus adds, so old experience fades.

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

/// A piece and the square he went to: the index of continuation histories.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// No move: before the root, or a null move.
    pub(crate) const NONE: Self = Self(0);

    /// That of a move about to be played.
    #[inline]
    pub(crate) fn of<V: Variant>(pos: &Position<V>, m: Move) -> Self {
        let piece = pos.piece_at(m.from()).map_or(0, Piece::index);
        Self((piece * 64 + m.to().index() + 1) as u16)
    }

    /// The same without the colour.
    #[inline]
    fn own(self) -> PieceTypeTo {
        let (piece, to) = ((usize::from(self.0) - 1) / 64, (usize::from(self.0) - 1) % 64);
        PieceTypeTo(piece / 2 * 64 + to)
    }
}

/// The same of a move by the side to move: piece type and square.
#[derive(Clone, Copy)]
struct PieceTypeTo(usize);

impl PieceTypeTo {
    #[inline]
    fn of<V: Variant>(pos: &Position<V>, m: Move) -> Self {
        Self(pos.piece_at(m.from()).map_or(0, |piece| piece.piece_type().index()) * 64 + m.to().index())
    }
}

/// The moves one, two and four plies before a move.
pub(crate) type PriorMoves = [PieceTo; 3];

/// No moves at all.
pub(crate) const NO_PRIOR_MOVES: PriorMoves = [PieceTo::NONE; 3];

/// The tables of one search thread.
pub(crate) struct History {
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    noisy: Vec<i16>,
    continuation: Vec<i16>,
    /// How many [`PieceTypeTo`] there are: half of all [`PieceTo`], because the move before tells whose move it is.
    piece_type_tos: usize,
    corrections: [Vec<i16>; 4],
}

impl History {
    /// The size of the largest one, that of a game with as many piece types as there can be.
    pub(crate) const MOST_BYTES: usize = {
        let piece_tos = 2 * PieceType::MAX * 64 + 1;
        2 * (2 * 64 * 64 + piece_tos * PieceType::MAX + piece_tos * (piece_tos / 2) + 4 * 2 * CORRECTION_SIZE)
    };

    /// Tables for a game with so many piece types, nothing learnt.
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

    /// Forgets everything.
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

    /// How good a quiet move has been here and after these moves; about four times [`LIMIT`] at most.
    #[inline]
    pub(crate) fn quiet<V: Variant>(&self, pos: &Position<V>, m: Move, before: &PriorMoves) -> i32 {
        let now = PieceTypeTo::of(pos, m);
        let butterfly = self.quiet[pos.turn()][m.from().index()][m.to().index()];
        Self::together(butterfly, before.map(|prior| self.continuation[self.pair(prior, now)]))
    }

    /// What the counters of a quiet move say together: that of its squares, and those after three moves.
    #[inline]
    pub(crate) fn together(butterfly: i16, after: [i16; 3]) -> i32 {
        let [one, two, four] = after.map(i32::from);
        params::history_butterfly() * i32::from(butterfly)
            + params::history_continuation() * (one + two)
            + params::history_fourth() * four / 8
    }

    /// The counters of one kind of piece of the side to move, by the square it goes to, after each of these moves: what
    /// [`History::quiet`] looks up for one move, for all moves of a piece at once.
    #[inline]
    pub(crate) fn rows(&self, piece_type: PieceType, before: &PriorMoves) -> [&[i16; 64]; 3] {
        before.map(|prior| {
            let at = self.pair(prior, PieceTypeTo(piece_type.index() * 64));
            self.continuation[at..].first_chunk().expect("every piece type has 64 squares")
        })
    }

    /// The butterfly counters of a piece that starts here, by the square it goes to.
    #[inline]
    pub(crate) fn butterfly(&self, turn: Color, from: Square) -> &[i16; 64] {
        &self.quiet[turn][from.index()]
    }

    /// How good a capture or promotion has been.
    #[inline]
    pub(crate) fn noisy<V: Variant>(&self, pos: &Position<V>, m: Move) -> i32 {
        params::history_noisy() * i32::from(self.noisy[Self::noisy_index(pos, m)])
    }

    #[inline]
    fn noisy_index<V: Variant>(pos: &Position<V>, m: Move) -> usize {
        let taken = pos.captured(m).map_or(PieceType::KING, |piece_type| piece_type).index();
        usize::from(PieceTo::of(pos, m).0) * PieceType::MAX + taken
    }

    /// Credits or debits a quiet move.
    #[inline]
    pub(crate) fn update_quiet<V: Variant>(&mut self, pos: &Position<V>, m: Move, before: &PriorMoves, bonus: i32) {
        gravitate(&mut self.quiet[pos.turn()][m.from().index()][m.to().index()], bonus, LIMIT);
        self.update_pairs(PieceTypeTo::of(pos, m), before, bonus);
    }

    /// Credits or debits a quiet move for what it did after these moves, and not for what it is.
    #[inline]
    pub(crate) fn update_continuations<V: Variant>(
        &mut self,
        pos: &Position<V>,
        m: Move,
        before: &PriorMoves,
        bonus: i32,
    ) {
        self.update_pairs(PieceTypeTo::of(pos, m), before, bonus);
    }

    /// Credits or debits the quiet move that `mover` played last.
    #[inline]
    pub(crate) fn update_prior_move(
        &mut self,
        mover: Color,
        m: Move,
        played: PieceTo,
        before: &PriorMoves,
        bonus: i32,
    ) {
        self.update_squares(mover, m, bonus);
        self.update_pairs(played.own(), before, bonus);
    }

    /// Credits or debits a quiet move by its two squares alone.
    #[inline]
    pub(crate) fn update_squares(&mut self, mover: Color, m: Move, bonus: i32) {
        gravitate(&mut self.quiet[mover][m.from().index()][m.to().index()], bonus, LIMIT);
    }

    #[inline]
    fn update_pairs(&mut self, now: PieceTypeTo, before: &PriorMoves, bonus: i32) {
        let used = if params::history_fourth() == 0 { 2 } else { 3 };
        for &prior in &before[..used] {
            let index = self.pair(prior, now);
            gravitate(&mut self.continuation[index], bonus, LIMIT);
        }
    }

    /// Credits or debits a capture or promotion.
    #[inline]
    pub(crate) fn update_noisy<V: Variant>(&mut self, pos: &Position<V>, m: Move, bonus: i32) {
        gravitate(&mut self.noisy[Self::noisy_index(pos, m)], bonus, LIMIT);
    }

    /// What searches found static values of such positions to be off by, in centipawns.
    #[inline]
    pub(crate) fn correction(&self, turn: Color, keys: &PieceKeys, before: &PriorMoves) -> Score {
        let slots = Self::slots(turn, keys, before);
        let at = |i: usize| i32::from(self.corrections[i][slots[i]]);
        (params::correction_pawn() * at(0)
            + params::correction_pieces() * (at(1) + at(2))
            + params::correction_continuation() * at(3))
            / 1024
    }

    /// Learns from a search that a static value was off by so many centipawns.
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

/// Keys of parts of the board, kept while moves are played: pawns, and each side's other pieces.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceKeys {
    /// Pawns of both sides.
    pub(crate) pawns: u64,
    /// All other pieces, by colour.
    pub(crate) others: [u64; 2],
}

impl PieceKeys {
    /// The keys of a position, from nothing.
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

    #[inline]
    fn gain(&mut self, _feature: usize) {}

    #[inline]
    fn lose(&mut self, _feature: usize) {}
}

/// The credit of a move that cut at this depth.
#[inline]
pub(crate) fn bonus(depth: i32) -> i32 {
    (params::history_slope() * depth - params::history_offset()).clamp(0, params::history_limit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Chess;

    #[test]
    fn counters_never_leave_their_limit() {
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
    fn a_good_move_is_remembered_and_forgotten() {
        let pos = Position::<Chess>::start();
        let mut history = History::new::<Chess>();
        let m = pos.parse_move("e2e4").unwrap();
        history.update_quiet(&pos, m, &NO_PRIOR_MOVES, bonus(6));
        assert!(history.quiet(&pos, m, &NO_PRIOR_MOVES) > 0);
        history.clear();
        assert_eq!(history.quiet(&pos, m, &NO_PRIOR_MOVES), 0);
    }

    #[test]
    fn a_move_is_judged_afterwards_as_it_would_have_been_before() {
        let mut pos = Position::<Chess>::start();
        pos.play(pos.parse_move("e2e4").unwrap(), &mut ());
        let (m, before) = (pos.parse_move("g8f6").unwrap(), [PieceTo(77), PieceTo(12), PieceTo(300)]);
        let (mut one, mut other) = (History::new::<Chess>(), History::new::<Chess>());
        one.update_quiet(&pos, m, &before, 500);
        other.update_prior_move(Color::Black, m, PieceTo::of(&pos, m), &before, 500);
        assert_eq!((one.quiet(&pos, m, &before), one.quiet), (other.quiet(&pos, m, &before), other.quiet));
        assert_eq!(one.continuation, other.continuation);
    }

    #[test]
    fn pieces_keys_are_kept_by_play() {
        let mut pos = Position::<Chess>::start();
        let mut keys = PieceKeys::of(&pos);
        for text in ["e2e4", "d7d5", "e4d5", "g8f6", "g1f3", "f6d5", "f1e2", "b8c6", "e1g1"] {
            let m = pos.parse_move(text).unwrap();
            pos.play(m, &mut keys);
            assert_eq!(keys, PieceKeys::of(&pos), "{text}");
        }
    }
}
