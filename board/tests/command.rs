//! The command `upheaval-board diagram`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn diagram(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upheaval-board")).arg("diagram").args(arguments).output().unwrap()
}

/// Runs the program, which fails without output, and returns its error.
fn failure_of(arguments: &[&str], code: i32) -> String {
    let output = diagram(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// Returns the error of a diagram or a list: one line.
fn error_of(arguments: &[&str]) -> String {
    let text = failure_of(arguments, 1);
    let line = text.strip_prefix("upheaval-board: ").unwrap().strip_suffix('\n').unwrap();
    assert!(!line.contains(char::is_control), "{line:?}");
    line.to_owned()
}

/// Returns the error of a command line, without the usage.
fn usage_error_of(arguments: &[&str]) -> String {
    let text = failure_of(arguments, 2);
    let error = text.strip_prefix("error: ").unwrap().split("\n\n").next().unwrap();
    error.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Creates an empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn position_is_drawn_on_standard_output() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1";
    let words = "--last e2e4 --arrow d1h5,g8f6 --mark e4,e5 --capture d4 --highlight a5 --moves a1 --reach b1 --gamble h6 \
                 --price h5 --flip --size 640 --theme dark --bare --caption Empire";
    let arguments: Vec<&str> = ["empire", fen].into_iter().chain(words.split_whitespace()).collect();
    let output = diagram(&arguments);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    let svg = String::from_utf8(output.stdout).unwrap();
    let tree = roxmltree::Document::parse(&svg).unwrap();
    let count = |class: &str| tree.descendants().filter(|node| node.attribute("class") == Some(class)).count();
    assert_eq!(tree.root_element().attribute("width"), Some("640"));
    assert_eq!([count("piece"), count("arrow"), count("gamble"), count("price")], [32, 2, 1, 1]);
    assert_eq!(count("highlight"), 5, "two of the move, one asked for, two of the pieces");
    assert!(count("step") > 2 && count("capture") > 1);
    assert_eq!(diagram(&arguments).stdout, svg.as_bytes(), "the same again");
}

#[test]
fn position_of_a_file_is_drawn() {
    let file = folder("own-game").join("own.ini");
    fs::write(&file, "[sixth:chess]\nflagPiece = p\n").unwrap();
    let output = diagram(&["sixth", "startpos", "--variants", file.to_str().unwrap()]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    assert!(usage_error_of(&["sixth", "startpos"]).starts_with("no game is called 'sixth'; the games are chess, "));
}

#[test]
fn invalid_arguments_are_reported_in_one_line() {
    assert!(
        usage_error_of(&["draughts", "startpos"]).starts_with("no game is called 'draughts'; the games are chess, ")
    );
    assert!(usage_error_of(&[]).starts_with("the following required arguments were not provided:"));
    assert!(usage_error_of(&["chess"]).contains("<FEN>"));
    assert_eq!(error_of(&["chess", "x"]), "invalid FEN, board 'x': 8 ranks are needed, here are 1");
    assert!(usage_error_of(&["chess", "startpos", "more"]).starts_with("unexpected argument 'more'"));
    assert!(
        usage_error_of(&["chess", "startpos", "--size", "5"]).starts_with("invalid value '5' for '--size <PIXELS>'")
    );
    assert!(usage_error_of(&["chess", "startpos", "--theme", "pink"]).contains("[possible values: light, dark]"));
    assert_eq!(error_of(&["chess", "startpos", "--arrow", "e2e4,e9"]), "'e9' is not an arrow such as d1h5");
    assert_eq!(error_of(&["chess", "startpos", "--mark", "e2,,e4"]), "'' is not a square of a board with 8x8 squares");
    assert!(error_of(&["chess", "startpos", "--caption", "\u{1b}[2J"]).starts_with("the caption '\\u{1b}[2J'"));
    assert!(usage_error_of(&["chess", "startpos", "--from", "list"]).contains("cannot be used with"));
    assert!(usage_error_of(&["chess", "startpos", "--into", "folder"]).contains("'--into <FOLDER>'"));
    assert!(error_of(&["--from", "no/such/list"]).starts_with("cannot read 'no/such/list'"));
}

#[test]
fn help_lists_the_options() {
    let output = diagram(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(["--last", "--arrow", "--from", "GAME FEN"].iter().all(|word| text.contains(word)), "{text}");
}

#[test]
fn list_writes_one_file_per_line() {
    let at = folder("list");
    let list = at.join("list.txt");
    let into = at.join("made/here");
    let lines = "# a comment\n\nfirst chess startpos --last e2e4\n  second-2 apocalypse \"npppn/p3p/5/P3P/NPPPN w - - 0 1 01\" \
                 --caption 'two words'\n";
    fs::write(&list, lines).unwrap();
    let output = diagram(&["--from", list.to_str().unwrap(), "--into", into.to_str().unwrap()]);
    assert_eq!((output.status.code(), output.stdout.len(), output.stderr.len()), (Some(0), 0, 0));
    let mut names: Vec<_> = fs::read_dir(&into).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["first.svg", "second-2.svg"]);
    let alone = diagram(&["chess", "startpos", "--last", "e2e4"]);
    assert_eq!(fs::read(into.join("first.svg")).unwrap(), alone.stdout);
    assert!(fs::read_to_string(into.join("second-2.svg")).unwrap().contains("<title>two words</title>"));
}

#[test]
fn lines_of_the_same_name_share_a_file() {
    let at = folder("sheet");
    let list = at.join("list.txt");
    let lines = "pair chess startpos --size 300\npair insurrection startpos --size 300 --caption 'After 1 move'\n";
    fs::write(&list, lines).unwrap();
    let output = diagram(&["--from", list.to_str().unwrap(), "--into", at.to_str().unwrap(), "--columns", "2"]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    let sheet = fs::read_to_string(at.join("pair.svg")).unwrap();
    assert!(sheet.contains("viewBox=\"0 0 1776 ") && sheet.contains("width=\"605\""), "{sheet:.200}");
    let count = |text: &str| sheet.matches(text).count();
    assert_eq!((count("<symbol id=\"king\""), count("href=\"#king\""), count("<symbol id=\"crown\"")), (1, 4, 1));
    assert_eq!((count("<title>"), count("<title>After 1 move</title>")), (2, 1));
    assert_eq!((count("translate(0 0)"), count("translate(896 0)"), count("<svg")), (1, 1, 1));
}

#[test]
fn invalid_line_of_a_list_writes_nothing() {
    let at = folder("wrong");
    let list = at.join("list.txt");
    let into = at.join("made");
    let wrong = |line: &str| {
        fs::write(&list, format!("good chess startpos\n{line}\n")).unwrap();
        let line = error_of(&["--from", list.to_str().unwrap(), "--into", into.to_str().unwrap()]);
        assert!(!into.exists());
        line.split_once(", line 2: ").unwrap().1.to_owned()
    };
    assert!(wrong("../evil chess startpos").contains("a name has 1 to 64 small letters"));
    assert_eq!(wrong("bad chess \"8/8"), "a quotation mark is not closed");
    assert_eq!(wrong("bad chess 8"), "invalid FEN, board '8': 8 ranks are needed, here are 1");
    assert!(wrong("bad").starts_with("the following required arguments were not provided"));
    assert!(wrong("bad chess startpos --from list").starts_with("unexpected argument '--from'"));
    assert_eq!(wrong("--help"), "--help is not allowed in a list");
    fs::write(&list, "x".repeat((1 << 20) + 1)).unwrap();
    assert!(error_of(&["--from", list.to_str().unwrap()]).ends_with("is longer than 1048576 bytes"));
    fs::write(&list, b"\xff\xfe").unwrap();
    assert!(error_of(&["--from", list.to_str().unwrap()]).starts_with("cannot read"));
}
