#!/usr/bin/env python3
"""Prints the licences of Upheaval and of every library compiled into some of its packages (normal dependencies for a target).

    scripts/release/licences.py --target x86_64-unknown-linux-gnu [--debian] upheaval upheaval-arena

Equal texts are printed once. With --debian the text of the Apache License is left out, since Debian systems have it.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# File names of licences.
NAMES = ("license", "licence", "copying", "copyright", "notice", "unlicense")

# Where Debian keeps the text.
COMMON = "The Apache License, Version 2.0, is in /usr/share/common-licenses/Apache-2.0."


def is_apache(text):
    return "Apache License" in text and "Version 2.0, January 2004" in text


def metadata(target):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def compiled_in(data, roots):
    """The packages that these need when they run, themselves included."""
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    waiting = [package["id"] for package in data["packages"] if package["name"] in roots and not package["source"]]
    if len(waiting) != len(set(roots)):
        sys.exit("not all of these packages are there")
    found = set()
    while waiting:
        package = waiting.pop()
        if package not in found:
            found.add(package)
            for dependency in nodes[package]["deps"]:
                if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                    waiting.append(dependency["pkg"])
    return [package for package in data["packages"] if package["id"] in found]


def files(package):
    folder = Path(package["manifest_path"]).parent
    found = sorted(file for file in folder.iterdir() if file.is_file() and file.name.lower().startswith(NAMES))
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", required=True)
    parser.add_argument("--debian", action="store_true")
    parser.add_argument("packages", nargs="+")
    args = parser.parse_args()

    print("Upheaval may be used under the MIT license or the Apache License, Version 2.0, at your option.\n")
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        text = (ROOT / name).read_text().strip()
        print(COMMON if args.debian and is_apache(text) else text, end="\n\n")
    print("The programs contain these libraries:\n")
    of_others = [package for package in compiled_in(metadata(args.target), args.packages) if package["source"]]
    of_others.sort(key=lambda package: package["name"])
    texts = {}
    for package in of_others:
        name = f"{package['name']} {package['version']}"
        print(f"  {name}: {package['license'] or 'see below'}")
        for text in files(package):
            if not (args.debian and is_apache(text)):
                texts.setdefault(text, []).append(name)
    for text, names in texts.items():
        print(f"\n{'-' * 80}\n{', '.join(names)}\n\n{text}")


if __name__ == "__main__":
    main()
