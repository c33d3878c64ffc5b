//! Syzygy tables of chess: results under the 50-move rule (WDL) and distances to the next capture or move of a pawn (DTZ).
//!
//! The files are read with checks and without memory maps, because a damaged file may not end the program.

mod file;
mod index;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use movegen::{Color, Move, Piece, PieceType, Position, Record, Variant};

use crate::file::FileError;
use file::{Content, Found, MAX_PIECES, Table};

/// The number of pieces of each type of both sides.
type Sides = [[u8; 6]; 2];

/// The result of a position for the side to move with best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// A loss.
    Loss = -2,
    /// A loss that the 50-move rule makes a draw.
    BlessedLoss = -1,
    /// A draw.
    Draw = 0,
    /// A win that the 50-move rule makes a draw.
    CursedWin = 1,
    /// A win.
    Win = 2,
}

impl Wdl {
    const fn of_value(value: i32) -> Option<Self> {
        Some(match value {
            -2 => Self::Loss,
            -1 => Self::BlessedLoss,
            0 => Self::Draw,
            1 => Self::CursedWin,
            2 => Self::Win,
            _ => return None,
        })
    }

    /// Returns the result for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }

    /// Returns 1 for wins, -1 for losses and 0 for a draw, without the 50-move rule.
    pub const fn sign(self) -> i32 {
        (self as i32).signum()
    }

    /// Returns the distance of a position in which a move that resets the clock has this result.
    const fn plies_before_zeroing(self) -> i32 {
        match self {
            Self::Win | Self::Loss | Self::Draw => self.sign(),
            Self::CursedWin | Self::BlessedLoss => 101 * self.sign(),
        }
    }
}

/// The files of the classes of a set.
#[derive(Default)]
struct Files {
    wdl: Option<Table>,
    dtz: Option<Table>,
}

/// A set of Syzygy tables.
#[derive(Default)]
pub struct Syzygy {
    classes: HashMap<Sides, Files>,
    count: usize,
    largest: u32,
}

/// Ranks of the moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranks {
    /// By move: greater is better. Moves that certainly win, or lose, have the same rank.
    pub ranks: Vec<i32>,
    /// The result of the position with the present clock.
    pub wdl: Wdl,
    /// `true` if distances are known, so that moves with the best rank make progress.
    pub by_distance: bool,
}

/// The rank of a certain win.
const WIN_RANK: i32 = 1 << 16;

/// Parses the name of a class, such as `KRvK`.
fn sides_of_name(name: &str) -> Option<Sides> {
    let (white, black) = name.split_once('v')?;
    let mut sides = [[0; 6]; 2];
    for (side, letters) in sides.iter_mut().zip([white, black]) {
        for letter in letters.chars() {
            side["PNBRQK".find(letter)?] += 1;
        }
    }
    let count: usize = name.len() - 1;
    (sides.iter().all(|side| side[5] == 1) && count <= MAX_PIECES).then_some(sides)
}

fn sides_of<V: Variant>(pos: &Position<V>) -> Sides {
    Color::BOTH.map(|color| std::array::from_fn(|i| pos.of(color, PieceType::new(i as u8)).count() as u8))
}

impl Syzygy {
    /// Reads the headers of all tables in folders, which are separated as in the system's search path.
    ///
    /// # Errors
    /// The first unreadable folder, or unreadable or malformed file.
    pub fn open(folders: &str) -> Result<Self, FileError> {
        let mut all = Self::default();
        for folder in std::env::split_paths(folders) {
            let io = |error| FileError::Io(folder.clone(), error);
            for entry in folder.read_dir().map_err(io)? {
                all.add(&entry.map_err(io)?.path())?;
            }
        }
        Ok(all)
    }

    /// Adds a file; those with other names are ignored.
    fn add(&mut self, path: &Path) -> Result<(), FileError> {
        let text = |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str()).unwrap_or_default().to_owned();
        let extension = text(path.extension());
        let content = [Content::Wdl, Content::Dtz].into_iter().find(|content| content.extension() == extension);
        let Some((content, sides)) = content.zip(sides_of_name(&text(path.file_stem()))) else { return Ok(()) };
        let table = Table::open(path, content, &sides)?;
        let files = self.classes.entry(sides).or_default();
        match content {
            Content::Wdl => files.wdl = Some(table),
            Content::Dtz => files.dtz = Some(table),
        }
        self.count += 1;
        self.largest = self.largest.max(sides.as_flattened().iter().map(|&count| u32::from(count)).sum());
        Ok(())
    }

    /// The number of files.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if there are no files.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The largest number of pieces of a table.
    pub const fn largest(&self) -> u32 {
        self.largest
    }

    fn find<V: Variant>(&self, pos: &Position<V>) -> Option<(&Files, bool)> {
        let [white, black] = sides_of(pos);
        let find = |sides, exchange| self.classes.get(&sides).map(|files| (files, exchange));
        find([white, black], false).or_else(|| find([black, white], true))
    }

    fn table_wdl<V: Variant>(&self, pos: &Position<V>) -> Option<Wdl> {
        if !(pos.color(Color::White).many() || pos.color(Color::Black).many()) {
            return Some(Wdl::Draw);
        }
        let (files, exchange) = self.find(pos)?;
        match files.wdl.as_ref()?.probe(pos, exchange, Wdl::Draw)? {
            Found::Value(value) => Wdl::of_value(value),
            Found::OtherSide => None,
        }
    }

    /// Returns the result of a position, and `true` if a capture, or with `pawns` a move of a pawn, is a best move with which the table
    /// need not agree: tables do not have correct values if a capture wins or is the only move, and no en-passant captures.
    fn search<V: Variant>(&self, pos: &Position<V>, pawns: bool) -> Option<(Wdl, bool)> {
        let moves = pos.legal_moves();
        let mut best = None;
        let mut searched = 0;
        for &m in &moves {
            if !(pos.is_capture(m) || pawns && is_pawn_move(pos, m)) {
                continue;
            }
            searched += 1;
            let value = self.search(&pos.after(m), false)?.0.reversed();
            if value == Wdl::Win {
                return Some((value, true));
            }
            best = best.max(Some(value));
        }
        let are_all = searched > 0 && searched == moves.len();
        let known = if are_all { best? } else { self.table_wdl(pos)? };
        Some(match best {
            Some(best) if best >= known => (best, best > Wdl::Draw || are_all),
            _ => (known, false),
        })
    }

    /// Returns the result of a position whose clock is 0; `None` if no table has it.
    pub fn wdl<V: Variant>(&self, pos: &Position<V>) -> Option<Wdl> {
        is_known(pos).then(|| self.search(pos, false))?.map(|(wdl, _)| wdl)
    }

    /// Returns the plies to the next capture or move of a pawn with best play: positive for wins, negative for losses, 100 more for
    /// cursed wins and blessed losses, 0 for draws. `None` if no table has it. May differ by one ply from the exact number.
    pub fn dtz<V: Variant>(&self, pos: &Position<V>) -> Option<i32> {
        is_known(pos).then(|| self.distance(pos))?
    }

    fn distance<V: Variant>(&self, pos: &Position<V>) -> Option<i32> {
        let (wdl, is_zeroing) = self.search(pos, true)?;
        if wdl == Wdl::Draw {
            return Some(0);
        }
        if is_zeroing {
            return Some(wdl.plies_before_zeroing());
        }
        let (files, exchange) = self.find(pos)?;
        match files.dtz.as_ref()?.probe(pos, exchange, wdl)? {
            Found::Value(plies) => {
                let more = if matches!(wdl, Wdl::CursedWin | Wdl::BlessedLoss) { 100 } else { 0 };
                Some((plies + more) * wdl.sign())
            }
            Found::OtherSide => self.distance_by_moves(pos, wdl),
        }
    }

    /// Returns the distance of a position whose table is of the other side to move.
    fn distance_by_moves<V: Variant>(&self, pos: &Position<V>, wdl: Wdl) -> Option<i32> {
        let mut least = None;
        for &m in &pos.legal_moves() {
            let plies = self.distance_of_move(pos, m)?;
            if plies.signum() == wdl.sign() && least.is_none_or(|least| plies < least) {
                least = Some(plies);
            }
        }
        // Without moves the position is mate.
        Some(least.unwrap_or(-1))
    }

    /// Returns the distance of a position with this move.
    fn distance_of_move<V: Variant>(&self, pos: &Position<V>, m: Move) -> Option<i32> {
        let next = pos.after(m);
        if pos.is_capture(m) || is_pawn_move(pos, m) {
            return self.search(&next, false).map(|(wdl, _)| wdl.reversed().plies_before_zeroing());
        }
        let plies = -self.distance(&next)?;
        let mates = plies == 1 && next.outcome().is_some();
        Some(if mates { 1 } else { plies + plies.signum() })
    }

    /// Ranks moves of the current position of a game, by distances if the tables have them. `fifty`: the 50-move rule is in force.
    /// `None` if a table is missing.
    pub fn ranks<V: Variant>(&self, record: &Record<Position<V>>, moves: &[Move], fifty: bool) -> Option<Ranks> {
        let pos = record.position();
        if !is_known(pos) {
            return None;
        }
        let by_distance: Option<Vec<i32>> = moves.iter().map(|&m| self.rank_by_distance(record, m, fifty)).collect();
        let is_by_distance = by_distance.is_some();
        let by_result = || {
            let rank = |&m: &Move| {
                let wdl = self.wdl(&pos.after(m))?.reversed();
                Some(if fifty { wdl as i32 } else { 2 * wdl.sign() } * (WIN_RANK / 2))
            };
            moves.iter().map(rank).collect()
        };
        let ranks = by_distance.or_else(by_result)?;
        let wdl = match ranks.iter().copied().max()? {
            // A win with more than 50 moves to the next reset of the clock is certain only if no position recurs.
            rank if rank > WIN_RANK - 100 => Wdl::Win,
            rank if rank > 0 => Wdl::CursedWin,
            0 => Wdl::Draw,
            rank if rank >= 100 - WIN_RANK => Wdl::BlessedLoss,
            _ => Wdl::Loss,
        };
        Some(Ranks { ranks, wdl, by_distance: is_by_distance })
    }

    fn rank_by_distance<V: Variant>(&self, record: &Record<Position<V>>, m: Move, fifty: bool) -> Option<i32> {
        let pos = record.position();
        let mut game = record.clone();
        game.push(m);
        let is_drawn = game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        let plies = if is_drawn { 0 } else { self.distance_of_move(pos, m)? };
        let clock = i32::from(pos.clock());
        let total = plies.abs() + clock;
        Some(match plies {
            1.. if !fifty || total <= 99 && !has_repeated(record) => WIN_RANK,
            1.. => WIN_RANK - total,
            0 => 0,
            _ if !fifty || 2 * plies.abs() + clock < 100 => -WIN_RANK,
            _ => total - WIN_RANK,
        })
    }
}

/// Returns `true` if a position has recurred since the last capture or move of a pawn.
fn has_repeated<V: Variant>(record: &Record<Position<V>>) -> bool {
    let clock = usize::from(record.position().clock());
    let keys = record.keys();
    let recent = &keys[keys.len().saturating_sub(clock + 1)..];
    recent.iter().enumerate().any(|(i, key)| recent[..i].contains(key))
}

/// Returns `true` if the tables are of the position's game and may have it.
fn is_known<V: Variant>(pos: &Position<V>) -> bool {
    V::SYZYGY && pos.castling().0 == 0 && pos.occupied().count() as usize <= MAX_PIECES
}

fn is_pawn_move<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.piece_at(m.from()).map(Piece::piece_type) == Some(PieceType::PAWN)
}

/// The set that the process uses.
static COMMON: RwLock<Option<Arc<Syzygy>>> = RwLock::new(None);

/// Returns the set that was loaded.
pub fn common() -> Option<Arc<Syzygy>> {
    COMMON.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Loads the tables in [folders](Syzygy::open) instead of those loaded before, and returns their number.
///
/// # Errors
/// The first unreadable or malformed file.
pub fn load(folders: Option<&str>) -> Result<usize, FileError> {
    let set = folders.map(Syzygy::open).transpose()?.map(Arc::new);
    let count = set.as_ref().map_or(0, |set| set.len());
    *COMMON.write().unwrap_or_else(PoisonError::into_inner) = set;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use movegen::Chess;

    use super::*;
    use crate::generate::generate;
    use crate::{Class, Tables, Value};

    /// King, queen and bare king, as the file has them.
    const PIECES: [u8; 3] = [6, 5, 14];

    fn own_tables() -> Tables<Chess> {
        let mut tables = Tables::default();
        tables.add(generate(&Class::parse("KQvK").unwrap(), &tables, 2).unwrap());
        tables
    }

    /// All positions of the class, the result of each by our own table, and its number in the file.
    fn positions(tables: &Tables<Chess>) -> Vec<(Position<Chess>, Wdl, usize)> {
        let (groups, _) = index::groups(&PIECES, true, 0).unwrap();
        let class = Class::<Chess>::parse("KQvK").unwrap();
        let of = |pos: Position<Chess>| {
            let wdl = match tables.probe(&pos).unwrap() {
                Value::Win(_) => Wdl::Win,
                Value::Draw => Wdl::Draw,
                Value::Loss(_) => Wdl::Loss,
            };
            let queen = pos.piece_type(PieceType::QUEEN).first().unwrap();
            let mut squares = [pos.king(Color::White), queen, pos.king(Color::Black)];
            (pos, wdl, index::number(&mut squares, &groups, 0).unwrap() as usize)
        };
        (0..class.size()).filter_map(|number| class.position(number)).map(of).collect()
    }

    /// A file with a code of one bit per value.
    fn file(positions: &[(Position<Chess>, Wdl, usize)]) -> Vec<u8> {
        let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 1, 0, 0x66, 0x55, 0xee, 0];
        for [zero, one] in [[4, 2], [0, 2]] {
            bytes.extend([0, 12, 16, 0, 1, 0, 0, 0, 1, 1, 0, 0, 2, 0, zero, 0xf0, 0xff, one, 0xf0, 0xff]);
        }
        bytes.extend([0, 0, 0, 0, 0, 0x80].repeat(2));
        bytes.extend(31_331_u16.to_le_bytes().repeat(2));
        for turn in Color::BOTH {
            bytes.resize(bytes.len().next_multiple_of(64), 0);
            let begin = bytes.len();
            bytes.resize(begin + 4096, 0);
            for (_, _, number) in positions.iter().filter(|(pos, wdl, _)| pos.turn() == turn && *wdl == Wdl::Draw) {
                bytes[begin + number / 8] |= 128 >> (number % 8);
            }
        }
        bytes.resize(bytes.len() + 16, 0);
        bytes
    }

    fn open(content: &[u8], test: &str) -> Result<Syzygy, FileError> {
        let folder = std::env::temp_dir().join(format!("upheaval-syzygy-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("KQvK.rtbw"), content).unwrap();
        let syzygy = Syzygy::open(folder.to_str().unwrap());
        // The first probe opens the file.
        for fen in ["8/8/8/8/8/3k4/1Q6/K7 w - - 0 1", "8/8/8/8/8/3k4/1Q6/K7 b - - 0 1"] {
            let _ = syzygy.as_ref().map(|syzygy| syzygy.wdl(&fen.parse::<Position<Chess>>().unwrap()));
        }
        fs::remove_dir_all(folder).unwrap();
        syzygy
    }

    #[test]
    fn written_results_are_read_with_colors_exchanged() {
        let positions = positions(&own_tables());
        let syzygy = open(&file(&positions), "written").unwrap();
        assert_eq!((syzygy.len(), syzygy.largest()), (1, 3));
        for (pos, wdl, _) in positions {
            assert_eq!(syzygy.wdl(&pos), Some(wdl), "{pos}");
            let exchanged = pos.flipped_fen().parse::<Position<Chess>>().unwrap();
            assert_eq!(syzygy.wdl(&exchanged), Some(wdl), "{exchanged}");
        }
    }

    #[test]
    fn damaged_syzygy_file_ends_no_program() {
        let content = file(&[]);
        for length in [0, 3, 4, 20, 60, 79, content.len() - 1] {
            assert!(open(&content[..length], "short").is_err(), "{length}");
        }
        for at in 0..70 {
            for byte in [0, 1, 0x7f, 0x80, 0xff] {
                let mut damaged = content.clone();
                damaged[at] = byte;
                let _ = open(&damaged, "damaged");
            }
        }
    }

    #[test]
    fn names_of_classes_are_checked() {
        assert_eq!(sides_of_name("KRPvK"), Some([[1, 0, 0, 1, 0, 1], [0, 0, 0, 0, 0, 1]]));
        for name in ["KRK", "RvK", "KKvK", "KXvK", "KQQQQvKQQ", ""] {
            assert_eq!(sides_of_name(name), None, "{name}");
        }
    }
}
