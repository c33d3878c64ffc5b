//! Variants: types whose functions are the rules. Every default is orthodox chess.

use std::fmt::Debug;

use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::definition::Definition;
use crate::error::{FenError, MoveError};
use crate::fen;
use crate::game::FIFTY_MOVES;
use crate::moves::{Move, Sink};
use crate::notation;
use crate::orthodox;
use crate::outcome::{Outcome, Reason, Verdict};
use crate::piece::{ByPieceType, Color, Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::words::Words;

pub use crate::constraints::{Constraints, Sliders};
pub use crate::observer::Observer;
pub use crate::state::State;
pub use crate::wanted::{All, Noisy, Purchases, Quiet, Wanted};

/// The rules of one turn-based game on the 8x8 board.
///
/// Positions, generators and searches are generic over it, so each game is compiled on its own and no rule is ever
/// looked up at run time. A variant overrides what differs from chess; to extend a rule, it calls the function in
/// [`orthodox`] and adds its part. `examples/games` has two games outside this crate.
pub trait Variant: Copy + Eq + Default + Debug + Send + Sync + 'static {
    /// The name in `UCI_Variant`, in files and on the command line.
    const NAME: &'static str;
    /// The FEN of the first position.
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// One small letter for each piece type, in the order of [`PieceType`].
    const LETTERS: &'static str = "pnbrqk";
    /// The promotions of a pawn, the most frequent first.
    const PROMOTIONS: &'static [PieceType] = &[PieceType::QUEEN, PieceType::KNIGHT, PieceType::ROOK, PieceType::BISHOP];
    /// The castling rights of the game.
    const CASTLING: Castling = Castling::ALL;
    /// The result of a stalemate for the side without moves.
    const STALEMATE: Verdict = Verdict::Draw;
    /// The result of a threefold repetition for the side that completes it.
    const REPETITION: Verdict = Verdict::Draw;
    /// `true` if a FEN has the en-passant square after every double step, `false` if only when a pawn may capture there.
    const KEEPS_PASSED_SQUARE: bool = false;
    /// `true` if a capturing piece may change its type ([`Variant::arrives_as`]). The value of an exchange then depends on
    /// more than the order of captures.
    const CAPTURES_CHANGE_TYPE: bool = false;
    /// `true` if a side may have several royals at a time ([`Variant::royals`]).
    const SEVERAL_ROYALS: bool = false;
    /// `true` if a move can make other pieces of the enemy royal ([`Variant::changes_royals`]).
    const ROYALS_CHANGE: bool = false;
    /// `true` if kings can be captured and exchanged like other pieces, and so have a value; kings that are the only royals
    /// have none.
    const KINGS_HAVE_A_PRICE: bool = false;
    /// `true` if a castling move is one of the king onto the square of its rook, `false` if it is the king's own move.
    const CASTLES_ONTO_ROOK: bool = false;
    /// `true` if [`Variant::sliders`] and [`Variant::leapers`] do not describe all captures, so that [`Variant::attackers`] must be asked
    /// again when a piece has left the board.
    const HAS_OTHER_LINES: bool = false;
    /// `true` if enemy pieces can be bought.
    const PURCHASES: bool = false;
    /// `true` if Syzygy tables of chess have the game's positions without castling rights.
    const SYZYGY: bool = false;
    /// The players' terms.
    const WORDS: Words = Words::PLAIN;

    /// One bitboard for each piece type.
    type ByPieceType: ByPieceType;
    /// The state of a position beyond board, castling and en passant.
    type State: State;

    /// The name: [`Variant::NAME`], unless the game was read from a file. The same holds for the following methods.
    #[inline]
    fn name(self) -> &'static str {
        Self::NAME
    }

    /// A checksum of rules read from a file; 0 for other games.
    #[inline]
    fn checksum(self) -> u64 {
        0
    }

    /// The rules, if a file defines them.
    #[inline]
    fn file_definition(self) -> Option<&'static Definition> {
        None
    }

    /// `true` if the field of the state stands before the clock in a FEN, as numbers of checks do elsewhere.
    #[inline]
    fn has_early_state(self) -> bool {
        false
    }

    /// The checks that a side has left to give, if giving them wins.
    #[inline]
    fn checks_left(_pos: &Position<Self>, _us: Color) -> Option<u8> {
        None
    }

    /// The FEN of the first position.
    #[inline]
    fn start_fen(self) -> &'static str {
        Self::START
    }

    /// One small letter for each piece type.
    #[inline]
    fn letters(self) -> &'static str {
        Self::LETTERS
    }

    /// The promotions of a pawn, the most frequent first.
    #[inline]
    fn promotions(self) -> &'static [PieceType] {
        Self::PROMOTIONS
    }

    /// The result of a stalemate for the side without moves.
    #[inline]
    fn stalemate(self) -> Verdict {
        Self::STALEMATE
    }

    /// The result of a repetition for the side that completes it.
    #[inline]
    fn repetition(self) -> Verdict {
        Self::REPETITION
    }

    /// The number of occurrences of a position that end the game.
    #[inline]
    fn repetitions(self) -> usize {
        3
    }

    /// Plies without a capture or a pawn move after which the game is drawn; the largest number if there is no such rule.
    #[inline]
    fn move_rule(self) -> u8 {
        FIFTY_MOVES
    }

    /// `true` if a FEN has the en-passant square after every double step.
    #[inline]
    fn keeps_passed_square(self) -> bool {
        Self::KEEPS_PASSED_SQUARE
    }

    /// `true` if a FEN may have pawns on the first and the last rank.
    #[inline]
    fn allows_pawns_everywhere(self) -> bool {
        false
    }

    /// `true` if a capturing piece may change its type in this game.
    #[inline]
    fn captures_change_type(self) -> bool {
        Self::CAPTURES_CHANGE_TYPE
    }

    /// `true` if enemy pieces can be bought in this game.
    #[inline]
    fn has_purchases(self) -> bool {
        Self::PURCHASES
    }

    /// The moves of a type in Betza notation, if a file defines them.
    fn betza(self, _piece_type: PieceType) -> Option<&'static str> {
        None
    }

    /// `true` if kings have a value.
    #[inline]
    fn kings_have_a_price(self) -> bool {
        Self::KINGS_HAVE_A_PRICE
    }

    /// The pieces whose loss loses the game.
    #[inline]
    fn royals(pos: &Position<Self>, us: Color) -> Bitboard {
        pos.of(us, PieceType::KING)
    }

    /// The pieces of a colour that capture along diagonals, and those that capture along ranks and files.
    #[inline]
    fn sliders(pos: &Position<Self>, by: Color) -> Sliders {
        orthodox::sliders(pos, by)
    }

    /// The pieces of a colour that capture on `at` with a step or a leap.
    #[inline]
    fn leapers(pos: &Position<Self>, at: Square, by: Color) -> Bitboard {
        orthodox::leapers(pos, at, by)
    }

    /// The pieces of a colour that no enemy royal may face on an open rank or file, although they do not attack along it.
    #[inline]
    fn facing(_pos: &Position<Self>, _by: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// All pieces of a colour that capture on `at`, with these squares occupied.
    #[inline]
    fn attackers(pos: &Position<Self>, at: Square, by: Color, occupied: Bitboard) -> Bitboard {
        orthodox::attackers(pos, at, by, occupied)
    }

    /// The squares on which a piece of this colour and type on `from` captures, own pieces included.
    #[inline]
    fn captures(self, piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        orthodox::captures(piece_type, color, from, occupied)
    }

    /// The empty squares to which a non-pawn piece moves without capturing, with these squares occupied.
    #[inline]
    fn steps(self, piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        self.captures(piece_type, color, from, occupied) - occupied
    }

    /// The squares on which a royal king wins the game by arriving. Such a step counts as noisy.
    #[inline]
    fn goal(self, _us: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The squares that a pawn of this colour may pass on its way to a double step.
    #[inline]
    fn double_step_passes(self, us: Color) -> Bitboard {
        Bitboard::rank(us.rank(2))
    }

    /// Returns `true` if a piece of the side that has moved may just have passed the square by a double step.
    #[inline]
    fn may_have_passed(pos: &Position<Self>, at: Square) -> bool {
        pos.of(!pos.turn(), PieceType::PAWN).has(at.offset(-pos.turn().forward()))
    }

    /// Checks and pins of the side to move. Callers use [`Position::constraints`], which also handles finished games.
    #[inline]
    fn constraints(pos: &Position<Self>) -> Constraints {
        orthodox::constraints(pos)
    }

    /// Writes exactly the legal moves of the wanted class into the sink, none twice, and only those of the pieces in
    /// [`Constraints::movers`].
    fn generate<W: Wanted, S: Sink>(pos: &Position<Self>, constraints: &Constraints, out: &mut S) {
        orthodox::generate::<Self, W, S>(pos, constraints, out);
    }

    /// Plays a legal move in place.
    #[inline]
    fn play<O: Observer>(pos: &mut Position<Self>, m: Move, seen: &mut O) {
        orthodox::play(pos, m, seen);
    }

    /// The castling rights that remain after a move whose pieces have been moved. The turn has not ended.
    #[inline]
    fn kept_rights(_pos: &Position<Self>, m: Move) -> Castling {
        orthodox::kept_rights(m.from()).common(orthodox::kept_rights(m.to()))
    }

    /// Applies further effects of a capture after the victim has left the board, and returns the piece that arrives.
    #[inline]
    fn after_capture<O: Observer>(_pos: &mut Position<Self>, attacker: Piece, _victim: Piece, _seen: &mut O) -> Piece {
        attacker
    }

    /// Returns the type of the attacker after it has captured a victim of this type.
    #[inline]
    fn arrives_as(_pos: &Position<Self>, attacker: Piece, _victim: PieceType) -> PieceType {
        attacker.piece_type()
    }

    /// Returns `true` if the move makes other pieces of the enemy royal.
    #[inline]
    fn changes_royals(_pos: &Position<Self>, _m: Move) -> bool {
        false
    }

    /// Returns the squares on which a colour could buy an enemy piece of this type for one of its pawns, with its own pieces on these
    /// occupied squares only. The price of a piece that gives check may be higher.
    #[inline]
    fn purchase_zone(_pos: &Position<Self>, _by: Color, _piece_type: PieceType, _occupied: Bitboard) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The enemy pieces that a colour could buy, whatever their price.
    #[inline]
    fn purchasable(_pos: &Position<Self>, _by: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Returns `true` if the side to move is mated although its pieces could still move.
    #[inline]
    fn is_mated(_constraints: &Constraints) -> bool {
        false
    }

    /// Returns `true` if the side to move has a legal en-passant capture on `at`, a square that has just been passed.
    #[inline]
    fn may_capture_en_passant(pos: &Position<Self>, at: Square) -> bool {
        orthodox::en_passant_captures(pos, at).any()
    }

    /// An end of the game that does not depend on the legal moves: a goal reached, or pieces that cannot mate.
    ///
    /// If it has a winner, there are no legal moves ([`Position::constraints`]). A draw by insufficient material ends the
    /// game, but perft counts the moves after it.
    #[inline]
    fn decided(pos: &Position<Self>) -> Option<Outcome> {
        let is_dead = Color::BOTH.into_iter().all(|us| Self::cannot_win(pos, us));
        is_dead.then_some(Outcome::draw(Reason::InsufficientMaterial))
    }

    /// Returns `true` if a colour has too few pieces to win, whatever both sides play.
    #[inline]
    fn cannot_win(pos: &Position<Self>, us: Color) -> bool {
        orthodox::cannot_mate(pos, us)
    }

    /// The outcome when the side to move has no legal move.
    #[inline]
    fn no_moves_outcome(pos: &Position<Self>, in_check: bool) -> Outcome {
        match in_check {
            true => Outcome::win(!pos.turn(), Reason::Checkmate),
            false => pos.game().stalemate().against(pos.turn(), Reason::Stalemate),
        }
    }

    /// Checks that a position read from a FEN can be played.
    ///
    /// # Errors
    /// The violated rule of the game.
    fn validate(pos: &Position<Self>) -> Result<(), FenError> {
        orthodox::validate(pos)
    }

    /// Reads the castling rights of a FEN whose pieces are on the board. A game may put the rooks into its state.
    ///
    /// # Errors
    /// The text, as malformed or as rights that the game does not have.
    fn read_castling(pos: &Position<Self>, text: &str, _state: &mut Self::State) -> Result<Castling, FenError> {
        fen::read_castling(pos, text)
    }

    /// Reads the field of a FEN for the state; `None` if the FEN ends before it.
    ///
    /// # Errors
    /// The text quoted, if the game has no such field or the text does not fit.
    fn read_state(self, text: Option<&str>) -> Result<Self::State, FenError> {
        text.map_or(Ok(Self::State::default()), Self::State::from_field)
    }

    /// A description of a state, as [`State::describe`] returns it.
    fn describe_state(self, state: Self::State) -> Option<String> {
        state.describe()
    }

    /// The pieces that castle as rooks.
    fn castling_rooks(pos: &Position<Self>, color: Color) -> Bitboard {
        pos.of(color, PieceType::ROOK)
    }

    /// The field of a FEN for a state; `None` if the game has no such field.
    fn write_state(self, state: Self::State) -> Option<String> {
        state.to_field()
    }

    /// The castling rights in a FEN.
    fn write_castling(pos: &Position<Self>) -> String {
        fen::write_castling(pos.castling(), |right| ['K', 'Q', 'k', 'q'][right])
    }

    /// A legal move as text.
    fn write_move(pos: &Position<Self>, m: Move) -> String {
        notation::write(pos, m)
    }

    /// Parses a legal move.
    ///
    /// # Errors
    /// The text, as malformed or as illegal.
    fn parse_move(pos: &Position<Self>, text: &str) -> Result<Move, MoveError> {
        notation::parse(pos, text, |m, suffix| m.promotes_to() == suffix)
    }
}
