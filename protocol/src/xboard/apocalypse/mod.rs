//! Apocalypse at XBoard's board. XBoard knows only sides that move in turn, so one side is shown first: White against a program,
//! the user against a user, so that the engine can resolve the turn. The engine's search does not depend on a choice that the
//! other side has already made.

mod mouse;

use apocalypse::rules::{Choice, Position, Square};
use games::plies::apocalypse::{DEFINITION, NICKNAMES, has_squares, scripts, shown_alone};
use games::plies::{Board, Ply, pieces};
use games::{AnySession, GameSession, SetUpError};
use movegen::{Color, Game};

use super::session::{ClickReply, Lifted, Received, Session};
use mouse::Clicks;

/// The state before a ply that XBoard shows.
struct ShownPly {
    shown: Board,
    turn: Color,
    pending: Option<(Color, Choice)>,
    relayed_texts: Vec<Option<String>>,
    turns: usize,
}

pub(super) struct ApocalypseSession {
    /// The game. Its pending choice is that of the side shown first.
    game: GameSession<Position>,
    shown: Board,
    turn: Color,
    /// The texts received of the other side's script.
    relayed_texts: Vec<Option<String>>,
    plies: Vec<ShownPly>,
    /// The text of the last plain choice, if XBoard's board is wrong after it.
    plain: Option<String>,
    clicks: Clicks,
    against_program: bool,
}

impl Default for ApocalypseSession {
    fn default() -> Self {
        Self::at(Position::start(), Color::White, false)
    }
}

impl ApocalypseSession {
    fn at(pos: Position, turn: Color, against_program: bool) -> Self {
        let (relayed_texts, plies, clicks) = (Vec::new(), Vec::new(), Clicks::default());
        let shown = Board::new(&pos.board_text(), &NICKNAMES);
        let game = GameSession::at(pos);
        Self { game, shown, turn, relayed_texts, plies, plain: None, clicks, against_program }
    }

    fn pos(&self) -> &Position {
        self.game.position()
    }

    fn show(&mut self, ply: &Ply) {
        self.clicks = Clicks::default();
        let (shown, turn, relayed_texts) = (self.shown.clone(), self.turn, self.relayed_texts.clone());
        let (pending, turns) = (self.game.pending(), self.game.turns());
        self.plies.push(ShownPly { shown, turn, pending, relayed_texts, turns });
        self.shown.play(ply);
        self.turn = !self.turn;
    }

    /// Plays the choice of the side that is shown second.
    fn resolve(&mut self, second: Choice) {
        self.game.play(self.side_to_choose(), second);
        self.relayed_texts.clear();
    }

    /// The board with the first side's choice alone.
    fn base(&self) -> (&Board, Color) {
        match self.plies.len().checked_sub(self.relayed_texts.len()).and_then(|at| self.plies.get(at)) {
            Some(ply) if !self.relayed_texts.is_empty() => (&ply.shown, ply.turn),
            _ => (&self.shown, self.turn),
        }
    }

    /// Receives the next ply of the other side's script.
    fn receive_ply(&mut self, text: Option<&str>) -> Option<Received> {
        let (first, choice) = self.game.pending()?;
        let mut relayed_texts = self.relayed_texts.clone();
        relayed_texts.push(text.map(str::to_owned));
        let (base, turn) = self.base();
        let mut part = None;
        for (second, plies) in scripts(self.pos(), base, turn, choice, !first) {
            let texts = base.relay(&plies);
            let ply = plies.get(relayed_texts.len() - 1).copied();
            if texts == relayed_texts {
                self.show(&ply?);
                self.resolve(second);
                return Some(Received::Move { m: second.to_string(), is_shown: true });
            }
            if texts.starts_with(&relayed_texts) {
                part = part.or(ply);
            }
        }
        self.show(&part?);
        self.relayed_texts = relayed_texts;
        Some(Received::Part)
    }

    /// Receives a choice as a user enters it: two squares.
    fn receive_choice(&mut self, text: &str) -> Option<Received> {
        let side = self.turn;
        let choice = self.read(side, text)?;
        let ply = Ply::parse(text).unwrap_or_else(|| shown_alone(self.pos(), side, choice));
        self.show(&ply);
        let resolves = self.game.pending().is_some_and(|(first, _)| first != side);
        self.game.play(side, choice);
        if resolves {
            self.relayed_texts.clear();
        }
        // XBoard saves a move of several legs but cannot load it.
        let has_legs = matches!(ply, Ply::Go(step) if step.over.is_some());
        let is_shown = if resolves { self.shown.differs_from(&pieces(self.pos())) == 0 } else { !has_legs };
        Some(Received::Move { m: choice.to_string(), is_shown })
    }

    /// Receives the second choice of a turn: the plain choice of a user who moves both sides, or a script, as in a game that
    /// XBoard has loaded.
    fn receive_second(&mut self, text: &str) -> Option<Received> {
        if !self.relayed_texts.is_empty() {
            return self.receive_ply(Some(text));
        }
        let received = self.receive_choice(text);
        if matches!(received, Some(Received::Move { is_shown: false, .. })) {
            self.plain = Some(text.to_owned());
        }
        received.or_else(|| self.receive_ply(Some(text)))
    }

    /// Receives a ply (`None`: a pass) after a second choice with which the board is wrong. If the ply continues a script, that
    /// choice was the first ply of the script.
    fn continue_script(&mut self, text: Option<&str>) -> Option<Received> {
        let plain = self.plain.take()?;
        self.undo(1);
        let length = self.plies.len();
        if self.receive_ply(Some(&plain)) == Some(Received::Part)
            && let Some(received) = self.receive_ply(text)
        {
            return Some(received);
        }
        self.undo(self.plies.len() - length);
        self.receive_choice(&plain);
        None
    }

    /// The choice that a text means; among several routes to a square the first safe one.
    fn read(&self, side: Color, text: &str) -> Option<Choice> {
        let choices = self.pos().moves(side);
        let matches_shown =
            |choice: &&Choice| self.shown.relayed(&shown_alone(self.pos(), side, **choice)).as_deref() == Some(text);
        let matches_squares = |choice: &&Choice| Ply::parse(text).is_some_and(|ply| has_squares(&ply, **choice));
        choices.iter().find(matches_shown).or_else(|| choices.iter().find(matches_squares)).copied()
    }
}

impl Session for ApocalypseSession {
    fn game(&self) -> &dyn AnySession {
        &self.game
    }

    fn definition(&self) -> Vec<String> {
        DEFINITION.map(str::to_owned).to_vec()
    }

    /// XBoard's FEN has its own side to move and the pieces in hand of the parent game.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), SetUpError> {
        let (mut pos, mut turn) = (Position::start(), Color::White);
        if let Some(fen) = fen {
            let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
            if let Some(board) = fields.first_mut() {
                *board = board.split('[').next().unwrap_or_default();
            }
            if let Some(field) = fields.get_mut(1).filter(|field| **field == "b") {
                (*field, turn) = ("w", Color::Black);
            }
            pos = fields.join(" ").parse()?;
        }
        *self = Self::at(pos, turn, self.against_program);
        Ok(())
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn side_to_choose(&self) -> Color {
        self.game.pending().map_or(self.turn, |(first, _)| !first)
    }

    /// The side that resolves the turn chooses as soon as the other side has chosen.
    fn has_to_choose(&self, side: Color) -> bool {
        self.relayed_texts.is_empty() && self.side_to_choose() == side && self.pos().outcome().is_none()
    }

    fn set_opponent(&mut self, is_program: bool) {
        self.against_program = is_program;
    }

    /// Against a user the engine passes, so that the user is shown first.
    fn pass_first(&mut self, side: Color) -> Option<String> {
        let is_first = self.game.pending().is_none() && self.turn == side && !self.against_program;
        is_first.then(|| {
            self.show(&Ply::Pass);
            Ply::Pass.to_string()
        })
    }

    fn receive(&mut self, text: &str) -> Option<Received> {
        match self.game.pending() {
            Some(_) if self.against_program => self.receive_ply(Some(text)),
            Some(_) => self.receive_second(text),
            None => self.continue_script(Some(text)).or_else(|| self.receive_choice(text)),
        }
    }

    fn receive_position(&mut self, fen: &str) -> Option<Received> {
        let board = Board::new(fen.split(['[', ' ']).next()?, &NICKNAMES);
        let is_shown = board.pieces() == self.shown.pieces() && !self.plies.is_empty();
        match self.game.pending() {
            _ if !is_shown => None,
            Some(_) => self.receive_ply(None),
            None => self.continue_script(None),
        }
    }

    fn play(&mut self, m: &str) -> Vec<String> {
        let side = self.side_to_choose();
        let Ok(choice) = self.pos().parse_move(side, m) else { return Vec::new() };
        let Some((_, first)) = self.game.pending() else {
            let ply = shown_alone(self.pos(), side, choice);
            self.show(&ply);
            self.game.play(side, choice);
            return vec![ply.to_string()];
        };
        let all = scripts(self.pos(), &self.shown, self.turn, first, side);
        let plies = all.into_iter().find(|(other, _)| *other == choice).map(|(_, plies)| plies).unwrap_or_default();
        plies.iter().for_each(|ply| self.show(ply));
        self.resolve(choice);
        plies.iter().map(ToString::to_string).collect()
    }

    /// Only an unresolved choice can be shown in another way.
    fn show_again(&mut self) -> Vec<String> {
        let Some((_, choice)) = self.game.pending() else { return Vec::new() };
        self.undo(1);
        self.play(&choice.to_string())
    }

    fn undo(&mut self, plies: usize) -> bool {
        let Some(first) = self.plies.len().checked_sub(plies) else { return false };
        self.plain = None;
        self.clicks = Clicks::default();
        if let Some(ShownPly { shown, turn, pending, relayed_texts, turns }) = self.plies.drain(first..).next() {
            self.game.undo_to(turns, pending);
            (self.shown, self.turn, self.relayed_texts) = (shown, turn, relayed_texts);
        }
        true
    }

    fn state(&self) -> Option<String> {
        let [white, black] = Color::BOTH.map(|side| self.pos().penalties(side));
        Some(format!("Penalties: White {white}, Black {black}"))
    }

    fn brief_state(&self) -> Option<String> {
        let [white, black] = Color::BOTH.map(|side| self.pos().penalties(side));
        (white + black > 0).then(|| format!("Penalties {white}:{black}"))
    }

    fn parse_move(&self, text: &str) -> Option<String> {
        self.read(self.side_to_choose(), text).map(|choice| choice.to_string())
    }

    fn lift(&mut self, square: &str) -> Option<Lifted> {
        let at = Square::parse(square)?;
        Some(Lifted { colours: self.clicks.lift(self.game.position(), self.turn, at), remark: None })
    }

    fn put(&mut self, square: &str) -> Option<ClickReply> {
        self.clicks.put(self.game.position(), self.turn, Square::parse(square)?)
    }
}
