//! Picks positions with a forced mate out of played games, each proved by looking at every line.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::sources;
use arena::arguments::run;
use clap::value_parser as number;
use clap::{CommandFactory, Parser};
use eval::score::win_in;
use movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use movegen::{Move, Position, Variant, mate};

/// Most moves of a mate that is looked for.
const LONGEST: usize = 4;

/// Positions of played games in which mate can be forced in at most 4 moves, as EPD with the number of moves (`dm`). The
/// games' own scores say where to look, a search of every line proves it; no game gives two positions. Positions that
/// chess does not know come first.
#[derive(Parser)]
struct Arguments {
    /// The game: any in which the sides move in turn. Apocalypse, where both choose at once, has a tool of its own,
    /// `apocalypse`.
    #[arg(value_parser = TURN_BASED)]
    game: String,
    /// Games as `selfplay --jsonl` writes them.
    games: PathBuf,
    /// Positions for each number of moves.
    #[arg(long, default_value_t = 6, value_parser = number!(u32).range(1..=10_000))]
    each: u32,
    /// Positions that a proof may look at.
    #[arg(long, default_value_t = 100_000, value_parser = number!(u64).range(1..))]
    budget: u64,
}

struct Find<'a>(&'a Arguments);

impl VisitTurnBased for Find<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let mut found: [Vec<(bool, String)>; LONGEST] = Default::default();
        for (number, game) in sources::games_in::<V>(&self.0.games)?.enumerate() {
            let game = game?;
            // The games take turns with the lengths.
            let moves = 1 + number % LONGEST;
            let claim = win_in(2 * moves - 1);
            let claimed = game.steps().zip(&game.scores).find(|&(_, &score)| score == claim);
            let Some(((pos, m), _)) = claimed else { continue };
            if mate::distance(&pos, moves as u32, &mut self.0.budget.clone()) == Some(moves as u32) {
                found[moves - 1].push((is_plain(&pos, m), games::epd::write_operation(&pos, "dm", &moves)));
            }
        }
        let chosen = found.into_iter().flat_map(|mut list| {
            list.sort_by_key(|&(is_plain, _)| is_plain);
            list.truncate(self.0.each as usize);
            list.into_iter().map(|(_, line)| line)
        });
        Ok(chosen.collect())
    }
}

/// Whether chess would know the position and the move as well: the same pieces are royal, before and after, and no piece is bought.
fn is_plain<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.state() == V::State::default() && !V::changes_royals(pos, m) && !m.is_purchase()
}

fn mates(arguments: &Arguments) -> Result<String, String> {
    let found = with_turn_based(&arguments.game, Find(arguments));
    found.unwrap_or_else(|| Err("there is no such game".to_owned()))
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("mates", mates)
}
