//! Mates to be found: the proved ones that the engine's tests have. A move is right if it still forces the mate in time, which
//! is proved anew for each.

use games::epd::Epd;
use movegen::variants::{VisitTurnBased, with_turn_based};
use movegen::{Color, Position, Variant, mate};

use crate::messages::{ErrorCode, PuzzleView, Refusal, Side, TaskReply, TaskVerdict};

/// Positions that a proof may look at; those of the sets need far fewer.
const BUDGET: u64 = 1_000_000;

/// Returns the number of puzzles of a game.
pub(super) fn count(variant: &str) -> usize {
    gamedata::puzzles(variant).map_or(0, |file| file.lines().count())
}

/// Returns the FEN and the number of moves.
fn find(variant: &str, number: usize) -> Result<(String, u32), Refusal> {
    let unknown = || Refusal::new(ErrorCode::Unknown, "there is no such puzzle").in_field("number");
    let line = gamedata::puzzles(variant).and_then(|file| file.lines().nth(number)).ok_or_else(unknown)?;
    let epd = Epd::parse(line);
    let moves = epd.operation("dm").and_then(|moves| moves.parse().ok()).ok_or_else(unknown)?;
    Ok((epd.fen, moves))
}

/// One puzzle as the page is told.
pub(super) fn puzzle(variant: &str, number: usize) -> Result<PuzzleView, Refusal> {
    let (fen, moves) = find(variant, number)?;
    let side = if fen.split(' ').nth(1) == Some("b") { Color::Black } else { Color::White };
    Ok(PuzzleView {
        task: format!("{variant}/mate/{number}"),
        text: format!("{} mates in {moves}.", side.name()),
        fen,
        side: Side::from(side),
        moves,
    })
}

/// What is said to the moves made in a puzzle.
pub(super) fn check(variant: &str, number: usize, moves: &[String]) -> Result<TaskReply, Refusal> {
    let (fen, mate_in) = find(variant, number)?;
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

    fn turn_based<V: Variant>(self) -> Self::Out {
        let wrong = |why: String| Refusal::new(ErrorCode::Invalid, why).in_field("moves");
        let mut pos: Position<V> = self.fen.parse().map_err(|error| wrong(format!("{error}")))?;
        for text in self.moves {
            let m = pos.parse_move(text).map_err(|error| wrong(error.to_string()))?;
            pos.play(m, &mut ());
        }
        let made = u32::try_from(self.moves.len() / 2 + 1).unwrap_or(u32::MAX);
        if self.moves.len().is_multiple_of(2) || made > self.mate_in {
            return Err(wrong(
                "the moves have to end with one of the solver's, within the number asked for".to_owned(),
            ));
        }
        let verdict = |verdict, text: &str, reply| Ok(TaskReply { verdict, text: text.to_owned(), reply });
        if pos.outcome().is_some_and(|outcome| outcome.winner == Some(!pos.turn())) {
            return verdict(TaskVerdict::Solved, "Mate. Well done.", None);
        }
        let left = self.mate_in - made;
        let resists = |reply: &movegen::Move| {
            let next = pos.after(*reply);
            (1..=left).find(|&n| mate::is_forced(&next, n, &mut BUDGET.clone()) == Some(true))
        };
        let replies = pos.legal_moves();
        let longest = replies.iter().map(|reply| (resists(reply), reply));
        let mut best: Option<(u32, movegen::Move)> = None;
        for (distance, &reply) in longest {
            let Some(distance) = distance else {
                return verdict(TaskVerdict::Wrong, "That lets the mate slip.", None);
            };
            if best.is_none_or(|(most, _)| distance > most) {
                best = Some((distance, reply));
            }
        }
        match best {
            Some((_, reply)) => verdict(TaskVerdict::GoOn, "Right. Go on.", Some(pos.write_move(reply))),
            None => verdict(TaskVerdict::Wrong, "That lets the mate slip.", None),
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
            let mut game = rules::open(variant, Some(&puzzle.fen)).unwrap();
            crate::session::play_all(&mut *game, &moves).unwrap();
            let found = every_move(&*game, puzzle.side.into()).into_iter().find_map(|text| {
                let tried: Vec<String> = moves.iter().cloned().chain([text]).collect();
                let verdict = super::super::check(&puzzle.task, &tried).unwrap();
                (verdict.verdict != TaskVerdict::Wrong).then_some((tried, verdict))
            });
            let (tried, verdict) = found.unwrap_or_else(|| panic!("{} has no solution", puzzle.task));
            moves = tried;
            match verdict.reply {
                Some(reply) => moves.push(reply),
                None => return moves.len(),
            }
        }
    }

    #[test]
    fn puzzles_are_solved_by_moves_that_keep_the_mate_in_time() {
        for variant in NAMES {
            for (number, line) in gamedata::puzzles(variant).unwrap_or_default().lines().enumerate() {
                let moves: usize = line.trim_end_matches(';').rsplit_once(' ').unwrap().1.parse().unwrap();
                if moves <= 2 {
                    assert!(solve(variant, number) < 2 * moves);
                }
            }
        }
    }

    #[test]
    fn a_move_that_lets_the_mate_slip_is_wrong() {
        let verdict = super::super::check("subversion/mate/2", &["b3c3".to_owned()]).unwrap();
        assert_eq!(verdict.verdict, TaskVerdict::Wrong);
    }
}
