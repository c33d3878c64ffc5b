//! Static exchange evaluation: the material balance of a capture if both sides continue to capture on its square, cheapest piece
//! first.
//!
//! Only capturing lines count: the variant's `sliders` and `leapers` return attackers. Where captures change the capturing piece's
//! type, its gain or loss in value counts too. Where pieces can be bought for a pawn, the opponent may answer by buying the moved piece.
//! Pins and new royals are left to the search.

use arrayvec::ArrayVec;
use eval::{Evaluate, Score};
use movegen::{Bitboard, ByPieceType, Color, Move, MoveKind, Piece, PieceType, Position, Square, Variant, attacks};

use crate::params;

/// Exchange values of pieces, and the order in which they capture.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    values: [Score; PieceType::MAX],
    cheapest_first: ArrayVec<PieceType, { PieceType::MAX }>,
}

impl Exchange {
    /// Reads the piece values of a game from its evaluator.
    pub(crate) fn new<V: Variant, E: Evaluate<V>>(game: V, evaluator: &E) -> Self {
        let mut values = [0; PieceType::MAX];
        let is_priced = |&piece_type: &PieceType| piece_type != PieceType::KING || game.kings_have_a_price();
        let mut order: ArrayVec<PieceType, { PieceType::MAX }> =
            (0..V::ByPieceType::LEN as u8).map(PieceType::new).filter(is_priced).collect();
        for &piece_type in &order {
            values[piece_type.index()] = evaluator.value(piece_type);
        }
        order.sort_by_key(|piece_type| values[piece_type.index()]);
        if !is_priced(&PieceType::KING) {
            order.push(PieceType::KING);
        }
        Self { values, cheapest_first: order }
    }

    /// Returns the value of a piece type in centipawns; 0 for a king that can never be captured.
    #[inline]
    pub(crate) const fn value(&self, piece_type: PieceType) -> Score {
        self.values[piece_type.index()]
    }

    /// Returns all piece types, cheapest first; a king that can never be captured comes last.
    #[inline]
    pub(crate) fn cheapest_first(&self) -> &[PieceType] {
        &self.cheapest_first
    }

    /// Returns the material gain of a move before any reply: captures, promotions, type changes, purchases minus payments.
    #[inline]
    pub(crate) fn gain<V: Variant>(&self, pos: &Position<V>, m: Move) -> Score {
        if V::PURCHASES && m.is_purchase() {
            return self.profit(pos, m);
        }
        let taken = pos.captured(m).map_or(0, |piece_type| self.value(piece_type));
        if V::CAPTURES_CHANGE_TYPE && pos.game().captures_change_type() {
            let moved = pos.piece_at(m.from()).map_or(PieceType::PAWN, Piece::piece_type);
            let change = if V::changes_royals(pos, m) { params::new_royals_value::<V>() } else { 0 };
            return taken + self.value(Self::arrival(pos, m)) - self.value(moved) + change;
        }
        let promoted = m.promotes_to().map_or(0, |piece_type| self.value(piece_type) - self.value(PieceType::PAWN));
        taken + promoted
    }

    /// Returns the type of the moved or bought piece after the move.
    #[inline]
    fn arrival<V: Variant>(pos: &Position<V>, m: Move) -> PieceType {
        if V::PURCHASES && m.is_purchase() {
            return pos.piece_at(m.to()).map_or(PieceType::PAWN, Piece::piece_type);
        }
        let Some(piece) = pos.piece_at(m.from()) else { return PieceType::PAWN };
        match (m.promotes_to(), pos.captured(m)) {
            (Some(into), _) => into,
            (None, Some(victim)) => V::arrives_as(pos, piece, victim),
            (None, None) => piece.piece_type(),
        }
    }

    /// Returns the gain of a purchase: the bought piece counts twice, because the opponent loses it.
    fn profit<V: Variant>(&self, pos: &Position<V>, m: Move) -> Score {
        let value = |at| pos.piece_at(at).map_or(0, |piece| self.value(piece.piece_type()));
        let paid: Score = m.paid().into_iter().map(value).sum();
        let pawns = if m.pays_all_pawns() { pos.of(pos.turn(), PieceType::PAWN).count() as Score } else { 0 };
        2 * value(m.to()) - paid - pawns * self.value(PieceType::PAWN)
    }

    /// Returns `true` if the move's exchange value is at least `threshold` centipawns.
    pub(crate) fn wins_at_least<V: Variant>(&self, pos: &Position<V>, m: Move, threshold: Score) -> bool {
        if m.kind() == MoveKind::Castle {
            return threshold <= 0;
        }
        let mut balance = self.gain(pos, m) - threshold;
        if balance < 0 {
            return false;
        }
        let mut side = !pos.turn();
        let mut occupied = Self::occupied_after(pos, m);
        let standing = Self::arrival(pos, m);
        if V::PURCHASES && self.loss_by_purchase(pos, (m.to(), standing), occupied) > balance {
            return false;
        }
        if V::CAPTURES_CHANGE_TYPE && pos.game().captures_change_type() {
            return self.capture_gain(pos, side, (m.to(), standing), occupied) <= balance;
        }
        balance -= self.value(standing);
        if balance >= 0 {
            return true;
        }
        let lines = Lines::to(pos, m.to());
        let mut attackers = lines.all(pos, occupied);

        loop {
            attackers &= occupied;
            let ours = attackers & pos.color(side);
            let Some((piece_type, at)) = self.cheapest(pos, ours) else { break };
            // The king may only capture undefended pieces.
            if piece_type == PieceType::KING && attackers.meets(pos.color(!side)) {
                break;
            }
            occupied = occupied.without(at);
            attackers |= lines.along(pos, occupied);
            side = !side;
            balance = -balance - 1 - self.value(piece_type);
            if balance >= 0 {
                break;
            }
        }
        side != pos.turn()
    }

    /// Returns the occupied squares after the move.
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

    /// Returns what the opponent can win by buying the moved piece for a pawn: twice its value, less the pawn and what recaptures win.
    /// Returns 0 if the piece gives check, which raises its price, or if its owner can buy it back with no fewer pawns.
    fn loss_by_purchase<V: Variant>(
        &self,
        pos: &Position<V>,
        (to, standing): (Square, PieceType),
        occupied: Bitboard,
    ) -> Score {
        let (us, others) = (pos.turn(), occupied.without(to));
        let pawns = |by| (pos.of(by, PieceType::PAWN) & others).count();
        let can_buy = |by| V::purchase_zone(pos, by, standing, others).has(to);
        if !can_buy(!us)
            || pos.game().captures(standing, us, to, occupied).meets(V::royals(pos, !us))
            || pawns(us) >= pawns(!us) && can_buy(us)
        {
            return 0;
        }
        2 * self.value(standing) - self.value(PieceType::PAWN) - self.capture_gain(pos, us, (to, standing), occupied)
    }

    /// Returns what a side can win by captures on a square with an enemy piece of this type.
    fn capture_gain<V: Variant>(
        &self,
        pos: &Position<V>,
        mut side: Color,
        (to, mut standing): (Square, PieceType),
        mut occupied: Bitboard,
    ) -> Score {
        let lines = Lines::to(pos, to);
        let mut attackers = lines.all(pos, occupied);
        let mut gains: ArrayVec<Score, 32> = ArrayVec::new();
        while !gains.is_full() {
            attackers &= occupied;
            let (ours, royals) = (attackers & pos.color(side), V::royals(pos, side));
            let royal = || self.cheapest(pos, ours & royals);
            let Some((piece_type, at)) = self.cheapest(pos, ours - royals).or_else(royal) else { break };
            // The last royal may only capture undefended pieces.
            if royals.has(at) && !royals.many() && attackers.meets(pos.color(!side)) {
                break;
            }
            let arrived = V::arrives_as(pos, Piece::new(side, piece_type), standing);
            gains.push(self.value(standing) + self.value(arrived) - self.value(piece_type));
            standing = arrived;
            occupied = occupied.without(at);
            attackers |= lines.along(pos, occupied);
            side = !side;
        }
        gains.into_iter().rfold(0, |answer, gain| (gain - answer).max(0))
    }

    #[inline]
    fn cheapest<V: Variant>(&self, pos: &Position<V>, pieces: Bitboard) -> Option<(PieceType, Square)> {
        if pieces.is_empty() {
            return None;
        }
        self.cheapest_first
            .iter()
            .find_map(|&piece_type| (pos.piece_type(piece_type) & pieces).first().map(|at| (piece_type, at)))
    }
}

/// Attackers of a square.
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

    /// Returns the sliders that attack the square.
    #[inline]
    fn along<V: Variant>(&self, pos: &Position<V>, occupied: Bitboard) -> Bitboard {
        if V::HAS_OTHER_LINES {
            return Color::BOTH
                .into_iter()
                .fold(Bitboard::EMPTY, |all, by| all | V::attackers(pos, self.to, by, occupied));
        }
        attacks::bishop(self.to, occupied) & self.diagonal | attacks::rook(self.to, occupied) & self.orthogonal
    }

    #[inline]
    fn all<V: Variant>(&self, pos: &Position<V>, occupied: Bitboard) -> Bitboard {
        self.leapers | self.along(pos, occupied)
    }
}

#[cfg(test)]
mod tests;
