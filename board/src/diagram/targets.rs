//! Moves of a piece as marks on squares.

use games::explain::At;

use crate::messages::{Act, Choices, Mode, Step};

/// A mark on a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// A dot: the piece can move there.
    Step,
    /// A ring: the piece can capture there.
    Capture,
    /// A die: a gamble on the opponent's choice (Apocalypse).
    Gamble,
    /// A coin: a piece that can be bribed with the piece (Subversion).
    Price,
}

/// Marks by the names of their squares.
type Named = Vec<(String, Mark)>;

/// Sorts marks and removes duplicates.
pub(super) fn sorted(marks: Named) -> Vec<(At, Mark)> {
    let mut marks: Vec<_> = marks.into_iter().filter_map(|(at, mark)| Some((At::parse(&at)?, mark))).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// Returns the choices of the piece on a square, and the bribes that it can be part of.
pub(super) fn moves(choices: &Choices, from: &str) -> Vec<(At, Mark)> {
    let own = choices.origins.iter().filter(|origin| origin.act == Act::Move && origin.square == from);
    let mut marks: Named = own.flat_map(|origin| origin.targets.iter().flat_map(step)).collect();
    let pays = |payers: &[String]| payers.iter().any(|payer| payer == from);
    let bribed = choices.origins.iter().filter(|o| o.payments.as_ref().is_some_and(|payments| pays(&payments.payers)));
    marks.extend(bribed.map(|origin| (origin.square.clone(), Mark::Price)));
    sorted(marks)
}

fn step(target: &Step) -> Named {
    // A relocated pawn captures on its way and arrives elsewhere; a promoted pawn arrives where it captures.
    let answers = target.next.iter().filter(|answer| answer.square != target.square).collect::<Vec<_>>();
    let mark = |step: &Step| match (step.gamble, step.mode) {
        (true, _) => Mark::Gamble,
        (false, Mode::Capture) => Mark::Capture,
        (false, _) => Mark::Step,
    };
    if answers.is_empty() {
        return vec![(target.square.clone(), mark(target))];
    }
    let arrives = |answer: &&Step| (answer.square.clone(), if answer.gamble { Mark::Gamble } else { Mark::Step });
    let captures = target.next.iter().any(|answer| mark(answer) == Mark::Capture);
    answers.iter().map(arrives).chain(captures.then(|| (target.square.clone(), Mark::Capture))).collect()
}
