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

/// The values of the positions of one class, in compressed blocks that are decompressed when first used.
pub struct Table<V: Variant> {
    pub(crate) class: Class<V>,
    /// Bytes of a value, 1 or 2.
    pub(crate) width: usize,
    pub(crate) blocks: Vec<Box<[u8]>>,
    unpacked: Vec<OnceLock<Box<[u8]>>>,
}

impl<V: Variant> Table<V> {
    pub(crate) fn new(class: Class<V>, width: usize, blocks: Vec<Box<[u8]>>) -> Self {
        let unpacked = blocks.iter().map(|_| OnceLock::new()).collect();
        Self { class, width, blocks, unpacked }
    }

    /// The class.
    pub const fn class(&self) -> &Class<V> {
        &self.class
    }

    pub(crate) fn block_bytes(&self, block: usize) -> usize {
        (self.class.size() * self.width - block * BLOCK_BYTES).min(BLOCK_BYTES)
    }

    /// Returns the value with this number; `None` if the file is damaged.
    pub(crate) fn value(&self, number: usize) -> Option<Value> {
        let at = number * self.width;
        let block = at / BLOCK_BYTES;
        let bytes = self
            .unpacked
            .get(block)?
            .get_or_init(|| decompress(&self.blocks[block], self.block_bytes(block)).unwrap_or_default());
        let bytes = bytes.get(at % BLOCK_BYTES..)?.get(..self.width)?;
        Some(Value::of_number(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u16::from(byte))))
    }
}

/// Compresses the numbers of the values of a class.
pub(crate) fn table_of<V: Variant>(class: Class<V>, numbers: &[u16], threads: usize) -> Table<V> {
    let width = if numbers.iter().all(|&number| number < 256) { 1 } else { 2 };
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width)).collect();
    let blocks: Vec<&[u8]> = bytes.chunks(BLOCK_BYTES).collect();
    let packed = in_chunks(blocks.len(), threads, |i| {
        let mut packed = Vec::new();
        BzEncoder::new(blocks[i], Compression::best()).read_to_end(&mut packed).expect("memory can be read");
        packed.into()
    });
    Table::new(class, width, packed)
}

/// Returns a block of this length; `None` if it has another length or is malformed.
pub(crate) fn decompress(packed: &[u8], length: usize) -> Option<Box<[u8]>> {
    let mut bytes = Vec::with_capacity(length + 1);
    BzDecoder::new(packed).take(length as u64 + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() == length).then(|| bytes.into())
}
