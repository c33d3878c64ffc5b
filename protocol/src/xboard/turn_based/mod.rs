//! A game in which the sides move in turn, at XBoard's board: the record of the game, the mirror of what XBoard shows, and
//! the engine.

pub(crate) mod definition;
pub(crate) mod mouse;
pub(crate) mod script;
pub(crate) mod thought;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{Answer, Bound, Engine, Line, Progress, Report, Settings};
use movegen::fen::FenError;
use movegen::{Color, Move, Outcome, Position, Record, Square, State, Variant};

use super::Event;
use super::board::{Mirror, Ply};
use super::game::{Choice, Desk, Job, News, Search, Taken};
use crate::uci::turn_based::description;
use definition::men;
use mouse::Clicks;
use script::{letter_after, relayed, script, spot};

/// The engine, which only the thread that searches touches; it comes into being with the first search.
struct Slot<V: Variant> {
    settings: Settings,
    engine: Option<Engine<V>>,
}

/// A ply that XBoard shows.
struct Entry {
    /// The board before it.
    before: Mirror,
    /// The text in which it reaches an engine; none for a pass.
    text: Option<String>,
    /// Whether it is the last one of a move.
    ends_move: bool,
}

/// A turn-based game at XBoard's board.
pub(crate) struct Seat<V: Variant> {
    slot: Arc<Mutex<Slot<V>>>,
    record: Record<Position<V>>,
    entries: Vec<Entry>,
    shown: Mirror,
    clicks: Clicks,
}

fn locked<V: Variant>(slot: &Mutex<Slot<V>>) -> MutexGuard<'_, Slot<V>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

fn mirror_of<V: Variant>(pos: &Position<V>) -> Mirror {
    let mut mirror = Mirror::new(&pos.board_text(), &[]);
    mirror.offer_passing(pos.passed_square().map(|at| usize::from(at.file())));
    mirror
}

fn play_on<V: Variant>(record: &mut Record<Position<V>>, m: Move) {
    record.push(m);
}

impl<V: Variant> Seat<V> {
    /// The game at its start.
    pub(crate) fn new(settings: Settings) -> Self {
        let record = Record::new(Position::start());
        let shown = mirror_of(record.position());
        let slot = Arc::new(Mutex::new(Slot { settings, engine: None }));
        Self { slot, record, entries: Vec::new(), shown, clicks: Clicks::default() }
    }

    fn pos(&self) -> &Position<V> {
        self.record.position()
    }

    /// The plies of a move that is not complete yet.
    fn pending(&self) -> &[Entry] {
        let begin = self.entries.iter().rposition(|entry| entry.ends_move).map_or(0, |last| last + 1);
        &self.entries[begin..]
    }

    /// The board that stood when the last move was complete.
    fn base(&self) -> &Mirror {
        self.pending().first().map_or(&self.shown, |entry| &entry.before)
    }

    /// Notes a ply; with a move if that is complete now.
    fn note(&mut self, text: Option<String>, shown: Mirror, complete: Option<Move>) {
        let before = std::mem::replace(&mut self.shown, shown);
        self.entries.push(Entry { before, text, ends_move: complete.is_some() });
        if let Some(m) = complete {
            play_on(&mut self.record, m);
        }
    }

    fn is_right(&self) -> bool {
        self.shown.differs_from(&men(self.pos())) == 0
    }

    /// The text, or the pass, as the next ply of a move's script.
    fn take_ply(&mut self, text: Option<&str>) -> Option<Taken> {
        let mut heard: Vec<Option<String>> = self.pending().iter().map(|entry| entry.text.clone()).collect();
        heard.push(text.map(str::to_owned));
        let mut part = None;
        for m in self.pos().legal_moves() {
            let plies = script(self.pos(), self.base(), m);
            let texts = relayed(self.base(), &plies);
            if texts == heard {
                return Some(self.complete(text, m, &plies[heard.len() - 1]));
            }
            if texts.starts_with(&heard) {
                part = Some(plies[heard.len() - 1]);
            }
        }
        let mut shown = self.shown.clone();
        shown.play(&part?);
        self.note(text.map(str::to_owned), shown, None);
        Some(Taken::Part)
    }

    fn complete(&mut self, text: Option<&str>, m: Move, ply: &Ply) -> Taken {
        let mut shown = self.shown.clone();
        shown.play(ply);
        let written = self.pos().write_move(m);
        self.note(text.map(str::to_owned), shown, Some(m));
        Taken::Move { text: written, is_shown: self.is_right() }
    }

    /// A bribe of several men, clicked together: XBoard's text for it does not tell all of it.
    fn take_clicks(&mut self, text: &str, clicks: &Clicks) -> Option<Taken> {
        let [first, second, rest @ ..] = &clicks.lifted[..] else { return None };
        let (target, m) = (clicks.target?, mouse::bribe(self.pos(), clicks)?);
        if !text.starts_with(&first.to_string()) {
            return None;
        }
        let [first, second, target] = [*first, *second, target].map(spot);
        let letter = letter_after(self.pos(), m);
        let third = rest.first().map(|&at| spot(at));
        Some(self.complete(Some(text), m, &Ply::trample(first, third, second, target, letter)))
    }

    /// A move in any notation that the game reads.
    fn take_written(&mut self, text: &str) -> Option<Taken> {
        let m = self.pos().parse_move(text).ok()?;
        // What XBoard shows of it is what the text says, if it says squares at all; castling has other spellings.
        let ply = Ply::parse(text).filter(|ply| matches!(ply, Ply::Go(step) if step.to == spot(m.to())));
        if let Some(ply) = ply {
            return Some(self.complete(Some(text), m, &ply));
        }
        let mut shown = self.shown.clone();
        script(self.pos(), self.base(), m).iter().for_each(|ply| shown.play(ply));
        let written = self.pos().write_move(m);
        self.note(Some(text.to_owned()), shown, Some(m));
        Some(Taken::Move { text: written, is_shown: true })
    }

    fn show(&mut self, m: Move) -> Vec<String> {
        let plies = script(self.pos(), self.base(), m);
        for (index, ply) in plies.iter().enumerate() {
            let mut shown = self.shown.clone();
            let text = shown.relayed(ply);
            shown.play(ply);
            self.note(text, shown, (index + 1 == plies.len()).then_some(m));
        }
        plies.iter().map(ToString::to_string).collect()
    }

    fn last_move(&self) -> Option<Move> {
        self.record.moves().last().and_then(|both| both.iter().flatten().next().copied())
    }
}

impl<V: Variant> Desk for Seat<V> {
    fn name(&self) -> &'static str {
        V::NAME
    }

    fn definition(&self) -> Vec<String> {
        definition::lines::<V>()
    }

    /// XBoard writes en-passant squares and castling rights that do not always fit: a FEN that cannot stand with them is
    /// tried without.
    fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let pos = match fen {
            None => Position::start(),
            Some(fen) => fen.parse().or_else(|error| {
                let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
                let mut without = |index: usize| -> Option<Position<V>> {
                    *fields.get_mut(index)? = "-";
                    fields.join(" ").parse().ok()
                };
                without(3).or_else(|| without(2)).ok_or(error)
            })?,
        };
        self.record = Record::new(pos);
        self.shown = mirror_of(&pos);
        self.entries.clear();
        self.clicks = Clicks::default();
        Ok(())
    }

    fn fen(&self) -> String {
        self.pos().to_string()
    }

    fn set(&self, settings: Settings) -> Job {
        let slot = Arc::clone(&self.slot);
        Box::new(move || {
            let slot = &mut *locked(&slot);
            slot.settings = settings;
            if let Some(engine) = &mut slot.engine {
                engine.set(settings);
            }
        })
    }

    fn forget(&self) -> Job {
        let slot = Arc::clone(&self.slot);
        Box::new(move || {
            if let Some(engine) = &mut locked(&slot).engine {
                engine.new_game();
            }
        })
    }

    fn turn(&self) -> Color {
        self.pos().turn()
    }

    fn is_asked(&self, side: Color) -> bool {
        self.turn() == side && self.pending().is_empty() && self.pos().outcome().is_none()
    }

    fn take(&mut self, text: &str) -> Option<Taken> {
        let clicks = std::mem::take(&mut self.clicks);
        let taken = self.take_clicks(text, &clicks).or_else(|| self.take_ply(Some(text)));
        match self.pending().is_empty() {
            true => taken.or_else(|| self.take_written(text)),
            false => taken,
        }
    }

    fn take_position(&mut self, fen: &str) -> Option<Taken> {
        let board = Mirror::new(fen.split(' ').next()?, &[]);
        let is_shown = board.men() == self.shown.men();
        if is_shown && !self.entries.is_empty() { self.take_ply(None) } else { None }
    }

    fn read(&self, text: &str) -> Option<String> {
        let is_meant = |m: &&Move| {
            let plies = script(self.pos(), &self.shown, **m);
            matches!(&relayed(&self.shown, &plies)[..], [Some(relayed)] if relayed == text)
        };
        let shown = self.pos().legal_moves().iter().find(is_meant).copied();
        let m = shown.or_else(|| self.pos().parse_move(text).ok());
        m.map(|m| self.pos().write_move(m))
    }

    fn play(&mut self, text: &str) -> Vec<String> {
        self.clicks = Clicks::default();
        match self.pos().parse_move(text) {
            Ok(m) => self.show(m),
            Err(error) => {
                log::error!("the engine has chosen no move of this position: {error}");
                Vec::new()
            }
        }
    }

    fn mend(&mut self) -> Vec<String> {
        let Some(m) = self.last_move() else { return Vec::new() };
        self.undo(1);
        self.show(m)
    }

    fn undo(&mut self, plies: usize) -> bool {
        self.clicks = Clicks::default();
        let Some(first) = self.entries.len().checked_sub(plies) else { return false };
        for entry in self.entries.split_off(first).into_iter().rev() {
            self.shown = entry.before;
            if entry.ends_move {
                let mut record = Record::new(*self.record.first());
                let moves = self.record.moves();
                moves[..moves.len() - 1].iter().for_each(|&both| record.play(both));
                self.record = record;
            }
        }
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.pending().is_empty() { self.record.outcome() } else { None }
    }

    fn standing(&self) -> Option<String> {
        let field = self.pos().state().to_field()?.to_uppercase();
        let mut letters = field.chars();
        let (white, black) = (letters.next()?, letters.next()?);
        Some(format!("Government: White {white}, Black {black}"))
    }

    fn moves(&self) -> Vec<String> {
        self.pos().legal_moves().iter().map(|&m| self.pos().write_move(m)).collect()
    }

    fn lift(&mut self, square: &str) -> Option<String> {
        if definition::is_known(V::NAME) {
            return None;
        }
        let at = Square::parse(square)?;
        self.clicks.lift(at);
        Some(mouse::colours(self.record.position(), &self.shown, &self.clicks.lifted))
    }

    fn put(&mut self, square: &str) -> Option<Choice> {
        if definition::is_known(V::NAME) {
            return None;
        }
        mouse::choice(self.record.position(), &self.shown, &mut self.clicks, Square::parse(square)?)
    }

    fn search(&self, search: Search) -> Job {
        let (mut record, mut shown) = (self.record.clone(), self.shown.clone());
        if let Some(m) = search.after.as_deref().and_then(|text| self.pos().parse_move(text).ok()) {
            script(self.pos(), &shown, m).iter().for_each(|ply| shown.play(ply));
            play_on(&mut record, m);
        }
        let slot = Arc::clone(&self.slot);
        Box::new(move || {
            let slot = &mut *locked(&slot);
            let engine = slot.engine.get_or_insert_with(|| Engine::new(slot.settings));
            Thinker { record: &record, shown: &shown, search, told: None }.think(engine);
        })
    }
}

/// A search under way.
struct Thinker<'a, V: Variant> {
    record: &'a Record<Position<V>>,
    shown: &'a Mirror,
    search: Search,
    /// The first move of the last line told.
    told: Option<Move>,
}

impl<V: Variant> Thinker<'_, V> {
    fn think(mut self, engine: &mut Engine<V>) {
        let pos = self.record.position();
        let mut limits = self.search.limits.clone();
        if !self.search.excluded.is_empty() {
            let is_wanted = |m: &Move| !self.search.excluded.contains(&pos.write_move(*m));
            limits.search_moves = pos.legal_moves().into_iter().filter(is_wanted).collect();
            if limits.search_moves.is_empty() {
                self.send(News::Answer { best: None, reply: None, score: 0 });
                return;
            }
        }
        let control = Arc::clone(&self.search.control);
        let answer = engine.go(self.record, &limits, &control, &mut |report| self.tell(report));
        self.answer(&answer);
    }

    fn send(&self, news: News) {
        // Nobody listens any more when the program ends.
        let _ = self.search.news.send(Event::News(self.search.id, news));
    }

    fn tell(&mut self, report: &Report) {
        let pos = self.record.position();
        match report {
            Report::Line(line, progress) => {
                if line.rank == 1 && line.bound == Bound::Exact {
                    self.told = line.moves.first().copied();
                }
                let is_wanted = line.rank <= self.search.lines && line.bound == Bound::Exact;
                self.send(self.thought(line, progress, is_wanted));
            }
            Report::CurrentMove(_, m, number) => self.send(News::Current(*number, pos.write_move(*m))),
            Report::Over(_) => {}
        }
    }

    fn thought(&self, line: &Line, progress: &Progress, is_wanted: bool) -> News {
        let pos = self.record.position();
        let text = if is_wanted { thought::line(pos, self.shown, line, progress) } else { String::new() };
        let reply =
            if line.rank == 1 { description::line(pos, line.moves.iter().copied()).into_iter().nth(1) } else { None };
        News::Thought { text, reply, nodes: progress.nodes, depth: line.depth }
    }

    fn answer(&self, answer: &Answer) {
        let pos = self.record.position();
        let Answer { best, ponder, score, nodes } = *answer;
        if best.is_some() && best != self.told {
            let moves: Vec<Move> = best.into_iter().chain(ponder).collect();
            let line = Line { depth: 1, selective_depth: 1, rank: 1, score, bound: Bound::Exact, moves };
            let progress = Progress { nodes, time: std::time::Duration::ZERO, hash_full: 0 };
            self.send(self.thought(&line, &progress, true));
        }
        let mut texts = description::line(pos, best.into_iter().chain(ponder)).into_iter();
        self.send(News::Answer { best: texts.next(), reply: texts.next(), score });
    }
}
