//! Reads the folders in `games` and writes one table per kind of file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;

/// `game.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    title: String,
    summary: String,
    #[serde(default)]
    about: String,
    #[serde(default)]
    aliases: Vec<String>,
    base: Option<String>,
    #[serde(default)]
    inherits_endgames: bool,
    ladder: Option<Ladder>,
    #[serde(default)]
    pieces: Vec<Piece>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ladder {
    strengths: [u32; 9],
    elo: [u32; 10],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    letter: char,
    name: String,
    black: Option<String>,
    moves: String,
}

/// Kinds of text files: name of the table, name of the file.
const TEXTS: [(&str, &str); 6] = [
    ("TEXT_NETWORKS", "network.txt"),
    ("WEIGHTS", "weights.txt"),
    ("BENCH", "bench.epd"),
    ("BOOKS", "book.txt"),
    ("LESSONS", "lessons.json"),
    ("RULES", "rules.md"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=games");
    if let Err(error) = write_tables() {
        println!("cargo::error={error}");
    }
}

fn write_tables() -> Result<(), String> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).ok_or(format!("{name} is not set"));
    let games = read_games(&folder("CARGO_MANIFEST_DIR")?.join("games"))?;
    let mut tables = manifests(&games)?;
    tables += &files("NETWORKS", "&[u8]", "include_bytes", "network.net", &games);
    tables += &files("ENDGAMES", "&[u8]", "include_bytes", "endings.endgames", &games);
    for (table, file) in TEXTS {
        tables += &files(table, "&str", "include_str", file, &games);
    }
    tables += &puzzles(&games)?;
    tables += &pictures(&games)?;
    let out = folder("OUT_DIR")?.join("tables.rs");
    fs::write(&out, tables).map_err(|error| format!("cannot write '{}': {error}", out.display()))
}

/// The games by name, each with its folder.
type Games = BTreeMap<String, (PathBuf, Manifest)>;

fn read_games(folder: &Path) -> Result<Games, String> {
    let mut games = Games::new();
    for path in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        let name = file_name(&path);
        let file = path.join("game.toml");
        let text = fs::read_to_string(&file).map_err(|error| format!("cannot read '{}': {error}", file.display()))?;
        let manifest = toml::from_str(&text).map_err(|error| format!("'{}': {error}", file.display()))?;
        games.insert(name, (path, manifest));
    }
    for (name, (_, manifest)) in &games {
        let mut base = manifest.base.as_deref();
        for _ in 0..games.len() {
            let Some(known) = base else { break };
            let (_, next) = games.get(known).ok_or(format!("{name}/game.toml: there is no game '{known}'"))?;
            base = next.base.as_deref();
        }
        if base.is_some() {
            return Err(format!("{name}/game.toml: the games' bases form a circle"));
        }
    }
    Ok(games)
}

fn manifests(games: &Games) -> Result<String, String> {
    let mut table = format!("static GAMES: [Game; {}] = [\n", games.len());
    for (name, (_, manifest)) in games {
        let Manifest { title, summary, about, aliases, base, inherits_endgames, ladder, pieces } = manifest;
        let ladder = ladder.as_ref().map(|Ladder { strengths, elo }| {
            if strengths.is_sorted_by(|low, high| low < high) && elo.is_sorted_by(|low, high| low < high) {
                Ok(format!("Ladder {{ strengths: {strengths:?}, elo: {elo:?} }}"))
            } else {
                Err(format!("{name}/game.toml: the numbers of the ladder must rise"))
            }
        });
        let ladder = ladder.transpose()?.map_or("None".to_owned(), |ladder| format!("Some({ladder})"));
        let piece = |Piece { letter, name, black, moves }: &Piece| {
            let names = [name, black.as_ref().unwrap_or(name)];
            format!("Piece {{ letter: {letter:?}, names: {names:?}, moves: {moves:?} }}, ")
        };
        let pieces: String = pieces.iter().map(piece).collect();
        let _ = writeln!(
            table,
            "Game {{ name: {name:?}, title: {title:?}, summary: {summary:?}, about: {about:?}, aliases: &{aliases:?}, \
             base: {base:?}, inherits_endgames: {inherits_endgames}, network_owner: {:?}, ladder: {ladder}, pieces: &[{pieces}] }},",
            network_owner(games, name)
        );
    }
    Ok(table + "];\n")
}

/// The game whose network a game uses: itself or the nearest base that has one.
fn network_owner<'a>(games: &'a Games, name: &'a str) -> Option<&'a str> {
    let bases = std::iter::successors(Some(name), |name| games.get(*name)?.1.base.as_deref());
    bases.into_iter().find(|name| games.get(*name).is_some_and(|(path, _)| path.join("network.net").is_file()))
}

fn files(table: &str, content: &str, include: &str, file: &str, games: &Games) -> String {
    let mut lines = String::new();
    for (name, (path, _)) in games {
        let path = path.join(file);
        if path.is_file() {
            let _ = writeln!(lines, "({name:?}, {include}!({path:?})),");
        }
    }
    format!("static {table}: &[(&str, {content})] = &[\n{lines}];\n")
}

/// The puzzles, except in a browser, which loads those of a game when they are needed; and the number of each game's.
fn puzzles(games: &Games) -> Result<String, String> {
    let mut counts = "static PUZZLE_COUNTS: &[(&str, usize)] = &[\n".to_owned();
    for (name, (path, _)) in games {
        let path = path.join("puzzles.epd");
        if path.is_file() {
            let text =
                fs::read_to_string(&path).map_err(|error| format!("cannot read '{}': {error}", path.display()))?;
            let _ = writeln!(counts, "({name:?}, {}),", text.lines().count());
        }
    }
    let none = Games::new();
    let is_browser = env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm");
    let texts = files("PUZZLES", "&str", "include_str", "puzzles.epd", if is_browser { &none } else { games });
    Ok(texts + &counts + "];\n")
}

fn pictures(games: &Games) -> Result<String, String> {
    let mut table = "static PICTURES: &[(&str, &str, &str)] = &[\n".to_owned();
    for (name, (path, _)) in games {
        let folder = path.join("pictures");
        let found = if folder.is_dir() { entries(&folder)? } else { Vec::new() };
        for path in found.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "svg")) {
            let _ = writeln!(table, "({name:?}, {:?}, include_str!({path:?})),", file_name(&path));
        }
    }
    Ok(table + "];\n")
}

/// The entries of a folder in alphabetical order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("cannot read '{}': {error}", folder.display());
    let found = fs::read_dir(folder).map_err(unreadable)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = found.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}
