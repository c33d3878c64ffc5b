#!/usr/bin/env python3
"""Measures what threads cost and gain. First, by number of threads: milliseconds to start them, for a search of one node each, and to
clear all tables. Then the time of searches to a fixed depth with two threads, as a ratio to the time with one.

    scripts/bench/threads.py target/release/upheaval [--game chess] [--hash 256] [--rounds 15] [--depth 20]
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import ROOT, Engine

COUNTS = [1, 2, 4, 8, 16, 32, 64]


def milliseconds(work):
    begin = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begin)


def command(engine, line):
    engine.send(line)
    engine.ready()


def search(engine, limit):
    engine.send(f"go {limit}")
    engine.until("bestmove")


def cost(path, args, count):
    """The medians for this number of threads."""
    rows = []
    engine = Engine(path, args.game, Hash=args.hash)
    for _ in range(args.rounds):
        command(engine, "setoption name Threads value 1")
        row = [milliseconds(lambda: command(engine, f"setoption name Threads value {count}"))]
        row += [milliseconds(lambda: search(engine, "nodes 1")) for _ in range(2)]
        row.append(milliseconds(lambda: command(engine, "ucinewgame")))
        rows.append(row)
    engine.quit()
    return [statistics.median(column) for column in zip(*rows)]


def times_to_depth(engine, threads, positions, depth):
    command(engine, f"setoption name Threads value {threads}")
    times = []
    for fen in positions:
        command(engine, "ucinewgame")
        command(engine, f"position fen {fen}")
        times.append(milliseconds(lambda: search(engine, f"depth {depth}")))
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--game", default="chess")
    parser.add_argument("--hash", type=int, default=256, help="MiB")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--depth", type=int, default=20)
    args = parser.parse_args()
    print("threads  start  first search  next search  clear (ms)", flush=True)
    for count in COUNTS:
        print("{:7}  {:5.1f}  {:12.2f}  {:11.2f}  {:5.1f}".format(count, *cost(args.engine, args, count)), flush=True)
    lines = (ROOT / f"gamedata/games/{args.game}/bench.epd").read_text().splitlines()
    positions = [line.split(";")[0].strip() for line in lines if line and not line.startswith("#")]
    engine = Engine(args.engine, args.game, Hash=args.hash)
    ratios = []
    for _ in range(args.rounds):
        one, two = (times_to_depth(engine, threads, positions, args.depth) for threads in (1, 2))
        ratios.append(statistics.geometric_mean(second / first for first, second in zip(one, two)))
    engine.quit()
    print(f"depth {args.depth}, two threads against one, geometric mean of {len(positions)} positions: "
          f"{statistics.median(ratios):.2f} (rounds {' '.join(f'{ratio:.2f}' for ratio in ratios)})")


if __name__ == "__main__":
    main()
