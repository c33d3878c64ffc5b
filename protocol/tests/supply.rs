//! What the project is built from: every library has its reason in docs/architecture.md, and all that the libraries bring along
//! has a licence that deny.toml allows.

#![allow(clippy::unwrap_used, reason = "a manifest that cannot be read is a test that failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap()
}

/// The crates that a manifest asks for, whatever for; those of the workspace are named by their folder.
fn asked_for(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_list = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            is_list = line.ends_with("dependencies]") && !line.starts_with("[workspace");
        } else if is_list && let Some((name, what)) = line.split_once('=') {
            let name = name.trim().trim_end_matches(".workspace");
            if !name.starts_with('#') && !what.contains("path =") {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

/// The members of the workspace, the programs of libFuzzer and the Python package, by their manifests.
fn manifests() -> Vec<String> {
    let root = read("Cargo.toml");
    let (_, list) = root.split_once("members = [").unwrap();
    let members = list.split(']').next().unwrap().split(',').map(|name| name.trim().trim_matches('"'));
    members
        .filter(|name| !name.is_empty())
        .chain(["fuzz", "python"])
        .map(|member| read(&format!("{member}/Cargo.toml")))
        .collect()
}

#[test]
fn every_dependency_has_its_reason_in_the_architecture_and_none_is_told_of_that_is_not_used() {
    let root = read("Cargo.toml");
    let own: BTreeSet<&str> = root
        .lines()
        .filter(|line| line.contains("path = "))
        .filter_map(|line| Some(line.split_once(" =")?.0))
        .collect();
    let used: BTreeSet<String> =
        manifests().iter().flat_map(|text| asked_for(text)).filter(|name| !own.contains(name.as_str())).collect();
    assert!(used.len() > 20, "{used:?}");
    let page = read("docs/architecture.md");
    let (_, section) = page.split_once("## Dependencies\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
    let mut told = BTreeSet::new();
    for (names, reason) in rows {
        assert!(reason.len() > 5, "{names}: {reason}");
        told.extend(names.split(", ").map(|name| name.trim_matches('`').to_owned()));
    }
    assert_eq!(told, used);
}

#[test]
fn what_the_workspace_lists_is_asked_for_by_a_member() {
    let root = read("Cargo.toml");
    let (_, list) = root.split_once("[workspace.dependencies]\n").unwrap();
    let listed: BTreeSet<&str> =
        list.split("\n\n").next().unwrap().lines().filter_map(|line| Some(line.split_once('=')?.0.trim())).collect();
    let used: BTreeSet<String> = manifests().iter().flat_map(|text| asked_for(text)).collect();
    for name in listed {
        assert!(used.contains(name), "nobody asks for '{name}'");
    }
}

/// Whether an expression of licences can be met with those allowed: one of several, or all of several.
fn is_allowed(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    expression.split(" AND ").all(|part| {
        let part = part.trim_matches(['(', ')']).replace('/', " OR ");
        part.split(" OR ").any(|licence| allowed.contains(licence.trim().trim_matches(['(', ')'])))
    })
}

#[test]
fn whatever_is_compiled_has_a_licence_that_is_allowed() {
    let deny = read("deny.toml");
    let (_, list) = deny.split_once("allow = [").unwrap();
    let allowed: BTreeSet<&str> =
        list.split(']').next().unwrap().split(',').map(|name| name.trim().trim_matches('"')).collect();
    // What nothing of this host needs may not be here yet: then cargo fetches it, as it does for a build.
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--workspace", "--locked", "--prefix", "none", "--format", "{p}|{l}"])
        .current_dir(workspace())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let licences: BTreeMap<&str, &str> = told
        .lines()
        .filter_map(|line| line.split_once('|'))
        .map(|(name, l)| (name, l.trim_end_matches(" (*)")))
        .collect();
    assert!(licences.len() > 50, "{told}{}", String::from_utf8_lossy(&output.stderr));
    let refused: Vec<_> = licences.iter().filter(|(_, licence)| !is_allowed(licence, &allowed)).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn licences_are_chosen_or_all_needed() {
    let allowed = ["MIT", "Zlib", "Unicode-3.0"].into();
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("Unlicense/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(GPL-2.0 OR Apache-2.0) AND Unicode-3.0", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}
