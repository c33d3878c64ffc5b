//! The arena as a shell runs it: matches in every game, engines that do wrong, matches that are killed and go on.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the arena has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ARENA: &str = env!("CARGO_BIN_EXE_arena");
const FAULTY: &str = env!("CARGO_BIN_EXE_faulty");
/// Engines that do wrong are not waited for long.
const HASTE: &str = "-startup-ms 1500 -ucinewgame-ms 1500 -ping-ms 1500 -stop-ms 300 -search-ms 400";

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("arena-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn arena(at: &Path, line: &str) -> Command {
    let mut command = Command::new(ARENA);
    command.args(line.split_whitespace()).current_dir(at);
    command
}

/// Exit code, standard output, standard error.
fn run(at: &Path, line: &str) -> (Option<i32>, String, String) {
    let output = arena(at, line).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The summary of a match that has to run to its end.
fn summary(at: &Path, line: &str) -> (Value, String) {
    let (code, out, err) = run(at, &format!("{line} -json summary.json"));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("\nFinished match\n") && !out.contains("\n\n"), "{out}");
    (serde_json::from_str(&fs::read_to_string(at.join("summary.json")).unwrap()).unwrap(), out)
}

/// A match of an engine with a fault against one without.
fn against_a_good_one(name: &str, faults: &str, more: &str) -> (Value, String) {
    let at = folder(name);
    let faults: String = faults.split(' ').map(|fault| format!(" arg={fault}")).collect();
    let line = format!(
        "-engine cmd={FAULTY} name=bad{faults} -engine cmd={FAULTY} name=good arg=seed=5 -each tc=0.3+0.2 -rounds 1 \
         -maxmoves 12 -openings file=start -log file=log engine=false {HASTE} {more}"
    );
    let (summary, mut out) = summary(&at, &line);
    out.push_str(&fs::read_to_string(at.join("log")).unwrap());
    (summary, out)
}

#[test]
fn every_fault_is_told_apart_and_loses_the_game_of_who_did_it() {
    let cases = [
        ("mute", "mute", "hang", "connection stalls}", "hang: no answer to 'uci'"),
        ("crash", "crash=2", "crash", "disconnects}", "crash: exit code 3 after 'go"),
        ("hang", "hang=2", "hang", "connection stalls}", "hang: no answer to 'go"),
        ("flood", "flood=2", "flood", "connection stalls: output flood}", "flood of output"),
        ("late", "late=1", "time", "loses on time (", "time overrun by "),
        ("deaf", "deaf=2", "time", "loses on time (", "time overrun by "),
        ("illegal", "illegal=2", "illegal", "makes an illegal move: a1a1}", "illegal move 'a1a1'"),
        ("none", "none=2", "illegal", "makes an illegal move: (none)}", "illegal move '(none)'"),
    ];
    std::thread::scope(|scope| {
        for (name, fault, sort, words, detail) in cases {
            scope.spawn(move || {
                let (summary, out) = against_a_good_one(name, fault, "");
                let [bad, good] = [&summary["engines"][0], &summary["engines"][1]];
                assert_eq!((&bad["all"]["losses"], &bad["faults"][sort]), (&2.into(), &2.into()), "{name}: {out}");
                assert!(good["faults"].as_object().unwrap().is_empty(), "{name}: {out}");
                assert_eq!(out.matches(words).count(), 4, "{name}: {words} in {out}");
                assert_eq!(out.matches(detail).count(), 2, "{name}: {detail} in {out}");
                assert!(out.contains("; position fen rnbqkbnr/"), "{name}: {out}");
            });
        }
    });
}
