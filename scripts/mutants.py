#!/usr/bin/env python3
"""Mutation testing of one place with a seeded sample: scripts/mutants.py PLACE [--sample N] [--seed S] [--stages]

Needs cargo-mutants. The tests run in stages, the quick ones first: what they catch is caught, and only what survives
meets the next stage, the last of which is all tests of the crate. Results lie in target/mutants-PLACE/mutants.out;
called again, the script goes on with what is not caught yet.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys

# Of each place: the crate, its files, and the stages: profile, limit of seconds for the tests, targets, which tests of them.
RULES = "--test vectors --test rules_chess --test rules_coups --test rules_empire --test rules_subversion"
# They play thousands of positions, which takes long when not optimised.
SLOW = "-- --skip scripts_lead --skip whatever_fen --skip whatever_move"
GAMES = [f"arena/src/games/{name}.rs" for name in ("referee", "adjudicate", "ending")]
PLACES = {
    "movegen": ("upheaval-movegen", [], [
        ("mutants", 25, RULES, ""),
        ("mutants", 30, "--lib --test fen", SLOW),
        ("test", 150, "--lib --tests", ""),
    ]),
    "see": ("upheaval-engine", ["engine/src/see.rs"], [("mutants", 30, "--lib", "see::"), ("test", 200, "--lib --tests", "")]),
    "table": ("upheaval-engine", ["engine/src/table.rs"], [("mutants", 30, "--lib", "table::"), ("test", 200, "--lib --tests", "")]),
    "time": ("upheaval-engine", ["engine/src/time.rs"], [("mutants", 30, "--lib", "time::"), ("test", 200, "--lib --tests", "")]),
    "referee": ("upheaval-arena", GAMES, [("mutants", 30, "--lib", "games::"), ("test", 200, "--lib --tests", "")]),
    "clock": ("upheaval-arena", ["arena/src/clock.rs"], [("mutants", 30, "--lib", "clock::"), ("test", 200, "--lib --tests", "")]),
}


def chosen(package, files, sample, seed):
    """The names of the mutants to try, in the order of the source."""
    listed = ["cargo", "mutants", "--list", "-p", package]
    for file in files:
        listed += ["-f", file]
    names = subprocess.run(listed, check=True, capture_output=True, text=True).stdout.splitlines()
    if sample and sample < len(names):
        picked = set(random.Random(seed).sample(range(len(names)), sample))
        names = [name for at, name in enumerate(names) if at in picked]
    return names


def stage(place, names, number):
    """Runs one stage on what is not caught yet."""
    package, files, stages = PLACES[place]
    profile, limit, targets, tests = stages[number]
    out = f"target/mutants-{place}"
    os.makedirs(out, exist_ok=True)
    command = ["cargo", "mutants", "-p", package, "-o", out, "-j1", "--profile", profile, "--timeout", str(limit), "--iterate"]
    command += ["--build-timeout", "30" if profile == "mutants" else "300"]
    command += ["--no-shuffle", "--colors", "never"]
    for file in files:
        command += ["-f", file]
    command += ["--re", "^(?:" + "|".join(re.escape(name) for name in names) + ")$"]
    command += [f"-C={word}" for word in targets.split()] + ["--", *tests.split()]
    print(f"{place}: stage {number + 1} with {targets} {tests}", flush=True)
    subprocess.run(command, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", choices=PLACES)
    parser.add_argument("--sample", type=int, default=0, help="how many mutants, all by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stage", type=int, help="only this stage, from 1")
    options = parser.parse_args()
    package, files, stages = PLACES[options.place]
    names = chosen(package, files, options.sample, options.seed)
    print(f"{options.place}: {len(names)} mutants", flush=True)
    for number in range(len(stages)) if options.stage is None else [options.stage - 1]:
        stage(options.place, names, number)


if __name__ == "__main__":
    sys.exit(main())
