//! Runs targets without libFuzzer: with their corpora, and with inputs changed by a fixed seed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{Target, seeds};

/// Returns the folder of the corpora.
pub fn corpora() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

/// The duration of a run with changed inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// A time.
    Time(Duration),
    /// A number of inputs.
    Count(usize),
}

/// Writes the initial corpus of a target: its [`seeds`].
///
/// # Panics
/// The folder cannot be written.
pub fn write_seeds(target: &Target, folder: &Path) {
    let folder = folder.join(target.name);
    fs::create_dir_all(&folder).unwrap();
    for (i, seed) in seeds(target.name).iter().enumerate() {
        fs::write(folder.join(format!("seed-{i:02}")), seed).unwrap();
    }
}

/// Runs a target with every input of its corpus, then with changed inputs. Returns the number of runs.
///
/// # Panics
/// The target fails. The input is stored, and its file is printed.
pub fn run(target: &Target, folder: &Path, length: Length, seed: u64) -> usize {
    let folder = folder.join(target.name);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let inputs: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(!inputs.is_empty(), "{} is empty", folder.display());
    inputs.iter().for_each(|input| run_once(target, input));
    let (begin, mut random, mut count) = (Instant::now(), Random(seed), 0);
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
fn change(input: &mut Vec<u8>, inputs: &[Vec<u8>], random: &mut Random) {
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

/// The splitmix64 generator (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}
