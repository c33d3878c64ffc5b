//! Counts the leaves of the tree of legal moves below each first move: `perft GAME DEPTH [FEN]`.

use std::env;
use std::error::Error;

use upheaval_movegen::perft::divide;
use upheaval_movegen::variants::{VisitTurnBased, with_turn_based};
use upheaval_movegen::{Position, Variant};

struct Count<'a> {
    depth: u32,
    fen: Option<&'a str>,
}

impl VisitTurnBased for Count<'_> {
    type Out = Result<(), Box<dyn Error>>;
    fn turn_based<V: Variant>(self) -> Self::Out {
        let pos: Position<V> = self.fen.unwrap_or(V::START).parse()?;
        let mut sum = 0;
        for (m, leaves) in divide(&pos, self.depth) {
            println!("{}: {leaves}", pos.write_move(m));
            sum += leaves;
        }
        println!("\n{sum}");
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let game = arguments.first().map_or("chess", String::as_str);
    let depth = arguments.get(1).map_or(Ok(3), |text| text.parse())?;
    let fen = arguments.get(2).map(String::as_str);
    with_turn_based(game, Count { depth, fen }).unwrap_or_else(|| Err(format!("no game is called '{game}'").into()))
}
