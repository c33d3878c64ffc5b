//! Execution of commands during a game.

use std::path::{Path, PathBuf};

use movegen::Color;
use movegen::fen::printable;
use movegen::variants::{self, Visit, VisitTurnBased};
use movegen::{Position, Variant};

use super::begin::{Begin, Next};
use super::board::{Spot, spot};
use super::command::{self, Command};
use super::playable::{Playable, mover, turns};
use super::saved::{self, Ended, Saved};
use super::session::{Session, set_up};
use super::thinking::{FULL_LEVEL, Opponent, Pace, think};
use super::thought::Thought;

/// The result of a command: another game, the end, or nothing beyond its output.
type Done = Result<Option<Next>, String>;

/// The time for a hint if the engine has no node limit.
const HINT: Pace = Pace::Each(std::time::Duration::from_secs(1));

impl<G: Playable> Session<'_, G> {
    /// Does what the user wants.
    ///
    /// # Errors
    /// The reason why it cannot be done, in one sentence; nothing has changed.
    pub(super) fn act(&mut self, command: Command) -> Done {
        match command {
            Command::Nothing => {}
            Command::Move(text) => {
                self.needs_a_game()?;
                let side = self.side_to_choose();
                let m = self.game.position().understood(side, &text)?;
                self.play_move(side, m);
            }
            Command::Moves(at) => self.output.print(&self.moves(at.as_deref())?),
            Command::Prices(at) => {
                let target = at.map(|text| self.spot(&text)).transpose()?;
                self.output.print(&self.game.position().prices(target)?.join("\n"));
            }
            Command::Hint => self.hint()?,
            Command::Go => self.go()?,
            Command::Undo => self.undo()?,
            Command::Save(path) => self.save(PathBuf::from(path))?,
            Command::Load(path) => return load(Path::new(&path)).map(Some),
            Command::New(game) => {
                let game = game.unwrap_or(G::NAME);
                return Ok(Some(Next::Begin(Begin { game, fen: None, saved: None })));
            }
            Command::Resign => self.resign()?,
            Command::Draw => self.offer_draw()?,
            Command::Level(None) => self.output.print(&format!("The engine plays at level {}.", self.opponent.level)),
            Command::Level(Some(level)) => {
                self.opponent.level = level;
                self.engine.set(self.opponent.settings());
                self.output.print(&format!("The engine plays at level {level} from now on."));
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
                self.output.print(&trace.map_err(|error| error.to_string())?);
            }
            Command::Fen => self.output.print(&self.game.position().to_string()),
            Command::List => self.output.print(&match saved::move_text(&self.game) {
                text if text.is_empty() => "No moves yet.".to_owned(),
                text => text,
            }),
            Command::Help => self.output.print(&command::help()),
            Command::Quit => return Ok(Some(Next::Leave)),
        }
        Ok(None)
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
        let (output, style) = (self.output, self.style);
        let mut show = |thought: &Thought| thought.show(output, style);
        let found = think(&mut self.engine, &self.game, side, pace.limits(), self.interrupts, &mut show);
        self.engine.set(self.opponent.settings());
        Thought::clear(self.output, self.style);
        let found = found?;
        let best = found.best.ok_or("there is no move")?;
        let why = found.thought.map(|Thought { depth, value, line, .. }| format!(" (depth {depth}, {value}: {line})"));
        self.output.print(&format!("Hint: {}{}", self.game.position().written(side, best), why.unwrap_or_default()));
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
        let played = self.game.record().moves().len();
        if self.game.pending().is_some() {
            self.take_back_to(played);
            return Ok(());
        }
        let watches = Color::BOTH.into_iter().all(|side| !self.seats.has(side));
        let is_users = |before: &G| mover(before).is_none_or(|side| watches || self.seats.has(side));
        let turn = turns(self.game.record()).enumerate().filter(|(_, (before, _))| is_users(before)).last();
        let (turn, _) = turn.ok_or("there is nothing to take back")?;
        self.take_back_to(turn);
        self.is_paused = watches;
        Ok(())
    }

    fn save(&mut self, path: PathBuf) -> Result<(), String> {
        let text = saved::pgn(&self.game, self.ended().as_ref(), self.seats, self.opponent.level);
        saved::write(&path, &text, self.written.as_ref() == Some(&path))?;
        self.output.print(&format!("Saved in '{}'.", printable(&path.to_string_lossy())));
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
        let plays = Color::BOTH.map(|side| self.seats.has(side));
        if plays == [false, false] {
            return Err("you play neither side".to_owned());
        }
        match plays == [true, true] || self.is_modest {
            true => self.end(Ended { score: "1/2-1/2", reason: "draw by agreement".to_owned() }),
            false => self.output.print("The engine declines the draw."),
        }
        Ok(())
    }

    fn end(&mut self, ended: Ended) {
        self.agreed = Some(ended);
        self.sealed = None;
        self.is_new = true;
    }
}

/// Reads a saved game; it is begun only if all of it can be played.
fn load(path: &Path) -> Result<Next, String> {
    struct Check<'a>(&'a Begin);
    impl VisitTurnBased for Check<'_> {
        type Out = Result<(), String>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            set_up::<Position<V>>(self.0).map(drop)
        }
    }
    impl Visit for Check<'_> {
        fn apocalypse(self) -> Self::Out {
            set_up::<::apocalypse::Position>(self.0).map(drop)
        }
    }
    let saved = Saved::read(path)?;
    let begin = Begin { game: saved.game, fen: None, saved: Some(saved) };
    variants::with(begin.game, Check(&begin)).ok_or("no such game")??;
    Ok(Next::Begin(begin))
}
