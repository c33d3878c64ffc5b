//! Variations of the game on the board: lines that leave the game, or other variations.

use movegen::{Color, Turn};

use super::Session;
use super::ask::no_ply;
use super::table::{Table, add_stored};
use crate::messages::{ErrorCode, HistoryEntry, Refusal, Reply, Variation};
use crate::rules::{PlayedGame, Texts};
use crate::store::{StoredPly, StoredVariation};

/// Maximum number of variations of a game.
pub(crate) const MAX_VARIATIONS: usize = 500;

fn no_variation(variation: usize) -> Refusal {
    Refusal::new(ErrorCode::Unknown, format!("the game has no variation {variation}")).in_field("variation")
}

impl Table {
    /// Computes the entries of the stored variations. Variations that do not fit the game are dropped.
    pub(super) fn load_variations(&mut self) {
        let stored = std::mem::take(&mut self.kept.variations);
        // New numbers of the variations that are kept.
        let mut numbers = Vec::new();
        for mut variation in stored {
            variation.parent = match variation.parent {
                Some(parent) => match numbers.get(parent).copied().flatten() {
                    Some(parent) => Some(parent),
                    None => {
                        numbers.push(None);
                        continue;
                    }
                },
                None => None,
            };
            let entries = self.entries_of(&variation);
            numbers.push(entries.as_ref().map(|_| self.variations.len()));
            if let Some(entries) = entries {
                self.variations.push(Variation { parent: variation.parent, ply: variation.ply, entries });
                self.kept.variations.push(variation);
            }
        }
    }

    /// Plays a variation through; `None` if it does not fit.
    fn entries_of(&self, variation: &StoredVariation) -> Option<Vec<HistoryEntry>> {
        if variation.moves.is_empty() || variation.ply >= self.length(variation.parent) {
            return None;
        }
        let mut game = self.game_in(variation.parent, variation.ply).ok()?;
        let entry = |(i, texts): (usize, &Texts)| {
            let mut entry = game.play_turn(texts).ok()?;
            if let Some(ply) = variation.plies.get(i) {
                add_stored(&mut entry, ply);
            }
            Some(entry)
        };
        variation.moves.iter().enumerate().map(entry).collect()
    }

    /// Returns the number of plies to the end of the game or of a variation.
    fn length(&self, variation: Option<usize>) -> usize {
        let length = |found: &Variation| found.ply + found.entries.len();
        variation.map_or(self.history.len(), |i| self.variations.get(i).map_or(0, length))
    }

    /// Returns the game after a number of plies of a variation.
    pub(super) fn game_in(&self, variation: Option<usize>, ply: usize) -> Result<Box<dyn PlayedGame>, Refusal> {
        let Some(number) = variation else {
            return if ply > self.history.len() { Err(no_ply(ply)) } else { Ok(self.game.at(ply)) };
        };
        let found = self.kept.variations.get(number).ok_or_else(|| no_variation(number))?;
        if ply <= found.ply {
            return self.game_in(found.parent, ply);
        }
        let moves = found.moves.get(..ply - found.ply).ok_or_else(|| no_ply(ply))?;
        let mut game = self.game_in(found.parent, found.ply)?;
        for texts in moves {
            game.play_turn(texts)?;
        }
        Ok(game)
    }

    /// Returns the stored data of a ply and its entry.
    pub(super) fn ply_in(
        &mut self,
        variation: Option<usize>,
        ply: usize,
    ) -> Result<(&mut HistoryEntry, &mut StoredPly), Refusal> {
        let found = match variation {
            None => self.history.get_mut(ply).zip(self.kept.plies.get_mut(ply)),
            Some(number) => {
                let shown = self.variations.get_mut(number).ok_or_else(|| no_variation(number))?;
                let i = ply.checked_sub(shown.ply).ok_or_else(|| no_ply(ply))?;
                shown.entries.get_mut(i).zip(self.kept.variations[number].plies.get_mut(i))
            }
        };
        found.ok_or_else(|| no_ply(ply))
    }

    /// Plays a move after a ply. Returns the variation that has it, and the number of plies after it.
    fn vary(&mut self, line: Option<usize>, ply: usize, text: &str) -> Result<(Option<usize>, usize), Refusal> {
        let mut game = self.game_in(line, ply)?;
        let Turn::One(side) = game.turn() else {
            return Err(Refusal::new(
                ErrorCode::Unsupported,
                "there are no variations where both sides choose at once",
            ));
        };
        let mut texts = Texts::default();
        texts[side] = Some(game.read_move(side, text)?);
        // A variation before its first move is the line that it leaves.
        let mut line = line;
        while let Some(number) = line.filter(|&number| ply <= self.variations[number].ply) {
            line = self.variations[number].parent;
        }
        let next = match line {
            None => self.history.get(ply).map(|entry| &entry.moves[0].m),
            Some(number) => {
                self.variations[number].entries.get(ply - self.variations[number].ply).map(|entry| &entry.moves[0].m)
            }
        };
        if next == texts[side].as_ref() {
            return Ok((line, ply + 1));
        }
        let is_end = next.is_none();
        let begins = |found: &StoredVariation| found.parent == line && found.ply == ply && found.moves[0] == texts;
        if let Some(number) = self.kept.variations.iter().position(begins) {
            return Ok((Some(number), ply + 1));
        }
        if is_end && line.is_none() {
            return Err(Refusal::new(ErrorCode::Illegal, "a variation begins before the last move of the game"));
        }
        if !is_end && self.variations.len() >= MAX_VARIATIONS {
            return Err(Refusal::new(ErrorCode::TooMuch, format!("more than {MAX_VARIATIONS} variations")));
        }
        let entry = game.play_turn(&texts)?;
        match line.filter(|_| is_end) {
            Some(number) => {
                self.variations[number].entries.push(entry);
                self.kept.variations[number].moves.push(texts);
                self.kept.variations[number].plies.push(StoredPly::default());
                Ok((Some(number), ply + 1))
            }
            None => {
                self.variations.push(Variation { parent: line, ply, entries: vec![entry] });
                let plies = vec![StoredPly::default()];
                self.kept.variations.push(StoredVariation { parent: line, ply, moves: vec![texts], plies });
                Ok((Some(self.variations.len() - 1), ply + 1))
            }
        }
    }

    /// Deletes the moves of a variation from a ply on.
    fn cut(&mut self, number: usize, ply: usize) -> Result<(), Refusal> {
        let found = self.kept.variations.get_mut(number).ok_or_else(|| no_variation(number))?;
        let length = ply.saturating_sub(found.ply);
        found.moves.truncate(length);
        found.plies.truncate(length);
        self.fit_variations();
        Ok(())
    }

    /// Drops variations that no longer fit the game.
    pub(super) fn fit_variations(&mut self) {
        self.variations.clear();
        self.load_variations();
    }

    /// Exchanges a variation with the moves that it replaces.
    fn promote(&mut self, number: usize) -> Result<(), Refusal> {
        let StoredVariation { parent, ply, moves, plies } =
            self.kept.variations.get(number).cloned().ok_or_else(|| no_variation(number))?;
        let (old_moves, old_plies) = match parent {
            None => {
                self.kept.moves = self.game.played();
                let old = (self.kept.moves.split_off(ply), self.kept.plies.split_off(ply));
                self.kept.moves.extend(moves);
                self.kept.plies.extend(plies);
                old
            }
            Some(parent) => {
                let line = &mut self.kept.variations[parent];
                let at = ply - line.ply;
                let old = (line.moves.split_off(at), line.plies.split_off(at));
                line.moves.extend(moves);
                line.plies.extend(plies);
                old
            }
        };
        // Lines that leave the exchanged moves go with them.
        for found in &mut self.kept.variations {
            if found.parent == Some(number) {
                found.parent = parent;
            } else if found.parent == parent && found.ply > ply {
                found.parent = Some(number);
            }
        }
        self.kept.variations[number] = StoredVariation { parent, ply, moves: old_moves, plies: old_plies };
        self.sort_variations();
        let kept = std::mem::take(&mut self.kept);
        let (paused, clocks) = (self.paused, self.clocks.take());
        *self = Self { paused, clocks, ..Self::from_stored(kept)? };
        Ok(())
    }

    /// Puts every variation behind the one that it leaves.
    fn sort_variations(&mut self) {
        let depth = |mut number: usize| {
            let mut depth = 0;
            while let Some(parent) = self.kept.variations[number].parent {
                (number, depth) = (parent, depth + 1);
            }
            depth
        };
        let mut order: Vec<usize> = (0..self.kept.variations.len()).collect();
        order.sort_by_key(|&number| depth(number));
        let place = |number: usize| order.iter().position(|&other| other == number);
        let sorted = order.iter().map(|&number| {
            let found = self.kept.variations[number].clone();
            StoredVariation { parent: found.parent.and_then(place), ..found }
        });
        self.kept.variations = sorted.collect();
    }
}

impl Session {
    pub(super) fn vary(&mut self, variation: Option<usize>, ply: usize, text: &str) -> Result<Reply, Refusal> {
        let table = self.table()?;
        if table.result().is_none() && !Color::BOTH.into_iter().all(|side| table.is_human(side)) {
            return Err(Refusal::new(ErrorCode::Illegal, "variations against the engine begin after the game"));
        }
        let (variation, ply) = table.vary(variation, ply, text)?;
        self.changed(true);
        Ok(Reply::Varied { variation, ply })
    }

    pub(super) fn promote(&mut self, variation: usize) -> Result<(), Refusal> {
        let table = self.table()?;
        if table.result().is_none() && table.engine_to_choose().is_some() {
            return Err(Refusal::new(ErrorCode::Illegal, "the engine is to move"));
        }
        self.stop_looking();
        self.table()?.promote(variation)?;
        self.changed(true);
        Ok(())
    }

    pub(super) fn cut(&mut self, variation: usize, ply: usize) -> Result<(), Refusal> {
        self.stop_looking();
        self.table()?.cut(variation, ply)?;
        self.changed(true);
        Ok(())
    }

    pub(super) fn set_glyph(&mut self, variation: Option<usize>, ply: usize, nag: Option<u8>) -> Result<(), Refusal> {
        let (entry, kept) = self.table()?.ply_in(variation, ply)?;
        (entry.nag, kept.nag) = (nag, nag);
        self.changed(true);
        Ok(())
    }
}
