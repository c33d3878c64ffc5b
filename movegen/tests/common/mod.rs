//! Shared by several test crates: a small random generator, random boards, data files, and short queries of
//! positions. No rule of a game is here.

#![allow(dead_code, reason = "every test crate uses another part of it")]

pub(crate) mod invariants;

use std::fs;
use std::path::Path;

use upheaval_movegen::{Position, Record, Variant};

/// The splitmix64 generator (Steele, Lea, Flood 2014), so that no seed ever means other numbers.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the things, of which there is at least one.
    pub(crate) fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }
}

/// A FEN with pieces of all types in both colours; many of them are no valid position.
///
/// `letters` are the small letters of the types, p, r and k among them. With governments, some queens become kings, and any piece type
/// may be in power.
pub(crate) fn random_fen_of(rng: &mut Rng, letters: &str, has_governments: bool) -> String {
    let fen = random_fen(rng, letters);
    let Some((board, rest)) = fen.split_once(' ').filter(|_| has_governments) else { return fen };
    let more_kings = rng.one_in(3);
    let crowned = |c: char| match c {
        'q' if more_kings => 'k',
        'Q' if more_kings => 'K',
        _ => c,
    };
    let board: String = board.chars().map(crowned).collect();
    let mut in_power = |white: bool| {
        let pieces: Vec<char> = board.chars().filter(|c| c.is_alphabetic() && c.is_uppercase() == white).collect();
        if rng.one_in(10) { *rng.pick(&['n', 'q', 'p']) } else { rng.pick(&pieces).to_ascii_lowercase() }
    };
    let (white, black) = (in_power(true).to_ascii_uppercase(), in_power(false));
    format!("{board} {rest} {white}{black}")
}

/// The same without governments.
pub(crate) fn random_fen(rng: &mut Rng, letters: &str) -> String {
    let mut board = [['.'; 8]; 8];
    let at_home = rng.one_in(3);
    if at_home {
        (board[0][4], board[7][4]) = ('K', 'k');
        for (rank, file, rook) in [(0, 0, 'R'), (0, 7, 'R'), (7, 0, 'r'), (7, 7, 'r')] {
            if !rng.one_in(3) {
                board[rank][file] = rook;
            }
        }
    } else {
        board[rng.below(8)][rng.below(8)] = 'K';
        put_somewhere(rng, &mut board, 'k');
    }
    let most = *rng.pick(&[3, 6, 12, 24]);
    let others: Vec<char> = letters.chars().filter(|&c| c != 'k').collect();
    for _ in 0..rng.below(most) {
        let kind = if rng.one_in(4) { 'p' } else { *rng.pick(&others) };
        let piece = if rng.one_in(2) { kind.to_ascii_uppercase() } else { kind };
        put_somewhere(rng, &mut board, piece);
    }
    let white_moves = rng.one_in(2);
    let passed = if rng.one_in(3) { "-".to_owned() } else { passed_square(rng, &board, white_moves) };
    let rows: Vec<String> = board.iter().rev().map(row_text).collect();
    let turn = if white_moves { 'w' } else { 'b' };
    let rights = if at_home || rng.one_in(4) { "KQkq" } else { "-" };
    let clock = if rng.one_in(4) { 90 + rng.below(10) } else { rng.below(30) };
    format!("{} {turn} {rights} {passed} {clock} {}", rows.join("/"), 50 + rng.below(50))
}

fn put_somewhere(rng: &mut Rng, board: &mut [[char; 8]; 8], piece: char) {
    for _ in 0..100 {
        let (rank, file) = (rng.below(8), rng.below(8));
        if board[rank][file] == '.' && (!piece.eq_ignore_ascii_case(&'p') || (1..7).contains(&rank)) {
            board[rank][file] = piece;
            return;
        }
    }
}

/// A square that an enemy pawn may just have passed by the pieces on the board; "-" if there is none.
fn passed_square(rng: &mut Rng, board: &[[char; 8]; 8], white_moves: bool) -> String {
    let (pawn, to, at, from) = if white_moves { ('p', 4, 5, 6) } else { ('P', 3, 2, 1) };
    let is_passed = |&file: &usize| board[to][file] == pawn && board[at][file] == '.' && board[from][file] == '.';
    let files: Vec<usize> = (0..8).filter(is_passed).collect();
    if files.is_empty() {
        return "-".to_owned();
    }
    format!("{}{}", char::from(b'a' + *rng.pick(&files) as u8), at + 1)
}

fn row_text(row: &[char; 8]) -> String {
    let mut text: String = row.iter().collect();
    for n in (1..=8).rev() {
        text = text.replace(&".".repeat(n), &n.to_string());
    }
    text
}

/// Returns `true` if a game must have data in every file that a test reads: those with a specification. The tests that need no
/// data cover a new game without one.
fn must_have_data(game: &str) -> bool {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gamedata/games");
    games.join(game).join("specification.md").is_file()
}

/// A game's data file below `movegen/tests`; `None` if there is none and need not be.
pub(crate) fn data(file: &str, game: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(e) => {
            assert!(!must_have_data(game), "{}: {e}", path.display());
            None
        }
    }
}

/// The lines of a data file below `movegen/tests` for a game, `game | column | ...`, as their other columns.
/// There are some for every game that must have data.
pub(crate) fn table(file: &str, game: &str) -> Vec<Vec<String>> {
    let text = data(file, game).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let columns = lines.map(|line| line.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    let found: Vec<_> = columns.filter(|row| row[0] == game).map(|row| row[1..].to_vec()).collect();
    assert!(!found.is_empty() || !must_have_data(game), "{file} has no line for {game}");
    found
}

/// The positions that `fen/good.txt` lists for a game, in the form in which they are written.
pub(crate) fn good_fens(game: &str) -> Vec<String> {
    table("fen/good.txt", game).into_iter().filter_map(|mut row| row.pop()).collect()
}

/// The name of a game without `-strict`. A strict form has the positions of its base.
pub(crate) fn base(game: &str) -> &str {
    game.strip_suffix("-strict").unwrap_or(game)
}

/// The positions listed for a game or its base that are valid in the game, or the start position if there are none.
pub(crate) fn known_fens<V: Variant>() -> Vec<String> {
    let mut listed = good_fens(base(V::NAME));
    listed.retain(|fen| fen.parse::<Position<V>>().is_ok());
    if listed.is_empty() { vec![V::START.to_owned()] } else { listed }
}

/// The position of a valid FEN.
pub(crate) fn position<V: Variant>(fen: &str) -> Position<V> {
    fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// All legal moves as text, sorted.
pub(crate) fn moves<V: Variant>(fen: &str) -> Vec<String> {
    let pos = position::<V>(fen);
    let mut texts: Vec<String> = pos.legal_moves().iter().map(|&m| pos.write_move(m)).collect();
    texts.sort_unstable();
    texts
}

/// The targets of the piece on a square, sorted and joined: `d5 d6`; promotions with their letter.
pub(crate) fn goes<V: Variant>(fen: &str, from: &str) -> String {
    let texts = moves::<V>(fen);
    let goals: Vec<&str> = texts.iter().filter_map(|m| m.strip_prefix(from)).collect();
    goals.join(" ")
}

/// A game from a FEN through moves parted by spaces, each of which must be legal.
pub(crate) fn game<V: Variant>(fen: &str, moves: &str) -> Record<Position<V>> {
    let mut record = Record::new(position::<V>(fen));
    for text in moves.split_whitespace() {
        let pos = record.position();
        let m = pos.parse_move(text).unwrap_or_else(|e| panic!("{fen}, {moves}: {e}"));
        record.push(m);
    }
    record
}

/// The outcome of a game as printed: `1-0 {campmate}`, or `*` if it is not over.
pub(crate) fn end<V: Variant>(fen: &str, moves: &str) -> String {
    game::<V>(fen, moves).outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

/// Corrupts a text in one place.
pub(crate) fn injure(text: &str, rng: &mut Rng) -> String {
    const WEIRD: [&str; 18] =
        ["/", " ", "-", "w", "b", "K", "8", "0", "9", "+", "e3", "d6", "\0", "\u{a0}", "♔", "\u{202e}", "é", "KQkq"];
    let mut bytes = text.as_bytes().to_vec();
    let at = rng.below(bytes.len() + 1);
    let end = at + rng.below(bytes.len() + 1 - at);
    match rng.below(10) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        1 if at < bytes.len() => bytes[at] = rng.bits() as u8,
        2 if at < bytes.len() => drop(bytes.remove(at)),
        3 => bytes.truncate(at),
        4 => drop(bytes.drain(at..end)),
        5 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        6 if rng.one_in(20) => {
            let copy = bytes[at..end].repeat(2_000);
            bytes.splice(at..at, copy);
        }
        7 if bytes.len() > 1 => {
            let other = rng.below(bytes.len());
            let at = at.min(bytes.len() - 1);
            bytes.swap(at, other);
        }
        8 if at < bytes.len() => bytes[at] = bytes[rng.below(bytes.len())],
        _ => {
            let weird = rng.pick(&WEIRD).bytes();
            bytes.splice(at..at, weird);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
