//! Checks of principal variations (PVs) reported by engines.

use movegen::{Record, Turn};

use crate::players::uci_lines::info;
use crate::players::{Thought, Value};
use games::PlayedGame;

/// Checks every reported PV: its moves must be legal and not continue after the end of the game, and the last PV must begin with
/// the chosen move. With `checks_mates` the PV of a mate score must end with the mate. Returns errors with their lines.
pub(super) fn pv_errors<'l, G: PlayedGame>(
    record: &Record<G>,
    lines: &'l [String],
    chosen: &str,
    checks_mates: bool,
) -> Vec<(String, &'l String)> {
    let mut errors = Vec::new();
    if record.position().turn() == Turn::Both {
        return errors;
    }
    let mut last = None;
    for line in lines {
        let Some((thought, rank)) = info(line) else { continue };
        if let Some(error) = pv_error(record.clone(), &thought, checks_mates) {
            errors.push((error, line));
        }
        if rank == 1 {
            last = Some((thought, line));
        }
    }
    if let Some((thought, line)) = last
        && !thought.is_bound
        && thought.line.first().is_some_and(|first| first != chosen)
    {
        errors.push((format!("Bestmove does not match beginning of last PV - move {chosen}"), line));
    }
    errors
}

/// Returns the error in a PV from this position.
fn pv_error<G: PlayedGame>(mut record: Record<G>, thought: &Thought, checks_mates: bool) -> Option<String> {
    for text in &thought.line {
        if let Some(outcome) = record.outcome() {
            return Some(format!("PV continues after {} - move {text}", outcome.reason.as_str()));
        }
        let Turn::One(side) = record.position().turn() else { return None };
        let Ok(m) = record.position().parse_move(side, text) else {
            return Some(format!("Illegal PV move - move {text}"));
        };
        record.play_for(side, m);
    }
    let Some(Value::Mate(moves)) = thought.value.filter(|_| checks_mates && !thought.is_bound) else {
        return None;
    };
    let plies = if moves > 0 { 2 * i64::from(moves) - 1 } else { -2 * i64::from(moves) };
    match thought.line.len() as i64 {
        length if length < plies => Some("Incomplete mating PV -".to_owned()),
        length if length > plies => Some("Too long mating PV -".to_owned()),
        _ if record.outcome().is_none_or(|outcome| outcome.winner.is_none()) => {
            Some("Mating PV does not end with checkmate -".to_owned())
        }
        _ => None,
    }
}
