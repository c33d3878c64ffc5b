#!/usr/bin/env python3
"""Runs searches of every game under valgrind, on one thread and on two. Exits with 1 on an invalid access or a leak.

    RUSTFLAGS="" cargo build --profile quick --target-dir target/portable    # valgrind does not know every instruction
    scripts/reliability/valgrind.py [target/portable/quick/upheaval]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import GAMES, Engine, after

VALGRIND = ["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite"]


def main():
    engine = Engine([*VALGRIND, sys.argv[1] if len(sys.argv) > 1 else "target/portable/quick/upheaval"])
    searches = 0
    for threads in (1, 2):
        engine.send("setoption name Hash value 2", f"setoption name Threads value {threads}")
        for game in GAMES:
            engine.send(f"setoption name UCI_Variant value {game}", "ucinewgame")
            engine.ready()
            moves = []
            for _ in range(3):
                moves.append(engine.best(after(moves), "nodes 4000"))
                searches += 1
            engine.send(f"go perft {1 if game == 'apocalypse' else 2}", "d", "eval")
            engine.until("Nodes searched")
    code = engine.quit()
    print(f"{searches} searches: {'no finding' if code == 0 else f'valgrind exits with {code}'}")
    return 1 if code else 0


if __name__ == "__main__":
    sys.exit(main())
