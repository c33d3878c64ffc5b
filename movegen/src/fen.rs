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
        Self::read(V::default(), fen)
    }
}

impl<V: Variant> Position<V> {
    /// Reads a FEN of this game, as [`FromStr`] does.
    ///
    /// # Errors
    /// The invalid field.
    pub fn read(game: V, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut next = |field| fields.next().ok_or_else(|| FenError::new(field, fen, "the field is missing"));
        let mut pos = Self::empty(game);
        // What is no board at all is called so, before it is asked for other fields.
        let board = next(Field::Board)?;
        let place = |letter: char, file, rank| {
            let piece_type = piece_type_of_letter(game, letter.to_ascii_lowercase());
            let piece_type = piece_type.ok_or_else(|| unknown_piece(game.name(), letter))?;
            if piece_type == PieceType::PAWN && matches!(rank, 0 | 7) && !game.allows_pawns_everywhere() {
                return Err(format!("a pawn on rank {}", rank + 1));
            }
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            pos.put(Piece::new(color, piece_type), Square::at(file, rank), &mut ());
            Ok(())
        };
        read_board(board, 8, place).map_err(|why| FenError::new(Field::Board, board, why))?;
        let turn = next(Field::Turn)?;
        let (castling, en_passant) = (next(Field::Castling)?, next(Field::EnPassant)?);
        let is_number = |field: &&str| field.bytes().all(|c| c.is_ascii_digit());
        let early = fields.clone().next().filter(|field| game.has_early_state() && !is_number(field));
        let mut fields = fields.skip(usize::from(early.is_some()));
        let clock = fields.next().unwrap_or("0");
        let number = fields.next().unwrap_or("1");
        let mut state = game.read_state(early.or_else(|| fields.next()))?;
        if let Some(rest) = fields.next() {
            return Err(FenError::new(Field::Rest, rest, "nothing may follow the last field"));
        }

        let turn_read = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::new(Field::Turn, turn, "neither 'w' nor 'b'")),
        };
        let rights = V::read_castling(&pos, castling, &mut state)?;
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

/// Reads the first field of a FEN of a square board with `size` ranks: `place` receives each letter with its file and rank.
///
/// # Errors
/// The error in words, of the form or from `place`.
pub fn read_board(
    text: &str,
    size: u8,
    mut place: impl FnMut(char, u8, u8) -> Result<(), String>,
) -> Result<(), String> {
    let rows = text.split('/').count();
    if rows != usize::from(size) {
        return Err(format!("{size} ranks are needed, here are {rows}"));
    }
    for (row, rank) in text.split('/').zip((0..size).rev()) {
        let (mut file, mut after_gap) = (0, false);
        for letter in row.chars() {
            let gap = letter.to_digit(10);
            match gap {
                Some(n) if !after_gap && (1..=size.into()).contains(&n) => file += n as u8,
                Some(_) => return Err(format!("a gap of '{}' in rank {}", printable(row), rank + 1)),
                None => {
                    if file < size {
                        place(letter, file, rank)?;
                    }
                    file += 1;
                }
            }
            after_gap = gap.is_some();
            if file > size {
                return Err(format!("rank {} has more than {size} squares", rank + 1));
            }
        }
        if file != size {
            return Err(format!("rank {} has {file} squares", rank + 1));
        }
    }
    Ok(())
}

/// Writes the first field of a FEN of a square board with `size` ranks; `letter_at` receives file and rank.
pub fn write_board(size: u8, letter_at: impl Fn(u8, u8) -> Option<char>) -> String {
    let mut text = String::new();
    let digit = |gap: u8| (gap > 0).then(|| char::from(b'0' + gap));
    for rank in (0..size).rev() {
        let mut gap = 0;
        for file in 0..size {
            match letter_at(file, rank) {
                None => gap += 1,
                Some(letter) => {
                    text.extend(digit(gap));
                    text.push(letter);
                    gap = 0;
                }
            }
        }
        text.extend(digit(gap));
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Returns the error for a letter that no piece of a game has.
pub fn unknown_piece(game: &str, letter: char) -> String {
    format!("no piece of {game} is called '{}'", printable(letter.encode_utf8(&mut [0; 4])))
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

/// Reads castling rights as X-FEN or Shredder-FEN: `K` and `Q` are the right to castle with the outermost rook on that side of
/// the king, `A` to `H` with the rook on this file, capitals for White. Returns the files of king and rook of each right, White's
/// before Black's, short before long. A right without king and rook on the first rank is dropped, as most programs do.
pub(crate) fn castling_files<V: Variant>(pos: &Position<V>, text: &str) -> Result<[Option<[u8; 2]>; 4], FenError> {
    let mut rights = [None; 4];
    let mut read = Vec::new();
    for letter in text.chars().filter(|_| text != "-") {
        let wrong = |why| FenError::new(Field::Castling, text, why);
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Bitboard::rank(color.rank(0));
        let kings = pos.of(color, PieceType::KING) & home;
        let files = |pieces: Bitboard| pieces.into_iter().map(Square::file);
        // Games with several kings castle with the one on the e-file.
        let king = files(kings).find(|&file| file == 4).or_else(|| files(kings).next());
        let rooks = || files(V::castling_rooks(pos, color) & home);
        let (wing, rook) = match letter.to_ascii_lowercase() {
            'k' => (Some(0), rooks().filter(|&rook| king.is_some_and(|king| rook > king)).max()),
            'q' => (Some(1), rooks().filter(|&rook| king.is_some_and(|king| rook < king)).min()),
            file @ 'a'..='h' => {
                let rook = rooks().find(|&rook| rook == file as u8 - b'a');
                (rook.zip(king).map(|(rook, king)| usize::from(rook < king)), rook)
            }
            _ => return Err(wrong("neither '-' nor letters of 'KQkq', nor files of rooks")),
        };
        let right = wing.map(|wing| color.index() * 2 + wing);
        if read.contains(&(letter, None)) || right.is_some() && read.iter().any(|&(_, other)| other == right) {
            return Err(wrong("a right occurs twice"));
        }
        read.push((letter, right));
        if let (Some(right), Some(king), Some(rook)) = (right, king, rook) {
            rights[right] = Some([king, rook]);
        }
    }
    Ok(rights)
}

/// Reads the castling rights of a game in which kings castle from e1 and e8. Rights of the other colour are ignored if only one
/// side castles.
pub(crate) fn read_castling<V: Variant>(pos: &Position<V>, text: &str) -> Result<Castling, FenError> {
    let mut rights = Castling::NONE;
    for (right, files) in castling_files(pos, text)?.into_iter().enumerate() {
        match files {
            Some([4, 0 | 7]) => rights.0 |= 1 << right,
            Some([king, rook]) if V::CASTLING.0 >> right & 1 != 0 => {
                let [king, rook] = [king, rook].map(|file| char::from(b'a' + file));
                let why = format!("a king on the {king}-file and a rook on the {rook}-file castle only in chess960");
                return Err(FenError::new(Field::Castling, text, why));
            }
            _ => {}
        }
    }
    Ok(V::CASTLING.common(rights))
}

/// Writes castling rights, each by the letter that `letter` returns for its number, or `-`.
pub(crate) fn write_castling(rights: Castling, letter: impl Fn(usize) -> char) -> String {
    let text: String = (0..4).filter(|right| rights.0 >> right & 1 != 0).map(letter).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

/// A square that a pawn has just passed.
fn read_en_passant<V: Variant>(pos: &Position<V>, text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let wrong = |why: &str| FenError::new(Field::EnPassant, text, why);
    let at = Square::parse(text).ok_or_else(|| wrong("neither '-' nor a square"))?;
    let (us, them) = (pos.turn(), !pos.turn());
    let from = at.offset(us.forward());
    let passed = Bitboard::of(at) & pos.game().double_step_passes(them);
    if passed.is_empty() || pos.occupied().has(at) || pos.occupied().has(from) || !V::may_have_passed(pos, at) {
        return Err(wrong("no pawn has just passed it"));
    }
    Ok(Some(at))
}

impl<V: Variant> Position<V> {
    /// The first field of the FEN.
    pub fn board_text(&self) -> String {
        write_board(8, |file, rank| {
            self.piece_at(Square::at(file, rank)).map(|piece| letter_of_piece(self.game(), piece))
        })
    }

    /// The position with the colours exchanged and the board turned, as a FEN of the same game.
    pub fn flipped_fen(&self) -> String {
        let fen = self.to_string();
        let state = self.game().write_state(self.state().mirrored());
        let own = self.game().write_state(self.state()).filter(|_| self.game().has_early_state());
        let mut fields = fen.split(' ').filter(|field| own.as_deref() != Some(field));
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
        let [early, late] = places(self.game(), state);
        format!("{} {turn} {castling} {en_passant}{early} {} {}{late}", board.join("/"), next(), next())
    }
}

/// Writes the FEN. It has an en-passant square only if a pawn may legally capture there, but in games with
/// [`Variant::KEEPS_PASSED_SQUARE`] after every double step.
impl<V: Variant> fmt::Display for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn().letter();
        write!(f, "{} {turn} {} ", self.board_text(), V::write_castling(self))?;
        match self.passed_square() {
            Some(at) => write!(f, "{at}")?,
            None => write!(f, "-")?,
        }
        let [early, late] = places(self.game(), self.game().write_state(self.state()));
        write!(f, "{early} {} {}{late}", self.clock(), self.move_number())
    }
}

/// The field of the state and the blank before it in its place: before the clock, or at the end. The other text is empty.
fn places<V: Variant>(game: V, state: Option<String>) -> [String; 2] {
    let text = state.map_or(String::new(), |text| format!(" {text}"));
    if game.has_early_state() { [text, String::new()] } else { [String::new(), text] }
}
