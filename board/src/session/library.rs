//! Stored games, comments, and PGN.

use games::Definitions;
use movegen::definition::DefinitionError;

use super::table::Table;
use super::{Session, all_games};
use crate::messages::{
    DefinedGames, DefinitionFault, ErrorCode, Event, ImportReport, LibraryRequest, Refusal, Reply, SearchGames,
};
use crate::pgn::{self, comment};
use crate::rules;
use crate::store::StoredGame;

const MAX_EXPORTED: usize = 1000;
const MAX_IMPORTED: usize = 2000;

impl Session {
    pub(super) fn library(&mut self, request: LibraryRequest) -> Result<Reply, Refusal> {
        match request {
            LibraryRequest::New(new) => self.new_game(*new, None),
            LibraryRequest::List(wanted) => self.list(&wanted),
            LibraryRequest::Open { game } => {
                let kept = self.load(game)?;
                let game = self.put(Table::from_stored(kept)?)?;
                Ok(Reply::Game { game })
            }
            LibraryRequest::Delete { game } => {
                if self.table.as_ref().is_some_and(|table| table.kept.id == game) {
                    return Err(Refusal::new(ErrorCode::Illegal, "the game on the board cannot be deleted"));
                }
                match self.store.delete(game)? {
                    true => Ok(Reply::Done),
                    false => Err(no_game(game)),
                }
            }
            LibraryRequest::Import { text } => self.import(&text),
            LibraryRequest::Export { games, values } => self.export(&games, values),
            LibraryRequest::Link { position } => self.link(position),
            LibraryRequest::Follow { text, name } => self.follow(&text, name),
            LibraryRequest::Define { text } => Ok(self.define(text)),
        }
    }

    /// Offers the games of a text on all pages. The board that waits for one of them is resumed.
    fn define(&mut self, text: String) -> Reply {
        let read = Definitions::read("text", &text);
        if read.add().is_ok() {
            self.definitions = text;
            self.broadcast(&Event::Catalogue(Box::new(all_games())));
            if self.table.is_none() {
                self.resume();
            }
        }
        let fault = |error: DefinitionError| {
            let DefinitionError { line, section, key, why, .. } = error;
            DefinitionFault { line, section, key, why }
        };
        Reply::Defined(DefinedGames {
            names: read.names().into_iter().map(str::to_owned).collect(),
            faults: read.errors.into_iter().map(fault).collect(),
        })
    }

    /// Sets the comment on a ply or on the game; an empty text deletes it.
    pub(super) fn comment(&mut self, variation: Option<usize>, ply: Option<usize>, text: &str) -> Result<(), Refusal> {
        let text = games::pgn::comment_text(text);
        if text.chars().count() > comment::LONGEST {
            let why = format!("a comment has at most {} characters", comment::LONGEST);
            return Err(Refusal::new(ErrorCode::Invalid, why).in_field("text"));
        }
        let text = Some(text).filter(|text| !text.is_empty());
        let table = self.table()?;
        match ply {
            None => table.kept.comment = text,
            Some(ply) => {
                let (entry, kept) = table.ply_in(variation, ply)?;
                entry.comment.clone_from(&text);
                kept.comment = text;
            }
        }
        self.changed(true);
        Ok(())
    }

    fn load(&self, game: u64) -> Result<StoredGame, Refusal> {
        self.store.load(game)?.ok_or_else(|| no_game(game))
    }

    fn list(&self, wanted: &SearchGames) -> Result<Reply, Refusal> {
        let key = match (&wanted.position, &wanted.variant) {
            (None, _) => None,
            (Some(fen), Some(variant)) => Some(rules::open(variant, Some(fen))?.key()),
            (Some(_), None) => {
                let why = "a search for a position needs 'variant'";
                return Err(Refusal::new(ErrorCode::Malformed, why).in_field("variant"));
            }
        };
        Ok(Reply::Games(self.store.list(wanted, key)?))
    }

    fn import(&mut self, text: &str) -> Result<Reply, Refusal> {
        let mut report = ImportReport { games: Vec::new(), errors: Vec::new() };
        let mut only = None;
        let today = self.world.today();
        for (i, game) in pgn::read(text, &today).into_iter().enumerate() {
            if i >= MAX_IMPORTED {
                report.errors.push(format!("only the first {MAX_IMPORTED} games were imported"));
                break;
            }
            let table = game.and_then(Table::from_stored);
            let saved = table.and_then(|mut table| {
                self.save(&mut table)?;
                Ok(only.insert(table).kept.id)
            });
            match saved {
                Ok(id) => report.games.push(id),
                Err(refusal) => report.errors.push(format!("game {}: {refusal}", i + 1)),
            }
        }
        if report.games.is_empty() && report.errors.is_empty() {
            return Err(Refusal::new(ErrorCode::Invalid, "the text contains no game").in_field("text"));
        }
        if let ([_], [], Some(table)) = (&report.games[..], &report.errors[..], only) {
            self.put(table)?;
        }
        Ok(Reply::Imported(report))
    }

    fn export(&mut self, games: &[u64], values: bool) -> Result<Reply, Refusal> {
        if games.len() > MAX_EXPORTED {
            return Err(Refusal::new(ErrorCode::TooMuch, format!("more than {MAX_EXPORTED} games at once")));
        }
        let now = self.world.now();
        let mut text = String::new();
        if games.is_empty() {
            let table = self.table()?;
            table.stored(now);
            text = pgn::write(&table.kept, &table.history, &table.variations, table.result().as_ref(), values);
        }
        for &game in games {
            let table = Table::from_stored(self.load(game)?)?;
            text += &pgn::write(&table.kept, &table.history, &table.variations, table.result().as_ref(), values);
        }
        Ok(Reply::Pgn { text })
    }
}

fn no_game(game: u64) -> Refusal {
    Refusal::new(ErrorCode::Unknown, format!("there is no game {game}")).in_field("game")
}
