//! The arena as a shell runs it: matches in every game, engines that do wrong, matches that are killed and go on.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the arena has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use engine::bench::{Random, walk};
use movegen::Chess;
use movegen::variants::NAMES;
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

#[test]
fn faults_are_told_apart_in_the_xboard_protocol_too() {
    let cases = [
        ("mute", "mute", "hang", "hang: no answer to 'protover 2'"),
        ("crash", "crash=2", "crash", "crash: exit code 3 after 'go"),
        ("hang", "hang=2", "hang", "hang: no answer to 'go"),
        ("flood", "flood=2", "flood", "flood of output"),
        ("late", "late=1", "time", "time overrun by "),
        ("deaf", "deaf=1", "time", "time overrun by "),
        ("illegal", "illegal=2", "illegal", "illegal move 'a1a1'"),
        ("claim", "claim=2", "claim", "false claim '"),
    ];
    std::thread::scope(|scope| {
        for (name, fault, sort, detail) in cases {
            scope.spawn(move || {
                let (summary, out) = against_a_good_one(&format!("xboard-{name}"), fault, "-each proto=xboard");
                let [bad, good] = [&summary["engines"][0], &summary["engines"][1]];
                assert_eq!((&bad["all"]["losses"], &bad["faults"][sort]), (&2.into(), &2.into()), "{name}: {out}");
                assert!(good["faults"].as_object().unwrap().is_empty(), "{name}: {out}");
                assert_eq!(out.matches(detail).count(), 2, "{name}: {detail} in {out}");
            });
        }
    });
}

/// One engine of each sort, in every game: legal moves all through, and files that the arena itself can read again.
#[test]
fn engines_of_every_sort_play_every_game() {
    let at = folder("every-game");
    for name in NAMES {
        let line = format!(
            "-engine cmd={FAULTY} name=uci arg=seed=3 -engine cmd={FAULTY} name=xboard arg=coordinates \
             proto=xboard -engine proto=builtin \
             name=own option.Hash=1 -each nodes=20 -variant {name} -openings file=random plies=3 margin=2000 -srand 4 \
             -rounds 1 -maxmoves 15 -concurrency 2 -use-affinity 0 -pgnout file={name}.pgn append=false nodes=true \
             -epdout {name}.epd"
        );
        let (summary, out) = summary(&at, &line);
        assert_eq!((&summary["games"], &summary["void"]), (&6.into(), &0.into()), "{out}");
        for engine in summary["engines"].as_array().unwrap() {
            assert!(engine["faults"].as_object().unwrap().is_empty(), "{name}: {out}");
        }
        assert_eq!(fs::read_to_string(at.join(format!("{name}.epd"))).unwrap().lines().count(), 6);
        let games = fs::read_to_string(at.join(format!("{name}.pgn"))).unwrap();
        assert_eq!(games.matches("[Event ").count(), 6);
        assert_eq!(games.contains(&format!("[Variant \"{name}\"]")), name != NAMES[0]);
        let again = format!(
            "-engine proto=builtin name=A nodes=9 -engine proto=builtin name=B nodes=8 -variant {name} -openings \
             file={name}.pgn plies=9 order=random -rounds 6 -maxmoves 6"
        );
        assert!(self::summary(&at, &again).1.contains("Indexing opening suite... 6 openings\n"));
    }
}

/// Positions to begin games with.
fn openings(at: &Path, number: u64) {
    let fens: String = (0..number).map(|i| format!("{}\n", walk::<Chess>(9, &mut Random(77 + i)).position())).collect();
    fs::write(at.join("openings.fen"), fens).unwrap();
}

/// What must not depend on when a match was killed.
fn totals(summary: &Value) -> Vec<&Value> {
    ["games", "white", "mean_plies", "reasons", "engines", "meetings"].iter().map(|key| &summary[key]).collect()
}

#[test]
fn a_killed_match_loses_no_game_and_comes_to_the_same_end_in_every_form() {
    let engines = "-engine proto=builtin name=A nodes=40 -engine proto=builtin name=B nodes=30";
    let third = "-engine proto=builtin name=C nodes=20";
    let forms = [
        ("duel", format!("{engines} -rounds 50"), 100),
        ("round-robin", format!("{engines} {third} -rounds 17"), 102),
        ("gauntlet", format!("{engines} {third} -tournament gauntlet -rounds 25"), 100),
    ];
    std::thread::scope(|scope| {
        for (name, form, games) in forms {
            scope.spawn(move || killed_and_whole(name, &form, games));
        }
    });
}

fn killed_and_whole(name: &str, form: &str, games: usize) {
    let at = folder(&format!("killed-{name}"));
    openings(&at, 60);
    let line = format!(
        "{form} -each option.Hash=1 -openings file=openings.fen order=random -srand 9 -maxmoves 60 -concurrency 2 \
         -pgnout file=games.pgn -epdout games.epd"
    );
    let whole = folder(&format!("whole-{name}"));
    fs::copy(at.join("openings.fen"), whole.join("openings.fen")).unwrap();
    let (expected, _) = summary(&whole, &line);
    // Whole lines: the kill may come while one is written.
    let kept =
        || fs::read(at.join("match.state")).unwrap_or_default().split(|&byte| byte == b'\n').count().saturating_sub(2);
    let line = format!("{line} -json summary.json -state match.state");
    let mut child = arena(&at, &format!("{line} -wait 15")).stdout(Stdio::null()).spawn().unwrap();
    while kept() < games / 3 {
        assert_eq!(child.try_wait().unwrap(), None, "the match is over before it could be killed");
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = kept();
    assert!(before < games, "the match was over before it was killed");
    // The kill may come in the middle of a line and of a game in the PGN.
    let torn = |file: &str, text: &str| {
        let mut bytes = fs::read(at.join(file)).unwrap();
        bytes.extend_from_slice(text.as_bytes());
        fs::write(at.join(file), bytes).unwrap();
    };
    torn("match.state", "{\"game\":{\"id\":3");
    torn("games.pgn", "[Event \"torn");
    let (code, out, err) = run(&at, "-resume match.state");
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains(&format!("Info; {before} of {games} games are played\n")), "{out}");
    assert_eq!(out.matches("Finished game ").count(), games - before, "{out}");
    let resumed: Value = serde_json::from_str(&fs::read_to_string(at.join("summary.json")).unwrap()).unwrap();
    assert_eq!(totals(&resumed), totals(&expected));
    let pgn = fs::read_to_string(at.join("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event \"Arena match\"]").count(), games);
    assert!(!pgn.contains("torn"));
    assert_eq!(fs::read_to_string(at.join("games.epd")).unwrap().lines().count(), games);
    assert!(!whole.read_dir().unwrap().any(|file| file.unwrap().path().extension().is_some_and(|end| end == "state")));
}

#[test]
fn a_sequential_test_ends_the_match() {
    let at = folder("sprt");
    openings(&at, 40);
    let line = "-engine proto=builtin name=A nodes=400 -engine proto=builtin name=B nodes=5 -each option.Hash=1 \
                -openings file=openings.fen -rounds 1000 -sprt elo0=0 elo1=200 model=logistic -ratinginterval 0";
    let (summary, out) = summary(&at, line);
    assert_eq!(summary["sprt"]["accepted"], "H1", "{out}");
    assert!(out.contains("\nSPRT ([0.00, 200.00]) completed - H1 was accepted\n"), "{out}");
    assert!(summary["games"].as_u64().unwrap() < 400);
}

#[test]
fn what_makes_a_match_impossible_is_said_in_one_line() {
    let at = folder("impossible");
    fs::write(at.join("bad.epd"), "\n4k3/8/8/8/8/8/8/4K3 w\n").unwrap();
    fs::write(at.join("bad.state"), "{}\n").unwrap();
    let builtin = "-engine proto=builtin name=A nodes=5 -engine proto=builtin name=B nodes=4";
    for (line, why) in [
        (format!("{builtin} -openings file=none.epd"), "Fatal; openings 'none.epd': "),
        (format!("{builtin} -openings file=bad.epd"), "Fatal; openings 'bad.epd': line 2: invalid FEN, castling"),
        (
            format!("{builtin} -openings file=bad.epd format=pgn"),
            "Fatal; openings 'bad.epd': 2:2: game 1: 'k3/8/8/8/8/8/8/4K3' is no",
        ),
        (format!("{builtin} -pgnout no/folder/x"), "Fatal; 'no/folder/x': "),
        (format!("{builtin} -each option.Hash=x"), "Fatal; A engine startup failure: \"option Hash of the engine"),
        (format!("{builtin} -engine cmd=no/engine nodes=1"), "Fatal; engine engine startup failure: \"cannot start"),
        (
            format!("{builtin} -variant apocalypse -engine cmd={FAULTY} name=faulty proto=xboard nodes=1"),
            "Fatal; faulty engine startup failure: \"both sides choose at once, which over XBoard needs",
        ),
        ("-resume bad.state".to_owned(), "Fatal; state 'bad.state': this is no state of a match"),
        ("-resume none.state".to_owned(), "Fatal; state 'none.state': "),
    ] {
        let (code, out, err) = run(&at, &line);
        assert_eq!((code, err.as_str()), (Some(1), ""), "{line}: {out}");
        assert!(
            out.lines().filter(|line| line.starts_with("Fatal;")).count() == 1 && out.contains(why),
            "{line}: {out}"
        );
    }
    let (code, out, err) = run(&at, "-engine cmd=x -fast");
    assert_eq!((code, out.as_str(), err.as_str()), (Some(2), "", "arena: unknown option '-fast'\n"));
    let (code, out, _) = run(&at, "--version");
    assert!(code == Some(0) && out.starts_with("arena with the options of fastchess 1.8.2"), "{out}");
    assert_eq!(run(&at, "--help").0, Some(0));
}

#[test]
fn a_check_names_what_an_engine_does_not_do() {
    let at = folder("check");
    let (code, out, err) = run(&at, &format!("check {FAULTY} variant=chess variant=subversion"));
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    for passed in [
        "ok    uci: 'uci' is answered by 'uciok'\n",
        "ok    uci chess: go depth 3 after 0 moves\n",
        "ok    uci subversion: go depth 3 after 45 moves\n",
        "ok    uci subversion: no move when the game is over\n",
        "ok    uci: the end of the input ends the program\n",
        "ok    xboard: features are told and done\n",
        "ok    xboard subversion: 45 legal turns are taken\n",
        "ok    xboard subversion: 'go' is answered by a legal move\n",
        "ok    xboard: 'quit' ends the program\n",
    ] {
        assert!(out.contains(passed), "{passed} in {out}");
    }
    // It answers 'go infinite' without waiting for 'stop', and takes whatever move it is sent.
    assert!(out.contains("FAIL  uci chess: 'stop' is answered at once: no answer in time\n"), "{out}");
    assert!(out.contains("FAIL  xboard chess: an illegal move is refused: it was taken\n"), "{out}");
    let (code, out, _) = run(&at, &format!("check {FAULTY} arg=coordinates proto=xboard variant=apocalypse"));
    for passed in
        ["12 legal turns are taken", "'white' is answered by a legal choice", "'black' is answered by a legal choice"]
    {
        assert!(code == Some(1) && out.contains(&format!("ok    xboard apocalypse: {passed}\n")), "{passed} in {out}");
    }
    let (_, out, _) = run(&at, &format!("check {FAULTY} proto=xboard variant=apocalypse"));
    assert!(out.contains("FAIL  xboard apocalypse: feature coordinates, "), "{out}");
    let (code, out, _) = run(&at, &format!("check {FAULTY} arg=mute"));
    assert!(code == Some(1) && out.contains("FAIL  uci: 'uci' is answered by 'uciok': no answer in time\n"), "{out}");
}
