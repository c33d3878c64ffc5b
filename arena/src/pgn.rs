//! Games as text for other programs: PGN.

use std::fmt::{self, Write};

use movegen::san::san;
use movegen::{Color, Variant};

use crate::played::{Ending, Played};

/// Columns of a line of moves.
const COLUMNS: usize = 80;

/// The game as PGN, an empty line at its end. `names` are those of the first and the second player.
pub fn write<V: Variant>(game: &Played<V>, round: usize, names: [&str; 2]) -> String {
    let mut text = String::new();
    // A String takes everything.
    let _ = tags(&mut text, game, round, names);
    let mut words = Vec::with_capacity(game.moves.len() * 3 / 2 + 4);
    for (i, (pos, m)) in game.steps().enumerate() {
        match pos.turn() {
            Color::White => words.push(format!("{}.", pos.move_number())),
            Color::Black if i == 0 => words.push(format!("{}...", pos.move_number())),
            Color::Black => {}
        }
        words.push(san(&pos, m));
    }
    words.extend(format!("{{{}}} {}", game.ending.as_str(), game.result()).split(' ').map(str::to_owned));
    let mut column = 0;
    for word in words {
        match column {
            0 => {}
            _ if column + 1 + word.len() > COLUMNS => (text.push('\n'), column = 0).0,
            _ => (text.push(' '), column += 1).0,
        }
        text.push_str(&word);
        column += word.len();
    }
    text.push_str("\n\n");
    text
}

fn tags<V: Variant>(out: &mut String, game: &Played<V>, round: usize, names: [&str; 2]) -> fmt::Result {
    let [white, black] = if game.first == Color::White { names } else { [names[1], names[0]] };
    writeln!(out, "[Event \"Upheaval plays {}\"]", V::NAME)?;
    writeln!(out, "[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{round}\"]")?;
    writeln!(out, "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{}\"]", game.result())?;
    writeln!(out, "[Variant \"{}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]", V::NAME, game.opening)?;
    let termination = match game.ending {
        Ending::Length => "adjudication",
        Ending::Rules(_) | Ending::Resignation => "normal",
    };
    writeln!(out, "[PlyCount \"{}\"]\n[Termination \"{termination}\"]\n", game.moves.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Position};

    /// Each legal move of a position has a text of its own, in every game.
    #[test]
    fn no_two_moves_are_written_alike() {
        struct Check;
        impl movegen::variants::VisitTurnBased for Check {
            type Out = ();
            fn turn_based<V: Variant>(self) {
                for plies in (0..60).step_by(3) {
                    let record = engine::bench::walk::<V>(plies, &mut engine::bench::Random(plies as u64));
                    let pos = record.position();
                    let moves = pos.legal_moves();
                    let texts: std::collections::HashSet<String> = moves.iter().map(|&m| san(pos, m)).collect();
                    assert_eq!(texts.len(), moves.len(), "{pos}: {texts:?}");
                }
            }
        }
        movegen::variants::TURN_BASED
            .into_iter()
            .for_each(|name| movegen::variants::with_turn_based(name, Check).unwrap());
    }

    #[test]
    fn a_game_has_the_tags_and_the_moves_of_the_standard() {
        let opening: Position<Chess> = "4k3/8/8/8/8/8/r7/4K3 b - - 3 41".parse().unwrap();
        let m = opening.parse_move("e8e7").unwrap();
        let moves = vec![m];
        let game =
            Played { opening, first: Color::Black, moves, scores: vec![0], winner: None, ending: Ending::Length };
        let text = write(&game, 7, ["one", "two"]);
        assert_eq!(
            text,
            "[Event \"Upheaval plays chess\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"7\"]\n[White \"two\"]\n\
             [Black \"one\"]\n[Result \"1/2-1/2\"]\n[Variant \"chess\"]\n[SetUp \"1\"]\n\
             [FEN \"4k3/8/8/8/8/8/r7/4K3 b - - 3 41\"]\n[PlyCount \"1\"]\n[Termination \"adjudication\"]\n\n\
             41... Ke7 {length limit} 1/2-1/2\n\n"
        );
    }
}
