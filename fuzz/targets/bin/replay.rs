//! Feeds targets without libFuzzer: `replay seeds FOLDER` writes the first corpora, `replay run FOLDER SECONDS SEED [TARGET...]` feeds each
//! with its corpus and then, so long, with changed inputs; `replay one TARGET FILE...` runs files.

#![allow(clippy::unwrap_used, reason = "what cannot be read has to be seen")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use fuzz_targets::replay::{self, Length};
use fuzz_targets::{TARGETS, scratch, target};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["seeds", folder] => TARGETS.iter().for_each(|target| replay::write_seeds(target, Path::new(folder))),
        ["one", name, files @ ..] => files.iter().for_each(|file| (target(name).run)(&fs::read(file).unwrap())),
        ["run", folder, seconds, seed, names @ ..] => {
            let length = Length::Time(Duration::from_secs(seconds.parse().unwrap()));
            for target in TARGETS.iter().filter(|target| names.is_empty() || names.contains(&target.name)) {
                let count = replay::run(target, Path::new(folder), length, seed.parse().unwrap());
                println!("{:16} {count:9} executions", target.name);
            }
        }
        _ => panic!("replay seeds FOLDER | run FOLDER SECONDS SEED [TARGET...] | one TARGET FILE..."),
    }
    let _ = fs::remove_dir_all(scratch("x").parent().unwrap());
}
