//! The games in which the sides move in turn, on a terminal. What differs between them is read off their rules.

mod words;

use games::explain::{PieceAt, piece_at, turn_based};
use games::names;
use movegen::san::{parse_san, san};
use movegen::{Color, Move, Position, Square, Variant};

use super::board::Spot;
use super::playable::Playable;

impl<V: Variant> Playable for Position<V> {
    fn marks(&self, at: Spot) -> [bool; 2] {
        let at = Square::at(at.0, at.1);
        let is_royal = V::ROYALS_CHANGE && Color::BOTH.into_iter().any(|side| V::royals(self, side).has(at));
        [is_royal, self.checked_royals().has(at)]
    }

    fn remarks(&self) -> Vec<String> {
        let mut lines: Vec<String> = names::state(self).map(|state| format!("{state}.")).into_iter().collect();
        let checked = self.checked_royals().into_iter().filter_map(|at| piece_at(self, at));
        let name = |piece: PieceAt| format!("{} {}", names::piece(V::NAME, piece.letter, piece.color), piece.at);
        let checked: Vec<String> = checked.map(name).collect();
        if !checked.is_empty() {
            lines.push(format!("Check: {}.", checked.join(", ")));
        }
        lines
    }

    fn written(&self, _: Color, m: Move) -> String {
        san(self, m)
    }

    fn understood(&self, _: Color, text: &str) -> Result<Move, String> {
        parse_san(self, text).map_err(|error| {
            turn_based::illegal_text(self, text).map_or_else(|| error.to_string(), |reason| reason.words(V::NAME))
        })
    }

    fn touched(&self, m: Move) -> Vec<Spot> {
        let squares = if m.is_purchase() { self.payment(m).into_iter().collect() } else { vec![m.from()] };
        squares.into_iter().chain([m.to()]).map(|at| (at.file(), at.rank())).collect()
    }

    fn effect(&self, _: Color, m: Move) -> Option<String> {
        words::effects(self, m)
    }

    fn turn_text(&self, moves: [Option<Move>; 2]) -> String {
        let Some(m) = moves[self.turn()] else { return String::new() };
        let dots = if self.turn() == Color::White { "." } else { "..." };
        let effect = words::effects(self, m).map(|effect| format!(" ({effect})")).unwrap_or_default();
        format!("{}: {}{dots} {}{effect}", self.turn().name(), self.move_number(), san(self, m))
    }

    fn prices(&self, target: Option<Spot>) -> Result<Vec<String>, String> {
        let target = target.map(|(file, rank)| Square::at(file, rank));
        match words::prices(self, target).map_err(|reason| reason.words(V::NAME))? {
            none if none.is_empty() && !V::PURCHASES => Err(format!("no piece can be bought in {}", V::NAME)),
            none if none.is_empty() => Err("no piece can be bought now".to_owned()),
            lines => Ok(lines),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Empire, Insurrection};

    #[test]
    fn governments_are_named_with_their_royals() {
        let pos: Position<Insurrection> = "4k3/8/3p4/p7/4N3/8/8/4K3 b - - 0 1 Kp".parse().unwrap();
        assert_eq!(
            pos.remarks(),
            ["Government: White monarchy (1 king); Black anarcho-syndicalist commune (2 pawns).", "Check: pawn d6."]
        );
        assert_eq!([pos.marks((3, 5)), pos.marks((4, 7))], [[true, true], [false, false]]);
        assert!(Position::<Chess>::start().remarks().is_empty());
    }

    #[test]
    fn moves_are_read_in_either_notation() {
        let pos = Position::<Empire>::start();
        for text in ["Dd2", "d1d2"] {
            assert_eq!(pos.written(Color::White, pos.understood(Color::White, text).unwrap()), "Dd2");
        }
    }

    #[test]
    fn move_played_is_described() {
        let pos = Position::<Chess>::start();
        let first = pos.parse_move("g1f3").unwrap();
        assert_eq!(pos.turn_text([Some(first), None]), "White: 1. Nf3");
    }
}
