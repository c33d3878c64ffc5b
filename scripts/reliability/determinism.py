#!/usr/bin/env python3
"""Compares repeated searches, and the bench of different builds. Exits with 1 on a difference.

    scripts/reliability/determinism.py [build | bench | search | all] [ENGINE]
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import GAMES, ROOT, Engine, after

NODES = [1, 2, 3, 10, 37, 100, 511, 512, 513, 1000, 1999, 2048, 4096, 7777, 10000, 15000, 20000, 33333, 50000, 100000]
# Name, compiler flags, profile, folder. The debug build is the tests' profile: assertions and overflow checks, but optimised.
BUILDS = {
    "debug": ("-C target-cpu=native", ["--profile", "test"], "target/determinism/debug"),
    "release": (None, ["--release"], "target/release"),
    "portable": ("", ["--release"], "target/portable/release"),
    "native": ("-C target-cpu=native", ["--release"], "target/native/release"),
}


def program(name):
    return ROOT / BUILDS[name][2] / "upheaval"


def build():
    for name, (flags, profile, place) in BUILDS.items():
        environment = dict(os.environ, CARGO_INCREMENTAL="0", **({} if flags is None else {"RUSTFLAGS": flags}))
        target = ROOT / place.removesuffix("/debug").removesuffix("/release")
        print(f"building {name}", flush=True)
        subprocess.run(["cargo", "build", "--quiet", *profile, "--target-dir", target], cwd=ROOT, env=environment, check=True)


def bench(_):
    """Compares the bench signature of each build."""
    expected = (ROOT / "benches/signature.txt").read_text()
    differing = []
    for name in BUILDS:
        found = program(name).exists() and subprocess.run([program(name), "bench", "--signature"], capture_output=True, text=True).stdout
        print(f"bench {name:10} {'same' if found == expected else 'DIFFERS' if found else 'is not built'}", flush=True)
        differing += [] if found == expected else [name]
    return differing


def lines_of(engine, position, nodes):
    """The output of a search after `ucinewgame`, without times and speeds."""
    engine.send("ucinewgame", f"position {position}", f"go nodes {nodes}")
    return [re.sub(r" (nps|time) \d+", "", line) for line in engine.until("bestmove")]


def search(path):
    """Repeats a search of every node limit in every game, the second time after other work."""
    differing = []
    for game in GAMES:
        engine = Engine(path, game, Hash=4, Seed=7)
        engine.send("ucinewgame")
        played = []
        while len(played) < 12 and (best := engine.best(after(played), "nodes 300")) != "(none)":
            played.append(best)
        for number, nodes in enumerate(NODES):
            # An even number of moves: in Apocalypse a turn has two.
            position = after(played[: number // 2 * 2])
            first = lines_of(engine, position, nodes)
            engine.best("startpos", "nodes 5000")
            second = lines_of(engine, position, nodes)
            if first != second:
                differing.append(f"{game}, {nodes} nodes: {first[-2:]} and {second[-2:]}")
        engine.quit()
        print(f"search {game:14} {len(NODES)} node limits twice", flush=True)
    return differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=["build", "bench", "search", "all"], default="all")
    parser.add_argument("engine", nargs="?", default=str(program("release")))
    arguments = parser.parse_args()
    if arguments.part in ("build", "all"):
        build()
    differing = []
    for part in (bench, search):
        if arguments.part in (part.__name__, "all"):
            differing += part(arguments.engine)
    for line in differing:
        print(f"differs: {line}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
