//! The rules pages in `gamedata`: their positions, moves, games, pictures and answers.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read is a test that failed")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use common::Engine;
use movegen::variants::NAMES;

/// Returns the path of a game's file.
fn path(game: &str, file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../gamedata/games").join(game).join(file)
}

fn read(game: &str, file: &str) -> String {
    fs::read_to_string(path(game, file)).unwrap_or_else(|error| panic!("{game}/{file}: {error}"))
}

/// Returns the games that have their own rules page.
fn described() -> impl Iterator<Item = &'static str> {
    let described: Vec<_> = NAMES.into_iter().filter(|game| path(game, "rules.md").is_file()).collect();
    assert!(described.len() >= 6, "pages only of {described:?}");
    described.into_iter()
}

fn page(game: &str) -> String {
    read(game, "rules.md")
}

/// Returns the FEN and the result that `d` prints after moves. Panics if a move or the FEN is rejected.
fn played(engine: &mut Engine, game: &str, fen: &str, moves: &str) -> (String, String) {
    let fen = if fen == "startpos" { fen.to_owned() } else { format!("fen {fen}") };
    let position = format!("setoption name UCI_Variant value {game}\nposition {fen} moves {moves}");
    let errors = engine.ask(&position).into_iter().filter(|line| line.contains("error"));
    assert_eq!(errors.collect::<Vec<_>>(), Vec::<String>::new(), "{game}, {fen}, {moves}");
    (engine.field("Fen"), engine.field("Result"))
}

/// A line of a game's list of pictures: folder and name, game and FEN.
struct Picture {
    name: String,
    game: String,
    fen: String,
}

fn picture(folder: &str, line: &str) -> Picture {
    let mut words = line.splitn(3, ' ');
    let mut next = || words.next().unwrap_or_else(|| panic!("no picture: {line}"));
    let (name, game, rest) = (format!("{folder}/{}", next()), next().to_owned(), next());
    // A FEN is quoted, `startpos` is not.
    let fen = rest.strip_prefix('\'').map_or(rest.split(' ').next(), |quoted| quoted.split('\'').next());
    Picture { name, game, fen: fen.unwrap().to_owned() }
}

/// Returns all pictures, and for each comment about moves its name, the moves and the result.
fn pictures() -> (Vec<Picture>, Vec<[String; 3]>) {
    let (mut drawn, mut moves) = (Vec::new(), Vec::new());
    for folder in described() {
        let text = read(folder, "pictures/diagrams.txt");
        drawn.extend(
            text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| picture(folder, line)),
        );
        let comments = text.lines().filter_map(|line| line.strip_prefix("# ")?.split_once(": "));
        for (name, rest) in comments.filter(|(name, _)| !name.contains(char::is_whitespace)) {
            let (made, result) = rest.split_once("  ").unwrap_or((rest, "*"));
            moves.push([format!("{folder}/{name}"), made.to_owned(), result.to_owned()]);
        }
    }
    (drawn, moves)
}

/// Returns the section of a page with this anchor, without bold and italic marks and with single spaces.
fn section(page: &str, anchor: &str) -> String {
    let anchor_of = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-');
        kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    };
    let mut inside = false;
    let mut kept = Vec::new();
    for line in page.lines() {
        if line.starts_with('#') {
            inside = anchor_of(line) == anchor;
        } else if inside {
            kept.extend(line.split_whitespace());
        }
    }
    assert!(!kept.is_empty(), "no section {anchor}");
    plain(&kept.join(" "))
}

fn plain(text: &str) -> String {
    text.replace(['*', '\u{2019}'], "")
}

#[test]
fn pictures_show_valid_positions_of_their_game() {
    let mut engine = Engine::start();
    for Picture { name, game, fen } in pictures().0 {
        let (read, _) = played(&mut engine, &game, &fen, "");
        assert!(fen == "startpos" || read == fen, "{name}: {fen} is read as {read}");
    }
}

#[test]
fn moves_between_pictures_are_legal() {
    let mut engine = Engine::start();
    let (pictures, moves) = pictures();
    for [name, moves, result] in &moves {
        let named: Vec<&Picture> = pictures.iter().filter(|picture| picture.name == *name).collect();
        let [before, after] = named[..] else { panic!("{} pictures {name}", named.len()) };
        let led_to = played(&mut engine, &before.game, &before.fen, moves);
        assert_eq!(led_to, (after.fen.clone(), result.clone()), "{name}");
    }
    let names: BTreeSet<&String> = pictures.iter().map(|picture| &picture.name).collect();
    assert_eq!(pictures.len() - names.len(), moves.len(), "every pair of pictures has its moves");
}

#[test]
fn listed_pictures_match_pictures_on_pages() {
    let mut shown = BTreeSet::new();
    for game in described() {
        for link in page(game).split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let link = link.strip_prefix("../").map_or_else(|| format!("{game}/{link}"), str::to_owned);
            let Some((owner, name)) = link.strip_suffix(".svg").and_then(|link| link.split_once("/pictures/")) else {
                continue;
            };
            assert!(path(owner, &format!("pictures/{name}.svg")).is_file(), "{link}");
            shown.insert(format!("{owner}/{name}"));
        }
    }
    let listed = pictures().0.into_iter().map(|picture| picture.name).collect::<BTreeSet<_>>();
    assert_eq!(listed, shown);
}

#[test]
fn example_game_is_legal_and_has_stated_result() {
    let mut engine = Engine::start();
    for game in described() {
        let page = page(game);
        let example = page.split("\n## A game\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
        let lines = example.split("```").skip(1).step_by(2).flat_map(str::lines).filter(|line| !line.is_empty());
        let (turns, ends): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.get(2..3) == Some("."));
        let is_move = |word: &&str| word.len() >= 4 && word.as_bytes()[0].is_ascii_lowercase() && *word != "mate";
        for (number, turn) in (1..).zip(&turns) {
            assert!(turn.trim_start().starts_with(&format!("{number}. ")), "{game}: {turn}");
        }
        let moves = turns.iter().flat_map(|turn| turn.split_whitespace().skip(1)).filter(is_move);
        let moves = moves.collect::<Vec<_>>().join(" ");
        assert_eq!(vec![played(&mut engine, game, "startpos", &moves).1.as_str()], ends, "{game}: {moves}");
    }
}

#[test]
fn ten_questions_cite_phrases_of_their_sections() {
    for game in described() {
        let asked = read(game, "questions.md");
        let places = asked.split("](").skip(1).collect::<Vec<_>>();
        assert_eq!(places.len(), 10, "{game}");
        for (number, place) in (1..).zip(places) {
            assert!(asked.contains(&format!("\n{number}. ")), "{game}: no question {number}");
            let (link, phrase) = place.split_once("): \"").unwrap_or_else(|| panic!("{game}, {number}: {place}"));
            let phrase = phrase.split('"').next().unwrap();
            let (file, anchor) = link.split_once('#').unwrap();
            assert_eq!(file, "rules.md", "question {number}");
            let section = section(&page(game), anchor);
            assert!(section.contains(phrase), "{game}, {number}: '{phrase}' is not in: {section}");
        }
    }
}

#[test]
fn option_table_matches_answer_to_uci() {
    let values_of = |words: &[&str]| match words {
        ["spin", "default", default, "min", min, "max", max] => format!("{min} to {max}, default {default}"),
        ["check", ..] => "true, false".to_owned(),
        ["button"] => "button".to_owned(),
        ["combo", ..] => "a game".to_owned(),
        _ => "a file".to_owned(),
    };
    let mut engine = Engine::start();
    engine.send("uci");
    let answer = engine.until("uciok");
    let lines = answer.iter().filter_map(|line| line.strip_prefix("option name ")?.split_once(" type "));
    let options: BTreeMap<_, _> =
        lines.map(|(name, rest)| (name.to_owned(), values_of(&rest.split(' ').collect::<Vec<_>>()))).collect();
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md")).unwrap();
    let table = page.split("\n## ").find(|section| section.starts_with("Options\n")).unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let listed: BTreeMap<_, _> = rows
        .map(|(name, rest)| (name.to_owned(), rest.split(" |").next().unwrap().replace("a folder", "a file")))
        .collect();
    assert_eq!(listed, options);
}
