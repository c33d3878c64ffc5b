//! What a variant is: a type whose functions are the rules. Every default is orthodox chess.

use std::fmt::Debug;

use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::error::{FenError, MoveError};
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
/// looked up at run time. A variant overrides what differs from chess; where it only adds, it calls the function in
/// [`orthodox`] and adds its part.
///
/// ```
/// use movegen::{Bitboard, Color, PieceType, Outcome, Position, Reason, Square, Variant};
///
/// /// Chess in which a king that reaches the middle wins.
/// #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
/// struct KingOfTheHill;
///
/// impl Variant for KingOfTheHill {
///     const NAME: &'static str = "kingofthehill";
///     type ByPieceType = [Bitboard; 6];
///     type State = ();
///
///     fn goal(_us: Color) -> Bitboard {
///         Bitboard::from_squares(&[Square::at(3, 3), Square::at(4, 3), Square::at(3, 4), Square::at(4, 4)])
///     }
///
///     fn decided(pos: &Position<Self>) -> Option<Outcome> {
///         let winner = !pos.turn();
///         let is_there = pos.of(winner, PieceType::KING).meets(Self::goal(winner));
///         is_there.then_some(Outcome::win(winner, Reason::Rule("king of the hill")))
///     }
/// }
///
/// let pos: Position<KingOfTheHill> = "4k3/8/8/8/8/4K3/8/8 w - - 0 1".parse().unwrap();
/// let won = pos.after(pos.parse_move("e3e4").unwrap());
/// assert_eq!(won.outcome().unwrap().to_string(), "1-0 {king of the hill}");
/// assert!(won.legal_moves().is_empty());
/// ```
pub trait Variant: Copy + Eq + Default + Debug + Send + Sync + 'static {
    /// The name in `UCI_Variant`, in files and on the command line.
    const NAME: &'static str;
    /// The FEN of the first position.
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// One small letter for each kind of piece, in the order of [`PieceType`].
    const LETTERS: &'static str = "pnbrqk";
    /// What a pawn may become, the likeliest first.
    const PROMOTIONS: &'static [PieceType] = &[PieceType::QUEEN, PieceType::KNIGHT, PieceType::ROOK, PieceType::BISHOP];
    /// The castling rights that the game knows.
    const CASTLING: Castling = Castling::ALL;
    /// What stalemate means for the side that cannot move.
    const STALEMATE: Verdict = Verdict::Draw;
    /// What the third occurrence of a position means for the side whose move brought it about.
    const REPETITION: Verdict = Verdict::Draw;
    /// Whether a FEN carries the en-passant square after every double step, or only when a pawn may capture there.
    const KEEPS_PASSED_SQUARE: bool = false;
    /// Whether a piece that captures may become one of another piece type, as [`Variant::arrives_as`] tells: then an exchange
    /// is not only a question of who captures last.
    const CAPTORS_CHANGE: bool = false;
    /// Whether a side may have more than one royal at a time, as [`Variant::royals`] tells.
    const SEVERAL_ROYALS: bool = false;
    /// Whether a move can change which pieces of the enemy are royal, as [`Variant::changes_royals`] tells.
    const ROYALS_CHANGE: bool = false;
    /// Whether kings are captured and exchanged like other pieces, and so have a price; where they are the only royals
    /// they have none.
    const KINGS_HAVE_A_PRICE: bool = false;
    /// Whether enemy pieces can be bought.
    const PURCHASES: bool = false;
    /// What players call these things.
    const WORDS: Words = Words::PLAIN;

    /// One bitboard for each piece type.
    type ByPieceType: ByPieceType;
    /// What a position holds beyond board, castling and en passant.
    type State: State;

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

    /// The pieces of a colour that no enemy royal may face on an open rank or file, though they do not attack along it.
    #[inline]
    fn facing(_pos: &Position<Self>, _by: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// All pieces of a colour that capture on `at`, with these squares occupied.
    #[inline]
    fn attackers(pos: &Position<Self>, at: Square, by: Color, occupied: Bitboard) -> Bitboard {
        orthodox::attackers(pos, at, by, occupied)
    }

    /// The squares on which a piece of this colour and piece type standing on `from` captures, own pieces included.
    #[inline]
    fn captures(piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        orthodox::captures(piece_type, color, from, occupied)
    }

    /// The empty squares to which a piece that is no pawn moves without capturing, on a board so occupied.
    #[inline]
    fn steps(piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        Self::captures(piece_type, color, from, occupied) - occupied
    }

    /// The squares on which a royal king wins the game by arriving. Such a step counts as noisy.
    #[inline]
    fn goal(_us: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The squares that a pawn of this colour may pass on its way to a double step.
    #[inline]
    fn double_step_passes(us: Color) -> Bitboard {
        Bitboard::rank(us.rank(2))
    }

    /// What restricts the side to move: checks and pins. Ask [`Position::constraints`], which knows of ends as well.
    #[inline]
    fn constraints(pos: &Position<Self>) -> Constraints {
        orthodox::constraints(pos)
    }

    /// Writes exactly the legal moves of the wanted sort into the sink, none twice, and only those of the pieces in
    /// [`Constraints::movers`].
    fn generate<W: Wanted, S: Sink>(pos: &Position<Self>, constraints: &Constraints, out: &mut S) {
        orthodox::generate::<Self, W, S>(pos, constraints, out);
    }

    /// Plays a legal move in place.
    #[inline]
    fn play<O: Observer>(pos: &mut Position<Self>, m: Move, seen: &mut O) {
        orthodox::play(pos, m, seen);
    }

    /// Sees to what a capture does besides: the victim is off the board, and the captor arrives as the piece given back.
    #[inline]
    fn captor<O: Observer>(_pos: &mut Position<Self>, captor: Piece, _victim: Piece, _seen: &mut O) -> Piece {
        captor
    }

    /// The piece type that a piece of this piece type becomes by capturing a victim of that one.
    #[inline]
    fn arrives_as(_pos: &Position<Self>, captor: Piece, _victim: PieceType) -> PieceType {
        captor.piece_type()
    }

    /// Whether the move makes other pieces of the enemy royal.
    #[inline]
    fn changes_royals(_pos: &Position<Self>, _m: Move) -> bool {
        false
    }

    /// The enemy pieces that a colour could buy, whatever it has to pay.
    #[inline]
    fn purchasable(_pos: &Position<Self>, _by: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Whether the side to move, so restricted, is mated although its pieces could still move.
    #[inline]
    fn is_mated(_constraints: &Constraints) -> bool {
        false
    }

    /// Whether the side to move has a legal en-passant capture on `at`, a square that has just been passed.
    #[inline]
    fn may_capture_en_passant(pos: &Position<Self>, at: Square) -> bool {
        orthodox::en_passant_captures(pos, at).any()
    }

    /// An end that stands on the board whatever moves there are: a goal reached, or pieces that cannot mate.
    ///
    /// Where it has a winner there are no legal moves: [`Position::constraints`] sees to it. A draw by the pieces that are
    /// left ends the game but not the moves, as perft counts them.
    #[inline]
    fn decided(pos: &Position<Self>) -> Option<Outcome> {
        orthodox::is_dead(pos).then_some(Outcome::draw(Reason::InsufficientMaterial))
    }

    /// The outcome when the side to move, in check or not, has no legal move.
    #[inline]
    fn stuck(pos: &Position<Self>, in_check: bool) -> Outcome {
        match in_check {
            true => Outcome::win(!pos.turn(), Reason::Checkmate),
            false => Self::STALEMATE.against(pos.turn(), Reason::Stalemate),
        }
    }

    /// Whether a position read from a FEN can be played on.
    ///
    /// # Errors
    /// The rule of the game that the pieces or the turn break.
    fn validate(pos: &Position<Self>) -> Result<(), FenError> {
        orthodox::validate(pos)
    }

    /// A legal move as text.
    fn write_move(pos: &Position<Self>, m: Move) -> String {
        notation::write(pos, m)
    }

    /// The legal move that a text means.
    ///
    /// # Errors
    /// The text quoted, as no move at all or as an illegal one.
    fn parse_move(pos: &Position<Self>, text: &str) -> Result<Move, MoveError> {
        notation::parse(pos, text, |m, suffix| m.promotes_to() == suffix)
    }
}
