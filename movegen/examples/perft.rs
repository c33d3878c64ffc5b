//! Counts the leaves of the tree of legal moves below each first move: `perft GAME DEPTH [FEN]`.

use std::env;
use std::error::Error;

use movegen::perft::divide;
use movegen::{Anarchism, Chess, Empire, Insurrection, Position, Subversion, Variant};

fn count<V: Variant>(depth: u32, fen: Option<&str>) -> Result<(), Box<dyn Error>> {
    let pos: Position<V> = fen.unwrap_or(V::START).parse()?;
    let mut sum = 0;
    for (m, leaves) in divide(&pos, depth) {
        println!("{}: {leaves}", pos.write_move(m));
        sum += leaves;
    }
    println!("\n{sum}");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let game = arguments.first().map_or("chess", String::as_str);
    let depth = arguments.get(1).map_or(Ok(3), |text| text.parse())?;
    let fen = arguments.get(2).map(String::as_str);
    match game {
        "chess" => count::<Chess>(depth, fen),
        "empire" => count::<Empire>(depth, fen),
        "insurrection" => count::<Insurrection>(depth, fen),
        "anarchism" => count::<Anarchism>(depth, fen),
        "subversion" => count::<Subversion>(depth, fen),
        _ => Err(format!("no game is called '{game}'").into()),
    }
}
