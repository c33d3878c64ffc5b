//! The arena under OpenBench's client: command line, printed lines, PGN.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the arena has failed")]

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::{ARENA, faulty};
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Game, Position, Variant};

/// The results that the client accepts; any other ends it.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

struct Start;

impl VisitTurnBased for Start {
    type Out = String;
    fn turn_based<V: Variant>(self, _: V) -> String {
        Position::<V>::start().to_string()
    }
}

impl Visit for Start {
    fn apocalypse(self) -> String {
        <apocalypse::Position as Game>::start().to_string()
    }
}

/// Returns the output and the PGN of a match started by the client, played by random movers.
fn match_of(test: &str, game: &str) -> (Vec<u8>, String) {
    let at = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("openbench-{test}-{game}"));
    let _ = fs::remove_dir_all(&at);
    fs::create_dir_all(at.join("PGNs")).unwrap();
    fs::write(at.join("book.epd"), with(game, Start).unwrap() + "\n").unwrap();
    let faulty = faulty();
    let engine = |name: &str, seed: u32| {
        format!(
            "-engine cmd={faulty} arg=seed={seed} proto=uci tc=inf depth=1 option.Threads=1 option.Hash=8 \
             option.UCI_Variant={game} name=Upheaval-{name} "
        )
    };
    let line = format!(
        "-recover -variant standard -testEnv -concurrency 2 -rounds 2 -games 2 {}{}-openings file=book.epd format=epd order=random \
         start=1 -srand 4 -pgnout file=PGNs/1.2.3.0.pgn seldepth=true nodes=true",
        engine("dev", 5),
        engine("base", 6)
    );
    let mut command = Command::new(ARENA);
    command.args(line.split_whitespace()).arg("match_line=^info string pgncomment .*").current_dir(&at);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.stdout, fs::read_to_string(at.join("PGNs/1.2.3.0.pgn")).unwrap())
}

/// Splits a PGN as the client does: a block of tags, a block of moves, and so on.
fn blocks(pgn: &str) -> Vec<String> {
    pgn.trim_end().split("\n\n").map(|block| block.replace('\n', " ")).collect()
}

/// Returns moves and comments of a block, and its last word. The client's pattern for a move: letters, digits and `+=#*-`, a blank, and a
/// comment, with a number and dots before it or not.
fn moves_of(block: &str) -> (Vec<(String, String)>, String) {
    let (moves, result) = block.rsplit_once(' ').unwrap();
    let is_number = |word: &str| word.ends_with('.') && word.trim_end_matches('.').bytes().all(|c| c.is_ascii_digit());
    let moves = moves.split_terminator('}').map(|part| {
        let (words, comment) = part.split_once(" {").unwrap();
        let words: Vec<&str> = words.split_whitespace().filter(|word| !is_number(word)).collect();
        assert_eq!(words.len(), 1, "{block}");
        (words[0].to_owned(), comment.to_owned())
    });
    (moves.collect(), result.to_owned())
}

/// Until the first empty line, in ASCII, with `Finished game N (A vs B): RESULT {reason}`.
#[test]
fn client_reads_every_result_of_every_game() {
    for game in NAMES {
        let (out, _) = match_of("results", game);
        assert!(out.is_ascii(), "{game}");
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| !line.trim().is_empty()), "{game}: {text}");
        let mut finished = Vec::new();
        for line in text.lines().filter(|line| line.contains("Finished game")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            finished.push(words[2].parse::<usize>().unwrap());
            assert!(RESULTS.contains(&words[6]), "{game}: {line}");
            let reason = line.split(':').nth(1).unwrap();
            for fault in ["disconnect", "stalls", "on time", "illegal"] {
                assert!(!reason.contains(fault), "{game}: {line}");
            }
        }
        finished.sort_unstable();
        assert_eq!(finished, [1, 2, 3, 4], "{game}: {text}");
    }
}

#[test]
fn client_keeps_every_move_of_every_game() {
    for game in NAMES {
        let (_, pgn) = match_of("moves", game);
        let blocks = blocks(&pgn);
        assert_eq!(blocks.len(), 8, "{game}: {pgn}");
        for pair in blocks.chunks(2) {
            let tag =
                |name: &str| pair[0].split(&format!("[{name} \"")).nth(1).map(|rest| rest.split('"').next().unwrap());
            let (moves, result) = moves_of(&pair[1]);
            assert_eq!(tag("Result"), Some(result.as_str()), "{game}");
            assert!(RESULTS.contains(&result.as_str()), "{game}");
            assert_eq!(tag("PlyCount"), Some(moves.len().to_string().as_str()), "{game}: {}", pair[1]);
            assert!(game == "chess" || tag("Variant") == Some(game), "{}", pair[0]);
            for (word, comment) in moves {
                let is_kept = |c: u8| c.is_ascii_alphanumeric() || b"+=#*-".contains(&c);
                assert!(word.bytes().all(is_kept), "{game}: {word}");
                let (value, _) = comment.split_once('/').unwrap();
                assert!(value.bytes().all(|c| c.is_ascii_digit() || b"+-M.".contains(&c)), "{game}: {comment}");
                for part in ["s, n=", ", sd="] {
                    assert!(comment.contains(part), "{game}: {comment}");
                }
            }
        }
    }
}
