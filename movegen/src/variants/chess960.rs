//! Chess960 or Fischer Random Chess: chess from 960 start positions (FIDE Laws of Chess 2023, Guidelines II).
//!
//! A castling move is one of the king onto the square of its rook, because the king may stay or go to a square that it could
//! also reach by a step.

use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::constraints::Constraints;
use crate::error::{FenError, MoveError};
use crate::fen;
use crate::moves::{Move, MoveKind, Sink};
use crate::notation;
use crate::observer::Observer;
use crate::orthodox::{self, Castle};
use crate::piece::{Color, Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::state::State;
use crate::variant::Variant;
use crate::wanted::Wanted;
use crate::zobrist;

/// Chess960: king and rooks may begin on other squares; after castling they stand as in chess.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Chess960;

/// The files of the rooks that may castle, in the order of the bits of [`Castling`]; without a right that of chess.
///
/// They are in the key, but no features: networks of chess fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRooks([u8; 4]);

impl Default for CastlingRooks {
    fn default() -> Self {
        Self([7, 0, 7, 0])
    }
}

impl State for CastlingRooks {
    const FEATURES: usize = 0;

    #[inline]
    fn features(self) -> impl Iterator<Item = usize> {
        std::iter::empty()
    }

    #[inline]
    fn key(self) -> u64 {
        let is_other = |right: &usize| self.0[*right] != Self::default().0[*right];
        (0..4).filter(is_other).fold(0, |sum, right| sum ^ zobrist::state(right * 8 + usize::from(self.0[right])))
    }

    fn mirrored(self) -> Self {
        let [short, long, other_short, other_long] = self.0;
        Self([other_short, other_long, short, long])
    }
}

impl CastlingRooks {
    /// The square of the rook of a right.
    fn rook(self, color: Color, wing: usize) -> Square {
        Square::at(self.0[color.index() * 2 + wing], color.rank(0))
    }

    /// The same with the files of chess where there is no right.
    fn with_rights(mut self, rights: Castling) -> Self {
        for right in 0..4 {
            if rights.0 >> right & 1 == 0 {
                self.0[right] = Self::default().0[right];
            }
        }
        self
    }
}

/// All ways to castle by colour, file of the king and file of the rook.
static CASTLES: [[[Castle; 8]; 8]; 2] = {
    let mut all = [[[orthodox::castle(Color::White, 4, 7); 8]; 8]; 2];
    let mut i = 0;
    while i < 128 {
        let color = if i < 64 { Color::White } else { Color::Black };
        all[i / 64][i / 8 % 8][i % 8] = orthodox::castle(color, (i / 8 % 8) as u8, (i % 8) as u8);
        i += 1;
    }
    all
};

/// The way in which a side castles, if it has the right.
fn castle(pos: &Position<Chess960>, color: Color, wing: usize) -> &'static Castle {
    let (king, rook) = (pos.king(color), pos.state().rook(color, wing));
    &CASTLES[color][usize::from(king.file())][usize::from(rook.file())]
}

/// Returns `true` if no line to the king's target opens when king and rook have left their squares.
fn is_covered(pos: &Position<Chess960>, castle: &Castle) -> bool {
    let left = pos.occupied().without(castle.king_from).without(castle.rook_from);
    let occupied = left.with(castle.king_to).with(castle.rook_to);
    Chess960::attackers(pos, castle.king_to, !pos.turn(), occupied).is_empty()
}

impl Variant for Chess960 {
    const NAME: &'static str = "chess960";
    const CASTLES_ONTO_ROOK: bool = true;
    const SYZYGY: bool = true;
    type ByPieceType = [Bitboard; 6];
    type State = CastlingRooks;

    fn generate<W: Wanted, S: Sink>(pos: &Position<Self>, c: &Constraints, out: &mut S) {
        if c.movers.has(c.royal) {
            orthodox::king_steps::<Self, W, S>(pos, c, out);
            if W::QUIET && c.checkers.is_empty() {
                for wing in [0, 1] {
                    let castle = castle(pos, pos.turn(), wing);
                    // The rook of a missing right may have the king's file.
                    let has_right = pos.castling().has(Castling::right(pos.turn(), wing));
                    if has_right && orthodox::may_castle(pos, castle) && is_covered(pos, castle) {
                        out.one(Move::new(castle.king_from, castle.rook_from, MoveKind::Castle));
                    }
                }
            }
        }
        if !c.checkers.many() {
            orthodox::knights_and_sliders::<Self, W, S>(pos, c, out);
            orthodox::pawns::<Self, W, S>(pos, c, out);
        }
    }

    fn play<O: Observer>(pos: &mut Position<Self>, m: Move, seen: &mut O) {
        if m.kind() == MoveKind::Castle {
            play_castle(pos, m, seen);
        } else {
            orthodox::play(pos, m, seen);
        }
        let rooks = pos.state().with_rights(pos.castling());
        if rooks != pos.state() {
            pos.set_state(rooks, seen);
        }
    }

    fn kept_rights(pos: &Position<Self>, m: Move) -> Castling {
        let mut kept = Castling::ALL;
        for color in Color::BOTH {
            let king_moved = color == pos.turn() && (m.kind() == MoveKind::Castle || pos.king(color) == m.to());
            for wing in [0, 1] {
                let rook = pos.state().rook(color, wing);
                if king_moved || rook == m.from() || rook == m.to() {
                    kept.0 &= !Castling::right(color, wing).0;
                }
            }
        }
        kept
    }

    /// X-FEN or Shredder-FEN.
    fn read_castling(pos: &Position<Self>, text: &str, state: &mut CastlingRooks) -> Result<Castling, FenError> {
        let mut rights = Castling::NONE;
        for (right, files) in fen::castling_files(pos, text)?.into_iter().enumerate() {
            if let Some([_, rook]) = files {
                state.0[right] = rook;
                rights.0 |= 1 << right;
            }
        }
        Ok(rights)
    }

    /// X-FEN: the file of the rook instead of `KQkq` if another rook is farther outside.
    fn write_castling(pos: &Position<Self>) -> String {
        fen::write_castling(pos.castling(), |right| {
            let (color, wing) = (Color::BOTH[right / 2], right % 2);
            let rook = pos.state().rook(color, wing);
            let is_outer = |other: Square| if wing == 0 { other > rook } else { other < rook };
            let rooks = pos.of(color, PieceType::ROOK) & Bitboard::rank(color.rank(0));
            let letter = match rooks.into_iter().any(is_outer) {
                true => char::from(b'a' + rook.file()),
                false => ['k', 'q'][wing],
            };
            if color == Color::White { letter.to_ascii_uppercase() } else { letter }
        })
    }

    /// Castling may also be written as the king's move if that is longer than a step.
    fn parse_move(pos: &Position<Self>, text: &str) -> Result<Move, MoveError> {
        notation::parse(pos, text, |m, suffix| m.promotes_to() == suffix).or_else(|error| {
            let castle = pos.legal_moves().into_iter().find(|m| {
                let to = castle(pos, pos.turn(), usize::from(!m.is_king_side())).king_to;
                m.kind() == MoveKind::Castle && m.from().distance(to) > 1 && text == format!("{}{to}", m.from())
            });
            castle.ok_or(error)
        })
    }
}

fn play_castle<O: Observer>(pos: &mut Position<Chess960>, m: Move, seen: &mut O) {
    let us = pos.turn();
    let [king, rook] = [PieceType::KING, PieceType::ROOK].map(|piece_type| Piece::new(us, piece_type));
    let castle = castle(pos, us, usize::from(!m.is_king_side()));
    pos.clear_en_passant();
    pos.take(king, castle.king_from, seen);
    pos.take(rook, castle.rook_from, seen);
    pos.put(king, castle.king_to, seen);
    pos.put(rook, castle.rook_to, seen);
    pos.keep_rights(Chess960::kept_rights(pos, m));
    pos.count_clock(false);
    pos.end_turn();
}
