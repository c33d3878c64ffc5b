//! Games as text for other programs: PGN, with moves in standard algebraic notation made from the game's own rules.

use std::fmt::{self, Write};

use movegen::fen::letter_of_kind;
use movegen::{Color, Kind, Man, Move, MoveKind, Outcome, Position, Reason, Variant};

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

/// The legal move in standard algebraic notation: `Nbd7`, `exd6`, `O-O`, `a8=Q+`. A mark of mate stands for checkmate
/// alone; a king that wins by arriving has none.
pub fn san<V: Variant>(pos: &Position<V>, m: Move) -> String {
    let mut text = match (m.kind(), m.to().file()) {
        // No standard knows payments: all their squares and the man bought, as in coordinate notation.
        _ if m.is_purchase() => pos.write_move(m),
        (MoveKind::Castle, 6) => "O-O".to_owned(),
        (MoveKind::Castle, _) => "O-O-O".to_owned(),
        _ => {
            let capture = if pos.is_capture(m) { "x" } else { "" };
            let promotion = m.promotes_to().map(|kind| format!("={}", letter::<V>(kind))).unwrap_or_default();
            format!("{}{capture}{}{promotion}", mover(pos, m), m.to())
        }
    };
    let next = pos.after(m);
    match next.outcome() {
        Some(Outcome { reason: Reason::Checkmate, .. }) => text.push('#'),
        _ if next.checked_royals().any() => text.push('+'),
        _ => {}
    }
    text
}

/// The letter of the man that moves and as much of its square as tells it from others of its kind.
fn mover<V: Variant>(pos: &Position<V>, m: Move) -> String {
    let from = m.from();
    let kind = pos.man_at(from).map_or(Kind::PAWN, Man::kind);
    let legal = pos.legal_moves();
    let is_rival = |rival: &&Move| {
        rival.to() == m.to()
            && rival.from() != from
            && rival.kind() != MoveKind::Castle
            && pos.man_at(rival.from()).is_some_and(|man| man.kind() == kind)
    };
    let rivals = || legal.iter().filter(is_rival).map(|rival| rival.from());
    let on_file = rivals().any(|at| at.file() == from.file());
    let on_rank = rivals().any(|at| at.rank() == from.rank());
    let square = from.to_string();
    let names_file = kind == Kind::PAWN && pos.is_capture(m);
    let part = match (rivals().next().is_some() || names_file, on_file, on_rank) {
        (false, ..) => "",
        (true, false, _) => &square[..1],
        (true, true, false) if !names_file => &square[1..],
        (true, true, _) => &square,
    };
    match kind {
        Kind::PAWN => part.to_owned(),
        _ => format!("{}{part}", letter::<V>(kind)),
    }
}

fn letter<V: Variant>(kind: Kind) -> char {
    letter_of_kind::<V>(kind).to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire};

    fn written<V: Variant>(fen: &str, moves: &[(&str, &str)]) {
        let pos: Position<V> = fen.parse().unwrap();
        for (coordinates, expected) in moves {
            assert_eq!(&san(&pos, pos.parse_move(coordinates).unwrap()), expected, "{fen}");
        }
    }

    /// The PGN standard, section 8.2.3.
    #[test]
    fn moves_are_written_as_the_standard_says() {
        written::<Chess>("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", &[("c3e2", "Nce2"), ("g1f3", "Nf3"), ("e1d2", "Kd2")]);
        written::<Chess>("4k3/8/8/R7/8/8/8/R3K3 w Q - 0 1", &[("a1a3", "R1a3"), ("a5a3", "R5a3"), ("e1c1", "O-O-O")]);
        let three_queens = "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
        written::<Chess>(three_queens, &[("h4e1", "Qh4e1"), ("h1e1", "Q1e1"), ("e4e1", "Qee1"), ("e4e8", "Qe8+")]);
        written::<Chess>(
            "4k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1",
            &[("e5d6", "exd6"), ("a7a8q", "a8=Q+"), ("e1g1", "O-O")],
        );
        written::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &[("a1a8", "Ra8#")]);
        // The knight on c3 is pinned and cannot be meant.
        written::<Chess>("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", &[("g1e2", "Ne2")]);
    }

    #[test]
    fn men_of_other_games_have_their_own_letters_and_campmate_no_mark() {
        let start = Position::<Empire>::start().to_string();
        written::<Empire>(&start, &[("d1d2", "Dd2"), ("e3e4", "Se4"), ("e1e2", "Ke2"), ("b3b4", "b4")]);
        written::<Empire>("8/K7/8/7k/8/8/8/8 w - - 0 1", &[("a7b8", "Kb8")]);
    }

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
