//! Certificates: proofs in writing, which `upheaval-check` checks by the naive rules.

use std::collections::{HashMap, HashSet};

use movegen::{Move, Position, Record, Variant};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::search::Leaf;
use crate::solver::Solver;

/// Proofs that repeat a position are written again, with what the solver has found meanwhile.
const MAX_ATTEMPTS: usize = 8;

/// A proof that the side to move wins within a number of moves. `docs/solver.md` describes the order of its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// The name of the game.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The number of moves.
    pub mate: u32,
    /// The winning side's moves in coordinate notation, separated by spaces.
    pub moves: String,
    /// The digest of the other parts.
    pub sha256: String,
}

impl Certificate {
    pub(crate) fn new(game: &str, fen: String, mate: u32, moves: String) -> Self {
        let digest = Sha256::digest(format!("{game}\n{fen}\n{mate}\n{moves}\n"));
        let sha256 = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { game: game.to_owned(), fen, mate, moves, sha256 }
    }
}

struct Writer<'a, V: Variant> {
    solver: &'a mut Solver<V>,
    /// The number of moves to the end in each position that is proved, by key.
    proved: HashMap<u64, u32>,
    with_clock: bool,
    moves: Vec<String>,
    /// Keys of the positions between the root and this one.
    path: HashSet<u64>,
    /// Positions to be written at most.
    size: usize,
}

impl<V: Variant> Writer<'_, V> {
    /// Writes the proof that the side to move wins within `need` moves, which are at most those `left`, and returns their number.
    fn attack(&mut self, pos: &Position<V>, left: u32, need: u32) -> Option<u32> {
        let key = (pos.key(), if self.with_clock { pos.clock() } else { 0 });
        let key = key.0 ^ movegen::zobrist::splitmix64(key.1.into());
        if let Some(&moves) = self.proved.get(&key).filter(|&&moves| moves <= left) {
            return Some(moves);
        }
        self.size = self.size.checked_sub(1)?;
        if !self.path.insert(key) {
            // The table had lost the shorter proof when this position was written first. It has it after this.
            self.solver.best(pos, need)?;
            return None;
        }
        let need = need.min(self.solver.proved_in(pos, need).unwrap_or(need));
        let (m, _) = self.solver.best(pos, need)?;
        self.moves.push(pos.write_move(m));
        let after = pos.after(m);
        let mut most = 0;
        if self.solver.goal().leaf(&after, left - 1, false) != Leaf::Won {
            let mut replies: Vec<Move> = after.legal_moves().to_vec();
            replies.sort_by_cached_key(|&reply| after.write_move(reply));
            for reply in replies {
                let next = after.after(reply);
                if self.solver.goal().leaf(&next, left - 1, true) != Leaf::Won {
                    most = most.max(self.attack(&next, left - 1, need - 1)?);
                }
            }
        }
        self.path.remove(&key);
        self.proved.insert(key, most + 1);
        Some(most + 1)
    }
}

impl<V: Variant> Solver<V> {
    /// Writes the certificate of a win proved by [`Solver::within`]; `None` if it has more than `size` positions.
    pub fn certificate(&mut self, record: &Record<Position<V>>, moves: u32, size: usize) -> Option<Certificate> {
        let pos = *record.position();
        let with_clock = u32::from(pos.clock()) + 2 * moves >= pos.game().move_rule().into();
        for _ in 0..MAX_ATTEMPTS {
            let (proved, path) = (HashMap::new(), HashSet::new());
            let mut writer = Writer { solver: self, proved, with_clock, moves: Vec::new(), path, size };
            if writer.attack(&pos, moves, moves).is_some() {
                return Some(Certificate::new(pos.game().name(), pos.to_string(), moves, writer.moves.join(" ")));
            }
            if writer.size == 0 {
                break;
            }
        }
        None
    }
}
