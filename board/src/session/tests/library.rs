//! Stored games: kept at every move, found, written and read as PGN.

use serde_json::json;

use super::{Bench, every_move, humans};
use crate::rules;
use crate::store::{Change, Changes, Journal, Sqlite, Store};
use engine::bench::Random;
use movegen::Color;

fn file(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("upheaval-board-{}-{name}", std::process::id()));
    // Numbers of processes come again, and with them what an earlier one has left.
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path.join("games.sqlite")
}

/// What a killed process leaves is what stands in the file: the first store is never closed.
#[test]
fn a_killed_program_loses_no_move() {
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

/// A store made of what was taken away to be kept: the last text of each game, and the last number on the board.
fn store_after(changes: &Changes) -> Journal {
    let (mut games, mut on_board) = (std::collections::BTreeMap::new(), None);
    for change in changes.take() {
        match change {
            Change::Game(id, text) => drop(games.insert(id, text)),
            Change::Deleted(id) => drop(games.remove(&id)),
            Change::OnBoard(id) => on_board = Some(id),
        }
    }
    Journal::new(games, on_board)
}

#[test]
fn a_journal_gives_back_every_game_that_was_not_deleted() {
    let journal = Journal::default();
    let changes = journal.changes();
    let mut bench = Bench::with_store(Box::new(journal));
    bench.done(humans("chess"));
    bench.done(humans("apocalypse"));
    let choose = bench.now(json!({"to": "game", "type": "play", "side": "white", "move": "a2a3"}));
    bench.done(choose);
    bench.done(json!({"to": "library", "type": "delete", "game": 1}));
    let before = bench.state();
    let mut again = Bench::with_store(Box::new(store_after(&changes)));
    let after = again.state();
    for part in ["game", "position", "chosen", "players"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(again.done(json!({"to": "library", "type": "list"}))["total"], json!(1));
}

#[test]
fn a_spoilt_game_of_a_journal_is_left_alone() {
    let journal = Journal::new([(7, "{".to_owned())], Some(7));
    let changes = journal.changes();
    let mut bench = Bench::with_store(Box::new(journal));
    assert_eq!(bench.state(), json!(null));
    bench.done(humans("chess"));
    assert!(changes.take().iter().all(|change| !matches!(change, Change::Game(7, _) | Change::Deleted(_))));
}

#[test]
fn games_are_found_by_everything_that_can_be_asked_for() {
    let path = file("found");
    let memory = Bench::new();
    let sqlite = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    let journal = Bench::with_store(Box::new(Journal::default()));
    for mut bench in [memory, sqlite, journal] {
        let mut ada = humans("empire");
        ada["white"]["name"] = json!("Ada");
        bench.done(ada);
        bench.play("e1e2");
        let fen = bench.state()["position"]["fen"].clone();
        bench.play("e7e5");
        let resign = bench.now(json!({"to": "game", "type": "resign", "side": "black"}));
        bench.done(resign);
        bench.done(humans("chess"));
        let mut found = |request: serde_json::Value| {
            let mut request = request;
            request["to"] = json!("library");
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
        let listed = bench.done(json!({"to": "library", "type": "list", "variant": "empire"}))["games"][0].clone();
        assert_eq!((&listed["white"], &listed["opening"]), (&json!("Ada"), &json!("1. Ke2 e5")));
        bench.refused(json!({"to": "library", "type": "delete", "game": 2}), "illegal");
        bench.done(json!({"to": "library", "type": "open", "game": 1}));
        bench.done(json!({"to": "library", "type": "delete", "game": 2}));
        bench.refused(json!({"to": "library", "type": "open", "game": 2}), "unknown");
    }
}

/// Random games of every game, written and read again, are the same games.
#[test]
fn what_is_exported_can_be_imported() {
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
                let play = bench.now(json!({"to": "game", "type": "play", "side": side, "move": m}));
                bench.done(play);
            }
        }
        let before = bench.state();
        let text = bench.done(json!({"to": "library", "type": "export"}))["text"].as_str().unwrap().to_owned();
        let report = bench.done(json!({"to": "library", "type": "import", "text": text}));
        assert_eq!((&report["games"], &report["errors"]), (&json!([2]), &json!([])), "{text}");
        let after = bench.state();
        assert_eq!((&after["game"], &after["position"]), (&json!(2), &before["position"]));
        let again = bench.done(json!({"to": "library", "type": "export"}))["text"].as_str().unwrap().to_owned();
        assert_eq!(again, text);
    }
}

/// Comments of a reader's own, on a move, on the last one of a game that is over, and on the game.
#[test]
fn comments_are_kept_with_the_game_and_travel_with_its_pgn() {
    let path = file("comments");
    let mut bench = Bench::with_store(Box::new(Sqlite::open(&path).unwrap()));
    bench.done(humans("chess"));
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        bench.play(text);
    }
    let say = |bench: &mut Bench, ply: serde_json::Value, text: &str| {
        let request = bench.now(json!({"to": "game", "type": "comment", "ply": ply, "text": text}));
        bench.done(request);
    };
    say(&mut bench, json!(null), "The {shortest} game");
    say(&mut bench, json!(0), "weakens\n  the king");
    say(&mut bench, json!(2), "to be taken back");
    say(&mut bench, json!(2), " ");
    say(&mut bench, json!(3), "checkmate");
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
    let told = |state: &serde_json::Value| (state["comment"].clone(), state["history"].clone());
    assert_eq!(told(&again.state()), told(&before), "comments are kept");
    let text = again.done(json!({"to": "library", "type": "export"}))["text"].clone();
    assert_eq!(again.done(json!({"to": "library", "type": "import", "text": text}))["errors"], json!([]));
    let after = again.state();
    assert_eq!((after["game"].clone(), told(&after)), (json!(2), told(&before)), "{text}");
    assert_eq!(after["result"], before["result"]);
}

#[test]
fn comments_on_both_choices_of_a_turn_and_values_are_read() {
    let mut bench = Bench::new();
    let text = "[Variant \"apocalypse\"]\n\n{Secret} 1. a2a3 {bold} a4a3 {bolder [%value 0.250]} *\n\n\
                [Variant \"chess\"]\n\n1. e4 {[%eval 0.31] best} e5 *\n";
    assert_eq!(bench.done(json!({"to": "library", "type": "import", "text": text}))["errors"], json!([]));
    bench.done(json!({"to": "library", "type": "open", "game": 1}));
    let state = bench.state();
    assert_eq!((&state["comment"], &state["history"][0]["comment"]), (&json!("Secret"), &json!("bold bolder")));
    assert_eq!(state["history"][0]["value"], json!({"expected": 0.25}));
    bench.done(json!({"to": "library", "type": "open", "game": 2}));
    let entry = bench.state()["history"][0].clone();
    assert_eq!((&entry["comment"], &entry["value"]), (&json!("best"), &json!({"centipawns": 31})));
}

#[test]
fn old_tags_name_the_strict_game() {
    let mut bench = Bench::new();
    bench.done(humans("insurrection-strict"));
    bench.play("e2e4");
    let text = bench.done(json!({"to": "library", "type": "export"}))["text"].as_str().unwrap().to_owned();
    let strict = "[Variant \"insurrection-strict\"]\n";
    assert!(text.contains(strict), "{text}");
    let of_old = |tag: &str| text.replace(strict, &format!("[Variant \"insurrection\"]\n{tag}\n"));
    let [old, older] = ["[Assassination \"false\"]", "[Rules \"no assassination\"]"].map(of_old);
    let report = bench.done(json!({"to": "library", "type": "import", "text": format!("{text}{old}{older}")}));
    assert_eq!((&report["games"], &report["errors"]), (&json!([2, 3, 4]), &json!([])));
    for game in [2, 3, 4] {
        bench.done(json!({"to": "library", "type": "open", "game": game}));
        assert_eq!(bench.done(json!({"to": "library", "type": "export"}))["text"], json!(text), "game {game}");
    }
}

#[test]
fn what_others_write_is_read_and_what_is_wrong_is_told() {
    let mut bench = Bench::new();
    let text = "[White \"A\"]\n[Black \"B \\\"x\\\"\"]\n\n1. e4! {best} e5 (1... c5 {Sicilian (open)} 2. Nf3) 2.Nf3 $1 Nc6 \
                ; a comment\n3. Bb5 1/2-1/2\n\n[Variant \"Empire\"]\n\n1. Ke9 *\n\n[Variant \"checkers\"]\n\n1. e4 *\n";
    let report = bench.done(json!({"to": "library", "type": "import", "text": text}));
    assert_eq!(report["games"], json!([1]));
    assert_eq!(report["errors"][0], "game 2: ply 1: 'Ke9' is not a move");
    assert_eq!(report["errors"][1], "game 3: no game is called 'checkers'");
    bench.done(json!({"to": "library", "type": "open", "game": 1}));
    let state = bench.state();
    assert_eq!((state["history"].as_array().unwrap().len(), &state["names"]["black"]), (5, &json!("B \"x\"")));
    assert_eq!((&state["history"][0]["comment"], &state["result"]["score"]), (&json!("best"), &json!("1/2-1/2")));
    bench.refused(json!({"to": "library", "type": "import", "text": "  \n "}), "invalid");
}

#[test]
fn a_file_of_another_shape_is_left_alone() {
    let path = file("shape");
    drop(Sqlite::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    assert!(Sqlite::open(&path).unwrap_err().to_string().contains("shape 99"));
    let none: Box<dyn Store> = Box::new(crate::store::Memory::default());
    assert_eq!(none.on_board(), Ok(None));
}

/// A file with a game of Empire (1) and one of chess (2).
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
fn a_damaged_game_is_told_of_and_the_others_are_there() {
    let path = two_games("damaged");
    let connection = rusqlite::Connection::open(&path).unwrap();
    // Another legal move, as a flipped bit may make it: nothing but the sum can tell.
    let changed = connection.execute("UPDATE games SET game = replace(game, 'e1e2', 'd1d2') WHERE id = 1", []).unwrap();
    assert_eq!(changed, 1);
    let store = Sqlite::open(&path).unwrap();
    let error = store.load(1).unwrap_err().to_string();
    assert_eq!(error, "the store failed: game 1 is damaged: its checksum does not fit");
    assert!(store.load(2).unwrap().is_some());
    let mut bench = Bench::with_store(Box::new(store));
    bench.refused(json!({"to": "library", "type": "open", "game": 1}), "storage");
    assert_eq!(bench.done(json!({"to": "library", "type": "list"}))["games"].as_array().unwrap().len(), 2);
    connection.execute("UPDATE games SET listed = replace(listed, 'empire', 'empirf') WHERE id = 1", []).unwrap();
    assert_eq!(
        bench.done(json!({"to": "library", "type": "list"}))["games"].as_array().unwrap().len(),
        1,
        "one cannot be listed"
    );
}

#[test]
fn a_file_with_flipped_bits_is_refused_or_gives_only_games_that_were_stored() {
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
fn games_of_the_first_shape_get_their_checksums() {
    let path = two_games("first-shape");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("ALTER TABLE games DROP COLUMN sums; PRAGMA user_version = 1").unwrap();
    let store = Sqlite::open(&path).unwrap();
    assert!([1, 2].into_iter().all(|id| matches!(store.load(id), Ok(Some(_)))));
    let sums: i64 = connection.query_row("SELECT count(*) FROM games WHERE sums <> 0", [], |row| row.get(0)).unwrap();
    assert_eq!(sums, 2);
}
