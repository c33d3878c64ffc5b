//! Insurrection and Anarchism on the naive board, from the texts of the specifications of both games.

use crate::board::{Board, Square, White, dressed, name, piece_type, squares, step};
use crate::rules::{End, Rules, Tried, forward, last_rank, moved};

/// The games of coups.
pub struct Coups {
    /// Pawns may promote to kings.
    pub king_promotion: bool,
    /// One of several royals may be left in check.
    pub assassination: bool,
}

/// Lowest to highest.
const RANKS: &str = "pnbrqk";

/// The small letter of the piece type in power.
fn government(board: &Board, white: White) -> u8 {
    piece_type(board.extra.as_bytes()[usize::from(!white)])
}

/// The square with this name.
fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as i8, (bytes[1] - b'1') as i8)
}

/// Turns a move of an orthodox piece into what the games of coups make of it.
fn transformed(board: &Board, mut m: Tried) -> Option<Tried> {
    let us = board.white_moves;
    let (from, to) = (square(&m.text), square(&m.text[2..]));
    let attacker = piece_type(board.at(from));
    let victim = if m.sort == "en passant" { b'p' } else { piece_type(board.at(to)) };
    if victim == b'.' {
        return Some(m);
    }
    if attacker != government(board, us) {
        m.after.set(to, dressed(victim, us));
        let rank = |piece_type: u8| RANKS.find(char::from(piece_type));
        if m.sort != "en passant" && victim != attacker {
            m.sort = if rank(victim) > rank(attacker) { "succession" } else { "decline" };
        }
        // A pawn on the last rank has no choice: of the promotions that chess knows, one move is left.
        let is_first = m.text.len() == 4 || m.text.ends_with('q');
        m.text.truncate(4);
        return is_first.then_some(m);
    }
    if !m.after.find(dressed(victim, !us)).is_empty() {
        let mut governments = m.after.extra.clone().into_bytes();
        governments[usize::from(us)] = dressed(victim, !us);
        m.after.extra = String::from_utf8_lossy(&governments).into_owned();
        if !matches!(m.sort, "en passant" | "promotion") {
            m.sort = "coup";
        }
    }
    Some(m)
}

/// The square of a piece after the move; none if it has promoted.
fn goes(board: &Board, m: &Tried, at: Square) -> Option<Square> {
    let (from, to) = (square(&m.text), square(&m.text[2..]));
    if m.sort == "castling" && at == (if to.0 == 6 { 7 } else { 0 }, to.1) {
        return Some((if to.0 == 6 { 5 } else { 3 }, to.1));
    }
    if at != from {
        return Some(at);
    }
    (piece_type(m.after.at(to)) == piece_type(board.at(from))).then_some(to)
}

impl Coups {
    /// Returns `true` if a piece of this side could be captured, a pawn after its double step also en passant.
    fn is_in_danger(&self, board: &Board, at: Square, white: White) -> bool {
        let in_passing = board.passed.is_some_and(|passed| {
            board.at(at) == dressed(b'p', white)
                && step(passed, (0, forward(white))) == Some(at)
                && [-1, 1].iter().any(|&side| {
                    step(passed, (side, forward(white))).is_some_and(|from| board.at(from) == dressed(b'p', !white))
                })
        });
        in_passing || self.is_attacked(board, at, !white)
    }

    /// Returns `true` if each royal in check can be released.
    fn can_release(&self, board: &Board, moves: &[Tried]) -> bool {
        let us = board.white_moves;
        self.checked(board, us).into_iter().all(|royal| {
            let releases = |m: &Tried| goes(board, m, royal).is_none_or(|at| !self.is_in_danger(&m.after, at, us));
            moves.iter().any(releases)
        })
    }

    /// The moves that leave a royal, and leave it safe if it is the last; without assassination, all of them safe.
    fn lawful(&self, board: &Board) -> Vec<Tried> {
        let mut moves = self.tries(board);
        moves.retain(|m| self.objection(&m.after, board.white_moves).is_none());
        moves
    }
}

impl Rules for Coups {
    fn start(&self) -> &'static str {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Kk"
    }

    fn promotions(&self) -> &'static [u8] {
        if self.king_promotion { b"qrbnk" } else { b"qrbn" }
    }

    fn royals(&self, board: &Board, white: White) -> Vec<Square> {
        board.find(dressed(government(board, white), white))
    }

    fn objection(&self, board: &Board, white: White) -> Option<&'static str> {
        let royals = self.royals(board, white);
        let in_danger = royals.iter().any(|&at| self.is_in_danger(board, at, white));
        match royals.len() {
            0 => Some("no royal"),
            1 if in_danger => Some("check"),
            _ if in_danger && !self.assassination => Some("check"),
            _ => None,
        }
    }

    fn tries(&self, board: &Board) -> Vec<Tried> {
        let mut out: Vec<Tried> = self.try_pieces(board).into_iter().filter_map(|m| transformed(board, m)).collect();
        self.try_castling(board, &mut out);
        out
    }

    /// Only a royal king minds attacks on its way.
    fn try_castling(&self, board: &Board, out: &mut Vec<Tried>) {
        let white = board.white_moves;
        let rank = last_rank(!white);
        let home = (4, rank);
        let mut bare = board.clone();
        bare.set(home, b'.');
        for (wing, (rook, between, path)) in [(7, 5..=6, [5, 6]), (0, 1..=3, [3, 2])].into_iter().enumerate() {
            let right = board.rights[if white { 0 } else { 2 } + wing];
            let is_open = between.clone().all(|file| board.is_empty((file, rank)));
            let is_safe = |file| !self.is_attacked(&bare, (file, rank), !white);
            let minds = government(board, white) == b'k';
            if right && is_open && (!minds || [4, path[0], path[1]].into_iter().all(is_safe)) {
                let mut after = moved(board, home, (path[1], rank));
                after.set((rook, rank), b'.');
                after.set((path[0], rank), dressed(b'r', white));
                out.push(Tried { text: name(home) + &name((path[1], rank)), sort: "castling", after });
            }
        }
    }

    fn legal(&self, board: &Board) -> Vec<Tried> {
        let mut moves = self.lawful(board);
        if self.assassination && !self.can_release(board, &moves) {
            return Vec::new();
        }
        moves.iter_mut().for_each(|m| self.settle(&mut m.after));
        moves
    }

    /// The square passed stays in the FEN whether a pawn may capture there or not; governments may be left out.
    fn settle(&self, board: &mut Board) {
        for i in 0..4 {
            let white = i < 2;
            let (rank, rook) = (last_rank(!white), if i % 2 == 0 { 7 } else { 0 });
            let at_home = board.at((4, rank)) == dressed(b'k', white) && board.at((rook, rank)) == dressed(b'r', white);
            board.rights[i] &= at_home;
        }
    }

    /// A square passed counts only if a pawn may capture there.
    fn identity(&self, board: &Board) -> String {
        let mut board = board.clone();
        if board.passed.is_some() && !self.legal(&board).iter().any(|m| m.sort == "en passant") {
            board.passed = None;
        }
        board.identity()
    }

    fn decided(&self, board: &Board) -> Option<End> {
        let is_bare = squares().filter(|&at| !board.is_empty(at)).count() == 2 && board.extra == "Kk";
        is_bare.then_some((None, "insufficient material"))
    }

    fn may_stand(&self, board: &Board) -> bool {
        let them = !board.white_moves;
        let exposed = || self.royals(board, them).iter().any(|&at| self.is_in_danger(board, at, them));
        match self.royals(board, them).len() {
            0 => false,
            _ if self.royals(board, !them).is_empty() => false,
            1 => !exposed(),
            _ => self.assassination || !exposed(),
        }
    }

    /// The letter of the new type if a piece changes.
    fn other_texts(&self, board: &Board, legal: &[Tried]) -> Vec<(String, String)> {
        let changes = |m: &&Tried| {
            let (from, to) = (square(&m.text), square(&m.text[2..]));
            m.text.len() == 4 && m.sort != "castling" && piece_type(board.at(from)) != piece_type(m.after.at(to))
        };
        let longer = |m: &Tried| format!("{}{}", m.text, char::from(piece_type(m.after.at(square(&m.text[2..])))));
        legal.iter().filter(changes).map(|m| (longer(m), m.text.clone())).collect()
    }

    fn noteworthy(&self, board: &Board, legal: &[Tried]) -> Vec<&'static str> {
        let us = board.white_moves;
        let (royals, lawful) = (self.royals(board, us), self.lawful(board));
        let met = [
            ("several royals", royals.len() > 1),
            ("mate although pieces could move", legal.is_empty() && !lawful.is_empty()),
            ("a royal pawn in check", government(board, us) == b'p' && self.is_checked(board, us)),
            ("a deposed king castles", government(board, us) != b'k' && legal.iter().any(|m| m.sort == "castling")),
            (
                "a last royal pawn that may not promote",
                government(board, us) == b'p' && self.tries(board).iter().any(|m| self.royals(&m.after, us).is_empty()),
            ),
        ];
        met.into_iter().filter(|(_, is_so)| *is_so).map(|(what, _)| what).collect()
    }
}
