//! FEN in and out, for every 8x8 game. Each error names the field and quotes the text at fault.

use std::fmt;
use std::str::FromStr;

use crate::bitboard::Bitboard;
use crate::castling::Castling;
use crate::piece::{Color, Piece, PieceType};
use crate::position::{LAST_MOVE_NUMBER, Position};
use crate::square::Square;
use crate::state::State;
use crate::variant::Variant;

pub use crate::error::{FenError, Field, printable};
pub use crate::notation::{letter_of_piece, letter_of_piece_type, piece_type_of_letter};

impl<V: Variant> FromStr for Position<V> {
    type Err = FenError;

    /// Reads board, turn, castling rights, en-passant square, and, if they are there, the two clocks and the field of
    /// the game's own state.
    fn from_str(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut next = |field| fields.next().ok_or_else(|| FenError::new(field, fen, "the field is missing"));
        let mut pos = Self::empty();
        // What is no board at all is called so, before it is asked for other fields.
        read_board(&mut pos, next(Field::Board)?)?;
        let turn = next(Field::Turn)?;
        let (castling, en_passant) = (next(Field::Castling)?, next(Field::EnPassant)?);
        let clock = fields.next().unwrap_or("0");
        let number = fields.next().unwrap_or("1");
        let state = fields.next().map_or(Ok(V::State::default()), V::State::from_field)?;
        if let Some(rest) = fields.next() {
            return Err(FenError::new(Field::Rest, rest, "nothing may follow the last field"));
        }

        let turn_read = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::new(Field::Turn, turn, "neither 'w' nor 'b'")),
        };
        let rights = read_castling(&pos, castling)?;
        let clock = read_number(Field::Clock, clock, u8::MAX)?;
        let number = read_number(Field::MoveNumber, number, LAST_MOVE_NUMBER)?.max(1);
        pos.set_fields(turn_read, rights, clock, (number - 1) * 2 + turn_read as u16, state);
        let passed = read_en_passant(&pos, en_passant)?;
        // The passed square may matter to the rules; whether a capture there is legal can only be asked of a valid
        // position.
        if let Some(at) = passed {
            pos.note_passed(at);
        }
        V::validate(&pos)?;
        if let Some(at) = passed {
            pos.clear_en_passant();
            pos.offer_en_passant(at);
        }
        Ok(pos)
    }
}

fn read_board<V: Variant>(pos: &mut Position<V>, text: &str) -> Result<(), FenError> {
    let wrong = |why: String| FenError::new(Field::Board, text, why);
    let rows = text.split('/').count();
    if rows != 8 {
        return Err(wrong(format!("8 ranks are needed, here are {rows}")));
    }
    for (row, rank) in text.split('/').zip((0..8).rev()) {
        let mut file = 0;
        let mut after_gap = false;
        for letter in row.chars() {
            let gap = letter.to_digit(10);
            match gap {
                Some(n @ 1..=8) if !after_gap => file += n as u8,
                Some(_) => return Err(wrong(format!("a gap of '{}' in rank {}", printable(row), rank + 1))),
                None => {
                    let piece_type = piece_type_of_letter::<V>(letter.to_ascii_lowercase()).ok_or_else(|| {
                        let letter = printable(letter.encode_utf8(&mut [0; 4]));
                        wrong(format!("no piece of {} is called '{letter}'", V::NAME))
                    })?;
                    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    if file > 7 {
                        return Err(wrong(format!("rank {} has more than 8 squares", rank + 1)));
                    }
                    if piece_type == PieceType::PAWN && matches!(rank, 0 | 7) {
                        return Err(wrong(format!("a pawn on rank {}", rank + 1)));
                    }
                    pos.put(Piece::new(color, piece_type), Square::at(file, rank), &mut ());
                    file += 1;
                }
            }
            after_gap = gap.is_some();
            if file > 8 {
                return Err(wrong(format!("rank {} has more than 8 squares", rank + 1)));
            }
        }
        if file != 8 {
            return Err(wrong(format!("rank {} has {file} squares", rank + 1)));
        }
    }
    Ok(())
}

/// Digits and nothing else: Rust's own reader would also take a plus sign.
pub fn read_number<N: Copy + FromStr + PartialOrd + fmt::Display>(
    field: Field,
    text: &str,
    most: N,
) -> Result<N, FenError> {
    let number = if text.bytes().all(|c| c.is_ascii_digit()) { text.parse().ok() } else { None };
    let wrong = || FenError::new(field, text, format!("not a number from 0 to {most}"));
    number.filter(|n| *n <= most).ok_or_else(wrong)
}

/// A right whose king or rook is not at home, or that the game does not know, is dropped, as most programs do.
fn read_castling<V: Variant>(pos: &Position<V>, text: &str) -> Result<Castling, FenError> {
    let mut rights = 0;
    for letter in text.chars().filter(|_| text != "-") {
        let (color, wing) = match letter {
            'K' => (Color::White, 0),
            'Q' => (Color::White, 1),
            'k' => (Color::Black, 0),
            'q' => (Color::Black, 1),
            _ => return Err(FenError::new(Field::Castling, text, "neither '-' nor letters of 'KQkq'")),
        };
        let right = Castling::right(color, wing);
        if rights & right.0 != 0 {
            return Err(FenError::new(Field::Castling, text, "a letter occurs twice"));
        }
        rights |= right.0;
    }
    let mut home = V::CASTLING;
    for color in Color::BOTH {
        for wing in 0..2 {
            let rook = Square::at(if wing == 0 { 7 } else { 0 }, color.rank(0));
            let king = Square::at(4, color.rank(0));
            if !pos.of(color, PieceType::ROOK).has(rook) || !pos.of(color, PieceType::KING).has(king) {
                home.0 &= !Castling::right(color, wing).0;
            }
        }
    }
    Ok(Castling(rights).common(home))
}

/// A square that a pawn has just passed.
fn read_en_passant<V: Variant>(pos: &Position<V>, text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let wrong = |why: &str| FenError::new(Field::EnPassant, text, why);
    let at = Square::parse(text).ok_or_else(|| wrong("neither '-' nor a square"))?;
    let (us, them) = (pos.turn(), !pos.turn());
    let (from, to) = (at.offset(us.forward()), at.offset(-us.forward()));
    let passed = Bitboard::of(at) & V::double_step_passes(them);
    if passed.is_empty() || !pos.of(them, PieceType::PAWN).has(to) || pos.occupied().has(at) || pos.occupied().has(from)
    {
        return Err(wrong("no pawn has just passed it"));
    }
    Ok(Some(at))
}

impl<V: Variant> Position<V> {
    /// The first field of the FEN.
    pub fn board_text(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut gap = 0;
            for file in 0..8 {
                match self.piece_at(Square::at(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            text.push(char::from(b'0' + gap));
                            gap = 0;
                        }
                        text.push(letter_of_piece::<V>(piece));
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

    /// The position with the colours exchanged and the board turned, as a FEN of the same game.
    ///
    /// ```
    /// use upheaval_movegen::{Chess, Position};
    /// let pos: Position<Chess> = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(pos.flipped_fen(), "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), upheaval_movegen::FenError>(())
    /// ```
    pub fn flipped_fen(&self) -> String {
        let fen = self.to_string();
        let state = self.state().mirrored().to_field().map_or(String::new(), |text| format!(" {text}"));
        let mut fields = fen.split(' ');
        let mut next = || fields.next().unwrap_or("-");
        let swap = |text: &str| -> String {
            text.chars()
                .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
                .collect()
        };
        let board: Vec<String> = next().split('/').rev().map(swap).collect();
        let turn = if next() == "w" { "b" } else { "w" };
        let castling = swap(next());
        let en_passant = next().replace('3', "x").replace('6', "3").replace('x', "6");
        format!("{} {turn} {castling} {en_passant} {} {}{state}", board.join("/"), next(), next())
    }
}

/// Writes the FEN. It has an en-passant square only if a pawn may legally capture there, but in games with
/// [`Variant::KEEPS_PASSED_SQUARE`] after every double step.
impl<V: Variant> fmt::Display for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn().letter();
        let mut castling: String =
            "KQkq".chars().enumerate().filter(|(i, _)| self.castling().0 >> i & 1 != 0).map(|(_, c)| c).collect();
        if castling.is_empty() {
            castling.push('-');
        }
        write!(f, "{} {turn} {castling} ", self.board_text())?;
        match self.passed_square() {
            Some(at) => write!(f, "{at}")?,
            None => write!(f, "-")?,
        }
        write!(f, " {} {}", self.clock(), self.move_number())?;
        self.state().to_field().map_or(Ok(()), |text| write!(f, " {text}"))
    }
}
