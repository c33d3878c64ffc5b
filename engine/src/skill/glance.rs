//! Move choice of weak levels: one ply and a capture search, both of which overlook some moves at random.
//!
//! The probability depends on what people overlook: long and backward moves, captures of cheap pieces, later plies; recaptures are
//! seldom overlooked. A move that is overlooked once is overlooked in every line. The resulting mistakes are missed threats and
//! captures, not random moves. Only rules and evaluator are used, so that it works for every game.

use eval::score::{INFINITE, WIN, loss_in};
use eval::{Evaluate, Score};
use movegen::{Color, Move, Piece, PieceType, Position, Square, Variant};

use super::{Faculties, Luck};
use crate::history::{History, NO_PRIOR_MOVES};
use crate::node::Node;
use crate::order::{Knowledge, List};
use crate::picker::CapturePicker;
use crate::searcher::{Searcher, Tools};

/// Largest ply of the capture search, including the own move.
const MAX_PLY: usize = 5;
/// Increase of the probability per ply, in percent.
const PERCENT_PER_PLY: u32 = 25;
/// Smallest distance of a long move in squares.
const MIN_LONG_DISTANCE: u8 = 3;
/// Factors of the probability, in percent.
const LONG_MOVE_PERCENT: u32 = 130;
const BACKWARD_MOVE_PERCENT: u32 = 130;
const RECAPTURE_PERCENT: u32 = 40;
/// Factors for the least and the most valuable captured piece.
const VICTIM_PERCENT: [u32; 2] = [130, 60];
/// Largest probability of overlooking a move, in thousandths.
const MAX_PERMILLE: u32 = 950;

/// The result of a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Glimpse {
    pub(crate) m: Move,
    /// Score as the weak player sees it.
    pub(crate) score: Score,
    /// Positions evaluated.
    pub(crate) nodes: u64,
}

/// The state of one glance.
pub(crate) struct Glance<'a, V: Variant, E: Evaluate<V>> {
    tools: &'a Tools<E>,
    history: &'a History,
    faculties: Faculties,
    luck: Luck,
    /// Value of the most valuable piece.
    max_value: Score,
    nodes: u64,
    cache: E::Cache,
}

impl<'a, V: Variant, E: Evaluate<V>> Glance<'a, V, E> {
    pub(crate) fn new(tools: &'a Tools<E>, history: &'a History, faculties: Faculties, luck: Luck) -> Self {
        let values = tools.exchange.cheapest_first().iter().map(|&piece_type| tools.exchange.value(piece_type));
        let max_value = values.max().unwrap_or_default().max(1);
        Self { tools, history, faculties, luck, max_value, nodes: 0, cache: tools.evaluator.cache() }
    }

    /// Returns the best of these moves, which are not empty, as the player sees them.
    pub(crate) fn best(mut self, pos: &Position<V>, moves: &[Move]) -> Glimpse {
        let root = Node::new(*pos, &self.tools.evaluator);
        let mut seen: Vec<Move> = moves.iter().copied().filter(|&m| !self.overlooks(pos, m, 0, None)).collect();
        if seen.is_empty() {
            seen.extend_from_slice(moves);
        }
        let mut candidates: Vec<(Score, Move)> =
            seen.into_iter().map(|m| (self.shallow_score(&root, m) + self.blur(m), m)).collect();
        candidates.sort_by_key(|&(score, m)| (std::cmp::Reverse(score), m.to_bits()));
        candidates.truncate(self.faculties.candidates);
        let mut best = Glimpse { m: candidates[0].1, score: -INFINITE, nodes: 0 };
        let mut limit = -INFINITE;
        for &(_, m) in &candidates {
            let blur = self.blur(m);
            let score = match self.end(&root, m) {
                Some(score) => score,
                None => {
                    let child = self.child(&root, m);
                    -self.quiesce(&child, -INFINITE, (blur - limit).min(INFINITE), 1, m.to())
                }
            };
            if score + blur > limit {
                limit = score + blur;
                (best.m, best.score) = (m, score);
            }
        }
        Glimpse { nodes: self.nodes, ..best }
    }

    /// Returns the evaluation error of a move.
    fn blur(&self, m: Move) -> Score {
        let half = self.faculties.blur;
        let luck = |key| self.luck.below(half as u32 + 1, u64::from(m.to_bits()) << 8 | key) as Score;
        luck(1) + luck(2) - half
    }

    fn child(&mut self, node: &Node<V, E>, m: Move) -> Node<V, E> {
        let mut child = *node;
        child.pos.play(m, &mut child.accumulators);
        child.c = child.pos.constraints();
        self.tools.evaluator.refresh_stale(&child.pos, &mut child.accumulators.evaluation, &mut self.cache);
        child
    }

    /// Returns the score of a move that ends the game.
    fn end(&self, root: &Node<V, E>, m: Move) -> Option<Score> {
        let after = root.pos.after(m);
        let outcome = after.outcome()?;
        Some(-Searcher::<V, E>::final_score(outcome, &after, 1))
    }

    /// Returns the evaluation after a move.
    fn shallow_score(&mut self, root: &Node<V, E>, m: Move) -> Score {
        self.nodes += 1;
        self.end(root, m).unwrap_or_else(|| {
            let child = self.child(root, m);
            -self.tools.evaluator.score(&child.pos, &child.accumulators.evaluation)
        })
    }

    /// Capture search without the overlooked moves; `arrival`: target square of the last move. Exact within the window.
    fn quiesce(&mut self, node: &Node<V, E>, mut alpha: Score, beta: Score, ply: usize, arrival: Square) -> Score {
        self.nodes += 1;
        if let Some(outcome) = V::decided(&node.pos) {
            return Searcher::<V, E>::final_score(outcome, &node.pos, ply);
        }
        if V::is_mated(&node.c) {
            return loss_in(ply);
        }
        let mut best = self.tools.evaluator.score(&node.pos, &node.accumulators.evaluation);
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        let know = Knowledge {
            pos: &node.pos,
            c: &node.c,
            history: self.history,
            exchange: &self.tools.exchange,
            before: NO_PRIOR_MOVES,
            killers: [Move::NONE; 2],
        };
        let mut picker = CapturePicker::new(Move::NONE, List::default(), 0);
        while let Some(m) = picker.next(&know) {
            if self.overlooks(&node.pos, m, ply, Some(arrival)) {
                continue;
            }
            let child = self.child(node, m);
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1, m.to());
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// Returns `true` if the player overlooks a move. `arrival`: target square of the move before.
    fn overlooks(&self, pos: &Position<V>, m: Move, ply: usize, arrival: Option<Square>) -> bool {
        let us = pos.turn();
        let mut chance = if ply == 0 { self.faculties.own_blindness } else { self.faculties.blindness };
        let mut scale = |factor| chance = chance * factor / 100;
        scale(100 + PERCENT_PER_PLY * ply.saturating_sub(1) as u32);
        if !m.is_purchase() {
            if m.from().distance(m.to()) >= MIN_LONG_DISTANCE {
                scale(LONG_MOVE_PERCENT);
            }
            if is_backward(us, m) {
                scale(BACKWARD_MOVE_PERCENT);
            }
        }
        if arrival == Some(m.to()) {
            scale(RECAPTURE_PERCENT);
        }
        if let Some(victim) = victim(pos, m) {
            let share = (100 * self.tools.exchange.value(victim) / self.max_value).clamp(0, 100) as u32;
            let [least, most] = VICTIM_PERCENT;
            scale(least - (least - most) * share / 100);
        }
        self.luck.strikes(chance.min(MAX_PERMILLE), u64::from(m.to_bits()) << 8 | us as u64)
    }
}

/// Returns `true` if a move goes towards the own back rank.
fn is_backward(us: Color, m: Move) -> bool {
    let [from, to] = [m.from(), m.to()].map(|at| if us == Color::White { at } else { at.flip() });
    to.rank() < from.rank()
}

/// Returns the type of the captured or bought piece.
fn victim<V: Variant>(pos: &Position<V>, m: Move) -> Option<PieceType> {
    if m.is_purchase() { pos.piece_at(m.to()).map(Piece::piece_type) } else { pos.captured(m) }
}

// Blur is added to infinite scores.
const _: () = assert!(INFINITE > WIN && INFINITE < Score::MAX / 4);
