//! Subversion, or Conversion Chess (Terry H. Jones, 1997). Rules: gamedata/games/subversion/specification.md.
//!
//! The ordinary moves are orthodox; this file adds bribes. A bribe whose result an ordinary move brings about as well
//! is not a move of its own: the generator leaves it out, and its text is read as the ordinary move.

use arrayvec::ArrayVec;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::constraints::Constraints;
use crate::error::{FenError, Field, MoveError, printable};
use crate::fen::letter_of_piece_type;
use crate::moves::{Count, Each, Move, MoveKind, Sink};
use crate::notation;
use crate::observer::Observer;
use crate::orthodox;
use crate::piece::{Color, Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::wanted::{All, Wanted};
use crate::words::Words;

/// Subversion: pieces can be paid for enemy pieces next to one's own.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Subversion;

/// The maximum number of pieces of a side: a bribe costs at least as many pieces as it gains.
const MAX_PIECES: u32 = 16;

impl Variant for Subversion {
    const NAME: &'static str = "subversion";
    const PURCHASES: bool = true;
    const WORDS: Words = Words { purchase: "bribe", purchases: "bribes", ..Words::PLAIN };
    type ByPieceType = [Bitboard; 6];
    type State = ();

    fn generate<W: Wanted, S: Sink>(pos: &Position<Self>, c: &Constraints, out: &mut S) {
        orthodox::generate::<Self, W, S>(pos, c, out);
        if W::PURCHASES {
            let targets = Self::purchasable(pos, pos.turn());
            if targets.any() {
                bribes(pos, c, targets, Doubles::LeftOut, out);
            }
        }
    }

    #[inline]
    fn play<O: Observer>(pos: &mut Position<Self>, m: Move, seen: &mut O) {
        if m.is_purchase() {
            orthodox::play_purchase(pos, m, seen);
        } else {
            orthodox::play(pos, m, seen);
        }
    }

    #[inline]
    fn purchase_zone(pos: &Position<Self>, us: Color, piece_type: PieceType, occupied: Bitboard) -> Bitboard {
        let can_pay = pos.of(us, PieceType::PAWN).meets(occupied);
        if can_pay && piece_type != PieceType::KING { in_reach(pos, us, occupied) } else { Bitboard::EMPTY }
    }

    /// No king.
    #[inline]
    fn purchasable(pos: &Position<Self>, us: Color) -> Bitboard {
        in_reach(pos, us, pos.occupied()) & pos.color(!us).without(pos.king(!us))
    }

    /// Bare kings only: any other piece can be bribed or mate.
    #[inline]
    fn cannot_win(pos: &Position<Self>, _us: Color) -> bool {
        pos.occupied() == pos.piece_type(PieceType::KING)
    }

    /// As in chess, and no side has more pieces than play can give it.
    fn validate(pos: &Position<Self>) -> Result<(), FenError> {
        orthodox::validate(pos)?;
        for color in Color::BOTH {
            let pieces = pos.color(color).count();
            if pieces > MAX_PIECES {
                let why = format!("{} has {pieces} pieces, more than {MAX_PIECES}", color.name());
                return Err(FenError::new(Field::Board, pos.board_text(), why));
            }
        }
        Ok(())
    }

    /// A bribe is written as the squares paid, the square of the bribed piece and its letter: `c1f1e4r`.
    fn write_move(pos: &Position<Self>, m: Move) -> String {
        if !m.is_purchase() {
            return notation::write(pos, m);
        }
        let mut text: String = pos.payment(m).into_iter().map(|at| at.to_string()).collect();
        text += &m.to().to_string();
        text.extend(pos.piece_at(m.to()).map(|piece| letter_of_piece_type(pos.game(), piece.piece_type())));
        text
    }

    fn parse_move(pos: &Position<Self>, text: &str) -> Result<Move, MoveError> {
        let ordinary = notation::parse(pos, text, |m, suffix| m.promotes_to() == suffix);
        if ordinary.is_ok() {
            return ordinary;
        }
        if !has_form_of_bribe(text) {
            return ordinary;
        }
        let wanted = text.to_ascii_lowercase();
        let mut bribe = None;
        let mut compare = Each(|m| {
            if Self::write_move(pos, m) == wanted {
                bribe = Some(m);
            }
        });
        bribes(pos, &pos.constraints(), Self::purchasable(pos, pos.turn()), Doubles::Included, &mut compare);
        let moves = pos.legal_moves();
        let meant = bribe.map(|bribe| ordinary_for(pos, bribe).unwrap_or(bribe)).filter(|m| moves.contains(m));
        meant.ok_or_else(|| MoveError::Illegal(printable(text)))
    }
}

/// Returns the squares next to a non-pawn piece of the colour on these occupied squares, and not next to the enemy king.
#[inline]
fn in_reach(pos: &Position<Subversion>, us: Color, occupied: Bitboard) -> Bitboard {
    let non_pawns = (pos.color(us) & occupied) - pos.piece_type(PieceType::PAWN);
    non_pawns.around() - attacks::king(pos.king(!us))
}

/// Returns `true` if a text is two or more squares and the letter of a piece type.
fn has_form_of_bribe(text: &str) -> bool {
    let (Some(squares), true) = (text.get(..text.len().saturating_sub(1)), text.is_ascii()) else { return false };
    squares.len() >= 4
        && squares.as_bytes().chunks(2).all(|name| str::from_utf8(name).is_ok_and(|name| Square::parse(name).is_some()))
        && text.ends_with(|letter: char| Subversion::LETTERS.contains(letter.to_ascii_lowercase()))
}

/// The treatment of bribes that an ordinary move replaces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubles {
    LeftOut,
    Included,
}

/// All bribes. A side in check without an ordinary move is mated and may not bribe.
fn bribes<S: Sink>(pos: &Position<Subversion>, c: &Constraints, targets: Bitboard, doubles: Doubles, out: &mut S) {
    match c.checkers.first() {
        None => targets.into_iter().for_each(|target| pay_with_a_pawn(pos, c, target, doubles, out)),
        // Of two checkers one stays, and a bribe of another piece ends no check.
        Some(checker) if !c.checkers.many() && targets.has(checker) => {
            let mut ordinary = Count::default();
            orthodox::generate::<Subversion, All, _>(pos, &Constraints { movers: Bitboard::FULL, ..*c }, &mut ordinary);
            if ordinary.0 > 0 {
                pay_for_a_checker(pos, c, checker, doubles, out);
            }
        }
        Some(_) => {}
    }
}

/// One pawn for a piece that gives no check. A pinned pawn stays, unless the piece bribed is the one that pins it.
#[inline]
fn pay_with_a_pawn<S: Sink>(
    pos: &Position<Subversion>,
    c: &Constraints,
    target: Square,
    doubles: Doubles,
    out: &mut S,
) {
    let us = pos.turn();
    let pawns = pos.of(us, PieceType::PAWN) & c.movers;
    let mut payers = pawns - c.pinned;
    if (pawns & c.pinned).any() {
        let between = attacks::between(c.royal, target) & pos.occupied();
        if !between.many() {
            payers |= pawns & c.pinned & between;
        }
    }
    // A pawn takes a pawn, or promotes by capture to what it takes: the same as paying for it.
    if doubles == Doubles::LeftOut && (pos.piece_type(PieceType::PAWN) | Bitboard::rank(us.rank(7))).has(target) {
        payers = payers - attacks::pawn(!us, target);
    }
    out.purchased(payers, target);
}

/// The dearer payments for the piece that gives check.
fn pay_for_a_checker<S: Sink>(
    pos: &Position<Subversion>,
    c: &Constraints,
    checker: Square,
    doubles: Doubles,
    out: &mut S,
) {
    let us = pos.turn();
    let Some(piece_type) = pos.piece_at(checker).map(Piece::piece_type) else { return };
    let pawns = pos.of(us, PieceType::PAWN);
    let minors = pos.of(us, PieceType::KNIGHT) | pos.of(us, PieceType::BISHOP);
    let majors = pos.of(us, PieceType::ROOK) | pos.of(us, PieceType::QUEEN);
    let mut pay = |pieces: &[Square], and_pawns: bool| {
        let m = Move::purchase(pieces, and_pawns, checker);
        let is_left_out = doubles == Doubles::LeftOut && ordinary_for(pos, m).is_some();
        if c.movers.has(m.from()) && !is_left_out && leaves_king_safe(pos, m) {
            out.one(m);
        }
    };
    match piece_type {
        PieceType::ROOK => {
            majors.into_iter().for_each(|piece| pay(&[piece], false));
            each_set::<2>(minors, |pieces| pay(pieces, false));
            if pawns.any() {
                minors.into_iter().for_each(|piece| pay(&[piece], true));
            }
        }
        PieceType::QUEEN => {
            each_set::<3>(minors | majors, |pieces| pay(pieces, false));
            if pawns.any() {
                each_set::<2>(minors | majors, |pieces| pay(pieces, true));
            }
        }
        _ => (minors | majors).into_iter().for_each(|piece| pay(&[piece], false)),
    }
}

/// Every choice of so many of the pieces, in the order of their squares.
fn each_set<const N: usize>(pieces: Bitboard, mut chosen: impl FnMut(&[Square])) {
    fn choose<const N: usize>(pieces: Bitboard, set: &mut ArrayVec<Square, N>, chosen: &mut impl FnMut(&[Square])) {
        if set.is_full() {
            return chosen(set);
        }
        let mut rest = pieces;
        for piece in pieces {
            rest = rest.without(piece);
            set.push(piece);
            choose(rest, set, chosen);
            set.pop();
        }
    }
    choose(pieces, &mut ArrayVec::<Square, N>::new(), &mut chosen);
}

/// The ordinary move that leads to the same position as the bribe: like takes like, or a pawn promotes by capture to
/// what it takes.
fn ordinary_for(pos: &Position<Subversion>, m: Move) -> Option<Move> {
    let (from, to) = (m.from(), m.to());
    let (payer, target) = (pos.piece_at(from)?, pos.piece_at(to)?);
    let reach = orthodox::captures(payer.piece_type(), payer.color(), from, pos.occupied());
    let is_promotion = payer.piece_type() == PieceType::PAWN && to.rank() == payer.color().rank(7);
    match m.kind() == MoveKind::Purchase && reach.has(to) {
        true if is_promotion => Some(Move::promotion(from, to, target.piece_type())),
        true if payer.piece_type() == target.piece_type() => Some(Move::new(from, to, MoveKind::Normal)),
        _ => None,
    }
}

/// Returns `true` if the king is safe after the payment has left the board and the bribed piece has changed sides.
fn leaves_king_safe(pos: &Position<Subversion>, m: Move) -> bool {
    let (us, occupied) = (pos.turn(), pos.occupied() - pos.payment(m));
    let attackers = Subversion::attackers(pos, pos.king(us), !us, occupied);
    attackers.without(m.to()).is_empty()
}
