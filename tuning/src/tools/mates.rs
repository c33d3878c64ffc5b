//! `mates`.

use std::path::PathBuf;

use crate::sources;
use clap::Args;
use clap::value_parser as number;
use eval::score::win_in;
use movegen::variants::{TURN_BASED, VisitTurnBased};
use movegen::{Move, Position, Variant, mate};

/// The longest mate, in moves.
const MAX_MOVES: usize = 4;

/// Writes positions of played games in which mate can be forced in at most 4 moves, as EPD with the number of moves (`dm`). The
/// scores of the games select candidates, an exhaustive search proves them; at most one position per game. Positions that chess
/// does not have come first.
#[derive(Args)]
pub(super) struct Arguments {
    /// The game. Apocalypse has its own subcommand, `apocalypse`.
    #[arg(value_parser = TURN_BASED)]
    pub(super) game: String,
    /// Games as `selfplay --jsonl` writes them.
    games: PathBuf,
    /// Positions for each number of moves.
    #[arg(long, default_value_t = 6, value_parser = number!(u32).range(1..=10_000))]
    each: u32,
    /// Most positions of a proof.
    #[arg(long, default_value_t = 100_000, value_parser = number!(u64).range(1..))]
    budget: u64,
}

impl VisitTurnBased for &Arguments {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let mut found: [Vec<(bool, String)>; MAX_MOVES] = Default::default();
        for (number, game) in sources::games_in::<V>(&self.games)?.enumerate() {
            let game = game?;
            // Each game is searched for one length.
            let moves = 1 + number % MAX_MOVES;
            let claim = win_in(2 * moves - 1);
            let claimed = game.steps().zip(&game.scores).find(|&(_, &score)| score == claim);
            let Some(((pos, m), _)) = claimed else { continue };
            if mate::distance(&pos, moves as u32, &mut self.budget.clone()) == Some(moves as u32) {
                found[moves - 1].push((is_plain(&pos, m), games::epd::write_operation(&pos, "dm", &moves)));
            }
        }
        let chosen = found.into_iter().flat_map(|mut list| {
            list.sort_by_key(|&(is_plain, _)| is_plain);
            list.truncate(self.each as usize);
            list.into_iter().map(|(_, line)| line)
        });
        Ok(chosen.collect())
    }
}

/// Returns `true` if chess has the position and the move: the same pieces are royal before and after, and no piece is bought.
fn is_plain<V: Variant>(pos: &Position<V>, m: Move) -> bool {
    pos.state() == V::State::default() && !V::changes_royals(pos, m) && !m.is_purchase()
}
