//! Matches as a shell runs them: every game, faulty engines, killed and resumed matches.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the arena has failed")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::{ARENA, faulty};
use engine::bench::{Random, walk};
use movegen::Chess;
use movegen::variants::NAMES;
use serde_json::Value;

/// Short timeouts for faulty engines.
const TIMEOUTS: &str = "-startup-ms 1500 -ucinewgame-ms 1500 -ping-ms 1500 -stop-ms 300 -search-ms 400";

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

/// Returns the summary and the output of a complete match.
fn summary(at: &Path, line: &str) -> (Value, String) {
    let (code, out, err) = run(at, &format!("{line} -json summary.json"));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("\nFinished match\n") && !out.contains("\n\n"), "{out}");
    (serde_json::from_str(&fs::read_to_string(at.join("summary.json")).unwrap()).unwrap(), out)
}

/// Plays a match of an engine with a fault against one without.
fn against_sound_engine(name: &str, faults: &str, more: &str) -> (Value, String) {
    let at = folder(name);
    let faults: String = faults.split(' ').map(|fault| format!(" arg={fault}")).collect();
    let faulty = faulty();
    let line = format!(
        "-engine cmd={faulty} name=bad{faults} -engine cmd={faulty} name=good arg=seed=5 -each tc=0.3+0.2 -rounds 1 \
         -maxmoves 12 -openings file=start -log file=log engine=false {TIMEOUTS} {more}"
    );
    let (summary, mut out) = summary(&at, &line);
    out.push_str(&fs::read_to_string(at.join("log")).unwrap());
    (summary, out)
}

#[test]
fn every_fault_is_classified_and_loses() {
    let cases = [
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
                let (summary, out) = against_sound_engine(name, fault, "");
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
fn xboard_faults_are_classified() {
    let cases = [
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
                let (summary, out) = against_sound_engine(&format!("xboard-{name}"), fault, "-each proto=xboard");
                let [bad, good] = [&summary["engines"][0], &summary["engines"][1]];
                assert_eq!((&bad["all"]["losses"], &bad["faults"][sort]), (&2.into(), &2.into()), "{name}: {out}");
                assert!(good["faults"].as_object().unwrap().is_empty(), "{name}: {out}");
                assert_eq!(out.matches(detail).count(), 2, "{name}: {detail} in {out}");
            });
        }
    });
}

/// One engine of each protocol, in every game: legal moves, and files that the arena can read.
#[test]
fn every_protocol_plays_every_game() {
    let (at, faulty) = (folder("every-game"), faulty());
    for name in NAMES {
        let line = format!(
            "-engine cmd={faulty} name=uci arg=seed=3 -engine cmd={faulty} name=xboard arg=coordinates \
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

/// Writes start positions.
fn openings(at: &Path, number: u64) {
    let fens: String = (0..number).map(|i| format!("{}\n", walk::<Chess>(9, &mut Random(77 + i)).position())).collect();
    fs::write(at.join("openings.fen"), fens).unwrap();
}

/// Returns the fields that must not depend on when a match was killed.
fn totals(summary: &Value) -> Vec<&Value> {
    ["games", "white", "mean_plies", "reasons", "engines", "meetings"].iter().map(|key| &summary[key]).collect()
}

#[test]
fn killed_match_is_resumed_without_loss() {
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
fn running_match_cannot_be_resumed() {
    let (at, faulty) = (folder("locked"), faulty());
    let line = format!(
        "-engine cmd={faulty} name=A arg=hang=1 -engine proto=builtin name=B -each nodes=1 -rounds 1 -openings file=start \
         -search-ms 50000 -state match.state"
    );
    let mut child = arena(&at, &line).stdout(Stdio::null()).spawn().unwrap();
    let state = || fs::read_to_string(at.join("match.state")).unwrap_or_default();
    while !state().ends_with('\n') {
        sleep(Duration::from_millis(5));
    }
    let before = state();
    let (code, out, err) = run(&at, "-resume match.state");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    assert!(
        err.starts_with("Fatal; state '") && err.ends_with("match.state': another process writes to it\n"),
        "{err}"
    );
    assert_eq!(state(), before);
}

#[test]
fn sequential_test_ends_the_match() {
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
fn norecover_ends_the_match_at_a_crash() {
    let faulty = faulty();
    let line = format!(
        "-engine cmd={faulty} name=bad arg=crash=2 -engine cmd={faulty} name=good -each nodes=1 -rounds 5 -openings file=start -norecover"
    );
    let (code, out, err) = run(&folder("norecover"), &line);
    assert!(code == Some(1) && err.starts_with("Fatal; bad: crash: exit code 3 after 'go"), "{err}");
    assert_eq!(out.matches("Finished game ").count(), 1, "{out}");
}

#[test]
fn impossible_match_is_one_line() {
    let (at, faulty) = (folder("impossible"), faulty());
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
        (format!("{builtin} -each option.Hash=x"), "Fatal; A engine startup failure: \"option Hash cannot be"),
        (format!("{builtin} -engine cmd=no/engine nodes=1"), "Fatal; engine engine startup failure: \"cannot start"),
        (
            format!("{builtin} -variant apocalypse -engine cmd={faulty} name=faulty proto=xboard nodes=1"),
            "Fatal; faulty engine startup failure: \"games with simultaneous turns need an XBoard engine",
        ),
        (
            format!("{builtin} -startup-ms 300 -engine cmd={faulty} name=faulty arg=mute nodes=1"),
            "Fatal; faulty engine startup failure: \"hang: no answer to 'uci'",
        ),
        ("-resume bad.state".to_owned(), "Fatal; state 'bad.state': not the state of a match"),
        ("-resume none.state".to_owned(), "Fatal; state 'none.state': "),
    ] {
        let (code, out, err) = run(&at, &line);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{line}: {err}");
        assert!(err.starts_with(why) && err.lines().count() == 1, "{line}: {err}");
    }
    let files = at.read_dir().unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.filter(|name| name.ends_with(".state")).collect::<Vec<_>>(), ["bad.state"]);
}

#[test]
fn check_reports_every_failed_step() {
    let (at, faulty) = (folder("check"), faulty());
    let (code, out, err) = run(&at, &format!("check --variant chess --variant subversion {faulty}"));
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    for passed in [
        "ok    uci: 'uci' is answered by 'uciok'\n",
        "ok    uci chess: go depth 3 after 0 moves\n",
        "ok    uci subversion: go depth 3 after 45 moves\n",
        "ok    uci subversion: no move when the game is over\n",
        "ok    uci: the end of the input ends the program\n",
        "ok    xboard: features are received\n",
        "ok    xboard subversion: 45 legal turns are accepted\n",
        "ok    xboard subversion: 'go' is answered by a legal move\n",
        "ok    xboard: 'quit' ends the program\n",
    ] {
        assert!(out.contains(passed), "{passed} in {out}");
    }
    // It answers 'go infinite' without waiting for 'stop', and accepts any move.
    assert!(out.contains("FAIL  uci chess: 'stop' is answered at once: no answer in time\n"), "{out}");
    assert!(out.contains("FAIL  xboard chess: an illegal move is refused: it was accepted\n"), "{out}");
    let (code, out, _) = run(&at, &format!("check --protocol xboard --variant apocalypse {faulty} coordinates"));
    for passed in [
        "12 legal turns are accepted",
        "'white' is answered by a legal choice",
        "'black' is answered by a legal choice",
    ] {
        assert!(code == Some(1) && out.contains(&format!("ok    xboard apocalypse: {passed}\n")), "{passed} in {out}");
    }
    let (_, out, _) = run(&at, &format!("check --protocol xboard --variant apocalypse {faulty}"));
    assert!(out.contains("FAIL  xboard apocalypse: feature coordinates, "), "{out}");
}

#[test]
fn check_reports_silent_engine() {
    let check = |protocol: &str| {
        let at = folder(&format!("silent-{protocol}"));
        run(&at, &format!("check --protocol {protocol} {} mute", faulty()))
    };
    std::thread::scope(|scope| {
        let xboard = scope.spawn(|| check("xboard"));
        let (code, out, _) = check("uci");
        assert!(
            code == Some(1) && out.contains("FAIL  uci: 'uci' is answered by 'uciok': no answer in time\n"),
            "{out}"
        );
        let (code, out, _) = xboard.join().unwrap();
        assert!(code == Some(1) && out.contains("FAIL  xboard: "), "{out}");
    });
}
