//! Runs targets without libFuzzer: with their corpora, and with inputs changed by a fixed seed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::Target;
use crate::common::Rng;

/// The duration of a run with changed inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// A time.
    Time(Duration),
    /// A number of inputs.
    Count(usize),
}

/// Corpora by the names of their targets: arrays of inputs, in which each character is a byte.
type Corpora = BTreeMap<String, Vec<String>>;

/// Returns the file of the corpora.
fn corpora_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus.json")
}

fn corpora() -> Corpora {
    let file = corpora_file();
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap()
}

/// Returns the corpus of a target.
///
/// # Panics
/// The file of the corpora cannot be read or lacks the target.
pub fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let inputs = corpora().remove(target.name).unwrap_or_else(|| panic!("{} has no corpus", target.name));
    inputs.iter().map(|input| input.chars().map(|c| u8::try_from(c).unwrap()).collect()).collect()
}

/// Writes the corpus of a target as files of a folder with its name.
///
/// # Panics
/// The folder cannot be written.
pub fn unpack(target: &Target, folder: &Path) {
    let folder = folder.join(target.name);
    fs::create_dir_all(&folder).unwrap();
    for (i, input) in corpus(target).iter().enumerate() {
        fs::write(folder.join(format!("{i:03}")), input).unwrap();
    }
}

/// Replaces the corpus of a target by the files of the folder with its name.
///
/// # Panics
/// The folder cannot be read or the file cannot be written.
pub fn pack(target: &Target, folder: &Path) {
    let mut files: Vec<_> =
        fs::read_dir(folder.join(target.name)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let text = |file: &PathBuf| fs::read(file).unwrap().into_iter().map(char::from).collect::<String>();
    let mut corpora = corpora();
    corpora.insert(target.name.to_owned(), files.iter().map(text).collect());
    fs::write(corpora_file(), serde_json::to_string_pretty(&corpora).unwrap() + "\n").unwrap();
}

/// Runs a target with every input of its corpus, then with changed inputs. Returns the number of runs.
///
/// # Panics
/// The target fails. The input is stored, and its file is printed.
pub fn run(target: &Target, length: Length, seed: u64) -> usize {
    let inputs = corpus(target);
    assert!(!inputs.is_empty(), "the corpus of {} is empty", target.name);
    inputs.iter().for_each(|input| run_once(target, input));
    let (begin, mut random, mut count) = (Instant::now(), Rng(seed), 0);
    while match length {
        Length::Time(time) => begin.elapsed() < time,
        Length::Count(most) => count < most,
    } {
        let mut input = inputs[random.below(inputs.len())].clone();
        for _ in 0..=random.below(4) {
            change(&mut input, &inputs, &mut random);
        }
        run_once(target, &input);
        count += 1;
    }
    inputs.len() + count
}

fn run_once(target: &Target, input: &[u8]) {
    let result = std::panic::catch_unwind(|| (target.run)(input));
    if let Err(panic) = result {
        let file = std::env::temp_dir().join(format!("upheaval-fuzz-{}.input", target.name));
        fs::write(&file, input).unwrap();
        eprintln!("{}: the input is stored in {}", target.name, file.display());
        std::panic::resume_unwind(panic);
    }
}

/// Changes a bit or a byte, or removes, doubles or replaces a part.
fn change(input: &mut Vec<u8>, inputs: &[Vec<u8>], random: &mut Rng) {
    let at = random.below(input.len() + 1);
    let end = at + random.below((input.len() - at).min(32) + 1);
    match random.below(6) {
        0 if at < input.len() => input[at] ^= 1 << random.below(8),
        1 if at < input.len() => input[at] = random.below(256) as u8,
        2 => drop(input.drain(at..end)),
        3 => {
            let part = input[at..end].to_vec();
            drop(input.splice(at..at, part));
        }
        4 => {
            let other = &inputs[random.below(inputs.len())];
            let from = random.below(other.len() + 1);
            let part = &other[from..(from + 16).min(other.len())];
            drop(input.splice(at..end, part.iter().copied()));
        }
        _ => input.insert(at, random.below(256) as u8),
    }
}
