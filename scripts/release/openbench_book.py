#!/usr/bin/env python3
"""Packs a list of openings as an OpenBench book: gamedata/games/GAME/openbench/NAME.zip and NAME.json.

    arena openings empire 10000 --seed 20 > upheaval_empire.epd && scripts/release/openbench_book.py upheaval_empire.epd
"""

import hashlib
import json
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = "https://raw.githubusercontent.com/OWNER/upheaval/main"


def pack(path):
    """Writes both files of a book; returns a summary."""
    content = path.read_bytes()
    # No date and no permissions: the file depends on the list alone.
    entry = zipfile.ZipInfo(path.name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    folder = Path("gamedata/games") / path.stem.removeprefix("upheaval_") / "openbench"
    (ROOT / folder).mkdir(exist_ok=True)
    packed = ROOT / folder / (path.name + ".zip")
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(entry, content, compresslevel=9)
    sha = hashlib.sha256(content).hexdigest()
    definition = {"sha": sha, "source": f"{SOURCE}/{folder}/{packed.name}"}
    (ROOT / folder / (path.name + ".json")).write_text(json.dumps(definition, indent=4) + "\n")
    openings = len(content.splitlines())
    return f"{path.name}: {openings} openings, {packed.stat().st_size} bytes, sha256 {sha}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(pack(Path(name)))
