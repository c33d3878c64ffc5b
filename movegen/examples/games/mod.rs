//! Two games that the crate does not know, as anybody would add them: King of the Hill needs two hooks, three-check a
//! state of its own besides. Examples and tests share them.

#![allow(dead_code, reason = "not everybody who includes this plays both games")]

mod king_of_the_hill;
mod three_check;

pub(crate) use king_of_the_hill::KingOfTheHill;
pub(crate) use three_check::ThreeCheck;
