//! The terms of the hand-made evaluation that depend on the whole board. They ask the [`Variant`] for what a piece can do; what that
//! is worth is in the weights, and a game that has no use for a term has no weights for it.

use movegen::{Bitboard, ByPieceType, Color, PieceType, Position, Square, Variant, attacks};

use crate::objectives::Objectives;
use crate::own_view;
use crate::pair::Pair;
use crate::weights::{
    ATTACKER, BARRED, BESIDE, CHEAP_THREAT, CHECK, COUPLE, DANGER, DOUBLED, FORCE, HALF_OPEN, HANGING, MOBILITY,
    OPEN_FILE, PASSED, PASSED_BLOCKED, PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING, PAWN_THREAT, PHALANX,
    PURCHASABLE, PURSE, ROAD, ROYAL_ATTACKED, ROYAL_COUNT, ROYAL_ESCAPES, ROYAL_MATE, ROYALS_CHANGE, SUPPORTED, Set,
    TEMPO, Term, UNSTOPPABLE, VALUE, Weight, Weights,
};

/// The value of each term for one side.
pub(crate) struct Sums<'w> {
    weights: &'w Set,
    pub(crate) terms: [Pair; Term::COUNT],
}

impl Sums<'_> {
    #[inline]
    pub(crate) fn count(&mut self, weight: Weight, times: i32) {
        self.terms[weight.term as usize] += self.weights[weight] * times;
    }

    /// Counts a weight for each square of a set.
    #[inline]
    fn each(&mut self, weight: Weight, set: Bitboard) {
        self.count(weight, set.count().cast_signed());
    }
}

/// Data about one side, gathered before the terms.
struct Side {
    color: Color,
    pieces: Bitboard,
    pawns: Bitboard,
    /// The only royal.
    royal: Option<Square>,
    /// The squares around the only royal.
    ring: Bitboard,
    pawn_attacks: Bitboard,
    /// Capture squares by piece type.
    attacks: [Bitboard; PieceType::MAX],
    /// Squares that pieces can go to, by piece type.
    moves: [Bitboard; PieceType::MAX],
    all: Bitboard,
    /// Squares that are attacked at least twice.
    twice: Bitboard,
    /// Squares that the enemy royal may not enter because the royals would face each other.
    faced: Bitboard,
}

/// Adds all terms that depend on the whole board, for each side.
pub(crate) fn terms<'w, V: Variant>(
    weights: &'w Weights,
    objectives: Option<&Objectives>,
    pos: &Position<V>,
) -> [Sums<'w>; 2] {
    let sides = Color::BOTH.map(|color| Side::of(pos, color));
    let mut sums = Color::BOTH.map(|color| Sums { weights: weights.of(color), terms: [Pair::ZERO; Term::COUNT] });
    for us in Color::BOTH {
        let (own, theirs, sums) = (&sides[us], &sides[!us], &mut sums[us]);
        pieces(pos, own, theirs, sums);
        pawns(pos, own, theirs, sums);
        attack(pos, own, theirs, sums);
        threats(weights, pos, own, theirs, sums);
        way_to_goal(pos, own, theirs, sums);
        if let Some(objectives) = objectives {
            sums.terms[Term::Goal as usize] += objectives.value(sums.weights, pos, us, || theirs.all);
        }
        if V::ROYALS_CHANGE {
            royals(pos, own, theirs, sums);
        }
        if V::PURCHASES {
            purchases(pos, us, sums);
        }
    }
    sums[pos.turn()].count(TEMPO.only(), 1);
    sums
}

/// Returns the value of objectives, White's minus Black's.
pub(crate) fn objectives<V: Variant>(weights: &Weights, objectives: &Objectives, pos: &Position<V>) -> Pair {
    let of = |us: Color| objectives.value(weights.of(us), pos, us, || Side::of(pos, !us).all);
    of(Color::White) - of(Color::Black)
}

fn piece_types<V: Variant>() -> impl Iterator<Item = PieceType> {
    (0..V::ByPieceType::LEN as u8).map(PieceType::new)
}

fn non_pawns<V: Variant>() -> impl Iterator<Item = PieceType> {
    piece_types::<V>().filter(|&piece_type| piece_type != PieceType::PAWN)
}

impl Side {
    fn of<V: Variant>(pos: &Position<V>, color: Color) -> Self {
        let (occupied, pawns, royals) = (pos.occupied(), pos.of(color, PieceType::PAWN), V::royals(pos, color));
        // Where pieces of several types are royal, the king is in the most danger.
        let kings = royals & pos.piece_type(PieceType::KING);
        let royal = [royals, kings].into_iter().find(|royals| !royals.many()).and_then(Bitboard::first);
        let ahead = pawns.shift(color.forward());
        let mut side = Self {
            color,
            pieces: pos.color(color),
            pawns,
            royal,
            ring: royal.map_or(Bitboard::EMPTY, ring),
            pawn_attacks: ahead.left() | ahead.right(),
            attacks: [Bitboard::EMPTY; PieceType::MAX],
            moves: [Bitboard::EMPTY; PieceType::MAX],
            all: ahead.left() | ahead.right(),
            twice: ahead.left() & ahead.right(),
            faced: Bitboard::EMPTY,
        };
        side.attacks[PieceType::PAWN.index()] = side.pawn_attacks;
        for piece_type in non_pawns::<V>() {
            let k = piece_type.index();
            for at in pos.of(color, piece_type) {
                let captures = pos.game().captures(piece_type, color, at, occupied);
                side.twice |= side.all & captures;
                side.all |= captures;
                side.attacks[k] |= captures;
                side.moves[k] |= (captures | pos.game().steps(piece_type, color, at, occupied)) - side.pieces;
            }
        }
        if V::facing(pos, color).any()
            && let (Some(royal), Some(enemy)) = (royal, V::royals(pos, !color).first())
        {
            // The enemy royal leaves its square when it steps, so lines through it are open.
            side.faced = attacks::rook(royal, occupied.without(enemy));
        }
        side
    }
}

/// The squares around a royal and its own; at the edge those around the square next to it.
fn ring(royal: Square) -> Bitboard {
    let middle = Square::at(royal.file().clamp(1, 6), royal.rank().clamp(1, 6));
    attacks::king(middle).with(middle)
}

/// Mobility, pairs of pieces and open files.
fn pieces<V: Variant>(pos: &Position<V>, own: &Side, theirs: &Side, sums: &mut Sums<'_>) {
    let occupied = pos.occupied();
    let area = !(own.pieces | theirs.pawn_attacks);
    let (own_files, their_files) = (files(own.pawns), files(theirs.pawns));
    for piece_type in non_pawns::<V>() {
        let (k, pieces) = (piece_type.index(), pos.of(own.color, piece_type));
        for at in pieces {
            let reached = pos.game().captures(piece_type, own.color, at, occupied)
                | pos.game().steps(piece_type, own.color, at, occupied);
            let squares = (reached & area).count() as usize;
            sums.count(MOBILITY.cell(k, squares.min(MOBILITY.columns - 1)), 1);
        }
        sums.count(COUPLE.at(k), i32::from(pieces.many()));
        sums.each(BESIDE.at(k), pieces & pieces.right());
        sums.each(OPEN_FILE.at(k), pieces - own_files - their_files);
        sums.each(HALF_OPEN.at(k), (pieces & their_files) - own_files);
    }
}

/// Pawn structure and passed pawns. All sets are seen by the pawns' owner.
fn pawns<V: Variant>(pos: &Position<V>, own: &Side, theirs: &Side, sums: &mut Sums<'_>) {
    let us = own.color;
    let (pawns, enemies) = (seen_by(us, own.pawns), seen_by(us, theirs.pawns));
    let doubled = downwards(pawns.shift(-8));
    sums.each(DOUBLED.only(), pawns & doubled);
    for at in pawns & (pawns.left() | pawns.right()) {
        sums.count(PHALANX.at(usize::from(at.rank())), 1);
    }
    for at in pawns & seen_by(us, own.pawn_attacks) {
        sums.count(SUPPORTED.at(usize::from(at.rank())), 1);
    }
    let (occupied, attacked, protected) = (seen_by(us, pos.occupied()), seen_by(us, theirs.all), seen_by(us, own.all));
    let is_bare_king = theirs.royal.is_some_and(|at| theirs.pieces == theirs.pawns.with(at));
    let [own_king, enemy_king] = [own.royal, theirs.royal].map(|king| king.map(|at| own_view(us, at)));
    let stoppers = downwards(enemies.shift(-8));
    for at in pawns - (stoppers | stoppers.left() | stoppers.right() | doubled) {
        let rank = usize::from(at.rank());
        sums.count(PASSED.at(rank), 1);
        let Some(stop) = Bitboard::of(at).shift(8).first() else { continue };
        if occupied.has(stop) {
            sums.count(PASSED_BLOCKED.at(rank), 1);
        } else if !attacked.has(stop) || protected.has(stop) {
            sums.count(PASSED_FREE.at(rank), 1);
        }
        if is_bare_king && !upwards(Bitboard::of(stop)).meets(occupied) {
            let distance = enemy_king.map_or(7, |king| king.distance(Square::at(at.file(), 7)));
            // The king is one step nearer when it is its turn.
            let steps = 7 - at.rank() + u8::from(us != pos.turn());
            sums.count(UNSTOPPABLE.only(), i32::from(distance > steps));
        }
        for (king, block) in [(own_king, &PASSED_OWN_KING), (enemy_king, &PASSED_ENEMY_KING)] {
            sums.count(block.at(rank), king.map_or(0, |king| king.distance(stop).min(5).into()));
        }
    }
}

/// The danger to the only enemy royal, which grows with the square of the attack: attackers support each other.
fn attack<V: Variant>(pos: &Position<V>, own: &Side, theirs: &Side, sums: &mut Sums<'_>) {
    /// Centipawns of the middle game are the square of the danger, divided by this.
    const MIDDLE_DIVISOR: i32 = 160;
    /// Centipawns of the endgame are the danger, divided by this.
    const END_DIVISOR: i32 = 8;
    /// Larger dangers count as this one: about nine pawns.
    const MAX_DANGER: i32 = 380;
    let Some(royal) = theirs.royal else { return };
    let (occupied, weights) = (pos.occupied(), sums.weights);
    let plain = |weight, times: u32| weights.plain(weight) * times.cast_signed();
    let by_royal = pos
        .piece_at(royal)
        .map_or(Bitboard::EMPTY, |piece| pos.game().captures(piece.piece_type(), theirs.color, royal, occupied));
    let weak = own.all - (theirs.twice | (theirs.all - by_royal));
    let safe = !theirs.all | weak & own.twice;
    let mut danger = plain(DANGER.at(0), 1) + plain(DANGER.at(2), (theirs.ring & weak).count());
    for piece_type in non_pawns::<V>() {
        let (k, pieces) = (piece_type.index(), pos.of(own.color, piece_type));
        for at in pieces {
            let hits = (pos.game().captures(piece_type, own.color, at, occupied) & theirs.ring).count();
            danger += plain(ATTACKER.at(k), u32::from(hits > 0)) + plain(DANGER.at(1), hits);
        }
        // Moves are symmetrical: a piece gives check from where an enemy piece of its type on the royal's square captures.
        let checks = pos.game().captures(piece_type, theirs.color, royal, occupied) & own.moves[k];
        danger += plain(FORCE.at(k), pieces.count()) + plain(CHECK.at(k), u32::from(checks.meets(safe)));
    }
    let danger = danger.clamp(0, MAX_DANGER);
    sums.terms[Term::Attack as usize] += Pair::new(danger * danger / MIDDLE_DIVISOR, danger / END_DIVISOR);
}

/// Enemy pieces that are attacked by pawns or by less valuable pieces, or are not protected.
fn threats<V: Variant>(weights: &Weights, pos: &Position<V>, own: &Side, theirs: &Side, sums: &mut Sums<'_>) {
    /// An attacker is less valuable if it is worth this many centipawns less.
    const MARGIN: i32 = 80;
    let royals = V::royals(pos, theirs.color);
    let value = |color, piece_type: PieceType| weights.of(color)[VALUE.at(piece_type.index())].middle();
    for victim in piece_types::<V>() {
        let (k, pieces) = (victim.index(), pos.of(theirs.color, victim) & own.all);
        if pieces.is_empty() || royals.meets(pieces) {
            continue;
        }
        sums.each(PAWN_THREAT.at(k), pieces & own.pawn_attacks);
        sums.each(HANGING.at(k), pieces - theirs.all);
        if victim != PieceType::PAWN && victim != PieceType::KING {
            let is_cheap =
                |&by: &PieceType| by != PieceType::KING && value(own.color, by) < value(theirs.color, victim) - MARGIN;
            let cheap = non_pawns::<V>().filter(is_cheap);
            let attacked = cheap.fold(Bitboard::EMPTY, |all, by| all | own.attacks[by.index()]);
            sums.each(CHEAP_THREAT.at(k), pieces & attacked);
        }
    }
}

/// The only royal's way to the far rank, in games where it wins by arriving there.
fn way_to_goal<V: Variant>(pos: &Position<V>, own: &Side, theirs: &Side, sums: &mut Sums<'_>) {
    if let (Some(royal), Some(_)) = (own.royal, theirs.royal)
        && pos.game().goal(own.color).any()
    {
        let free = !(theirs.all | theirs.faced | own.pieces);
        match steps_to_goal(Bitboard::of(own_view(own.color, royal)), seen_by(own.color, free)) {
            Ok(moves) => sums.count(ROAD.at(moves), 1),
            Err(missing) => sums.count(BARRED.at(missing), 1),
        }
    }
}

/// Returns the number of king moves to the far rank over free squares; without such a way, the number of ranks missing.
fn steps_to_goal(king: Bitboard, free: Bitboard) -> Result<usize, usize> {
    let mut reached = king;
    for moves in 0..ROAD.columns {
        if reached.meets(Bitboard::rank(7)) {
            return Ok(moves);
        }
        let next = reached | reached.around() & free;
        if next == reached {
            return Err((reached.0.leading_zeros() as usize / 8).min(7));
        }
        reached = next;
    }
    Ok(ROAD.columns - 1)
}

/// Several royals and royals that change.
fn royals<V: Variant>(pos: &Position<V>, own: &Side, theirs: &Side, sums: &mut Sums<'_>) {
    let (us, occupied, royals) = (own.color, pos.occupied(), V::royals(pos, own.color));
    let Some(piece) = royals.first().and_then(|at| pos.piece_at(at)) else { return };
    let (piece_type, later) = (piece.piece_type(), usize::from(us != pos.turn()));
    let count = (royals.count() as usize).min(ROYAL_COUNT.columns);
    sums.count(ROYAL_COUNT.cell(piece_type.index(), count - 1), 1);
    for royal in royals.into_iter().filter(|_| royals.many()) {
        let captures = pos.game().captures(piece_type, us, royal, occupied);
        let goals = if piece_type == PieceType::PAWN {
            let once = Bitboard::of(royal).shift(us.forward()) - occupied;
            let twice = (once & pos.game().double_step_passes(us)).shift(us.forward()) - occupied;
            (captures & theirs.pieces) | once | twice
        } else {
            captures - own.pieces
        };
        let free = goals - theirs.all;
        sums.count(ROYAL_ESCAPES.at((free.count() as usize).min(ROYAL_ESCAPES.columns - 1)), 1);
        sums.count(ROYAL_ATTACKED.at(later), i32::from(theirs.all.has(royal)));
        let is_checked_safely = non_pawns::<V>().any(|by| {
            let checks = pos.game().captures(by, us, royal, occupied) & theirs.moves[by.index()];
            (checks - own.all).any()
        });
        sums.count(ROYAL_MATE.at(later), i32::from(free.is_empty() && is_checked_safely));
    }
    let capturable = theirs.pieces - V::royals(pos, theirs.color);
    let victims = if royals.many() { capturable } else { capturable - theirs.all } & own.attacks[piece_type.index()];
    for victim in piece_types::<V>() {
        let pieces = pos.of(theirs.color, victim);
        if pieces.many() {
            sums.each(ROYALS_CHANGE.cell(victim.index(), later), pieces & victims);
        }
    }
}

/// Enemy pieces that can be bought, and pawns to pay with.
fn purchases<V: Variant>(pos: &Position<V>, us: Color, sums: &mut Sums<'_>) {
    let pawns = pos.of(us, PieceType::PAWN);
    sums.count(PURSE.at((pawns.count() as usize).min(PURSE.columns - 1)), 1);
    let purchasable = if pawns.any() { V::purchasable(pos, us) } else { Bitboard::EMPTY };
    let later = usize::from(us != pos.turn());
    for piece_type in piece_types::<V>() {
        let pieces = purchasable & pos.piece_type(piece_type);
        sums.each(PURCHASABLE.cell(piece_type.index(), later), pieces);
    }
}

/// The set as its owner sees it: rank 1 is the owner's first.
const fn seen_by(us: Color, set: Bitboard) -> Bitboard {
    match us {
        Color::White => set,
        Color::Black => Bitboard(set.0.swap_bytes()),
    }
}

/// The set and everything above it.
const fn upwards(set: Bitboard) -> Bitboard {
    let set = set.0 | set.0 << 8;
    let set = set | set << 16;
    Bitboard(set | set << 32)
}

/// The set and everything below it.
const fn downwards(set: Bitboard) -> Bitboard {
    Bitboard(upwards(Bitboard(set.0.swap_bytes())).0.swap_bytes())
}

/// The files that the set touches.
const fn files(set: Bitboard) -> Bitboard {
    upwards(downwards(set))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn way_to_goal_counts_king_moves() {
        let king = |name| Bitboard::of(Square::parse(name).unwrap());
        assert_eq!(steps_to_goal(king("e1"), Bitboard::FULL), Ok(7));
        assert_eq!(steps_to_goal(king("e8"), Bitboard::FULL), Ok(0));
        let gap_on_a = !(Bitboard::rank(5) - Bitboard::FILE_A);
        assert_eq!(steps_to_goal(king("a4"), gap_on_a), Ok(4));
        assert_eq!(steps_to_goal(king("e4"), gap_on_a), Ok(6), "four moves to a6, two more to a8");
        assert_eq!(steps_to_goal(king("h1"), gap_on_a), Ok(8), "nine moves and more count as eight");
        assert_eq!(steps_to_goal(king("e4"), !Bitboard::rank(6)), Err(2));
    }
}
