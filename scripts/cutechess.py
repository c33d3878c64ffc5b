#!/usr/bin/env python3
"""Matches of chess under cutechess-cli: the engine by UCI against itself by the XBoard protocol, and each of the two
against another engine. Exits with 1 if the runner has anything to complain of: a warning, an illegal move, a game lost on
time, a false claim, an engine that leaves, or a match without all its games.

    scripts/cutechess.py CUTECHESS_CLI target/release/upheaval --games 10 [--opponent stockfish]

cutechess-cli is built from its sources (Qt 6, `cmake -DWITH_TESTS=OFF`).
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

# Time controls that are told to the engine in different words.
LIMITS = {
    "clock": ["tc=3+0.03"],
    "moves in a time": ["tc=40/3"],
    "time for a move": ["st=0.1"],
    "depth": ["tc=inf", "depth=6"],
}
# The one form that all clients read: chess first, and chess the default.
VARIANTS = ("option name UCI_Variant type combo default chess var chess var anarchism var anarchism-strict var apocalypse var empire "
            "var insurrection var insurrection-strict var subversion")
FAULTS = re.compile(r"warning|illegal|invalid|unexpected|on time|disconnects|stalls|adjudication|result error|"
                    r"terminated|not supported|doesn't support|no result|unterminated|\*", re.I)
FINISHED = re.compile(r"Finished game \d+ \((\w+) vs (\w+)\): (1-0|0-1|1/2-1/2) \{(.*)\}")


def player(name, command, protocol, extra=()):
    return ["-engine", f"name={name}", f"cmd={command}", f"proto={protocol}", *extra]


def match(cli, players, limits, games, margin, folder):
    """What the runner prints, and what is wrong with it."""
    pgn = os.path.join(folder, "games.pgn")
    command = [cli, *players[0], *players[1], "-each", *limits, f"timemargin={margin}", "-games", str(games), "-repeat", "-pgnout", pgn,
               "-srand", "1"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60 * games, cwd=folder)
    except subprocess.TimeoutExpired:
        return [], ["the match does not end"]
    text = done.stdout + done.stderr
    ends = FINISHED.findall(text)
    faults = [line for line in text.splitlines() if FAULTS.search(line)]
    if done.returncode != 0:
        faults.append(f"exit code {done.returncode}")
    if len(ends) != games:
        faults.append(f"{len(ends)} games of {games} are finished:\n{text[-2000:]}")
    if {white for white, *_ in ends} != {name.removeprefix("name=") for side in players for name in side[1:2]}:
        faults.append("not everybody has had White")
    return ends, faults


def variant_line(engine):
    """The faults of the list of games that clients read."""
    done = subprocess.run([engine], input="uci\nquit\n", capture_output=True, text=True, timeout=20)
    lines = [line for line in done.stdout.splitlines() if "UCI_Variant" in line]
    return [] if lines == [VARIANTS] else [f"the games are told as {lines}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cutechess_cli")
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=4, help="in each match; an even number")
    parser.add_argument("--margin", type=int, default=20, help="milliseconds that a late move is forgiven")
    parser.add_argument("--opponent", help="another engine that speaks UCI")
    args = parser.parse_args()
    cli, engine = os.path.abspath(args.cutechess_cli), os.path.abspath(args.engine)
    uci, xboard = player("Uci", engine, "uci"), player("XBoard", engine, "xboard")
    matches = [(f"UCI against XBoard, {name}", (uci, xboard), limits) for name, limits in LIMITS.items()]
    matches.append(("both pondering", ([*uci, "ponder"], [*xboard, "ponder"]), LIMITS["clock"]))
    if args.opponent:
        other = player("Opponent", args.opponent, "uci")
        matches += [(f"{name} against the opponent", (ours, other), LIMITS["clock"])
                    for name, ours in [("UCI", uci), ("XBoard", xboard)]]
    is_good = True

    def report(name, what, faults):
        nonlocal is_good
        is_good &= not faults
        print(f"{name}:", what if not faults else "\n  ".join(["", *faults]), flush=True)

    report("UCI_Variant", "as clients read it", variant_line(engine))
    for name, players, limits in matches:
        with tempfile.TemporaryDirectory() as folder:
            ends, faults = match(cli, players, limits, args.games, args.margin, folder)
        kinds = {}
        for *_, result, reason in ends:
            kinds[f"{result} {reason}"] = kinds.get(f"{result} {reason}", 0) + 1
        report(name, f"{len(ends)} games, {kinds}", faults)
    # Games that the runner does not know it refuses itself; the engine only has to be listed with them.
    done = subprocess.run([cli, *uci, *xboard, "-each", "tc=1", "-variant", "empire"], capture_output=True, text=True,
                          timeout=60)
    known = 'Invalid value for option "-variant": "empire"' in done.stdout + done.stderr
    report("a game that the runner does not know", "refused by the runner", [] if known else [done.stdout + done.stderr])
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
