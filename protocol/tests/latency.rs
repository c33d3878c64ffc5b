//! Response times during a search, in both protocols. A busy machine may delay any single answer, so each test measures
//! the shortest of several tries.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use std::time::{Duration, Instant};

use common::Engine;

const TRIES: usize = 8;
/// Limit for the answer to `isready` and `ping`.
const MAX_READY_TIME: Duration = Duration::from_millis(50);
/// Limit for the move after `stop` and `?`.
const MAX_STOP_TIME: Duration = Duration::from_millis(20);
/// Limit for the exit after the end of the input.
const MAX_END_TIME: Duration = Duration::from_millis(100);

/// Returns the shortest of several measurements.
fn best(mut measure: impl FnMut() -> Duration) -> Duration {
    (0..TRIES).map(|_| measure()).min().unwrap()
}

fn timed(action: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    action();
    begin.elapsed()
}

/// Starts an engine and returns it while it searches the start position.
fn searching(variant: &str, is_xboard: bool) -> Engine {
    let mut engine;
    if is_xboard {
        engine = Engine::start_xboard(if variant == "chess" { "normal" } else { variant });
        engine.send("level 0 60 0\ngo");
        engine.until("6 ");
    } else {
        engine = Engine::start();
        engine.send(&format!("setoption name UCI_Variant value {variant}\ngo infinite"));
        engine.until("info depth 6 ");
    }
    engine
}

#[test]
fn isready_and_ping_are_answered_during_a_search() {
    for variant in ["chess", "subversion"] {
        let mut engine = searching(variant, false);
        let time = best(|| timed(|| drop(engine.ready())));
        assert!(time < MAX_READY_TIME, "{variant}: isready {time:?}");
        engine.stop();

        let mut engine = searching(variant, true);
        engine.send("force\nanalyze");
        engine.until("6 ");
        let time = best(|| timed(|| drop(engine.pong())));
        assert!(time < MAX_READY_TIME, "{variant}: ping {time:?}");
    }
}

#[test]
fn stop_and_question_mark_return_a_move() {
    for variant in ["chess", "insurrection"] {
        let mut engine = searching(variant, false);
        let time = best(|| {
            let time = timed(|| drop(engine.stop()));
            engine.send("go infinite");
            engine.until("info depth 6 ");
            time
        });
        assert!(time < MAX_STOP_TIME, "{variant}: stop {time:?}");

        let mut engine = searching(variant, true);
        let time = best(|| {
            let time = timed(|| {
                engine.send("?");
                engine.until("move ");
            });
            engine.send("undo\ngo");
            engine.until("6 ");
            time
        });
        assert!(time < MAX_STOP_TIME, "{variant}: ? {time:?}");
    }
}

#[test]
fn setting_options_during_a_search_does_not_block() {
    let mut engine = searching("chess", false);
    engine
        .send("setoption name Hash value 64\nsetoption name Threads value 2\nucinewgame\nposition startpos moves e2e4");
    let time = best(|| timed(|| drop(engine.ready())));
    assert!(time < MAX_READY_TIME, "isready {time:?}");
    let time = timed(|| drop(engine.stop()));
    assert!(time < Duration::from_secs(5), "stop {time:?}");

    let mut engine = searching("chess", true);
    engine.send("memory 64\ncores 2\noption MultiPV=2\noption ClearHash");
    let time = timed(|| {
        engine.send("?");
        engine.until("move ");
    });
    assert!(time < Duration::from_secs(5), "? {time:?}");
    engine.pong();
}

#[test]
fn end_of_input_ends_a_searching_process() {
    for is_xboard in [false, true] {
        let time = best(|| {
            let mut engine = searching("chess", is_xboard);
            engine.hang_up();
            engine.end().3
        });
        assert!(time < MAX_END_TIME, "xboard {is_xboard}: {time:?}");
    }
}
