//! Games between two engines in this process, through the arena's loop ([`arena::games::play`]): matches and training data.
//!
//! Each game starts with cleared engines, which search with one thread and limits of nodes or depth. A game therefore depends on
//! its opening and players only, and a match is the same on every machine and with any concurrency.

use arena::arguments::processors;
use arena::config::ResignRule;
use arena::games::adjudicate::Adjudicator;
use arena::games::play::{Choice, Choices, Sides, play};
use arena::players::Value;
use arena::{Ending, Played};
use engine::{Control, Engine, Limits, Settings};
use eval::Score;
use games::EvaluatorSource;
use laboratory::players::HASH;
use movegen::{Color, Move, Position, Record, Variant};

use crate::in_order::in_order;

/// Bytes of stack for a thread that plays: its searches are as deep as those of an engine on its own.
const STACK: usize = 16 << 20;

/// The configuration of one side of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayer {
    /// The engine's settings. With more than one thread games are not repeatable.
    pub settings: Settings,
    /// The limits of each search. A search without any limit never ends.
    pub limits: Limits,
    /// The evaluator.
    pub judge: EvaluatorSource,
}

impl SelfPlayer {
    /// A player that searches this number of nodes for every move, with one thread and a small hash table.
    pub fn of_nodes(nodes: u64) -> Self {
        Self {
            settings: Settings { hash: Some(HASH), ..Settings::default() },
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            judge: games::Resources::default().evaluator,
        }
    }

    fn engine<V: Variant>(&self, game: V) -> Engine<V> {
        Engine::of_game(game, self.settings, self.judge.evaluator(game).expect("the file was tried"))
    }
}

/// Two players and the rules for adjudication.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The first and the second player.
    pub players: [SelfPlayer; 2],
    /// The margin in centipawns for resignation: both sides consider the game won for the same side in three consecutive moves
    /// each. `None`: no resignation.
    pub resign: Option<Score>,
    /// Plies from the opening after which a game counts as drawn.
    pub longest: u32,
}

impl Match {
    /// Returns `true` if the players are identical. Both games of a pair would then be identical, so every game needs its own
    /// opening.
    pub fn is_between_equals(&self) -> bool {
        self.players[0] == self.players[1]
    }

    /// Returns the number of games per opening: two with colours reversed, or one between equal players.
    pub fn games_each(&self) -> usize {
        if self.is_between_equals() { 1 } else { 2 }
    }

    /// Plays [`Match::games_each`] games from every opening, in parallel on the threads of the current rayon pool (see [`pool`]),
    /// and passes them to `take` in the order of the openings, the game in which the first player is White first.
    ///
    /// # Errors
    /// The first error of `take`, after which no new game is begun.
    pub fn play<V: Variant, E: Send>(
        &self,
        openings: &[Position<V>],
        take: impl FnMut(Played<V>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let each = self.games_each();
        let game = openings.first().map(Position::game).unwrap_or_default();
        let play = |engines: &mut _, number| {
            let number = number as usize;
            Some(self.play_one(engines, &openings[number / each], Color::BOTH[number % each]))
        };
        in_order(
            0..(openings.len() * each) as u64,
            || self.players.each_ref().map(|player| player.engine(game)),
            play,
            take,
        )
    }

    /// Plays one game with the first player on the side of `first`.
    fn play_one<V: Variant>(&self, engines: &mut [Engine<V>; 2], opening: &Position<V>, first: Color) -> Played<V> {
        engines.iter_mut().for_each(Engine::new_game);
        let resign = self.resign.map(|margin| ResignRule { moves: 3, margin, is_twosided: true });
        let mut adjudicator = Adjudicator::new(None, resign, Some(self.longest));
        let mut record = Record::new(*opening);
        let mut table = Table { players: &self.players, engines, first, moves: Vec::new(), scores: Vec::new() };
        let ending = match play(&mut record, &mut adjudicator, &mut table) {
            Some(Ending::AdjudicatedWin(winner)) => Ending::Resigned(!winner),
            Some(ending) => ending,
            None => unreachable!("self-play is never interrupted"),
        };
        Played { opening: *opening, first, moves: table.moves, scores: table.scores, ending }
    }
}

/// Two engines that play a game, and what is kept of it.
struct Table<'a, V: Variant> {
    players: &'a [SelfPlayer; 2],
    engines: &'a mut [Engine<V>; 2],
    first: Color,
    moves: Vec<Move>,
    scores: Vec<Score>,
}

impl<V: Variant> Sides<Position<V>> for Table<'_, V> {
    type Detail = Score;

    fn choose(&mut self, record: &Record<Position<V>>, side: Color) -> Result<Choice<Move, Score>, Ending> {
        let player = usize::from(side != self.first);
        let (m, score) = answer(&mut self.engines[player], record, &self.players[player].limits);
        Ok(Choice { m, value: Some(Value::Cp(score)), detail: score })
    }

    fn record_choices(&mut self, _before: &Position<V>, choices: Choices<Move, Score>) {
        for Choice { m, detail: score, .. } in choices.into_iter().flatten() {
            self.moves.push(m);
            self.scores.push(score);
        }
    }
}

/// Returns an engine's move in a game that is not over, and its value. Panics if the move is illegal, which is a bug.
pub(crate) fn answer<V: Variant>(
    engine: &mut Engine<V>,
    record: &Record<Position<V>>,
    limits: &Limits,
) -> (Move, Score) {
    let pos = record.position();
    let answer = engine.go(record, limits, &Control::default(), &mut |_| {});
    let legal = answer.best.filter(|&m| pos.is_legal(m, &pos.constraints()));
    let m = legal.unwrap_or_else(|| panic!("{}: {:?} was played in {pos}", pos.game().name(), answer.best));
    (m, answer.score)
}

/// Returns threads for [`Match::play`] to play this many games side by side.
///
/// # Errors
/// The system provides no more threads.
pub fn pool(concurrency: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(concurrency).stack_size(STACK).build()
}

/// Returns the threads of an option `--concurrency`; the default is all processors.
pub(crate) fn pool_of(concurrency: Option<u16>) -> Result<rayon::ThreadPool, String> {
    let concurrency = concurrency.map_or_else(processors, usize::from);
    pool(concurrency).map_err(|error| format!("--concurrency {concurrency}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the winner of a game that would be resigned after moves with these scores, each for the side that moved.
    fn called_off(scores: &[Score], margin: Score) -> Option<Color> {
        let mut adjudicator = Adjudicator::new(None, Some(ResignRule { moves: 3, margin, is_twosided: true }), None);
        for (i, &score) in scores.iter().enumerate() {
            adjudicator.record(Color::BOTH[i % 2], Some(Value::Cp(score)), false);
        }
        adjudicator.adjudicate(1).map(|ending| ending.winner().flatten().unwrap())
    }

    #[test]
    fn resignation_needs_three_moves_of_both_sides() {
        let won_for_white = [900, -850, 1000, -800, 32_000, -31_999];
        assert_eq!(called_off(&won_for_white, 800), Some(Color::White));
        assert_eq!(called_off(&won_for_white.map(|score: Score| -score), 800), Some(Color::Black));
        assert_eq!(called_off(&won_for_white, 801), None, "once it was less");
        assert_eq!(called_off(&won_for_white[..5], 100), None, "too few moves");
        assert_eq!(called_off(&[900; 6], 800), None, "each side hopes to win");
    }
}
