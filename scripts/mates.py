#!/usr/bin/env python3
"""Compares how many mates two UCI engines find in the same time: `scripts/mates.py PROBLEMS.epd ENGINE ENGINE`.

The file has lines `FEN bm #MOVES;` such as matetrack.epd of https://github.com/vondele/matetrack. Problems of at most --longest moves, in a
random order from --seed, are searched by both engines in turn with one thread: `go mate MOVES movetime MILLISECONDS`. A mate counts if it
is announced in at most MOVES moves, not as an upper bound, with a legal line (python-chess checks). Lines may be cut short, as Stockfish
prints them."""

import argparse
import random
import re
from collections import Counter

import chess

from engine import Engine


def solve(engine, fen, longest, milliseconds):
    """The smallest number of moves of a mate, or None."""
    engine.send("ucinewgame", f"position fen {fen}", f"go mate {longest} movetime {milliseconds}")
    lines = [line.split() for line in engine.until("bestmove") if " score mate " in line and " upperbound " not in line]
    return min((moves for line in lines if (moves := announced(fen, line)) and moves <= longest), default=None)


def announced(fen, words):
    board, moves = chess.Board(fen), int(words[words.index("mate") + 1])
    for text in words[words.index("pv") + 1:]:
        if chess.Move.from_uci(text) not in board.legal_moves:
            return None
        board.push_uci(text)
    return moves if moves > 0 else None


def problems(path, longest, number, seed):
    """Positions with the moves of their shortest known mates."""
    found = (re.match(r"(\S+ [wb] \S+ \S+).* bm #(\d+);", line) for line in open(path))
    wanted = [(match[1] + " 0 1", int(match[2])) for match in found if match and int(match[2]) <= longest]
    random.Random(seed).shuffle(wanted)
    return wanted[:number]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems")
    parser.add_argument("engines", nargs=2)
    parser.add_argument("--longest", type=int, default=12)
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--milliseconds", type=int, default=200)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    engines = [Engine(path.split(), Hash=arguments.hash, Threads=1) for path in arguments.engines]
    found = [Counter(), Counter()]
    only = Counter()
    tried = problems(arguments.problems, arguments.longest, arguments.number, arguments.seed)
    for fen, known in tried:
        results = [solve(engine, fen, known, arguments.milliseconds) for engine in engines]
        for number, moves in enumerate(results):
            if moves:
                found[number][known] += 1
                only[number] += results[1 - number] is None
    print(f"{len(tried)} problems of at most {arguments.longest} moves, movetime {arguments.milliseconds}, seed {arguments.seed}")
    print("moves", *arguments.engines, sep="\t")
    for moves in sorted({known for _, known in tried}):
        print(moves, *(counts[moves] for counts in found), sum(known == moves for _, known in tried), sep="\t")
    print("all", *(counts.total() for counts in found), sep="\t")
    print("alone", only[0], only[1], sep="\t")
    for engine in engines:
        engine.quit()


main()
