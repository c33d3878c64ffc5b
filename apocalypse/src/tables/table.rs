//! The values of one class of endings: how they are kept in memory and in files.

use std::io::{self, Read, Write};

use crate::rules::Position;
use movegen::Color;

use super::class::{Class, Side};

/// The code of a won game; smaller values in proportion.
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
#[derive(Clone)]
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

/// The differences between two tables.
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

    /// Returns the code of a position of this class with at most one penalty point for each side.
    #[inline]
    pub(super) fn stored(&self, pos: &Position) -> i16 {
        self.slices[slice(Color::BOTH.map(|c| pos.penalties(c)))][self.class.index(pos)]
    }

    /// Compares the values with those of another table of the same class; `None` if it is of another class.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let values = |table: &Self| table.slices.iter().flatten().copied().collect::<Vec<i16>>();
        let (own, others) = (values(self), values(other));
        let apart = own.iter().zip(&others).map(|(&a, &b)| (value(a) - value(b)).abs());
        let (most, sum) = apart.fold((0.0, 0.0), |(most, sum), apart| (f64::max(most, apart), sum + apart));
        (self.class == other.class).then_some(Difference { most, mean: sum / own.len() as f64 })
    }

    /// The values of all positions with these penalties; none if they are not there yet.
    pub(super) fn slice(&self, penalties: [u8; 2]) -> &[i16] {
        &self.slices[slice(penalties)]
    }

    /// Writes the table in the form of its file.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut sum = Checksum::default();
        out.write_all(&MAGIC)?;
        out.write_all(&class_bytes(self.class))?;
        for slice in &self.slices {
            sum.write_all(out, slice, i16::to_le_bytes)?;
        }
        out.write_all(&sum.value().to_le_bytes())
    }

    /// Reads a file of `length` bytes.
    ///
    /// # Errors
    /// The file is not a table of this class. Nothing is read, and no memory taken, beyond what its class needs.
    pub fn read(from: &mut impl Read, length: u64) -> Result<Self, TableError> {
        let class = read_class(from, MAGIC)?;
        let needed = FRAME + 4 * 2 * class.setups() as u64;
        if length != needed {
            return Err(TableError::Length { needed, is: length });
        }
        let mut sum = Checksum::default();
        let mut table = Self::empty(class);
        for slice in &mut table.slices {
            *slice = sum.read_all(from, class.setups(), |pair| i16::from_le_bytes(pair).max(-i16::MAX))?.into();
        }
        sum.expect(from)?;
        Ok(table)
    }
}

/// A class in a file.
pub(super) fn class_bytes(class: Class) -> [u8; 4] {
    let [white, black] = class.0;
    [white.pawns, white.knights, black.pawns, black.knights]
}

/// Reads the first bytes of a file and the class that follows.
pub(super) fn read_class(from: &mut impl Read, magic: [u8; 8]) -> Result<Class, TableError> {
    let mut head = [0; 12];
    from.read_exact(&mut head).map_err(|_| TableError::Format)?;
    let side = |at: usize| Side { pawns: head[at], knights: head[at + 1] };
    let class = Class([side(8), side(10)]);
    if head[..8] != magic || !class.is_sound() || !class.is_stored() {
        return Err(TableError::Format);
    }
    Ok(class)
}

#[inline]
fn slice(penalties: [u8; 2]) -> usize {
    usize::from(penalties[0] & 1) | usize::from(penalties[1] & 1) << 1
}

/// The FNV-1a sum over words of eight bytes (Fowler, Noll, Vo) of what is written or read; finds damage, not intent.
pub(super) struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(super) const fn value(&self) -> u64 {
        self.0
    }

    /// Writes numbers.
    pub(super) fn write_all<T: Copy, const N: usize>(
        &mut self,
        out: &mut impl Write,
        numbers: &[T],
        bytes: impl Fn(T) -> [u8; N],
    ) -> io::Result<()> {
        for numbers in numbers.chunks(CHUNK) {
            let bytes: Vec<u8> = numbers.iter().flat_map(|&number| bytes(number)).collect();
            self.add(&bytes);
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads so many numbers.
    pub(super) fn read_all<T, const N: usize>(
        &mut self,
        from: &mut impl Read,
        count: usize,
        number: impl Fn([u8; N]) -> T,
    ) -> io::Result<Vec<T>> {
        let mut numbers = Vec::with_capacity(count);
        let mut buffer = vec![0; N * CHUNK.min(count)];
        while numbers.len() < count {
            let bytes = &mut buffer[..N * CHUNK.min(count - numbers.len())];
            from.read_exact(bytes)?;
            self.add(bytes);
            numbers.extend(bytes.as_chunks().0.iter().map(|&bytes| number(bytes)));
        }
        Ok(numbers)
    }

    /// Reads the sum that ought to follow.
    pub(super) fn expect(&self, from: &mut impl Read) -> Result<(), TableError> {
        let mut tail = [0; 8];
        from.read_exact(&mut tail)?;
        if u64::from_le_bytes(tail) == self.0 { Ok(()) } else { Err(TableError::Checksum) }
    }
}
