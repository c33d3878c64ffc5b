//! Mate puzzles. A move is correct if it still forces the mate in time, which the solver proves. In Apocalypse White chooses, and Black
//! replies as if it knew the choice.

use std::collections::HashMap;

use apocalypse::Position as Apocalypse;
use apocalypse::rules::Choice;
use games::epd::Epd;
use movegen::variants::{Visit, VisitTurnBased, with};
use movegen::{Color, Game as _, Outcome, Position, Record, Variant};
use solver::simultaneous::Prover;
use solver::{Budget, Solver, Stipulation, Verdict};

use crate::messages::{ErrorCode, LearnRequest, PuzzleView, Refusal, Side, TaskReply, TaskVerdict};

/// Maximum number of nodes of a proof.
const MAX_PROOF_NODES: u64 = 1_000_000;
/// The same of a proof of Apocalypse, in outcomes of a turn.
const MAX_PROOF_POSITIONS: u64 = 3_000_000;
/// Table of the solver, in MiB.
const HASH: usize = 8;

/// Themes of puzzles that end without a checkmate.
const OTHER_WINS: [&str; 2] = ["campmate", "stalemate"];

/// The puzzles of the games: those of `gamedata`, which a browser does not have, and those that were loaded.
#[derive(Debug, Default)]
pub(crate) struct Puzzles(HashMap<String, String>);

impl Puzzles {
    /// Adds the file of a game.
    pub(crate) fn add(&mut self, game: &str, file: String) {
        self.0.insert(game.to_owned(), file);
    }

    /// The game whose file a request needs and which must be added first.
    pub(crate) fn missing<'a>(&self, request: &'a LearnRequest) -> Option<&'a str> {
        let game = match request {
            LearnRequest::Puzzle { variant, .. } => variant,
            LearnRequest::Check { task, .. } | LearnRequest::Solution { task, .. } => task.split_once("/mate/")?.0,
            LearnRequest::Lessons { .. } | LearnRequest::RulesPage { .. } => return None,
        };
        (self.of(game).is_none() && gamedata::puzzle_count(game) > 0).then_some(game)
    }

    fn of(&self, game: &str) -> Option<&str> {
        self.0.get(game).map(String::as_str).or_else(|| gamedata::puzzles(game))
    }

    fn find(&self, variant: &str, number: usize) -> Result<Puzzle, Refusal> {
        let line = self.of(variant).and_then(|file| file.lines().nth(number)).ok_or_else(unknown)?;
        let epd = Epd::parse(line);
        let moves = epd.operation("dm").and_then(|moves| moves.parse().ok()).ok_or_else(unknown)?;
        let themes = epd.operation("c0").unwrap_or_default();
        let is_mate = variant != Apocalypse::NAME && !OTHER_WINS.iter().any(|win| themes.contains(win));
        Ok(Puzzle { fen: epd.fen, moves, is_mate })
    }
}

fn unknown() -> Refusal {
    Refusal::new(ErrorCode::Unknown, "there is no such puzzle").in_field("number")
}

/// A puzzle of a game's file.
struct Puzzle {
    fen: String,
    moves: u32,
    /// `true` if each line ends with a checkmate.
    is_mate: bool,
}

pub(super) fn puzzle(book: &Puzzles, variant: &str, number: usize) -> Result<PuzzleView, Refusal> {
    let Puzzle { fen, moves, is_mate } = book.find(variant, number)?;
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
pub(super) fn solution(book: &Puzzles, variant: &str, number: usize, moves: &[String]) -> Result<String, Refusal> {
    let Puzzle { fen, moves: mate_in, .. } = book.find(variant, number)?;
    let none = || Refusal::new(ErrorCode::Unknown, "there is no solution from here");
    with(variant, Solve { fen: &fen, mate_in, moves }).flatten().ok_or_else(none)
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

impl Visit for Solve<'_> {
    fn apocalypse(self) -> Self::Out {
        let pos = after_turns(self.fen, self.moves).ok()?;
        let left = self.mate_in.checked_sub(u32::try_from(self.moves.len() / 2).ok()?)?;
        let line = Prover::new(Color::White, MAX_PROOF_POSITIONS).line(&pos, left)?;
        line.first().map(|[choice, _]| choice.to_string())
    }
}

/// The position of Apocalypse after whole turns; a choice of White for the next one may follow.
fn after_turns(fen: &str, moves: &[String]) -> Result<Apocalypse, Refusal> {
    let mut pos: Apocalypse = fen.parse().map_err(|error| wrong(format!("{error}")))?;
    for turn in moves.as_chunks::<2>().0 {
        pos = pos.resolve([read_choice(&pos, Color::White, &turn[0])?, read_choice(&pos, Color::Black, &turn[1])?]);
    }
    Ok(pos)
}

fn read_choice(pos: &Apocalypse, side: Color, text: &str) -> Result<Choice, Refusal> {
    pos.parse_move(side, text).map_err(|error| wrong(error.to_string()))
}

fn wrong(why: String) -> Refusal {
    Refusal::new(ErrorCode::Invalid, why).in_field("moves")
}

pub(super) fn check(book: &Puzzles, variant: &str, number: usize, moves: &[String]) -> Result<TaskReply, Refusal> {
    let Puzzle { fen, moves: mate_in, .. } = book.find(variant, number)?;
    let made = u32::try_from(moves.len() / 2 + 1).unwrap_or(u32::MAX);
    if moves.len().is_multiple_of(2) || made > mate_in {
        let why = "the moves must end with a move of the solver, within the number of the puzzle";
        return Err(wrong(why.to_owned()));
    }
    with(variant, Check { fen: &fen, left: mate_in - made, moves }).ok_or_else(unknown)?
}

struct Check<'a> {
    fen: &'a str,
    /// The moves of the solver after those made.
    left: u32,
    moves: &'a [String],
}

impl Visit for Check<'_> {
    /// Black's reply is one that delays the win most.
    fn apocalypse(self) -> Self::Out {
        let pos = after_turns(self.fen, self.moves)?;
        let text = self.moves.last().map_or("", String::as_str);
        let choice = read_choice(&pos, Color::White, text)?;
        let mut prover = Prover::new(Color::White, MAX_PROOF_POSITIONS);
        let Some((reply, left)) = prover.longest_reply(&pos, choice, self.left + 1) else {
            return verdict(TaskVerdict::Wrong, "This choice does not force the win. Try again.", None);
        };
        let after = pos.resolve([choice, reply]).outcome();
        let reply = Some(reply.to_string());
        match after.filter(|_| left == 0) {
            Some(outcome) => solved(outcome, reply),
            None => verdict(TaskVerdict::GoOn, "Correct. Continue.", reply),
        }
    }
}

fn verdict(verdict: TaskVerdict, text: &str, reply: Option<String>) -> Result<TaskReply, Refusal> {
    Ok(TaskReply { verdict, text: text.to_owned(), reply })
}

fn solved(outcome: Outcome, reply: Option<String>) -> Result<TaskReply, Refusal> {
    let reason = outcome.reason.as_str();
    verdict(TaskVerdict::Solved, &format!("{}{}. Well done.", reason[..1].to_uppercase(), &reason[1..]), reply)
}

impl VisitTurnBased for Check<'_> {
    type Out = Result<TaskReply, Refusal>;

    fn turn_based<V: Variant>(self, _: V) -> Self::Out {
        let mut pos: Position<V> = self.fen.parse().map_err(|error| wrong(format!("{error}")))?;
        for text in self.moves {
            let m = pos.parse_move(text).map_err(|error| wrong(error.to_string()))?;
            pos.play(m, &mut ());
        }
        if let Some(outcome) = pos.outcome()
            && outcome.winner == Some(!pos.turn())
        {
            return solved(outcome, None);
        }
        let budget = Budget { nodes: Some(MAX_PROOF_NODES), ..Budget::default() };
        let mut solver: Option<Solver<V>> = None;
        let mut resists = |reply: &movegen::Move| {
            let next = Record::new(pos.after(*reply));
            let solver = solver.get_or_insert_with(|| Solver::new(next.position(), Stipulation::Mate, HASH, 1));
            let solution = solver.shortest(&next, self.left, &budget, &mut |_| {});
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
        let book = Puzzles::default();
        let mut moves: Vec<String> = Vec::new();
        loop {
            moves.push(solution(&book, variant, number, &moves).unwrap());
            let verdict = check(&book, variant, number, &moves).unwrap();
            assert_ne!(verdict.verdict, TaskVerdict::Wrong, "{variant}, {number}: {moves:?}");
            match verdict.reply {
                Some(reply) if verdict.verdict == TaskVerdict::GoOn => moves.push(reply),
                _ => return moves.len(),
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
        let book = Puzzles::default();
        for variant in NAMES.into_iter().filter(|name| gamedata::puzzle_count(name) > 0) {
            let puzzle = puzzle(&book, variant, 2).unwrap();
            let game = rules::open(variant, Some(&puzzle.fen)).unwrap();
            let verdict = |m: String| check(&book, variant, 2, &[m]).unwrap().verdict;
            let verdicts: Vec<TaskVerdict> = every_move(&*game, puzzle.side.into()).into_iter().map(verdict).collect();
            assert_eq!(verdicts.iter().filter(|&&verdict| verdict != TaskVerdict::Wrong).count(), 1, "{variant}");
        }
    }
}
