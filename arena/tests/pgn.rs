//! `arena pgn` as a shell runs it: games of the arena, games saved by XBoard, invalid input.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the tool has failed")]

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{ARENA, faulty};
use movegen::variants::NAMES;

/// Games of Subversion, Anarchism and Apocalypse that XBoard 4.9.1 has saved.
const SAVED: &str = include_str!("pgn/xboard.pgn");

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("pgn-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Returns exit code, standard output and standard error for this input.
fn pgn(at: &Path, line: &str, input: &str) -> (Option<i32>, String, String) {
    let words = line.split_whitespace();
    let mut command = Command::new(ARENA);
    command.arg("pgn").args(words).current_dir(at).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn right(line: &str, input: &str) -> String {
    let (code, out, err) = pgn(Path::new("."), line, input);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{line}: {out}");
    out
}

/// Returns the games of a short match of random movers, and their last positions as EPD.
fn match_of(test: &str, game: &str, notation: &str) -> (String, String) {
    let at = folder(&format!("{test}-{game}-{notation}"));
    let faulty = faulty();
    let line = format!(
        "-engine cmd={faulty} name=a arg=seed=5 -engine cmd={faulty} name=b arg=seed=6 -each depth=1 -rounds 2 -maxmoves 90 \
         -openings file=start -srand 1 -variant {game} -pgnout file=games.pgn notation={notation} -epdout games.epd"
    );
    let output = Command::new(ARENA).args(line.split_whitespace()).current_dir(&at).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    (fs::read_to_string(at.join("games.pgn")).unwrap(), fs::read_to_string(at.join("games.epd")).unwrap())
}

#[test]
fn games_of_the_arena_are_read_in_every_notation() {
    for game in NAMES {
        for notation in ["san", "uci", "xboard"] {
            let (games, positions) = match_of("read", game, notation);
            assert_eq!(right("validate", &games), "4 games, 0 of them invalid\n", "{game} {notation}");
            assert_eq!(right("convert --to epd --last", &games), positions, "{game} {notation}");
        }
    }
}

#[test]
fn old_tag_names_the_strict_game() {
    // gamedata/games/insurrection/specification.md: mate without assassination, and a game that continues with it.
    let game = |tags: &str| format!("{tags}[FEN \"4k3/8/8/8/3q3N/8/8/N3K3 w - - 0 1 Nk\"]\n\nNb3 Qxh4=N *\n");
    let usual = |tag: &str| game(&format!("[Variant \"insurrection\"]\n{tag}"));
    for old in ["[Assassination \"true\"]\n", ""] {
        assert_eq!(right("validate", &usual(old)), "1 game, 0 of them invalid\n");
    }
    let of_old = ["[Assassination \"false\"]\n", "[Rules \"no assassination\"]\n"].map(usual);
    for strict in of_old.iter().chain([&game("[Variant \"insurrection-strict\"]\n")]) {
        let (code, _, err) = pgn(Path::new("."), "validate", strict);
        assert!(code == Some(1) && err.contains("follows the end of the game, 0-1 {checkmate}"), "{err}");
    }
    let (code, _, err) = pgn(Path::new("."), "validate", &usual("[Assassination \"perhaps\"]\n"));
    assert!(code == Some(1) && err.contains("'perhaps'"), "{err}");
    let short = of_old[0].replace("Nb3 Qxh4=N ", "");
    let converted = right("convert --to san", &short);
    assert!(
        converted.contains("[Variant \"insurrection-strict\"]") && !converted.contains("Assassination"),
        "{converted}"
    );
}

#[test]
fn conversion_between_notations_is_lossless() {
    for game in NAMES {
        let (games, _) = match_of("converted", game, "san");
        let in_coordinates = right("convert --to coordinates", &games);
        for way in ["san", "xboard", "coordinates"] {
            let other = right(&format!("convert --to {way}"), &games);
            assert_eq!(right("convert --to coordinates", &other).len(), in_coordinates.len(), "{game} by {way}");
            assert_eq!(right("convert --to uci", &other), right("convert --to uci", &games), "{game} by {way}");
        }
        assert_eq!(right("convert --to san", &in_coordinates), right("convert --to san", &games), "{game}");
    }
}

#[test]
fn games_saved_by_xboard_are_read() {
    assert_eq!(right("validate", SAVED), "5 games, 0 of them invalid\n");
    let last = right("convert --to fen --last", SAVED);
    let boards: Vec<&str> = last.lines().map(|fen| fen.split(' ').next().unwrap()).collect();
    let expected = [
        "k2R3b/2Q3b1/8/8/8/8/4K3/8",
        "6r1/5p1p/1k1B4/1pp3PP/p5P1/P4RK1/1P6/3R4",
        "4p/4P/5/n4/5",
        "5/5/P3P/2N2/3n1",
        "5/1P3/N4/5/4n",
    ];
    assert_eq!(boards, expected);
}

const GAMES: &str = "[Event \"one\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Date \"2026.01.05\"]\n[Result \"0-1\"]\n\n\
    1. f3 {a comment} e5 $2 (1... e6 2. g4 Qh4#) 2. g4 Qh4# 0-1\n\n\
    [Event \"two\"]\n[White \"Bert\"]\n[Black \"Carla\"]\n[Date \"2026.03.09\"]\n[Termination \"adjudication\"]\n[Result \"1/2-1/2\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 1/2-1/2\n";

#[test]
fn games_are_listed_one_per_line() {
    assert_eq!(
        right("list", GAMES),
        "1 chess 2026.01.05 0-1 Anna - Bert 4 plies, checkmate\n2 chess 2026.03.09 1/2-1/2 Bert - Carla 4 plies, adjudication\n"
    );
}

#[test]
fn conversion_keeps_comments_and_glyphs() {
    let out = right("convert --to coordinates", GAMES);
    assert!(out.contains("\n\n1. f2f3 {a comment} e7e5 $2 2. g2g4 d8h4 0-1\n\n"), "{out}");
    assert!(out.starts_with("[Event \"one\"]\n[White \"Anna\"]\n"), "{out}");
    assert_eq!(
        right("convert --to uci", GAMES),
        "position startpos moves f2f3 e7e5 g2g4 d8h4\nposition startpos moves e2e4 e7e5 g1f3 b8c6\n"
    );
    assert_eq!(right("convert --to fen", GAMES).lines().count(), 10);
}

#[test]
fn filters_copy_matching_games() {
    let (one, two) = GAMES.split_at(GAMES.find("[Event \"two\"]").unwrap());
    let two = format!("{two}\n");
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1";
    for (line, expected) in [
        ("--player anna", one),
        ("--white bert", &two),
        ("--player bert --result 0-1", one),
        ("--reason checkmate", one),
        ("--reason adjud", &two),
        ("--since 2026.02", &two),
        ("--until 2026.02", one),
        ("--max-plies 3", ""),
        ("--min-plies 5 --invert", GAMES),
        ("--only empire", ""),
    ] {
        let out = right(&format!("filter {line}"), GAMES);
        assert_eq!(out.trim_end(), expected.trim_end(), "{line}");
    }
    let through = |option: &str, fen: &str| {
        let mut command = Command::new(ARENA);
        command
            .args(["pgn", "filter", option, &fen.replace('_', " "), "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(GAMES.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert_eq!(through("--position", after_e4).trim_end(), two.trim_end());
    assert_eq!(through("--opening", after_e4), "");
}

#[test]
fn split_games_are_joined_again() {
    let at = folder("split");
    fs::write(at.join("all.pgn"), GAMES).unwrap();
    assert_eq!(pgn(&at, "split --games 1 all.pgn", "").0, Some(0));
    let (code, out, _) = pgn(&at, "join games-1.pgn games-2.pgn", "");
    assert_eq!((code, out.trim_end()), (Some(0), GAMES.trim_end()));
    assert_eq!(pgn(&at, "split --by result --into by- all.pgn", "").0, Some(0));
    assert!(at.join("by-0-1.pgn").is_file() && at.join("by-1_2-1_2.pgn").is_file());
    assert_eq!(pgn(&at, "split --games 1 --into no/where all.pgn", "").0, Some(1));
}

#[test]
fn replay_prints_every_board() {
    let out = right("replay", GAMES);
    assert!(out.starts_with("game 1: Anna - Bert, chess\n r n b q k b n r\n p p p p p p p p\n . . ."), "{out}");
    assert!(out.contains("\n2... Qh4#\n") && out.contains("\n0-1 {checkmate}\n"), "{out}");
    assert!(right("replay --fen", GAMES).contains("\nrnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2\n"));
}

/// An error is one line with its place; the next game is processed.
#[test]
fn errors_have_line_and_column() {
    let good = "[Event \"good\"]\n[Result \"*\"]\n\n1. e4 *\n";
    for (invalid, expected) in [
        ("1. e4 e5 2. Ke3 *", "4:13: game 1: 'Ke3' is not a legal move"),
        ("1. e4\ne5 2. \u{1b}[2J *", "5:7: game 1: '\\u{1b}[2J' is not a legal move"),
        ("1. e4 {never closed", "4:7: game 1: a comment is not closed"),
        ("1. e4 (1. d4 *", "4:7: game 1: a variation is not closed"),
        ("1. e4 ) *", "4:7: game 1: a bracket closes no variation"),
        ("1. e4 } *", "4:7: game 1: a brace closes no comment"),
        ("1. e4", "game 1: no result after the moves"),
        ("1. e4 1-0", "game 1: the tag Result is '*', but the result after the moves is 1-0"),
        ("1. f3 e5 2. g4 Qh4# 3. e4 *", "4:24: game 1: 'e4' follows the end of the game, 0-1 {checkmate}"),
    ] {
        let input = format!("[Event \"x\"]\n[Result \"*\"]\n\n{invalid}\n\n{good}");
        let (code, out, err) = pgn(Path::new("."), "validate", &input);
        assert_eq!((code, out.as_str()), (Some(1), "2 games, 1 of them invalid\n"), "{invalid}: {err}");
        assert!(
            err.starts_with("arena pgn: standard input:") && err.contains(expected) && err.lines().count() == 1,
            "{invalid}: {err}"
        );
        let (_, out, _) = pgn(Path::new("."), "validate --stop-at-error", &input);
        assert_eq!(out, "1 game, 1 of them invalid\n");
    }
    for (tag, expected) in [
        ("[White \"x]", "1:1: game 1: a tag value has no closing quote"),
        ("[White x]", "1:1: game 1: a tag value has no opening quote"),
        ("[White \"x\"", "1:1: game 1: a tag has no closing bracket"),
        ("[Variant \"draughts\"]", "1:1: game 1: the game 'draughts' is unknown"),
        ("[FEN \"8/8 w\"]", "1:1: game 1: invalid FEN, "),
    ] {
        let (code, _, err) = pgn(Path::new("."), "validate", &format!("{tag}\n\n1. e4 *\n\n{good}"));
        assert!(code == Some(1) && err.contains(expected) && err.lines().count() == 1, "{tag}: {err}");
    }
    let won = "[FEN \"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\"]\n\n1. Qg7# 0-1\n";
    let (_, _, err) = pgn(Path::new("."), "validate", won);
    assert!(err.contains("the result is 0-1, but by the rules it is 1-0 {checkmate}"), "{err}");
}

#[test]
fn noise_is_rejected_in_short_lines() {
    let noise: String =
        (0..20_000_u32).map(|i| char::from(b' ' + (i.wrapping_mul(2_654_435_761) >> 25) as u8 % 95)).collect();
    for input in
        [noise.as_str(), "\u{0}\u{0}\u{0}", "hello world\n", "]]]]\n[[[[\n", &"(".repeat(5000), &"{".repeat(5000)]
    {
        let (code, _, err) = pgn(Path::new("."), "list", input);
        assert_eq!(code, Some(1), "{err}");
        assert!(err.lines().all(|line| line.starts_with("arena pgn: standard input:") && line.len() < 300), "{err}");
    }
    assert_eq!(right("list", ""), "");
    assert_eq!(right("validate", "\n\n  \n"), "0 games, 0 of them invalid\n");
    let (code, _, err) = pgn(Path::new("."), "list no/such/file.pgn", "");
    assert!(
        code == Some(1) && err.starts_with("arena pgn: cannot read 'no/such/file.pgn': ") && err.lines().count() == 1,
        "{err}"
    );
    let at = folder("missing");
    fs::write(at.join("one.pgn"), "1. e4 *\n").unwrap();
    let (code, out, err) = pgn(&at, "validate none.pgn one.pgn", "");
    assert_eq!((code, out.as_str()), (Some(1), "1 game, 0 of them invalid\n"));
    assert!(err.starts_with("arena pgn: cannot read 'none.pgn': ") && err.lines().count() == 1, "{err}");
    for line in ["", "burn x", "convert x.pgn", "split x.pgn", "filter --result 2-0"] {
        let (code, out, err) = pgn(Path::new("."), line, "");
        let is_usage = err.contains("Usage: arena pgn") || err.contains("try '--help'");
        assert!(code == Some(2) && out.is_empty() && is_usage, "{line}: {err}");
    }
}
