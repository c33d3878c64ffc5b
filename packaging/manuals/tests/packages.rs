//! Checks that the packages agree with the contents of the repository.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read is a test that failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use manuals::programs::programs;
use manuals::{SHELLS, completions, pages};

/// Programs for tests and for building.
const NOT_PACKED: [&str; 1] = ["replay"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The folders of the workspace's crates.
fn members() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let list = manifest.split_once("members = [").unwrap().1.split_once(']').unwrap().0;
    let members: Vec<_> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(members.len() > 10, "{members:?}");
    members
}

/// The names in a manifest's tables `[[bin]]`.
fn binaries(manifest: &str) -> Vec<String> {
    let tables = manifest.split("[[bin]]").skip(1);
    tables.map(|table| table.split_once("name = \"").unwrap().1.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn every_program_has_pages_and_completions() {
    let built: BTreeSet<_> =
        members().iter().flat_map(|folder| binaries(&read(&format!("{folder}/Cargo.toml")))).collect();
    assert!(built.len() > 4, "{built:?}");
    let listed: BTreeSet<_> = programs().iter().map(|program| program.built.to_owned()).collect();
    let missing: Vec<_> =
        built.iter().filter(|name| !listed.contains(*name) && !NOT_PACKED.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "no pages of {missing:?}");
    for name in listed {
        assert!(built.contains(&name) || root().join("scripts").join(&name).is_file(), "there is no {name}");
    }
}

#[test]
fn packing_script_names_every_program_once() {
    let script = read("scripts/release/package.sh");
    let listed = |name: &str| {
        let line = script.lines().find_map(|line| line.strip_prefix(&format!("{name}='"))).unwrap();
        line.trim_end_matches('\'').split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let mut packed = [listed("players"), listed("learners")].concat();
    packed.sort_unstable();
    let built = programs().into_iter().map(|program| program.built.to_owned()).filter(|name| !name.ends_with(".sh"));
    assert_eq!(packed, built.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>());
    assert!(listed("searchers").iter().all(|name| packed.contains(name)));
}

#[test]
fn pages_have_name_documents_and_options() {
    for program in programs() {
        let pages = pages::pages(&program).unwrap();
        assert_eq!(pages[0].0, format!("{}.{}", program.name, program.section));
        let text = String::from_utf8(pages[0].1.clone()).unwrap().replace("\\-", "-");
        assert!(text.contains(&format!("{} - {}", program.name, program.about)), "{text}");
        for doc in program.docs {
            assert!(root().join("docs").join(doc).is_file(), "{}: {doc}", program.name);
            assert!(text.contains(doc), "{}: {doc}", program.name);
        }
        let mut command = (program.command)();
        command.build();
        let listed = command.get_subcommands().filter(|word| {
            let is_program =
                word.get_display_name().is_some_and(|page| programs().iter().any(|other| other.name == page));
            word.get_name() != "help" && !word.is_hide_set() && !is_program
        });
        assert_eq!(pages.len(), listed.count() + 1, "{}", program.name);
        for option in command.get_arguments().filter_map(|option| option.get_long()) {
            assert!(text.contains(&format!("--{option}")), "{}: {option}", program.name);
        }
    }
}

#[test]
fn page_names_are_unique() {
    let names: Vec<_> =
        programs().iter().flat_map(|program| pages::pages(program).unwrap()).map(|(name, _)| name).collect();
    assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
}

#[test]
fn completions_exist_for_every_shell() {
    for program in programs() {
        for shell in SHELLS {
            let script = String::from_utf8(completions(&program, shell)).unwrap();
            assert!(script.contains(program.name), "{} {shell:?}", program.name);
            assert!(script.contains("--") || script.contains("-l "), "{} {shell:?}", program.name);
        }
    }
}

#[test]
fn all_crates_have_one_version() {
    let manifest = read("Cargo.toml");
    let version = env!("CARGO_PKG_VERSION");
    assert!(manifest.contains(&format!("[workspace.package]\nversion = \"{version}\"")));
    let own = manifest.lines().filter(|line| line.contains("path = \""));
    let own = own.filter(|line| line.contains("package = ")).collect::<Vec<_>>();
    assert!(own.len() >= 8, "{own:?}");
    for line in own {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
    for folder in members() {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        assert!(manifest.contains("\nversion.workspace = true\n"), "{folder}");
    }
}

#[test]
fn published_crates_have_registry_metadata() {
    let script = read("scripts/release/package.sh");
    for folder in members() {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        let name = manifest.split_once("\nname = \"").unwrap().1.split('"').next().unwrap().to_owned();
        if manifest.contains("publish = false") {
            assert!(script.contains(&format!("--exclude {name}")), "{name}");
            continue;
        }
        assert!(name.starts_with("upheaval"), "{name}");
        for field in ["description = ", "license.workspace", "repository.workspace", "readme = ", "keywords.workspace"]
        {
            assert!(manifest.contains(field), "{name}: {field}");
        }
    }
}
