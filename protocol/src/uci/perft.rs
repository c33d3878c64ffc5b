//! Perft on all processors, which can be stopped.

use std::fmt::Write as _;

use apocalypse::rules::Choice;
use engine::Control;
use movegen::{Color, Game, Move, Position, Variant, perft};
use rayon::prelude::*;

/// Plies that are counted in one piece, without looking whether to stop: some hundredths of a second.
const PIECE: u32 = 4;

/// The leaves below each legal move in the order of their names; `None` if it was stopped.
fn divide<V: Variant>(pos: &Position<V>, depth: u32, control: &Control) -> Option<Vec<(String, u64)>> {
    let below = |&m: &Move| (pos.write_move(m), leaves(&pos.after(m), depth.saturating_sub(1), control));
    let mut counts: Vec<_> = pos.legal_moves().par_iter().map(below).collect();
    counts.sort_unstable();
    (!control.is_stopped()).then_some(counts)
}

fn leaves<V: Variant>(pos: &Position<V>, depth: u32, control: &Control) -> u64 {
    if control.is_stopped() {
        return 0;
    }
    match depth {
        0..=PIECE => perft::perft(pos, depth),
        _ => pos.legal_moves().par_iter().map(|&m| leaves(&pos.after(m), depth - 1, control)).sum(),
    }
}

/// The leaves below one choice of a game in which both sides choose at once; less when it is stopped.
fn apocalypse_leaves(
    pos: &apocalypse::Position,
    pending: Option<Choice>,
    choice: Choice,
    depth: u32,
    control: &Control,
) -> u64 {
    if control.is_stopped() || depth == 0 {
        return 0;
    }
    let (next, pending) = match pending {
        None => (*pos, Some(choice)),
        Some(white) => (pos.resolve([white, choice]), None),
    };
    match depth - 1 {
        rest @ 0..=PIECE => apocalypse::rules::perft(&next, pending, rest),
        rest => {
            let asked = if pending.is_none() { Color::White } else { Color::Black };
            next.moves(asked).par_iter().map(|&choice| apocalypse_leaves(&next, pending, choice, rest, control)).sum()
        }
    }
}

/// The report of `go perft` for a game in which both sides choose at once: the choices of the side asked first.
pub(crate) fn apocalypse_report(
    pos: &apocalypse::Position,
    pending: Option<Choice>,
    depth: u32,
    control: &Control,
) -> String {
    let asked = if pending.is_none() { Color::White } else { Color::Black };
    let below = |&choice: &Choice| (choice.to_string(), apocalypse_leaves(pos, pending, choice, depth, control));
    let mut counts: Vec<_> = pos.moves(asked).par_iter().map(below).collect();
    counts.sort_unstable();
    text(depth, (!control.is_stopped()).then_some(counts))
}

/// The report of `go perft`.
pub(crate) fn report<V: Variant>(pos: &Position<V>, depth: u32, control: &Control) -> String {
    text(depth, if depth == 0 { None } else { divide(pos, depth, control) })
}

/// `move: leaves` for each move, and the sum between empty lines; no counts if it was stopped.
fn text(depth: u32, counts: Option<Vec<(String, u64)>>) -> String {
    if depth == 0 {
        return "\nNodes searched: 1\n\n".to_owned();
    }
    let Some(counts) = counts else {
        return "info string perft was stopped".to_owned();
    };
    let mut text = String::new();
    for (name, leaves) in &counts {
        let _ = writeln!(text, "{name}: {leaves}");
    }
    let sum: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    let _ = writeln!(text, "\nNodes searched: {sum}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    #[test]
    fn pieces_add_up_to_the_published_count() {
        let control = Control::default();
        let counts = divide(&Position::<Chess>::start(), 6, &control).unwrap();
        // https://www.chessprogramming.org/Perft_Results
        assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 119_060_324);
        assert_eq!(counts.len(), 20);
        assert!(counts.is_sorted());
    }

    #[test]
    fn the_report_has_a_line_for_each_move_and_the_sum() {
        let text = report(&Position::<Empire>::start(), 2, &Control::default());
        assert_eq!(text.lines().count(), 30 + 3);
        assert!(text.contains("\na3a4: 20\n"), "{text}");
        assert!(text.ends_with("\n\nNodes searched: 600\n\n"), "{text}");
        assert_eq!(report(&Position::<Chess>::start(), 0, &Control::default()), "\nNodes searched: 1\n\n");
    }

    #[test]
    fn a_stopped_perft_tells_no_count() {
        let control = Control::default();
        control.stop();
        assert_eq!(report(&Position::<Chess>::start(), 30, &control), "info string perft was stopped");
    }
}
