//! First positions of the games of an experiment: the same for all games, or one per opening in which the sides lack different
//! pieces of about equal value.

use movegen::zobrist::splitmix64;
use movegen::{Color, Game};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

use super::experiment::Experiment;
use super::odds::{board_and_rest, lacking, odds};
use super::players::Playable;

/// First positions of an experiment.
#[derive(Clone, Debug)]
pub struct Starts<G> {
    first: G,
    games_each: u64,
    unequal: Option<Unequal>,
}

impl<G: Playable> Starts<G> {
    /// Returns the first positions of an experiment.
    ///
    /// # Errors
    /// One line: its position is invalid, or the game has no piece values.
    pub fn of(experiment: &Experiment) -> Result<Self, String> {
        let first = match &experiment.start {
            None => G::start(),
            Some(fen) => fen.parse().map_err(|error| format!("{error}"))?,
        };
        let unequal = if experiment.unbalanced {
            let armies = Armies::of::<G>().ok_or_else(|| format!("{} is not begun with unequal pieces", G::NAME))?;
            Some(Unequal { armies, seed: experiment.seed })
        } else {
            None
        };
        Ok(Self { first, games_each: experiment.games_each(), unequal })
    }

    /// The common first position, or the one that pieces are removed from.
    pub const fn first(&self) -> &G {
        &self.first
    }

    /// Returns the first position of a game.
    pub fn of_game(&self, number: u64) -> G {
        let drawn = self.unequal.as_ref().and_then(|unequal| unequal.draw(number / self.games_each));
        drawn.unwrap_or_else(|| self.first.clone())
    }
}

/// Positions without random pieces of both sides.
#[derive(Clone, Debug)]
struct Unequal {
    armies: Armies,
    seed: u64,
}

impl Unequal {
    /// Returns the position of an opening; `None` if none is found, which does not happen.
    fn draw<G: Game>(&self, opening: u64) -> Option<G> {
        /// Different from the seed of the moves of the opening.
        const SALT: u64 = 0x756e_6571_7561_6c21;
        /// Largest number of attempts.
        const MAX_DRAWS: usize = 1_000;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(splitmix64(self.seed ^ splitmix64(opening ^ SALT)));
        (0..MAX_DRAWS).find_map(|_| self.armies.draw(&mut random))
    }
}

/// The pieces of a piece type.
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

    /// `None` for a game without piece values.
    fn of<G: Playable>() -> Option<Self> {
        let (start, worth) = (G::start().to_string(), G::worth());
        let (board, _) = board_and_rest(&start)?;
        let mut piece_types = [Vec::new(), Vec::new()];
        for letter in odds::<G>().into_iter().filter_map(|odds| odds.letter()) {
            let (_, worth) = worth.iter().find(|(other, _)| other.eq_ignore_ascii_case(&letter))?;
            let places = board.match_indices(letter).map(|(at, _)| at).collect();
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            piece_types[color].push(Pieces {
                letter: letter.to_ascii_lowercase(),
                worth: f64::from(*worth) / 100.0,
                places,
            });
        }
        piece_types.iter().all(|piece_types| !piece_types.is_empty()).then_some(Self { start, piece_types })
    }

    /// Returns a position in which one side lacks a piece of a random type, and the other side pieces of about the same value;
    /// `None` if both lack the same or the game is over.
    fn draw<G: Game>(&self, random: &mut impl Rng) -> Option<G> {
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
        if letters == [one.letter] { None } else { lacking(&self.start, &missing) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Position};

    fn starts<G: Playable>(game: &str, seed: u64) -> Vec<String> {
        let experiment = Experiment { unbalanced: true, seed, ..Experiment::usual(game, 1) };
        let starts = Starts::<G>::of(&experiment).unwrap();
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
        let starts = Starts::<Position<Chess>>::of(&experiment).unwrap();
        let [a, b, c] = [0, 1, 2].map(|number| starts.of_game(number).to_string());
        assert!(a == b && b != c);
    }

    #[test]
    fn apocalypse_is_not_begun_with_unequal_pieces() {
        let experiment = Experiment { unbalanced: true, ..Experiment::usual("apocalypse", 1) };
        let why = Starts::<apocalypse::Position>::of(&experiment).unwrap_err();
        assert_eq!(why, "apocalypse is not begun with unequal pieces");
    }
}
