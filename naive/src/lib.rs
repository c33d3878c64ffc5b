#![doc = include_str!("../README.md")]

pub mod apocalypse;
pub mod board;
pub mod certificate;
pub mod coups;
pub mod empire;
pub mod program;
pub mod rules;
pub mod subversion;

use rules::Rules;

/// The rules of the named game; `None` if it is not among those implemented here.
pub fn rules(game: &str) -> Option<Box<dyn Rules>> {
    let coups = |king_promotion, assassination| Box::new(coups::Coups { king_promotion, assassination });
    Some(match game {
        "chess" => Box::new(rules::Chess),
        "empire" => Box::new(empire::Empire),
        "insurrection" => coups(true, true),
        "insurrection-strict" => coups(true, false),
        "anarchism" => coups(false, true),
        "anarchism-strict" => coups(false, false),
        "subversion" => Box::new(subversion::Subversion),
        _ => return None,
    })
}
