//! Subversion on the naive board, from the text of gamedata/games/subversion/specification.md.

use crate::board::{Board, Square, White, dressed, name, piece_type, squares};
use crate::rules::{ALL_ROUND, End, Rules, Tried};

/// Subversion.
pub struct Subversion;

/// Returns `true` if two squares are a king's step apart.
fn are_neighbours(a: Square, b: Square) -> bool {
    ALL_ROUND.iter().any(|&(right, up)| (a.0 + right, a.1 + up) == b)
}

fn pieces(board: &Board, white: White, piece_types: &str) -> Vec<Square> {
    squares()
        .filter(|&at| board.is_of(at, white) && piece_types.contains(char::from(piece_type(board.at(at)))))
        .collect()
}

/// Every way to take so many of the things.
fn choices(of: &[Square], count: usize) -> Vec<Vec<Square>> {
    match (count, of) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with_first = choices(rest, count - 1).into_iter().map(|mut set| {
                set.insert(0, *first);
                set
            });
            with_first.chain(choices(rest, count)).collect()
        }
    }
}

impl Subversion {
    /// The enemy pieces that may be bribed by their squares.
    fn targets(&self, board: &Board) -> Vec<Square> {
        let us = board.white_moves;
        let has_neighbour =
            |at, white, piece_types| pieces(board, white, piece_types).iter().any(|&piece| are_neighbours(piece, at));
        let mut targets = pieces(board, !us, "pnbrq");
        targets.retain(|&at| has_neighbour(at, us, "nbrqk") && !has_neighbour(at, !us, "k"));
        targets
    }

    /// The payments for a piece.
    fn payments(&self, board: &Board, target: Square) -> Vec<Vec<Square>> {
        let us = board.white_moves;
        let king = board.find(dressed(b'k', us))[0];
        let pawns = pieces(board, us, "p");
        if !self.captures(board, target, king) {
            return choices(&pawns, 1);
        }
        let mut out;
        let mut and_all_pawns = Vec::new();
        match piece_type(board.at(target)) {
            b'r' => {
                out = choices(&pieces(board, us, "rq"), 1);
                out.extend(choices(&pieces(board, us, "nb"), 2));
                and_all_pawns = choices(&pieces(board, us, "nb"), 1);
            }
            b'q' => {
                out = choices(&pieces(board, us, "nbrq"), 3);
                and_all_pawns = choices(&pieces(board, us, "nbrq"), 2);
            }
            _ => out = choices(&pieces(board, us, "nbrq"), 1),
        }
        if !pawns.is_empty() {
            out.extend(and_all_pawns.into_iter().map(|pieces| [pieces, pawns.clone()].concat()));
        }
        out
    }

    /// All bribes that leave the king safe, including those that an ordinary move replaces.
    fn bribes(&self, board: &Board) -> Vec<Tried> {
        let us = board.white_moves;
        let mut out = Vec::new();
        for target in self.targets(board) {
            let letter = piece_type(board.at(target));
            let checks = self.captures(board, target, board.find(dressed(b'k', us))[0]);
            for mut payment in self.payments(board, target) {
                payment.sort_by_key(|at| (at.1, at.0));
                let mut after = board.clone();
                payment.iter().for_each(|&at| after.set(at, b'.'));
                after.set(target, dressed(letter, us));
                after.passed = None;
                after.clock = 0;
                after.number += u32::from(!us);
                after.white_moves = !us;
                let squares: String = payment.iter().chain([&target]).map(|&at| name(at)).collect();
                let sort = if checks { "a checking piece bribed" } else { "bribe" };
                out.push(Tried { text: format!("{squares}{}", char::from(letter)), sort, after });
            }
        }
        out.retain(|m| self.objection(&m.after, us).is_none());
        out.iter_mut().for_each(|m| self.settle(&mut m.after));
        out
    }

    fn ordinary(&self, board: &Board) -> Vec<Tried> {
        let mut moves = self.tries(board);
        moves.retain(|m| self.objection(&m.after, board.white_moves).is_none());
        moves.iter_mut().for_each(|m| self.settle(&mut m.after));
        moves
    }
}

/// Returns `true` if an ordinary move from the same square to the same square leads to the same position.
fn is_double(bribe: &Tried, ordinary: &[Tried]) -> bool {
    bribe.text.len() == 5 && ordinary.iter().any(|m| m.text[..4] == bribe.text[..4] && m.after == bribe.after)
}

impl Rules for Subversion {
    fn legal(&self, board: &Board) -> Vec<Tried> {
        let mut moves = self.ordinary(board);
        if moves.is_empty() && self.is_checked(board, board.white_moves) {
            return moves;
        }
        let mut bribes = self.bribes(board);
        bribes.retain(|bribe| !is_double(bribe, &moves));
        moves.extend(bribes);
        moves
    }

    fn decided(&self, board: &Board) -> Option<End> {
        let is_bare = squares().all(|at| matches!(piece_type(board.at(at)), b'.' | b'k'));
        is_bare.then_some((None, "insufficient material"))
    }

    fn may_stand(&self, board: &Board) -> bool {
        let few = |white| pieces(board, white, "pnbrqk").len() <= 16;
        board.find(b'K').len() == 1
            && board.find(b'k').len() == 1
            && !self.is_checked(board, !board.white_moves)
            && few(true)
            && few(false)
    }

    /// The bribes that an ordinary move replaces.
    fn other_texts(&self, board: &Board, legal: &[Tried]) -> Vec<(String, String)> {
        let mut bribes = if legal.is_empty() { Vec::new() } else { self.bribes(board) };
        bribes.retain(|bribe| is_double(bribe, legal));
        let same = |bribe: &Tried| legal.iter().find(|m| m.after == bribe.after).map(|m| m.text.clone());
        bribes.iter().filter_map(|bribe| Some((bribe.text.clone(), same(bribe)?))).collect()
    }

    fn noteworthy(&self, board: &Board, legal: &[Tried]) -> Vec<&'static str> {
        let ordinary = self.ordinary(board);
        let bribes = self.bribes(board);
        let met = [
            ("a bribe that is an ordinary move", bribes.iter().any(|bribe| is_double(bribe, &ordinary))),
            ("mate although a bribe was possible", legal.is_empty() && !bribes.is_empty()),
        ];
        met.into_iter().filter(|(_, is_so)| *is_so).map(|(what, _)| what).collect()
    }
}
