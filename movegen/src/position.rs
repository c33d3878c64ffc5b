//! The position of a turn-based 8x8 game: what a FEN says, kept consistent. Knows no history; see `record.rs`.

mod change;

use std::fmt;

use crate::bitboard::Bitboard;
pub use crate::castling::Castling;
use crate::constraints::Constraints;
use crate::men::{ByKind, Color, Kind, Man};
use crate::moves::{Count, Move, MoveKind, MoveList, Sink};
use crate::observer::Observer;
use crate::outcome::Outcome;
use crate::square::Square;
use crate::state::State;
use crate::variant::Variant;
use crate::wanted::{All, Wanted};
use crate::zobrist;

const NO_SQUARE: u8 = 64;
/// Marks a square that a pawn has passed although no pawn may capture there; only in games whose FEN shows it.
const IDLE: u8 = 128;

/// The number that moves keep from there on: every FEN that a position writes can be read again.
pub(crate) const LAST_MOVE_NUMBER: u16 = u16::MAX / 2 + 1;

/// A position of a turn-based game, copied before it is played on.
///
/// Invariants: the mailbox, the sets by kind and the sets by colour agree; the key is the sum of its parts;
/// [`Position::en_passant`] is set only when a pawn may legally capture there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<V: Variant> {
    kinds: V::ByKind,
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
    pub(crate) fn empty() -> Self {
        Self {
            kinds: V::ByKind::EMPTY,
            colors: [Bitboard::EMPTY; 2],
            board: [Man::EMPTY; 64],
            key: 0,
            state: V::State::default(),
            turn: Color::White,
            castling: Castling::NONE,
            en_passant: NO_SQUARE,
            clock: 0,
            ply: 0,
        }
    }

    /// The position every game starts from.
    pub fn start() -> Self {
        V::START.parse().expect("the tests read every game's start position")
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// All men of one colour.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// All men of one kind, both colours.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All men of one colour and kind.
    #[inline]
    pub fn of(&self, color: Color, kind: Kind) -> Bitboard {
        self.kinds[kind.index()] & self.colors[color]
    }

    /// The man on a square.
    #[inline]
    pub fn man_at(&self, at: Square) -> Option<Man> {
        Man::from_byte(self.board[at.index()])
    }

    /// All men with their squares, from a1 to h8.
    #[inline]
    pub fn men(&self) -> impl Iterator<Item = (Man, Square)> + Clone {
        self.occupied().into_iter().filter_map(|at| Some((self.man_at(at)?, at)))
    }

    /// The square of a colour's king, the first one if a game allows several; a1 where a game allows none. What must
    /// not be lost is [`Variant::royals`].
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        Square::new((self.of(color, Kind::KING).0.trailing_zeros() & 63) as u8)
    }

    /// The castling rights.
    #[inline]
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// The square on which a pawn may now be captured in passing.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        if self.en_passant < NO_SQUARE { Some(Square::new(self.en_passant)) } else { None }
    }

    /// The square that a double step has just passed, if the game's FEN is to show it.
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

    /// What the variant keeps beyond the board.
    #[inline]
    pub const fn state(&self) -> V::State {
        self.state
    }

    /// The Zobrist key: equal for equal positions (men, turn, rights, usable en-passant square, state).
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move, if it is an ordinary one that changes no rights: good enough to fetch memory ahead.
    #[inline]
    pub fn likely_key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let moved = self.man_at(from).map_or(0, |man| zobrist::man(man, from) ^ zobrist::man(man, to));
        let taken = self.man_at(to).map_or(0, |man| zobrist::man(man, to));
        self.key ^ moved ^ taken ^ zobrist::BLACK_TO_MOVE
    }

    /// The key computed from scratch; tests compare it with the one that moves keep.
    pub fn recomputed_key(&self) -> u64 {
        let men = Square::all().filter_map(|at| self.man_at(at).map(|man| zobrist::man(man, at)));
        men.fold(0, |sum, key| sum ^ key)
            ^ zobrist::turn(self.turn)
            ^ zobrist::castling(self.castling.0)
            ^ self.en_passant().map_or(0, zobrist::en_passant)
            ^ state_key(self.state)
    }

    /// What restricts the side to move: checks and pins. Computed once a node, used by every generator call. Where
    /// somebody has won by what stands on the board ([`Variant::decided`]), no man is to move.
    #[inline]
    pub fn constraints(&self) -> Constraints {
        let mut constraints = V::constraints(self);
        if V::decided(self).is_some_and(|outcome| outcome.winner.is_some()) {
            constraints.movers = Bitboard::EMPTY;
        }
        constraints
    }

    /// Writes the legal moves of the wanted sort into the sink.
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

    /// Whether a move from anywhere (a hash table, say) is legal here.
    #[inline]
    pub fn is_legal(&self, m: Move, constraints: &Constraints) -> bool {
        let mut find = Find { wanted: m, found: false };
        self.generate::<All>(&constraints.only(m.from()), &mut find);
        find.found
    }

    /// Plays a legal move in place and tells the observer every change on the board.
    #[inline]
    pub fn play(&mut self, m: Move, seen: &mut impl Observer) {
        V::play(self, m, seen);
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let mut next = *self;
        next.play(m, &mut ());
        next
    }

    /// Lets the side to move pass: null move. The caller knows that it is not in check.
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

    /// How the game stands by the position alone: mate, stalemate, or another end on the board.
    pub fn outcome(&self) -> Option<Outcome> {
        V::decided(self).or_else(|| {
            let constraints = self.constraints();
            let mut count = Count::default();
            self.generate::<All>(&constraints, &mut count);
            (count.0 == 0).then(|| V::stuck(self, constraints.checkers.any()))
        })
    }

    /// All men that a bribe costs; none for any other move. ([`Move::paid`] does not know the pawns paid all together.)
    #[inline]
    pub fn payment(&self, m: Move) -> Bitboard {
        let pawns = if m.pays_all_pawns() { self.of(self.turn, Kind::PAWN) } else { Bitboard::EMPTY };
        m.paid() | pawns
    }

    /// Whether the move takes a man off the board.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        self.board[m.to().index()] != Man::EMPTY && !m.is_bribe() || m.kind() == MoveKind::EnPassant
    }

    /// The kind of man the move captures.
    #[inline]
    pub fn captured(&self, m: Move) -> Option<Kind> {
        match m.kind() {
            MoveKind::EnPassant => Some(Kind::PAWN),
            _ if m.is_bribe() => None,
            _ => self.man_at(m.to()).map(Man::kind),
        }
    }

    /// For the FEN reader, once the men stand: turn, rights, clocks and the key's remaining parts.
    pub(crate) fn set_fields(&mut self, turn: Color, castling: Castling, clock: u8, ply: u16, state: V::State) {
        (self.turn, self.castling, self.clock, self.ply, self.state) = (turn, castling, clock, ply, state);
        self.key = self.recomputed_key();
    }
}

#[inline]
fn state_key<T: State>(state: T) -> u64 {
    state.features().fold(0, |sum, feature| sum ^ zobrist::state(feature))
}

/// Looks for one move among those generated.
struct Find {
    wanted: Move,
    found: bool,
}

impl Sink for Find {
    #[inline]
    fn fan(&mut self, from: Square, to: Bitboard) {
        self.found |= to.has(self.wanted.to()) && self.wanted == Move::new(from, self.wanted.to(), MoveKind::Normal);
    }

    #[inline]
    fn shifted(&mut self, to: Bitboard, step: i8, kind: MoveKind) {
        let at = self.wanted.to();
        self.found |= to.has(at) && self.wanted == Move::new(at.offset(-step), at, kind);
    }

    #[inline]
    fn promoted(&mut self, to: Bitboard, step: i8, into: &[Kind]) {
        let at = self.wanted.to();
        self.found |= to.has(at) && into.iter().any(|&kind| self.wanted == Move::promotion(at.offset(-step), at, kind));
    }

    #[inline]
    fn one(&mut self, m: Move) {
        self.found |= m == self.wanted;
    }
}

impl<V: Variant> fmt::Debug for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", V::NAME)
    }
}
