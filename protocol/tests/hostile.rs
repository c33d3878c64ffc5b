//! Sends thousands of malformed lines in one session: the engine does not exit or panic, and a rejected line does not
//! change the position.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use common::Engine;
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};

const SEED: u64 = 20_260_101;

/// Valid UCI lines to mutate. Commands that are slow, need much memory or access files are left out.
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

/// Valid XBoard lines to mutate.
const XBOARD_LINES: [&str; 40] = [
    "protover 2",
    "new",
    "variant empire",
    "variant insurrection",
    "variant subversion",
    "force",
    "go",
    "playother",
    "level 40 0:01 0.5",
    "level 0 1 0",
    "st 0.01",
    "sd 2",
    "nps 1000",
    "time 10",
    "otim 10",
    "?",
    "ping 7",
    "draw",
    "setboard rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1",
    "setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "setboard 7k/8/8/8/4q3/3N4/PP6/2B1K3 w - - 0 1",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "analyze",
    ".",
    "exclude e2e4",
    "include all",
    "option MultiPV=2",
    "option SkillLevel=5",
    "pause",
    "lift e2",
    "put e4",
    "usermove e2e4",
    "usermove a2c2,b2b2",
    "c1d3,d3e4,e4e4q",
];

/// Text fragments that often break parsers.
const FRAGMENTS: [&str; 20] = [
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

fn mutate(line: &str, lines: &[&str], random: &mut SmallRng) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..random.random_range(0..4) {
        let at = random.random_range(0..=bytes.len());
        let end = random.random_range(at..=bytes.len());
        match random.random_range(0..6) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, pick(&FRAGMENTS, random).bytes())),
            2 => drop(bytes.splice(at..end, pick(lines, random).bytes())),
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

/// Returns `true` if the line neither ends the session nor requests memory, threads or a file.
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
fn malformed_uci_lines_leave_position_unchanged() {
    let mut random = SmallRng::seed_from_u64(SEED);
    let mut engine = Engine::start();
    let mut before = position(&mut engine);
    let mut rejected = 0;
    for number in 0..4_000 {
        let mut line = mutate(pick(&LINES, &mut random), &LINES, &mut random);
        if !is_harmless(&line) {
            continue;
        }
        line.push(b'\n');
        engine.send_bytes(&line);
        let output = engine.ask("stop\nponderhit");
        let after = position(&mut engine);
        if output.iter().any(|line| line.starts_with("info string error") || line.starts_with("Unknown command")) {
            rejected += 1;
            let line = String::from_utf8_lossy(&line);
            assert_eq!(after, before, "seed {SEED}, line {number}: {line:?} was rejected: {output:#?}");
        }
        before = after;
    }
    assert!(rejected > 500, "only {rejected} lines were rejected");
    engine.ask("setoption name UCI_Variant value chess\nposition startpos moves e2e4");
    assert_eq!(position(&mut engine).1, "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.send("quit");
    let (status, _, errors, _) = engine.end();
    assert!(status.success() && errors.is_empty(), "{status} {errors}");
}

/// Sends `result`, which stops any search and prints the position.
fn xboard_position(engine: &mut Engine) -> String {
    let output = engine.asked("result *");
    output.iter().rfind(|line| line.starts_with("# final position: ")).unwrap().clone()
}

#[test]
fn malformed_xboard_lines_leave_position_unchanged() {
    let mut random = SmallRng::seed_from_u64(SEED);
    let mut engine = Engine::start_xboard("normal");
    let mut before = xboard_position(&mut engine);
    let mut rejected = 0;
    for number in 0..3_000 {
        let line = mutate(pick(&XBOARD_LINES, &mut random), &XBOARD_LINES, &mut random);
        let text = String::from_utf8_lossy(&line).into_owned();
        let first = text.split_whitespace().next().unwrap_or_default();
        if !is_harmless(&line) || ["memory", "cores", "edit"].contains(&first) {
            continue;
        }
        engine.send_bytes(&[&line[..], b"\n"].concat());
        let output = engine.asked("force");
        let after = xboard_position(&mut engine);
        let is_rejection =
            |line: &String| ["Error", "Illegal", "tellusererror"].iter().any(|word| line.starts_with(word));
        if output.iter().any(is_rejection) && !output.iter().any(|line| line.starts_with("move ")) {
            rejected += 1;
            assert_eq!(after, before, "seed {SEED}, line {number}: {text:?} was rejected: {output:#?}");
        }
        before = after;
    }
    assert!(rejected > 300, "only {rejected} lines were rejected");
    engine.asked("new\nforce\nusermove e2e4");
    let last = xboard_position(&mut engine);
    assert_eq!(last, "# final position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.send("quit");
    let (status, _, errors, _) = engine.end();
    assert!(status.success() && errors.is_empty(), "{status} {errors}");
}

#[test]
fn random_bytes_and_long_lines_are_ignored() {
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
