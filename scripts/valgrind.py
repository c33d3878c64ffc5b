#!/usr/bin/env python3
"""Searches under valgrind: every game, on one thread and on two, with perft and what else the protocol tells of a position.

    RUSTFLAGS="" cargo build --profile quick --target-dir target/portable
    scripts/valgrind.py [ENGINE]                target/portable/quick/upheaval; a build for any processor, as valgrind does not know
                                                every instruction of this one

Ends with 1 when valgrind finds a wrong access or memory that nobody can free any more.
"""

import subprocess
import sys

GAMES = ["chess", "empire", "insurrection", "insurrection-strict", "anarchism", "anarchism-strict", "subversion",
         "apocalypse"]


class Engine:
    def __init__(self, path):
        words = ["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full"]
        words += ["--show-leak-kinds=definite", "--errors-for-leak-kinds=definite", path]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line
        sys.exit(f"the engine has ended with {self.process.wait()} and without '{word}'")


def main():
    engine = Engine(sys.argv[1] if len(sys.argv) > 1 else "target/portable/quick/upheaval")
    engine.send("uci")
    engine.until("uciok")
    searches = 0
    for threads in (1, 2):
        engine.send("setoption name Hash value 2", f"setoption name Threads value {threads}")
        for game in GAMES:
            engine.send(f"setoption name UCI_Variant value {game}", "ucinewgame", "isready")
            engine.until("readyok")
            moves = []
            for _ in range(3):
                engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""), "go nodes 4000")
                moves.append(engine.until("bestmove").split()[1])
                searches += 1
            engine.send(f"go perft {1 if game == 'apocalypse' else 2}", "d", "eval")
            engine.until("Nodes searched")
    engine.send("quit")
    code = engine.process.wait()
    print(f"{searches} searches: {'no finding' if code == 0 else f'valgrind ends with {code}'}")
    return 1 if code else 0


if __name__ == "__main__":
    sys.exit(main())
