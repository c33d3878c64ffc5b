#!/usr/bin/env python3
"""Plays random matches and protocol sessions for hours, with random options, and counts failures. Exits with 1 after any.

    cargo build --profile test -p upheaval --target-dir target/soak && cargo build --release -p upheaval-arena
    scripts/reliability/soak.py --state soak.json [--seconds 3600] [--seed 1] [--kinds fixed clock uci xboard] [--help]

Kinds of rounds: `fixed`, a match in the arena at few nodes; `clock`, a match on the clock; `uci` and `xboard`, a session in which a
client searches, ponders, stops and changes options at random. A run with the same state file continues after its last round. With
--processor everything runs on one processor, which makes fixed games several times faster.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from engine import GAMES, Engine, Fault, after

# The kinds of rounds, and how often each comes.
KINDS = {"fixed": 9, "clock": 3, "uci": 2, "xboard": 2}
CLOCKS = ["0.2+0.002", "0.2+0.002", "0.5+0.01", "1+0.02", "3+0.03", "10", "40/2+0.05"]
# Nodes, plies for the XBoard protocol, and pairs of games of a match.
FIXED = [(1, 1, 250), (5, 1, 250), (20, 1, 200), (60, 2, 100), (400, 3, 8), (3000, 5, 2)]
# Seconds for any answer, also where eight threads share a processor.
TIMEOUT = 60


class Client(Engine):
    """An engine that may answer `bestmove` while another answer is waited for."""

    def __init__(self, path):
        super().__init__(path, stderr=subprocess.STDOUT, timeout=TIMEOUT)
        self.early = None

    def next(self, *words):
        """The next line that begins with one of these words; a `bestmove` before it is kept for later."""
        if "bestmove" in words and self.early:
            line, self.early = self.early, None
            return line
        *before, line = self.until(*words)
        self.early = next((each for each in before if each.startswith("bestmove")), self.early)
        return line

    def end(self):
        if self.quit() != 0:
            self.fail("crash")


def options(rng, most_hash):
    """An option and a value that a client may set at any time."""
    values = {
        "Hash": [1, 2, 16, 64, most_hash], "Threads": [1, 2, 4, 8], "MultiPV": [1, 2, 5, 256], "Skill Level": [0, 7, 15, 20],
        "UCI_AnalyseMode": ["true", "false"], "UCI_LimitStrength": ["true", "false"], "UCI_Elo": [420, 1000, 2175],
        "UCI_ShowWDL": ["true", "false"], "Clear Hash": [None], "Move Overhead": [0, 30, 5000], "Seed": [0, 1, 2147483647],
        "UCI_Variant": GAMES,
    }
    name = rng.choice(list(values))
    return name, rng.choice(values[name])


def limits(rng):
    return rng.choice(["depth 6 nodes 20000", "nodes 3000", "movetime 20", "wtime 300 btime 300 winc 2 binc 2", "wtime 10 btime 10",
                       "wtime 2000 btime 2000 movestogo 3", "infinite", "mate 2 nodes 5000"])


def uci_session(rng, path, most_hash):
    """Searches, interrupted in every way; each is answered once, by a move that the engine itself then plays."""
    engine, searches = Client(path), 0
    engine.send("uci")
    engine.next("uciok")
    moves = []
    for _ in range(30):
        if rng.random() < 0.3:
            name, value = options(rng, most_hash)
            engine.send(f"setoption name {name}" + ("" if value is None else f" value {value}"))
            moves = [] if name == "UCI_Variant" else moves
        if rng.random() < 0.1:
            engine.send("ucinewgame")
            moves = []
        engine.send(f"position {after(moves)}")
        engine.send("isready")
        while (line := engine.next("readyok", "info string error")) != "readyok":
            if "not enough memory" not in line:
                engine.fail("illegal")
        words = limits(rng)
        ponders = rng.random() < 0.25
        engine.send(f"go {'ponder ' if ponders else ''}{words}")
        if rng.random() < 0.3:
            name, value = options(rng, 64)
            if name != "UCI_Variant" and value is not None:
                engine.send(f"setoption name {name} value {value}")
        if rng.random() < 0.3:
            engine.send("isready")
            engine.next("readyok")
        if rng.random() < 0.04:
            engine.process.kill()
            engine.process.wait()
            engine, moves = Client(path), []
            continue
        time.sleep(rng.choice([0, 0, 0.001, 0.01, 0.05]))
        is_stopped = rng.random() < 0.3
        if is_stopped or (words == "infinite" and not ponders):
            engine.send("stop")
        elif ponders:
            engine.send("ponderhit")
            if words == "infinite":
                engine.send("stop")
        best = engine.next("bestmove").split()[1]
        searches += 1
        if best == "(none)":
            moves = []
        else:
            moves.append(best)
    engine.end()
    return searches


def xboard_session(rng, path, most_hash):
    """An XBoard session of random commands; the engine answers every ping."""
    engine, pings = Client(path), 0
    engine.send("xboard")
    engine.send("protover 2")
    engine.next("feature done=1")
    for _ in range(40):
        line = rng.choice(
            [
                "new", "force", "go", "playother", "?", "undo", "remove", "hard", "easy", "post", "nopost", "analyze", "exit", ".",
                "hint", "bk", "draw", "computer", "pause", "resume", "white", "black", "level 40 0:02 0", "level 0 0:01 0.01",
                "st 0.02", "sd 4", "nps 10000", "nps 0", "time 20", "otim 20", "usermove e2e4", "usermove e7e5", "usermove a2a3",
                f"variant {rng.choice(GAMES).replace('chess', 'normal')}", f"memory {rng.choice([1, 16, most_hash])}",
                f"cores {rng.choice([1, 2, 8])}", f"option MultiPV={rng.choice([1, 4])}", "result * {none}", "lift e2", "put e4",
            ]
        )
        engine.send(line)
        if rng.random() < 0.4:
            pings += 1
            engine.send("?")
            engine.send("resume")
            engine.send("exit")
            engine.send(f"ping {pings}")
            engine.next(f"pong {pings}")
    engine.end()
    return pings


def match(rng, arguments, folder, has_clock):
    """Games under the eyes of the arena: how many by which sort of limit, and losses on time if these are forgiven."""
    game = rng.choice(GAMES)
    nodes, plies, rounds = rng.choice(FIXED)
    if game == "apocalypse":
        # A ply there has both sides' choices, and equilibria.
        plies = min(plies, 2)
    if has_clock:
        rounds = rng.choice([1, 2])
    sides = []
    for name in ("A", "B"):
        protocol = rng.choice(["uci", "xboard"])
        side = ["-engine", f"cmd={pathlib.Path(arguments.engine).resolve()}", f"name={name}", f"proto={protocol}"]
        threads = rng.choice([1, 1, 1, 1, 1, 1, 2, 4, 8]) if arguments.processor is None else 1
        side += [f"option.Hash={rng.choice([1, 4, 16, 64])}", f"option.Threads={threads}"]
        if has_clock:
            side.append(f"tc={rng.choice(CLOCKS)}")
        else:
            side += [f"nodes={nodes}"] if protocol == "uci" else [f"depth={plies}", "st=10"]
        sides += side
    summary = pathlib.Path(folder) / "summary.json"
    line = [
        str(pathlib.Path(arguments.arena).resolve()), *sides, "-variant", game, "-rounds", str(rounds), "-srand",
        str(rng.randrange(1 << 30)), "-maxmoves", "150", "-json", str(summary), "-state", str(pathlib.Path(folder) / "x.state"),
        "-log", f"file={pathlib.Path(folder) / 'log'}", "engine=false",
    ]
    if arguments.openings:
        line += ["-openings", f"file={(arguments.openings / game.removesuffix('-strict')).resolve()}.epd", "order=random"]
    done = subprocess.run(line, capture_output=True, text=True, timeout=3600, cwd=folder)
    if done.returncode != 0:
        raise Fault("arena", f"{' '.join(line)}\n{done.stdout[-500:]}{done.stderr}")
    report = json.loads(summary.read_text())
    found = [kind for engine in report["engines"] for kind, count in engine["faults"].items() for _ in range(count)]
    forgiven = [kind for kind in found if kind == "time" and arguments.forgive_time]
    if len(forgiven) < len(found):
        log = pathlib.Path(folder) / "log"
        raise Fault(found[0], f"{' '.join(line)}\n{log.read_text()[-3000:] if log.exists() else ''}")
    sort = "games by the clock" if has_clock else "games of fixed nodes or plies"
    return {sort: report["games"], f"{sort}, {game}": report["games"], "forgiven losses on time": len(forgiven)}


def one_round(number, arguments):
    """What was done: how many games, searches or pings."""
    rng = random.Random(f"{arguments.seed} {number}")
    kinds = {kind: weight for kind, weight in KINDS.items() if kind in arguments.kinds}
    kind = rng.choices(list(kinds), list(kinds.values()))[0]
    if kind in ("fixed", "clock"):
        with tempfile.TemporaryDirectory() as folder:
            return match(rng, arguments, folder, kind == "clock")
    if kind == "uci":
        return {"searches": uci_session(rng, arguments.engine, arguments.most_hash)}
    return {"pings": xboard_session(rng, arguments.engine, arguments.most_hash)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", default="soak.json")
    parser.add_argument("--engine", default="target/soak/debug/upheaval")
    parser.add_argument("--arena", default="target/release/arena")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-hash", type=int, default=4096)
    parser.add_argument("--processor", type=int)
    parser.add_argument("--openings", type=pathlib.Path)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--forgive-time", action="store_true")
    arguments = parser.parse_args()
    if arguments.processor is not None:
        os.sched_setaffinity(0, {arguments.processor})
    path = pathlib.Path(arguments.state)
    state = {"seed": arguments.seed, "rounds": 0, "done": {}, "faults": {}, "stories": []}
    if path.exists():
        state = json.loads(path.read_text())
        arguments.seed = state["seed"]
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    end = time.monotonic() + arguments.seconds
    while time.monotonic() < end and not stop.is_set():
        try:
            for what, count in one_round(state["rounds"], arguments).items():
                state["done"][what] = state["done"].get(what, 0) + count
        except Fault as fault:
            if stop.is_set():
                # The signal has struck the engine too.
                break
            state["faults"][fault.kind] = state["faults"].get(fault.kind, 0) + 1
            state["stories"].append(f"round {state['rounds']}, {fault.kind}: {fault.story}")
        state["rounds"] += 1
        # A kill leaves the old file or the new one.
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(state, indent=1))
        fresh.replace(path)
    print(f"seed {state['seed']}, {state['rounds']} rounds: " + ", ".join(f"{n} {what}" for what, n in sorted(state["done"].items())))
    print("faults: " + (", ".join(f"{n} {kind}" for kind, n in state["faults"].items()) or "none"))
    for story in state["stories"][-3:]:
        print(story[:2000])
    return 1 if state["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
