//! The game on the board: moves, players, clocks, offers, seals; its stored form and its view.

use std::time::Duration;

use movegen::Color;

use super::clock::Clocks;
use super::seal;
use crate::messages::{
    ErrorCode, GameState, GameSummary, HistoryEntry, Player, Refusal, ResultView, Side, Sides, Thinking, Turn,
};
use crate::rules::{self, PlayedGame, Texts};
use crate::store::{Seal, StoredEnd, StoredGame, StoredPly};

/// The game on the board.
pub(super) struct Table {
    pub(super) game: Box<dyn PlayedGame>,
    pub(super) history: Vec<HistoryEntry>,
    /// The stored form. [`Table::stored`] updates its `moves` and `left`.
    pub(super) kept: StoredGame,
    pub(super) clocks: Option<Clocks>,
    pub(super) paused: bool,
    pub(super) offer: Option<Color>,
    /// The run and the side of the thinking engine.
    pub(super) thinking: Option<(u64, Color)>,
    /// The time at which it started.
    pub(super) woken: Duration,
}

impl Table {
    /// Restores a game from its stored form.
    ///
    /// # Errors
    /// The position or a move is invalid.
    pub(super) fn from_stored(kept: StoredGame) -> Result<Self, Refusal> {
        let mut game = rules::open(&kept.variant, Some(&kept.start))?;
        let mut history = Vec::with_capacity(kept.moves.len());
        for (i, texts) in kept.moves.iter().enumerate() {
            let mut entry = game.play(texts)?;
            if let Some(ply) = kept.plies.get(i) {
                add_stored(&mut entry, ply);
            }
            history.push(entry);
        }
        let clocks = kept.time.map(|control| Clocks::new(control, Some(kept.left)));
        let engines = kept.players.iter().all(|player| matches!(player, Player::Engine { .. }));
        let paused = clocks.is_some() || engines;
        Ok(Self { game, history, kept, clocks, paused, offer: None, thinking: None, woken: Duration::ZERO })
    }

    /// Returns the stored form, the summary and the keys of the positions.
    pub(super) fn stored(&mut self, now: Duration) -> (StoredGame, GameSummary, Vec<u64>) {
        self.kept.moves = self.game.played().to_vec();
        if let Some(clocks) = &self.clocks {
            self.kept.left = clocks.millis(now);
        }
        let result = self.result();
        let opening: Vec<String> = self.history.iter().take(8).map(numbered).collect();
        let listed = GameSummary {
            game: self.kept.id,
            variant: self.kept.variant.clone(),
            white: self.kept.names[0].clone(),
            black: self.kept.names[1].clone(),
            result: result.as_ref().map_or_else(|| "*".to_owned(), |result| result.score.clone()),
            reason: result.map(|result| result.reason).unwrap_or_default(),
            date: self.kept.date.clone(),
            plies: self.history.len(),
            opening: opening.join(" "),
            fen: self.game.view().fen,
        };
        (self.kept.clone(), listed, self.game.keys())
    }

    /// Returns the result, by the rules or otherwise.
    pub(super) fn result(&self) -> Option<ResultView> {
        self.game.result().or_else(|| self.kept.end.as_ref().map(end_view))
    }

    pub(super) fn is_human(&self, side: Color) -> bool {
        matches!(self.kept.players[side], Player::Human { .. })
    }

    /// Returns `true` if a side is to choose now.
    pub(super) fn is_to_choose(&self, side: Color) -> bool {
        let turn = match self.game.turn() {
            Turn::White => side == Color::White,
            Turn::Black => side == Color::Black,
            Turn::Both => self.kept.pending[side].is_none() && self.kept.seals[side].is_none(),
        };
        turn && self.result().is_none()
    }

    /// Returns `true` if the other side's engine must seal its choice before this side may choose.
    pub(super) fn awaits_seal(&self, side: Color) -> bool {
        self.game.turn() == Turn::Both && !self.is_human(!side) && self.kept.seals[!side].is_none()
    }

    /// Returns the side of the engine that is to choose.
    pub(super) fn engine_to_choose(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&side| !self.is_human(side) && self.is_to_choose(side))
    }

    /// Returns the clocks that run: from the first move on, those of the sides that can choose.
    pub(super) fn running(&self) -> [bool; 2] {
        let runs = !self.paused && !self.history.is_empty();
        Color::BOTH.map(|side| runs && self.is_to_choose(side) && (!self.is_human(side) || !self.awaits_seal(side)))
    }

    /// Returns the number of plies after an undo.
    pub(super) fn undo_to(&self) -> Option<usize> {
        let last = self.history.len().checked_sub(1)?;
        let has_human = Color::BOTH.into_iter().any(|side| self.is_human(side));
        let chooses = |ply: usize| match self.history[ply].moves[..] {
            [ref only] => self.is_human(only.side.into()),
            _ => true,
        };
        if has_human { (0..=last).rev().find(|&ply| chooses(ply)) } else { Some(last) }
    }

    /// Goes back to this number of plies.
    pub(super) fn go_back(&mut self, ply: usize) {
        self.game = self.game.at(ply);
        self.history.truncate(ply);
        self.kept.plies.truncate(ply);
        (self.kept.pending, self.kept.seals) = Default::default();
        (self.kept.end, self.offer, self.thinking) = (None, None, None);
    }

    /// Returns the whole turn if all sides have chosen.
    pub(super) fn complete(&self) -> Option<Texts> {
        let choice = |side: Color| {
            let sealed = self.kept.seals[side].as_ref().map(|seal| seal.choice.clone());
            self.kept.pending[side].clone().or(sealed)
        };
        match self.game.turn() {
            Turn::Both => Some([Some(choice(Color::White)?), Some(choice(Color::Black)?)]),
            _ => self.kept.pending.iter().any(Option::is_some).then(|| self.kept.pending.clone()),
        }
    }

    /// Plays a whole turn.
    pub(super) fn play(&mut self, texts: &Texts, now: Duration) -> Result<(), Refusal> {
        let spent = self.kept.left;
        let mut entry = self.game.play(texts)?;
        let mut ply = StoredPly { seals: std::mem::take(&mut self.kept.seals), ..StoredPly::default() };
        self.kept.pending = Default::default();
        self.offer = None;
        if let Some(clocks) = &mut self.clocks {
            let left = clocks.millis(now);
            for made in &entry.moves {
                let side = Color::from(made.side);
                ply.millis[side] = Some(spent[side].saturating_sub(left[side]));
                clocks.add_increment(side);
            }
            self.kept.left = clocks.millis(now);
        }
        add_stored(&mut entry, &ply);
        self.history.push(entry);
        self.kept.plies.push(ply);
        Ok(())
    }

    /// Sets the comment on a ply.
    ///
    /// # Errors
    /// The ply has not been played.
    pub(super) fn comment(&mut self, ply: usize, text: Option<String>) -> Result<(), Refusal> {
        let Some((entry, kept)) = self.history.get_mut(ply).zip(self.kept.plies.get_mut(ply)) else {
            let why = format!("the game has no ply {ply}");
            return Err(Refusal::new(ErrorCode::Unknown, why).in_field("ply"));
        };
        entry.comment.clone_from(&text);
        kept.comment = text;
        Ok(())
    }

    /// Returns the state for the page.
    pub(super) fn state(&self, version: u64, now: Duration) -> GameState {
        let may_move =
            |side: Color| self.is_human(side) && self.is_to_choose(side) && !self.paused && !self.awaits_seal(side);
        let result = self.result();
        let seals = |side: Color| self.kept.seals[side].as_ref().map(|seal| seal::view(seal, side.into(), false));
        let may_resign = Color::BOTH.map(|side| self.is_human(side) && result.is_none());
        GameState {
            version,
            game: self.kept.id,
            position: self.game.view(),
            start: self.kept.start.clone(),
            players: {
                let [white, black] = self.kept.players.clone();
                Sides { white, black }
            },
            names: {
                let [white, black] = self.kept.names.clone();
                Sides { white, black }
            },
            may_move: Sides::new(Color::BOTH.map(may_move)),
            last_move: self
                .history
                .last()
                .map(|entry| entry.moves.iter().flat_map(|made| made.squares.clone()).collect())
                .unwrap_or_default(),
            history: self.history.clone(),
            comment: self.kept.comment.clone(),
            result,
            time: self.kept.time,
            clocks: self.clocks.as_ref().map(|clocks| clocks.view(now)),
            paused: self.paused,
            thinking: self.thinking.map(|(_, side)| Thinking { side: side.into() }),
            sealed: Color::BOTH.into_iter().filter_map(seals).collect(),
            chosen: Sides::new(
                Color::BOTH.map(|side| self.kept.pending[side].is_some() || self.kept.seals[side].is_some()),
            ),
            draw_offer: self.offer.map(Side::from),
            can_undo: self.undo_to().is_some(),
            may_resign: Sides::new(may_resign),
        }
    }
}

/// Adds the stored data of a ply to its entry.
pub(super) fn add_stored(entry: &mut HistoryEntry, ply: &StoredPly) {
    for made in &mut entry.moves {
        let side = Color::from(made.side);
        made.millis = ply.millis[side];
        if let Some(seal) = &ply.seals[side] {
            made.sealed = Some(seal::view(seal, made.side, true));
            entry.odds = seal.strategies.as_ref().map(|both| match side {
                Color::White => both.white.clone(),
                Color::Black => both.black.clone(),
            });
            entry.strategies.clone_from(&seal.strategies);
        }
    }
    entry.value = ply.value.or(entry.strategies.as_ref().and_then(|_| value_of(ply)));
    entry.comment.clone_from(&ply.comment);
}

/// Returns the value of the strategies of a seal.
fn value_of(ply: &StoredPly) -> Option<crate::messages::Value> {
    let of = |seal: &Seal| seal.strategies.as_ref().map(|both| f64::midpoint(both.low, both.high));
    ply.seals.iter().flatten().find_map(of).map(crate::messages::Value::Expected)
}

/// Converts an end outside the rules.
fn end_view(end: &StoredEnd) -> ResultView {
    let winner = match end.score.as_str() {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        _ => None,
    };
    ResultView::new(winner, &end.reason)
}

/// Returns an entry as in a list of moves: `12. Nf3` or `Nf6`.
fn numbered(entry: &HistoryEntry) -> String {
    let texts: Vec<&str> = entry.moves.iter().map(|made| made.san.as_str()).collect();
    match entry.moves.first().map(|made| made.side) {
        Some(Side::White) => format!("{}. {}", entry.number, texts.join(" ")),
        _ if entry.ply == 0 => format!("{}... {}", entry.number, texts.join(" ")),
        _ => texts.join(" "),
    }
}
