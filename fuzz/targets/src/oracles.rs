//! The second implementations of the rules, which the tests of movegen and apocalypse use too: comparisons with the crate `naive`.

pub(crate) use crate::common;

#[path = "../../../movegen/tests/naive/compare.rs"]
pub(crate) mod compare;

#[allow(dead_code)]
#[path = "../../../apocalypse/tests/naive/board.rs"]
pub(crate) mod apocalypse_board;
