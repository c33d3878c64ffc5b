//! Games of the engine against itself from random won positions of a class of endings, and the endings of other games.

use std::collections::BTreeMap;
use std::iter;
use std::sync::OnceLock;

use arena::Played;
use endgames::syzygy::Wdl;
use endgames::{Class, Tables, Value};
use engine::skill::Skill;
use engine::{Control, Engine, Limits, Settings};
use movegen::zobrist::splitmix64;
use movegen::{Position, Reason, Record, Variant};
use rayon::prelude::*;

/// The games of a class.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of games.
    pub games: u64,
    /// Nodes per move of both sides.
    pub nodes: u64,
    /// The number of the first position.
    pub seed: u64,
    /// The engine uses the [common](endgames::common) endgame tables.
    pub with_tables: bool,
}

/// Results of games that the side to move wins by the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// All games.
    pub games: u64,
    /// Games that were won.
    pub won: u64,
    /// Games that were won in at most 1.3 times the plies of the table.
    pub fast: u64,
    /// Games that the 50-move rule ended.
    pub expired: u64,
    /// The first positions of games that were not won, at most ten.
    pub failures: Vec<String>,
}

impl Tally {
    const FAILURES: usize = 10;

    fn add(mut self, other: Self) -> Self {
        self.games += other.games;
        self.won += other.won;
        self.fast += other.fast;
        self.expired += other.expired;
        self.failures.extend(other.failures);
        self.failures.truncate(Self::FAILURES);
        self
    }
}

/// Plays the games, several at a time. A class without wins has none.
pub fn play<V: Variant>(class: &Class<V>, tables: &Tables<V>, plan: Plan) -> Tally {
    let settings = Settings {
        hash: Some(4),
        skill: Skill::Full,
        endgames: plan.with_tables,
        syzygy_pieces: 0,
        ..Settings::default()
    };
    let wins = Wins { class, tables, all: OnceLock::new() };
    let play = |engine: &mut Engine<V>, number| {
        let won = wins.random(plan.seed.wrapping_add(number));
        won.map_or_else(Tally::default, |(pos, plies)| game(engine, pos, plies, plan.nodes))
    };
    let games = (0..plan.games).into_par_iter();
    games.map_init(|| Engine::<V>::new(settings), play).reduce(Tally::default, Tally::add)
}

/// The positions of a class that the side to move wins.
struct Wins<'a, V: Variant> {
    class: &'a Class<V>,
    tables: &'a Tables<V>,
    /// The numbers of all of them, needed if they are few.
    all: OnceLock<Vec<usize>>,
}

impl<V: Variant> Wins<'_, V> {
    /// Random positions that are tried before all wins are listed.
    const ATTEMPTS: u64 = 10_000;

    /// Returns a random won position and the plies to the win; `None` if the class has no wins.
    fn random(&self, seed: u64) -> Option<(Position<V>, u16)> {
        let random = |attempt| splitmix64(splitmix64(seed).wrapping_add(attempt)) as usize;
        let size = self.class.size();
        (0..Self::ATTEMPTS).find_map(|attempt| self.win(random(attempt) % size)).or_else(|| {
            let all = self.all.get_or_init(|| (0..size).filter(|&number| self.win(number).is_some()).collect());
            self.win(*all.get(random(Self::ATTEMPTS).checked_rem(all.len())?)?)
        })
    }

    /// Returns the position with this number and the plies to the win, if it is won.
    fn win(&self, number: usize) -> Option<(Position<V>, u16)> {
        let pos = self.class.position(number)?;
        match self.tables.value_and_wdl(&pos)? {
            (Value::Win(plies), Wdl::Win) => Some((pos, plies)),
            _ => None,
        }
    }
}

fn game<V: Variant>(engine: &mut Engine<V>, pos: Position<V>, plies: u16, nodes: u64) -> Tally {
    engine.new_game();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut record = Record::new(pos);
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        let best = engine.go(&record, &limits, &Control::default(), &mut |_| {}).best;
        record.push(best.unwrap_or_else(|| record.position().legal_moves()[0]));
    };
    let is_won = outcome.winner == Some(pos.turn());
    let is_fast = is_won && 10 * record.moves().len() <= 13 * usize::from(plies);
    Tally {
        games: 1,
        won: is_won.into(),
        fast: is_fast.into(),
        expired: (outcome.reason == Reason::FiftyMoves).into(),
        failures: (!is_won).then(|| pos.to_string()).into_iter().collect(),
    }
}

/// The endings that games reach, and the wins that endgame tables know and that the games do not have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// The number of positions by the name of their class.
    positions: BTreeMap<String, u64>,
    /// All games.
    pub games: u64,
    /// Games with a position that a side wins by the tables, with the 50-move rule.
    pub won: u64,
    /// Those that it did not win.
    pub missed: u64,
    /// The first such position of the first of these games.
    pub first_missed: Option<String>,
    /// Games that were drawn although a side could win without the 50-move rule.
    pub spoiled: u64,
}

impl Census {
    /// The share of the positions that [`Census::frequent`] covers, in percent.
    const COVERED: u64 = 90;
    /// The number of classes that [`Census::frequent`] has at least.
    const FEWEST: usize = 30;

    /// Adds a game, with the classes of this number of pieces.
    pub fn add<V: Variant>(&mut self, game: &Played<V>, pieces: usize, tables: &Tables<V>) {
        self.games += 1;
        let mut record = Record::new(game.opening);
        let mut first_won = None;
        let mut is_spoiled = false;
        for m in iter::once(None).chain(game.moves.iter().copied().map(Some)) {
            if let Some(m) = m {
                record.push(m);
            }
            let pos = record.position();
            if pos.occupied().count() as usize == pieces
                && pos.castling().0 == 0
                && let Some(class) = Class::of(pos)
            {
                *self.positions.entry(class.to_string()).or_default() += 1;
            }
            match tables.wdl(pos) {
                Some(Wdl::Win) => _ = first_won.get_or_insert_with(|| (pos.turn(), pos.to_string())),
                Some(Wdl::Loss) => _ = first_won.get_or_insert_with(|| (!pos.turn(), pos.to_string())),
                Some(Wdl::CursedWin | Wdl::BlessedLoss) => is_spoiled |= game.winner().is_none(),
                _ => (),
            }
        }
        self.spoiled += u64::from(is_spoiled);
        let Some((winner, fen)) = first_won else { return };
        self.won += 1;
        if game.winner() != Some(winner) {
            self.missed += 1;
            self.first_missed.get_or_insert(fen);
        }
    }

    /// Returns the most frequent classes, which have 90 % of the positions, at least 30, with their numbers of positions.
    pub fn frequent(&self) -> Vec<(&str, u64)> {
        let mut classes: Vec<(&str, u64)> = self.positions.iter().map(|(name, &n)| (name.as_str(), n)).collect();
        classes.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        let all = self.all();
        let mut sum = 0;
        let is_needed = |&(i, &(_, n)): &(usize, &(&str, u64))| {
            let is_needed = i < Self::FEWEST || 100 * sum < Self::COVERED * all;
            sum += n;
            is_needed
        };
        let needed = classes.iter().enumerate().take_while(is_needed).count();
        classes.truncate(needed);
        classes
    }

    /// The number of positions of all classes.
    pub fn all(&self) -> u64 {
        self.positions.values().sum()
    }
}

#[cfg(test)]
mod tests {
    use arena::Ending;
    use endgames::common;
    use movegen::{Chess, Color, Insurrection};

    use super::*;

    fn census(opening: &str, moves: &str, pieces: usize) -> Census {
        let mut record = Record::new(opening.parse::<Position<Chess>>().unwrap());
        let play = |text: &str| {
            let m = record.position().parse_move(text).unwrap();
            record.push(m);
            m
        };
        let moves: Vec<_> = moves.split_whitespace().map(play).collect();
        let scores = vec![0; moves.len()];
        let opening = *record.first();
        let game = Played { opening, first: Color::White, moves, scores, ending: Ending::TooLong };
        let mut census = Census::default();
        census.add(&game, pieces, &common());
        census
    }

    /// Of the first class about one position in 70,000 is won, of the second none.
    #[test]
    fn few_wins_are_found() {
        let plan = Plan { games: 4, nodes: 100, seed: 1, with_tables: true };
        let tally = play(&Class::<Insurrection>::parse("RNvB-Rb").unwrap(), &common(), plan);
        assert_eq!((tally.games, tally.won), (4, 4));
        assert_eq!(play(&Class::<Chess>::parse("KNvK").unwrap(), &common(), plan), Tally::default());
    }

    /// White loses its rook.
    #[test]
    fn missed_win_is_counted() {
        let opening = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
        let census = census(opening, "b2b3 c3b3", 3);
        assert_eq!((census.games, census.won, census.missed), (1, 1, 1));
        assert_eq!(census.first_missed.as_deref(), Some(opening));
        assert_eq!(census.frequent(), [("KRvK", 2)]);
    }

    /// The mate takes 31 plies, but the game is a draw in 30.
    #[test]
    fn win_after_draw_by_rule_is_not_missed() {
        let census = census("8/8/8/8/8/2k5/1R6/K7 w - - 70 100", "b2b1", 4);
        assert_eq!((census.won, census.spoiled), (0, 1));
        assert_eq!(census.frequent(), []);
    }
}
