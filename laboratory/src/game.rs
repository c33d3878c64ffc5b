//! A game as the laboratory keeps it, and its bytes in an archive: three a ply.
//!
//! ```text
//! game    sampled turns  turns (2 bytes)  ending  turn*
//! turn    choice of each side that had one: number among the legal ones (2 bytes if there are more than 256), value (2 bytes);
//!         where both choose at once then how many choices the strategy mixes, and of each its number and share (2 bytes)
//! ending  0 by the rules, 1 called off for its length
//! ```
//!
//! Legal choices are counted in the order of their bits, so that generators may change theirs.

use movegen::{Color, Game, Move, Outcome, Position, Record, Turn, Variant};

/// A game whose choices have numbers.
pub trait Numbered: Game {
    /// Distinct for distinct choices of a position, and the same in every version of the program.
    fn bits(choice: Self::Move) -> u32;

    /// Returns the legal choices of the side in the order of their bits.
    fn sorted(&self, side: Color) -> Vec<Self::Move> {
        let mut choices = self.moves(side);
        choices.sort_unstable_by_key(|&choice| Self::bits(choice));
        choices
    }
}

impl<V: Variant> Numbered for Position<V> {
    fn bits(choice: Move) -> u32 {
        choice.to_bits()
    }
}

impl Numbered for apocalypse::Position {
    fn bits(choice: apocalypse::Choice) -> u32 {
        choice.bits().into()
    }
}

/// A choice that was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Made<M> {
    /// The move.
    pub m: M,
    /// Its value to the side that made it: centipawns where the sides move in turn, ten-thousandths of a win where both choose at once.
    pub value: i16,
    /// The strategy it was drawn from, the likeliest first; empty where the sides move in turn.
    pub mix: Vec<(M, f32)>,
}

impl<M> Made<M> {
    /// Creates a choice without a strategy.
    pub const fn new(m: M, value: i16) -> Self {
        Self { m, value, mix: Vec::new() }
    }
}

/// The choices of a turn by colour.
pub type MadeBy<M> = [Option<Made<M>>; 2];

/// Returns the moves of a turn by colour.
pub fn moves<M: Copy>(turn: &MadeBy<M>) -> [Option<M>; 2] {
    turn.each_ref().map(|made| made.as_ref().map(|made| made.m))
}

/// A game from the experiment's first position.
#[derive(Clone, PartialEq, Debug)]
pub struct ArchivedGame<G: Game> {
    /// The number of turns at the beginning that were sampled by their values.
    pub sampled: u8,
    /// The turns.
    pub turns: Vec<MadeBy<G::Move>>,
    /// The outcome; `None` if the game was adjudicated for its length.
    pub outcome: Option<Outcome>,
}

/// The whole of a strategy, of which shares are parts.
const WHOLE: f32 = 65_535.0;

impl<G: Numbered> ArchivedGame<G> {
    /// The bytes of the game, which began in `start`.
    pub fn encode(&self, start: &G) -> Vec<u8> {
        let mut bytes = vec![self.sampled];
        bytes.extend((self.turns.len() as u16).to_le_bytes());
        bytes.push(u8::from(self.outcome.is_none()));
        let mut pos = start.clone();
        for turn in &self.turns {
            for (side, made) in Color::BOTH.into_iter().zip(turn) {
                if let Some(made) = made {
                    encode_choice(&mut bytes, &pos, side, made);
                }
            }
            pos.play(moves(turn));
        }
        bytes
    }

    /// The game of these bytes, which began in `start`.
    ///
    /// # Errors
    /// The bytes are no such game.
    pub fn decode(bytes: &[u8], start: &G) -> Result<Self, &'static str> {
        let mut bytes = Bytes(bytes);
        let (sampled, turns, too_long) = (bytes.byte()?, bytes.short()?, bytes.byte()?);
        let mut record = Record::new(start.clone());
        let mut played = Self { sampled, turns: Vec::with_capacity(turns.into()), outcome: None };
        for _ in 0..turns {
            let pos = record.position();
            let mut turn: MadeBy<G::Move> = [None, None];
            for side in Color::BOTH {
                if pos.turn() == Turn::Both || pos.turn() == Turn::One(side) {
                    turn[side] = decode_choice(&mut bytes, pos, side)?;
                }
            }
            if turn.iter().all(Option::is_none) {
                return Err("the game continues after its end");
            }
            record.play(moves(&turn));
            played.turns.push(turn);
        }
        played.outcome = record.outcome();
        match (bytes.0.is_empty(), played.outcome.is_some() == (too_long == 0)) {
            (true, true) => Ok(played),
            (false, _) => Err("there is more than a game"),
            (_, false) => Err("the game ended otherwise"),
        }
    }
}

fn encode_choice<G: Numbered>(bytes: &mut Vec<u8>, pos: &G, side: Color, made: &Made<G::Move>) {
    let sorted = pos.sorted(side);
    let number = |bytes: &mut Vec<u8>, m: G::Move| {
        let number = sorted.binary_search_by_key(&G::bits(m), |&other| G::bits(other)).unwrap_or_default();
        match sorted.len() {
            ..=256 => bytes.push(number as u8),
            _ => bytes.extend((number as u16).to_le_bytes()),
        }
    };
    number(bytes, made.m);
    bytes.extend(made.value.to_le_bytes());
    if pos.turn() == Turn::Both {
        let mix = &made.mix[..made.mix.len().min(255)];
        bytes.push(mix.len() as u8);
        for &(m, share) in mix {
            number(bytes, m);
            bytes.extend(((share * WHOLE).round() as u16).to_le_bytes());
        }
    }
}

/// The choice of a side; none if it had nothing to choose.
fn decode_choice<G: Numbered>(
    bytes: &mut Bytes<'_>,
    pos: &G,
    side: Color,
) -> Result<Option<Made<G::Move>>, &'static str> {
    let sorted = pos.sorted(side);
    if sorted.is_empty() {
        return Ok(None);
    }
    let number = |bytes: &mut Bytes<'_>| {
        let number = if sorted.len() <= 256 { bytes.byte()?.into() } else { bytes.short()?.into() };
        sorted.get::<usize>(number).copied().ok_or("a move is not legal")
    };
    let (m, value) = (number(bytes)?, bytes.short()? as i16);
    let mut mix = Vec::new();
    if pos.turn() == Turn::Both {
        for _ in 0..bytes.byte()? {
            mix.push((number(bytes)?, f32::from(bytes.short()?) / WHOLE));
        }
    }
    Ok(Some(Made { m, value, mix }))
}

/// Bytes that are still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Result<u8, &'static str> {
        let (&first, rest) = self.0.split_first().ok_or("the game is cut off")?;
        self.0 = rest;
        Ok(first)
    }

    fn short(&mut self) -> Result<u16, &'static str> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::bench::Random;
    use movegen::{Chess, Insurrection, Subversion};

    /// A game of random choices with random values and strategies.
    fn at_random<G: Numbered>(seed: u64, longest: usize) -> ArchivedGame<G> {
        let (mut random, mut record) = (Random(seed), Record::new(G::start()));
        let mut turns = Vec::new();
        while record.outcome().is_none() && turns.len() < longest {
            let pos = record.position();
            let turn: MadeBy<G::Move> = Color::BOTH.map(|side| {
                let choices = pos.sorted(side);
                (!choices.is_empty()).then(|| {
                    let drawn = random.below(choices.len());
                    let mixed = if pos.turn() == Turn::Both { choices.len().min(3) } else { 0 };
                    let mix = choices[..mixed].iter().map(|&m| (m, 1.0)).collect();
                    Made { m: choices[drawn], value: random.below(65_536) as u16 as i16, mix }
                })
            });
            record.play(turn.each_ref().map(|made| made.as_ref().map(|made| made.m)));
            turns.push(turn);
        }
        ArchivedGame { sampled: 3, turns, outcome: record.outcome() }
    }

    fn come_back<G: Numbered + PartialEq>() {
        for seed in 0..30 {
            let game = at_random::<G>(seed, if seed < 5 { 10 } else { 400 });
            let bytes = game.encode(&G::start());
            let plies: usize = game.turns.iter().flatten().flatten().count();
            assert!(G::start().turn() == Turn::Both || bytes.len() <= 4 + 4 * plies);
            assert!(ArchivedGame::decode(&bytes, &G::start()).is_ok_and(|back| back == game));
            for end in 0..bytes.len() {
                assert!(ArchivedGame::<G>::decode(&bytes[..end], &G::start()).is_err());
            }
        }
    }

    #[test]
    fn encoded_games_are_decoded_unchanged() {
        come_back::<Position<Chess>>();
        come_back::<Position<Insurrection>>();
        come_back::<Position<Subversion>>();
        come_back::<apocalypse::Position>();
    }

    #[test]
    fn a_chess_game_takes_three_bytes_a_ply() {
        let game = at_random::<Position<Chess>>(1, 100);
        assert_eq!(game.encode(&Position::start()).len(), 4 + 3 * game.turns.len());
    }

    #[test]
    fn changed_bytes_give_legal_game_or_error() {
        let game = at_random::<Position<Chess>>(2, 60);
        let bytes = game.encode(&Position::start());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x41;
            let _ = ArchivedGame::<Position<Chess>>::decode(&changed, &Position::start());
        }
    }
}
