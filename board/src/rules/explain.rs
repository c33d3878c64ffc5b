//! Why a piece may not go there. The rules only know what is legal; here the reason is looked for, from the outermost to the
//! innermost: nobody there, not how it moves, in its way, and last of all what would be left behind.

use movegen::attacks;
use movegen::fen::letter_of_piece_type;
use movegen::{Bitboard, Color, Move, MoveKind, Outcome, Piece, PieceType, Position, Square, Variant};

use super::choices::harmless;
use super::texts;
use super::view::{checkers, facing_line, name_of, names};
use super::{payment, wrong_square};
use crate::messages::{Explanation, Refusal};

/// What is said of a game that is over.
pub(super) fn over(outcome: Outcome) -> Explanation {
    no(format!("the game is over: {}", outcome.reason.as_str()), Bitboard::EMPTY)
}

fn no(words: impl Into<String>, squares: Bitboard) -> Explanation {
    Explanation { legal: false, words: words.into(), squares: names(squares) }
}

/// Why the piece on one square may not go to another, or may not be paid for the piece there.
pub(super) fn explain<V: Variant>(pos: &Position<V>, from: &str, to: &str, pay: bool) -> Result<Explanation, Refusal> {
    let (from, to) =
        (Square::parse(from).ok_or_else(|| wrong_square(from))?, Square::parse(to).ok_or_else(|| wrong_square(to))?);
    if let Some(outcome) = pos.outcome() {
        return Ok(over(outcome));
    }
    let goes = |m: &Move| match m.is_purchase() {
        true => pay && m.to() == to && pos.payment(*m).has(from),
        false => !pay && m.from() == from && m.to() == to,
    };
    if pos.legal_moves().iter().any(goes) {
        return Ok(Explanation { legal: true, words: "that is allowed".to_owned(), squares: Vec::new() });
    }
    let Some(piece) = pos.piece_at(from) else { return Ok(no(format!("nobody stands on {from}"), Bitboard::EMPTY)) };
    if piece.color() != pos.turn() {
        let why = format!(
            "the {} on {from} is {}'s, and {} is to move",
            of(piece, pos),
            piece.color().name(),
            pos.turn().name()
        );
        return Ok(no(why, Bitboard::of(from)));
    }
    Ok(match pay {
        true => why_not_paid(pos, piece, from, to),
        false => why_not_there(pos, piece, from, to),
    })
}

fn of<V: Variant>(piece: Piece, _pos: &Position<V>) -> &'static str {
    name_of::<V>(piece)
}

/// The piece on a square with its square: `the queen on h4`.
fn the<V: Variant>(pos: &Position<V>, at: Square) -> String {
    pos.piece_at(at).map_or_else(|| at.to_string(), |piece| format!("the {} on {at}", name_of::<V>(piece)))
}

fn why_not_there<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square) -> Explanation {
    if from == to {
        return no("it stands there already", Bitboard::EMPTY);
    }
    if let Some(why) = why_not_castle(pos, piece, from, to) {
        return why;
    }
    if pos.piece_at(to).is_some_and(|other| other.color() == piece.color()) {
        return no(format!("your own {} stands on {to}", of(pos.piece_at(to).unwrap_or(piece), pos)), Bitboard::of(to));
    }
    match pseudo_legal(pos, piece, from, to) {
        Some(m) => why_not_left_behind(pos, m),
        None => why_not_reached(pos, piece, from, to),
    }
}

/// The move that the piece could make if nothing but its own way of moving mattered.
fn pseudo_legal<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square) -> Option<Move> {
    let (us, occupied) = (piece.color(), pos.occupied());
    let captures = V::captures(piece.piece_type(), us, from, occupied).has(to);
    if piece.piece_type() != PieceType::PAWN {
        let reaches =
            if occupied.has(to) { captures } else { V::steps(piece.piece_type(), us, from, occupied).has(to) };
        return reaches.then(|| Move::new(from, to, MoveKind::Normal));
    }
    let ahead = from.rank() != us.rank(7) && to == from.offset(us.forward()) && !occupied.has(to);
    let passes = || from.offset(us.forward());
    let twice = from.rank() == us.rank(1)
        && to.file() == from.file()
        && to.rank() == us.rank(3)
        && V::double_step_passes(us).has(passes())
        && !occupied.has(passes())
        && !occupied.has(to);
    let takes = captures && occupied.has(to);
    let is_last = to.rank() == us.rank(7);
    let changes = takes && V::CAPTORS_CHANGE && !V::royals(pos, us).has(from);
    match () {
        () if twice => Some(Move::new(from, to, MoveKind::DoubleStep)),
        () if captures && pos.passed_square() == Some(to) => Some(Move::new(from, to, MoveKind::EnPassant)),
        () if (ahead || takes) && is_last && !changes => Some(Move::promotion(from, to, V::PROMOTIONS[0])),
        () if ahead || takes => Some(Move::new(from, to, MoveKind::Normal)),
        () => None,
    }
}

/// Why the piece's own way of moving does not lead there.
fn why_not_reached<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square) -> Explanation {
    let (piece_type, us) = (piece.piece_type(), piece.color());
    let is_taken = pos.occupied().has(to);
    let alone = Bitboard::of(from) | if is_taken { Bitboard::of(to) } else { Bitboard::EMPTY };
    if harmless(pos, piece, from).has(to) {
        let moves = texts::moves(V::NAME, letter_of_piece_type::<V>(piece_type));
        return no(format!("the {} {moves}: it cannot take there", of(piece, pos)), Bitboard::of(to));
    }
    let on_empty_board = match is_taken {
        true => V::captures(piece_type, us, from, alone).has(to),
        false => V::steps(piece_type, us, from, alone).has(to),
    };
    let between = attacks::between(from, to) & pos.occupied();
    if piece_type != PieceType::PAWN
        && on_empty_board
        && let Some(at) = between.first()
    {
        return no(format!("{} is in the way", the(pos, at)), between);
    }
    if piece_type == PieceType::PAWN && to.file() == from.file() && (to.rank() > from.rank()) == (us == Color::White) {
        let blocked = between | if is_taken { Bitboard::of(to) } else { Bitboard::EMPTY };
        if let Some(at) = blocked.first().filter(|_| from.distance(to) <= 2) {
            return no(format!("{} is in the way: a pawn captures diagonally only", the(pos, at)), blocked);
        }
    }
    if piece_type == PieceType::PAWN && V::captures(piece_type, us, from, pos.occupied()).has(to) {
        return no("a pawn goes diagonally only to capture, and nobody is there", Bitboard::of(to));
    }
    let moves = texts::moves(V::NAME, letter_of_piece_type::<V>(piece_type));
    no(format!("the {} {moves}", of(piece, pos)), Bitboard::EMPTY)
}

/// Why a piece that could go there may not: what the move would leave behind.
fn why_not_left_behind<V: Variant>(pos: &Position<V>, m: Move) -> Explanation {
    let us = pos.turn();
    let next = pos.after(m);
    let royals = V::royals(&next, us);
    if royals.is_empty() {
        return no("no royal would be left", Bitboard::of(m.from()));
    }
    if let Some((line, _)) = facing_line(&next).filter(|(_, guards)| guards.is_empty()) {
        return face_off(&next, us, line);
    }
    let attackers = |at: Square| V::attackers(&next, at, !us, next.occupied());
    let Some(royal) = royals.into_iter().find(|&at| attackers(at).any()) else {
        return no("the rules do not allow it", Bitboard::EMPTY);
    };
    let by = attackers(royal);
    let attacker = by.first().map(|at| the(&next, at)).unwrap_or_default();
    let king = next.piece_at(royal).map_or("royal", |piece| of(piece, &next));
    let was_in_check = checkers(pos).any();
    let why = match () {
        () if royal == m.to() && pos.piece_at(m.from()).is_some_and(|_| V::royals(pos, us).has(m.from())) => {
            format!("{attacker} attacks {royal}: the {king} would be in check")
        }
        () if was_in_check => format!("the {king} is in check by {attacker}, and this does not end it"),
        () => format!("{attacker} would attack the {king}: {} is pinned", the(pos, m.from())),
    };
    no(why, by.with(royal))
}

fn face_off<V: Variant>(pos: &Position<V>, us: Color, line: Bitboard) -> Explanation {
    let royal = |color: Color| V::facing(pos, color).first();
    let name = |color: Color| royal(color).and_then(|at| pos.piece_at(at)).map_or("king", |piece| of(piece, pos));
    let way = match (royal(Color::White), royal(Color::Black)) {
        (Some(a), Some(b)) if a.file() == b.file() => format!("the {}-file", char::from(b'a' + a.file())),
        (Some(a), _) => format!("rank {}", a.rank() + 1),
        _ => "the line".to_owned(),
    };
    no(format!("the {} would face the {} on {way}", name(us), name(!us)), line)
}

/// Why a king that was moved two squares from home may not castle; `None` if that is no attempt to castle.
fn why_not_castle<V: Variant>(pos: &Position<V>, piece: Piece, from: Square, to: Square) -> Option<Explanation> {
    let us = piece.color();
    let home = Square::at(4, us.rank(0));
    let is_attempt =
        piece.piece_type() == PieceType::KING && from == home && to.rank() == from.rank() && matches!(to.file(), 2 | 6);
    if !is_attempt {
        return None;
    }
    let wing = usize::from(to.file() == 2);
    let rook = Square::at(if wing == 0 { 7 } else { 0 }, us.rank(0));
    if !pos.castling().has(movegen::Castling::right(us, wing)) {
        return Some(no("the king may not castle there: the right to it is gone", Bitboard::EMPTY));
    }
    let between = attacks::between(from, rook) & pos.occupied();
    if let Some(at) = between.first() {
        return Some(no(format!("{} stands between king and rook", the(pos, at)), between));
    }
    if checkers(pos).any() && V::royals(pos, us).has(from) {
        return Some(no("the king may not castle out of check", checkers(pos).with(from)));
    }
    let way = attacks::between(from, to).with(to);
    let occupied = pos.occupied().without(from);
    let attacked = way.into_iter().find(|&at| V::attackers(pos, at, !us, occupied).any());
    if let Some(at) = attacked {
        let by = V::attackers(pos, at, !us, occupied);
        let attacker = by.first().map(|by| the(pos, by)).unwrap_or_default();
        return Some(no(format!("{attacker} attacks {at}, where the king would pass or arrive"), by.with(at)));
    }
    let faced = V::facing(pos, !us).into_iter().find(|king| matches!(king.file(), 2..=6) && king.file() != 4);
    Some(match faced {
        Some(at) => no(format!("the king would pass or arrive in front of {}", the(pos, at)), Bitboard::of(at)),
        None => no("the king may not castle there", Bitboard::EMPTY),
    })
}

/// Why the piece on `from` is no payment for the one on `to`: `gamedata/games/subversion/specification.md`.
fn why_not_paid<V: Variant>(pos: &Position<V>, payer: Piece, from: Square, to: Square) -> Explanation {
    let us = pos.turn();
    let target = pos.piece_at(to).filter(|piece| piece.color() != us);
    let Some(target) = target.filter(|_| V::PURCHASES) else {
        let why = if V::PURCHASES {
            format!("there is no enemy on {to}")
        } else {
            format!("in {} nobody can be won over", V::NAME)
        };
        return no(why, Bitboard::EMPTY);
    };
    let name = of(target, pos);
    if target.piece_type() == PieceType::KING {
        return no("a king cannot be won over", Bitboard::of(to));
    }
    if attacks::king(pos.king(!us)).has(to) {
        return no(format!("the {name} stands next to its own king"), Bitboard::of(to).with(pos.king(!us)));
    }
    if !V::purchasable(pos, us).has(to) {
        return no(format!("no piece of yours but pawns stands next to the {name}"), Bitboard::of(to));
    }
    if payer.piece_type() == PieceType::KING {
        return no("the king cannot be paid", Bitboard::of(from));
    }
    let checks = checkers(pos);
    if checks.many() {
        return no("two pieces give check, and only one could be won over", checks);
    }
    if checks.any() && !checks.has(to) {
        return no("you are in check: only the piece that gives it can be won over", checks);
    }
    if !checks.any() && payer.piece_type() != PieceType::PAWN {
        return no(format!("a {name} that gives no check costs exactly one pawn"), Bitboard::of(from));
    }
    let takes = pos.legal_moves().iter().any(|m| !m.is_purchase() && m.from() == from && m.to() == to);
    if takes && (payer.piece_type() == target.piece_type() || payer.piece_type() == PieceType::PAWN) {
        return no(format!("the {} can take it, which comes to the same", of(payer, pos)), Bitboard::of(from));
    }
    let left = pos.after(Move::purchase(&[from], false, to));
    let by = V::attackers(&left, left.king(us), !us, left.occupied());
    if let Some(at) = by.first().filter(|_| payment::is_single(pos, to)) {
        return no(format!("without {} the king would be in check by {}", the(pos, from), the(&left, at)), by);
    }
    no(format!("the price of this {name} is {}", payment::price(pos, to)), Bitboard::of(to))
}
