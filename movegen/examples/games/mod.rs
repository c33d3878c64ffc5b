//! Two games outside the crate: King of the Hill needs two hooks, three-check also a
//! state of its own. Examples and tests share them.

#![allow(dead_code, reason = "not every user plays both games")]

mod king_of_the_hill;
mod three_check;

pub(crate) use king_of_the_hill::KingOfTheHill;
pub(crate) use three_check::ThreeCheck;
