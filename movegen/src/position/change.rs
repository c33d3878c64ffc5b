//! The parts of a move: [`Variant::play`] calls them. Each keeps sets, mailbox, state and key consistent
//! and reports to the observer. [`orthodox::play`](crate::orthodox::play) shows their order:
//! the old en-passant square is cleared first; pieces leave before others arrive on their squares; the turn ends before a new
//! en-passant square is set, because the other side may use it.

use super::{IDLE, NO_SQUARE, Position};
use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::observer::Observer;
use crate::piece::Piece;
use crate::square::Square;
use crate::state::State;
use crate::variant::Variant;
use crate::zobrist;

impl<V: Variant> Position<V> {
    /// Puts a piece on a square, which is empty: a debug build panics if it is not.
    #[inline]
    pub fn put(&mut self, piece: Piece, at: Square, seen: &mut impl Observer) {
        debug_assert!(self.board[at.index()] == Piece::EMPTY, "{at} is taken");
        self.piece_types[piece.piece_type().index()] |= Bitboard::of(at);
        self.colors[piece.color()] |= Bitboard::of(at);
        self.board[at.index()] = piece.byte();
        self.key ^= zobrist::piece(piece, at);
        seen.put(piece, at);
    }

    /// Removes a piece from its square: a debug build panics if it is elsewhere.
    #[inline]
    pub fn take(&mut self, piece: Piece, at: Square, seen: &mut impl Observer) {
        debug_assert_eq!(self.piece_at(at), Some(piece));
        self.piece_types[piece.piece_type().index()] ^= Bitboard::of(at);
        self.colors[piece.color()] ^= Bitboard::of(at);
        self.board[at.index()] = Piece::EMPTY;
        self.key ^= zobrist::piece(piece, at);
        seen.take(piece, at);
    }

    /// Removes every castling right that is not among these. [`orthodox::kept_rights`](crate::orthodox::kept_rights) returns
    /// those that remain when a piece leaves or reaches a square.
    #[inline]
    pub fn keep_rights(&mut self, kept: Castling) {
        let now = self.castling.common(kept);
        if now != self.castling {
            self.key ^= zobrist::castling(self.castling.0) ^ zobrist::castling(now.0);
            self.castling = now;
        }
    }

    /// Clears the en-passant square: every move begins with this.
    #[inline]
    pub fn clear_en_passant(&mut self) {
        if let Some(at) = self.en_passant() {
            self.key ^= zobrist::en_passant(at);
        }
        self.en_passant = NO_SQUARE;
    }

    /// Stores the square just passed by a double step: for a capture if the side now to move may capture there
    /// ([`Variant::may_capture_en_passant`]), otherwise only if the game's FEN shows it. To be called after the
    /// turn has ended.
    #[inline]
    pub fn offer_en_passant(&mut self, at: Square) {
        if V::may_capture_en_passant(self, at) {
            self.en_passant = at.byte();
            self.key ^= zobrist::en_passant(at);
        } else if self.game.keeps_passed_square() {
            self.note_passed(at);
        }
    }

    /// Stores a passed square without checking whether a pawn may capture there.
    #[inline]
    pub(crate) fn note_passed(&mut self, at: Square) {
        self.en_passant = at.byte() | IDLE;
    }

    /// The position with this en-passant square, for a game whose generator decides whether it is usable. Its key is
    /// that of the position without.
    #[must_use]
    pub fn with_en_passant(mut self, at: Square) -> Self {
        self.en_passant = at.byte();
        self
    }

    /// Changes the state of the game. The observer receives every old feature as lost and every new one
    /// as gained, also those that remain.
    #[inline]
    pub fn set_state(&mut self, state: V::State, seen: &mut impl Observer) {
        self.key ^= self.state.key() ^ state.key();
        self.state.features().for_each(|feature| seen.lose(feature));
        state.features().for_each(|feature| seen.gain(feature));
        self.state = state;
    }

    /// Counts a ply for the 50-move rule, or resets the count after an irreversible move.
    #[inline]
    pub fn count_clock(&mut self, irreversible: bool) {
        self.clock = if irreversible { 0 } else { self.clock.saturating_add(1) };
    }

    /// Passes the turn to the other side: every move ends with this, once.
    #[inline]
    pub fn end_turn(&mut self) {
        // The last two plies take turns, so that the ply stays even for White.
        self.ply = self.ply.checked_add(1).unwrap_or(u16::MAX - 1);
        self.turn = !self.turn;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }
}
