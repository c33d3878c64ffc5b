#!/usr/bin/env python3
"""Measures the levels of play: each plays the next one, the lowest play a greedy and a random player. Seeds repeat every game.

    scripts/bench/levels.py target/release/arena [--games chess] [--levels 3 4] [--rounds 500]
    scripts/bench/levels.py target/release/arena --strengths 150 250 350 --games empire           # players between the levels
    scripts/bench/levels.py target/release/arena --stockfish stockfish --levels 5 --elo 1320 1500 # against another scale

Prints one line a match: game, both players, games won, drawn and lost by the first, its score, Elo with half its 95 % interval.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from engine import GAMES, TURN_BASED

FULL = 10
# Node limit of the last level; the others have limits of their own.
NODES = 10000
# Decided games are adjudicated.
ADJUDICATION = ["-resign", "movecount=4", "score=1000", "twosided=true", "-maxmoves", "200"]


def player(name, *options, nodes=NODES):
    return ["-engine", f"name={name}", "proto=builtin", f"nodes={nodes}", *(f"option.{option}" for option in options)]


def level(number, nodes=NODES):
    return player(f"level-{number}", *([] if number == FULL else [f"Level={number}"]), nodes=nodes)


def stockfish(program, elo, seconds):
    return ["-engine", f"name=stockfish-{elo}", f"cmd={program}", "option.UCI_LimitStrength=true", f"option.UCI_Elo={elo}", f"st={seconds}",
            "timemargin=1000"]


def play(arena, game, first, second, rounds, seed):
    """Prints games won, drawn and lost by the first, its score, and Elo with half its interval, as the arena computes them."""
    command = [arena, *first, *second, "-each", "option.Hash=4", "-variant", game, "-srand", str(seed), "-rounds", str(rounds),
               "-ratinginterval", "0", *ADJUDICATION]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Elo: (\S+ \+/- \S+),.*Wins: (\d+), Losses: (\d+), Draws: (\d+), Points: \S+ \((\S+) %\)", done.stdout, re.S)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    elo, won, lost, drawn, score = found.groups()
    print(f"{game:12} {first[1][5:]:>13} {second[1][5:]:>15} {won:>4} {drawn:>4} {lost:>4} {score:>6} % {elo:>18}", flush=True)


def pairings(args):
    if args.stockfish:
        return [(level(n), stockfish(args.stockfish, e, args.seconds)) for n in args.levels for e in args.elo]
    if args.strengths:
        return [tuple(player(f"strength-{n}", f"Strength={n}") for n in (high, low)) for low, high in zip(args.strengths, args.strengths[1:])]
    levels = args.levels or range(FULL, 0, -1)
    ladder = [tuple(level(n, args.nodes) for n in sorted(pair, reverse=True)) for pair in zip(levels, levels[1:])]
    others = [(level(n), player(manner, f"Player={manner}")) for n in (1, 2) for manner in ("greedy", "random")]
    return ladder if args.levels else others + ladder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arena", help="the program target/release/arena")
    parser.add_argument("--games", nargs="+", default=TURN_BASED, choices=GAMES)
    parser.add_argument("--levels", nargs="+", type=int, help="these levels, each against the next one named")
    parser.add_argument("--strengths", nargs="+", type=int, help="the same with strengths, 0 to 1000")
    parser.add_argument("--nodes", type=int, default=NODES, help="node limit of the last level")
    parser.add_argument("--rounds", type=int, default=100, help="pairs of games of a match")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--stockfish", help="a program with UCI_Elo to play against, in chess")
    parser.add_argument("--elo", nargs="+", type=int, default=[1320], help="its strengths")
    parser.add_argument("--seconds", type=float, default=0.1, help="its time for a move")
    args = parser.parse_args()
    for game in ["chess"] if args.stockfish else args.games:
        for first, second in pairings(args):
            if game == "apocalypse" and any(word.startswith("option.Player") for word in second):
                continue
            play(args.arena, game, first, second, args.rounds, args.seed)


if __name__ == "__main__":
    main()
