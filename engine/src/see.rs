//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square, cheapest man first.
//!
//! Only capturing lines take part, because the variant's own `sliders` and `leapers` say who attacks: an eagle's quiet
//! line defends nothing.

use arrayvec::ArrayVec;
use eval::{Evaluate, Score};
use movegen::{Bitboard, ByKind, Kind, Move, MoveKind, Position, Variant, attacks};

/// What men are worth in exchanges, and the order in which they capture.
#[derive(Clone, Debug)]
pub struct Exchange {
    values: [Score; Kind::MAX],
    cheapest_first: ArrayVec<Kind, { Kind::MAX }>,
}

impl Exchange {
    /// The values of a game's men, from its evaluator.
    pub fn new<V: Variant, E: Evaluate<V>>(evaluator: &E) -> Self {
        let mut values = [0; Kind::MAX];
        let mut order: ArrayVec<Kind, { Kind::MAX }> =
            (0..V::ByKind::LEN as u8).map(Kind::new).filter(|&kind| kind != Kind::KING).collect();
        for &kind in &order {
            values[kind.index()] = evaluator.value(kind);
        }
        order.sort_by_key(|kind| values[kind.index()]);
        order.push(Kind::KING);
        Self { values, cheapest_first: order }
    }

    /// The value of a kind of man in centipawns, 0 for the king.
    #[inline]
    pub const fn value(&self, kind: Kind) -> Score {
        self.values[kind.index()]
    }

    /// What the move takes, promotes to or bribes, less what it pays, before any answer.
    #[inline]
    pub fn gain<V: Variant>(&self, pos: &Position<V>, m: Move) -> Score {
        if m.is_bribe() {
            return self.profit(pos, m);
        }
        let taken = pos.captured(m).map_or(0, |kind| self.value(kind));
        let promoted = m.promotes_to().map_or(0, |kind| self.value(kind) - self.value(Kind::PAWN));
        taken + promoted
    }

    /// What a bribe wins: the man counts twice, because the enemy loses him too.
    fn profit<V: Variant>(&self, pos: &Position<V>, m: Move) -> Score {
        let value = |at| pos.man_at(at).map_or(0, |man| self.value(man.kind()));
        let paid: Score = m.paid().into_iter().map(value).sum();
        let pawns = if m.pays_all_pawns() { pos.of(pos.turn(), Kind::PAWN).count() as Score } else { 0 };
        2 * value(m.to()) - paid - pawns * self.value(Kind::PAWN)
    }

    /// Whether the move wins at least `threshold` centipawns by exchanges on its square.
    pub fn wins_at_least<V: Variant>(&self, pos: &Position<V>, m: Move, threshold: Score) -> bool {
        if m.kind() == MoveKind::Castle {
            return threshold <= 0;
        }
        let (from, to) = (m.from(), m.to());
        let mut balance = self.gain(pos, m) - threshold;
        if balance < 0 || m.is_bribe() {
            return balance >= 0;
        }
        let moved = m.promotes_to().or_else(|| pos.man_at(from).map(movegen::Man::kind)).unwrap_or(Kind::PAWN);
        balance -= self.value(moved);
        if balance >= 0 {
            return true;
        }
        let mut occupied = pos.occupied().without(from).with(to);
        if m.kind() == MoveKind::EnPassant {
            occupied = occupied.without(to.offset(-pos.turn().forward()));
        }
        let sliders = movegen::Color::BOTH.map(|color| V::sliders(pos, color));
        let diagonal = sliders[0].diagonal | sliders[1].diagonal;
        let orthogonal = sliders[0].orthogonal | sliders[1].orthogonal;
        let leapers = V::leapers(pos, to, movegen::Color::White) | V::leapers(pos, to, movegen::Color::Black);
        let lines = |occupied| attacks::bishop(to, occupied) & diagonal | attacks::rook(to, occupied) & orthogonal;
        let mut attackers = leapers | lines(occupied);

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
            attackers |= lines(occupied);
            side = !side;
            balance = -balance - 1 - self.value(kind);
            if balance >= 0 {
                break;
            }
        }
        side != pos.turn()
    }

    #[inline]
    fn cheapest<V: Variant>(&self, pos: &Position<V>, men: Bitboard) -> Option<(Kind, movegen::Square)> {
        if men.is_empty() {
            return None;
        }
        self.cheapest_first.iter().find_map(|&kind| (pos.kind(kind) & men).first().map(|at| (kind, at)))
    }
}
