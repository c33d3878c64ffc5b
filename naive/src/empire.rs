//! Empire Chess on the naive board, from the text of gamedata/games/empire/specification.md.

use crate::board::{Board, White, step};
use crate::rules::{ALL_ROUND, DIAGONAL, End, Gait, LEAPS, ORTHOGONAL, Rules, Walk, last_rank, same};

/// Empire Chess.
pub struct Empire;

const GLIDE: Walk = Walk { steps: ALL_ROUND, far: true };

impl Rules for Empire {
    fn letters(&self) -> &'static str {
        "pnbrqktecds"
    }

    fn start(&self) -> &'static str {
        "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1"
    }

    fn gait(&self, piece_type: u8) -> Gait {
        match piece_type {
            b't' => (GLIDE, Walk { steps: ORTHOGONAL, far: true }),
            b'e' => (GLIDE, Walk { steps: LEAPS, far: false }),
            b'c' => (GLIDE, Walk { steps: DIAGONAL, far: true }),
            b'd' => (GLIDE, Walk { steps: ALL_ROUND, far: false }),
            b's' => same(&[(0, 1), (-1, 0), (1, 0)], false),
            b'n' => same(LEAPS, false),
            b'b' => same(DIAGONAL, true),
            b'r' => same(ORTHOGONAL, true),
            b'q' => same(ALL_ROUND, true),
            _ => same(ALL_ROUND, false),
        }
    }

    fn promotions(&self) -> &'static [u8] {
        b"q"
    }

    fn double_step_rank(&self, white: White) -> Option<i8> {
        (!white).then_some(6)
    }

    fn castles(&self, white: White) -> bool {
        !white
    }

    fn objection(&self, board: &Board, white: White) -> Option<&'static str> {
        if self.is_checked(board, white) { Some("check") } else { is_face_off(board).then_some("face-off") }
    }

    /// The side to move has lost if the other king is on its last rank.
    fn decided(&self, board: &Board) -> Option<End> {
        has_reached_camp(board, !board.white_moves).then_some((Some(!board.white_moves), "campmate"))
    }

    fn stalemate(&self, white: White) -> End {
        (Some(!white), "stalemate")
    }

    fn repetition(&self, white: White) -> End {
        (Some(!white), "threefold repetition")
    }

    /// Face to face may be set up only where the side to move is in check and so must act anyway.
    fn may_stand(&self, board: &Board) -> bool {
        board.find(b'K').len() == 1
            && board.find(b'k').len() == 1
            && !self.is_checked(board, !board.white_moves)
            && (!is_face_off(board) || self.is_checked(board, board.white_moves))
    }

    fn is_over(&self, board: &Board) -> bool {
        self.decided(board).is_some()
    }
}

fn has_reached_camp(board: &Board, white: White) -> bool {
    let king = if white { b'K' } else { b'k' };
    board.find(king).iter().any(|king| king.1 == last_rank(white))
}

/// Walks from the kaiser along rank and file: is the first piece the other king?
fn is_face_off(board: &Board) -> bool {
    let kaiser = board.find(b'K')[0];
    ORTHOGONAL.iter().any(|&direction| {
        let mut at = step(kaiser, direction);
        while let Some(reached) = at {
            if !board.is_empty(reached) {
                return board.at(reached) == b'k';
            }
            at = step(reached, direction);
        }
        false
    })
}
