#!/usr/bin/env python3
"""Sends randomly timed commands and checks that no answer is out of order, missing or doubled.

    scripts/reliability/order.py ENGINE [--protocol uci xboard] [--busy 0 2] [--sequences 100000] [--jobs 1] [--seed 1]

Each protocol is tested with each number of busy loops, all at once, in so many processes (jobs) each. A process shares two processors
with its engine and its busy loops. The traffic depends on the seed alone. A fault is printed with its traffic; then the exit code is 1.
"""

import argparse
import collections
import multiprocessing
import os
import random
import re
import select
import subprocess
import sys
import time

FENS = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "7k/8/8/8/4q3/3N4/PP6/2B1K3 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
# Seconds for any answer, and sequences of one process.
TIMEOUT, SEQUENCES = 60, 200
# Lines that are answers; all others are details or thoughts.
UCI_ANSWERS = re.compile(r"bestmove|readyok|uciok|No such option|Unknown command|Fen: |Nodes searched|info string (error|perft)")
XBOARD_ANSWERS = re.compile(r"move |pong |Illegal move|Error|tellusererror|# final position")


class Answer:
    """An expected answer. An early one may come at once while a search runs; an optional one may be missing."""

    def __init__(self, pattern, is_early=False, is_search=False):
        self.pattern, self.is_early, self.is_search, self.is_optional = re.compile(pattern), is_early, is_search, False


class Client:
    def __init__(self, engine, protocol, rng):
        self.rng, self.is_uci = rng, protocol == "uci"
        self.process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.answers = UCI_ANSWERS if self.is_uci else XBOARD_ANSWERS
        self.pending, self.rest, self.unsent = [], b"", []
        self.log, self.count, self.number = collections.deque(maxlen=80), 0, 0
        self.fen, self.is_open = FENS[0], False

    def fail(self, why):
        self.process.kill()
        raise RuntimeError("\n".join([why, "pending: " + ", ".join(a.pattern.pattern for a in self.pending), *self.log]))

    # Traffic.

    def add(self, line, *answer):
        self.unsent.append((line, answer))

    def flush(self):
        """Sends the lines in one write."""
        for line, answer in self.unsent:
            self.log.append(f"< {line}")
            self.pending += answer
        data = "".join(f"{line}\n" for line, _ in self.unsent).encode()
        self.unsent = []
        self.process.stdin.write(data)

    def receive(self, seconds):
        """Reads for at most this time. Returns False at the end of the output."""
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return True
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.check(line.decode())
        return bool(data)

    def check(self, line):
        if not self.answers.match(line):
            return
        self.log.append(f"> {line[:120]}")
        self.count += 1
        is_searching = False
        for at, answer in enumerate(self.pending):
            if answer.pattern.match(line) and (at == 0 or all(a.is_optional for a in self.pending[:at]) or answer.is_early and is_searching):
                # What was optional before an answer in order will not come any more.
                del self.pending[at if is_searching and answer.is_early else 0 : at + 1]
                return
            is_searching |= answer.is_search
        self.fail(f"out of order or doubled: {line}")

    def wait(self, is_over):
        end = time.monotonic() + TIMEOUT
        while not is_over():
            if time.monotonic() > end or not self.receive(1):
                self.fail("missing")

    # Sequences.

    def command(self):
        """Adds a random command."""
        self.number += 1
        (self.uci if self.is_uci else self.xboard)(self.rng.random())

    def uci(self, chance):
        if chance < 0.22:
            limit = self.rng.choice(["nodes 50", "nodes 1", "depth 1", "depth 3", "movetime 1", "wtime 20 btime 20", "infinite", "ponder depth 2"])
            self.add(f"go {limit}", Answer(r"bestmove [a-h]", is_search=True))
            self.is_open |= limit.startswith(("infinite", "ponder"))
        elif chance < 0.27:
            self.add(f"go perft {self.rng.randint(1, 3)}", Answer(r"Nodes searched: \d|info string perft was stopped", is_search=True))
        elif chance < 0.45:
            self.add("isready", Answer("readyok$", is_early=True))
        elif chance < 0.5:
            self.add("stop")
            self.is_open = False
        elif chance < 0.53:
            self.add("ponderhit")
        elif chance < 0.56:
            self.add("uci", Answer("uciok$", is_early=True))
        elif chance < 0.66:
            self.add(f"joho{self.number}", Answer(f"Unknown command: 'joho{self.number}'", is_early=True))
        elif chance < 0.72:
            self.add(f"setoption name joho{self.number}", Answer(f"No such option: joho{self.number}$"))
        elif chance < 0.78:
            self.add(f"position startpos moves e2e{self.rng.choice('5678')}", Answer("info string error: illegal move"))
        elif chance < 0.86:
            self.fen = self.rng.choice(FENS)
            self.add(f"position fen {self.fen}")
        elif chance < 0.97:
            self.add("d", Answer(f"Fen: {re.escape(self.fen)}$"))
        else:
            self.add(self.rng.choice(["ucinewgame", f"setoption name Hash value {self.rng.choice([1, 2, 4])}"]))

    def xboard(self, chance):
        if chance < 0.2:
            self.leave_search()
            self.fen = self.rng.choice(FENS)
            self.add(f"force\nsetboard {self.fen}\nsd {self.rng.choice([1, 2, 4, 20])}\ngo", Answer("move [a-hO]", is_search=True))
            self.is_open = True
        elif chance < 0.45:
            self.add(f"ping {self.number}", Answer(f"pong {self.number}$"))
        elif chance < 0.6:
            self.add(f"usermove a1a{self.number}", Answer(rf"Illegal move( \(not your turn\))?: a1a{self.number}$", is_early=True))
        elif chance < 0.7:
            self.add(f"joho{self.number}", Answer(rf"Error \(unknown command\): joho{self.number}$", is_early=True))
        elif chance < 0.78:
            self.add("?")
            self.is_open = False
        elif chance < 0.86:
            self.leave_search()
            self.fen = self.rng.choice(FENS)
            self.add(f"force\nsetboard {self.fen}\nresult *", Answer(f"# final position: {re.escape(self.fen)}$"))
        elif chance < 0.92:
            self.leave_search()
            self.add(self.rng.choice(["analyze", "analyze\nexit", "new", "force\nsetboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nanalyze\nexit"]))
        else:
            self.add(self.rng.choice(["post", "nopost", ".", "easy", f"memory {self.rng.choice([1, 2, 4])}"]))

    def leave_search(self):
        """Ends a search for a move, whose answer may have crossed the command. The pong separates it from the next search."""
        self.is_open = False
        searches = [a for a in self.pending + [a for _, answers in self.unsent for a in answers] if a.is_search]
        for answer in searches:
            answer.is_optional = True
        if searches:
            self.add(f"force\nping {self.number}0", Answer(f"pong {self.number}0$"))

    def sequence(self):
        for _ in range(self.rng.randint(3, 8)):
            self.command()
            chance = self.rng.random()
            if chance < 0.3:
                # The next command comes right after the answer.
                self.end_search()
                self.flush()
                self.wait(lambda: not any(answer.is_search and not answer.is_optional for answer in self.pending))
            elif chance < 0.5:
                self.flush()
                self.receive(self.rng.choice([0, 0.0001, 0.0005, 0.002]))
        self.end_search()

    def end_search(self):
        if self.is_open:
            self.add("stop" if self.is_uci else "?")
            self.is_open = False

    def run(self, sequences):
        """Ends the process with answers still due. Returns the number of answers."""
        if not self.is_uci:
            self.add("xboard\nmemory 1\nlevel 0 60 0\neasy")
        for left in reversed(range(sequences)):
            self.sequence()
            self.flush()
            if left:
                self.wait(lambda: all(answer.is_optional for answer in self.pending))
        if self.rng.random() < 0.5:
            self.process.stdin.write(b"quit\n")
        self.process.stdin.close()
        while self.receive(TIMEOUT):
            pass
        if not all(answer.is_optional for answer in self.pending):
            self.fail("missing at the end")
        if self.process.wait(TIMEOUT) != 0:
            self.fail(f"exit code {self.process.returncode}")
        return self.count


def work(arguments, protocol, busy, job, number, results):
    """Sends the sequences of one job, the process of this number. Puts the number of answers, or a fault, into the results."""
    processors = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {processors[(2 * number + i) % len(processors)] for i in range(2)})
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    answers, fault = 0, None
    try:
        for first in range(job * SEQUENCES, arguments.sequences, arguments.jobs * SEQUENCES):
            client = Client(arguments.engine, protocol, random.Random(f"{arguments.seed} {protocol} {busy} {first}"))
            answers += client.run(min(SEQUENCES, arguments.sequences - first))
    except Exception as error:
        fault = f"sequences from {first}: {error}"
    finally:
        for loop in loops:
            loop.kill()
    results.put((protocol, busy, answers, fault))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--protocol", nargs="+", choices=["uci", "xboard"], default=["uci", "xboard"])
    parser.add_argument("--busy", nargs="+", type=int, default=[0, 2], metavar="N", help="busy loops beside each engine")
    parser.add_argument("--sequences", type=int, default=100_000, help="sequences of each protocol and number of busy loops")
    parser.add_argument("--jobs", type=int, default=1, help="processes of each protocol and number of busy loops")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    results = multiprocessing.SimpleQueue()
    parts = [(protocol, busy, job) for protocol in arguments.protocol for busy in arguments.busy for job in range(arguments.jobs)]
    begin = time.monotonic()
    for number, part in enumerate(parts):
        multiprocessing.Process(target=work, args=(arguments, *part, number, results)).start()
    left, answers, faults = collections.Counter(part[:2] for part in parts), collections.Counter(), collections.Counter()
    for _ in parts:
        protocol, busy, count, fault = results.get()
        part = (protocol, busy)
        left[part] -= 1
        answers[part] += count
        if fault:
            faults[part] += 1
            print(f"FAULT: {protocol}, {busy} busy loops, seed {arguments.seed}, {fault}", flush=True)
        if not left[part]:
            outcome = f"faults in {faults[part]} of {arguments.jobs} jobs" if faults[part] else "no fault"
            print(f"{protocol}, {busy} busy loops: {arguments.sequences} sequences, {answers[part]} answers, "
                  f"{time.monotonic() - begin:.0f} s: {outcome}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
