//! The form of the source: no file holds too much, and the modules of a crate use each other in one direction.

#![allow(clippy::unwrap_used, reason = "a source that cannot be read is a test that failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const CRATES: [&str; 8] = ["movegen", "eval", "engine", "apocalypse", "protocol", "arena", "board", "tuning"];
const LONGEST: usize = 450;

/// The one circle that is meant: the defaults of `Variant` are chess, and chess is played on a `Position<V>`.
const MEANT: [(&str, &str); 4] =
    [("movegen", "variant"), ("movegen", "position"), ("movegen", "notation"), ("movegen", "orthodox")];

/// Circles that are still to be taken apart. The list only ever gets shorter.
const NOT_YET: [(&str, &str); 14] = [
    ("engine", "limits"),
    ("engine", "time"),
    ("protocol", "terminal"),
    ("protocol", "terminal::arguments"),
    ("protocol", "terminal::command"),
    ("protocol", "terminal::console"),
    ("protocol", "terminal::saved"),
    ("protocol", "terminal::session"),
    ("board", "messages::choices"),
    ("board", "messages::state"),
    ("board", "rules::both"),
    ("board", "rules::gamble"),
    ("board", "session::look"),
    ("board", "session::review"),
];

type Module = String;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files.extend(sources(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    files
}

/// `orthodox::play` for `orthodox/play.rs`, `orthodox` for `orthodox/mod.rs`; the root of the crate is empty.
fn module(file: &Path, root: &Path) -> Module {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let mut parts: Vec<_> = path.iter().map(|part| part.to_str().unwrap()).collect();
    if matches!(parts.last(), Some(&("mod" | "lib" | "main"))) {
        parts.pop();
    }
    parts.join("::")
}

/// The paths of `a::{b, c::{d, e}}`.
fn paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, inside)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let inside = inside.strip_suffix('}').unwrap();
    let mut depth = 0;
    let branches = inside.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    branches
        .filter(|branch| !branch.trim().is_empty())
        .flat_map(|branch| paths(&format!("{before}{}", branch.trim())))
        .collect()
}

/// The module of the crate that a path of a `use` in `module` names or begins with, without the root.
fn target(path: &str, module: &str, modules: &BTreeSet<Module>) -> Option<Module> {
    let mut here: Vec<_> = module.split("::").filter(|part| !part.is_empty()).collect();
    let mut parts = path.split("::").map(str::trim).peekable();
    match *parts.peek()? {
        "crate" => here.clear(),
        "self" | "super" => {}
        // The name of a child, or of another crate.
        first => return target(&format!("self::{path}"), module, modules).filter(|found| found.contains(first)),
    }
    for part in parts.by_ref().skip_while(|&part| part == "crate" || part == "self") {
        match part {
            "super" => drop(here.pop()),
            name => here.push(name),
        }
    }
    (1..=here.len()).rev().map(|length| here[..length].join("::")).find(|candidate| modules.contains(candidate))
}

/// What each module of a crate uses of its others. What a module passes on from its own children is no use of them.
fn uses(root: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let files = sources(root);
    let modules: BTreeSet<_> = files.iter().map(|file| module(file, root)).collect();
    let mut uses = BTreeMap::new();
    for file in files {
        let (text, here) = (fs::read_to_string(&file).unwrap(), module(&file, root));
        if here.is_empty() || here.ends_with("tests") {
            continue;
        }
        let text = text.split("#[cfg(test)]").next().unwrap();
        let mut found = BTreeSet::new();
        for statement in text.split(';').filter_map(|text| text.rsplit_once("use ")) {
            let (before, tree) = statement;
            let line = before.rsplit('\n').next().unwrap();
            if !line.trim().is_empty() && !line.trim().starts_with("pub") {
                continue;
            }
            let of_children = |to: &Module| line.trim().starts_with("pub") && to.starts_with(&format!("{here}::"));
            let used = paths(tree).into_iter().filter_map(|path| target(&path, &here, &modules));
            found.extend(used.filter(|to| *to != here && !of_children(to)));
        }
        uses.insert(here, found);
    }
    uses
}

/// All modules that can be reached from one by uses.
fn reached(from: &str, uses: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut reached, mut waiting) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(module) = waiting.pop() {
        for next in uses.get(&module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                waiting.push(next.clone());
            }
        }
    }
    reached
}

#[test]
fn modules_use_each_other_in_one_direction() {
    let mut circles = Vec::new();
    for name in CRATES {
        let uses = uses(&workspace().join(name).join("src"));
        assert!(uses.len() > 5, "{name} has no modules");
        for module in uses.keys() {
            let is_listed = MEANT.iter().chain(&NOT_YET).any(|listed| *listed == (name, module));
            let in_circle = reached(module, &uses).contains(module);
            assert!(in_circle || !is_listed, "{name}::{module} is in no circle any more: strike it off the list");
            if in_circle && !is_listed {
                circles.push(format!("{name}::{module}"));
            }
        }
    }
    assert!(circles.is_empty(), "in import circles: {circles:#?}");
}

#[test]
fn no_source_file_holds_more_than_one_thing() {
    for file in CRATES.iter().flat_map(|name| sources(&workspace().join(name).join("src"))) {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines, more than {LONGEST}", file.display());
    }
}

#[test]
fn trees_of_uses_are_taken_apart() {
    assert_eq!(paths("a::{b, c::{d as x, e}, self}"), ["a::b", "a::c::d", "a::c::e", "a::self"]);
    let modules = ["a", "a::b", "c"].map(str::to_owned).into();
    for (path, from, to) in [
        ("super::c", "a", Some("c")),
        ("super::Thing", "a::b", Some("a")),
        ("crate::a::b::Thing", "c", Some("a::b")),
        ("b::Thing", "a", Some("a::b")),
        ("std::fmt", "a", None),
    ] {
        assert_eq!(target(path, from, &modules).as_deref(), to, "{path} in {from}");
    }
}
