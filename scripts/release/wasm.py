"""Builds crates for WebAssembly: used by site.py and npm.py. Needs the target wasm32-unknown-unknown and `wasm-bindgen`."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = "wasm32-unknown-unknown"
# Vector instructions, and a stack for lines of the greatest depth.
FLAGS = "-C target-feature=+simd128 -C link-arg=-zstack-size=8388608"


def run(*command, folder=ROOT, **variables):
    print("+", *command, flush=True)
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, **variables})


def bindgen():
    """The program `wasm-bindgen` of the version that the crates were built with."""
    lock = (ROOT / "Cargo.lock").read_text()
    version = re.search(r'name = "wasm-bindgen"\nversion = "(.+)"', lock).group(1)
    found = shutil.which("wasm-bindgen")
    printed = found and subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    if printed != version:
        sys.exit(f"wasm-bindgen {version} is needed, here is {printed or 'none'}: cargo install wasm-bindgen-cli --version {version}")
    return found


def build(package, profile, folder, name, *features, types=False):
    """Builds a package into FOLDER/NAME_bg.wasm with the script that loads it. CARGO names another cargo."""
    program = bindgen()
    run(os.environ.get("CARGO", "cargo"), "build", "--package", package, "--target", TARGET, "--profile", profile, *features, RUSTFLAGS=FLAGS)
    built = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / TARGET / ("debug" if profile == "dev" else profile)
    run(program, "--target", "web", *([] if types else ["--no-typescript"]), "--remove-name-section", "--remove-producers-section",
        "--out-name", name, "--out-dir", str(folder), str(built / f"{package.replace('-', '_')}.wasm"))
    return folder / f"{name}_bg.wasm"
