//! Stored games: storing, searching, PGN.

use serde_json::{Value, json};

use super::{Bench, against_engine, every_move, humans};
use crate::messages::Measurement;
use crate::rules;
use crate::session::Served as _;
use crate::store::{Change, Changes, Memory, Sqlite, Store};
use engine::bench::Random;
use movegen::Color;

fn file(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("upheaval-board-{}-{name}", std::process::id()));
    // An earlier process with the same number may have left files.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path.join("games.sqlite")
}

/// The first store is never closed, as in a killed process.
#[test]
fn killed_program_loses_no_move() {
    let path = file("killed");
    let mut bench = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    bench.done(humans("insurrection"));
    bench.play("e2e4");
    bench.play("d7d5");
    bench.play("e4d5");
    let before = bench.state();
    std::mem::forget(bench);
    let mut again = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    let after = again.state();
    for part in ["game", "position", "history", "players", "start"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    again.play("d8d5");
    assert_eq!(again.state()["history"][3]["events"][1]["now"], "p");
}

/// Creates a store from the changes of another.
fn store_after(changes: &Changes) -> Memory {
    let (mut games, mut on_board) = (std::collections::BTreeMap::new(), None);
    for change in changes.take() {
        match change {
            Change::Game(id, text) => drop(games.insert(id, text)),
            Change::Deleted(id) => drop(games.remove(&id)),
            Change::OnBoard(id) => on_board = Some(id),
        }
    }
    Memory::new(games, on_board)
}

#[test]
fn changes_restore_every_game_that_was_not_deleted() {
    let memory = Memory::default();
    let changes = memory.changes();
    let mut bench = Bench::with_store(Box::new(memory));
    bench.done(humans("chess"));
    bench.done(humans("apocalypse"));
    let choose = bench.now(json!({"part": "game", "type": "play", "side": "white", "move": "a2a3"}));
    bench.done(choose);
    bench.done(json!({"part": "library", "type": "delete", "game": 1}));
    let before = bench.state();
    let mut again = Bench::with_store(Box::new(store_after(&changes)));
    let after = again.state();
    for part in ["game", "position", "chosen", "players"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(again.done(json!({"part": "library", "type": "list"}))["total"], json!(1));
}

#[test]
fn unreadable_game_is_skipped() {
    let memory = Memory::new([(7, "{".to_owned())], Some(7));
    let changes = memory.changes();
    let mut bench = Bench::with_store(Box::new(memory));
    assert_eq!(bench.state(), json!(null));
    bench.done(humans("chess"));
    assert!(changes.take().iter().all(|change| !matches!(change, Change::Game(7, _) | Change::Deleted(_))));
}

#[test]
fn games_are_found_by_every_field() {
    let path = file("found");
    let memory = Bench::new();
    let sqlite = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    for mut bench in [memory, sqlite] {
        let mut ada = humans("empire");
        ada["white"]["name"] = json!("Ada");
        bench.done(ada);
        bench.play("e1e2");
        let fen = bench.state()["position"]["fen"].clone();
        bench.play("e7e5");
        let resign = bench.now(json!({"part": "game", "type": "resign", "side": "black"}));
        bench.done(resign);
        bench.done(humans("chess"));
        let mut found = |request: Value| {
            let mut request = request;
            request["part"] = json!("library");
            request["type"] = json!("list");
            bench.done(request)["total"].as_u64().unwrap()
        };
        assert_eq!(found(json!({})), 2);
        assert_eq!(found(json!({"variant": "empire"})), 1);
        assert_eq!(found(json!({"result": "1-0"})), 1);
        assert_eq!(found(json!({"result": "*", "variant": "empire"})), 0);
        assert_eq!(found(json!({"player": "aDa"})), 1);
        assert_eq!(found(json!({"since": "2026-02-01"})), 0);
        assert_eq!(found(json!({"until": "2026-01-31"})), 2);
        assert_eq!(found(json!({"variant": "empire", "position": fen})), 1);
        let listed = bench.done(json!({"part": "library", "type": "list", "variant": "empire"}))["games"][0].clone();
        assert_eq!((&listed["white"], &listed["opening"]), (&json!("Ada"), &json!("1. Ke2 e5")));
        bench.refused(json!({"part": "library", "type": "delete", "game": 2}), "illegal");
        bench.done(json!({"part": "library", "type": "open", "game": 1}));
        bench.done(json!({"part": "library", "type": "delete", "game": 2}));
        bench.refused(json!({"part": "library", "type": "open", "game": 2}), "unknown");
    }
}

/// Random games of every variant are equal after export and import.
#[test]
fn exported_games_are_imported_unchanged() {
    for variant in movegen::variants::NAMES {
        let mut bench = Bench::new();
        bench.done(humans(variant));
        let mut random = Random(11);
        for _ in 0..40 {
            let state = bench.state();
            if state["result"] != json!(null) {
                break;
            }
            let fen = state["position"]["fen"].as_str().unwrap().to_owned();
            let now = rules::open(variant, Some(&fen)).unwrap();
            let sides: &[Color] = if state["position"]["turn"] == "both" { &Color::BOTH } else { &[Color::White] };
            for &side in sides {
                let moves = every_move(&*now, side);
                let m = moves[random.below(moves.len())].clone();
                let side = crate::messages::Side::from(side);
                let play = bench.now(json!({"part": "game", "type": "play", "side": side, "move": m}));
                bench.done(play);
            }
        }
        let before = bench.state();
        let text = bench.done(json!({"part": "library", "type": "export"}))["text"].as_str().unwrap().to_owned();
        let report = bench.done(json!({"part": "library", "type": "import", "text": text}));
        assert_eq!((&report["games"], &report["errors"]), (&json!([2]), &json!([])), "{text}");
        let after = bench.state();
        assert_eq!((&after["game"], &after["position"]), (&json!(2), &before["position"]));
        let again = bench.done(json!({"part": "library", "type": "export"}))["text"].as_str().unwrap().to_owned();
        assert_eq!(again, text);
    }
}

/// Comments on a move, on the last move of a finished game, and on the game.
#[test]
fn comments_are_stored_and_exported() {
    let path = file("comments");
    let mut bench = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    bench.done(humans("chess"));
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        bench.play(text);
    }
    let comment = |bench: &mut Bench, ply: Value, text: &str| {
        let request = bench.now(json!({"part": "game", "type": "comment", "ply": ply, "text": text}));
        bench.done(request);
    };
    comment(&mut bench, json!(null), "The {shortest} game");
    comment(&mut bench, json!(0), "weakens\n  the king");
    comment(&mut bench, json!(2), "to be deleted");
    comment(&mut bench, json!(2), " ");
    comment(&mut bench, json!(3), "checkmate");
    let before = bench.state();
    assert_eq!(
        (&before["comment"], &before["history"][0]["comment"]),
        (&json!("The 'shortest' game"), &json!("weakens the king"))
    );
    assert_eq!(
        (&before["history"][2]["comment"], &before["history"][3]["comment"]),
        (&json!(null), &json!("checkmate"))
    );
    drop(bench);
    let mut again = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    let comments = |state: &Value| (state["comment"].clone(), state["history"].clone());
    assert_eq!(comments(&again.state()), comments(&before));
    let text = again.done(json!({"part": "library", "type": "export"}))["text"].clone();
    assert_eq!(again.done(json!({"part": "library", "type": "import", "text": text}))["errors"], json!([]));
    let after = again.state();
    assert_eq!((after["game"].clone(), comments(&after)), (json!(2), comments(&before)), "{text}");
    assert_eq!(after["result"], before["result"]);
}

#[test]
fn comments_and_values_of_a_turn_are_read() {
    let mut bench = Bench::new();
    let text = "[Variant \"apocalypse\"]\n\n{Secret} 1. a2a3 {bold} a4a3 {bolder [%value 0.250]} *\n\n\
                [Variant \"chess\"]\n\n1. e4 {[%eval 0.31] best} e5 *\n";
    assert_eq!(bench.done(json!({"part": "library", "type": "import", "text": text}))["errors"], json!([]));
    bench.done(json!({"part": "library", "type": "open", "game": 1}));
    let state = bench.state();
    assert_eq!((&state["comment"], &state["history"][0]["comment"]), (&json!("Secret"), &json!("bold bolder")));
    assert_eq!(state["history"][0]["value"], json!({"expected": 0.25}));
    bench.done(json!({"part": "library", "type": "open", "game": 2}));
    let entry = bench.state()["history"][0].clone();
    assert_eq!((&entry["comment"], &entry["value"]), (&json!("best"), &json!({"centipawns": 31})));
}

#[test]
fn old_tags_name_the_strict_game() {
    let mut bench = Bench::new();
    bench.done(humans("insurrection-strict"));
    bench.play("e2e4");
    let text = bench.done(json!({"part": "library", "type": "export"}))["text"].as_str().unwrap().to_owned();
    let strict = "[Variant \"insurrection-strict\"]\n";
    assert!(text.contains(strict), "{text}");
    let of_old = |tag: &str| text.replace(strict, &format!("[Variant \"insurrection\"]\n{tag}\n"));
    let [old, older] = ["[Assassination \"false\"]", "[Rules \"no assassination\"]"].map(of_old);
    let report = bench.done(json!({"part": "library", "type": "import", "text": format!("{text}{old}{older}")}));
    assert_eq!((&report["games"], &report["errors"]), (&json!([2, 3, 4]), &json!([])));
    for game in [2, 3, 4] {
        bench.done(json!({"part": "library", "type": "open", "game": game}));
        assert_eq!(bench.done(json!({"part": "library", "type": "export"}))["text"], json!(text), "game {game}");
    }
}

#[test]
fn player_named_by_a_question_mark_keeps_the_name() {
    let mut bench = Bench::new();
    let text = "[White \"?\"]\n\n1. e4 {[Event \"x\"] is text:\n[Event \"y\"] too} *\n";
    let report = bench.done(json!({"part": "library", "type": "import", "text": text}));
    assert_eq!((&report["games"], &report["errors"]), (&json!([1]), &json!([])));
    bench.done(json!({"part": "library", "type": "open", "game": 1}));
    assert_eq!(bench.state()["names"], json!({"white": "?", "black": "Black"}));
    assert_eq!(bench.state()["history"][0]["comment"], json!("[Event \"x\"] is text: [Event \"y\"] too"));
}

#[test]
fn foreign_pgn_is_read_and_errors_are_reported() {
    let mut bench = Bench::new();
    let text = "[White \"A\"]\n[Black \"B \\\"x\\\"\"]\n\n1. e4! {best} e5 (1... c5 {Sicilian (open)} 2. Nf3) 2.Nf3 $1 Nc6 \
                ; a comment\n3. Bb5 1/2-1/2\n\n[Variant \"Empire\"]\n\n1. Ke9 *\n\n[Variant \"checkers\"]\n\n1. e4 *\n";
    let report = bench.done(json!({"part": "library", "type": "import", "text": text}));
    assert_eq!(report["games"], json!([1]));
    assert_eq!(report["errors"][0], "game 2: move 1: Ke9 is not legal here");
    assert_eq!(report["errors"][1], "game 3: the game 'checkers' is unknown");
    bench.done(json!({"part": "library", "type": "open", "game": 1}));
    let state = bench.state();
    assert_eq!((state["history"].as_array().unwrap().len(), &state["names"]["black"]), (5, &json!("B \"x\"")));
    assert_eq!((&state["history"][0]["comment"], &state["result"]["score"]), (&json!("best"), &json!("1/2-1/2")));
    bench.refused(json!({"part": "library", "type": "import", "text": "  \n "}), "invalid");
}

#[test]
fn variations_are_read_promoted_cut_and_written() {
    let mut bench = Bench::new();
    let text = "1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) (1... Ke9) 2. Nf3 $2 Nc6 *\n";
    bench.done(json!({"part": "library", "type": "import", "text": text}));
    let export = |bench: &mut Bench| {
        let pgn = bench.done(json!({"part": "library", "type": "export"}))["text"].as_str().unwrap().to_owned();
        pgn.split("\n\n").nth(1).unwrap().replace('\n', " ")
    };
    let written = "1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 $2 Nc6 *";
    assert_eq!(export(&mut bench), written);
    let vary = |bench: &mut Bench, variation: Value, ply: usize, text: &str| {
        let request =
            bench.now(json!({"part": "game", "type": "vary", "variation": variation, "ply": ply, "move": text}));
        let answer = bench.done(request);
        (answer["variation"].clone(), answer["ply"].clone())
    };
    // The game, a variation and its variation are followed; a line is extended, another one begins.
    assert_eq!(vary(&mut bench, json!(null), 0, "e2e4"), (json!(null), json!(1)));
    assert_eq!(vary(&mut bench, json!(null), 1, "c7c5"), (json!(0), json!(2)));
    assert_eq!(vary(&mut bench, json!(0), 2, "c2c3"), (json!(1), json!(3)));
    assert_eq!(vary(&mut bench, json!(1), 4, "e4d5"), (json!(1), json!(5)));
    assert_eq!(vary(&mut bench, json!(0), 1, "e7e6"), (json!(2), json!(2)));
    let place = json!({"variation": 1, "ply": 5});
    let view = bench.done(json!({"part": "position", "type": "view", "place": place}));
    assert!(view["fen"].as_str().unwrap().starts_with("rnbqkbnr/pp2pppp/8/2pP4/8/2P5/"), "{view}");
    for change in [
        json!({"type": "comment", "variation": 1, "ply": 2, "text": "quiet"}),
        json!({"type": "glyph", "variation": 1, "ply": 2, "nag": 5}),
    ] {
        let mut request = bench.now(change);
        request["part"] = json!("game");
        bench.done(request);
    }
    let request = bench.now(json!({"part": "game", "type": "promote", "variation": 0}));
    bench.done(request);
    assert_eq!(
        export(&mut bench),
        "1. e4 c5 {Sicilian} (1... e5 2. Nf3 $2 Nc6) (1... e6) 2. Nf3 (2. c3 $5 {quiet} 2... d5 3. exd5) 2... d6 *"
    );
    assert_eq!(bench.state()["history"].as_array().unwrap().len(), 4);
    let request = bench.now(json!({"part": "game", "type": "cut", "variation": 0, "ply": 2}));
    bench.done(request);
    assert!(export(&mut bench).starts_with("1. e4 c5 {Sicilian} (1... e5) (1... e6)"));
    let request = bench.now(json!({"part": "game", "type": "undo"}));
    bench.done(request);
    for bad in [json!({"variation": 9, "ply": 1}), json!({"variation": 0, "ply": 99}), json!({"ply": 4})] {
        let mut request = bench.now(json!({"part": "game", "type": "vary", "move": "a7a6"}));
        request.as_object_mut().unwrap().extend(bad.as_object().unwrap().clone());
        let answer = bench.ask(request);
        assert_eq!(answer["type"], "error", "{answer}");
    }
    bench.done(against_engine("chess"));
    bench.play("e2e4");
    let request = bench.now(json!({"part": "game", "type": "vary", "ply": 0, "move": "d2d4"}));
    bench.refused(request, "illegal");
}

/// Commands that a player types are text, as opposed to values that programs write.
#[test]
fn typed_value_stays_in_its_comment() {
    let mut bench = Bench::new();
    bench.done(humans("chess"));
    bench.play("e2e4");
    bench.play("e7e5");
    let typed = ["[%eval 9.00] wins", "so [%value 0.5] and [%%eval #3]"];
    for (ply, text) in typed.iter().enumerate() {
        let request = bench.now(json!({"part": "game", "type": "comment", "ply": ply, "text": text}));
        bench.done(request);
    }
    let before = bench.state()["history"].clone();
    for values in [true, false] {
        let export = json!({"part": "library", "type": "export", "values": values});
        let text = bench.done(export)["text"].clone();
        assert_eq!(bench.done(json!({"part": "library", "type": "import", "text": text}))["errors"], json!([]));
        assert_eq!(bench.state()["history"], before, "{text}");
    }
    assert_eq!((&before[0]["comment"], &before[0]["value"]), (&json!(typed[0]), &json!(null)));
}

#[cfg(unix)]
#[test]
fn created_files_are_readable_by_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let path = file("private");
    let mut bench = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    bench.done(humans("chess"));
    for end in ["", "-wal", "-shm"] {
        let path = path.with_file_name(format!("games.sqlite{end}"));
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{}", path.display());
    }
}

#[test]
fn file_of_a_later_version_is_refused() {
    let path = file("version");
    drop(Sqlite::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    assert!(Sqlite::open(&path).unwrap_err().to_string().contains("99"));
    let none: Box<dyn Store> = Box::new(Memory::default());
    assert_eq!(none.on_board(), Ok(None));
}

/// Creates a file with a game of Empire (1) and one of chess (2).
fn two_games(name: &str) -> std::path::PathBuf {
    let path = file(name);
    let mut bench = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    bench.done(humans("empire"));
    bench.play("e1e2");
    bench.done(humans("chess"));
    bench.play("e2e4");
    path
}

#[test]
fn damaged_game_is_reported_and_others_load() {
    let path = two_games("damaged");
    let connection = rusqlite::Connection::open(&path).unwrap();
    // Another legal move, which only the checksum detects.
    let changed = connection.execute("UPDATE games SET game = replace(game, 'e1e2', 'd1d2') WHERE id = 1", []).unwrap();
    assert_eq!(changed, 1);
    let store = Sqlite::open(&path).unwrap();
    let error = store.load(1).unwrap_err().to_string();
    assert_eq!(error, "the store failed: game 1 is damaged: its checksum is wrong");
    assert!(store.load(2).unwrap().is_some());
    let mut bench = Bench::with_store(Box::new(store));
    bench.refused(json!({"part": "library", "type": "open", "game": 1}), "storage");
    assert_eq!(bench.done(json!({"part": "library", "type": "list"}))["games"].as_array().unwrap().len(), 2);
    connection.execute("UPDATE games SET listed = replace(listed, 'empire', 'empirf') WHERE id = 1", []).unwrap();
    assert_eq!(
        bench.done(json!({"part": "library", "type": "list"}))["games"].as_array().unwrap().len(),
        1,
        "one cannot be listed"
    );
}

#[test]
fn flipped_bits_never_change_a_loaded_game() {
    let path = two_games("flipped");
    let whole = std::fs::read(&path).unwrap();
    let games = |path: &std::path::Path| {
        let store = Sqlite::open(path)?;
        [1, 2].map(|id| store.load(id)).into_iter().collect::<Result<Vec<_>, _>>()
    };
    let before = games(&path).unwrap();
    let mut random = Random(22);
    let (mut refused, tries) = (0, 60);
    for _ in 0..tries {
        let mut bytes = whole.clone();
        bytes[random.below(whole.len())] ^= 1 << random.below(8);
        let other = file("flipped-copy");
        std::fs::write(&other, bytes).unwrap();
        match games(&other) {
            Ok(after) => assert!(after.iter().zip(&before).all(|(after, before)| after.is_none() || after == before)),
            Err(error) => {
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
                refused += 1;
            }
        }
    }
    assert!((1..tries).contains(&refused), "{refused} of {tries}");
}

#[test]
fn games_of_version_1_get_checksums() {
    let path = two_games("version-1");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("ALTER TABLE games DROP COLUMN sums; DROP TABLE links; PRAGMA user_version = 1").unwrap();
    let store = Sqlite::open(&path).unwrap();
    assert!([1, 2].into_iter().all(|id| matches!(store.load(id), Ok(Some(_)))));
    let sums: i64 = connection.query_row("SELECT count(*) FROM games WHERE sums <> 0", [], |row| row.get(0)).unwrap();
    assert_eq!(sums, 2);
}

#[test]
fn game_of_a_text_is_played_by_the_engine() {
    let mut bench = Bench::new();
    let mut define = |text: &str| bench.ask(json!({"part": "library", "type": "define", "text": text}));
    let refused = define("[by-hand:chess]\nknight = 7\n");
    assert_eq!((&refused["names"], &refused["faults"][0]["line"]), (&json!([]), &json!(2)));
    assert_eq!(define("[by-hand:chess]\ncustomPiece1 = n:NN\n")["names"], json!(["by-hand"]));
    let rules = bench.ask(json!({"part": "learn", "type": "rulesPage", "variant": "by-hand"}));
    assert!(rules["html"].as_str().is_some_and(|html| html.contains("<h2>Checks</h2>")), "{rules}");
    bench.done(against_engine("by-hand"));
    bench.play("e2e4");
    let (_, search) = bench.engines.0.lock().unwrap().pop_front().unwrap();
    assert!(search.definitions.contains("NN"));
    assert_eq!(bench.state()["position"]["board"]["b1"]["drawing"], "letter-n");
}

#[test]
fn measurement_is_reported_until_it_is_done() {
    let mut bench = Bench::new();
    bench.done(json!({"part": "library", "type": "define", "text": "[counted:chess]\nflagPiece = p\n"}));
    let request = json!({"part": "analysis", "type": "measure", "variant": "counted", "other": "chess", "games": 20});
    let first = bench.done(request.clone())["run"].as_u64().unwrap();
    let second = bench.done(request)["run"].as_u64().unwrap();
    let (run, task) = bench.engines.1.lock().unwrap().pop_front().unwrap();
    assert!((run, task.number) == (second, Some(20)) && task.names == ["counted", "chess"], "only one at a time");
    assert!(task.definitions.contains("counted"));
    let report = |share: f64, done| Measurement { share, done, ..Measurement::default() };
    for (run, share, done, is_sent) in
        [(first, 0.1, false, false), (second, 0.5, false, true), (second, 1.0, true, true)]
    {
        bench.session.measured(run, report(share, done));
        let sent = bench.messages(1);
        assert_eq!(sent.len(), usize::from(is_sent));
        assert!(sent.iter().all(|event| event["type"] == "measurement" && event["share"] == share), "{sent:?}");
    }
    bench.session.measured(second, report(1.0, true));
    assert!(bench.messages(1).is_empty(), "it is over");
}

#[test]
fn measurement_ends_with_its_page_or_on_request() {
    let mut bench = Bench::new();
    bench.done(json!({"part": "library", "type": "define", "text": "[counted:chess]\nflagPiece = p\n"}));
    let request = json!({"part": "analysis", "type": "measure", "variant": "counted"});
    bench.done(request.clone());
    bench.done(json!({"part": "analysis", "type": "stopMeasuring"}));
    assert!(bench.engines.1.lock().unwrap().is_empty());
    bench.done(against_engine("counted"));
    bench.play("e2e4");
    bench.engine_plays("e7e5");
    bench.done(request);
    bench.session.gone(1);
    assert!(bench.engines.1.lock().unwrap().is_empty());
}
