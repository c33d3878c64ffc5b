//! The file format: a header with the classes and the checksums of their blocks, then the blocks, compressed by bzip2.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use movegen::{Variant, Verdict};

use crate::class::Class;
use crate::table::{BLOCK_BYTES, Numbers, Table, Zeroing};

/// The extension of files of endgame tables.
pub const EXTENSION: &str = "endgames";

/// Version 2.
const MAGIC: &[u8; 8] = b"UPENDG\0\x02";

/// In place of the bytes of a number: the numbers are left out.
const LEFT_OUT: u8 = 3;

/// A file of tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("'{}': {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// The content is malformed.
    #[error("'{}': {}", .0.display(), .1)]
    Malformed(PathBuf, String),
}

/// Distinguishes forms of a game that differ in this rule.
fn stalemate<V: Variant>() -> u8 {
    u8::from(V::STALEMATE != Verdict::Draw)
}

/// Writes tables.
///
/// # Errors
/// The writer's.
pub fn write<V: Variant>(tables: &[&Table<V>], out: &mut impl Write) -> io::Result<()> {
    let mut head = MAGIC.to_vec();
    let text = |head: &mut Vec<u8>, text: &str| {
        head.push(text.len() as u8);
        head.extend(text.bytes());
    };
    text(&mut head, V::NAME);
    head.push(stalemate::<V>());
    head.extend((tables.len() as u32).to_le_bytes());
    for table in tables {
        text(&mut head, &table.class().to_string());
        for numbers in [Some(&table.values), table.zeroing.numbers()] {
            head.push(match (numbers, &table.zeroing) {
                (Some(numbers), _) => numbers.width as u8,
                (None, Zeroing::LeftOut) => LEFT_OUT,
                (None, _) => 0,
            });
            for block in numbers.into_iter().flat_map(|numbers| &numbers.blocks) {
                head.extend((block.len() as u32).to_le_bytes());
                head.extend(crc32fast::hash(block).to_le_bytes());
            }
        }
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    out.write_all(&head)?;
    let numbers = tables.iter().flat_map(|table| [Some(&table.values), table.zeroing.numbers()]).flatten();
    numbers.flat_map(|numbers| &numbers.blocks).try_for_each(|block| out.write_all(block))
}

/// Takes parts from the front of a file.
struct Parts<'a> {
    rest: &'a [u8],
}

impl<'a> Parts<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or("the file is truncated")?;
        self.rest = rest;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.bytes(1)?[0])
    }

    fn number(&mut self) -> Result<u32, String> {
        Ok(self.bytes(4)?.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn text(&mut self) -> Result<&'a str, String> {
        let length = self.byte()?.into();
        str::from_utf8(self.bytes(length)?).map_err(|_| "a name is malformed".to_owned())
    }

    /// Takes the head of a class's numbers.
    fn head(&mut self, count: usize, class: &impl fmt::Display) -> Result<Head, String> {
        let width: usize = match self.byte()? {
            0 => return Ok(Head::Same),
            LEFT_OUT => return Ok(Head::LeftOut),
            width @ (1 | 2) => width.into(),
            width => return Err(format!("{class}: values of {width} bytes")),
        };
        let mut heads = Vec::new();
        for _ in 0..(count * width).div_ceil(BLOCK_BYTES) {
            heads.push((self.number()? as usize, self.number()?));
        }
        Ok(Head::Blocks(Blocks { count, width, heads }))
    }

    /// Takes the blocks that a head describes.
    fn numbers(&mut self, blocks: Blocks, class: &impl fmt::Display) -> Result<Numbers, String> {
        let mut read = Vec::new();
        for (length, checksum) in blocks.heads {
            let block = self.bytes(length)?;
            if crc32fast::hash(block) != checksum {
                return Err(format!("{class}: a block's checksum is wrong"));
            }
            read.push(block.into());
        }
        Ok(Numbers::new(blocks.count, blocks.width, read))
    }
}

/// The part of a file's header for one sort of a class's numbers.
enum Head {
    /// They are those before them.
    Same,
    LeftOut,
    Blocks(Blocks),
}

/// The blocks of a class's numbers: their number, the bytes of each, and the length and the checksum of each block.
struct Blocks {
    count: usize,
    width: usize,
    heads: Vec<(usize, u32)>,
}

/// Reads the tables in the content of a file; none if it is of another game.
///
/// # Errors
/// A sentence about the malformed part.
pub fn read<V: Variant>(content: &[u8]) -> Result<Vec<Table<V>>, String> {
    read_as(V::NAME, content)
}

/// As [`read`] for the file of another game with the same values.
pub(crate) fn read_as<V: Variant>(name: &str, content: &[u8]) -> Result<Vec<Table<V>>, String> {
    let mut parts = Parts { rest: content };
    if parts.bytes(MAGIC.len()) != Ok(MAGIC) {
        return Err("not a file of endgame tables of version 2".to_owned());
    }
    let game = parts.text()?;
    if (game, parts.byte()?) != (name, stalemate::<V>()) {
        return Ok(Vec::new());
    }
    let count = parts.number()?;
    let mut heads = Vec::new();
    for _ in 0..count {
        let class = Class::<V>::parse(parts.text()?)?;
        let Head::Blocks(values) = parts.head(class.size(), &class)? else {
            return Err(format!("{class} has no values"));
        };
        let zeroing = parts.head(class.size(), &class)?;
        heads.push((class, values, zeroing));
    }
    let head = &content[..content.len() - parts.rest.len()];
    if parts.number()? != crc32fast::hash(head) {
        return Err("the header's checksum is wrong".to_owned());
    }
    let mut tables = Vec::new();
    for (class, values, zeroing) in heads {
        let values = parts.numbers(values, &class)?;
        let zeroing = match zeroing {
            Head::Same => Zeroing::AsToEnd,
            Head::LeftOut => Zeroing::LeftOut,
            Head::Blocks(blocks) => Zeroing::Plies(parts.numbers(blocks, &class)?),
        };
        tables.push(Table { class, values, zeroing });
    }
    if parts.rest.is_empty() { Ok(tables) } else { Err("bytes follow the last block".to_owned()) }
}

/// Reads the tables of a game in all files of a folder.
///
/// # Errors
/// The first unreadable or malformed file.
pub fn read_folder<V: Variant>(folder: &Path) -> Result<Vec<Table<V>>, FileError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| FileError::Io(path, error)
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        paths.push(entry.map_err(failed(folder))?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    paths.sort();
    let mut tables = Vec::new();
    for path in paths {
        let content = fs::read(&path).map_err(failed(&path))?;
        tables.extend(read(&content).map_err(|why| FileError::Malformed(path, why))?);
    }
    Ok(tables)
}
