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

/// A source without its tests and comments, the imports that only tests have included.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let mut code = String::new();
    for (i, part) in text.split("#[cfg(test)]").enumerate() {
        // The attribute stands before an import or a module in another file, which a semicolon ends.
        let part = if i == 0 { part } else { part.split_once(';').map_or("", |(_, rest)| rest) };
        for line in part.lines() {
            code += line.split("//").next().unwrap();
            code.push('\n');
        }
    }
    code
}

/// The paths that a source imports, each with whether it is passed on, and those that it names in passing.
fn named(code: &str) -> Vec<(String, bool)> {
    let mut named = Vec::new();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let import = statement.rsplit_once("use ").and_then(|(before, tree)| {
            let line = before.rsplit('\n').next().unwrap().trim();
            (line.is_empty() || line.starts_with("pub")).then(|| (line.starts_with("pub"), tree.trim_end_matches(';')))
        });
        match import {
            Some((is_public, tree)) => named.extend(paths(tree).into_iter().map(|path| (path, is_public))),
            None => rest += statement,
        }
    }
    let words = rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    let roots = ["crate::", "super::", "self::"];
    named.extend(
        words.filter(|word| roots.iter().any(|root| word.starts_with(root))).map(|word| (word.to_owned(), false)),
    );
    named
}

/// What each module of a crate uses of its others. What a module passes on from its own children is no use of them.
fn uses(root: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let files = sources(root);
    let modules: BTreeSet<_> = files.iter().map(|file| module(file, root)).collect();
    let mut uses = BTreeMap::new();
    for file in files {
        let (text, here) = (fs::read_to_string(&file).unwrap(), module(&file, root));
        if here.is_empty() || here.split("::").any(|part| part == "tests") {
            continue;
        }
        let mut found = BTreeSet::new();
        for (path, is_public) in named(&code(&text)) {
            let of_children = |to: &Module| is_public && to.starts_with(&format!("{here}::"));
            found.extend(target(&path, &here, &modules).filter(|to| *to != here && !of_children(to)));
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
            let is_meant = MEANT.iter().any(|meant| *meant == (name, module));
            let in_circle = reached(module, &uses).contains(module);
            assert!(in_circle || !is_meant, "{name}::{module} is in no circle any more");
            if in_circle && !is_meant {
                circles.push(format!("{name}::{module}"));
            }
        }
    }
    assert!(circles.is_empty(), "in import circles: {circles:#?}");
}

/// All sources that people read: of the crates, their tests, examples and benchmarks.
fn all_sources() -> Vec<PathBuf> {
    CRATES.iter().chain(&["benches"]).flat_map(|name| sources(&workspace().join(name))).collect()
}

#[test]
fn no_source_file_holds_more_than_one_thing() {
    for file in all_sources() {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines, more than {LONGEST}", file.display());
    }
}

/// Clippy refuses functions of more than 80 lines or more than six parameters (`clippy.toml`), unless they are allowed.
#[test]
fn at_most_one_function_is_allowed_more_than_six_parameters_and_none_more_than_eighty_lines() {
    let marks = ["too_many_arguments", "too_many_lines"].map(|lint| format!("clippy::{lint}"));
    let [parameters, lines] = marks.map(|mark| {
        let holds = |file: &PathBuf| fs::read_to_string(file).unwrap().matches(&mark).count();
        all_sources().iter().map(holds).sum::<usize>()
    });
    assert!(parameters <= 1, "{parameters} functions are allowed more than six parameters");
    assert_eq!(lines, 0, "functions of more than 80 lines");
}

#[test]
fn imports_and_paths_in_passing_are_found_and_tests_passed_over() {
    let source = "pub use a::B;\n#[cfg(test)]\nmod tests;\nuse crate::{c, d::E}; // use crate::no;\nfn f() { super::g::h(); }\n\
                  #[cfg(test)]\nmod tests {\n    use super::*;\n}";
    let found = named(&code(source));
    let expected = [("a::B", true), ("crate::c", false), ("crate::d::E", false), ("super::g::h", false)];
    assert_eq!(found, expected.map(|(path, is_public)| (path.to_owned(), is_public)));
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
