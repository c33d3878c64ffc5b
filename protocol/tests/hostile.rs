//! Thousands of spoilt lines in one conversation: the engine stays, says no word of panic, and whatever it refuses has
//! changed nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use common::Engine;
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};

/// Good lines, to be spoilt. Left out is what takes long, needs much memory or touches files.
const LINES: [&str; 24] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "flip",
    "compiler",
    "debug on",
    "setoption name MultiPV value 3",
    "setoption name Skill Level value 7",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_Variant value empire",
    "setoption name UCI_Variant value chess",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
    "position fen rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1 moves e1e2 a7a5",
    "position fen 8/1P4k1/8/8/8/8/6K1/8 w - - 99 200 moves b7b8q",
    "go depth 2",
    "go nodes 100 searchmoves e2e4 d2d4",
    "go wtime 20 btime 20 winc 1 binc 1 movestogo 3 ponder",
    "go infinite mate 2 movetime 5",
    "go perft 2",
];

/// Pieces that have broken parsers before.
const PIECES: [&str; 20] = [
    " ",
    "\t",
    "\0",
    "\r",
    "/",
    "-",
    "0",
    "9",
    "999999999999999999999",
    "-1",
    "e2e4",
    "é",
    "\u{202e}",
    "💥",
    "%s%n",
    "value",
    "name",
    "moves",
    "fen",
    "a1a1",
];

fn spoil(line: &str, random: &mut SmallRng) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..random.random_range(0..4) {
        let at = random.random_range(0..=bytes.len());
        let end = random.random_range(at..=bytes.len());
        match random.random_range(0..6) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, pick(&PIECES, random).bytes())),
            2 => drop(bytes.splice(at..end, pick(&LINES, random).bytes())),
            3 => bytes.insert(at, random.random()),
            4 => bytes.extend_from_within(at..end),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.random_range(0..7)),
        }
    }
    bytes.retain(|&byte| byte != b'\n');
    bytes
}

fn pick<'a>(from: &[&'a str], random: &mut SmallRng) -> &'a str {
    from[random.random_range(0..from.len())]
}

/// Whether the line may be sent: it neither ends the conversation nor asks for much memory, threads or a file.
fn is_harmless(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let first = text.split_whitespace().next().unwrap_or_default();
    !matches!(first, "quit" | "exit" | "bench") && !["hash", "threads", "file"].iter().any(|word| text.contains(word))
}

fn position(engine: &mut Engine) -> (String, String) {
    let board = engine.ask("d");
    let field = |name: &str| board.iter().find(|line| line.starts_with(name)).unwrap().clone();
    (field("Variant: "), field("Fen: "))
}

#[test]
fn spoilt_lines_neither_end_nor_confuse_the_engine() {
    const SEED: u64 = 20_260_101;
    let mut random = SmallRng::seed_from_u64(SEED);
    let mut engine = Engine::start();
    let mut before = position(&mut engine);
    let mut refused = 0;
    for number in 0..4_000 {
        let mut line = spoil(pick(&LINES, &mut random), &mut random);
        if !is_harmless(&line) {
            continue;
        }
        line.push(b'\n');
        engine.send_bytes(&line);
        let said = engine.ask("stop\nponderhit");
        let after = position(&mut engine);
        if said.iter().any(|line| line.starts_with("info string error") || line.starts_with("Unknown command")) {
            refused += 1;
            let line = String::from_utf8_lossy(&line);
            assert_eq!(after, before, "seed {SEED}, line {number}: {line:?} was refused: {said:#?}");
        }
        before = after;
    }
    assert!(refused > 500, "only {refused} lines were wrong");
    engine.ask("setoption name UCI_Variant value chess\nposition startpos moves e2e4");
    assert_eq!(position(&mut engine).1, "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.send("quit");
    let (status, _, errors, _) = engine.end();
    assert!(status.success() && errors.is_empty(), "{status} {errors}");
}

#[test]
fn bytes_without_meaning_and_lines_without_end_do_no_harm() {
    let mut random = SmallRng::seed_from_u64(7);
    let mut engine = Engine::start();
    engine.ask("position startpos moves e2e4");
    let before = position(&mut engine);
    for _ in 0..200 {
        let mut bytes = vec![0; 2_000];
        random.fill_bytes(&mut bytes);
        engine.send_bytes(&bytes);
    }
    engine.send_bytes(&vec![b'x'; 5 << 20]);
    engine.send_bytes(b"\n");
    assert_eq!(position(&mut engine), before);
    engine.hang_up();
    let (status, _, errors, _) = engine.end();
    assert!(status.success() && errors.is_empty(), "{status} {errors}");
}
