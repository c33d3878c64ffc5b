//! The second implementations of the rules, which the tests of movegen and apocalypse use too.

pub(crate) use crate::common;

#[allow(dead_code)]
#[path = "../../../movegen/tests/naive/board.rs"]
pub(crate) mod board;
#[path = "../../../movegen/tests/naive/compare.rs"]
pub(crate) mod compare;
#[allow(dead_code)]
#[path = "../../../movegen/tests/naive/coups.rs"]
pub(crate) mod coups;
#[path = "../../../movegen/tests/naive/empire.rs"]
pub(crate) mod empire;
#[allow(dead_code)]
#[path = "../../../movegen/tests/naive/rules.rs"]
pub(crate) mod rules;
#[path = "../../../movegen/tests/naive/subversion.rs"]
pub(crate) mod subversion;

#[allow(dead_code)]
#[path = "../../../apocalypse/tests/naive/board.rs"]
pub(crate) mod apocalypse_board;

use movegen::{Anarchism, AnarchismStrict, Chess, Empire, Insurrection, InsurrectionStrict, Subversion, Variant};
use rules::Rules;

/// Returns the naive rules of the game of that name, if it has any.
pub(crate) fn rules_of(name: &str) -> Option<Box<dyn Rules>> {
    Some(match name {
        Chess::NAME => Box::new(rules::Chess),
        Empire::NAME => Box::new(empire::Empire),
        Insurrection::NAME => Box::new(coups::Coups { king_promotion: true, assassination: true }),
        InsurrectionStrict::NAME => Box::new(coups::Coups { king_promotion: true, assassination: false }),
        Anarchism::NAME => Box::new(coups::Coups { king_promotion: false, assassination: true }),
        AnarchismStrict::NAME => Box::new(coups::Coups { king_promotion: false, assassination: false }),
        Subversion::NAME => Box::new(subversion::Subversion),
        _ => return None,
    })
}
