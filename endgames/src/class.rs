//! Classes of positions: the pieces of both sides and the state of the game. A class numbers its positions.

use std::fmt;

use arrayvec::ArrayVec;
use movegen::fen::{letter_of_piece_type, piece_type_of_letter};
use movegen::{ByPieceType, Color, Piece, PieceType, Position, Square, State, Variant};

/// The largest number of pieces of a class.
pub const MAX_PIECES: usize = 5;

/// The squares of the pieces of a class, in its order.
pub(crate) type Squares = ArrayVec<Square, MAX_PIECES>;

/// The positions with certain pieces and a certain state. Where both colors play by the same rules, White is the stronger side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class<V: Variant> {
    pieces: ArrayVec<Piece, MAX_PIECES>,
    state: V::State,
    is_symmetric: bool,
    /// The different pieces with their numbers.
    groups: ArrayVec<(Piece, u8), MAX_PIECES>,
    key: Key,
}

/// Identifies a class within its game.
pub(crate) type Key = (u64, u64);

/// The piece types of a side, kings first, then in decreasing order.
type Side = ArrayVec<PieceType, MAX_PIECES>;

fn order(piece_type: PieceType) -> usize {
    if piece_type == PieceType::KING { PieceType::MAX } else { piece_type.index() }
}

fn piece_types<V: Variant>() -> impl Iterator<Item = PieceType> + Clone {
    (0..V::ByPieceType::LEN as u8).map(PieceType::new)
}

fn side<V: Variant>(pos: &Position<V>, color: Color) -> Side {
    let mut side: Side =
        pos.color(color).into_iter().filter_map(|at| pos.piece_at(at)).map(Piece::piece_type).collect();
    side.sort_unstable_by_key(|&piece_type| std::cmp::Reverse(order(piece_type)));
    side
}

fn strength<S: State>(side: &Side, state: S) -> (usize, ArrayVec<usize, MAX_PIECES>, Option<usize>) {
    (side.len(), side.iter().map(|&piece_type| order(piece_type)).collect(), state.features().next())
}

/// Returns `true` if the colors of positions with or without pawns can be exchanged.
fn may_exchange<V: Variant>(has_pawns: bool) -> bool {
    let [white, black] = Color::BOTH.map(|color| V::default().double_step_passes(color));
    !has_pawns || white.into_iter().map(Square::flip).collect::<movegen::Bitboard>() == black
}

/// Returns the key of a position's class, and `true` if its colors must be exchanged.
pub(crate) fn key<V: Variant>(pos: &Position<V>) -> (Key, bool) {
    let [white, black] = Color::BOTH.map(|color| side(pos, color));
    let (state, mirrored) = (pos.state(), pos.state().mirrored());
    let exchange = may_exchange::<V>(pos.piece_type(PieceType::PAWN).any())
        && strength(&black, mirrored) > strength(&white, state);
    let (sides, state) = if exchange { ([&black, &white], mirrored) } else { ([&white, &black], state) };
    ((packed(sides), state.key()), exchange)
}

fn packed(sides: [&Side; 2]) -> u64 {
    let bytes = Color::BOTH
        .into_iter()
        .zip(sides)
        .flat_map(|(color, side)| side.iter().map(move |&piece_type| Piece::new(color, piece_type).index() as u64));
    bytes.fold(1, |sum, byte| sum << 5 | byte)
}

/// One of the eight symmetries of the board; the first two keep ranks.
const fn transformed(at: Square, symmetry: usize) -> Square {
    let (mut file, mut rank) = (at.file(), at.rank());
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    Square::at(file, rank)
}

/// The images of all squares under the symmetries of the board.
static IMAGES: [[Square; 64]; 8] = {
    let mut images = [[Square::new(0); 64]; 8];
    let mut i = 0;
    while i < 512 {
        images[i / 64][i % 64] = transformed(Square::new((i % 64) as u8), i / 64);
        i += 1;
    }
    images
};

/// The squares of the leading piece.
struct Leads {
    count: usize,
    /// The first `count` are used.
    squares: [Square; 32],
    /// The numbers of squares; `count` for others.
    numbers: [u8; 64],
    /// The symmetries that lead from a square to one with a number, as bits.
    symmetries: [u8; 64],
}

impl Leads {
    /// Files a to d, or of symmetric classes the triangle a1-d1-d4.
    const fn new(is_symmetric: bool) -> Self {
        let count = if is_symmetric { 10 } else { 32 };
        let mut leads = Self { count, squares: [Square::new(0); 32], numbers: [count as u8; 64], symmetries: [0; 64] };
        let mut at = 0;
        while at < 64 {
            let (file, rank) = (at % 8, at / 8);
            let number = if is_symmetric { file * (file + 1) / 2 + rank } else { rank * 4 + file };
            if file < 4 && (!is_symmetric || rank <= file) {
                leads.squares[number] = Square::new(at as u8);
                leads.numbers[at] = number as u8;
            }
            at += 1;
        }
        let mut i = 0;
        while i < if is_symmetric { 512 } else { 128 } {
            let image = transformed(Square::new((i % 64) as u8), i / 64);
            if (leads.numbers[image.index()] as usize) < count {
                leads.symmetries[i % 64] |= 1 << (i / 64);
            }
            i += 1;
        }
        leads
    }
}

/// The squares of the leading piece in classes with and without symmetry.
static LEADS: [Leads; 2] = [Leads::new(false), Leads::new(true)];

impl<V: Variant> Class<V> {
    /// Returns the class of these pieces; `None` if a side has no royal, several kings where a king is the only royal, or if there are
    /// too many pieces.
    pub fn new(sides: [&[PieceType]; 2], state: V::State) -> Option<Self> {
        let count = sides[0].len() + sides[1].len();
        if count > MAX_PIECES {
            return None;
        }
        let pieces = || {
            Color::BOTH.into_iter().zip(sides).flat_map(|(color, side)| side.iter().map(move |&t| Piece::new(color, t)))
        };
        // Pawns may not stand on the first rank.
        let pos = Position::<V>::of_pieces(pieces().zip(Square::all().skip(8)), Color::White, state);
        let is_ruled = Color::BOTH.into_iter().all(|color| {
            V::royals(&pos, color).any() && (V::KINGS_HAVE_A_PRICE || pos.of(color, PieceType::KING).count() == 1)
        });
        if is_ruled { Self::of(&pos) } else { None }
    }

    /// Returns the class of a position; `None` if it has more than [`MAX_PIECES`] pieces.
    pub fn of(pos: &Position<V>) -> Option<Self> {
        if pos.occupied().count() as usize > MAX_PIECES {
            return None;
        }
        let (_, exchange) = key(pos);
        let mut sides = Color::BOTH.map(|color| side(pos, color));
        let mut state = pos.state();
        if exchange {
            sides.swap(0, 1);
            state = state.mirrored();
        }
        let pieces: ArrayVec<Piece, MAX_PIECES> = Color::BOTH
            .into_iter()
            .zip(&sides)
            .flat_map(|(color, side)| side.iter().map(move |&piece_type| Piece::new(color, piece_type)))
            .collect();
        let is_symmetric =
            V::default().goal(Color::White).is_empty() && pieces.iter().all(|&piece| moves_are_symmetric::<V>(piece));
        let mut groups: ArrayVec<(Piece, u8), MAX_PIECES> = ArrayVec::new();
        for &piece in &pieces {
            match groups.last_mut() {
                Some((last, count)) if *last == piece => *count += 1,
                _ => groups.push((piece, 1)),
            }
        }
        let key = (packed([&sides[0], &sides[1]]), state.key());
        Some(Self { pieces, state, is_symmetric, groups, key })
    }

    /// All classes with this number of pieces, in an order in which each follows those its moves lead to.
    pub fn all(pieces: usize) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        let types: Vec<PieceType> = piece_types::<V>().collect();
        let mut lists: Vec<Vec<PieceType>> = vec![Vec::new()];
        for _ in 0..pieces.min(MAX_PIECES) {
            lists = lists.iter().flat_map(|list| types.iter().map(|&t| [list.as_slice(), &[t]].concat())).collect();
        }
        for list in &lists {
            for white in 1..pieces {
                let (ours, theirs) = list.split_at(white);
                if !(ours.is_sorted() && theirs.is_sorted()) {
                    continue;
                }
                for state in V::State::all() {
                    if let Some(class) = Self::new([ours, theirs], state)
                        && !found.contains(&class)
                    {
                        found.push(class);
                    }
                }
            }
        }
        found.sort_by_key(Class::pawns);
        found
    }

    /// The number of pieces.
    pub fn count(&self) -> usize {
        self.pieces.len()
    }

    fn pawns(&self) -> usize {
        self.pieces.iter().filter(|piece| piece.piece_type() == PieceType::PAWN).count()
    }

    /// The class and all classes of as many pieces that promotions lead to, in the order in which they are solved.
    pub fn closure(&self) -> Vec<Self> {
        let mut found = vec![self.clone()];
        let mut next = 0;
        while let Some(class) = found.get(next).cloned() {
            next += 1;
            for at in (0..class.count()).filter(|&at| class.pieces[at].piece_type() == PieceType::PAWN) {
                for &promoted in V::PROMOTIONS {
                    let mut sides = [Vec::new(), Vec::new()];
                    for (i, piece) in class.pieces.iter().enumerate() {
                        sides[piece.color()].push(if i == at { promoted } else { piece.piece_type() });
                    }
                    if let Some(class) = Self::new([&sides[0], &sides[1]], class.state)
                        && !found.contains(&class)
                    {
                        found.push(class);
                    }
                }
            }
        }
        found.sort_by_key(Self::pawns);
        found
    }

    /// Parses a name such as `KRvK`, or `KRvK-Rk` in games with governments.
    ///
    /// # Errors
    /// A sentence about the name.
    pub fn parse(name: &str) -> Result<Self, String> {
        let wrong = || format!("'{}' is no class of {}", movegen::fen::printable(name), V::NAME);
        let (pieces, state) = match name.split_once('-') {
            Some((pieces, state)) => (pieces, V::State::from_field(state).map_err(|_| wrong())?),
            None => (name, V::State::default()),
        };
        let (white, black) = pieces.split_once('v').ok_or_else(wrong)?;
        let read = |side: &str| -> Option<Vec<PieceType>> {
            side.chars().map(|letter| piece_type_of_letter(V::default(), letter.to_ascii_lowercase())).collect()
        };
        let (white, black) = read(white).zip(read(black)).ok_or_else(wrong)?;
        Self::new([&white, &black], state).ok_or_else(wrong)
    }

    pub(crate) const fn key(&self) -> Key {
        self.key
    }

    /// The number of numbers, of which some denote no position.
    pub fn size(&self) -> usize {
        (2 * self.leads().count) << (6 * (self.count() - 1))
    }

    fn leads(&self) -> &'static Leads {
        &LEADS[usize::from(self.is_symmetric)]
    }

    /// Returns `true` if a position has the pieces and the state of this class, without an exchange of colors.
    pub(crate) fn has(&self, pos: &Position<V>) -> bool {
        let has = |&(piece, count): &(Piece, u8)| pos.of(piece.color(), piece.piece_type()).count() == u32::from(count);
        pos.occupied().count() as usize == self.count() && self.groups.iter().all(has) && pos.state() == self.state
    }

    /// Returns the number of a position that a table of this class has with these colors; `None` for others.
    pub(crate) fn number_within(&self, pos: &Position<V>) -> Option<usize> {
        let is_within = pos.en_passant().is_none() && self.has(pos) && V::decided(pos).is_none();
        is_within.then(|| self.number(pos, false))
    }

    /// The number of a position of this class, the smallest of its mirror images. `exchange`: its colors are exchanged first.
    pub(crate) fn number(&self, pos: &Position<V>, exchange: bool) -> usize {
        let mut squares = Squares::new();
        for &(piece, _) in &self.groups {
            if exchange {
                let set = pos.of(!piece.color(), piece.piece_type());
                squares.extend(set.into_iter().map(Square::flip));
            } else {
                squares.extend(pos.of(piece.color(), piece.piece_type()));
            }
        }
        let turn = if exchange { !pos.turn() } else { pos.turn() };
        self.number_of(&squares, turn)
    }

    fn number_of(&self, squares: &Squares, turn: Color) -> usize {
        let leads = self.leads();
        let has_twins = self.groups.len() < self.count();
        let mut best = usize::MAX;
        for (first, at) in squares.iter().enumerate().take(self.groups[0].1.into()) {
            let mut symmetries = leads.symmetries[at.index()];
            while symmetries != 0 {
                let images = &IMAGES[symmetries.trailing_zeros() as usize];
                symmetries &= symmetries - 1;
                let mut squares: Squares = squares.iter().map(|at| images[at.index()]).collect();
                if has_twins {
                    squares.swap(0, first);
                    let mut begin = 0;
                    for &(_, count) in &self.groups {
                        let end = begin + usize::from(count);
                        squares[begin.max(1)..end].sort_unstable();
                        begin = end;
                    }
                }
                let number = turn.index() * leads.count + usize::from(leads.numbers[squares[0].index()]);
                best = best.min(squares[1..].iter().fold(number, |number, at| number << 6 | at.index()));
            }
        }
        best
    }

    /// The legal position with this number.
    pub fn position(&self, number: usize) -> Option<Position<V>> {
        let mut squares = Squares::new();
        let rest = self.count() - 1;
        let (head, leads) = (number >> (6 * rest), self.leads());
        squares.push(leads.squares[head % leads.count]);
        squares.extend((0..rest).rev().map(|i| Square::new((number >> (6 * i)) as u8)));
        let turn = if head < leads.count { Color::White } else { Color::Black };
        let mut taken = movegen::Bitboard::EMPTY;
        for (&piece, &at) in self.pieces.iter().zip(&squares) {
            if taken.has(at) || piece.piece_type() == PieceType::PAWN && matches!(at.rank(), 0 | 7) {
                return None;
            }
            taken = taken.with(at);
        }
        if self.number_of(&squares, turn) != number {
            return None;
        }
        let pos = Position::of_pieces(self.pieces.iter().copied().zip(squares), turn, self.state);
        V::validate(&pos).is_ok().then_some(pos)
    }
}

/// Returns `true` if a piece moves alike in all directions that the symmetries of the board exchange.
fn moves_are_symmetric<V: Variant>(piece: Piece) -> bool {
    use movegen::Bitboard;
    let reach = |from| {
        [V::captures, V::steps]
            .map(|reach| reach(V::default(), piece.piece_type(), piece.color(), from, Bitboard::EMPTY))
    };
    piece.piece_type() != PieceType::PAWN
        && Square::all().all(|from| {
            (1..8).all(|symmetry| {
                let image =
                    |set: Bitboard| set.into_iter().map(|at| IMAGES[symmetry][at.index()]).collect::<Bitboard>();
                reach(from).map(image) == reach(IMAGES[symmetry][from.index()])
            })
        })
}

impl<V: Variant> fmt::Display for Class<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| -> String {
            let side = self.pieces.iter().filter(|piece| piece.color() == color);
            side.map(|piece| letter_of_piece_type(V::default(), piece.piece_type()).to_ascii_uppercase()).collect()
        };
        write!(f, "{}v{}", side(Color::White), side(Color::Black))?;
        self.state.to_field().map_or(Ok(()), |state| write!(f, "-{state}"))
    }
}
