//! Apocalypse at XBoard's board. XBoard knows only sides that move in turn, so one side is shown first: against a program
//! White, against a user always the user, so that the engine can resolve the turn. The engine never looks at a choice that
//! the other side has made already.

mod mouse;
pub(super) mod report;

use apocalypse::rules::{Choice, Position, Square};
use engine::Settings;
use games::plies::apocalypse::{DEFINITION, NICKNAMES, pieces, scripts, shown_alone, spot};
use games::plies::{Board, Ply};
use movegen::fen::FenError;
use movegen::{Color, Game, Outcome};

use super::search::{self, SearchOrder, Task};
use super::session::{ClickReply, Lifted, Received, Session};
use crate::game::{AnyEngine, AnyMove, GameSession, SearchedGame};
use mouse::Clicks;
use report::Reporter;

/// What stood before a ply that XBoard shows.
struct ShownPly {
    shown: Board,
    turn: Color,
    pending: Option<(Color, Choice)>,
    heard: Vec<Option<String>>,
    /// Turns played.
    turns: usize,
}

/// A game of Apocalypse at XBoard's board.
pub(super) struct ApocalypseSession {
    /// The game. Its pending choice is that of the side shown first, when the other one's is still to come.
    game: GameSession<Position>,
    shown: Board,
    /// The side that XBoard has on the move.
    turn: Color,
    /// What has come of the other side's script.
    heard: Vec<Option<String>>,
    plies: Vec<ShownPly>,
    /// The text of a plain choice that was made last and has left the board wrong.
    plain: Option<String>,
    clicks: Clicks,
    against_program: bool,
}

impl ApocalypseSession {
    /// The game at its start.
    pub(super) fn new(settings: Settings) -> Self {
        let game = GameSession::<Position>::new(settings);
        let shown = Board::new(&game.position().board_text(), &NICKNAMES);
        Self {
            game,
            shown,
            turn: Color::White,
            heard: Vec::new(),
            plies: Vec::new(),
            plain: None,
            clicks: Clicks::default(),
            against_program: false,
        }
    }

    fn pos(&self) -> &Position {
        self.game.position()
    }

    /// The side that chooses next.
    fn side_to_choose(&self) -> Color {
        self.game.pending().map_or(self.turn, |(first, _)| !first)
    }

    /// XBoard shows a ply.
    fn show(&mut self, ply: &Ply) {
        self.clicks = Clicks::default();
        let (turn, pending, turns) = (self.turn, self.game.pending(), self.game.record().moves().len());
        self.plies.push(ShownPly { shown: self.shown.clone(), turn, pending, heard: self.heard.clone(), turns });
        self.shown.play(ply);
        self.turn = !self.turn;
    }

    /// The side that is shown second has chosen.
    fn resolve(&mut self, second: Choice) {
        self.game.play(self.side_to_choose(), second);
        self.heard.clear();
    }

    /// The board that shows the first side's choice alone.
    fn base(&self) -> (&Board, Color) {
        match self.plies.len().checked_sub(self.heard.len()).and_then(|at| self.plies.get(at)) {
            Some(ply) if !self.heard.is_empty() => (&ply.shown, ply.turn),
            _ => (&self.shown, self.turn),
        }
    }

    /// The next ply of the other side's script.
    fn receive_ply(&mut self, text: Option<&str>) -> Option<Received> {
        let (first, choice) = self.game.pending()?;
        let mut heard = self.heard.clone();
        heard.push(text.map(str::to_owned));
        let (base, turn) = self.base();
        let mut part = None;
        for (second, plies) in scripts(self.pos(), base, turn, choice, !first) {
            let texts = base.relay(&plies);
            let ply = plies.get(heard.len() - 1).copied();
            if texts == heard {
                self.show(&ply?);
                self.resolve(second);
                return Some(Received::Move { m: AnyMove::Apocalypse(second), is_shown: true });
            }
            if texts.starts_with(&heard) {
                part = part.or(ply);
            }
        }
        self.show(&part?);
        self.heard = heard;
        Some(Received::Part)
    }

    /// A choice as a user enters it: from where to where.
    fn receive_choice(&mut self, text: &str) -> Option<Received> {
        let side = self.turn;
        let choice = self.meant(side, text)?;
        let ply = Ply::parse(text).unwrap_or_else(|| shown_alone(self.pos(), side, choice));
        self.show(&ply);
        let resolves = self.game.pending().is_some_and(|(first, _)| first != side);
        self.game.play(side, choice);
        if resolves {
            self.heard.clear();
        }
        // A move of several legs is one that XBoard would save, but not read again.
        let has_legs = matches!(ply, Ply::Go(step) if step.over.is_some());
        let is_shown = if resolves { self.shown.differs_from(&pieces(self.pos())) == 0 } else { !has_legs };
        Some(Received::Move { m: AnyMove::Apocalypse(choice), is_shown })
    }

    /// The second choice of a turn, from XBoard: the plain choice of a user who moves both sides, or a script, as in a game
    /// that XBoard has loaded.
    fn receive_second(&mut self, text: &str) -> Option<Received> {
        if !self.heard.is_empty() {
            return self.receive_ply(Some(text));
        }
        let received = self.receive_choice(text);
        if matches!(received, Some(Received::Move { is_shown: false, .. })) {
            self.plain = Some(text.to_owned());
        }
        received.or_else(|| self.receive_ply(Some(text)))
    }

    /// A ply behind a second choice that has left the board wrong: then that was no plain choice, but the beginning of a
    /// script, if this is its next ply (`None`: a pass).
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

    /// The choice that a text means; of several ways to the same square the first one that is safe.
    fn meant(&self, side: Color, text: &str) -> Option<Choice> {
        let choices = self.pos().moves(side);
        let is_shown_so =
            |choice: &&Choice| self.shown.relayed(&shown_alone(self.pos(), side, **choice)).as_deref() == Some(text);
        let goes_so = |choice: &&Choice| {
            matches!(Ply::parse(text), Some(Ply::Go(step))
                if step.from == spot(choice.from()) && step.to == spot(choice.to())
                    && step.over.is_none_or(|over| over == spot(choice.via())))
        };
        choices.iter().find(is_shown_so).or_else(|| choices.iter().find(goes_so)).copied()
    }
}

impl Session for ApocalypseSession {
    fn name(&self) -> &'static str {
        Position::NAME
    }

    fn definition(&self) -> Vec<String> {
        DEFINITION.map(str::to_owned).to_vec()
    }

    /// XBoard writes whose turn it shows, and the hands that its parent game has.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError> {
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
        self.game.begin_at(pos);
        self.shown = Board::new(&pos.board_text(), &NICKNAMES);
        self.turn = turn;
        self.heard.clear();
        self.plies.clear();
        self.plain = None;
        self.clicks = Clicks::default();
        Ok(())
    }

    fn fen(&self) -> String {
        self.pos().to_string()
    }

    fn engine(&self) -> Box<dyn AnyEngine> {
        Box::new(self.game.engine().clone())
    }

    fn turn(&self) -> Color {
        self.turn
    }

    /// Who resolves is asked as soon as the other side has chosen.
    fn is_asked(&self, side: Color) -> bool {
        self.heard.is_empty() && self.side_to_choose() == side && self.pos().outcome().is_none()
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

    fn play(&mut self, m: AnyMove) -> Vec<String> {
        let side = self.side_to_choose();
        let is_choice = |choice: &Choice| self.pos().moves(side).contains(choice);
        let Some(choice) = Position::from_any(m).filter(is_choice) else { return Vec::new() };
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

    /// Only what is not resolved yet can be shown in another way.
    fn show_again(&mut self) -> Vec<String> {
        let Some((_, choice)) = self.game.pending() else { return Vec::new() };
        self.undo(1);
        self.play(AnyMove::Apocalypse(choice))
    }

    fn undo(&mut self, plies: usize) -> bool {
        let Some(first) = self.plies.len().checked_sub(plies) else { return false };
        self.plain = None;
        self.clicks = Clicks::default();
        let gone = self.plies.split_off(first);
        if let Some(ShownPly { shown, turn, pending, heard, turns }) = gone.into_iter().next() {
            self.game.take_back_to(turns, pending);
            (self.shown, self.turn, self.heard) = (shown, turn, heard);
        }
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn state(&self) -> Option<String> {
        let [white, black] = Color::BOTH.map(|side| self.pos().penalties(side));
        Some(format!("Penalties: White {white}, Black {black}"))
    }

    fn brief_state(&self) -> Option<String> {
        let [white, black] = Color::BOTH.map(|side| self.pos().penalties(side));
        (white + black > 0).then(|| format!("Penalties {white}:{black}"))
    }

    fn moves(&self) -> Vec<AnyMove> {
        self.pos().moves(self.side_to_choose()).into_iter().map(AnyMove::Apocalypse).collect()
    }

    fn parse_move(&self, text: &str) -> Option<AnyMove> {
        self.meant(self.side_to_choose(), text).map(AnyMove::Apocalypse)
    }

    fn lift(&mut self, square: &str) -> Option<Lifted> {
        let at = Square::parse(square)?;
        Some(Lifted { colours: self.clicks.lift(self.game.position(), self.turn, at), remark: None })
    }

    fn put(&mut self, square: &str) -> Option<ClickReply> {
        self.clicks.put(self.game.position(), self.turn, Square::parse(square)?)
    }

    fn search(&self, order: SearchOrder) -> Task {
        let side = self.side_to_choose();
        search::task(self.game.engine().clone(), self.game.record().clone(), side, order, Reporter { side })
    }
}
