#!/usr/bin/env python3
"""Compares perft counts over UCI with suites in the form of python-chess's examples/perft (`id`, `epd`, `perft DEPTH LEAVES`).

The folder is that of a checkout of python-chess: nothing is downloaded. Every file whose game this engine plays is
counted as Chess960, as python-chess does.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from engine import Engine

SUITES = ["tricky.perft", "random.perft", "chess960.perft"]


def positions(file):
    """The positions of a suite as (id, epd, [(depth, leaves)])."""
    found = []
    name = ""
    for line in file.read_text().splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "id":
            name = rest
        elif word == "epd":
            found.append((name, rest, []))
        elif word == "perft":
            found[-1][2].append(tuple(int(number) for number in rest.split()))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine")
    parser.add_argument("folder", type=Path, help="examples/perft of python-chess")
    parser.add_argument("--max-leaves", type=int, default=1_000_000, help="skip larger counts")
    arguments = parser.parse_args()
    failures = 0
    for name in SUITES:
        engine = Engine(arguments.engine, "chess960")
        engine.ready()
        total, counts = positions(arguments.folder / name), 0
        for identity, epd, depths in total:
            engine.send(f"position fen {epd}")
            for depth, leaves in [(depth, leaves) for depth, leaves in depths if leaves <= arguments.max_leaves]:
                engine.send(f"go perft {depth}")
                lines = engine.until("Nodes searched")
                found = int(lines[-1].split(":")[1])
                counts += 1
                if found != leaves:
                    failures += 1
                    print(f"{name}: {identity}: {epd}: perft {depth} is {found}, not {leaves}")
        engine.quit()
        print(f"{name}: {len(total)} positions, {counts} counts")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
