//! Positions and moves as text.

use std::fmt::Debug;

use games::registry::{APOCALYPSE, TurnBasedVisitor, Visitor, visit, visit_turn_based};
use games::{Notation, PlayedGame};
use movegen::{Color, Game, Position, Variant};

use crate::common::{Rng, invariants};
use crate::known::{self, check_error, pick};

/// Splits off `N` bytes; missing ones are 0.
pub(crate) fn head<const N: usize>(data: &[u8]) -> ([u8; N], &[u8]) {
    let (head, rest) = data.split_at(data.len().min(N));
    let mut bytes = [0; N];
    bytes[..head.len()].copy_from_slice(head);
    (bytes, rest)
}

/// A text read as a position is written as one that is read as the same, and can be played.
pub(crate) fn fen(data: &[u8]) {
    struct Read<'a>(&'a str);
    impl TurnBasedVisitor for Read<'_> {
        type Out = ();
        fn turn_based<V: Variant>(self, _: V) {
            if let Some(pos) = read::<Position<V>>(self.0) {
                invariants::check(&pos, &mut Rng(pos.key()));
            }
        }
    }
    let ([game], text) = head(data);
    let text = String::from_utf8_lossy(text);
    let name = known::game(game).0;
    if name != APOCALYPSE {
        visit_turn_based(name, Read(&text)).unwrap();
    } else if let Some(pos) = read::<apocalypse::Position>(&text) {
        let [white, black] = Color::BOTH.map(|color| pos.moves(color));
        for (&w, &b) in white.iter().zip(black.iter().rev()) {
            check_round_trip(&pos.resolve([w, b]));
        }
    }
}

fn read<G: Game + PartialEq + Debug>(text: &str) -> Option<G> {
    match text.parse::<G>() {
        Ok(pos) => {
            check_round_trip(&pos);
            Some(pos)
        }
        Err(error) => {
            check_error(&error.to_string());
            None
        }
    }
}

fn check_round_trip<G: Game + PartialEq + Debug>(pos: &G) {
    let written = pos.to_string();
    assert_eq!(written.parse::<G>().as_ref(), Ok(pos), "{written}");
    assert_eq!(written.parse::<G>().unwrap().key(), pos.key(), "{written}");
}

/// A text read as a move is a legal move, whose text is read as the same.
pub(crate) fn move_text(data: &[u8]) {
    struct Read<'a>(&'a str, &'a str, Color);
    impl Visitor for Read<'_> {
        type Out = ();
        fn visit<G: PlayedGame>(self, _: G) {
            // A position of the base may be illegal in a strict game.
            if let Ok(pos) = self.0.parse::<G>() {
                check_move(&pos, self.1, self.2);
            }
        }
    }
    let ([game, fen], text) = head(data);
    let (name, fens) = known::game(game);
    let side = Color::BOTH[usize::from(game >> 7)];
    let text = String::from_utf8_lossy(text);
    visit(name, Read(pick::<&str>(fens, fen.into()), &text, side));
}

fn check_move<G: PlayedGame>(pos: &G, text: &str, side: Color) {
    let legal = pos.moves(side);
    match pos.parse_move(side, text) {
        Ok(m) => {
            assert!(legal.contains(&m), "{pos} {text}");
            assert!(pos.parse_move(side, &pos.write_move(m)) == Ok(m), "{pos} {text}");
        }
        Err(error) => check_error(&error.to_string()),
    }
    if let Ok(m) = pos.read(side, text, Notation::Algebraic) {
        assert!(legal.contains(&m), "{pos} {text}");
        let written = games::pgn::move_text(pos, side, m);
        assert!(pos.read(side, &written, Notation::Algebraic) == Ok(m), "{pos} {text} {written}");
    }
}
