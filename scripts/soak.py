#!/usr/bin/env python3
"""Plays and pesters the engine for hours, with everything that may vary varied, and counts what goes wrong.

    cargo build --profile test -p upheaval --target-dir target/soak
    cargo build --release -p upheaval-arena --bin arena
    scripts/soak.py --state soak.json [--engine target/soak/debug/upheaval] [--arena target/release/arena]
                    [--seconds 3600] [--seed 1] [--most-hash 4096] [--processor N] [--openings FOLDER]
                    [--kinds fixed clock uci xboard]

The engine is built with debug assertions and overflow checks. Round after round, each decided by the seed and its number, is of
one of these kinds (--kinds leaves some out):

* `fixed`: a match of the arena, which referees, of hundreds of games of few nodes or of a few of many: every game, UCI and
  XBoard, 1 to 8 threads, hash 1 MB up, random openings;
* `clock`: the same with two or four games by clocks of 0.2 s + 0.002 s to 10 s;
* `uci`, `xboard`: a session in which a client searches, ponders, stops, says `ponderhit`, `ucinewgame` and `position`, changes
  options between and during searches, and now and then kills the engine and starts another.

The state file has what has been done and every fault; a run with the same file goes on behind its last round. Time losses
are no faults on a machine that has something else to do (--forgive-time), but are counted. With --processor all of it stays on that
processor, where arena and engines hand over to each other several times faster, and engines in matches have one thread: one run for
each processor, with a seed and a state of its own. The arena's random openings cost more than the short games that follow: a folder
with a list for each game (`openings GAME 1000 > FOLDER/GAME.epd`) saves them. A build with a sanitizer, which ends with a code of
its own when it finds something, is tried by sessions. Ends with 1 if there was any fault.
"""

import argparse
import collections
import json
import os
import pathlib
import queue
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

GAMES = ["chess", "empire", "insurrection", "insurrection-strict", "anarchism", "anarchism-strict", "subversion",
         "apocalypse"]
# The kinds of rounds, and how often each comes.
KINDS = {"fixed": 9, "clock": 3, "uci": 2, "xboard": 2}
CLOCKS = ["0.2+0.002", "0.2+0.002", "0.5+0.01", "1+0.02", "3+0.03", "10", "40/2+0.05"]
# Nodes, or plies for engines that are told no nodes, and how many pairs of games a match then has.
FIXED = [(1, 1, 250), (5, 1, 250), (20, 1, 200), (60, 2, 100), (400, 3, 8), (3000, 5, 2)]
# Nothing that is asked of an engine here takes so long, also where eight threads share a processor with other work.
PATIENCE = 60


class Fault(Exception):
    """What went wrong: its kind, and the story."""

    def __init__(self, kind, story):
        super().__init__(f"{kind}: {story}")
        self.kind, self.story = kind, story


class Engine:
    """The engine at the other end of two pipes."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines, self.errors, self.said = queue.Queue(), [], collections.deque(maxlen=60)
        # An answer that came while another one was waited for.
        self.early = None
        threading.Thread(target=self.listen, daemon=True).start()
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip())
        self.lines.put(None)

    def send(self, line):
        self.said.append(f"< {line}")
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            self.fail("crash")

    def fail(self, kind):
        self.process.kill()
        self.process.wait()
        story = "\n".join([*self.said, *(error.rstrip() for error in self.errors[-20:])])
        raise Fault("panic" if "panicked" in story else kind, story)

    def until(self, *words):
        """The next line that begins with one of these words; a `bestmove` on the way is kept for who asks for it."""
        if "bestmove" in words and self.early:
            line, self.early = self.early, None
            return line
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                self.fail("hang")
            if line is None:
                self.fail("crash")
            self.said.append(f"> {line[:200]}")
            if line.startswith(words):
                return line
            if line.startswith("bestmove"):
                self.early = line

    def end(self):
        """The last words, and how the process ends."""
        self.send("quit")
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.fail("hang")
        if code != 0:
            self.fail("crash")


def options(rng, most_hash):
    """An option and a value that a client may set at any time."""
    return rng.choice(
        [
            ("Hash", rng.choice([1, 2, 16, 64, most_hash])),
            ("Threads", rng.choice([1, 2, 4, 8])),
            ("MultiPV", rng.choice([1, 2, 5, 256])),
            ("Skill Level", rng.choice([0, 7, 15, 20])),
            ("UCI_AnalyseMode", rng.choice(["true", "false"])),
            ("UCI_LimitStrength", rng.choice(["true", "false"])),
            ("UCI_Elo", rng.choice([420, 1000, 2175])),
            ("UCI_ShowWDL", rng.choice(["true", "false"])),
            ("Clear Hash", None),
            ("Move Overhead", rng.choice([0, 30, 5000])),
            ("Seed", rng.choice([0, 1, 2147483647])),
            ("UCI_Variant", rng.choice(GAMES)),
        ]
    )


def limits(rng):
    return rng.choice(
        [
            "depth 6 nodes 20000",
            "nodes 3000",
            "movetime 20",
            "wtime 300 btime 300 winc 2 binc 2",
            "wtime 10 btime 10",
            "wtime 2000 btime 2000 movestogo 3",
            "infinite",
            "mate 2 nodes 5000",
        ]
    )


def uci_session(rng, path, most_hash):
    """Searches, interrupted in every way; each is answered once, by a move that the engine itself then plays."""
    engine, searches = Engine(path), 0
    engine.send("uci")
    engine.until("uciok")
    moves = []
    for _ in range(30):
        if rng.random() < 0.3:
            name, value = options(rng, most_hash)
            engine.send(f"setoption name {name}" + ("" if value is None else f" value {value}"))
            moves = [] if name == "UCI_Variant" else moves
        if rng.random() < 0.1:
            engine.send("ucinewgame")
            moves = []
        engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        engine.send("isready")
        while (line := engine.until("readyok", "info string error")) != "readyok":
            if "not enough memory" not in line:
                engine.fail("illegal")
        words = limits(rng)
        ponders = rng.random() < 0.25
        engine.send(f"go {'ponder ' if ponders else ''}{words}")
        if rng.random() < 0.3:
            name, value = options(rng, 64)
            # What changes the game would spoil the moves.
            if name != "UCI_Variant" and value is not None:
                engine.send(f"setoption name {name} value {value}")
        if rng.random() < 0.3:
            engine.send("isready")
            engine.until("readyok")
        if rng.random() < 0.04:
            engine.process.kill()
            engine.process.wait()
            engine, moves = Engine(path), []
            continue
        time.sleep(rng.choice([0, 0, 0.001, 0.01, 0.05]))
        is_stopped = rng.random() < 0.3
        if is_stopped or (words == "infinite" and not ponders):
            engine.send("stop")
        elif ponders:
            engine.send("ponderhit")
            if words == "infinite":
                engine.send("stop")
        best = engine.until("bestmove").split()[1]
        searches += 1
        if best == "(none)":
            moves = []
        else:
            moves.append(best)
    engine.end()
    return searches


def xboard_session(rng, path, most_hash):
    """The same in the other protocol: whatever is said, the engine answers a ping."""
    engine, pings = Engine(path), 0
    engine.send("xboard")
    engine.send("protover 2")
    engine.until("feature done=1")
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
            engine.until(f"pong {pings}")
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
        line += ["-openings", f"file={(arguments.openings / game).resolve()}.epd", "order=random"]
    done = subprocess.run(line, capture_output=True, text=True, timeout=3600, cwd=folder)
    if done.returncode != 0:
        raise Fault("arena", f"{' '.join(line)}\n{done.stdout[-500:]}{done.stderr}")
    told = json.loads(summary.read_text())
    found = [kind for engine in told["engines"] for kind, count in engine["faults"].items() for _ in range(count)]
    forgiven = [kind for kind in found if kind == "time" and arguments.forgive_time]
    if len(forgiven) < len(found):
        log = pathlib.Path(folder) / "log"
        raise Fault(found[0], f"{' '.join(line)}\n{log.read_text()[-3000:] if log.exists() else ''}")
    sort = "games by the clock" if has_clock else "games of fixed nodes or plies"
    return {sort: told["games"], f"{sort}, {game}": told["games"], "forgiven losses on time": len(forgiven)}


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
