#!/usr/bin/env python3
"""Repeats searches of every node limit in every game. Exits with 1 if one differs. `RELEASE=1 .ci/run` compares builds by their signatures.

    scripts/reliability/determinism.py [ENGINE]
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import GAMES, ROOT, Engine, after

NODES = [1, 2, 3, 10, 37, 100, 511, 512, 513, 1000, 1999, 2048, 4096, 7777, 10000, 15000, 20000, 33333, 50000, 100000]


def lines_of(engine, position, nodes):
    """The output of a search after `ucinewgame`, without times and speeds."""
    engine.send("ucinewgame", f"position {position}", f"go nodes {nodes}")
    return [re.sub(r" (nps|time) \d+", "", line) for line in engine.until("bestmove")]


def search(path):
    """Repeats each search after other work; returns the differences."""
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


if __name__ == "__main__":
    differing = search(sys.argv[1] if sys.argv[1:] else ROOT / "target/release/upheaval")
    print(*(f"differs: {line}" for line in differing), sep="\n", end="\n" if differing else "")
    sys.exit(bool(differing))
