//! The tasks of the introductions, from `lessons.json` of each game. The aim of a task is a goal that the rules can check.

use std::collections::HashMap;
use std::sync::LazyLock;

use movegen::{Color, Turn};
use serde::Deserialize;

use crate::messages::{ErrorCode, GameEvent, HistoryEntry, LessonTask, Refusal, Side, TaskReply, TaskVerdict};
use crate::rules::{self, PlayedGame, Texts};

/// The effect that a move must have.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Goal {
    /// The game is won for this reason.
    Win(String),
    /// A government falls, and this one takes power.
    Coup(String),
    /// A capturing piece becomes the piece type with this letter.
    Become(String),
    /// A capturing piece becomes royal.
    Crown,
    /// A pawn promotes to the piece type with this letter.
    Promote(String),
    /// A piece on this square is bribed.
    Bribe(String),
    /// The piece on this square is captured.
    Capture(String),
    Castle,
    /// No royal remains in check.
    Escape,
    /// An enemy royal is in check.
    Check,
    /// A gamble succeeds.
    Gamble,
    /// The opponent's gamble fails.
    Refute,
    Swap,
    Relocate,
    /// A piece arrives on this square.
    Arrive(String),
}

/// A task of a lesson file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Task {
    /// A heading.
    pub title: String,
    /// The instructions.
    pub text: String,
    /// Hints.
    #[serde(default)]
    pub hints: Vec<String>,
    /// The position.
    pub fen: String,
    /// The side that chooses, in Apocalypse.
    #[serde(default)]
    pub side: Option<Side>,
    /// The opponent's choice in Apocalypse.
    #[serde(default)]
    pub reply: Option<String>,
    /// The goals, all of which one move must reach.
    pub goals: Vec<Goal>,
    /// All solutions, for the tests.
    pub moves: Vec<String>,
    /// The text after the solution.
    pub done: String,
}

static TASKS: LazyLock<HashMap<&str, Vec<Task>>> = LazyLock::new(|| {
    let files = gamedata::games().iter().filter_map(|game| Some((game.name, gamedata::lessons(game.name)?)));
    files.map(|(game, file)| (game, serde_json::from_str(file).expect("the tests read every file"))).collect()
});

pub(super) fn of(variant: &str) -> &'static [Task] {
    TASKS.get(variant).map_or(&[], Vec::as_slice)
}

impl Task {
    pub(super) fn view(&self, variant: &str, place: usize) -> Result<LessonTask, Refusal> {
        let game = self.open(variant)?;
        Ok(LessonTask {
            task: format!("{variant}/{}", place + 1),
            title: self.title.clone(),
            text: self.text.clone(),
            hints: self.hints.clone(),
            fen: self.fen.clone(),
            side: self.side(&*game).into(),
        })
    }

    pub(super) fn open(&self, variant: &str) -> Result<Box<dyn PlayedGame>, Refusal> {
        rules::open(variant, Some(&self.fen))
    }

    pub(super) fn side(&self, game: &dyn PlayedGame) -> Color {
        match game.turn() {
            Turn::One(side) => side,
            Turn::Both => self.side.unwrap_or(Side::White).into(),
        }
    }

    pub(super) fn check(&self, variant: &str, moves: &[String]) -> Result<TaskReply, Refusal> {
        let [text] = moves else {
            return Err(Refusal::new(ErrorCode::Invalid, "a task has one move").in_field("moves"));
        };
        let mut game = self.open(variant)?;
        let side = self.side(&*game);
        let was_in_check = !game.view().check.is_empty();
        let mut texts = Texts::default();
        texts[side] = Some(game.read_move(side, text)?);
        if game.turn() == Turn::Both {
            texts[!side].clone_from(&self.reply);
        }
        let entry = game.play_turn(&texts)?;
        let solved = self.goals.iter().all(|goal| is_reached(goal, &*game, &entry, side, was_in_check));
        Ok(TaskReply {
            verdict: if solved { TaskVerdict::Solved } else { TaskVerdict::Wrong },
            text: if solved { self.done.clone() } else { "Legal, but not the solution. Try again.".to_owned() },
            reply: texts[!side].clone(),
        })
    }
}

fn is_reached(goal: &Goal, game: &dyn PlayedGame, entry: &HistoryEntry, side: Color, was_in_check: bool) -> bool {
    let happened = |wanted: &dyn Fn(&GameEvent) -> bool| entry.events.iter().any(wanted);
    let own = Side::from(side);
    match goal {
        Goal::Win(reason) => game.result().is_some_and(|result| result.winner == Some(own) && result.reason == *reason),
        Goal::Coup(name) => happened(&|event| matches!(event, GameEvent::Coup(coup) if coup.rules == *name)),
        Goal::Become(kind) => happened(&|event| matches!(event, GameEvent::Becomes { now, .. } if now == kind)),
        Goal::Crown => happened(&|event| matches!(event, GameEvent::Becomes { royal: true, .. })),
        Goal::Promote(kind) => happened(&|event| matches!(event, GameEvent::Promotion { now, .. } if now == kind)),
        Goal::Bribe(at) => happened(&|event| matches!(event, GameEvent::Bribe { square, .. } if square == at)),
        Goal::Capture(at) => {
            happened(&|event| matches!(event, GameEvent::Capture(it) if it.square == *at && it.piece.side != own))
        }
        Goal::Castle => happened(&|event| matches!(event, GameEvent::Castle { .. })),
        Goal::Escape => was_in_check,
        Goal::Check => happened(&|event| matches!(event, GameEvent::Check { .. })),
        Goal::Gamble => {
            happened(&|event| matches!(event, GameEvent::Gamble { side, played: true, .. } if *side == own))
        }
        Goal::Refute => {
            happened(&|event| matches!(event, GameEvent::Gamble { side, played: false, .. } if *side != own))
        }
        Goal::Swap => happened(&|event| matches!(event, GameEvent::Swap { .. })),
        Goal::Relocate => happened(&|event| matches!(event, GameEvent::Relocation { side, .. } if *side == own)),
        Goal::Arrive(at) => entry.moves.iter().any(|made| made.side == own && made.squares.last() == Some(at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::every_move;
    use movegen::variants::NAMES;

    /// A task is solved by its moves and by no other legal move.
    #[test]
    fn tasks_have_exactly_the_listed_solutions() {
        let mut wrong = Vec::new();
        for (variant, tasks) in NAMES.map(|name| (name, of(name))) {
            for (i, task) in tasks.iter().enumerate() {
                let name = format!("{variant}/{} ({})", i + 1, task.title);
                let game = task.open(variant).unwrap_or_else(|why| panic!("{name}: {why}"));
                assert!(game.result().is_none(), "{name} is over");
                let mut solving: Vec<String> = Vec::new();
                for text in every_move(&*game, task.side(&*game)) {
                    let verdict =
                        task.check(variant, std::slice::from_ref(&text)).unwrap_or_else(|why| panic!("{name}: {why}"));
                    if verdict.verdict == TaskVerdict::Solved {
                        solving.push(text);
                    }
                }
                let mut wanted = task.moves.clone();
                wanted.sort_unstable();
                solving.sort_unstable();
                if solving != wanted {
                    wrong.push(format!("{name}: {wanted:?} are listed, {solving:?} solve it"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn games_have_six_to_ten_complete_tasks() {
        for name in NAMES.into_iter().filter(|name| gamedata::lessons(name).is_some()) {
            let tasks = of(name);
            assert!((6..=10).contains(&tasks.len()), "{name} has {}", tasks.len());
            for task in tasks {
                assert!(!task.goals.is_empty() && !task.hints.is_empty() && task.text.ends_with('.'), "{}", task.title);
                assert!(task.done.ends_with('.'), "{}", task.title);
            }
        }
    }
}
