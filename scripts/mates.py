#!/usr/bin/env python3
"""Compares how many mates two UCI engines find in the same time: `scripts/mates.py GAMES.jsonl ENGINE ENGINE`.

The positions are those before the winner's last --longest moves in games of `upheaval-tuning selfplay --jsonl` that end with mate, in a
random order from --seed. Each is searched by both engines in turn with one thread: `go mate LONGEST movetime MILLISECONDS`. A mate counts
if it is announced in at most LONGEST moves, not as an upper bound, with a legal line (python-chess checks). Lines may be cut short, as
Stockfish prints them."""

import argparse
import json
import random
import subprocess
from collections import Counter

import chess


class Engine:
    def __init__(self, path, hash_mib):
        self.process = subprocess.Popen(path.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci", f"setoption name Hash value {hash_mib}", "setoption name Threads value 1", "isready")
        self.until("readyok")

    def send(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")

    def until(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(word):
                return lines

    def solve(self, fen, longest, milliseconds):
        """The smallest number of moves of a mate, or None."""
        self.send("ucinewgame", f"position fen {fen}", f"go mate {longest} movetime {milliseconds}")
        lines = [line.split() for line in self.until("bestmove") if " score mate " in line and " upperbound " not in line]
        return min((moves for line in lines if (moves := announced(fen, line)) and moves <= longest), default=None)


def announced(fen, words):
    board, moves = chess.Board(fen), int(words[words.index("mate") + 1])
    for text in words[words.index("pv") + 1:]:
        if chess.Move.from_uci(text) not in board.legal_moves:
            return None
        board.push_uci(text)
    return moves if moves > 0 else None


def positions(path, longest, number, seed):
    fens = set()
    for game in map(json.loads, open(path)):
        board, before = chess.Board(game["fen"]), []
        for text in game["moves"]:
            before.append(board.fen())
            board.push_uci(text)
        if board.is_checkmate():
            fens.update(before[:-2 * longest - 1:-2])
    fens = sorted(fens)
    random.Random(seed).shuffle(fens)
    return fens[:number]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("engines", nargs=2)
    parser.add_argument("--longest", type=int, default=12)
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--milliseconds", type=int, default=200)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    engines = [Engine(path, arguments.hash) for path in arguments.engines]
    found = [Counter(), Counter()]
    only, different = Counter(), 0
    fens = positions(arguments.games, arguments.longest, arguments.number, arguments.seed)
    for fen in fens:
        results = [engine.solve(fen, arguments.longest, arguments.milliseconds) for engine in engines]
        shortest = min((moves for moves in results if moves), default=None)
        for number, moves in enumerate(results):
            if moves:
                found[number][shortest] += 1
                only[number] += results[1 - number] is None
        different += None not in results and results[0] != results[1]
    print(f"{len(fens)} positions, go mate {arguments.longest} movetime {arguments.milliseconds}")
    print("shortest", *arguments.engines, sep="\t")
    for moves in sorted(found[0] | found[1]):
        print(moves, *(counts[moves] for counts in found), sep="\t")
    print("all", *(counts.total() for counts in found), sep="\t")
    print("alone", only[0], only[1], sep="\t")
    print(f"both with different lengths: {different}")
    for engine in engines:
        engine.send("quit")


main()
