//! Explanations in games in which the sides move in turn. The rules report only which moves are legal; the reason for an illegal
//! move is searched for from the obvious to the subtle: the piece, its way of moving, pieces in the way, and what the move
//! would leave behind.

use movegen::fen::{letter_of_piece_type, piece_type_of_letter};
use movegen::san::san;
use movegen::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Position, Square, Variant, attacks, orthodox};

use super::{At, Effect, Exposure, Illegal, PieceAt, piece_at};

/// Returns the effects of a legal move in the order in which they happen.
pub fn effects<V: Variant>(pos: &Position<V>, m: Move) -> Vec<Effect> {
    let next = pos.after(m);
    let mut effects = Vec::new();
    if m.is_purchase() {
        let target = piece_at(pos, m.to());
        effects.extend(target.map(|target| Effect::Purchase { target, paid: pieces(pos, pos.payment(m)) }));
    }
    effects.extend(capture(pos, m));
    effects.extend(change(pos, &next, m));
    effects.extend(new_royals(pos, &next, m));
    if m.kind() == MoveKind::Castle {
        effects.push(Effect::Castle { king_side: m.is_king_side() });
    }
    let check = next.checked_royals();
    if check.any() {
        effects.push(Effect::Check(squares(check)));
    }
    effects.extend(next.outcome().map(Effect::End));
    effects
}

fn capture<V: Variant>(pos: &Position<V>, m: Move) -> Option<Effect> {
    pos.captured(m)?;
    let en_passant = m.kind() == MoveKind::EnPassant;
    let at = if en_passant { m.to().offset(-pos.turn().forward()) } else { m.to() };
    Some(Effect::Capture { piece: piece_at(pos, at)?, en_passant })
}

fn change<V: Variant>(pos: &Position<V>, next: &Position<V>, m: Move) -> Option<Effect> {
    let before = piece_at(pos, m.from()).filter(|_| !m.is_purchase() && m.kind() != MoveKind::Castle)?;
    let piece = piece_at(next, m.to()).filter(|piece| piece.letter != before.letter)?;
    let royal = V::royals(next, pos.turn()).has(m.to()) && !V::royals(pos, pos.turn()).has(m.from());
    Some(Effect::Becomes { was: before.letter, piece, is_promotion: m.promotes_to().is_some(), royal })
}

fn new_royals<V: Variant>(pos: &Position<V>, next: &Position<V>, m: Move) -> Option<Effect> {
    let side = !pos.turn();
    if !V::ROYALS_CHANGE || m.is_purchase() || !V::changes_royals(pos, m) {
        return None;
    }
    let letter = |pos: &Position<V>| V::royals(pos, side).first().and_then(|at| piece_at(pos, at)).map(|p| p.letter);
    Some(Effect::NewRoyals { side, was: letter(pos)?, now: letter(next)?, royals: squares(V::royals(next, side)) })
}

pub(super) fn pieces<V: Variant>(pos: &Position<V>, at: Bitboard) -> Vec<PieceAt> {
    at.into_iter().filter_map(|at| piece_at(pos, at)).collect()
}

pub(super) fn squares(set: Bitboard) -> Vec<At> {
    set.into_iter().map(At::from).collect()
}

/// Returns the pieces that attack a royal of the side to move.
pub fn checkers<V: Variant>(pos: &Position<V>) -> Bitboard {
    let attackers = |at| V::attackers(pos, at, !pos.turn(), pos.occupied());
    pos.checked_royals().into_iter().fold(Bitboard::EMPTY, |all, at| all | attackers(at))
}

/// Returns the line from one royal to the other, both included, and the pieces between them, if the game forbids the royals to
/// face each other and they are on one rank or file.
pub fn facing_line<V: Variant>(pos: &Position<V>) -> Option<(Bitboard, Bitboard)> {
    let [white, black] = Color::BOTH.map(|color| V::facing(pos, color).first());
    let (white, black) = (white?, black?);
    let is_aligned = white.file() == black.file() || white.rank() == black.rank();
    let between = attacks::between(white, black);
    is_aligned.then(|| (between.with(white).with(black), between & pos.occupied()))
}

/// Returns the enemy pieces whose squares the piece could move to if they were empty, but which it does not capture.
pub fn harmless<V: Variant>(pos: &Position<V>, from: Square) -> Bitboard {
    let Some(piece) = pos.piece_at(from).filter(|piece| piece.piece_type() != PieceType::PAWN) else {
        return Bitboard::EMPTY;
    };
    let occupied = pos.occupied();
    let captures = pos.game().captures(piece.piece_type(), piece.color(), from, occupied);
    let reaches = |at: Square| pos.game().steps(piece.piece_type(), piece.color(), from, occupied.without(at)).has(at);
    (pos.color(!piece.color()) - captures).into_iter().filter(|&at| reaches(at)).collect()
}

/// Returns the reason why the piece on `from` cannot move to `to`; `None` if it can.
pub fn illegal<V: Variant>(pos: &Position<V>, from: Square, to: Square) -> Option<Illegal> {
    if let Some(outcome) = pos.outcome() {
        return Some(Illegal::Over(outcome));
    }
    if pos.legal_moves().iter().any(|m| !m.is_purchase() && m.from() == from && m.to() == to) {
        return None;
    }
    let (Some(piece), Some(shown)) = (pos.piece_at(from), piece_at(pos, from)) else {
        return Some(Illegal::Empty(from.into()));
    };
    if piece.color() != pos.turn() {
        return Some(Illegal::NotYours(shown));
    }
    if from == to {
        return Some(Illegal::AlreadyThere);
    }
    if let Some(reason) = illegal_castling(pos, piece, from, to) {
        return Some(reason);
    }
    if let Some(own) = piece_at(pos, to).filter(|other| other.color == piece.color()) {
        return Some(Illegal::OwnPiece(own));
    }
    Some(match pseudo_legal(pos, piece, from, to) {
        Some(m) => left_behind(pos, m),
        None => unreached(pos, piece, from, to),
    })
}

/// Returns the move that the piece could make if only its way of moving mattered.
fn pseudo_legal<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square) -> Option<Move> {
    let (us, occupied) = (piece.color(), pos.occupied());
    let captures = pos.game().captures(piece.piece_type(), us, from, occupied).has(to);
    if piece.piece_type() != PieceType::PAWN {
        let reaches =
            if occupied.has(to) { captures } else { pos.game().steps(piece.piece_type(), us, from, occupied).has(to) };
        return reaches.then(|| Move::new(from, to, MoveKind::Normal));
    }
    let ahead = from.rank() != us.rank(7) && to == from.offset(us.forward()) && !occupied.has(to);
    let passes = || from.offset(us.forward());
    let twice = from.rank() == us.rank(1)
        && to.file() == from.file()
        && to.rank() == us.rank(3)
        && pos.game().double_step_passes(us).has(passes())
        && !occupied.has(passes())
        && !occupied.has(to);
    let takes = captures && occupied.has(to);
    let is_last = to.rank() == us.rank(7);
    let changes = takes && V::CAPTURES_CHANGE_TYPE && !V::royals(pos, us).has(from);
    match () {
        () if twice => Some(Move::new(from, to, MoveKind::DoubleStep)),
        () if captures && pos.passed_square() == Some(to) => Some(Move::new(from, to, MoveKind::EnPassant)),
        () if (ahead || takes) && is_last && !changes => Some(Move::promotion(from, to, pos.game().promotions()[0])),
        () if ahead || takes => Some(Move::new(from, to, MoveKind::Normal)),
        () => None,
    }
}

/// Returns the reason why the piece's way of moving does not lead there.
fn unreached<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square) -> Illegal {
    let (piece_type, us) = (piece.piece_type(), piece.color());
    let shown = PieceAt { at: from.into(), color: us, letter: letter_of_piece_type(pos.game(), piece_type) };
    let is_occupied = pos.occupied().has(to);
    if harmless(pos, from).has(to) {
        return Illegal::MovesOnly(shown, to.into());
    }
    let between = attacks::between(from, to) & pos.occupied();
    if piece_type != PieceType::PAWN {
        let alone = Bitboard::of(from) | if is_occupied { Bitboard::of(to) } else { Bitboard::EMPTY };
        let on_empty_board = match is_occupied {
            true => pos.game().captures(piece_type, us, from, alone).has(to),
            false => pos.game().steps(piece_type, us, from, alone).has(to),
        };
        if on_empty_board && between.any() {
            return Illegal::Blocked(pieces(pos, between));
        }
        return Illegal::NotItsMove(shown);
    }
    let is_ahead = to.file() == from.file() && (to.rank() > from.rank()) == (us == Color::White);
    let blocked = between | if is_occupied { Bitboard::of(to) } else { Bitboard::EMPTY };
    if is_ahead && blocked.any() && from.distance(to) <= 2 {
        return Illegal::PawnBlocked(pieces(pos, blocked));
    }
    match pos.game().captures(piece_type, us, from, pos.occupied()).has(to) {
        true => Illegal::NothingToCapture(to.into()),
        false => Illegal::NotItsMove(shown),
    }
}

/// Returns the reason why a move that the piece could make is illegal: what it would leave behind.
fn left_behind<V: Variant>(pos: &Position<V>, m: Move) -> Illegal {
    let us = pos.turn();
    let next = pos.after(m);
    let royals = V::royals(&next, us);
    if royals.is_empty() {
        return Illegal::NoRoyalLeft(m.from().into());
    }
    if let Some((line, _)) = facing_line(&next).filter(|(_, guards)| guards.is_empty()) {
        let royal = |color: Color| V::facing(&next, color).first().and_then(|at| piece_at(&next, at));
        if let (Some(ours), Some(theirs)) = (royal(us), royal(!us)) {
            return Illegal::FaceOff([ours, theirs], squares(line));
        }
    }
    let attackers = |at: Square| V::attackers(&next, at, !us, next.occupied());
    let exposed = royals.into_iter().find(|&at| attackers(at).any());
    let (Some(at), Some(pinned)) = (exposed, piece_at(pos, m.from())) else { return Illegal::Forbidden };
    let Some(royal) = piece_at(&next, at) else { return Illegal::Forbidden };
    let exposure = match () {
        () if at == m.to() && V::royals(pos, us).has(m.from()) => Exposure::MovesIntoCheck,
        () if checkers(pos).any() => Exposure::StaysInCheck,
        () => Exposure::Pinned(pinned),
    };
    Illegal::Exposed { royal, attackers: pieces(&next, attackers(at)), exposure }
}

/// Returns the reason why a king that was moved two squares from home, or onto its rook where that is castling, cannot castle;
/// `None` if the move is no attempt to castle.
fn illegal_castling<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square) -> Option<Illegal> {
    let (us, home) = (piece.color(), piece.color().rank(0));
    let is_attempt = match V::CASTLES_ONTO_ROOK {
        true => pos.of(us, PieceType::ROOK).has(to),
        false => from.file() == 4 && matches!(to.file(), 2 | 6),
    };
    if !is_attempt || piece.piece_type() != PieceType::KING || from.rank() != home || to.rank() != home {
        return None;
    }
    let corner = if to.file() == 2 { 0 } else { 7 };
    let castle = orthodox::castle(us, from.file(), if V::CASTLES_ONTO_ROOK { to.file() } else { corner });
    if !pos.castling().has(castle.right) {
        return Some(Illegal::NoCastlingRight);
    }
    let between = castle.empty & pos.occupied();
    if between.any() {
        return Some(Illegal::CastlingBlocked(pieces(pos, between)));
    }
    let checks = checkers(pos);
    if checks.any() && V::royals(pos, us).has(from) {
        return Some(Illegal::CastlingInCheck(squares(checks.with(from))));
    }
    let attackers = |at: Square| V::attackers(pos, at, !us, pos.occupied().without(from));
    if let Some(at) = castle.king_path.into_iter().find(|&at| attackers(at).any()) {
        return Some(Illegal::CastlingAttacked(at.into(), pieces(pos, attackers(at))));
    }
    let faced = V::facing(pos, !us).into_iter().find(|king| matches!(king.file(), 2..=6) && king.file() != 4);
    let faced = faced.and_then(|at| piece_at(pos, at));
    Some(faced.map_or(Illegal::CastlingForbidden, Illegal::CastlingFaceOff))
}

/// Returns the reason why a text is no legal move; `None` if it has neither the form of coordinates nor of algebraic notation.
pub fn illegal_text<V: Variant>(pos: &Position<V>, text: &str) -> Option<Illegal> {
    let bare: String = text.chars().filter(|c| !matches!(c, 'x' | '=' | '-' | '+' | '#' | '!' | '?')).collect();
    if !bare.is_ascii() {
        return None;
    }
    let square = |at: usize| bare.get(at..at + 2).and_then(Square::parse);
    match (square(0), square(2)) {
        (Some(from), Some(to)) if bare.len() <= 5 => illegal_squares(pos, from, to),
        _ => illegal_name(pos, &bare),
    }
}

fn illegal_squares<V: Variant>(pos: &Position<V>, from: Square, to: Square) -> Option<Illegal> {
    if let Some(reason) = illegal(pos, from, to) {
        return Some(reason);
    }
    let piece = piece_at(pos, from)?;
    let moves = pos.legal_moves();
    let promotions = moves.iter().filter(|m| m.from() == from && m.to() == to && m.promotes_to().is_some());
    let promotions: Vec<String> = promotions.map(|&m| pos.write_move(m)).collect();
    Some(match promotions.is_empty() {
        true => Illegal::WrongSuffix(piece, to.into()),
        false => Illegal::PromotionNeeded(piece, promotions),
    })
}

fn illegal_name<V: Variant>(pos: &Position<V>, bare: &str) -> Option<Illegal> {
    let mut letters = bare.chars();
    let first = letters.next()?;
    let (letter, rest) = match first.is_ascii_uppercase() {
        true => (first.to_ascii_lowercase(), letters.as_str()),
        false => (letter_of_piece_type(pos.game(), PieceType::PAWN), bare),
    };
    let piece_type = piece_type_of_letter(pos.game(), letter)?;
    let goal = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let to = Square::parse(goal.get(goal.len().checked_sub(2)?..)?)?;
    let own = pos.of(pos.turn(), piece_type);
    let is_meant = |m: &Move| !m.is_purchase() && m.to() == to && own.has(m.from());
    let moves: Vec<Move> = pos.legal_moves().into_iter().filter(is_meant).collect();
    match (own.first(), own.many(), moves.is_empty()) {
        (None, ..) => Some(Illegal::NoSuchPiece(letter)),
        (Some(only), false, true) => illegal(pos, only, to),
        (_, _, true) => Some(Illegal::NoneReaches(letter, to.into(), pos.checked_royals().any())),
        (_, _, false) => Some(Illegal::Ambiguous(moves.iter().map(|&m| san(pos, m)).collect())),
    }
}
