//! Empire, rule by rule, in the order of gamedata/games/empire/specification.md. The positions are made for the rule they show; counts that
//! come from other sources are in `perft/` and `vectors/`.

mod ends;
mod face_off;
mod pieces;

use crate::common::{end, game, goes, position};
use upheaval_movegen::Empire;

pub(crate) fn in_check(fen: &str) -> bool {
    position::<Empire>(fen).constraints().in_check()
}

pub(crate) fn pieces_go(fen: &str, from: &str) -> String {
    goes::<Empire>(fen, from)
}

pub(crate) fn ends(fen: &str, moves: &str) -> String {
    end::<Empire>(fen, moves)
}

pub(crate) fn after(fen: &str, moves: &str) -> String {
    game::<Empire>(fen, moves).position().to_string()
}
