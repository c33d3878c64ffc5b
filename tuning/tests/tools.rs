//! The tools as a shell runs them: what they print, what they write, and how they refuse.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the tools has failed")]

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use bzip2::Compression;
use bzip2::write::BzEncoder;
use movegen::Insurrection;
use movegen::variants::TURN_BASED;
use upheaval_tuning::entry::Entry;

const SELFPLAY: &str = "selfplay";
const TRAIN: &str = "train";
const NEAR: &str = "near";
const LADDER: &str = "ladder";
const LABORATORY: &str = "laboratory";

/// The program with this subcommand.
fn tuning(subcommand: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upheaval-tuning"));
    command.arg(subcommand);
    command
}

/// Returns an empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs a subcommand with the words of a line and returns its exit code, output and errors.
fn run(subcommand: &str, line: &str) -> (Option<i32>, String, String) {
    let output = tuning(subcommand).args(line.split_whitespace()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn match_of_every_game_is_written() {
    let at = folder("every-game");
    for name in TURN_BASED {
        let (jsonl, pgn) = (at.join(format!("{name}.jsonl")), at.join(format!("{name}.pgn")));
        let line = format!(
            "{name} --games 2 --nodes 30 --nodes2 20 --seed 4 --openings random --plies 4 --longest 120 --concurrency 1 \
             --jsonl {} --pgn {}",
            jsonl.display(),
            pgn.display()
        );
        let (code, out, err) = run(SELFPLAY, &line);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        let heading = format!("{name}: 2 games, random openings of 4 plies, seed 4, hash 1 MiB, at most 120 plies\n");
        assert!(out.starts_with(&heading), "{out}");
        for part in ["\nfirst player: 30 nodes; second player: 20 nodes\n", "\npairs with 0, 1/2, 1, 3/2, 2 points: "] {
            assert!(out.contains(part), "{out}");
        }
        let entries: Vec<Entry> =
            fs::read_to_string(&jsonl).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let report: Vec<_> =
            entries.iter().map(|entry| (entry.round, entry.first.as_str(), entry.game.as_str())).collect();
        assert_eq!(report, [(1, "white", name), (2, "black", name)]);
        let text = fs::read_to_string(&pgn).unwrap();
        assert!(
            text.contains("[White \"first, 30 nodes\"]") && text.contains("[White \"second, 20 nodes\"]"),
            "{text}"
        );
        assert_eq!(text.matches("[Event ").count(), 2);
        assert_eq!(text.matches(&format!("[Variant \"{name}\"]\n")).count(), 2, "{text}");
    }
}

#[test]
fn openings_of_a_list_are_played() {
    let at = folder("list");
    let list = at.join("list.epd");
    let lines = "# two\n4k3/8/8/8/8/8/P7/4K3 w - - id \"a\";\n4k3/p7/8/8/8/8/8/4K3 b - - 0 1\n";
    fs::write(&list, lines).unwrap();
    let line = format!("chess --nodes 30 --openings {} --games", list.display());
    let (code, out, _) = run(SELFPLAY, &format!("{line} 4 --nodes2 20"));
    assert_eq!(code, Some(0), "{out}");
    assert_eq!(run(SELFPLAY, &format!("{line} 4 --nodes2 20 --concurrency 1")).1, out);
    let (code, out, _) = run(SELFPLAY, &format!("{line} 2"));
    assert!(code == Some(0) && out.contains("\nboth players: 30 nodes; equal players,"), "{out}");
    // Three openings are not there.
    fails(SELFPLAY, &format!("{line} 3"), "list.epd': only 2 positions for 3 openings");
}

/// Checks for exit code 1 and one line on standard error that contains `why`.
fn fails(tool: &str, line: &str, why: &str) {
    let (code, out, err) = run(tool, line);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{line}: {err}");
    assert!(err.contains(why) && err.ends_with('\n') && err.lines().count() == 1, "{line}: {err}");
}

/// Checks for exit code 2 and a usage error that contains `why`.
fn is_usage_error(tool: &str, line: &str, why: &str) {
    let (code, out, err) = run(tool, line);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{line}: {err}");
    assert!(err.starts_with("error: ") && err.contains(why), "{line}: {err}");
}

#[test]
fn invalid_command_lines_are_usage_errors() {
    is_usage_error(SELFPLAY, "", "required arguments were not provided:");
    let (code, out, err) = run(SELFPLAY, "draughts --games 2 --nodes 9");
    assert!(
        code == Some(2) && out.is_empty() && err.contains("no game is called 'draughts'; the games are chess, "),
        "{err}"
    );
    for (option, value) in [
        ("games", "0"),
        ("games", "-2"),
        ("games", "99999999999999999999"),
        ("nodes", "0"),
        ("nodes", "many"),
        ("nodes2", "1.5"),
        ("skill", "21"),
        ("hash", "0"),
        ("plies", "201"),
        ("margin", "-1"),
        ("longest", "0"),
        ("concurrency", "0"),
        ("seed", "x"),
    ] {
        let others = [("games", "2"), ("nodes", "9")].into_iter().filter(|(name, _)| *name != option);
        let others: String = others.map(|(name, value)| format!(" --{name}={value}")).collect();
        is_usage_error(
            SELFPLAY,
            &format!("chess --{option}={value}{others}"),
            &format!("invalid value '{value}' for '--{option} <"),
        );
    }
    fails(SELFPLAY, "chess --games 3 --nodes 9 --nodes2 8", "--games 3 is odd");
    fails(SELFPLAY, "chess --games 4 --nodes 9 --nodes2 8 --plies 0", "only 1 of 2 random openings");
    is_usage_error(SELFPLAY, "chess --games 2 --nodes 9 --fast", "unexpected argument '--fast' found");
    let (code, out, err) = run(SELFPLAY, "--help");
    assert!(code == Some(0) && out.contains("--nodes2 <NODES2>") && err.is_empty(), "{out}");
}

#[test]
fn unusable_files_fail_with_one_line() {
    let at = folder("refused");
    let there = |name: &str, bytes: &[u8]| {
        let path = at.join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let base = "chess --games 1 --nodes 9 --plies 2 --margin 500";
    let list = |path: &str, why: &str| fails(SELFPLAY, &format!("{base} --openings {path}"), why);
    list("no/such/file", "openings 'no/such/file': ");
    list(at.to_str().unwrap(), &format!("openings '{}': ", at.display()));
    list(&there("empty", b""), "empty': only 0 positions for 1 openings");
    list(&there("bytes", b"\xff\xfe\x00"), "UTF-8");
    list(&there("wrong", b"\n8/8/8/8 w - - 0 1\n"), "line 2: invalid FEN, board '8/8/8/8'");
    list(&there("over", b"R3k3/8/4K3/8/8/8/8/8 b - - 0 1"), "line 1: the game is over in this position");
    let judge = |path: &str, why: &str| fails(SELFPLAY, &format!("{base} --eval {path}"), why);
    judge("no/such/file", "evaluation 'no/such/file': ");
    judge(&there("noise", b"\xff\xfe\x00"), "noise': this is neither a network of Upheaval nor a text of weights");
    judge(
        &there("weights", b"value p 100\nvalue x 100\n"),
        "weights': invalid weights, line 2, 'x': value needs the letter of a piece",
    );
    judge(&there("network", b"UPHEAVAL"), "network': the network has ");
    // Games are not written over anything.
    let old = there("old", b"games of last night");
    fails(SELFPLAY, &format!("{base} --jsonl {old}"), "cannot create '");
    fails(SELFPLAY, &format!("{base} --pgn {old}"), "cannot create '");
    fails(SELFPLAY, &format!("{base} --pgn no/such/folder/games"), "cannot create 'no/such/folder/games': ");
    let same = at.join("same");
    fails(SELFPLAY, &format!("{base} --pgn {0} --jsonl {0}", same.display()), "cannot create '");
    assert!(!same.exists(), "an empty file is left");
    assert_eq!(fs::read(at.join("old")).unwrap(), b"games of last night");
}

#[test]
fn training_is_deterministic_and_reduces_the_error() {
    let at = folder("train");
    let games = at.join("games.jsonl").display().to_string();
    let line = format!("insurrection --games 8 --nodes 20 --eval hand --plies 4 --concurrency 2 --jsonl {games}");
    assert_eq!(run(SELFPLAY, &line).0, Some(0));
    let learn = |out: &str| {
        let out = at.join(out);
        let line = format!("insurrection {games} --near 1 --beside 1 --epochs 3 --batch 64 --out {}", out.display());
        let (code, report, progress) = run(TRAIN, &line);
        assert_eq!(code, Some(0), "{progress}");
        assert!(report.ends_with(" positions\n"), "{report}");
        let errors: Vec<f64> =
            progress.lines().filter_map(|line| line.split_once("error ")?.1.split(',').next()?.parse().ok()).collect();
        assert!(errors[errors.len() - 1] < errors[0], "{progress}");
        fs::read(out).unwrap()
    };
    let network = learn("a.net");
    assert!(network == learn("b.net"));
    let line = format!(
        "insurrection --games 2 --nodes 20 --plies 4 --longest 40 --eval {} --eval2 hand",
        at.join("a.net").display()
    );
    assert_eq!(run(SELFPLAY, &line).0, Some(0));
}

/// Plays four games of Insurrection and returns their file.
fn four_games(at: &Path) -> String {
    let games = at.join("games.jsonl").display().to_string();
    let line = format!("insurrection --games 4 --nodes 20 --eval hand --plies 4 --jsonl {games}");
    assert_eq!(run(SELFPLAY, &line).0, Some(0));
    games
}

/// Runs `near` with this number of threads and returns the list that it writes.
fn near(line: &str, out: &Path, threads: &str) -> String {
    let line = format!("{line} --out {}", out.display());
    let output = tuning(NEAR).args(line.split(' ')).env("RAYON_NUM_THREADS", threads).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(out).unwrap()
}

#[test]
fn positions_of_search_trees_have_bounds() {
    let at = folder("tree");
    let (games, list) = (four_games(&at), at.join("tree.epd"));
    let tree =
        |how: &str, threads: &str| near(&format!("insurrection {games} --each 1 --nodes 200 {how}"), &list, threads);
    let (deep, some) = (tree("--tree 3", "1"), tree("--tree 2 --one-in 2", "1"));
    let all = tree("--tree 2", "1");
    assert_eq!(all, tree("--tree 2", "2"));
    for operation in [" ce ", " cemin ", " cemax "] {
        assert!(all.contains(operation), "no position has{operation}");
    }
    let lines: HashSet<_> = all.lines().collect();
    assert!(some.lines().all(|line| lines.contains(line)));
    for fewer in [deep, some] {
        assert!((1..lines.len()).contains(&fewer.lines().count()));
    }
    assert!(tree("--tree 4294967295", "1").is_empty());
    tree("--tree 2", "2");
    let line = format!("insurrection {} --epochs 1 --batch 64 --out {}", list.display(), at.join("a.net").display());
    assert_eq!(run(TRAIN, &line).0, Some(0));
    is_usage_error(NEAR, &format!("insurrection {games} --one-in 9 --out {}", list.display()), "--tree");
}

#[test]
fn positions_near_games_do_not_depend_on_threads() {
    let at = folder("near");
    let games = four_games(&at);
    let search = |out: &str, threads: &str, skip: u64| {
        let how = format!("--each 2 --nodes 60 --seed 5 --judge hand --skip {skip}");
        near(&format!("insurrection {games} {how}"), &at.join(out), threads)
    };
    let found = search("a.epd", "1", 0);
    assert_eq!(found, search("b.epd", "2", 0));
    let rest = search("b.epd", "1", 1);
    assert!(found.ends_with(&rest) && 2 * rest.len() > found.len(), "a resumed run finds the rest");
    assert!(search("b.epd", "1", 9).is_empty(), "there are four games");
    let (positions, out) = (at.join("a.epd"), at.join("a.net"));
    let restate = |from: &str, was: &str, to: &str| {
        format!("insurrection {0}/{from} --was {was} --judge hand --out {0}/{to}", at.display())
    };
    let is_whole = |list: &str| fs::read_to_string(at.join(list)).unwrap() == found;
    assert_eq!(run(NEAR, &restate("a.epd", "hand", "c.epd")).0, Some(0));
    assert!(is_whole("c.epd"), "the same judge changes no value");
    fails(NEAR, &restate("a.epd", "hand", "a.epd"), "a.epd' is an input file and cannot be overwritten");
    fails(NEAR, &restate("a.epd", "nothing.net", "c.epd"), "nothing.net': ");
    assert!(is_whole("a.epd") && is_whole("c.epd"), "what is refused writes nothing");
    let again = |threads: &str| {
        let how = "--was hand --judge hand --again 200 --pieces 20 --within 300";
        near(&format!("insurrection {}/a.epd {how}", at.display()), &at.join("d.epd"), threads)
    };
    let deeper = again("1");
    assert_eq!(deeper, again("2"));
    let fen = |line: &str| line.split_once(" ce ").unwrap().0.to_owned();
    let all: Vec<_> = found.lines().map(fen).collect();
    let some: Vec<_> = deeper.lines().map(fen).collect();
    let mut rest = all.iter();
    assert!(some.iter().all(|fen| rest.any(|other| other == fen)), "positions of the list, in its order");
    assert!(!some.is_empty() && some.len() < all.len() && !found.contains(&deeper), "some, with other values");
    is_usage_error(NEAR, &format!("insurrection {games} --again 9 --out {}", out.display()), "--was");
    let line = format!("insurrection {} --epochs 1 --batch 64 --out {}", positions.display(), out.display());
    let (code, report, progress) = run(TRAIN, &line);
    assert_eq!(code, Some(0), "{progress}");
    assert!(report.ends_with(&format!(" trained on {} positions\n", found.lines().count())), "{report}");
    let as_by_default = fs::read(&out).unwrap();
    assert_eq!(run(TRAIN, &format!("{line} --scale 400")).0, Some(0));
    assert_eq!(fs::read(&out).unwrap(), as_by_default);
    assert_eq!(run(TRAIN, &format!("{line} --scale 200")).0, Some(0));
    assert_ne!(fs::read(&out).unwrap(), as_by_default);
    is_usage_error(TRAIN, &format!("{line} --scale 0"), "'--scale <SCALE>'");
    fs::write(&positions, found.replacen(';', "", 1)).unwrap();
    fails(TRAIN, &line, "a.epd':1: the operation 'ce' is missing");
}

/// A game as OpenBench uploads it: compact, moves in algebraic notation with values in pawns behind them.
fn as_uploaded(line: &str) -> String {
    let entry: Entry = serde_json::from_str(line).unwrap();
    let game = entry.played(Insurrection::default()).unwrap();
    let moves = game
        .steps()
        .zip(&game.scores)
        .map(|((pos, m), score)| format!("{} {{{:+.2}/5}} ", movegen::san::san(&pos, m), f64::from(*score) / 100.0));
    let tags =
        [("Event", "?"), ("White", "a"), ("Result", game.result()), ("FEN", &entry.fen), ("Variant", "insurrection")];
    let tags: String = tags.into_iter().map(|(key, value)| format!("[{key} \"{value}\"]\n")).collect();
    format!("{tags}\n{}{}\n\n", moves.collect::<String>(), game.result())
}

#[test]
fn openbench_upload_trains_the_same_network() {
    let at = folder("uploaded");
    let games = at.join("games.jsonl");
    let line = format!("insurrection --games 8 --nodes 30 --plies 4 --eval hand --jsonl {}", games.display());
    assert_eq!(run(SELFPLAY, &line).0, Some(0));
    let pgn: String = fs::read_to_string(&games).unwrap().lines().map(as_uploaded).collect();
    let uploaded = at.join("1.1.1.pgn.bz2");
    let mut encoder = BzEncoder::new(fs::File::create(&uploaded).unwrap(), Compression::best());
    encoder.write_all(pgn.as_bytes()).unwrap();
    encoder.finish().unwrap();
    let learn = |from: &Path| {
        let out = from.with_extension("net");
        let line = format!("insurrection {} --epochs 2 --batch 64 --near 1 --out {}", from.display(), out.display());
        let (code, _, error) = run(TRAIN, &line);
        assert_eq!(code, Some(0), "{error}");
        fs::read(out).unwrap()
    };
    assert!(learn(&games) == learn(&uploaded));
}

#[test]
fn summary_prints_ends_and_piece_values() {
    let at = folder("summary");
    let games = at.join("games.jsonl").display().to_string();
    // Unequal players decide most games, so that the values are significant.
    let line =
        format!("insurrection --games 80 --nodes 100 --nodes2 8 --eval hand --plies 6 --margin 900 --jsonl {games}");
    assert_eq!(run(SELFPLAY, &line).0, Some(0));
    let (code, out, err) = run(LABORATORY, &format!("summary insurrection {games}"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("insurrection: 80 games\nWhite: "), "{out}");
    assert!(out.contains("| pawn | 1.00 |") && out.contains(" ± ") && out.contains(" quiet positions; "), "{out}");
    fails(LABORATORY, &format!("summary chess {games}"), "line 1: a game of 'insurrection', not of chess");
    fails(LABORATORY, "summary chess no/such/file", "cannot open 'no/such/file'");
}

#[test]
fn damaged_archive_is_reported_and_repaired() {
    let at = folder("damaged");
    let archive = at.join("small.games");
    let line = format!("play insurrection --nodes 9 --games 70 --longest 20 --name small --data {}", at.display());
    assert_eq!(run(LABORATORY, &line).0, Some(0));
    let whole = fs::read(&archive).unwrap();
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&archive, &damaged).unwrap();
    fails(LABORATORY, &line, "small.games': damaged at byte ");
    fails(LABORATORY, &line, "; --repair keeps the 64 games before");
    fails(LABORATORY, &format!("figures {}", archive.display()), "small.games': damaged at byte ");
    assert!(fs::read(&archive).unwrap() == damaged, "a report changes nothing");
    let (code, out, err) = run(LABORATORY, &format!("{line} --repair"));
    assert_eq!((code, out.as_str()), (Some(0), "small: 70 games, 6 of them new\n"));
    assert!(err.contains("small.games': damaged at byte ") && err.ends_with(": cut off\n"), "{err}");
    assert!(fs::read(&archive).unwrap() == whole);
}

#[test]
fn every_subcommand_has_help() {
    for line in ["", "selfplay", "near", "train", "ladder climb", "problems", "matetrack", "apocalypse duel", "tables"]
    {
        let output =
            Command::new(env!("CARGO_BIN_EXE_upheaval-tuning")).args(line.split_whitespace()).arg("--help").output();
        let output = output.unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{line}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("Usage: upheaval-tuning"), "{line}");
    }
    for subcommand in ["play", "summary", "figures", "compare", "book", "report"] {
        assert_eq!(run(LABORATORY, &format!("{subcommand} --help")).0, Some(0), "{subcommand}");
    }
}

#[test]
fn game_of_a_file_works_in_every_subcommand() {
    let at = folder("own-game");
    let there = |name: &str| at.join(name).display().to_string();
    let rules =
        |region: &str| format!("[sixth:chess]\nflagPiece = p\nflagRegionWhite = {region}\nflagRegionBlack = *3\n");
    fs::write(at.join("own.ini"), rules("*6")).unwrap();
    fs::write(at.join("other.ini"), rules("*7")).unwrap();
    let (archive, games) = (there("sixth-9.games"), there("games.jsonl"));
    for (line, wanted) in [
        ("selfplay sixth --games 4 --nodes 9 --plies 4 --jsonl DIR/games.jsonl".to_owned(), "sixth: 4 games"),
        ("laboratory play sixth --nodes 9 --games 20 --data DIR".to_owned(), "sixth-9: 20 games, 20 of them new"),
        (format!("laboratory summary sixth {archive} {games}"), "sixth: 24 games"),
        (format!("laboratory figures {archive}"), "\"reason\":\"goal reached\""),
        (format!("laboratory compare {archive} {archive}"), "sixth"),
        ("laboratory report --data DIR --out DIR/reports".to_owned(), "sixth.html"),
        (format!("laboratory book {archive} --least 1 --plies 4"), "book sixth\n"),
        (format!("near sixth {games} --each 1 --nodes 9 --out DIR/near.epd"), " positions in "),
        (
            "problems sixth --data DIR/problems --short 1 --long 0 --nodes 2000 --page DIR/page".to_owned(),
            "sixth: 1 problems",
        ),
        ("matetrack sixth --positions 3 --longest 1 --nodes 500 --threads 1".to_owned(), "sixth, threads: 1\n"),
        (
            "ladder climb sixth --player name=a --opponent name=b --nodes 20 --ratios 1 --pairs 2 --data DIR/states \
             --out DIR/list -- -each proto=builtin"
                .to_owned(),
            "sixth: ",
        ),
    ] {
        let (code, out, err) = run("--variants", &format!("{} {}", there("own.ini"), line.replace("DIR", &there(""))));
        assert_eq!(code, Some(0), "{line}: {err}");
        assert!(out.contains(wanted), "{line}: {out:.300}");
    }
    let figures = format!("laboratory figures {archive}");
    fails("--variants", &format!("{} {figures}", there("other.ini")), "were played by other rules of sixth");
    for (line, why) in [
        ("laboratory play sixth --nodes 9 --games 2 --data x", "no game is called 'sixth'; the games are chess, "),
        ("endgames sixth x", "invalid value 'sixth' for '<GAME>'"),
    ] {
        let (tool, rest) = line.split_once(' ').unwrap();
        let (code, _, err) = run(tool, rest);
        assert!(code == Some(2) && err.contains(why), "{err}");
    }
}

#[test]
fn endgame_tables_are_computed_verified_and_resumed() {
    let at = folder("endgames");
    let line = format!("chess {} --pieces 2 KRvK --verify --threads 1", at.display());
    let (code, out, err) = run("endgames", &line);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.contains("KRvK: White to move +21959 =0 -0, Black to move +0 =2796 -25260, longest win 31 plies: "),
        "{out}"
    );
    assert!(out.contains(" Rc8#, won too late 0, mutual zugzwangs 0\nall 2 classes: "), "{out}");
    let table = fs::read(at.join("chess-KRvK.endgames")).unwrap();
    let (_, again, err) = run("endgames", &line);
    assert!(again == out && !err.contains(" bytes"), "{err}");
    fs::write(at.join("chess-KRvK.endgames"), &table[..table.len() - 1]).unwrap();
    fails("endgames", &line, "chess-KRvK.endgames");
}

#[test]
fn training_without_suitable_games_fails() {
    let at = folder("no-games");
    let games = at.join("games.jsonl").display().to_string();
    let out = at.join("out.net").display().to_string();
    let complaint = |line: &str| {
        let (code, report, error) = run(TRAIN, line);
        assert_eq!((code, report.as_str()), (Some(1), ""));
        error
    };
    assert!(complaint(&format!("chess {games} --out {out}")).starts_with("upheaval-tuning: cannot open "));
    fs::write(&games, "{}\n").unwrap();
    let error = complaint(&format!("chess {games} --out {out}"));
    assert!(error.starts_with("upheaval-tuning: ") && error.contains("line 1: missing field"), "{error}");
    fs::remove_file(&games).unwrap();
    assert_eq!(run(SELFPLAY, &format!("chess --games 2 --nodes 20 --longest 30 --jsonl {games}")).0, Some(0));
    let error = complaint(&format!("empire {games} --out {out}"));
    assert!(error.contains("a game of 'chess', not of empire"), "{error}");
}

#[test]
fn ladder_resumes_from_states_and_is_drawn() {
    let at = folder("ladder");
    let (list, picture) = (at.join("list.jsonl"), at.join("ladder.svg"));
    let climb = |more: &[&str]| {
        let output = tuning(LADDER)
            .args(["climb", "insurrection", "--player", "proto=builtin name=new", "--opponent"])
            .args(["proto=builtin name='the old one'", "--nodes", "200", "--ratios", "0.2", "1", "5", "--pairs", "8"])
            .arg("--data")
            .arg(at.join("states"))
            .arg("--out")
            .arg(&list)
            .args(more)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = climb(&[]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("insurrection: the old one is level with new (200 nodes) at "), "{out}");
    let lines = fs::read_to_string(&list).unwrap();
    let ladder: upheaval_tuning::ladder::Ladder = serde_json::from_str(lines.trim_end()).unwrap();
    let level = ladder.level.unwrap();
    assert!(level.low < 1.0 && 1.0 < level.high, "{level:?}");
    assert!(ladder.rungs.iter().all(|rung| rung.pairs.iter().sum::<u64>() == 8), "{lines}");

    // The states know that everything has been played.
    let (code, again, _) = climb(&[]);
    assert_eq!((code, fs::read_to_string(&list).unwrap()), (Some(0), lines));
    assert!(!again.contains("Started game"), "{again}");
    let (code, _, err) = climb(&["--", "-draw", "movenumber=40", "movecount=8", "score=10"]);
    assert!(code == Some(1) && err.ends_with("is the state of another match\n"), "{err}");
    let (code, _, err) = climb(&["--", "-rounds", "3"]);
    assert!(code == Some(1) && err.contains("must not change the engines"), "{err}");

    let (code, _, err) = run(LADDER, &format!("draw {} --out {}", list.display(), picture.display()));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(fs::read_to_string(&picture).unwrap().contains("insurrection: new v the old one"));
    fs::write(&list, "{}\n").unwrap();
    fails(LADDER, &format!("draw {} --out x.svg", list.display()), ", line 1: missing field `game`");
}
