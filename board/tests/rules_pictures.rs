//! The diagrams of the rules pages are those of their lists, `pictures/diagrams.txt` of each game. With the environment variable
//! `UPDATE` they are drawn anew.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read is a test that failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names and texts of all SVGs in a folder.
fn pictures(folder: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let drawn = files.filter(|path| path.extension().is_some_and(|extension| extension == "svg"));
    let named = drawn.map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).unwrap().replace("\r\n", "\n"))
    });
    let mut pictures = named.collect::<Vec<_>>();
    pictures.sort();
    pictures
}

#[test]
fn diagrams_of_rules_pages_are_as_listed() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gamedata/games");
    let folders = gamedata::games().iter().map(|game| games.join(game.name).join("pictures"));
    for kept in folders.filter(|folder| folder.is_dir()) {
        let drawn = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rules-pictures");
        let into = if std::env::var_os("UPDATE").is_some() { &kept } else { &drawn };
        let _ = fs::remove_dir_all(&drawn);
        let mut command = Command::new(env!("CARGO_BIN_EXE_upheaval-board"));
        command.arg("diagram");
        let status = command.arg("--from").arg(kept.join("diagrams.txt")).arg("--into").arg(into).status().unwrap();
        assert!(status.success());
        let (kept, drawn) = (pictures(&kept), pictures(into));
        let names = |pictures: &[(String, String)]| pictures.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&kept), names(&drawn));
        for ((name, kept), (_, drawn)) in kept.iter().zip(&drawn) {
            assert!(kept == drawn, "{name} differs from its list: run the test with UPDATE=1");
        }
    }
}
