//! Networks as files: whole numbers, little end first.
//!
//! ```text
//! 8 bytes   "UPHEAVAL"
//! u32       version 4
//! 16 bytes  the name of the game, then zeros
//! 4 x u32   piece types, features of the state, neurons of a perspective, zones
//! i16       input weights by input, then the hidden bias, then output weights by bucket and perspective
//! i32       output bias by bucket
//! u32       CRC-32 of all that stands before
//! ```

use movegen::Variant;
use movegen::fen::printable;

use super::net::Network;
use super::row::{BUCKETS, LARGEST_BIAS, LARGEST_HIDDEN, LARGEST_OUTPUT, NARROW, Row, WIDE, WIDTHS};
use super::shape::Shape;
use crate::estimate;

const MAGIC: &[u8; 8] = b"UPHEAVAL";
const VERSION: u32 = 4;
/// Bytes of a game's name.
pub(super) const NAME: usize = 16;
/// The numbers of the header that the shape has to fit.
const FIELDS: [&str; 4] = ["piece types", "features", "neurons", "zones"];
/// Bytes before the weights.
const HEADER: usize = MAGIC.len() + 4 + NAME + 4 * FIELDS.len();
/// Bytes of the checksum behind them.
const SUM: usize = 4;

/// Why a file is no network for a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// It does not begin like one.
    #[error("this is no network of Upheaval")]
    Magic,
    /// It is one, but of another version of the format.
    #[error("the network's format is of version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// It is one, but for another game.
    #[error("the network is for '{found}', not for {wanted}")]
    Game {
        /// The name in the file, made printable.
        found: String,
        /// The game that it was read for.
        wanted: &'static str,
    },
    /// It is for an unknown game or for one without networks.
    #[error("the network is for '{0}', and no game of that name has networks")]
    Unknown(String),
    /// It is one, but of another shape.
    #[error("the network has {field} {found}, this game needs {wanted}")]
    Shape {
        /// The number that does not fit.
        field: &'static str,
        /// The number in the file.
        found: u32,
        /// The number that fits.
        wanted: u32,
    },
    /// It is one, but of a width that this program has no code for.
    #[error("the network has {0} neurons, this program reads networks of {NARROW} or {WIDE}")]
    Neurons(u32),
    /// Too short or too long.
    #[error("the network has {found} bytes instead of {wanted}")]
    Length {
        /// Bytes of the file.
        found: usize,
        /// Bytes that it should have.
        wanted: usize,
    },
    /// Its checksum is not that of its bytes.
    #[error("the network is damaged: its checksum does not fit")]
    Sum,
    /// A weight that could overflow.
    #[error("the network's weight {0} is out of range")]
    Range(i16),
}

impl Network {
    /// Reads a network for a game.
    ///
    /// # Errors
    /// The number that does not fit.
    pub fn read<V: Variant>(game: V, bytes: &[u8]) -> Result<Self, NetworkError> {
        let found = game_of(bytes)?;
        let wrong_length = |shape| NetworkError::Length { found: bytes.len(), wanted: length(shape) };
        let Some((header, rest)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(wrong_length(Shape::of::<V>()));
        };
        if found.as_bytes() != header_name(game) {
            return Err(NetworkError::Game { found: printable(&found), wanted: name_of(game) });
        }
        let numbers = header[HEADER - 4 * FIELDS.len()..].as_chunks::<4>().0;
        let numbers: [u32; FIELDS.len()] = std::array::from_fn(|i| u32::from_le_bytes(numbers[i]));
        let [_, _, neurons, zones] = numbers;
        let is_by_king = || zones as usize == Shape::by_king::<V>().zones && estimate::has_one_king(game);
        let shape = match zones {
            1 => Shape::plain::<V>(),
            _ if is_by_king() => Shape::by_king::<V>(),
            _ if zones as usize == Shape::by_feature::<V>().zones => Shape::by_feature::<V>(),
            _ => Shape::of::<V>(),
        };
        let neurons =
            WIDTHS.into_iter().find(|&width| width as u32 == neurons).ok_or(NetworkError::Neurons(neurons))?;
        let shape = shape.with_neurons(neurons);
        for ((field, wanted), found) in FIELDS.into_iter().zip(fields(shape)).zip(numbers) {
            if found != wanted {
                return Err(NetworkError::Shape { field, found, wanted });
            }
        }
        if bytes.len() != length(shape) {
            return Err(wrong_length(shape));
        }
        let (content, sum) = bytes.split_at(bytes.len() - SUM);
        if crc32fast::hash(content).to_le_bytes() != *sum {
            return Err(NetworkError::Sum);
        }
        let mut rows = rest.chunks_exact(2 * neurons);
        let mut row = |largest: i16| read_row(rows.next().expect("the length has been checked"), largest);
        let inputs = (0..shape.inputs()).map(|_| row(LARGEST_HIDDEN)).collect::<Result<_, _>>()?;
        let bias = row(LARGEST_BIAS)?;
        let mut output = [[bias; 2]; BUCKETS];
        for to in output.as_flattened_mut() {
            *to = row(LARGEST_OUTPUT)?;
        }
        let mut output_bias = [0; BUCKETS];
        let tail = &content[content.len() - 4 * BUCKETS..];
        for (to, from) in output_bias.iter_mut().zip(tail.as_chunks::<4>().0) {
            *to = i32::from_le_bytes(*from);
        }
        Ok(Self { shape, inputs, bias, output, output_bias })
    }

    /// The network as a file, for the game that it was made for.
    pub fn write<V: Variant>(&self, game: V) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(length(self.shape));
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(header_name(game).iter().copied().chain(std::iter::repeat(0)).take(NAME));
        bytes.extend(fields(self.shape).into_iter().flat_map(u32::to_le_bytes));
        for row in self.inputs.iter().chain([&self.bias]).chain(self.output.as_flattened()) {
            bytes.extend(row.0[..self.shape.neurons].iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// Returns the name in the header of a game's networks: that of the game whose network it shares, or its own.
pub(super) fn name_of<V: Variant>(game: V) -> &'static str {
    gamedata::game(game.name()).and_then(|game| game.network_owner).unwrap_or_else(|| game.name())
}

/// Returns that name as far as the header has room for it.
fn header_name<V: Variant>(game: V) -> &'static [u8] {
    let name = name_of(game).as_bytes();
    &name[..name.len().min(NAME)]
}

/// A row of weights, none of them beyond the largest.
fn read_row(bytes: &[u8], largest: i16) -> Result<Row, NetworkError> {
    let mut row = Row::ZERO;
    for (to, &pair) in row.0.iter_mut().zip(bytes.as_chunks().0) {
        *to = i16::from_le_bytes(pair);
    }
    let is_beyond = |weight: &i16| weight.unsigned_abs() > largest.unsigned_abs();
    // Counted first, because that needs no branch for each of a million weights.
    let beyond = row.0.iter().filter(|&weight| is_beyond(weight)).count();
    if beyond > 0
        && let Some(weight) = row.0.into_iter().find(is_beyond)
    {
        return Err(NetworkError::Range(weight));
    }
    Ok(row)
}

/// Returns the name of the game in the header.
///
/// # Errors
/// When the file is no network of this version.
pub(super) fn game_of(bytes: &[u8]) -> Result<String, NetworkError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Magic)?;
    let short = NetworkError::Length { found: bytes.len(), wanted: HEADER };
    let (version, rest) = rest.split_first_chunk().ok_or(short.clone())?;
    match u32::from_le_bytes(*version) {
        VERSION => {}
        other => return Err(NetworkError::Version(other)),
    }
    let name = rest.first_chunk::<NAME>().ok_or(short)?;
    Ok(String::from_utf8_lossy(name).trim_end_matches('\0').to_owned())
}

/// The numbers of the header, in the order of [`FIELDS`].
const fn fields(Shape { piece_types, features, zones, neurons }: Shape) -> [u32; FIELDS.len()] {
    [piece_types as u32, features as u32, neurons as u32, zones as u32]
}

const fn length(shape: Shape) -> usize {
    HEADER + 2 * shape.neurons * shape.rows() + 4 * BUCKETS + SUM
}
