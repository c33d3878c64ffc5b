//! First positions of the games of an experiment: the same for all games, or one per opening in which the sides lack different
//! pieces of about equal value.

use movegen::zobrist::splitmix64;
use movegen::{Color, Game};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

use crate::experiment::Experiment;
use crate::players::Playable;

/// The first positions of an experiment.
#[derive(Clone, Debug)]
pub struct Starts<G> {
    first: G,
    games_each: u64,
    /// Pieces that may be missing, with the seed.
    unequal: Option<(Armies, u64)>,
}

impl<G: Playable> Starts<G> {
    /// `first` is the first position of the game.
    pub fn of(experiment: &Experiment, first: &G) -> Result<Self, String> {
        let first = match &experiment.start {
            None => first.clone(),
            Some(fen) => first.read_fen(fen).map_err(|error| error.to_string())?,
        };
        let unequal = match experiment.unbalanced {
            true => Some((Armies::of(&first)?, experiment.seed)),
            false => None,
        };
        Ok(Self { first, games_each: experiment.games_each(), unequal })
    }

    /// Returns the common first position, or the one that pieces are removed from.
    pub const fn first(&self) -> &G {
        &self.first
    }

    /// Returns the first position of the game with this number.
    pub fn of_game(&self, number: u64) -> G {
        /// Different from the seed of the moves of the opening.
        const SALT: u64 = 0x756e_6571_7561_6c21;
        /// Largest number of attempts; they do not all fail.
        const MAX_DRAWS: usize = 1_000;
        let drawn = self.unequal.as_ref().and_then(|(armies, seed)| {
            let opening = number / self.games_each;
            let mut random = Xoshiro256PlusPlus::seed_from_u64(splitmix64(seed ^ splitmix64(opening ^ SALT)));
            (0..MAX_DRAWS).find_map(|_| armies.draw(&self.first, &mut random))
        });
        drawn.unwrap_or_else(|| self.first.clone())
    }
}

#[derive(Clone, Debug)]
struct Pieces {
    letter: char,
    /// Rough value in pawns.
    worth: f64,
    /// Their indices in the board field of the first position.
    places: Vec<usize>,
}

/// The pieces of the first position that may be missing, by colour.
#[derive(Clone, Debug)]
struct Armies {
    start: String,
    piece_types: [Vec<Pieces>; 2],
}

impl Armies {
    /// Largest difference, in pawns, of the missing material before the last piece is chosen.
    const SPREAD: f64 = 1.0;
    /// Largest excess of a piece over the remaining difference.
    const SLACK: f64 = 0.5;

    fn of<G: Playable>(first: &G) -> Result<Self, String> {
        let (start, worth) = (first.to_string(), first.worth());
        let mut piece_types = [Vec::new(), Vec::new()];
        for letter in odds(first).into_iter().filter_map(|odds| odds.letter()) {
            if let Some((_, worth)) = worth.iter().find(|(other, _)| other.eq_ignore_ascii_case(&letter)) {
                let board = start.split(' ').next().unwrap_or_default();
                let places = board.match_indices(letter).map(|(at, _)| at).collect();
                let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                let (letter, worth) = (letter.to_ascii_lowercase(), f64::from(*worth) / 100.0);
                piece_types[color].push(Pieces { letter, worth, places });
            }
        }
        match piece_types.iter().all(|piece_types| !piece_types.is_empty()) {
            true => Ok(Self { start, piece_types }),
            false => Err(format!("{} is not begun with unequal pieces", first.name())),
        }
    }

    /// Returns a position in which one side lacks a piece of a random type, and the other side pieces of about the same value;
    /// `None` if both lack the same or the game is over.
    fn draw<G: Game>(&self, first: &G, random: &mut impl Rng) -> Option<G> {
        let side = Color::BOTH[usize::from(random.random_bool(0.5))];
        let one = self.piece_types[side].choose(random)?;
        let mut missing = vec![*one.places.choose(random)?];
        let mut others = self.piece_types[!side].clone();
        let (mut rest, mut letters) = (one.worth + random.random_range(-Self::SPREAD..Self::SPREAD), Vec::new());
        loop {
            others.retain(|pieces| !pieces.places.is_empty() && pieces.worth <= rest + Self::SLACK);
            if others.is_empty() {
                break;
            }
            let at = random.random_range(0..others.len());
            let pieces = &mut others[at];
            missing.push(pieces.places.swap_remove(random.random_range(0..pieces.places.len())));
            rest -= pieces.worth;
            letters.push(pieces.letter);
        }
        if letters == [one.letter] { None } else { lacking(first, &self.start, &missing) }
    }
}

/// A first position that lacks a piece, such as `white n`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The piece: `white n`.
    pub lacks: String,
    /// The position.
    pub fen: String,
}

impl Odds {
    /// Returns the letter of the piece, in upper case for White.
    pub fn letter(&self) -> Option<char> {
        let letter = self.lacks.chars().next_back();
        if self.lacks.starts_with('w') { letter.map(|letter| letter.to_ascii_uppercase()) } else { letter }
    }
}

/// Returns the first position without one piece of each colour and piece type, where that is legal.
pub fn odds<G: Game>(first: &G) -> Vec<Odds> {
    let start = first.to_string();
    let Some((board, _)) = start.split_once(' ') else { return Vec::new() };
    let mut letters: Vec<char> = board.chars().filter(char::is_ascii_alphabetic).collect();
    letters.sort_unstable();
    letters.dedup();
    let lacks = |letter: char| {
        let color = if letter.is_ascii_uppercase() { "white" } else { "black" };
        format!("{color} {}", letter.to_ascii_lowercase())
    };
    let without = |letter: char| lacking(first, &start, &[board.find(letter)?]).map(|pos| pos.to_string());
    letters.into_iter().filter_map(|letter| Some(Odds { lacks: lacks(letter), fen: without(letter)? })).collect()
}

/// Returns the position without the pieces at these indices of its board field; `None` if it is invalid or over.
fn lacking<G: Game>(first: &G, fen: &str, places: &[usize]) -> Option<G> {
    let (board, rest) = fen.split_once(' ')?;
    let board: String =
        board.char_indices().map(|(at, letter)| if places.contains(&at) { '1' } else { letter }).collect();
    // Castling rights without a rook are dropped by the FEN parser.
    let pos = first.read_fen(&format!("{} {rest}", joined(&board))).ok();
    pos.filter(|pos| pos.outcome().is_none())
}

fn joined(board: &str) -> String {
    let ones = |c: char| c.to_digit(10).map_or_else(|| c.to_string(), |empty| "1".repeat(empty as usize));
    let board: String = board.chars().map(ones).collect();
    (2..=8).rev().fold(board, |board, empty| board.replace(&"1".repeat(empty), &empty.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Position};

    fn starts<G: Playable>(game: &str, seed: u64) -> Vec<String> {
        let experiment = Experiment { unbalanced: true, seed, ..Experiment::usual(game, 1) };
        let starts = Starts::of(&experiment, &G::start()).unwrap();
        (0..300).map(|number| starts.of_game(number).to_string()).collect()
    }

    /// White's pieces less Black's, by piece type.
    fn balance(fen: &str, piece_types: &str) -> Vec<i32> {
        let board = fen.split_once(' ').unwrap().0;
        let count = |letter: char| board.matches(letter).count() as i32;
        piece_types.chars().map(|letter| count(letter.to_ascii_uppercase()) - count(letter)).collect()
    }

    #[test]
    fn unequal_pieces_follow_from_seed_and_number() {
        let drawn = starts::<Position<Chess>>("chess", 1);
        assert_eq!(drawn, starts::<Position<Chess>>("chess", 1));
        assert_ne!(drawn, starts::<Position<Chess>>("chess", 2));
        let mut different = drawn.clone();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 250, "{} different positions of 300", different.len());
    }

    #[test]
    fn missing_pieces_differ_and_balance() {
        let worth = [1.0, 3.0, 3.0, 5.0, 9.0, 0.0];
        let drawn = starts::<Position<Chess>>("chess", 1);
        let mut with_more = [0; 6];
        for fen in &drawn {
            let balance = balance(fen, "pnbrqk");
            assert!(balance.iter().any(|&more| more != 0) && balance[5] == 0, "{fen}");
            let sum: f64 = balance.iter().zip(worth).map(|(&more, worth)| f64::from(more) * worth).sum();
            assert!(sum.abs() < 5.0, "{fen}");
            with_more.iter_mut().zip(&balance).for_each(|(count, &more)| *count += usize::from(more != 0));
        }
        assert!(with_more[..5].iter().all(|&count| count > 40), "every piece type occurs: {with_more:?}");
        let whites: usize = drawn.iter().filter(|fen| balance(fen, "q")[0] < 0).count();
        let blacks: usize = drawn.iter().filter(|fen| balance(fen, "q")[0] > 0).count();
        assert!(whites > 10 && blacks > 10, "{whites} {blacks}");
    }

    #[test]
    fn armies_that_differ_lack_their_own_pieces() {
        let drawn = starts::<Position<Empire>>("empire", 3);
        assert!(drawn.iter().all(|fen| fen.contains('K') && fen.contains('k')));
        let eagles = Position::<Empire>::start().to_string().matches('E').count();
        assert!(drawn.iter().any(|fen| fen.matches('E').count() < eagles));
    }

    #[test]
    fn unequal_players_share_each_start() {
        let experiment = Experiment { unbalanced: true, nodes: [1, 2], ..Experiment::usual("chess", 1) };
        let starts = Starts::of(&experiment, &Position::<Chess>::start()).unwrap();
        let [a, b, c] = [0, 1, 2].map(|number| starts.of_game(number).to_string());
        assert!(a == b && b != c);
    }

    #[test]
    fn apocalypse_is_not_begun_with_unequal_pieces() {
        let experiment = Experiment { unbalanced: true, ..Experiment::usual("apocalypse", 1) };
        let why = Starts::of(&experiment, &apocalypse::Position::start()).unwrap_err();
        assert_eq!(why, "apocalypse is not begun with unequal pieces");
    }

    #[test]
    fn missing_rook_removes_castling_right() {
        let odds = odds(&Position::<Chess>::start());
        let fen = |lacks: &str| odds.iter().find(|odds| odds.lacks == lacks).map(|odds| odds.fen.as_str());
        assert_eq!(fen("white n"), Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"));
        assert_eq!(fen("black r"), Some("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"));
        assert_eq!(fen("white k"), None);
        assert_eq!(odds.len(), 10);
    }

    #[test]
    fn every_kind_of_both_armies_can_be_given() {
        let lacks: Vec<String> = odds(&Position::<Empire>::start()).into_iter().map(|odds| odds.lacks).collect();
        for piece in ["white e", "white t", "white c", "white d", "white s", "black q", "black n"] {
            assert!(lacks.iter().any(|odds| odds == piece), "{piece}: {lacks:?}");
        }
        assert_eq!(odds(&apocalypse::Position::start()).len(), 4);
    }
}
