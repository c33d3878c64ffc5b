//! Positions as text: `npppn/p3p/5/P3P/NPPPN w - - 0 1 00`, the last field being the penalty points of White and Black.
//! The short form `BOARD PENALTIES` is read as well.

use std::fmt;

use super::position::{LAST_RANK, MAX_KNIGHTS, MAX_PENALTIES, Position};
use super::square::{BOARD, Square};
use movegen::Color;
use movegen::fen::{FenError, Field, printable, read_number};

/// The last number that a turn can have in a FEN.
const LAST_TURN: u16 = u16::MAX;
const MAX_PAWNS: u32 = 5;

/// Reads a FEN. Both sides are to choose, so the side to move is always `w`; castling rights and en-passant square are
/// `-`; the clock is read and dropped. Fields missing at the end have their first values.
pub(super) fn read(fen: &str) -> Result<Position, FenError> {
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let board = *fields.first().ok_or_else(|| FenError::new(Field::Board, fen, "the field is missing"))?;
    let is_short = fields.len() == 2 && fields[1].bytes().all(|c| c.is_ascii_digit());
    let (penalties, turn) = if is_short {
        (fields[1], 1)
    } else {
        let same = |at: usize, field, wanted, why: &str| match fields.get(at) {
            Some(&text) if text != wanted => Err(FenError::new(field, text, why)),
            _ => Ok(()),
        };
        same(1, Field::Turn, "w", "both sides choose at once, which is written 'w'")?;
        same(2, Field::Castling, "-", "there is no castling")?;
        same(3, Field::EnPassant, "-", "there is no en passant")?;
        read_number(Field::Clock, fields.get(4).unwrap_or(&"0"), u8::MAX)?;
        let turn: u16 = read_number(Field::MoveNumber, fields.get(5).unwrap_or(&"1"), LAST_TURN)?;
        if let Some(rest) = fields.get(7) {
            return Err(FenError::new(Field::Rest, rest, "nothing may follow the last field"));
        }
        (*fields.get(6).unwrap_or(&"00"), turn.max(1))
    };
    let mut pos = read_board(board)?;
    pos.penalties = read_penalties(penalties)?;
    pos.turn = turn;
    debug_assert!(pos.is_sound(), "{pos}");
    Ok(pos)
}

fn read_penalties(text: &str) -> Result<[u8; 2], FenError> {
    match *text.as_bytes() {
        [white @ b'0'..=b'2', black @ b'0'..=b'2'] => Ok([white - b'0', black - b'0']),
        _ => Err(FenError::new(Field::State("penalties"), text, format!("not two digits from 0 to {MAX_PENALTIES}"))),
    }
}

fn read_board(text: &str) -> Result<Position, FenError> {
    let wrong = |why: String| FenError::new(Field::Board, text, why);
    let rows = text.split('/').count();
    if rows != 5 {
        return Err(wrong(format!("5 ranks are needed, here are {rows}")));
    }
    let mut pos = Position { pawns: [0; 2], knights: [0; 2], penalties: [0; 2], turn: 1 };
    for (row, rank) in text.split('/').zip((0..5).rev()) {
        let mut file = 0;
        let mut after_gap = false;
        for letter in row.chars() {
            let gap = letter.to_digit(10);
            if let Some(n) = gap {
                if after_gap || !(1..=5).contains(&n) {
                    return Err(wrong(format!("a gap of '{}' in rank {}", printable(row), rank + 1)));
                }
                file += n as u8;
            } else {
                if file > 4 {
                    return Err(wrong(format!("rank {} has more than 5 squares", rank + 1)));
                }
                let bit = Square::at(file, rank).bit();
                match letter {
                    'P' => pos.pawns[0] |= bit,
                    'p' => pos.pawns[1] |= bit,
                    'N' => pos.knights[0] |= bit,
                    'n' => pos.knights[1] |= bit,
                    _ => {
                        let letter = printable(letter.encode_utf8(&mut [0; 4]));
                        return Err(wrong(format!("no piece of apocalypse is called '{letter}'")));
                    }
                }
                file += 1;
            }
            after_gap = gap.is_some();
            if file > 5 {
                return Err(wrong(format!("rank {} has more than 5 squares", rank + 1)));
            }
        }
        if file != 5 {
            return Err(wrong(format!("rank {} has {file} squares", rank + 1)));
        }
    }
    check_pieces(&pos).map_err(wrong)?;
    Ok(pos)
}

/// Rejects positions that play cannot reach, or whose choices do not fit into the lists.
fn check_pieces(pos: &Position) -> Result<(), String> {
    for c in Color::BOTH {
        if pos.pawns[c] & LAST_RANK[c] != 0 {
            return Err(format!("a pawn of {} on its last rank", c.name()));
        }
        if pos.knights[c].count_ones() > MAX_KNIGHTS {
            return Err(format!("{} has more than {MAX_KNIGHTS} knights", c.name()));
        }
        if pos.pawns[c].count_ones() > MAX_PAWNS {
            return Err(format!("{} has more than {MAX_PAWNS} pawns", c.name()));
        }
    }
    Ok(())
}

impl Position {
    /// The first field of the FEN.
    pub fn board_text(&self) -> String {
        let mut text = String::new();
        for rank in (0..5).rev() {
            let mut gap = 0;
            for file in 0..5 {
                match self.letter_at(Square::at(file, rank)) {
                    None => gap += 1,
                    Some(letter) => {
                        if gap > 0 {
                            text.push(char::from(b'0' + gap));
                            gap = 0;
                        }
                        text.push(letter);
                    }
                }
            }
            if gap > 0 {
                text.push(char::from(b'0' + gap));
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// The letter of the piece on a square, a capital for White.
    pub fn letter_at(&self, at: Square) -> Option<char> {
        let sets = [self.pawns[0], self.pawns[1], self.knights[0], self.knights[1]];
        debug_assert!(at.bit() & BOARD != 0);
        sets.iter().zip("PpNn".chars()).find(|(set, _)| *set & at.bit() != 0).map(|(_, letter)| letter)
    }
}

/// Writes the FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.penalties;
        write!(f, "{} w - - 0 {} {white}{black}", self.board_text(), self.turn)
    }
}
