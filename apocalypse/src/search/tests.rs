//! The search against backward induction, and what a caller relies on.

use std::time::Duration;

use crate::rules::Position;
use crate::values::Material;
use movegen::{Color, Game, Record};

use super::induction::Induction;
use super::{Answer, Asked, Engine, Report, Settings};
use crate::bench;
use engine::{Control, Limits};

const ONE: Settings = Settings {
    threads: 1,
    hash: 1,
    overhead: Duration::from_millis(30),
    seed: 7,
    likeliest: false,
    skill: engine::skill::Skill::Full,
};

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn go(engine: &mut Engine<Material>, pos: Position, limits: &Limits, seen: &mut Vec<Report>) -> Answer {
    let control = Control::default();
    control.arm(false);
    engine.go(&Record::new(pos), Color::White.into(), limits, &control, &mut |report| seen.push(report.clone()))
}

fn value(settings: Settings, pos: Position, depth: u32) -> f64 {
    let mut engine = Engine::with_evaluator(settings, Material);
    go(&mut engine, pos, &to_depth(depth), &mut Vec::new()).strategy.unwrap().value()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

#[test]
fn every_depth_has_the_value_of_backward_induction() {
    for (number, depth) in [(0, 3), (1, 3), (2, 4)] {
        for pos in bench::phase(number) {
            let mut induction = Induction::new(Material);
            let mut seen = Vec::new();
            go(&mut Engine::with_evaluator(ONE, Material), pos, &to_depth(depth), &mut seen);
            assert!(!seen.is_empty());
            for Report { strategy, .. } in seen {
                let expected = induction.value(&pos, strategy.depth);
                let value = strategy.value();
                assert!((value - expected).abs() < 1e-6, "{pos} at depth {}: {value}, not {expected}", strategy.depth);
                assert!(strategy.gap() < 1e-6 && strategy.gap() > -1e-9, "{pos}: {strategy:?}");
            }
        }
    }
}

#[test]
fn the_start_is_worth_nothing_to_either_side() {
    assert!(value(ONE, Position::start(), 4).abs() < 1e-6);
}

#[test]
fn exchanging_the_colours_negates_the_value() {
    for pos in bench::positions() {
        let (mut engine, mut other) = (Engine::with_evaluator(ONE, Material), Engine::with_evaluator(ONE, Material));
        let one = go(&mut engine, pos, &to_depth(3), &mut Vec::new()).strategy.unwrap();
        let two = go(&mut other, pos.swapped(), &to_depth(3), &mut Vec::new()).strategy.unwrap();
        assert!((one.value() + two.value()).abs() < 1e-6, "{pos}: {} and {}", one.value(), two.value());
    }
}

#[test]
fn one_thread_is_deterministic_and_two_agree() {
    let pos = bench::phase(1)[2];
    let mut engine = Engine::with_evaluator(ONE, Material);
    let mut first = Vec::new();
    let answer = go(&mut engine, pos, &to_depth(4), &mut first);
    engine.new_game();
    let mut second = Vec::new();
    assert_eq!(go(&mut engine, pos, &to_depth(4), &mut second), answer);
    assert!(first.iter().zip(&second).all(|(a, b)| a.strategy == b.strategy && a.progress.nodes == b.progress.nodes));
    let both = value(Settings { threads: 2, ..ONE }, pos, 4);
    assert!((both - answer.strategy.unwrap().value()).abs() < 1e-6);
}

#[test]
fn new_game_repeats_a_search_exactly() {
    let mut engine = Engine::with_evaluator(ONE, Material);
    for (number, pos) in bench::positions().into_iter().take(20).enumerate() {
        let limits = Limits { nodes: Some(1 + 97 * (number * number) as u64), ..Limits::default() };
        let search = |engine: &mut Engine<Material>| {
            engine.new_game();
            let mut seen = Vec::new();
            let answer = go(engine, pos, &limits, &mut seen);
            (answer, seen.into_iter().map(|report| report.strategy).collect::<Vec<_>>())
        };
        let first = search(&mut engine);
        go(&mut engine, Position::start(), &to_depth(2), &mut Vec::new());
        assert_eq!(search(&mut engine), first, "{pos}, {limits:?}");
    }
}

#[test]
fn search_stopped_at_once_returns_a_choice() {
    let control = Control::default();
    control.arm(false);
    control.stop();
    let record = Record::new(Position::start());
    let mut engine = Engine::with_evaluator(ONE, Material);
    let answer = engine.go(&record, Color::Black.into(), &Limits::default(), &control, &mut |_| {});
    let best = answer.best.unwrap();
    assert!(record.position().choices(Color::Black).contains(&best));
    assert!(answer.strategy.unwrap().depth < 4);
}

#[test]
fn a_limit_of_nodes_ends_the_search_soon() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let answer = go(&mut Engine::with_evaluator(ONE, Material), Position::start(), &limits, &mut Vec::new());
    assert!((5_000..22_000).contains(&answer.nodes), "{}", answer.nodes);
}

#[test]
fn certain_win_ends_deepening() {
    let pos = position("3n1/2N1P/p4/P1N2/5 10");
    let mut seen = Vec::new();
    let answer = go(&mut Engine::with_evaluator(ONE, Material), pos, &to_depth(6), &mut seen);
    let strategy = answer.strategy.unwrap();
    assert!(strategy.is_decided() && strategy.value_to(Color::White) == 1.0 && strategy.depth == seen.len() as u32);
    assert!(strategy.mix.iter().all(|mix| (mix.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9));
}

#[test]
fn only_the_choices_named_are_considered() {
    let pos = Position::start();
    let named = [pos.parse_move(Color::White, "a2a3").unwrap(), pos.parse_move(Color::White, "e2e3").unwrap()];
    let control = Control::default();
    control.arm(false);
    let mut engine = Engine::with_evaluator(ONE, Material);
    let answer =
        engine.go(&Record::new(pos), Asked { side: Color::White, among: &named }, &to_depth(3), &control, &mut |_| {});
    assert!(answer.strategy.unwrap().mix[0].iter().all(|(choice, _)| named.contains(choice)));
}

#[test]
fn a_game_that_is_over_has_no_answer() {
    let answer =
        go(&mut Engine::with_evaluator(ONE, Material), position("2n2/5/5/2P2/5 00"), &to_depth(2), &mut Vec::new());
    assert_eq!(answer, Answer::default());
}
