#!/usr/bin/env python3
"""Measures the levels of play: each plays the next one, the lowest play a greedy and a random player. Seeds repeat every game.

    scripts/bench/levels.py target/release/arena [--games chess] [--levels 3 4] [--rounds 500]
    scripts/bench/levels.py target/release/arena --strengths 150 250 350 --games empire           # players between the levels
    scripts/bench/levels.py target/release/arena --stockfish stockfish --levels 5 --elo 1320 1500 # against another scale

Prints one line a match: game, both players, games won, drawn and lost by the first, its score, Elo with the 95 % interval.
"""

import argparse
import math
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


def player(name, options, nodes=NODES, proto="builtin"):
    words = ["-engine", f"name={name}", *options]
    return [*words, f"proto={proto}", f"nodes={nodes}"] if proto == "builtin" else words


def level(number, nodes=NODES):
    return player(f"level-{number}", [] if number == FULL else [f"option.Level={number}"], nodes)


def strength(number):
    return player(f"strength-{number}", [f"option.Strength={number}"])


def simple(manner):
    return player(manner, [f"option.Player={manner}"])


def stockfish(program, elo, seconds):
    options = [f"cmd={program}", "option.UCI_LimitStrength=true", f"option.UCI_Elo={elo}", f"st={seconds}", "timemargin=1000"]
    return player(f"stockfish-{elo}", options, proto="uci")


def play(arena, game, first, second, rounds, seed):
    """Games won, drawn and lost by the first."""
    command = [arena, *first, *second, "-each", "option.Hash=4", "-variant", game, "-srand", str(seed), "-rounds", str(rounds),
               "-ratinginterval", "0", *ADJUDICATION]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Wins: (\d+), Losses: (\d+), Draws: (\d+)", done.stdout)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    won, lost, drawn = map(int, found.groups())
    return won, drawn, lost


def elo(share):
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def report(game, first, second, result):
    won, drawn, lost = result
    games = won + drawn + lost
    share = (won + drawn / 2) / games
    spread = math.sqrt(((won + drawn / 4) / games - share ** 2) / games)
    low, high = (elo(share + sign * 1.96 * spread) for sign in (-1, 1))
    print(f"{game:12} {first[1][5:]:>13} {second[1][5:]:>15} {won:4} {drawn:4} {lost:4} {100 * share:6.1f} % "
          f"{elo(share):+6.0f} [{low:+.0f}, {high:+.0f}]", flush=True)


def pairings(args):
    if args.stockfish:
        return [(level(n), stockfish(args.stockfish, e, args.seconds)) for n in args.levels for e in args.elo]
    if args.strengths:
        return [(strength(high), strength(low)) for low, high in zip(args.strengths, args.strengths[1:])]
    ladder = [(level(n + 1, args.nodes), level(n, args.nodes)) for n in range(FULL - 1, 0, -1)]
    if args.levels:
        ladder = [(level(b, args.nodes), level(a, args.nodes)) for a, b in zip(args.levels, args.levels[1:])]
    others = [(level(n), simple(manner)) for n in (1, 2) for manner in ("greedy", "random")]
    return others[:0 if args.levels else None] + ladder


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
            report(game, first, second, play(args.arena, game, first, second, args.rounds, args.seed))


if __name__ == "__main__":
    main()
