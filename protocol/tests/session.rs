//! The binary as a client meets it: over pipes, one process a test.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use std::time::Duration;

use common::Engine;
use movegen::variants::NAMES;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
/// Longer than an engine that reacts needs on a busy machine; one that waits for its search never ends.
const SOON: Duration = Duration::from_secs(5);

/// Every `bestmove` follows an `info` line with a score whose line, if it has one, begins with that move.
fn check_answer(lines: &[String]) {
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    let info = lines.iter().rfind(|line| line.contains(" score ")).unwrap_or_else(|| panic!("no score: {lines:#?}"));
    match info.split_once(" pv ") {
        Some((_, line)) => assert_eq!(line.split(' ').next(), Some(best), "{info}"),
        None => assert_eq!(best, "(none)", "{info}"),
    }
}

#[test]
fn the_handshake_names_the_engine_and_ends_with_uciok() {
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
fn isready_is_answered_during_a_search_and_the_search_goes_on() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    let said = engine.ready();
    assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:#?}");
    engine.stop();
    assert!(engine.ask("stop").is_empty(), "a stop without a search is silent");
}

#[test]
fn a_stop_right_behind_go_is_never_lost() {
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
fn the_end_of_the_input_ends_a_search_and_the_process() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.ready();
    engine.hang_up();
    let (status, said, errors, time) = engine.end();
    assert!(status.success() && errors.is_empty() && time < SOON, "{status} {errors} {time:?}");
    // On a machine that is very busy the answer may come too late.
    assert!(said.iter().filter(|line| line.starts_with("bestmove")).count() <= 1, "{said:#?}");
}

#[test]
fn quit_ends_a_search_and_the_process_while_the_input_stays_open() {
    for command in ["go infinite", "go ponder wtime 1000 btime 1000", "go perft 30", "bench 1 1 100"] {
        let mut engine = Engine::start();
        engine.send(command);
        engine.ready();
        engine.send("quit");
        let (status, _, errors, time) = engine.end();
        assert!(status.success() && !errors.contains("panic") && time < SOON, "{command}: {status} {errors} {time:?}");
    }
}

#[test]
fn the_commands_of_a_script_are_done_before_its_end() {
    for last in ["quit\n", "quit", ""] {
        let mut engine = Engine::start();
        engine.send_bytes(format!("position startpos\ngo perft 5\ngo depth 3\nd\n{last}").as_bytes());
        engine.hang_up();
        let (status, said, ..) = engine.end();
        assert!(status.success());
        for wanted in ["Nodes searched: 4865609", "Result: *"] {
            assert!(said.iter().any(|line| line == wanted), "{wanted}: {said:#?}");
        }
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{said:#?}");
    }
}

#[test]
fn commands_sent_during_a_search_are_done_after_it() {
    let mut engine = Engine::start();
    engine.send("go infinite\nsetoption name Hash value 4\nucinewgame\nposition startpos moves e2e4\nd\ngo depth 1");
    let before = engine.ready();
    assert!(!before.iter().any(|line| line.starts_with("Fen") || line.starts_with("bestmove")), "{before:#?}");
    engine.stop();
    assert!(engine.until("Fen").last().unwrap().contains("4P3"));
    engine.until("bestmove");
}

#[test]
fn every_go_has_one_answer_with_a_score_before_it() {
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
fn a_finished_game_is_answered_with_its_score_and_no_move() {
    let mut engine = Engine::start();
    for (fen, score) in [(MATED, "mate 0"), (STALEMATED, "cp 0")] {
        engine.send(&format!("position fen {fen}\ngo depth 3"));
        assert_eq!(engine.until("bestmove"), [&format!("info depth 0 score {score}"), "bestmove (none)"]);
        engine.send("go infinite");
        let before = engine.ready();
        assert!(!before.iter().any(|line| line.starts_with("bestmove")), "an infinite search waits for its stop");
        assert_eq!(engine.stop(), "bestmove (none)");
    }
}

#[test]
fn campmate_is_the_end_of_an_empire_game() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value empire\nposition fen 3K4/8/8/7k/8/8/8/q7 b - - 0 1\ngo depth 3");
    assert!(engine.until("bestmove").ends_with(&["info depth 0 score mate 0".into(), "bestmove (none)".into()]));
    assert_eq!(engine.field("Result"), "1-0 {campmate}");
}

#[test]
fn pondering_has_no_answer_before_the_hit() {
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
fn a_position_that_is_wrong_leaves_the_old_one_and_says_why() {
    let mut engine = Engine::start();
    engine.send("position startpos moves d2d4");
    let fen = engine.field("Fen");
    for (wrong, quoted) in [
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
        let said = engine.ask(wrong);
        assert!(said.len() == 1 && said[0].starts_with("info string error: "), "{wrong}: {said:#?}");
        assert!(said[0].contains(quoted), "{wrong}: {said:#?}");
        assert_eq!(engine.field("Fen"), fen, "{wrong}");
    }
    assert!(engine.ask("position startpos moves ").is_empty(), "a blank at the end is no move");
    assert_eq!(engine.field("Fen"), START);
}

#[test]
fn every_game_can_be_chosen_and_begins_at_its_start() {
    let mut engine = Engine::start();
    for name in NAMES {
        let said = engine.ask(&format!("setoption name UCI_Variant value {}", name.to_uppercase()));
        let announced = format!("info string variant {name} files ");
        let board = said[0].strip_prefix(&announced).unwrap_or_else(|| panic!("{said:#?}"));
        let (board, start) = board.split_once(" startpos ").unwrap();
        assert!(["8 ranks 8 pocket 0 template chess", "5 ranks 5 pocket 0 template fairy"].contains(&board), "{board}");
        assert_eq!((engine.field("Variant").as_str(), engine.field("Fen").as_str()), (name, start));
        engine.send("go depth 2");
        check_answer(&engine.until("bestmove"));
    }
    let said = engine.ask("setoption name UCI_Variant value checkers");
    assert!(said.len() == 1 && said[0].contains("'checkers'"), "{said:#?}");
    assert_eq!(engine.field("Variant"), NAMES[NAMES.len() - 1]);
    engine.ask("setoption name uci_variant value standard");
    assert_eq!((engine.field("Variant").as_str(), engine.field("Fen").as_str()), ("chess", START));
}

#[test]
fn options_may_come_before_uci_and_unknown_ones_have_one_line() {
    let mut engine = Engine::start();
    assert!(engine.ask("setoption name hash value 8").is_empty());
    assert!(engine.ask("setoption name Clear Hash").is_empty());
    assert!(engine.ask("setoption name clear   hash value true").is_empty());
    assert_eq!(engine.ask("setoption name NalimovPath value x"), ["No such option: NalimovPath"]);
    let said = engine.ask("setoption name Hash value 0");
    assert_eq!(said, ["info string error: option Hash cannot be '0': it takes a number from 1 to 131072"]);
    assert_eq!(engine.ask("setoption name Hash"), ["info string error: option Hash needs a value"]);
}

#[test]
fn several_lines_of_thought_are_numbered() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 3");
    let lines = engine.until("bestmove");
    for rank in ["multipv 1 score", "multipv 2 score", "multipv 3 score"] {
        assert!(lines.iter().any(|line| line.contains(rank) && line.contains(" wdl ")), "{lines:#?}");
    }
}

#[test]
fn all_numbers_of_an_info_line_are_whole() {
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

/// The order in which the library sends its commands for two games and an analysis.
#[test]
fn a_conversation_in_the_manner_of_python_chess() {
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
fn perft_is_divided_by_moves_and_can_be_stopped() {
    let mut engine = Engine::start();
    let said = engine.ask("go perft 3");
    assert!(said.contains(&"a2a3: 380".to_owned()) && said.contains(&"Nodes searched: 8902".to_owned()), "{said:#?}");
    engine.send("perft 20");
    assert!(engine.ready().is_empty());
    engine.send("stop");
    engine.until("info string perft was stopped");
}

#[test]
fn flip_exchanges_the_colours() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\nflip");
    assert_eq!(engine.field("Fen"), "4k2r/4p3/8/8/8/8/8/4K3 b k - 0 1");
}

#[test]
fn unknown_words_have_one_line_and_comments_none() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("joho go infinite").len(), 1);
    assert!(engine.ask("\n   \n# go infinite\ndebug on\nregister later\nponderhit").is_empty());
}

#[test]
fn the_traffic_is_written_to_a_file_if_wished() {
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
    let said = engine.ask("setoption name Debug Log File value /no such folder/file");
    assert!(said.len() == 1 && said[0].starts_with("info string error: the log file"), "{said:#?}");
}

/// The value of the game's start in units of the search, a line of `go nodes`.
fn last_info(engine: &mut Engine, game: &str) -> String {
    engine.ask(&format!("setoption name UCI_Variant value {game}"));
    let said = engine.ask("go nodes 3000");
    let line = said.iter().rfind(|line| line.contains(" score ")).unwrap();
    let (score, rest) = line.split_once(" score ").unwrap().1.split_once(" nodes ").unwrap();
    format!("{score} {}", rest.split_once(" pv ").unwrap().1)
}

#[test]
fn a_network_from_a_file_plays_its_game_until_the_programs_own_come_back() {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../gamedata/games");
    let mut bytes = std::fs::read(games.join("chess/network.net")).unwrap();
    // The output weights turned round: what was good is bad.
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
    let said = engine.ask(&format!("setoption name EvalFile value {}", path.display()));
    assert!(said.len() == 1 && said[0].ends_with("is used for chess"), "{said:#?}");
    assert_ne!(last_info(&mut engine, "chess"), own);
    assert_eq!(last_info(&mut engine, "empire"), empire);
    for wrong in ["/no such file", env!("CARGO_MANIFEST_PATH")] {
        let said = engine.ask(&format!("setoption name EvalFile value {wrong}"));
        assert!(said.len() == 1 && said[0].starts_with("info string error: the network '"), "{said:#?}");
    }
    assert_ne!(last_info(&mut engine, "chess"), own, "a wrong file changes nothing");
    engine.ask("setoption name EvalFile value <empty>");
    assert_eq!(last_info(&mut engine, "chess"), own);
}

#[test]
fn a_folder_without_tables_is_refused_and_nothing_changes() {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value apocalypse");
    engine.ask("position startpos moves a1b3");
    let before = engine.ask("d");
    let said = engine.ask("setoption name ApocalypseTables value /no/such folder");
    assert!(said.len() == 1 && said[0].starts_with("info string error: the folder '/no/such folder'"), "{said:#?}");
    assert!(engine.ask("setoption name ApocalypseTables value none").is_empty());
    assert_eq!(engine.ask("d"), before);
}

/// A search of a fixed depth with a seed, on one process each, says the same whatever White has chosen.
#[test]
fn blacks_choice_does_not_depend_on_whites() {
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
fn a_bare_move_plays_on_from_the_position_that_stands() {
    let mut engine = Engine::start();
    assert!(engine.ask("position startpos moves e2e4\ne7e5\ng1f3").is_empty());
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(engine.field("Fen"), fen);
    assert_eq!(engine.ask("e5e3"), ["info string error: illegal move 'e5e3'"]);
    assert_eq!(engine.field("Fen"), fen);
    // In Apocalypse the two choices of a turn come one after the other.
    engine.ask("setoption name UCI_Variant value apocalypse\na2a3\ne4e3");
    assert_eq!(engine.field("Fen"), "npppn/p4/P3p/4P/NPPPN w - - 0 2 00");
}
