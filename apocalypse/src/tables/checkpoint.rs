//! The state of an interrupted computation of a class, and the file from which it is resumed.

use std::io::{self, Read, Write};

use super::class::{Class, MAX_SETUPS};
use super::iterate::{Effort, PENALTIES};
use super::slice::{Word, layers};
use super::table::{Checksum, Table, TableError, class_bytes, read_class};

/// The first bytes of a file; the last of them is the version of the format.
const MAGIC: [u8; 8] = *b"UPAPOC\0\x01";
/// Magic, class, five numbers, and at the end a checksum.
const FRAME: u64 = 8 + 4 + 16 + 8;

/// The state of a computation: the slices of a class that are done, and the values of the one that is not.
pub struct Checkpoint {
    pub(super) table: Table,
    pub(super) effort: Effort,
    /// The number of finished slices.
    pub(super) stage: usize,
    /// Layers done of the next one.
    pub(super) layers: usize,
    /// The values of the next one.
    pub(super) words: Vec<u32>,
}

impl Checkpoint {
    /// The class that is computed.
    pub const fn class(&self) -> Class {
        self.table.class()
    }

    /// Returns `true` if the class was begun with this tolerance and price of a turn.
    pub fn is_of(&self, effort: Effort) -> bool {
        self.effort.tolerance == effort.tolerance && self.effort.discount == effort.discount
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut sum = Checksum::default();
        out.write_all(&MAGIC)?;
        let Effort { tolerance, discount, .. } = self.effort;
        let mut head = class_bytes(self.class()).to_vec();
        for number in [tolerance.to_bits(), discount.to_bits(), self.stage as u32, self.layers as u32] {
            head.extend(number.to_le_bytes());
        }
        sum.add(&head);
        out.write_all(&head)?;
        for &penalties in &PENALTIES[..self.stage] {
            sum.write_all(out, self.table.slice(penalties), i16::to_le_bytes)?;
        }
        sum.write_all(out, &self.words, u32::to_le_bytes)?;
        out.write_all(&sum.value().to_le_bytes())
    }

    /// Reads a file of `length` bytes. The computation is resumed with one thread.
    ///
    /// # Errors
    /// The file is not a checkpoint of this class. Nothing is read, and no memory taken, beyond what its class needs.
    pub fn read(from: &mut impl Read, length: u64) -> Result<Self, TableError> {
        let class = read_class(from, MAGIC)?;
        let mut sum = Checksum::default();
        let mut head = class_bytes(class).to_vec();
        head.resize(20, 0);
        from.read_exact(&mut head[4..]).map_err(|_| TableError::Format)?;
        sum.add(&head);
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let effort = Effort { tolerance: f32::from_bits(number(4)), discount: f32::from_bits(number(8)), threads: 1 };
        let (stage, layers_done) = (number(12) as usize, number(16) as usize);
        let is_sound = (0.0..=1.0).contains(&effort.tolerance) && (0.0..=1.0).contains(&effort.discount);
        if !is_sound || stage >= PENALTIES.len() || class.setups() >= MAX_SETUPS {
            return Err(TableError::Format);
        }
        let needed = FRAME + class.setups() as u64 * (2 * stage as u64 + 4);
        if length != needed {
            return Err(TableError::Length { needed, is: length });
        }
        let mut table = Table::empty(class);
        for &penalties in &PENALTIES[..stage] {
            let values = sum.read_all(from, class.setups(), |pair| i16::from_le_bytes(pair).max(-i16::MAX))?;
            table.fill(penalties, values);
        }
        let words = sum.read_all(from, class.setups(), u32::from_le_bytes)?;
        sum.expect(from)?;
        if layers_done >= layers(class).len() || !words.iter().all(|&word| Word(word).is_sound()) {
            return Err(TableError::Format);
        }
        Ok(Self { table, effort, stage, layers: layers_done, words })
    }
}
