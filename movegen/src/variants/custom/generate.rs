//! Legal moves from the tables of a definition.
//!
//! With one royal piece and enemies that all capture along lines or with leaps, checks and pins are masks as in chess. What no mask
//! decides is tried on a copy.

use arrayvec::ArrayVec;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::constraints::Constraints;
use crate::moves::{Each, Move, MoveKind, Sink};
use crate::orthodox::{self, CASTLES, Castle, fan_out, is_exposed};
use crate::piece::PieceType;
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::variants::custom::{Custom, Lines, bribe, trial};
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

#[inline]
fn restriction(pos: &Position<Custom>, royals: Bitboard) -> Restriction {
    match pos.game().0.is_masked && royals.any() && !royals.many() {
        true => Restriction::Masks,
        false => other_restriction(pos, royals),
    }
}

/// The same, of games and positions that are less simple than chess.
#[inline(never)]
fn other_restriction(pos: &Position<Custom>, royals: Bitboard) -> Restriction {
    let definition = pos.game().definition();
    let is_pseudo = || definition.extinction.as_ref().is_some_and(|extinction| extinction.is_pseudo_royal);
    if !definition.checking || is_pseudo() {
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
#[inline]
fn set_masks(pos: &Position<Custom>, c: &mut Constraints) {
    let (us, them, occupied, royal) = (pos.turn(), !pos.turn(), pos.occupied(), c.royal);
    let (leapers, liners) = pos.game().0.sources[them][royal.index()].of(pos, them);
    c.checkers = leapers;
    let facing = Custom::facing(pos, them) & attacks::open_rook(royal);
    for sniper in liners | facing {
        let blockers = attacks::between(royal, sniper) & occupied;
        if blockers.is_empty() {
            if liners.has(sniper) {
                c.checkers = c.checkers.with(sniper);
            }
        } else if !blockers.many() {
            c.pinned |= blockers & pos.color(us);
        }
    }
    if let Some(checker) = c.checkers.first() {
        c.evasions = match (c.checkers.many(), leapers.has(checker)) {
            (true, _) => Bitboard::EMPTY,
            // A leap cannot be blocked.
            (false, true) => c.checkers,
            (false, false) => attacks::between(royal, checker) | c.checkers,
        };
    }
    // Only a position set up by hand can begin with a face-off.
    for sniper in facing - c.checkers {
        if !attacks::between(royal, sniper).meets(occupied) {
            c.evasions &= attacks::between(royal, sniper);
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
    let pieces = en_passant_pieces(pos, at);
    if pieces.is_empty() {
        return false;
    }
    let pos = pos.with_en_passant(at);
    let is_free = restriction(&pos, Custom::royals(&pos, pos.turn())) == Restriction::Free;
    let is_legal = |from: Square| is_free || trial::is_legal(&pos, Move::new(from, at, MoveKind::EnPassant));
    let is_mated = || pos.game().definition().royals.is_mated_unreleased && constraints(&pos).movers.is_empty();
    pieces.into_iter().any(is_legal) && !is_mated()
}

/// The pieces of the side to move that can capture on `at` in passing.
#[inline]
fn en_passant_pieces(pos: &Position<Custom>, at: Square) -> Bitboard {
    let (us, definition) = (pos.turn(), pos.game().definition());
    let (steps, victim) = (&definition.steps, at.offset(-us.forward()));
    let is_victim = pos.piece_at(victim).is_some_and(|piece| steps.en_passant_types[!us].has(piece.piece_type()));
    if !is_victim || !steps.en_passant[us].has(at) {
        return Bitboard::EMPTY;
    }
    if pos.game().0.has_usual_en_passant[us] {
        return attacks::pawn(!us, at) & pos.of(us, PieceType::PAWN);
    }
    let able = |of: PieceType| {
        let reach = definition.reach(us, of);
        let source = reach.source[at.index()];
        let queen = if source.lines.any() { attacks::queen(at, pos.occupied()) } else { Bitboard::EMPTY };
        // A square to which the piece also moves is not captured en passant.
        let moves = |from: &Square| !reach.quiets(*from, pos.occupied()).has(at);
        (source.reached(queen) & pos.of(us, of)).into_iter().filter(moves).collect::<Bitboard>()
    };
    steps.en_passant_types[us].iter().fold(Bitboard::EMPTY, |set, of| set | able(of))
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
        let joiners = joiners(pos) - royals;
        if joiners.any() {
            let open = Constraints { evasions: Bitboard::FULL, pinned: Bitboard::EMPTY, ..*c };
            pieces::<W, _>(pos, &open, joiners, Becoming::Royal, &mut tried(pos, out));
        }
    }
    if !c.checkers.many() {
        let which = if joins { Becoming::Plain } else { Becoming::Any };
        pieces::<W, S>(pos, c, pos.color(us) - royals, which, out);
    }
    en_passant::<W, _>(pos, c, &mut tried(pos, out));
    castling::<W, S>(pos, c, royals, out);
}

/// The pieces that may become royal by a move: those that can capture a piece of a royal type, or promote to one.
fn joiners(pos: &Position<Custom>) -> Bitboard {
    let (us, definition) = (pos.turn(), pos.game().definition());
    let victims = if definition.capture_becomes_victim { royal_victims(pos) } else { Bitboard::EMPTY };
    let mut joiners =
        victims.into_iter().fold(Bitboard::EMPTY, |all, at| all | Custom::attackers(pos, at, us, pos.occupied()));
    let promotion = &definition.promotion;
    for of in promotion.pawns[us].iter() {
        let near = match of {
            PieceType::PAWN => {
                let back = promotion.region[us].shift(-us.forward());
                back | back.shift(-us.forward())
            }
            _ => Bitboard::FULL,
        };
        joiners |= pos.of(us, of) & near;
    }
    for of in definition.types.iter().filter(|of| promotion.promoted[of.index()].is_some()) {
        joiners |= pos.of(us, of);
    }
    joiners
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
    let rules = pos.game().0;
    if rules.plans[us][piece.piece_type().index()].is_special || piece.piece_type() == PieceType::PAWN {
        let open = Constraints { evasions: Bitboard::FULL, pinned: Bitboard::EMPTY, ..*c };
        return pieces::<W, _>(pos, &open, Bitboard::of(from), Becoming::Any, &mut tried(pos, out));
    }
    let without = pos.occupied().without(from);
    let mut safe = match piece.piece_type() {
        PieceType::KING if rules.orthodox[us].has(PieceType::KING) => {
            attacks::king(from) & orthodox::goals::<Custom, W>(pos)
        }
        piece_type => targets::<W>(pos, piece_type, from),
    };
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

impl Becoming {
    /// Returns `true` if a promotion to a royal type, or to one that is not royal, belongs to the selection.
    #[inline]
    fn has(self, is_royal: bool) -> bool {
        self == Self::Any || (self == Self::Royal) == is_royal
    }
}

/// The squares that a piece of the side to move reaches by captures and moves of the wanted class.
#[inline]
fn targets<W: Wanted>(pos: &Position<Custom>, piece_type: PieceType, from: Square) -> Bitboard {
    let (us, occupied) = (pos.turn(), pos.occupied());
    let (reach, plan) = (pos.game().definition().reach(us, piece_type), pos.game().0.plans[us][piece_type.index()]);
    let enemies = if W::NOISY { pos.color(!us) } else { Bitboard::EMPTY };
    if plan.walks {
        let captures = if W::NOISY { reach.captures(from, occupied) & enemies } else { Bitboard::EMPTY };
        let quiets = if W::QUIET { reach.quiets(from, occupied) } else { Bitboard::EMPTY };
        return captures | quiets;
    }
    let lines = plan.lines.reached(from, occupied);
    let empty = if W::QUIET { !occupied } else { Bitboard::EMPTY };
    let captures = reach.capture[from.index()].reached(lines);
    if plan.is_uniform {
        return captures & (enemies | empty);
    }
    captures & enemies | reach.quiet[from.index()].reached(lines) & empty
}

/// The promotions of the side to move that the limits of the game and the selection leave.
fn promotions(pos: &Position<Custom>, becoming: Becoming) -> ArrayVec<PieceType, { PieceType::MAX }> {
    let (us, promotion) = (pos.turn(), &pos.game().definition().promotion);
    let is_left = |of: &PieceType| {
        let limit = promotion.limit[of.index()];
        (limit == 0 || pos.of(us, *of).count() < u32::from(limit)) && becoming.has(super::is_royal_type(pos, us, *of))
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
    let (us, rules) = (pos.turn(), pos.game().0);
    let which = which & c.movers;
    // A capturing piece becomes royal by these victims.
    let victims = || if rules.definition.capture_becomes_victim { royal_victims(pos) } else { Bitboard::EMPTY };
    let allowed = match becoming {
        Becoming::Any => Bitboard::FULL,
        Becoming::Royal => victims(),
        Becoming::Plain => !victims(),
    };
    let orthodox_pawns = pos.of(us, PieceType::PAWN) & which;
    if orthodox_pawns.any() {
        pawns::<W, S>(pos, orthodox_pawns - c.pinned, c.evasions, allowed, becoming, out);
        for from in orthodox_pawns & c.pinned {
            let line = c.evasions & attacks::line(c.royal, from);
            pawns::<W, S>(pos, Bitboard::of(from), line, allowed, becoming, out);
        }
    }
    let occupied = pos.occupied();
    let goals = orthodox::goals::<Custom, W>(pos) & allowed;
    let is_orthodox = |of| rules.orthodox[us].has(of);
    let these = |of| pos.of(us, of) & which;
    if is_orthodox(PieceType::KNIGHT) {
        // A pinned knight never stays on its line.
        fan_out(these(PieceType::KNIGHT) - c.pinned, c, |at| attacks::knight(at) & goals, out);
    }
    if is_orthodox(PieceType::BISHOP) {
        fan_out(these(PieceType::BISHOP), c, |at| attacks::bishop(at, occupied) & goals, out);
    }
    if is_orthodox(PieceType::ROOK) {
        fan_out(these(PieceType::ROOK), c, |at| attacks::rook(at, occupied) & goals, out);
    }
    if is_orthodox(PieceType::QUEEN) {
        fan_out(these(PieceType::QUEEN), c, |at| attacks::queen(at, occupied) & goals, out);
    }
    let ends = Ends { allowed, becoming };
    for piece_type in rules.others[us].iter() {
        let pieces = these(piece_type);
        if pieces.is_empty() {
            continue;
        }
        let jumping = if rules.plans[us][piece_type.index()].jumps { pieces & c.pinned } else { Bitboard::EMPTY };
        if jumping.any() {
            // It may land behind the piece that pins it.
            let open = Constraints { pinned: Bitboard::EMPTY, ..*c };
            of_type::<W, _>(pos, piece_type, jumping, &open, ends, &mut tried(pos, out));
        }
        of_type::<W, S>(pos, piece_type, pieces - jumping, c, ends, out);
    }
}

/// The squares on which moves may end, and the pieces that move or promote.
#[derive(Clone, Copy)]
struct Ends {
    allowed: Bitboard,
    becoming: Becoming,
}

/// Moves of pieces of a type that is no orthodox one.
#[inline]
fn of_type<W: Wanted, S: Sink>(
    pos: &Position<Custom>,
    piece_type: PieceType,
    pieces: Bitboard,
    c: &Constraints,
    ends: Ends,
    out: &mut S,
) {
    let plan = pos.game().0.plans[pos.turn()][piece_type.index()];
    if plan.is_special {
        for from in pieces {
            let line = if c.pinned.has(from) { attacks::line(c.royal, from) } else { Bitboard::FULL };
            special::<W, S>(pos, piece_type, from, c.evasions & line, ends, out);
        }
    } else if plan.walks {
        fan_out(pieces, c, |from| targets::<W>(pos, piece_type, from) & ends.allowed, out);
    } else {
        fan_type::<W, S>(pos, piece_type, pieces, c, ends.allowed, out);
    }
}

/// Moves of pieces of a type that promote to nothing and have all their moves in the tables.
#[inline]
fn fan_type<W: Wanted, S: Sink>(
    pos: &Position<Custom>,
    piece_type: PieceType,
    pieces: Bitboard,
    c: &Constraints,
    mask: Bitboard,
    out: &mut S,
) {
    let (us, occupied) = (pos.turn(), pos.occupied());
    let plan = pos.game().0.plans[us][piece_type.index()];
    let reach = pos.game().definition().reach(us, piece_type);
    let enemies = if W::NOISY { pos.color(!us) & mask } else { Bitboard::EMPTY };
    let empty = if W::QUIET { mask - occupied } else { Bitboard::EMPTY };
    let goals = enemies | empty;
    match (plan.lines, plan.is_uniform) {
        (Lines::None, true) => fan_out(pieces, c, |at| reach.capture[at.index()].leaps & goals, out),
        (lines, true) => {
            fan_out(pieces, c, |at| reach.capture[at.index()].reached(lines.reached(at, occupied)) & goals, out);
        }
        (lines, false) => {
            let reached = |at: Square| {
                let lines = lines.reached(at, occupied);
                let (capture, quiet) = (reach.capture[at.index()], reach.quiet[at.index()]);
                capture.reached(lines) & enemies | quiet.reached(lines) & empty
            };
            fan_out(pieces, c, reached, out);
        }
    }
}

/// The enemy pieces of the types that are royal for the side to move.
fn royal_victims(pos: &Position<Custom>) -> Bitboard {
    let us = pos.turn();
    if let Some(first) = pos.game().0.first_royal {
        return pos.of(!us, pos.state().royal(us).unwrap_or(first));
    }
    let types = pos.game().definition().types.iter().filter(|of| super::is_royal_type(pos, us, *of));
    types.fold(Bitboard::EMPTY, |set, of| set | pos.of(!us, of))
}

/// Moves of one piece that may promote or make a double step, and is no orthodox pawn.
fn special<W: Wanted, S: Sink>(
    pos: &Position<Custom>,
    piece_type: PieceType,
    from: Square,
    mask: Bitboard,
    Ends { allowed, becoming }: Ends,
    out: &mut S,
) {
    let (us, definition) = (pos.turn(), pos.game().definition());
    let into = promotions(pos, becoming);
    let promotion = &definition.promotion;
    let (region, is_pawn) = (promotion.region[us], promotion.pawns[us].has(piece_type));
    let is_left = |of: &PieceType| {
        let limit = promotion.limit[of.index()];
        limit == 0 || pos.of(us, *of).count() < u32::from(limit)
    };
    let promoted = promotion.promoted[piece_type.index()].filter(is_left);
    let steps = definition.reach(us, piece_type).first[from.index()];
    let enemies = pos.color(!us);
    let all = targets::<All>(pos, piece_type, from) & mask;
    for to in all {
        let is_capture = enemies.has(to);
        let changes = is_capture && definition.capture_becomes_victim && !super::is_royal_type(pos, us, piece_type);
        let (may_promote, must) = match promoted {
            _ if changes => (false, false),
            Some(_) => (region.has(to) || region.has(from), promotion.is_mandatory_for_pieces),
            None => (is_pawn && region.has(to), promotion.is_mandatory_for_pawns),
        };
        if may_promote && W::NOISY {
            match promoted {
                Some(into) if becoming.has(super::is_royal_type(pos, us, into)) => {
                    out.one(Move::promotion(from, to, into));
                }
                Some(_) => {}
                None => into.iter().for_each(|&into| out.one(Move::promotion(from, to, into))),
            }
        }
        let must = must && may_promote;
        let is_wanted = if is_capture { W::NOISY && allowed.has(to) } else { W::QUIET && becoming != Becoming::Royal };
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

/// Moves of some orthodox pawns. `allowed` has the squares on which a move may end, `victims` the pieces that may be captured.
fn pawns<W: Wanted, S: Sink>(
    pos: &Position<Custom>,
    pawns: Bitboard,
    allowed: Bitboard,
    victims: Bitboard,
    becoming: Becoming,
    out: &mut S,
) {
    let (us, definition, empty) = (pos.turn(), pos.game().definition(), !pos.occupied());
    let (step, promotion) = (us.forward(), &definition.promotion);
    let allowed = allowed & definition.reach(us, PieceType::PAWN).region;
    let forward = pawns.shift(step);
    let (ahead, enemies) = (forward & empty, pos.color(!us) & allowed);
    let twice = ((pawns & definition.steps.double[us]).shift(step) & empty).shift(step) & empty & allowed;
    let (ahead, left, right) = (ahead & allowed, forward.left() & enemies, forward.right() & enemies);
    let all = ahead | twice | left | right;
    let (is_pawn, promoted) = (promotion.pawns[us].has(PieceType::PAWN), promotion.promoted[PieceType::PAWN.index()]);
    if (is_pawn || promoted.is_some()) && all.meets(promotion.region[us]) {
        let mut into = if is_pawn { promotions(pos, becoming) } else { ArrayVec::new() };
        if let Some(of) = promoted.filter(|of| !into.contains(of) && becoming.has(super::is_royal_type(pos, us, *of))) {
            into.extend([of].into_iter().take(into.remaining_capacity()));
        }
        let promoting = promotion.region[us];
        let captures_promote = !definition.capture_becomes_victim || super::is_royal_type(pos, us, PieceType::PAWN);
        // Where pawns may promote but need not, they also stay pawns. If they must and there is no type left, they may not move there.
        let must =
            is_pawn && promotion.is_mandatory_for_pawns || promoted.is_some() && promotion.is_mandatory_for_pieces;
        let must = if must { promoting } else { Bitboard::EMPTY };
        let stop = if captures_promote { must } else { Bitboard::EMPTY };
        if W::NOISY {
            out.promoted(ahead & promoting, step, &into);
            out.promoted(twice & promoting, 2 * step, &into);
            if captures_promote {
                out.promoted(left & promoting, step - 1, &into);
                out.promoted(right & promoting, step + 1, &into);
            }
        }
        steps::<W, S>(
            [ahead - must, twice - must, (left & victims) - stop, (right & victims) - stop],
            step,
            becoming,
            out,
        );
    } else {
        steps::<W, S>([ahead, twice, left & victims, right & victims], step, becoming, out);
    }
}

/// Moves of pawns that do not promote: single and double steps, captures to the left and to the right.
#[inline]
fn steps<W: Wanted, S: Sink>([ahead, twice, left, right]: [Bitboard; 4], step: i8, becoming: Becoming, out: &mut S) {
    if W::QUIET && becoming != Becoming::Royal {
        out.shifted(ahead, step, MoveKind::Normal);
        out.shifted(twice, 2 * step, MoveKind::DoubleStep);
    }
    if W::NOISY {
        out.shifted(left, step - 1, MoveKind::Normal);
        out.shifted(right, step + 1, MoveKind::Normal);
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

/// Castling.
#[inline]
fn castling<W: Wanted, S: Sink>(pos: &Position<Custom>, c: &Constraints, royals: Bitboard, out: &mut S) {
    if !W::QUIET || pos.castling() == Castling::NONE {
        return;
    }
    for castle in &CASTLES[pos.turn()] {
        if pos.castling().has(castle.right) && !pos.occupied().meets(castle.empty) && may_castle(pos, c, royals, castle)
        {
            out.one(Move::new(castle.king_from, castle.king_to, MoveKind::Castle));
        }
    }
}

/// Returns `true` if king and rook, which have the right and no piece between them, may castle. A royal king may not leave, pass or
/// reach an attacked square; if another piece is royal, it must be safe afterwards.
#[inline(never)]
fn may_castle(pos: &Position<Custom>, c: &Constraints, royals: Bitboard, castle: &Castle) -> bool {
    let without = pos.occupied().without(castle.king_from);
    let is_safe = |at| !is_exposed(pos, at, !pos.turn(), without, Bitboard::EMPTY);
    let is_safe_afterwards = || trial::is_legal(pos, Move::new(castle.king_from, castle.king_to, MoveKind::Castle));
    c.movers.has(castle.king_from)
        && match (royals.has(castle.king_from), royals.many()) {
            (true, false) if c.checkers.any() => false,
            (true, _) => castle.king_path.with(castle.king_from).into_iter().all(is_safe),
            (false, true) if pos.game().definition().royals.only_last_is_safe => true,
            (false, _) => is_safe_afterwards(),
        }
}
