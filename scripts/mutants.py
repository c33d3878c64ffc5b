#!/usr/bin/env python3
"""Mutation testing of one place, all of it or a seeded sample: scripts/mutants.py PLACE [--sample N] [--seed S]

Needs cargo-mutants. The tests run in stages, the quick ones first: what they catch is caught, and only what survives
meets the next stage, the last of which is all tests of the crate. What became of each mutant stands in
target/mutants-PLACE/results.json; called again, the script tries only what is not caught yet.
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys

VARIANTS = "--test rules_coups --test rules_empire --test rules_subversion"
RULES = "--test rules_chess " + VARIANTS
RULE_FILES = "movegen/src/(orthodox|position|variants|variant|attacks|bitboard|castling|constraints|state)"
# They play thousands of positions, which takes long when not optimised.
SLOW = "-- --skip scripts_lead --skip whatever_fen --skip whatever_move"
GAMES = [f"arena/src/games/{name}.rs" for name in ("referee", "adjudicate", "ending")]
ALL = ("", "test", 200, "--lib --tests", "")


def quick(tests):
    return [("", "mutants", 30, "--lib", tests), ALL]


# Of each place: the crate, its files, and the stages: which mutants, profile, limit of seconds, targets, tests of them.
PLACES = {
    "movegen": ("upheaval-movegen", [], [
        ("movegen/src/variants/", "mutants", 60, VARIANTS, ""),
        (RULE_FILES, "mutants", 60, "--test vectors", ""),
        ("", "mutants", 60, "--lib --test fen " + RULES, SLOW),
        ALL,
    ]),
    "see": ("upheaval-engine", ["engine/src/see.rs"], quick("see::")),
    "table": ("upheaval-engine", ["engine/src/table.rs"], quick("table::")),
    "time": ("upheaval-engine", ["engine/src/time.rs"], quick("time::")),
    "referee": ("upheaval-arena", GAMES, quick("-- games::referee games::adjudicate games::ending")),
    "clock": ("upheaval-arena", ["arena/src/clock.rs"], quick("clock::")),
}


def listed(package, files):
    command = ["cargo", "mutants", "--list", "-p", package]
    for file in files:
        command += ["-f", file]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def exactly(names):
    return "^(?:" + "|".join(re.escape(name) for name in names) + ")$"


def harvest(out, results):
    """Notes what the last run of cargo-mutants found out about each mutant."""
    try:
        with open(f"{out}/mutants.out/outcomes.json", encoding="utf-8") as file:
            outcomes = json.load(file)["outcomes"]
    except FileNotFoundError:
        return
    for outcome in outcomes:
        if outcome["scenario"] != "Baseline":
            name = outcome["scenario"]["Mutant"]["name"]
            if results.get(name, "MissedMutant") == "MissedMutant":
                results[name] = outcome["summary"]
    with open(f"{out}/results.json", "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1, sort_keys=True)


def run(place, number, names, out):
    """Names do not keep cargo-mutants from leaving out fields as well, some of which it therefore tries for nothing."""
    package, files, stages = PLACES[place]
    _, profile, limit, targets, tests = stages[number]
    command = ["cargo", "mutants", "-p", package, "-o", out, "-j1", "--profile", profile, "--timeout", str(limit)]
    command += ["--build-timeout", "60" if profile == "mutants" else "300", "--colors", "never", "--re", exactly(names)]
    for file in files:
        command += ["-f", file]
    command += [f"-C={word}" for word in targets.split()] + ["--", *tests.split()]
    print(f"{place}: stage {number + 1}, {len(names)} mutants, with {targets} {tests}", flush=True)
    subprocess.run(command, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", choices=PLACES)
    parser.add_argument("--sample", type=int, default=0, help="how many mutants, all by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stage", type=int, help="only this stage, from 1")
    options = parser.parse_args()
    package, files, stages = PLACES[options.place]
    out = f"target/mutants-{options.place}"
    os.makedirs(out, exist_ok=True)
    everything = listed(package, files)
    names = everything
    if 0 < options.sample < len(names):
        picked = set(random.Random(options.seed).sample(range(len(names)), options.sample))
        names = [name for at, name in enumerate(names) if at in picked]
    results = {}
    if os.path.exists(f"{out}/results.json"):
        with open(f"{out}/results.json", encoding="utf-8") as file:
            results = json.load(file)
    harvest(out, results)
    for number in range(len(stages)) if options.stage is None else [options.stage - 1]:
        alive = [name for name in names if results.get(name, "MissedMutant") == "MissedMutant"]
        alive = [name for name in alive if re.match(stages[number][0], name)]
        if alive:
            run(options.place, number, alive, out)
            harvest(out, results)
    counts = collections.Counter(results.get(name, "not tried") for name in names)
    print(f"{options.place}: {len(names)} mutants, {dict(counts)}")
    print(*(name for name in names if results.get(name) == "MissedMutant"), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
