//! Lessons, puzzles and rules.

mod puzzles;
mod tasks;

use movegen::variants::NAMES;

use crate::messages::{ErrorCode, LearnRequest, LessonList, Refusal, Reply, TaskReply};
use crate::rules::unknown_game;

/// Answers a request for lessons, puzzles or rules.
pub(crate) fn answer(request: &LearnRequest) -> Result<Reply, Refusal> {
    Ok(match request {
        LearnRequest::Lessons { variant } => Reply::Lessons(list(variant)?),
        LearnRequest::Puzzle { variant, number } => Reply::Puzzle(puzzles::puzzle(variant, *number)?),
        LearnRequest::Check { task, moves } => Reply::Verdict(check(task, moves)?),
        LearnRequest::RulesPage { variant } => Reply::RulesPage { html: rules_page(variant)? },
    })
}

/// Returns the tasks of a game and the number of its puzzles.
fn list(variant: &str) -> Result<LessonList, Refusal> {
    let variant = NAMES.into_iter().find(|name| *name == variant).ok_or_else(|| unknown_game(variant))?;
    let tasks =
        tasks::of(variant).iter().enumerate().map(|(i, task)| task.view(variant, i)).collect::<Result<_, _>>()?;
    Ok(LessonList { variant: variant.to_owned(), tasks, puzzles: puzzles::count(variant) })
}

fn check(task: &str, moves: &[String]) -> Result<TaskReply, Refusal> {
    let parts: Vec<&str> = task.split('/').collect();
    let unknown = || Refusal::new(ErrorCode::Unknown, format!("there is no task '{}'", movegen::fen::printable(task)));
    match parts[..] {
        [variant, number] => {
            let number: usize = number.parse().map_err(|_| unknown())?;
            let task = number.checked_sub(1).and_then(|i| tasks::of(variant).get(i)).ok_or_else(unknown)?;
            task.check(variant, moves)
        }
        [variant, "mate", number] => {
            let number = number.parse().map_err(|_| unknown())?;
            puzzles::check(variant, number, moves)
        }
        _ => Err(unknown()),
    }
}

/// Returns the rules of a game as HTML. Raw HTML in the page is shown as text.
fn rules_page(variant: &str) -> Result<String, Refusal> {
    use pulldown_cmark::{Event, Options, Parser, Tag, html};
    if !NAMES.contains(&variant) {
        return Err(unknown_game(variant));
    }
    let undescribed = || Refusal::new(ErrorCode::Unknown, format!("{variant} has no page of rules yet"));
    let file = gamedata::rules(variant).ok_or_else(undescribed)?;
    let events = Parser::new_ext(file.content, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = picture_address(file.owner, &dest_url).into();
            Event::Start(Tag::Image { link_type, dest_url, title, id })
        }
        other => other,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    Ok(page)
}

/// Returns the address of a picture, `pictures/GAME/NAME.svg`, from its link on a game's page: `pictures/NAME.svg` or
/// `../GAME/pictures/NAME.svg`.
fn picture_address(game: &str, link: &str) -> String {
    match link.strip_prefix("../").and_then(|link| link.split_once("/pictures/")) {
        Some((other, name)) => format!("pictures/{other}/{name}"),
        None => link.replacen("pictures/", &format!("pictures/{game}/"), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_rules_pages_with_pictures() {
        for game in NAMES.into_iter().filter(|name| gamedata::rules(name).is_some()) {
            let page = rules_page(game).unwrap();
            assert!(page.starts_with("<h1>") && !page.contains("<script"), "{game}");
            let pictures: Vec<_> =
                page.split("<img src=\"pictures/").skip(1).map(|rest| rest.split('"').next()).collect();
            assert!(!pictures.is_empty(), "{game}");
            for picture in pictures {
                let (owner, name) = picture.and_then(|address| address.split_once('/')).unwrap();
                assert!(gamedata::picture(owner, name).is_some(), "{game}: {owner}/{name}");
            }
        }
        assert_eq!(rules_page("checkers").unwrap_err().code, ErrorCode::Unknown);
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
            "chess/mate/0",
            "subversion/mate/999",
            "a/b/c/d",
        ] {
            assert_eq!(check(task, &[]).unwrap_err().code, ErrorCode::Unknown, "{task}");
        }
    }
}
