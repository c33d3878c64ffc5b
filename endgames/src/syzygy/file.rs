//! A file of one class: header, sparse index, lengths of the blocks, and blocks of values in a Huffman code over recursively paired
//! symbols. The format is version 1 of Syzygy tables. Files are not trusted: every number is checked or bounded.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use arrayvec::ArrayVec;
use movegen::{Color, Position, Square, Variant};

use super::index::{self, Group};
use super::{Sides, Wdl};
use crate::file::FileError;

/// The largest number of pieces of a table.
pub(super) const MAX_PIECES: usize = 7;
/// The largest accepted logarithm of the bytes of a block.
const MAX_BLOCK_BITS: u8 = 12;
/// The largest number of blocks between the one of the sparse index and that of a position.
const MAX_STEPS: u32 = 1 << 16;

/// The two sorts of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// Wins, draws and losses.
    Wdl,
    /// Distances to the next capture or move of a pawn.
    Dtz,
}

impl Content {
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// A value in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Value(i32),
    /// The table has distances for the other side to move.
    OtherSide,
}

/// Flags of a part of a table.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WIN_IN_PLIES: u8 = 4;
const LOSS_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;
const SINGLE_VALUE: u8 = 128;

/// The compressed values for one side to move and, with pawns, one file of the leading pawn.
struct Part {
    /// Codes of the pieces in the order of the index.
    pieces: ArrayVec<u8, MAX_PIECES>,
    groups: ArrayVec<Group, MAX_PIECES>,
    /// The number of positions.
    size: u64,
    flags: u8,
    /// The value of all positions, if it is the same.
    single: u8,
    block_bits: u8,
    /// The logarithm of the number of positions of an entry of the sparse index.
    span_bits: u8,
    blocks: u32,
    /// The number of lengths, of which those behind the last block are padding.
    lengths: u32,
    code: Code,
    /// The values that a distance stands for, for wins, losses, cursed wins and blessed losses.
    maps: [Vec<u16>; 4],
    index_at: u64,
    lengths_at: u64,
    data_at: u64,
}

/// A canonical Huffman code. Its symbols are values, or pairs of symbols.
#[derive(Default)]
struct Code {
    min_length: u8,
    /// By length: the smallest code, left-aligned, and the number of its symbol.
    lengths: Vec<(u64, u16)>,
    /// By symbol: its two parts, or its value and [`LEAF`].
    pairs: Vec<(u16, u16)>,
    /// By symbol: the number of its values, minus one.
    sizes: Vec<u8>,
}

/// The second part of a symbol that is a value.
const LEAF: u16 = 0xfff;

/// A table of one class.
pub(super) struct Table {
    path: PathBuf,
    /// Opened at the first probe, because systems limit the number of open files.
    file: OnceLock<Option<File>>,
    content: Content,
    is_symmetric: bool,
    /// The code of the leading pawns.
    leading_pawn: Option<u8>,
    sides: usize,
    parts: Vec<Part>,
}

/// Reads a header from its begin.
struct Header<R> {
    input: R,
    at: u64,
    /// The length of the file.
    length: u64,
}

impl<R: Read> Header<R> {
    fn bytes(&mut self, count: usize) -> io::Result<Vec<u8>> {
        check(self.length - self.at >= count as u64, "the file is truncated")?;
        let mut bytes = vec![0; count];
        self.input.read_exact(&mut bytes)?;
        self.at += count as u64;
        Ok(bytes)
    }

    fn byte(&mut self) -> io::Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    fn number(&mut self, bytes: usize) -> io::Result<u32> {
        Ok(self.bytes(bytes)?.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn align(&mut self) -> io::Result<()> {
        if self.at % 2 == 1 {
            self.byte()?;
        }
        Ok(())
    }
}

fn malformed<T>(why: &str) -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::InvalidData, why))
}

fn check(is_valid: bool, why: &str) -> io::Result<()> {
    if is_valid { Ok(()) } else { malformed(why) }
}

impl Code {
    fn read<R: Read>(header: &mut Header<R>) -> io::Result<Self> {
        let (max_length, min_length) = (header.byte()?, header.byte()?);
        check((1..=32).contains(&min_length) && (min_length..=32).contains(&max_length), "the code is malformed")?;
        let mut lengths = Vec::new();
        for _ in min_length..=max_length {
            lengths.push((0_u64, header.number(2)? as u16));
        }
        for i in (0..lengths.len() - 1).rev() {
            let sum = lengths[i + 1].0.wrapping_add(lengths[i].1.into()).wrapping_sub(lengths[i + 1].1.into());
            lengths[i].0 = sum / 2;
        }
        for (i, (least, _)) in lengths.iter_mut().enumerate() {
            *least <<= 64 - usize::from(min_length) - i;
        }
        let count = header.number(2)? as usize;
        check(count <= usize::from(LEAF), "the code has too many symbols")?;
        let bytes = header.bytes(3 * count + count % 2)?;
        let pair = |bytes: &[u8]| {
            let [a, b, c] = [0, 1, 2].map(|i| u16::from(bytes[i]));
            (a | (b & 15) << 8, b >> 4 | c << 4)
        };
        let pairs: Vec<(u16, u16)> = bytes.chunks_exact(3).take(count).map(pair).collect();
        let sizes = sizes(&pairs)?;
        Ok(Self { min_length, lengths, pairs, sizes })
    }

    /// Returns the value with this number in a block.
    fn value(&self, block: &[u8], mut number: u32) -> Option<u16> {
        let mut bytes = block.iter().copied().chain(std::iter::repeat(0));
        let mut next = || (0..4).fold(0, |word: u64, _| word << 8 | u64::from(bytes.next().unwrap_or_default()));
        let mut code = next() << 32 | next();
        let mut used = 0;
        let mut symbol = loop {
            let i = self.lengths.iter().position(|&(least, _)| code >= least)?;
            let (least, first) = self.lengths[i];
            let length = u32::from(self.min_length) + i as u32;
            let symbol = usize::from(first) + ((code - least) >> (64 - length)) as usize;
            let size = u32::from(*self.sizes.get(symbol)?) + 1;
            if number < size {
                break symbol;
            }
            number -= size;
            code <<= length;
            used += length;
            if used >= 32 {
                used -= 32;
                code |= next() << used;
            }
        };
        loop {
            let (left, right) = self.pairs[symbol];
            if right == LEAF {
                return Some(left);
            }
            let size = u32::from(self.sizes[usize::from(left)]) + 1;
            if number < size {
                symbol = left.into();
            } else {
                number -= size;
                symbol = right.into();
            }
        }
    }
}

/// Returns the number of values of each symbol, minus one.
fn sizes(pairs: &[(u16, u16)]) -> io::Result<Vec<u8>> {
    let mut sizes: Vec<Option<u8>> = vec![None; pairs.len()];
    let mut stack = Vec::new();
    for symbol in 0..pairs.len() {
        stack.push(symbol);
        while let Some(&top) = stack.last() {
            let (left, right) = (usize::from(pairs[top].0), usize::from(pairs[top].1));
            if pairs[top].1 == LEAF {
                sizes[top] = Some(0);
            }
            if sizes[top].is_some() {
                stack.pop();
                continue;
            }
            check(left.max(right) < pairs.len() && stack.len() <= pairs.len(), "a symbol is malformed")?;
            match (sizes[left], sizes[right]) {
                (None, _) => stack.push(left),
                (_, None) => stack.push(right),
                (Some(left), Some(right)) => {
                    let size = left.checked_add(right).and_then(|size| size.checked_add(1));
                    check(size.is_some(), "a symbol is too long")?;
                    sizes[top] = size;
                }
            }
        }
    }
    Ok(sizes.into_iter().flatten().collect())
}

impl Part {
    /// Reads the sizes and the code.
    fn read_code<R: Read>(&mut self, header: &mut Header<R>) -> io::Result<()> {
        self.flags = header.byte()?;
        if self.flags & SINGLE_VALUE != 0 {
            self.single = header.byte()?;
            return Ok(());
        }
        (self.block_bits, self.span_bits) = (header.byte()?, header.byte()?);
        check(self.block_bits <= MAX_BLOCK_BITS && (1..32).contains(&self.span_bits), "a size is malformed")?;
        let padding = header.byte()?;
        self.blocks = header.number(4)?;
        let lengths = self.blocks.checked_add(padding.into());
        check(lengths.is_some(), "a size is malformed")?;
        self.lengths = lengths.unwrap_or_default();
        self.code = Code::read(header)?;
        Ok(())
    }

    fn read_maps<R: Read>(&mut self, header: &mut Header<R>) -> io::Result<()> {
        if self.flags & MAPPED == 0 {
            return Ok(());
        }
        let width = if self.flags & WIDE != 0 { 2 } else { 1 };
        if width == 2 {
            header.align()?;
        }
        for map in &mut self.maps {
            let count = header.number(width)?;
            for _ in 0..count {
                map.push(header.number(width)? as u16);
            }
        }
        Ok(())
    }

    const fn index_bytes(&self) -> u64 {
        if self.flags & SINGLE_VALUE != 0 { 0 } else { 6 * self.size.div_ceil(1 << self.span_bits) }
    }

    /// Returns the value of a position.
    fn value(&self, file: &File, number: u64) -> Option<u16> {
        if self.flags & SINGLE_VALUE != 0 {
            return Some(self.single.into());
        }
        let mut entry = [0; 6];
        read_at(file, &mut entry, self.index_at + 6 * (number >> self.span_bits)).ok()?;
        let [a, b, c, d, e, f] = entry;
        let span = 1_i64 << self.span_bits;
        let number = number as i64 % span - span / 2 + i64::from(u16::from_le_bytes([e, f]));
        let (block, number) = self.block_of(file, u32::from_le_bytes([a, b, c, d]), number)?;
        let mut bytes = [0; 1 << MAX_BLOCK_BITS];
        let bytes = &mut bytes[..1 << self.block_bits];
        read_at(file, bytes, self.data_at + (u64::from(block) << self.block_bits)).ok()?;
        self.code.value(bytes, number)
    }

    /// Returns the block with a value, and the value's number in it. `number`: its distance from the begin of `block`.
    fn block_of(&self, file: &File, mut block: u32, mut number: i64) -> Option<(u32, u32)> {
        let length = |block: u32| -> Option<i64> {
            if block >= self.lengths {
                return None;
            }
            let mut bytes = [0; 2];
            read_at(file, &mut bytes, self.lengths_at + 2 * u64::from(block)).ok()?;
            Some(i64::from(u16::from_le_bytes(bytes)) + 1)
        };
        for _ in 0..MAX_STEPS {
            if number < 0 {
                block = block.checked_sub(1)?;
                number += length(block)?;
                continue;
            }
            let length = length(block)?;
            if number < length {
                return (block < self.blocks).then_some((block, number as u32));
            }
            number -= length;
            block += 1;
        }
        None
    }

    /// Returns the distance in plies that a value in a table of distances means.
    fn plies(&self, value: u16, wdl: Wdl) -> Option<i32> {
        let map = match wdl {
            Wdl::Win | Wdl::Draw => 0,
            Wdl::Loss => 1,
            Wdl::CursedWin => 2,
            Wdl::BlessedLoss => 3,
        };
        let value = if self.flags & MAPPED != 0 { *self.maps[map].get(usize::from(value))? } else { value };
        let is_in_plies = match wdl {
            Wdl::Win => self.flags & WIN_IN_PLIES != 0,
            Wdl::Loss => self.flags & LOSS_IN_PLIES != 0,
            _ => false,
        };
        Some(i32::from(value) * if is_in_plies { 1 } else { 2 } + 1)
    }
}

impl Table {
    /// Reads the header of the file of a class.
    ///
    /// # Errors
    /// The file cannot be read, or its header is malformed.
    pub(super) fn open(path: &Path, content: Content, sides: &Sides) -> Result<Self, FileError> {
        Self::read(path, content, sides).map_err(|error| FileError::Io(path.to_owned(), error))
    }

    fn read(path: &Path, content: Content, sides: &Sides) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut header = Header { input: BufReader::new(file), at: 0, length };
        check(header.bytes(4)? == content.magic(), "no Syzygy file")?;
        check(length % 64 == 16, "the file is truncated")?;
        let pawns = sides.map(|side| usize::from(side[0]));
        let is_symmetric = sides[0] == sides[1];
        let has_pawns = pawns != [0, 0];
        header.byte()?;
        // The side with fewer pawns leads.
        let leads = usize::from(pawns[0] == 0 || pawns[1] != 0 && pawns[1] < pawns[0]);
        let pawns = [pawns[leads], pawns[1 - leads]];
        let leading_pawn = has_pawns.then_some(1 + 8 * leads as u8);
        let count = if content == Content::Wdl && !is_symmetric { 2 } else { 1 };
        let expected = codes(sides);
        let has_unique = sides.iter().any(|side| side[..5].contains(&1));
        let mut parts = Vec::new();
        for file in 0..if has_pawns { 4 } else { 1 } {
            let orders = [header.byte()?, if has_pawns && pawns[1] > 0 { header.byte()? } else { 0xff }];
            let pieces = header.bytes(expected.len())?;
            for side in 0..count {
                let nibble = |byte: u8| if side == 0 { byte & 15 } else { byte >> 4 };
                let pieces: ArrayVec<u8, MAX_PIECES> = pieces.iter().map(|&byte| nibble(byte)).collect();
                let mut sorted = pieces.clone();
                sorted.sort_unstable();
                check(sorted == expected, "its pieces are not those of its name")?;
                let orders = orders.map(|byte| usize::from(nibble(byte)));
                let groups = match leading_pawn {
                    Some(pawn) => index::groups_with_pawns(&pieces, pawn, pawns, orders, file),
                    None => index::groups(&pieces, has_unique, orders[0]),
                };
                let Some((groups, size)) = groups else { return malformed("the order of its pieces is malformed") };
                parts.push(Part {
                    pieces,
                    groups,
                    size,
                    flags: 0,
                    single: 0,
                    block_bits: 0,
                    span_bits: 0,
                    blocks: 0,
                    lengths: 0,
                    code: Code::default(),
                    maps: Default::default(),
                    index_at: 0,
                    lengths_at: 0,
                    data_at: 0,
                });
            }
        }
        header.align()?;
        parts.iter_mut().try_for_each(|part| part.read_code(&mut header))?;
        if content == Content::Dtz {
            parts.iter_mut().try_for_each(|part| part.read_maps(&mut header))?;
            header.align()?;
        }
        let mut at = header.at;
        for part in &mut parts {
            part.index_at = at;
            at += part.index_bytes();
        }
        for part in &mut parts {
            part.lengths_at = at;
            at += 2 * u64::from(part.lengths);
        }
        for part in &mut parts {
            at = at.next_multiple_of(64);
            part.data_at = at;
            at += u64::from(part.blocks) << part.block_bits;
        }
        check(at <= length, "the file is truncated")?;
        let file = OnceLock::new();
        Ok(Self { path: path.to_owned(), file, content, is_symmetric, leading_pawn, sides: count, parts })
    }

    /// Returns the value of a position of the class. `exchange`: the colors are exchanged first. `wdl`: its known result, for tables of
    /// distances. `None`: the file cannot be read or is malformed.
    pub(super) fn probe<V: Variant>(&self, pos: &Position<V>, exchange: bool, wdl: Wdl) -> Option<Found> {
        let is_black = pos.turn() == Color::Black;
        let exchange = exchange || self.is_symmetric && is_black;
        let side = usize::from(is_black != exchange);
        let mut codes = ArrayVec::<u8, MAX_PIECES>::new();
        let mut squares = ArrayVec::<Square, MAX_PIECES>::new();
        for (piece, at) in pos.pieces() {
            let color = usize::from((piece.color() == Color::Black) != exchange);
            codes.try_push(code(piece.piece_type().index(), color)).ok()?;
            squares.try_push(if exchange { at.flip() } else { at }).ok()?;
        }
        let file =
            self.leading_pawn.map_or(Some(0), |pawn| index::sort_leading_pawns(pawn, &mut codes, &mut squares))?;
        let part = self.parts.get(file * self.sides + side % self.sides)?;
        let is_distance = self.content == Content::Dtz;
        if is_distance
            && usize::from(part.flags & BLACK_TO_MOVE) != side
            && !(self.is_symmetric && self.leading_pawn.is_none())
        {
            return Some(Found::OtherSide);
        }
        let pawns = codes.iter().take_while(|&&code| Some(code) == self.leading_pawn).count();
        for i in pawns..codes.len() {
            let from = (i..codes.len()).find(|&j| codes[j] == part.pieces[i])?;
            codes.swap(i, from);
            squares.swap(i, from);
        }
        let number = index::number(&mut squares, &part.groups, pawns)?;
        let file = self.file.get_or_init(|| File::open(&self.path).ok()).as_ref()?;
        let value = part.value(file, number)?;
        Some(Found::Value(if is_distance { part.plies(value, wdl)? } else { i32::from(value) - 2 }))
    }
}

/// The code of a piece: pawn to king 1 to 6, black ones 8 more.
pub(super) const fn code(piece_type: usize, color: usize) -> u8 {
    (piece_type + 1 + 8 * color) as u8
}

/// The codes of all pieces in increasing order.
fn codes(sides: &Sides) -> ArrayVec<u8, MAX_PIECES> {
    let of = |color: usize| {
        (0..6).flat_map(move |piece_type| std::iter::repeat_n(code(piece_type, color), sides[color][piece_type].into()))
    };
    of(0).chain(of(1)).collect()
}

/// Fills the buffer from a file at this offset.
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, buffer, at);
    #[cfg(windows)]
    {
        let mut done = 0;
        while done < buffer.len() {
            match std::os::windows::fs::FileExt::seek_read(file, &mut buffer[done..], at + done as u64)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => done += count,
            }
        }
        Ok(())
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = (file, buffer, at);
        Err(io::ErrorKind::Unsupported.into())
    }
}
