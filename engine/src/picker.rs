//! Staged move picking: moves are generated in stages, because most nodes need only the first.
//!
//! [`MovePicker`] returns all moves of a node, [`CapturePicker`] those that win material: captures, promotions, moves that win by
//! arrival, and purchases.

use movegen::moves::{Each, Sink};
use movegen::variant::{Noisy, Purchases, Quiet};
use movegen::{Bitboard, Move, Variant};

use crate::danger::Danger;
use crate::order::{Knowledge, List, Scored, Scorer, buys_non_pawn, gives_direct_check, may_end_the_game, noisy_score};
use crate::params;

/// Quiet moves still to be returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quiets {
    All,
    Checks,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Best,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
}

/// Returns the moves of a node, best first.
pub(crate) struct Picker<const CAPTURES: bool> {
    /// The transposition table move, returned first.
    best: Move,
    list: List,
    /// Index of the next move.
    next: usize,
    /// Number of deferred losing noisy moves, at the front of the list.
    losing: usize,
    stage: Stage,
    quiets: Quiets,
    /// Exchange value of a noisy move that is not losing.
    threshold: i32,
}

/// Returns all moves of a node, best first.
pub(crate) type MovePicker = Picker<false>;
/// Returns the moves of a node that win material, best first.
pub(crate) type CapturePicker = Picker<true>;

impl<const CAPTURES: bool> Picker<CAPTURES> {
    /// Creates a picker; `best`: transposition table move; `list`: reused memory. A [`CapturePicker`] returns noisy moves with an
    /// exchange value of at least `threshold`, or that may end the game.
    pub(crate) fn new(best: Move, list: List, threshold: i32) -> Self {
        Self { best, list, next: 0, losing: 0, stage: Stage::Best, quiets: Quiets::All, threshold }
    }

    /// Returns the list's memory.
    pub(crate) fn finish(mut self) -> List {
        self.list.0.clear();
        self.list
    }

    /// Skips all further quiet moves.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Returns only direct checks among further quiet moves, unsorted.
    #[inline]
    pub(crate) fn only_checks(&mut self) {
        if self.quiets == Quiets::All {
            self.quiets = Quiets::Checks;
        }
    }

    /// Returns `true` in the stage of losing captures.
    #[inline]
    pub(crate) fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Returns the next legal move.
    #[inline]
    pub(crate) fn next<V: Variant>(&mut self, know: &Knowledge<'_, V>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Best => {
                    self.stage = Stage::MakeNoisy;
                    if !self.best.is_none() {
                        return Some(self.best);
                    }
                }
                Stage::MakeNoisy => {
                    self.generate_noisy(know);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.next_winning(know) {
                    None if !CAPTURES => self.stage = Stage::MakeQuiet,
                    found => return found,
                },
                Stage::MakeQuiet => {
                    if self.quiets != Quiets::None {
                        self.generate_quiets(know);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.next_quiet(know) {
                    Some(m) if m == self.best => {}
                    Some(m) => return Some(m),
                    None => {
                        self.next = 0;
                        self.stage = Stage::BadNoisy;
                    }
                },
                Stage::BadNoisy => {
                    let deferred = self.list.0[..self.losing].get(self.next)?;
                    self.next += 1;
                    return Some(deferred.m);
                }
            }
        }
    }

    /// Generates and scores noisy moves; for a [`CapturePicker`] also purchases of pawns, with one payment for each piece.
    #[inline]
    fn generate_noisy<V: Variant>(&mut self, know: &Knowledge<'_, V>) {
        let (pos, list) = (know.pos, &mut self.list);
        pos.generate::<Noisy>(know.c, list);
        if V::PURCHASES {
            let mut bought = Bitboard::EMPTY;
            let mut purchases = Each(|m: Move| {
                let is_wanted = if CAPTURES { !bought.has(m.to()) } else { buys_non_pawn(pos, m) };
                if is_wanted {
                    bought = bought.with(m.to());
                    list.one(m);
                }
            });
            pos.generate::<Purchases>(know.c, &mut purchases);
        }
        for scored in &mut self.list.0 {
            scored.score = noisy_score(scored.m, know);
        }
    }

    /// Returns the next noisy move whose exchange value is at least the threshold, less a bonus for a good history; defers others.
    #[inline]
    fn next_winning<V: Variant>(&mut self, know: &Knowledge<'_, V>) -> Option<Move> {
        while let Some(Scored { m, score }) = self.pick() {
            if m == self.best {
                continue;
            }
            let floor = || self.threshold - (score * params::good_capture_history::<V>() / 1024).max(0) / 16;
            if may_end_the_game(know.pos, m) || know.exchange.wins_at_least(know.pos, m, floor()) {
                return Some(m);
            }
            self.list.0[self.losing] = Scored { m, score };
            self.losing += 1;
        }
        None
    }

    /// Generates and scores quiet moves behind the others.
    #[inline]
    fn generate_quiets<V: Variant>(&mut self, know: &Knowledge<'_, V>) {
        self.next = self.list.0.len();
        let danger = if know.c.in_check() { Danger::NONE } else { Danger::new(know.pos, know.exchange) };
        let mut scorer = Scorer { know, danger, list: &mut self.list.0 };
        know.pos.generate::<Quiet>(know.c, &mut scorer);
        if V::PURCHASES {
            let mut rest = Each(|m| {
                if !buys_non_pawn(know.pos, m) {
                    scorer.one(m);
                }
            });
            know.pos.generate::<Purchases>(know.c, &mut rest);
        }
    }

    #[inline]
    fn next_quiet<V: Variant>(&mut self, know: &Knowledge<'_, V>) -> Option<Move> {
        match self.quiets {
            Quiets::All => self.pick().map(|scored| scored.m),
            Quiets::Checks => {
                let rest = &self.list.0[self.next..];
                let found = rest.iter().position(|scored| gives_direct_check(know.pos, scored.m));
                self.next += found.map_or(rest.len(), |i| i + 1);
                found.map(|_| self.list.0[self.next - 1].m)
            }
            Quiets::None => None,
        }
    }

    /// Selection sort step: returns the best remaining move.
    #[inline]
    fn pick(&mut self) -> Option<Scored> {
        let rest = &mut self.list.0[self.next..];
        let first = *rest.first()?;
        let (mut at, mut top) = (0, first.score);
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > top {
                (at, top) = (i, scored.score);
            }
        }
        rest.swap(0, at);
        self.next += 1;
        Some(rest[0])
    }
}

#[cfg(test)]
mod tests {
    use eval::Evaluator;
    use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
    use movegen::{Chess, PieceType, Position};

    use super::*;
    use crate::bench;
    use crate::history::{History, NO_PRIOR_MOVES};
    use crate::order::is_noisy;
    use crate::see::Exchange;

    /// Returns all moves that `next` yields, with empty histories and no killers.
    fn picked<V: Variant>(pos: &Position<V>, mut next: impl FnMut(&Knowledge<'_, V>) -> Option<Move>) -> Vec<Move> {
        let (history, exchange) = (History::new::<V>(), Exchange::new(V::default(), &Evaluator::<V>::hand_made()));
        let killers = [Move::NONE; 2];
        let c = &pos.constraints();
        let know = Knowledge { pos, c, history: &history, exchange: &exchange, before: NO_PRIOR_MOVES, killers };
        std::iter::from_fn(|| next(&know)).collect()
    }

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u32> {
        let mut bits: Vec<u32> = moves.into_iter().map(Move::to_bits).collect();
        bits.sort_unstable();
        bits
    }

    /// A queen that can capture a protected pawn, and a knight that can capture an unprotected one.
    const CAPTURES: &str = "4k3/8/2p5/3p4/8/p7/8/1N1QK3 w - - 0 1";

    #[test]
    fn losing_captures_are_skipped() {
        let pos: Position<Chess> = CAPTURES.parse().unwrap();
        let mut picker = CapturePicker::new(Move::NONE, List::default(), 0);
        let moves = picked(&pos, |know| picker.next(know));
        assert_eq!(moves, [pos.parse_move("b1a3").unwrap()]);
    }

    #[test]
    fn captures_below_threshold_are_skipped() {
        let pos: Position<Chess> = CAPTURES.parse().unwrap();
        let pawn = Exchange::new(Chess, &Evaluator::<Chess>::hand_made()).value(PieceType::PAWN);
        let mut picker = CapturePicker::new(Move::NONE, List::default(), 3 * pawn);
        assert_eq!(picked(&pos, |know| picker.next(know)), []);
    }

    struct PicksEachMoveOnce;

    impl VisitTurnBased for PicksEachMoveOnce {
        type Out = ();
        fn turn_based<V: Variant>(self, game: V) {
            for pos in bench::positions(game) {
                let legal = pos.legal_moves();
                for best in [Move::NONE, legal[0], legal[legal.len() - 1]] {
                    let mut picker = MovePicker::new(best, List::default(), 0);
                    let moves = picked(&pos, |know| picker.next(know));
                    assert_eq!(sorted(moves), sorted(legal.iter().copied()), "{pos}");
                }
                // No exchange value is below this threshold.
                let mut picker = CapturePicker::new(Move::NONE, List::default(), -100_000);
                let moves = picked(&pos, |know| picker.next(know));
                let noisy = |m: &&Move| is_noisy(&pos, **m) && !m.is_purchase();
                assert_eq!(
                    sorted(moves.iter().copied().filter(|m| !m.is_purchase())),
                    sorted(legal.iter().filter(noisy).copied()),
                    "{pos}"
                );
                let purchases = |moves: &[Move]| moves.iter().copied().filter(|m| m.is_purchase()).collect::<Vec<_>>();
                let targets = |moves: &[Move]| purchases(moves).into_iter().map(Move::to).collect::<Bitboard>();
                assert_eq!(targets(&moves), targets(&legal), "{pos}");
                assert_eq!(
                    purchases(&moves).len() as u32,
                    targets(&legal).count(),
                    "one payment for each piece: {pos}"
                );
            }
        }
    }

    #[test]
    fn every_move_is_picked_once() {
        TURN_BASED.into_iter().for_each(|name| with_turn_based(name, PicksEachMoveOnce).unwrap());
    }
}
