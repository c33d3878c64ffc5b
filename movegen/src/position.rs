//! The position of a turn-based 8x8 game: the contents of a FEN. The history is in `record.rs`.

mod change;

use std::fmt;

use crate::bitboard::Bitboard;
pub use crate::castling::Castling;
use crate::constraints::Constraints;
use crate::moves::{Count, Find, Move, MoveKind, MoveList, Sink};
use crate::observer::Observer;
use crate::outcome::Outcome;
use crate::piece::{ByPieceType, Color, Piece, PieceType};
use crate::square::Square;
use crate::state::State;
use crate::variant::Variant;
use crate::wanted::{All, Wanted};
use crate::zobrist;

const NO_SQUARE: u8 = 64;
/// Marks a passed square on which no pawn may capture, in games whose FEN shows it.
const IDLE: u8 = 128;

/// The largest move number. It saturates, so that every FEN that a position writes can be parsed.
pub(crate) const LAST_MOVE_NUMBER: u16 = u16::MAX / 2 + 1;

/// A position of a turn-based game. It is copied before a move is played.
///
/// Invariants: the mailbox, the sets by piece type and the sets by colour agree; the key is the sum of its parts;
/// [`Position::en_passant`] is set only when a pawn may legally capture there.
///
/// ```
/// use upheaval_movegen::{Insurrection, Position};
/// // White is a monarchy, Black a junta: its knights are royal.
/// let pos: Position<Insurrection> = "rnb1kbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 4 Kn".parse()?;
/// assert_eq!(pos.move_number(), 4);
/// assert!(pos.to_string().ends_with("w KQkq - 0 4 Kn"));
/// # Ok::<(), upheaval_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<V: Variant> {
    game: V,
    piece_types: V::ByPieceType,
    colors: [Bitboard; 2],
    board: [u8; 64],
    key: u64,
    state: V::State,
    turn: Color,
    castling: Castling,
    en_passant: u8,
    clock: u8,
    ply: u16,
}

impl<V: Variant> Position<V> {
    /// An empty board, White to move.
    pub(crate) fn empty(game: V) -> Self {
        Self {
            game,
            piece_types: V::ByPieceType::EMPTY,
            colors: [Bitboard::EMPTY; 2],
            board: [Piece::EMPTY; 64],
            key: 0,
            state: V::State::default(),
            turn: Color::White,
            castling: Castling::NONE,
            en_passant: NO_SQUARE,
            clock: 0,
            ply: 0,
        }
    }

    /// A position of these pieces without castling rights. The caller checks it by [`Variant::validate`].
    pub fn of_pieces(pieces: impl IntoIterator<Item = (Piece, Square)>, turn: Color, state: V::State) -> Self {
        let mut pos = Self::empty(V::default());
        pieces.into_iter().for_each(|(piece, at)| pos.put(piece, at, &mut ()));
        pos.set_fields(turn, Castling::NONE, 0, turn as u16, state);
        pos
    }

    /// The position every game starts from.
    pub fn start() -> Self {
        Self::start_of(V::default())
    }

    /// The first position of this game.
    pub fn start_of(game: V) -> Self {
        Self::read(game, game.start_fen())
            .expect("the start position of every game is read when the game is made or tested")
    }

    /// The game: its rules, if they were read from a file, otherwise a value without content.
    #[inline]
    pub const fn game(&self) -> V {
        self.game
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// All pieces of one colour.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// All pieces of one piece type, both colours.
    #[inline]
    pub fn piece_type(&self, piece_type: PieceType) -> Bitboard {
        self.piece_types[piece_type.index()]
    }

    /// All pieces of one colour and piece type.
    #[inline]
    pub fn of(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.piece_types[piece_type.index()] & self.colors[color]
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, at: Square) -> Option<Piece> {
        Piece::from_byte(self.board[at.index()])
    }

    /// All pieces with their squares, from a1 to h8.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> + Clone {
        self.occupied().into_iter().filter_map(|at| Some((self.piece_at(at)?, at)))
    }

    /// The square of a colour's king, the first one if there are several; a1 if there is none. The pieces that must
    /// not be lost are [`Variant::royals`].
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        Square::new((self.of(color, PieceType::KING).0.trailing_zeros() & 63) as u8)
    }

    /// The castling rights.
    #[inline]
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// The square of a legal en-passant capture.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        if self.en_passant < NO_SQUARE { Some(Square::new(self.en_passant)) } else { None }
    }

    /// The square that a double step has just passed, if the game's FEN shows it.
    #[inline]
    pub const fn passed_square(&self) -> Option<Square> {
        if self.en_passant == NO_SQUARE { None } else { Some(Square::new(self.en_passant)) }
    }

    /// Plies since the last capture or pawn move, at most 255.
    #[inline]
    pub const fn clock(&self) -> u8 {
        self.clock
    }

    /// Plies since the start of the game, by the FEN's move number; even for White, odd for Black.
    #[inline]
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// The number a FEN gives the current move.
    #[inline]
    pub const fn move_number(&self) -> u16 {
        self.ply / 2 + 1
    }

    /// The variant's state beyond the board.
    #[inline]
    pub const fn state(&self) -> V::State {
        self.state
    }

    /// The Zobrist key: equal for equal positions (pieces, turn, rights, usable en-passant square, state).
    ///
    /// ```
    /// use upheaval_movegen::{Chess, Position};
    /// let play = |moves: &str| moves.split(' ').fold(Position::<Chess>::start(), |pos, text| {
    ///     pos.after(pos.parse_move(text).unwrap())
    /// });
    /// assert_eq!(play("g1f3 g8f6 b1c3").key(), play("b1c3 g8f6 g1f3").key());
    /// ```
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move that changes no rights and no state, otherwise a wrong key: for prefetching.
    #[inline]
    pub fn likely_key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let (Some(piece), victim) = (self.piece_at(from), self.piece_at(to)) else { return self.key };
        let arrives = match victim {
            Some(victim) if V::CAPTURES_CHANGE_TYPE && self.game.captures_change_type() => {
                Piece::new(piece.color(), V::arrives_as(self, piece, victim.piece_type()))
            }
            _ => piece,
        };
        let taken = victim.map_or(0, |victim| zobrist::piece(victim, to));
        let passed = self.en_passant().map_or(0, zobrist::en_passant);
        self.key ^ zobrist::piece(piece, from) ^ zobrist::piece(arrives, to) ^ taken ^ passed ^ zobrist::BLACK_TO_MOVE
    }

    /// The key computed from scratch; tests compare it with the one that moves keep.
    pub fn recomputed_key(&self) -> u64 {
        let pieces = Square::all().filter_map(|at| self.piece_at(at).map(|piece| zobrist::piece(piece, at)));
        pieces.fold(0, |sum, key| sum ^ key)
            ^ zobrist::turn(self.turn)
            ^ zobrist::castling(self.castling.0)
            ^ self.en_passant().map_or(0, zobrist::en_passant)
            ^ self.state.key()
    }

    /// Checks and pins of the side to move, computed once per node and used by every generator call. If a side has won
    /// on the board ([`Variant::decided`]), no piece may move.
    #[inline]
    pub fn constraints(&self) -> Constraints {
        let mut constraints = V::constraints(self);
        if V::decided(self).is_some_and(|outcome| outcome.winner.is_some()) {
            constraints.movers = Bitboard::EMPTY;
        }
        constraints
    }

    /// Writes the legal moves of the wanted class into the sink.
    ///
    /// ```
    /// use upheaval_movegen::variant::Noisy;
    /// use upheaval_movegen::{Chess, MoveList, Position};
    /// let pos: Position<Chess> = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let mut captures = MoveList::new();
    /// pos.generate::<Noisy>(&pos.constraints(), &mut captures);
    /// assert_eq!(captures.iter().map(|&m| pos.write_move(m)).collect::<Vec<_>>(), ["e4d5"]);
    /// # Ok::<(), upheaval_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn generate<W: Wanted>(&self, constraints: &Constraints, out: &mut impl Sink) {
        V::generate::<W, _>(self, constraints, out);
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<All>(&self.constraints(), &mut moves);
        moves
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let mut count = Count::default();
        self.generate::<All>(&self.constraints(), &mut count);
        count.0
    }

    /// Returns `true` if a move from any source, such as a hash table, is legal here.
    #[inline]
    pub fn is_legal(&self, m: Move, constraints: &Constraints) -> bool {
        let mut find = Find { wanted: m, found: false };
        self.generate::<All>(&constraints.only(m.from()), &mut find);
        find.found
    }

    /// Plays a legal move in place and reports every change on the board to the observer.
    #[inline]
    pub fn play(&mut self, m: Move, seen: &mut impl Observer) {
        V::play(self, m, seen);
    }

    /// The position after a legal move.
    ///
    /// ```
    /// use upheaval_movegen::{Chess, Position};
    /// let start = Position::<Chess>::start();
    /// let next = start.after(start.parse_move("e2e4")?);
    /// assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// # Ok::<(), upheaval_movegen::MoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let mut next = *self;
        next.play(m, &mut ());
        next
    }

    /// Plays a null move. The side to move must not be in check.
    #[inline]
    pub fn pass(&mut self) {
        self.clear_en_passant();
        self.clock = self.clock.saturating_add(1);
        self.end_turn();
    }

    /// The attacked royals of the side to move.
    pub fn checked_royals(&self) -> Bitboard {
        let (us, occupied) = (self.turn, self.occupied());
        V::royals(self, us).into_iter().filter(|&at| V::attackers(self, at, !us, occupied).any()).collect()
    }

    /// The outcome by the position alone: mate, stalemate, or another end on the board.
    pub fn outcome(&self) -> Option<Outcome> {
        V::decided(self).or_else(|| {
            let constraints = self.constraints();
            let mut count = Count::default();
            self.generate::<All>(&constraints, &mut count);
            (count.0 == 0).then(|| V::no_moves_outcome(self, constraints.checkers.any()))
        })
    }

    /// All pieces that a purchase costs; none for other moves. ([`Move::paid`] excludes the pawns if all of them are paid.)
    #[inline]
    pub fn payment(&self, m: Move) -> Bitboard {
        let pawns = if m.pays_all_pawns() { self.of(self.turn, PieceType::PAWN) } else { Bitboard::EMPTY };
        m.paid() | pawns
    }

    /// Returns `true` if the move captures a piece.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        self.board[m.to().index()] != Piece::EMPTY && !m.is_purchase() && !Self::castles_onto_rook(m)
            || m.kind() == MoveKind::EnPassant
    }

    /// The type of the captured piece.
    #[inline]
    pub fn captured(&self, m: Move) -> Option<PieceType> {
        match m.kind() {
            MoveKind::EnPassant => Some(PieceType::PAWN),
            _ if m.is_purchase() || Self::castles_onto_rook(m) => None,
            _ => self.piece_at(m.to()).map(Piece::piece_type),
        }
    }

    #[inline]
    fn castles_onto_rook(m: Move) -> bool {
        V::CASTLES_ONTO_ROOK && m.kind() == MoveKind::Castle
    }

    /// Sets turn, rights, clocks and the remaining parts of the key, after the FEN reader has placed the pieces.
    pub(crate) fn set_fields(&mut self, turn: Color, castling: Castling, clock: u8, ply: u16, state: V::State) {
        (self.turn, self.castling, self.clock, self.ply, self.state) = (turn, castling, clock, ply, state);
        self.key = self.recomputed_key();
    }
}

impl<V: Variant> fmt::Debug for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.game.name())
    }
}

#[cfg(test)]
mod tests;
