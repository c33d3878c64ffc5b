//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square, cheapest man first.
//!
//! Only capturing lines take part, because the variant's own `sliders` and `leapers` say who attacks: an eagle's quiet
//! line defends nothing. Where captors change their kind, what they rise or sink to counts with what they take
//! too; pins, and what new royals lead to, are left to the search.

use arrayvec::ArrayVec;
use eval::{Evaluate, Score};
use movegen::{Bitboard, ByKind, Color, Kind, Man, Move, MoveKind, Position, Square, Variant, attacks};

use crate::params;

/// What men are worth in exchanges, and the order in which they capture.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    values: [Score; Kind::MAX],
    cheapest_first: ArrayVec<Kind, { Kind::MAX }>,
}

impl Exchange {
    /// The values of a game's men, from its evaluator.
    pub(crate) fn new<V: Variant, E: Evaluate<V>>(evaluator: &E) -> Self {
        let mut values = [0; Kind::MAX];
        let is_priced = |&kind: &Kind| kind != Kind::KING || V::KINGS_HAVE_A_PRICE;
        let mut order: ArrayVec<Kind, { Kind::MAX }> =
            (0..V::ByKind::LEN as u8).map(Kind::new).filter(is_priced).collect();
        for &kind in &order {
            values[kind.index()] = evaluator.value(kind);
        }
        order.sort_by_key(|kind| values[kind.index()]);
        if !is_priced(&Kind::KING) {
            order.push(Kind::KING);
        }
        Self { values, cheapest_first: order }
    }

    /// The value of a kind of man in centipawns; 0 for a king that can never be taken.
    #[inline]
    pub(crate) const fn value(&self, kind: Kind) -> Score {
        self.values[kind.index()]
    }

    /// All kinds, the cheapest first; a king that can never be taken is the last.
    #[inline]
    pub(crate) fn cheapest_first(&self) -> &[Kind] {
        &self.cheapest_first
    }

    /// What the move takes, promotes to, rises to or buys, less what it pays, before any answer.
    #[inline]
    pub(crate) fn gain<V: Variant>(&self, pos: &Position<V>, m: Move) -> Score {
        if V::PURCHASES && m.is_purchase() {
            return self.profit(pos, m);
        }
        let taken = pos.captured(m).map_or(0, |kind| self.value(kind));
        if V::CAPTORS_CHANGE {
            let moved = pos.man_at(m.from()).map_or(Kind::PAWN, Man::kind);
            let change = if V::changes_royals(pos, m) { params::new_royals_value() } else { 0 };
            return taken + self.value(Self::arrival(pos, m)) - self.value(moved) + change;
        }
        let promoted = m.promotes_to().map_or(0, |kind| self.value(kind) - self.value(Kind::PAWN));
        taken + promoted
    }

    /// What the moved man is when the move is done.
    #[inline]
    fn arrival<V: Variant>(pos: &Position<V>, m: Move) -> Kind {
        let Some(man) = pos.man_at(m.from()) else { return Kind::PAWN };
        match (m.promotes_to(), pos.captured(m)) {
            (Some(into), _) => into,
            (None, Some(victim)) => V::arrives_as(pos, man, victim),
            (None, None) => man.kind(),
        }
    }

    /// What a purchase wins: the man counts twice, because the enemy loses him too.
    fn profit<V: Variant>(&self, pos: &Position<V>, m: Move) -> Score {
        let value = |at| pos.man_at(at).map_or(0, |man| self.value(man.kind()));
        let paid: Score = m.paid().into_iter().map(value).sum();
        let pawns = if m.pays_all_pawns() { pos.of(pos.turn(), Kind::PAWN).count() as Score } else { 0 };
        2 * value(m.to()) - paid - pawns * self.value(Kind::PAWN)
    }

    /// Whether the move wins at least `threshold` centipawns by exchanges on its square.
    pub(crate) fn wins_at_least<V: Variant>(&self, pos: &Position<V>, m: Move, threshold: Score) -> bool {
        if m.kind() == MoveKind::Castle {
            return threshold <= 0;
        }
        let mut balance = self.gain(pos, m) - threshold;
        if balance < 0 {
            return false;
        }
        if V::CAPTORS_CHANGE {
            return self.answer_among_captors(pos, m) <= balance;
        }
        let (from, to) = (m.from(), m.to());
        let is_purchase = V::PURCHASES && m.is_purchase();
        let moved = match is_purchase {
            true => pos.man_at(to).map(Man::kind),
            false => m.promotes_to().or_else(|| pos.man_at(from).map(Man::kind)),
        };
        balance -= self.value(moved.unwrap_or(Kind::PAWN));
        if balance >= 0 {
            return true;
        }
        let mut occupied = Self::occupied_after(pos, m);
        let lines = Lines::to(pos, to);
        let mut attackers = lines.all(occupied);

        let mut side = !pos.turn();
        loop {
            attackers &= occupied;
            let ours = attackers & pos.color(side);
            let Some((kind, at)) = self.cheapest(pos, ours) else { break };
            // The king may only take what is not defended.
            if kind == Kind::KING && attackers.meets(pos.color(!side)) {
                break;
            }
            occupied = occupied.without(at);
            attackers |= lines.along(occupied);
            side = !side;
            balance = -balance - 1 - self.value(kind);
            if balance >= 0 {
                break;
            }
        }
        side != pos.turn()
    }

    /// The squares occupied after the move.
    #[inline]
    fn occupied_after<V: Variant>(pos: &Position<V>, m: Move) -> Bitboard {
        let (from, to) = (m.from(), m.to());
        let occupied = pos.occupied().without(from).with(to);
        match m.kind() {
            MoveKind::EnPassant => occupied.without(to.offset(-pos.turn().forward())),
            _ if V::PURCHASES => occupied - m.paid(),
            _ => occupied,
        }
    }

    /// What the enemy can win by answering the move with captures on its square, in a game where captors take on the
    /// kind of what they capture: the man who stands there stays the same, whoever takes him, until a royal does.
    fn answer_among_captors<V: Variant>(&self, pos: &Position<V>, m: Move) -> Score {
        let to = m.to();
        let mut occupied = Self::occupied_after(pos, m);
        let lines = Lines::to(pos, to);
        let mut attackers = lines.all(occupied);
        let mut standing = Self::arrival(pos, m);
        let mut gains: ArrayVec<Score, 32> = ArrayVec::new();
        let mut side = !pos.turn();
        while !gains.is_full() {
            attackers &= occupied;
            let (ours, royals) = (attackers & pos.color(side), V::royals(pos, side));
            let royal = || self.cheapest(pos, ours & royals);
            let Some((kind, at)) = self.cheapest(pos, ours - royals).or_else(royal) else { break };
            // The last royal may only take what is not defended.
            if royals.has(at) && !royals.many() && attackers.meets(pos.color(!side)) {
                break;
            }
            let arrived = V::arrives_as(pos, Man::new(side, kind), standing);
            gains.push(self.value(standing) + self.value(arrived) - self.value(kind));
            standing = arrived;
            occupied = occupied.without(at);
            attackers |= lines.along(occupied);
            side = !side;
        }
        gains.into_iter().rfold(0, |answer, gain| (gain - answer).max(0))
    }

    #[inline]
    fn cheapest<V: Variant>(&self, pos: &Position<V>, men: Bitboard) -> Option<(Kind, Square)> {
        if men.is_empty() {
            return None;
        }
        self.cheapest_first.iter().find_map(|&kind| (pos.kind(kind) & men).first().map(|at| (kind, at)))
    }
}

/// Who captures on a square.
struct Lines {
    to: Square,
    diagonal: Bitboard,
    orthogonal: Bitboard,
    leapers: Bitboard,
}

impl Lines {
    #[inline]
    fn to<V: Variant>(pos: &Position<V>, to: Square) -> Self {
        let sliders = Color::BOTH.map(|color| V::sliders(pos, color));
        Self {
            to,
            diagonal: sliders[0].diagonal | sliders[1].diagonal,
            orthogonal: sliders[0].orthogonal | sliders[1].orthogonal,
            leapers: V::leapers(pos, to, Color::White) | V::leapers(pos, to, Color::Black),
        }
    }

    /// The men that capture there along lines.
    #[inline]
    fn along(&self, occupied: Bitboard) -> Bitboard {
        attacks::bishop(self.to, occupied) & self.diagonal | attacks::rook(self.to, occupied) & self.orthogonal
    }

    #[inline]
    fn all(&self, occupied: Bitboard) -> Bitboard {
        self.leapers | self.along(occupied)
    }
}

#[cfg(test)]
mod tests;
