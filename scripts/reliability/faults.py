#!/usr/bin/env python3
"""Fault injection: full disks, unwritable folders, damaged files, refused memory, vanishing clients, signals. Linux only.

    cargo build --release -p upheaval -p upheaval-arena -p upheaval-tuning
    scripts/reliability/faults.py [--programs target/release] [--seed 1] [--count 40] [CASE ...]

Random cases are repeated COUNT times. Exits with 1 after a panic, damaged data that is used, more than one line of error, lost data,
or a process that does not end.
"""

import argparse
import json
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

# Seconds in which an idle engine ends.
TIMEOUT = 10
UCI = "uci\nsetoption name Hash value 2\nisready\nposition startpos moves e2e4\ngo nodes 2000\nd\ngo infinite\nstop\nquit\n"
XBOARD = "xboard\nprotover 2\nmemory 2\nnew\nvariant empire\nst 0.01\nusermove e2e4\nping 3\nanalyze\nexit\nquit\n"

cases = {}


def case(work):
    """Makes a function a case of its name."""
    cases[work.__name__.replace("_", "-")] = work
    return work


class World:
    """The programs, chance, a folder, and what was found."""

    def __init__(self, programs, seed, count, folder):
        self.programs = pathlib.Path(programs).resolve()
        self.random = random.Random(seed)
        self.count = count
        self.folder = pathlib.Path(folder)
        self.tried = 0
        self.faults = []

    def program(self, name):
        return str(self.programs / name)

    def expect(self, condition, fault):
        self.tried += 1
        if not condition:
            self.faults.append(fault)

    def run(self, name, *arguments, **more):
        """Runs a program to its end; its errors must be no panic."""
        done = subprocess.run([self.program(name), *map(str, arguments)], capture_output=True, timeout=120, cwd=self.folder, **more)
        errors = done.stderr.decode(errors="replace")
        self.expect("panicked" not in errors, f"{name} {arguments}: {errors}")
        return done.returncode, done.stdout.decode(errors="replace"), errors

    def start(self, name, *arguments, **more):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([self.program(name), *map(str, arguments)], cwd=self.folder, **(pipes | more))

    def ends(self, process, what):
        """The exit code of a process that has to end now."""
        try:
            _, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.expect(False, f"{what}: does not end")
            return None
        self.expect(b"panicked" not in errors, f"{what}: {errors}")
        return process.returncode

    def exits(self, process, what):
        """A process whose output is not read has to end now."""
        try:
            code = process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            code = "none"
        self.expect(code == 0, f"{what}: exit code {code}")

    def refused(self, result, what):
        """A failure is an exit code and one line."""
        code, _, errors = result
        self.expect(code not in (0, None) and code > 0, f"{what}: exit code {code}")
        self.expect(len(errors.splitlines()) == 1, f"{what}: {errors!r}")


def limit(what, most):
    def set_limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(what, (most, most))

    return set_limit


def builtin_match(rounds, more):
    players = ["-engine", "proto=builtin", "name=A", "nodes=300", "-engine", "proto=builtin", "name=B", "nodes=200"]
    return [*players, "-each", "option.Hash=1", "-variant", "chess", "-rounds", rounds, "-srand", "3", "-maxmoves", "30", *more]


@case
def full_disk(world):
    """A failed write is reported in one line, with an exit code."""
    with open("/dev/full", "w") as full:
        for arguments in (["go", "depth", "2"], ["--help"], ["show", "chess", "2"]):
            done = subprocess.run([world.program("upheaval"), *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60)
            world.refused((done.returncode, "", done.stderr.decode()), f"upheaval {arguments} on a full disk")
    selfplay = ["chess", "--games", "2", "--nodes", "20", "--longest", "30"]
    for option in ("--jsonl", "--pgn"):
        world.refused(world.run("upheaval-tuning", "selfplay", *selfplay, option, "/dev/full"), f"selfplay {option} on a full disk")
    # A file that may grow so far and no further is a disk that fills up at this byte.
    for _ in range(world.count // 4):
        most = world.random.randrange(1, 3000)
        state = world.folder / "full.state"
        state.unlink(missing_ok=True)
        more = ["-state", state, "-pgnout", "file=full.pgn", "append=false"]
        result = world.run("arena", *builtin_match("3", more), preexec_fn=limit(resource.RLIMIT_FSIZE, most))
        world.expect(result[0] != 0, f"arena with files of {most} bytes at most: exit code 0")
        world.expect(len(result[2].splitlines()) <= 1, f"arena with files of {most} bytes at most: {result[2]!r}")
        tables = world.folder / f"tables-{most}"
        result = world.run("upheaval-tuning", "tables", tables, "1p0nv1p0n", preexec_fn=limit(resource.RLIMIT_FSIZE, most // 4))
        world.refused(result, f"tables with files of {most // 4} bytes at most")
        world.expect(not list(tables.glob("*.apot")), f"tables leaves half a table of {most // 4} bytes")


@case
def unwritable_folder(world):
    nowhere = "/proc/upheaval"
    selfplay = ["chess", "--games", "2", "--nodes", "20", "--longest", "30"]
    world.refused(world.run("upheaval-tuning", "selfplay", *selfplay, "--jsonl", f"{nowhere}/x"), "selfplay into no folder")
    world.refused(world.run("upheaval-tuning", "tables", nowhere, "1p0nv1p0n"), "tables into no folder")
    for option in (["-state", f"{nowhere}/x"], ["-pgnout", f"file={nowhere}/x"], ["-json", f"{nowhere}/x"], ["-log", f"file={nowhere}/x"]):
        code, _, errors = world.run("arena", *builtin_match("1", option))
        world.expect(code == 1 and len(errors.splitlines()) <= 1, f"arena {option}: {code} {errors!r}")
    lines = f"setoption name Debug Log File value {nowhere}/x\nisready\ngo nodes 100\n"
    _, printed, _ = world.run("upheaval", input=lines.encode())
    world.expect(printed.count("info string error") == 1 and "bestmove" in printed, f"a log file nowhere: {printed}")


def totals(file):
    """The games of a match summary."""
    summary = json.loads(file.read_text())
    return [summary[key] for key in ("games", "white", "reasons", "meetings")]


def damaged(world, whole):
    """The bytes cut off, or with one bit flipped; and what was done."""
    if world.random.random() < 0.5:
        length = world.random.randrange(len(whole))
        return whole[:length], f"cut to {length} bytes"
    bit = world.random.randrange(8 * len(whole))
    changed = bytearray(whole)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed), f"bit {bit} flipped"


@case
def arena_state(world):
    """A damaged state is refused and left unchanged, or its intact part is resumed to the same result."""
    state, summary = world.folder / "match.state", world.folder / "summary.json"
    code, _, errors = world.run("arena", *builtin_match("3", ["-state", state, "-json", summary]))
    world.expect(code == 0, f"arena: {errors}")
    whole, expected = state.read_bytes(), totals(summary)
    for _ in range(world.count):
        bytes_, what = damaged(world, whole)
        state.write_bytes(bytes_)
        summary.unlink(missing_ok=True)
        code, _, errors = world.run("arena", "-resume", state)
        if code == 0:
            world.expect(totals(summary) == expected, f"state {what}: another result")
        else:
            world.expect(len(errors.splitlines()) <= 1 and state.read_bytes() == bytes_, f"state {what}: {errors!r}")


@case
def tables_of_endings(world):
    """A damaged table is refused, together with its folder."""
    folder = world.folder / "tables"
    world.run("upheaval-tuning", "tables", folder, "1p0nv1p0n")
    file = folder / "1p0nv1p0n.apot"
    whole = file.read_bytes()
    for _ in range(world.count):
        bytes_, what = damaged(world, whole)
        file.write_bytes(bytes_)
        lines = f"setoption name UCI_Variant value apocalypse\nsetoption name ApocalypseTables value {folder}\nisready\n"
        _, printed, _ = world.run("upheaval", input=lines.encode())
        world.expect(printed.count("info string error") == 1, f"table {what}: {printed}")
        world.refused(world.run("upheaval-tuning", "tables", folder, "1p0nv1p0n"), f"tables with a table {what}")


@case
def networks(world):
    """A network cut off or with flipped bits is refused."""
    whole = pathlib.Path(__file__).resolve().parents[2].joinpath("gamedata/games/chess/network.net").read_bytes()
    file = world.folder / "x.net"
    for _ in range(world.count):
        bytes_, what = damaged(world, whole)
        file.write_bytes(bytes_)
        _, printed, _ = world.run("upheaval", input=f"setoption name EvalFile value {file}\nisready\n".encode())
        world.expect(printed.count("info string error") == 1, f"network {what}: {printed}")


@case
def games_to_learn_from(world):
    """Damaged games are read, or refused with their line."""
    file, out = world.folder / "games.jsonl", world.folder / "report.txt"
    world.run("upheaval-tuning", "selfplay", "chess", "--games", "4", "--nodes", "20", "--longest", "60", "--jsonl", file)
    whole = file.read_bytes()
    for _ in range(world.count):
        bytes_, what = damaged(world, whole)
        out.write_bytes(bytes_)
        code, _, errors = world.run("upheaval-tuning", "train", "chess", out, "--epochs", "1", "--out", world.folder / "x.net")
        world.expect(code == 0 or len(errors.splitlines()) == 1, f"games {what}: {code} {errors!r}")


@case
def memory_refused(world):
    """The old value stands, and the engine plays on."""
    for most in (1 << 30, 2 << 30):
        for option in ("Hash value 131072", "Hash value 3000", "Threads value 512"):
            lines = f"setoption name {option}\nisready\ngo nodes 1000\n"
            _, printed, errors = world.run("upheaval", input=lines.encode(), preexec_fn=limit(resource.RLIMIT_AS, most))
            refused = printed.count("info string error: option") == 1 and "not enough memory" in printed
            world.expect(refused or most > 1 << 30, f"{option} with {most} bytes: {printed} {errors}")
            world.expect("bestmove" in printed, f"{option} with {most} bytes: {printed} {errors}")


@case
def client_leaves_at_any_byte(world):
    """The input ends after any byte, or the output is closed after any line: the process ends."""
    for script in (UCI, XBOARD):
        offsets = range(len(script)) if world.count >= 100 else world.random.sample(range(len(script)), min(world.count, len(script)))
        for offset in offsets:
            process = world.start("upheaval")
            process.stdin.write(script[:offset].encode())
            code = world.ends(process, f"a client that leaves after {script[:offset]!r}")
            world.expect(code == 0, f"a client that leaves after {script[:offset]!r}: exit code {code}")
    for _ in range(world.count // 2):
        process = world.start("upheaval")
        process.stdin.write(b"uci\nsetoption name MultiPV value 20\ngo infinite\n")
        process.stdin.flush()
        for _ in range(world.random.randrange(60)):
            process.stdout.readline()
        process.stdout.close()
        world.exits(process, "output closed")


@case
def client_stops_reading(world):
    """The pipe is full: the engine waits for the client, and ends if the output is closed."""
    for reads_on in (True, False):
        process = world.start("upheaval")
        process.stdin.write(b"uci\nsetoption name MultiPV value 30\n" + b"go depth 3\nd\nuci\n" * 300 + b"quit\n")
        process.stdin.close()
        time.sleep(1)
        world.expect(process.poll() is None, "the engine ends before its client has read its output")
        if reads_on:
            output = process.stdout.read()
            answers = output.count(b"bestmove"), output.count(b"uciok")
            world.expect(answers == (300, 301), f"a client that reads on finds {answers} answers of 300 and 301")
        process.stdout.close()
        world.exits(process, "output closed while the client reads nothing")


@case
def signals(world):
    """Signals end an engine; a match keeps its state and is resumed to the same result."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        process = world.start("upheaval")
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(number)
        if number == signal.SIGPIPE:
            # Rust ignores SIGPIPE; the next write fails.
            process.stdin.close()
        try:
            process.wait(TIMEOUT)
            world.expect(True, "")
        except subprocess.TimeoutExpired:
            process.kill()
            world.expect(False, f"{number.name}: the engine does not end")
    state, summary = world.folder / "signal.state", world.folder / "signal.json"
    line = builtin_match("12", ["-state", state, "-json", summary])
    world.run("arena", *line)
    expected = totals(summary)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
        state.unlink(missing_ok=True)
        process = world.start("arena", *line)
        time.sleep(world.random.uniform(0.2, 1.0))
        process.send_signal(number)
        code = world.ends(process, f"{number.name} to a match")
        world.expect(code in (0, 130, -number), f"{number.name} to a match: exit code {code}")
        code, _, errors = world.run("arena", "-resume", state)
        world.expect(code == 0, f"after {number.name}: {errors}")
        world.expect(totals(summary) == expected, f"after {number.name}: another result")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default="target/release")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(cases))
    arguments = parser.parse_args()
    unknown = [name for name in arguments.cases if name not in cases]
    if unknown:
        parser.error(f"no case {unknown[0]}; there are {', '.join(cases)}")
    total = []
    for name in arguments.cases or cases:
        with tempfile.TemporaryDirectory() as folder:
            world = World(arguments.programs, arguments.seed, arguments.count, folder)
            try:
                cases[name](world)
            except (subprocess.TimeoutExpired, OSError, KeyError, ValueError) as error:
                world.faults.append(f"the case could not be ended: {error!r}")
        print(f"{name:28} {world.tried:6} checks {len(world.faults):4} faults", flush=True)
        for fault in world.faults[:20]:
            print(f"    {fault[:600]}", flush=True)
        total += world.faults
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
