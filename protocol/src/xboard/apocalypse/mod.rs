//! The game in which both sides choose at once, at XBoard's board. XBoard knows only sides that move in turn, so one side
//! is shown first: against a program White, against a user always the user, so that the engine can resolve the turn. The
//! engine never looks at a choice that the other side has made already.

mod mouse;
mod script;

use std::sync::{Arc, Mutex, PoisonError};

use apocalypse::rules::{Choice, Position, Square};
use apocalypse::tables::Library;
use apocalypse::{Engine, Report, Settings};
use eval::score;
use movegen::fen::FenError;
use movegen::{Color, Game, Outcome, Record};

use super::Event;
use super::board::{Mirror, Ply};
use super::game::{self, Desk, Job, News, Search, Taken};
use super::turn_based::thought::score_text;
use mouse::Grip;
use script::{DEFINITION, NICKNAMES, men, naive, scripts, spot};

/// The engine, which only the thread that searches touches; it comes into being with the first search.
struct Slot {
    settings: engine::Settings,
    engine: Option<Engine>,
}

/// What stood before a ply.
struct Entry {
    shown: Mirror,
    turn: Color,
    pending: Option<(Color, Choice)>,
    heard: Vec<Option<String>>,
    turns: usize,
}

/// A game of Apocalypse at XBoard's board.
pub(crate) struct Both {
    slot: Arc<Mutex<Slot>>,
    record: Record<Position>,
    shown: Mirror,
    /// The side that XBoard has on the move.
    turn: Color,
    /// The side shown first, and its choice, when the other one's is still to come.
    pending: Option<(Color, Choice)>,
    /// What has come of the other side's script.
    heard: Vec<Option<String>>,
    entries: Vec<Entry>,
    grip: Grip,
    against_program: bool,
}

fn of(settings: engine::Settings) -> Settings {
    let engine::Settings { threads, hash, overhead, seed, likeliest, .. } = settings;
    Settings { threads, hash, overhead, seed, likeliest }
}

fn in_order(first: (Color, Choice), second: Choice) -> [Option<Choice>; 2] {
    match first {
        (Color::White, white) => [Some(white), Some(second)],
        (Color::Black, black) => [Some(second), Some(black)],
    }
}

impl Both {
    /// The game at its start.
    pub(crate) fn new(settings: engine::Settings) -> Self {
        Self::at(Arc::new(Mutex::new(Slot { settings, engine: None })), Position::start(), Color::White)
    }

    /// A position with nothing before it, shown with this side on the move.
    fn at(slot: Arc<Mutex<Slot>>, pos: Position, turn: Color) -> Self {
        Self {
            slot,
            record: Record::new(pos),
            shown: Mirror::new(&pos.board_text(), &NICKNAMES),
            turn,
            pending: None,
            heard: Vec::new(),
            entries: Vec::new(),
            grip: Grip::default(),
            against_program: false,
        }
    }

    fn pos(&self) -> &Position {
        self.record.position()
    }

    /// The side that chooses next.
    fn chooser(&self) -> Color {
        self.pending.map_or(self.turn, |(first, _)| !first)
    }

    /// XBoard shows a ply.
    fn show(&mut self, ply: &Ply) {
        self.grip = Grip::default();
        let (turn, pending, turns) = (self.turn, self.pending, self.record.moves().len());
        self.entries.push(Entry { shown: self.shown.clone(), turn, pending, heard: self.heard.clone(), turns });
        self.shown.play(ply);
        self.turn = !self.turn;
    }

    fn resolve(&mut self, second: Choice) {
        if let Some(first) = self.pending.take() {
            self.record.play(in_order(first, second));
        }
        self.heard.clear();
    }

    /// The board that shows the first side's choice alone.
    fn base(&self) -> (&Mirror, Color) {
        match self.entries.len().checked_sub(self.heard.len()).and_then(|at| self.entries.get(at)) {
            Some(entry) if !self.heard.is_empty() => (&entry.shown, entry.turn),
            _ => (&self.shown, self.turn),
        }
    }

    /// The next ply of the other side's script.
    fn take_ply(&mut self, text: Option<&str>) -> Option<Taken> {
        let (first, choice) = self.pending?;
        let mut heard = self.heard.clone();
        heard.push(text.map(str::to_owned));
        let (base, turn) = self.base();
        let mut part = None;
        for (second, plies) in scripts(self.pos(), base, turn, choice, !first) {
            let texts = super::turn_based::script::relayed(base, &plies);
            let ply = plies.get(heard.len() - 1).copied();
            if texts == heard {
                self.show(&ply?);
                self.resolve(second);
                return Some(Taken::Move { text: second.to_string(), is_shown: true });
            }
            if texts.starts_with(&heard) {
                part = part.or(ply);
            }
        }
        self.show(&part?);
        self.heard = heard;
        Some(Taken::Part)
    }

    /// A choice as a user enters it: from where to where.
    fn take_choice(&mut self, text: &str) -> Option<Taken> {
        let side = self.turn;
        let choice = self.meant(side, text)?;
        let ply = Ply::parse(text).unwrap_or_else(|| naive(self.pos(), side, choice));
        self.show(&ply);
        match self.pending {
            Some((first, _)) if first != side => {
                self.resolve(choice);
                let is_shown = self.shown.differs_from(&men(self.pos())) == 0;
                Some(Taken::Move { text: choice.to_string(), is_shown })
            }
            _ => {
                self.pending = Some((side, choice));
                Some(Taken::Move { text: choice.to_string(), is_shown: true })
            }
        }
    }

    /// The choice that a text means; of several ways to the same square the first one that is safe.
    fn meant(&self, side: Color, text: &str) -> Option<Choice> {
        let choices = self.pos().moves(side);
        let shown = |choice: &&Choice| self.shown.relayed(&naive(self.pos(), side, **choice)).as_deref() == Some(text);
        let goes = |choice: &&Choice| {
            matches!(Ply::parse(text), Some(Ply::Go(step))
                if step.from == spot(choice.from()) && step.to == spot(choice.to())
                    && step.over.is_none_or(|over| over == spot(choice.via())))
        };
        choices.iter().find(shown).or_else(|| choices.iter().find(goes)).copied()
    }
}

impl Desk for Both {
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
        *self = Self { against_program: self.against_program, ..Self::at(Arc::clone(&self.slot), pos, turn) };
        Ok(())
    }

    fn fen(&self) -> String {
        self.pos().to_string()
    }

    fn set(&self, settings: engine::Settings) -> Job {
        let slot = Arc::clone(&self.slot);
        Box::new(move || {
            let slot = &mut *slot.lock().unwrap_or_else(PoisonError::into_inner);
            slot.settings = settings;
            if let Some(engine) = &mut slot.engine {
                engine.set(of(settings));
            }
        })
    }

    fn forget(&self) -> Job {
        let slot = Arc::clone(&self.slot);
        Box::new(move || {
            if let Some(engine) = &mut slot.lock().unwrap_or_else(PoisonError::into_inner).engine {
                engine.new_game();
            }
        })
    }

    fn turn(&self) -> Color {
        self.turn
    }

    /// Who resolves is asked as soon as the other side has chosen.
    fn is_asked(&self, side: Color) -> bool {
        self.heard.is_empty() && self.chooser() == side && self.pos().outcome().is_none()
    }

    fn set_opponent(&mut self, is_program: bool) {
        self.against_program = is_program;
    }

    /// Against a user the engine passes, so that the user is shown first.
    fn pass_first(&mut self, side: Color) -> Option<String> {
        let is_first = self.pending.is_none() && self.turn == side && !self.against_program;
        is_first.then(|| {
            self.show(&Ply::Pass);
            Ply::Pass.to_string()
        })
    }

    fn take(&mut self, text: &str) -> Option<Taken> {
        match self.pending {
            Some(_) if self.against_program => self.take_ply(Some(text)),
            _ => self.take_choice(text),
        }
    }

    fn take_position(&mut self, fen: &str) -> Option<Taken> {
        let board = Mirror::new(fen.split(['[', ' ']).next()?, &NICKNAMES);
        let is_shown = board.men() == self.shown.men() && !self.entries.is_empty();
        if is_shown && self.against_program { self.take_ply(None) } else { None }
    }

    fn play(&mut self, text: &str) -> Vec<String> {
        let side = self.chooser();
        let Ok(choice) = self.pos().parse_move(side, text) else { return Vec::new() };
        let Some((_, first)) = self.pending else {
            let ply = naive(self.pos(), side, choice);
            self.show(&ply);
            self.pending = Some((side, choice));
            return vec![ply.to_string()];
        };
        let all = scripts(self.pos(), &self.shown, self.turn, first, side);
        let plies = all.into_iter().find(|(other, _)| *other == choice).map(|(_, plies)| plies).unwrap_or_default();
        plies.iter().for_each(|ply| self.show(ply));
        self.resolve(choice);
        plies.iter().map(ToString::to_string).collect()
    }

    fn mend(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn undo(&mut self, plies: usize) -> bool {
        let Some(first) = self.entries.len().checked_sub(plies) else { return false };
        self.grip = Grip::default();
        let mut gone = self.entries.split_off(first);
        if !gone.is_empty() {
            let Entry { shown, turn, pending, heard, turns } = gone.swap_remove(0);
            let mut record = Record::new(*self.record.first());
            self.record.moves()[..turns].iter().for_each(|&both| record.play(both));
            (self.record, self.shown, self.turn, self.pending, self.heard) = (record, shown, turn, pending, heard);
        }
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome().filter(|_| self.pending.is_none())
    }

    fn standing(&self) -> Option<String> {
        let [white, black] = Color::BOTH.map(|side| self.pos().penalties(side));
        Some(format!("Penalties: White {white}, Black {black}"))
    }

    fn moves(&self) -> Vec<String> {
        self.pos().moves(self.chooser()).iter().map(ToString::to_string).collect()
    }

    fn read(&self, text: &str) -> Option<String> {
        self.meant(self.chooser(), text).map(|choice| choice.to_string())
    }

    fn lift(&mut self, square: &str) -> Option<String> {
        let at = Square::parse(square)?;
        Some(self.grip.lift(self.record.position(), self.turn, at))
    }

    fn put(&mut self, square: &str) -> Option<game::Choice> {
        self.grip.put(self.record.position(), self.turn, Square::parse(square)?)
    }

    fn search(&self, search: Search) -> Job {
        let (record, slot) = (self.record.clone(), Arc::clone(&self.slot));
        let asked = self.chooser();
        Box::new(move || {
            let slot = &mut *slot.lock().unwrap_or_else(PoisonError::into_inner);
            let settings = slot.settings;
            let engine = slot.engine.get_or_insert_with(|| Engine::new(of(settings)));
            if settings.endings {
                Library::common().begin();
                engine.set_endings(Library::common().newest());
            }
            think(engine, &record, asked, &search);
        })
    }
}

fn think(engine: &mut Engine, record: &Record<Position>, asked: Color, search: &Search) {
    let send = |news| {
        // Nobody listens any more when the program ends.
        let _ = search.news.send(Event::News(search.id, news));
    };
    let is_wanted = |choice: &Choice| !search.excluded.contains(&choice.to_string());
    let mut among = Vec::new();
    if !search.excluded.is_empty() {
        among = record.position().moves(asked).into_iter().filter(is_wanted).collect();
        if among.is_empty() {
            send(News::Answer { best: None, reply: None, score: 0 });
            return;
        }
    }
    let mut tell = |report: &Report| send(thought(report, asked));
    let answer = engine.go(record, asked, &among, &search.limits, &search.control, &mut tell);
    let score = answer.strategy.as_ref().map_or(0, |s| apocalypse::values::centipawns(s.value_to(asked)));
    send(News::Answer { best: answer.best.map(|choice| choice.to_string()), reply: None, score });
}

/// The line of a strategy: the choices that are mixed, with their shares, the likeliest first.
fn thought(report: &Report, asked: Color) -> News {
    let strategy = &report.strategy;
    let value = strategy.value_to(asked);
    let score = match strategy.is_decided() {
        true if value > 0.0 => score::win_in(strategy.depth as usize * 2 - 1),
        true => score::loss_in(strategy.depth as usize * 2),
        false => apocalypse::values::centipawns(value),
    };
    let mut text = format!(
        "{} {} {} {}",
        strategy.depth,
        score_text(score),
        report.progress.time.as_millis() / 10,
        report.progress.nodes
    );
    for (choice, share) in strategy.mix[asked].iter().take(6) {
        text += &format!(" {choice} ({:.0}%)", share * 100.0);
    }
    News::Thought { text, reply: None, nodes: report.progress.nodes, depth: strategy.depth }
}
