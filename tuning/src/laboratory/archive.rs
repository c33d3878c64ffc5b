//! Files of games: a header that describes the experiment, then blocks of games, each with a checksum.
//!
//! ```text
//! file    "UPHARCH1"  length  checksum  header (JSON)   block*
//! block   length  games  checksum of these  checksum of the games  game*
//! game    length  bytes
//! ```
//!
//! Lengths, counts and checksums (CRC-32) are 32 bits, little-endian; the length of a game is 16 bits. A file is written only at
//! its end, a block at a time. A writer that resumes cuts off an incomplete last block, so a killed process loses at most one
//! block; it cuts off a damaged block and all that follows only with `--repair`.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use arena::tools::files::lock;
use laboratory::experiment::Experiment;
use movegen::fen::printable;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::about;

const MAGIC: &[u8; 8] = b"UPHARCH1";

/// Bytes before the games of a block, and before the header.
const BLOCK_HEAD: usize = 16;
const FILE_HEAD: usize = MAGIC.len() + 8;

/// Number of games per block.
const BLOCK: u32 = 64;

/// An archive that is open for writing, by one process at a time.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
    pending: Vec<u8>,
    waiting: u32,
    games: u64,
}

impl Archive {
    /// Opens the archive to add games to it, or creates it. `repairs`: the games before a damaged block are kept, the rest is cut
    /// off.
    ///
    /// # Errors
    /// One line: the file cannot be opened or written, another process writes to it, it is not an archive, it is of another
    /// experiment, or it is damaged and not to be repaired.
    pub fn open<H: Serialize + DeserializeOwned + PartialEq>(
        path: &Path,
        header: &H,
        repairs: bool,
    ) -> Result<Self, String> {
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = options.map_err(about(path))?;
        lock(&file).map_err(about(path))?;
        let mut archive = Self { path: path.to_owned(), file, pending: Vec::new(), waiting: 0, games: 0 };
        let mut input = BufReader::new(&archive.file);
        let start = input.fill_buf().map_err(about(path))?;
        if start.len() < FILE_HEAD && MAGIC.starts_with(&start[..start.len().min(MAGIC.len())]) {
            archive.begin(header)?;
            return Ok(archive);
        }
        let (found, start) = read_header::<H>(&mut input).map_err(about(path))?;
        if found != *header {
            return Err(about(path)("it holds games that were played otherwise"));
        }
        let mut blocks = Blocks { input, at: start, is_over: false };
        for block in &mut blocks {
            match block {
                Ok(games) => archive.games += games.len() as u64,
                Err(Damage::Incomplete(_)) => {}
                Err(Damage::Damaged(why)) if repairs => eprintln!("{}", about(path)(format!("{why}: cut off"))),
                Err(Damage::Damaged(why)) => {
                    return Err(about(path)(format!("{why}; --repair keeps the {} games before", archive.games)));
                }
                Err(Damage::Unreadable(why)) => return Err(about(path)(why)),
            }
        }
        let end = blocks.at;
        archive.file.set_len(end).map_err(about(path))?;
        archive.file.seek(SeekFrom::End(0)).map_err(about(path))?;
        Ok(archive)
    }

    fn begin(&mut self, header: &impl Serialize) -> Result<(), String> {
        let json = serde_json::to_vec(header).map_err(|error| error.to_string())?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend((json.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&json).to_le_bytes());
        bytes.extend(json);
        let written = self.file.set_len(0).and_then(|()| self.file.rewind()).and_then(|()| self.file.write_all(&bytes));
        written.map_err(about(&self.path))
    }

    /// The number of games in the archive.
    pub const fn games(&self) -> u64 {
        self.games + self.waiting as u64
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written, or the game is longer than 65,535 bytes.
    pub fn add(&mut self, game: &[u8]) -> Result<(), String> {
        let length = u16::try_from(game.len()).map_err(|_| about(&self.path)("a game is too long"))?;
        self.pending.extend(length.to_le_bytes());
        self.pending.extend(game);
        self.waiting += 1;
        if self.waiting == BLOCK { self.write() } else { Ok(()) }
    }

    /// Writes the games of the incomplete block.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self) -> Result<(), String> {
        if self.waiting == 0 {
            return Ok(());
        }
        let mut block = Vec::with_capacity(BLOCK_HEAD + self.pending.len());
        block.extend((self.pending.len() as u32).to_le_bytes());
        block.extend(self.waiting.to_le_bytes());
        block.extend(crc32fast::hash(&block).to_le_bytes());
        block.extend(crc32fast::hash(&self.pending).to_le_bytes());
        block.append(&mut self.pending);
        self.file.write_all(&block).map_err(about(&self.path))?;
        self.games += u64::from(std::mem::take(&mut self.waiting));
        Ok(())
    }
}

/// The content of an archive.
#[derive(Debug)]
pub struct Contents<H> {
    /// The description of the experiment.
    pub header: H,
    /// The bytes of each game in order.
    pub games: Vec<Vec<u8>>,
}

/// Reads a whole archive.
///
/// # Errors
/// One line: it cannot be read, or is damaged.
pub fn read<H: DeserializeOwned>(path: &Path) -> Result<Contents<H>, String> {
    let file = File::open(path).map_err(about(path))?;
    let (header, games) = games(BufReader::new(file)).map_err(about(path))?;
    Ok(Contents { header, games: games.collect::<Result<_, _>>().map_err(about(path))? })
}

/// Joins the archives of the parts of an experiment, in any order, into a new one: the same bytes that one archive of all games has.
///
/// # Errors
/// One line: an archive cannot be read, the parts are not of one experiment, games are missing between them, or the new archive exists
/// or cannot be written.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<u64, String> {
    let mut parts = Vec::new();
    for path in paths {
        parts.push((path, read::<Experiment>(path)?));
    }
    parts.sort_by_key(|(_, part)| part.header.first);
    let Some((_, first)) = parts.first() else { return Err("there are no archives".to_owned()) };
    if out.exists() {
        return Err(about(out)("it exists"));
    }
    let whole = first.header.clone();
    let mut next = whole.first;
    for (path, part) in &parts {
        if (Experiment { first: whole.first, ..part.header.clone() }) != whole {
            return Err(about(path)("it is of another experiment"));
        }
        if part.header.first != next {
            return Err(about(path)(format!("it begins with game {}, not {next}", part.header.first)));
        }
        next += part.games.len() as u64;
    }
    let mut archive = Archive::open(out, &whole, false)?;
    parts.iter().flat_map(|(_, part)| &part.games).try_for_each(|game| archive.add(game))?;
    archive.write()?;
    Ok(archive.games())
}

/// Returns `true` if a file with these first bytes is an archive.
pub fn is_archive(start: &[u8]) -> bool {
    start.starts_with(MAGIC)
}

/// Returns the header of an archive and an iterator over its games, which holds one block at a time.
///
/// # Errors
/// One line: it is not an archive, or its header is damaged. A damaged or incomplete block is the last item and an error.
pub fn games<H: DeserializeOwned, R: BufRead>(
    mut input: R,
) -> Result<(H, impl Iterator<Item = Result<Vec<u8>, String>>), String> {
    let (header, at) = read_header(&mut input)?;
    let games = Blocks { input, at, is_over: false }.flat_map(|block| match block {
        Ok(games) => games.into_iter().map(Ok).collect(),
        Err(Damage::Unreadable(why)) => vec![Err(why)],
        Err(Damage::Incomplete(why) | Damage::Damaged(why)) => {
            vec![Err(format!("{why}; 'laboratory play --repair' restores its games"))]
        }
    });
    Ok((header, games))
}

fn read_header<H: DeserializeOwned>(input: &mut impl BufRead) -> Result<(H, u64), String> {
    if up_to(input, MAGIC.len())? != MAGIC {
        return Err("it is no archive of games".to_owned());
    }
    let damaged = || "its header is damaged".to_owned();
    let [length, sum] = numbers(input)?.ok_or_else(damaged)?;
    let json = up_to(input, length as usize)?;
    if json.len() < length as usize || crc32fast::hash(&json) != sum {
        return Err(damaged());
    }
    let header = serde_json::from_slice(&json).map_err(|error| printable(&error.to_string()))?;
    Ok((header, (FILE_HEAD + json.len()) as u64))
}

/// Why a block cannot be read.
enum Damage {
    /// The file ends within the block, as after the kill of a writer.
    Incomplete(String),
    Damaged(String),
    /// The file cannot be read.
    Unreadable(String),
}

/// The blocks of an archive, until its end or its first error.
struct Blocks<R> {
    input: R,
    /// Offset of the next block.
    at: u64,
    is_over: bool,
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = Result<Vec<Vec<u8>>, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let block = self.read().transpose();
        self.is_over = !matches!(block, Some(Ok(_)));
        block
    }
}

impl<R: BufRead> Blocks<R> {
    /// Returns the games of the next block; `None` at the end.
    fn read(&mut self) -> Result<Option<Vec<Vec<u8>>>, Damage> {
        let at = self.at;
        let incomplete = || Damage::Incomplete(format!("incomplete block at byte {at}"));
        let damaged = || Damage::Damaged(format!("damaged at byte {at}"));
        if self.input.fill_buf().map_err(|error| Damage::Unreadable(error.to_string()))?.is_empty() {
            return Ok(None);
        }
        let numbers = numbers(&mut self.input).map_err(Damage::Unreadable)?;
        let [length, games, head_sum, sum] = numbers.ok_or_else(incomplete)?;
        if crc32fast::hash([length.to_le_bytes(), games.to_le_bytes()].as_flattened()) != head_sum {
            return Err(damaged());
        }
        let block = up_to(&mut self.input, length as usize).map_err(Damage::Unreadable)?;
        if block.len() < length as usize {
            return Err(incomplete());
        }
        let is_intact = crc32fast::hash(&block) == sum;
        let games = split(&block, games).filter(|_| is_intact).ok_or_else(damaged)?;
        self.at += (BLOCK_HEAD + block.len()) as u64;
        Ok(Some(games))
    }
}

/// Reads this many bytes, fewer at the end of the file.
fn up_to(input: &mut impl BufRead, length: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Reads numbers of 32 bits; `None` at the end of the file.
fn numbers<const N: usize>(input: &mut impl BufRead) -> Result<Option<[u32; N]>, String> {
    let bytes = up_to(input, 4 * N)?;
    let (numbers, _) = bytes.as_chunks();
    Ok((numbers.len() == N).then(|| std::array::from_fn(|i| u32::from_le_bytes(numbers[i]))))
}

/// Splits a block into its games; `None` if it is malformed.
fn split(mut block: &[u8], count: u32) -> Option<Vec<Vec<u8>>> {
    let mut games = Vec::new();
    while let Some((length, rest)) = block.split_first_chunk() {
        let (game, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
        games.push(game.to_vec());
        block = rest;
    }
    (block.is_empty() && games.len() == count as usize).then_some(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("upheaval-archive-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    fn game(i: u32) -> Vec<u8> {
        (0..i % 7).map(|k| (i + k) as u8).collect()
    }

    /// An archive of so many games, as bytes.
    fn bytes_of(path: &Path, games: u32) -> Vec<u8> {
        let mut archive = Archive::open(path, &7_u32, false).unwrap();
        (0..games).for_each(|i| archive.add(&game(i)).unwrap());
        archive.write().unwrap();
        std::fs::read(path).unwrap()
    }

    #[test]
    fn games_come_back_in_their_order() {
        let path = scratch("order");
        bytes_of(&path, 200);
        let contents: Contents<u32> = read(&path).unwrap();
        assert_eq!((contents.header, contents.games.len()), (7, 200));
        assert!((0..).zip(&contents.games).all(|(i, bytes)| *bytes == game(i)));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn truncated_archive_resumes_to_the_same_bytes() {
        let path = scratch("cut");
        let whole = bytes_of(&path, 200);
        for end in (0..whole.len()).step_by(13) {
            std::fs::write(&path, &whole[..end]).unwrap();
            let is_between_blocks =
                read::<u32>(&path).is_ok_and(|contents| contents.games.len().is_multiple_of(BLOCK as usize));
            assert!(read::<u32>(&path).is_err() || is_between_blocks, "cut at {end}");
            let Ok(mut archive) = Archive::open(&path, &7_u32, false) else {
                assert!(end < FILE_HEAD + 1, "cut at {end}");
                continue;
            };
            let before = archive.games() as u32;
            assert!(before.is_multiple_of(BLOCK), "whole blocks are kept");
            (before..200).for_each(|i| archive.add(&game(i)).unwrap());
            archive.write().unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {end}");
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn changed_byte_is_reported_and_repaired() {
        let path = scratch("flip");
        let whole = bytes_of(&path, 200);
        for at in (0..whole.len()).step_by(11) {
            let mut changed = whole.clone();
            changed[at] ^= 0x10;
            std::fs::write(&path, &changed).unwrap();
            assert!(read::<u32>(&path).is_err_and(|line| !line.contains('\n')), "byte {at}");
            assert!(Archive::open(&path, &7_u32, false).is_err(), "byte {at}");
            assert_eq!(std::fs::read(&path).unwrap(), changed, "byte {at}");
            if let Ok(mut archive) = Archive::open(&path, &7_u32, true) {
                (archive.games() as u32..200).for_each(|i| archive.add(&game(i)).unwrap());
                archive.write().unwrap();
                assert_eq!(std::fs::read(&path).unwrap(), whole, "byte {at}");
            } else {
                assert!(at < FILE_HEAD + 1, "byte {at}");
            }
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_was_played_otherwise_is_not_mixed_in() {
        let path = scratch("other");
        let whole = bytes_of(&path, 3);
        assert!(
            Archive::open(&path, &8_u32, false).unwrap_err().ends_with("it holds games that were played otherwise")
        );
        std::fs::write(&path, "[Event \"?\"]").unwrap();
        assert!(Archive::open(&path, &7_u32, false).unwrap_err().ends_with("it is no archive of games"));
        assert!(read::<u32>(&path).unwrap_err().ends_with("it is no archive of games"));
        std::fs::write(&path, whole).unwrap();
        let first = Archive::open(&path, &7_u32, false).unwrap();
        assert!(Archive::open(&path, &7_u32, false).unwrap_err().ends_with("another process writes to it"));
        drop(first);
        std::fs::remove_file(path).unwrap();
    }
}
