//! Checks of principal variations (PVs) reported by engines.

use games::AnySession;
use movegen::Turn;

use crate::players::uci_lines::info;
use crate::players::{Thought, Value};

/// Checks every reported PV: its moves must be legal and not continue after the end of the game, and the last PV must begin with
/// the chosen move. With `checks_mates` the PV of a mate score must end with the mate. Returns errors with their lines.
pub(crate) fn pv_errors<'l>(
    session: &dyn AnySession,
    lines: &'l [String],
    chosen: &str,
    checks_mates: bool,
) -> Vec<(String, &'l String)> {
    let mut errors = Vec::new();
    if session.turn() == Turn::Both {
        return errors;
    }
    let mut last = None;
    for line in lines {
        let Some((thought, rank)) = info(line) else { continue };
        if let Some(error) = pv_error(session.duplicate(), &thought, checks_mates) {
            errors.push((error, line));
        }
        if rank == 1 && !thought.line.is_empty() {
            last = Some((thought, line));
        }
    }
    if let Some((_, line)) = last.filter(|(thought, _)| !thought.is_bound && thought.line[0] != chosen) {
        errors.push((format!("Bestmove does not match beginning of last PV - move {chosen}"), line));
    }
    errors
}

/// Returns the error in a PV from this position.
fn pv_error(mut session: Box<dyn AnySession>, thought: &Thought, checks_mates: bool) -> Option<String> {
    for text in &thought.line {
        if let Some(outcome) = session.outcome() {
            return Some(format!("PV continues after {} - move {text}", outcome.reason.as_str()));
        }
        if session.play(session.side_to_choose(), text).is_err() {
            return Some(format!("Illegal PV move - move {text}"));
        }
    }
    let Some(Value::Mate(moves)) = thought.value.filter(|_| checks_mates && !thought.is_bound) else {
        return None;
    };
    let plies = if moves > 0 { 2 * i64::from(moves) - 1 } else { -2 * i64::from(moves) };
    match thought.line.len() as i64 {
        length if length < plies => Some("Incomplete mating PV -".to_owned()),
        length if length > plies => Some("Too long mating PV -".to_owned()),
        _ if session.outcome().is_none_or(|outcome| outcome.winner.is_none()) => {
            Some("Mating PV does not end with checkmate -".to_owned())
        }
        _ => None,
    }
}
