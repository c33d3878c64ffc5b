//! The table of a class in memory, compressed by bzip2.

use std::io::Read;
use std::sync::OnceLock;

use bzip2::Compression;
use bzip2::read::{BzDecoder, BzEncoder};
use movegen::Variant;

use crate::chunks::in_chunks;
use crate::class::Class;
use crate::value::Value;

/// Bytes of a block before compression.
pub(crate) const BLOCK_BYTES: usize = 1 << 18;

/// The values of the positions of one class.
#[derive(PartialEq)]
pub struct Table<V: Variant> {
    pub(crate) class: Class<V>,
    pub(crate) values: Numbers,
    pub(crate) zeroing: Zeroing,
}

/// The plies to the next capture or move of a pawn in the positions of a class.
#[derive(PartialEq)]
pub(crate) enum Zeroing {
    /// They are those to the end in every position.
    AsToEnd,
    /// They are not stored.
    LeftOut,
    Plies(Numbers),
}

impl Zeroing {
    pub(crate) const fn numbers(&self) -> Option<&Numbers> {
        match self {
            Self::Plies(numbers) => Some(numbers),
            Self::AsToEnd | Self::LeftOut => None,
        }
    }
}

impl<V: Variant> Table<V> {
    /// The class.
    pub const fn class(&self) -> &Class<V> {
        &self.class
    }

    /// Returns the value with this number; `None` if the file is damaged.
    pub(crate) fn value(&self, number: usize) -> Option<Value> {
        self.values.get(number).map(Value::of_number)
    }

    /// Leaves out the plies to the next capture or move of a pawn where they are not those to the end.
    pub fn without_zeroing(&mut self) {
        if let Zeroing::Plies(_) = self.zeroing {
            self.zeroing = Zeroing::LeftOut;
        }
    }

    /// Returns the plies to the next capture or move of a pawn, or to the end, in a position that is not drawn; `None` if they are left
    /// out or the file is damaged.
    pub(crate) fn zeroing(&self, number: usize) -> Option<u16> {
        match &self.zeroing {
            Zeroing::AsToEnd => self.value(number)?.plies(),
            Zeroing::LeftOut => None,
            Zeroing::Plies(numbers) => numbers.get(number),
        }
    }
}

/// A number for each position of a class, in compressed blocks that are decompressed when first used.
pub(crate) struct Numbers {
    count: usize,
    /// Bytes of a number, 1 or 2.
    pub(crate) width: usize,
    pub(crate) blocks: Vec<Box<[u8]>>,
    unpacked: Vec<OnceLock<Box<[u8]>>>,
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        (self.count, self.width, &self.blocks) == (other.count, other.width, &other.blocks)
    }
}

impl Numbers {
    pub(crate) fn new(count: usize, width: usize, blocks: Vec<Box<[u8]>>) -> Self {
        let unpacked = blocks.iter().map(|_| OnceLock::new()).collect();
        Self { count, width, blocks, unpacked }
    }

    /// Compresses numbers.
    pub(crate) fn pack(numbers: &[u16], threads: usize) -> Self {
        let width = if numbers.iter().all(|&number| number < 256) { 1 } else { 2 };
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width)).collect();
        let blocks: Vec<&[u8]> = bytes.chunks(BLOCK_BYTES).collect();
        let packed = in_chunks(blocks.len(), threads, |i| {
            let mut packed = Vec::new();
            BzEncoder::new(blocks[i], Compression::best()).read_to_end(&mut packed).expect("memory can be read");
            packed.into()
        });
        Self::new(numbers.len(), width, packed)
    }

    fn block_bytes(&self, block: usize) -> usize {
        (self.count * self.width - block * BLOCK_BYTES).min(BLOCK_BYTES)
    }

    fn get(&self, number: usize) -> Option<u16> {
        let at = number * self.width;
        let block = at / BLOCK_BYTES;
        let bytes = self
            .unpacked
            .get(block)?
            .get_or_init(|| decompress(&self.blocks[block], self.block_bytes(block)).unwrap_or_default());
        let bytes = bytes.get(at % BLOCK_BYTES..)?.get(..self.width)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u16::from(byte)))
    }
}

/// Returns a block of this length; `None` if it has another length or is malformed.
fn decompress(packed: &[u8], length: usize) -> Option<Box<[u8]>> {
    let mut bytes = Vec::with_capacity(length + 1);
    BzDecoder::new(packed).take(length as u64 + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() == length).then(|| bytes.into())
}
