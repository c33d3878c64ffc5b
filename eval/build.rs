//! Checks the network named by the environment variable `EVALFILE`, which replaces the built-in network of the game in its
//! header. Test frameworks build engines with networks in that way.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/network/row.rs"]
#[allow(dead_code, unreachable_pub, reason = "only the sizes are needed here")]
mod row;

use row::{BUCKETS, LARGEST_BIAS, LARGEST_HIDDEN, LARGEST_OUTPUT, WIDTHS};

/// Bytes before the weights: "UPHEAVAL", the version, a name of 16 bytes, four numbers.
const HEADER: usize = 44;
/// Bytes of the checksum at the end.
const SUM: usize = 4;

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/network/row.rs");
    if let Err(why) = write_override() {
        println!("cargo::error={why}");
    }
}

fn write_override() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
    let Some(file) = env::var_os("EVALFILE").filter(|file| !file.is_empty()) else {
        return write(&out.join("evalfile.rs"), b"None");
    };
    let file = PathBuf::from(file);
    println!("cargo::rerun-if-changed={}", file.display());
    let bytes = fs::read(&file).map_err(|error| format!("cannot read '{}': {error}", file.display()))?;
    let game = checked(&bytes).map_err(|why| format!("EVALFILE '{}': {why}", file.display()))?;
    let copy = out.join("evalfile.net");
    write(&copy, &bytes)?;
    write(&out.join("evalfile.rs"), format!("Some(({game:?}, include_bytes!({copy:?})))").as_bytes())
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(file, bytes).map_err(|error| format!("cannot write '{}': {error}", file.display()))
}

/// Returns the game of a network that fits it: of the form of the built-in one except for zones and neurons, with weights in
/// range. These are the checks of a program that reads a network.
fn checked(bytes: &[u8]) -> Result<&'static str, String> {
    let header =
        bytes.get(..HEADER).filter(|header| header.starts_with(b"UPHEAVAL")).ok_or("it is no network of Upheaval")?;
    let name = String::from_utf8_lossy(&header[12..28]).trim_end_matches('\0').to_owned();
    let own = gamedata::network(&name).filter(|own| own.owner == name);
    let (game, own) = own.map(|own| (own.owner, own.content)).ok_or(format!("no game '{name}' has networks"))?;
    let number = |bytes: &[u8], at: usize| bytes.get(at..at + 4).map(|n| u32::from_le_bytes([n[0], n[1], n[2], n[3]]));
    for (at, what) in [(8, "version"), (28, "piece types"), (32, "features")] {
        let (found, wanted) = (number(bytes, at), number(own, at));
        if found != wanted {
            return Err(format!("it has {what} {}, {game} needs {}", found.unwrap_or(0), wanted.unwrap_or(0)));
        }
    }
    let [piece_types, features, neurons, zones] = [28, 32, 36, 40].map(|at| number(bytes, at).unwrap_or(0) as usize);
    if !WIDTHS.contains(&neurons) {
        return Err(format!("it has {neurons} neurons instead of one of {WIDTHS:?}"));
    }
    let most_zones = 4 + features / 2;
    if zones == 0 || ![1, features / 2, most_zones].contains(&zones) {
        return Err(format!("it has zones {zones}, {game} needs {most_zones}"));
    }
    let inputs = zones * 2 * 64 * piece_types + features;
    let length = HEADER + 2 * neurons * (inputs + 1 + 2 * BUCKETS) + 4 * BUCKETS + SUM;
    if bytes.len() != length {
        return Err(format!("it has {} bytes instead of {length}", bytes.len()));
    }
    let (content, sum) = bytes.split_at(length - SUM);
    if crc32fast::hash(content).to_le_bytes() != *sum {
        return Err("it is damaged: its checksum does not fit".to_owned());
    }
    let weights =
        content[HEADER..content.len() - 4 * BUCKETS].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    for (i, weight) in weights.enumerate() {
        let largest = match i / neurons {
            row if row < inputs => LARGEST_HIDDEN,
            row if row == inputs => LARGEST_BIAS,
            _ => LARGEST_OUTPUT,
        };
        if weight.unsigned_abs() > largest.unsigned_abs() {
            return Err(format!("its weight {weight} is out of range"));
        }
    }
    Ok(game)
}
