#!/usr/bin/env python3
"""The version of the manifests.

    scripts/release/version.py                  prints it
    scripts/release/version.py --notes          prints its section of CHANGELOG.md
    scripts/release/version.py --check v0.2.0   fails unless the tag, all manifests and CHANGELOG.md agree
    scripts/release/version.py --set 0.3.0      writes it into all manifests
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Files with the version, and the texts around it.
MANIFEST = r'(?m)^((?:version = |\w+ = \{ package = "upheaval[\w-]*", version = )")([\d.]+)(")'
PLACES = {
    "Cargo.toml": MANIFEST,
    "python/Cargo.toml": MANIFEST,
    "CITATION.cff": r"(?m)^(version: )([\d.]+)()$",
}


def versions():
    """File and version of each occurrence."""
    return [(name, found[2]) for name, place in PLACES.items() for found in re.finditer(place, (ROOT / name).read_text())]


def notes(version):
    """The section of a version, without its heading; `None` if there is none."""
    found = re.search(rf"(?ms)^## {re.escape(version)} - \d{{4}}-\d\d-\d\d\n+(.*?)(?=^## |\Z)", (ROOT / "CHANGELOG.md").read_text())
    return found and found[1].strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", action="store_true")
    parser.add_argument("--check", metavar="TAG")
    parser.add_argument("--set", metavar="VERSION")
    options = parser.parse_args()
    version = versions()[0][1]
    if options.set:
        for name, place in PLACES.items():
            path = ROOT / name
            path.write_text(re.sub(place, lambda found: f"{found[1]}{options.set}{found[3]}", path.read_text()))
        print("cargo check --workspace && (cd python && cargo check) update the lock files")
    elif options.check:
        wrong = [f"{name}: {found}" for name, found in versions() if f"v{found}" != options.check]
        if not notes(options.check.removeprefix("v")):
            wrong.append(f"CHANGELOG.md: no section with a date for {options.check}")
        print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
        return bool(wrong)
    else:
        print(notes(version) if options.notes else version)


if __name__ == "__main__":
    sys.exit(main())
