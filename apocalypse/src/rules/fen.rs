//! Positions as text: `npppn/p3p/5/P3P/NPPPN w - - 0 1 00`, the last field being the penalty points of White and Black.
//! The short form `BOARD PENALTIES` is read as well.

use std::fmt;

use super::position::{LAST_RANK, MAX_KNIGHTS, MAX_PENALTIES, Position};
use super::square::{BOARD, Square};
use movegen::Color;
use movegen::fen::{FenError, Field, read_board, read_number, unknown_piece, write_board};

const MAX_PAWNS: u32 = 5;

/// Reads a FEN. Both sides are to choose, so the side to move is always `w`; castling rights and en-passant square are
/// `-`; the clock is read and dropped. Fields missing at the end have their first values.
impl std::str::FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
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
            let turn: u16 = read_number(Field::MoveNumber, fields.get(5).unwrap_or(&"1"), u16::MAX)?;
            if let Some(rest) = fields.get(7) {
                return Err(FenError::new(Field::Rest, rest, "nothing may follow the last field"));
            }
            (*fields.get(6).unwrap_or(&"00"), turn.max(1))
        };
        let mut pos = read_pieces(board).map_err(|why| FenError::new(Field::Board, board, why))?;
        pos.penalties = read_penalties(penalties)?;
        pos.turn = turn;
        debug_assert!(pos.is_sound(), "{pos}");
        Ok(pos)
    }
}

fn read_penalties(text: &str) -> Result<[u8; 2], FenError> {
    match *text.as_bytes() {
        [white @ b'0'..=b'2', black @ b'0'..=b'2'] => Ok([white - b'0', black - b'0']),
        _ => Err(FenError::new(Field::State("penalties"), text, format!("not two digits from 0 to {MAX_PENALTIES}"))),
    }
}

fn read_pieces(text: &str) -> Result<Position, String> {
    let mut pos = Position { pawns: [0; 2], knights: [0; 2], penalties: [0; 2], turn: 1 };
    read_board(text, 5, |letter, file, rank| {
        let set = match letter {
            'P' => &mut pos.pawns[0],
            'p' => &mut pos.pawns[1],
            'N' => &mut pos.knights[0],
            'n' => &mut pos.knights[1],
            _ => return Err(unknown_piece("apocalypse", letter)),
        };
        *set |= Square::at(file, rank).bit();
        Ok(())
    })?;
    pos.check_pieces()?;
    Ok(pos)
}

impl Position {
    /// Rejects positions that play cannot reach, or whose choices do not fit into the lists.
    pub(super) fn check_pieces(&self) -> Result<(), String> {
        for c in Color::BOTH {
            if self.pawns[c] & LAST_RANK[c] != 0 {
                return Err(format!("a pawn of {} on its last rank", c.name()));
            }
            if self.knights[c].count_ones() > MAX_KNIGHTS {
                return Err(format!("{} has more than {MAX_KNIGHTS} knights", c.name()));
            }
            if self.pawns[c].count_ones() > MAX_PAWNS {
                return Err(format!("{} has more than {MAX_PAWNS} pawns", c.name()));
            }
        }
        Ok(())
    }

    /// The first field of the FEN.
    pub fn board_text(&self) -> String {
        write_board(5, |file, rank| self.letter_at(Square::at(file, rank)))
    }

    /// The letter of the piece on a square, a capital for White.
    pub fn letter_at(&self, at: Square) -> Option<char> {
        let sets = [self.pawns[0], self.pawns[1], self.knights[0], self.knights[1]];
        debug_assert!(at.bit() & BOARD != 0);
        sets.iter().zip("PpNn".chars()).find(|(set, _)| *set & at.bit() != 0).map(|(_, letter)| letter)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.penalties;
        write!(f, "{} w - - 0 {} {white}{black}", self.board_text(), self.turn)
    }
}
