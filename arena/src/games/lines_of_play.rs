//! Lines of play that engines tell, held against the rules.

use movegen::{Record, Turn};

use crate::players::uci_lines::info;
use crate::players::{Thought, Value};
use crate::rules::Refereed;

/// Plays every line that was told through: its moves must be legal and must not go on after the end of the game, and the
/// last one must begin with the move that was chosen. Gives what is wrong, with the line. With `checks_mates` a line that
/// tells a mate must end in it.
pub(super) fn complaints<'l, G: Refereed>(
    record: &Record<G>,
    told: &'l [String],
    chosen: &str,
    checks_mates: bool,
) -> Vec<(String, &'l String)> {
    let mut complaints = Vec::new();
    if record.position().turn() == Turn::Both {
        return complaints;
    }
    let mut last = None;
    for line in told {
        let Some((thought, rank)) = info(line) else { continue };
        if let Some(complaint) = complaint(record.clone(), &thought, checks_mates) {
            complaints.push((complaint, line));
        }
        if rank == 1 {
            last = Some((thought, line));
        }
    }
    if let Some((thought, line)) = last
        && !thought.is_bound
        && thought.line.first().is_some_and(|first| first != chosen)
    {
        complaints.push((format!("Bestmove does not match beginning of last PV - move {chosen}"), line));
    }
    complaints
}

/// What is wrong with a line of play from here.
fn complaint<G: Refereed>(mut record: Record<G>, thought: &Thought, checks_mates: bool) -> Option<String> {
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
        told if told < plies => Some("Incomplete mating PV -".to_owned()),
        told if told > plies => Some("Too long mating PV -".to_owned()),
        _ if record.outcome().is_none_or(|outcome| outcome.winner.is_none()) => {
            Some("Mating PV does not end with checkmate -".to_owned())
        }
        _ => None,
    }
}
