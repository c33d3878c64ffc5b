//! Plays a game of random moves to its end and prints it: `random_game GAME SEED`.

use std::env;
use std::error::Error;

use upheaval_movegen::variants::{VisitTurnBased, with_turn_based};
use upheaval_movegen::zobrist::splitmix64;
use upheaval_movegen::{Position, Record, State, Variant};

struct Play {
    seed: u64,
}

impl VisitTurnBased for Play {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        let mut record = Record::new(Position::<V>::start());
        let mut random = self.seed;
        while record.outcome().is_none() {
            let moves = record.position().legal_moves();
            random = splitmix64(random);
            let m = moves[(random % moves.len() as u64) as usize];
            print!("{} ", record.position().write_move(m));
            record.push(m);
        }
        println!("\n{}", record.position());
        record.position().state().describe().into_iter().for_each(|state| println!("{state}"));
        record.outcome().into_iter().for_each(|outcome| println!("{outcome}"));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let game = arguments.first().map_or("chess", String::as_str);
    let seed = arguments.get(1).map_or(Ok(1), |text| text.parse())?;
    with_turn_based(game, Play { seed }).ok_or_else(|| format!("no game is called '{game}'").into())
}
