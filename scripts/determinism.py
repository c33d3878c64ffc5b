#!/usr/bin/env python3
"""Whether the engine repeats itself: the same search again after a new game, the same bench from every sort of build, the same
games whatever the number of threads that play them.

    scripts/determinism.py build                builds debug, release, portable and native (several minutes)
    scripts/determinism.py bench                their benches, which have to be benches/signature.txt
    scripts/determinism.py search [ENGINE]      20 node limits in every game, each twice, over UCI
    scripts/determinism.py selfplay             files of games played on 1 and on 2 threads, byte by byte
    scripts/determinism.py                      all of it

Prints what it has compared, and ends with 1 when anything differs.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = ["chess", "empire", "insurrection", "insurrection-strict", "anarchism", "anarchism-strict", "subversion",
         "apocalypse"]
NODES = [1, 2, 3, 10, 37, 100, 511, 512, 513, 1000, 1999, 2048, 4096, 7777, 10000, 15000, 20000, 33333, 50000, 100000]

# What a build is called, the flags of the compiler, the profile and where it goes. A debug build of the whole search would take
# hours for a bench: its own assertions and overflow checks are on, and the optimiser too.
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
        environment = dict(os.environ, CARGO_INCREMENTAL="0")
        if flags is not None:
            environment["RUSTFLAGS"] = flags
        target = ROOT / place.removesuffix("/debug").removesuffix("/release")
        print(f"building {name}", flush=True)
        subprocess.run(["cargo", "build", "--quiet", *profile, "--target-dir", target], cwd=ROOT, env=environment, check=True)


def bench():
    """The signature of every build that is there."""
    expected = (ROOT / "benches/signature.txt").read_text()
    differing = []
    for name in BUILDS:
        if not program(name).exists():
            print(f"bench {name:10} is not built")
            differing.append(name)
            continue
        told = subprocess.run([program(name), "bench", "--signature"], capture_output=True, text=True, check=True).stdout
        is_same = told == expected
        print(f"bench {name:10} {'same' if is_same else 'DIFFERS'}", flush=True)
        differing += [] if is_same else [name]
    return differing


class Engine:
    """An engine at the other end of two pipes."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        """The lines up to the first that begins so, without clocks and speeds."""
        lines = []
        for line in self.process.stdout:
            lines.append(re.sub(r" (nps|time) \d+", "", line.rstrip()))
            if line.startswith(word):
                return lines
        raise RuntimeError(f"the engine has ended: {lines}")

    def quit(self):
        self.send("quit")
        self.process.wait(10)


def moves(engine, count):
    """A short game of the engine's own, so that searches begin elsewhere than at the start."""
    played = []
    for _ in range(count):
        engine.send("position startpos" + (" moves " + " ".join(played) if played else ""), "go nodes 300")
        best = engine.until("bestmove")[-1].split()[1]
        if best == "(none)":
            break
        played.append(best)
    return played


def search(path):
    """Every game, every node limit: the same lines again after a new game, and after other work."""
    differing = []
    for game in GAMES:
        engine = Engine(path)
        engine.send("setoption name Hash value 4", f"setoption name UCI_Variant value {game}", "setoption name Seed value 7", "isready")
        engine.until("readyok")
        engine.send("ucinewgame")
        line = " ".join(moves(engine, 12))
        for number, nodes in enumerate(NODES):
            # The moves of Apocalypse come in pairs, which any even number of words keeps.
            words = " ".join(line.split()[: number // 2 * 2])
            place = "position startpos" + (f" moves {words}" if words else "")
            told = []
            for disturbance in ["", "go nodes 5000"]:
                if disturbance:
                    engine.send("position startpos", disturbance)
                    engine.until("bestmove")
                engine.send("ucinewgame", place, f"go nodes {nodes}")
                told.append(engine.until("bestmove"))
            if told[0] != told[1]:
                differing.append(f"{game}, {nodes} nodes: {told[0][-2:]} and {told[1][-2:]}")
        engine.quit()
        print(f"search {game:14} {len(NODES)} node limits twice", flush=True)
    return differing


def selfplay():
    """The files of one and of two threads."""
    tool = ROOT / "target/release/selfplay"
    differing = []
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES[:-1]:
            files = []
            for threads in [1, 2]:
                jsonl, pgn = (pathlib.Path(folder) / f"{game}-{threads}.{end}" for end in ["jsonl", "pgn"])
                words = ["--games", "24", "--nodes", "400", "--nodes2", "300", "--seed", "11", "--concurrency", str(threads)]
                told = subprocess.run(
                    [tool, game, *words, "--jsonl", jsonl, "--pgn", pgn], capture_output=True, check=True
                ).stdout
                dates = re.compile(rb'\[(UTC)?(Date|Time) "[^"]*"\]')
                files.append([told, jsonl.read_bytes(), dates.sub(b"", pgn.read_bytes())])
            is_same = files[0] == files[1]
            print(f"selfplay {game:12} {len(files[0][1])} bytes {'same' if is_same else 'DIFFER'}", flush=True)
            differing += [] if is_same else [game]
    return differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["build", "bench", "search", "selfplay", "all"], default="all")
    parser.add_argument("engine", nargs="?", default=str(program("release")))
    arguments = parser.parse_args()
    what = arguments.what
    differing = []
    if what in ("build", "all"):
        build()
        if what == "all":
            tools = ["cargo", "build", "--quiet", "--release", "-p", "upheaval-tuning", "--bin", "selfplay"]
            subprocess.run(tools, cwd=ROOT, check=True)
    if what in ("bench", "all"):
        differing += bench()
    if what in ("search", "all"):
        differing += search(arguments.engine)
    if what in ("selfplay", "all"):
        differing += selfplay()
    for line in differing:
        print(f"differs: {line}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
