//! The tables of a game, and the values of positions.

use std::any::Any;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use movegen::game::FIFTY_MOVES;
use movegen::moves::MoveList;
use movegen::variant::All;
use movegen::{Move, Outcome, Position, Variant};

use crate::class::{Class, Key, MAX_PIECES, key};
use crate::file::{self, FileError};
use crate::syzygy::Wdl;
use crate::table::Table;
use crate::value::Value;

/// `false` in a browser, which would have to load tables and the code that reads them.
const HAS_TABLES: bool = !cfg!(target_family = "wasm");

/// The number of plies to a move that resets the clock, where the 50-move rule ends the game before.
pub(crate) const LATE: u16 = FIFTY_MOVES as u16 + 1;

/// The tables of a game.
pub struct Tables<V: Variant> {
    tables: HashMap<Key, Arc<Table<V>>>,
    largest: u32,
}

impl<V: Variant> Default for Tables<V> {
    fn default() -> Self {
        Self { tables: HashMap::new(), largest: 0 }
    }
}

impl<V: Variant> Clone for Tables<V> {
    fn clone(&self) -> Self {
        Self { tables: self.tables.clone(), largest: self.largest }
    }
}

impl<V: Variant> Tables<V> {
    /// Adds a table; it replaces that of the same class.
    pub fn add(&mut self, table: Table<V>) {
        self.largest = self.largest.max(table.class().count() as u32);
        self.tables.insert(table.class().key(), Arc::new(table));
    }

    /// Leaves the distances to the next capture or move of a pawn out of all tables that no other copy of these has.
    pub fn leave_out_zeroing(&mut self) {
        self.tables.values_mut().filter_map(Arc::get_mut).for_each(Table::without_zeroing);
    }

    /// Returns the table of a class.
    pub fn get(&self, class: &Class<V>) -> Option<&Table<V>> {
        self.tables.get(&class.key()).map(AsRef::as_ref)
    }

    /// The number of tables.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Returns `true` if there are no tables.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The largest number of pieces of a table.
    pub const fn largest(&self) -> u32 {
        if HAS_TABLES { self.largest } else { 0 }
    }

    /// Returns the value of a position without castling rights; `None` if no table has it.
    pub fn probe(&self, pos: &Position<V>) -> Option<Value> {
        if !HAS_TABLES || pos.occupied().count() as usize > MAX_PIECES || pos.castling().0 != 0 {
            return None;
        }
        if let Some(outcome) = V::decided(pos) {
            return Some(value_of(outcome, pos));
        }
        if pos.en_passant().is_some() {
            return Some(self.by_moves(pos, Value::Draw, None)?.0);
        }
        let (key, exchange) = key(pos);
        let table = self.tables.get(&key)?;
        table.value(table.class().number(pos, exchange))
    }

    /// Returns the moves of a fastest win with the slowest defence; none if the position is drawn, or in no table.
    pub fn line(&self, pos: &Position<V>) -> Vec<Move> {
        let (mut pos, mut line, mut moves) = (*pos, Vec::new(), MoveList::new());
        while self.probe(&pos).is_some_and(|value| value != Value::Draw) && outcome_or_moves(&pos, &mut moves).is_none()
        {
            let rank = |m: &Move| self.probe(&pos.after(*m)).map(|value| value.of_move().rank());
            let Some(&best) = moves.iter().max_by_key(|m| rank(m)) else { break };
            pos = pos.after(best);
            line.push(best);
        }
        line
    }

    /// Returns the result with the position's clock of the 50-move rule; `None` if no table has it.
    pub fn wdl(&self, pos: &Position<V>) -> Option<Wdl> {
        self.value_and_wdl(pos).map(|(_, wdl)| wdl)
    }

    /// Returns [`Tables::probe`] and [`Tables::wdl`].
    pub fn value_and_wdl(&self, pos: &Position<V>) -> Option<(Value, Wdl)> {
        let value = self.probe(pos)?;
        Some((value, self.wdl_of(pos, value)?))
    }

    /// As [`Tables::wdl`] of a position with this value.
    pub(crate) fn wdl_of(&self, pos: &Position<V>, value: Value) -> Option<Wdl> {
        let Some(plies) = value.plies() else { return Some(Wdl::Draw) };
        let is_in_time = |plies| u16::from(pos.clock()) + plies < LATE;
        Some(match (value, is_in_time(plies) || is_in_time(self.zeroing(pos)?)) {
            (Value::Win(_), true) => Wdl::Win,
            (Value::Win(_), false) => Wdl::CursedWin,
            (_, false) => Wdl::BlessedLoss,
            (_, true) => Wdl::Loss,
        })
    }

    /// Returns the plies to the next capture or move of a pawn, or to the end, with the best play for the 50-move rule; more than a
    /// hundred if the clock makes the position a draw. `None` for drawn positions, or if no table has it.
    pub fn zeroing(&self, pos: &Position<V>) -> Option<u16> {
        if V::decided(pos).is_some() || pos.en_passant().is_some() {
            return self.by_moves(pos, self.probe(pos)?, None)?.1;
        }
        let (key, exchange) = key(pos);
        let table = self.tables.get(&key)?;
        table.zeroing(table.class().number(pos, exchange))
    }

    /// Returns the value of a position computed from its successors, and the plies to the next capture or move of a pawn, or to the end,
    /// with the best play for the 50-move rule. The plies are those of the value `expected`, none for a draw. Successors in the class of
    /// the table `near` are looked up in it directly. Returns `None` if a table is missing.
    pub(crate) fn by_moves(
        &self,
        pos: &Position<V>,
        expected: Value,
        near: Option<&Table<V>>,
    ) -> Option<(Value, Option<u16>)> {
        let mut moves = MoveList::new();
        if let Some(outcome) = outcome_or_moves(pos, &mut moves) {
            let value = value_of(outcome, pos);
            return Some((value, value.plies()));
        }
        let (mut best, mut least, mut most) = (None, LATE, 0);
        for m in moves {
            let (value, plies) = self.after_move(&pos.after(m), expected, near)?;
            best = best.filter(|best: &Value| best.rank() >= value.rank()).or(Some(value));
            (least, most) = (least.min(plies), most.max(plies));
        }
        let zeroing = match expected {
            Value::Draw => None,
            Value::Win(_) => Some(least),
            Value::Loss(_) => Some(most),
        };
        Some((best?, zeroing))
    }

    /// Returns the value of the move to `child` for the side that made it, and the plies from before this move to the next capture or move
    /// of a pawn. The plies are [`LATE`] if the move does not keep the value `expected` of the position before it.
    fn after_move(&self, child: &Position<V>, expected: Value, near: Option<&Table<V>>) -> Option<(Value, u16)> {
        let entry = near.and_then(|table| Some((table, table.class().number_within(child)?)));
        let value = entry.map_or_else(|| self.probe(child), |(table, number)| table.value(number))?;
        let plies = match (expected, value) {
            (Value::Win(_), Value::Loss(_)) | (Value::Loss(_), Value::Win(_)) => {
                if child.clock() > 0 {
                    (entry.map_or_else(|| self.zeroing(child), |(table, number)| table.zeroing(number))? + 1).min(LATE)
                } else if matches!(self.wdl_of(child, value)?, Wdl::Win | Wdl::Loss) {
                    1
                } else {
                    LATE
                }
            }
            _ => LATE,
        };
        Some((value.of_move(), plies))
    }
}

/// Replaces `moves` by the legal moves, or returns the outcome if the game is over on the board.
pub(crate) fn outcome_or_moves<V: Variant>(pos: &Position<V>, moves: &mut MoveList) -> Option<Outcome> {
    moves.clear();
    V::decided(pos).or_else(|| {
        let constraints = pos.constraints();
        pos.generate::<All>(&constraints, moves);
        moves.is_empty().then(|| V::no_moves_outcome(pos, constraints.in_check()))
    })
}

/// The value of a position in which the game is over.
pub(crate) fn value_of<V: Variant>(outcome: Outcome, pos: &Position<V>) -> Value {
    match outcome.winner {
        None => Value::Draw,
        Some(winner) if winner == pos.turn() => Value::Win(1),
        Some(_) => Value::Loss(0),
    }
}

/// The tables of each game that the process uses.
static COMMON: RwLock<Vec<Arc<dyn Any + Send + Sync>>> = RwLock::new(Vec::new());

fn find<V: Variant>(all: &[Arc<dyn Any + Send + Sync>]) -> Option<Arc<Tables<V>>> {
    all.iter().find_map(|tables| Arc::clone(tables).downcast().ok())
}

/// Returns the built-in tables of a game from the files of these owners; the game's own replace inherited ones.
fn built_in<V: Variant>(is_wanted: impl Fn(&str) -> bool) -> Tables<V> {
    let files = if HAS_TABLES { gamedata::endgames(V::NAME).collect() } else { Vec::new() };
    let mut tables = Tables::default();
    for file in files.into_iter().rev().filter(|file| is_wanted(file.owner)) {
        let read = file::read_as(file.owner, file.content);
        read.into_iter().flatten().for_each(|table| tables.add(table));
    }
    tables
}

/// Returns the built-in tables that a game inherits, so that its own file need not have them.
pub fn inherited<V: Variant>() -> Tables<V> {
    built_in(|owner| owner != V::NAME)
}

/// Returns the tables that are built in for a game, except in a browser, and those that were loaded.
pub fn common<V: Variant>() -> Arc<Tables<V>> {
    if let Some(tables) = find::<V>(&COMMON.read().unwrap_or_else(PoisonError::into_inner)) {
        return tables;
    }
    let mut all = COMMON.write().unwrap_or_else(PoisonError::into_inner);
    find::<V>(&all).unwrap_or_else(|| {
        let tables = Arc::new(built_in::<V>(|_| true));
        all.push(Arc::<Tables<V>>::clone(&tables));
        tables
    })
}

/// Adds the tables of a game in a folder to the [common](common) ones and returns their number. Files of other games are ignored.
///
/// # Errors
/// The first unreadable or malformed file.
pub fn load<V: Variant>(folder: &Path) -> Result<usize, FileError> {
    let found = file::read_folder::<V>(folder)?;
    let count = found.len();
    let mut tables = Tables::clone(&common::<V>());
    found.into_iter().for_each(|table| tables.add(table));
    let mut all = COMMON.write().unwrap_or_else(PoisonError::into_inner);
    all.retain(|tables| !tables.is::<Tables<V>>());
    all.push(Arc::new(tables));
    Ok(count)
}

#[cfg(test)]
mod tests {
    use movegen::{Chess, Color, Empire, Insurrection, InsurrectionStrict, Subversion};

    use super::*;
    use crate::generate::{generate, summary, verify};

    /// The tables of a class and those of fewer pieces.
    fn tables<V: Variant>(names: &[&str]) -> Tables<V> {
        let mut tables = Tables::default();
        for name in names {
            let class = Class::<V>::parse(name).unwrap();
            tables.add(generate(&class, &tables, 2).unwrap());
            let counts = verify(&class, &tables, 2);
            assert_eq!((counts.errors, counts.first_error), (0, None), "{name}");
        }
        tables
    }

    fn longest<V: Variant>(tables: &Tables<V>, name: &str) -> u16 {
        summary(&Class::parse(name).unwrap(), tables, 2).longest.unwrap().0
    }

    fn probe<V: Variant>(tables: &Tables<V>, fen: &str) -> Option<Value> {
        tables.probe(&fen.parse().unwrap())
    }

    /// Ten moves with the queen and sixteen with the rook: the known maxima of chess.
    #[test]
    fn longest_wins_of_chess_are_known_ones() {
        let tables = tables::<Chess>(&["KQvK", "KRvK"]);
        assert_eq!((longest(&tables, "KQvK"), longest(&tables, "KRvK")), (19, 31));
        assert_eq!(tables.line(&"8/8/8/8/8/2k5/1R6/K7 w - - 0 1".parse().unwrap()).len(), 31);
        assert_eq!(tables.line(&"8/8/8/8/8/2k5/8/K7 w - - 0 1".parse().unwrap()), []);
        assert_eq!(probe(&tables, "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), Some(Value::Win(1)));
        assert_eq!(probe(&tables, "8/8/5kQ1/8/8/8/8/K7 b - - 0 1"), Some(Value::Draw));
    }

    /// With the pawn on files a to d, White to move wins 124,960 of 163,328 positions, Black to move loses 97,604 of 168,024. As many
    /// positions have the king there; mirror images of both are counted once. Of these, 80 are mutual zugzwangs.
    #[test]
    fn pawn_wins_share_known_from_literature() {
        let tables = tables::<Chess>(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
        let counts = summary(&Class::<Chess>::parse("KPvK").unwrap(), &tables, 2);
        assert_eq!(2 * counts.counts[Color::White][0], 124_960);
        assert_eq!(2 * counts.counts[Color::Black][2], 97_604);
        assert_eq!(counts.zugzwangs, 80);
    }

    /// The rook mates in 31 plies and captures nothing before. A move of the pawn resets the clock.
    #[test]
    fn clock_changes_results() {
        let tables = tables::<Chess>(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
        let wdl = |fen: &str| tables.wdl(&fen.parse().unwrap()).unwrap();
        assert_eq!(wdl("8/8/8/8/8/2k5/1R6/K7 w - - 69 100"), Wdl::Win);
        assert_eq!(wdl("8/8/8/8/8/2k5/1R6/K7 w - - 70 100"), Wdl::CursedWin);
        assert_eq!(wdl("8/8/8/8/4k3/8/8/KQ6 b - - 83 100"), Wdl::BlessedLoss);
        assert_eq!(wdl("8/6P1/8/8/8/8/8/K6k w - - 99 100"), Wdl::Win);
        assert_eq!(wdl("8/8/8/8/8/3k4/8/KN6 w - - 0 1"), Wdl::Draw);
        let is_needed = |name| tables.get(&Class::parse(name).unwrap()).unwrap().zeroing.numbers().is_some();
        assert_eq!(["KRvK", "KPvK"].map(is_needed), [false, true]);
    }

    /// A late win that only a move of the pawn keeps is not known then, others are.
    #[test]
    fn distance_to_zeroing_can_be_left_out() {
        let mut small = tables::<Chess>(&["KQvK", "KRvK", "KBvK", "KNvK"]);
        let class = Class::parse("KPvK").unwrap();
        let mut table = generate(&class, &small, 2).unwrap();
        table.without_zeroing();
        let mut content = Vec::new();
        file::write(&[&table], &mut content).unwrap();
        small.add(file::read::<Chess>(&content).unwrap().remove(0));
        let wdl = |fen: &str| small.wdl(&fen.parse().unwrap());
        assert_eq!(wdl("8/8/8/1k6/8/8/K5P1/8 w - - 45 100"), Some(Wdl::Win));
        assert_eq!(wdl("8/8/8/1k6/8/8/K5P1/8 w - - 46 100"), None);
    }

    #[test]
    fn stalemate_loses_in_empire() {
        let tables = tables::<Empire>(&["KvK", "KQvK"]);
        assert_eq!(probe(&tables, "7k/8/6Q1/8/8/8/8/K7 b - - 0 1"), Some(Value::Loss(0)));
    }

    /// The capture of the rook leaves two monarchs alone, a draw as in chess. A queen cannot mate without a king.
    #[test]
    fn small_endings_of_insurrection_are_solved() {
        let tables = tables::<Insurrection>(&["KRvK-Kk", "QvK-Qk"]);
        assert_eq!(longest(&tables, "KRvK-Kk"), 31);
        assert!(summary(&Class::parse("QvK-Qk").unwrap(), &tables, 2).longest.is_none());
    }

    #[test]
    fn bribes_are_solved() {
        tables::<Subversion>(&["KvK", "KQvK", "KRvK"]);
    }

    /// A queen that attacks two kings wins in the strict game only, so that class is not inherited.
    #[test]
    fn built_in_tables_of_strict_game_agree_with_successors() {
        let (all, inherited) = (common::<InsurrectionStrict>(), inherited::<InsurrectionStrict>());
        assert!(Class::all(3).iter().all(|class| all.get(class).is_some()));
        for (name, is_inherited) in [("KRvK-Kk", true), ("KKvQ-Kq", false)] {
            let class = Class::parse(name).unwrap();
            assert_eq!(all.get(&class) == inherited.get(&class), is_inherited, "{name}");
            assert_eq!(verify(&class, &all, 2).first_error, None, "{name}");
        }
    }

    #[test]
    fn damaged_file_is_rejected() {
        let tables = tables::<Chess>(&["KRvK"]);
        let table = tables.get(&Class::parse("KRvK").unwrap()).unwrap();
        let mut file = Vec::new();
        file::write(&[table], &mut file).unwrap();
        assert_eq!(file::read::<Chess>(&file).unwrap().len(), 1);
        for at in [0, 9, 20, 24, 40, file.len() - 1] {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            let read = file::read::<Chess>(&damaged);
            assert!(read.is_err() || read.unwrap().is_empty(), "{at}");
            assert!(file::read::<Chess>(&file[..at]).is_err(), "{at}");
        }
    }
}
