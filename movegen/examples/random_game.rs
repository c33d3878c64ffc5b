//! Plays a game of random moves to its end and prints it: `random_game GAME SEED`.

use std::env;
use std::error::Error;

use movegen::zobrist::splitmix64;
use movegen::{Anarchism, Chess, Empire, Insurrection, Position, Record, Subversion, Variant};

fn play<V: Variant>(seed: u64) {
    let mut record = Record::new(Position::<V>::start());
    let mut random = seed;
    while record.outcome().is_none() {
        let moves = record.position().legal_moves();
        random = splitmix64(random);
        let m = moves[(random % moves.len() as u64) as usize];
        print!("{} ", record.position().write_move(m));
        record.push(m);
    }
    println!("\n{}", record.position());
    if let Some(state) = movegen::State::describe(record.position().state()) {
        println!("{state}");
    }
    if let Some(outcome) = record.outcome() {
        println!("{outcome}");
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let seed = arguments.get(1).map_or(Ok(1), |text| text.parse())?;
    match arguments.first().map_or("chess", String::as_str) {
        "chess" => play::<Chess>(seed),
        "empire" => play::<Empire>(seed),
        "insurrection" => play::<Insurrection>(seed),
        "anarchism" => play::<Anarchism>(seed),
        "subversion" => play::<Subversion>(seed),
        game => return Err(format!("no game is called '{game}'").into()),
    }
    Ok(())
}
