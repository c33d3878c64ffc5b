//! How soon the program answers while it searches, in both protocols. The machine that runs the tests may be busy and
//! delay any one answer; the best of several tries shows what the program itself needs.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use std::time::{Duration, Instant};

use common::Engine;

const TRIES: usize = 8;
/// Bars for the answer to `isready` and `ping`, for the move after `stop` and `?`, for the end after the input's end.
const READY: Duration = Duration::from_millis(50);
const STOP: Duration = Duration::from_millis(20);
const END: Duration = Duration::from_millis(100);

/// The shortest of several times.
fn best(mut measure: impl FnMut() -> Duration) -> Duration {
    (0..TRIES).map(|_| measure()).min().unwrap()
}

fn timed(action: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    action();
    begin.elapsed()
}

/// An engine that has searched the start position for a moment and goes on.
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
        assert!(time < READY, "{variant}: isready {time:?}");
        engine.stop();

        let mut engine = searching(variant, true);
        engine.send("force\nanalyze");
        engine.until("6 ");
        let time = best(|| timed(|| drop(engine.pong())));
        assert!(time < READY, "{variant}: ping {time:?}");
    }
}

#[test]
fn stop_and_the_question_mark_give_a_move() {
    for variant in ["chess", "insurrection"] {
        let mut engine = searching(variant, false);
        let time = best(|| {
            let time = timed(|| drop(engine.stop()));
            engine.send("go infinite");
            engine.until("info depth 6 ");
            time
        });
        assert!(time < STOP, "{variant}: stop {time:?}");

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
        assert!(time < STOP, "{variant}: ? {time:?}");
    }
}

#[test]
fn setting_an_option_during_a_search_blocks_nothing() {
    let mut engine = searching("chess", false);
    engine
        .send("setoption name Hash value 64\nsetoption name Threads value 2\nucinewgame\nposition startpos moves e2e4");
    let time = best(|| timed(|| drop(engine.ready())));
    assert!(time < READY, "isready {time:?}");
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
fn the_end_of_the_input_ends_the_process_during_a_search() {
    for is_xboard in [false, true] {
        let time = best(|| {
            let mut engine = searching("chess", is_xboard);
            engine.hang_up();
            engine.end().3
        });
        assert!(time < END, "xboard {is_xboard}: {time:?}");
    }
}
