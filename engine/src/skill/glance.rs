//! What a player sees at a glance: the own moves, some of them, and what the opponent could take back at once, some of that.
//!
//! What is overlooked is what people overlook: long moves and backward ones more than short ones forward, pawns more than
//! queens, later plies more than the next, the capture of a piece that has just arrived less than any other; and a move that is
//! overlooked is overlooked in every line. So the mistakes are threats and captures not seen, not moves that nobody would
//! play, and they are the worse the deeper the refutation lies. Everything here is asked of the rules and of the evaluator
//! and so holds for every game.

use eval::score::{INFINITE, WIN, loss_in};
use eval::{Evaluate, Score};
use movegen::{Color, Move, Piece, PieceType, Position, Square, Variant};

use super::{Faculties, Luck};
use crate::history::{History, NO_PRIOR_MOVES};
use crate::node::Node;
use crate::order::{Knowledge, List};
use crate::picker::CapturePicker;
use crate::searcher::{Searcher, Tools};

/// Plies that a glance reaches, the own move included.
const REACH: usize = 5;
/// How much likelier each further ply is overlooked, in hundredths.
const DEEPER: u32 = 25;
/// From so many squares on a move is a long one.
const LONG: u8 = 3;
/// The factors of what makes a move harder or easier to see, in hundredths.
const OF_LONG_MOVES: u32 = 130;
const OF_BACKWARD_MOVES: u32 = 130;
const OF_RECAPTURES: u32 = 40;
/// For the piece that is worth nothing and for the one that is worth most.
const OF_VICTIMS: [u32; 2] = [130, 60];
/// Nothing is overlooked for certain, in thousandths.
const MOST: u32 = 950;

/// What a glance has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Glimpse {
    pub(crate) m: Move,
    /// What the player believes it to be worth.
    pub(crate) score: Score,
    /// Positions looked at.
    pub(crate) nodes: u64,
}

/// A player who looks at one position.
pub(crate) struct Glance<'a, E> {
    tools: &'a Tools<E>,
    history: &'a History,
    faculties: Faculties,
    luck: Luck,
    /// The price of the dearest piece.
    dearest: Score,
    nodes: u64,
}

impl<'a, E> Glance<'a, E> {
    pub(crate) fn new(tools: &'a Tools<E>, history: &'a History, faculties: Faculties, luck: Luck) -> Self {
        let dearest = tools.exchange.cheapest_first().iter().map(|&piece_type| tools.exchange.value(piece_type)).max();
        Self { tools, history, faculties, luck, dearest: dearest.unwrap_or_default().max(1), nodes: 0 }
    }

    /// The move, of these, that looks best. There is at least one.
    pub(crate) fn best<V: Variant>(mut self, pos: &Position<V>, moves: &[Move]) -> Glimpse
    where
        E: Evaluate<V>,
    {
        let root = Node::new(*pos, &self.tools.evaluator);
        let mut seen: Vec<Move> = moves.iter().copied().filter(|&m| !self.overlooks(pos, m, 0, None)).collect();
        if seen.is_empty() {
            seen.extend_from_slice(moves);
        }
        let mut candidates: Vec<(Score, Move)> =
            seen.into_iter().map(|m| (self.first_impression(&root, m) + self.blur(m), m)).collect();
        candidates.sort_by_key(|&(score, m)| (std::cmp::Reverse(score), m.to_bits()));
        candidates.truncate(self.faculties.candidates);
        let mut best = Glimpse { m: candidates[0].1, score: -INFINITE, nodes: 0 };
        let mut limit = -INFINITE;
        for &(_, m) in &candidates {
            let blur = self.blur(m);
            let score = match self.end::<V>(&root, m) {
                Some(score) => score,
                None => -self.answers(&self.child(&root, m), -INFINITE, (blur - limit).min(INFINITE), 1, m.to()),
            };
            if score + blur > limit {
                limit = score + blur;
                (best.m, best.score) = (m, score);
            }
        }
        Glimpse { nodes: self.nodes, ..best }
    }

    /// By how much the player misjudges a move.
    fn blur(&self, m: Move) -> Score {
        let half = self.faculties.blur;
        let luck = |question| self.luck.below(half as u32 + 1, u64::from(m.to_bits()) << 8 | question) as Score;
        luck(1) + luck(2) - half
    }

    fn child<V: Variant>(&self, node: &Node<V, E>, m: Move) -> Node<V, E>
    where
        E: Evaluate<V>,
    {
        let mut child = *node;
        child.pos.play(m, &mut child.accumulators);
        child.c = child.pos.constraints();
        self.tools.evaluator.refresh_stale(&child.pos, &mut child.accumulators.evaluation);
        child
    }

    /// The value of a move that ends the game.
    fn end<V: Variant>(&self, root: &Node<V, E>, m: Move) -> Option<Score>
    where
        E: Evaluate<V>,
    {
        let after = root.pos.after(m);
        let outcome = after.outcome()?;
        Some(-Searcher::<V, E>::final_score(outcome, &after, 1))
    }

    /// What a move is worth before any answer.
    fn first_impression<V: Variant>(&mut self, root: &Node<V, E>, m: Move) -> Score
    where
        E: Evaluate<V>,
    {
        self.nodes += 1;
        self.end(root, m).unwrap_or_else(|| {
            let child = self.child(root, m);
            -self.tools.evaluator.score(&child.pos, &child.accumulators.evaluation)
        })
    }

    /// What a position is worth to the side to move that takes what it sees, or leaves it; `arrival` is where the last move
    /// went. Exact within the window.
    fn answers<V: Variant>(
        &mut self,
        node: &Node<V, E>,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        arrival: Square,
    ) -> Score
    where
        E: Evaluate<V>,
    {
        self.nodes += 1;
        if let Some(outcome) = V::decided(&node.pos) {
            return Searcher::<V, E>::final_score(outcome, &node.pos, ply);
        }
        if V::is_mated(&node.c) {
            return loss_in(ply);
        }
        let mut best = self.tools.evaluator.score(&node.pos, &node.accumulators.evaluation);
        if best >= beta || ply >= REACH {
            return best;
        }
        alpha = alpha.max(best);
        let know = Knowledge {
            history: self.history,
            exchange: &self.tools.exchange,
            before: NO_PRIOR_MOVES,
            killers: [Move::NONE; 2],
        };
        let mut picker = CapturePicker::new(Move::NONE, List::default(), 0);
        while let Some(m) = picker.next(&node.pos, &node.c, &know) {
            if self.overlooks(&node.pos, m, ply, Some(arrival)) {
                continue;
            }
            let score = -self.answers(&self.child(node, m), -beta, -alpha, ply + 1, m.to());
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// Whether the player does not see a move. `arrival` is where the move before it went.
    fn overlooks<V: Variant>(&self, pos: &Position<V>, m: Move, ply: usize, arrival: Option<Square>) -> bool {
        let us = pos.turn();
        let mut chance = if ply == 0 { self.faculties.own_blindness } else { self.faculties.blindness };
        let mut scale = |factor| chance = chance * factor / 100;
        scale(100 + DEEPER * ply.saturating_sub(1) as u32);
        if !m.is_purchase() {
            if m.from().distance(m.to()) >= LONG {
                scale(OF_LONG_MOVES);
            }
            if is_backward(us, m) {
                scale(OF_BACKWARD_MOVES);
            }
        }
        if arrival == Some(m.to()) {
            scale(OF_RECAPTURES);
        }
        if let Some(victim) = victim(pos, m) {
            let share = (100 * self.tools.exchange.value(victim) / self.dearest).clamp(0, 100) as u32;
            let [least, most] = OF_VICTIMS;
            scale(least - (least - most) * share / 100);
        }
        self.luck.strikes(chance.min(MOST), u64::from(m.to_bits()) << 8 | us as u64)
    }
}

/// Whether a move goes towards the own side of the board.
fn is_backward(us: Color, m: Move) -> bool {
    let [from, to] = [m.from(), m.to()].map(|at| if us == Color::White { at } else { at.flip() });
    to.rank() < from.rank()
}

/// The piece whom a move takes off the enemy.
fn victim<V: Variant>(pos: &Position<V>, m: Move) -> Option<PieceType> {
    if m.is_purchase() { pos.piece_at(m.to()).map(Piece::piece_type) } else { pos.captured(m) }
}

/// Blur is added to values without end.
const _: () = assert!(INFINITE > WIN && INFINITE < Score::MAX / 4);
