//! Random games: keys, boards, texts and lists agree in every position of every game.
//! The checks are in `common/invariants.rs`. No rule of a game is here.

use std::collections::HashMap;

use crate::common::{Rng, invariants, known_fens, random_fen};
use upheaval_movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use upheaval_movegen::{Position, Variant};

/// Positions checked for each game.
const POSITIONS: usize = 8_000;
const SEED: u64 = 0x1a7a_51a9;

fn next<V: Variant>(pos: &Position<V>, rng: &mut Rng) -> Option<Position<V>> {
    let moves = pos.legal_moves();
    (!moves.is_empty()).then(|| pos.after(*rng.pick(&moves)))
}

/// Calls the function with positions of random games from the start, from known positions and from random boards.
fn walk<V: Variant>(wanted: usize, mut visit: impl FnMut(&Position<V>, &mut Rng)) {
    let mut rng = Rng(SEED);
    let known = known_fens::<V>();
    let mut visited = 0;
    for game in 0.. {
        let (start, longest) = match game % 3 {
            0 => (Some(Position::start()), 120),
            1 => (rng.pick(&known).parse().ok(), 30),
            _ => (random_fen(&mut rng, V::LETTERS).parse().ok(), 20),
        };
        let mut pos: Option<Position<V>> = start;
        for _ in 0..longest {
            let Some(now) = pos else { break };
            visit(&now, &mut rng);
            visited += 1;
            if visited == wanted {
                return;
            }
            pos = next(&now, &mut rng);
        }
    }
}

struct Invariants;

impl VisitTurnBased for Invariants {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        walk::<V>(POSITIONS, |pos, rng| invariants::check(pos, rng));
    }
}

#[test]
fn redundant_data_agrees_in_random_games() {
    for name in TURN_BASED {
        with_turn_based(name, Invariants).unwrap();
    }
}

/// The FEN without the clock and the number of the move, and the en-passant square only if a pawn may capture there:
/// what makes two positions equal.
fn identity<V: Variant>(pos: &Position<V>) -> String {
    let fen = pos.to_string();
    let fields = fen.split(' ').enumerate().filter(|(i, _)| !matches!(i, 3..=5));
    format!("{} {:?}", fields.map(|(_, field)| field).collect::<Vec<_>>().join(" "), pos.en_passant())
}

struct Keys;

impl VisitTurnBased for Keys {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let (mut keys, mut fens) = (HashMap::new(), HashMap::new());
        walk::<V>(4 * POSITIONS, |pos, _| {
            let (key, identity) = (pos.key(), identity(pos));
            assert_eq!(*keys.entry(identity.clone()).or_insert(key), key, "{pos:?} has had another key");
            assert_eq!(*fens.entry(key).or_insert_with(|| identity.clone()), identity, "two positions, one key");
        });
    }
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    for name in TURN_BASED {
        with_turn_based(name, Keys).unwrap();
    }
}

struct Transpositions;

impl VisitTurnBased for Transpositions {
    type Out = ();
    /// Four plies a, x, b, y, and the same moves in the order b, x, a, y, where the rules allow it.
    fn turn_based<V: Variant>(self, _: V) {
        let mut met = 0;
        walk::<V>(POSITIONS, |pos, rng| {
            let (mut straight, mut texts) = (*pos, Vec::new());
            for _ in 0..4 {
                let moves = straight.legal_moves();
                if moves.is_empty() {
                    return;
                }
                let m = *rng.pick(&moves);
                texts.push(straight.write_move(m));
                straight.play(m, &mut ());
            }
            let mut turned = *pos;
            for i in [2, 1, 0, 3] {
                let Ok(m) = turned.parse_move(&texts[i]) else { return };
                turned.play(m, &mut ());
            }
            let equal = identity(&straight) == identity(&turned);
            assert_eq!(straight.key() == turned.key(), equal, "{pos:?} {texts:?}");
            met += usize::from(equal && texts[0] != texts[2]);
        });
        assert!(met > POSITIONS / 10, "{}: only {met} transpositions met", V::NAME);
    }
}

#[test]
fn order_of_moves_leaves_no_trace_in_key() {
    for name in TURN_BASED {
        with_turn_based(name, Transpositions).unwrap();
    }
}
