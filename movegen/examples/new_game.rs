//! Counts and plays two games outside the crate. The games are in `games/`.

mod games;

use games::{KingOfTheHill, ThreeCheck};
use upheaval_movegen::perft::perft;
use upheaval_movegen::{FenError, Position, Record, State, Variant};

/// Plays the first winning move that it finds one ply ahead, else the first move of all.
fn play<V: Variant>(fen: &str) -> Result<(), FenError> {
    let pos: Position<V> = fen.parse()?;
    println!("{}: {} legal moves, {} leaves three plies deep", V::NAME, pos.count_moves(), perft(&pos, 3));
    let mut record = Record::new(pos);
    while record.outcome().is_none() {
        let pos = record.position();
        let moves = pos.legal_moves();
        let wins = |m| pos.after(m).outcome().is_some_and(|outcome| outcome.winner == Some(pos.turn()));
        let m = moves.iter().copied().find(|&m| wins(m)).unwrap_or(moves[0]);
        println!("  {}", pos.write_move(m));
        record.push(m);
    }
    println!("  {} {}", record.position(), record.position().state().describe().unwrap_or_default());
    record.outcome().into_iter().for_each(|outcome| println!("  {outcome}"));
    Ok(())
}

fn main() -> Result<(), FenError> {
    play::<KingOfTheHill>("4k3/8/8/8/8/4K3/8/8 w - - 0 1")?;
    play::<ThreeCheck>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0")
}
