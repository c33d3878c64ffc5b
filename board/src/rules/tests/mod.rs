//! Choices and effects compared with the rules.

mod explain;
mod special;

use std::collections::BTreeMap;

use engine::bench::Random;
use movegen::variants::NAMES;
use movegen::{Color, Turn};

use super::{PlayedGame, Texts, open};
use crate::messages::{Choices, Effect, Step};

/// Returns the moves of the tree, each as often as it occurs.
pub(crate) fn leaves(choices: &Choices) -> Vec<(String, Option<Effect>)> {
    fn walk(step: &Step, found: &mut Vec<(String, Option<Effect>)>) {
        assert_eq!(step.m.is_none(), step.ask.is_some(), "a step is complete, or asks: {step:?}");
        assert_eq!(step.ask.is_some(), !step.next.is_empty());
        found.extend(step.m.clone().map(|m| (m, (!step.gamble).then(|| step.effect.clone()))));
        step.next.iter().for_each(|next| walk(next, found));
    }
    let mut found = Vec::new();
    for origin in &choices.origins {
        origin.targets.iter().for_each(|step| walk(step, &mut found));
        found.extend(origin.payments.iter().flat_map(|payments| payments.moves.clone()).map(|m| (m, None)));
    }
    found
}

/// Returns the legal moves by the rules, in coordinate notation.
fn legal(game: &dyn PlayedGame, side: Color) -> Vec<String> {
    use movegen::variants::{Visit, VisitTurnBased, with};
    use movegen::{Game, Position, Variant};

    struct Legal(String, Color);
    impl VisitTurnBased for Legal {
        type Out = Vec<String>;
        fn turn_based<V: Variant>(self, _: V) -> Vec<String> {
            let pos: Position<V> = self.0.parse().unwrap();
            if pos.outcome().is_some() {
                Vec::new()
            } else {
                pos.legal_moves().iter().map(|&m| pos.write_move(m)).collect()
            }
        }
    }
    impl Visit for Legal {
        fn apocalypse(self) -> Vec<String> {
            let pos: apocalypse::Position = self.0.parse().unwrap();
            pos.moves(self.1).into_iter().map(|choice| choice.to_string()).collect()
        }
    }
    let mut moves = with(game.name(), Legal(game.view().fen, side)).unwrap();
    moves.sort_unstable();
    moves
}

fn choosing(game: &dyn PlayedGame) -> &'static [Color] {
    game.turn().sides()
}

/// Plays random games through the tree and checks every position.
fn play_random_games(seeds: u64, plies: usize, check: impl Fn(&dyn PlayedGame)) {
    for variant in NAMES {
        for seed in 0..seeds {
            let mut random = Random(seed);
            let mut game = open(variant, None).unwrap();
            for _ in 0..plies {
                if game.result().is_some() {
                    break;
                }
                check(&*game);
                let mut texts = Texts::default();
                for &side in choosing(&*game) {
                    let mut found = leaves(&game.choices(side));
                    texts[side] = Some(found.swap_remove(random.below(found.len())).0);
                }
                game.play_turn(&texts).unwrap();
            }
        }
    }
}

#[test]
fn tree_has_every_legal_move_once() {
    play_random_games(8, 80, |game| {
        for &side in choosing(game) {
            let mut found: Vec<String> = leaves(&game.choices(side)).into_iter().map(|(m, _)| m).collect();
            found.sort_unstable();
            assert_eq!(found, legal(game, side), "{} {}", game.name(), game.view().fen);
        }
    });
}

/// The changed squares, put on the board, give the board after the move.
#[test]
fn effect_lists_every_changed_square() {
    play_random_games(3, 60, |game| {
        let Turn::One(side) = game.turn() else { return };
        let before = game.view();
        for (m, effect) in leaves(&game.choices(side)).into_iter().step_by(5) {
            let Some(effect) = effect else { continue };
            let mut next = game.at(game.played().len());
            let mut texts = Texts::default();
            texts[side] = Some(m.clone());
            next.play_turn(&texts).unwrap();
            let mut board: BTreeMap<_, _> = before.board.clone();
            for change in effect.changes {
                match change.piece {
                    Some(piece) => drop(board.insert(change.square, piece)),
                    None => drop(board.remove(&change.square)),
                }
            }
            assert_eq!(board, next.view().board, "{} {} {m}", game.name(), before.fen);
        }
    });
}

#[test]
fn games_are_replayed_from_texts_and_taken_back() {
    for variant in NAMES {
        let mut random = Random(7);
        let mut game = open(variant, None).unwrap();
        let mut fens = vec![game.view().fen];
        while game.result().is_none() && fens.len() < 60 {
            let mut texts = Texts::default();
            for &side in choosing(&*game) {
                let found = leaves(&game.choices(side));
                texts[side] = Some(found[random.below(found.len())].0.clone());
            }
            let entry = game.play_turn(&texts).unwrap();
            assert_eq!(entry.fen, game.view().fen);
            fens.push(entry.fen);
        }
        for (ply, fen) in fens.iter().enumerate() {
            assert_eq!(game.at(ply).view().fen, *fen);
            assert_eq!(game.at(ply).keys(), game.keys()[..=ply]);
        }
    }
}

#[test]
fn payments_are_made_in_any_order() {
    play_random_games(6, 60, |game| {
        let side = choosing(game)[0];
        for origin in game.choices(side).origins {
            let Some(payments) = origin.payments else { continue };
            for m in payments.moves.iter().step_by(7) {
                // All squares but the last are paid.
                let squares = &m[..m.len() - 3];
                let mut payers: Vec<String> =
                    squares.as_bytes().chunks(2).map(|square| String::from_utf8(square.to_vec()).unwrap()).collect();
                payers.reverse();
                let mut paid: Vec<String> = Vec::new();
                for payer in payers {
                    let view = game.pay(&origin.square, &paid).unwrap();
                    if view.paid.contains(&payer) {
                        continue;
                    }
                    assert!(view.open.contains(&payer) && !view.needs.is_empty(), "{view:?}");
                    paid = view.paid;
                    paid.push(payer);
                }
                assert_eq!(game.pay(&origin.square, &paid).unwrap().m.as_ref(), Some(m));
            }
        }
    });
}
