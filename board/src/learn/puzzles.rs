//! Mate puzzles. A move is correct if it still forces the mate in time, which the solver proves.

use games::epd::Epd;
use movegen::variants::{VisitTurnBased, with_turn_based};
use movegen::{Color, Position, Record, Variant};
use solver::{Budget, Solver, Stipulation, Verdict};

use crate::messages::{ErrorCode, PuzzleView, Refusal, Side, TaskReply, TaskVerdict};

/// Maximum number of nodes of a proof.
const MAX_PROOF_NODES: u64 = 1_000_000;
/// Table of the solver, in MiB.
const HASH: usize = 8;

/// Themes of puzzles that end without a checkmate.
const OTHER_WINS: [&str; 2] = ["campmate", "stalemate"];

/// A puzzle of a game's file.
struct Puzzle {
    fen: String,
    moves: u32,
    /// `true` if each line ends with a checkmate.
    is_mate: bool,
}

fn find(variant: &str, number: usize) -> Result<Puzzle, Refusal> {
    let unknown = || Refusal::new(ErrorCode::Unknown, "there is no such puzzle").in_field("number");
    let line = gamedata::puzzles(variant).and_then(|file| file.lines().nth(number)).ok_or_else(unknown)?;
    let epd = Epd::parse(line);
    let moves = epd.operation("dm").and_then(|moves| moves.parse().ok()).ok_or_else(unknown)?;
    let themes = epd.operation("c0").unwrap_or_default();
    let is_mate = !OTHER_WINS.iter().any(|win| themes.contains(win));
    Ok(Puzzle { fen: epd.fen, moves, is_mate })
}

pub(super) fn puzzle(variant: &str, number: usize) -> Result<PuzzleView, Refusal> {
    let Puzzle { fen, moves, is_mate } = find(variant, number)?;
    let side = if fen.split(' ').nth(1) == Some("b") { Color::Black } else { Color::White };
    Ok(PuzzleView {
        task: format!("{variant}/mate/{number}"),
        text: format!("{} {} in {moves}.", side.name(), if is_mate { "mates" } else { "wins" }),
        fen,
        side: Side::from(side),
        moves,
    })
}

/// Returns a move that solves the rest of a puzzle.
pub(super) fn solution(variant: &str, number: usize, moves: &[String]) -> Result<String, Refusal> {
    let Puzzle { fen, moves: mate_in, .. } = find(variant, number)?;
    let none = || Refusal::new(ErrorCode::Unknown, "there is no solution from here");
    with_turn_based(variant, Solve { fen: &fen, mate_in, moves }).flatten().ok_or_else(none)
}

struct Solve<'a> {
    fen: &'a str,
    mate_in: u32,
    moves: &'a [String],
}

impl VisitTurnBased for Solve<'_> {
    type Out = Option<String>;

    fn turn_based<V: Variant>(self, _: V) -> Self::Out {
        let mut pos: Position<V> = self.fen.parse().ok()?;
        for text in self.moves {
            let m = pos.parse_move(text).ok()?;
            pos.play(m, &mut ());
        }
        let left = self.mate_in.checked_sub(u32::try_from(self.moves.len() / 2).ok()?)?;
        let record = Record::new(pos);
        let mut solver = Solver::new(&pos, Stipulation::Mate, HASH, 1);
        let budget = Budget { nodes: Some(MAX_PROOF_NODES), ..Budget::default() };
        let solution = solver.shortest(&record, left, &budget, &mut |_| {});
        let line = (solution.verdict == Verdict::Proved).then(|| solver.line(&record, solution.moves))?;
        line.first().map(|&m| pos.write_move(m))
    }
}

pub(super) fn check(variant: &str, number: usize, moves: &[String]) -> Result<TaskReply, Refusal> {
    let Puzzle { fen, moves: mate_in, .. } = find(variant, number)?;
    let unknown = || Refusal::new(ErrorCode::Unknown, "there is no such puzzle");
    with_turn_based(variant, Check { fen: &fen, mate_in, moves }).ok_or_else(unknown)?
}

struct Check<'a> {
    fen: &'a str,
    mate_in: u32,
    moves: &'a [String],
}

impl VisitTurnBased for Check<'_> {
    type Out = Result<TaskReply, Refusal>;

    fn turn_based<V: Variant>(self, _: V) -> Self::Out {
        let wrong = |why: String| Refusal::new(ErrorCode::Invalid, why).in_field("moves");
        let mut pos: Position<V> = self.fen.parse().map_err(|error| wrong(format!("{error}")))?;
        for text in self.moves {
            let m = pos.parse_move(text).map_err(|error| wrong(error.to_string()))?;
            pos.play(m, &mut ());
        }
        let made = u32::try_from(self.moves.len() / 2 + 1).unwrap_or(u32::MAX);
        if self.moves.len().is_multiple_of(2) || made > self.mate_in {
            return Err(wrong(
                "the moves must end with a move of the solver, within the number of the puzzle".to_owned(),
            ));
        }
        let verdict = |verdict, text: &str, reply| Ok(TaskReply { verdict, text: text.to_owned(), reply });
        if let Some(outcome) = pos.outcome()
            && outcome.winner == Some(!pos.turn())
        {
            let reason = outcome.reason.as_str();
            let text = format!("{}{}. Well done.", reason[..1].to_uppercase(), &reason[1..]);
            return verdict(TaskVerdict::Solved, &text, None);
        }
        let left = self.mate_in - made;
        let budget = Budget { nodes: Some(MAX_PROOF_NODES), ..Budget::default() };
        let mut solver: Option<Solver<V>> = None;
        let mut resists = |reply: &movegen::Move| {
            let next = Record::new(pos.after(*reply));
            let solver = solver.get_or_insert_with(|| Solver::new(next.position(), Stipulation::Mate, HASH, 1));
            let solution = solver.shortest(&next, left, &budget, &mut |_| {});
            (solution.verdict == Verdict::Proved).then_some(solution.moves)
        };
        let replies = pos.legal_moves();
        let longest = replies.iter().map(|reply| (resists(reply), reply));
        let mut best: Option<(u32, movegen::Move)> = None;
        for (distance, &reply) in longest {
            let Some(distance) = distance else {
                return verdict(TaskVerdict::Wrong, "This move does not force the mate. Try again.", None);
            };
            if best.is_none_or(|(most, _)| distance > most) {
                best = Some((distance, reply));
            }
        }
        match best {
            Some((_, reply)) => verdict(TaskVerdict::GoOn, "Correct. Continue.", Some(pos.write_move(reply))),
            None => verdict(TaskVerdict::Wrong, "This move does not force the mate. Try again.", None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::variants::NAMES;

    use crate::rules;
    use crate::session::every_move;

    fn solve(variant: &str, number: usize) -> usize {
        let puzzle = puzzle(variant, number).unwrap();
        let mut moves: Vec<String> = Vec::new();
        loop {
            let found = super::super::solution(&puzzle.task, &moves).unwrap();
            moves.push(found);
            let verdict = super::super::check(&puzzle.task, &moves).unwrap();
            assert_ne!(verdict.verdict, TaskVerdict::Wrong, "{moves:?}");
            match verdict.reply {
                Some(reply) => moves.push(reply),
                None => return moves.len(),
            }
        }
    }

    #[test]
    fn puzzles_have_solutions() {
        for variant in NAMES {
            for (number, line) in gamedata::puzzles(variant).unwrap_or_default().lines().enumerate().step_by(8) {
                let moves: usize = Epd::parse(line).operation("dm").unwrap().parse().unwrap();
                if moves <= 4 {
                    assert!(solve(variant, number) < 2 * moves);
                }
            }
        }
    }

    #[test]
    fn move_without_forced_mate_is_wrong() {
        let puzzle = puzzle("subversion", 2).unwrap();
        let game = rules::open("subversion", Some(&puzzle.fen)).unwrap();
        let verdict = |m: String| super::super::check(&puzzle.task, &[m]).unwrap().verdict;
        let verdicts: Vec<TaskVerdict> = every_move(&*game, puzzle.side.into()).into_iter().map(verdict).collect();
        assert_eq!(verdicts.iter().filter(|&&verdict| verdict != TaskVerdict::Wrong).count(), 1);
    }
}
