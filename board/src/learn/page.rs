//! Rules pages for players: without links to other files, and with sample games in the board's notation.

use movegen::Turn;
use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use crate::rules::{PlayedGame, Texts};

/// The conversion of a page.
pub(super) struct Page {
    /// The game that owns the page.
    pub(super) owner: &'static str,
    /// The sample game so far.
    pub(super) game: Box<dyn PlayedGame>,
    /// `true` in a block of moves.
    pub(super) is_game: bool,
    /// `true` in a link that is kept.
    pub(super) is_link: bool,
}

impl Page {
    /// Converts an event; `None` removes it.
    pub(super) fn event<'a>(&mut self, event: Event<'a>) -> Option<Event<'a>> {
        match event {
            Event::Html(text) | Event::InlineHtml(text) if text.starts_with("<!--") => None,
            Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = picture_address(self.owner, &dest_url).into();
                Some(Event::Start(Tag::Image { link_type, dest_url, title, id }))
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let game = dest_url.strip_prefix("../").and_then(|link| link.strip_suffix("/rules.md"))?;
                self.is_link = true;
                let dest_url = format!("#/learn/{game}").into();
                Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
            }
            Event::End(TagEnd::Link) => std::mem::take(&mut self.is_link).then_some(event),
            Event::Start(Tag::CodeBlock(_)) => {
                self.is_game = true;
                Some(event)
            }
            Event::End(TagEnd::CodeBlock) => {
                self.is_game = false;
                Some(event)
            }
            Event::Text(text) if self.is_game => Some(Event::Text(self.in_san(&text).into())),
            other => Some(other),
        }
    }

    /// Replaces the moves of the sample game by algebraic notation and keeps the columns where possible.
    fn in_san(&mut self, text: &CowStr<'_>) -> String {
        let mut written = String::new();
        // Characters by which the text is ahead of its columns.
        let mut ahead = 0;
        for word in text.split_inclusive([' ', '\n']) {
            let bare = word.trim_end_matches([' ', '\n']);
            let is_new_line = word.ends_with('\n');
            if bare.is_empty() && !is_new_line && ahead > 0 {
                ahead -= 1;
                continue;
            }
            let san = self.play(bare).unwrap_or_else(|| bare.to_owned());
            ahead += san.chars().count() as isize - bare.chars().count() as isize;
            written += &san;
            written += &word[bare.len()..];
            if is_new_line {
                ahead = 0;
            }
            written.extend(std::iter::repeat_n(' ', usize::try_from(-ahead).unwrap_or(0)));
            ahead = ahead.max(0);
        }
        written
    }

    /// Plays a move in coordinate notation and returns it in algebraic notation; `None` for other words.
    fn play(&mut self, word: &str) -> Option<String> {
        let Turn::One(side) = self.game.turn() else { return None };
        let m = self.game.read_move(side, word).ok()?;
        let mut texts = Texts::default();
        texts[side] = Some(m);
        Some(self.game.play_turn(&texts).ok()?.moves.first()?.san.clone())
    }
}

/// Returns the address of a picture, `pictures/GAME/NAME.svg`, from its link on a game's page: `pictures/NAME.svg` or
/// `../GAME/pictures/NAME.svg`.
fn picture_address(game: &str, link: &str) -> String {
    match link.strip_prefix("../").and_then(|link| link.split_once("/pictures/")) {
        Some((other, name)) => format!("pictures/{other}/{name}"),
        None => link.replacen("pictures/", &format!("pictures/{game}/"), 1),
    }
}
