//! Runs targets without libFuzzer. `replay list` prints their names, `replay run SECONDS SEED [TARGET...]` feeds each with its corpus
//! and then, for this time, with changed inputs, `replay one TARGET FILE...` runs files. `replay unpack FOLDER` writes the corpora as
//! one folder of files per target, `replay pack FOLDER` replaces the corpora by such folders.

#![allow(clippy::unwrap_used, reason = "unreadable arguments and files end the program")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use fuzz_targets::replay::{self, Length};
use fuzz_targets::{TARGETS, scratch, target};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["list"] => TARGETS.iter().for_each(|target| println!("{}", target.name)),
        ["unpack", folder] => TARGETS.iter().for_each(|target| replay::unpack(target, Path::new(folder))),
        ["pack", folder] => TARGETS.iter().for_each(|target| replay::pack(target, Path::new(folder))),
        ["one", name, files @ ..] => files.iter().for_each(|file| (target(name).run)(&fs::read(file).unwrap())),
        ["run", seconds, seed, names @ ..] => {
            let length = Length::Time(Duration::from_secs(seconds.parse().unwrap()));
            for target in TARGETS.iter().filter(|target| names.is_empty() || names.contains(&target.name)) {
                let count = replay::run(target, length, seed.parse().unwrap());
                println!("{:16} {count:9} executions", target.name);
            }
        }
        _ => panic!("replay list | run SECONDS SEED [TARGET...] | one TARGET FILE... | unpack FOLDER | pack FOLDER"),
    }
    let _ = fs::remove_dir_all(scratch("x").parent().unwrap());
}
