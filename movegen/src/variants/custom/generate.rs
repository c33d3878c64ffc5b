//! Legal moves from the tables of a definition.
//!
//! With one royal piece and enemies that all capture along lines or with leaps, checks and pins are masks as in chess. What no mask
//! decides is tried on a copy.

use arrayvec::ArrayVec;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::constraints::Constraints;
use crate::moves::{Each, Move, MoveKind, Sink};
use crate::orthodox::{CASTLES, is_exposed};
use crate::piece::PieceType;
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::variants::custom::{Custom, bribe, trial};
use crate::wanted::{All, Noisy, Wanted};

/// The restriction of moves by the safety of royal pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Restriction {
    /// None: there is no royal piece that must be safe.
    Free,
    /// By the masks of the constraints.
    Masks,
    /// Each move is tried.
    Trial,
}

fn restriction(pos: &Position<Custom>, royals: Bitboard) -> Restriction {
    let definition = pos.game().definition();
    let is_pseudo = definition.extinction.as_ref().is_some_and(|extinction| extinction.is_pseudo_royal);
    if !definition.checking || is_pseudo {
        Restriction::Trial
    } else if royals.many() {
        if definition.royals.only_last_is_safe { Restriction::Free } else { Restriction::Trial }
    } else if royals.is_empty() {
        Restriction::Free
    } else if definition.walkers.iter().any(|of| pos.of(!pos.turn(), of).any()) {
        Restriction::Trial
    } else {
        Restriction::Masks
    }
}

/// Checks and pins. In a position that is mate although pieces could move, no piece may move.
pub(super) fn constraints(pos: &Position<Custom>) -> Constraints {
    let royals = Custom::royals(pos, pos.turn());
    let royal = Square::new((royals.0.trailing_zeros() & 63) as u8);
    let mut c = Constraints {
        checkers: Bitboard::EMPTY,
        evasions: Bitboard::FULL,
        pinned: Bitboard::EMPTY,
        royal,
        movers: Bitboard::FULL,
    };
    let restriction = restriction(pos, royals);
    if restriction == Restriction::Masks {
        set_masks(pos, &mut c);
    } else {
        let them = !pos.turn();
        c.checkers =
            royals.into_iter().fold(c.checkers, |all, at| all | Custom::attackers(pos, at, them, pos.occupied()));
        if c.checkers.any() && restriction == Restriction::Trial {
            c.evasions = Bitboard::EMPTY;
        }
    }
    if c.checkers.any() && pos.game().definition().royals.is_mated_unreleased && is_mated_unreleased(pos, &c, royals) {
        c.movers = Bitboard::EMPTY;
    }
    c
}

/// Returns `true` if no legal move releases one of the attacked royal pieces.
#[inline(never)]
fn is_mated_unreleased(pos: &Position<Custom>, c: &Constraints, royals: Bitboard) -> bool {
    let them = !pos.turn();
    royals.into_iter().any(|royal| {
        Custom::attackers(pos, royal, them, pos.occupied()).any() && {
            let mut is_released = false;
            generate::<All, _>(pos, c, &mut Each(|m| is_released = is_released || trial::releases(pos, m, royal)));
            !is_released
        }
    })
}

/// Sets checks and pins on the one royal piece.
fn set_masks(pos: &Position<Custom>, c: &mut Constraints) {
    let (us, them, occupied, royal) = (pos.turn(), !pos.turn(), pos.occupied(), c.royal);
    let definition = pos.game().definition();
    let sources = &pos.game().0.sources[them][royal.index()];
    let queen = attacks::queen(royal, occupied);
    let (mut leapers, mut liners) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for piece_type in definition.types.iter() {
        let pieces = pos.of(them, piece_type);
        if pieces.any() {
            let source = sources[piece_type.index()];
            leapers |= source.leaps & pieces;
            liners |= source.lines & pieces;
        }
    }
    c.checkers = leapers | liners & queen;
    c.evasions = match c.checkers.first() {
        None => Bitboard::FULL,
        Some(checker) if c.checkers.many() => {
            debug_assert!(c.checkers.has(checker));
            Bitboard::EMPTY
        }
        // A leap cannot be blocked.
        Some(checker) if leapers.has(checker) => c.checkers,
        Some(checker) => attacks::between(royal, checker) | c.checkers,
    };
    let facing = Custom::facing(pos, them) & attacks::open_rook(royal);
    for sniper in liners | facing {
        let blockers = attacks::between(royal, sniper) & occupied;
        if !blockers.many() {
            c.pinned |= blockers & pos.color(us);
            // Only a position set up by hand can begin with a face-off.
            if blockers.is_empty() && !c.checkers.has(sniper) {
                c.evasions &= attacks::between(royal, sniper);
            }
        }
    }
}

/// All legal moves of the wanted class.
pub(super) fn generate<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, out: &mut S) {
    if W::NOISY || W::QUIET {
        ordinary::<W, S>(pos, c, out);
    }
    if W::PURCHASES && pos.game().definition().bribes.is_some() {
        bribe::bribes(pos, c, bribe::Doubles::LeftOut, out);
    }
}

/// The legal moves that are no bribes.
pub(super) fn ordinary<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, out: &mut S) {
    if !pos.game().definition().must_capture {
        return legal::<W, S>(pos, c, out);
    }
    let all = Constraints { movers: if c.movers.is_empty() { c.movers } else { Bitboard::FULL }, ..*c };
    let mut must = false;
    legal::<Noisy, _>(pos, &all, &mut Each(|m| must = must || pos.is_capture(m)));
    match must {
        true => legal::<W, _>(
            pos,
            c,
            &mut Each(|m| {
                if pos.is_capture(m) {
                    out.one(m);
                }
            }),
        ),
        false => legal::<W, S>(pos, c, out),
    }
}

/// All moves of the side to move, even if the game is over.
pub(super) fn before_end(pos: &Position<Custom>, out: &mut impl Sink) {
    generate::<All, _>(pos, &constraints(pos), out);
}

/// Returns `true` if the side to move has a legal en-passant capture on `at`.
pub(super) fn may_capture_en_passant(pos: &Position<Custom>, at: Square) -> bool {
    if en_passant_pieces(pos, at).is_empty() {
        return false;
    }
    let pos = pos.with_en_passant(at);
    let mut found = false;
    generate::<Noisy, _>(&pos, &constraints(&pos), &mut Each(|m: Move| found |= m.kind() == MoveKind::EnPassant));
    found
}

/// The pieces of the side to move that can capture on `at` in passing.
fn en_passant_pieces(pos: &Position<Custom>, at: Square) -> Bitboard {
    let (us, definition) = (pos.turn(), pos.game().definition());
    if !definition.steps.en_passant[us].has(at)
        || !definition.steps.en_passant_types[!us].iter().any(|of| pos.of(!us, of).has(at.offset(-us.forward())))
    {
        return Bitboard::EMPTY;
    }
    definition.steps.en_passant_types[us]
        .iter()
        .fold(Bitboard::EMPTY, |set, of| set | pos.of(us, of) & definition.reach(us, of).source[at.index()].leaps)
}

/// The legal moves without the duty to capture.
fn legal<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, out: &mut S) {
    let royals = Custom::royals(pos, pos.turn());
    match restriction(pos, royals) {
        Restriction::Masks => masked::<W, S>(pos, c, royals, out),
        Restriction::Free => free::<W, S>(pos, c, royals, out),
        Restriction::Trial => {
            let open = Constraints { evasions: Bitboard::FULL, pinned: Bitboard::EMPTY, ..*c };
            let mut tried = tried(pos, out);
            pieces::<W, _>(pos, &open, pos.color(pos.turn()), Becoming::Any, &mut tried);
            en_passant::<W, _>(pos, &open, &mut tried);
            castling::<W, _>(pos, &open, royals, &mut tried);
        }
    }
}

/// A sink that passes only the legal moves on.
fn tried(pos: &Position<Custom>, out: &mut impl Sink) -> Each<impl FnMut(Move)> {
    Each(move |m| {
        if trial::is_legal(pos, m) {
            out.one(m);
        }
    })
}

/// The moves with one royal piece, from the masks.
fn masked<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, royals: Bitboard, out: &mut S) {
    let (us, definition) = (pos.turn(), pos.game().definition());
    // Without checks and pins a second royal piece endangers nothing, if only the last one must be safe.
    let is_free = definition.royals.only_last_is_safe && c.checkers.is_empty() && c.pinned.is_empty();
    let joins = (definition.capture_becomes_victim || definition.royals.coup) && !is_free;
    if c.movers.has(c.royal) {
        royal_piece::<W, S>(pos, c, out);
    }
    if joins {
        // Moves that make another piece royal are legal if that is allowed, whatever the masks.
        let open = Constraints { evasions: Bitboard::FULL, pinned: Bitboard::EMPTY, ..*c };
        pieces::<W, _>(pos, &open, pos.color(us) - royals, Becoming::Royal, &mut tried(pos, out));
    }
    if !c.checkers.many() {
        let which = if joins { Becoming::Plain } else { Becoming::Any };
        pieces::<W, S>(pos, c, pos.color(us) - royals, which, out);
    }
    en_passant::<W, _>(pos, c, &mut tried(pos, out));
    castling::<W, S>(pos, c, royals, out);
}

/// The moves with no royal piece, or with several of which some may be lost.
fn free<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, royals: Bitboard, out: &mut S) {
    let us = pos.turn();
    let promoting =
        pos.game().definition().promotion.pawns[us].iter().fold(Bitboard::EMPTY, |set, of| set | pos.of(us, of));
    // A royal piece that promotes may leave one royal in check.
    let doubtful = if royals.count() == 2 { royals & promoting } else { Bitboard::EMPTY };
    let open = Constraints { evasions: Bitboard::FULL, pinned: Bitboard::EMPTY, ..*c };
    pieces::<W, S>(pos, &open, pos.color(us) - doubtful, Becoming::Any, out);
    if doubtful.any() {
        pieces::<W, _>(pos, &open, doubtful, Becoming::Any, &mut tried(pos, out));
    }
    en_passant::<W, S>(pos, &open, out);
    castling::<W, S>(pos, &open, royals, out);
}

/// The moves of the one royal piece.
fn royal_piece<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, out: &mut S) {
    let (us, from) = (pos.turn(), c.royal);
    let Some(piece) = pos.piece_at(from) else { return };
    let definition = pos.game().definition();
    let promotes = definition.promotion.pawns[us].has(piece.piece_type())
        || definition.promotion.promoted[piece.piece_type().index()].is_some();
    if promotes || piece.piece_type() == PieceType::PAWN {
        let open = Constraints { evasions: Bitboard::FULL, pinned: Bitboard::EMPTY, ..*c };
        return pieces::<W, _>(pos, &open, Bitboard::of(from), Becoming::Any, &mut tried(pos, out));
    }
    let without = pos.occupied().without(from);
    let mut safe = targets::<W>(pos, piece.piece_type(), from);
    for to in safe {
        if is_exposed(pos, to, !us, without, Bitboard::EMPTY) {
            safe = safe.without(to);
        }
    }
    out.fan(from, safe);
}

/// A selection of moves by the piece that arrives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Becoming {
    /// All.
    Any,
    /// Those by which another piece becomes royal.
    Royal,
    /// All others.
    Plain,
}

/// The squares that a piece of the side to move reaches by captures and moves of the wanted class.
#[inline]
fn targets<W: Wanted>(pos: &Position<Custom>, piece_type: PieceType, from: Square) -> Bitboard {
    let (us, occupied) = (pos.turn(), pos.occupied());
    let reach = pos.game().definition().reach(us, piece_type);
    if !reach.walks.is_empty() {
        let captures = if W::NOISY { reach.captures(from, occupied) & pos.color(!us) } else { Bitboard::EMPTY };
        let quiets = if W::QUIET { reach.quiets(from, occupied) } else { Bitboard::EMPTY };
        return captures | quiets;
    }
    let (capture, quiet) = (reach.capture[from.index()], reach.quiet[from.index()]);
    let has_lines = (capture.lines | quiet.lines).any();
    let queen = if has_lines { attacks::queen(from, occupied) } else { Bitboard::EMPTY };
    let captures = if W::NOISY { capture.reached(queen) & pos.color(!us) } else { Bitboard::EMPTY };
    let quiets = if W::QUIET { quiet.reached(queen) - occupied } else { Bitboard::EMPTY };
    captures | quiets
}

/// The promotions that the limits of the game leave.
fn promotions(pos: &Position<Custom>) -> ArrayVec<PieceType, { PieceType::MAX }> {
    let (us, promotion) = (pos.turn(), &pos.game().definition().promotion);
    let is_left = |of: &PieceType| {
        let limit = promotion.limit[of.index()];
        limit == 0 || pos.of(us, *of).count() < u32::from(limit)
    };
    promotion.into[us].iter().copied().filter(is_left).take(PieceType::MAX).collect()
}

/// Moves of these pieces, without castling and en-passant captures.
fn pieces<W: Wanted, S: Sink>(
    pos: &Position<Custom>,
    c: &Constraints,
    which: Bitboard,
    becoming: Becoming,
    out: &mut S,
) {
    let (us, definition) = (pos.turn(), pos.game().definition());
    let promotion = &definition.promotion;
    let which = which & c.movers;
    // The victims by which a capturing piece becomes royal.
    let royal_victims = match becoming {
        Becoming::Any => Bitboard::EMPTY,
        _ => pos.color(!us) & royal_types(pos),
    };
    let mut into = promotions(pos);
    match becoming {
        Becoming::Any => {}
        Becoming::Royal => into.retain(|of| super::is_royal_type(pos, us, *of)),
        Becoming::Plain => into.retain(|of| !super::is_royal_type(pos, us, *of)),
    }
    let allowed = match becoming {
        Becoming::Any => Bitboard::FULL,
        Becoming::Royal => royal_victims,
        Becoming::Plain => !royal_victims,
    };
    for piece_type in definition.types.iter() {
        let pieces = pos.of(us, piece_type) & which;
        if pieces.is_empty() {
            continue;
        }
        if piece_type == PieceType::PAWN {
            let promotes = promotion.pawns[us].has(piece_type) && !promotion.into[us].is_empty();
            let promoting = if promotes { promotion.region[us] } else { Bitboard::EMPTY };
            let goals = PawnGoals { allowed: c.evasions, victims: allowed, becoming, promoting, into: &into };
            pawns::<W, S>(pos, pieces - c.pinned, &goals, out);
            for from in pieces & c.pinned {
                let goals = PawnGoals { allowed: c.evasions & attacks::line(c.royal, from), ..goals };
                pawns::<W, S>(pos, Bitboard::of(from), &goals, out);
            }
            continue;
        }
        let is_plain = !pos.game().0.special[us].has(piece_type);
        for from in pieces {
            let line = if c.pinned.has(from) { attacks::line(c.royal, from) } else { Bitboard::FULL };
            let mask = c.evasions & line;
            if is_plain {
                out.fan(from, targets::<W>(pos, piece_type, from) & mask & only_captures(allowed, becoming));
            } else {
                special::<W, S>(pos, piece_type, from, mask, allowed, becoming, &into, out);
            }
        }
    }
}

/// The target squares for a selection: moves to empty squares make no piece royal.
#[inline]
fn only_captures(allowed: Bitboard, becoming: Becoming) -> Bitboard {
    if becoming == Becoming::Any { Bitboard::FULL } else { allowed }
}

/// All pieces of the types that are royal for the side to move.
fn royal_types(pos: &Position<Custom>) -> Bitboard {
    let us = pos.turn();
    let types = pos.game().definition().types.iter().filter(|of| super::is_royal_type(pos, us, *of));
    types.fold(Bitboard::EMPTY, |set, of| set | pos.piece_type(of))
}

/// Moves of one piece that may promote or make a double step, and is no orthodox pawn.
#[allow(clippy::too_many_arguments)]
fn special<W: Wanted, S: Sink>(
    pos: &Position<Custom>,
    piece_type: PieceType,
    from: Square,
    mask: Bitboard,
    allowed: Bitboard,
    becoming: Becoming,
    into: &[PieceType],
    out: &mut S,
) {
    let (us, definition) = (pos.turn(), pos.game().definition());
    let promotion = &definition.promotion;
    let (region, is_pawn) = (promotion.region[us], promotion.pawns[us].has(piece_type));
    let promoted = promotion.promoted[piece_type.index()];
    let steps = definition.reach(us, piece_type).first[from.index()];
    let enemies = pos.color(!us);
    let all = targets::<All>(pos, piece_type, from) & mask & only_captures(allowed, becoming);
    for to in all {
        let is_capture = enemies.has(to);
        let changes = is_capture && definition.capture_becomes_victim && !super::is_royal_type(pos, us, piece_type);
        let (may_promote, must) = match promoted {
            _ if changes => (false, false),
            Some(_) => (region.has(to) || region.has(from), promotion.is_mandatory_for_pieces),
            None => (is_pawn && !promotion.into[us].is_empty() && region.has(to), promotion.is_mandatory_for_pawns),
        };
        if may_promote && W::NOISY {
            match promoted {
                Some(into) => out.one(Move::promotion(from, to, into)),
                None => into.iter().for_each(|&into| out.one(Move::promotion(from, to, into))),
            }
        }
        let must = must && may_promote && (promoted.is_some() || !into.is_empty());
        let is_wanted = if is_capture { W::NOISY } else { W::QUIET && becoming != Becoming::Royal };
        if !must && is_wanted {
            let is_double = steps.has(to) && to.index().abs_diff(from.index()) == 16;
            out.one(Move::new(
                from,
                to,
                if is_double && !is_capture { MoveKind::DoubleStep } else { MoveKind::Normal },
            ));
        }
    }
}

/// Targets of some pawns.
#[derive(Clone, Copy)]
struct PawnGoals<'a> {
    /// The squares on which a move may end.
    allowed: Bitboard,
    /// The pieces that may be captured.
    victims: Bitboard,
    becoming: Becoming,
    /// The squares on which they promote.
    promoting: Bitboard,
    into: &'a [PieceType],
}

/// Moves of some orthodox pawns.
fn pawns<W: Wanted, S: Sink>(pos: &Position<Custom>, pawns: Bitboard, goals: &PawnGoals<'_>, out: &mut S) {
    let (us, definition, empty) = (pos.turn(), pos.game().definition(), !pos.occupied());
    let (step, promotion) = (us.forward(), &definition.promotion);
    let allowed = goals.allowed & definition.reach(us, PieceType::PAWN).region;
    let ahead = pawns.shift(step) & empty;
    let twice = ((pawns & definition.steps.double[us]).shift(step) & empty).shift(step) & empty & allowed;
    // Where pawns may promote but need not, they also stay pawns.
    let must = if promotion.is_mandatory_for_pawns && !goals.into.is_empty() || goals.becoming != Becoming::Any {
        goals.promoting
    } else {
        Bitboard::EMPTY
    };
    if W::QUIET && goals.becoming != Becoming::Royal {
        out.shifted((ahead & allowed) - must, step, MoveKind::Normal);
        out.shifted(twice - must, 2 * step, MoveKind::DoubleStep);
    }
    if W::NOISY {
        let enemies = pos.color(!us) & goals.victims & allowed;
        let (left, right) = (pawns.shift(step).left() & enemies, pawns.shift(step).right() & enemies);
        let is_royal = super::is_royal_type(pos, us, PieceType::PAWN);
        let captures_promote = !definition.capture_becomes_victim || is_royal;
        let stop = if captures_promote { must } else { Bitboard::EMPTY };
        out.shifted(left - stop, step - 1, MoveKind::Normal);
        out.shifted(right - stop, step + 1, MoveKind::Normal);
        let into = goals.into;
        out.promoted(ahead & goals.promoting & allowed, step, into);
        out.promoted(twice & goals.promoting, 2 * step, into);
        if captures_promote && goals.becoming != Becoming::Royal {
            out.promoted(left & goals.promoting, step - 1, into);
            out.promoted(right & goals.promoting, step + 1, into);
        }
    }
}

/// En-passant captures.
fn en_passant<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, out: &mut S) {
    if W::NOISY
        && let Some(to) = pos.en_passant()
    {
        for from in en_passant_pieces(pos, to) & c.movers {
            out.one(Move::new(from, to, MoveKind::EnPassant));
        }
    }
}

/// Castling. A royal king may not leave, pass or reach an attacked square; if another piece is royal, it must be safe afterwards.
fn castling<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, royals: Bitboard, out: &mut S) {
    let us = pos.turn();
    if !W::QUIET || pos.castling() == crate::castling::Castling::NONE {
        return;
    }
    let occupied = pos.occupied();
    for castle in &CASTLES[us] {
        if !pos.castling().has(castle.right) || occupied.meets(castle.empty) || !c.movers.has(castle.king_from) {
            continue;
        }
        let m = Move::new(castle.king_from, castle.king_to, MoveKind::Castle);
        let is_safe = |at| !is_exposed(pos, at, !us, occupied.without(castle.king_from), Bitboard::EMPTY);
        let may = match royals.has(castle.king_from) {
            true => castle.king_path.with(castle.king_from).into_iter().all(is_safe),
            false => royals.many() && pos.game().definition().royals.only_last_is_safe || trial::is_legal(pos, m),
        };
        if may {
            out.one(m);
        }
    }
}
