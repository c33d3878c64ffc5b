//! Empire Chess (Couch Tomato, 2020). Rules: gamedata/games/empire/specification.md.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::constraints::{Constraints, Sliders};
use crate::moves::Sink;
use crate::orthodox;
use crate::outcome::{Outcome, Reason, Verdict};
use crate::piece::{Color, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::wanted::Wanted;

/// Empire Chess or a game that differs in two of its rules, so that what they do can be measured: stalemate
/// (`STALEMATE_DRAWS`) and repetition (`REPETITION_DRAWS`) may end in a draw, where Empire has them lose.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Imperial<const STALEMATE_DRAWS: bool, const REPETITION_DRAWS: bool>;

/// Empire Chess: White's army moves like queens and captures like something less.
pub type Empire = Imperial<false, false>;

/// The result of an end for its side, in games where it may be a draw.
const fn drawn_or_lost(is_drawn: bool) -> Verdict {
    if is_drawn { Verdict::Draw } else { Verdict::Loss }
}

const TOWER: PieceType = PieceType::new(6);
const EAGLE: PieceType = PieceType::new(7);
const CARDINAL: PieceType = PieceType::new(8);
const DUKE: PieceType = PieceType::new(9);
const SOLDIER: PieceType = PieceType::new(10);

const CAMPMATE: Reason = Reason::Rule("campmate");

/// One step forward or sideways.
static SOLDIER_STEPS: [[Bitboard; 64]; 2] =
    [attacks::leaper_table(&[(0, 1), (-1, 0), (1, 0)]), attacks::leaper_table(&[(0, -1), (-1, 0), (1, 0)])];

#[inline]
fn soldier(color: Color, from: Square) -> Bitboard {
    SOLDIER_STEPS[color][from.index()]
}

/// Returns `true` if this side's king is on the enemy's last rank.
#[inline]
fn has_reached_camp<V: Variant>(pos: &Position<V>, color: Color) -> bool {
    pos.of(color, PieceType::KING).meets(pos.game().goal(color))
}

impl<const STALEMATE_DRAWS: bool, const REPETITION_DRAWS: bool> Variant
    for Imperial<STALEMATE_DRAWS, REPETITION_DRAWS>
{
    const NAME: &'static str = "empire";
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1";
    const LETTERS: &'static str = "pnbrqktecds";
    const PROMOTIONS: &'static [PieceType] = &[PieceType::QUEEN];
    const CASTLING: Castling = Castling::BLACK;
    const STALEMATE: Verdict = drawn_or_lost(STALEMATE_DRAWS);
    const REPETITION: Verdict = drawn_or_lost(REPETITION_DRAWS);
    type ByPieceType = [Bitboard; 11];
    type State = ();

    #[inline]
    fn sliders(pos: &Position<Self>, by: Color) -> Sliders {
        let sliders = orthodox::sliders(pos, by);
        Sliders {
            diagonal: sliders.diagonal | pos.of(by, CARDINAL),
            orthogonal: sliders.orthogonal | pos.of(by, TOWER),
        }
    }

    #[inline]
    fn leapers(pos: &Position<Self>, at: Square, by: Color) -> Bitboard {
        (attacks::pawn(!by, at) & pos.piece_type(PieceType::PAWN)
            | attacks::knight(at) & (pos.piece_type(PieceType::KNIGHT) | pos.piece_type(EAGLE))
            | attacks::king(at) & (pos.piece_type(PieceType::KING) | pos.piece_type(DUKE))
            | soldier(!by, at) & pos.piece_type(SOLDIER))
            & pos.color(by)
    }

    /// Face-off: king and kaiser may not face each other on an open rank or file.
    #[inline]
    fn facing(pos: &Position<Self>, by: Color) -> Bitboard {
        pos.of(by, PieceType::KING)
    }

    #[inline]
    fn captures(self, piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        match piece_type {
            TOWER => attacks::rook(from, occupied),
            EAGLE => attacks::knight(from),
            CARDINAL => attacks::bishop(from, occupied),
            DUKE => attacks::king(from),
            SOLDIER => soldier(color, from),
            _ => orthodox::captures(piece_type, color, from, occupied),
        }
    }

    #[inline]
    fn steps(self, piece_type: PieceType, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        match piece_type {
            TOWER | EAGLE | CARDINAL | DUKE => attacks::queen(from, occupied) - occupied,
            _ => self.captures(piece_type, color, from, occupied) - occupied,
        }
    }

    #[inline]
    fn goal(self, us: Color) -> Bitboard {
        Bitboard::rank(us.rank(7))
    }

    /// White's pawns start on the third rank and never take two steps.
    #[inline]
    fn double_step_passes(self, us: Color) -> Bitboard {
        match us {
            Color::White => Bitboard::EMPTY,
            Color::Black => Bitboard::rank(5),
        }
    }

    fn generate<W: Wanted, S: Sink>(pos: &Position<Self>, c: &Constraints, out: &mut S) {
        let us = pos.turn();
        orthodox::generate::<Self, W, S>(pos, c, out);
        if c.checkers.many() {
            return;
        }
        let occupied = pos.occupied();
        let goals = orthodox::goals::<Self, W>(pos);
        let (enemies, empty) = (goals & occupied, goals - occupied);
        // Without a quiet move wanted, the queen's lines are not looked up.
        let glide = |at| if W::QUIET { attacks::queen(at, occupied) & empty } else { Bitboard::EMPTY };
        orthodox::fan_out(pos.of(us, TOWER), c, |at| attacks::rook(at, occupied) & enemies | glide(at), out);
        orthodox::fan_out(pos.of(us, EAGLE), c, |at| attacks::knight(at) & enemies | glide(at), out);
        orthodox::fan_out(pos.of(us, CARDINAL), c, |at| attacks::bishop(at, occupied) & enemies | glide(at), out);
        orthodox::fan_out(pos.of(us, DUKE), c, |at| attacks::king(at) & enemies | glide(at), out);
        orthodox::fan_out(pos.of(us, SOLDIER), c, |at| soldier(us, at) & goals, out);
    }

    #[inline]
    fn decided(pos: &Position<Self>) -> Option<Outcome> {
        has_reached_camp(pos, !pos.turn()).then_some(Outcome::win(!pos.turn(), CAMPMATE))
    }

    /// A king alone can reach the camp.
    #[inline]
    fn cannot_win(_pos: &Position<Self>, _us: Color) -> bool {
        false
    }
}
