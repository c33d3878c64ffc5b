//! The rules of orthodox chess in their plainest form, as defaults that another game overrides. Every move is tried
//! out on a copy of the board; every question is answered by walking from square to square.

use crate::board::{Board, Square, White, dressed, name, piece_type, squares, step};

/// The steps of a piece, taken once or until a piece is in the way. Steps are (right, forward).
#[derive(Clone, Copy)]
pub struct Walk {
    /// The steps.
    pub steps: &'static [(i8, i8)],
    /// `true` if a step is repeated until a piece is in the way.
    pub far: bool,
}

/// Along ranks and files.
pub const ORTHOGONAL: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
/// Along diagonals.
pub const DIAGONAL: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// To all neighbours.
pub const ALL_ROUND: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The knight's leaps.
pub const LEAPS: &[(i8, i8)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The steps of a piece without and with a capture.
pub type Gait = (Walk, Walk);

/// A piece that captures as it moves.
pub const fn same(steps: &'static [(i8, i8)], far: bool) -> Gait {
    (Walk { steps, far }, Walk { steps, far })
}

/// A move that has been tried out: its text, what sort of move it is, and the board after it.
#[derive(Clone)]
pub struct Tried {
    /// The move in coordinate notation.
    pub text: String,
    /// The sort of move.
    pub sort: &'static str,
    /// The board after it.
    pub after: Board,
}

/// The end of a game: the winner, if there is one, and the reason as `Outcome` prints it.
pub type End = (Option<White>, &'static str);

/// A game. What is written here is chess.
pub trait Rules {
    /// The small letters of the pieces.
    fn letters(&self) -> &'static str {
        "pnbrqk"
    }

    /// The first position.
    fn start(&self) -> &'static str {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    }

    /// The steps of a non-pawn piece.
    fn gait(&self, piece_type: u8) -> Gait {
        match piece_type {
            b'n' => same(LEAPS, false),
            b'b' => same(DIAGONAL, true),
            b'r' => same(ORTHOGONAL, true),
            b'q' => same(ALL_ROUND, true),
            b'k' => same(ALL_ROUND, false),
            _ => panic!("no gait for {}", char::from(piece_type)),
        }
    }

    /// The promotions of a pawn of this side, in small letters.
    fn promotions(&self) -> &'static [u8] {
        b"qrbn"
    }

    /// The rank from which a pawn of this side may step twice.
    fn double_step_rank(&self, white: White) -> Option<i8> {
        Some(if white { 1 } else { 6 })
    }

    /// Returns `true` if this side castles in this game.
    fn castles(&self, _white: White) -> bool {
        true
    }

    /// The reason why this side may not leave the board like this after its move; none if it may.
    fn objection(&self, board: &Board, white: White) -> Option<&'static str> {
        self.is_checked(board, white).then_some("check")
    }

    /// An end that does not depend on the moves.
    fn decided(&self, board: &Board) -> Option<End> {
        is_dead(board).then_some((None, "insufficient material"))
    }

    /// The end when this side has no legal move and is not in check.
    fn stalemate(&self, _white: White) -> End {
        (None, "stalemate")
    }

    /// The end when this side's move completes a threefold repetition.
    fn repetition(&self, _white: White) -> End {
        (None, "threefold repetition")
    }

    /// Returns `true` if the board may be set up, the side to move being what it is.
    fn may_stand(&self, board: &Board) -> bool {
        board.find(b'K').len() == 1 && board.find(b'k').len() == 1 && !self.is_checked(board, !board.white_moves)
    }

    /// Returns `true` if the en-passant square is behind a pawn that may just have passed it.
    fn may_have_passed(&self, board: &Board) -> bool {
        let them = !board.white_moves;
        board.passed.is_none_or(|at| {
            let behind = |steps: i8| (at.0, at.1 + steps * forward(them));
            self.double_step_rank(them) == Some(at.1 - forward(them))
                && board.at(behind(1)) == dressed(b'p', them)
                && board.is_empty(at)
                && board.is_empty(behind(-1))
        })
    }

    /// Returns `true` if every castling right that can be used belongs to a king and a rook of this game, not of chess960.
    fn may_castle_so(&self, board: &Board) -> bool {
        (0..4).filter(|&i| board.rights[i] && self.castles(i < 2)).all(|i| {
            let (white, rank) = (i < 2, last_rank(i >= 2));
            let files = |piece| (0..8).filter(move |&file| board.at((file, rank)) == dressed(piece, white));
            let Some(king) = files(b'k').find(|&file| file == 4).or_else(|| files(b'k').next()) else { return true };
            let rook = if i % 2 == 0 { files(b'r').next_back() } else { files(b'r').next() };
            let is_beside = |&rook: &i8| if i % 2 == 0 { rook > king } else { rook < king };
            rook.filter(is_beside).is_none_or(|rook| king == 4 && rook == if i % 2 == 0 { 7 } else { 0 })
        })
    }

    /// Returns `true` if a piece of this side captures on a square.
    fn is_attacked(&self, board: &Board, at: Square, by: White) -> bool {
        squares().any(|from| board.is_of(from, by) && self.captures(board, from, at))
    }

    /// The squares of the royals of this side.
    fn royals(&self, board: &Board, white: White) -> Vec<Square> {
        board.find(dressed(b'k', white))
    }

    /// The royals of this side that are attacked.
    fn checked(&self, board: &Board, white: White) -> Vec<Square> {
        let royals = self.royals(board, white).into_iter();
        royals.filter(|&royal| self.is_attacked(board, royal, !white)).collect()
    }

    /// Returns `true` if a royal of this side is attacked.
    fn is_checked(&self, board: &Board, white: White) -> bool {
        !self.checked(board, white).is_empty()
    }

    /// Returns `true` if the piece on one square captures on another.
    fn captures(&self, board: &Board, from: Square, to: Square) -> bool {
        let piece = board.at(from);
        let forward = forward(piece.is_ascii_uppercase());
        if piece_type(piece) == b'p' {
            return [-1, 1].iter().any(|&side| step(from, (side, forward)) == Some(to));
        }
        let walk = self.gait(piece_type(piece)).1;
        walk.steps.iter().any(|&(right, up)| {
            let mut at = step(from, (right, up * forward));
            while let Some(reached) = at {
                if reached == to {
                    return true;
                }
                if !walk.far || !board.is_empty(reached) {
                    return false;
                }
                at = step(reached, (right, up * forward));
            }
            false
        })
    }

    /// All moves, tried out, without asking whether they leave the king attacked.
    fn tries(&self, board: &Board) -> Vec<Tried> {
        let mut out = self.try_pieces(board);
        self.try_castling(board, &mut out);
        out
    }

    /// The moves of all pieces but castling.
    fn try_pieces(&self, board: &Board) -> Vec<Tried> {
        let mut out = Vec::new();
        for from in squares().filter(|&at| board.is_of(at, board.white_moves)) {
            if piece_type(board.at(from)) == b'p' {
                self.try_pawn(board, from, &mut out);
            } else {
                self.try_piece(board, from, &mut out);
            }
        }
        out
    }

    /// The moves of a non-pawn piece.
    fn try_piece(&self, board: &Board, from: Square, out: &mut Vec<Tried>) {
        let (quiet, capture) = self.gait(piece_type(board.at(from)));
        let forward = forward(board.white_moves);
        for (walk, capturing) in [(quiet, false), (capture, true)] {
            for &(right, up) in walk.steps {
                let mut at = step(from, (right, up * forward));
                while let Some(to) = at {
                    let wanted = if capturing { board.is_of(to, !board.white_moves) } else { board.is_empty(to) };
                    if wanted {
                        let sort = if capturing { "capture" } else { "step" };
                        out.push(Tried { text: name(from) + &name(to), sort, after: moved(board, from, to) });
                    }
                    if !walk.far || !board.is_empty(to) {
                        break;
                    }
                    at = step(to, (right, up * forward));
                }
            }
        }
    }

    /// The moves of a pawn.
    fn try_pawn(&self, board: &Board, from: Square, out: &mut Vec<Tried>) {
        let forward = forward(board.white_moves);
        let ahead = step(from, (0, forward)).filter(|&at| board.is_empty(at));
        if let Some(to) = ahead {
            self.arrive(board, from, to, "pawn step", out);
        }
        if let Some(passed) = ahead
            && self.double_step_rank(board.white_moves) == Some(from.1)
            && let Some(to) = step(passed, (0, forward)).filter(|&at| board.is_empty(at))
        {
            let mut after = moved(board, from, to);
            after.passed = Some(passed);
            out.push(Tried { text: name(from) + &name(to), sort: "double step", after });
        }
        for to in [-1, 1].into_iter().filter_map(|side| step(from, (side, forward))) {
            if board.is_of(to, !board.white_moves) {
                self.arrive(board, from, to, "pawn capture", out);
            } else if board.passed == Some(to) {
                let mut after = moved(board, from, to);
                after.set((to.0, from.1), b'.');
                out.push(Tried { text: name(from) + &name(to), sort: "en passant", after });
            }
        }
    }

    /// A pawn's move that may promote it.
    fn arrive(&self, board: &Board, from: Square, to: Square, sort: &'static str, out: &mut Vec<Tried>) {
        let text = name(from) + &name(to);
        if to.1 != last_rank(board.white_moves) {
            out.push(Tried { text, sort, after: moved(board, from, to) });
            return;
        }
        for &into in self.promotions() {
            let mut after = moved(board, from, to);
            after.set(to, dressed(into, board.white_moves));
            out.push(Tried { text: format!("{text}{}", char::from(into)), sort: "promotion", after });
        }
    }

    /// Castling to both wings: the rights are there, the squares between are empty, and the king neither leaves, passes nor
    /// reaches a forbidden square.
    fn try_castling(&self, board: &Board, out: &mut Vec<Tried>) {
        let white = board.white_moves;
        let rank = last_rank(!white);
        let home = (4, rank);
        for (wing, (rook, between, path)) in [(7, 5..=6, [5, 6]), (0, 1..=3, [3, 2])].into_iter().enumerate() {
            let right = board.rights[if white { 0 } else { 2 } + wing];
            if !right || !between.clone().all(|file| board.is_empty((file, rank))) {
                continue;
            }
            let may_stand = |file| {
                let mut alone = board.clone();
                alone.set(home, b'.');
                alone.set((file, rank), dressed(b'k', white));
                self.objection(&alone, white).is_none()
            };
            if [4, path[0], path[1]].into_iter().all(may_stand) {
                let mut after = moved(board, home, (path[1], rank));
                after.set((rook, rank), b'.');
                after.set((path[0], rank), dressed(b'r', white));
                out.push(Tried { text: name(home) + &name((path[1], rank)), sort: "castling", after });
            }
        }
    }

    /// Returns `true` if the game is over although pieces could still move.
    fn is_over(&self, _board: &Board) -> bool {
        false
    }

    /// The legal moves.
    fn legal(&self, board: &Board) -> Vec<Tried> {
        if self.is_over(board) {
            return Vec::new();
        }
        let mut moves = self.tries(board);
        moves.retain(|m| self.objection(&m.after, board.white_moves).is_none());
        for m in &mut moves {
            self.settle(&mut m.after);
        }
        moves
    }

    /// Forgets rights that mean nothing: castling without king and rook at home, en passant without a legal capture.
    fn settle(&self, board: &mut Board) {
        for i in 0..4 {
            let white = i < 2;
            let (rank, rook) = (last_rank(!white), if i % 2 == 0 { 7 } else { 0 });
            let at = |file| board.at((file, rank));
            let at_home = at(4) == dressed(b'k', white) && at(rook) == dressed(b'r', white);
            board.rights[i] &= self.castles(white) && at_home;
        }
        if board.passed.is_some() {
            let lawful = |m: &Tried| m.sort == "en passant" && self.objection(&m.after, board.white_moves).is_none();
            if !self.tries(board).iter().any(lawful) {
                board.passed = None;
            }
        }
    }

    /// The identity of a position.
    fn identity(&self, board: &Board) -> String {
        board.identity()
    }

    /// Other texts by which legal moves may be meant, each with the text that is written for the move.
    fn other_texts(&self, _board: &Board, _legal: &[Tried]) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Events to be met in a test, in addition to the classes of the moves.
    fn noteworthy(&self, _board: &Board, _legal: &[Tried]) -> Vec<&'static str> {
        Vec::new()
    }

    /// The outcome by the position alone.
    fn end(&self, board: &Board) -> Option<End> {
        let us = board.white_moves;
        self.decided(board).or_else(|| match (self.legal(board).is_empty(), self.is_checked(board, us)) {
            (false, _) => None,
            (true, true) => Some((Some(!us), "checkmate")),
            (true, false) => Some(self.stalemate(us)),
        })
    }
}

/// Orthodox chess.
pub struct Chess;
impl Rules for Chess {}

/// One rank forward.
pub fn forward(white: White) -> i8 {
    if white { 1 } else { -1 }
}

/// The rank on which this side's pawns promote.
pub fn last_rank(white: White) -> i8 {
    if white { 7 } else { 0 }
}

/// The board after a piece has gone from one square to another and captured what stood there.
pub fn moved(board: &Board, from: Square, to: Square) -> Board {
    let mut after = board.clone();
    let resets = piece_type(board.at(from)) == b'p' || !board.is_empty(to);
    after.clock = if resets { 0 } else { board.clock + 1 };
    after.set(to, board.at(from));
    after.set(from, b'.');
    after.passed = None;
    after.number += u32::from(!board.white_moves);
    after.white_moves = !board.white_moves;
    after
}

/// Neither side can mate: bare kings, one knight or bishop more, or bishops of one square colour.
fn is_dead(board: &Board) -> bool {
    let others: Vec<Square> = squares().filter(|&at| !matches!(piece_type(board.at(at)), b'.' | b'k')).collect();
    let shade = |at: &Square| (at.0 + at.1) % 2;
    match &others[..] {
        [] => true,
        [one] => matches!(piece_type(board.at(*one)), b'n' | b'b'),
        [first, ..] => others.iter().all(|at| piece_type(board.at(*at)) == b'b' && shade(at) == shade(first)),
    }
}
