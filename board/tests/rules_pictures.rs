//! The pictures of `docs/rules` are what their list draws.

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
fn the_pictures_of_the_rules_are_as_their_list_draws_them() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures/rules");
    let drawn = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rules-pictures");
    let _ = fs::remove_dir_all(&drawn);
    let mut command = Command::new(env!("CARGO_BIN_EXE_diagram"));
    let status = command.arg("--from").arg(kept.join("diagrams.txt")).arg("--into").arg(&drawn).status().unwrap();
    assert!(status.success());
    let (kept, drawn) = (pictures(&kept), pictures(&drawn));
    let names = |pictures: &[(String, String)]| pictures.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&kept), names(&drawn));
    for ((name, kept), (_, drawn)) in kept.iter().zip(&drawn) {
        assert!(
            kept == drawn,
            "{name} is not what docs/pictures/rules/diagrams.txt draws: run the command at its head"
        );
    }
}
