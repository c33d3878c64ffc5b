//! UCI sessions with the binary over pipes, one process per test.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use std::process::Command;
use std::time::Duration;

use common::Engine;
use movegen::variants::NAMES;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
/// Maximum time to exit, generous for a busy machine. The searches of these tests never end by themselves.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Checks that the last `info` line with a score has a variation that starts with the `bestmove`, or none.
fn check_answer(lines: &[String]) {
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    let info = lines.iter().rfind(|line| line.contains(" score ")).unwrap_or_else(|| panic!("no score: {lines:#?}"));
    match info.split_once(" pv ") {
        Some((_, line)) => assert_eq!(line.split(' ').next(), Some(best), "{info}"),
        None => assert_eq!(best, "(none)", "{info}"),
    }
}

#[test]
fn handshake_names_engine_and_ends_with_uciok() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Upheaval ") && lines[1].starts_with("id author "), "{lines:#?}");
    for line in &lines[2..lines.len() - 1] {
        assert!(line.starts_with("option name ") && line.contains(" type "), "{line}");
    }
    assert_eq!(engine.ask("uci"), lines, "a second uci is answered as the first");
}

#[test]
fn isready_is_answered_without_stopping_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    let output = engine.ready();
    assert!(!output.iter().any(|line| line.starts_with("bestmove")), "{output:#?}");
    engine.stop();
    assert!(engine.ask("stop").is_empty(), "a stop without a search is silent");
}

#[test]
fn stop_right_after_go_is_answered() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        engine.send("go infinite\nstop");
        engine.until("bestmove");
    }
    for _ in 0..50 {
        engine.send("go infinite");
        engine.stop();
    }
    assert!(engine.ask("").is_empty(), "one answer to each go");
}

#[test]
fn end_of_input_ends_search_and_process() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.ready();
    engine.hang_up();
    let (status, output, errors, time) = engine.end();
    assert!(status.success() && errors.is_empty() && time < EXIT_TIMEOUT, "{status} {errors} {time:?}");
    assert_eq!(output.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{output:#?}");
}

#[test]
fn go_before_end_or_quit_is_answered_once() {
    for last in ["", "quit\n"] {
        let mut engine = Engine::start();
        engine.send_bytes(format!("setoption name Hash value 512\ngo depth 4\n{last}").as_bytes());
        engine.hang_up();
        let (status, output, ..) = engine.end();
        let answers: Vec<&String> = output.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert!(status.success() && answers.len() == 1 && answers[0] != "bestmove (none)", "{output:#?}");
    }
}

#[test]
fn quit_ends_process_while_input_is_open() {
    for command in ["go infinite", "go ponder wtime 1000 btime 1000", "go perft 30", "bench 1 1 100"] {
        let mut engine = Engine::start();
        engine.send(command);
        engine.ready();
        engine.send("quit");
        let (status, _, errors, time) = engine.end();
        assert!(
            status.success() && !errors.contains("panic") && time < EXIT_TIMEOUT,
            "{command}: {status} {errors} {time:?}"
        );
    }
}

#[test]
fn script_commands_finish_before_exit() {
    for last in ["quit\n", "quit", ""] {
        let mut engine = Engine::start();
        engine.send_bytes(format!("position startpos\ngo perft 5\ngo depth 3\nd\n{last}").as_bytes());
        engine.hang_up();
        let (status, output, ..) = engine.end();
        assert!(status.success());
        for wanted in ["Nodes searched: 4865609", "Result: *"] {
            assert!(output.iter().any(|line| line == wanted), "{wanted}: {output:#?}");
        }
        assert_eq!(output.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{output:#?}");
    }
}

#[test]
fn commands_sent_during_a_search_run_afterwards() {
    let mut engine = Engine::start();
    engine.send("go infinite\nsetoption name Hash value 4\nucinewgame\nposition startpos moves e2e4\nd\ngo depth 1");
    let before = engine.ready();
    assert!(!before.iter().any(|line| line.starts_with("Fen") || line.starts_with("bestmove")), "{before:#?}");
    engine.stop();
    assert!(engine.until("Fen").last().unwrap().contains("4P3"));
    engine.until("bestmove");
}

#[test]
fn go_prints_a_score_and_one_bestmove() {
    let mut engine = Engine::start();
    for limits in [
        "depth 3",
        "nodes 500",
        "movetime 20",
        "wtime 1 btime 1",
        "wtime -50 btime 100",
        "btime 100",
        "winc 10 binc 10",
        "mate 1 depth 3",
        "searchmoves a2a3 h2h3 depth 4",
        "searchmoves 0000 depth 1",
        "searchmoves e2e5 depth 1",
        "depth x",
        "wtime 100 winc 100 btime 100 binc 100",
        "depth 2 movetime 99999999999999999999",
        "nodes 1",
    ] {
        engine.send(&format!("go {limits}"));
        check_answer(&engine.until("bestmove"));
    }
    engine.send("go searchmoves a2a3 h2h3 depth 4");
    let best = engine.until("bestmove").pop().unwrap();
    assert!(best.starts_with("bestmove a2a3") || best.starts_with("bestmove h2h3"), "{best}");
    assert!(engine.ask("").is_empty());
}

#[test]
fn finished_game_has_score_and_no_move() {
    let mut engine = Engine::start();
    for (fen, score) in [(MATED, "mate 0"), (STALEMATED, "cp 0")] {
        engine.send(&format!("position fen {fen}\ngo depth 3"));
        assert_eq!(engine.until("bestmove"), [&format!("info depth 0 score {score}"), "bestmove (none)"]);
        engine.send("go infinite");
        let before = engine.ready();
        assert!(!before.iter().any(|line| line.starts_with("bestmove")), "an infinite search waits for stop");
        assert_eq!(engine.stop(), "bestmove (none)");
    }
}

#[test]
fn campmate_ends_an_empire_game() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value empire\nposition fen 3K4/8/8/7k/8/8/8/q7 b - - 0 1\ngo depth 3");
    assert!(engine.until("bestmove").ends_with(&["info depth 0 score mate 0".into(), "bestmove (none)".into()]));
    assert_eq!(engine.field("Result"), "1-0 {campmate}");
}

#[test]
fn pondering_has_no_bestmove_before_ponderhit() {
    let mut engine = Engine::start();
    engine.send("go ponder movetime 10");
    std::thread::sleep(Duration::from_millis(40));
    let mut lines = engine.ready();
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
    engine.send("ponderhit");
    lines.extend(engine.until("bestmove"));
    check_answer(&lines);
    engine.send("go ponder wtime 100000 btime 100000");
    engine.stop();
}

#[test]
fn invalid_position_is_rejected_and_old_kept() {
    let mut engine = Engine::start();
    engine.send("position startpos moves d2d4");
    let fen = engine.field("Fen");
    for (invalid, quoted) in [
        ("position startpos moves e2e4 e7e5 e4e5", "illegal move 'e4e5' (move 3 of 3)"),
        ("position startpos moves e2e9", "'e2e9'"),
        ("position startpos e2e4", "'e2e4'"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8"),
        ("position fen", "missing"),
        ("position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'9'"),
        ("position fen xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'x'"),
        ("position", "startpos"),
        ("position here", "'here'"),
    ] {
        let output = engine.ask(invalid);
        assert!(output.len() == 1 && output[0].starts_with("info string error: "), "{invalid}: {output:#?}");
        assert!(output[0].contains(quoted), "{invalid}: {output:#?}");
        assert_eq!(engine.field("Fen"), fen, "{invalid}");
    }
    assert!(engine.ask("position startpos moves ").is_empty(), "a trailing space is not a move");
    assert_eq!(engine.field("Fen"), START);
}

#[test]
fn selected_game_begins_at_its_start_position() {
    let mut engine = Engine::start();
    for name in NAMES {
        let output = engine.ask(&format!("setoption name UCI_Variant value {}", name.to_uppercase()));
        let announced = format!("info string variant {name} files ");
        let board = output[0].strip_prefix(&announced).unwrap_or_else(|| panic!("{output:#?}"));
        let (board, start) = board.split_once(" startpos ").unwrap();
        assert!(["8 ranks 8 pocket 0 template chess", "5 ranks 5 pocket 0 template fairy"].contains(&board), "{board}");
        assert_eq!((engine.field("Variant").as_str(), engine.field("Fen").as_str()), (name, start));
        engine.send("go depth 2");
        check_answer(&engine.until("bestmove"));
    }
    let output = engine.ask("setoption name UCI_Variant value checkers");
    assert!(output.len() == 1 && output[0].contains("'checkers'"), "{output:#?}");
    assert_eq!(engine.field("Variant"), NAMES[NAMES.len() - 1]);
    engine.ask("setoption name uci_variant value standard");
    assert_eq!((engine.field("Variant").as_str(), engine.field("Fen").as_str()), ("chess", START));
}

#[test]
fn options_work_before_uci_and_report_errors() {
    let mut engine = Engine::start();
    assert!(engine.ask("setoption name hash value 8").is_empty());
    assert!(engine.ask("setoption name Clear Hash").is_empty());
    assert!(engine.ask("setoption name clear   hash value true").is_empty());
    assert_eq!(engine.ask("setoption name NalimovPath value x"), ["No such option: NalimovPath"]);
    let output = engine.ask("setoption name Hash value 0");
    assert_eq!(output, ["info string error: option Hash cannot be '0': it takes a number from 1 to 131072"]);
    assert_eq!(engine.ask("setoption name Hash"), ["info string error: option Hash needs a value"]);
}

#[test]
fn multipv_lines_are_numbered() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 3");
    let lines = engine.until("bestmove");
    for rank in ["multipv 1 score", "multipv 2 score", "multipv 3 score"] {
        assert!(lines.iter().any(|line| line.contains(rank) && line.contains(" wdl ")), "{lines:#?}");
    }
}

#[test]
fn info_numbers_are_integers() {
    let mut engine = Engine::start();
    engine.send("go depth 4");
    for line in engine.until("bestmove").iter().filter(|line| line.contains(" pv ")) {
        let words: Vec<&str> = line.split(' ').collect();
        for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"] {
            let at = words.iter().position(|&word| word == name).unwrap_or_else(|| panic!("no {name}: {line}"));
            assert!(words[at + 1].parse::<u64>().is_ok(), "{name}: {line}");
        }
    }
}

/// Sends commands in the order in which python-chess sends them for two games and an analysis.
#[test]
fn python_chess_command_order_works() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.until("uciok");
    for variant in ["chess", "empire"] {
        engine.send("setoption name UCI_AnalyseMode value false\nucinewgame");
        assert!(engine.ask("").is_empty());
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        engine.until("info string variant");
        let fen = engine.field("Fen");
        engine.send(&format!("position fen {fen}\ngo wtime 200 btime 200 winc 10 binc 10"));
        let lines = engine.until("bestmove");
        check_answer(&lines);
        let best = lines.last().unwrap().split(' ').nth(1).unwrap();
        engine
            .send(&format!("setoption name UCI_Variant value {variant}\nposition fen {fen} moves {best}\ngo depth 2"));
        check_answer(&engine.until("bestmove"));
    }
    engine.send("setoption name UCI_AnalyseMode value true\ngo infinite searchmoves 0000");
    engine.ready();
    engine.stop();
    engine.send("quit");
    assert!(engine.end().0.success());
}

#[test]
fn perft_lists_moves_and_can_be_stopped() {
    let mut engine = Engine::start();
    let output = engine.ask("go perft 3");
    assert!(
        output.contains(&"a2a3: 380".to_owned()) && output.contains(&"Nodes searched: 8902".to_owned()),
        "{output:#?}"
    );
    engine.send("perft 20");
    assert!(engine.ready().is_empty());
    engine.send("stop");
    engine.until("info string perft was stopped");
}

#[test]
fn flip_exchanges_the_colors() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\nflip");
    assert_eq!(engine.field("Fen"), "4k2r/4p3/8/8/8/8/8/4K3 b k - 0 1");
}

#[test]
fn unknown_commands_print_one_line_comments_none() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("joho go infinite").len(), 1);
    assert!(engine.ask("\n   \n# go infinite\ndebug on\nregister later\nponderhit").is_empty());
}

#[test]
fn debug_log_file_records_input_and_output() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("traffic.txt");
    let _ = std::fs::remove_file(&path);
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name Debug Log File value {}", path.display()));
    engine.ask("go depth 1");
    engine.ready();
    engine.send("quit");
    engine.end();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(">> go depth 1\n") && text.contains("<< readyok\n"), "{text}");
    let mut engine = Engine::start();
    let output = engine.ask("setoption name Debug Log File value /no such folder/file");
    assert!(output.len() == 1 && output[0].starts_with("info string error: the log file"), "{output:#?}");
}

/// Returns the score and the variation of the last `info` line of `go nodes` at the start position.
fn last_info(engine: &mut Engine, game: &str) -> String {
    engine.ask(&format!("setoption name UCI_Variant value {game}"));
    let output = engine.ask("go nodes 3000");
    let line = output.iter().rfind(|line| line.contains(" score ")).unwrap();
    let (score, rest) = line.split_once(" score ").unwrap().1.split_once(" nodes ").unwrap();
    format!("{score} {}", rest.split_once(" pv ").unwrap().1)
}

#[test]
fn eval_file_replaces_network_until_it_is_removed() {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../gamedata/games");
    let mut bytes = std::fs::read(games.join("chess/network.net")).unwrap();
    // Negate the output weights, which reverses the evaluation.
    bytes.truncate(bytes.len() - 4);
    let outputs = bytes.len() - 32 - 2 * 2 * 128 * 8..bytes.len() - 32;
    for pair in bytes[outputs].chunks_exact_mut(2) {
        let weight = i16::from_le_bytes([pair[0], pair[1]]);
        pair.copy_from_slice(&(-weight).to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("turned.net");
    std::fs::write(&path, bytes).unwrap();

    let mut engine = Engine::start();
    let (own, empire) = (last_info(&mut engine, "chess"), last_info(&mut engine, "empire"));
    let output = engine.ask(&format!("setoption name EvalFile value {}", path.display()));
    assert!(output.len() == 1 && output[0].ends_with("is used for chess"), "{output:#?}");
    assert_ne!(last_info(&mut engine, "chess"), own);
    assert_eq!(last_info(&mut engine, "empire"), empire);
    for invalid in ["/no such file", env!("CARGO_MANIFEST_PATH")] {
        let output = engine.ask(&format!("setoption name EvalFile value {invalid}"));
        assert!(output.len() == 1 && output[0].starts_with("info string error: the network '"), "{output:#?}");
    }
    assert_ne!(last_info(&mut engine, "chess"), own, "an invalid file changes nothing");
    engine.ask("setoption name EvalFile value <empty>");
    assert_eq!(last_info(&mut engine, "chess"), own);
}

#[test]
fn every_game_of_a_file_can_be_selected() {
    let ten = concat!(env!("CARGO_MANIFEST_DIR"), "/../gamedata/own/ten.ini");
    let text = std::fs::read_to_string(ten).unwrap();
    let headers = text.lines().filter_map(|line| line.strip_prefix('[')?.split_once(':'));
    let names: Vec<&str> = headers.map(|(name, _)| name).collect();
    assert_eq!(names.len(), 10);
    let mut engine = Engine::start();
    let output = engine.ask(&format!("setoption name VariantPath value {ten}"));
    assert!(output[0].starts_with("info string 10 games of "), "{output:#?}");
    for name in names {
        engine.ask(&format!("setoption name UCI_Variant value {name}"));
        let position = engine.ask("d");
        assert!(position.iter().any(|line| line.ends_with(name)), "{name}: {position:#?}");
    }
}

#[test]
fn game_of_a_file_named_like_a_built_in_game_is_refused() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("aliases.ini");
    let mut engine = Engine::start();
    // Clients call chess "standard".
    for name in ["chess", "standard"] {
        std::fs::write(&path, format!("[{name}:chess]\nstalemateValue = loss\n")).unwrap();
        let output = engine.ask(&format!("setoption name VariantPath value {}", path.display()));
        let expected = format!("[{name}]: a built-in game has this name");
        assert!(output.len() == 1 && output[0].ends_with(&expected), "{output:#?}");
    }
}

#[test]
fn missing_table_folder_is_rejected() {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value apocalypse");
    engine.ask("position startpos moves a1b3");
    let before = engine.ask("d");
    let output = engine.ask("setoption name ApocalypseTables value /no/such folder");
    assert!(
        output.len() == 1 && output[0].starts_with("info string error: the folder '/no/such folder'"),
        "{output:#?}"
    );
    assert!(engine.ask("setoption name ApocalypseTables value none").is_empty());
    assert_eq!(engine.ask("d"), before);
}

/// A fixed-depth search with a fixed seed, in a new process each, prints the same move for every choice of White.
#[test]
fn black_choice_is_independent_of_white_choice() {
    let answer = |pending: &str| {
        let mut engine = Engine::start();
        engine.send("setoption name UCI_Variant value apocalypse");
        engine.send("setoption name Seed value 99\nsetoption name ApocalypseTables value none");
        engine.send(&format!("position startpos moves a1c2 e5c4 {pending}\ngo depth 4"));
        engine.until("bestmove").last().unwrap().clone()
    };
    let answers = ["e1d3", "e2e3", "a2b3", "d1d2"].map(answer);
    assert!(answers.iter().all(|other| *other == answers[0]), "{answers:?}");
}

#[test]
fn bare_move_is_played_from_current_position() {
    let mut engine = Engine::start();
    assert!(engine.ask("position startpos moves e2e4\ne7e5\ng1f3").is_empty());
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(engine.field("Fen"), fen);
    assert_eq!(engine.ask("e5e3"), ["info string error: illegal move 'e5e3'"]);
    assert_eq!(engine.field("Fen"), fen);
    // In Apocalypse the two choices of a turn are sent one after the other.
    engine.ask("setoption name UCI_Variant value apocalypse\na2a3\ne4e3");
    assert_eq!(engine.field("Fen"), "npppn/p4/P3p/4P/NPPPN w - - 0 2 00");
}

/// A commit that changes play prints the file again: `upheaval bench --signature > benches/signature.txt`.
#[test]
fn bench_counts_the_nodes_of_the_signature() {
    let bench = Command::new(env!("CARGO_BIN_EXE_upheaval")).args(["bench", "--signature"]).output().unwrap();
    assert_eq!(String::from_utf8(bench.stdout).unwrap(), include_str!("../../benches/signature.txt"));
}
