//! Lessons, puzzles and rules.

mod page;
mod puzzles;
mod tasks;

use movegen::definition::Definition;
use movegen::variants::{NAMES, loaded};

use crate::messages::{ErrorCode, LearnRequest, LessonList, Refusal, Reply, TaskReply};
use crate::rules::unknown_game;
use page::Page;
pub(crate) use puzzles::Puzzles;

/// Answers a request for lessons, puzzles or rules.
pub(crate) fn answer(request: &LearnRequest, book: &Puzzles) -> Result<Reply, Refusal> {
    match request {
        LearnRequest::Lessons { variant } => list(variant).map(Reply::Lessons),
        LearnRequest::Puzzle { variant, number } => puzzles::puzzle(book, variant, *number).map(Reply::Puzzle),
        LearnRequest::Check { task, moves } => check(book, task, moves).map(Reply::Verdict),
        LearnRequest::Solution { task, moves } => solution(book, task, moves).map(|m| Reply::Solution { m }),
        LearnRequest::RulesPage { variant } => rules_page(variant),
    }
}

/// Returns the tasks of a game and the number of its puzzles.
fn list(variant: &str) -> Result<LessonList, Refusal> {
    let variant = NAMES.into_iter().find(|name| *name == variant).ok_or_else(|| unknown_game(variant))?;
    let tasks =
        tasks::of(variant).iter().enumerate().map(|(i, task)| task.view(variant, i)).collect::<Result<_, _>>()?;
    Ok(LessonList { variant: variant.to_owned(), tasks, puzzles: gamedata::puzzle_count(variant) })
}

/// A lesson's task or a puzzle of a game.
enum Named<'a> {
    Task(&'a str, &'static tasks::Task),
    Puzzle(&'a str, usize),
}

fn named(task: &str) -> Result<Named<'_>, Refusal> {
    let unknown = || Refusal::new(ErrorCode::Unknown, format!("there is no task '{}'", movegen::fen::printable(task)));
    let parts: Vec<&str> = task.split('/').collect();
    match parts[..] {
        [variant, number] => {
            let number: usize = number.parse().map_err(|_| unknown())?;
            let found = number.checked_sub(1).and_then(|i| tasks::of(variant).get(i)).ok_or_else(unknown)?;
            Ok(Named::Task(variant, found))
        }
        [variant, "mate", number] => Ok(Named::Puzzle(variant, number.parse().map_err(|_| unknown())?)),
        _ => Err(unknown()),
    }
}

fn check(book: &Puzzles, task: &str, moves: &[String]) -> Result<TaskReply, Refusal> {
    match named(task)? {
        Named::Task(variant, task) => task.check(variant, moves),
        Named::Puzzle(variant, number) => puzzles::check(book, variant, number, moves),
    }
}

fn solution(book: &Puzzles, task: &str, moves: &[String]) -> Result<String, Refusal> {
    match named(task)? {
        Named::Task(_, task) => Ok(task.moves[0].clone()),
        Named::Puzzle(variant, number) => puzzles::solution(book, variant, number, moves),
    }
}

/// Returns the rules of a game as HTML. Raw HTML in the page is shown as text.
pub(crate) fn rules_page(variant: &str) -> Result<Reply, Refusal> {
    html_of(variant).map(|html| Reply::RulesPage { html })
}

fn html_of(variant: &str) -> Result<String, Refusal> {
    use pulldown_cmark::{Options, Parser, html};
    if let Some(game) = loaded(variant) {
        return Ok(page_of(game.definition()));
    }
    if !NAMES.contains(&variant) {
        return Err(unknown_game(variant));
    }
    let undescribed = || Refusal::new(ErrorCode::Unknown, format!("{variant} has no page of rules yet"));
    let file = gamedata::rules(variant).ok_or_else(undescribed)?;
    let mut page =
        Page { owner: file.owner, game: crate::rules::open(file.owner, None)?, is_game: false, is_link: false };
    let mut text = String::new();
    html::push_html(
        &mut text,
        Parser::new_ext(file.content, Options::ENABLE_TABLES).filter_map(|event| page.event(event)),
    );
    Ok(text)
}

/// Returns the rules of a game from a file and its rules without effect as HTML.
fn page_of(game: &Definition) -> String {
    use pulldown_cmark::{Event, Parser, html};
    let mut page = games::rules_page(game) + "\n## Checks\n\n";
    match &game.warnings()[..] {
        [] => page += "Every piece and every rule can have an effect.\n",
        warnings => warnings.iter().for_each(|warning| page += &format!("* {warning}.\n")),
    }
    let mut text = String::new();
    let is_markup = |event: &Event<'_>| matches!(event, Event::Html(_) | Event::InlineHtml(_));
    html::push_html(&mut text, Parser::new(&page).filter(|event| !is_markup(event)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_rules_pages_with_pictures() {
        for game in NAMES.into_iter().filter(|name| gamedata::rules(name).is_some()) {
            let page = html_of(game).unwrap();
            assert!(page.starts_with("<h1>") && !page.contains("<script"), "{game}");
            let pictures: Vec<_> =
                page.split("<img src=\"pictures/").skip(1).map(|rest| rest.split('"').next()).collect();
            assert!(!pictures.is_empty(), "{game}");
            for picture in pictures {
                let (owner, name) = picture.and_then(|address| address.split_once('/')).unwrap();
                assert!(gamedata::picture(owner, name).is_some(), "{game}: {owner}/{name}");
            }
        }
        assert_eq!(html_of("checkers").unwrap_err().code, ErrorCode::Unknown);
    }

    #[test]
    fn unknown_task_is_an_error() {
        for task in [
            "",
            "chess",
            "chess/0",
            "chess/99",
            "chess/x",
            "checkers/1",
            "apocalypse/mate/99999",
            "subversion/mate/99999",
            "a/b/c/d",
        ] {
            assert_eq!(check(&Puzzles::default(), task, &[]).unwrap_err().code, ErrorCode::Unknown, "{task}");
        }
    }
}
