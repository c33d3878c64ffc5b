//! Two players without search, opponents for the lowest levels: one moves at random, one captures hanging pieces. They
//! play every turn-based game.

use std::time::Duration;

use eval::{Evaluate, Evaluator, Score};
use movegen::zobrist::splitmix64;
use movegen::{Move, Piece, Position, Variant};

use super::{Answer, Ask, Identity, Player, Reply, Thought};
use crate::players::fault::Fault;

/// The way such a player moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Manner {
    /// A random legal move, uniformly.
    Random,
    /// A winning move; else the capture or purchase with the largest material gain, if the moved piece is lost on a
    /// defended square; else, without a gain, a random move.
    Greedy,
}

/// A player that looks ahead at most one ply.
pub struct Simple<V: Variant> {
    manner: Manner,
    values: Evaluator<V>,
    random: u64,
    identity: Identity,
}

impl<V: Variant> Simple<V> {
    /// Creates a player with this seed.
    pub fn new(manner: Manner, seed: u64) -> Self {
        let identity = Identity { name: format!("{manner:?}"), ..Identity::default() };
        Self { manner, values: Evaluator::hand_made(), random: splitmix64(seed), identity }
    }

    fn choose_from(&mut self, pos: &Position<V>) -> Option<Move> {
        let moves = pos.legal_moves();
        self.random = splitmix64(self.random ^ pos.key());
        let any = moves.get((self.random >> 32) as usize % moves.len().max(1)).copied();
        match self.manner {
            Manner::Random => any,
            Manner::Greedy => {
                let wins = |m: &&Move| pos.after(**m).outcome().is_some_and(|end| end.winner == Some(pos.turn()));
                let win = moves.iter().find(wins);
                let best = moves.iter().map(|&m| (self.gain(pos, m), m)).max_by_key(|&(gain, m)| (gain, m.to_bits()));
                win.copied().or(best.filter(|&(gain, _)| gain > 0).map(|(_, m)| m)).or(any)
            }
        }
    }

    /// Returns the material gain of a capture or purchase, in centipawns.
    fn gain(&self, pos: &Position<V>, m: Move) -> Score {
        let value = |piece: Option<Piece>| piece.map_or(0, |piece| self.values.value(piece.piece_type()));
        let next = pos.after(m);
        let arrived = value(next.piece_at(m.to()));
        let won = match m.is_purchase() {
            true => {
                let paid: Score = pos.payment(m).into_iter().map(|at| value(pos.piece_at(at))).sum();
                2 * arrived - paid
            }
            false if pos.is_capture(m) => {
                // In games where capturing pieces change their type, a queen that captures a pawn may become one.
                let taken = pos.captured(m).map_or(0, |piece_type| self.values.value(piece_type));
                taken + arrived - value(pos.piece_at(m.from()))
            }
            false => return 0,
        };
        let is_covered = V::attackers(&next, m.to(), next.turn(), next.occupied()).any();
        if is_covered { won - arrived } else { won }
    }
}

impl<V: Variant> Player<Position<V>> for Simple<V> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn choose(&mut self, ask: &Ask<'_, Position<V>>) -> Result<Reply<Move>, Fault> {
        let m = self.choose_from(ask.record.position()).ok_or_else(|| Fault::Illegal("none".to_owned()))?;
        Ok(Reply { answer: Answer::Move(m), time: Duration::ZERO, thought: Thought::default(), lines: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Subversion};

    fn greedy<V: Variant>(fen: &str) -> String {
        let pos: Position<V> = fen.parse().unwrap();
        let m = Simple::new(Manner::Greedy, 1).choose_from(&pos).unwrap();
        pos.write_move(m)
    }

    #[test]
    fn greedy_player_captures_hanging_pieces() {
        // The knight is defended, the rook is not.
        assert_eq!(greedy::<Chess>("4k3/8/2p5/3n4/8/r7/8/1N1QK3 w - - 0 1"), "b1a3");
        assert_eq!(greedy::<Chess>("4k3/8/2p5/3q4/8/8/8/1N1RK3 w - - 0 1"), "d1d5");
    }

    #[test]
    fn greedy_player_mates_in_one() {
        assert_eq!(greedy::<Chess>("6k1/5ppp/8/8/8/r7/1P3PPP/R5K1 b - - 0 1"), "a3a1");
        assert_eq!(greedy::<Chess>("q5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), "a1a8");
    }

    #[test]
    fn random_player_plays_every_move() {
        let pos = Position::<Subversion>::start();
        let mut player = Simple::new(Manner::Random, 1);
        let mut made: Vec<Move> = (0..1_000).filter_map(|_| player.choose_from(&pos)).collect();
        made.sort_unstable_by_key(|m| m.to_bits());
        made.dedup();
        assert_eq!(made.len(), pos.legal_moves().len());
    }
}
