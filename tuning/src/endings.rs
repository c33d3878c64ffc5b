//! Games of the engine against itself from random won positions of a class of endings.

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
    /// The position of a game that was not won.
    pub failure: Option<String>,
}

impl Tally {
    fn add(mut self, other: Self) -> Self {
        self.games += other.games;
        self.won += other.won;
        self.fast += other.fast;
        self.expired += other.expired;
        self.failure = self.failure.or(other.failure);
        self
    }
}

/// Random positions that are tried before a class counts as one without wins.
const ATTEMPTS: u64 = 10_000;

/// Plays the games, several at a time.
pub fn play<V: Variant>(class: &Class<V>, tables: &Tables<V>, plan: Plan) -> Tally {
    let settings =
        Settings { hash: 4, skill: Skill::Full, endgames: plan.with_tables, syzygy_pieces: 0, ..Settings::default() };
    let play = |engine: &mut Engine<V>, number| {
        let won = won_position(class, tables, plan.seed.wrapping_add(number));
        won.map_or_else(Tally::default, |(pos, plies)| game(engine, pos, plies, plan.nodes))
    };
    let games = (0..plan.games).into_par_iter();
    games.map_init(|| Engine::<V>::new(settings), play).reduce(Tally::default, Tally::add)
}

/// Returns a random position that the side to move wins, and the plies to the win.
fn won_position<V: Variant>(class: &Class<V>, tables: &Tables<V>, seed: u64) -> Option<(Position<V>, u16)> {
    (0..ATTEMPTS).find_map(|attempt| {
        let random = splitmix64(splitmix64(seed).wrapping_add(attempt));
        let pos = class.position((random % class.size() as u64) as usize)?;
        match tables.probe(&pos)? {
            Value::Win(plies) => Some((pos, plies)),
            _ => None,
        }
    })
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
        failure: (!is_won).then(|| pos.to_string()),
    }
}
