//! A board that is nothing but eight rows of letters, and its FEN. No bitboards, no keys, nothing kept in step.

/// Which side: the naive rules need no more of a colour.
pub type White = bool;

/// File and rank, 0 to 7.
pub type Square = (i8, i8);

/// The contents of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The letters of the pieces by rank and file, `.` for an empty square.
    rows: [[u8; 8]; 8],
    /// `true` if White is to move.
    pub white_moves: White,
    /// The castling rights K, Q, k, q.
    pub rights: [bool; 4],
    /// The square that a pawn has just passed.
    pub passed: Option<Square>,
    /// Plies since a capture or a pawn move.
    pub clock: u32,
    /// The number of the move.
    pub number: u32,
    /// The seventh field of the FEN; empty in most games.
    pub extra: String,
}

/// All squares.
pub fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(|i| (i % 8, i / 8))
}

/// The name of a square.
pub fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// The square one step away, if it is on the board.
pub fn step((file, rank): Square, (right, up): (i8, i8)) -> Option<Square> {
    let to = (file + right, rank + up);
    ((0..8).contains(&to.0) && (0..8).contains(&to.1)).then_some(to)
}

/// The small letter of a piece.
pub fn piece_type(piece: u8) -> u8 {
    piece.to_ascii_lowercase()
}

/// The letter of a piece type in this side's colour.
pub fn dressed(piece_type: u8, white: White) -> u8 {
    if white { piece_type.to_ascii_uppercase() } else { piece_type.to_ascii_lowercase() }
}

impl Board {
    /// The letter on a square, `.` when it is empty.
    pub fn at(&self, (file, rank): Square) -> u8 {
        self.rows[rank as usize][file as usize]
    }

    /// Returns `true` if the square is empty.
    pub fn is_empty(&self, at: Square) -> bool {
        self.at(at) == b'.'
    }

    /// Returns `true` if the square has a piece of this side.
    pub fn is_of(&self, at: Square, white: White) -> bool {
        !self.is_empty(at) && self.at(at).is_ascii_uppercase() == white
    }

    /// Writes a letter on a square.
    pub fn set(&mut self, (file, rank): Square, piece: u8) {
        self.rows[rank as usize][file as usize] = piece;
    }

    /// The squares with this letter.
    pub fn find(&self, piece: u8) -> Vec<Square> {
        squares().filter(|&at| self.at(at) == piece).collect()
    }

    /// Reads a FEN with all its six fields. The letters may be anything; `None` if the text is no FEN.
    pub fn read(fen: &str) -> Option<Self> {
        let fields: Vec<&str> = fen.split(' ').collect();
        let ([pieces, turn, rights, passed, clock, number] | [pieces, turn, rights, passed, clock, number, _]) =
            fields[..]
        else {
            return None;
        };
        let mut rows = [[b'.'; 8]; 8];
        let texts: Vec<&str> = pieces.split('/').collect();
        for (row, text) in rows.iter_mut().rev().zip(&texts) {
            let mut file = 0;
            for c in text.bytes() {
                if c.is_ascii_digit() {
                    file += usize::from(c - b'0');
                } else {
                    *row.get_mut(file)? = c;
                    file += 1;
                }
            }
            if file != 8 {
                return None;
            }
        }
        let passed = match passed.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(((file - b'a') as i8, (rank - b'1') as i8)),
            b"-" => None,
            _ => return None,
        };
        if texts.len() != 8 || !matches!(turn, "w" | "b") {
            return None;
        }
        Some(Self {
            rows,
            white_moves: turn == "w",
            rights: ['K', 'Q', 'k', 'q'].map(|c| rights.contains(c)),
            passed,
            clock: clock.parse().ok()?,
            number: number.parse().ok()?,
            extra: fields.get(6).copied().unwrap_or_default().to_owned(),
        })
    }

    /// The identity of a position: the FEN without clock and number.
    pub fn identity(&self) -> String {
        self.first_fields() + " " + &self.extra
    }

    /// Pieces, side to move, rights, and the square passed.
    fn first_fields(&self) -> String {
        let mut text = String::new();
        for (i, row) in self.rows.iter().rev().enumerate() {
            if i > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for &piece in row.iter().chain([&b'/']) {
                if piece == b'.' {
                    gap += 1;
                } else {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    gap = 0;
                    if piece != b'/' {
                        text.push(char::from(piece));
                    }
                }
            }
        }
        text.push_str(if self.white_moves { " w " } else { " b " });
        let rights: String = "KQkq".chars().zip(self.rights).filter(|(_, has)| *has).map(|(c, _)| c).collect();
        text.push_str(if rights.is_empty() { "-" } else { &rights });
        text.push(' ');
        text.push_str(&self.passed.map_or_else(|| "-".to_owned(), name));
        text
    }

    /// The whole FEN.
    pub fn write(&self) -> String {
        let extra = if self.extra.is_empty() { String::new() } else { format!(" {}", self.extra) };
        format!("{} {} {}{extra}", self.first_fields(), self.clock, self.number)
    }
}
