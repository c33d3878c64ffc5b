//! The values of one class of endings: how they are kept in memory and in files.

use std::io::{self, Read, Write};

use movegen::Color;
use movegen::apocalypse::Position;

use super::class::{Class, Side};

/// What stands for a won game; smaller values in proportion.
const WON: f64 = 32_767.0;

/// The first bytes of a file; the last of them is the version of the format.
const MAGIC: [u8; 8] = *b"UPAPOT\0\x01";
/// Magic, class, and at the end a checksum.
const FRAME: u64 = 8 + 4 + 8;
/// Values read or written at a time.
const CHUNK: usize = 1 << 15;

/// A value from -1 to 1 in the form in which it is kept.
#[inline]
pub(super) fn quantised(value: f64) -> i16 {
    (value * WON).round() as i16
}

/// A kept value, from -1 to 1.
#[inline]
pub(super) fn value(stored: i16) -> f64 {
    f64::from(stored) / WON
}

/// The values of all positions of a class, in four slices by penalties.
pub struct Table {
    class: Class,
    /// By White's penalties plus twice Black's.
    slices: [Box<[i16]>; 4],
}

/// Why a file is no table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is something else, or of another version.
    #[error("it is no table of this version")]
    Format,
    /// It is too short or too long.
    #[error("{needed} bytes are needed, here are {is}")]
    Length {
        /// Bytes that a table of its class has.
        needed: u64,
        /// Bytes that it has.
        is: u64,
    },
    /// Bytes have changed since it was written.
    #[error("its checksum is wrong")]
    Checksum,
}

/// How far two tables are apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The largest difference of two values.
    pub most: f64,
    /// The average over all numbers of the class, those without a position included.
    pub mean: f64,
}

impl Table {
    /// A table without values.
    pub(super) fn empty(class: Class) -> Self {
        Self { class, slices: Default::default() }
    }

    /// The class it is of.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Fills in the values of all positions with these penalties, each at most 1.
    pub(super) fn fill(&mut self, penalties: [u8; 2], values: Vec<i16>) {
        self.slices[slice(penalties)] = values.into_boxed_slice();
    }

    /// What is kept for a position of this class with at most one penalty point for each side.
    #[inline]
    pub(super) fn stored(&self, pos: &Position) -> i16 {
        self.slices[slice(Color::BOTH.map(|c| pos.penalties(c)))][self.class.index(pos)]
    }

    /// How far the values of another table of the same class are from these; `None` if it is of another class.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let values = |table: &Self| table.slices.iter().flatten().copied().collect::<Vec<i16>>();
        let (own, others) = (values(self), values(other));
        let apart = own.iter().zip(&others).map(|(&a, &b)| (value(a) - value(b)).abs());
        let (most, sum) = apart.fold((0.0, 0.0), |(most, sum), apart| (f64::max(most, apart), sum + apart));
        (self.class == other.class).then_some(Difference { most, mean: sum / own.len() as f64 })
    }

    /// Writes the table in the form of its file.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut sum = Checksum::default();
        out.write_all(&MAGIC)?;
        out.write_all(&self.class.0.map(|side| [side.pawns, side.knights]).concat())?;
        for slice in &self.slices {
            for values in slice.chunks(CHUNK) {
                let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
                sum.add(&bytes);
                out.write_all(&bytes)?;
            }
        }
        out.write_all(&sum.0.to_le_bytes())
    }

    /// Reads a file of `length` bytes.
    ///
    /// # Errors
    /// What is wrong with the file. Nothing is read, and no memory taken, beyond what its class needs.
    pub fn read(from: &mut impl Read, length: u64) -> Result<Self, TableError> {
        let mut head = [0; 12];
        from.read_exact(&mut head).map_err(|_| TableError::Format)?;
        let [wp, wn, bp, bn] = [head[8], head[9], head[10], head[11]];
        let class = Class([Side { pawns: wp, knights: wn }, Side { pawns: bp, knights: bn }]);
        if head[..8] != MAGIC || !class.is_sound() || !class.is_stored() {
            return Err(TableError::Format);
        }
        let size = class.blocks() * class.block_size();
        let needed = FRAME + 4 * 2 * size as u64;
        if length != needed {
            return Err(TableError::Length { needed, is: length });
        }
        let mut sum = Checksum::default();
        let mut table = Self::empty(class);
        for slice in &mut table.slices {
            let mut values = Vec::with_capacity(size);
            let mut buffer = vec![0; 2 * CHUNK];
            while values.len() < size {
                let bytes = &mut buffer[..2 * CHUNK.min(size - values.len())];
                from.read_exact(bytes)?;
                sum.add(bytes);
                values.extend(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]).max(-i16::MAX)));
            }
            *slice = values.into_boxed_slice();
        }
        let mut tail = [0; 8];
        from.read_exact(&mut tail)?;
        if u64::from_le_bytes(tail) != sum.0 {
            return Err(TableError::Checksum);
        }
        Ok(table)
    }
}

#[inline]
fn slice(penalties: [u8; 2]) -> usize {
    usize::from(penalties[0] & 1) | usize::from(penalties[1] & 1) << 1
}

/// The FNV-1a sum over words of eight bytes (Fowler, Noll, Vo); finds damage, not intent.
struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
