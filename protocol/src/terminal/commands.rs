//! Execution of commands during a game.

use std::path::{Path, PathBuf};

use games::AnySession as _;
use movegen::fen::printable;
use movegen::{Color, Turn};

use super::board::{Spot, spot};
use super::command::{self, Command};
use super::open;
use super::playable::{Playable, turns};
use super::saved::{self, Ended, Saved};
use super::session::{Next, Session};
use super::thinking::{FULL_LEVEL, Opponent, Pace};
use super::thought::Thought;

/// The result of a command: another game, the end, or nothing beyond its output.
type Done<'a> = Result<Option<Next<'a>>, String>;

/// The time for a hint if the engine has no node limit.
const HINT: Pace = Pace::Each(std::time::Duration::from_secs(1));

impl<'a, G: Playable> Session<'a, G> {
    /// Does what the user wants.
    pub(super) fn act(&mut self, command: Command) -> Done<'a> {
        match command {
            Command::Nothing => {}
            Command::Move(text) => {
                self.needs_a_game()?;
                let side = self.side_to_choose();
                let m = self.game.position().understood(side, &text)?;
                self.play_move(side, m);
            }
            Command::Moves(at) => self.print(&self.moves(at.as_deref())?),
            Command::Prices(at) => {
                let target = at.map(|text| self.spot(&text)).transpose()?;
                self.print(&self.game.position().prices(target)?.join("\n"));
            }
            Command::Hint => self.hint()?,
            Command::Go => self.go()?,
            Command::Undo => self.undo()?,
            Command::Save(path) => self.save(PathBuf::from(path))?,
            Command::Load(path) => return self.begin(Saved::read(Path::new(&path))?),
            Command::New(game) => return self.begin(Saved { game: game.unwrap_or(G::NAME), ..Saved::default() }),
            Command::Resign => self.resign()?,
            Command::Draw => self.offer_draw()?,
            Command::Level(None) => self.print(&format!("The engine plays at level {}.", self.opponent.level)),
            Command::Level(Some(level)) => {
                self.opponent.level = level;
                self.engine.set(self.opponent.settings());
                self.print(&format!("The engine plays at level {level} from now on."));
            }
            Command::Color(seats) => {
                (self.seats, self.is_paused) = (seats, false);
                // What the engine chose for a side that is the user's now is nothing to it.
                self.sealed = self.sealed.take().filter(|(side, ..)| !seats.has(*side) && seats.has(!*side));
                self.below = seats.only().unwrap_or(self.below);
                self.is_new = true;
            }
            Command::Flip => {
                self.below = !self.below;
                self.is_new = true;
            }
            Command::Board => self.is_new = true,
            Command::Eval => {
                let trace = self.engine.get(&self.game).trace(&self.game);
                self.print(&trace.map_err(|error| error.to_string())?);
            }
            Command::Fen => self.print(&self.game.position().to_string()),
            Command::List => self.print(&match saved::move_text(&self.game) {
                text if text.is_empty() => "No moves yet.".to_owned(),
                text => text,
            }),
            Command::Help => self.print(&command::help()),
            Command::Quit => return Ok(Some(Next::Leave)),
        }
        Ok(None)
    }

    /// Another game; this one continues if it cannot be opened.
    fn begin(&self, mut game: Saved) -> Done<'a> {
        game.seats = game.seats.or(Some(self.seats));
        Ok(Some(Next::Begin(open(&game, self.opponent, self.screen)?)))
    }

    fn needs_a_game(&self) -> Result<(), String> {
        match self.ended() {
            None => Ok(()),
            Some(_) => Err("the game is over; undo, new, load or quit".to_owned()),
        }
    }

    fn spot(&self, text: &str) -> Result<Spot, String> {
        spot(text, G::SIZE).ok_or_else(|| format!("'{}' is no square", printable(text)))
    }

    /// All legal moves, or those that touch a square with what they do.
    fn moves(&self, at: Option<&str>) -> Result<String, String> {
        let (pos, side) = (self.game.position(), self.side_to_choose());
        let at = at.map(|text| self.spot(text).map(|spot| (spot, text))).transpose()?;
        self.needs_a_game()?;
        let all = pos.moves(side);
        let Some((spot, name)) = at else {
            let texts: Vec<String> = all.iter().map(|&m| pos.written(side, m)).collect();
            return Ok(saved::filled(&format!("Legal moves ({}): {}", texts.len(), texts.join(" "))));
        };
        let line = |m: G::Move| {
            let effect = pos.effect(side, m).unwrap_or_default();
            format!("  {:<8}{effect}", pos.written(side, m)).trim_end().to_owned()
        };
        let lines: Vec<String> = all.into_iter().filter(|&m| pos.touched(m).contains(&spot)).map(line).collect();
        match lines.is_empty() {
            true => Err(format!("no legal move begins or ends on {name}")),
            false => Ok(format!("With {name} ({}):\n{}", lines.len(), lines.join("\n"))),
        }
    }

    /// Prints the move that the engine would play at full strength.
    fn hint(&mut self) -> Result<(), String> {
        self.needs_a_game()?;
        let side = self.side_to_choose();
        self.engine.set(Opponent { level: FULL_LEVEL, ..self.opponent }.settings());
        let pace = if matches!(self.opponent.pace, Pace::Nodes(_)) { self.opponent.pace } else { HINT };
        let found = self.think(side, pace);
        self.engine.set(self.opponent.settings());
        let found = found?;
        let best = found.best.ok_or("there is no move")?;
        let why = found.thought.map(|Thought { depth, value, line, .. }| format!(" (depth {depth}, {value}: {line})"));
        self.print(&format!("Hint: {}{}", self.game.position().written(side, best), why.unwrap_or_default()));
        Ok(())
    }

    /// Resumes the engine, or makes its move for the user.
    fn go(&mut self) -> Result<(), String> {
        self.needs_a_game()?;
        if std::mem::take(&mut self.is_paused) {
            return Ok(());
        }
        let side = self.side_to_choose();
        let m = self.engine_chooses(side)?.ok_or("there is no move")?;
        self.play_move(side, m);
        Ok(())
    }

    /// Back to where the user chose last; who only watches goes back one move, and the engine waits.
    fn undo(&mut self) -> Result<(), String> {
        let played = self.game.turns();
        if self.game.pending().is_some() {
            self.take_back_to(played);
            return Ok(());
        }
        let watches = self.seats.are_empty();
        let is_users = |before: &G| match before.turn() {
            Turn::One(side) => watches || self.seats.has(side),
            Turn::Both => true,
        };
        let turn = turns(self.game.record()).enumerate().filter(|(_, (before, _))| is_users(before)).last();
        let (turn, _) = turn.ok_or("there is nothing to take back")?;
        self.take_back_to(turn);
        self.is_paused = watches;
        Ok(())
    }

    fn save(&mut self, path: PathBuf) -> Result<(), String> {
        let text = saved::pgn(&self.game, self.ended().as_ref(), self.seats, self.opponent.level);
        saved::write(&path, &text, self.written.as_ref() == Some(&path))?;
        self.print(&format!("Saved in '{}'.", printable(&path.to_string_lossy())));
        self.written = Some(path);
        Ok(())
    }

    fn resign(&mut self) -> Result<(), String> {
        self.needs_a_game()?;
        let side = self.seats.only().unwrap_or_else(|| self.side_to_choose());
        if !self.seats.has(side) {
            return Err("you play neither side".to_owned());
        }
        let score = if side == Color::White { "0-1" } else { "1-0" };
        self.end(Ended { score, reason: format!("{} resigns", side.name()) });
        Ok(())
    }

    /// The engine takes a draw when it stood no better after its last move.
    fn offer_draw(&mut self) -> Result<(), String> {
        self.needs_a_game()?;
        if self.seats.are_empty() {
            return Err("you play neither side".to_owned());
        }
        match self.seats.0 == [true, true] || self.is_modest {
            true => self.end(Ended { score: "1/2-1/2", reason: "draw by agreement".to_owned() }),
            false => self.print("The engine declines the draw."),
        }
        Ok(())
    }

    fn end(&mut self, ended: Ended) {
        self.agreed = Some(ended);
        self.sealed = None;
        self.is_new = true;
    }
}
