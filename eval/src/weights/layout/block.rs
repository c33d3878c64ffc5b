//! What the list of weights is made of: a block is a table of weights under one name. The list itself is `layout.rs`.

/// A part of the evaluation, as the trace shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Term {
    /// What the pieces are worth.
    Material,
    /// Where the pieces stand.
    Placement,
    /// How many squares the pieces reach.
    Mobility,
    /// Bishop pairs, open files, outposts, pins.
    Pieces,
    /// The shape of the pawns.
    Pawns,
    /// Passed pawns.
    Passed,
    /// Pawns before the king, own and enemy.
    Shelter,
    /// The danger that the enemy's king is in.
    Attack,
    /// Enemy pieces that are attacked.
    Threats,
    /// The king's way to the far rank.
    Road,
    /// Which piece type is royal, how many royals there are, and the dangers to all of them.
    Royals,
    /// Enemy pieces that can be paid for, and what is left to pay.
    Purchases,
    /// The right to move.
    Tempo,
}

impl Term {
    /// How many terms there are.
    pub const COUNT: usize = 13;
    /// All terms in the order of the trace.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Material,
        Self::Placement,
        Self::Mobility,
        Self::Pieces,
        Self::Pawns,
        Self::Passed,
        Self::Shelter,
        Self::Attack,
        Self::Threats,
        Self::Road,
        Self::Royals,
        Self::Purchases,
        Self::Tempo,
    ];

    /// The name in the trace.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::Placement => "Placement",
            Self::Mobility => "Mobility",
            Self::Pieces => "Pieces",
            Self::Pawns => "Pawns",
            Self::Passed => "Passed pawns",
            Self::Shelter => "Shelter",
            Self::Attack => "King attack",
            Self::Threats => "Threats",
            Self::Road => "King's road",
            Self::Royals => "Royals",
            Self::Purchases => "Purchases",
            Self::Tempo => "Tempo",
        }
    }
}

/// How the rows of a block are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// One row without a name.
    One,
    /// One row for each kind of piece, called by its letter.
    PieceTypes,
    /// So many rows, called 0, 1, …
    Numbered(usize),
}

impl Rows {
    /// How many rows there are; a game may have fewer piece types than there is room for.
    pub const fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::PieceTypes => movegen::PieceType::MAX,
            Self::Numbered(n) => n,
        }
    }
}

/// The place of one weight in a [`Set`](crate::weights::Set).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Weight(pub(crate) u16);

impl Weight {
    /// The number of the weight, below [`LEN`](super::LEN).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A table of weights under one name.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The name in files.
    pub name: &'static str,
    /// What the numbers mean, for the reader of a file.
    pub about: &'static str,
    /// The term that the weights serve.
    pub term: Term,
    /// The rows.
    pub rows: Rows,
    /// How many weights a row has.
    pub columns: usize,
    /// Whether each weight has a middle-game and an end-game half, or is one plain number.
    pub tapered: bool,
    pub(super) start: usize,
}

impl Block {
    pub(super) const fn first(name: &'static str, term: Term, rows: Rows, columns: usize, about: &'static str) -> Self {
        Self { name, about, term, rows, columns, tapered: true, start: 0 }
    }

    pub(super) const fn then(
        &self,
        name: &'static str,
        term: Term,
        rows: Rows,
        columns: usize,
        about: &'static str,
    ) -> Self {
        Self { name, about, term, rows, columns, tapered: true, start: self.end() }
    }

    pub(super) const fn plain(mut self) -> Self {
        self.tapered = false;
        self
    }

    /// One more than the number of the last weight.
    pub(super) const fn end(&self) -> usize {
        self.start + self.rows.count() * self.columns
    }

    /// The first weight.
    #[inline]
    pub const fn only(&self) -> Weight {
        Weight(self.start as u16)
    }

    /// The weight in this row of a block with one column, or in this column of a block with one row.
    #[inline]
    pub const fn at(&self, index: usize) -> Weight {
        debug_assert!(index < self.rows.count() * self.columns);
        Weight((self.start + index) as u16)
    }

    /// The weight in this row and column.
    #[inline]
    pub const fn cell(&self, row: usize, column: usize) -> Weight {
        debug_assert!(column < self.columns);
        self.at(row * self.columns + column)
    }

    /// The numbers of all weights of the block.
    pub const fn range(&self) -> std::ops::Range<usize> {
        self.start..self.end()
    }
}
