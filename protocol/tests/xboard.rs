//! The XBoard protocol as a client meets it: over pipes, one process a test.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the engine has failed")]

mod common;

use std::time::{Duration, Instant};

use common::Engine;
use movegen::variants::{NAMES, TURN_BASED};

/// Moves of lines that are neither thoughts nor anything else.
fn moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("move ")).collect()
}

/// The lines that are no thoughts.
fn words(lines: Vec<String>) -> Vec<String> {
    lines
        .into_iter()
        .filter(|line| !line.starts_with(|c: char| c.is_ascii_digit() || c == '-') || line.contains('{'))
        .collect()
}

#[test]
fn the_first_word_chooses_the_protocol() {
    let mut engine = Engine::start();
    engine.send("\n# a comment\nxboard\nprotover 2");
    let lines = engine.until("feature done=1");
    assert_eq!(lines[0], "feature done=0");
    let all = lines.join(" ");
    for wanted in ["ping=1", "setboard=1", "usermove=1", "sigint=0", "colors=0", "variants=\"normal,", "highlight=1"] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    assert_eq!(engine.asked("accepted ping\nrejected done\nuci"), ["Error (unknown command): uci"]);
}

/// Every piece of a feature line is a name, a sign and a value, quoted if it has blanks: clients cut it that way.
#[test]
fn feature_lines_have_the_form_that_clients_cut() {
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2");
    for line in engine.until("feature done=1") {
        let features = line.strip_prefix("feature ").unwrap_or_else(|| panic!("{line}"));
        let mut rest = features;
        while !rest.is_empty() {
            let (name, after) = rest.split_once('=').unwrap_or_else(|| panic!("{line}"));
            assert!(name.chars().all(|c| c.is_ascii_lowercase()), "{line}");
            rest = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap().1,
                None => after.find(' ').map_or("", |end| &after[end..]),
            }
            .trim_start();
        }
    }
}

#[test]
fn every_game_is_defined_before_the_pong() {
    for name in NAMES {
        let variant = if name == "chess" { "normal" } else { name };
        let mut engine = Engine::start();
        engine.send(&format!("xboard\nprotover 2\nnew\nvariant {variant}\nping 1"));
        let lines = engine.until("pong 1");
        let setups: Vec<&String> = lines.iter().filter(|line| line.starts_with("setup ")).collect();
        assert_eq!(setups.len(), usize::from(name != "chess"), "{lines:#?}");
        let first_piece = lines.iter().position(|line| line.starts_with("piece "));
        let setup = lines.iter().position(|line| line.starts_with("setup "));
        assert!(first_piece.is_none() || setup < first_piece, "{lines:#?}");
    }
    let mut engine = Engine::start_xboard("empire");
    assert_eq!(engine.asked("variant atomic"), ["Error (unsupported variant): atomic"]);
    assert!(moves(&engine.asked("sd 1\nusermove e1e2")).len() == 1, "the old game stays");
}

#[test]
fn standard_words_are_taken_silently() {
    let mut engine = Engine::start_xboard("normal");
    let silent = "force\npost\nnopost\neasy\nhard\nrandom\ncomputer\nname Somebody\nrating 2000 2100\naccepted x\nrejected y\n\
                  otim 100\ntime 100\nsd 5\nst 3\nst 0\nnps 1000\nlevel 0 0 0.01\nlevel 40 0:30 0\nmemory 20\ncores 1\n\
                  egtpath syzygy /nowhere\nresult 1-0 {White mates}\nhint\ndraw\n.\nexit\nics -\nwhite\nblack\nforce\nhover e4\n?\n\
                  option SkillLevel=20\noption Assassination=1\n\n# words";
    let said = engine.asked(silent);
    assert!(said.iter().all(|line| line.starts_with("Hint: ") || line.starts_with("# ")), "{said:#?}");
    assert_eq!(engine.asked("bk"), [" No opening book.", ""]);
}

#[test]
fn only_illegal_moves_are_called_illegal() {
    let mut engine = Engine::start_xboard("normal");
    assert_eq!(engine.asked("force\nusermove e2e5"), ["Illegal move: e2e5"]);
    assert_eq!(engine.asked("usermove nonsense"), ["Illegal move: nonsense"]);
    assert_eq!(engine.asked("foobar"), ["Error (unknown command): foobar"]);
    assert_eq!(engine.asked("st x"), ["Error (bad argument): st x"]);
    assert_eq!(engine.asked("option Nothing=1"), ["Error (bad option): No such option: Nothing"]);
    let said = engine.asked("setboard 8/8 w");
    assert!(said.len() == 1 && said[0].starts_with("tellusererror Illegal position: "), "{said:#?}");
    assert!(engine.asked("e2e4\nusermove e7e5\ng1f3").is_empty(), "a move may come without its word");
}

#[test]
fn the_engine_answers_moves_and_keeps_its_colour_through_remove() {
    let mut engine = Engine::start_xboard("normal");
    assert_eq!(moves(&engine.asked("sd 2\nusermove e2e4")).len(), 1);
    assert_eq!(moves(&engine.asked("usermove d2d4")).len(), 1);
    assert!(moves(&engine.asked("remove")).is_empty(), "it stays quiet");
    assert_eq!(moves(&engine.asked("usermove g1f3")).len(), 1, "and plays on");
    assert_eq!(moves(&engine.asked("playother\nforce\ngo")).len(), 1);
}

#[test]
fn force_stops_a_search_without_a_move_and_undo_goes_one_ply_back() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("usermove e2e4");
    let said = engine.asked("force");
    assert!(moves(&said).is_empty(), "{said:#?}");
    assert!(engine.asked("usermove e7e5\nundo\nusermove d7d5\nusermove e4d5").is_empty());
    assert!(engine.asked("undo\nundo\nundo\nusermove d2d4").is_empty());
    assert_eq!(words(engine.asked("undo\nundo")), ["Error (nothing to take back): undo"]);
}

#[test]
fn a_ping_is_answered_behind_the_move_but_at_once_in_analysis_and_pondering() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("st 1\nusermove e2e4\nping 3");
    let lines = engine.until("pong 3");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:#?}");
    engine.send("force\nanalyze");
    let begin = Instant::now();
    engine.pong();
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    assert!(engine.asked("exit").iter().all(|line| !line.starts_with("move")));
}

#[test]
fn a_question_mark_makes_the_engine_move_now() {
    let mut engine = Engine::start_xboard("normal");
    assert!(engine.asked("?").is_empty(), "nothing is thought about");
    engine.send("level 0 60 0\nusermove e2e4");
    std::thread::sleep(Duration::from_millis(50));
    engine.send("?");
    engine.until("move ");
}

#[test]
fn pondering_goes_on_when_the_expected_move_comes() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("hard\nst 1\nusermove e2e4");
    engine.until("move ");
    engine.send("hint");
    let hint = engine.until("Hint: ").pop().unwrap();
    engine.send(&format!("time 100\notim 100\nusermove {}", hint.strip_prefix("Hint: ").unwrap()));
    engine.until("move ");
    engine.send("hint");
    engine.until("Hint: ");
    engine.send("usermove a2a3");
    engine.until("move ");
    let said = engine.asked("easy");
    assert!(moves(&said).is_empty());
}

#[test]
fn thoughts_are_depth_score_time_nodes_and_moves() {
    let mut engine = Engine::start_xboard("normal");
    let said = engine.asked("sd 4\ngo");
    let thoughts: Vec<&String> = said.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert!(thoughts.len() >= 4, "{said:#?}");
    for line in thoughts {
        let fields: Vec<&str> = line.split(' ').collect();
        assert!(fields[..4].iter().all(|field| field.parse::<i64>().is_ok()), "{line}");
        assert!(fields.len() > 4, "{line}");
    }
    assert!(engine.asked("nopost\ngo").iter().all(|line| line.starts_with("move ")));
}

#[test]
fn a_mate_is_a_hundred_thousand_and_its_distance() {
    let mut engine = Engine::start_xboard("normal");
    let said = engine.asked("force\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nsd 4\ngo");
    assert!(said.iter().any(|line| line.contains(" 100001 ")), "{said:#?}");
    engine.until("1-0 {checkmate}");
}

#[test]
fn every_end_is_claimed_right_away_against_a_user() {
    for (variant, fen, m, result) in [
        ("normal", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "1-0 {checkmate}"),
        ("normal", "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "e6f7", "1/2-1/2 {stalemate}"),
        ("normal", "7k/8/6K1/8/8/8/8/8 w - - 0 1", "g6h6", "1/2-1/2 {insufficient material}"),
        ("normal", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a2", "1/2-1/2 {fifty-move rule}"),
        ("empire", "8/3K4/8/8/8/7k/8/q7 w - - 0 1", "d7d8", "1-0 {campmate}"),
        ("empire", "7k/8/4D1K1/8/8/8/8/8 w - - 0 1", "e6f7", "1-0 {stalemate}"),
        ("insurrection", "3k4/8/3K4/8/8/8/8/7R w - - 0 1", "h1h8", "1-0 {checkmate}"),
        ("subversion", "3k4/8/3K4/8/8/8/8/7R w - - 0 1", "h1h8", "1-0 {checkmate}"),
    ] {
        let mut engine = Engine::start_xboard(variant);
        let said = engine.asked(&format!("force\nsetboard {fen}\nplayother\nusermove {m}"));
        assert_eq!(said.last().map(String::as_str), Some(result), "{variant} {fen}: {said:#?}");
    }
}

#[test]
fn repetition_is_claimed_at_the_third_time() {
    for (variant, result) in [("normal", "1/2-1/2 {threefold repetition}"), ("empire", "{threefold repetition}")] {
        let mut engine = Engine::start_xboard(variant);
        let knights = if variant == "normal" { "g1f3\ng8f6\nf3g1\nf6g8" } else { "e1e2\ng8f6\ne2e1\nf6g8" };
        // The last move is the user's, for whom the engine plays Black.
        let said = engine.asked(&format!("force\n{knights}\n{knights}"));
        assert!(words(said).is_empty(), "in force mode nobody plays");
        let said = engine.asked("undo\nplayother");
        let said = [said, engine.asked("usermove f6g8")].concat();
        assert!(said.iter().any(|line| line.ends_with(result)), "{variant}: {said:#?}");
    }
}

#[test]
fn against_a_program_the_loser_claims_at_once_and_the_winner_a_little_later() {
    let mut engine = Engine::start_xboard("empire");
    let fen = "8/3K4/8/8/8/7k/8/q7 w - - 0 1";
    let said = engine.asked(&format!("computer\nforce\nsetboard {fen}\nplayother\nusermove d7d8"));
    assert_eq!(said.last().unwrap(), "1-0 {campmate}", "it has lost");
    let said = engine.asked(&format!("new\nvariant empire\ncomputer\nforce\nsetboard {fen}\nsd 2\ngo"));
    assert!(said.last().unwrap().starts_with("move d7"), "the loser may say so first: {said:#?}");
    engine.until("1-0 {campmate}");
}

#[test]
fn captures_that_change_the_captor_are_written_with_its_letter_and_read_with_or_without() {
    let fen = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
    let mut engine = Engine::start_xboard("insurrection");
    assert!(words(engine.asked(&format!("force\nsetboard {fen}\nusermove f3e5p"))).is_empty());
    assert!(words(engine.asked("undo\nusermove f3e5")).is_empty());
    assert_eq!(words(engine.asked("undo\nusermove f3e5n")), ["Illegal move: f3e5n"]);
    // A user whose XBoard shows a knight gets the move back and sees the engine make it.
    let said = words(engine.asked(&format!("setboard {fen}\nsd 1\nplayother\nusermove f3e5")));
    assert!(said[0].starts_with("Illegal move (") && said[0].ends_with("): f3e5"), "{said:#?}");
    assert_eq!(moves(&said)[0], "f3e5p", "{said:#?}");
    assert_eq!(moves(&said).len(), 2, "{said:#?}");
}

/// A position of Insurrection in which h6g5 is a coup: White's pawns come to power.
const BEFORE_A_COUP: &str = "2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1";

#[test]
fn governments_are_told_when_they_change_and_stand_in_the_title() {
    let mut engine = Engine::start_xboard("insurrection");
    let kings = "0 0 0 0 Government: White monarchy (1 king); Black monarchy (1 king)";
    assert_eq!(engine.asked(&format!("force\nsetboard {BEFORE_A_COUP}")), [kings]);
    let pawns = "0 0 0 0 Government: White anarcho-syndicalist commune (2 pawns); Black monarchy (1 king)";
    let title = "feature myname=\"White P, Black K - Upheaval\"";
    assert_eq!(engine.asked("usermove h6g5"), [pawns, title]);
    let said = engine.asked("sd 1\ngo");
    assert!(said.iter().any(|line| line == title), "XBoard has written a title of its own: {said:#?}");
    let plain = format!("feature myname=\"Upheaval {}\"", env!("CARGO_PKG_VERSION"));
    assert!(engine.asked("force\nundo\nundo").contains(&plain));
    assert!(engine.asked("usermove h6g5").contains(&title.to_owned()));
    assert!(
        engine.asked("new\nvariant insurrection").contains(&plain),
        "a new game's players are written down by name"
    );
}

#[test]
fn titles_are_left_alone_in_a_match() {
    let mut engine = Engine::start_xboard("insurrection");
    let said = engine.asked(&format!("computer\nforce\nsetboard {BEFORE_A_COUP}\nusermove h6g5"));
    assert!(said.len() == 2 && said.iter().all(|line| line.starts_with("0 0 0 0 Government: ")), "{said:#?}");
}

#[test]
fn a_coup_is_green_and_a_price_is_told_in_words_while_the_user_clicks() {
    let mut engine = Engine::start_xboard("insurrection");
    engine.asked(&format!("post\nforce\nsetboard {BEFORE_A_COUP}"));
    let said = engine.asked("lift h6");
    assert!(said[0].starts_with("highlight ") && said[0].contains('G'), "{said:#?}");
    let coup = "0 0 0 0 Coup (green): White becomes anarcho-syndicalist commune (g5)";
    assert_eq!(said[1], coup);
    let said = engine.asked("lift f8");
    assert_eq!(said[1], "0 0 0 0 Government: White monarchy (1 king); Black monarchy (1 king)", "not what was before");
    assert_eq!(engine.asked("lift f8").len(), 1);

    let mut engine = Engine::start_xboard("subversion");
    engine.asked("post\nforce\nsetboard 4k3/8/8/8/4r3/3N4/8/2B1KB2 w - - 0 1\nlift e1");
    let owed = "0 0 0 0 Bribe rook e4: owed (cyan) 1 of f1, d3; paid bishop c1";
    assert_eq!(engine.asked("lift c1")[1], owed);
    let paid = "0 0 0 0 Bribe rook e4 (blue) for bishop c1 and bishop f1";
    assert_eq!(engine.asked("put f1\nlift f1")[1], paid);
    assert_eq!(engine.asked("nopost\nlift c1").len(), 1, "a client that wants no thoughts gets none");
}

#[test]
fn a_bribe_of_four_men_takes_several_plies_and_comes_over_whole() {
    let fen = "7k/8/8/8/4q3/3N4/PP6/2B1K3 w - - 0 1";
    let mut one = Engine::start_xboard("subversion");
    let mut other = Engine::start_xboard("subversion");
    for engine in [&mut one, &mut other] {
        engine.asked(&format!("force\nsetboard {fen}\nlift e1"));
    }
    let said = one.asked("usermove a2b2e4q");
    assert_eq!(words(said), ["Illegal move: a2b2e4q"], "two pawns are no price for a queen");
    assert!(one.asked("usermove c1a2b2d3e4q").is_empty(), "the game's own text for it");
    // The men who are paid take each other, and the enemy passes, which XBoard tells as a position.
    for line in [
        "usermove c1d3",
        "setboard 7k/8/8/8/4q3/3B4/PP6/4K3 w - - 0 1",
        "usermove d3a2",
        "setboard 7k/8/8/8/4q3/8/BP6/4K3 w - - 0 1",
        "usermove a2b2",
        "setboard 7k/8/8/8/4q3/8/1B6/4K3 w - - 0 1",
        "usermove b2e4q",
    ] {
        let said = words(other.asked(line));
        assert!(said.is_empty(), "{line}: {said:#?}");
    }
    assert!(
        words(other.asked("usermove h8g8\nundo\nundo\nundo\nundo\nundo\nundo\nundo\nundo\nusermove e1f1")).is_empty(),
        "eight plies went back"
    );
}

#[test]
fn the_mouse_shows_targets_and_the_engine_dictates_what_the_man_becomes() {
    let mut engine = Engine::start_xboard("insurrection");
    engine.asked("force\nsetboard 4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1");
    assert_eq!(engine.asked("lift f3"), ["highlight 4r3/8/8/4B1Y1/3Y3Y/8/3Y3Y/4r1Y1"]);
    assert!(engine.asked("hover e5").is_empty());
    assert_eq!(engine.asked("put e5"), ["choice P"]);
    assert!(words(engine.asked("usermove f3e5p")).is_empty());
    for nonsense in ["lift", "lift z9", "put", "put e4,", "lift é", "hover"] {
        assert!(engine.asked(nonsense).is_empty(), "{nonsense}");
    }
}

#[test]
fn a_user_whose_xboard_tests_legality_is_told_so() {
    let mut engine = Engine::start_xboard("insurrection");
    engine.asked("force\nsetboard 4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1\nlift f3\nput e5");
    let said = engine.until("tellusererror");
    assert!(said.last().unwrap().contains("Test Legality"));
    engine.until("choice P");
    engine.until("choice P");
    assert!(words(engine.asked("usermove f3e5p")).is_empty(), "and that ends it");
    std::thread::sleep(Duration::from_millis(1200));
    assert!(engine.pong().is_empty());
}

#[test]
fn moves_can_be_excluded_from_the_analysis() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("force\nexclude all\ninclude a2a3\nanalyze");
    let said = engine.until("2 ");
    engine.asked("exit");
    let thoughts: Vec<&String> = said.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert!(!thoughts.is_empty() && thoughts.iter().all(|line| line.split(' ').nth(4) == Some("a2a3")), "{said:#?}");
    assert_eq!(engine.asked("exclude e2e5"), ["Error (no such move): e2e5"]);
}

#[test]
fn an_analysis_follows_the_moves_and_tells_how_far_it_is() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("analyze\nusermove e2e4");
    engine.until("1 ");
    engine.send(".");
    let status = engine.until("stat01: ").pop().unwrap();
    assert!(status.split(' ').skip(1).all(|word| word.parse::<u64>().is_ok()), "{status}");
    engine.send("undo\nnew\nusermove d2d4\n.\nexit");
    let said = engine.pong();
    assert!(!said.iter().any(|line| line.starts_with("stat01")), "who leaves at once wants no answer: {said:#?}");
}

#[test]
fn edit_sets_up_a_position() {
    let mut engine = Engine::start_xboard("normal");
    assert!(engine.asked("force\nedit\n#\nKe1\nRa1\nc\nKg8\nPf7\nPg7\nPh7\n.").is_empty());
    engine.send("sd 3\ngo");
    engine.until("1-0 {checkmate}");
}

#[test]
fn finite_clocks_of_every_form_are_answered() {
    for clock in [
        "level 0 0 0.01\ntime 51",
        "st 0\ntime 30",
        "st 0.01",
        "sd 3\ntime 86400",
        "nps 1\nst 500",
        "st 1\nnps 500",
        "level 40 0:01 0",
    ] {
        let mut engine = Engine::start_xboard("normal");
        let begin = Instant::now();
        assert_eq!(moves(&engine.asked(&format!("force\n{clock}\ngo"))).len(), 1, "{clock}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{clock}: {:?}", begin.elapsed());
    }
}

#[test]
fn the_end_of_the_input_and_quit_end_the_process_whatever_it_does() {
    for (command, quits) in
        [("analyze", true), ("analyze", false), ("level 0 60 0\ngo", true), ("level 0 60 0\ngo", false)]
    {
        let mut engine = Engine::start_xboard("normal");
        engine.send(command);
        std::thread::sleep(Duration::from_millis(20));
        match quits {
            true => engine.send("quit"),
            false => engine.hang_up(),
        }
        let (status, _, errors, time) = engine.end();
        assert!(
            status.success() && errors.is_empty() && time < Duration::from_secs(5),
            "{command}: {status} {errors} {time:?}"
        );
    }
}

#[test]
fn a_user_of_apocalypse_is_shown_first_and_the_engine_resolves_the_turn() {
    let mut engine = Engine::start_xboard("apocalypse");
    let said = engine.asked("sd 1\nusermove a1b3");
    assert_eq!(moves(&said).len() % 2, 1, "{said:#?}");
    let mut engine = Engine::start_xboard("apocalypse");
    assert_eq!(moves(&engine.asked("sd 1\ngo")), ["@@@@"], "the engine waits for the user's choice");
    let said = engine.asked("usermove a5b3");
    assert_eq!(moves(&said).len() % 2, 1, "{said:#?}");
    assert_eq!(engine.asked("usermove a5a1"), ["Illegal move: a5a1"]);
    assert_eq!(engine.asked("lift a5").len(), 1);
}

/// In a game that XBoard has loaded the engine hears the plies of scripts, without knowing that a program made them.
#[test]
fn scripts_of_a_loaded_game_are_understood() {
    let mut engine = Engine::start_xboard("apocalypse");
    // Both pawns gamble on the same empty square: Black's goes there and vanishes, and White's is put back.
    let said = engine.asked("force\nusermove a2b3\nusermove a4b3z\nusermove P@a2\nusermove P@a4");
    assert!(!said.iter().any(|line| line.contains("Illegal") || line.contains("Error")), "{said:#?}");
    let position = engine.asked("result *");
    let position = position.last().unwrap().strip_prefix("# final position: ").unwrap();
    assert_eq!(position, "npppn/p3p/5/P3P/NPPPN w - - 0 2 11");
}

/// Definitions that XBoard needs for saving would spoil the loading of a game, if they came before its moves.
#[test]
fn men_who_are_paid_are_defined_with_the_first_move() {
    let mut engine = Engine::start_xboard("subversion");
    assert!(engine.asked("force").is_empty());
    let said = engine.asked("usermove e2e4");
    assert_eq!(said, ["N", "B", "R", "Q"].map(|letter| format!("piece {letter}& (null)")));
    assert!(engine.asked("usermove e7e5").is_empty());
    let again = engine.asked("new\nvariant subversion\nlift e2");
    assert_eq!(again.iter().filter(|line| line.starts_with("piece ")).count(), 4, "{again:#?}");
}

#[test]
fn penalties_are_told() {
    let mut engine = Engine::start_xboard("apocalypse");
    // Both pawns gamble on the same empty square: nothing is played, and both pay for it.
    let said = engine.asked("force\nusermove a2b3\nusermove a4b3");
    let title = "feature myname=\"Penalties 1:1 - Upheaval\"";
    assert_eq!(said, ["0 0 0 0 Penalties: White 1, Black 1", title]);
    assert_eq!(engine.asked("undo")[0], "0 0 0 0 Penalties: White 0, Black 0");
}

/// The words of the system would make XBoard give the engine up.
#[test]
fn tables_are_loaded_from_a_folder_or_refused_in_one_line() {
    let mut engine = Engine::start_xboard("apocalypse");
    engine.send("option ApocalypseTables=/there/is/no/such/folder");
    let line = engine.until("Error (tables of endings): the folder '/there/is/no/such/folder' cannot be read: ");
    assert!(!line.last().unwrap().contains("No such file"), "{line:#?}");
    let folder = env!("CARGO_MANIFEST_DIR");
    engine.send(&format!("option ApocalypseTables={folder}"));
    engine.until("Error (tables of endings): the folder '");
    assert_eq!(moves(&engine.asked("sd 1\nusermove a1b3")).len() % 2, 1, "it plays on");
}

/// The sides choose at once; a user puts the pawn on its last rank down where it captured nothing, or says what it took.
#[test]
fn a_pawn_of_apocalypse_is_relocated_with_the_mouse() {
    let start = "force\nsetboard n1p1n/1P3/5/p3P/N3N w - - 0 1";
    for (moves, after) in [
        ("usermove b4d2\nusermove e5d3", "n1p2/5/3n1/p2PP/N3N"),
        ("lift b4\nput c5\nlift c5\nput d2\nusermove b4c5,c5d2\nusermove e5d3", "n4/5/3n1/p2PP/N3N"),
        ("usermove b4a5,a5d2\nusermove e5d3", "2p2/5/3n1/p2PP/N3N"),
        ("usermove b4a5,c5d2\nusermove e5d3", "n1p1n/1P3/5/p3P/N3N"),
    ] {
        let mut engine = Engine::start_xboard("apocalypse");
        let said = engine.asked(&format!("{start}\n{moves}\nresult *"));
        let position = said.last().unwrap().strip_prefix("# final position: ").unwrap();
        assert!(position.starts_with(after), "{moves}: {said:#?}");
    }
}

/// Two engines play through a referee that only passes moves on, as XBoard does, and agree on every end.
#[test]
fn two_engines_play_games_of_every_kind_to_a_claimed_result() {
    for name in TURN_BASED {
        let variant = if name == "chess" { "normal" } else { name };
        let mut engines = [Engine::start_xboard(variant), Engine::start_xboard(variant)];
        for engine in &mut engines {
            engine.asked("computer\nforce\nsd 1\nnopost");
        }
        let mut said = words(engines[0].asked("go"));
        let mut side = 0;
        for ply in 0..600 {
            assert!(ply < 599 || name != "empire", "{name} does not end");
            if let Some(claim) = said.iter().find(|line| line.contains('{')) {
                assert!(["1-0", "0-1", "1/2"].iter().any(|score| claim.starts_with(score)), "{claim}");
                break;
            }
            let made: Vec<String> = moves(&said).into_iter().map(str::to_owned).collect();
            let [m] = &made[..] else { break };
            side = 1 - side;
            said = words(engines[side].asked(&format!("usermove {m}{}", if ply == 0 { "\ngo" } else { "" })));
            assert!(
                !said.iter().any(|line| line.starts_with("Illegal") || line.starts_with("Error")),
                "{name}: {said:#?}"
            );
        }
    }
}

/// The feature `coordinates` of docs/protocol.md: whoever accepts it keeps the rules itself and is told moves, not boards.
#[test]
fn a_client_that_keeps_the_rules_itself_is_told_moves_in_coordinates() {
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2");
    assert!(engine.until("feature done=1").join(" ").contains(" coordinates=1"));
    let begun = engine.asked("accepted coordinates\nnew\nvariant subversion\nforce");
    assert!(begun.is_empty(), "nothing is said of boards: {begun:?}");
    // Seven men pay for a queen.
    let fen = "7k/8/8/8/4q3/3N4/PPP3PP/2B1K3 w - - 0 1";
    let said = engine.asked(&format!("setboard {fen}\nusermove c1a2b2c2g2h2d3e4q\nusermove h8g8\nresult *"));
    assert_eq!(said, ["# final position: 6k1/8/8/8/4Q3/8/8/4K3 w - - 1 2"]);
    // Its own answer is one text, whatever it costs.
    engine.send("new\nvariant subversion\nforce\nsd 2\nsetboard 7k/8/8/8/4q3/3N4/PPP3PP/2B1K3 w - - 0 1\ngo\nping 7");
    let lines = engine.until("pong 7");
    assert_eq!(moves(&lines).len(), 1, "{lines:?}");
}

/// Both sides of Apocalypse are asked in secret, and then told both choices.
#[test]
fn choices_made_at_once_are_told_together_in_coordinates() {
    let mut engine = Engine::start();
    engine.asked("xboard\nprotover 2\naccepted coordinates\nnew\nvariant apocalypse\nforce\nsd 1\noption Seed=3");
    for side in ["white", "black"] {
        engine.send(&format!("new\nvariant apocalypse\nforce\nsd 1\n{side}\nping 1"));
        assert_eq!(moves(&engine.until("pong 1")).len(), 1, "{side} is asked");
        // It plays on as soon as it is told the turn; what it has chosen does not bind the referee.
        engine.send("usermove a1b3 a4b3\nping 2");
        assert_eq!(moves(&engine.until("pong 2")).len(), 1);
        let said = words(engine.asked("force\nusermove a1b3\nusermove a1a1 a1a1\nresult *"));
        assert_eq!(said[..2], ["Illegal move: a1b3", "Illegal move: a1a1 a1a1"]);
        assert_eq!(said[2], "# final position: npppn/4p/1p3/P3P/1PPPN w - - 0 2 00");
    }
}

/// What is loaded on XBoard's command line is read before XBoard asks for the game.
#[test]
fn an_engine_started_for_a_game_defines_it_with_its_features_and_at_the_position_loaded() {
    let mut engine = Engine::start_with(&["xboard", "empire"]);
    engine.send("xboard\nprotover 2");
    let lines = engine.until("feature done=1");
    assert!(
        lines.iter().any(|line| line.starts_with("setup (") && line.ends_with("TECDKCET w kq - 0 1")),
        "{lines:#?}"
    );
    engine.send("new\nvariant empire\nping 1");
    engine.until("pong 1");
    let fen = "rnbqkbnr/pppppppp/8/8/4S3/8/PPPS1PPP/TECDKCET w kq - 0 1";
    // What XBoard sends before it sends the position that it has loaded.
    assert!(engine.asked("force\nsetboard rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").is_empty());
    let said = engine.asked(&format!("force\nsetboard {fen}"));
    let setups: Vec<&String> = said.iter().filter(|line| line.starts_with("setup ")).collect();
    assert_eq!(setups.len(), 2, "{said:#?}");
    assert!(setups[0].contains("8x8+0_great ") && setups[1].contains("8x8+0_fairy "), "{said:#?}");
    assert!(setups.iter().all(|line| line.ends_with(fen)), "{said:#?}");
    assert!(engine.asked(&format!("setboard {fen}")).is_empty(), "once is enough");
}

/// A weakened engine looks at a few plies only, and would never come to the depth that is waited for.
#[test]
fn an_analysis_is_at_full_strength_whatever_the_skill() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("option SkillLevel=0\npost\nforce\nanalyze");
    engine.until("10 ");
    engine.asked("exit");
}

#[test]
fn a_mate_is_told_once_while_a_move_is_thought_about() {
    let mut engine = Engine::start_xboard("normal");
    engine.send("post\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nsd 20\ngo");
    let lines = engine.until("move ");
    assert_eq!(lines.iter().filter(|line| line.contains(" 100001 ")).count(), 1, "{lines:#?}");
}
